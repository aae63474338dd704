// The namespace of the class `Webhooks`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Hooks from "../types/webhooks.js";

declare module "../resources.js" {
    namespace Webhooks {
        export import BetaWebhookAgentArchivedEventData = Hooks.BetaWebhookAgentArchivedEventData;
        export import BetaWebhookAgentCreatedEventData = Hooks.BetaWebhookAgentCreatedEventData;
        export import BetaWebhookAgentDeletedEventData = Hooks.BetaWebhookAgentDeletedEventData;
        export import BetaWebhookAgentUpdatedEventData = Hooks.BetaWebhookAgentUpdatedEventData;
        export import BetaWebhookDeploymentArchivedEventData = Hooks.BetaWebhookDeploymentArchivedEventData;
        export import BetaWebhookDeploymentCreatedEventData = Hooks.BetaWebhookDeploymentCreatedEventData;
        export import BetaWebhookDeploymentDeletedEventData = Hooks.BetaWebhookDeploymentDeletedEventData;
        export import BetaWebhookDeploymentPausedEventData = Hooks.BetaWebhookDeploymentPausedEventData;
        export import BetaWebhookDeploymentRunFailedEventData = Hooks.BetaWebhookDeploymentRunFailedEventData;
        export import BetaWebhookDeploymentRunStartedEventData = Hooks.BetaWebhookDeploymentRunStartedEventData;
        export import BetaWebhookDeploymentRunSucceededEventData = Hooks.BetaWebhookDeploymentRunSucceededEventData;
        export import BetaWebhookDeploymentUnpausedEventData = Hooks.BetaWebhookDeploymentUnpausedEventData;
        export import BetaWebhookDeploymentUpdatedEventData = Hooks.BetaWebhookDeploymentUpdatedEventData;
        export import BetaWebhookEnvironmentArchivedEventData = Hooks.BetaWebhookEnvironmentArchivedEventData;
        export import BetaWebhookEnvironmentCreatedEventData = Hooks.BetaWebhookEnvironmentCreatedEventData;
        export import BetaWebhookEnvironmentDeletedEventData = Hooks.BetaWebhookEnvironmentDeletedEventData;
        export import BetaWebhookEnvironmentUpdatedEventData = Hooks.BetaWebhookEnvironmentUpdatedEventData;
        export import BetaWebhookEvent = Hooks.BetaWebhookEvent;
        export import BetaWebhookEventData = Hooks.BetaWebhookEventData;
        export import BetaWebhookExternalKeyFailedEventData = Hooks.BetaWebhookExternalKeyFailedEventData;
        export import BetaWebhookExternalKeyRecoveredEventData = Hooks.BetaWebhookExternalKeyRecoveredEventData;
        export import BetaWebhookMemoryStoreArchivedEventData = Hooks.BetaWebhookMemoryStoreArchivedEventData;
        export import BetaWebhookMemoryStoreCreatedEventData = Hooks.BetaWebhookMemoryStoreCreatedEventData;
        export import BetaWebhookMemoryStoreDeletedEventData = Hooks.BetaWebhookMemoryStoreDeletedEventData;
        export import BetaWebhookSessionArchivedEventData = Hooks.BetaWebhookSessionArchivedEventData;
        export import BetaWebhookSessionBudgetReachedEventData = Hooks.BetaWebhookSessionBudgetReachedEventData;
        export import BetaWebhookSessionCreatedEventData = Hooks.BetaWebhookSessionCreatedEventData;
        export import BetaWebhookSessionDeletedEventData = Hooks.BetaWebhookSessionDeletedEventData;
        export import BetaWebhookSessionIdledEventData = Hooks.BetaWebhookSessionIdledEventData;
        export import BetaWebhookSessionOutcomeEvaluationEndedEventData = Hooks.BetaWebhookSessionOutcomeEvaluationEndedEventData;
        export import BetaWebhookSessionPendingEventData = Hooks.BetaWebhookSessionPendingEventData;
        export import BetaWebhookSessionRequiresActionEventData = Hooks.BetaWebhookSessionRequiresActionEventData;
        export import BetaWebhookSessionRunningEventData = Hooks.BetaWebhookSessionRunningEventData;
        export import BetaWebhookSessionStatusIdledEventData = Hooks.BetaWebhookSessionStatusIdledEventData;
        export import BetaWebhookSessionStatusRescheduledEventData = Hooks.BetaWebhookSessionStatusRescheduledEventData;
        export import BetaWebhookSessionStatusRunStartedEventData = Hooks.BetaWebhookSessionStatusRunStartedEventData;
        export import BetaWebhookSessionStatusTerminatedEventData = Hooks.BetaWebhookSessionStatusTerminatedEventData;
        export import BetaWebhookSessionThreadCreatedEventData = Hooks.BetaWebhookSessionThreadCreatedEventData;
        export import BetaWebhookSessionThreadIdledEventData = Hooks.BetaWebhookSessionThreadIdledEventData;
        export import BetaWebhookSessionThreadTerminatedEventData = Hooks.BetaWebhookSessionThreadTerminatedEventData;
        export import BetaWebhookSessionUpdatedEventData = Hooks.BetaWebhookSessionUpdatedEventData;
        export import BetaWebhookUserProfileEnforcementActionOpenedEventData = Hooks.BetaWebhookUserProfileEnforcementActionOpenedEventData;
        export import BetaWebhookUserProfileEnforcementActionResolvedEventData = Hooks.BetaWebhookUserProfileEnforcementActionResolvedEventData;
        export import BetaWebhookUserProfileProgramStatusUpdatedEventData = Hooks.BetaWebhookUserProfileProgramStatusUpdatedEventData;
        export import BetaWebhookVaultArchivedEventData = Hooks.BetaWebhookVaultArchivedEventData;
        export import BetaWebhookVaultCreatedEventData = Hooks.BetaWebhookVaultCreatedEventData;
        export import BetaWebhookVaultCredentialArchivedEventData = Hooks.BetaWebhookVaultCredentialArchivedEventData;
        export import BetaWebhookVaultCredentialCreatedEventData = Hooks.BetaWebhookVaultCredentialCreatedEventData;
        export import BetaWebhookVaultCredentialDeletedEventData = Hooks.BetaWebhookVaultCredentialDeletedEventData;
        export import BetaWebhookVaultCredentialRefreshFailedEventData = Hooks.BetaWebhookVaultCredentialRefreshFailedEventData;
        export import BetaWebhookVaultDeletedEventData = Hooks.BetaWebhookVaultDeletedEventData;
        export import UnwrapWebhookEvent = Hooks.UnwrapWebhookEvent;
    }
}
