// Error classes by code: an error of this package is an instance of the class of its code. Made out of
// schema/error_codes.toml by `make generate`.

import {
    BadRequestError,
    BillingError,
    ConflictError,
    NotFoundError,
    OverloadedError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    ServiceUnavailableError,
} from "parlour";
import type * as E from "./errors.js";
import { ofCodes, type OfAnswer } from "./error_classes.js";
import type { ThreadUnsupportedFeatureName } from "./types/errors.js";

/** An error of a class, with its code. */
type Coded<Base, Details extends { error_code: string }> = Base & {
    /** The service's own code of the error. */
    readonly errorCode: Details["error_code"];
    /** What the service tells beside its words. */
    readonly details: Details;
};

/** The details of `available_tools_limit_exceeded`. */
export type AvailableToolsLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "available_tools_limit_exceeded";
};
/** 400 `available_tools_limit_exceeded`: the conversation has more tools at a time than permitted. */
export type AvailableToolsLimitExceededError = Coded<
    E.BadRequestError,
    AvailableToolsLimitExceededErrorDetails
>;

/** The details of `cmek_key_disabled`. */
export type CMEKKeyDisabledErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_disabled";
};
/** 400 `cmek_key_disabled`: the customer-managed encryption key is disabled. */
export type CMEKKeyDisabledError = Coded<E.BadRequestError, CMEKKeyDisabledErrorDetails>;

/** The details of `cmek_key_network_blocked`. */
export type CMEKKeyNetworkBlockedErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_network_blocked";
};
/** 400 `cmek_key_network_blocked`: the network of the customer-managed encryption key blocks the service. */
export type CMEKKeyNetworkBlockedError = Coded<E.BadRequestError, CMEKKeyNetworkBlockedErrorDetails>;

/** The details of `compaction_block_ambiguous`. */
export type CompactionBlockAmbiguousErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_ambiguous";
};
/** 400 `compaction_block_ambiguous`: it is ambiguous which summary applies. */
export type CompactionBlockAmbiguousError = Coded<E.BadRequestError, CompactionBlockAmbiguousErrorDetails>;

/** The details of `compaction_block_misplaced`. */
export type CompactionBlockMisplacedErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_misplaced";
};
/** 400 `compaction_block_misplaced`: a summary is in a place where none is permitted. */
export type CompactionBlockMisplacedError = Coded<E.BadRequestError, CompactionBlockMisplacedErrorDetails>;

/** The details of `compaction_content_mismatch`. */
export type CompactionContentMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_content_mismatch";
};
/** 400 `compaction_content_mismatch`: a summary differs from the one that the service returned. */
export type CompactionContentMismatchError = Coded<E.BadRequestError, CompactionContentMismatchErrorDetails>;

/** The details of `compaction_incomplete_turn`. */
export type CompactionIncompleteTurnErrorDetails = Record<string, unknown> & {
    error_code: "compaction_incomplete_turn";
};
/** 400 `compaction_incomplete_turn`: a turn is incomplete at the point where it should be summarised. */
export type CompactionIncompleteTurnError = Coded<E.BadRequestError, CompactionIncompleteTurnErrorDetails>;

/** The details of `compaction_nothing_to_summarize`. */
export type CompactionNothingToSummarizeErrorDetails = Record<string, unknown> & {
    error_code: "compaction_nothing_to_summarize";
};
/** 400 `compaction_nothing_to_summarize`: there is nothing to summarise. */
export type CompactionNothingToSummarizeError = Coded<
    E.BadRequestError,
    CompactionNothingToSummarizeErrorDetails
>;

/** The details of `compaction_signature_invalid`. */
export type CompactionSignatureInvalidErrorDetails = Record<string, unknown> & {
    error_code: "compaction_signature_invalid";
};
/** 400 `compaction_signature_invalid`: the signature of a summary is invalid. */
export type CompactionSignatureInvalidError = Coded<
    E.BadRequestError,
    CompactionSignatureInvalidErrorDetails
>;

/** The details of `compaction_too_many_tool_references`. */
export type CompactionTooManyToolReferencesErrorDetails = Record<string, unknown> & {
    error_code: "compaction_too_many_tool_references";
};
/** 400 `compaction_too_many_tool_references`: a summary would name too many tools. */
export type CompactionTooManyToolReferencesError = Coded<
    E.BadRequestError,
    CompactionTooManyToolReferencesErrorDetails
>;

/** The details of `compaction_tool_changes_mismatch`. */
export type CompactionToolChangesMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_tool_changes_mismatch";
};
/** 400 `compaction_tool_changes_mismatch`: the tool changes in a summary differ from those of the conversation. */
export type CompactionToolChangesMismatchError = Coded<
    E.BadRequestError,
    CompactionToolChangesMismatchErrorDetails
>;

/** The details of `file_not_downloadable`. */
export type FileNotDownloadableErrorDetails = Record<string, unknown> & {
    error_code: "file_not_downloadable";
};
/** 400 `file_not_downloadable`: the file was uploaded: only files created by tools can be downloaded. */
export type FileNotDownloadableError = Coded<E.BadRequestError, FileNotDownloadableErrorDetails>;

/** The details of `image_dimensions_too_large`. */
export type ImageDimensionsTooLargeErrorDetails = Record<string, unknown> & {
    error_code: "image_dimensions_too_large";
    /** The longest permitted side. */
    max_side_length_pixels: number;
    /** The images: `messages.{i}.content.{j}`. */
    paths: string[];
};
/** 400 `image_dimensions_too_large`: images have too many pixels: scale them. */
export type ImageDimensionsTooLargeError = Coded<E.BadRequestError, ImageDimensionsTooLargeErrorDetails>;

/** The details of `organization_not_enrolled_in_beta`. */
export type BetaOrganizationNotEnrolledInBetaErrorDetails = Record<string, unknown> & {
    error_code: "organization_not_enrolled_in_beta";
};
/** 400 `organization_not_enrolled_in_beta`: the account is not enrolled in this beta. */
export type BetaOrganizationNotEnrolledInBetaError = Coded<
    E.BadRequestError,
    BetaOrganizationNotEnrolledInBetaErrorDetails
>;

/** The details of `organization_on_hold`. */
export type OrganizationOnHoldErrorDetails = Record<string, unknown> & {
    error_code: "organization_on_hold";
    /** The address for an appeal. */
    appeal_url?: string | null;
};
/** 400 `organization_on_hold`: the account is on hold. */
export type OrganizationOnHoldError = Coded<E.BadRequestError, OrganizationOnHoldErrorDetails>;

/** The details of `organization_type_not_supported`. */
export type OrganizationTypeNotSupportedErrorDetails = Record<string, unknown> & {
    error_code: "organization_type_not_supported";
};
/** 400 `organization_type_not_supported`: accounts of this type are not supported here. */
export type OrganizationTypeNotSupportedError = Coded<
    E.BadRequestError,
    OrganizationTypeNotSupportedErrorDetails
>;

/** The details of `parent_organization_required`. */
export type ParentOrganizationRequiredErrorDetails = Record<string, unknown> & {
    error_code: "parent_organization_required";
};
/** 400 `parent_organization_required`: only the parent account may do this. */
export type ParentOrganizationRequiredError = Coded<
    E.BadRequestError,
    ParentOrganizationRequiredErrorDetails
>;

/** The details of `request_body_encoding_invalid`. */
export type RequestBodyEncodingInvalidErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_invalid";
};
/** 400 `request_body_encoding_invalid`: the compression of the body does not match its header. */
export type RequestBodyEncodingInvalidError = Coded<
    E.BadRequestError,
    RequestBodyEncodingInvalidErrorDetails
>;

/** The details of `request_body_encoding_unsupported`. */
export type RequestBodyEncodingUnsupportedErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_unsupported";
};
/** 400 `request_body_encoding_unsupported`: the service does not support the compression of the body. */
export type RequestBodyEncodingUnsupportedError = Coded<
    E.BadRequestError,
    RequestBodyEncodingUnsupportedErrorDetails
>;

/** The details of `request_body_timeout`. */
export type BetaRequestBodyTimeoutErrorDetails = Record<string, unknown> & {
    error_code: "request_body_timeout";
};
/** 400 `request_body_timeout`: the body did not arrive in time. Nothing was processed: it may be sent again. */
export type BetaRequestBodyTimeoutError = Coded<E.BadRequestError, BetaRequestBodyTimeoutErrorDetails>;

/** The details of `storage_quota_exceeded`. */
export type StorageQuotaExceededErrorDetails = Record<string, unknown> & {
    error_code: "storage_quota_exceeded";
};
/** 400 `storage_quota_exceeded`: the storage for files is full: delete some. */
export type StorageQuotaExceededError = Coded<E.BadRequestError, StorageQuotaExceededErrorDetails>;

/** The details of `thread_already_continued`. */
export type ThreadAlreadyContinuedErrorDetails = Record<string, unknown> & {
    error_code: "thread_already_continued";
};
/** 400 `thread_already_continued`: the thread was already continued from this message: send the whole conversation. */
export type ThreadAlreadyContinuedError = Coded<E.BadRequestError, ThreadAlreadyContinuedErrorDetails>;

/** The details of `thread_continue_in_flight`. */
export type ThreadContinueInFlightErrorDetails = Record<string, unknown> & {
    error_code: "thread_continue_in_flight";
};
/** 400 `thread_continue_in_flight`: another request continues from this message: wait until it ends. */
export type ThreadContinueInFlightError = Coded<E.BadRequestError, ThreadContinueInFlightErrorDetails>;

/** The details of `thread_fingerprint_mismatch`. */
export type ThreadFingerprintMismatchErrorDetails = Record<string, unknown> & {
    error_code: "thread_fingerprint_mismatch";
};
/** 400 `thread_fingerprint_mismatch`: the thread belongs to a request of another kind: send the whole conversation. */
export type ThreadFingerprintMismatchError = Coded<E.BadRequestError, ThreadFingerprintMismatchErrorDetails>;

/** The details of `thread_unsupported_request`. */
export type ThreadUnsupportedRequestErrorDetails = Record<string, unknown> & {
    error_code: "thread_unsupported_request";
    /** The features that threads do not support. */
    unsupported?: ThreadUnsupportedFeatureName[] | null;
};
/**
 * 400 `thread_unsupported_request`: the request uses a feature that threads do not support: send the whole
 * conversation.
 */
export type ThreadUnsupportedRequestError = Coded<E.BadRequestError, ThreadUnsupportedRequestErrorDetails>;

/** The details of `tool_name_conflict`. */
export type ToolNameConflictErrorDetails = Record<string, unknown> & {
    error_code: "tool_name_conflict";
};
/** 400 `tool_name_conflict`: two tools have the same name. */
export type ToolNameConflictError = Coded<E.BadRequestError, ToolNameConflictErrorDetails>;

/** The details of `tool_reference_unresolved`. */
export type ToolReferenceUnresolvedErrorDetails = Record<string, unknown> & {
    error_code: "tool_reference_unresolved";
};
/** 400 `tool_reference_unresolved`: a reference names an undeclared tool. */
export type ToolReferenceUnresolvedError = Coded<E.BadRequestError, ToolReferenceUnresolvedErrorDetails>;

/** The details of `unsupported_charset`. */
export type BetaUnsupportedCharsetErrorDetails = Record<string, unknown> & {
    error_code: "unsupported_charset";
};
/** 400 `unsupported_charset`: the service does not support the character set of the body. */
export type BetaUnsupportedCharsetError = Coded<E.BadRequestError, BetaUnsupportedCharsetErrorDetails>;

/** The details of `user_profile_not_found`. */
export type UserProfileNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_found";
};
/** 400 `user_profile_not_found`: there is no such user profile. */
export type UserProfileNotFoundError = Coded<E.BadRequestError, UserProfileNotFoundErrorDetails>;

/** The details of `user_profile_required`. */
export type UserProfileRequiredErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_required";
};
/** 400 `user_profile_required`: the request must name a user profile. */
export type UserProfileRequiredError = Coded<E.BadRequestError, UserProfileRequiredErrorDetails>;

/** The details of `workspace_human_review_disabled`. */
export type WorkspaceHumanReviewDisabledErrorDetails = Record<string, unknown> & {
    error_code: "workspace_human_review_disabled";
};
/** 400 `workspace_human_review_disabled`: human review is disabled in the workspace: this batch cannot be created. */
export type WorkspaceHumanReviewDisabledError = Coded<
    E.BadRequestError,
    WorkspaceHumanReviewDisabledErrorDetails
>;

/** The details of `linked_organization_billing_unavailable`. */
export type LinkedOrganizationBillingUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_billing_unavailable";
};
/** 402 `linked_organization_billing_unavailable`: the account that pays cannot be billed. */
export type LinkedOrganizationBillingUnavailableError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationBillingUnavailableErrorDetails
>;

/** The details of `linked_organization_spend_limit_reached`. */
export type LinkedOrganizationSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_spend_limit_reached";
};
/** 402 `linked_organization_spend_limit_reached`: the account that pays has reached its spend limit. */
export type LinkedOrganizationSpendLimitReachedError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationSpendLimitReachedErrorDetails
>;

/** The details of `sandbox_egress_restricted`. */
export type SandboxEgressRestrictedErrorDetails = Record<string, unknown> & {
    error_code: "sandbox_egress_restricted";
};
/** 403 `sandbox_egress_restricted`: the call came from a sandbox that may not call the service. */
export type SandboxEgressRestrictedError = Coded<
    E.PermissionDeniedError,
    SandboxEgressRestrictedErrorDetails
>;

/** The details of `user_profile_billing_not_authorized`. */
export type UserProfileBillingNotAuthorizedErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_billing_not_authorized";
};
/** 403 `user_profile_billing_not_authorized`: the user profile has not agreed to pay. */
export type UserProfileBillingNotAuthorizedError = Coded<
    E.PermissionDeniedError,
    UserProfileBillingNotAuthorizedErrorDetails
>;

/** The details of `user_profile_not_billable`. */
export type UserProfileNotBillableErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_billable";
};
/** 403 `user_profile_not_billable`: the user profile cannot be billed. */
export type UserProfileNotBillableError = Coded<E.PermissionDeniedError, UserProfileNotBillableErrorDetails>;

/** The details of `file_expired`. */
export type FileExpiredErrorDetails = Record<string, unknown> & {
    error_code: "file_expired";
};
/** 404 `file_expired`: the file expired and was deleted. */
export type FileExpiredError = Coded<E.NotFoundError, FileExpiredErrorDetails>;

/** The details of `thread_not_found`. */
export type ThreadNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "thread_not_found";
};
/** 404 `thread_not_found`: the thread is unknown or has ended: send the whole conversation. */
export type ThreadNotFoundError = Coded<E.NotFoundError, ThreadNotFoundErrorDetails>;

/** The details of `skill_read_blocked_undecryptable`. */
export type SkillReadBlockedUndecryptableErrorDetails = Record<string, unknown> & {
    error_code: "skill_read_blocked_undecryptable";
};
/** 409 `skill_read_blocked_undecryptable`: the skill is encrypted with a key that cannot be read. */
export type SkillReadBlockedUndecryptableError = Coded<
    E.ConflictError,
    SkillReadBlockedUndecryptableErrorDetails
>;

/** The details of `request_body_too_large_after_decoding`. */
export type RequestBodyTooLargeAfterDecodingErrorDetails = Record<string, unknown> & {
    error_code: "request_body_too_large_after_decoding";
};
/** 413 `request_body_too_large_after_decoding`: the body is too large after decompression. */
export type RequestBodyTooLargeAfterDecodingError = Coded<
    E.ContentTooLargeError,
    RequestBodyTooLargeAfterDecodingErrorDetails
>;

/** The details of `contract_spend_limit_reached`. */
export type ContractSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "contract_spend_limit_reached";
};
/** 429 `contract_spend_limit_reached`: the spend limit of the contract is reached. Retrying does not help. */
export type ContractSpendLimitReachedError = Coded<E.RateLimitError, ContractSpendLimitReachedErrorDetails>;

/** The details of `enforced_spend_limit_reached`. */
export type EnforcedSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "enforced_spend_limit_reached";
};
/** 429 `enforced_spend_limit_reached`: the account's own spend limit is reached. Retrying does not help. */
export type EnforcedSpendLimitReachedError = Coded<E.RateLimitError, EnforcedSpendLimitReachedErrorDetails>;

/** The details of `ramp_limit_exceeded`. */
export type RampLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "ramp_limit_exceeded";
};
/** 429 `ramp_limit_exceeded`: the rate of calls grew too fast: try again later, with fewer. */
export type RampLimitExceededError = Coded<E.RateLimitError, RampLimitExceededErrorDetails>;

/** The details of `cmek_context_unavailable`. */
export type CMEKContextUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_context_unavailable";
};
/**
 * 503 `cmek_context_unavailable`: the context of the customer-managed encryption key is temporarily unavailable: try
 * again.
 */
export type CMEKContextUnavailableError = Coded<
    E.ServiceUnavailableError,
    CMEKContextUnavailableErrorDetails
>;

/** The details of `cmek_key_unreachable`. */
export type CMEKKeyUnreachableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_unreachable";
};
/** 503 `cmek_key_unreachable`: the customer-managed encryption key is temporarily unreachable: try again. */
export type CMEKKeyUnreachableError = Coded<E.ServiceUnavailableError, CMEKKeyUnreachableErrorDetails>;

/** The details of `compaction_unavailable`. */
export type CompactionUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "compaction_unavailable";
};
/** 529 `compaction_unavailable`: summaries are temporarily unavailable: try again. */
export type CompactionUnavailableError = Coded<E.OverloadedError, CompactionUnavailableErrorDetails>;

/** The details of an error, discriminated by `error_code`. */
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
    | WorkspaceHumanReviewDisabledErrorDetails
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

/** The classes by their names. */
interface Classes {
    readonly AvailableToolsLimitExceededError: OfAnswer<AvailableToolsLimitExceededError>;
    readonly CMEKKeyDisabledError: OfAnswer<CMEKKeyDisabledError>;
    readonly CMEKKeyNetworkBlockedError: OfAnswer<CMEKKeyNetworkBlockedError>;
    readonly CompactionBlockAmbiguousError: OfAnswer<CompactionBlockAmbiguousError>;
    readonly CompactionBlockMisplacedError: OfAnswer<CompactionBlockMisplacedError>;
    readonly CompactionContentMismatchError: OfAnswer<CompactionContentMismatchError>;
    readonly CompactionIncompleteTurnError: OfAnswer<CompactionIncompleteTurnError>;
    readonly CompactionNothingToSummarizeError: OfAnswer<CompactionNothingToSummarizeError>;
    readonly CompactionSignatureInvalidError: OfAnswer<CompactionSignatureInvalidError>;
    readonly CompactionTooManyToolReferencesError: OfAnswer<CompactionTooManyToolReferencesError>;
    readonly CompactionToolChangesMismatchError: OfAnswer<CompactionToolChangesMismatchError>;
    readonly FileNotDownloadableError: OfAnswer<FileNotDownloadableError>;
    readonly ImageDimensionsTooLargeError: OfAnswer<ImageDimensionsTooLargeError>;
    readonly BetaOrganizationNotEnrolledInBetaError: OfAnswer<BetaOrganizationNotEnrolledInBetaError>;
    readonly OrganizationOnHoldError: OfAnswer<OrganizationOnHoldError>;
    readonly OrganizationTypeNotSupportedError: OfAnswer<OrganizationTypeNotSupportedError>;
    readonly ParentOrganizationRequiredError: OfAnswer<ParentOrganizationRequiredError>;
    readonly RequestBodyEncodingInvalidError: OfAnswer<RequestBodyEncodingInvalidError>;
    readonly RequestBodyEncodingUnsupportedError: OfAnswer<RequestBodyEncodingUnsupportedError>;
    readonly BetaRequestBodyTimeoutError: OfAnswer<BetaRequestBodyTimeoutError>;
    readonly StorageQuotaExceededError: OfAnswer<StorageQuotaExceededError>;
    readonly ThreadAlreadyContinuedError: OfAnswer<ThreadAlreadyContinuedError>;
    readonly ThreadContinueInFlightError: OfAnswer<ThreadContinueInFlightError>;
    readonly ThreadFingerprintMismatchError: OfAnswer<ThreadFingerprintMismatchError>;
    readonly ThreadUnsupportedRequestError: OfAnswer<ThreadUnsupportedRequestError>;
    readonly ToolNameConflictError: OfAnswer<ToolNameConflictError>;
    readonly ToolReferenceUnresolvedError: OfAnswer<ToolReferenceUnresolvedError>;
    readonly BetaUnsupportedCharsetError: OfAnswer<BetaUnsupportedCharsetError>;
    readonly UserProfileNotFoundError: OfAnswer<UserProfileNotFoundError>;
    readonly UserProfileRequiredError: OfAnswer<UserProfileRequiredError>;
    readonly WorkspaceHumanReviewDisabledError: OfAnswer<WorkspaceHumanReviewDisabledError>;
    readonly LinkedOrganizationBillingUnavailableError: OfAnswer<LinkedOrganizationBillingUnavailableError>;
    readonly LinkedOrganizationSpendLimitReachedError: OfAnswer<LinkedOrganizationSpendLimitReachedError>;
    readonly SandboxEgressRestrictedError: OfAnswer<SandboxEgressRestrictedError>;
    readonly UserProfileBillingNotAuthorizedError: OfAnswer<UserProfileBillingNotAuthorizedError>;
    readonly UserProfileNotBillableError: OfAnswer<UserProfileNotBillableError>;
    readonly FileExpiredError: OfAnswer<FileExpiredError>;
    readonly ThreadNotFoundError: OfAnswer<ThreadNotFoundError>;
    readonly SkillReadBlockedUndecryptableError: OfAnswer<SkillReadBlockedUndecryptableError>;
    readonly RequestBodyTooLargeAfterDecodingError: OfAnswer<RequestBodyTooLargeAfterDecodingError>;
    readonly ContractSpendLimitReachedError: OfAnswer<ContractSpendLimitReachedError>;
    readonly EnforcedSpendLimitReachedError: OfAnswer<EnforcedSpendLimitReachedError>;
    readonly RampLimitExceededError: OfAnswer<RampLimitExceededError>;
    readonly CMEKContextUnavailableError: OfAnswer<CMEKContextUnavailableError>;
    readonly CMEKKeyUnreachableError: OfAnswer<CMEKKeyUnreachableError>;
    readonly CompactionUnavailableError: OfAnswer<CompactionUnavailableError>;
}

export const {
    AvailableToolsLimitExceededError,
    CMEKKeyDisabledError,
    CMEKKeyNetworkBlockedError,
    CompactionBlockAmbiguousError,
    CompactionBlockMisplacedError,
    CompactionContentMismatchError,
    CompactionIncompleteTurnError,
    CompactionNothingToSummarizeError,
    CompactionSignatureInvalidError,
    CompactionTooManyToolReferencesError,
    CompactionToolChangesMismatchError,
    FileNotDownloadableError,
    ImageDimensionsTooLargeError,
    BetaOrganizationNotEnrolledInBetaError,
    OrganizationOnHoldError,
    OrganizationTypeNotSupportedError,
    ParentOrganizationRequiredError,
    RequestBodyEncodingInvalidError,
    RequestBodyEncodingUnsupportedError,
    BetaRequestBodyTimeoutError,
    StorageQuotaExceededError,
    ThreadAlreadyContinuedError,
    ThreadContinueInFlightError,
    ThreadFingerprintMismatchError,
    ThreadUnsupportedRequestError,
    ToolNameConflictError,
    ToolReferenceUnresolvedError,
    BetaUnsupportedCharsetError,
    UserProfileNotFoundError,
    UserProfileRequiredError,
    WorkspaceHumanReviewDisabledError,
    LinkedOrganizationBillingUnavailableError,
    LinkedOrganizationSpendLimitReachedError,
    SandboxEgressRestrictedError,
    UserProfileBillingNotAuthorizedError,
    UserProfileNotBillableError,
    FileExpiredError,
    ThreadNotFoundError,
    SkillReadBlockedUndecryptableError,
    RequestBodyTooLargeAfterDecodingError,
    ContractSpendLimitReachedError,
    EnforcedSpendLimitReachedError,
    RampLimitExceededError,
    CMEKContextUnavailableError,
    CMEKKeyUnreachableError,
    CompactionUnavailableError,
} = ofCodes<Classes>(
    [
        [
            BadRequestError,
            "available_tools_limit_exceeded cmek_key_disabled cmek_key_network_blocked compaction_block_ambiguous compaction_block_misplaced compaction_content_mismatch compaction_incomplete_turn compaction_nothing_to_summarize compaction_signature_invalid compaction_too_many_tool_references compaction_tool_changes_mismatch file_not_downloadable image_dimensions_too_large organization_not_enrolled_in_beta organization_on_hold organization_type_not_supported parent_organization_required request_body_encoding_invalid request_body_encoding_unsupported request_body_timeout storage_quota_exceeded thread_already_continued thread_continue_in_flight thread_fingerprint_mismatch thread_unsupported_request tool_name_conflict tool_reference_unresolved unsupported_charset user_profile_not_found user_profile_required workspace_human_review_disabled",
        ],
        [BillingError, "linked_organization_billing_unavailable linked_organization_spend_limit_reached"],
        [
            PermissionDeniedError,
            "sandbox_egress_restricted user_profile_billing_not_authorized user_profile_not_billable",
        ],
        [NotFoundError, "file_expired thread_not_found"],
        [ConflictError, "skill_read_blocked_undecryptable"],
        [RequestTooLargeError, "request_body_too_large_after_decoding"],
        [RateLimitError, "contract_spend_limit_reached enforced_spend_limit_reached ramp_limit_exceeded"],
        [ServiceUnavailableError, "cmek_context_unavailable cmek_key_unreachable"],
        [OverloadedError, "compaction_unavailable"],
    ],
    "organization_not_enrolled_in_beta request_body_timeout unsupported_charset",
);
