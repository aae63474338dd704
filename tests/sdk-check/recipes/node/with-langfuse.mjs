// Langfuse: calls of parlour as generations of a trace.

import { LangfuseSpanProcessor } from "@langfuse/otel";
import { startActiveObservation } from "@langfuse/tracing";
import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { Client, textOf } from "parlour";

const spans = new InMemorySpanExporter();
// Without `exporter` they go to Langfuse, with the keys of the environment.
const processor = new LangfuseSpanProcessor({ exporter: spans, publicKey: "pk", secretKey: "sk" });
new NodeTracerProvider({ spanProcessors: [processor] }).register();
const client = new Client();

const asked = (text) => ({
    model: "svc-sonnet-4-5",
    max_tokens: 256,
    messages: [{ role: "user", content: text }],
});

/** Runs a call as a generation, and tells Langfuse what it was. */
function generation(name, call) {
    const run = async (noted) => {
        const message = await call();
        const { input_tokens: input, output_tokens: output } = message.usage;
        noted.update({ output: textOf(message), model: message.model, usageDetails: { input, output } });
        return message;
    };
    return startActiveObservation(name, run, { asType: "generation" });
}

console.log(textOf(await generation("ask", () => client.messages.create(asked("say hello")))));
await generation("tell", async () => {
    const stream = client.messages.stream(asked("count to 5"));
    let text = "";
    for await (const piece of stream.textStream) text += piece;
    console.log(text);
    return stream.finalMessage();
});
await processor.forceFlush();
for (const { name, attributes } of spans.getFinishedSpans()) {
    console.log(name, attributes["langfuse.observation.model.name"]);
    console.log(attributes["langfuse.observation.usage_details"]);
}
