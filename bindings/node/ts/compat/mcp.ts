// The helper module of the field's SDK for servers of tools, by its names and with its order of arguments.

import * as mcp from "../mcp.js";
import { runnableByHand } from "./by_hand.js";
import { refusal } from "./refusals.js";

export { MCPConversionError as UnsupportedMCPValueError } from "../mcp.js";

type Extra = Parameters<typeof mcp.tool>[2];

/** A tool of a server. */
export function mcpTool(
    of: mcp.MCPTool,
    client: mcp.MCPClient,
    extra?: Extra,
): ReturnType<typeof runnableByHand<mcp.ServerTool>> {
    return runnableByHand(mcp.tool(client, of, extra), of.name);
}

/** The tools of a server. */
export function mcpTools(
    tools: readonly mcp.MCPTool[],
    client: mcp.MCPClient,
    extra?: Extra,
): ReturnType<typeof runnableByHand<mcp.ServerTool>>[] {
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

/** A resource as a block of content. */
export function mcpResourceToContent(
    resource: {
        /** What the server read. */
        contents: readonly mcp.MCPResourceContents[];
    },
    extra?: object,
): object {
    const [block] = mcp.content(resource);
    if (block === undefined) throw new TypeError("the resource of the server has no contents");
    return { ...block, ...extra };
}

/** Not here: a resource is content of a message. */
export function mcpResourceToFile(_resource: object): never {
    throw refusal(
        "mcpResourceToFile",
        "write `mcpResourceToContent()`, which puts the resource into the message",
    );
}
