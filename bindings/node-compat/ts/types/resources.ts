// Batches, models, files and skills by the names of the official SDK, and the parameters of their methods. It must not
// hold anything that runs.

import type * as R from "parlour";
import type { Page } from "../lists.js";
import type { Betas, SkillParams as SkillFiles, Uploadable, VersionParams } from "../resources.js";
import type { MessageCreateParamsBase } from "../types.js";

/** Whose workspace is meant, and beta features. */
export type ResourceParams = Betas;
/** A page of a list that is walked by the ids of its items. */
export interface PageParams {
    /** Maximum number of items per page. */
    limit?: number | undefined;
    /** The items before this one. */
    before_id?: string | undefined;
    /** The items after this one. */
    after_id?: string | undefined;
}
/** The fields of a page of a list that is paged by the ids of its items. */
export interface PageResponse<Item> {
    /** The items. */
    data: Item[];
    /** Whether there is more. */
    has_more: boolean;
    /** The id of the first item. */
    first_id: string | null;
    /** The id of the last item. */
    last_id: string | null;
}
/** A page of a list that is walked by cursors. */
export interface PageCursorParams {
    /** Maximum number of items per page. */
    limit?: number | undefined;
    /** The cursor that the page before gave. */
    page?: string | null | undefined;
}
/** The fields of a page of a list that is paged by cursors. */
export interface PageCursorResponse<Item> {
    /** The items. */
    data: Item[];
    /** The cursor of the next page. */
    next_page: string | null;
}

// Batches

/** A batch of requests for messages. Times are RFC 3339. */
export type MessageBatch = R.MessageBatch;
/** The number of a batch's requests by outcome. */
export type MessageBatchRequestCounts = R.MessageBatchRequestCounts;
/** One line of a batch's results. */
export type MessageBatchIndividualResponse = R.MessageBatchIndividualResponse;
/** The result of a request of a batch. */
export type MessageBatchResult = R.MessageBatchResult;
/** A request that returned a message. */
export type MessageBatchSucceededResult = R.MessageBatchSucceededResult;
/** A request that failed; nothing was billed. */
export type MessageBatchErroredResult = R.MessageBatchErroredResult;
/** A request cancelled before it started. */
export type MessageBatchCanceledResult = R.MessageBatchCanceledResult;
/** A request not started within 24 hours. */
export type MessageBatchExpiredResult = R.MessageBatchExpiredResult;
/** The answer to a deletion. */
export type DeletedMessageBatch = R.Deleted;
/** A page of batches. */
export type MessageBatchesPage = Page<R.MessageBatch>;
/** The parameters of a new batch. */
export interface BatchCreateParams extends ResourceParams {
    /** The requests. */
    requests: BatchCreateParams.Request[];
    /** The user profile that is acted for. */
    user_profile_id?: string | undefined;
}
export declare namespace BatchCreateParams {
    /** A request of a batch. */
    export interface Request {
        /** Names the request in the results. */
        custom_id: string;
        /** The parameters of a message. */
        params: Request.Params;
    }
    export namespace Request {
        /** The parameters of a message, without a stream. */
        export type Params = MessageCreateParamsBase & { stream?: false | undefined };
    }
}
/** Parameters for retrieving a batch. */
export type BatchRetrieveParams = ResourceParams;
/** Which batches are asked for. */
export type BatchListParams = PageParams & ResourceParams;
/** Parameters for deleting a batch. */
export type BatchDeleteParams = ResourceParams;
/** Parameters for cancelling a batch. */
export type BatchCancelParams = ResourceParams;
/** Parameters for the results of a batch. */
export type BatchResultsParams = ResourceParams;

// Models

/** A page of models. */
export type ModelInfosPage = Page<R.ModelInfo>;
/** The family of a model; an open set. */
export type ModelLine = "haiku" | "sonnet" | "opus" | "fable" | "mythos" | (string & {});
/** Whether a model can do something. */
export type CapabilitySupport = R.Capability;
/** The capabilities of a model. */
export type ModelCapabilities = R.ModelCapabilities;
/** The context edits available for a model. */
export type ContextManagementCapability = R.ContextManagementCapability;
/** The levels of effort that a model accepts. */
export type EffortCapability = R.EffortCapability;
/** The tools that the service executes for a model. */
export type ServerToolsCapability = R.ServerToolsCapability;
/** The kinds of thinking that a model supports. */
export type ThinkingCapability = R.ThinkingCapability;
/** The kinds of thinking. */
export type ThinkingTypes = R.ThinkingTypes;
/** Whether requests may make a summary of the conversation. */
export type BetaCompactionCapability = R.CompactionCapability;
/** Parameters for retrieving a model. */
export type ModelRetrieveParams = ResourceParams;
/** Which models are asked for. */
export interface ModelListParams extends PageParams, ResourceParams {
    /** Those that may still be used, and others. */
    lifecycle?: ("active" | "deprecated" | "retired")[] | undefined;
}

// Files and skills

/** A model of the service's list. */
export type ModelInfo = R.ModelInfo;
/** A file that was uploaded, or created by a tool. Times are RFC 3339. */
export type FileMetadata = R.FileMetadata;
/** A skill. Times are RFC 3339. */
export type Skill = R.Skill;
/** A version of a skill. */
export type SkillVersion = R.SkillVersion;
/** The answer to a deletion. */
export type DeletedFile = R.Deleted;
/** The answer to a deletion. */
export type DeletedSkill = R.Deleted;
/** The answer to a deletion. */
export type DeletedSkillVersion = R.Deleted;
/** The author of a skill. */
export type SkillSource = R.SkillSource;
/** A page of files. */
export type FileMetadataPageCursor = Page<R.FileMetadata>;
/** A page of skills. */
export type SkillsPageCursor = Page<R.Skill>;
/** A page of versions of a skill. */
export type SkillVersionsPageCursor = Page<R.SkillVersion>;
/** The session that a file belongs to. */
export interface BetaFileScope {
    type: "session";
    /** Names the session. */
    id: string;
}
/** Which files are asked for. */
export interface FileListParams extends PageCursorParams, ResourceParams {
    /** These alone; at most 100. */
    ids?: string[] | null | undefined;
    /** Those of a session. */
    scope_id?: string | undefined;
}
/** Parameters for deleting a file. */
export type FileDeleteParams = ResourceParams;
/** Parameters for downloading a file. */
export type FileDownloadParams = ResourceParams;
/** Parameters for the metadata of a file. */
export type FileRetrieveMetadataParams = ResourceParams;
/** The parameters of an upload. */
export interface FileUploadParams extends ResourceParams {
    /** The file. */
    file: Uploadable;
    /** After how many seconds it is deleted: from one hour to 90 days. */
    expires_in_seconds?: number | undefined;
}
/** The parameters of a new skill. */
export interface SkillCreateParams extends SkillFiles, ResourceParams {
    /** The name for people. */
    display_name?: string | null;
}
/** Parameters for retrieving a skill. */
export type SkillRetrieveParams = ResourceParams;
/** Which skills are asked for. */
export interface SkillListParams extends PageCursorParams, ResourceParams {
    /** Those of the caller (`custom`), or those of the vendor. */
    source?: string | null | undefined;
}
/** Parameters for deleting a skill. */
export type SkillDeleteParams = ResourceParams;
/** The parameters of a new version of a skill. */
export interface VersionCreateParams extends SkillFiles, ResourceParams {}
/** Parameters for retrieving a version of a skill. */
export interface VersionRetrieveParams extends VersionParams, ResourceParams {}
/** Which versions of a skill are asked for. */
export type VersionListParams = PageCursorParams & ResourceParams;
/** Parameters for deleting a version of a skill. */
export interface VersionDeleteParams extends VersionParams, ResourceParams {}
/** Parameters for downloading a version of a skill. */
export interface VersionDownloadParams extends VersionParams, ResourceParams {}
