// What this package takes of its host, as it was when the package was loaded: fake timers of test runners replace the
// globals later, and a call must not wait for a clock that stands still.

import * as timers from "node:timers";

/** Runs it in the next turn of the loop. */
export const immediate = timers.setImmediate;

/** Runs it after so many milliseconds. */
export const timeout = timers.setTimeout;

/** Milliseconds that have passed since some moment. */
export const now: () => number = performance.now.bind(performance);

const settled = Promise.resolve();

/** Runs it when the code that is running now has had its say. Not by `queueMicrotask`, which may be a fake at any time. */
export function microtask(run: () => void): void {
    void settled.then(run);
}
