// The calls of the resources beside messages: how one is made, and how its answer is read. It is loaded with them.

import { objectOf } from "./answer.js";
import type { APIPromise } from "./api_promise.js";
import { type Core, RAW, type Request } from "./core.js";
import { translateErrors } from "./errors.js";
import { needText } from "./arguments.js";
import { native, type NativeResourceCall } from "./native.js";
import type { RequestOptions } from "./options.js";
import { callOptions } from "./settings.js";
import { answerFrom, failed, unaryCall } from "./unary_call.js";

/** Options that are not for the native half. */
const OURS: ReadonlySet<string> = new Set(["signal", "onProgress", "firstPause", "longestPause", "limit"]);

/** The request of a call. */
export function requestOf(call: NativeResourceCall, options: RequestOptions | undefined): Request {
    return {
        mode: RAW,
        body: call,
        options: options === undefined ? null : callOptions(options, OURS),
        signal: options?.signal ?? undefined,
        method: null,
        path: null,
        strings: null,
    };
}

/** A call whose answer is one object. */
export function whole<T extends object>(
    core: Core,
    make: () => NativeResourceCall,
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    let request: Request;
    let operation: string;
    try {
        const call = translateErrors(make);
        // It is gone from the call once that is submitted.
        operation = call.operation;
        request = requestOf(call, options);
    } catch (error) {
        return failed<T>(error);
    }
    return unaryCall<T>(core, request, (body, info) =>
        answerFrom(body, info, what, (text) => {
            // Another answer must not pass for it: the core checks.
            const why = native.refusalOf(operation, text);
            if (why !== null) throw new TypeError(why);
            return objectOf<T>(text, info);
        }),
    );
}

/** A call of an endpoint by the ids in its path. */
export function byIds<T extends object>(
    core: Core,
    name: string,
    ids: string[],
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    const make = (): NativeResourceCall => {
        for (const id of ids) needText(`the id of ${what}`, id);
        return native.ResourceCall.whole(name, ids, [], null);
    };
    return whole(core, make, options, what);
}

/** A resource of a client. */
export abstract class Resource {
    /** @internal */
    protected readonly core: Core;

    /** @internal */
    constructor(core: Core) {
        this.core = core;
    }
}
