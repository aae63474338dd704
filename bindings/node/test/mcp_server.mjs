// A server of the Model Context Protocol on standard input and output, made with the official SDK, for mcp.test.mjs.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
    CallToolRequestSchema,
    GetPromptRequestSchema,
    ListToolsRequestSchema,
    ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { toContent, toMessages, toResource, toTool } from "parlour/mcp";

const PIXEL = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64");
const LOG = "file:///log.txt";

const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
const LINE = {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "line" },
    title: LOG,
};

const RESULTS = {
    mixed: {
        content: [
            ...toContent(["words", IMAGE, LINE].map(block)),
            { type: "resource_link", uri: LOG, name: "log" },
        ],
    },
    structured: { content: [], structuredContent: { n: 1 } },
    sound: { content: [{ type: "audio", data: PIXEL, mimeType: "audio/wav" }] },
    broken: { content: [{ type: "text", text: "disk full" }], isError: true },
    silent: { content: [] },
};

function block(of) {
    return typeof of === "string" ? { type: "text", text: of } : of;
}

const server = new Server(
    { name: "tests", version: "1" },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
);

server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    if (params?.cursor === undefined) {
        const input_schema = {
            properties: { a: { type: "integer" }, b: { type: "integer" } },
            required: ["a", "b"],
        };
        return {
            tools: [toTool({ name: "add", description: "Adds two numbers.", input_schema })],
            nextCursor: "more",
        };
    }
    return {
        tools: [...Object.keys(RESULTS), "hang"].map((name) => ({ name, inputSchema: { type: "object" } })),
    };
});
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const { name, arguments: given } = params;
    if (name === "add") return { content: toContent(String(given.a + given.b)) };
    if (name === "hang") return new Promise(() => {});
    return RESULTS[name];
});
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
    messages: [
        ...toMessages({ role: "user", content: [{ type: "text", text: `About ${params.name}.` }] }),
        ...toMessages({ role: "assistant", content: "Yes?" }),
    ],
}));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => toResource(params.uri, [LINE, IMAGE]));

await server.connect(new StdioServerTransport());
