// Takes what the native half delivers and gives it to those who wait for it, all of it in one call of the loop. It must
// not know what is waited for.

import { ByToken } from "./by_token.js";
import * as log from "./log.js";
import { type LogRecord, native, type StopRecord } from "./native.js";
import * as stops from "./stops.js";

/** Kinds of what is delivered; the numbers are the native half's. */
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

/** Somebody who waits. Must not throw. */
export interface Sink {
    /** One thing that came. */
    take(kind: number, payload: unknown): void;
    /** Nothing more of this delivery. */
    settle(): void;
}

const waiting = new ByToken<Sink>();

/** Gives what comes for this token to the sink, until {@link leave}. */
export function wait(token: number, sink: Sink): void {
    waiting.set(token, sink);
}

/** Undoes {@link wait}. */
export function leave(token: number): void {
    waiting.delete(token);
}

/** How many wait; for tests. */
export function waiters(): number {
    return waiting.size;
}

/** Hands records of the port to the logger or to the hooks; does nothing for another kind, whose call was given up. */
export function deliverRecords(kind: number, payload: unknown): void {
    if (kind === LOGS) log.deliver(payload as LogRecord[]);
    else if (kind === STOPS) stops.deliver(payload as StopRecord[]);
}

function wake(...items: unknown[]): void {
    const { length } = items;
    for (let at = 0; at < length;) {
        const token = items[at] as number;
        const sink = waiting.get(token);
        if (sink === undefined) {
            deliverRecords(items[at + 1] as number, items[at + 2]);
            at += 3;
            continue;
        }
        do {
            sink.take(items[at + 1] as number, items[at + 2]);
            at += 3;
        } while (at < length && items[at] === token);
        sink.settle();
    }
}

/** Bun and Deno have a loop of their own, which our native half does not know. */
function isNode(): boolean {
    const { bun, deno } = process.versions;
    return bun === undefined && deno === undefined;
}

let opened: number | undefined;

/** Where calls of this thread are delivered; made for the first one, since a program that makes none needs nothing. */
export function port(): number {
    return (opened ??= native.openPort(wake, isNode()));
}
