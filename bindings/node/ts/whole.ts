// Calls with a whole answer: submitted, waited for, given up. It must not know what a message is.

import { AsyncResource } from "node:async_hooks";
import { APIPromise } from "./api_promise.js";
import { forget, remember } from "./contexts.js";
import { answerAsk, askKey, type Core, CREATE, CREATE_RAW, type Request } from "./core.js";
import { Deferred, derived, fail, Watched } from "./deferred.js";
import { abortError, errorOf } from "./errors.js";
import { ResponseInfo } from "./head.js";
import { soon } from "./host.js";
import { type ErrorRecord, native } from "./native.js";
import { RawResponse } from "./response.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import { ASK, CLOSED, FAILED, leave, OPENED, type Sink, UNFINISHED, wait, WHOLE } from "./wake.js";

/** Makes the result of what came. */
export type Make<T> = (body: string | Buffer, info: ResponseInfo, unfinished: string | null) => T;

/** One call with a whole answer. */
class Whole<T> implements Sink, Abortable {
    readonly #core: Core;
    readonly #request: Request;
    readonly #make: Make<T>;
    readonly promise: APIPromise<T>;
    place = 0;
    #resolve!: (value: T | PromiseLike<T>) => void;
    #raw: Deferred<RawResponse> | undefined;
    /** Where the call was made, for functions of the user's that are called on its account. */
    readonly #scope: AsyncResource | undefined;
    #token = 0;
    #sent = false;
    #over = false;
    #head = "";
    #unfinished: string | null = null;
    #info: ResponseInfo | undefined;
    #body: string | Buffer = "";

    constructor(core: Core, request: Request, make: Make<T>) {
        this.#core = core;
        this.#request = request;
        this.#make = make;
        if (core.key !== undefined || core.observed) this.#scope = new AsyncResource("parlour.call");
        this.promise = new APIPromise<T>((resolve) => {
            this.#resolve = resolve;
        }).looking({ raw: () => this.#asRaw(), info: () => this.#around() });
    }

    /** Sends it; it may have been given up since it was made. */
    start(): void {
        const { signal } = this.#request;
        if (signal !== undefined) {
            const error = watch(signal, this);
            if (error !== undefined) {
                this.#fail(error);
                return;
            }
        }
        const { key } = this.#core;
        if (key === undefined) this.#send(null);
        else askKey(key, this.#send.bind(this), this.#fail.bind(this));
    }

    #send(credential: string | null): void {
        if (this.#over) return;
        this.#sent = true;
        try {
            this.#token = this.#core.submit(this.#request, credential);
            wait(this.#token, this);
            if (this.#scope !== undefined) remember(this.#token, this.#scope);
        } catch (error) {
            this.#fail(error);
        }
    }

    take(kind: number, payload: unknown): void {
        switch (kind) {
            case OPENED:
                this.#head = payload as string;
                break;
            case UNFINISHED:
                this.#unfinished = payload as string;
                break;
            case WHOLE:
                this.#done(payload as string | Buffer);
                break;
            case ASK:
                answerAsk(this.#core, this.#token, this.#scope, (error) => {
                    this.#giveUp(error);
                });
                break;
            case FAILED:
                this.#fail(errorOf(payload as ErrorRecord));
                break;
            case CLOSED:
                this.#fail(abortError(undefined));
                break;
        }
    }

    settle(): void {
        // Whole answers are delivered without being asked for.
    }

    abort(reason: unknown): void {
        this.#giveUp(abortError(reason));
    }

    #giveUp(error: unknown): void {
        if (this.#over) return;
        if (this.#token !== 0) native.release(this.#token);
        this.#fail(error);
    }

    #done(body: string | Buffer): void {
        this.#end();
        this.#body = body;
        this.#raw?.resolve(this.#response());
        let made: T;
        try {
            made = this.#make(body, this.#around(), this.#unfinished);
        } catch (error) {
            this.#refuse(error);
            return;
        }
        this.#resolve(made);
    }

    #fail(error: unknown): void {
        if (this.#over) return;
        this.#end();
        this.#raw?.reject(error);
        this.#refuse(error);
    }

    #refuse(error: unknown): void {
        fail(this.promise, this.#resolve, error, this.#raw !== undefined);
    }

    #end(): void {
        this.#over = true;
        if (this.#token !== 0) leave(this.#token);
        if (this.#scope !== undefined) forget(this.#token);
        const { signal } = this.#request;
        if (signal !== undefined) unwatch(signal, this);
    }

    #around(): ResponseInfo {
        return (this.#info ??= new ResponseInfo(this.#head, this.#core.vendor));
    }

    #response(): RawResponse {
        return new RawResponse(this.#body, this.#around());
    }

    #asRaw(): Promise<RawResponse> {
        if (this.#over) return derived(this.promise, () => this.#response());
        if (!this.#sent && this.#request.mode === CREATE) this.#request.mode = CREATE_RAW;
        return (this.#raw ??= new Deferred<RawResponse>(Watched)).promise;
    }
}

/** Makes a call; it is sent before control returns to the loop. */
export function whole<T>(core: Core, request: Request, make: Make<T>): APIPromise<T> {
    const call = new Whole(core, request, make);
    // Not at once, so that `asResponse()` can still have its say.
    soon(() => {
        call.start();
    });
    return call.promise;
}

/** A call that failed before it was one. */
export function failed<T, R = RawResponse>(error: unknown): APIPromise<T, R> {
    let resolve!: (value: PromiseLike<T>) => void;
    const promise = new APIPromise<T, R>((settle) => {
        resolve = settle;
    });
    fail(promise, resolve, error);
    return promise.looking({
        raw: () => promise as unknown as Promise<R>,
        info: () => {
            throw error;
        },
    });
}
