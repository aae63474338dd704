// The body of an error. [client.beta]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ maxRetries: 0 });
try {
    await client.beta.messages.create({
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: "Hello" }],
    });
} catch (error) {
    if (!(error instanceof Anthropic.BadRequestError)) throw error;
    console.log(error.status, error.error, error.requestID === error.headers?.get("request-id"));
}
