// Mastra: an agent on the AI SDK's provider of the vendor, with the fetch of a client.

import { createAnthropic } from "@ai-sdk/anthropic";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { Client } from "parlour";
import { z } from "zod";

const client = new Client();
const models = createAnthropic({
    baseURL: `${client.baseURL}/v1`,
    apiKey: "not used",
    fetch: client.fetch,
});
const weather = createTool({
    id: "weather",
    description: "The weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `sunny in ${city}`,
});
const agent = new Agent({
    id: "forecaster",
    name: "Forecaster",
    instructions: "Be brief.",
    model: models("svc-sonnet-4-5"),
    tools: { weather },
    // Retries are the client's.
    maxRetries: 0,
});

console.log((await agent.generate("What is the weather in Oslo?")).text);

let text = "";
for await (const piece of (await agent.stream("count to 5")).textStream) text += piece;
console.log(text);
