// Listens to AbortSignals for calls: one listener a signal, however many calls watch it, and none when none does. It
// must not know what a call is.

/** What a signal can end. It must not be what a user holds, or a long-lived signal would keep it from collection. */
export interface Abortable {
    abort(reason: unknown): void;
}

interface Watched {
    targets: Set<Abortable>;
    listener: () => void;
}

const watched = new WeakMap<AbortSignal, Watched>();

/** Calls `target.abort` once the signal is aborted, unless {@link unwatch} comes first. */
export function watch(signal: AbortSignal, target: Abortable): void {
    let known = watched.get(signal);
    if (known === undefined) {
        const targets = new Set<Abortable>();
        const listener = (): void => {
            watched.delete(signal);
            for (const one of targets) one.abort(signal.reason);
        };
        known = { targets, listener };
        watched.set(signal, known);
        signal.addEventListener("abort", listener, { once: true });
    }
    known.targets.add(target);
}

/** Undoes {@link watch}. */
export function unwatch(signal: AbortSignal, target: Abortable): void {
    const known = watched.get(signal);
    if (known === undefined || !known.targets.delete(target) || known.targets.size > 0) return;
    watched.delete(signal);
    signal.removeEventListener("abort", known.listener);
}
