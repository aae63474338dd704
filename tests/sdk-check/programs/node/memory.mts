// A memory that is kept in a map. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";

const files = new Map<string, string>();
const memory = betaMemoryTool({
    view: async ({ path }) => files.get(path) ?? [...files.keys()].join("\n"),
    create: async ({ path, file_text }) => {
        files.set(path, file_text);
        return `made ${path}`;
    },
    str_replace: async () => "replaced",
    insert: async () => "inserted",
    delete: async ({ path }) => `deleted ${String(files.delete(path))}`,
    rename: async () => "renamed",
});
const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: "Note that my tea is green." }],
    tools: [memory],
    betas: ["context-management-2025-06-27"],
});
for await (const message of runner) console.log(message.stop_reason);
console.log(files);
