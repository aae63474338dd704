// A tool whose call the program answers itself. [works]
import assert from "node:assert";
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const tools: Anthropic.Tool[] = [
    {
        name: "find_train",
        description: "Looks up departures between two stations.",
        input_schema: {
            type: "object",
            properties: { from: { type: "string" }, to: { type: "string" } },
            required: ["from", "to"],
        },
    },
];
const question: Anthropic.MessageParam = { role: "user", content: "Which train goes from Bergen to Oslo?" };
const message = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [question],
    tools,
});
assert(message.stop_reason === "tool_use");
const call = message.content.find((block): block is Anthropic.ToolUseBlock => block.type === "tool_use");
assert(call);
console.log(call.name, JSON.stringify(call.input));
const result = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [
        question,
        { role: message.role, content: message.content },
        {
            role: "user",
            content: [
                {
                    type: "tool_result",
                    tool_use_id: call.id,
                    content: [{ type: "text", text: "07:58 from platform 2" }],
                },
            ],
        },
    ],
    tools,
});
console.log(result.content);
