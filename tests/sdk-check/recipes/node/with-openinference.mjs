// OpenInference: its instrumentation of the vendor's SDK traces calls of parlour.

import { AnthropicInstrumentation } from "@arizeai/openinference-instrumentation-anthropic";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import Client from "parlour-compat";

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
// The classes that it patches in the SDK stand on this class too.
new AnthropicInstrumentation({ tracerProvider: provider }).manuallyInstrument(Client);

const client = new Client();
const asked = {
    model: "svc-sonnet-4-5",
    max_tokens: 256,
    messages: [{ role: "user", content: "say hello" }],
};
console.log((await client.messages.create(asked)).content[0].text);
const events = [];
for await (const { type } of await client.messages.create({ ...asked, stream: true })) events.push(type);
console.log(events.join(" "));
console.log(await client.messages.stream(asked).finalText());
await provider.forceFlush();
for (const { name, attributes } of spans.getFinishedSpans()) {
    console.log(name, attributes["llm.model_name"], attributes["llm.token_count.completion"]);
}
