// Reading a stream: one item after the other for loops, or all of them for those who wait for the end. Streams of events
// and of bytes have this in common. It must not know what an item is.

import { Deferred, harmless, rejected } from "./deferred.js";
import { abortError } from "./errors.js";
import type { Flow } from "./flow.js";
import type { ResponseInfo } from "./head.js";

/** Batches taken without a turn of the loop before others get theirs: a fast service could hold the loop for ever. */
const TURNS = 16;

const collected = new FinalizationRegistry<Flow<unknown>>((flow) => {
    flow.close();
});

/** A stream as its reader sees it. */
export abstract class Live<T> {
    /** @internal */
    protected readonly flow: Flow<T>;
    /** Those who wait for an item, the first one first. */
    #pulls: Deferred<IteratorResult<T, undefined>>[] = [];
    /** Items that loops have yet to get while the stream is read to its end for somebody else. */
    #kept: T[] = [];
    #begins: Deferred<void>[] = [];
    #ends: Deferred<void>[] = [];
    #loops = 0;
    #turns = 0;
    #runs = false;
    #begun = false;
    #over = false;
    #failure: unknown = null;
    /** Somebody looks at each item besides loops. */
    #watched = false;

    /** @internal */
    constructor(flow: Flow<T>) {
        this.flow = flow;
        flow.owner = new WeakRef(this);
        collected.register(this, flow, flow);
    }

    /** Status, headers, attempts and allowances of the answer; null before it has begun. */
    get response(): ResponseInfo | null {
        return this.flow.info;
    }

    /** Id of the request at the service; null before the answer has begun. */
    get requestID(): string | null {
        return this.response?.requestID ?? null;
    }

    /** True once nothing more will come. */
    get ended(): boolean {
        return this.#over;
    }

    /** @internal Why it ended, if not well. */
    protected get failure(): unknown {
        return this.#failure;
    }

    /** @internal Each item, before a loop gets it. */
    protected seen(_item: T): void {
        // For those who watch.
    }

    /** @internal The answer has begun. */
    protected began(): void {
        // For those who watch.
    }

    /** @internal Nothing more will come; `failure` says why. */
    protected finished(): void {
        // For those who watch.
    }

    /** @internal Whether it is read to its end without a loop. */
    protected drives(): boolean {
        return this.#ends.length > 0;
    }

    /** @internal How many loops were begun and not left. */
    protected get loops(): number {
        return this.#loops;
    }

    /** @internal Whether `seen` is to be called. */
    protected set watched(watched: boolean) {
        this.#watched = watched;
    }

    /** @internal The next item. */
    next(): Promise<IteratorResult<T, undefined>> {
        const value = this.now();
        return value === undefined ? this.#pull() : Promise.resolve({ done: false, value });
    }

    #pull(): Promise<IteratorResult<T, undefined>> {
        if (this.#over) {
            if (this.#failure !== null) return rejected(this.#failure);
            return Promise.resolve({ done: true, value: undefined });
        }
        const pull = new Deferred<IteratorResult<T, undefined>>();
        this.#pulls.push(pull);
        this.run();
        return pull.promise;
    }

    /** @internal The next item if there is one now, and nobody waits for it already. */
    protected now(): T | undefined {
        if (this.#kept.length > 0) return this.#kept.shift();
        const { flow } = this;
        if (this.#pulls.length > 0 || this.#runs || !flow.has()) return undefined;
        const item = flow.batch[flow.at++] as T;
        if (this.#watched) this.seen(item);
        return item;
    }

    async #nextBatch(): Promise<IteratorResult<T[], undefined>> {
        const { done, value } = await this.next();
        if (done === true) return { done: true, value: undefined };
        const batch = [value];
        for (let item = this.now(); item !== undefined; item = this.now()) batch.push(item);
        return { done: false, value: batch };
    }

    /** @internal Resolves when the answer has begun. */
    begins(): Promise<void> {
        if (this.#begun) return Promise.resolve();
        if (this.#over) return rejected(this.#failure ?? abortError(undefined));
        const begin = new Deferred<void>();
        this.#begins.push(begin);
        this.run();
        return begin.promise;
    }

    /** @internal Reads to the end. */
    ends(): Promise<void> {
        if (this.#over) return this.#failure === null ? Promise.resolve() : rejected(this.#failure);
        const end = new Deferred<void>();
        this.#ends.push(end);
        this.runSoon();
        return end.promise;
    }

    /** @internal Runs when the code that is running now has had its say: it may begin a loop. */
    protected runSoon(): void {
        queueMicrotask(() => {
            this.run();
        });
    }

    /** @internal */
    run(): void {
        if (this.#runs || this.#over) return;
        this.#runs = true;
        try {
            this.#loop();
        } finally {
            this.#runs = false;
        }
    }

    #loop(): void {
        const { flow } = this;
        const pulls = this.#pulls;
        for (;;) {
            if (flow.opened && !this.#begun) this.#begin();
            this.#serve();
            while (!this.#over && (pulls.length > 0 || this.drives())) {
                if (!this.#watched && this.#loops === 0 && pulls.length === 0) flow.skip();
                if (!flow.has()) break;
                this.#hand(flow.batch[flow.at++] as T);
            }
            if (this.#over || flow.has()) return;
            if (flow.ended) {
                this.#finish(flow.error);
                return;
            }
            const wanted = pulls.length > 0 || this.drives();
            if (!wanted && (this.#begins.length === 0 || flow.opened)) return;
            if (++this.#turns > TURNS) {
                this.#turns = 0;
                setImmediate(() => {
                    this.run();
                });
                return;
            }
            if (!flow.more(this)) {
                this.#turns = 0;
                return;
            }
        }
    }

    #begin(): void {
        this.#begun = true;
        for (const begin of this.#begins.splice(0)) begin.resolve();
        this.began();
    }

    /** Gives what was kept to those who wait. */
    #serve(): void {
        while (this.#kept.length > 0 && this.#pulls.length > 0) {
            this.#pulls.shift()?.resolve({ done: false, value: this.#kept.shift() as T });
        }
    }

    #hand(item: T): void {
        if (this.#watched) this.seen(item);
        // Whoever saw it may have ended the stream.
        if (this.#over) return;
        const pull = this.#pulls.shift();
        if (pull !== undefined) pull.resolve({ done: false, value: item });
        else if (this.#loops > 0) this.#kept.push(item);
    }

    #finish(failure: unknown): void {
        if (this.#over) return;
        this.#over = true;
        this.#failure = failure;
        collected.unregister(this.flow);
        this.flow.close();
        // What was kept has arrived and is still theirs who loop.
        this.#serve();
        for (const pull of this.#pulls.splice(0)) {
            if (failure === null) pull.resolve({ done: true, value: undefined });
            else pull.reject(failure);
        }
        for (const begin of this.#begins.splice(0)) begin.reject(failure ?? abortError(undefined));
        this.finished();
        for (const end of this.#ends.splice(0)) {
            if (failure === null) end.resolve();
            else end.reject(failure);
        }
    }

    /** @internal */
    broken(error: unknown): void {
        this.#kept.length = 0;
        this.#finish(error);
    }

    /**
     * Ends an answer that is still coming and closes its connection. Whoever waits for it gets an
     * `APIUserAbortError`, with `reason` as its `cause`. Any number of times.
     */
    abort(reason?: unknown): void {
        if (this.#over) return;
        const error = abortError(reason, this.flow.snapshot());
        this.flow.close();
        this.broken(error);
    }

    /** Ends the stream, for `await using`. */
    [Symbol.asyncDispose](): Promise<void> {
        this.abort();
        return Promise.resolve();
    }

    /** Items as they come. Leaving the loop ends the stream. */
    [Symbol.asyncIterator](): AsyncIterableIterator<T> {
        return new Loop(this, () => this.next());
    }

    /**
     * Items in lists: each time all that have come, at least one. The cheapest way for a consumer that passes them on.
     */
    batches(): AsyncIterableIterator<T[]> {
        return new Loop(this, () => harmless(this.#nextBatch()));
    }

    /** @internal A loop began, or came to its end. */
    looping(change: 1 | -1): void {
        this.#loops += change;
        if (this.#loops === 0) this.#kept.length = 0;
    }
}

/** What a loop does to its stream. */
interface Looped {
    looping(change: 1 | -1): void;
    abort(): void;
}

/** A loop over a stream. */
export class Loop<V> implements AsyncIterableIterator<V> {
    readonly #live: Looped;
    readonly #next: () => Promise<IteratorResult<V, undefined>>;
    #open = true;

    constructor(live: Looped, next: () => Promise<IteratorResult<V, undefined>>) {
        this.#live = live;
        this.#next = next;
        live.looping(1);
    }

    next(): Promise<IteratorResult<V, undefined>> {
        return this.#open ? this.#next() : Promise.resolve({ done: true, value: undefined });
    }

    /** The loop was left before its end. */
    return(): Promise<IteratorResult<V, undefined>> {
        if (this.#open) {
            this.#open = false;
            this.#live.looping(-1);
            this.#live.abort();
        }
        return Promise.resolve({ done: true, value: undefined });
    }

    [Symbol.asyncIterator](): this {
        return this;
    }
}
