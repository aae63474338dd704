// As worker.py.
import { createRequire } from "node:module";

// Where the packages of the tests are installed.
const load = createRequire(new URL("../../bindings/node/package.json", import.meta.url));
const api = load("@opentelemetry/api");
const { AsyncLocalStorageContextManager } = load("@opentelemetry/context-async-hooks");
const { OTLPMetricExporter } = load("@opentelemetry/exporter-metrics-otlp-proto");
const { OTLPTraceExporter } = load("@opentelemetry/exporter-trace-otlp-proto");
const { MeterProvider, PeriodicExportingMetricReader } = load("@opentelemetry/sdk-metrics");
const { BasicTracerProvider, BatchSpanProcessor } = load("@opentelemetry/sdk-trace-base");
const { Client, OpenTelemetry, ParlourError, tool, ToolError } = load("./");

class Counting extends OpenTelemetry {
    ended = 0;

    onEnd(end) {
        super.onEnd(end);
        this.ended += 1;
    }
}

class Unreachable extends Error {}

function toolsOf({ question, answer }, tracer) {
    const input = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    return [
        tool({
            name: "look_up",
            description: "Looks something up.",
            input,
            run({ text }) {
                if (text !== question) throw new Error("another question");
                return tracer.startActiveSpan("within look_up", (span) => {
                    span.end();
                    return answer;
                });
            },
        }),
        tool({ name: "send", input, run: async ({ text }) => Promise.reject(new Unreachable(text)) }),
        tool({
            name: "decline",
            input,
            run({ text }) {
                throw new ToolError(text);
            },
        }),
        tool({
            name: "count",
            input: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
            run: ({ number }) => number,
        }),
    ];
}

async function make(client, how, request, tools) {
    const options = { labels: ["blue"] };
    switch (how) {
        case "tools":
            await client.messages.runTools({ ...request, tools }, options);
            break;
        case "create":
            await client.messages.create(request, options);
            break;
        case "stream":
        case "leave":
            for await (const _ of client.messages.stream(request, options)) if (how === "leave") break;
            break;
        case "two":
            await Promise.all([1, 2].map(() => client.messages.create(request)));
            break;
        case "models":
            await client.models.list();
    }
}

const program = JSON.parse(process.argv[2]);
const { receiver } = program;
const spans = new BasicTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${receiver}/v1/traces` }))],
});
const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${receiver}/v1/metrics` }),
    exportIntervalMillis: 3_600_000,
});
const metrics = new MeterProvider({ readers: [reader] });
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.trace.setGlobalTracerProvider(spans);
api.metrics.setGlobalMeterProvider(metrics);
const hook = new Counting({ chunkTimes: true });
const client = new Client({
    apiKey: program.key,
    baseURL: program.service,
    vendor: "svc",
    fromEnv: false,
    hooks: [hook],
    maxRetries: 1,
    maxInFlight: 1,
    pacing: "pace",
    ledger: true,
});
hook.observe(client, { attributes: { client: "one" } });
const tracer = api.trace.getTracer("program");
for (const { name, how } of program.steps) {
    await tracer.startActiveSpan(name, async (span) => {
        try {
            await make(client, how, program.request, toolsOf(program, tracer));
        } catch (error) {
            if (!(error instanceof ParlourError)) throw error;
            console.log(name);
        }
        span.end();
    });
}
while (hook.ended < program.calls) await new Promise((resolve) => setTimeout(resolve, 5));
await spans.shutdown();
await metrics.shutdown();
