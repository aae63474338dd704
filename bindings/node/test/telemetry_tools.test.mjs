// Spans of tools, and the hooks around them: what is active while a tool runs, how it ends, and what hooks throw.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";

import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
    BasicTracerProvider,
    InMemorySpanExporter,
    SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

import { OpenTelemetry, tool, ToolError } from "parlour";
import {
    ask,
    begin,
    CHILD,
    childArgs,
    close,
    DONE,
    end,
    eventually,
    json,
    open,
    resultsOf,
    run,
    service,
    turn,
    uses,
} from "./support.mjs";

// The library has one set of providers for a process.
const exporter = new InMemorySpanExporter();
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
const tracer = api.trace.getTracer("program");
const { INTERNAL, CLIENT } = api.SpanKind;
const { UNSET, ERROR } = api.SpanStatusCode;

const SECRET = "what nobody may see";
const OBJECT = { type: "object", properties: {} };
const plain = (name, run, more = {}) => tool({ name, input: OBJECT, run, ...more });

/** Runs something within a span of the program. */
async function within(name, work) {
    return tracer.startActiveSpan(name, async (span) => {
        try {
            return await work();
        } finally {
            span.end();
        }
    });
}

const named = (name) => {
    const found = exporter.getFinishedSpans().filter((span) => span.name === name);
    assert.equal(found.length, 1, `spans of the name ${name}`);
    return found[0];
};
const parentOf = (span) => span.parentSpanContext?.spanId;
const idOf = (span) => span.spanContext().spanId;
/** The names of all that are no calls of the model. */
const names = () =>
    exporter
        .getFinishedSpans()
        .filter(({ kind }) => kind !== CLIENT)
        .map(({ name }) => name)
        .sort();
/** How each tool ended: the status, its description, the type of the error, the outcome. */
const ends = () =>
    Object.fromEntries(
        exporter
            .getFinishedSpans()
            .filter(({ name }) => name.startsWith("execute_tool "))
            .map(({ name, status, attributes }) => [
                name.slice("execute_tool ".length),
                [status.code, status.message, attributes["error.type"], attributes["parlour.outcome"]],
            ]),
    );

const failed = (type) => [ERROR, type, type, "failed"];
const COMPLETED = [UNSET, undefined, undefined, undefined];
const CANCELLED = [UNSET, undefined, undefined, "cancelled"];

async function begun(t, settings = {}) {
    exporter.reset();
    const emulator = await service(t);
    const client = emulator.client({ maxRetries: 0, hooks: [new OpenTelemetry()], ...settings });
    return { emulator, client };
}

/** The warnings of the process while the test runs. */
function warnings(t) {
    const seen = [];
    const listener = ({ message }) => seen.push(message);
    process.on("warning", listener);
    t.after(() => process.off("warning", listener));
    return seen;
}

/** The ways to run a loop. */
const WAYS = {
    whole: {},
    early: { early: true },
    streams: { stream: true },
    "early streams": { stream: true, early: true },
};

for (const [way, settings] of Object.entries(WAYS)) {
    test(`a tool is a span in which it runs (${way})`, async (t) => {
        const { emulator, client } = await begun(t);
        const store = new AsyncLocalStorage();
        const seen = [];
        let running = 0;
        const look = async (name, { text }) => {
            running += 1;
            // Broken unless both run at the same time.
            await eventually(() => running === 2, "both");
            seen.push(store.getStore());
            await within(`within ${name}`, () => turn());
            return text;
        };
        const input = { type: "object", properties: { text: { type: "string" } } };
        const one = tool({
            name: "one",
            description: "The first.",
            input,
            run: (given) => look("one", given),
        });
        const two = tool({ name: "two", input, run: (given) => look("two", given) });
        emulator.push(uses(["one", { text: SECRET }], ["two", { text: SECRET }]), DONE);
        await store.run("the request", () =>
            within("request", () =>
                client.messages.runTools({ ...ask(), tools: [one, two], ...settings }).untilDone(),
            ),
        );
        assert.deepEqual(
            resultsOf(emulator).map(({ content }) => content),
            [SECRET, SECRET],
        );
        assert.deepEqual(seen, ["the request", "the request"]);
        assert.deepEqual(names(), [
            "execute_tool one",
            "execute_tool two",
            "request",
            "within one",
            "within two",
        ]);
        const request = idOf(named("request"));
        for (const [at, [name, description]] of [["one", "The first."], ["two"]].entries()) {
            const span = named(`execute_tool ${name}`);
            assert.equal(span.kind, INTERNAL);
            assert.equal(parentOf(span), request);
            assert.deepEqual(span.attributes, {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": name,
                "gen_ai.tool.call.id": `t${at}`,
                "gen_ai.tool.type": "function",
                ...(description && { "gen_ai.tool.description": description }),
            });
            assert.equal(parentOf(named(`within ${name}`)), idOf(span));
        }
        assert.deepEqual(ends(), { one: COMPLETED, two: COMPLETED });
        const all = await eventually(
            () => exporter.getFinishedSpans().length === 7 && exporter.getFinishedSpans(),
            "the spans of the calls",
        );
        for (const span of all.filter(({ kind }) => kind === CLIENT)) assert.equal(parentOf(span), request);
        assert.ok(
            !JSON.stringify(all.map(({ attributes, events }) => [attributes, events])).includes(SECRET),
        );
    });
}

test("a span is a child of the one where the run goes on", async (t) => {
    const { emulator, client } = await begun(t);
    emulator.push(uses("act"), DONE);
    const tools = [plain("act", () => "acted")];
    const made = await within("made", async () => [client.messages.runTools({ ...ask(), tools })]);
    await within("first", () => made[0].next());
    await within("second", () => made[0].next());
    assert.equal(parentOf(named("execute_tool act")), idOf(named("second")));
});

test("a failure is an error of its span", async (t) => {
    const { emulator, client } = await begun(t);
    class Unreachable extends Error {}
    class Named extends Error {
        name = "Unnamed";
    }
    const cut = Object.defineProperty(new Error(SECRET), "name", {
        get() {
            throw new Error(SECRET);
        },
    });
    const thrown = {
        fails: [new Unreachable(SECRET), "Unreachable"],
        named: [new Named(SECRET), "Unnamed"],
        ranges: [new RangeError(SECRET), "RangeError"],
        stops: [new DOMException(SECRET, "AbortError"), "AbortError"],
        says: [new ToolError(SECRET), "ToolError"],
        text: [SECRET, "_OTHER"],
        cut: [cut, "_OTHER"],
    };
    const tools = [
        ...Object.entries(thrown).map(([name, [error]]) =>
            plain(name, () => {
                throw error;
            }),
        ),
        plain("gives", () => new ToolError(SECRET)),
        plain("odd", () => 5n),
        tool({
            name: "wants",
            input: {
                "~standard": {
                    version: 1,
                    vendor: "svc",
                    validate: () => ({ issues: [{ message: SECRET }] }),
                },
            },
            jsonSchema: OBJECT,
            run: () => assert.fail(),
        }),
        plain("works", () => "done"),
    ];
    emulator.push(uses(...tools.map(({ name }) => [name, { n: SECRET }])), DONE);
    await client.messages.runTools({ ...ask(), tools });
    assert.deepEqual(ends(), {
        ...Object.fromEntries(Object.entries(thrown).map(([name, [, type]]) => [name, failed(type)])),
        gives: failed("ToolError"),
        odd: failed("TypeError"),
        wants: failed("InvalidArguments"),
        works: COMPLETED,
    });
    for (const { attributes, events } of exporter.getFinishedSpans())
        assert.ok(!JSON.stringify([attributes, events]).includes(SECRET));
});

test("a call over its time ends its span at once, one that is given up is no failure", async (t) => {
    const { emulator, client } = await begun(t);
    const forever = () => new Promise(() => {});
    emulator.push(uses("hangs"), DONE, uses("waits"), uses("left"));
    await client.messages.runTools({ ...ask(), tools: [plain("hangs", forever)], toolTimeout: 20 });
    assert.deepEqual(ends(), { hangs: failed("TimeoutError") });
    for (const [name, give] of [
        ["waits", (made) => made.abort()],
        ["left", (made) => made.stop()],
    ]) {
        const made = client.messages.runTools({
            ...ask(),
            tools: [
                plain(name, () => {
                    setImmediate(() => give(made));
                    return forever();
                }),
            ],
        });
        await made.untilDone().catch(() => {});
        await turn();
        assert.deepEqual(ends()[name], CANCELLED);
    }
});

test("an early call whose message fails is no failure", async (t) => {
    const { emulator, client } = await begun(t);
    emulator.push({
        sse: [
            begin(),
            open(0, { type: "tool_use", id: "t0", name: "act", input: {} }),
            json("{}"),
            close(0),
            ...end("end_turn"),
        ],
    });
    await client.messages.runTools({
        ...ask(),
        tools: [plain("act", () => new Promise(() => {}))],
        early: true,
    });
    await turn();
    assert.deepEqual(ends(), { act: CANCELLED });
});

test("what does not run has no span", async (t) => {
    const { emulator, client } = await begun(t);
    emulator.push(uses("never", "unknown"), DONE);
    await client.messages.runTools({
        ...ask(),
        tools: [plain("never", () => assert.fail())],
        approve: () => false,
    });
    assert.deepEqual(ends(), {});
});

test("hooks are nested in their order", async (t) => {
    const lines = [];
    const place = new AsyncLocalStorage();
    const hook = (name) => ({
        async aroundTool({ call, description }, run) {
            lines.push(`${name} ${call.name} ${call.rawInput} ${description}`);
            const { outcome, error } = await place.run(name, run);
            lines.push(`${name} ${outcome} ${error?.message}`);
        },
    });
    const { emulator, client } = await begun(t, { hooks: [hook("outer"), hook("inner")] });
    const act = plain(
        "act",
        ({ n }) => {
            lines.push(`in ${place.getStore()}`);
            if (n) throw new ToolError("no");
        },
        { description: "Acts." },
    );
    emulator.push(uses(["act", { n: 0 }]), uses(["act", { n: 1 }]), DONE);
    await client.messages.runTools({ ...ask(), tools: [act] });
    assert.equal(resultsOf(emulator, 2).at(-1).content, "no");
    for (const [n, said] of ["completed undefined", "failed no"].entries()) {
        const began = ["outer", "inner"].map((name) => `${name} act {"n":${n}} Acts.`);
        assert.deepEqual(lines.slice(n * 5, n * 5 + 3), [...began, "in inner"]);
        assert.deepEqual(lines.slice(n * 5 + 3, n * 5 + 5).sort(), [`inner ${said}`, `outer ${said}`]);
    }
});

const BROKEN = {
    "throws before": () => {
        throw new Error("mine");
    },
    "throws after": (run) => {
        run();
        throw new Error("mine");
    },
    rejects: async (run) => {
        await run();
        throw new Error("mine");
    },
    "runs twice": (run) => Promise.all([run(), run()]),
    "runs late": async (run) => {
        await turn();
        await run();
    },
    "runs nothing": () => {},
    "never ends": () => new Promise(() => {}),
};

for (const [way, aroundTool] of Object.entries(BROKEN)) {
    test(`a hook that ${way} costs no result`, async (t) => {
        const seen = warnings(t);
        const hook = { aroundTool: (_, run) => aroundTool(run) };
        const { emulator, client } = await begun(t, { hooks: [hook, new OpenTelemetry(), hook] });
        let runs = 0;
        const act = plain("act", () => {
            runs += 1;
            return "acted";
        });
        const fails = plain("fails", () => Promise.reject(new ToolError("failed")));
        emulator.push(uses("act", "fails"), DONE);
        await within("request", () =>
            client.messages.runTools({ ...ask(), tools: [act, fails] }).untilDone(),
        );
        assert.deepEqual(
            resultsOf(emulator).map(({ content }) => content),
            ["acted", "failed"],
        );
        assert.equal(runs, 1);
        await turn();
        assert.deepEqual(seen, Array(/throws|rejects/.test(way) ? 4 : 0).fill("mine"));
        assert.deepEqual(ends(), { act: COMPLETED, fails: failed("ToolError") });
        assert.equal(parentOf(named("execute_tool act")), idOf(named("request")));
    });
}

test("a library that fails costs no result", async (t) => {
    const seen = warnings(t);
    const broken = {
        ...api,
        trace: {
            getTracer: () => ({
                startSpan() {
                    throw new Error("broken");
                },
            }),
        },
    };
    const { emulator, client } = await begun(t, { hooks: [new OpenTelemetry({ api: broken })] });
    emulator.push(uses("act"), DONE);
    await client.messages.runTools({ ...ask(), tools: [plain("act", () => "acted")] });
    assert.equal(resultsOf(emulator)[0].content, "acted");
    await eventually(() => seen.length === 3, "a warning for the tool, and one for each call");
});

test("a copy of a client has them too", async (t) => {
    const { emulator, client } = await begun(t);
    emulator.push(uses("act"), DONE);
    const copy = client.withOptions({ maxRetries: 1 });
    await copy.messages.runTools({ ...ask(), tools: [plain("act", () => "acted")] });
    assert.deepEqual(ends(), { act: COMPLETED });
});

test("a run without hooks loads nothing of it", async (t) => {
    const emulator = await service(t);
    emulator.push(uses("act"), DONE);
    const script = `${CHILD}
        import { createRequire } from "node:module";
        import { textOf, tool } from "parlour";
        const act = tool({ name: "act", input: { type: "object" }, run: () => "acted" });
        console.log(textOf(await client.messages.runTools({ ...ask(), tools: [act] })));
        const loaded = Object.keys(createRequire(import.meta.url).cache);
        console.log(["tool_run.js", "opentelemetry"].map((name) => loaded.some((file) => file.includes(name))));
    `;
    const { out, err } = await run(script, childArgs(emulator));
    assert.equal(out, "done\n[ true, false ]\n", err);
});
