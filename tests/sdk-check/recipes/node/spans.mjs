// The spans that tracers make of calls through `parlour-compat`, beside those that they make with the vendor's SDK
// itself: both run the same calls against an emulator.
//
//   node spans.mjs [TRACER ...]
// It runs beside `node_modules/` with the SDK, the tracers and `parlour`: see scripts/node/recipes.sh

import { isDeepStrictEqual } from "node:util";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { Emulator } from "parlour/testing";
import { z } from "zod";

const require = createRequire(import.meta.url);
const SDK = "@anthropic-ai/sdk";
const MODEL = "svc-sonnet-4-5";
const ASKED = { model: MODEL, max_tokens: 256, messages: [{ role: "user", content: "say hello" }] };
const SCHEMA = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const TOOL = { name: "weather", description: "Tells.", input_schema: SCHEMA };
const HISTORY = [{ role: "user", content: "use weather for Oslo" }];
const TOOLED = { ...ASKED, system: "be brief", tools: [TOOL], messages: HISTORY };
const MESSAGE = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: MODEL,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
};
const BROKEN = {
    sse: [
        { type: "message_start", message: MESSAGE },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "he" } },
        { type: "error", error: { type: "overloaded_error", message: "busy" } },
    ].map((data) => ({ event: data.type, data })),
};
/** Attributes that differ, and why. */
const ELSEWHERE = {
    "input.value": "keys in another order",
    "output.value": "keys in another order",
    "llm.invocation_parameters": "the SDK's runner adds `stream: false`, and its schema of zod a description",
};

const TRACERS = {
    traceloop(module, provider) {
        const { AnthropicInstrumentation } = require("@traceloop/instrumentation-anthropic");
        const made = new AnthropicInstrumentation();
        made.setTracerProvider(provider);
        made.manuallyInstrument(module);
    },
    openinference(module, tracerProvider) {
        const { AnthropicInstrumentation } = require("@arizeai/openinference-instrumentation-anthropic");
        new AnthropicInstrumentation({ tracerProvider }).manuallyInstrument(module.Anthropic);
    },
};

async function all(stream) {
    for await (const _ of stream);
}

/** What is called, by name. */
function calls(client, service, zodOutputFormat) {
    const { messages, beta } = client;
    const events = async (more = {}) => all(await messages.create({ ...ASKED, stream: true, ...more }));
    const tool = { type: "custom", ...TOOL, run: ({ city }) => `sunny in ${city}`, parse: (input) => input };
    const runner = (more) =>
        beta.messages.toolRunner({ ...ASKED, messages: HISTORY, tools: [tool], ...more });
    const answered = (reply, call) => () => {
        service.push(reply);
        return call();
    };
    const value = {
        json: { ...MESSAGE, content: [{ type: "text", text: '{"city":"Oslo"}' }], stop_reason: "end_turn" },
    };
    const format = zodOutputFormat(z.object({ city: z.string() }));
    const parse = () => messages.parse({ ...ASKED, output_config: { format } });
    return {
        whole: () => messages.create(ASKED),
        "a tool": () => messages.create(TOOLED),
        "a beta": () => beta.messages.create(ASKED),
        events: () => events(),
        "events of a tool": () => events(TOOLED),
        "events of a beta": async () => all(await beta.messages.create({ ...ASKED, stream: true })),
        "events and the answer": async () => {
            const { data } = await messages.create({ ...ASKED, stream: true }).withResponse();
            await all(data);
        },
        "a stream by its events": () => all(messages.stream(ASKED)),
        "a stream of a tool": () => all(messages.stream(TOOLED)),
        "a stream of a beta": () => all(beta.messages.stream(ASKED)),
        "a stream by its message": () => messages.stream(ASKED).finalMessage(),
        "a stream by its text": () => messages.stream(ASKED).finalText(),
        "a structured answer": answered(value, parse),
        "a runner": () => all(runner()),
        "a runner of streams": async () => {
            for await (const turn of runner({ stream: true })) await turn.finalMessage();
        },
        "a refusal": answered({ status: 400 }, () => messages.create(ASKED)),
        "a refused stream": answered({ status: 529 }, () => messages.stream(ASKED).finalMessage()),
        "a broken stream": answered(BROKEN, () => events()),
    };
}

/** Runs the calls with one of the two; prints the spans of each as a line. */
async function child(which, tracer) {
    const spans = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
    const from = which === "sdk" ? SDK : "parlour-compat";
    const module = require(from);
    const { zodOutputFormat } = require(`${from}/helpers/zod`);
    TRACERS[tracer](module, provider);
    // A tracer reads a stream beside the program, and leaves its failure to nobody.
    process.on("unhandledRejection", () => undefined);
    const service = await Emulator.start();
    const client = new module.Anthropic({ baseURL: service.url, apiKey: service.apiKey, maxRetries: 0 });
    for (const [call, run] of Object.entries(calls(client, service, zodOutputFormat))) {
        let raised = false;
        try {
            await run();
        } catch (error) {
            if (!(error instanceof module.Anthropic.APIError)) throw error;
            raised = true;
        }
        // Tracers end spans of streams a little later.
        for (let n = 0; n < 50 && spans.getFinishedSpans().length === 0; n++)
            await new Promise((resolve) => setTimeout(resolve, 10));
        await new Promise((resolve) => setTimeout(resolve, 20));
        const made = spans.getFinishedSpans().map(({ name, status, attributes, events }) => ({
            name,
            status: status.code,
            events: events.map((event) => event.name),
            attributes,
        }));
        spans.reset();
        console.log(JSON.stringify({ call, raised, spans: made }));
    }
    await service.stop();
}

/** A value of a span without what differs each time. */
function shown(value) {
    if (typeof value === "string") {
        const text = value.replaceAll(/\b(msg|req|toolu)_01[0-9A-Za-z]{22}\b/g, "$1_id");
        try {
            return JSON.parse(text);
        } catch {
            return text;
        }
    }
    return value;
}

function spansOf(which, tracer) {
    const { ANTHROPIC_API_KEY: _, ...env } = process.env;
    const done = spawnSync(process.execPath, [new URL(import.meta.url).pathname, which, tracer], {
        env,
        encoding: "utf8",
        timeout: 120_000,
    });
    if (done.status !== 0) throw new Error(`spans of ${tracer} (${which}): ${done.stderr}`);
    const lines = done.stdout.trim().split("\n");
    return new Map(lines.map((line) => JSON.parse(line)).map((one) => [one.call, one]));
}

function differences(theirs, ours) {
    if (theirs.raised !== ours.raised) return [`raised: ${theirs.raised}, here ${ours.raised}`];
    const names = [theirs, ours].map(({ spans }) => spans.map(({ name }) => name).join(", "));
    if (names[0] !== names[1]) return [`spans: ${names[0]}, here ${names[1]}`];
    const found = [];
    theirs.spans.forEach((there, index) => {
        const here = ours.spans[index];
        for (const name of ["status", "events"]) {
            if (!isDeepStrictEqual(there[name], here[name]))
                found.push(`${name}: ${there[name]}, here ${here[name]}`);
        }
        for (const name of new Set([...Object.keys(there.attributes), ...Object.keys(here.attributes)])) {
            const [one, other] = [there.attributes[name], here.attributes[name]];
            const isSame =
                name in ELSEWHERE ? typeof one === typeof other : isDeepStrictEqual(shown(one), shown(other));
            if (!isSame) found.push(`${name}: ${JSON.stringify(one)}, here ${JSON.stringify(other)}`);
        }
    });
    return found;
}

const [first, ...rest] = process.argv.slice(2);
if (first === "sdk" || first === "compat") {
    await child(first, rest[0]);
} else {
    for (const tracer of first === undefined ? Object.keys(TRACERS) : [first, ...rest]) {
        const [theirs, ours] = [spansOf("sdk", tracer), spansOf("compat", tracer)];
        const found = [...theirs].flatMap(([call, one]) =>
            differences(one, ours.get(call)).map((what) => `${call}: ${what}`),
        );
        const count = [...ours.values()].reduce((sum, { spans }) => sum + spans.length, 0);
        const failed = found.length > 0 || count === 0;
        console.log(
            `recipes: spans of ${tracer}: ${failed ? "FAILED" : "ok"} (${count} spans of ${ours.size} calls)`,
        );
        for (const what of found) console.error(what);
        if (failed) process.exitCode = 1;
    }
}
