// Something around each request. [middleware; told: there is no middleware]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
    middleware: [
        async (request, next) => {
            const response = await next(request);
            console.log("asked", request.method);
            return response;
        },
    ],
});
const { content } = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 50,
    messages: [{ role: "user", content: "Say wrapped" }],
});
console.log(content);
