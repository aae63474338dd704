// The response itself. [statusText]
import Anthropic from "@anthropic-ai/sdk";

const response = await new Anthropic().messages
    .create({
        model: "claude-sonnet-4-5",
        max_tokens: 50,
        messages: [{ role: "user", content: "Say raw" }],
    })
    .asResponse();
console.log(response.status, response.statusText, response.ok);
console.log(((await response.json()) as Anthropic.Message).content);
