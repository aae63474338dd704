// Where an answer stops. [works]
import Anthropic from "@anthropic-ai/sdk";

const { content, stop_reason, stop_sequence } = await new Anthropic().messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 200,
    stop_sequences: [" 6"],
    messages: [{ role: "user", content: "Count to 10" }],
});
console.log({ content, stop_reason, stop_sequence });
