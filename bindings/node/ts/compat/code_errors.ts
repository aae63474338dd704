// The classes of errors by their codes: an error of this package is an instance of that of its code. Made out of
// schema/error_codes.toml by `make generate`.

import * as own from "../errors.js";
import type * as E from "./errors.js";
import { ofCode, type OfAnswer } from "./error_classes.js";
import type { ThreadUnsupportedFeatureName } from "./types/errors.js";

/** An error of a class, with its code. */
type Coded<Base, Details extends { error_code: string }> = Base & {
    /** The service's own code of the error. */
    readonly errorCode: Details["error_code"];
    /** What the service tells beside its words. */
    readonly details: Details;
};

/** What `available_tools_limit_exceeded` tells beside its words. */
export type AvailableToolsLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "available_tools_limit_exceeded";
};
/** 400 `available_tools_limit_exceeded`: the conversation has more tools at a time than are allowed. */
export type AvailableToolsLimitExceededError = Coded<
    E.BadRequestError,
    AvailableToolsLimitExceededErrorDetails
>;
/** 400 `available_tools_limit_exceeded`: the conversation has more tools at a time than are allowed. */
export const AvailableToolsLimitExceededError: OfAnswer<AvailableToolsLimitExceededError> = ofCode(
    own.BadRequestError,
    "AvailableToolsLimitExceededError",
    "available_tools_limit_exceeded",
);

/** What `cmek_key_disabled` tells beside its words. */
export type CMEKKeyDisabledErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_disabled";
};
/** 400 `cmek_key_disabled`: the customer's own key of encryption is turned off. */
export type CMEKKeyDisabledError = Coded<E.BadRequestError, CMEKKeyDisabledErrorDetails>;
/** 400 `cmek_key_disabled`: the customer's own key of encryption is turned off. */
export const CMEKKeyDisabledError: OfAnswer<CMEKKeyDisabledError> = ofCode(
    own.BadRequestError,
    "CMEKKeyDisabledError",
    "cmek_key_disabled",
);

/** What `cmek_key_network_blocked` tells beside its words. */
export type CMEKKeyNetworkBlockedErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_network_blocked";
};
/** 400 `cmek_key_network_blocked`: the customer's own key of encryption does not let the service in. */
export type CMEKKeyNetworkBlockedError = Coded<E.BadRequestError, CMEKKeyNetworkBlockedErrorDetails>;
/** 400 `cmek_key_network_blocked`: the customer's own key of encryption does not let the service in. */
export const CMEKKeyNetworkBlockedError: OfAnswer<CMEKKeyNetworkBlockedError> = ofCode(
    own.BadRequestError,
    "CMEKKeyNetworkBlockedError",
    "cmek_key_network_blocked",
);

/** What `compaction_block_ambiguous` tells beside its words. */
export type CompactionBlockAmbiguousErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_ambiguous";
};
/** 400 `compaction_block_ambiguous`: it is not clear which summary counts. */
export type CompactionBlockAmbiguousError = Coded<E.BadRequestError, CompactionBlockAmbiguousErrorDetails>;
/** 400 `compaction_block_ambiguous`: it is not clear which summary counts. */
export const CompactionBlockAmbiguousError: OfAnswer<CompactionBlockAmbiguousError> = ofCode(
    own.BadRequestError,
    "CompactionBlockAmbiguousError",
    "compaction_block_ambiguous",
);

/** What `compaction_block_misplaced` tells beside its words. */
export type CompactionBlockMisplacedErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_misplaced";
};
/** 400 `compaction_block_misplaced`: a summary stands where none may be. */
export type CompactionBlockMisplacedError = Coded<E.BadRequestError, CompactionBlockMisplacedErrorDetails>;
/** 400 `compaction_block_misplaced`: a summary stands where none may be. */
export const CompactionBlockMisplacedError: OfAnswer<CompactionBlockMisplacedError> = ofCode(
    own.BadRequestError,
    "CompactionBlockMisplacedError",
    "compaction_block_misplaced",
);

/** What `compaction_content_mismatch` tells beside its words. */
export type CompactionContentMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_content_mismatch";
};
/** 400 `compaction_content_mismatch`: a summary is not as the service gave it. */
export type CompactionContentMismatchError = Coded<E.BadRequestError, CompactionContentMismatchErrorDetails>;
/** 400 `compaction_content_mismatch`: a summary is not as the service gave it. */
export const CompactionContentMismatchError: OfAnswer<CompactionContentMismatchError> = ofCode(
    own.BadRequestError,
    "CompactionContentMismatchError",
    "compaction_content_mismatch",
);

/** What `compaction_incomplete_turn` tells beside its words. */
export type CompactionIncompleteTurnErrorDetails = Record<string, unknown> & {
    error_code: "compaction_incomplete_turn";
};
/** 400 `compaction_incomplete_turn`: a turn is not complete where it is to be summarised. */
export type CompactionIncompleteTurnError = Coded<E.BadRequestError, CompactionIncompleteTurnErrorDetails>;
/** 400 `compaction_incomplete_turn`: a turn is not complete where it is to be summarised. */
export const CompactionIncompleteTurnError: OfAnswer<CompactionIncompleteTurnError> = ofCode(
    own.BadRequestError,
    "CompactionIncompleteTurnError",
    "compaction_incomplete_turn",
);

/** What `compaction_nothing_to_summarize` tells beside its words. */
export type CompactionNothingToSummarizeErrorDetails = Record<string, unknown> & {
    error_code: "compaction_nothing_to_summarize";
};
/** 400 `compaction_nothing_to_summarize`: there is nothing to summarise. */
export type CompactionNothingToSummarizeError = Coded<
    E.BadRequestError,
    CompactionNothingToSummarizeErrorDetails
>;
/** 400 `compaction_nothing_to_summarize`: there is nothing to summarise. */
export const CompactionNothingToSummarizeError: OfAnswer<CompactionNothingToSummarizeError> = ofCode(
    own.BadRequestError,
    "CompactionNothingToSummarizeError",
    "compaction_nothing_to_summarize",
);

/** What `compaction_signature_invalid` tells beside its words. */
export type CompactionSignatureInvalidErrorDetails = Record<string, unknown> & {
    error_code: "compaction_signature_invalid";
};
/** 400 `compaction_signature_invalid`: a summary's signature is not that of the service. */
export type CompactionSignatureInvalidError = Coded<
    E.BadRequestError,
    CompactionSignatureInvalidErrorDetails
>;
/** 400 `compaction_signature_invalid`: a summary's signature is not that of the service. */
export const CompactionSignatureInvalidError: OfAnswer<CompactionSignatureInvalidError> = ofCode(
    own.BadRequestError,
    "CompactionSignatureInvalidError",
    "compaction_signature_invalid",
);

/** What `compaction_too_many_tool_references` tells beside its words. */
export type CompactionTooManyToolReferencesErrorDetails = Record<string, unknown> & {
    error_code: "compaction_too_many_tool_references";
};
/** 400 `compaction_too_many_tool_references`: a summary would name too many tools. */
export type CompactionTooManyToolReferencesError = Coded<
    E.BadRequestError,
    CompactionTooManyToolReferencesErrorDetails
>;
/** 400 `compaction_too_many_tool_references`: a summary would name too many tools. */
export const CompactionTooManyToolReferencesError: OfAnswer<CompactionTooManyToolReferencesError> = ofCode(
    own.BadRequestError,
    "CompactionTooManyToolReferencesError",
    "compaction_too_many_tool_references",
);

/** What `compaction_tool_changes_mismatch` tells beside its words. */
export type CompactionToolChangesMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_tool_changes_mismatch";
};
/** 400 `compaction_tool_changes_mismatch`: what a summary says of the tools is not what happened to them. */
export type CompactionToolChangesMismatchError = Coded<
    E.BadRequestError,
    CompactionToolChangesMismatchErrorDetails
>;
/** 400 `compaction_tool_changes_mismatch`: what a summary says of the tools is not what happened to them. */
export const CompactionToolChangesMismatchError: OfAnswer<CompactionToolChangesMismatchError> = ofCode(
    own.BadRequestError,
    "CompactionToolChangesMismatchError",
    "compaction_tool_changes_mismatch",
);

/** What `file_not_downloadable` tells beside its words. */
export type FileNotDownloadableErrorDetails = Record<string, unknown> & {
    error_code: "file_not_downloadable";
};
/** 400 `file_not_downloadable`: the content of a file was asked for that was uploaded, and not made by a tool. */
export type FileNotDownloadableError = Coded<E.BadRequestError, FileNotDownloadableErrorDetails>;
/** 400 `file_not_downloadable`: the content of a file was asked for that was uploaded, and not made by a tool. */
export const FileNotDownloadableError: OfAnswer<FileNotDownloadableError> = ofCode(
    own.BadRequestError,
    "FileNotDownloadableError",
    "file_not_downloadable",
);

/** What `image_dimensions_too_large` tells beside its words. */
export type ImageDimensionsTooLargeErrorDetails = Record<string, unknown> & {
    error_code: "image_dimensions_too_large";
    /** The longest side that is allowed. */
    max_side_length_pixels: number;
    /** The images: `messages.{i}.content.{j}`. */
    paths: string[];
};
/** 400 `image_dimensions_too_large`: images have too many pixels: scale them. */
export type ImageDimensionsTooLargeError = Coded<E.BadRequestError, ImageDimensionsTooLargeErrorDetails>;
/** 400 `image_dimensions_too_large`: images have too many pixels: scale them. */
export const ImageDimensionsTooLargeError: OfAnswer<ImageDimensionsTooLargeError> = ofCode(
    own.BadRequestError,
    "ImageDimensionsTooLargeError",
    "image_dimensions_too_large",
);

/** What `organization_not_enrolled_in_beta` tells beside its words. */
export type BetaOrganizationNotEnrolledInBetaErrorDetails = Record<string, unknown> & {
    error_code: "organization_not_enrolled_in_beta";
};
/** 400 `organization_not_enrolled_in_beta`: the account may not use this beta. */
export type BetaOrganizationNotEnrolledInBetaError = Coded<
    E.BadRequestError,
    BetaOrganizationNotEnrolledInBetaErrorDetails
>;
/** 400 `organization_not_enrolled_in_beta`: the account may not use this beta. */
export const BetaOrganizationNotEnrolledInBetaError: OfAnswer<BetaOrganizationNotEnrolledInBetaError> =
    ofCode(
        own.BadRequestError,
        "BetaOrganizationNotEnrolledInBetaError",
        "organization_not_enrolled_in_beta",
    );

/** What `organization_on_hold` tells beside its words. */
export type OrganizationOnHoldErrorDetails = Record<string, unknown> & {
    error_code: "organization_on_hold";
    /** Where to object. */
    appeal_url?: string | null;
};
/** 400 `organization_on_hold`: the account is on hold. */
export type OrganizationOnHoldError = Coded<E.BadRequestError, OrganizationOnHoldErrorDetails>;
/** 400 `organization_on_hold`: the account is on hold. */
export const OrganizationOnHoldError: OfAnswer<OrganizationOnHoldError> = ofCode(
    own.BadRequestError,
    "OrganizationOnHoldError",
    "organization_on_hold",
);

/** What `organization_type_not_supported` tells beside its words. */
export type OrganizationTypeNotSupportedErrorDetails = Record<string, unknown> & {
    error_code: "organization_type_not_supported";
};
/** 400 `organization_type_not_supported`: accounts of this kind may not do this. */
export type OrganizationTypeNotSupportedError = Coded<
    E.BadRequestError,
    OrganizationTypeNotSupportedErrorDetails
>;
/** 400 `organization_type_not_supported`: accounts of this kind may not do this. */
export const OrganizationTypeNotSupportedError: OfAnswer<OrganizationTypeNotSupportedError> = ofCode(
    own.BadRequestError,
    "OrganizationTypeNotSupportedError",
    "organization_type_not_supported",
);

/** What `parent_organization_required` tells beside its words. */
export type ParentOrganizationRequiredErrorDetails = Record<string, unknown> & {
    error_code: "parent_organization_required";
};
/** 400 `parent_organization_required`: only the account above this one may do this. */
export type ParentOrganizationRequiredError = Coded<
    E.BadRequestError,
    ParentOrganizationRequiredErrorDetails
>;
/** 400 `parent_organization_required`: only the account above this one may do this. */
export const ParentOrganizationRequiredError: OfAnswer<ParentOrganizationRequiredError> = ofCode(
    own.BadRequestError,
    "ParentOrganizationRequiredError",
    "parent_organization_required",
);

/** What `request_body_encoding_invalid` tells beside its words. */
export type RequestBodyEncodingInvalidErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_invalid";
};
/** 400 `request_body_encoding_invalid`: the body is not compressed as its header says. */
export type RequestBodyEncodingInvalidError = Coded<
    E.BadRequestError,
    RequestBodyEncodingInvalidErrorDetails
>;
/** 400 `request_body_encoding_invalid`: the body is not compressed as its header says. */
export const RequestBodyEncodingInvalidError: OfAnswer<RequestBodyEncodingInvalidError> = ofCode(
    own.BadRequestError,
    "RequestBodyEncodingInvalidError",
    "request_body_encoding_invalid",
);

/** What `request_body_encoding_unsupported` tells beside its words. */
export type RequestBodyEncodingUnsupportedErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_unsupported";
};
/** 400 `request_body_encoding_unsupported`: the body is compressed in a way that the service does not read. */
export type RequestBodyEncodingUnsupportedError = Coded<
    E.BadRequestError,
    RequestBodyEncodingUnsupportedErrorDetails
>;
/** 400 `request_body_encoding_unsupported`: the body is compressed in a way that the service does not read. */
export const RequestBodyEncodingUnsupportedError: OfAnswer<RequestBodyEncodingUnsupportedError> = ofCode(
    own.BadRequestError,
    "RequestBodyEncodingUnsupportedError",
    "request_body_encoding_unsupported",
);

/** What `request_body_timeout` tells beside its words. */
export type BetaRequestBodyTimeoutErrorDetails = Record<string, unknown> & {
    error_code: "request_body_timeout";
};
/** 400 `request_body_timeout`: the body did not come in time. Nothing was done: it may be sent again. */
export type BetaRequestBodyTimeoutError = Coded<E.BadRequestError, BetaRequestBodyTimeoutErrorDetails>;
/** 400 `request_body_timeout`: the body did not come in time. Nothing was done: it may be sent again. */
export const BetaRequestBodyTimeoutError: OfAnswer<BetaRequestBodyTimeoutError> = ofCode(
    own.BadRequestError,
    "BetaRequestBodyTimeoutError",
    "request_body_timeout",
);

/** What `storage_quota_exceeded` tells beside its words. */
export type StorageQuotaExceededErrorDetails = Record<string, unknown> & {
    error_code: "storage_quota_exceeded";
};
/** 400 `storage_quota_exceeded`: there is no room for further files: delete some. */
export type StorageQuotaExceededError = Coded<E.BadRequestError, StorageQuotaExceededErrorDetails>;
/** 400 `storage_quota_exceeded`: there is no room for further files: delete some. */
export const StorageQuotaExceededError: OfAnswer<StorageQuotaExceededError> = ofCode(
    own.BadRequestError,
    "StorageQuotaExceededError",
    "storage_quota_exceeded",
);

/** What `thread_already_continued` tells beside its words. */
export type ThreadAlreadyContinuedErrorDetails = Record<string, unknown> & {
    error_code: "thread_already_continued";
};
/** 400 `thread_already_continued`: the thread went on from this message before: send the whole conversation. */
export type ThreadAlreadyContinuedError = Coded<E.BadRequestError, ThreadAlreadyContinuedErrorDetails>;
/** 400 `thread_already_continued`: the thread went on from this message before: send the whole conversation. */
export const ThreadAlreadyContinuedError: OfAnswer<ThreadAlreadyContinuedError> = ofCode(
    own.BadRequestError,
    "ThreadAlreadyContinuedError",
    "thread_already_continued",
);

/** What `thread_continue_in_flight` tells beside its words. */
export type ThreadContinueInFlightErrorDetails = Record<string, unknown> & {
    error_code: "thread_continue_in_flight";
};
/** 400 `thread_continue_in_flight`: another request goes on from this message: wait until it ends. */
export type ThreadContinueInFlightError = Coded<E.BadRequestError, ThreadContinueInFlightErrorDetails>;
/** 400 `thread_continue_in_flight`: another request goes on from this message: wait until it ends. */
export const ThreadContinueInFlightError: OfAnswer<ThreadContinueInFlightError> = ofCode(
    own.BadRequestError,
    "ThreadContinueInFlightError",
    "thread_continue_in_flight",
);

/** What `thread_fingerprint_mismatch` tells beside its words. */
export type ThreadFingerprintMismatchErrorDetails = Record<string, unknown> & {
    error_code: "thread_fingerprint_mismatch";
};
/** 400 `thread_fingerprint_mismatch`: the thread belongs to a request of another kind: send the whole conversation. */
export type ThreadFingerprintMismatchError = Coded<E.BadRequestError, ThreadFingerprintMismatchErrorDetails>;
/** 400 `thread_fingerprint_mismatch`: the thread belongs to a request of another kind: send the whole conversation. */
export const ThreadFingerprintMismatchError: OfAnswer<ThreadFingerprintMismatchError> = ofCode(
    own.BadRequestError,
    "ThreadFingerprintMismatchError",
    "thread_fingerprint_mismatch",
);

/** What `thread_unsupported_request` tells beside its words. */
export type ThreadUnsupportedRequestErrorDetails = Record<string, unknown> & {
    error_code: "thread_unsupported_request";
    /** What threads cannot. */
    unsupported?: ThreadUnsupportedFeatureName[] | null;
};
/** 400 `thread_unsupported_request`: the request has what threads cannot: send the whole conversation. */
export type ThreadUnsupportedRequestError = Coded<E.BadRequestError, ThreadUnsupportedRequestErrorDetails>;
/** 400 `thread_unsupported_request`: the request has what threads cannot: send the whole conversation. */
export const ThreadUnsupportedRequestError: OfAnswer<ThreadUnsupportedRequestError> = ofCode(
    own.BadRequestError,
    "ThreadUnsupportedRequestError",
    "thread_unsupported_request",
);

/** What `tool_name_conflict` tells beside its words. */
export type ToolNameConflictErrorDetails = Record<string, unknown> & {
    error_code: "tool_name_conflict";
};
/** 400 `tool_name_conflict`: two tools have the same name. */
export type ToolNameConflictError = Coded<E.BadRequestError, ToolNameConflictErrorDetails>;
/** 400 `tool_name_conflict`: two tools have the same name. */
export const ToolNameConflictError: OfAnswer<ToolNameConflictError> = ofCode(
    own.BadRequestError,
    "ToolNameConflictError",
    "tool_name_conflict",
);

/** What `tool_reference_unresolved` tells beside its words. */
export type ToolReferenceUnresolvedErrorDetails = Record<string, unknown> & {
    error_code: "tool_reference_unresolved";
};
/** 400 `tool_reference_unresolved`: a tool is named that nothing declares. */
export type ToolReferenceUnresolvedError = Coded<E.BadRequestError, ToolReferenceUnresolvedErrorDetails>;
/** 400 `tool_reference_unresolved`: a tool is named that nothing declares. */
export const ToolReferenceUnresolvedError: OfAnswer<ToolReferenceUnresolvedError> = ofCode(
    own.BadRequestError,
    "ToolReferenceUnresolvedError",
    "tool_reference_unresolved",
);

/** What `unsupported_charset` tells beside its words. */
export type BetaUnsupportedCharsetErrorDetails = Record<string, unknown> & {
    error_code: "unsupported_charset";
};
/** 400 `unsupported_charset`: the body is written in characters that the service does not read. */
export type BetaUnsupportedCharsetError = Coded<E.BadRequestError, BetaUnsupportedCharsetErrorDetails>;
/** 400 `unsupported_charset`: the body is written in characters that the service does not read. */
export const BetaUnsupportedCharsetError: OfAnswer<BetaUnsupportedCharsetError> = ofCode(
    own.BadRequestError,
    "BetaUnsupportedCharsetError",
    "unsupported_charset",
);

/** What `user_profile_not_found` tells beside its words. */
export type UserProfileNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_found";
};
/** 400 `user_profile_not_found`: there is no such user profile. */
export type UserProfileNotFoundError = Coded<E.BadRequestError, UserProfileNotFoundErrorDetails>;
/** 400 `user_profile_not_found`: there is no such user profile. */
export const UserProfileNotFoundError: OfAnswer<UserProfileNotFoundError> = ofCode(
    own.BadRequestError,
    "UserProfileNotFoundError",
    "user_profile_not_found",
);

/** What `user_profile_required` tells beside its words. */
export type UserProfileRequiredErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_required";
};
/** 400 `user_profile_required`: the request has to name a user profile. */
export type UserProfileRequiredError = Coded<E.BadRequestError, UserProfileRequiredErrorDetails>;
/** 400 `user_profile_required`: the request has to name a user profile. */
export const UserProfileRequiredError: OfAnswer<UserProfileRequiredError> = ofCode(
    own.BadRequestError,
    "UserProfileRequiredError",
    "user_profile_required",
);

/** What `linked_organization_billing_unavailable` tells beside its words. */
export type LinkedOrganizationBillingUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_billing_unavailable";
};
/** 402 `linked_organization_billing_unavailable`: the account that pays cannot be billed. */
export type LinkedOrganizationBillingUnavailableError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationBillingUnavailableErrorDetails
>;
/** 402 `linked_organization_billing_unavailable`: the account that pays cannot be billed. */
export const LinkedOrganizationBillingUnavailableError: OfAnswer<LinkedOrganizationBillingUnavailableError> =
    ofCode(
        own.BillingError,
        "LinkedOrganizationBillingUnavailableError",
        "linked_organization_billing_unavailable",
    );

/** What `linked_organization_spend_limit_reached` tells beside its words. */
export type LinkedOrganizationSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_spend_limit_reached";
};
/** 402 `linked_organization_spend_limit_reached`: the account that pays has spent what it may. */
export type LinkedOrganizationSpendLimitReachedError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationSpendLimitReachedErrorDetails
>;
/** 402 `linked_organization_spend_limit_reached`: the account that pays has spent what it may. */
export const LinkedOrganizationSpendLimitReachedError: OfAnswer<LinkedOrganizationSpendLimitReachedError> =
    ofCode(
        own.BillingError,
        "LinkedOrganizationSpendLimitReachedError",
        "linked_organization_spend_limit_reached",
    );

/** What `sandbox_egress_restricted` tells beside its words. */
export type SandboxEgressRestrictedErrorDetails = Record<string, unknown> & {
    error_code: "sandbox_egress_restricted";
};
/** 403 `sandbox_egress_restricted`: the call came out of a sandbox that may not ask the service. */
export type SandboxEgressRestrictedError = Coded<
    E.PermissionDeniedError,
    SandboxEgressRestrictedErrorDetails
>;
/** 403 `sandbox_egress_restricted`: the call came out of a sandbox that may not ask the service. */
export const SandboxEgressRestrictedError: OfAnswer<SandboxEgressRestrictedError> = ofCode(
    own.PermissionDeniedError,
    "SandboxEgressRestrictedError",
    "sandbox_egress_restricted",
);

/** What `user_profile_billing_not_authorized` tells beside its words. */
export type UserProfileBillingNotAuthorizedErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_billing_not_authorized";
};
/** 403 `user_profile_billing_not_authorized`: the user profile has not agreed to pay. */
export type UserProfileBillingNotAuthorizedError = Coded<
    E.PermissionDeniedError,
    UserProfileBillingNotAuthorizedErrorDetails
>;
/** 403 `user_profile_billing_not_authorized`: the user profile has not agreed to pay. */
export const UserProfileBillingNotAuthorizedError: OfAnswer<UserProfileBillingNotAuthorizedError> = ofCode(
    own.PermissionDeniedError,
    "UserProfileBillingNotAuthorizedError",
    "user_profile_billing_not_authorized",
);

/** What `user_profile_not_billable` tells beside its words. */
export type UserProfileNotBillableErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_billable";
};
/** 403 `user_profile_not_billable`: the user profile cannot be billed. */
export type UserProfileNotBillableError = Coded<E.PermissionDeniedError, UserProfileNotBillableErrorDetails>;
/** 403 `user_profile_not_billable`: the user profile cannot be billed. */
export const UserProfileNotBillableError: OfAnswer<UserProfileNotBillableError> = ofCode(
    own.PermissionDeniedError,
    "UserProfileNotBillableError",
    "user_profile_not_billable",
);

/** What `file_expired` tells beside its words. */
export type FileExpiredErrorDetails = Record<string, unknown> & {
    error_code: "file_expired";
};
/** 404 `file_expired`: the file was deleted when its time was over. */
export type FileExpiredError = Coded<E.NotFoundError, FileExpiredErrorDetails>;
/** 404 `file_expired`: the file was deleted when its time was over. */
export const FileExpiredError: OfAnswer<FileExpiredError> = ofCode(
    own.NotFoundError,
    "FileExpiredError",
    "file_expired",
);

/** What `thread_not_found` tells beside its words. */
export type ThreadNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "thread_not_found";
};
/** 404 `thread_not_found`: the thread is unknown or over: send the whole conversation. */
export type ThreadNotFoundError = Coded<E.NotFoundError, ThreadNotFoundErrorDetails>;
/** 404 `thread_not_found`: the thread is unknown or over: send the whole conversation. */
export const ThreadNotFoundError: OfAnswer<ThreadNotFoundError> = ofCode(
    own.NotFoundError,
    "ThreadNotFoundError",
    "thread_not_found",
);

/** What `skill_read_blocked_undecryptable` tells beside its words. */
export type SkillReadBlockedUndecryptableErrorDetails = Record<string, unknown> & {
    error_code: "skill_read_blocked_undecryptable";
};
/** 409 `skill_read_blocked_undecryptable`: the skill stands under a key that cannot be read. */
export type SkillReadBlockedUndecryptableError = Coded<
    E.ConflictError,
    SkillReadBlockedUndecryptableErrorDetails
>;
/** 409 `skill_read_blocked_undecryptable`: the skill stands under a key that cannot be read. */
export const SkillReadBlockedUndecryptableError: OfAnswer<SkillReadBlockedUndecryptableError> = ofCode(
    own.ConflictError,
    "SkillReadBlockedUndecryptableError",
    "skill_read_blocked_undecryptable",
);

/** What `request_body_too_large_after_decoding` tells beside its words. */
export type RequestBodyTooLargeAfterDecodingErrorDetails = Record<string, unknown> & {
    error_code: "request_body_too_large_after_decoding";
};
/** 413 `request_body_too_large_after_decoding`: the body is too large once it is unpacked. */
export type RequestBodyTooLargeAfterDecodingError = Coded<
    E.ContentTooLargeError,
    RequestBodyTooLargeAfterDecodingErrorDetails
>;
/** 413 `request_body_too_large_after_decoding`: the body is too large once it is unpacked. */
export const RequestBodyTooLargeAfterDecodingError: OfAnswer<RequestBodyTooLargeAfterDecodingError> = ofCode(
    own.RequestTooLargeError,
    "RequestBodyTooLargeAfterDecodingError",
    "request_body_too_large_after_decoding",
);

/** What `contract_spend_limit_reached` tells beside its words. */
export type ContractSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "contract_spend_limit_reached";
};
/** 429 `contract_spend_limit_reached`: the contract's money is spent. Final. */
export type ContractSpendLimitReachedError = Coded<E.RateLimitError, ContractSpendLimitReachedErrorDetails>;
/** 429 `contract_spend_limit_reached`: the contract's money is spent. Final. */
export const ContractSpendLimitReachedError: OfAnswer<ContractSpendLimitReachedError> = ofCode(
    own.RateLimitError,
    "ContractSpendLimitReachedError",
    "contract_spend_limit_reached",
);

/** What `enforced_spend_limit_reached` tells beside its words. */
export type EnforcedSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "enforced_spend_limit_reached";
};
/** 429 `enforced_spend_limit_reached`: the account's own cap on its spending is reached. Final. */
export type EnforcedSpendLimitReachedError = Coded<E.RateLimitError, EnforcedSpendLimitReachedErrorDetails>;
/** 429 `enforced_spend_limit_reached`: the account's own cap on its spending is reached. Final. */
export const EnforcedSpendLimitReachedError: OfAnswer<EnforcedSpendLimitReachedError> = ofCode(
    own.RateLimitError,
    "EnforcedSpendLimitReachedError",
    "enforced_spend_limit_reached",
);

/** What `ramp_limit_exceeded` tells beside its words. */
export type RampLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "ramp_limit_exceeded";
};
/** 429 `ramp_limit_exceeded`: the calls grew too fast: try again later, with fewer. */
export type RampLimitExceededError = Coded<E.RateLimitError, RampLimitExceededErrorDetails>;
/** 429 `ramp_limit_exceeded`: the calls grew too fast: try again later, with fewer. */
export const RampLimitExceededError: OfAnswer<RampLimitExceededError> = ofCode(
    own.RateLimitError,
    "RampLimitExceededError",
    "ramp_limit_exceeded",
);

/** What `cmek_context_unavailable` tells beside its words. */
export type CMEKContextUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_context_unavailable";
};
/** 503 `cmek_context_unavailable`: what belongs to the customer's own key cannot be had just now: try again. */
export type CMEKContextUnavailableError = Coded<
    E.ServiceUnavailableError,
    CMEKContextUnavailableErrorDetails
>;
/** 503 `cmek_context_unavailable`: what belongs to the customer's own key cannot be had just now: try again. */
export const CMEKContextUnavailableError: OfAnswer<CMEKContextUnavailableError> = ofCode(
    own.ServiceUnavailableError,
    "CMEKContextUnavailableError",
    "cmek_context_unavailable",
);

/** What `cmek_key_unreachable` tells beside its words. */
export type CMEKKeyUnreachableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_unreachable";
};
/** 503 `cmek_key_unreachable`: the customer's own key cannot be reached just now: try again. */
export type CMEKKeyUnreachableError = Coded<E.ServiceUnavailableError, CMEKKeyUnreachableErrorDetails>;
/** 503 `cmek_key_unreachable`: the customer's own key cannot be reached just now: try again. */
export const CMEKKeyUnreachableError: OfAnswer<CMEKKeyUnreachableError> = ofCode(
    own.ServiceUnavailableError,
    "CMEKKeyUnreachableError",
    "cmek_key_unreachable",
);

/** What `compaction_unavailable` tells beside its words. */
export type CompactionUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "compaction_unavailable";
};
/** 529 `compaction_unavailable`: summaries cannot be made just now: try again. */
export type CompactionUnavailableError = Coded<E.OverloadedError, CompactionUnavailableErrorDetails>;
/** 529 `compaction_unavailable`: summaries cannot be made just now: try again. */
export const CompactionUnavailableError: OfAnswer<CompactionUnavailableError> = ofCode(
    own.OverloadedError,
    "CompactionUnavailableError",
    "compaction_unavailable",
);

/** What an error tells beside its words, told apart by its `error_code`. */
export type ErrorDetails =
    | AvailableToolsLimitExceededErrorDetails
    | CMEKKeyDisabledErrorDetails
    | CMEKKeyNetworkBlockedErrorDetails
    | CompactionBlockAmbiguousErrorDetails
    | CompactionBlockMisplacedErrorDetails
    | CompactionContentMismatchErrorDetails
    | CompactionIncompleteTurnErrorDetails
    | CompactionNothingToSummarizeErrorDetails
    | CompactionSignatureInvalidErrorDetails
    | CompactionTooManyToolReferencesErrorDetails
    | CompactionToolChangesMismatchErrorDetails
    | FileNotDownloadableErrorDetails
    | ImageDimensionsTooLargeErrorDetails
    | BetaOrganizationNotEnrolledInBetaErrorDetails
    | OrganizationOnHoldErrorDetails
    | OrganizationTypeNotSupportedErrorDetails
    | ParentOrganizationRequiredErrorDetails
    | RequestBodyEncodingInvalidErrorDetails
    | RequestBodyEncodingUnsupportedErrorDetails
    | BetaRequestBodyTimeoutErrorDetails
    | StorageQuotaExceededErrorDetails
    | ThreadAlreadyContinuedErrorDetails
    | ThreadContinueInFlightErrorDetails
    | ThreadFingerprintMismatchErrorDetails
    | ThreadUnsupportedRequestErrorDetails
    | ToolNameConflictErrorDetails
    | ToolReferenceUnresolvedErrorDetails
    | BetaUnsupportedCharsetErrorDetails
    | UserProfileNotFoundErrorDetails
    | UserProfileRequiredErrorDetails
    | LinkedOrganizationBillingUnavailableErrorDetails
    | LinkedOrganizationSpendLimitReachedErrorDetails
    | SandboxEgressRestrictedErrorDetails
    | UserProfileBillingNotAuthorizedErrorDetails
    | UserProfileNotBillableErrorDetails
    | FileExpiredErrorDetails
    | ThreadNotFoundErrorDetails
    | SkillReadBlockedUndecryptableErrorDetails
    | RequestBodyTooLargeAfterDecodingErrorDetails
    | ContractSpendLimitReachedErrorDetails
    | EnforcedSpendLimitReachedErrorDetails
    | RampLimitExceededErrorDetails
    | CMEKContextUnavailableErrorDetails
    | CMEKKeyUnreachableErrorDetails
    | CompactionUnavailableErrorDetails;
