// The resources beside messages: parameters in, calls out. They are loaded when one of them is first used.

import type { APIPromise } from "./api_promise.js";
import { ByteStream } from "./bytes.js";
import type { Core } from "./core.js";
import { translateErrors } from "./errors.js";
import { needArray, needObject, needText, needWhole } from "./arguments.js";
import type { ResponseInfo } from "./head.js";
import { write } from "./json.js";
import { native, type NativeResourceCall } from "./native.js";
import { opened } from "./stream_promise.js";
import type { RequestOptions } from "./options.js";
import { list, type ListParams, type PagePromise } from "./pages.js";
import type { MessageParamsBase, ReadyRequest } from "./params.js";
import { bodyOf, RequestBody } from "./request_body.js";
import { byIds, requestOf, Resource, whole } from "./resource_calls.js";
import type {
    Deleted,
    FileMetadata,
    MessageTokensCount,
    ModelInfo,
    RateLimitRule,
    Skill,
    SkillVersion,
} from "./resource_types.js";
import { failed, unaryCall } from "./unary_call.js";
import { type NamedFile, type UploadedFile, Uploads } from "./uploads.js";

export {
    type BatchCreateParams,
    Batches,
    type BatchRequest,
    type BatchRunParams,
    type BatchWaitOptions,
} from "./batches.js";

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
    // generated: models, from schema/openapi.yaml by `make generate`
    /** Lists the models of the service, newest first. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<ModelInfo> {
        return list(this.core, "models.list", [], params, options);
    }

    /** Retrieves a model by its id or an alias. */
    retrieve(modelId: string, options?: RequestOptions): APIPromise<ModelInfo> {
        return byIds(this.core, "models.get", [modelId], options, "a model");
    }
    // end generated
}

/** How a file is downloaded to a path. */
export interface DownloadOptions extends RequestOptions {
    /** The largest file that is written, in bytes; 1 073 741 824 (1 GiB) if it is not given. */
    maxBytes?: number | undefined;
}

/** The resource `/v1/files`. */
export class Files extends Resource {
    /**
     * Uploads a file. It is read while it is sent: whatever its size, a few pieces are in memory. The error of a failed
     * stream rejects the call, unchanged; a path that cannot be read is a `ConfigError`.
     */
    upload(params: UploadedFile, options?: RequestOptions): APIPromise<FileMetadata> {
        const uploads = new Uploads();
        const make = (): NativeResourceCall => {
            const upload = uploads.of(params);
            const { expiresInSeconds: seconds } = params;
            if (seconds !== undefined) needWhole("expiresInSeconds", seconds);
            return upload.call(seconds ?? null);
        };
        return uploads.sent(whole<FileMetadata>(this.core, make, options, "a file"));
    }

    /**
     * Fetches the content of a file into the file at this path, and gives its size in bytes. It is there whole or not
     * at all: it is written beside the path, and renamed at the end. Rejects with a `ConfigError` where it cannot be
     * written, and with an `APIResponseValidationError` where it is larger than `maxBytes`.
     */
    downloadTo(id: string, path: string, options: DownloadOptions = {}): APIPromise<number> {
        try {
            const { maxBytes, ...others } = options;
            needText("the id of a file", id);
            needText("the path of a download", path);
            if (maxBytes !== undefined) needWhole("maxBytes", maxBytes);
            const call = translateErrors(() => native.downloadCall(id, path, maxBytes ?? null));
            return unaryCall<number>(
                this.core,
                requestOf(call, others),
                (body) => (JSON.parse(body.toString()) as { size_bytes: number }).size_bytes,
            );
        } catch (error) {
            return failed(error);
        }
    }

    /** The content of a file as it arrives: only of files that tools made (`downloadable`). */
    download(id: string, options?: RequestOptions): APIPromise<ByteStream, ResponseInfo> {
        let stream: ByteStream;
        try {
            needText("the id of a file", id);
            const call = translateErrors(() => native.ResourceCall.streamed("files.content", [id]));
            stream = ByteStream.start(this.core, requestOf(call, options));
        } catch (error) {
            return failed(error);
        }
        return opened(stream, (promise) => promise);
    }

    // generated: files, from schema/openapi.yaml by `make generate`
    /** The files of this workspace. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<FileMetadata> {
        return list(this.core, "files.list", [], params, options);
    }

    /** The metadata of a file. */
    retrieveMetadata(fileId: string, options?: RequestOptions): APIPromise<FileMetadata> {
        return byIds(this.core, "files.get", [fileId], options, "a file");
    }

    /** Deletes a file. It cannot be restored. */
    delete(fileId: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "files.delete", [fileId], options, "the answer to a deletion");
    }
    // end generated
}

/** A skill or a version of one, made of its files, all of them in one folder that is a part of their names. */
export interface SkillFiles {
    /** `{ name: "report/SKILL.md", file: "SKILL.md" }` and the like. */
    files: readonly NamedFile[];
}

function skillCall<T extends object>(
    core: Core,
    params: SkillFiles,
    make: (files: InstanceType<typeof native.NativeSkillFiles>) => NativeResourceCall,
    options: RequestOptions | undefined,
    what: string,
): APIPromise<T> {
    const uploads = new Uploads();
    const collect = (): NativeResourceCall => {
        needObject("what a skill is made of", params, '{ files: [{ name: "report/SKILL.md", file }] }');
        const { files } = params;
        needArray("the files of a skill", files);
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
        return skillCall(this.core, params, (files) => files.version(skill), options, what);
    }

    // generated: versions, from schema/openapi.yaml by `make generate`
    /** Lists the versions of a skill, newest first. */
    list(skillId: string, params?: ListParams, options?: RequestOptions): PagePromise<SkillVersion> {
        return list(this.core, "skills.versions.list", [skillId], params, options);
    }

    /** A version. */
    retrieve(skillId: string, version: string, options?: RequestOptions): APIPromise<SkillVersion> {
        return byIds(this.core, "skills.versions.get", [skillId, version], options, "a version of a skill");
    }

    /** Deletes a version. */
    delete(skillId: string, version: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(
            this.core,
            "skills.versions.delete",
            [skillId, version],
            options,
            "the answer to a deletion",
        );
    }
    // end generated
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
        params: SkillFiles & {
            /** The name for people. */
            displayName?: string | undefined;
        },
        options?: RequestOptions,
    ): APIPromise<Skill> {
        const make = (files: InstanceType<typeof native.NativeSkillFiles>): NativeResourceCall =>
            files.skill(params.displayName);
        return skillCall(this.core, params, make, options, "a skill");
    }

    // generated: skills, from schema/openapi.yaml by `make generate`
    /** The skills of this workspace and those that the vendor made. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<Skill> {
        return list(this.core, "skills.list", [], params, options);
    }

    /** A skill. */
    retrieve(skillId: string, options?: RequestOptions): APIPromise<Skill> {
        return byIds(this.core, "skills.get", [skillId], options, "a skill");
    }

    /** Deletes a skill. */
    delete(skillId: string, options?: RequestOptions): APIPromise<Deleted> {
        return byIds(this.core, "skills.delete", [skillId], options, "the answer to a deletion");
    }
    // end generated
}

/** The configured rate limits of the organisation; the service wants an administrative key for them. */
export class Limits extends Resource {
    /** Sets limits of a workspace; a value of null takes the workspace's own value away. */
    update(
        workspace: string,
        rule: string,
        params: {
            /** The new limits of the rule. */
            limits: readonly {
                /** Which limit. */
                type: string;
                /** Its height; null for none of its own. */
                value: number | null;
            }[];
        },
        options?: RequestOptions,
    ): APIPromise<RateLimitRule> {
        const body = write(params);
        const make = (): NativeResourceCall =>
            native.ResourceCall.whole("rate_limits.update", [workspace, rule], [], body);
        return whole(this.core, make, options, "a rule of limits");
    }

    // generated: limits, from schema/openapi.yaml by `make generate`
    /** Those of the organisation. `group_type` and `model` choose among them. */
    list(params?: ListParams, options?: RequestOptions): PagePromise<RateLimitRule> {
        return list(this.core, "rate_limits.list", [], params, options);
    }

    /** Those of a workspace, which exist beside the organisation's. `include_inherited` adds the latter. */
    listForWorkspace(
        workspaceId: string,
        params?: ListParams,
        options?: RequestOptions,
    ): PagePromise<RateLimitRule> {
        return list(this.core, "rate_limits.workspace", [workspaceId], params, options);
    }
    // end generated
}
