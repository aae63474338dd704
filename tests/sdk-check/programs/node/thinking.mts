// A thought before the answer. [works]
import Anthropic from "@anthropic-ai/sdk";

const message = await new Anthropic().messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 4000,
    thinking: { type: "enabled", budget_tokens: 1500 },
    messages: [{ role: "user", content: "What is 17 + 25?" }],
});
for (const block of message.content) {
    if (block.type === "thinking") console.log("thought:", block.thinking, block.signature.length > 0);
    else if (block.type === "text") console.log("answer:", block.text);
}
