// The AsyncLocalStorage context of each call in flight that a logger or an `onStop` hook may be called on account of:
// records of the core name their call by its token alone. Nothing here keeps the context of a call that has ended.

import { AsyncResource } from "node:async_hooks";

const contexts = new Map<number, AsyncResource>();

/** Calls that were given up, and whose end a hook is still to hear of, at most; the contexts of the oldest go first. */
const MOST_LEFT = 65_536;
const left = new Set<number>();

/** Has records of this call handed over in this context, until {@link forget}. */
export function remember(token: number, context: AsyncResource): void {
    contexts.set(token, context);
}

/**
 * Undoes {@link remember}. With `awaitsEnd`, the context stays until {@link ended}: the end of an aborted call reaches
 * its hooks later.
 */
export function forget(token: number, awaitsEnd = false): void {
    if (!contexts.has(token)) return;
    if (!awaitsEnd) {
        contexts.delete(token);
        return;
    }
    left.add(token);
    if (left.size > MOST_LEFT) {
        for (const oldest of left) {
            ended(oldest);
            break;
        }
    }
}

/** The hooks of this call have heard of its end. */
export function ended(token: number): void {
    left.delete(token);
    contexts.delete(token);
}

/** The context of no call; made at the first delivery, which runs in none. */
let outside: AsyncResource | undefined;

/** Notes the context of no call. To be called by a delivery of the native half. */
export function rememberOutside(): void {
    outside ??= new AsyncResource("parlour");
}

/**
 * Runs a function where the call of this token was made; outside of all calls for one that has ended, and for token 0.
 * The context in which a client was made is no substitute: it may be that of the first request, which would be kept for
 * good.
 */
export function runWhere<A extends unknown[]>(token: number, run: (...given: A) => void, ...given: A): void {
    const context = contexts.get(token) ?? outside;
    if (context === undefined) run(...given);
    else context.runInAsyncScope(run, undefined, ...given);
}
