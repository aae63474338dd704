// Listens to AbortSignals for calls: one listener a signal, however many calls watch it, and none when none does. It
// must not know what a call is.

import { abortError, unplaced } from "./errors.js";

/** What a signal can end. It must not be what a user holds, or a long-lived signal would keep it from collection. */
export interface Abortable {
    /** Where it is among those of its signal; this file's to write. */
    place: number;
    abort(reason: unknown): void;
}

/** What is wrong with something that was given as a signal, if anything is. */
function refusal(signal: unknown): TypeError | undefined {
    // Not by its class: a page's or a test environment's own is as good.
    const given = signal as Partial<AbortSignal> & { signal?: unknown };
    if (
        typeof given === "object" &&
        typeof given.aborted === "boolean" &&
        typeof given.addEventListener === "function" &&
        typeof given.removeEventListener === "function"
    ) {
        return undefined;
    }
    const what =
        typeof given !== "object"
            ? `a ${typeof given}`
            : typeof given.signal === "object"
              ? "an AbortController: give its `signal`"
              : "another object";
    return unplaced(new TypeError(`signal must be an AbortSignal, and is ${what}`));
}

interface Watched {
    /** Not a Set, for the reason that `by_token.ts` gives. */
    targets: Abortable[];
    listener: () => void;
}

const watched = new WeakMap<AbortSignal, Watched>();

/**
 * Calls `target.abort` once the signal is aborted, unless {@link unwatch} comes first. Gives the error of a call that
 * cannot begin: what was given is no signal, or it is aborted already.
 */
export function watch(signal: AbortSignal, target: Abortable): unknown {
    const error = refusal(signal);
    if (error !== undefined) return error;
    if (signal.aborted) return abortError(signal.reason);
    let known = watched.get(signal);
    if (known === undefined) {
        const targets: Abortable[] = [];
        const listener = (): void => {
            watched.delete(signal);
            for (const one of targets) one.abort(signal.reason);
        };
        try {
            signal.addEventListener("abort", listener, { once: true });
        } catch (refused) {
            return refused;
        }
        known = { targets, listener };
        watched.set(signal, known);
    }
    target.place = known.targets.push(target) - 1;
    return undefined;
}

/** Undoes {@link watch}. */
export function unwatch(signal: AbortSignal, target: Abortable): void {
    const known = watched.get(signal);
    if (known?.targets[target.place] !== target) return;
    const last = known.targets.pop();
    if (last !== undefined && last !== target) {
        known.targets[target.place] = last;
        last.place = target.place;
    }
    if (known.targets.length > 0) return;
    watched.delete(signal);
    signal.removeEventListener("abort", known.listener);
}
