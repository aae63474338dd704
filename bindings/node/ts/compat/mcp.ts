// The helper module of the field's SDK for servers of tools, by its names and with its order of arguments.

import * as mcp from "../mcp.js";

export { MCPConversionError as UnsupportedMCPValueError } from "../mcp.js";

type Extra = Parameters<typeof mcp.tool>[2];

/** A tool of a server. */
export function mcpTool(of: mcp.MCPTool, client: mcp.MCPClient, extra?: Extra): mcp.ServerTool {
    return mcp.tool(client, of, extra);
}

/** The tools of a server. */
export function mcpTools(
    tools: readonly mcp.MCPTool[],
    client: mcp.MCPClient,
    extra?: Extra,
): mcp.ServerTool[] {
    return tools.map((one) => mcpTool(one, client, extra));
}

/** A message of a prompt. */
export const mcpMessage = mcp.message;

/** The messages of a prompt. */
export function mcpMessages(messages: readonly mcp.MCPPromptMessage[]): mcp.ConvertedMessage[] {
    return messages.map((one) => mcp.message(one));
}

/** A content. */
export const mcpContent = mcp.content;
