// The part of a client that calls hold: the native client, the key function and the hook; and how a call is submitted.

import type { AsyncResource } from "node:async_hooks";
import { translateErrors } from "./errors.js";
import * as log from "./log.js";
import { type NativeClient, native } from "./native.js";
import type { StopHook } from "./stops.js";
import { port } from "./port.js";

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

/** One call, ready to be sent. */
export interface Request {
    mode: number;
    body: string | Uint8Array | null;
    options: string | null;
    signal: AbortSignal | undefined;
    method: string | null;
    path: string | null;
}

/** The inside of a client. */
export class Core {
    readonly native: NativeClient;
    readonly key: KeyFunction | undefined;
    /** Held here: a client, its copies and their calls keep the hook alive. */
    readonly onStop: StopHook | undefined;
    #vendor: string | undefined;

    constructor(made: NativeClient, key: KeyFunction | undefined, onStop: StopHook | undefined) {
        this.native = made;
        this.key = key;
        this.onStop = onStop;
    }

    /** Whether a logger or a hook may be called on account of a call that is made now. */
    get observed(): boolean {
        return this.onStop !== undefined || log.isCollecting();
    }

    get vendor(): string {
        return (this.#vendor ??= this.native.vendor);
    }

    /** Sends a call and gives its token; its items are delivered with this tag. */
    submit(request: Request, credential: string | null, tag: number): number {
        const { mode, body, options, method, path } = request;
        return translateErrors(() =>
            this.native.submit(port(), mode, body, options, credential, method, path, tag),
        );
    }
}

/** Asks for the key; at once if the function is a plain one. What it throws goes to `failed` as it is. */
export function requestKey(
    key: KeyFunction,
    given: (credential: string) => void,
    failed: (error: unknown) => void,
): void {
    const checked = (credential: unknown): void => {
        if (typeof credential === "string") given(credential);
        else failed(new TypeError(`the apiKey function gave ${typeof credential}, not a string`));
    };
    let got: string | PromiseLike<string>;
    try {
        got = key();
    } catch (error) {
        failed(error);
        return;
    }
    // A program without types may give anything.
    const later = got as Partial<PromiseLike<string>> | null | undefined;
    if (typeof later === "object" && typeof later?.then === "function") later.then(checked, failed);
    else checked(got);
}

/** Answers the question of a running call for a key; the function runs in `scope`, where the call was made. */
export function answerKeyRequest(
    core: Core,
    token: number,
    scope: AsyncResource | undefined,
    failed: (error: unknown) => void,
): void {
    const { key } = core;
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
