// Parts of requests that the official SDK has only as betas. It must not hold anything that runs.

import type * as P from "parlour";
import type { Tool, ToolResultBlockParam, ToolRunnerParams, ToolUnion } from "../types.js";

/** A document. */
export type BetaRequestDocumentBlock = P.DocumentBlockParam;
/** A document. */
export type BetaBase64PDFBlock = P.DocumentBlockParam;
/** A request for `toolRunner()`. */
export type BetaToolRunnerParams = ToolRunnerParams;
/** The content of a tool's result. */
export type BetaToolResultContentBlockParam = Extract<
    ToolResultBlockParam["content"],
    readonly unknown[]
>[number];
/** Effort of the turn that follows. */
export type BetaSystemMessageOutputConfig = P.TurnOutputConfigParam;
/** A budget of tokens over several contexts. */
export type BetaTokenTaskBudget = P.TaskBudgetParam;
/** The handling of thinking that was sent back and belongs to another conversation. */
export type BetaThinkingBlockBinding = P.BlockBindingParam;
/** Whether such thinking is refused or left out. */
export type BetaThinkingPrefixMismatchBehavior = "error" | "drop_block";

// Billing, and fallback models

/** The billing policy. */
export type BetaBillingPolicy = P.BillingPolicyParam;
/** The party that pays. */
export type BetaBillTo = "self" | "user_profile";
/** Another model that this one may ask for advice. */
export type BetaAdvisorTool20260301 = P.AdvisorToolParam;
/** A model to be tried when another refuses. */
export type BetaFallbackParam = P.FallbackParam;
/** Models to be tried when another refuses. */
export type BetaFallbacksParam = P.FallbackParam[] | "default";
/** The credit of a refusal towards the next request. */
export type BetaFallbackCreditTokenParam = P.FallbackCreditParam;

// Long conversations

/** How the history is shortened. */
export type BetaContextManagementConfig = P.ContextManagementParam;
/** Removes results of old tool calls. */
export type BetaClearToolUses20250919Edit = P.ClearToolUsesParam;
/** Removes thinking of earlier turns. */
export type BetaClearThinking20251015Edit = P.ClearThinkingParam;
/** Summarises the conversation when it becomes long. */
export type BetaCompact20260112Edit = P.CompactParam;
/** Makes the whole request a summary of the conversation. */
export type BetaCompactionConfig = P.CompactionParam;
/** Makes the whole request a summary of the conversation. */
export type BetaSummarizeCompaction = P.CompactionParam;
/** From so many input tokens on. */
export type BetaInputTokensTrigger = P.ContextTriggerParam & { type: "input_tokens" };
/** At least so many input tokens. */
export type BetaInputTokensClearAtLeast = P.ContextTriggerParam & { type: "input_tokens" };
/** From so many calls on. */
export type BetaToolUsesTrigger = P.ContextTriggerParam & { type: "tool_uses" };
/** So many calls keep their results. */
export type BetaToolUsesKeep = P.ContextTriggerParam & { type: "tool_uses" };
/** So many turns keep their thinking. */
export type BetaThinkingTurns = P.ContextTriggerParam & { type: "thinking_turns" };
/** All turns keep their thinking. */
export interface BetaAllThinkingTurns {
    type: "all";
}
/** A conversation that the service keeps. */
export type BetaMessageThreadParam = P.ThreadParam;
/** The service shall keep this conversation. */
export type BetaThreadCreateParams = P.ThreadParam & { type: "create" };
/** The service continues a conversation that it keeps. */
export type BetaThreadContinueParams = Required<P.ThreadParam> & { type: "continue" };

// Servers of tools, and tools that come and go

/** An MCP server. */
export type BetaRequestMCPServerURLDefinition = P.MCPServerParam;
/** Which tools of an MCP server may be called. */
export type BetaRequestMCPServerToolConfiguration = P.MCPToolConfigurationParam;
/** The tools of an MCP server. */
export type BetaMCPToolset = P.MCPToolsetParam;
/** The configuration of a tool of an MCP server. */
export type BetaMCPToolConfig = P.MCPToolsetConfigParam;
/** The configuration of every tool of an MCP server. */
export type BetaMCPToolDefaultConfig = P.MCPToolsetConfigParam;
/** A tool as an MCP server describes it. */
export interface BetaMCPTool {
    /** Its name. */
    name: string;
    /** The JSON Schema of its input. */
    input_schema: Record<string, unknown>;
    /** The purpose of the tool. */
    description?: string | null | undefined;
}
/** A tool as an MCP server describes it. */
export type BetaMCPToolParam = BetaMCPTool;
/** A tool may be called from here on. */
export type BetaRequestToolAdditionBlock = P.ToolAdditionBlockParam;
/** A tool must not be called from here on. */
export type BetaRequestToolRemovalBlock = P.ToolRemovalBlockParam;
/** A tool may be called from here on, as the service sends it. */
export type BetaResponseToolAdditionBlock = P.ToolAdditionBlockParam;
/** A tool must not be called from here on, as the service sends it. */
export type BetaResponseToolRemovalBlock = P.ToolRemovalBlockParam;
/** A tool, by its name. */
export type BetaToolChangeToolReference = P.ToolChangeToolReferenceParam;
/** A tool of an MCP server, by its name. */
export type BetaToolChangeMCPToolReference = P.ToolChangeMCPToolReferenceParam;
/** All tools of an MCP server. */
export type BetaToolChangeMCPToolsetReference = P.ToolChangeMCPToolsetReferenceParam;
/** A tool that no entry of `tools` declares. */
export type BetaToolChangeToolDefinition = P.ToolChangeToolDefinitionParam;
/** A tool that no entry of `tools` declares. */
export type BetaToolChangeToolDefinitionParam = P.ToolChangeToolDefinitionParam;
/** A tool, by its name. */
export type BetaResponseToolChangeToolReference = P.ToolChangeToolReferenceParam;
/** A tool of an MCP server, by its name. */
export type BetaResponseToolChangeMCPToolReference = P.ToolChangeMCPToolReferenceParam;
/** All tools of an MCP server. */
export type BetaResponseToolChangeMCPToolsetReference = P.ToolChangeMCPToolsetReferenceParam;
/** A tool of the caller, as the service sends it. */
export type BetaResponseTool = Tool;
/** The JSON Schema of an input, as the service sends it. */
export type BetaResponseToolInputSchema = Tool.InputSchema;
/** A tool, as the service sends it. */
export type BetaResponseToolUnion = ToolUnion;
/** An amount of money. */
export interface BetaMonetaryAmount {
    /** As a decimal number in text. */
    amount: string;
    /** Of which currency. */
    currency: BetaCurrency;
}
/** A currency, by its code of three letters. */
export type BetaCurrency = "USD" | (string & {});

// Inputs of the memory tool

/** A file or folder of the memory is read. */
export interface BetaMemoryTool20250818ViewCommand {
    command: "view";
    /** The file or folder. */
    path: string;
    /** The first and the last line that are wanted. */
    view_range?: number[] | undefined;
}
/** A file is written. */
export interface BetaMemoryTool20250818CreateCommand {
    command: "create";
    /** The file. */
    path: string;
    /** The content of the new file. */
    file_text: string;
}
/** A part of a file is replaced. */
export interface BetaMemoryTool20250818StrReplaceCommand {
    command: "str_replace";
    /** The file. */
    path: string;
    /** The part. */
    old_str: string;
    /** The replacement text. */
    new_str: string;
}
/** Text is put into a file. */
export interface BetaMemoryTool20250818InsertCommand {
    command: "insert";
    /** The file. */
    path: string;
    /** Behind which line; 0 for its beginning. */
    insert_line: number;
    /** The text. */
    insert_text: string;
}
/** A file or folder is deleted. */
export interface BetaMemoryTool20250818DeleteCommand {
    command: "delete";
    /** The file or folder. */
    path: string;
}
/** A file or folder gets another name. */
export interface BetaMemoryTool20250818RenameCommand {
    command: "rename";
    /** Its name so far. */
    old_path: string;
    /** Its name afterwards. */
    new_path: string;
}
/** An input of the memory tool. */
export type BetaMemoryTool20250818Command =
    | BetaMemoryTool20250818ViewCommand
    | BetaMemoryTool20250818CreateCommand
    | BetaMemoryTool20250818StrReplaceCommand
    | BetaMemoryTool20250818InsertCommand
    | BetaMemoryTool20250818DeleteCommand
    | BetaMemoryTool20250818RenameCommand;
