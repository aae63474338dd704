// Listeners for blocks, messages and the end. [works]
import Anthropic from "@anthropic-ai/sdk";

const stream = new Anthropic().messages.stream({
    model: "claude-sonnet-4-5",
    max_tokens: 200,
    messages: [{ role: "user", content: "Say all of it" }],
});
stream
    .on("connect", () => console.log("connected"))
    .on("contentBlock", (block) => console.log("block", block))
    .on("message", (message) => console.log("message", message.content.length))
    .on("finalMessage", (message) => console.log("final", message.stop_reason))
    .on("end", () => console.log("end"));
await stream.done();
