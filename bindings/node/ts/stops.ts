// The hook `onStop`: it is called for each message that ended with another stop reason than `end_turn` (spec §2.5), on
// the thread of the client and in the AsyncLocalStorage context of the call; after a call that was given up, in that of
// none.

import { runWhere } from "./contexts.js";
import { invoke } from "./emitter.js";
import type { StopRecord } from "./native.js";
import type { StopReason } from "./types.js";

/** A message that ended with another stop reason than `end_turn`. */
export interface StopNotice {
    /** Why the model stopped. */
    stopReason: StopReason;
    /** The id of the request at the service, if the answer named it. Quote it when you investigate. */
    requestID: string | null;
    /** The id of the message. */
    messageID: string;
    /** The model that answered. */
    model: string;
}

/** The `onStop` setting of a client. */
export type StopListener = (notice: StopNotice) => unknown;

/** The hook of a client and its copies, which hold it. */
export class StopHook {
    readonly #listener: StopListener;

    /** Throws a `TypeError` if it is no function. */
    constructor(listener: unknown) {
        if (typeof listener !== "function") {
            throw new TypeError(
                `onStop must be a function, not ${listener === null ? "null" : typeof listener}`,
            );
        }
        this.#listener = listener as StopListener;
    }

    call({ token, stopReason, requestId, messageId, model }: StopRecord): void {
        const notice: StopNotice = { stopReason, requestID: requestId, messageID: messageId, model };
        runWhere(token, invoke, this.#listener, notice);
    }
}

/**
 * Hooks by the number of the client in the native half. Weak: a hook lives as long as a client, copy or call that holds
 * it, so that a program that makes a client for each request keeps nothing.
 */
const hooks = new Map<number, WeakRef<StopHook>>();
const collected = new FinalizationRegistry<number>((client) => {
    hooks.delete(client);
});

/** Has the hook called for the client of this number and its copies, as long as the hook is referenced. */
export function register(client: number, hook: StopHook): void {
    hooks.set(client, new WeakRef(hook));
    collected.register(hook, client);
}

/** Calls the hooks of these messages. */
export function deliver(records: StopRecord[]): void {
    for (const record of records) hooks.get(record.client)?.deref()?.call(record);
}
