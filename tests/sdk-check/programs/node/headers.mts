// Headers of a client and of a call. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ defaultHeaders: { "x-team": "search" } });
const message = await client.messages.create(
    {
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        metadata: { user_id: "u-1" },
        messages: [{ role: "user", content: "Say headers" }],
    },
    { headers: { "x-trace": "t-1" } },
);
console.log(message.content, typeof message._request_id);
