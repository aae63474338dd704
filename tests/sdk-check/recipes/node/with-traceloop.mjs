// Traceloop: its OpenTelemetry instrumentation of the vendor's SDK traces calls of parlour.

import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { AnthropicInstrumentation } from "@traceloop/instrumentation-anthropic";
import Client from "parlour-compat";

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const instrumentation = new AnthropicInstrumentation();
instrumentation.setTracerProvider(provider);
// All that it looks for in the SDK stands on this class.
instrumentation.manuallyInstrument(Client);

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
const refused = { ...asked, model: "svc-none" };
await client.messages.create(refused).catch(({ status }) => console.log(status));
await provider.forceFlush();
for (const { status, attributes } of spans.getFinishedSpans()) {
    const model = attributes["gen_ai.response.model"] ?? attributes["gen_ai.request.model"];
    const tokens = attributes["gen_ai.usage.output_tokens"] ?? "";
    console.log(attributes["gen_ai.operation.name"], model, status.code, tokens);
}
