// The deltas of a stream in a loop. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const stream = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 200,
    messages: [{ role: "user", content: "Repeat the quick brown fox" }],
    stream: true,
});
let text = "";
for await (const event of stream) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
    else if (event.type === "message_delta") console.log(event.delta.stop_reason, event.usage.output_tokens);
}
console.log(text);
