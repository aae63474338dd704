// A long prompt in the cache. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const book = "It was a bright cold day in April. ".repeat(400);

for (const question of ["Say one", "Say two"]) {
    const { usage } = await client.messages.create({
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        system: [
            { type: "text", text: "Answer from the book." },
            { type: "text", text: book, cache_control: { type: "ephemeral" } },
        ],
        messages: [{ role: "user", content: question }],
    });
    console.log(usage.cache_creation_input_tokens, usage.cache_read_input_tokens, usage.input_tokens);
}
