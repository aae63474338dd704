// The events of webhooks by the names of the official SDK, discriminated by their type (protocol §8.10). It must not
// hold anything that runs.

import type * as R from "parlour";

/** The fields that every event has. */
type Happened<Type extends string, More = unknown> = R.WebhookData & {
    /** The type of the event. */
    type: Type;
    /** The id of the object. */
    id: string;
    /** The id of its organisation. */
    organization_id: string;
} & More;
/** Which workspace the object belongs to. */
interface InWorkspace {
    /** The id of the workspace. */
    workspace_id: string;
}
/** An event of a thread of a session. */
interface OfThread extends InWorkspace {
    /** The thread. */
    session_thread_id: string;
}
/** An event of a credential of a vault. */
interface OfVault extends InWorkspace {
    /** The vault. */
    vault_id: string;
}
/** An enforcement action on a user profile. */
interface OfProfile {
    /** The id of the action. */
    enforcement_action_id: string;
}
/** The event `agent.archived`. */
export type BetaWebhookAgentArchivedEventData = Happened<"agent.archived", InWorkspace>;
/** The event `agent.created`. */
export type BetaWebhookAgentCreatedEventData = Happened<"agent.created", InWorkspace>;
/** The event `agent.deleted`. */
export type BetaWebhookAgentDeletedEventData = Happened<"agent.deleted", InWorkspace>;
/** The event `agent.updated`. */
export type BetaWebhookAgentUpdatedEventData = Happened<"agent.updated", InWorkspace>;
/** The event `deployment.archived`. */
export type BetaWebhookDeploymentArchivedEventData = Happened<"deployment.archived", InWorkspace>;
/** The event `deployment.created`. */
export type BetaWebhookDeploymentCreatedEventData = Happened<"deployment.created", InWorkspace>;
/** The event `deployment.deleted`. */
export type BetaWebhookDeploymentDeletedEventData = Happened<"deployment.deleted", InWorkspace>;
/** The event `deployment.paused`. */
export type BetaWebhookDeploymentPausedEventData = Happened<"deployment.paused", InWorkspace>;
/** The event `deployment_run.failed`. */
export type BetaWebhookDeploymentRunFailedEventData = Happened<"deployment_run.failed", InWorkspace>;
/** The event `deployment_run.started`. */
export type BetaWebhookDeploymentRunStartedEventData = Happened<"deployment_run.started", InWorkspace>;
/** The event `deployment_run.succeeded`. */
export type BetaWebhookDeploymentRunSucceededEventData = Happened<"deployment_run.succeeded", InWorkspace>;
/** The event `deployment.unpaused`. */
export type BetaWebhookDeploymentUnpausedEventData = Happened<"deployment.unpaused", InWorkspace>;
/** The event `deployment.updated`. */
export type BetaWebhookDeploymentUpdatedEventData = Happened<"deployment.updated", InWorkspace>;
/** The event `environment.archived`. */
export type BetaWebhookEnvironmentArchivedEventData = Happened<"environment.archived", InWorkspace>;
/** The event `environment.created`. */
export type BetaWebhookEnvironmentCreatedEventData = Happened<"environment.created", InWorkspace>;
/** The event `environment.deleted`. */
export type BetaWebhookEnvironmentDeletedEventData = Happened<"environment.deleted", InWorkspace>;
/** The event `environment.updated`. */
export type BetaWebhookEnvironmentUpdatedEventData = Happened<"environment.updated", InWorkspace>;
/** The event `external_key.failed`. */
export type BetaWebhookExternalKeyFailedEventData = Happened<"external_key.failed">;
/** The event `external_key.recovered`. */
export type BetaWebhookExternalKeyRecoveredEventData = Happened<"external_key.recovered">;
/** The event `memory_store.archived`. */
export type BetaWebhookMemoryStoreArchivedEventData = Happened<"memory_store.archived", InWorkspace>;
/** The event `memory_store.created`. */
export type BetaWebhookMemoryStoreCreatedEventData = Happened<"memory_store.created", InWorkspace>;
/** The event `memory_store.deleted`. */
export type BetaWebhookMemoryStoreDeletedEventData = Happened<"memory_store.deleted", InWorkspace>;
/** The event `session.archived`. */
export type BetaWebhookSessionArchivedEventData = Happened<"session.archived", InWorkspace>;
/** The event `session.budget_reached`. */
export type BetaWebhookSessionBudgetReachedEventData = Happened<"session.budget_reached", InWorkspace>;
/** The event `session.created`. */
export type BetaWebhookSessionCreatedEventData = Happened<"session.created", InWorkspace>;
/** The event `session.deleted`. */
export type BetaWebhookSessionDeletedEventData = Happened<"session.deleted", InWorkspace>;
/** The event `session.idled`. */
export type BetaWebhookSessionIdledEventData = Happened<"session.idled", InWorkspace>;
/** The event `session.outcome_evaluation_ended`. */
export type BetaWebhookSessionOutcomeEvaluationEndedEventData = Happened<
    "session.outcome_evaluation_ended",
    InWorkspace
>;
/** The event `session.pending`. */
export type BetaWebhookSessionPendingEventData = Happened<"session.pending", InWorkspace>;
/** The event `session.requires_action`. */
export type BetaWebhookSessionRequiresActionEventData = Happened<"session.requires_action", InWorkspace>;
/** The event `session.running`. */
export type BetaWebhookSessionRunningEventData = Happened<"session.running", InWorkspace>;
/** The event `session.status_idled`. */
export type BetaWebhookSessionStatusIdledEventData = Happened<"session.status_idled", InWorkspace>;
/** The event `session.status_rescheduled`. */
export type BetaWebhookSessionStatusRescheduledEventData = Happened<
    "session.status_rescheduled",
    InWorkspace
>;
/** The event `session.status_run_started`. */
export type BetaWebhookSessionStatusRunStartedEventData = Happened<"session.status_run_started", InWorkspace>;
/** The event `session.status_terminated`. */
export type BetaWebhookSessionStatusTerminatedEventData = Happened<"session.status_terminated", InWorkspace>;
/** The event `session.thread_created`. */
export type BetaWebhookSessionThreadCreatedEventData = Happened<"session.thread_created", OfThread>;
/** The event `session.thread_idled`. */
export type BetaWebhookSessionThreadIdledEventData = Happened<"session.thread_idled", OfThread>;
/** The event `session.thread_terminated`. */
export type BetaWebhookSessionThreadTerminatedEventData = Happened<"session.thread_terminated", OfThread>;
/** The event `session.updated`. */
export type BetaWebhookSessionUpdatedEventData = Happened<"session.updated", InWorkspace>;
/** The event `user_profile.enforcement_action_opened`. */
export type BetaWebhookUserProfileEnforcementActionOpenedEventData = Happened<
    "user_profile.enforcement_action_opened",
    OfProfile
>;
/** The event `user_profile.enforcement_action_resolved`. */
export type BetaWebhookUserProfileEnforcementActionResolvedEventData = Happened<
    "user_profile.enforcement_action_resolved",
    OfProfile
>;
/** The event `user_profile.program_status_updated`. */
export type BetaWebhookUserProfileProgramStatusUpdatedEventData =
    Happened<"user_profile.program_status_updated">;
/** The event `vault.archived`. */
export type BetaWebhookVaultArchivedEventData = Happened<"vault.archived", InWorkspace>;
/** The event `vault.created`. */
export type BetaWebhookVaultCreatedEventData = Happened<"vault.created", InWorkspace>;
/** The event `vault_credential.archived`. */
export type BetaWebhookVaultCredentialArchivedEventData = Happened<"vault_credential.archived", OfVault>;
/** The event `vault_credential.created`. */
export type BetaWebhookVaultCredentialCreatedEventData = Happened<"vault_credential.created", OfVault>;
/** The event `vault_credential.deleted`. */
export type BetaWebhookVaultCredentialDeletedEventData = Happened<"vault_credential.deleted", OfVault>;
/** The event `vault_credential.refresh_failed`. */
export type BetaWebhookVaultCredentialRefreshFailedEventData = Happened<
    "vault_credential.refresh_failed",
    OfVault
>;
/** The event `vault.deleted`. */
export type BetaWebhookVaultDeletedEventData = Happened<"vault.deleted", InWorkspace>;
/** An event and its object. */
export type BetaWebhookEventData =
    | BetaWebhookAgentArchivedEventData
    | BetaWebhookAgentCreatedEventData
    | BetaWebhookAgentDeletedEventData
    | BetaWebhookAgentUpdatedEventData
    | BetaWebhookDeploymentArchivedEventData
    | BetaWebhookDeploymentCreatedEventData
    | BetaWebhookDeploymentDeletedEventData
    | BetaWebhookDeploymentPausedEventData
    | BetaWebhookDeploymentRunFailedEventData
    | BetaWebhookDeploymentRunStartedEventData
    | BetaWebhookDeploymentRunSucceededEventData
    | BetaWebhookDeploymentUnpausedEventData
    | BetaWebhookDeploymentUpdatedEventData
    | BetaWebhookEnvironmentArchivedEventData
    | BetaWebhookEnvironmentCreatedEventData
    | BetaWebhookEnvironmentDeletedEventData
    | BetaWebhookEnvironmentUpdatedEventData
    | BetaWebhookExternalKeyFailedEventData
    | BetaWebhookExternalKeyRecoveredEventData
    | BetaWebhookMemoryStoreArchivedEventData
    | BetaWebhookMemoryStoreCreatedEventData
    | BetaWebhookMemoryStoreDeletedEventData
    | BetaWebhookSessionArchivedEventData
    | BetaWebhookSessionBudgetReachedEventData
    | BetaWebhookSessionCreatedEventData
    | BetaWebhookSessionDeletedEventData
    | BetaWebhookSessionIdledEventData
    | BetaWebhookSessionOutcomeEvaluationEndedEventData
    | BetaWebhookSessionPendingEventData
    | BetaWebhookSessionRequiresActionEventData
    | BetaWebhookSessionRunningEventData
    | BetaWebhookSessionStatusIdledEventData
    | BetaWebhookSessionStatusRescheduledEventData
    | BetaWebhookSessionStatusRunStartedEventData
    | BetaWebhookSessionStatusTerminatedEventData
    | BetaWebhookSessionThreadCreatedEventData
    | BetaWebhookSessionThreadIdledEventData
    | BetaWebhookSessionThreadTerminatedEventData
    | BetaWebhookSessionUpdatedEventData
    | BetaWebhookUserProfileEnforcementActionOpenedEventData
    | BetaWebhookUserProfileEnforcementActionResolvedEventData
    | BetaWebhookUserProfileProgramStatusUpdatedEventData
    | BetaWebhookVaultArchivedEventData
    | BetaWebhookVaultCreatedEventData
    | BetaWebhookVaultCredentialArchivedEventData
    | BetaWebhookVaultCredentialCreatedEventData
    | BetaWebhookVaultCredentialDeletedEventData
    | BetaWebhookVaultCredentialRefreshFailedEventData
    | BetaWebhookVaultDeletedEventData;
/** The event of a webhook. */
export interface BetaWebhookEvent extends R.WebhookEvent {
    /** The event and its object. */
    data: BetaWebhookEventData;
}
/** The result of `unwrap()`. */
export type UnwrapWebhookEvent = BetaWebhookEvent;
