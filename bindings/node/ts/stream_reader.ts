// The reading end of a stream: items one by one for async iterators and listeners, or all of them for callers that
// await the end. Streams of events and of bytes share it.

import { inspect, type InspectOptions } from "node:util";
import { Deferred, rejected, ObservedPromise } from "./deferred.js";
import { abortError, misuse, captureStack, warnUnobserved } from "./errors.js";
import type { Source } from "./native_stream.js";
import type { ResponseInfo } from "./head.js";
import { immediate, microtask } from "./timers.js";

/**
 * Batches read in one turn of the event loop: without a limit, a fast service would starve the program's other work.
 */
const MAX_BATCHES_PER_TURN = 16;

const collected = new FinalizationRegistry<Source<unknown>>((source) => {
    source.close();
});

/** Maps an item to the value that an iterator yields; undefined skips the item. */
export type Pick<T, V> = (item: T) => V | undefined;

/** Yields items as they are. */
export const identity = <T>(value: T): T => value;

/** The promise of an iterator's `next()` that no item was there for. */
class PendingRead<T, V> extends Deferred<IteratorResult<V, undefined>> {
    readonly #pick: Pick<T, V>;

    constructor(pick: Pick<T, V>) {
        super();
        this.#pick = pick;
    }

    /** Resolves with the item; false if the iterator skips it. */
    offer(item: T): boolean {
        const value = this.#pick(item);
        if (value === undefined) return false;
        this.resolve({ done: false, value });
        return true;
    }
}

/** Called when the stream is opened, or when it ends. */
export interface Completion {
    /** It has happened. */
    complete(): void;
    /** It did not. `reported`: a listener gets the error. */
    reject(error: unknown, reported: boolean): void;
}

/** A promise of something that is made at that moment. */
class DeferredCompletion<T> extends Deferred<T> implements Completion {
    readonly #make: () => T;

    constructor(make: () => T) {
        super(ObservedPromise);
        this.#make = make;
    }

    complete(): void {
        try {
            this.resolve(this.#make());
        } catch (error) {
            this.reject(error);
        }
    }
}

/** A stream, for its reader. */
export abstract class StreamReader<T> {
    /** @internal */
    protected readonly source: Source<T>;
    // Lists are made when they are needed: a server holds many idle streams.
    /** The oldest read that waits for an item. */
    #pendingRead: PendingRead<T, unknown> | undefined;
    /** Reads queued after it, the oldest first. */
    #queuedReads: PendingRead<T, unknown>[] | undefined;
    /** The iterator that read last. */
    #iterator: StreamIterator<T, unknown> | undefined;
    /** Items for iterators that are slower than the reader that reads the stream to its end. */
    #buffered: T[] | undefined;
    #onOpened: Completion[] | undefined;
    #onEnded: Completion[] | undefined;
    #iterators = 0;
    #batches = 0;
    #pumping = false;
    #opened = false;
    #ended = false;
    /** It ended before anybody could read it: an answer without a body. */
    #unread = false;
    #failure: unknown = null;
    /** The failure was or will be delivered to a consumer. */
    #observed = false;
    /** Listeners see each item. */
    #listeners = false;

    /** @internal */
    constructor(source: Source<T>) {
        this.source = source;
        source.owner = new WeakRef(this);
        collected.register(this, source, source);
    }

    /** Status, headers, attempts and allowances of the answer; null before it has begun. */
    get response(): ResponseInfo | null {
        return this.source.info;
    }

    /** Id of the request at the service; null before the answer has begun. */
    get requestID(): string | null {
        return this.response?.requestID ?? null;
    }

    /** True once nothing more will come. */
    get ended(): boolean {
        return this.#ended;
    }

    /** @internal The failure that ended it; null after a regular end. */
    protected get failure(): unknown {
        return this.#failure;
    }

    /** @internal Called with each item, before an iterator yields it. */
    protected observe(_item: T): void {
        // Subclasses with listeners override it.
    }

    /** @internal Called when the answer has begun. */
    protected opened(): void {
        // Subclasses with listeners override it.
    }

    /** @internal Called at the end; `failure` holds the outcome. */
    protected finished(): void {
        // Subclasses with listeners override it.
    }

    /** @internal Whether it is read to its end without an iterator. */
    protected readsToEnd(): boolean {
        return this.#onEnded !== undefined;
    }

    /** @internal Iterators that were made and not left. */
    protected get iterators(): number {
        return this.#iterators;
    }

    /** @internal Whether `observe` is to be called. */
    protected set hasListeners(hasListeners: boolean) {
        this.#listeners = hasListeners;
    }

    /** @internal Whether a listener gets failures. */
    protected reportsFailures(): boolean {
        return false;
    }

    /** @internal Whether the failure is for loops no more than an end; `pending`: one waits for an item. */
    protected endsQuietly(_pending: boolean): boolean {
        return false;
    }

    /** @internal The next result of an iterator. */
    next<V>(iterator: StreamIterator<T, V>, pick: Pick<T, V>): Promise<IteratorResult<V, undefined>> {
        if (this.#iterator !== (iterator as StreamIterator<T, unknown>)) {
            const refusal = this.#switchIterator(iterator);
            if (refusal !== undefined) return rejected(refusal);
        }
        for (let item = this.poll(); item !== undefined; item = this.poll()) {
            const value = pick(item);
            if (value !== undefined) return Promise.resolve({ done: false, value });
        }
        return this.#enqueueRead(pick);
    }

    /** Another iterator reads from here on; refused while one has a read pending, since each would get a part. */
    #switchIterator(iterator: StreamIterator<T, unknown>): Error | undefined {
        if (this.#ended && (this.#buffered === undefined || this.#buffered.length === 0)) {
            return this.#failure === null && !this.#unread ? misuse(this.endedMessage()) : undefined;
        }
        if (this.#pendingRead !== undefined || iterator.superseded) {
            return misuse(
                "this stream is already being read by another loop; use one loop, or listeners, for all who want it",
            );
        }
        if (this.#iterator !== undefined) this.#iterator.superseded = true;
        this.#iterator = iterator;
        return undefined;
    }

    /** @internal The error message for an iterator that starts after the end. */
    protected endedMessage(): string {
        return "this stream was read to its end, and has nothing left; keep what it brought";
    }

    #enqueueRead<V>(pick: Pick<T, V>): Promise<IteratorResult<V, undefined>> {
        if (this.#ended) {
            if (this.#failure !== null) {
                this.#observed = true;
                if (this.endsQuietly(false)) return Promise.resolve({ done: true, value: undefined });
                return rejected(this.#failure);
            }
            return Promise.resolve({ done: true, value: undefined });
        }
        const read = new PendingRead<T, V>(pick);
        if (this.#pendingRead === undefined) this.#pendingRead = read as PendingRead<T, unknown>;
        else (this.#queuedReads ??= []).push(read as PendingRead<T, unknown>);
        this.advance();
        return read.promise;
    }

    /** @internal The next item if there is one now, and no read waits for it. */
    protected poll(): T | undefined {
        if (this.#buffered !== undefined && this.#buffered.length > 0) return this.#buffered.shift();
        if (this.#pendingRead !== undefined || this.#pumping || !this.source.hasItems()) return undefined;
        return this.#takeItem();
    }

    #takeItem(): T {
        const { source } = this;
        const item = source.item();
        if (this.#listeners) {
            source.context.runInAsyncScope(() => {
                this.observe(item);
            });
        }
        return item;
    }

    /** @internal This item and all others that are there. */
    protected takeAll(item: T): T[] {
        const all = [item];
        const buffered = this.#buffered;
        if (buffered !== undefined && buffered.length > 0) all.push(...buffered.splice(0));
        while (this.source.hasItems()) all.push(this.#takeItem());
        return all;
    }

    /** @internal Resolves with the result of `make`, which is called when the answer has begun. */
    whenOpened<U>(make: () => U): Promise<U> {
        const completion = new DeferredCompletion(make);
        this.onOpened(completion);
        return completion.promise;
    }

    /** @internal As {@link whenOpened}. */
    onOpened(completion: Completion): void {
        if (this.#opened) completion.complete();
        else if (this.#ended) this.#rejectEnded(completion);
        else {
            (this.#onOpened ??= []).push(completion);
            this.advance();
        }
    }

    /** @internal Reads to the end, calls `make`, and resolves with its result. */
    whenEnded<U>(make: () => U): Promise<U> {
        const completion = new DeferredCompletion(make);
        this.onEnded(completion);
        return completion.promise;
    }

    /** @internal As {@link whenEnded}. */
    protected onEnded(completion: Completion): void {
        if (!this.#ended) {
            (this.#onEnded ??= []).push(completion);
            this.advanceSoon();
        } else if (this.#failure === null) completion.complete();
        else this.#rejectEnded(completion);
    }

    #rejectEnded(completion: Completion): void {
        this.#observed = true;
        const failure = this.#failure ?? abortError(undefined);
        captureStack(failure);
        completion.reject(failure, false);
    }

    /** @internal In a microtask: the code that runs now may start an iterator first. */
    protected advanceSoon(): void {
        microtask(() => {
            this.advance();
        });
    }

    /** @internal Hands out items as far as consumers read; the functions that it calls do not re-enter it. */
    advance(): void {
        if (this.#pumping || this.#ended) return;
        this.#pumping = true;
        try {
            // Listeners run in the context of the call, not in that of the wake-up.
            if (this.#listeners) this.source.context.runInAsyncScope(this.#pump, this);
            else this.#pump();
        } finally {
            this.#pumping = false;
        }
    }

    #pump(): void {
        const { source } = this;
        for (;;) {
            if (source.opened && !this.#opened) this.#open();
            this.#serveBuffered();
            while (!this.#ended && (this.#pendingRead !== undefined || this.readsToEnd())) {
                if (!this.#listeners && this.#iterators === 0 && this.#pendingRead === undefined)
                    source.discard();
                if (!source.hasItems()) break;
                this.#deliver(source.item());
            }
            if (this.#ended || source.hasItems()) return;
            if (source.ended) {
                this.#finish(source.error);
                return;
            }
            const wanted = this.#pendingRead !== undefined || this.readsToEnd();
            if (!wanted && (this.#onOpened === undefined || source.opened)) return;
            if (++this.#batches > MAX_BATCHES_PER_TURN) {
                this.#batches = 0;
                immediate(() => {
                    this.advance();
                });
                return;
            }
            if (!source.fetch(this)) {
                this.#batches = 0;
                return;
            }
        }
    }

    #open(): void {
        this.#opened = true;
        const completions = this.#onOpened;
        this.#onOpened = undefined;
        completions?.forEach((completion) => {
            completion.complete();
        });
        this.opened();
    }

    /** Resolves pending reads with buffered items. */
    #serveBuffered(): void {
        const buffered = this.#buffered;
        while (buffered !== undefined && buffered.length > 0 && this.#pendingRead !== undefined)
            this.#resolveRead(buffered.shift() as T);
    }

    #deliver(item: T): void {
        if (this.#listeners) this.observe(item);
        // A listener may have closed the stream.
        if (this.#ended) return;
        if (this.#pendingRead !== undefined) this.#resolveRead(item);
        else if (this.#iterators > 0) (this.#buffered ??= []).push(item);
    }

    #resolveRead(item: T): void {
        if (this.#pendingRead?.offer(item) === true) this.#pendingRead = this.#queuedReads?.shift();
    }

    #finish(failure: unknown): void {
        if (this.#ended) return;
        this.#ended = true;
        this.#unread = this.#iterator === undefined && !this.#listeners && !this.readsToEnd();
        this.#failure = failure;
        collected.unregister(this.source);
        this.source.close();
        // Buffered items have arrived, and are for the iterators still.
        this.#serveBuffered();
        const reported = this.reportsFailures();
        const onOpened = this.#onOpened;
        const onEnded = this.#onEnded;
        if (failure !== null) {
            this.#observed =
                reported ||
                this.#iterators > 0 ||
                this.#pendingRead !== undefined ||
                onOpened !== undefined ||
                onEnded !== undefined;
            if (!this.#observed) warnUnobserved(failure, () => this.#observed);
        }
        for (let read = this.#pendingRead; read !== undefined; read = this.#queuedReads?.shift()) {
            if (failure === null || this.endsQuietly(true)) read.resolve({ done: true, value: undefined });
            else read.reject(failure);
        }
        this.#pendingRead = undefined;
        this.#onOpened = undefined;
        onOpened?.forEach((completion) => {
            completion.reject(failure ?? abortError(undefined), reported);
        });
        this.source.context.runInAsyncScope(() => {
            this.finished();
        });
        this.#onEnded = undefined;
        onEnded?.forEach((completion) => {
            if (failure === null) completion.complete();
            else completion.reject(failure, reported);
        });
    }

    /** @internal */
    fail(error: unknown): void {
        this.#buffered = undefined;
        this.#finish(error);
    }

    /**
     * Ends an answer that is still arriving and closes its connection. Its consumers get an `APIUserAbortError`, with
     * `reason` as its `cause`. Any number of times.
     */
    abort(reason?: unknown): void {
        if (this.#ended) return;
        const error = abortError(reason, this.source.snapshot(), "the stream was closed by this program");
        this.source.close();
        this.fail(error);
    }

    /** Ends the stream, for `await using`. */
    [Symbol.asyncDispose](): Promise<void> {
        this.abort();
        return Promise.resolve();
    }

    /** Items as they come. Leaving the loop ends the stream. */
    [Symbol.asyncIterator](): AsyncIterableIterator<T> {
        return new StreamIterator<T, T>(this, identity);
    }

    /**
     * Items in lists: each time all that have come, at least one. The cheapest way for a consumer that passes them on.
     */
    batches(): AsyncIterableIterator<T[]> {
        return new StreamIterator<T, T[]>(this, (item) => this.takeAll(item));
    }

    /** @internal An iterator was made, or left. */
    countIterator(change: 1 | -1): void {
        this.#iterators += change;
        if (this.#iterators === 0) this.#buffered = undefined;
    }

    /** The output of `console.log`: its state, and nothing of its content. */
    [inspect.custom](_depth: number, options: InspectOptions): string {
        const { requestID } = this;
        let state = this.#opened ? "open" : "waiting for the answer";
        if (this.#ended) state = this.#failure === null ? "complete" : "failed";
        const error = this.#failure instanceof Error ? { error: this.#failure.message } : {};
        return `${this.constructor.name} ${inspect({ state, requestID, ...error }, options)}`;
    }
}

/** The iterator of a `for await` loop over a stream. */
export class StreamIterator<T, V> implements AsyncIterableIterator<V> {
    /** @internal Another iterator has read since. */
    superseded = false;
    readonly #stream: StreamReader<T>;
    readonly #pick: Pick<T, V>;
    #open = true;

    constructor(stream: StreamReader<T>, pick: Pick<T, V>) {
        this.#stream = stream;
        this.#pick = pick;
        stream.countIterator(1);
    }

    next(): Promise<IteratorResult<V, undefined>> {
        return this.#open
            ? this.#stream.next(this, this.#pick)
            : Promise.resolve({ done: true, value: undefined });
    }

    /** The loop was left before its end. */
    return(): Promise<IteratorResult<V, undefined>> {
        if (this.#open) {
            this.#open = false;
            this.#stream.countIterator(-1);
            this.#stream.abort();
        }
        return Promise.resolve({ done: true, value: undefined });
    }

    [Symbol.asyncIterator](): this {
        return this;
    }
}
