// Values of the field's SDK that belong to what this package has not, and the classes of errors by codes that only
// calls of other surfaces meet. Made out of schema/sdk_values.txt by `make generate`.

import * as own from "parlour";
import { type OfAnswer, ofCode } from "./error_classes.js";
import type * as E from "./errors.js";
import { type Missing, missingClass, missingConstant, missingFunction } from "./missing.js";

/** Not here: what uses it is told what to write. */
export const ADVISORY_REFRESH_BACKOFF_IN_SECONDS = missingConstant(
    "ADVISORY_REFRESH_BACKOFF_IN_SECONDS",
    "credentials",
);
/** Not here: what uses it is told what to write. */
export const ADVISORY_REFRESH_THRESHOLD_IN_SECONDS = missingConstant(
    "ADVISORY_REFRESH_THRESHOLD_IN_SECONDS",
    "credentials",
);
/** Not here: none is made. */
export type APIKeys = Missing;
/** Not here: what uses it is told what to write. */
export const APIKeys = missingClass("APIKeys", "rest");
/** Not here: none is made. */
export type ActionURLs = Missing;
/** Not here: what uses it is told what to write. */
export const ActionURLs = missingClass("ActionURLs", "rest");
/** Not here: none is made. */
export type Agents = Missing;
/** Not here: what uses it is told what to write. */
export const Agents = missingClass("Agents", "rest");
/** 400 `already_member`. */
export type AlreadyMemberError = E.BadRequestError;
/** The class of these errors. */
export const AlreadyMemberError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "AlreadyMemberError",
    "already_member",
);
/** Not here: none is made. */
export type Analytics = Missing;
/** Not here: what uses it is told what to write. */
export const Analytics = missingClass("Analytics", "rest");
/** Not here: none is made. */
export type Apps = Missing;
/** Not here: what uses it is told what to write. */
export const Apps = missingClass("Apps", "rest");
/** Not here: none is made. */
export type Artifacts = Missing;
/** Not here: what uses it is told what to write. */
export const Artifacts = missingClass("Artifacts", "rest");
/** Not here: what uses it is told what to write. */
export const BETA_CLIENT_TOOL_UNION_KEYS = missingConstant("BETA_CLIENT_TOOL_UNION_KEYS", "fields");
/** Not here: none is made. */
export type BashSession = Missing;
/** Not here: what uses it is told what to write. */
export const BashSession = missingClass("BashSession", "agentTools");
/** Not here: none is made. */
export type BashTimeoutError = Missing;
/** Not here: what uses it is told what to write. */
export const BashTimeoutError = missingClass("BashTimeoutError", "agentTools");
/** 403 `api_key_scope_missing`. */
export type BetaAPIKeyScopeMissingError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaAPIKeyScopeMissingError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaAPIKeyScopeMissingError",
    "api_key_scope_missing",
);
/** Not here: none is made. */
export type BetaAbstractBrowserToolset20260801 = Missing;
/** Not here: what uses it is told what to write. */
export const BetaAbstractBrowserToolset20260801 = missingClass(
    "BetaAbstractBrowserToolset20260801",
    "toolsets",
);
/** Not here: none is made. */
export type BetaAbstractComputerToolset20260801 = Missing;
/** Not here: what uses it is told what to write. */
export const BetaAbstractComputerToolset20260801 = missingClass(
    "BetaAbstractComputerToolset20260801",
    "toolsets",
);
/** 400 `bundle_attachment_not_supported`. */
export type BetaBundleAttachmentNotSupportedError = E.BadRequestError;
/** The class of these errors. */
export const BetaBundleAttachmentNotSupportedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaBundleAttachmentNotSupportedError",
    "bundle_attachment_not_supported",
);
/** 400 `bundle_on_call`. */
export type BetaBundleOnCallError = E.BadRequestError;
/** The class of these errors. */
export const BetaBundleOnCallError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaBundleOnCallError",
    "bundle_on_call",
);
/** 400 `cmek_feature_unsupported`. */
export type BetaCMEKFeatureUnsupportedError = E.BadRequestError;
/** The class of these errors. */
export const BetaCMEKFeatureUnsupportedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaCMEKFeatureUnsupportedError",
    "cmek_feature_unsupported",
);
/** 403 `cannot_sign_out_managed_member`. */
export type BetaCannotSignOutManagedMemberError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaCannotSignOutManagedMemberError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaCannotSignOutManagedMemberError",
    "cannot_sign_out_managed_member",
);
/** 403 `cannot_sign_out_membership_admin`. */
export type BetaCannotSignOutMembershipAdminError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaCannotSignOutMembershipAdminError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaCannotSignOutMembershipAdminError",
    "cannot_sign_out_membership_admin",
);
/** 403 `cannot_sign_out_owner`. */
export type BetaCannotSignOutOwnerError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaCannotSignOutOwnerError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaCannotSignOutOwnerError",
    "cannot_sign_out_owner",
);
/** 400 `cannot_sign_out_primary_owner`. */
export type BetaCannotSignOutPrimaryOwnerError = E.BadRequestError;
/** The class of these errors. */
export const BetaCannotSignOutPrimaryOwnerError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaCannotSignOutPrimaryOwnerError",
    "cannot_sign_out_primary_owner",
);
/** 403 `cannot_sign_out_privileged_member`. */
export type BetaCannotSignOutPrivilegedMemberError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaCannotSignOutPrivilegedMemberError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaCannotSignOutPrivilegedMemberError",
    "cannot_sign_out_privileged_member",
);
/** 400 `cannot_sign_out_self`. */
export type BetaCannotSignOutSelfError = E.BadRequestError;
/** The class of these errors. */
export const BetaCannotSignOutSelfError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaCannotSignOutSelfError",
    "cannot_sign_out_self",
);
/** 403 `compliance_configuration_restricted`. */
export type BetaComplianceConfigurationRestrictedError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaComplianceConfigurationRestrictedError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaComplianceConfigurationRestrictedError",
    "compliance_configuration_restricted",
);
/** 400 `environment_archived`. */
export type BetaEnvironmentArchivedError = E.BadRequestError;
/** The class of these errors. */
export const BetaEnvironmentArchivedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaEnvironmentArchivedError",
    "environment_archived",
);
/** 403 `environment_create_disabled`. */
export type BetaEnvironmentCreateDisabledError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaEnvironmentCreateDisabledError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaEnvironmentCreateDisabledError",
    "environment_create_disabled",
);
/** 404 `environment_not_found`. */
export type BetaEnvironmentNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const BetaEnvironmentNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "BetaEnvironmentNotFoundError",
    "environment_not_found",
);
/** 403 `environment_update_disabled`. */
export type BetaEnvironmentUpdateDisabledError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaEnvironmentUpdateDisabledError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaEnvironmentUpdateDisabledError",
    "environment_update_disabled",
);
/** 412 `heartbeat_precondition_failed`. */
export type BetaHeartbeatPreconditionFailedError = E.PreconditionFailedError;
/** The class of these errors. */
export const BetaHeartbeatPreconditionFailedError: OfAnswer<E.PreconditionFailedError> = ofCode(
    own.APIStatusError,
    "BetaHeartbeatPreconditionFailedError",
    "heartbeat_precondition_failed",
);
/** 400 `invalid_config_type_change`. */
export type BetaInvalidConfigTypeChangeError = E.BadRequestError;
/** The class of these errors. */
export const BetaInvalidConfigTypeChangeError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaInvalidConfigTypeChangeError",
    "invalid_config_type_change",
);
/** 400 `invalid_metadata`. */
export type BetaInvalidMetadataError = E.BadRequestError;
/** The class of these errors. */
export const BetaInvalidMetadataError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaInvalidMetadataError",
    "invalid_metadata",
);
/** Not here: none is made. */
export type BetaLocalFilesystemMemoryTool = Missing;
/** Not here: what uses it is told what to write. */
export const BetaLocalFilesystemMemoryTool = missingClass("BetaLocalFilesystemMemoryTool", "memory");
/** Not here: none is made. */
export type BetaMessageThread = Missing;
/** Not here: what uses it is told what to write. */
export const BetaMessageThread = missingClass("BetaMessageThread", "thread");
/** Not here: none is made. */
export type BetaNodeFilePolicy = Missing;
/** Not here: what uses it is told what to write. */
export const BetaNodeFilePolicy = missingClass("BetaNodeFilePolicy", "toolsets");
/** 403 `organization_level_scoped_api_key_required`. */
export type BetaOrganizationLevelScopedAPIKeyRequiredError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaOrganizationLevelScopedAPIKeyRequiredError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaOrganizationLevelScopedAPIKeyRequiredError",
    "organization_level_scoped_api_key_required",
);
/** 409 `plugin_name_taken`. */
export type BetaPluginNameTakenError = E.ConflictError;
/** The class of these errors. */
export const BetaPluginNameTakenError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "BetaPluginNameTakenError",
    "plugin_name_taken",
);
/** 404 `rbac_group_managed_settings_not_found`. */
export type BetaRBACGroupManagedSettingsNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const BetaRBACGroupManagedSettingsNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "BetaRBACGroupManagedSettingsNotFoundError",
    "rbac_group_managed_settings_not_found",
);
/** 404 `rbac_group_not_found`. */
export type BetaRBACGroupNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const BetaRBACGroupNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "BetaRBACGroupNotFoundError",
    "rbac_group_not_found",
);
/** 400 `rbac_group_order_limit_exceeded`. */
export type BetaRBACGroupOrderLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const BetaRBACGroupOrderLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaRBACGroupOrderLimitExceededError",
    "rbac_group_order_limit_exceeded",
);
/** 503 `registration_pending`. */
export type BetaRegistrationPendingError = E.ServiceUnavailableError;
/** The class of these errors. */
export const BetaRegistrationPendingError: OfAnswer<E.ServiceUnavailableError> = ofCode(
    own.ServiceUnavailableError,
    "BetaRegistrationPendingError",
    "registration_pending",
);
/** 400 `scan_failed`. */
export type BetaScanFailedError = E.BadRequestError;
/** The class of these errors. */
export const BetaScanFailedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaScanFailedError",
    "scan_failed",
);
/** 409 `scan_pending`. */
export type BetaScanPendingError = E.ConflictError;
/** The class of these errors. */
export const BetaScanPendingError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "BetaScanPendingError",
    "scan_pending",
);
/** 400 `settings_document_limit_exceeded`. */
export type BetaSettingsDocumentLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const BetaSettingsDocumentLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaSettingsDocumentLimitExceededError",
    "settings_document_limit_exceeded",
);
/** 400 `settings_history_limit_exceeded`. */
export type BetaSettingsHistoryLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const BetaSettingsHistoryLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaSettingsHistoryLimitExceededError",
    "settings_history_limit_exceeded",
);
/** 409 `skill_name_taken`. */
export type BetaSkillNameTakenError = E.ConflictError;
/** The class of these errors. */
export const BetaSkillNameTakenError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "BetaSkillNameTakenError",
    "skill_name_taken",
);
/** 404 `slack_channel_set_up_environment_not_found`. */
export type BetaSlackChannelSetUpEnvironmentNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const BetaSlackChannelSetUpEnvironmentNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "BetaSlackChannelSetUpEnvironmentNotFoundError",
    "slack_channel_set_up_environment_not_found",
);
/** 409 `slack_channel_set_up_settings_conflict`. */
export type BetaSlackChannelSetUpSettingsConflictError = E.ConflictError;
/** The class of these errors. */
export const BetaSlackChannelSetUpSettingsConflictError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "BetaSlackChannelSetUpSettingsConflictError",
    "slack_channel_set_up_settings_conflict",
);
/** 400 `slack_channel_set_up_settings_refused`. */
export type BetaSlackChannelSetUpSettingsRefusedError = E.BadRequestError;
/** The class of these errors. */
export const BetaSlackChannelSetUpSettingsRefusedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "BetaSlackChannelSetUpSettingsRefusedError",
    "slack_channel_set_up_settings_refused",
);
/** 403 `spend_limits_admin_api_writes_not_enabled`. */
export type BetaSpendLimitsAdminAPIWritesNotEnabledError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaSpendLimitsAdminAPIWritesNotEnabledError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaSpendLimitsAdminAPIWritesNotEnabledError",
    "spend_limits_admin_api_writes_not_enabled",
);
/** Not here: none is made. */
export type Bundles = Missing;
/** Not here: what uses it is told what to write. */
export const Bundles = missingClass("Bundles", "rest");
/** Not here: what uses it is told what to write. */
export const CONFIG_FILE_VERSION = missingConstant("CONFIG_FILE_VERSION", "credentials");
/** Not here: what uses it is told what to write. */
export const CREDENTIALS_FILE_VERSION = missingConstant("CREDENTIALS_FILE_VERSION", "credentials");
/** 400 `cannot_invite_emails_with_unverified_domains`. */
export type CannotInviteEmailsWithUnverifiedDomainsError = E.BadRequestError;
/** The class of these errors. */
export const CannotInviteEmailsWithUnverifiedDomainsError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "CannotInviteEmailsWithUnverifiedDomainsError",
    "cannot_invite_emails_with_unverified_domains",
);
/** 400 `cannot_remove_last_member`. */
export type CannotRemoveLastMemberError = E.BadRequestError;
/** The class of these errors. */
export const CannotRemoveLastMemberError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "CannotRemoveLastMemberError",
    "cannot_remove_last_member",
);
/** Not here: none is made. */
export type Certificates = Missing;
/** Not here: what uses it is told what to write. */
export const Certificates = missingClass("Certificates", "rest");
/** Not here: none is made. */
export type Chat = Missing;
/** Not here: what uses it is told what to write. */
export const Chat = missingClass("Chat", "rest");
/** Not here: none is made. */
export type ComplianceSettings = Missing;
/** Not here: what uses it is told what to write. */
export const ComplianceSettings = missingClass("ComplianceSettings", "rest");
/** 409 `concurrent_membership_change`. */
export type ConcurrentMembershipChangeError = E.ConflictError;
/** The class of these errors. */
export const ConcurrentMembershipChangeError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "ConcurrentMembershipChangeError",
    "concurrent_membership_change",
);
/** Not here: none is made. */
export type Configuration = Missing;
/** Not here: what uses it is told what to write. */
export const Configuration = missingClass("Configuration", "rest");
/** Not here: none is made. */
export type ConfirmDeclinedError = Missing;
/** Not here: what uses it is told what to write. */
export const ConfirmDeclinedError = missingClass("ConfirmDeclinedError", "toolsets");
/** Not here: none is made. */
export type ConfirmFailedError = Missing;
/** Not here: what uses it is told what to write. */
export const ConfirmFailedError = missingClass("ConfirmFailedError", "toolsets");
/** Not here: none is made. */
export type Connectors = Missing;
/** Not here: what uses it is told what to write. */
export const Connectors = missingClass("Connectors", "rest");
/** Not here: none is made. */
export type Cost = Missing;
/** Not here: what uses it is told what to write. */
export const Cost = missingClass("Cost", "rest");
/** Not here: none is made. */
export type CostReport = Missing;
/** Not here: what uses it is told what to write. */
export const CostReport = missingClass("CostReport", "rest");
/** Not here: none is made. */
export type Credentials = Missing;
/** Not here: what uses it is told what to write. */
export const Credentials = missingClass("Credentials", "rest");
/** Not here: what uses it is told what to write. */
export const DEFAULT_MAX_IDLE_MS = missingConstant("DEFAULT_MAX_IDLE_MS", "rest");
/** Not here: what uses it is told what to write. */
export const DEFAULT_MEMORY_SYNC_INTERVAL_MS = missingConstant(
    "DEFAULT_MEMORY_SYNC_INTERVAL_MS",
    "agentTools",
);
/** Not here: what uses it is told what to write. */
export const DELETE_CORROBORATION_MS = missingConstant("DELETE_CORROBORATION_MS", "agentTools");
/** Not here: what uses it is told what to write. */
export const DIR_CREATE_MODE = missingConstant("DIR_CREATE_MODE", "agentTools");
/** Not here: none is made. */
export type DeploymentRuns = Missing;
/** Not here: what uses it is told what to write. */
export const DeploymentRuns = missingClass("DeploymentRuns", "rest");
/** Not here: none is made. */
export type Deployments = Missing;
/** Not here: what uses it is told what to write. */
export const Deployments = missingClass("Deployments", "rest");
/** Not here: none is made. */
export type DisabledMemberError = Missing;
/** Not here: what uses it is told what to write. */
export const DisabledMemberError = missingClass("DisabledMemberError", "toolsets");
/** Not here: none is made. */
export type Dreams = Missing;
/** Not here: what uses it is told what to write. */
export const Dreams = missingClass("Dreams", "rest");
/** Not here: none is made. */
export type Effective = Missing;
/** Not here: what uses it is told what to write. */
export const Effective = missingClass("Effective", "rest");
/** 400 `email_domain_not_allowed`. */
export type EmailDomainNotAllowedError = E.BadRequestError;
/** The class of these errors. */
export const EmailDomainNotAllowedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "EmailDomainNotAllowedError",
    "email_domain_not_allowed",
);
/** Not here: none is made. */
export type EnvironmentWorker = Missing;
/** Not here: what uses it is told what to write. */
export const EnvironmentWorker = missingClass("EnvironmentWorker", "rest");
/** Not here: none is made. */
export type Environments = Missing;
/** Not here: what uses it is told what to write. */
export const Environments = missingClass("Environments", "rest");
/** Not here: none is made. */
export type Events = Missing;
/** Not here: what uses it is told what to write. */
export const Events = missingClass("Events", "rest");
/** 409 `external_key_changed`. */
export type ExternalKeyChangedError = E.ConflictError;
/** The class of these errors. */
export const ExternalKeyChangedError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "ExternalKeyChangedError",
    "external_key_changed",
);
/** 400 `external_key_in_workspace_policy`. */
export type ExternalKeyInWorkspacePolicyError = E.BadRequestError;
/** The class of these errors. */
export const ExternalKeyInWorkspacePolicyError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "ExternalKeyInWorkspacePolicyError",
    "external_key_in_workspace_policy",
);
/** 400 `external_key_validation_failed`. */
export type ExternalKeyValidationFailedError = E.BadRequestError;
/** The class of these errors. */
export const ExternalKeyValidationFailedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "ExternalKeyValidationFailedError",
    "external_key_validation_failed",
);
/** 400 `external_key_validation_timed_out`. */
export type ExternalKeyValidationTimedOutError = E.BadRequestError;
/** The class of these errors. */
export const ExternalKeyValidationTimedOutError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "ExternalKeyValidationTimedOutError",
    "external_key_validation_timed_out",
);
/** Not here: none is made. */
export type ExternalKeys = Missing;
/** Not here: what uses it is told what to write. */
export const ExternalKeys = missingClass("ExternalKeys", "rest");
/** Not here: what uses it is told what to write. */
export const FEDERATION_BETA_HEADER = missingConstant("FEDERATION_BETA_HEADER", "credentials");
/** Not here: what uses it is told what to write. */
export const FILE_CREATE_MODE = missingConstant("FILE_CREATE_MODE", "agentTools");
/** Not here: none is made. */
export type Federation = Missing;
/** Not here: what uses it is told what to write. */
export const Federation = missingClass("Federation", "rest");
/** Not here: what uses it is told what to write. */
export const GRANT_TYPE_JWT_BEARER = missingConstant("GRANT_TYPE_JWT_BEARER", "credentials");
/** Not here: what uses it is told what to write. */
export const GRANT_TYPE_REFRESH_TOKEN = missingConstant("GRANT_TYPE_REFRESH_TOKEN", "credentials");
/** Not here: none is made. */
export type IncreaseRequests = Missing;
/** Not here: what uses it is told what to write. */
export const IncreaseRequests = missingClass("IncreaseRequests", "rest");
/** Not here: none is made. */
export type InstallationSettings = Missing;
/** Not here: what uses it is told what to write. */
export const InstallationSettings = missingClass("InstallationSettings", "rest");
/** Not here: none is made. */
export type InvalidMemberInputError = Missing;
/** Not here: what uses it is told what to write. */
export const InvalidMemberInputError = missingClass("InvalidMemberInputError", "toolsets");
/** 400 `invite_already_exists`. */
export type InviteAlreadyExistsError = E.BadRequestError;
/** The class of these errors. */
export const InviteAlreadyExistsError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "InviteAlreadyExistsError",
    "invite_already_exists",
);
/** Not here: none is made. */
export type Invites = Missing;
/** Not here: what uses it is told what to write. */
export const Invites = missingClass("Invites", "rest");
/** Not here: none is made. */
export type Issuers = Missing;
/** Not here: what uses it is told what to write. */
export const Issuers = missingClass("Issuers", "rest");
/** 400 `key_profile_mismatch`. */
export type KeyProfileMismatchError = E.BadRequestError;
/** The class of these errors. */
export const KeyProfileMismatchError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "KeyProfileMismatchError",
    "key_profile_mismatch",
);
/** Not here: what uses it is told what to write. */
export const MANAGED_AGENTS_BETA = missingConstant("MANAGED_AGENTS_BETA", "rest");
/** Not here: what uses it is told what to write. */
export const MANDATORY_REFRESH_THRESHOLD_IN_SECONDS = missingConstant(
    "MANDATORY_REFRESH_THRESHOLD_IN_SECONDS",
    "credentials",
);
/** Not here: what uses it is told what to write. */
export const MARKER_PATH = missingConstant("MARKER_PATH", "agentTools");
/** Not here: what uses it is told what to write. */
export const MEMORY_FLUSH_TIMEOUT_MS = missingConstant("MEMORY_FLUSH_TIMEOUT_MS", "agentTools");
/** Not here: what uses it is told what to write. */
export const MIN_MEMORY_SYNC_INTERVAL_MS = missingConstant("MIN_MEMORY_SYNC_INTERVAL_MS", "agentTools");
/** Not here: none is made. */
export type ManagedSettings = Missing;
/** Not here: what uses it is told what to write. */
export const ManagedSettings = missingClass("ManagedSettings", "rest");
/** Not here: none is made. */
export type Members = Missing;
/** Not here: what uses it is told what to write. */
export const Members = missingClass("Members", "rest");
/** Not here: none is made. */
export type Memories = Missing;
/** Not here: what uses it is told what to write. */
export const Memories = missingClass("Memories", "rest");
/** Not here: none is made. */
export type MemoryStores = Missing;
/** Not here: what uses it is told what to write. */
export const MemoryStores = missingClass("MemoryStores", "rest");
/** Not here: none is made. */
export type MemoryVersions = Missing;
/** Not here: what uses it is told what to write. */
export const MemoryVersions = missingClass("MemoryVersions", "rest");
/** Not here: what uses it is told what to write. */
export const OAUTH_API_BETA_HEADER = missingConstant("OAUTH_API_BETA_HEADER", "credentials");
/** 400 `org_api_key_limit_exceeded`. */
export type OrgAPIKeyLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const OrgAPIKeyLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "OrgAPIKeyLimitExceededError",
    "org_api_key_limit_exceeded",
);
/** 400 `org_member_limit_exceeded`. */
export type OrgMemberLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const OrgMemberLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "OrgMemberLimitExceededError",
    "org_member_limit_exceeded",
);
/** Not here: none is made. */
export type Organization = Missing;
/** Not here: what uses it is told what to write. */
export const Organization = missingClass("Organization", "rest");
/** Not here: what uses it is told what to write. */
export const POLL_BLOCK_MS = missingConstant("POLL_BLOCK_MS", "rest");
/** Not here: none is made. */
export type Permissions = Missing;
/** Not here: what uses it is told what to write. */
export const Permissions = missingClass("Permissions", "rest");
/** Not here: none is made. */
export type PluginMarketplaces = Missing;
/** Not here: what uses it is told what to write. */
export const PluginMarketplaces = missingClass("PluginMarketplaces", "rest");
/** Not here: none is made. */
export type Plugins = Missing;
/** Not here: what uses it is told what to write. */
export const Plugins = missingClass("Plugins", "rest");
/** Not here: none is made. */
export type Projects = Missing;
/** Not here: what uses it is told what to write. */
export const Projects = missingClass("Projects", "rest");
/** Not here: none is made. */
export type RBACGroupDefault = Missing;
/** Not here: what uses it is told what to write. */
export const RBACGroupDefault = missingClass("RBACGroupDefault", "rest");
/** 400 `rbac_group_grants_owner_access`. */
export type RBACGroupGrantsOwnerAccessError = E.BadRequestError;
/** The class of these errors. */
export const RBACGroupGrantsOwnerAccessError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "RBACGroupGrantsOwnerAccessError",
    "rbac_group_grants_owner_access",
);
/** 400 `rbac_group_owner_access_unconfirmed`. */
export type RBACGroupOwnerAccessUnconfirmedError = E.BadRequestError;
/** The class of these errors. */
export const RBACGroupOwnerAccessUnconfirmedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "RBACGroupOwnerAccessUnconfirmedError",
    "rbac_group_owner_access_unconfirmed",
);
/** Not here: none is made. */
export type RBACGroups = Missing;
/** Not here: what uses it is told what to write. */
export const RBACGroups = missingClass("RBACGroups", "rest");
/** 404 `rbac_role_not_found`. */
export type RBACRoleNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const RBACRoleNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "RBACRoleNotFoundError",
    "rbac_role_not_found",
);
/** Not here: none is made. */
export type RBACRoles = Missing;
/** Not here: what uses it is told what to write. */
export const RBACRoles = missingClass("RBACRoles", "rest");
/** Not here: none is made. */
export type RateLimits = Missing;
/** Not here: what uses it is told what to write. */
export const RateLimits = missingClass("RateLimits", "rest");
/** Not here: none is made. */
export type Resources = Missing;
/** Not here: what uses it is told what to write. */
export const Resources = missingClass("Resources", "rest");
/** Not here: none is made. */
export type Rules = Missing;
/** Not here: what uses it is told what to write. */
export const Rules = missingClass("Rules", "rest");
/** Not here: what uses it is told what to write. */
export const SDK_HELPER_SYMBOL = missingConstant("SDK_HELPER_SYMBOL", "headers");
/** Not here: none is made. */
export type ServiceAccounts = Missing;
/** Not here: what uses it is told what to write. */
export const ServiceAccounts = missingClass("ServiceAccounts", "rest");
/** Not here: none is made. */
export type SessionMemoryError = Missing;
/** Not here: what uses it is told what to write. */
export const SessionMemoryError = missingClass("SessionMemoryError", "agentTools");
/** Not here: none is made. */
export type SessionMemoryStores = Missing;
/** Not here: what uses it is told what to write. */
export const SessionMemoryStores = missingClass("SessionMemoryStores", "agentTools");
/** Not here: none is made. */
export type SessionToolRunner = Missing;
/** Not here: what uses it is told what to write. */
export const SessionToolRunner = missingClass("SessionToolRunner", "rest");
/** Not here: none is made. */
export type Sessions = Missing;
/** Not here: what uses it is told what to write. */
export const Sessions = missingClass("Sessions", "rest");
/** Not here: none is made. */
export type Shares = Missing;
/** Not here: what uses it is told what to write. */
export const Shares = missingClass("Shares", "rest");
/** Not here: none is made. */
export type Skills = Missing;
/** Not here: what uses it is told what to write. */
export const Skills = missingClass("Skills", "rest");
/** Not here: none is made. */
export type SlackChannels = Missing;
/** Not here: what uses it is told what to write. */
export const SlackChannels = missingClass("SlackChannels", "rest");
/** Not here: none is made. */
export type SlackWorkspaces = Missing;
/** Not here: what uses it is told what to write. */
export const SlackWorkspaces = missingClass("SlackWorkspaces", "rest");
/** Not here: none is made. */
export type SpendLimits = Missing;
/** Not here: what uses it is told what to write. */
export const SpendLimits = missingClass("SpendLimits", "rest");
/** Not here: none is made. */
export type Summaries = Missing;
/** Not here: what uses it is told what to write. */
export const Summaries = missingClass("Summaries", "rest");
/** Not here: what uses it is told what to write. */
export const TOKEN_ENDPOINT = missingConstant("TOKEN_ENDPOINT", "credentials");
/** Not here: none is made. */
export type Targets = Missing;
/** Not here: what uses it is told what to write. */
export const Targets = missingClass("Targets", "rest");
/** Not here: none is made. */
export type TelemetryDestinations = Missing;
/** Not here: what uses it is told what to write. */
export const TelemetryDestinations = missingClass("TelemetryDestinations", "rest");
/** Not here: none is made. */
export type Threads = Missing;
/** Not here: what uses it is told what to write. */
export const Threads = missingClass("Threads", "rest");
/** Not here: none is made. */
export type TokenCache = Missing;
/** Not here: what uses it is told what to write. */
export const TokenCache = missingClass("TokenCache", "credentials");
/** Not here: none is made. */
export type ToolsetClosedError = Missing;
/** Not here: what uses it is told what to write. */
export const ToolsetClosedError = missingClass("ToolsetClosedError", "toolsets");
/** Not here: none is made. */
export type ToolsetConfigError = Missing;
/** Not here: what uses it is told what to write. */
export const ToolsetConfigError = missingClass("ToolsetConfigError", "toolsets");
/** Not here: none is made. */
export type ToolsetContractError = Missing;
/** Not here: what uses it is told what to write. */
export const ToolsetContractError = missingClass("ToolsetContractError", "toolsets");
/** Not here: none is made. */
export type ToolsetUsageError = Missing;
/** Not here: what uses it is told what to write. */
export const ToolsetUsageError = missingClass("ToolsetUsageError", "toolsets");
/** Not here: none is made. */
export type Tunnels = Missing;
/** Not here: what uses it is told what to write. */
export const Tunnels = missingClass("Tunnels", "rest");
/** Not here: what uses it is told what to write. */
export const UPLOAD_CONCURRENCY = missingConstant("UPLOAD_CONCURRENCY", "agentTools");
/** Not here: none is made. */
export type URLRefusedError = Missing;
/** Not here: what uses it is told what to write. */
export const URLRefusedError = missingClass("URLRefusedError", "toolsets");
/** Not here: none is made. */
export type UnavailableMemberError = Missing;
/** Not here: what uses it is told what to write. */
export const UnavailableMemberError = missingClass("UnavailableMemberError", "toolsets");
/** Not here: none is made. */
export type UnknownMemberError = Missing;
/** Not here: what uses it is told what to write. */
export const UnknownMemberError = missingClass("UnknownMemberError", "toolsets");
/** Not here: none is made. */
export type UploadRefusedError = Missing;
/** Not here: what uses it is told what to write. */
export const UploadRefusedError = missingClass("UploadRefusedError", "toolsets");
/** Not here: none is made. */
export type Usage = Missing;
/** Not here: what uses it is told what to write. */
export const Usage = missingClass("Usage", "rest");
/** Not here: none is made. */
export type UsageReport = Missing;
/** Not here: what uses it is told what to write. */
export const UsageReport = missingClass("UsageReport", "rest");
/** Not here: none is made. */
export type UserCostReport = Missing;
/** Not here: what uses it is told what to write. */
export const UserCostReport = missingClass("UserCostReport", "rest");
/** Not here: none is made. */
export type UserProfiles = Missing;
/** Not here: what uses it is told what to write. */
export const UserProfiles = missingClass("UserProfiles", "rest");
/** Not here: none is made. */
export type UserUsageReport = Missing;
/** Not here: what uses it is told what to write. */
export const UserUsageReport = missingClass("UserUsageReport", "rest");
/** Not here: none is made. */
export type Users = Missing;
/** Not here: what uses it is told what to write. */
export const Users = missingClass("Users", "rest");
/** Not here: none is made. */
export type Vaults = Missing;
/** Not here: what uses it is told what to write. */
export const Vaults = missingClass("Vaults", "rest");
/** Not here: none is made. */
export type Versions = Missing;
/** Not here: what uses it is told what to write. */
export const Versions = missingClass("Versions", "rest");
/** Not here: none is made. */
export type Webhooks = Missing;
/** Not here: what uses it is told what to write. */
export const Webhooks = missingClass("Webhooks", "rest");
/** Not here: none is made. */
export type Work = Missing;
/** Not here: what uses it is told what to write. */
export const Work = missingClass("Work", "rest");
/** Not here: none is made. */
export type WorkPoller = Missing;
/** Not here: what uses it is told what to write. */
export const WorkPoller = missingClass("WorkPoller", "rest");
/** Not here: none is made. */
export type WorkloadIdentityError = Missing;
/** Not here: what uses it is told what to write. */
export const WorkloadIdentityError = missingClass("WorkloadIdentityError", "credentials");
/** 400 `workspace_api_key_limit_exceeded`. */
export type WorkspaceAPIKeyLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const WorkspaceAPIKeyLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "WorkspaceAPIKeyLimitExceededError",
    "workspace_api_key_limit_exceeded",
);
/** 400 `workspace_member_limit_exceeded`. */
export type WorkspaceMemberLimitExceededError = E.BadRequestError;
/** The class of these errors. */
export const WorkspaceMemberLimitExceededError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "WorkspaceMemberLimitExceededError",
    "workspace_member_limit_exceeded",
);
/** 400 `workspace_policy_violation`. */
export type WorkspacePolicyViolationError = E.BadRequestError;
/** The class of these errors. */
export const WorkspacePolicyViolationError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "WorkspacePolicyViolationError",
    "workspace_policy_violation",
);
/** Not here: none is made. */
export type Workspaces = Missing;
/** Not here: what uses it is told what to write. */
export const Workspaces = missingClass("Workspaces", "rest");
/** Not here: what uses it is told what to write. */
export const _iterSSEMessages = missingFunction("_iterSSEMessages", "events");
/** Not here: what uses it is told what to write. */
export const accumulateManagedAgentsEvent = missingFunction("accumulateManagedAgentsEvent", "rest");
/** Not here: what uses it is told what to write. */
export const applyMiddleware = missingFunction("applyMiddleware", "middleware");
/** Not here: what uses it is told what to write. */
export const assertOnlyPlainEntries = missingFunction("assertOnlyPlainEntries", "agentTools");
/** Not here: what uses it is told what to write. */
export const atomicWriteFile = missingFunction("atomicWriteFile", "agentTools");
/** Not here: what uses it is told what to write. */
export const backoff = missingFunction("backoff", "rest");
/** Not here: what uses it is told what to write. */
export const betaAgentToolset20260401 = missingFunction("betaAgentToolset20260401", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaBashTool = missingFunction("betaBashTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaCheckUploadPath = missingFunction("betaCheckUploadPath", "toolsets");
/** Not here: what uses it is told what to write. */
export const betaEditTool = missingFunction("betaEditTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaGlobTool = missingFunction("betaGlobTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaGrepTool = missingFunction("betaGrepTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaReadTool = missingFunction("betaReadTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const betaWriteTool = missingFunction("betaWriteTool", "agentTools");
/** Not here: what uses it is told what to write. */
export const canonicalize = missingFunction("canonicalize", "agentTools");
/** Not here: what uses it is told what to write. */
export const checkCredentialsFileSafety = missingFunction("checkCredentialsFileSafety", "credentials");
/** Not here: what uses it is told what to write. */
export const checkMemorySyncInterval = missingFunction("checkMemorySyncInterval", "agentTools");
/** Not here: what uses it is told what to write. */
export const classifyArchiveListing = missingFunction("classifyArchiveListing", "agentTools");
/** Not here: what uses it is told what to write. */
export const collectStainlessHelpers = missingFunction("collectStainlessHelpers", "headers");
/** Not here: what uses it is told what to write. */
export const confineToRoot = missingFunction("confineToRoot", "agentTools");
/** Not here: what uses it is told what to write. */
export const containingRoot = missingFunction("containingRoot", "agentTools");
/** Not here: what uses it is told what to write. */
export const copyClientForHelper = missingFunction("copyClientForHelper", "copy");
/** Not here: what uses it is told what to write. */
export const defaultCredentials = missingFunction("defaultCredentials", "credentials");
/** Not here: what uses it is told what to write. */
export const errnoCode = missingFunction("errnoCode", "agentTools");
/** Not here: what uses it is told what to write. */
export const extractSkillArchive = missingFunction("extractSkillArchive", "agentTools");
/** Not here: what uses it is told what to write. */
export const findExecutable = missingFunction("findExecutable", "agentTools");
/** Not here: what uses it is told what to write. */
export const fsErrorMessage = missingFunction("fsErrorMessage", "agentTools");
/** Not here: what uses it is told what to write. */
export const getCredentialsPath = missingFunction("getCredentialsPath", "credentials");
/** Not here: what uses it is told what to write. */
export const identityTokenFromFile = missingFunction("identityTokenFromFile", "credentials");
/** Not here: what uses it is told what to write. */
export const identityTokenFromValue = missingFunction("identityTokenFromValue", "credentials");
/** Not here: what uses it is told what to write. */
export const is4xx = missingFunction("is4xx", "rest");
/** Not here: what uses it is told what to write. */
export const isFatal4xx = missingFunction("isFatal4xx", "rest");
/** Not here: what uses it is told what to write. */
export const isStatus = missingFunction("isStatus", "rest");
/** Not here: what uses it is told what to write. */
export const isWithin = missingFunction("isWithin", "agentTools");
/** Not here: what uses it is told what to write. */
export const isWithinAnyCase = missingFunction("isWithinAnyCase", "agentTools");
/** Not here: what uses it is told what to write. */
export const jitter = missingFunction("jitter", "rest");
/** Not here: what uses it is told what to write. */
export const loadConfig = missingFunction("loadConfig", "credentials");
/** Not here: what uses it is told what to write. */
export const loadConfigWithSource = missingFunction("loadConfigWithSource", "credentials");
/** Not here: what uses it is told what to write. */
export const loadCredentials = missingFunction("loadCredentials", "credentials");
/** Not here: what uses it is told what to write. */
export const oidcFederationProvider = missingFunction("oidcFederationProvider", "credentials");
/** Not here: what uses it is told what to write. */
export const parseTokenResponse = missingFunction("parseTokenResponse", "credentials");
/** Not here: what uses it is told what to write. */
export const partialParse = missingFunction("partialParse", "partial");
/** Not here: what uses it is told what to write. */
export const redactSensitive = missingFunction("redactSensitive", "credentials");
/** Not here: what uses it is told what to write. */
export const requireSecureTokenEndpoint = missingFunction("requireSecureTokenEndpoint", "credentials");
/** Not here: what uses it is told what to write. */
export const resolveCredentialsFromConfig = missingFunction("resolveCredentialsFromConfig", "credentials");
/** Not here: what uses it is told what to write. */
export const resolvePath = missingFunction("resolvePath", "agentTools");
/** Not here: what uses it is told what to write. */
export const scrubbedShellEnv = missingFunction("scrubbedShellEnv", "agentTools");
/** Not here: what uses it is told what to write. */
export const searchPathOutside = missingFunction("searchPathOutside", "agentTools");
/** Not here: what uses it is told what to write. */
export const sessionsTokenFromSecret = missingFunction("sessionsTokenFromSecret", "rest");
/** Not here: what uses it is told what to write. */
export const setupSkills = missingFunction("setupSkills", "agentTools");
/** Not here: what uses it is told what to write. */
export const stainlessHelperHeader = missingFunction("stainlessHelperHeader", "headers");
/** Not here: what uses it is told what to write. */
export const userOAuthProvider = missingFunction("userOAuthProvider", "credentials");
/** Not here: what uses it is told what to write. */
export const wrapFetchWithMiddleware = missingFunction("wrapFetchWithMiddleware", "middleware");
/** Not here: what uses it is told what to write. */
export const writeCredentialsFileAtomic = missingFunction("writeCredentialsFileAtomic", "credentials");
