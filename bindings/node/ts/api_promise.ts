// The promise that calls return: besides the result it gives the response, parsed or raw.

import type { ByteStream } from "./bytes.js";
import { derive, ObservedPromise } from "./deferred.js";
import { misuse } from "./errors.js";
import type { ResponseInfo } from "./head.js";
import type { RawResponse } from "./response.js";

/** A result together with its response. */
export interface WithResponse<T> {
    /** The result. */
    data: T;
    /** The head of the answer. */
    response: ResponseInfo;
    /** Id of the request at the service. */
    request_id: string | null;
}

/** Where a promise gets the other views from. */
export interface Views<T, R> {
    /** The unchanged answer, in place of the result. */
    raw(): Promise<R>;
    /** The response information around a result. */
    info(data: T): ResponseInfo;
    /**
     * The bytes of the answer as they come, in place of the result. Not of calls that have none, or are read as they
     * come anyway.
     */
    bytes?(): Promise<ByteStream>;
}

/** The error of a promise whose answer was taken as bytes. */
export function tookBytes(): Error {
    return misuse("asStream() took this answer: read the bytes that it gave");
}

/** The error for requesting the bytes of an answer that is in flight already. */
export function tooLateForBytes(): Error {
    return misuse("the bytes of an answer are asked for of the promise itself, before it is awaited");
}

/** The bytes of an answer by its views. */
export function bytesOf(views: Pick<Views<never, unknown>, "bytes">): Promise<ByteStream> {
    if (views.bytes !== undefined) return views.bytes();
    throw misuse("this call gives no bytes of its own: loop over what it gives, or use `client.request()`");
}

/** The promise of a call's result. */
export class APIPromise<T, R = RawResponse> extends ObservedPromise<T> {
    #views: Views<T, R> | undefined;

    /** @internal */
    withViews(views: Views<T, R>): this {
        this.#views = views;
        return this;
    }

    /**
     * @internal Another promise of the same answer. `bytes`: begins the bytes; the views of this promise call it.
     */
    viewsFor(
        promise: APIPromise<T, R>,
        bytes: (begin: () => Promise<ByteStream>) => Promise<ByteStream>,
    ): APIPromise<T, R> {
        const views = this.#view;
        return promise.withViews({
            raw: () => views.raw(),
            info: (data) => views.info(data),
            bytes: () => bytes(() => bytesOf(views)),
        });
    }

    /** @internal Other views in place of those of this package: see `parlour/hooks`. */
    changeViews<S>(change: (views: Views<T, R>) => Views<T, S>): APIPromise<T, S> {
        const changed = this as unknown as APIPromise<T, S>;
        return changed.withViews(change(this.#view));
    }

    /** The result together with status, headers, attempts and allowances of the answer. */
    withResponse(): Promise<WithResponse<T>> {
        const views = this.#view;
        return derive(this, (data) => {
            const response = views.info(data);
            return { data, response, request_id: response.requestID };
        });
    }

    /**
     * The unchanged answer. Called right after the call was made, it has the answer arrive whole even where it would
     * have been streamed internally.
     */
    asResponse(): Promise<R> {
        return this.#view.raw();
    }

    /**
     * The bytes of the answer as they arrive, in place of the result; the stream has the head of the answer as
     * `response`. Call it right after the call was made, before the promise is awaited: the promise itself is rejected
     * then. A download, whose result is its bytes, gives them here, too.
     */
    asStream(): Promise<ByteStream> {
        const ask = async (): Promise<ByteStream> => await bytesOf(this.#view);
        return derive(ask(), (stream) => stream);
    }

    get #view(): Views<T, R> {
        if (this.#views === undefined) throw new TypeError("only calls of a client have a response");
        return this.#views;
    }
}

// Inherits `constructor` from its base class, which observes consumers.
Reflect.deleteProperty(APIPromise.prototype, "constructor");
