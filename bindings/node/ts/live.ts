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

/** Somebody who waits for an item. */
type Pull<T> = Deferred<IteratorResult<T, undefined>>;

/** A stream as its reader sees it. */
export abstract class Live<T> {
    /** @internal */
    protected readonly flow: Flow<T>;
    // Lists are made when they are needed: a server holds many streams that only wait.
    /** Who waits for an item. */
    #pull: Pull<T> | undefined;
    /** Those who wait behind him, the first one first. */
    #behind: Pull<T>[] | undefined;
    /** Items that loops have yet to get while the stream is read to its end for somebody else. */
    #kept: T[] | undefined;
    #begins: Deferred<void>[] | undefined;
    #ends: Deferred<void>[] | undefined;
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
        return this.#ends !== undefined;
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
        return value === undefined ? this.#wait() : Promise.resolve({ done: false, value });
    }

    #wait(): Promise<IteratorResult<T, undefined>> {
        if (this.#over) {
            if (this.#failure !== null) return rejected(this.#failure);
            return Promise.resolve({ done: true, value: undefined });
        }
        const pull = new Deferred<IteratorResult<T, undefined>>();
        if (this.#pull === undefined) this.#pull = pull;
        else (this.#behind ??= []).push(pull);
        this.run();
        return pull.promise;
    }

    /** Whose turn it is to get an item. */
    #turn(): Pull<T> | undefined {
        const pull = this.#pull;
        if (pull !== undefined) this.#pull = this.#behind?.shift();
        return pull;
    }

    /** @internal The next item if there is one now, and nobody waits for it already. */
    protected now(): T | undefined {
        if (this.#kept !== undefined && this.#kept.length > 0) return this.#kept.shift();
        const { flow } = this;
        if (this.#pull !== undefined || this.#runs || !flow.has()) return undefined;
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
        (this.#begins ??= []).push(begin);
        this.run();
        return begin.promise;
    }

    /** @internal Reads to the end. */
    ends(): Promise<void> {
        if (this.#over) return this.#failure === null ? Promise.resolve() : rejected(this.#failure);
        const end = new Deferred<void>();
        (this.#ends ??= []).push(end);
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
        for (;;) {
            if (flow.opened && !this.#begun) this.#begin();
            this.#serve();
            while (!this.#over && (this.#pull !== undefined || this.drives())) {
                if (!this.#watched && this.#loops === 0 && this.#pull === undefined) flow.skip();
                if (!flow.has()) break;
                this.#hand(flow.batch[flow.at++] as T);
            }
            if (this.#over || flow.has()) return;
            if (flow.ended) {
                this.#finish(flow.error);
                return;
            }
            const wanted = this.#pull !== undefined || this.drives();
            if (!wanted && (this.#begins === undefined || flow.opened)) return;
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
        const begins = this.#begins;
        this.#begins = undefined;
        begins?.forEach((begin) => {
            begin.resolve();
        });
        this.began();
    }

    /** Gives what was kept to those who wait. */
    #serve(): void {
        const kept = this.#kept;
        while (kept !== undefined && kept.length > 0 && this.#pull !== undefined) {
            this.#turn()?.resolve({ done: false, value: kept.shift() as T });
        }
    }

    #hand(item: T): void {
        if (this.#watched) this.seen(item);
        // Whoever saw it may have ended the stream.
        if (this.#over) return;
        const pull = this.#turn();
        if (pull !== undefined) pull.resolve({ done: false, value: item });
        else if (this.#loops > 0) (this.#kept ??= []).push(item);
    }

    #finish(failure: unknown): void {
        if (this.#over) return;
        this.#over = true;
        this.#failure = failure;
        collected.unregister(this.flow);
        this.flow.close();
        // What was kept has arrived and is still theirs who loop.
        this.#serve();
        for (let pull = this.#turn(); pull !== undefined; pull = this.#turn()) {
            if (failure === null) pull.resolve({ done: true, value: undefined });
            else pull.reject(failure);
        }
        const begins = this.#begins;
        this.#begins = undefined;
        begins?.forEach((begin) => {
            begin.reject(failure ?? abortError(undefined));
        });
        this.finished();
        const ends = this.#ends;
        this.#ends = undefined;
        ends?.forEach((end) => {
            if (failure === null) end.resolve();
            else end.reject(failure);
        });
    }

    /** @internal */
    broken(error: unknown): void {
        this.#kept = undefined;
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
        return new Loop(this, nextItem<T>);
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
        if (this.#loops === 0) this.#kept = undefined;
    }
}

/** For all loops: one that is only waited for holds no function of its own. */
const nextItem = <T>(live: Live<T>): Promise<IteratorResult<T, undefined>> => live.next();

/** What a loop does to its stream. */
interface Looped {
    looping(change: 1 | -1): void;
    abort(): void;
}

/** A loop over a stream. */
export class Loop<L extends Looped, V> implements AsyncIterableIterator<V> {
    readonly #live: L;
    readonly #next: (live: L) => Promise<IteratorResult<V, undefined>>;
    #open = true;

    constructor(live: L, next: (live: L) => Promise<IteratorResult<V, undefined>>) {
        this.#live = live;
        this.#next = next;
        live.looping(1);
    }

    next(): Promise<IteratorResult<V, undefined>> {
        return this.#open ? this.#next(this.#live) : Promise.resolve({ done: true, value: undefined });
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
