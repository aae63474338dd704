// Errors by their status. [works]
import Anthropic, { APIError } from "@anthropic-ai/sdk";

const client = new Anthropic({ maxRetries: 0 });
for (let turn = 0; turn < 3; turn += 1) {
    try {
        await client.messages.create({
            model: "claude-sonnet-4-5",
            max_tokens: 100,
            messages: [{ role: "user", content: "Hello" }],
        });
        console.log("no error");
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        console.log(error.status, error instanceof Anthropic.RateLimitError, error.headers?.get("content-type"));
    }
}
