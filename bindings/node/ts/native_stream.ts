// The native end of one stream: it buffers the items that were delivered and not yet consumed. It references its
// consumer strongly only while a read is pending, so that a stream that the program dropped is garbage-collected.

import { AsyncResource } from "node:async_hooks";
import { forget, remember } from "./contexts.js";
import { answerRequest, requestKey, type Core, KEEP, operationOf, type Request } from "./core.js";
import { decode } from "./decode.js";
import { hasSubscribers, CallReport } from "./diagnostics.js";
import { abortError, errorAfter, type ErrorCause, InternalError, fromNative } from "./errors.js";
import { ResponseInfo } from "./head.js";
import { microtask } from "./timers.js";
import { type ErrorRecord, native, type NativeToolLoop } from "./native.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import type { StreamEvent } from "./types.js";
import {
    ASK,
    CHUNK,
    CLOSED,
    deliverRecords,
    END,
    ENDS,
    EVENTS,
    FAILED,
    HOOK,
    release,
    reserve,
    unsubscribe,
    LOGS,
    OPENED,
    type Subscriber,
    STOPS,
    subscribe,
} from "./port.js";

/** The reading end of a {@link NativeStream}. */
export interface Consumer {
    /** Items are there, or the stream has ended. */
    advance(): void;
    /** The stream was cancelled, by a signal or because the key function failed. */
    fail(error: unknown): void;
}

/** A reader's view of the source of its items. */
export type Source<T> = Pick<
    NativeStream<T>,
    | "beginEarly"
    | "block"
    | "close"
    | "context"
    | "discard"
    | "ended"
    | "error"
    | "fetch"
    | "final"
    | "hasItems"
    | "info"
    | "item"
    | "opened"
    | "owner"
    | "snapshot"
>;

const EMPTY: never[] = [];

/** More events than a batch holds, and still a small integer (Smi) to V8. */
const CONSUMED = 0x7fff_ffff;

/** One stream of events or of bytes. */
export class NativeStream<T> implements Subscriber, Abortable {
    /** Set while a read is pending. */
    consumer: Consumer | null = null;
    /** Called at the end where no read is pending. */
    owner: WeakRef<Consumer> | null = null;
    /** Decoded items, and the index of the next one. */
    batch: T[] = EMPTY;
    cursor = 0;
    slot = 0;
    /** Nothing more is delivered; there may be items left to consume. */
    ended = false;
    /** The failure that ended it; null after a regular end. */
    error: unknown = null;
    /** JSON of the whole message and of its unfinished inputs, after a regular end. */
    final: [string, string | null] | null = null;

    /** The AsyncLocalStorage context of the call, for listeners, hooks and the key function. */
    readonly context = new AsyncResource("parlour.stream");
    readonly #core: Core;
    /** Dropped once it is sent: its body may be large. */
    #request: Request | null;
    readonly #signal: AbortSignal | undefined;
    /** The native half assembles the message, for snapshots. */
    readonly #keep: boolean;
    #report: CallReport | undefined;
    /** What a hook threw. */
    #raised: ErrorCause | undefined;
    #token = 0;
    #tag = 0;
    /** Edge-triggered: the native half wakes this stream once, at the next item. */
    #armed = false;
    #closed = false;
    #opened = false;
    /** Fetched at the first use, or at the end. */
    #head: string | null = null;
    #info: ResponseInfo | undefined;
    /** Batch text that is not decoded yet. */
    #text = "";
    /** Index of the content block of the last delta: batches omit it while it stays the same. */
    #block = 0;

    constructor(core: Core, request: Request) {
        this.#core = core;
        this.#request = request;
        this.#signal = request.signal;
        this.#keep = (request.mode & KEEP) !== 0;
    }

    /** Sends the request. A failure is delivered like any other. */
    start(): void {
        const signal = this.#signal;
        if (this.#request !== null && hasSubscribers()) {
            const { method, path } = this.#request;
            const call = { operation: operationOf(this.#request), method, path, streams: true };
            this.#report = new CallReport(call, this.context);
        }
        if (signal !== undefined) {
            const error = watch(signal, this);
            if (error !== undefined) {
                this.#failSoon(error);
                return;
            }
        }
        const { key } = this.#core;
        if (key === undefined) this.#send(null);
        else requestKey(key, this.#send.bind(this), this.#failSoon.bind(this));
    }

    #send(credential: string | null): void {
        const request = this.#request;
        this.#request = null;
        if (this.#closed || request === null) return;
        try {
            this.#tag = reserve();
            this.#token = this.#core.submit(request, credential, this.#tag);
            this.#arm();
            if (this.#core.observed) remember(this.#token, this.context);
        } catch (error) {
            this.#failSoon(error);
        }
    }

    #arm(): void {
        this.#armed = true;
        subscribe(this.#tag, this);
    }

    /** Not at once: the caller gets the stream, and may add listeners, before it fails. */
    #failSoon(error: unknown): void {
        microtask(() => {
            this.#fail(error);
            this.#notify();
        });
    }

    #fail(error: unknown): void {
        if (this.ended) return;
        this.error = error;
        this.ended = true;
    }

    /** Whether the head of the answer is there. */
    get opened(): boolean {
        return this.#opened;
    }

    /** Status, headers and attempts; null before the head is there. */
    get info(): ResponseInfo | null {
        if (!this.#opened) return null;
        if (this.#info === undefined) {
            this.#fetchHead();
            if (this.#head !== null) this.#info = new ResponseInfo(this.#head, this.#core.vendor);
        }
        return this.#info ?? null;
    }

    #fetchHead(): void {
        if (this.#opened && !this.#closed) this.#head ??= native.head(this.#token);
    }

    receive(kind: number, payload: unknown): void {
        switch (kind) {
            case EVENTS:
                this.#text += payload as string;
                break;
            case OPENED:
                this.#opened = true;
                this.#head = null;
                this.#info = undefined;
                this.#report?.opened(this.info);
                break;
            case CHUNK:
                this.#push(payload as T);
                break;
            case ASK:
                answerRequest(this.#core, this.#token, payload, this.context, (error) => {
                    this.#terminate(error);
                });
                break;
            case HOOK:
                this.#core.hooks?.answer(this.#token, payload, this.context, (error) => {
                    this.#raised = { cause: error };
                });
                break;
            case END:
                this.ended = true;
                break;
            case FAILED:
                this.#fail(errorAfter(payload as ErrorRecord, this.#raised));
                break;
            case CLOSED:
                this.#fail(abortError(undefined));
                break;
            case LOGS:
            case STOPS:
            case ENDS:
                deliverRecords(kind, payload);
                break;
        }
    }

    #push(item: T): void {
        if (this.cursor >= this.batch.length) {
            this.batch = [];
            this.cursor = 0;
        }
        this.batch.push(item);
    }

    flush(): void {
        this.#armed = false;
        unsubscribe(this.#tag);
        this.#notify();
    }

    #notify(): void {
        const consumer = this.consumer ?? this.owner?.deref();
        this.consumer = null;
        consumer?.advance();
    }

    /** Whether items are left to consume. */
    hasItems(): boolean {
        return this.cursor < this.batch.length || (this.#text !== "" && this.#decode());
    }

    /** The next item; only where {@link hasItems}. */
    item(): T {
        return this.batch[this.cursor++] as T;
    }

    /** The native half's token of this stream. */
    protected get token(): number {
        return this.#token;
    }

    #decode(): boolean {
        const events: StreamEvent[] = [];
        const text = this.#text;
        this.#text = "";
        try {
            this.#block = decode(text, events, this.#block);
        } catch (error) {
            this.error = new InternalError({ message: "a batch of events cannot be read" }, { cause: error });
            this.ended = true;
        }
        this.batch = events as T[];
        this.cursor = 0;
        return events.length > 0;
    }

    /** Drops undecoded items: the consumer waits for the end alone. */
    discard(): void {
        if (this.#text === "") return;
        this.#text = "";
        this.batch = EMPTY;
        this.cursor = CONSUMED;
    }

    /**
     * Takes the next batch; only when every item was consumed. False if there is none: the stream is armed, and the
     * consumer advances when it is woken.
     */
    fetch(consumer: Consumer): boolean {
        if (this.ended) return true;
        while (!this.#armed && this.#token !== 0) {
            let got: string | unknown[] | null;
            try {
                got = native.take(this.#token);
            } catch (error) {
                this.#fail(fromNative(error));
                return true;
            }
            if (typeof got === "string") {
                this.#text = got;
                return true;
            }
            if (got === null) {
                // Consumed items need not be held while the stream is idle.
                this.batch = EMPTY;
                this.cursor = CONSUMED;
                this.#arm();
                break;
            }
            // A hook that is called here may close this stream.
            for (let at = 0; at < got.length && !this.#closed; at += 2) {
                this.receive(got[at] as number, got[at + 1]);
            }
            if (this.hasProgress()) return true;
        }
        this.consumer = consumer;
        return false;
    }

    /** Whether something has come. */
    protected hasProgress(): boolean {
        return this.ended || this.#text !== "" || this.cursor < this.batch.length;
    }

    /** JSON of the message after the events that were consumed. */
    snapshot(): string | null {
        if (this.#token === 0 || this.#closed || !this.#keep) return null;
        return native.snapshot(this.#token, this.#text === "" ? this.cursor : 0);
    }

    /** JSON of one block of {@link snapshot}. */
    block(index: number): string | null {
        if (this.#token === 0 || this.#closed || !this.#keep) return null;
        return native.snapshotBlock(this.#token, this.#text === "" ? this.cursor : 0, index);
    }

    /** Begins the call of a tool whose block, by its index, was consumed whole; as JSON, or null if it has to wait. */
    beginEarly(loop: NativeToolLoop, index: number): string | null {
        if (this.#token === 0 || this.#closed || !this.#keep) return null;
        return loop.beginEarly(this.#token, this.#text === "" ? this.cursor : 0, index);
    }

    /** Releases the native half, at the end or before it; the connection of an unfinished answer is closed. */
    close(): void {
        if (this.#closed) return;
        this.#fetchHead();
        this.#closed = true;
        if (this.error === null) this.#report?.ended(this.info, this.ended);
        else this.#report?.failed(this.error);
        if (this.#token !== 0) {
            if (this.ended && this.error === null && this.#keep && !this.hasItems()) {
                this.final = native.finalMessage(this.#token);
            }
            forget(this.#token, this.#core.hooks?.hearsEnds);
            native.release(this.#token);
        }
        if (this.#tag !== 0) release(this.#tag);
        this.ended = true;
        this.consumer = null;
        this.#text = "";
        this.batch = EMPTY;
        this.cursor = 0;
        if (this.#signal !== undefined) unwatch(this.#signal, this);
    }

    abort(reason: unknown): void {
        this.#terminate(abortError(reason, this.snapshot()));
    }

    #terminate(error: unknown): void {
        if (this.#closed) return;
        const consumer = this.consumer ?? this.owner?.deref();
        this.ended = true;
        this.error = error;
        this.close();
        consumer?.fail(error);
    }
}
