// A stream of a beta. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import type { BetaMessageParam } from "@anthropic-ai/sdk/resources/beta";

const messages: BetaMessageParam[] = [{ role: "user", content: "Say streamed" }];
const stream = new Anthropic().beta.messages.stream({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages,
    betas: ["one-thing-2025-01-01"],
});
for await (const event of stream) {
    if (event.type === "content_block_stop") console.log("stop", event.index);
    else if (event.type === "message_start") console.log(event.message.model);
}
console.log((await stream.finalMessage()).content);
