// Options of fetch for a client. [fetchOptions; told: calls do not go through fetch]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ fetchOptions: { keepalive: true } });
const { content } = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 50,
    messages: [{ role: "user", content: "Say kept" }],
});
console.log(content);
