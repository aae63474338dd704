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

/** A call, and what Langfuse knows of it. */
function ask(text) {
    return startActiveObservation(
        "ask",
        async (generation) => {
            const messages = [{ role: "user", content: text }];
            const message = await client.messages.create({
                model: "svc-sonnet-4-5",
                max_tokens: 256,
                messages,
            });
            const { input_tokens: input, output_tokens: output } = message.usage;
            generation.update({
                input: messages,
                output: textOf(message),
                model: message.model,
                usageDetails: { input, output },
            });
            return textOf(message);
        },
        { asType: "generation" },
    );
}

console.log(await ask("say hello"));
await processor.forceFlush();
for (const { name, attributes } of spans.getFinishedSpans()) {
    console.log(name, attributes["langfuse.observation.model.name"]);
    console.log(attributes["langfuse.observation.usage_details"]);
}
