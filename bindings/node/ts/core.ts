// The part of a client that calls hold: the native client, the key function and the hook; and how a call is submitted.

import type { AsyncResource } from "node:async_hooks";
import { fromNative, translateErrors } from "./errors.js";
import { ask } from "./ask.js";
import type { HookChain } from "./hook_chain.js";
import { halfIn } from "./json.js";
import * as log from "./log.js";
import { type NativeClient, native, type NativeResourceCall, type NativeToolLoop } from "./native.js";
import type { StopHook } from "./stops.js";
import { port } from "./port.js";
import { RequestBody } from "./request_body.js";

/** Kinds of calls; the numbers are the native half's. */
export const CREATE = 0;
export const STREAM = 1;
export const RAW = 2;
export const CREATE_RAW = 3;
export const RAW_STREAM = 4;
/** Added to STREAM: the message is put together natively, for snapshots and the final message. */
export const KEEP = 8;

/** Gives the API key when it is asked for. */
export type KeyFunction = () => string | PromiseLike<string>;

/** Why a function for credentials is asked, and the attempt that its answer is for. */
export interface CredentialRequest {
    /** The attempt of the call: 1 for the first. */
    readonly attempt: number;
    /** The service refused the credential given before: a cached one should be dropped. */
    readonly afterRefusal: boolean;
    /**
     * The credential given before is still valid, and is to be renewed ahead of its end: if the function fails now, the
     * call uses the old one.
     */
    readonly ahead: boolean;
    /** The method of the request, for example `POST`. */
    readonly method: string;
    /** The address of the request, query included. */
    readonly url: string;
    /**
     * Names in lower case and values of the headers so far. `host`, `content-length` and, where it is not there,
     * `accept-encoding` are added later.
     */
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** The body as it will be sent, empty without one; null if it is a stream, which is read while it is sent. */
    readonly body: Uint8Array | null;
}

/** The credential of one attempt, or for a time of all attempts. All of it is a secret: nothing logs it. */
export interface Credential {
    /** An API key, sent as `x-api-key`. */
    apiKey?: string | undefined;
    /** In its place a token, sent as `authorization: Bearer`. */
    authToken?: string | undefined;
    /** Headers to send too, in place of those of the same names: a signature, for example. */
    headers?: Record<string, string> | undefined;
    /**
     * The address to send the request to, query included, in place of its own. To another origin than that of `baseURL`
     * goes no key, no token and no header that holds a secret, but for `headers`.
     */
    url?: string | undefined;
    /**
     * How long the credential fits every request, in milliseconds: it is kept, and the function is not asked until
     * shortly before the end or a refusal.
     */
    validFor?: number | undefined;
}

/** One of several API keys. */
export interface ApiKey {
    /** The key, which is a secret. */
    key: string;
    /** How many turns it takes beside the others; 1 unless given. */
    weight?: number | undefined;
}

/** Gives the credential of an attempt. */
export type CredentialFunction = (request: CredentialRequest) => Credential | PromiseLike<Credential>;

/** The native half's description of an attempt: see `ask.rs`. */
type Asked = [
    attempt: number,
    afterRefusal: boolean,
    ahead: boolean,
    method: string,
    url: string,
    lines: string[],
    body: Buffer | null,
];

/** A body that the native half has made. */
type MadeBody = RequestBody | NativeResourceCall | NativeToolLoop;

/** One call, ready to be sent. */
export interface Request {
    mode: number;
    /**
     * Of a call of a resource: the call itself, which knows its mode. Of a tool loop: the loop, which has made its
     * request.
     */
    body: string | Uint8Array | MadeBody | null;
    options: string | null;
    signal: AbortSignal | undefined;
    method: string | null;
    path: string | null;
    /** Strings in the place of the marks in a `body` that was written here. */
    strings: string[] | null;
}

/** The name of a request's operation. */
export function operationOf({ mode, body }: Pick<Request, "mode" | "body">): string {
    if (body instanceof native.ResourceCall) return body.operation;
    return mode === RAW || mode === RAW_STREAM ? "request" : "messages.create";
}

/** The inside of a client. */
export class Core {
    readonly native: NativeClient;
    readonly key: KeyFunction | undefined;
    /** In place of a key: asked for each attempt. */
    readonly credentials: CredentialFunction | undefined;
    /** Held here: a client, its copies and their calls keep the hook alive. */
    readonly onStop: StopHook | undefined;
    /** Held likewise. */
    readonly hooks: HookChain | undefined;
    #vendor: string | undefined;

    constructor(
        made: NativeClient,
        key: KeyFunction | undefined,
        credentials: CredentialFunction | undefined,
        onStop: StopHook | undefined,
        hooks: HookChain | undefined,
    ) {
        this.native = made;
        this.key = key;
        this.credentials = credentials;
        this.onStop = onStop;
        this.hooks = hooks;
    }

    /** Whether a logger or a hook may be called on account of a call that is made now. */
    get observed(): boolean {
        return this.onStop !== undefined || this.hooks !== undefined || log.isCollecting();
    }

    get vendor(): string {
        return (this.#vendor ??= this.native.vendor);
    }

    /** Sends a call and gives its token; its items are delivered with this tag. */
    submit(request: Request, credential: string | null, tag: number): number {
        const { mode, body, options, method, path, strings } = request;
        // The usual body first: the other kinds are looked up in the native half.
        if (typeof body === "string" || body === null || body instanceof Uint8Array) {
            try {
                return this.native.submit(
                    port(),
                    mode,
                    body,
                    options,
                    credential,
                    method,
                    path,
                    tag,
                    strings,
                );
            } catch (error) {
                throw fromNative(error);
            }
        }
        return translateErrors(() => this.#submitMade(mode, body, options, credential, tag));
    }

    /** Sends a request that the native half has made. */
    #submitMade(
        mode: number,
        body: MadeBody,
        options: string | null,
        credential: string | null,
        tag: number,
    ): number {
        if (body instanceof RequestBody) {
            return this.native.submitBody(port(), mode, body.native, options, credential, tag);
        }
        if (body instanceof native.ResourceCall) {
            return this.native.submitResource(port(), body, options, credential, tag);
        }
        return this.native.submitLoop(port(), mode, body, options, credential, tag);
    }
}

/** Asks for the key; at once if the function is a plain one. An exception that it throws goes to `failed` unchanged. */
export function requestKey(
    key: KeyFunction,
    given: (credential: string) => void,
    failed: (error: unknown) => void,
): void {
    ask(
        key,
        (credential) => {
            if (typeof credential === "string") given(credential);
            else failed(new TypeError(`the apiKey function gave ${typeof credential}, not a string`));
        },
        failed,
    );
}

/** A credential as it crosses; the native half reports unknown keys. */
function credentialJSON(credential: unknown): string {
    if (typeof credential !== "object" || credential === null) {
        throw new TypeError(`the credentials function gave ${typeof credential}, not a Credential`);
    }
    const { apiKey, authToken, validFor, ...rest } = credential as Credential;
    const json = JSON.stringify({ api_key: apiKey, auth_token: authToken, valid_for_ms: validFor, ...rest });
    if (halfIn(json) >= 0)
        throw new TypeError("the credentials function gave text with half a surrogate pair");
    return json;
}

function asRequest([attempt, afterRefusal, ahead, method, url, lines, body]: Asked): CredentialRequest {
    const headers: [string, string][] = [];
    for (let at = 0; at + 1 < lines.length; at += 2) headers.push([lines[at] ?? "", lines[at + 1] ?? ""]);
    return { attempt, afterRefusal, ahead, method, url, headers, body };
}

/** Answers the question of a running call for a credential; the function runs in `scope`, where the call was made. */
export function answerRequest(
    core: Core,
    token: number,
    asked: unknown,
    scope: AsyncResource | undefined,
    failed: (error: unknown) => void,
): void {
    const { key, credentials } = core;
    if (credentials !== undefined) {
        const request = asRequest(asked as Asked);
        const call = (): unknown => credentials(request);
        ask(
            () => (scope === undefined ? call() : scope.runInAsyncScope(call)),
            (credential) => {
                try {
                    const json = credentialJSON(credential);
                    translateErrors(() => native.answerJson(token, json));
                } catch (error) {
                    failed(error);
                }
            },
            (error) => {
                if (request.ahead) native.refuse(token, String(error));
                else failed(error);
            },
        );
        return;
    }
    if (key === undefined) {
        native.refuse(token, "no apiKey function is set");
        return;
    }
    requestKey(
        () => (scope === undefined ? key() : scope.runInAsyncScope(key)),
        (credential) => {
            try {
                translateErrors(() => native.answer(token, credential));
            } catch (error) {
                failed(error);
            }
        },
        failed,
    );
}
