// The promise that calls return: besides the result it gives the response, parsed or raw.

import { derive, ObservedPromise } from "./deferred.js";
import type { ResponseInfo } from "./head.js";
import type { RawResponse } from "./response.js";

/** A result together with its response. */
export interface WithResponse<T> {
    data: T;
    response: ResponseInfo;
    request_id: string | null;
}

/** Where a promise gets the other views from. */
export interface Views<T, R> {
    /** The answer as it came, in place of the result. */
    raw(): Promise<R>;
    /** What came around a result. */
    info(data: T): ResponseInfo;
}

/** The promise of a call's result. */
export class APIPromise<T, R = RawResponse> extends ObservedPromise<T> {
    #views: Views<T, R> | undefined;

    /** @internal */
    withViews(views: Views<T, R>): this {
        this.#views = views;
        return this;
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
     * The answer as it came. Called right after the call was made, it has the answer come whole even where it would
     * have been carried as a stream inside.
     */
    asResponse(): Promise<R> {
        return this.#view.raw();
    }

    get #view(): Views<T, R> {
        if (this.#views === undefined) throw new TypeError("only calls of a client have a response");
        return this.#views;
    }
}

// The one of its base counts, which knows who looks.
Reflect.deleteProperty(APIPromise.prototype, "constructor");
