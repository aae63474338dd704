// Tools and their runs: the behaviour that functions may have, and its effect; the data that a run shows and saves, and
// its end.

import assert from "node:assert/strict";
import { spawn as start } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { Conversation, InternalServerError, tool, ToolError } from "parlour";
import {
    answer,
    ask,
    begin,
    bodyOf,
    close,
    DONE,
    end,
    eventually,
    json,
    open,
    resultsOf,
    service,
    streamed,
    uses,
} from "./support.mjs";

const OBJECT = { type: "object", properties: {} };

/** A tool without arguments. */
const plain = (name, run) => tool({ name, input: OBJECT, run });

/** The ways to run a loop. */
const WAYS = { whole: {}, early: { early: true }, streams: { stream: true, early: true } };

for (const [way, settings] of Object.entries(WAYS)) {
    test(`a tool is run and answered (${way})`, async (t) => {
        const emulator = await service(t);
        const client = emulator.client();
        const add = tool({
            name: "add",
            description: "Adds.",
            input: {
                type: "object",
                properties: { a: { type: "integer" }, b: { type: "integer" } },
                required: ["a", "b"],
            },
            run: ({ a, b }) => a + b,
        });
        emulator.push(uses(["add", { a: 2, b: 3 }]), DONE);
        const run = client.messages.runTools({ ...ask(), tools: [add], ...settings });
        assert.equal((await run.untilDone()).content[0].text, "done");
        assert.deepEqual(resultsOf(emulator), [{ type: "tool_result", tool_use_id: "t0", content: "5" }]);
        assert.deepEqual(bodyOf(emulator, 0).tools, [JSON.parse(JSON.stringify(add))]);
        assert.deepEqual(
            [run.end, run.requests, run.usage.input_tokens, run.turns.length],
            ["stopped", 2, 6, 2],
        );
    });

    test(`every kind of result, and what goes wrong (${way})`, async (t) => {
        const emulator = await service(t);
        const blocks = [{ type: "text", text: "seen" }];
        const functions = {
            text: () => "words",
            nothing: () => undefined,
            value: () => ({ type: "of mine", n: [1, null] }),
            blocks: () => blocks,
            refused: () => {
                throw new ToolError("Not today.");
            },
            shown: () => Promise.reject(new ToolError(blocks)),
            fails: () => {
                throw new RangeError("no such row");
            },
            odd: () => 5n,
        };
        const tools = Object.entries(functions).map(([name, run]) => plain(name, run));
        tools.push(
            tool({
                name: "typed",
                input: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
                run: () => "",
            }),
        );
        const names = [...Object.keys(functions), "typed", "unknown"];
        emulator.push(uses(...names), DONE);
        await emulator.client({ logLevel: "off" }).messages.runTools({ ...ask(), tools, ...settings });
        const told = resultsOf(emulator).map(({ content, is_error = false }) => [content, is_error]);
        assert.deepEqual(told.slice(0, 7), [
            ["words", false],
            [undefined, false],
            ['{"type":"of mine","n":[1,null]}', false],
            [blocks, false],
            ["Not today.", true],
            [blocks, true],
            ["RangeError: no such row", true],
        ]);
        assert.ok(told.slice(7).every(([, failed]) => failed));
        assert.match(told[7][0], /BigInt/);
        assert.equal(told[8][0], "Invalid arguments for typed:\n- the value: `n` is missing");
        assert.match(told[9][0], /unknown/);
    });

    test(`calls of a turn run at the same time (${way})`, async (t) => {
        const emulator = await service(t);
        let waiting = 0;
        let meet;
        const met = new Promise((resolve) => (meet = resolve));
        const wait = plain("wait", async () => {
            if (++waiting === 3) meet();
            await met;
            return "met";
        });
        emulator.push(uses("wait", "wait", "wait"), DONE);
        await emulator.client().messages.runTools({ ...ask(), tools: [wait], ...settings });
        assert.deepEqual(
            resultsOf(emulator).map(({ content }) => content),
            ["met", "met", "met"],
        );
    });

    test(`an error has the turns so far, and the run goes on (${way})`, async (t) => {
        const emulator = await service(t);
        let ran = 0;
        const act = plain("act", () => String(++ran));
        emulator.push(uses("act"), { status: 500 }, DONE);
        const run = emulator
            .client({ maxRetries: 0 })
            .messages.runTools({ ...ask(), tools: [act], ...settings });
        await assert.rejects(run.untilDone(), (error) => {
            assert.ok(error instanceof InternalServerError);
            assert.deepEqual(
                error.turns.map((turn) => turn.stop_reason),
                ["tool_use"],
            );
            return true;
        });
        assert.equal((await run.untilDone()).content[0].text, "done");
        assert.equal(ran, 1);
    });
}

test("one after the other if asked, with the context and a signal", async (t) => {
    const emulator = await service(t);
    const order = [];
    const context = { user: "ada" };
    const note = plain("note", async (input, frame) => {
        order.push([frame.context === context, frame.signal.aborted, frame.call.id]);
        await Promise.resolve();
        order.push("end");
    });
    emulator.push(uses("note", "note"), DONE);
    await emulator.client().messages.runTools({ ...ask(), tools: [note], context, maxParallel: 1 });
    assert.deepEqual(order, [[true, false, "t0"], "end", [true, false, "t1"], "end"]);
});

test("a hook approves and refuses", async (t) => {
    const emulator = await service(t);
    let ran = 0;
    const act = plain("act", () => `ran ${++ran}`);
    const verdicts = { t0: true, t1: false, t2: { deny: "Ask the owner first." } };
    emulator.push(uses("act", "act", "act"), DONE);
    const client = emulator.client();
    await client.messages.runTools({ ...ask(), tools: [act], approve: async ({ id }) => verdicts[id] });
    assert.deepEqual(
        resultsOf(emulator).map(({ content }) => content),
        ["ran 1", "This call was not allowed.", "Ask the owner first."],
    );
    emulator.push(uses("act"));
    const broken = client.messages.runTools({
        ...ask(),
        tools: [act],
        approve: () => {
            throw new Error("the hook is broken");
        },
    });
    await assert.rejects(broken.untilDone(), /the hook is broken/);
});

test("a tool that never returns is stopped", async (t) => {
    const emulator = await service(t);
    let aborted;
    const sleep = plain("sleep", (input, { signal }) => {
        signal.addEventListener("abort", () => (aborted = signal.reason.name));
        return new Promise(() => undefined);
    });
    emulator.push(uses("sleep"), DONE);
    await emulator.client().messages.runTools({ ...ask(), tools: [sleep], toolTimeout: 5 });
    assert.deepEqual(resultsOf(emulator)[0], {
        type: "tool_result",
        tool_use_id: "t0",
        content: "The tool took longer than 0.005 s and was stopped.",
        is_error: true,
    });
    assert.equal(aborted, "TimeoutError");
});

test("a result that is too large is told with its size", async (t) => {
    const emulator = await service(t);
    emulator.push(uses("large"), DONE);
    await emulator
        .client()
        .messages.runTools({ ...ask(), tools: [plain("large", () => "x".repeat(50_000_000))] });
    assert.match(resultsOf(emulator)[0].content, /50000000 bytes/);
});

test("aborting reaches running tools at once", async (t) => {
    const emulator = await service(t);
    const controller = new AbortController();
    let stopped = 0;
    const wait = plain("wait", (input, { signal }) => {
        signal.addEventListener("abort", () => stopped++);
        if (++started === 2) controller.abort();
        return new Promise(() => undefined);
    });
    let started = 0;
    emulator.push(uses("wait", "wait"));
    const run = emulator.client().messages.runTools({ ...ask(), tools: [wait], signal: controller.signal });
    await assert.rejects(run.untilDone(), { name: "APIUserAbortError" });
    assert.equal(stopped, 2);

    emulator.push(uses("leave"));
    const left = emulator.client().messages.runTools({
        ...ask(),
        tools: [
            plain("leave", (input, { signal }) => {
                signal.addEventListener("abort", () => stopped++);
                left.abort();
                return new Promise(() => undefined);
            }),
        ],
    });
    await assert.rejects(left.untilDone(), { name: "APIUserAbortError" });
    assert.equal(stopped, 3);
});

test("three tools of a turn run at the same time", async (t) => {
    const emulator = await service(t);
    let arrived = 0;
    let all;
    const met = new Promise((go) => (all = go));
    // One that ran alone would wait for ever.
    const meet = plain("meet", () => {
        if (++arrived === 3) all("met");
        return met;
    });
    emulator.push(uses("meet", "meet", "meet"), DONE);
    await emulator
        .client()
        .messages.runTools({ ...ask(), tools: [meet] })
        .untilDone();
    assert.deepEqual(
        resultsOf(emulator).map(({ content }) => content),
        ["met", "met", "met"],
    );
});

test("an abort reaches a running tool at once: before abort() returns", async (t) => {
    const emulator = await service(t);
    const controller = new AbortController();
    let told = false;
    let ended;
    await new Promise((begun) => {
        emulator.push(uses("wait"));
        const wait = plain("wait", (input, { signal }) => {
            signal.addEventListener("abort", () => (told = true));
            begun();
            return new Promise(() => undefined);
        });
        const { signal } = controller;
        const run = emulator.client().messages.runTools({ ...ask(), tools: [wait], signal });
        ended = assert.rejects(run.untilDone(), { name: "APIUserAbortError" });
    });
    controller.abort();
    assert.ok(told);
    await ended;
});

test("one loop at a time reads a run, and a cycle is no result", async (t) => {
    const emulator = await service(t);
    const cycle = {};
    cycle.self = cycle;
    emulator.push(uses("turns"), DONE);
    const run = emulator
        .client({ logLevel: "off" })
        .messages.runTools({ ...ask(), tools: [plain("turns", () => cycle)] });
    const [first, second] = await Promise.allSettled([run.next(), run.next()]);
    assert.equal(first.status, "fulfilled");
    assert.match(second.reason.message, /one loop at a time reads it/);
    assert.equal((await run.untilDone()).stop_reason, "end_turn");
    assert.match(resultsOf(emulator)[0].content, /circular/);
    assert.ok(resultsOf(emulator)[0].is_error);
});

test("a program that a tool starts leaves the run alone", async (t) => {
    const emulator = await service(t);
    const spawn = plain("spawn", async () => {
        const child = start(process.execPath, ["-e", "process.exit(7)"], { stdio: "ignore" });
        const [code] = await once(child, "exit");
        return code;
    });
    emulator.push(uses("spawn"), DONE);
    await emulator.client().messages.runTools({ ...ask(), tools: [spawn] });
    assert.equal(resultsOf(emulator)[0].content, "7");
});

test("a tool may use its client, and stop its run", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const inner = plain("inner", async () => (await client.messages.create(ask())).content[0].text);
    emulator.push(uses("inner"), answer([{ type: "text", text: "inside" }]), DONE);
    await client.messages.runTools({ ...ask(), tools: [inner] });
    assert.equal(resultsOf(emulator, 2)[0].content, "inside");
    emulator.push(uses("stop"));
    const run = client.messages.runTools({ ...ask(), tools: [plain("stop", () => run.stop())] });
    assert.equal((await run.untilDone()).stop_reason, "tool_use");
    assert.equal(run.end, "cancelled");
});

test("between turns a run is looked at and changed", async (t) => {
    const emulator = await service(t);
    emulator.push(uses("act", "act"), uses("late"), DONE);
    const run = emulator.client().messages.runTools({ ...ask(), tools: [plain("act", () => "ran")] });
    await run.next();
    assert.deepEqual(
        run.calls.map(({ id }) => id),
        ["t0", "t1"],
    );
    assert.deepEqual(
        [run.deny("t0", "No."), run.answer("t1", "Given."), run.deny("t1", "x")],
        [true, true, false],
    );
    run.say("And hurry.");
    run.setParams({ temperature: 0.5 });
    run.addTools(plain("late", () => "late"));
    await run.next();
    const sent = bodyOf(emulator, 1);
    assert.deepEqual(
        sent.messages.at(-1).content.map(({ content, text }) => content ?? text),
        ["No.", "Given.", "And hurry."],
    );
    assert.deepEqual([sent.temperature, sent.tools.map(({ name }) => name)], [0.5, ["act", "late"]]);
    run.removeTools("act");
    await run.untilDone();
    assert.deepEqual(
        bodyOf(emulator, 2).tools.map(({ name }) => name),
        ["late"],
    );
});

test("a run is saved with the calls that wait, and resumed", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const act = plain("act", () => "ran elsewhere");
    emulator.push(uses("act", "act"), DONE);
    const run = client.messages.runTools({ ...ask(), tools: [act] });
    await run.next();
    run.deny("t0", "No.");
    const saved = run.save();
    assert.ok(!saved.includes(emulator.apiKey));
    const resumed = client.messages.resumeTools(saved, { tools: [act] });
    assert.equal((await resumed.untilDone()).content[0].text, "done");
    assert.deepEqual(
        resultsOf(emulator).map(({ content }) => content),
        ["No.", "ran elsewhere"],
    );
    assert.deepEqual([resumed.requests, resumed.turns.length], [2, 1]);
});

test("a conversation is gone on with to the letter", async (t) => {
    const emulator = await service(t);
    const conversation = new Conversation(['{"role": "user",  "content": "to the letter"}']);
    emulator.push(DONE);
    const { messages: _, ...params } = ask();
    const run = emulator
        .client()
        .messages.runTools({ ...params, conversation, tools: [plain("act", () => "")] });
    await run;
    const sent = Buffer.from(emulator.requests[0].body).toString();
    assert.ok(sent.includes('{"role": "user",  "content": "to the letter"}'));
    assert.deepEqual([run.conversation.length, conversation.length], [2, 1]);
});

test("early calls begin before the message has ended", async (t) => {
    const emulator = await service(t);
    const call = { type: "tool_use", id: "t0", name: "act", input: {} };
    emulator.push({
        sse: [begin(), open(0, call), json("{}"), close(0), ...end("tool_use")],
        fault: { stall_after: "content_block_stop" },
    });
    let began = false;
    const act = plain("act", () => (began = true));
    const run = emulator.client().messages.runTools({ ...ask(), tools: [act], early: true });
    const waited = run.untilDone();
    await eventually(() => began, "the early call");
    run.abort();
    await assert.rejects(waited, { name: "APIUserAbortError" });
});

test("what cannot be a run is refused before it is sent", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const act = plain("act", () => "");
    assert.throws(() => messages.runTools({ ...ask(), tools: [act, act] }), { name: "ConfigError" });
    assert.throws(() => messages.runTools({ ...ask(), messages: [], tools: [act] }), { name: "ConfigError" });
    assert.throws(() => messages.runTools({ ...ask(), tools: [act], maxRequests: 0 }), {
        name: "ConfigError",
    });
    assert.throws(() => messages.runTools({ ...ask(), tools: [act], toolTimeout: 0 }), { name: "TypeError" });
    assert.throws(() => tool({ name: "x", input: OBJECT }), /function `run`/);
    assert.throws(() => tool({ name: "x", run: () => "" }), /schema `input`/);
    assert.throws(
        () =>
            messages.runTools({
                ...ask(),
                tools: [tool({ name: "x", input: { type: "array" }, run: () => "" })],
            }),
        {
            name: "ConfigError",
        },
    );
    assert.equal(emulator.requests.length, 0);
});

test("streams of turns are read as they come", async (t) => {
    const emulator = await service(t);
    emulator.push(uses("act"), streamed("Hel", "lo"));
    const kinds = [];
    const run = emulator
        .client()
        .messages.runTools({ ...ask(), tools: [plain("act", () => "")], stream: true });
    for await (const stream of run) {
        const seen = new Set();
        for await (const { type } of stream) seen.add(type);
        kinds.push(seen.has("message_stop"));
        assert.equal(run.turns.length, kinds.length);
    }
    assert.deepEqual(kinds, [true, true]);
});
