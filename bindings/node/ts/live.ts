// Reading a stream: one item after the other for loops, or all of them for those who wait for the end. Streams of events
// and of bytes have this in common. It must not know what an item is.

import { inspect, type InspectOptions } from "node:util";
import { Deferred, rejected, Watched } from "./deferred.js";
import { abortError, misuse, place, unnoticed } from "./errors.js";
import type { Flow } from "./flow.js";
import type { ResponseInfo } from "./head.js";
import { immediate, soon } from "./host.js";

/** Batches taken without a turn of the loop before others get theirs: a fast service could hold the loop for ever. */
const TURNS = 16;

const collected = new FinalizationRegistry<Flow<unknown>>((flow) => {
    flow.close();
});

/** What a loop gives of an item; undefined for one that is nothing to it. */
export type Pick<T, V> = (item: T) => V | undefined;

/** Gives all of it. */
export const itself = <T>(value: T): T => value;

/** Somebody who waits for an item. */
class Pull<T, V> extends Deferred<IteratorResult<V, undefined>> {
    readonly #pick: Pick<T, V>;

    constructor(pick: Pick<T, V>) {
        super();
        this.#pick = pick;
    }

    /** Offers an item; false if it was not what is waited for. */
    offer(item: T): boolean {
        const value = this.#pick(item);
        if (value === undefined) return false;
        this.resolve({ done: false, value });
        return true;
    }
}

/** Somebody who waits for a moment in the life of a stream. */
export interface Waiter {
    come(): void;
    reject(error: unknown, heard: boolean): void;
}

/** Somebody who gets something at that moment. */
class Wait<T> extends Deferred<T> implements Waiter {
    readonly #make: () => T;

    constructor(make: () => T) {
        super(Watched);
        this.#make = make;
    }

    come(): void {
        try {
            this.resolve(this.#make());
        } catch (error) {
            this.reject(error);
        }
    }
}

/** A stream as its reader sees it. */
export abstract class Live<T> {
    /** @internal */
    protected readonly flow: Flow<T>;
    // Lists are made when they are needed: a server holds many streams that only wait.
    /** Who waits for an item. */
    #pull: Pull<T, unknown> | undefined;
    /** Those who wait behind him, the first one first. */
    #behind: Pull<T, unknown>[] | undefined;
    /** The loop that read last. */
    #reader: Loop<T, unknown> | undefined;
    /** Items that loops have yet to get while the stream is read to its end for somebody else. */
    #kept: T[] | undefined;
    #begins: Waiter[] | undefined;
    #ends: Waiter[] | undefined;
    #loops = 0;
    #turns = 0;
    #runs = false;
    #begun = false;
    #over = false;
    #failure: unknown = null;
    /** Somebody got the failure, or will. */
    #noticed = false;
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

    /** @internal Whether a listener is told of failures. */
    protected heard(): boolean {
        return false;
    }

    /** @internal What a loop gets next. Nothing is promised by its type if it gives what it gets on. */
    next<V>(reader: Loop<T, V>, pick: Pick<T, V>): Promise<IteratorResult<V, undefined>> {
        if (this.#reader !== (reader as Loop<T, unknown>)) {
            const refusal = this.#turnTo(reader);
            if (refusal !== undefined) return rejected(refusal);
        }
        for (let item = this.now(); item !== undefined; item = this.now()) {
            const value = pick(item);
            if (value !== undefined) return Promise.resolve({ done: false, value });
        }
        return this.#wait(pick);
    }

    /** Another loop wants to read from here on. Two that read at the same time would each get a part. */
    #turnTo(reader: Loop<T, unknown>): Error | undefined {
        if (this.#over && (this.#kept === undefined || this.#kept.length === 0)) {
            return this.#failure === null ? misuse(this.atItsEnd()) : undefined;
        }
        if (this.#pull !== undefined || reader.passed) {
            return misuse(
                "this stream is already being read by another loop; use one loop, or listeners, for all who want it",
            );
        }
        if (this.#reader !== undefined) this.#reader.passed = true;
        this.#reader = reader;
        return undefined;
    }

    /** @internal What is said to a loop that begins when all was read. */
    protected atItsEnd(): string {
        return "this stream was read to its end, and has nothing left; keep what it brought";
    }

    #wait<V>(pick: Pick<T, V>): Promise<IteratorResult<V, undefined>> {
        if (this.#over) {
            if (this.#failure !== null) {
                this.#noticed = true;
                return rejected(this.#failure);
            }
            return Promise.resolve({ done: true, value: undefined });
        }
        const pull = new Pull<T, V>(pick);
        if (this.#pull === undefined) this.#pull = pull as Pull<T, unknown>;
        else (this.#behind ??= []).push(pull as Pull<T, unknown>);
        this.run();
        return pull.promise;
    }

    /** @internal The next item if there is one now, and nobody waits for it already. */
    protected now(): T | undefined {
        if (this.#kept !== undefined && this.#kept.length > 0) return this.#kept.shift();
        if (this.#pull !== undefined || this.#runs || !this.flow.has()) return undefined;
        return this.#nextSeen();
    }

    #nextSeen(): T {
        const { flow } = this;
        const item = flow.batch[flow.at++] as T;
        if (this.#watched) {
            flow.scope.runInAsyncScope(() => {
                this.seen(item);
            });
        }
        return item;
    }

    /** This item and all that have come besides. */
    #gather(item: T): T[] {
        const all = [item];
        const kept = this.#kept;
        if (kept !== undefined && kept.length > 0) all.push(...kept.splice(0));
        while (this.flow.has()) all.push(this.#nextSeen());
        return all;
    }

    /** @internal Gives what is made when the answer has begun. */
    begins<U>(make: () => U): Promise<U> {
        const wait = new Wait(make);
        this.atBeginning(wait);
        return wait.promise;
    }

    /** @internal As {@link begins}. */
    atBeginning(waiter: Waiter): void {
        if (this.#begun) waiter.come();
        else if (this.#over) this.#tooLate(waiter);
        else {
            (this.#begins ??= []).push(waiter);
            this.run();
        }
    }

    /** @internal Reads to the end, and gives what is made there. */
    ends<U>(make: () => U): Promise<U> {
        const wait = new Wait(make);
        this.atEnd(wait);
        return wait.promise;
    }

    /** @internal As {@link ends}. */
    protected atEnd(waiter: Waiter): void {
        if (!this.#over) {
            (this.#ends ??= []).push(waiter);
            this.runSoon();
        } else if (this.#failure === null) waiter.come();
        else this.#tooLate(waiter);
    }

    #tooLate(waiter: Waiter): void {
        this.#noticed = true;
        const failure = this.#failure ?? abortError(undefined);
        place(failure);
        waiter.reject(failure, false);
    }

    /** @internal Runs when the code that is running now has had its say: it may begin a loop. */
    protected runSoon(): void {
        soon(() => {
            this.run();
        });
    }

    /** @internal */
    run(): void {
        if (this.#runs || this.#over) return;
        this.#runs = true;
        try {
            // Listeners run where the stream was made, whoever woke it.
            if (this.#watched) this.flow.scope.runInAsyncScope(this.#loop, this);
            else this.#loop();
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
                immediate(() => {
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
        begins?.forEach((waiter) => {
            waiter.come();
        });
        this.began();
    }

    /** Gives what was kept to those who wait. */
    #serve(): void {
        const kept = this.#kept;
        while (kept !== undefined && kept.length > 0 && this.#pull !== undefined)
            this.#give(kept.shift() as T);
    }

    #hand(item: T): void {
        if (this.#watched) this.seen(item);
        // Whoever saw it may have ended the stream.
        if (this.#over) return;
        if (this.#pull !== undefined) this.#give(item);
        else if (this.#loops > 0) (this.#kept ??= []).push(item);
    }

    #give(item: T): void {
        if (this.#pull?.offer(item) === true) this.#pull = this.#behind?.shift();
    }

    #finish(failure: unknown): void {
        if (this.#over) return;
        this.#over = true;
        this.#failure = failure;
        collected.unregister(this.flow);
        this.flow.close();
        // What was kept has arrived and is still theirs who loop.
        this.#serve();
        const heard = this.heard();
        const begins = this.#begins;
        const ends = this.#ends;
        if (failure !== null) {
            this.#noticed =
                heard ||
                this.#loops > 0 ||
                this.#pull !== undefined ||
                begins !== undefined ||
                ends !== undefined;
            if (!this.#noticed) unnoticed(failure, () => this.#noticed);
        }
        for (let pull = this.#pull; pull !== undefined; pull = this.#behind?.shift()) {
            if (failure === null) pull.resolve({ done: true, value: undefined });
            else pull.reject(failure);
        }
        this.#pull = undefined;
        this.#begins = undefined;
        begins?.forEach((waiter) => {
            waiter.reject(failure ?? abortError(undefined), heard);
        });
        this.flow.scope.runInAsyncScope(() => {
            this.finished();
        });
        this.#ends = undefined;
        ends?.forEach((waiter) => {
            if (failure === null) waiter.come();
            else waiter.reject(failure, heard);
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
        const error = abortError(reason, this.flow.snapshot(), "the stream was closed by this program");
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
        return new Loop<T, T>(this, itself);
    }

    /**
     * Items in lists: each time all that have come, at least one. The cheapest way for a consumer that passes them on.
     */
    batches(): AsyncIterableIterator<T[]> {
        return new Loop<T, T[]>(this, (item) => this.#gather(item));
    }

    /** @internal A loop began, or came to its end. */
    looping(change: 1 | -1): void {
        this.#loops += change;
        if (this.#loops === 0) this.#kept = undefined;
    }

    /** What `console.log` shows: how far it has come, and nothing of what it brings. */
    [inspect.custom](_depth: number, options: InspectOptions): string {
        const { requestID } = this;
        let state = this.#begun ? "open" : "waiting for the answer";
        if (this.#over) state = this.#failure === null ? "complete" : "failed";
        const error = this.#failure instanceof Error ? { error: this.#failure.message } : {};
        return `${this.constructor.name} ${inspect({ state, requestID, ...error }, options)}`;
    }
}

/** A loop over a stream. */
export class Loop<T, V> implements AsyncIterableIterator<V> {
    /** @internal Another loop went on with the stream. */
    passed = false;
    readonly #live: Live<T>;
    readonly #pick: Pick<T, V>;
    #open = true;

    constructor(live: Live<T>, pick: Pick<T, V>) {
        this.#live = live;
        this.#pick = pick;
        live.looping(1);
    }

    next(): Promise<IteratorResult<V, undefined>> {
        return this.#open
            ? this.#live.next(this, this.#pick)
            : Promise.resolve({ done: true, value: undefined });
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
