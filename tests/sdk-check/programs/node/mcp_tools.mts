// The tools of a server of MCP in a tool runner. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
    "list_files",
    { description: "Lists a folder", inputSchema: { folder: z.string() } },
    ({ folder }) => ({ content: [{ type: "text", text: `${folder}/notes.txt` }] }),
);
const [here, there] = InMemoryTransport.createLinkedPair();
const mcp = new Client({ name: "program", version: "1.0.0" });
await Promise.all([server.connect(there), mcp.connect(here)]);

const { tools } = await mcp.listTools();
console.log(tools.map(({ name }) => name));
const message = await new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: 'List the files of the folder "notes".' }],
    tools: mcpTools(tools, mcp as unknown as Parameters<typeof mcpTools>[1]),
});
console.log(message.content);
await mcp.close();
