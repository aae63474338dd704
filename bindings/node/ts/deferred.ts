// Promises for users. Their rejections never count as unhandled, because the failure of one upstream call must not end
// a server; the first unobserved one is a process warning. The stacks of their errors hold the frames of the waiting
// code.

import { captureStack, warnUnobserved } from "./errors.js";

const noop = (): void => undefined;

/** Awaiting it takes one turn of the microtask queue. */
const nextTurn = Promise.resolve();

/** A promise that knows whether it was awaited or chained. */
export class ObservedPromise<T> extends Promise<T> {
    #observed = false;

    static {
        // `await`, `then` and all that take promises ask for the constructor first. That it is Promise has `await` take
        // this promise as it is; it would wrap any other one, at the price of two more turns. And `then` returns an
        // ordinary promise.
        Reflect.defineProperty(ObservedPromise.prototype, "constructor", {
            get(this: object) {
                if (#observed in this) (this as ObservedPromise<unknown>).#observed = true;
                return Promise;
            },
            configurable: true,
        });
    }

    /** @internal Whether anybody awaits it, or did. */
    static isObserved(promise: Promise<unknown>): boolean {
        return !(#observed in promise) || (promise as ObservedPromise<unknown>).#observed;
    }

    /** @internal Keeps its rejection from being unhandled; this does not count as observing it. */
    static markHandled(promise: Promise<unknown>): void {
        const own = #observed in promise ? (promise as ObservedPromise<unknown>) : undefined;
        const before = own !== undefined && own.#observed;
        promise.catch(noop);
        if (own !== undefined) own.#observed = before;
    }
}

/** Promises whose rejection is an unhandled one if nobody observes it, as that of any other promise of the platform. */
export const LOUD = Symbol("loud");

/** Keeps a promise that is about to reject from being unhandled, and warns if it stays unobserved. */
function guard(promise: Promise<unknown>, error: unknown, reported: boolean): void {
    if (LOUD in promise && !reported && !ObservedPromise.isObserved(promise)) return;
    ObservedPromise.markHandled(promise);
    if (!reported && !ObservedPromise.isObserved(promise))
        warnUnobserved(error, () => ObservedPromise.isObserved(promise));
}

/**
 * Rejects a promise, given the function that resolves it. The promise follows that of an async function that throws:
 * V8's async stack trace then names the functions that await, at no cost before there is an error. `reported`: a
 * listener gets the failure.
 */
export function rejectWithStack(
    promise: Promise<unknown>,
    resolve: (value: Promise<never>) => void,
    error: unknown,
    reported = false,
): void {
    const follow = async (): Promise<never> => {
        // The promise takes two turns to follow. Nothing else may be chained to either before: V8 ends its async stack
        // trace at a promise with two reactions.
        await nextTurn;
        await nextTurn;
        captureStack(error);
        guard(promise, error, reported);
        followed?.catch(noop);
        throw error;
    };
    const followed: Promise<never> | undefined = follow();
    resolve(followed);
}

type Kind<T> = new (
    executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (error: unknown) => void) => void,
) => Promise<T>;

/** A promise together with the functions that settle it. */
export class Deferred<T> {
    readonly promise: Promise<T>;
    resolve!: (value: T | PromiseLike<T>) => void;

    constructor(kind: Kind<T> = Promise) {
        this.promise = new kind((resolve) => {
            this.resolve = resolve;
        });
    }

    /** As {@link rejectWithStack}. */
    reject(error: unknown, reported = false): void {
        rejectWithStack(this.promise, this.resolve, error, reported);
    }
}

/** A rejected promise that is never unhandled. */
export function rejected<T>(error: unknown): Promise<T> {
    captureStack(error);
    const promise = Promise.reject<T>(error);
    promise.catch(noop);
    return promise;
}

/** Maps a promise; failures of either are warned of like those of any other promise here. */
export function derive<T, U>(from: Promise<T>, make: (value: T) => U): Promise<U> {
    const to = new Deferred<U>(ObservedPromise);
    const rethrow = (error: unknown): never => {
        guard(to.promise, error, false);
        throw error;
    };
    to.resolve(
        from.then((value) => {
            try {
                return make(value);
            } catch (error) {
                return rethrow(error);
            }
        }, rethrow),
    );
    return to.promise;
}
