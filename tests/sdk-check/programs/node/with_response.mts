// The answer and its response. [works]
import Anthropic from "@anthropic-ai/sdk";

const { data, response, request_id } = await new Anthropic().messages
    .create({
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: "Say both" }],
    })
    .withResponse();
console.log(data.content, response.status, response.headers.get("content-type"));
console.log(request_id === response.headers.get("request-id"));
