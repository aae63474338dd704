// The forms of the official SDK fit those of `parlour/mcp`, and those of `parlour/mcp` fit the SDK's.

import type { Client as MCPClient } from "@modelcontextprotocol/sdk/client/index.js";
import type * as sdk from "@modelcontextprotocol/sdk/types.js";
import { Client, type MessageParam, type ToolResultBlockParam } from "parlour";
import * as mcp from "parlour/mcp";

declare global {
    // The SDK's types take it from those of browsers, which Node's of version 20 do not repeat.
    type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>;
}

export async function use(server: MCPClient, client: Client): Promise<void> {
    const tools = await mcp.tools(server, { rename: (name) => `a_${name}` });
    const messages: MessageParam[] = mcp.messages(await server.getPrompt({ name: "review" }));
    messages.push({ role: "user", content: mcp.content(await server.readResource({ uri: "a:b" })) });
    const reply = await client.messages.create({ model: "svc-sonnet-4-5", max_tokens: 64, messages, tools });
    for (const block of reply.content) {
        if (block.type !== "tool_use") continue;
        const result: ToolResultBlockParam | undefined = await tools
            .find((one) => one.name === block.name)
            ?.call(block);
        console.log(result);
    }
}

export const listed: sdk.Tool = mcp.toTool({ name: "a", input_schema: {} });
export const blocks: sdk.ContentBlock[] = mcp.toContent("words");
export const prompt: sdk.PromptMessage[] = mcp.toMessages({ role: "user", content: "words" });
export const read: sdk.ReadResourceResult = mcp.toResource("a:b", "words");
export const told: mcp.ConvertedMessage[] = prompt.map((one) => mcp.message(one));
