// A picture as base64. [works]
import Anthropic from "@anthropic-ai/sdk";

const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const message = await new Anthropic().messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 200,
    messages: [
        {
            role: "user",
            content: [
                { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
                { type: "text", text: "What is in this picture?" },
            ],
        },
    ],
});
console.log(message.content[0]);
