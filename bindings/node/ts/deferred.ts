// Promises for users. None of them can kill the process: a rejection that nobody looks at is not an accident, because
// the failure of one upstream call must not end a server.

const nothing = (): void => undefined;

/** A promise with its two ends. */
export class Deferred<T> {
    readonly promise: Promise<T>;
    resolve!: (value: T) => void;
    #reject!: (error: unknown) => void;

    constructor() {
        this.promise = new Promise<T>((resolve, reject) => {
            this.resolve = resolve;
            this.#reject = reject;
        });
    }

    /** Rejects; whoever awaits the promise sees it, and if nobody does, nothing happens. */
    reject(error: unknown): void {
        this.promise.catch(nothing);
        this.#reject(error);
    }
}

/** A rejected promise that does no harm if nobody awaits it. */
export function rejected<T>(error: unknown): Promise<T> {
    const promise = Promise.reject<T>(error);
    promise.catch(nothing);
    return promise;
}

/** Marks a promise so that it does no harm if nobody awaits it. */
export function harmless<T>(promise: Promise<T>): Promise<T> {
    promise.catch(nothing);
    return promise;
}
