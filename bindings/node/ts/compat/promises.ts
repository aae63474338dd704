// The promises of calls with the views of the field's SDK: a `Response` of the platform in place of this package's own classes.

import {
    APIPromise as Own,
    bytesOf,
    tookBytes,
    tooLateForBytes,
    type Views as OwnViews,
} from "../api_promise.js";
import { type ByteStream } from "../bytes.js";
import { rejectWithStack } from "../deferred.js";
import { misuse } from "../errors.js";
import { rawOf } from "../json.js";
import type { RawResponse } from "../response.js";
import { microtask } from "../timers.js";
import { responseOf, type WebResponse } from "../web_response.js";

export { responseOf } from "../web_response.js";

/** The promise of a call: its result, and the answer around it. */
export interface APIPromise<T> extends Promise<T> {
    /** The answer as it came, with its body. To be called before the promise is awaited. */
    asResponse(): Promise<Response>;
    /**
     * The bytes of the answer as they come, in place of the result. The SDK has no such method. To be called right after the call was
     * made, before the promise is awaited.
     */
    asStream(): Promise<ByteStream>;
    /** The result together with the head of the answer. */
    withResponse(): Promise<{
        /** The result. */
        data: T;
        /** The answer around it. */
        response: Response;
        /** Id of the request at the service. */
        request_id: string | null;
    }>;
    /** The same call with another result. For tracers. */
    _thenUnwrap<U>(change: (data: T) => U): APIPromise<U>;
}

/** The class of these promises, for `instanceof`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would be what `instanceof` leaves of a result
export const APIPromise: abstract new () => APIPromise<any> = Own as never;

/** What these promises show of an answer. */
export type Views = WebResponse;

/**
 * As {@link changed}, for tracers: they look at the answer and at the result of one call, so that its answer is the one around
 * the result.
 */
function unwrapped(this: Own<unknown, Views>, change: (data: unknown) => unknown): unknown {
    const both = async () => {
        const { data, response } = await (this as unknown as APIPromise<unknown>).withResponse();
        return isStream(data) ? eventsIn(response, data) : response;
    };
    return changed(this, change, both as () => Promise<Views>);
}

function isStream(data: unknown): data is AsyncIterable<{ type: string }> {
    return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** The head of a streamed answer, with its events. None is taken before the body is read. */
function eventsIn(head: Response, events: AsyncIterable<{ type: string }>): Response {
    let reader: AsyncIterator<{ type: string }> | undefined;
    const encoder = new TextEncoder();
    const source = {
        async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
            reader ??= events[Symbol.asyncIterator]();
            const turn = await reader.next();
            if (turn.done === true) {
                controller.close();
                return;
            }
            const event = turn.value;
            controller.enqueue(encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
        },
        async cancel() {
            await reader?.return?.();
        },
    };
    const { status, statusText, headers } = head;
    return new Response(new ReadableStream(source, { highWaterMark: 0 }), { status, statusText, headers });
}

/** With what tracers ask for. */
export function withUnwrap<T>(promise: Own<T, Views>): APIPromise<T> {
    return Object.defineProperty(promise, "_thenUnwrap", {
        value: unwrapped,
        configurable: true,
    }) as unknown as APIPromise<T>;
}

/** The views of a call of this package in those of the SDK. `bodyOf`: the body of the answer around a result. */
export function viewsOf<T>(
    views: OwnViews<T, RawResponse>,
    url: () => string,
    bodyOf: (data: T) => string | Uint8Array,
): OwnViews<T, Views> {
    return {
        raw: async () => {
            const { info, body } = await views.raw();
            return responseOf(info, body, url());
        },
        info: (data) => responseOf(views.info(data), bodyOf(data), url()) as never,
        bytes: () => bytesOf(views),
    };
}

/** A call of this package with the views of the SDK. */
export function respond<T>(promise: Own<T>, url: () => string): APIPromise<T> {
    return withUnwrap(promise.changeViews((views) => viewsOf(views, url, (data) => rawOf(data as object))));
}

/** A promise whose result is made of that of another, with the views of that. `both`: its answer, where it leaves the result. */
export function changed<T, U>(
    from: Own<T, Views> | APIPromise<T>,
    change: (data: T) => U | PromiseLike<U>,
    both?: () => Promise<Views>,
): APIPromise<U> {
    const source = from as APIPromise<T>;
    let resolve!: (value: U | PromiseLike<U>) => void;
    const promise = new Own<U, Views>((settle) => {
        resolve = settle;
    });
    // Made by the first who looks: `asResponse()` on a call before it is sent changes how it is carried.
    let wanted = true;
    let looked = false;
    microtask(() => {
        if (!wanted) return;
        looked = true;
        source.then(change).then(resolve, (error: unknown) => {
            rejectWithStack(promise, resolve, error);
        });
    });
    const viewed = promise.withViews({
        raw: () => {
            if (both !== undefined) return both();
            if (wanted) {
                wanted = false;
                const error = misuse("asResponse() took this answer: read the body of what it gave");
                rejectWithStack(promise, resolve, error, true);
            }
            return source.asResponse() as Promise<Views>;
        },
        info: () => {
            throw misuse("withResponse() is of the promise that the call gave");
        },
        bytes: () => {
            if (looked || !wanted) throw tooLateForBytes();
            wanted = false;
            rejectWithStack(promise, resolve, tookBytes(), true);
            return source.asStream();
        },
    });
    const views = {
        value: async () => {
            const { response, request_id } = await source.withResponse();
            return { data: await promise, response, request_id };
        },
        // Tracers put one of theirs in its place.
        writable: true,
        configurable: true,
    };
    return withUnwrap(Object.defineProperty(viewed, "withResponse", views));
}

/** An answer whose body is handed out as it comes. */
export function streamed(bytes: ByteStream, url: string): Response {
    const { response } = bytes;
    if (response === null) throw misuse("the answer has not begun");
    return responseOf(response, bytes.toReadableStream(), url);
}
