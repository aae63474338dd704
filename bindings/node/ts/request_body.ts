// A request that is ready to be sent, made by a conversation, a tool loop or a plan: its bytes stay in the native half.

import { inspect } from "node:util";
import type { NativeRequestBody } from "./native.js";
import { bytesOf, refuseHalves } from "./json_argument.js";
import { write as writeJSON } from "./json.js";
import { isPlain } from "./shapes.js";
import { kindOf } from "./kind_of.js";

/**
 * A whole request whose bytes are there already; calls take it in place of parameters. Cheap to keep and to send again.
 */
export class RequestBody {
    /** @internal */
    readonly native: NativeRequestBody;

    /** @internal */
    constructor(native: NativeRequestBody) {
        this.native = native;
    }

    /** The number of bytes to send, without the parameters that a call adds. */
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

    /** The output of `console.log`; it shows nothing of the content. */
    [inspect.custom](): string {
        return `RequestBody { length: ${this.length} }`;
    }
}

/** Whether a value is one of the usual parameters: checking the prototype is cheap, and the other checks are not. */
function isPlainObject(value: unknown): boolean {
    return (
        typeof value === "object" &&
        value !== null &&
        (Object.getPrototypeOf(value) as unknown) === Object.prototype
    );
}

/** Writes a request as JSON. Strings that it leaves out are added to `strings`. */
type Write = (params: object, strings: string[]) => string;

const writeWhole: Write = (params) => writeJSON(params);

/**
 * A whole request as JSON: a string that `write` made, or the bytes of the caller's JSON. The native half checks the
 * latter alone.
 */
export function wholeOf(
    params: object | string | Uint8Array | RequestBody,
    write: Write = writeWhole,
    strings: string[] = [],
): string | Uint8Array | RequestBody {
    if (params instanceof RequestBody) return params;
    const given = typeof params === "string" ? params : isPlainObject(params) ? undefined : bytesOf(params);
    if (given !== undefined) {
        refuseHalves("a request", given);
        return typeof given === "string" ? Buffer.from(given) : given;
    }
    // A program without types may give anything.
    if (
        typeof params !== "object" ||
        (params as unknown) === null ||
        Array.isArray(params) ||
        !isPlain(params)
    ) {
        const kind = kindOf(params);
        throw new TypeError(
            "a request is an object such as { model, max_tokens, messages }, or one as JSON in text or bytes; " +
                `this is ${kind}${kind === "a Promise" ? ": await it" : ""}`,
        );
    }
    return write(params, strings);
}

/** The body of a call as JSON. The kind of call decides whether it is a stream. */
export function bodyOf(
    params: object | string | Uint8Array | RequestBody,
    write?: Write,
    strings?: string[],
): string | Uint8Array | RequestBody {
    // First: few objects have it, and `in` is one lookup where each kind of body is a walk along prototypes.
    if (typeof params !== "object" || (params as unknown) === null || !("stream" in params))
        return wholeOf(params, write, strings);
    if (ArrayBuffer.isView(params) || params instanceof RequestBody) return wholeOf(params);
    const { stream } = params;
    // Another value would be taken for false here, and perhaps for true elsewhere.
    if (typeof stream !== "boolean" && stream !== undefined && stream !== null)
        throw new TypeError(`stream must be true or false, and is ${kindOf(stream)}`);
    return wholeOf({ ...params, stream: undefined }, write, strings);
}
