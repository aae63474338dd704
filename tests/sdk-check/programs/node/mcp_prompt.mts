// The messages of a prompt of MCP. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { mcpMessages } from "@anthropic-ai/sdk/helpers/beta/mcp";

const messages = mcpMessages([
    { role: "user", content: { type: "text", text: "My name is Sigrid." } },
    { role: "assistant", content: { type: "text", text: "Noted." } },
    { role: "user", content: { type: "text", text: "What is my name?" } },
]);
const { content } = await new Anthropic().beta.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages,
});
console.log(content);
