// A request of one's own. [client.post]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const message = await client.post<Anthropic.Message>("/v1/messages", {
    body: {
        model: "claude-sonnet-4-5",
        max_tokens: 60,
        messages: [{ role: "user", content: "Say posted" }],
    },
    headers: { "x-own": "1" },
});
console.log(message.content);
