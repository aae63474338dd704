// Asks one question. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ apiKey: process.env["ANTHROPIC_API_KEY"] });

const message = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 256,
    messages: [{ role: "user", content: "Say good morning" }],
});
console.log(message.content);
console.log(message.stop_reason, message.usage.output_tokens);
