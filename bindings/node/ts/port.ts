// The port of this thread: the native half delivers the items of all calls with one call of `deliver`, which dispatches
// them by the tag of their call.

import { AsyncResource } from "node:async_hooks";
import { rememberOutside } from "./contexts.js";
import { report } from "./emitter.js";
import * as log from "./log.js";
import * as ends from "./hook_chain.js";
import { type EndRecord, type LogRecord, native, type StopRecord } from "./native.js";
import { Slab } from "./slab.js";
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
export const LINES = 11;
export const HOOK = 12;
export const ENDS = 13;

/** A call in flight. Its methods must not throw. */
export interface Subscriber {
    /** One item. */
    receive(kind: number, payload: unknown): void;
    /** The delivery has no more items for it. */
    flush(): void;
}

const subscribers = new Slab<Subscriber>();

/** A tag for a call that is to be submitted, until {@link release}. */
export function reserve(): number {
    return subscribers.reserve();
}

/** Has items of this tag delivered to the subscriber, until {@link unsubscribe} or {@link release}. */
export function subscribe(tag: number, subscriber: Subscriber): void {
    subscribers.set(tag, subscriber);
}

/** Undoes {@link subscribe}; the tag stays reserved. */
export function unsubscribe(tag: number): void {
    subscribers.set(tag, undefined);
}

/** Undoes {@link reserve}: items of this tag are stale from here on. */
export function release(tag: number): void {
    subscribers.release(tag);
}

/** Calls that wait for items; for tests. */
export function pendingCalls(): number {
    return subscribers.size;
}

/**
 * Hands records of the port to the logger or to the hooks; does nothing for another kind, which is a stale item of a
 * call that was cancelled.
 */
export function deliverRecords(kind: number, payload: unknown): void {
    if (kind === LOGS) log.deliver(payload as LogRecord[]);
    else if (kind === STOPS) stops.deliver(payload as StopRecord[]);
    else if (kind === ENDS) ends.deliver(payload as EndRecord[]);
}

function deliver(...items: unknown[]): void {
    rememberOutside();
    const { length } = items;
    for (let at = 0; at < length;) {
        const tag = items[at] as number;
        const subscriber = subscribers.get(tag);
        // Advanced before each item: an item that fails is not delivered again, and the following ones are.
        try {
            if (subscriber === undefined) {
                at += 3;
                deliverRecords(items[at - 2] as number, items[at - 1]);
                continue;
            }
            do {
                at += 3;
                subscriber.receive(items[at - 2] as number, items[at - 1]);
            } while (at < length && items[at] === tag);
            subscriber.flush();
        } catch (error) {
            report(error);
        }
    }
}

/** Bun and Deno have event loops of their own: the native half drives calls by libuv or by threads. */
function isNode(): boolean {
    const { bun, deno } = process.versions;
    return bun === undefined && deno === undefined;
}

let opened: number | undefined;
/**
 * Where the package was loaded. A port that is woken by a thread-safe function keeps the context in which it was opened
 * forever: it must not be that of the first request.
 */
const loading = new AsyncResource("parlour.load");

/** The number of this thread's port, which is opened for its first call. */
export function port(): number {
    return (opened ??= loading.runInAsyncScope(() => native.openPort(deliver, isNode())));
}
