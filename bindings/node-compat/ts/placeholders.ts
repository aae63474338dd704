// Placeholders for values of the official SDK that this package does not have, and the error classes of codes that only
// calls of other surfaces return. Made out of schema/sdk_values.txt by `make generate`.

import * as own from "parlour";
import { type OfAnswer, ofCode } from "./error_classes.js";
import type * as E from "./errors.js";
import { type Missing, missingClass, missingConstant, missingFunction } from "./missing.js";

/** Not supported: using it throws an error that names the replacement. */
export const ADVISORY_REFRESH_BACKOFF_IN_SECONDS = missingConstant(
    "ADVISORY_REFRESH_BACKOFF_IN_SECONDS",
    "credentials",
);
/** Not supported: using it throws an error that names the replacement. */
export const ADVISORY_REFRESH_THRESHOLD_IN_SECONDS = missingConstant(
    "ADVISORY_REFRESH_THRESHOLD_IN_SECONDS",
    "credentials",
);
/** Not supported: there are no instances. */
export type APIKeys = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const APIKeys = missingClass("APIKeys", "rest");
/** Not supported: there are no instances. */
export type ActionURLs = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ActionURLs = missingClass("ActionURLs", "rest");
/** Not supported: there are no instances. */
export type Agents = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Agents = missingClass("Agents", "rest");
/** 400 `already_member`. */
export type AlreadyMemberError = E.BadRequestError;
/** The class of these errors. */
export const AlreadyMemberError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "AlreadyMemberError",
    "already_member",
);
/** Not supported: there are no instances. */
export type Analytics = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Analytics = missingClass("Analytics", "rest");
/** Not supported: there are no instances. */
export type Apps = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Apps = missingClass("Apps", "rest");
/** Not supported: there are no instances. */
export type Artifacts = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Artifacts = missingClass("Artifacts", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const BETA_CLIENT_TOOL_UNION_KEYS = missingConstant("BETA_CLIENT_TOOL_UNION_KEYS", "fields");
/** Not supported: there are no instances. */
export type BashSession = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const BashSession = missingClass("BashSession", "agentTools");
/** Not supported: there are no instances. */
export type BashTimeoutError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const BashTimeoutError = missingClass("BashTimeoutError", "agentTools");
/** 403 `api_key_scope_missing`. */
export type BetaAPIKeyScopeMissingError = E.PermissionDeniedError;
/** The class of these errors. */
export const BetaAPIKeyScopeMissingError: OfAnswer<E.PermissionDeniedError> = ofCode(
    own.PermissionDeniedError,
    "BetaAPIKeyScopeMissingError",
    "api_key_scope_missing",
);
/** Not supported: there are no instances. */
export type BetaAbstractBrowserToolset20260801 = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const BetaAbstractBrowserToolset20260801 = missingClass(
    "BetaAbstractBrowserToolset20260801",
    "toolsets",
);
/** Not supported: there are no instances. */
export type BetaAbstractComputerToolset20260801 = Missing;
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type BetaLocalFilesystemMemoryTool = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const BetaLocalFilesystemMemoryTool = missingClass("BetaLocalFilesystemMemoryTool", "memory");
/** Not supported: there are no instances. */
export type BetaMessageThread = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const BetaMessageThread = missingClass("BetaMessageThread", "thread");
/** Not supported: there are no instances. */
export type BetaNodeFilePolicy = Missing;
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type Bundles = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Bundles = missingClass("Bundles", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const CONFIG_FILE_VERSION = missingConstant("CONFIG_FILE_VERSION", "credentials");
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type Certificates = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Certificates = missingClass("Certificates", "rest");
/** Not supported: there are no instances. */
export type Chat = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Chat = missingClass("Chat", "rest");
/** Not supported: there are no instances. */
export type ComplianceSettings = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ComplianceSettings = missingClass("ComplianceSettings", "rest");
/** 409 `concurrent_membership_change`. */
export type ConcurrentMembershipChangeError = E.ConflictError;
/** The class of these errors. */
export const ConcurrentMembershipChangeError: OfAnswer<E.ConflictError> = ofCode(
    own.ConflictError,
    "ConcurrentMembershipChangeError",
    "concurrent_membership_change",
);
/** Not supported: there are no instances. */
export type Configuration = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Configuration = missingClass("Configuration", "rest");
/** Not supported: there are no instances. */
export type ConfirmDeclinedError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ConfirmDeclinedError = missingClass("ConfirmDeclinedError", "toolsets");
/** Not supported: there are no instances. */
export type ConfirmFailedError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ConfirmFailedError = missingClass("ConfirmFailedError", "toolsets");
/** Not supported: there are no instances. */
export type Connectors = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Connectors = missingClass("Connectors", "rest");
/** Not supported: there are no instances. */
export type Cost = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Cost = missingClass("Cost", "rest");
/** Not supported: there are no instances. */
export type CostReport = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const CostReport = missingClass("CostReport", "rest");
/** Not supported: there are no instances. */
export type Credentials = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Credentials = missingClass("Credentials", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const DEFAULT_MAX_IDLE_MS = missingConstant("DEFAULT_MAX_IDLE_MS", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const DEFAULT_MEMORY_SYNC_INTERVAL_MS = missingConstant(
    "DEFAULT_MEMORY_SYNC_INTERVAL_MS",
    "agentTools",
);
/** Not supported: using it throws an error that names the replacement. */
export const DELETE_CORROBORATION_MS = missingConstant("DELETE_CORROBORATION_MS", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const DIR_CREATE_MODE = missingConstant("DIR_CREATE_MODE", "agentTools");
/** Not supported: there are no instances. */
export type DeploymentRuns = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const DeploymentRuns = missingClass("DeploymentRuns", "rest");
/** Not supported: there are no instances. */
export type Deployments = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Deployments = missingClass("Deployments", "rest");
/** Not supported: there are no instances. */
export type DisabledMemberError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const DisabledMemberError = missingClass("DisabledMemberError", "toolsets");
/** Not supported: there are no instances. */
export type Dreams = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Dreams = missingClass("Dreams", "rest");
/** Not supported: there are no instances. */
export type Effective = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Effective = missingClass("Effective", "rest");
/** 400 `email_domain_not_allowed`. */
export type EmailDomainNotAllowedError = E.BadRequestError;
/** The class of these errors. */
export const EmailDomainNotAllowedError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "EmailDomainNotAllowedError",
    "email_domain_not_allowed",
);
/** Not supported: there are no instances. */
export type EnvironmentWorker = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const EnvironmentWorker = missingClass("EnvironmentWorker", "rest");
/** Not supported: there are no instances. */
export type Environments = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Environments = missingClass("Environments", "rest");
/** Not supported: there are no instances. */
export type Events = Missing;
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type ExternalKeys = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ExternalKeys = missingClass("ExternalKeys", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const FEDERATION_BETA_HEADER = missingConstant("FEDERATION_BETA_HEADER", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const FILE_CREATE_MODE = missingConstant("FILE_CREATE_MODE", "agentTools");
/** Not supported: there are no instances. */
export type Federation = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Federation = missingClass("Federation", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const GRANT_TYPE_JWT_BEARER = missingConstant("GRANT_TYPE_JWT_BEARER", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const GRANT_TYPE_REFRESH_TOKEN = missingConstant("GRANT_TYPE_REFRESH_TOKEN", "credentials");
/** Not supported: there are no instances. */
export type IncreaseRequests = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const IncreaseRequests = missingClass("IncreaseRequests", "rest");
/** Not supported: there are no instances. */
export type InstallationSettings = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const InstallationSettings = missingClass("InstallationSettings", "rest");
/** Not supported: there are no instances. */
export type InvalidMemberInputError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const InvalidMemberInputError = missingClass("InvalidMemberInputError", "toolsets");
/** 400 `invite_already_exists`. */
export type InviteAlreadyExistsError = E.BadRequestError;
/** The class of these errors. */
export const InviteAlreadyExistsError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "InviteAlreadyExistsError",
    "invite_already_exists",
);
/** Not supported: there are no instances. */
export type Invites = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Invites = missingClass("Invites", "rest");
/** Not supported: there are no instances. */
export type Issuers = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Issuers = missingClass("Issuers", "rest");
/** 400 `key_profile_mismatch`. */
export type KeyProfileMismatchError = E.BadRequestError;
/** The class of these errors. */
export const KeyProfileMismatchError: OfAnswer<E.BadRequestError> = ofCode(
    own.BadRequestError,
    "KeyProfileMismatchError",
    "key_profile_mismatch",
);
/** Not supported: using it throws an error that names the replacement. */
export const MANAGED_AGENTS_BETA = missingConstant("MANAGED_AGENTS_BETA", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const MANDATORY_REFRESH_THRESHOLD_IN_SECONDS = missingConstant(
    "MANDATORY_REFRESH_THRESHOLD_IN_SECONDS",
    "credentials",
);
/** Not supported: using it throws an error that names the replacement. */
export const MARKER_PATH = missingConstant("MARKER_PATH", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const MEMORY_FLUSH_TIMEOUT_MS = missingConstant("MEMORY_FLUSH_TIMEOUT_MS", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const MIN_MEMORY_SYNC_INTERVAL_MS = missingConstant("MIN_MEMORY_SYNC_INTERVAL_MS", "agentTools");
/** Not supported: there are no instances. */
export type ManagedSettings = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ManagedSettings = missingClass("ManagedSettings", "rest");
/** Not supported: there are no instances. */
export type Members = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Members = missingClass("Members", "rest");
/** Not supported: there are no instances. */
export type Memories = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Memories = missingClass("Memories", "rest");
/** Not supported: there are no instances. */
export type MemoryStores = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const MemoryStores = missingClass("MemoryStores", "rest");
/** Not supported: there are no instances. */
export type MemoryVersions = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const MemoryVersions = missingClass("MemoryVersions", "rest");
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type Organization = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Organization = missingClass("Organization", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const POLL_BLOCK_MS = missingConstant("POLL_BLOCK_MS", "rest");
/** Not supported: there are no instances. */
export type Permissions = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Permissions = missingClass("Permissions", "rest");
/** Not supported: there are no instances. */
export type PluginMarketplaces = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const PluginMarketplaces = missingClass("PluginMarketplaces", "rest");
/** Not supported: there are no instances. */
export type Plugins = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Plugins = missingClass("Plugins", "rest");
/** Not supported: there are no instances. */
export type Projects = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Projects = missingClass("Projects", "rest");
/** Not supported: there are no instances. */
export type RBACGroupDefault = Missing;
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type RBACGroups = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const RBACGroups = missingClass("RBACGroups", "rest");
/** 404 `rbac_role_not_found`. */
export type RBACRoleNotFoundError = E.NotFoundError;
/** The class of these errors. */
export const RBACRoleNotFoundError: OfAnswer<E.NotFoundError> = ofCode(
    own.NotFoundError,
    "RBACRoleNotFoundError",
    "rbac_role_not_found",
);
/** Not supported: there are no instances. */
export type RBACRoles = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const RBACRoles = missingClass("RBACRoles", "rest");
/** Not supported: there are no instances. */
export type RateLimits = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const RateLimits = missingClass("RateLimits", "rest");
/** Not supported: there are no instances. */
export type Resources = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Resources = missingClass("Resources", "rest");
/** Not supported: there are no instances. */
export type Rules = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Rules = missingClass("Rules", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const SDK_HELPER_SYMBOL = missingConstant("SDK_HELPER_SYMBOL", "headers");
/** Not supported: there are no instances. */
export type ServiceAccounts = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ServiceAccounts = missingClass("ServiceAccounts", "rest");
/** Not supported: there are no instances. */
export type SessionMemoryError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SessionMemoryError = missingClass("SessionMemoryError", "agentTools");
/** Not supported: there are no instances. */
export type SessionMemoryStores = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SessionMemoryStores = missingClass("SessionMemoryStores", "agentTools");
/** Not supported: there are no instances. */
export type SessionToolRunner = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SessionToolRunner = missingClass("SessionToolRunner", "rest");
/** Not supported: there are no instances. */
export type Sessions = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Sessions = missingClass("Sessions", "rest");
/** Not supported: there are no instances. */
export type Shares = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Shares = missingClass("Shares", "rest");
/** Not supported: there are no instances. */
export type Skills = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Skills = missingClass("Skills", "rest");
/** Not supported: there are no instances. */
export type SlackChannels = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SlackChannels = missingClass("SlackChannels", "rest");
/** Not supported: there are no instances. */
export type SlackWorkspaces = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SlackWorkspaces = missingClass("SlackWorkspaces", "rest");
/** Not supported: there are no instances. */
export type SpendLimits = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const SpendLimits = missingClass("SpendLimits", "rest");
/** Not supported: there are no instances. */
export type Summaries = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Summaries = missingClass("Summaries", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const TOKEN_ENDPOINT = missingConstant("TOKEN_ENDPOINT", "credentials");
/** Not supported: there are no instances. */
export type Targets = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Targets = missingClass("Targets", "rest");
/** Not supported: there are no instances. */
export type TelemetryDestinations = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const TelemetryDestinations = missingClass("TelemetryDestinations", "rest");
/** Not supported: there are no instances. */
export type Threads = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Threads = missingClass("Threads", "rest");
/** Not supported: there are no instances. */
export type TokenCache = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const TokenCache = missingClass("TokenCache", "credentials");
/** Not supported: there are no instances. */
export type ToolsetClosedError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ToolsetClosedError = missingClass("ToolsetClosedError", "toolsets");
/** Not supported: there are no instances. */
export type ToolsetConfigError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ToolsetConfigError = missingClass("ToolsetConfigError", "toolsets");
/** Not supported: there are no instances. */
export type ToolsetContractError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ToolsetContractError = missingClass("ToolsetContractError", "toolsets");
/** Not supported: there are no instances. */
export type ToolsetUsageError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const ToolsetUsageError = missingClass("ToolsetUsageError", "toolsets");
/** Not supported: there are no instances. */
export type Tunnels = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Tunnels = missingClass("Tunnels", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const UPLOAD_CONCURRENCY = missingConstant("UPLOAD_CONCURRENCY", "agentTools");
/** Not supported: there are no instances. */
export type URLRefusedError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const URLRefusedError = missingClass("URLRefusedError", "toolsets");
/** Not supported: there are no instances. */
export type UnavailableMemberError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UnavailableMemberError = missingClass("UnavailableMemberError", "toolsets");
/** Not supported: there are no instances. */
export type UnknownMemberError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UnknownMemberError = missingClass("UnknownMemberError", "toolsets");
/** Not supported: there are no instances. */
export type UploadRefusedError = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UploadRefusedError = missingClass("UploadRefusedError", "toolsets");
/** Not supported: there are no instances. */
export type Usage = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Usage = missingClass("Usage", "rest");
/** Not supported: there are no instances. */
export type UsageReport = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UsageReport = missingClass("UsageReport", "rest");
/** Not supported: there are no instances. */
export type UserCostReport = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UserCostReport = missingClass("UserCostReport", "rest");
/** Not supported: there are no instances. */
export type UserProfiles = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UserProfiles = missingClass("UserProfiles", "rest");
/** Not supported: there are no instances. */
export type UserUsageReport = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const UserUsageReport = missingClass("UserUsageReport", "rest");
/** Not supported: there are no instances. */
export type Users = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Users = missingClass("Users", "rest");
/** Not supported: there are no instances. */
export type Vaults = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Vaults = missingClass("Vaults", "rest");
/** Not supported: there are no instances. */
export type Versions = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Versions = missingClass("Versions", "rest");
/** Not supported: there are no instances. */
export type Webhooks = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Webhooks = missingClass("Webhooks", "rest");
/** Not supported: there are no instances. */
export type Work = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Work = missingClass("Work", "rest");
/** Not supported: there are no instances. */
export type WorkPoller = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const WorkPoller = missingClass("WorkPoller", "rest");
/** Not supported: there are no instances. */
export type WorkloadIdentityError = Missing;
/** Not supported: using it throws an error that names the replacement. */
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
/** Not supported: there are no instances. */
export type Workspaces = Missing;
/** Not supported: using it throws an error that names the replacement. */
export const Workspaces = missingClass("Workspaces", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const _iterSSEMessages = missingFunction("_iterSSEMessages", "events");
/** Not supported: using it throws an error that names the replacement. */
export const accumulateManagedAgentsEvent = missingFunction("accumulateManagedAgentsEvent", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const applyMiddleware = missingFunction("applyMiddleware", "middleware");
/** Not supported: using it throws an error that names the replacement. */
export const assertOnlyPlainEntries = missingFunction("assertOnlyPlainEntries", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const atomicWriteFile = missingFunction("atomicWriteFile", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const backoff = missingFunction("backoff", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const betaAgentToolset20260401 = missingFunction("betaAgentToolset20260401", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaBashTool = missingFunction("betaBashTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaCheckUploadPath = missingFunction("betaCheckUploadPath", "toolsets");
/** Not supported: using it throws an error that names the replacement. */
export const betaEditTool = missingFunction("betaEditTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaGlobTool = missingFunction("betaGlobTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaGrepTool = missingFunction("betaGrepTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaReadTool = missingFunction("betaReadTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const betaWriteTool = missingFunction("betaWriteTool", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const canonicalize = missingFunction("canonicalize", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const checkCredentialsFileSafety = missingFunction("checkCredentialsFileSafety", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const checkMemorySyncInterval = missingFunction("checkMemorySyncInterval", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const classifyArchiveListing = missingFunction("classifyArchiveListing", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const collectStainlessHelpers = missingFunction("collectStainlessHelpers", "headers");
/** Not supported: using it throws an error that names the replacement. */
export const confineToRoot = missingFunction("confineToRoot", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const containingRoot = missingFunction("containingRoot", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const copyClientForHelper = missingFunction("copyClientForHelper", "copy");
/** Not supported: using it throws an error that names the replacement. */
export const defaultCredentials = missingFunction("defaultCredentials", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const errnoCode = missingFunction("errnoCode", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const extractSkillArchive = missingFunction("extractSkillArchive", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const findExecutable = missingFunction("findExecutable", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const fsErrorMessage = missingFunction("fsErrorMessage", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const getCredentialsPath = missingFunction("getCredentialsPath", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const identityTokenFromFile = missingFunction("identityTokenFromFile", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const identityTokenFromValue = missingFunction("identityTokenFromValue", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const is4xx = missingFunction("is4xx", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const isFatal4xx = missingFunction("isFatal4xx", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const isStatus = missingFunction("isStatus", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const isWithin = missingFunction("isWithin", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const isWithinAnyCase = missingFunction("isWithinAnyCase", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const jitter = missingFunction("jitter", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const loadConfig = missingFunction("loadConfig", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const loadConfigWithSource = missingFunction("loadConfigWithSource", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const loadCredentials = missingFunction("loadCredentials", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const oidcFederationProvider = missingFunction("oidcFederationProvider", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const parseTokenResponse = missingFunction("parseTokenResponse", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const partialParse = missingFunction("partialParse", "partial");
/** Not supported: using it throws an error that names the replacement. */
export const redactSensitive = missingFunction("redactSensitive", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const requireSecureTokenEndpoint = missingFunction("requireSecureTokenEndpoint", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const resolveCredentialsFromConfig = missingFunction("resolveCredentialsFromConfig", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const resolvePath = missingFunction("resolvePath", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const scrubbedShellEnv = missingFunction("scrubbedShellEnv", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const searchPathOutside = missingFunction("searchPathOutside", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const sessionsTokenFromSecret = missingFunction("sessionsTokenFromSecret", "rest");
/** Not supported: using it throws an error that names the replacement. */
export const setupSkills = missingFunction("setupSkills", "agentTools");
/** Not supported: using it throws an error that names the replacement. */
export const stainlessHelperHeader = missingFunction("stainlessHelperHeader", "headers");
/** Not supported: using it throws an error that names the replacement. */
export const userOAuthProvider = missingFunction("userOAuthProvider", "credentials");
/** Not supported: using it throws an error that names the replacement. */
export const wrapFetchWithMiddleware = missingFunction("wrapFetchWithMiddleware", "middleware");
/** Not supported: using it throws an error that names the replacement. */
export const writeCredentialsFileAtomic = missingFunction("writeCredentialsFileAtomic", "credentials");
