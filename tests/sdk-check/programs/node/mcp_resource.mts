// A resource of MCP as content. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { mcpResourceToContent } from "@anthropic-ai/sdk/helpers/beta/mcp";

const resource = {
    contents: [{ uri: "file:///notes.txt", mimeType: "text/plain", text: "The meeting is at noon." }],
};
const { content } = await new Anthropic().beta.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages: [
        {
            role: "user",
            content: [mcpResourceToContent(resource), { type: "text", text: "When is the meeting?" }],
        },
    ],
});
console.log(content);
