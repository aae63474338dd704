// The resource of messages: parameters in, calls out.

import { messageOf } from "./answer.js";
import { APIPromise } from "./api_promise.js";
import { type Core, CREATE, type Request } from "./core.js";
import { derive, rejectWithStack } from "./deferred.js";
import { APIResponseValidationError, misuse } from "./errors.js";
import type { ResponseInfo } from "./head.js";
import type { RequestOptions } from "./options.js";
import type {
    MessageCreateParams,
    MessageCreateParamsNonStreaming,
    MessageCreateParamsStreaming,
    MessageStreamParams,
    ReadyRequest,
} from "./params.js";
import { callOptions } from "./settings.js";
import { MessageStream } from "./stream.js";
import type { Message } from "./types.js";
import { failed, unaryCall } from "./unary_call.js";

/** Options that are not for the native half. */
const OURS: ReadonlySet<string> = new Set(["signal"]);

/** The body of a request as JSON. Whether it is a stream is said by the kind of call. */
function bodyOf(params: object | ReadyRequest): string | Uint8Array {
    if (typeof params === "string" || params instanceof Uint8Array) return params;
    // A program without types may give anything.
    if (typeof params !== "object" || (params as unknown) === null) {
        throw new TypeError(`a request is an object, or JSON as text or bytes, not ${typeof params}`);
    }
    if ("stream" in params) return JSON.stringify({ ...params, stream: undefined });
    return JSON.stringify(params);
}

function requestOf(
    params: object | ReadyRequest,
    options: RequestOptions | undefined,
): Omit<Request, "mode"> {
    return {
        body: bodyOf(params),
        options: options === undefined ? null : callOptions(options, OURS),
        signal: options?.signal ?? undefined,
        method: null,
        path: null,
    };
}

function messageFrom(body: string | Buffer, info: ResponseInfo, unfinished: string | null): Message {
    const text = body.toString();
    try {
        return messageOf(text, info, unfinished);
    } catch (error) {
        const facts = {
            message: "the answer is not a message",
            status: info.status,
            requestId: info.requestID,
            headers: info.rawHeaders,
            body: text,
            attempts: info.attempts,
        };
        throw new APIResponseValidationError(facts, { cause: error });
    }
}

function infoOf(stream: MessageStream): ResponseInfo {
    const { response } = stream;
    if (response === null) throw misuse("the answer has not begun");
    return response;
}

/** The resource `/v1/messages`. */
export class Messages {
    readonly #core: Core;

    /** @internal */
    constructor(core: Core) {
        this.#core = core;
    }

    /**
     * Asks for an answer: a whole message, or with `stream: true` its events once the answer has begun.
     *
     * Parameters this version does not know pass through. A whole request as JSON text or bytes may stand in their
     * place.
     */
    create(
        params: MessageCreateParamsNonStreaming | ReadyRequest,
        options?: RequestOptions,
    ): APIPromise<Message>;
    create(
        params: MessageCreateParamsStreaming,
        options?: RequestOptions,
    ): APIPromise<MessageStream, ResponseInfo>;
    create(
        params: MessageCreateParams,
        options?: RequestOptions,
    ): APIPromise<Message> | APIPromise<MessageStream, ResponseInfo>;
    create(
        params: MessageCreateParams | ReadyRequest,
        options?: RequestOptions,
    ): APIPromise<Message> | APIPromise<MessageStream, ResponseInfo> {
        if (typeof params === "object" && "stream" in params && params.stream === true) {
            return this.#open(params, options);
        }
        let request: Request;
        try {
            request = { mode: CREATE, ...requestOf(params, options) };
        } catch (error) {
            return failed<Message>(error);
        }
        return unaryCall(this.#core, request, messageFrom);
    }

    #open(params: object, options: RequestOptions | undefined): APIPromise<MessageStream, ResponseInfo> {
        let stream: MessageStream;
        try {
            stream = this.stream(params as MessageStreamParams, options);
        } catch (error) {
            return failed(error);
        }
        let resolve!: (value: MessageStream | PromiseLike<MessageStream>) => void;
        const promise = new APIPromise<MessageStream, ResponseInfo>((settle) => {
            resolve = settle;
        });
        stream.onOpened({
            complete() {
                resolve(stream);
            },
            reject(error, reported) {
                rejectWithStack(promise, resolve, error, reported);
            },
        });
        return promise.withViews({
            raw: () => derive(promise, infoOf),
            info: infoOf,
        });
    }

    /**
     * A streamed answer. It is sent at once; its events are read by a loop, by listeners, or by waiting for its end.
     * Throws only what a misspelt option or a request that is no JSON gives; all else comes with the stream.
     */
    stream(params: MessageStreamParams | ReadyRequest, options?: RequestOptions): MessageStream {
        return MessageStream.start(this.#core, requestOf(params, options));
    }
}
