// The types of all events in a loop. [ping]
import Anthropic from "@anthropic-ai/sdk";

const stream = await new Anthropic().messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages: [{ role: "user", content: "Count to 9" }],
    stream: true,
});
for await (const event of stream) console.log(event.type);
