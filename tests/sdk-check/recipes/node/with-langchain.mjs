// LangChain: the chat model of the vendor's package, with a client of parlour.

import { ChatAnthropic } from "@langchain/anthropic";
import { tool } from "@langchain/core/tools";
import { Client } from "parlour-compat";

const client = new Client();
const model = new ChatAnthropic({
    model: "svc-sonnet-4-5",
    maxTokens: 256,
    apiKey: "not used",
    // Retries are the client's.
    maxRetries: 0,
    createClient: () => client,
});

console.log((await model.invoke("say hello")).text);

let text = "";
for await (const piece of await model.stream("count to 5")) text += piece.text;
console.log(text);

const weather = tool(({ city }) => `sunny in ${city}`, {
    name: "weather",
    description: "The weather of a city.",
    schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
});
const { tool_calls: calls } = await model.bindTools([weather]).invoke("What is the weather in Oslo?");
console.log(calls[0].name, calls[0].args.city);
