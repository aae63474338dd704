// A tool of a JSON Schema. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";

const convert = betaTool({
    name: "convert_money",
    description: "Converts an amount of money",
    inputSchema: {
        type: "object",
        properties: { amount: { type: "number" }, currency: { type: "string" } },
        required: ["amount"],
        additionalProperties: false,
    },
    run: (input) => [{ type: "text", text: `${input.amount * 2} ${input.currency ?? "NOK"}` }],
});
const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: "Convert 20 euros of money." }],
    tools: [convert],
});
console.log((await runner.runUntilDone()).content);
