// Listeners by name. An exception of a listener becomes a process warning, and the other listeners are still called.

import { immediate } from "./timers.js";

/** A function of the user's; its result is ignored, unless it is a promise that rejects. */
type Listener = (...args: never[]) => unknown;

/** The listeners of one name. Never changed, only replaced: a listener may add and remove others. */
export interface Listeners {
    readonly all: readonly Listener[];
    /** A listener declares a second parameter. The argument may be costly, and is made only then. */
    readonly second: boolean;
}

function listeners(all: readonly Listener[]): Listeners {
    return { all, second: all.some(({ length }) => length !== 1) };
}

/** The text of a thrown value; anything can be thrown, even a value that has no text. */
function textOf(error: unknown): string {
    try {
        return String(error);
    } catch {
        return "a value without text";
    }
}

/**
 * Reports an exception of one of the program's functions as a process warning. Never throws: its caller serves other
 * calls as well.
 */
export function report(error: unknown): void {
    try {
        process.emitWarning(error instanceof Error ? error : new Error(`a listener threw ${textOf(error)}`));
    } catch (failure) {
        // `emitWarning` was replaced, and threw. It is an uncaught exception, on a turn of the loop of its own.
        immediate(() => {
            throw failure;
        });
    }
}

/** Reports the rejection of a promise of any class. */
export function watchPromise(given: unknown): void {
    if (typeof given !== "object" || given === null || !("then" in given)) return;
    // Also where `then` itself throws.
    new Promise((resolve) => {
        resolve(given);
    }).catch(report);
}

/** Calls a function of the user's; an exception, or a promise that fails, becomes a process warning. */
export function invoke(listener: Listener, ...args: unknown[]): void {
    try {
        watchPromise((listener as (...args: unknown[]) => unknown)(...args));
    } catch (error) {
        report(error);
    }
}

/** Calls everybody on the list. */
export function call(list: Listeners, ...args: unknown[]): void {
    for (const listener of list.all) invoke(listener, ...args);
}

/** The lists of one object. */
export class Emitter {
    readonly #lists = new Map<string, Listeners>();
    /** Listeners that are removed when they are called, by the wrappers that were added in their place. */
    #originals: WeakMap<Listener, Listener> | undefined;

    get(name: string): Listeners | undefined {
        return this.#lists.get(name);
    }

    add(name: string, listener: Listener): void {
        this.#lists.set(name, listeners([...(this.#lists.get(name)?.all ?? []), listener]));
    }

    /** Adds one that goes when it is called. */
    addOnce(name: string, listener: Listener): void {
        const once = (...args: never[]): unknown => {
            this.remove(name, once);
            return listener(...args);
        };
        // It takes the same arguments as the original.
        Object.defineProperty(once, "length", { value: listener.length });
        (this.#originals ??= new WeakMap()).set(once, listener);
        this.add(name, once);
    }

    remove(name: string, listener: Listener): void {
        const before = this.#lists.get(name);
        if (before === undefined) return;
        const at = before.all.findIndex((one) => one === listener || this.#originals?.get(one) === listener);
        if (at < 0) return;
        const left = before.all.filter((_, index) => index !== at);
        if (left.length === 0) this.#lists.delete(name);
        else this.#lists.set(name, listeners(left));
    }

    emit(name: string, ...args: unknown[]): void {
        const list = this.#lists.get(name);
        if (list !== undefined) call(list, ...args);
    }

    /** Whether there is a listener for a name outside of these. */
    hasOther(names: ReadonlySet<string>): boolean {
        for (const name of this.#lists.keys()) if (!names.has(name)) return true;
        return false;
    }

    get empty(): boolean {
        return this.#lists.size === 0;
    }
}
