// The promise of a stream whose answer has begun.

import { APIPromise, tookBytes, tooLateForBytes } from "./api_promise.js";
import type { ByteStream } from "./bytes.js";
import { derive, rejectWithStack } from "./deferred.js";
import { misuse } from "./errors.js";
import type { ResponseInfo } from "./head.js";
import type { Completion } from "./stream_reader.js";
import { microtask } from "./timers.js";

/** A stream that may not have begun. */
interface Opening {
    readonly response: ResponseInfo | null;
    onOpened(completion: Completion): void;
}

function infoOf(stream: Opening): ResponseInfo {
    const { response } = stream;
    if (response === null) throw misuse("the answer has not begun");
    return response;
}

/**
 * Resolves with the stream once its answer has begun. `bytes`: gives the bytes of the answer for `asStream()`; it calls
 * `leave` where the promise does not get the answer then.
 */
export function opened<S extends Opening>(
    stream: S,
    bytes?: (promise: Promise<S>, leave: () => void) => Promise<ByteStream>,
): APIPromise<S, ResponseInfo> {
    let resolve!: (value: S | PromiseLike<S>) => void;
    const promise = new APIPromise<S, ResponseInfo>((settle) => {
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
    const leave = (): void => {
        rejectWithStack(promise, resolve, tookBytes(), true);
    };
    return promise.withViews({
        raw: () => derive(promise, infoOf),
        info: infoOf,
        ...(bytes === undefined ? {} : { bytes: () => bytes(promise, leave) }),
    });
}

/**
 * As {@link opened}, of a stream whose request `send` sends. It does so in a microtask: until then `asStream()` may
 * take the answer, which `ask` asks for as bytes.
 */
export function openedSoon<S extends Opening>(
    stream: S,
    send: () => void,
    ask: () => ByteStream,
): APIPromise<S, ResponseInfo> {
    /** Let go of with the request, which may be large. */
    let askBytes: (() => ByteStream) | undefined = ask;
    let taken = false;
    microtask(() => {
        askBytes = undefined;
        if (!taken) send();
    });
    return opened(stream, (_, leave) => {
        if (askBytes === undefined || taken) throw tooLateForBytes();
        const bytes = askBytes();
        taken = true;
        leave();
        return bytes.whenOpened(() => bytes);
    });
}
