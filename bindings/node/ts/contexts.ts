// The AsyncLocalStorage context of each call in flight that a logger or an `onStop` hook may be called on account of:
// records of the core name their call by its token alone.

import type { AsyncResource } from "node:async_hooks";

const contexts = new Map<number, AsyncResource>();

/** Has records of this call handed over in this context, until {@link forget}. */
export function remember(token: number, context: AsyncResource): void {
    contexts.set(token, context);
}

/** Undoes {@link remember}. */
export function forget(token: number): void {
    if (contexts.size > 0) contexts.delete(token);
}

/** Where the call was made; undefined for a call that has ended, and for token 0. */
export function contextOf(token: number): AsyncResource | undefined {
    return contexts.get(token);
}
