// The classes of errors by their codes: an error of this package is an instance of that of its code. Made out of
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

/** What `available_tools_limit_exceeded` tells beside its words. */
export type AvailableToolsLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "available_tools_limit_exceeded";
};
/** 400 `available_tools_limit_exceeded`: the conversation has more tools at a time than are allowed. */
export type AvailableToolsLimitExceededError = Coded<
    E.BadRequestError,
    AvailableToolsLimitExceededErrorDetails
>;

/** What `cmek_key_disabled` tells beside its words. */
export type CMEKKeyDisabledErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_disabled";
};
/** 400 `cmek_key_disabled`: the customer's own key of encryption is turned off. */
export type CMEKKeyDisabledError = Coded<E.BadRequestError, CMEKKeyDisabledErrorDetails>;

/** What `cmek_key_network_blocked` tells beside its words. */
export type CMEKKeyNetworkBlockedErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_network_blocked";
};
/** 400 `cmek_key_network_blocked`: the customer's own key of encryption does not let the service in. */
export type CMEKKeyNetworkBlockedError = Coded<E.BadRequestError, CMEKKeyNetworkBlockedErrorDetails>;

/** What `compaction_block_ambiguous` tells beside its words. */
export type CompactionBlockAmbiguousErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_ambiguous";
};
/** 400 `compaction_block_ambiguous`: it is not clear which summary counts. */
export type CompactionBlockAmbiguousError = Coded<E.BadRequestError, CompactionBlockAmbiguousErrorDetails>;

/** What `compaction_block_misplaced` tells beside its words. */
export type CompactionBlockMisplacedErrorDetails = Record<string, unknown> & {
    error_code: "compaction_block_misplaced";
};
/** 400 `compaction_block_misplaced`: a summary stands where none may be. */
export type CompactionBlockMisplacedError = Coded<E.BadRequestError, CompactionBlockMisplacedErrorDetails>;

/** What `compaction_content_mismatch` tells beside its words. */
export type CompactionContentMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_content_mismatch";
};
/** 400 `compaction_content_mismatch`: a summary is not as the service gave it. */
export type CompactionContentMismatchError = Coded<E.BadRequestError, CompactionContentMismatchErrorDetails>;

/** What `compaction_incomplete_turn` tells beside its words. */
export type CompactionIncompleteTurnErrorDetails = Record<string, unknown> & {
    error_code: "compaction_incomplete_turn";
};
/** 400 `compaction_incomplete_turn`: a turn is not complete where it is to be summarised. */
export type CompactionIncompleteTurnError = Coded<E.BadRequestError, CompactionIncompleteTurnErrorDetails>;

/** What `compaction_nothing_to_summarize` tells beside its words. */
export type CompactionNothingToSummarizeErrorDetails = Record<string, unknown> & {
    error_code: "compaction_nothing_to_summarize";
};
/** 400 `compaction_nothing_to_summarize`: there is nothing to summarise. */
export type CompactionNothingToSummarizeError = Coded<
    E.BadRequestError,
    CompactionNothingToSummarizeErrorDetails
>;

/** What `compaction_signature_invalid` tells beside its words. */
export type CompactionSignatureInvalidErrorDetails = Record<string, unknown> & {
    error_code: "compaction_signature_invalid";
};
/** 400 `compaction_signature_invalid`: a summary's signature is not that of the service. */
export type CompactionSignatureInvalidError = Coded<
    E.BadRequestError,
    CompactionSignatureInvalidErrorDetails
>;

/** What `compaction_too_many_tool_references` tells beside its words. */
export type CompactionTooManyToolReferencesErrorDetails = Record<string, unknown> & {
    error_code: "compaction_too_many_tool_references";
};
/** 400 `compaction_too_many_tool_references`: a summary would name too many tools. */
export type CompactionTooManyToolReferencesError = Coded<
    E.BadRequestError,
    CompactionTooManyToolReferencesErrorDetails
>;

/** What `compaction_tool_changes_mismatch` tells beside its words. */
export type CompactionToolChangesMismatchErrorDetails = Record<string, unknown> & {
    error_code: "compaction_tool_changes_mismatch";
};
/** 400 `compaction_tool_changes_mismatch`: what a summary says of the tools is not what happened to them. */
export type CompactionToolChangesMismatchError = Coded<
    E.BadRequestError,
    CompactionToolChangesMismatchErrorDetails
>;

/** What `file_not_downloadable` tells beside its words. */
export type FileNotDownloadableErrorDetails = Record<string, unknown> & {
    error_code: "file_not_downloadable";
};
/** 400 `file_not_downloadable`: the content of a file was asked for that was uploaded, and not made by a tool. */
export type FileNotDownloadableError = Coded<E.BadRequestError, FileNotDownloadableErrorDetails>;

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

/** What `organization_not_enrolled_in_beta` tells beside its words. */
export type BetaOrganizationNotEnrolledInBetaErrorDetails = Record<string, unknown> & {
    error_code: "organization_not_enrolled_in_beta";
};
/** 400 `organization_not_enrolled_in_beta`: the account may not use this beta. */
export type BetaOrganizationNotEnrolledInBetaError = Coded<
    E.BadRequestError,
    BetaOrganizationNotEnrolledInBetaErrorDetails
>;

/** What `organization_on_hold` tells beside its words. */
export type OrganizationOnHoldErrorDetails = Record<string, unknown> & {
    error_code: "organization_on_hold";
    /** Where to object. */
    appeal_url?: string | null;
};
/** 400 `organization_on_hold`: the account is on hold. */
export type OrganizationOnHoldError = Coded<E.BadRequestError, OrganizationOnHoldErrorDetails>;

/** What `organization_type_not_supported` tells beside its words. */
export type OrganizationTypeNotSupportedErrorDetails = Record<string, unknown> & {
    error_code: "organization_type_not_supported";
};
/** 400 `organization_type_not_supported`: accounts of this kind may not do this. */
export type OrganizationTypeNotSupportedError = Coded<
    E.BadRequestError,
    OrganizationTypeNotSupportedErrorDetails
>;

/** What `parent_organization_required` tells beside its words. */
export type ParentOrganizationRequiredErrorDetails = Record<string, unknown> & {
    error_code: "parent_organization_required";
};
/** 400 `parent_organization_required`: only the account above this one may do this. */
export type ParentOrganizationRequiredError = Coded<
    E.BadRequestError,
    ParentOrganizationRequiredErrorDetails
>;

/** What `request_body_encoding_invalid` tells beside its words. */
export type RequestBodyEncodingInvalidErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_invalid";
};
/** 400 `request_body_encoding_invalid`: the body is not compressed as its header says. */
export type RequestBodyEncodingInvalidError = Coded<
    E.BadRequestError,
    RequestBodyEncodingInvalidErrorDetails
>;

/** What `request_body_encoding_unsupported` tells beside its words. */
export type RequestBodyEncodingUnsupportedErrorDetails = Record<string, unknown> & {
    error_code: "request_body_encoding_unsupported";
};
/** 400 `request_body_encoding_unsupported`: the body is compressed in a way that the service does not read. */
export type RequestBodyEncodingUnsupportedError = Coded<
    E.BadRequestError,
    RequestBodyEncodingUnsupportedErrorDetails
>;

/** What `request_body_timeout` tells beside its words. */
export type BetaRequestBodyTimeoutErrorDetails = Record<string, unknown> & {
    error_code: "request_body_timeout";
};
/** 400 `request_body_timeout`: the body did not come in time. Nothing was done: it may be sent again. */
export type BetaRequestBodyTimeoutError = Coded<E.BadRequestError, BetaRequestBodyTimeoutErrorDetails>;

/** What `storage_quota_exceeded` tells beside its words. */
export type StorageQuotaExceededErrorDetails = Record<string, unknown> & {
    error_code: "storage_quota_exceeded";
};
/** 400 `storage_quota_exceeded`: there is no room for further files: delete some. */
export type StorageQuotaExceededError = Coded<E.BadRequestError, StorageQuotaExceededErrorDetails>;

/** What `thread_already_continued` tells beside its words. */
export type ThreadAlreadyContinuedErrorDetails = Record<string, unknown> & {
    error_code: "thread_already_continued";
};
/** 400 `thread_already_continued`: the thread went on from this message before: send the whole conversation. */
export type ThreadAlreadyContinuedError = Coded<E.BadRequestError, ThreadAlreadyContinuedErrorDetails>;

/** What `thread_continue_in_flight` tells beside its words. */
export type ThreadContinueInFlightErrorDetails = Record<string, unknown> & {
    error_code: "thread_continue_in_flight";
};
/** 400 `thread_continue_in_flight`: another request goes on from this message: wait until it ends. */
export type ThreadContinueInFlightError = Coded<E.BadRequestError, ThreadContinueInFlightErrorDetails>;

/** What `thread_fingerprint_mismatch` tells beside its words. */
export type ThreadFingerprintMismatchErrorDetails = Record<string, unknown> & {
    error_code: "thread_fingerprint_mismatch";
};
/** 400 `thread_fingerprint_mismatch`: the thread belongs to a request of another kind: send the whole conversation. */
export type ThreadFingerprintMismatchError = Coded<E.BadRequestError, ThreadFingerprintMismatchErrorDetails>;

/** What `thread_unsupported_request` tells beside its words. */
export type ThreadUnsupportedRequestErrorDetails = Record<string, unknown> & {
    error_code: "thread_unsupported_request";
    /** What threads cannot. */
    unsupported?: ThreadUnsupportedFeatureName[] | null;
};
/** 400 `thread_unsupported_request`: the request has what threads cannot: send the whole conversation. */
export type ThreadUnsupportedRequestError = Coded<E.BadRequestError, ThreadUnsupportedRequestErrorDetails>;

/** What `tool_name_conflict` tells beside its words. */
export type ToolNameConflictErrorDetails = Record<string, unknown> & {
    error_code: "tool_name_conflict";
};
/** 400 `tool_name_conflict`: two tools have the same name. */
export type ToolNameConflictError = Coded<E.BadRequestError, ToolNameConflictErrorDetails>;

/** What `tool_reference_unresolved` tells beside its words. */
export type ToolReferenceUnresolvedErrorDetails = Record<string, unknown> & {
    error_code: "tool_reference_unresolved";
};
/** 400 `tool_reference_unresolved`: a tool is named that nothing declares. */
export type ToolReferenceUnresolvedError = Coded<E.BadRequestError, ToolReferenceUnresolvedErrorDetails>;

/** What `unsupported_charset` tells beside its words. */
export type BetaUnsupportedCharsetErrorDetails = Record<string, unknown> & {
    error_code: "unsupported_charset";
};
/** 400 `unsupported_charset`: the body is written in characters that the service does not read. */
export type BetaUnsupportedCharsetError = Coded<E.BadRequestError, BetaUnsupportedCharsetErrorDetails>;

/** What `user_profile_not_found` tells beside its words. */
export type UserProfileNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_found";
};
/** 400 `user_profile_not_found`: there is no such user profile. */
export type UserProfileNotFoundError = Coded<E.BadRequestError, UserProfileNotFoundErrorDetails>;

/** What `user_profile_required` tells beside its words. */
export type UserProfileRequiredErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_required";
};
/** 400 `user_profile_required`: the request has to name a user profile. */
export type UserProfileRequiredError = Coded<E.BadRequestError, UserProfileRequiredErrorDetails>;

/** What `linked_organization_billing_unavailable` tells beside its words. */
export type LinkedOrganizationBillingUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_billing_unavailable";
};
/** 402 `linked_organization_billing_unavailable`: the account that pays cannot be billed. */
export type LinkedOrganizationBillingUnavailableError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationBillingUnavailableErrorDetails
>;

/** What `linked_organization_spend_limit_reached` tells beside its words. */
export type LinkedOrganizationSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "linked_organization_spend_limit_reached";
};
/** 402 `linked_organization_spend_limit_reached`: the account that pays has spent what it may. */
export type LinkedOrganizationSpendLimitReachedError = Coded<
    E.PaymentRequiredError,
    LinkedOrganizationSpendLimitReachedErrorDetails
>;

/** What `sandbox_egress_restricted` tells beside its words. */
export type SandboxEgressRestrictedErrorDetails = Record<string, unknown> & {
    error_code: "sandbox_egress_restricted";
};
/** 403 `sandbox_egress_restricted`: the call came out of a sandbox that may not ask the service. */
export type SandboxEgressRestrictedError = Coded<
    E.PermissionDeniedError,
    SandboxEgressRestrictedErrorDetails
>;

/** What `user_profile_billing_not_authorized` tells beside its words. */
export type UserProfileBillingNotAuthorizedErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_billing_not_authorized";
};
/** 403 `user_profile_billing_not_authorized`: the user profile has not agreed to pay. */
export type UserProfileBillingNotAuthorizedError = Coded<
    E.PermissionDeniedError,
    UserProfileBillingNotAuthorizedErrorDetails
>;

/** What `user_profile_not_billable` tells beside its words. */
export type UserProfileNotBillableErrorDetails = Record<string, unknown> & {
    error_code: "user_profile_not_billable";
};
/** 403 `user_profile_not_billable`: the user profile cannot be billed. */
export type UserProfileNotBillableError = Coded<E.PermissionDeniedError, UserProfileNotBillableErrorDetails>;

/** What `file_expired` tells beside its words. */
export type FileExpiredErrorDetails = Record<string, unknown> & {
    error_code: "file_expired";
};
/** 404 `file_expired`: the file was deleted when its time was over. */
export type FileExpiredError = Coded<E.NotFoundError, FileExpiredErrorDetails>;

/** What `thread_not_found` tells beside its words. */
export type ThreadNotFoundErrorDetails = Record<string, unknown> & {
    error_code: "thread_not_found";
};
/** 404 `thread_not_found`: the thread is unknown or over: send the whole conversation. */
export type ThreadNotFoundError = Coded<E.NotFoundError, ThreadNotFoundErrorDetails>;

/** What `skill_read_blocked_undecryptable` tells beside its words. */
export type SkillReadBlockedUndecryptableErrorDetails = Record<string, unknown> & {
    error_code: "skill_read_blocked_undecryptable";
};
/** 409 `skill_read_blocked_undecryptable`: the skill stands under a key that cannot be read. */
export type SkillReadBlockedUndecryptableError = Coded<
    E.ConflictError,
    SkillReadBlockedUndecryptableErrorDetails
>;

/** What `request_body_too_large_after_decoding` tells beside its words. */
export type RequestBodyTooLargeAfterDecodingErrorDetails = Record<string, unknown> & {
    error_code: "request_body_too_large_after_decoding";
};
/** 413 `request_body_too_large_after_decoding`: the body is too large once it is unpacked. */
export type RequestBodyTooLargeAfterDecodingError = Coded<
    E.ContentTooLargeError,
    RequestBodyTooLargeAfterDecodingErrorDetails
>;

/** What `contract_spend_limit_reached` tells beside its words. */
export type ContractSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "contract_spend_limit_reached";
};
/** 429 `contract_spend_limit_reached`: the contract's money is spent. Final. */
export type ContractSpendLimitReachedError = Coded<E.RateLimitError, ContractSpendLimitReachedErrorDetails>;

/** What `enforced_spend_limit_reached` tells beside its words. */
export type EnforcedSpendLimitReachedErrorDetails = Record<string, unknown> & {
    error_code: "enforced_spend_limit_reached";
};
/** 429 `enforced_spend_limit_reached`: the account's own cap on its spending is reached. Final. */
export type EnforcedSpendLimitReachedError = Coded<E.RateLimitError, EnforcedSpendLimitReachedErrorDetails>;

/** What `ramp_limit_exceeded` tells beside its words. */
export type RampLimitExceededErrorDetails = Record<string, unknown> & {
    error_code: "ramp_limit_exceeded";
};
/** 429 `ramp_limit_exceeded`: the calls grew too fast: try again later, with fewer. */
export type RampLimitExceededError = Coded<E.RateLimitError, RampLimitExceededErrorDetails>;

/** What `cmek_context_unavailable` tells beside its words. */
export type CMEKContextUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_context_unavailable";
};
/** 503 `cmek_context_unavailable`: what belongs to the customer's own key cannot be had just now: try again. */
export type CMEKContextUnavailableError = Coded<
    E.ServiceUnavailableError,
    CMEKContextUnavailableErrorDetails
>;

/** What `cmek_key_unreachable` tells beside its words. */
export type CMEKKeyUnreachableErrorDetails = Record<string, unknown> & {
    error_code: "cmek_key_unreachable";
};
/** 503 `cmek_key_unreachable`: the customer's own key cannot be reached just now: try again. */
export type CMEKKeyUnreachableError = Coded<E.ServiceUnavailableError, CMEKKeyUnreachableErrorDetails>;

/** What `compaction_unavailable` tells beside its words. */
export type CompactionUnavailableErrorDetails = Record<string, unknown> & {
    error_code: "compaction_unavailable";
};
/** 529 `compaction_unavailable`: summaries cannot be made just now: try again. */
export type CompactionUnavailableError = Coded<E.OverloadedError, CompactionUnavailableErrorDetails>;

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
            "available_tools_limit_exceeded cmek_key_disabled cmek_key_network_blocked compaction_block_ambiguous compaction_block_misplaced compaction_content_mismatch compaction_incomplete_turn compaction_nothing_to_summarize compaction_signature_invalid compaction_too_many_tool_references compaction_tool_changes_mismatch file_not_downloadable image_dimensions_too_large organization_not_enrolled_in_beta organization_on_hold organization_type_not_supported parent_organization_required request_body_encoding_invalid request_body_encoding_unsupported request_body_timeout storage_quota_exceeded thread_already_continued thread_continue_in_flight thread_fingerprint_mismatch thread_unsupported_request tool_name_conflict tool_reference_unresolved unsupported_charset user_profile_not_found user_profile_required",
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
