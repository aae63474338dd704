// Batches of requests for messages: created, watched, run over any number of requests, and read. It is loaded with the
// other resources.

import { objectOf } from "./answer.js";
import { APIPromise, tookBytes, tooLateForBytes } from "./api_promise.js";
import { BatchResults } from "./batch_results.js";
import { ByteStream } from "./bytes.js";
import { derive, rejectWithStack } from "./deferred.js";
import { abortError, misuse, translateErrors } from "./errors.js";
import { needObject, needText } from "./arguments.js";
import type { ResponseInfo } from "./head.js";
import { rawOf } from "./json.js";
import { native, type NativeRequestBody, type NativeResourceCall } from "./native.js";
import { opened, openedSoon } from "./stream_promise.js";
import type { RequestOptions } from "./options.js";
import { list, type ListParams, type PagePromise } from "./pages.js";
import type { MessageParamsBase, ReadyRequest } from "./params.js";
import { RequestBody } from "./request_body.js";
import { byIds, requestOf, Resource, whole } from "./resource_calls.js";
import type { Deleted, MessageBatch } from "./resource_types.js";
import type { RawResponse } from "./response.js";
import { kindOf } from "./kind_of.js";
import { SplitJSON } from "./split_json.js";
import { immediate } from "./timers.js";
import { failed, unaryCall } from "./unary_call.js";

/** After so many requests, or bytes of them, that were written the event loop has a turn. */
const TURN = 256;
const TURN_BYTES = 1 << 20;

/** A request of a batch. */
export interface BatchRequest {
    /** Names the request in the results: letters, digits, `_` and `-`, at most 64; once in a batch. */
    custom_id: string;
    /** The parameters of `messages.create()`. */
    params: MessageParamsBase | ReadyRequest;
}

/** The parameters of a new batch. */
export interface BatchCreateParams {
    /** The requests, written as they come: an array, a generator, or anything else that a loop goes over. */
    requests: Iterable<BatchRequest> | AsyncIterable<BatchRequest>;
}

/** How to wait for the end of a batch. Times are milliseconds. */
export interface BatchWaitOptions extends RequestOptions {
    /**
     * Called with the batch after each poll that finds it unfinished. A promise that it returns is awaited. An
     * exception or a rejection ends the wait; the batch continues.
     */
    onProgress?: ((batch: MessageBatch) => unknown) | undefined;
    /** The first pause; 5 000 if it is not given. Pauses grow, with jitter. */
    firstPause?: number | undefined;
    /** The longest pause; 60 000 if it is not given. */
    longestPause?: number | undefined;
    /** The wait is given up after this time; the batch continues. */
    limit?: number | undefined;
}

/** How parameters of requests look. */
const SUCH = "{ requests: [{ custom_id, params }] }";

/** The requests of a batch or a run, which a loop goes over. */
function requestsOf(params: unknown): BatchCreateParams["requests"] {
    needObject("the parameters of batches", params, SUCH);
    const { requests } = params as { requests?: unknown };
    const given = requests as Partial<Iterable<unknown> & AsyncIterable<unknown>> | null | undefined;
    if (typeof (given?.[Symbol.asyncIterator] ?? given?.[Symbol.iterator]) === "function")
        return requests as BatchCreateParams["requests"];
    throw new TypeError(
        `a batch needs \`requests\`: an array or another iterable of { custom_id, params }, and not ` +
            kindOf(requests),
    );
}

/** A request of a batch, as a program without types may give it. */
function partsOf(
    request: unknown,
    index: number,
    json: SplitJSON,
): [id: string, body: string | Uint8Array | RequestBody] {
    const { custom_id: id, params } = (request ?? {}) as { custom_id?: unknown; params: object };
    if (typeof id === "string") return [id, json.body(params)];
    needObject(`request ${index}`, request, "{ custom_id, params }");
    throw new TypeError(`the custom_id of request ${index} must be text, and is ${kindOf(id)}`);
}

/** Collects requests. Returns true if the batch has to be submitted before the next request. */
interface Writer {
    push(id: string, params: string | Uint8Array, strings: string[] | null): unknown;
    pushBody(id: string, params: NativeRequestBody): unknown;
}

/**
 * Writes requests as they come. A synchronous iterator is read without a promise for each request: objects that are
 * alive at a collection of V8's young generation make that generation grow.
 */
async function writeEach(
    requests: BatchCreateParams["requests"],
    signal: AbortSignal | null | undefined,
    writer: Writer,
    send?: () => Promise<void>,
): Promise<void> {
    const json = new SplitJSON();
    let count = 0;
    let rest = TURN;
    let bytes = TURN_BYTES;
    let full = false;
    /** Whether {@link between} has something to do. */
    const write = (request: unknown): boolean => {
        if (signal?.aborted === true) throw abortError(signal.reason);
        const [id, body] = partsOf(request, count++, json);
        bytes -= json.length;
        const strings = json.strings.length === 0 ? null : json.strings;
        full =
            translateErrors(() =>
                body instanceof RequestBody
                    ? writer.pushBody(id, body.native)
                    : writer.push(id, body, strings),
            ) === true;
        return full || --rest === 0 || bytes < 0;
    };
    const between = async (): Promise<void> => {
        if (full) await send?.();
        [rest, bytes] = [TURN, TURN_BYTES];
        await new Promise<void>((resume) => immediate(resume));
    };
    const { [Symbol.asyncIterator]: asynchronous } = requests as Partial<AsyncIterable<unknown>>;
    if (typeof asynchronous === "function") {
        for await (const request of requests) if (write(request)) await between();
        return;
    }
    for (const given of requests as Iterable<unknown>) {
        const request = isPromise(given) ? await given : given;
        if (write(request)) await between();
    }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
    return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

function time(name: string, value: number | undefined): number | null {
    if (value === undefined) return null;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
    throw new TypeError(`${name} must be a number of milliseconds`);
}

/** A run of batches. */
export interface BatchRunParams extends BatchCreateParams {
    /**
     * A file that records the submitted requests. Another run with the same file and the same requests in the same
     * order submits the remaining ones, and none twice, whenever the first run was killed; it gives all results. Delete
     * the file to begin anew.
     */
    state?: string | undefined;
    /** At most so many requests in a batch, 1 to 100 000: smaller batches end sooner. */
    requestsPerBatch?: number | undefined;
    /** At most so many bytes in the body of a batch, up to 256 MB. */
    bytesPerBatch?: number | undefined;
}

function count(name: string, value: number | undefined): number | null {
    if (value === undefined) return null;
    if (Number.isSafeInteger(value) && value > 0) return Math.min(value, 0xffff_ffff);
    throw new TypeError(`${name} must be a whole number above 0`);
}

/** The resource `/v1/messages/batches`. */
export class Batches extends Resource {
    /**
     * Creates a batch. Each request is written when it comes, and only its bytes are kept: at most 100 000 requests,
     * 256 MB. Rejects with a `ConfigError` that names the request which is none, and with a `RequestTooLargeError` if
     * they are too many; nothing was sent then.
     */
    create(params: BatchCreateParams, options?: RequestOptions): APIPromise<MessageBatch> {
        let state: "written" | "sent" | "taken" = "written";
        const written = this.#write(params, options);
        const begin = (call: NativeResourceCall): APIPromise<MessageBatch> =>
            whole<MessageBatch>(this.core, () => call, options, "a batch");
        // In an object: a promise of a promise would be that promise's value.
        const sent = written.then((call) => {
            if (state === "taken") throw tookBytes();
            state = "sent";
            return { promise: begin(call) };
        });
        let resolve!: (value: MessageBatch | PromiseLike<MessageBatch>) => void;
        const promise = new APIPromise<MessageBatch>((settle) => {
            resolve = settle;
        });
        sent.then(({ promise: call }) => call).then(resolve, (error: unknown) => {
            rejectWithStack(promise, resolve, error, state === "taken");
        });
        return promise.withViews({
            raw: async (): Promise<RawResponse> => (await sent).promise.asResponse(),
            info: (batch) => {
                const { response } = batch as { response?: ResponseInfo };
                if (response === undefined) throw misuse("the batch was not created yet");
                return response;
            },
            bytes: async () => {
                if (state !== "written") throw tooLateForBytes();
                state = "taken";
                return begin(await written).asStream();
            },
        });
    }

    async #write(
        params: BatchCreateParams,
        options: RequestOptions | undefined,
    ): Promise<NativeResourceCall> {
        const requests = requestsOf(params);
        const writer = new native.NativeBatchWriter();
        await writeEach(requests, options?.signal, writer);
        return translateErrors(() => writer.finish());
    }

    /**
     * Runs any number of requests: splits them into batches at the service's limits, or smaller ones, submits each
     * batch once, and gives the results, which come as the batches end, by their `custom_id`. `firstPause`,
     * `longestPause` and `limit` are those of `wait()`. Rejects with a `ConfigError` for an id that occurs twice in the
     * run, for other requests than those of `state`, and where another process uses that file.
     */
    async run(
        params: BatchRunParams,
        options: Omit<BatchWaitOptions, "onProgress"> = {},
    ): Promise<BatchResults> {
        const requests = requestsOf(params);
        const { state, requestsPerBatch, bytesPerBatch } = params;
        if (state !== undefined) needText("state, the path of a file,", state);
        const { firstPause, longestPause, limit } = options;
        const run = translateErrors(
            () =>
                new native.NativeBatchRun(
                    state,
                    count("requestsPerBatch", requestsPerBatch),
                    count("bytesPerBatch", bytesPerBatch),
                    time("firstPause", firstPause),
                    time("longestPause", longestPause),
                    time("limit", limit),
                ),
        );
        try {
            await this.#submit(run, requests, options);
        } catch (error) {
            // Until it is collected the run would keep the file of its state.
            run.close();
            throw error;
        }
        return opened(BatchResults.start(this.core, requestOf(run.results(), options)));
    }

    async #submit(
        run: InstanceType<typeof native.NativeBatchRun>,
        requests: BatchCreateParams["requests"],
        options: RequestOptions,
    ): Promise<void> {
        await writeEach(requests, options.signal, run, async () => {
            await unaryCall<null>(this.core, requestOf(run.submit(), options), () => null);
        });
    }

    /**
     * Waits until each request of a batch has its result, and gives the batch. Rejects with an
     * `APIConnectionTimeoutError` at the limit; aborting the signal ends the wait and not the batch.
     */
    wait(id: string, options: BatchWaitOptions = {}): Promise<MessageBatch> {
        const { onProgress, firstPause, longestPause, limit } = options;
        const make = (): NativeResourceCall => {
            needText("the id of a batch", id);
            return native.ResourceCall.wait(
                id,
                time("firstPause", firstPause),
                time("longestPause", longestPause),
                time("limit", limit),
                onProgress !== undefined,
            );
        };
        if (onProgress === undefined) return whole<MessageBatch>(this.core, make, options, "a batch");
        return derive(this.#watch(make, options, onProgress), (batch) => batch);
    }

    async #watch(
        make: () => NativeResourceCall,
        options: BatchWaitOptions,
        onProgress: (batch: MessageBatch) => unknown,
    ): Promise<MessageBatch> {
        const stream = ByteStream.start(this.core, requestOf(translateErrors(make), options));
        let last: MessageBatch | undefined;
        for await (const seen of stream) {
            last = objectOf<MessageBatch>(seen.toString(), stream.response);
            if (last.processing_status !== "ended") await onProgress(last);
        }
        if (last === undefined) throw misuse("the wait ended before the batch was seen");
        return last;
    }

    /**
     * The results of a batch, as they arrive: by its id, or of the batch that `wait()` gave. A line that cannot be read
     * is among them with the type `broken`. `asStream()` gives their lines as bytes, which are asked for by the batch's
     * id.
     */
    results(batch: string | MessageBatch, options?: RequestOptions): APIPromise<BatchResults, ResponseInfo> {
        let made: ReturnType<typeof BatchResults.made>;
        try {
            if (typeof batch !== "string") needObject("a batch", batch, "that of wait(), or its id as text");
            const call = translateErrors(() =>
                typeof batch === "string"
                    ? native.ResourceCall.results(batch)
                    : native.ResourceCall.resultsOf(rawOf(batch)),
            );
            made = BatchResults.made(this.core, requestOf(call, options));
        } catch (error) {
            return failed(error);
        }
        return openedSoon(...made, () => {
            const id = typeof batch === "string" ? batch : batch.id;
            const call = translateErrors(() => native.ResourceCall.streamed("batches.results", [id]));
            return ByteStream.start(this.core, requestOf(call, options));
        });
    }

    // generated: batches, from schema/openapi.yaml by `make generate`
    /** The batches of this workspace, the newest first. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<MessageBatch> {
        return list(this.core, "batches.list", [], params, options);
    }

    /** A batch. */
    retrieve(batchId: string, options?: RequestOptions): APIPromise<MessageBatch> {
        return byIds(this.core, "batches.get", [batchId], options, "a batch");
    }

    /** Deletes a batch that has ended, with its results. */
    delete(batchId: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "batches.delete", [batchId], options, "the answer to a deletion");
    }

    /** Cancels a batch; requests that were begun may still succeed. */
    cancel(batchId: string, options?: RequestOptions): APIPromise<MessageBatch> {
        return byIds(this.core, "batches.cancel", [batchId], options, "a batch");
    }
    // end generated
}
