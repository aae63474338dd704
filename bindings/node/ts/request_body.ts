// A request that is ready to be sent, made by a conversation, a tool loop or a plan: its bytes stay in the native half.

import { inspect } from "node:util";
import type { NativeRequestBody } from "./native.js";
import { kindOf } from "./shown.js";

/** A whole request whose bytes are there already; calls take it in place of parameters. Cheap to keep and to send again. */
export class RequestBody {
    /** @internal */
    readonly native: NativeRequestBody;

    /** @internal */
    constructor(native: NativeRequestBody) {
        this.native = native;
    }

    /** How many bytes will be sent, but for what a call adds. */
    get length(): number {
        return this.native.length;
    }

    /** The JSON text that will be sent; made anew each time. */
    toString(): string {
        return this.native.text();
    }

    /** The request as plain values. */
    toJSON(): unknown {
        return JSON.parse(this.toString());
    }

    /** What `console.log` shows: nothing of its content. */
    [inspect.custom](): string {
        return `RequestBody { length: ${this.length} }`;
    }
}

/** What JSON would make something else of than the program meant. */
function isNoRequest(params: object): boolean {
    return Array.isArray(params) || params instanceof Promise;
}

/** A whole request as JSON, as it was given. */
export function wholeOf(
    params: object | string | Uint8Array | RequestBody,
    write: (params: object) => string = JSON.stringify,
): string | Uint8Array | RequestBody {
    if (typeof params === "string" || params instanceof Uint8Array || params instanceof RequestBody)
        return params;
    // A program without types may give anything.
    if (typeof params !== "object" || (params as unknown) === null || isNoRequest(params)) {
        const kind = kindOf(params);
        throw new TypeError(
            "a request is an object such as { model, max_tokens, messages }, or one as JSON in text or bytes; " +
                `this is ${kind}${kind === "a Promise" ? ": await it" : ""}`,
        );
    }
    return write(params);
}

/** The body of a call as JSON. Whether it is a stream is said by the kind of call. */
export function bodyOf(
    params: object | string | Uint8Array | RequestBody,
): string | Uint8Array | RequestBody {
    // First: few objects have it, and `in` is one lookup where each kind of body is a walk along prototypes.
    if (typeof params !== "object" || (params as unknown) === null || !("stream" in params))
        return wholeOf(params);
    if (params instanceof Uint8Array || params instanceof RequestBody) return params;
    const { stream } = params;
    // Another value would be taken for false here, and perhaps for true elsewhere.
    if (typeof stream !== "boolean" && stream !== undefined && stream !== null)
        throw new TypeError(`stream must be true or false, and is ${kindOf(stream)}`);
    return wholeOf({ ...params, stream: undefined });
}
