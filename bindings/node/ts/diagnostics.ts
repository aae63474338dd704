// Channels of `node:diagnostics_channel` for tracers and monitors: one object for each call, published when it is sent,
// when its answer has begun, and when it has ended. Without a subscriber, nothing is allocated.

import type { AsyncResource } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { ResponseInfo } from "./head.js";

/**
 * One call. The same object each time, updated as the call proceeds: a subscriber may use it as the key of a `WeakMap`
 * to keep data of its own.
 */
export interface CallDiagnostics {
    /** The operation, such as `messages.create`, `models.list`, or `request` for a raw one. */
    readonly operation: string;
    /** Of a raw request. */
    readonly method: string | null;
    /** Of a raw request. */
    readonly path: string | null;
    /** Whether the answer is read as it comes. */
    readonly streams: boolean;
    /** The HTTP status; of a failure that of the last answer, if there was one. */
    status?: number | undefined;
    /** Id of the request at the service. */
    requestID?: string | null | undefined;
    /** How often the request was sent. */
    attempts?: number | undefined;
    /** The waits between the attempts, in milliseconds. */
    waits?: readonly number[] | undefined;
    /** Whether the answer is complete; false where the program left it before. */
    complete?: boolean | undefined;
    /** The error of a failed call. */
    error?: unknown;
}

/** Names of the channels. */
export const CHANNELS = {
    /** A call is sent. */
    start: "parlour:call:start",
    /** Its answer has begun. */
    opened: "parlour:call:opened",
    /** It ended without an error. */
    end: "parlour:call:end",
    /** It failed. */
    error: "parlour:call:error",
} as const;

const START = channel(CHANNELS.start);
const OPENED = channel(CHANNELS.opened);
const END = channel(CHANNELS.end);
const FAILED = channel(CHANNELS.error);

/** Whether anybody subscribes. */
export function hasSubscribers(): boolean {
    return START.hasSubscribers || OPENED.hasSubscribers || END.hasSubscribers || FAILED.hasSubscribers;
}

/** A call with subscribers, published in the AsyncLocalStorage context in which it was made. */
export class CallReport {
    readonly #call: CallDiagnostics;
    readonly #context: AsyncResource;

    constructor(call: CallDiagnostics, context: AsyncResource) {
        this.#call = call;
        this.#context = context;
        this.#tell(START);
    }

    #tell(to: ReturnType<typeof channel>): void {
        this.#context.runInAsyncScope(() => {
            to.publish(this.#call);
        });
    }

    #learn(info: ResponseInfo | null): void {
        if (info === null) return;
        const { status, requestID, attempts, waits } = info;
        Object.assign(this.#call, { status, requestID, attempts, waits });
    }

    opened(info: ResponseInfo | null): void {
        this.#learn(info);
        this.#tell(OPENED);
    }

    ended(info: ResponseInfo | null, complete: boolean): void {
        this.#learn(info);
        this.#call.complete = complete;
        this.#tell(END);
    }

    failed(error: unknown): void {
        // Errors of calls have the same facts; an exception of the program's functions has none.
        const { status, requestID, attempts, waits } = (error ?? {}) as Partial<CallDiagnostics>;
        this.#call.error = error;
        for (const [name, value] of Object.entries({ status, requestID, attempts, waits }))
            if (value !== undefined) Object.assign(this.#call, { [name]: value });
        this.#tell(FAILED);
    }
}
