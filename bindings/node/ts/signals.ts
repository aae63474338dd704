// Cancellation by AbortSignal: one listener for each signal, however many calls it cancels, and none when no call is
// left.

import { abortError, deferStack } from "./errors.js";

/**
 * The target that a signal cancels. Never an object that a user holds: a long-lived signal would keep it from garbage
 * collection.
 */
export interface Abortable {
    /** Where it is among those of its signal; this file's to write. */
    slot: number;
    abort(reason: unknown): void;
}

/** The error for a value that was given as a signal and is none. */
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
    return deferStack(new TypeError(`signal must be an AbortSignal, and is ${what}`));
}

interface Registration {
    /** Not a Set, for the reason that `slab.ts` gives. */
    targets: Abortable[];
    listener: () => void;
}

const registrations = new WeakMap<AbortSignal, Registration>();

/**
 * Calls `target.abort` once the signal is aborted, unless {@link unwatch} comes first. Returns the error of a call that
 * cannot begin: the value is no signal, or it is aborted already.
 */
export function watch(signal: AbortSignal, target: Abortable): unknown {
    const error = refusal(signal);
    if (error !== undefined) return error;
    if (signal.aborted) return abortError(signal.reason);
    let registration = registrations.get(signal);
    if (registration === undefined) {
        const targets: Abortable[] = [];
        const listener = (): void => {
            registrations.delete(signal);
            for (const one of targets) one.abort(signal.reason);
        };
        try {
            signal.addEventListener("abort", listener, { once: true });
        } catch (refused) {
            return refused;
        }
        registration = { targets, listener };
        registrations.set(signal, registration);
    }
    target.slot = registration.targets.push(target) - 1;
    return undefined;
}

/** Undoes {@link watch}. */
export function unwatch(signal: AbortSignal, target: Abortable): void {
    const registration = registrations.get(signal);
    if (registration?.targets[target.slot] !== target) return;
    const last = registration.targets.pop();
    if (last !== undefined && last !== target) {
        registration.targets[target.slot] = last;
        last.slot = target.slot;
    }
    if (registration.targets.length > 0) return;
    registrations.delete(signal);
    signal.removeEventListener("abort", registration.listener);
}
