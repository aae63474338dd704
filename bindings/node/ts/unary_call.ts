// Calls with a whole answer: submitted, awaited, cancelled.

import { AsyncResource } from "node:async_hooks";
import { APIPromise, tookBytes, tooLateForBytes, type Views } from "./api_promise.js";
import { ByteStream } from "./bytes.js";
import { forget, remember } from "./contexts.js";
import {
    answerRequest,
    requestKey,
    type Core,
    CREATE,
    CREATE_RAW,
    operationOf,
    RAW,
    type Request,
} from "./core.js";
import { hasSubscribers, CallReport } from "./diagnostics.js";
import { Deferred, derive, rejectWithStack, ObservedPromise } from "./deferred.js";
import { abortError, APIResponseValidationError, errorAfter, type ErrorCause, misuse } from "./errors.js";
import { ResponseInfo } from "./head.js";
import { microtask } from "./timers.js";
import { type ErrorRecord, native } from "./native.js";
import { RequestBody } from "./request_body.js";
import { RawResponse } from "./response.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import {
    ASK,
    CLOSED,
    FAILED,
    HOOK,
    release,
    reserve,
    OPENED,
    type Subscriber,
    UNFINISHED,
    subscribe,
    WHOLE,
} from "./port.js";

/** Makes the result of the answer's body. */
export type MakeResult<T> = (body: string | Buffer, info: ResponseInfo, unfinished: string | null) => T;

/** The same request, for the bytes of its answer as they come. */
function asBytes(request: Request): Omit<Request, "mode"> {
    const { mode, body } = request;
    if (body instanceof native.ResourceCall) {
        if (body.stream()) return request;
        throw misuse(
            body.operation === "batches.wait"
                ? "wait() is more than one request, and has no bytes of its own: batches.retrieve(id).asStream() " +
                      "has those of the batch"
                : "this call reads the bytes of its answer itself: files.download(id) gives them",
        );
    }
    if (mode === RAW) return request;
    const text = body instanceof RequestBody ? body.toString() : body;
    return { ...request, body: text, method: "POST", path: "/v1/messages" };
}

/** One call with a whole answer. */
class UnaryCall<T> implements Subscriber, Abortable, Views<T, RawResponse> {
    readonly #core: Core;
    readonly #request: Request;
    readonly #make: MakeResult<T>;
    readonly promise: APIPromise<T>;
    slot = 0;
    #resolve!: (value: T | PromiseLike<T>) => void;
    #raw: Deferred<RawResponse> | undefined;
    /** The AsyncLocalStorage context of the call, where a logger, a hook or a key function may be called. */
    readonly #context: AsyncResource | undefined;
    #report: CallReport | undefined;
    #token = 0;
    #tag = 0;
    #sent = false;
    #ended = false;
    #head = "";
    #unfinished: string | null = null;
    #info: ResponseInfo | undefined;
    #body: string | Buffer = "";
    /** What a hook threw. */
    #raised: ErrorCause | undefined;

    constructor(core: Core, request: Request, make: MakeResult<T>) {
        this.#core = core;
        this.#request = request;
        this.#make = make;
        if (core.key !== undefined || core.credentials !== undefined || core.observed || hasSubscribers())
            this.#context = new AsyncResource("parlour.call");
        this.promise = new APIPromise<T>((resolve) => {
            this.#resolve = resolve;
        }).withViews(this);
    }

    /** Sends the request, unless its signal is aborted. */
    start(): void {
        // Its answer was asked for as bytes.
        if (this.#ended) return;
        const { signal } = this.#request;
        if (this.#context !== undefined && hasSubscribers()) {
            const { method, path } = this.#request;
            const call = { operation: operationOf(this.#request), method, path, streams: false };
            this.#report = new CallReport(call, this.#context);
        }
        if (signal !== undefined) {
            const error = watch(signal, this);
            if (error !== undefined) {
                this.#fail(error);
                return;
            }
        }
        const { key } = this.#core;
        if (key === undefined) this.#send(null);
        else requestKey(key, this.#send.bind(this), this.#fail.bind(this));
    }

    #send(credential: string | null): void {
        if (this.#ended) return;
        this.#sent = true;
        try {
            this.#tag = reserve();
            this.#token = this.#core.submit(this.#request, credential, this.#tag);
            subscribe(this.#tag, this);
            if (this.#context !== undefined) remember(this.#token, this.#context);
        } catch (error) {
            this.#fail(error);
        }
    }

    receive(kind: number, payload: unknown): void {
        switch (kind) {
            case OPENED:
                this.#head = payload as string;
                this.#report?.opened(this.info());
                break;
            case UNFINISHED:
                this.#unfinished = payload as string;
                break;
            case WHOLE:
                this.#succeed(payload as string | Buffer);
                break;
            case ASK:
                answerRequest(this.#core, this.#token, payload, this.#context, (error) => {
                    this.#cancel(error);
                });
                break;
            case HOOK:
                this.#core.hooks?.answer(this.#token, payload, this.#context, (error) => {
                    this.#raised = { cause: error };
                });
                break;
            case FAILED:
                this.#fail(errorAfter(payload as ErrorRecord, this.#raised));
                break;
            case CLOSED:
                this.#fail(abortError(undefined));
                break;
        }
    }

    flush(): void {
        // A whole answer is delivered without being taken.
    }

    abort(reason: unknown): void {
        this.#cancel(abortError(reason));
    }

    #cancel(error: unknown): void {
        if (this.#ended) return;
        if (this.#token !== 0) native.release(this.#token);
        this.#fail(error);
    }

    #succeed(body: string | Buffer): void {
        this.#finish();
        this.#body = body;
        this.#report?.ended(this.info(), true);
        this.#raw?.resolve(this.#response());
        let made: T;
        try {
            made = this.#make(body, this.info(), this.#unfinished);
        } catch (error) {
            this.#reject(error);
            return;
        }
        this.#resolve(made);
    }

    #fail(error: unknown): void {
        if (this.#ended) return;
        this.#finish();
        this.#report?.failed(error);
        this.#raw?.reject(error);
        this.#reject(error);
    }

    #reject(error: unknown): void {
        rejectWithStack(this.promise, this.#resolve, error, this.#raw !== undefined);
    }

    #finish(): void {
        this.#ended = true;
        if (this.#tag !== 0) release(this.#tag);
        if (this.#context !== undefined) forget(this.#token, this.#core.hooks?.hearsEnds);
        const { signal } = this.#request;
        if (signal !== undefined) unwatch(signal, this);
    }

    info(): ResponseInfo {
        return (this.#info ??= new ResponseInfo(this.#head, this.#core.vendor));
    }

    #response(): RawResponse {
        return new RawResponse(this.#body, this.info());
    }

    bytes(): Promise<ByteStream> {
        if (this.#sent || this.#ended || this.#raw !== undefined) throw tooLateForBytes();
        const request = asBytes(this.#request);
        this.#ended = true;
        rejectWithStack(this.promise, this.#resolve, tookBytes(), true);
        const stream = ByteStream.start(this.#core, request);
        return stream.whenOpened(() => stream);
    }

    raw(): Promise<RawResponse> {
        if (this.#ended) return derive(this.promise, () => this.#response());
        if (!this.#sent && this.#request.mode === CREATE) this.#request.mode = CREATE_RAW;
        return (this.#raw ??= new Deferred<RawResponse>(ObservedPromise)).promise;
    }
}

/** Makes a call; it is sent in a microtask, before control returns to the event loop. */
export function unaryCall<T>(core: Core, request: Request, make: MakeResult<T>): APIPromise<T> {
    const call = new UnaryCall(core, request, make);
    // Not at once: `asResponse()` on the promise may still change the mode.
    microtask(() => {
        call.start();
    });
    return call.promise;
}

/** A call that was sent, and how it is given up. */
export interface SentCall<T> {
    /** The result. */
    readonly promise: Promise<T>;
    /** Gives the call up. */
    abort(reason: unknown): void;
}

/**
 * Makes a call and sends it at once: for callers that need no other view of its answer, and no signal to abort it.
 */
export function sentCall<T>(core: Core, request: Request, make: MakeResult<T>): SentCall<T> {
    const call = new UnaryCall(core, request, make);
    call.start();
    return call;
}

/** Reads the value from the body of an answer; an error with the body if it is not of the requested kind. */
export function answerFrom<T>(
    body: string | Buffer,
    info: ResponseInfo,
    what: string,
    read: (text: string) => T,
): T {
    const text = body.toString();
    try {
        return read(text);
    } catch (error) {
        const facts = {
            message: `the answer is not ${what}`,
            status: info.status,
            requestId: info.requestID,
            headers: info.rawHeaders,
            body: text,
            attempts: info.attempts,
        };
        throw new APIResponseValidationError(facts, { cause: error });
    }
}

/** A call whose arguments were refused. */
export function failed<T, R = RawResponse>(error: unknown): APIPromise<T, R> {
    let resolve!: (value: PromiseLike<T>) => void;
    const promise = new APIPromise<T, R>((settle) => {
        resolve = settle;
    });
    rejectWithStack(promise, resolve, error);
    return promise.withViews({
        raw: () => promise as unknown as Promise<R>,
        info: () => {
            throw error;
        },
        bytes: () => promise as unknown as Promise<never>,
    });
}
