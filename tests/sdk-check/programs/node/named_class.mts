// The class by its name, and its errors below it. [client.beta]
import { Anthropic } from "@anthropic-ai/sdk";

const client = new Anthropic({ maxRetries: 0 });
const told = await client.messages
    .create({ model: "claude-none-1", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] })
    .catch((error: unknown) => {
        if (error instanceof Anthropic.NotFoundError) return `${error.status} ${error.type}`;
        throw error;
    });
console.log(told);
