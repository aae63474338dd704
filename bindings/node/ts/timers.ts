// Timers and the clock as they were when the package was loaded: fake timers of test runners replace the globals later,
// and a call must not wait for a stopped clock.

import * as timers from "node:timers";

/** Runs a function in the next turn of the event loop. */
export const immediate = timers.setImmediate;

/** Runs a function after so many milliseconds. */
export const timeout = timers.setTimeout;

/** Cancels a timer of {@link timeout}. */
export const clear = timers.clearTimeout;

/** Milliseconds that have passed since some moment. */
export const now: () => number = performance.now.bind(performance);

const settled = Promise.resolve();

/** Runs a function as a microtask. Not by `queueMicrotask`, which a test runner may replace. */
export function microtask(run: () => void): void {
    void settled.then(run);
}
