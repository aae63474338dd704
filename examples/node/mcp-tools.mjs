// Tools of an MCP server, which runs as a process of its own, in a run of tools.
//
// Wants the official SDK (`npm install @modelcontextprotocol/sdk`). The server is this file too: its one tool is a
// function of this program.
//
//     node examples/node/mcp-tools.mjs

import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client as Session } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { textOf } from "parlour";
import { toContent, tools as toolsOf, toTool } from "parlour/mcp";
import { connect } from "./service.mjs";

/** The server, on standard input and output. */
async function serve() {
    const server = new Server({ name: "numbers", version: "1" }, { capabilities: { tools: {} } });
    const number = { type: "number" };
    const input_schema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] };
    server.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: [toTool({ name: "add", description: "Adds two numbers.", input_schema })],
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
        const { a, b } = params.arguments ?? {};
        return { content: toContent(String(Number(a) + Number(b))) };
    });
    await server.connect(new StdioServerTransport());
}

/** Starts the server, and lets the model call its tools. */
async function main() {
    const service = await connect();
    const session = new Session({ name: "examples", version: "1" });
    const args = [fileURLToPath(import.meta.url), "serve"];
    await session.connect(new StdioClientTransport({ command: process.execPath, args }));
    const tools = await toolsOf(session);
    console.log(`Talking to ${service.said}, with ${tools.map(({ name }) => name).join(", ")} of the server`);
    const run = service.client.messages.runTools({
        model: service.model,
        max_tokens: 512,
        messages: [{ role: "user", content: "Please use add with 17 and 25." }],
        tools,
    });
    for await (const message of run) {
        for (const { name, input } of run.calls) console.log(`  ${name}(${JSON.stringify(input)})`);
        console.log(textOf(message) || `  stopped for ${String(message.stop_reason)}`);
    }
    await session.close();
    await service.close();
}

await (process.argv[2] === "serve" ? serve() : main());
