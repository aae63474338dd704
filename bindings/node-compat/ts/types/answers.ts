// Parts of answers by the names of the official SDK that programs name less often. It must not hold anything that runs.

import type * as P from "parlour";
import type * as A from "parlour";

/** A type some of whose fields are always there. */
type With<T, Names extends keyof T> = T & { [Name in Names]-?: NonNullable<T[Name]> };

/** Why the cache was not met. */
export type CacheMissReason = A.CacheMissReason;
/** How many tokens were not met in the cache, too. */
type Missed = With<A.CacheMissReason, "cache_missed_input_tokens">;
/** Another model was asked. */
export type CacheMissModelChanged = Missed & { type: "model_changed" };
/** The instructions differ. */
export type CacheMissSystemChanged = Missed & { type: "system_changed" };
/** The tools differ. */
export type CacheMissToolsChanged = Missed & { type: "tools_changed" };
/** The conversation differs. */
export type CacheMissMessagesChanged = Missed & { type: "messages_changed" };
/** The answer before is not known. */
export type CacheMissPreviousMessageNotFound = A.CacheMissReason & { type: "previous_message_not_found" };
/** The comparison could not be made. */
export type CacheMissUnavailable = A.CacheMissReason & { type: "unavailable" };
/** The service's diagnostics of the cache. */
export type Diagnostics = A.Diagnostics;
/** A skill of a sandbox. */
export type ContainerSkill = A.ContainerSkill;
/** Tokens of the answer by their kinds. */
export type OutputTokensDetails = A.OutputTokensDetails;
/** More about a refusal. */
export type RefusalStopDetails = A.StopDetails;
/** Calls of tools of the service. */
export type ServerToolUsage = A.ServerToolUsage;

// Tokens by the steps of an answer

/** Tokens by the steps of an answer. */
export type BetaIterationsUsage = A.UsageIteration[];
/** Tokens of a step of the model. */
export type BetaMessageIterationUsage = A.UsageIteration & { type: "message" };
/** Tokens of a summary. */
export type BetaCompactionIterationUsage = A.UsageIteration & { type: "compaction" };
/** Tokens of the model that was asked for advice. */
export type BetaAdvisorMessageIterationUsage = With<A.UsageIteration, "model"> & { type: "advisor_message" };
/** Tokens of a model that continued after another refused. */
export type BetaFallbackMessageIterationUsage = With<A.UsageIteration, "model"> & {
    type: "fallback_message";
};

// Blocks of betas

/** Advice of another model. */
export type BetaAdvisorToolResultBlock = A.AdvisorToolResultBlock;
/** Advice of another model, unchanged. */
export interface BetaAdvisorToolResultBlockParam extends A.AdvisorToolResultBlock {
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
}
/** The advice. */
export type BetaAdvisorResultBlock = A.AdvisorResult;
/** The advice, unchanged. */
export type BetaAdvisorResultBlockParam = A.AdvisorResult;
/** The advice, sealed. */
export type BetaAdvisorRedactedResultBlock = A.AdvisorRedactedResult;
/** The advice, sealed and unchanged. */
export type BetaAdvisorRedactedResultBlockParam = A.AdvisorRedactedResult;
/** The other model gave no advice. */
export type BetaAdvisorToolResultError = A.AdvisorToolResultError;
/** The other model gave no advice. */
export type BetaAdvisorToolResultErrorObject = A.AdvisorToolResultError;
/** The other model gave no advice; unchanged. */
export type BetaAdvisorToolResultErrorParam = A.AdvisorToolResultError;
/** A search result supplied by the caller; 0-based, end exclusive. */
export type BetaCitationSearchResultLocation = A.CitationSearchResultLocation;
/** Whether a document may be cited. */
export type BetaCitationConfig = A.CitationsConfig;
/** A summary of the earlier conversation. */
export type BetaCompactionBlock = A.CompactionBlock;
/** A summary of the earlier conversation, unchanged. */
export type BetaCompactionBlockParam = P.CompactionBlockParam;
/** The summary of a compaction block. It comes whole. */
export type BetaCompactionContentBlockDelta = A.CompactionDelta;
/** Another model continues from here. */
export type BetaFallbackBlock = A.FallbackBlock;
/** Another model continues from here; unchanged. */
export type BetaFallbackBlockParam = A.FallbackBlock;
/** A model, by its name. */
export type BetaFallbackInfo = A.FallbackModel;
/** A model, by its name. */
export type BetaFallbackInfoParam = A.FallbackModel;
/** Why another model continued. */
export type BetaFallbackRefusalTrigger = A.FallbackTrigger & { type: "refusal" };
/** Result of a tool of an MCP server. */
export type BetaMCPToolResultBlock = A.MCPToolResultBlock;
/** Result of a tool of an MCP server, unchanged. */
export type BetaRequestMCPToolResultBlockParam = P.MCPToolResultBlockParam;
/** A call of a tool of an MCP server. */
export type BetaMCPToolUseBlock = A.MCPToolUseBlock;
/** A call of a tool of an MCP server, unchanged. */
export type BetaMCPToolUseBlockParam = P.MCPToolUseBlockParam;
/** The tools that an MCP server has. */
export type BetaMCPToolListingBlock = A.MCPToolListingBlock;
/** The tools that an MCP server has, unchanged. */
export type BetaMCPToolListingBlockParam = P.MCPToolListingBlockParam;

// Changes by the service to a request

/** The parts of the conversation that the service removed. */
export type BetaContextManagementResponse = A.ContextManagement;
/** Results of tools were removed. */
export type BetaClearToolUses20250919EditResponse = With<
    A.AppliedEdit,
    "cleared_input_tokens" | "cleared_tool_uses"
> & { type: "clear_tool_uses_20250919" };
/** Thinking was removed. */
export type BetaClearThinking20251015EditResponse = With<
    A.AppliedEdit,
    "cleared_input_tokens" | "cleared_thinking_turns"
> & { type: "clear_thinking_20251015" };
/** The edits in a count of tokens. */
export interface BetaCountTokensContextManagementResponse {
    /** The count before the edits. */
    original_input_tokens: number;
}
/** The outcome for a block that was sent back. */
export type BetaInputTransformation = A.InputTransformation;
/** Thinking that does not belong here was left out. */
export type BetaThinkingDroppedInputTransformation = A.InputTransformation & { type: "thinking_dropped" };
/** Thinking that does not belong here was kept. */
export type BetaThinkingMismatchAllowedInputTransformation = A.InputTransformation & {
    type: "thinking_mismatch_allowed";
};
/** Whether the credit of a refusal was used. */
export type BetaFallbackCreditUsage = A.FallbackCredit;
/** The credit of a refusal was used. */
export type BetaFallbackCreditRedeemed = A.FallbackCreditStatus & { type: "redeemed" };
/** The credit of a refusal was not used. */
export type BetaFallbackCreditNotApplied = A.FallbackCreditStatus & { type: "not_applied" };
