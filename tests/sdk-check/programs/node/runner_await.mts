// A tool runner that is awaited. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const weather = betaZodTool({
    name: "get_weather",
    description: "Looks up the weather at a place",
    inputSchema: z.object({
        location: z.string().describe("The town, such as Oslo"),
        unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    }),
    run: ({ location, unit }) => `20 degrees ${unit} in ${location}`,
});
const message = await new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: "What is the weather in Bergen?" }],
    tools: [weather],
});
console.log(message.content);
