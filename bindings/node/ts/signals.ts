// Listens to AbortSignals for calls: one listener a signal, however many calls watch it, and none when none does. It
// must not know what a call is.

/** What a signal can end. It must not be what a user holds, or a long-lived signal would keep it from collection. */
export interface Abortable {
    /** Where it is among those of its signal; this file's to write. */
    place: number;
    abort(reason: unknown): void;
}

interface Watched {
    /** Not a Set, for the reason that `by_token.ts` gives. */
    targets: Abortable[];
    listener: () => void;
}

const watched = new WeakMap<AbortSignal, Watched>();

/** Calls `target.abort` once the signal is aborted, unless {@link unwatch} comes first. */
export function watch(signal: AbortSignal, target: Abortable): void {
    let known = watched.get(signal);
    if (known === undefined) {
        const targets: Abortable[] = [];
        const listener = (): void => {
            watched.delete(signal);
            for (const one of targets) one.abort(signal.reason);
        };
        known = { targets, listener };
        watched.set(signal, known);
        signal.addEventListener("abort", listener, { once: true });
    }
    target.place = known.targets.push(target) - 1;
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
