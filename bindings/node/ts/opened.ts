// The promise of a stream whose answer has begun.

import { APIPromise } from "./api_promise.js";
import { derive, rejectWithStack } from "./deferred.js";
import { misuse } from "./errors.js";
import type { ResponseInfo } from "./head.js";
import type { Completion } from "./stream_reader.js";

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

/** Resolves with the stream once its answer has begun. */
export function opened<S extends Opening>(stream: S): APIPromise<S, ResponseInfo> {
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
    return promise.withViews({
        raw: () => derive(promise, infoOf),
        info: infoOf,
    });
}
