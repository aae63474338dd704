// The promises of calls with the views of the official SDK: a `Response` of the platform in place of this package's own
// classes.

import { APIPromise as Own, type ByteStream, ParlourError, rawOf, type RawResponse } from "parlour";
import {
    bytesOf,
    changeViews,
    derive as derived,
    LOUD,
    rejectWithStack,
    responseOf,
    type Views as OwnViews,
    type WebResponse,
    withViews,
} from "parlour/hooks";
import type { MessageStream } from "./streams.js";

export { responseOf } from "parlour/hooks";

/** The error for a use of a call that it cannot serve. */
export function misuse(message: string): ParlourError {
    return new ParlourError(message);
}

/** The error of a promise whose answer was taken as bytes. */
export function tookBytes(): Error {
    return misuse("asStream() took this answer: read the bytes that it gave");
}

/** The error for requesting the bytes of an answer that is in flight already. */
export function tooLateForBytes(): Error {
    return misuse("the bytes of an answer are asked for of the promise itself, before it is awaited");
}

const settled = Promise.resolve();

/** Runs a function as a microtask. Not by `queueMicrotask`, which a test runner may replace. */
export function microtask(run: () => void): void {
    void settled.then(run);
}

/** The promise of a call: its result, and the answer around it. */
export interface APIPromise<T> extends Promise<T> {
    /** The unchanged answer, with its body. Call it before the promise is awaited. */
    asResponse(): Promise<Response>;
    /**
     * The bytes of the answer as they come, in place of the result. The SDK has no such method. To be called right
     * after the call was made, before the promise is awaited.
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
    _thenUnwrap<U>(change: (data: T, props: APIResponseProps) => U): APIPromise<U>;
}

/** The views of an answer that these promises have. */
export type Views = WebResponse;

function isStream(data: unknown): data is AsyncIterable<{ type: string }> {
    return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** The head of a streamed answer, with its events. None is taken before the body is read. */
function eventsIn(head: Response, events: AsyncIterable<{ type: string }>): Response {
    let reader: AsyncIterator<{ type: string }> | undefined;
    const encoder = new TextEncoder();
    const source = {
        async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
            if (reader === undefined && (events as Partial<MessageStream>).isTaken === true) {
                throw misuse(
                    "the stream of this answer is read already, by a tracer for example: loop over the stream",
                );
            }
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

/** A call that was answered, for tracers: they read the result out of it with `parseResponse()`. */
export interface APIResponseProps {
    /** The answer; that of a streamed call has its events as they come. */
    response: Response;
    /** The controller that aborts a streamed call. */
    controller?: AbortController | undefined;
}

type Parse<T> = (client: unknown, props: APIResponseProps) => T | PromiseLike<T>;

/** The results of answered calls. */
const results = new WeakMap<APIResponseProps, unknown>();

const parseProps: Parse<unknown> = (_client, props) =>
    results.has(props) ? results.get(props) : props.response.json();

/** The class of these promises. Tracers make some of their own out of the parts of others. */
class CallPromise<T> extends Own<T, Views> {
    /** `parse` is called once, soon. */
    constructor(
        client: unknown,
        answered: PromiseLike<APIResponseProps>,
        parse: Parse<T> = parseProps as Parse<T>,
    ) {
        let resolve!: (value: T | PromiseLike<T>) => void;
        super((settle) => {
            resolve = settle;
        });
        const responsePromise = Promise.resolve(answered);
        void withViews(this, {
            raw: async () => (await responsePromise).response as Views,
            info: () => {
                throw misuse("withResponse() is of the promise itself");
            },
        });
        const withResponse = async (): Promise<unknown> => {
            const [data, { response }] = await Promise.all([this as Promise<T>, responsePromise]);
            return { data, response, request_id: response.headers.get("request-id") };
        };
        const parts = { responsePromise, parseResponse: parse, withResponse };
        for (const [name, value] of Object.entries(parts)) {
            void Object.defineProperty(this, name, { value, writable: true, configurable: true });
        }
        microtask(() => {
            responsePromise
                .then((props) => parse(client, props))
                .then(resolve, (error: unknown) => {
                    rejectWithStack(this, resolve, error);
                });
        });
    }

    /** The answer, once there is one. Its body may be read beside the result; that of a streamed call instead of it. */
    get responsePromise(): Promise<APIResponseProps> {
        const shown = this as unknown as APIPromise<T>;
        return derived(shown.withResponse(), ({ data, response }) => {
            const streams = isStream(data);
            const props: APIResponseProps = { response: streams ? eventsIn(response, data) : response };
            if (streams) props.controller = (data as { controller?: AbortController }).controller;
            results.set(props, data);
            return props;
        });
    }

    /** Reads the result out of an answered call. */
    get parseResponse(): Parse<T> {
        return parseProps as Parse<T>;
    }

    /**
     * As {@link changed}, for tracers: they read the answer and the result of one call, so its answer is the one around
     * the result.
     */
    _thenUnwrap<U>(change: (data: T, props: APIResponseProps) => U): APIPromise<U> {
        const answered = async (): Promise<APIResponseProps> => this.responsePromise;
        const both = async (): Promise<Views> => (await answered()).response as Views;
        const made = change.length < 2 ? change : async (data: T) => change(data, await answered());
        return changed<T, U>(this, made as (data: T) => U, both);
    }
}

// Inherits `constructor` from its base class, which observes consumers.
Reflect.deleteProperty(CallPromise.prototype, "constructor");
// An unobserved failure ends the process, as with the SDK.
void Object.defineProperty(CallPromise.prototype, LOUD, { value: true });
// Every call is one of these.
void Object.defineProperty(CallPromise, Symbol.hasInstance, {
    value: (value: unknown) => value instanceof Own,
});

/** The class of these promises. */
export const APIPromise: new <T>(
    client: unknown,
    responsePromise: PromiseLike<APIResponseProps>,
    parseResponse?: (client: never, props: APIResponseProps) => T | PromiseLike<T>,
) => APIPromise<T> = CallPromise as never;

/** With the members that tracers use: the parts are made when they are read. */
export function withUnwrap<T>(promise: Own<T, Views>): APIPromise<T> {
    return Object.setPrototypeOf(promise, CallPromise.prototype) as APIPromise<T>;
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
    return withUnwrap(changeViews(promise, (views) => viewsOf(views, url, (data) => rawOf(data as object))));
}

/**
 * A promise whose result is made of that of another, with the views of that. `both`: its answer, where it leaves the
 * result.
 */
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
    // Made at first use: `asResponse()` on a call before it is sent changes how it is transferred.
    let wanted = true;
    let looked = false;
    microtask(() => {
        if (!wanted) return;
        looked = true;
        source.then(change).then(resolve, (error: unknown) => {
            rejectWithStack(promise, resolve, error);
        });
    });
    const viewed = withViews(promise, {
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
            const [{ response, request_id }, data] = await Promise.all([source.withResponse(), promise]);
            return { data, response, request_id };
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

/** The promise of a call whose arguments were refused. */
export function failed<T>(error: unknown): APIPromise<T> {
    let resolve!: (value: PromiseLike<T>) => void;
    const promise = new Own<T, Views>((settle) => {
        resolve = settle;
    });
    rejectWithStack(promise, resolve, error);
    const refused = (): Promise<never> => promise as Promise<unknown> as Promise<never>;
    const info = (): never => {
        throw error;
    };
    return withUnwrap(withViews(promise, { raw: refused, info, bytes: refused }));
}
