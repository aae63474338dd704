// A call that fails, and that nobody waits for. [not awaited]
import Anthropic from "@anthropic-ai/sdk";

process.on("unhandledRejection", (reason) => {
    console.log("nobody waited:", reason instanceof Anthropic.NotFoundError);
});
void new Anthropic({ maxRetries: 0 }).messages.create({
    model: "claude-none-1",
    max_tokens: 50,
    messages: [{ role: "user", content: "Hello" }],
});
