// Vercel AI SDK: its provider of the vendor, with the fetch of a client.

import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { Client } from "parlour";

const client = new Client();
const models = createAnthropic({
    baseURL: `${client.baseURL}/v1`,
    apiKey: "not used",
    fetch: client.fetch,
});
// Retries are the client's.
const asked = { model: models("svc-sonnet-4-5"), maxOutputTokens: 256, maxRetries: 0 };

console.log((await generateText({ ...asked, prompt: "say hello" })).text);

let text = "";
for await (const piece of streamText({ ...asked, prompt: "count to 5" }).textStream) text += piece;
console.log(text);

const weather = tool({
    description: "The weather of a city.",
    inputSchema: jsonSchema({
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
    }),
    execute: ({ city }) => `sunny in ${city}`,
});
const run = await generateText({
    ...asked,
    prompt: "What is the weather in Oslo?",
    tools: { weather },
    stopWhen: stepCountIs(3),
});
console.log(run.text);
