// The port of this thread: the native half delivers the items of all calls with one call of `deliver`, which dispatches
// them by token.

import { ByToken } from "./by_token.js";
import * as log from "./log.js";
import { type LogRecord, native, type StopRecord } from "./native.js";
import * as stops from "./stops.js";

/** Kinds of items; the numbers are those of `openPort` in `native.d.ts`. */
export const OPENED = 0;
export const EVENTS = 1;
export const CHUNK = 2;
export const WHOLE = 3;
export const ASK = 4;
export const END = 5;
export const FAILED = 6;
export const UNFINISHED = 7;
export const LOGS = 8;
export const CLOSED = 9;
export const STOPS = 10;

/** A call in flight. Its methods must not throw. */
export interface Subscriber {
    /** One item. */
    receive(kind: number, payload: unknown): void;
    /** The delivery has no more items for it. */
    flush(): void;
}

const subscribers = new ByToken<Subscriber>();

/** Has items of this token delivered to the subscriber, until {@link unsubscribe}. */
export function subscribe(token: number, subscriber: Subscriber): void {
    subscribers.set(token, subscriber);
}

/** Undoes {@link subscribe}. */
export function unsubscribe(token: number): void {
    subscribers.delete(token);
}

/** Calls that wait for items; for tests. */
export function pendingCalls(): number {
    return subscribers.size;
}

/** Hands records of the port to the logger or to the hooks; does nothing for another kind, which is a stale item of a call that was cancelled. */
export function deliverRecords(kind: number, payload: unknown): void {
    if (kind === LOGS) log.deliver(payload as LogRecord[]);
    else if (kind === STOPS) stops.deliver(payload as StopRecord[]);
}

function deliver(...items: unknown[]): void {
    const { length } = items;
    for (let at = 0; at < length;) {
        const token = items[at] as number;
        const subscriber = subscribers.get(token);
        if (subscriber === undefined) {
            deliverRecords(items[at + 1] as number, items[at + 2]);
            at += 3;
            continue;
        }
        do {
            subscriber.receive(items[at + 1] as number, items[at + 2]);
            at += 3;
        } while (at < length && items[at] === token);
        subscriber.flush();
    }
}

/** Bun and Deno have event loops of their own: the native half drives calls by libuv or by threads. */
function isNode(): boolean {
    const { bun, deno } = process.versions;
    return bun === undefined && deno === undefined;
}

let opened: number | undefined;

/** The number of this thread's port, which is opened for its first call. */
export function port(): number {
    return (opened ??= native.openPort(deliver, isNode()));
}
