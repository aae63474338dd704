// Retries and time limits of a client and of a call. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ maxRetries: 1, timeout: 20 * 1000 });
console.log(client.maxRetries, client.timeout);
const message = await client.messages.create(
    {
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: "Say tried twice" }],
    },
    { maxRetries: 3, timeout: 5 * 1000 },
);
console.log(message.content);
