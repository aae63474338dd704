// Promises for users. None of them can kill the process: the failure of one upstream call must not end a server. A failure
// that nobody waits for is told once as a warning. And their rejections hold the frames of whoever waits.

import { place, unnoticed } from "./errors.js";

const nothing = (): void => undefined;

/** Awaiting it takes a turn of the queue of microtasks. */
const turn = Promise.resolve();

/** A promise that knows whether somebody looked at it. */
export class Watched<T> extends Promise<T> {
    #looked = false;

    static {
        // `await`, `then` and all that take promises ask for the constructor first. That it is Promise has `await` take
        // this promise as it is; it would wrap any other one, at the price of two more turns. And what `then` gives is
        // an ordinary promise.
        Reflect.defineProperty(Watched.prototype, "constructor", {
            get(this: object) {
                if (#looked in this) (this as Watched<unknown>).#looked = true;
                return Promise;
            },
            configurable: true,
        });
    }

    /** @internal Whether anybody waits for it, or did. */
    static looked(promise: Promise<unknown>): boolean {
        return !(#looked in promise) || (promise as Watched<unknown>).#looked;
    }

    /** @internal Has it do no harm, which does not count as a look. */
    static calm(promise: Promise<unknown>): void {
        const watched = #looked in promise ? (promise as Watched<unknown>) : undefined;
        const before = watched !== undefined && watched.#looked;
        promise.catch(nothing);
        if (watched !== undefined) watched.#looked = before;
    }
}

/** Has a promise that is about to fail do no harm, and the failure told if nobody looks at it. */
function settle(promise: Promise<unknown>, error: unknown, heard: boolean): void {
    Watched.calm(promise);
    if (!heard && !Watched.looked(promise)) unnoticed(error, () => Watched.looked(promise));
}

/**
 * Has a promise fail, given the function that resolves it. It follows a promise that fails in an async function: what the
 * engine knows of who awaits becomes part of the error's stack, at no cost before there is an error. `heard`: somebody is
 * told of the failure in another way.
 */
export function fail(
    promise: Promise<unknown>,
    resolve: (value: Promise<never>) => void,
    error: unknown,
    heard = false,
): void {
    const follow = async (): Promise<never> => {
        // The promise takes two turns to follow. Nothing else may look at either before: the engine goes no further where
        // two do.
        await turn;
        await turn;
        place(error);
        settle(promise, error, heard);
        followed?.catch(nothing);
        throw error;
    };
    const followed: Promise<never> | undefined = follow();
    resolve(followed);
}

type Kind<T> = new (
    executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (error: unknown) => void) => void,
) => Promise<T>;

/** A promise with its two ends. */
export class Deferred<T> {
    readonly promise: Promise<T>;
    resolve!: (value: T | PromiseLike<T>) => void;

    constructor(kind: Kind<T> = Promise) {
        this.promise = new kind((resolve) => {
            this.resolve = resolve;
        });
    }

    /** Rejects; whoever awaits the promise sees it. As for {@link fail}. */
    reject(error: unknown, heard = false): void {
        fail(this.promise, this.resolve, error, heard);
    }
}

/** A rejected promise that does no harm if nobody awaits it. */
export function rejected<T>(error: unknown): Promise<T> {
    place(error);
    const promise = Promise.reject<T>(error);
    promise.catch(nothing);
    return promise;
}

/** What becomes of a promise: its failures and those of `make` are told like those of any other promise of ours. */
export function derived<T, U>(from: Promise<T>, make: (value: T) => U): Promise<U> {
    const to = new Deferred<U>(Watched);
    const passedOn = (error: unknown): never => {
        settle(to.promise, error, false);
        throw error;
    };
    to.resolve(
        from.then((value) => {
            try {
                return make(value);
            } catch (error) {
                return passedOn(error);
            }
        }, passedOn),
    );
    return to.promise;
}
