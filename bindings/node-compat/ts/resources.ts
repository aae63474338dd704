// The resources beside messages, with the answers of the official SDK.

import {
    type APIPromise as Own,
    type BatchLine,
    type BatchResults,
    type Client as OwnClient,
    type Deleted,
    type FileContent,
    type FileMetadata,
    type ListParams,
    type MessageBatch,
    type MessageBatchIndividualResponse,
    type ModelInfo,
    type NamedFile,
    type Skill,
    type SkillVersion,
    verifyWebhook,
} from "parlour";
import { bytesOf, changeViews } from "parlour/hooks";
import { toFile } from "./files.js";
import { needObject } from "./arguments.js";
import { type CallOptions, callOptions, parted } from "./options.js";
import { paged, type PagePromise } from "./lists.js";
import { type APIPromise, changed, respond, responseOf, streamed, tookBytes } from "./promises.js";
import { Resource } from "./resource.js";
import type { UnwrapWebhookEvent } from "./types/webhooks.js";

/** Beta features, and the workspace: the SDK has them among the parameters. */
export interface Betas {
    /** Beta features to ask for. */
    betas?: readonly string[] | undefined;
    /** The workspace, for credentials that can act in several. */
    workspace_id?: string | undefined;
}

/** Which page of a list, and beta features. */
export type Params = (ListParams & Betas) | null | undefined;

function listed(
    params: Params,
    options: CallOptions | undefined,
): [ListParams | undefined, ReturnType<typeof parted>[1]] {
    if (params !== undefined && params !== null)
        needObject("the parameters of a list", params, "{ limit: 20 }");
    return parted(params ?? {}, options) as [ListParams, ReturnType<typeof parted>[1]];
}

/** The parameters in the SDK's second argument: `betas`, `workspace_id`. The rest are options. */
export type Second = Betas | CallOptions | null;

function optionsOf(
    second: Second | undefined,
    options: CallOptions | undefined,
): ReturnType<typeof parted>[1] {
    if (second !== undefined && second !== null) needObject("parameters", second, "{ betas }");
    const [first, call] = parted(second ?? {}, options);
    return options === undefined ? { ...callOptions(first), ...call } : call;
}

/** The resource `/v1/messages/batches`. */
export class Batches extends Resource {
    get #own(): OwnClient["messages"]["batches"] {
        return this.client.messages.batches;
    }

    /** Creates a batch. */
    create(
        params: {
            /** The requests, each with the parameters of a message. */
            requests: Iterable<{
                /** Names the request in the results. */
                custom_id: string;
                /** The parameters of a message. */
                params: object;
            }>;
            /** The user profile that is acted for. */
            user_profile_id?: string | undefined;
        } & Betas,
        options?: CallOptions,
    ): APIPromise<MessageBatch> {
        needObject("the parameters of batches", params, "{ requests: [{ custom_id, params }] }");
        const [{ requests }, call] = parted(params, options);
        const own = this.#own.create({ requests: requests as never }, call);
        return respond(own, this.url("/v1/messages/batches"));
    }

    /** A batch. */
    retrieve(id: string, params?: Second, options?: CallOptions): APIPromise<MessageBatch> {
        return respond(
            this.#own.retrieve(id, optionsOf(params, options)),
            this.url(`/v1/messages/batches/${id}`),
        );
    }

    /** The batches, the newest first. */
    list(params?: Params, options?: CallOptions): PagePromise<MessageBatch> {
        return paged(this.#own.list(...listed(params, options)), this.url("/v1/messages/batches"));
    }

    /** Cancels a batch. */
    cancel(id: string, params?: Second, options?: CallOptions): APIPromise<MessageBatch> {
        const url = this.url(`/v1/messages/batches/${id}/cancel`);
        return respond(this.#own.cancel(id, optionsOf(params, options)), url);
    }

    /** Deletes a batch that has ended. */
    delete(id: string, params?: Second, options?: CallOptions): APIPromise<Deleted> {
        return respond(
            this.#own.delete(id, optionsOf(params, options)),
            this.url(`/v1/messages/batches/${id}`),
        );
    }

    /** The results of a batch, as they arrive. A line that cannot be read ends the loop with its error. */
    results(
        id: string,
        params?: Second,
        options?: CallOptions,
    ): APIPromise<AsyncIterable<MessageBatchIndividualResponse>> {
        const url = this.url(`/v1/messages/batches/${id}/results`);
        const own = this.#own.results(id, optionsOf(params, options));
        return changed(respondHead(own, url), readable);
    }
}

async function* wholeLines(
    lines: AsyncIterable<BatchLine>,
): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
    for await (const line of lines) {
        if (line.result.type === "broken") throw (line.result as { error: unknown }).error;
        yield line as MessageBatchIndividualResponse;
    }
    return undefined;
}

function readable(results: BatchResults): AsyncIterable<MessageBatchIndividualResponse> {
    return { [Symbol.asyncIterator]: () => wholeLines(results) };
}

/** A stream that is no message: its head serves as its response, unless its bytes are requested. */
function respondHead<T extends { readonly response: unknown }>(
    own: Own<T, never> | Own<T, unknown>,
    url: () => string,
): APIPromise<T> {
    return changeViews(own as Own<T>, (views) => ({
        raw: async () => streamed(await bytesOf(views), url()),
        info: (data) => responseOf(views.info(data), null, url()) as never,
        bytes: () => bytesOf(views),
    })) as never;
}

/** The resource `/v1/models`. */
export class Models extends Resource {
    /** Retrieves a model by its id or an alias. */
    retrieve(model: string, params?: Second, options?: CallOptions): APIPromise<ModelInfo> {
        const own = this.client.models.retrieve(model, optionsOf(params, options));
        return respond(own, this.url(`/v1/models/${model}`));
    }

    /** The models, the newest first. */
    list(params?: Params, options?: CallOptions): PagePromise<ModelInfo> {
        return paged(this.client.models.list(...listed(params, options)), this.url("/v1/models"));
    }
}

/** A file to upload: the platform's `File`, a stream of `fs.createReadStream()`, a `Response`, or a promise of one. */
export type Uploadable = FileContent | Response | PromiseLike<FileContent | Response>;

/** A file with its own name. A `Response` is read whole: its length is unknown. */
async function fileOf(given: Uploadable): Promise<NamedFile> {
    const content = await given;
    if (typeof content !== "string")
        needObject("a file", content, "a File, a Blob, bytes or fs.createReadStream(path)");
    const file = content instanceof Response ? await toFile(content) : content;
    const { name } = file as { name?: unknown };
    return typeof name === "string" ? { file, name } : { file };
}

/** A call of an upload, made when its files are there. */
function uploaded<T>(make: () => Promise<() => Own<T>>, url: () => string): APIPromise<T> {
    let took = false;
    const made = make();
    // In an object: a promise of a promise would be that promise's value.
    const call = made.then((ask) => {
        if (took) throw tookBytes();
        return { promise: respond(ask(), url) };
    });
    // The caller that awaits it gets its failure.
    call.catch(() => undefined);
    const source = call.then(({ promise }) => promise);
    source.catch(() => undefined);
    return changed(
        Object.assign(source, {
            asResponse: async () => (await call).promise.asResponse(),
            withResponse: async () => (await call).promise.withResponse(),
            asStream: async () => {
                took = true;
                return (await made)().asStream();
            },
        }) as unknown as APIPromise<T>,
        (value) => value,
    );
}

/** The resource `/v1/files`. */
export class Files extends Resource {
    /** Uploads a file, which is read while it is sent. */
    upload(
        params: {
            /** The file. */
            file: Uploadable;
            /** After how many seconds it is deleted: from one hour to 90 days. */
            expires_in_seconds?: number | undefined;
        } & Betas,
        options?: CallOptions,
    ): APIPromise<FileMetadata> {
        needObject("the parameters of an upload", params, "{ file }");
        const { file, expires_in_seconds: expiresInSeconds, ...rest } = params;
        const make = async (): Promise<() => Own<FileMetadata>> => {
            const named = await fileOf(file);
            return () => this.client.files.upload({ ...named, expiresInSeconds }, optionsOf(rest, options));
        };
        return uploaded(make, this.url("/v1/files"));
    }

    /** The files of this workspace. */
    list(params?: Params, options?: CallOptions): PagePromise<FileMetadata> {
        return paged(this.client.files.list(...listed(params, options)), this.url("/v1/files"));
    }

    /** The metadata of a file. */
    retrieveMetadata(id: string, params?: Second, options?: CallOptions): APIPromise<FileMetadata> {
        const own = this.client.files.retrieveMetadata(id, optionsOf(params, options));
        return respond(own, this.url(`/v1/files/${id}`));
    }

    /** The content of a file, whose body is read as it arrives. */
    download(id: string, params?: Second, options?: CallOptions): APIPromise<Response> {
        const url = this.url(`/v1/files/${id}/content`);
        const own = this.client.files.download(id, optionsOf(params, options));
        return changed(respondHead(own, url), (bytes) => streamed(bytes, url()));
    }

    /** Deletes a file. */
    delete(id: string, params?: Second, options?: CallOptions): APIPromise<Deleted> {
        return respond(this.client.files.delete(id, optionsOf(params, options)), this.url(`/v1/files/${id}`));
    }
}

/** The files of a skill. */
export interface SkillParams extends Betas {
    /** All of them, in one folder that is a part of their names. */
    files?: readonly Uploadable[] | null;
}

/** A version of a skill, which is named by both. */
export interface VersionParams extends Betas {
    /** The skill. */
    skill_id: string;
}

const filesOf = (files: SkillParams["files"]): Promise<NamedFile[]> => Promise.all((files ?? []).map(fileOf));

/** The resource `/v1/skills/{id}/versions`. */
export class SkillVersions extends Resource {
    /** Adds a version of a skill. */
    create(skill: string, params: SkillParams, options?: CallOptions): APIPromise<SkillVersion> {
        needObject("the parameters of a version", params, "{ files }");
        const { files, ...rest } = params;
        const make = async (): Promise<() => Own<SkillVersion>> => {
            const named = await filesOf(files);
            return () =>
                this.client.skills.versions.create(skill, { files: named }, optionsOf(rest, options));
        };
        return uploaded(make, this.url(`/v1/skills/${skill}/versions`));
    }

    /** The versions of a skill. */
    list(skill: string, params?: Params, options?: CallOptions): PagePromise<SkillVersion> {
        const own = this.client.skills.versions.list(skill, ...listed(params, options));
        return paged(own, this.url(`/v1/skills/${skill}/versions`));
    }

    /** A version. */
    retrieve(version: string, params: VersionParams, options?: CallOptions): APIPromise<SkillVersion> {
        needObject("the parameters of a version", params, "{ skill_id }");
        const { skill_id: skill, ...rest } = params;
        const own = this.client.skills.versions.retrieve(skill, version, optionsOf(rest, options));
        return respond(own, this.url(`/v1/skills/${skill}/versions/${version}`));
    }

    /** Deletes a version. */
    delete(version: string, params: VersionParams, options?: CallOptions): APIPromise<Deleted> {
        needObject("the parameters of a version", params, "{ skill_id }");
        const { skill_id: skill, ...rest } = params;
        const own = this.client.skills.versions.delete(skill, version, optionsOf(rest, options));
        return respond(own, this.url(`/v1/skills/${skill}/versions/${version}`));
    }
}

/** The resource `/v1/skills`. */
export class Skills extends Resource {
    #versions: SkillVersions | undefined;

    /** The versions of skills. */
    get versions(): SkillVersions {
        return (this.#versions ??= new SkillVersions(this.client, this._client));
    }

    /** Creates a skill. */
    create(
        params: SkillParams & {
            /** The name for people. */
            display_name?: string | null;
            /** The same, by its name in older releases of the SDK. */
            display_title?: string | null;
        },
        options?: CallOptions,
    ): APIPromise<Skill> {
        needObject("the parameters of a skill", params, "{ display_name, files }");
        const { files, display_title: title, display_name: name = title, ...rest } = params;
        const make = async (): Promise<() => Own<Skill>> => {
            const named = await filesOf(files);
            const call = optionsOf(rest, options);
            return () => this.client.skills.create({ files: named, displayName: name ?? undefined }, call);
        };
        return uploaded(make, this.url("/v1/skills"));
    }

    /** The skills of this workspace and those that the vendor made. */
    list(params?: Params, options?: CallOptions): PagePromise<Skill> {
        return paged(this.client.skills.list(...listed(params, options)), this.url("/v1/skills"));
    }

    /** A skill. */
    retrieve(id: string, params?: Second, options?: CallOptions): APIPromise<Skill> {
        return respond(
            this.client.skills.retrieve(id, optionsOf(params, options)),
            this.url(`/v1/skills/${id}`),
        );
    }

    /** Deletes a skill. */
    delete(id: string, params?: Second, options?: CallOptions): APIPromise<Deleted> {
        return respond(
            this.client.skills.delete(id, optionsOf(params, options)),
            this.url(`/v1/skills/${id}`),
        );
    }
}

/** Events that the service sends to the program. */
export class Webhooks {
    readonly #key: string | null;

    /** @internal */
    constructor(key: string | null) {
        this.#key = key;
    }

    /** The event of a webhook. Throws a `WebhookVerificationError` for one that the service did not sign. */
    unwrap(
        body: string,
        options: {
            /** Those of the request. */
            headers: Record<string, string>;
            /** The key that it is signed with, in place of `webhookKey`. */
            key?: string;
        },
    ): UnwrapWebhookEvent {
        needObject("the second argument of unwrap()", options, "{ headers }");
        const { headers, key } = options;
        const secret = key ?? this.#key;
        if (secret === null)
            throw new TypeError("unwrap() needs `key`, or `webhookKey` among the settings of the client");
        return verifyWebhook({ body, headers, secrets: secret }) as UnwrapWebhookEvent;
    }
}
