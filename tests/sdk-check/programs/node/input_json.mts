// The input of a call as it arrives. [inputJson]
import Anthropic from "@anthropic-ai/sdk";

const stream = new Anthropic().messages
    .stream({
        model: "claude-sonnet-4-5",
        max_tokens: 400,
        tools: [
            {
                name: "book_table",
                description: "Books a table in a restaurant.",
                input_schema: {
                    type: "object",
                    properties: { restaurant: { type: "string" }, guests: { type: "integer" } },
                },
            },
        ],
        messages: [{ role: "user", content: "Book a table." }],
    })
    .on("inputJson", (delta, snapshot) => {
        console.log(JSON.stringify(delta), JSON.stringify(snapshot));
    });
console.log((await stream.finalMessage()).content);
