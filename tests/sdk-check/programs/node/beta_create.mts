// A call with names of betas. [client.beta]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const message: Anthropic.Beta.BetaMessage = await client.beta.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages: [{ role: "user", content: "Say beta" }],
    betas: ["one-thing-2025-01-01", "other-thing-2025-02-02"],
});
console.log(message.content);
