// The resources beside messages: parameters in, calls out. It is loaded when one of them is first used.

import { objectOf } from "./answer.js";
import { APIPromise } from "./api_promise.js";
import { BatchResults } from "./batch_results.js";
import { ByteStream } from "./bytes.js";
import { type Core, RAW, type Request } from "./core.js";
import { derive, rejectWithStack } from "./deferred.js";
import { abortError, misuse, translateErrors } from "./errors.js";
import type { ResponseInfo } from "./head.js";
import { rawOf } from "./json.js";
import { native, type NativeResourceCall } from "./native.js";
import { opened } from "./opened.js";
import type { RequestOptions } from "./options.js";
import { list, type ListParams, type PagePromise } from "./pages.js";
import type { MessageParamsBase, ReadyRequest } from "./params.js";
import { bodyOf, RequestBody, wholeOf } from "./request_body.js";
import type {
    Deleted,
    FileMetadata,
    MessageBatch,
    MessageTokensCount,
    ModelInfo,
    RateLimitRule,
    Skill,
    SkillVersion,
} from "./resource_types.js";
import type { RawResponse } from "./response.js";
import { callOptions } from "./settings.js";
import { kindOf } from "./shown.js";
import { immediate } from "./timers.js";
import { answerFrom, failed, unaryCall } from "./unary_call.js";
import { type NamedFile, Uploads } from "./uploads.js";

/** Options that are not for the native half. */
const OURS: ReadonlySet<string> = new Set(["signal", "onProgress", "firstPause", "longestPause", "limit"]);

/** Each object that is asked for has one of them. */
const KEYS = ["id", "input_tokens", "limits"];

/** Requests of a batch that are written before the event loop has a turn. */
const TURN = 256;

function requestOf(call: NativeResourceCall, options: RequestOptions | undefined): Request {
    return {
        mode: RAW,
        body: call,
        options: options === undefined ? null : callOptions(options, OURS),
        signal: options?.signal ?? undefined,
        method: null,
        path: null,
    };
}

/** A call whose answer is one object. */
function whole<T extends object>(
    core: Core,
    make: () => NativeResourceCall,
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    let request: Request;
    try {
        request = requestOf(translateErrors(make), options);
    } catch (error) {
        return failed<T>(error);
    }
    return unaryCall<T>(core, request, (body, info) =>
        answerFrom(body, info, what, (text) => {
            const answer = objectOf<T>(text, info);
            // Another answer must not pass for it.
            if (KEYS.some((key) => key in answer)) return answer;
            throw new TypeError(`it has none of ${KEYS.join(", ")}`);
        }),
    );
}

function byIds<T extends object>(
    core: Core,
    name: string,
    ids: string[],
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    const make = (): NativeResourceCall => {
        for (const id of ids as unknown[]) {
            if (typeof id !== "string")
                throw new TypeError(`the id of ${what} must be text, and is ${kindOf(id)}`);
        }
        return native.ResourceCall.whole(name, ids, [], null);
    };
    return whole(core, make, options, what);
}

/** A resource of a client. */
abstract class Resource {
    /** @internal */
    protected readonly core: Core;

    /** @internal */
    constructor(core: Core) {
        this.core = core;
    }
}

/** A request whose tokens are to be counted: that of a message, of which `max_tokens` may be left out. */
export type MessageCountTokensParams = Partial<MessageParamsBase> &
    Pick<MessageParamsBase, "model" | "messages">;

/** Counts the input tokens of a request. */
export function countTokens(
    core: Core,
    params: MessageCountTokensParams | ReadyRequest,
    options: RequestOptions | undefined,
): APIPromise<MessageTokensCount> {
    const make = (): NativeResourceCall => {
        const body = bodyOf(params);
        const name = "messages.count_tokens";
        return body instanceof RequestBody
            ? native.ResourceCall.withBody(name, [], body.native)
            : native.ResourceCall.whole(name, [], [], body);
    };
    return whole(core, make, options, "a count of tokens");
}

/** The resource `/v1/models`. */
export class Models extends Resource {
    /** The models of the service, the newest first. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<ModelInfo> {
        return list(this.core, "models.list", [], params, options);
    }

    /** A model by its id or an alias of it. */
    retrieve(model: string, options?: RequestOptions): APIPromise<ModelInfo> {
        return byIds(this.core, "models.get", [model], options, "a model");
    }
}

/** A request of a batch. */
export interface BatchRequest {
    /** Names the request in the results: letters, digits, `_` and `-`, at most 64; once in a batch. */
    custom_id: string;
    /** What `messages.create()` takes. */
    params: MessageParamsBase | ReadyRequest;
}

/** What a batch is made of. */
export interface BatchCreateParams {
    /** The requests, written as they come: an array, a generator, or anything else that a loop goes over. */
    requests: Iterable<BatchRequest> | AsyncIterable<BatchRequest>;
}

/** How to wait for the end of a batch. Times are milliseconds. */
export interface BatchWaitOptions extends RequestOptions {
    /** Called with the batch each time it was looked at and had not ended. What it throws ends the wait. */
    onProgress?: ((batch: MessageBatch) => void) | undefined;
    /** The first pause; 5 000 if it is not given. Pauses grow, with jitter. */
    firstPause?: number | undefined;
    /** The longest pause; 60 000 if it is not given. */
    longestPause?: number | undefined;
    /** After so long waiting is given up; the batch goes on. */
    limit?: number | undefined;
}

function time(name: string, value: number | undefined): number | null {
    if (value === undefined) return null;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
    throw new TypeError(`${name} must be a number of milliseconds`);
}

/** A run of batches. */
export interface BatchRunParams extends BatchCreateParams {
    /**
     * A file that keeps what was submitted. Another run with the same file and the same requests in the same order submits what was
     * not submitted yet, and nothing twice, whenever the first one was killed; it gives all results. Delete the file to begin anew.
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
     * Creates a batch. Each request is written when it comes, and only its bytes are kept: at most 100 000 requests, 256 MB.
     * Rejects with a `ConfigError` that names the request which is none, and with a `RequestTooLargeError` if they are too many;
     * nothing was sent then.
     */
    create(params: BatchCreateParams, options?: RequestOptions): APIPromise<MessageBatch> {
        const sent = this.#write(params.requests, options).then((call) => ({
            promise: whole<MessageBatch>(this.core, () => call, options, "a batch"),
        }));
        let resolve!: (value: MessageBatch | PromiseLike<MessageBatch>) => void;
        const promise = new APIPromise<MessageBatch>((settle) => {
            resolve = settle;
        });
        sent.then(({ promise: call }) => call).then(resolve, (error: unknown) => {
            rejectWithStack(promise, resolve, error);
        });
        return promise.withViews({
            raw: async (): Promise<RawResponse> => (await sent).promise.asResponse(),
            info: (batch) => {
                const { response } = batch as { response?: ResponseInfo };
                if (response === undefined) throw misuse("the batch was not created yet");
                return response;
            },
        });
    }

    async #write(
        requests: BatchCreateParams["requests"],
        options: RequestOptions | undefined,
    ): Promise<NativeResourceCall> {
        const given = requests as Partial<Iterable<unknown> & AsyncIterable<unknown>> | null | undefined;
        if (typeof (given?.[Symbol.asyncIterator] ?? given?.[Symbol.iterator]) !== "function") {
            throw new TypeError(
                `create() needs \`requests\`: an array or another iterable of { custom_id, params }, and not ${kindOf(requests)}`,
            );
        }
        const writer = new native.NativeBatchWriter();
        let count = 0;
        for await (const { custom_id: id, params } of requests) {
            if (options?.signal?.aborted === true) throw abortError(options.signal.reason);
            const body = wholeOf(params);
            translateErrors(() => {
                if (body instanceof RequestBody) writer.pushBody(id, body.native);
                else writer.push(id, body);
            });
            if (++count % TURN === 0) await new Promise<void>((resume) => immediate(resume));
        }
        return translateErrors(() => writer.finish());
    }

    /**
     * Runs any number of requests: splits them into batches at the service's limits, or smaller ones, submits each batch once, and
     * gives the results, which come as the batches end, by their `custom_id`. `firstPause`, `longestPause` and `limit` are those of
     * `wait()`. Rejects with a `ConfigError` for an id that stands twice in the run, for other requests than those of `state`, and
     * where another process uses that file.
     */
    async run(
        params: BatchRunParams,
        options: Omit<BatchWaitOptions, "onProgress"> = {},
    ): Promise<BatchResults> {
        const { state, requestsPerBatch, bytesPerBatch } = params;
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
            await this.#submit(run, params.requests, options);
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
        let written = 0;
        for await (const { custom_id: id, params: request } of requests) {
            if (options.signal?.aborted === true) throw abortError(options.signal.reason);
            const body = wholeOf(request);
            const full = translateErrors(() =>
                body instanceof RequestBody ? run.pushBody(id, body.native) : run.push(id, body),
            );
            if (full) await unaryCall<null>(this.core, requestOf(run.submit(), options), () => null);
            if (++written % TURN === 0) await new Promise<void>((resume) => immediate(resume));
        }
    }

    /** A batch. */
    retrieve(id: string, options?: RequestOptions): APIPromise<MessageBatch> {
        return byIds(this.core, "batches.get", [id], options, "a batch");
    }

    /** The batches of this workspace, the newest first. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<MessageBatch> {
        return list(this.core, "batches.list", [], params, options);
    }

    /** Cancels a batch; requests that were begun may still succeed. */
    cancel(id: string, options?: RequestOptions): APIPromise<MessageBatch> {
        return byIds(this.core, "batches.cancel", [id], options, "a batch");
    }

    /** Deletes a batch that has ended, with its results. */
    delete(id: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "batches.delete", [id], options, "the answer to a deletion");
    }

    /**
     * Waits until each request of a batch has its result, and gives the batch. Rejects with an `APIConnectionTimeoutError` at the limit;
     * aborting the signal ends the wait and not the batch.
     */
    wait(id: string, options: BatchWaitOptions = {}): Promise<MessageBatch> {
        const { onProgress, firstPause, longestPause, limit } = options;
        const make = (): NativeResourceCall =>
            native.ResourceCall.wait(
                id,
                time("firstPause", firstPause),
                time("longestPause", longestPause),
                time("limit", limit),
                onProgress !== undefined,
            );
        if (onProgress === undefined) return whole<MessageBatch>(this.core, make, options, "a batch");
        return derive(this.#watch(make, options, onProgress), (batch) => batch);
    }

    async #watch(
        make: () => NativeResourceCall,
        options: BatchWaitOptions,
        onProgress: (batch: MessageBatch) => void,
    ): Promise<MessageBatch> {
        const stream = ByteStream.start(this.core, requestOf(translateErrors(make), options));
        let last: MessageBatch | undefined;
        for await (const seen of stream) {
            last = objectOf<MessageBatch>(seen.toString(), stream.response);
            if (last.processing_status !== "ended") onProgress(last);
        }
        if (last === undefined) throw misuse("the wait ended before the batch was seen");
        return last;
    }

    /**
     * The results of a batch, as they arrive: by its id, or of the batch that `wait()` gave. A line that cannot be read stands among
     * them as one of the type `broken`.
     */
    results(batch: string | MessageBatch, options?: RequestOptions): APIPromise<BatchResults, ResponseInfo> {
        let results: BatchResults;
        try {
            const call = translateErrors(() =>
                typeof batch === "string"
                    ? native.ResourceCall.results(batch)
                    : native.ResourceCall.resultsOf(rawOf(batch)),
            );
            results = BatchResults.start(this.core, requestOf(call, options));
        } catch (error) {
            return failed(error);
        }
        return opened(results);
    }
}

/** The resource `/v1/files`. */
export class Files extends Resource {
    /**
     * Uploads a file. It is read while it is sent: whatever its size, a few pieces are in memory. What a stream fails with rejects the
     * call, unchanged; a path that cannot be read is a `ConfigError`.
     */
    upload(params: NamedFile, options?: RequestOptions): APIPromise<FileMetadata> {
        const uploads = new Uploads();
        const make = (): NativeResourceCall => uploads.of(params).call();
        return uploads.sent(whole<FileMetadata>(this.core, make, options, "a file"));
    }

    /**
     * Fetches the content of a file into the file at this path, and gives its size in bytes. It is there whole or not at all: it is
     * written beside the path, and renamed at the end. Rejects with a `ConfigError` where it cannot be written.
     */
    downloadTo(id: string, path: string, options?: RequestOptions): APIPromise<number> {
        try {
            const call = translateErrors(() => native.downloadCall(id, path));
            return unaryCall<number>(
                this.core,
                requestOf(call, options),
                (body) => (JSON.parse(body.toString()) as { size_bytes: number }).size_bytes,
            );
        } catch (error) {
            return failed(error);
        }
    }

    /** The files of this workspace. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<FileMetadata> {
        return list(this.core, "files.list", [], params, options);
    }

    /** What is known of a file. */
    retrieveMetadata(id: string, options?: RequestOptions): APIPromise<FileMetadata> {
        return byIds(this.core, "files.get", [id], options, "a file");
    }

    /** The content of a file as it arrives: only of files that tools made (`downloadable`). */
    download(id: string, options?: RequestOptions): APIPromise<ByteStream, ResponseInfo> {
        let stream: ByteStream;
        try {
            const call = translateErrors(() => native.ResourceCall.streamed("files.content", [id]));
            stream = ByteStream.start(this.core, requestOf(call, options));
        } catch (error) {
            return failed(error);
        }
        return opened(stream);
    }

    /** Deletes a file. It cannot be restored. */
    delete(id: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "files.delete", [id], options, "the answer to a deletion");
    }
}

/** A skill or a version of one, made of its files, all of them in one folder that is a part of their names. */
export interface SkillFiles {
    /** `{ name: "report/SKILL.md", file: "SKILL.md" }` and the like. */
    files: readonly NamedFile[];
}

function skillCall<T extends object>(
    core: Core,
    files: readonly NamedFile[],
    make: (files: InstanceType<typeof native.NativeSkillFiles>) => NativeResourceCall,
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    const uploads = new Uploads();
    const collect = (): NativeResourceCall => {
        const collected = new native.NativeSkillFiles();
        for (const file of files) collected.add(uploads.of(file));
        return make(collected);
    };
    return uploads.sent(whole<T>(core, collect, options, what));
}

/** The resource `/v1/skills/{id}/versions`. */
export class SkillVersions extends Resource {
    /** Adds a version of a skill. */
    create(skill: string, params: SkillFiles, options?: RequestOptions): APIPromise<SkillVersion> {
        const what = "a version of a skill";
        return skillCall(this.core, params.files, (files) => files.version(skill), options, what);
    }

    /** The versions of a skill, the newest first. */
    list(skill: string, params?: ListParams, options?: RequestOptions): PagePromise<SkillVersion> {
        return list(this.core, "skills.versions.list", [skill], params, options);
    }

    /** A version. */
    retrieve(skill: string, version: string, options?: RequestOptions): APIPromise<SkillVersion> {
        return byIds(this.core, "skills.versions.get", [skill, version], options, "a version of a skill");
    }

    /** Deletes a version. */
    delete(skill: string, version: string, options?: RequestOptions): APIPromise<Deleted> {
        const ids = [skill, version];
        return byIds(this.core, "skills.versions.delete", ids, options, "the answer to a deletion");
    }
}

/** The resource `/v1/skills`. */
export class Skills extends Resource {
    #versions: SkillVersions | undefined;

    /** The versions of skills. */
    get versions(): SkillVersions {
        return (this.#versions ??= new SkillVersions(this.core));
    }

    /** Creates a skill. */
    create(
        params: SkillFiles & { displayName?: string | undefined },
        options?: RequestOptions,
    ): APIPromise<Skill> {
        const make = (files: InstanceType<typeof native.NativeSkillFiles>): NativeResourceCall =>
            files.skill(params.displayName);
        return skillCall(this.core, params.files, make, options, "a skill");
    }

    /** The skills of this workspace and those that the vendor made. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<Skill> {
        return list(this.core, "skills.list", [], params, options);
    }

    /** A skill. */
    retrieve(id: string, options?: RequestOptions): APIPromise<Skill> {
        return byIds(this.core, "skills.get", [id], options, "a skill");
    }

    /** Deletes a skill. */
    delete(id: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "skills.delete", [id], options, "the answer to a deletion");
    }
}

/** The configured rate limits of the organisation; the service wants an administrative key for them. */
export class Limits extends Resource {
    /** Those of the organisation. `group_type` and `model` choose among them. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<RateLimitRule> {
        return list(this.core, "rate_limits.list", [], params, options);
    }

    /** Those of a workspace, which stand beside the organisation's. `include_inherited` adds these. */
    listForWorkspace(
        workspace: string,
        params?: ListParams,
        options?: RequestOptions,
    ): PagePromise<RateLimitRule> {
        return list(this.core, "rate_limits.workspace", [workspace], params, options);
    }

    /** Sets limits of a workspace; a value of null takes the workspace's own value away. */
    update(
        workspace: string,
        rule: string,
        params: { limits: readonly { type: string; value: number | null }[] },
        options?: RequestOptions,
    ): APIPromise<RateLimitRule> {
        const body = JSON.stringify(params);
        const make = (): NativeResourceCall =>
            native.ResourceCall.whole("rate_limits.update", [workspace, rule], [], body);
        return whole(this.core, make, options, "a rule of limits");
    }
}
