// A switch over the classes of errors. [client.beta]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ maxRetries: 0 });

function kind(error: unknown): string {
    if (error instanceof Anthropic.RateLimitError) return "slow down";
    if (error instanceof Anthropic.AuthenticationError) return "the key is wrong";
    if (error instanceof Anthropic.InternalServerError) return `later: ${error.status}`;
    if (error instanceof Anthropic.APIConnectionError) return "not reached";
    if (error instanceof Anthropic.APIError) return `refused: ${error.status}`;
    throw error;
}

for (let turn = 0; turn < 4; turn += 1) {
    const asked = client.messages.create({
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: "Hello" }],
    });
    console.log(await asked.then(({ type }) => type, kind));
}
