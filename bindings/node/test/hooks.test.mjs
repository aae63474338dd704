// Failing functions of the program: an exception of a hook, a logger or a listener becomes one process warning, and no
// answer is lost. Each in a plain process, whose own warnings and uncaught exceptions count.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    ask,
    begin,
    CHILD,
    childArgs,
    close,
    end,
    json,
    MESSAGE,
    open,
    run,
    service,
    start,
    text,
} from "./support.mjs";

const WHOLE = { json: { ...MESSAGE, stop_reason: "max_tokens" } };
const STREAM = { sse: [...start(), text("a"), ...end("max_tokens")] };

/**
 * Ways to fail, as JavaScript: an error, a value without text, a promise, one of another class, a `then` that throws.
 */
const FAILURES = {
    "throws an error": `throw new Error("mine")`,
    "throws a value without text": `throw Object.create(null)`,
    "gives a promise that rejects": `return Promise.reject(new Error("mine"))`,
    "gives a thenable that rejects": `return { then: (_, reject) => reject(new Error("mine")) }`,
    "gives an object whose then throws": `return { get then() { throw new Error("mine"); } }`,
};

const PROGRAM = (fail, inWorker) => `
    import { Worker, isMainThread, workerData } from "node:worker_threads";
    const program = async (args) => {
        const { Client } = await import("parlour");
        const params = { model: "svc-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }] };
        const [baseURL, apiKey] = args;
        const fail = () => { ${fail} };
        let warnings = 0;
        process.on("warning", () => { warnings += 1; });
        const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, onStop: fail });
        const whole = await Promise.all(Array.from({ length: 3 }, () => client.messages.create(params)));
        const stream = client.messages.stream(params).on("text", fail);
        const { content } = await stream.finalMessage();
        await new Promise(setImmediate);
        console.log(whole.length, content[0].text, warnings);
    };
    const logs = async ([baseURL, apiKey]) => {
        const { Client } = await import("parlour");
        const params = { model: "svc-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }] };
        const fail = () => { ${fail} };
        const logger = { error: fail, warn: fail, info: fail, debug: fail };
        const logging = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, logger, logLevel: "debug" });
        const { id } = await logging.messages.create(params);
        console.log(id);
    };
    const args = process.argv.slice(1);
    if (${String(inWorker)}) {
        const code = "const { workerData } = require('node:worker_threads');"
            + "const program = " + program + "; const logs = " + logs + ";"
            + "program(workerData).then(() => logs(workerData));";
        new Worker(code, { eval: true, execArgv: [], workerData: args })
            .on("error", (error) => { console.log("lost", error); });
    } else {
        await program(args);
        await logs(args);
    }`;

for (const [what, fail] of Object.entries(FAILURES)) {
    for (const inWorker of [false, true]) {
        test(`a hook that ${what} costs no answer${inWorker ? ", in a worker" : ""}`, async (t) => {
            const emulator = await service(t);
            emulator.push(WHOLE, WHOLE, WHOLE, STREAM, WHOLE);
            const { code, out, err } = await run(PROGRAM(fail, inWorker), childArgs(emulator));
            // Three stops of whole answers, one of the stream, one piece of text.
            assert.deepEqual([code, out], [0, "3 a 5\nmsg_1\n"], err);
            assert.match(err, /Warning|mine|a listener threw/);
        });
    }
}

for (const inWorker of [false, true]) {
    const where = inWorker ? "a worker" : "a process";
    test(`the end of a call that ${where} gives up last is seen, and nothing else`, async (t) => {
        const emulator = await service(t);
        emulator.push("stall_before_headers");
        const program = `
            const hook = { onEnd: ({ outcome }) => console.log(outcome), onCall() {} };
            const hooked = client.withOptions({ hooks: [hook] });
            const stopped = new AbortController();
            const call = hooked.messages.create(ask(), { signal: stopped.signal });
            setTimeout(() => stopped.abort(), 50);
            await call.catch(({ name }) => console.log(name));`;
        const { code, out, err } = await run(
            inWorker
                ? `import { Worker } from "node:worker_threads";
                   const code = ${JSON.stringify(`import("parlour").then(async ({ Client }) => {
                       const { workerData: [baseURL, apiKey, asked] } = require("node:worker_threads");
                       const ask = () => asked;
                       const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false });
                       ${program} });`)};
                   import { ask } from "./support.mjs";
                   new Worker(code, { eval: true, execArgv: [], workerData: [...process.argv.slice(1), ask()] });`
                : `${CHILD}${program}`,
            childArgs(emulator),
        );
        // It ends by itself, with the end of the call.
        assert.equal(code, 0, err);
        assert.deepEqual(out.trim().split("\n").sort(), ["APIUserAbortError", "cancelled"], err);
    });
}

test("a replaced emitWarning that throws takes no other call with it", async (t) => {
    const emulator = await service(t);
    emulator.push(WHOLE, WHOLE, WHOLE);
    const { code, out, err } = await run(
        `${CHILD}
        process.emitWarning = () => { throw new Error("not here"); };
        const caught = [];
        process.on("uncaughtException", ({ message }) => caught.push(message));
        const angry = client.withOptions({ onStop: () => { throw new Error("mine"); } });
        const answers = await Promise.all([1, 2, 3].map(() => angry.messages.create(ask())));
        await new Promise(setImmediate);
        console.log(answers.length, caught.join());`,
        childArgs(emulator),
    );
    assert.deepEqual([code, out], [0, "3 not here,not here,not here\n"], err);
});

test("a key function whose promise is of another class fails its call alone", async (t) => {
    const emulator = await service(t);
    const failing = emulator.client({
        apiKey: () => ({
            get then() {
                throw new Error("mine");
            },
        }),
    });
    const [failed, fine] = await Promise.allSettled([
        failing.messages.create({ model: MESSAGE.model, max_tokens: 9, messages: [] }),
        emulator.client().messages.create({
            model: MESSAGE.model,
            max_tokens: 9,
            messages: [{ role: "user", content: "x" }],
        }),
    ]);
    assert.deepEqual([failed.reason?.message, fine.status], ["mine", "fulfilled"]);
});

const SETTINGS = {
    whole: "",
    early: "early: true",
    streams: "stream: true",
    "early streams": "stream: true, early: true",
};
const CALLS = [
    { type: "tool_use", id: "t0", name: "act", input: {} },
    { type: "tool_use", id: "t1", name: "act", input: {} },
];
const calls = (count) => [
    ...CALLS.slice(0, count).flatMap((block, at) => [open(at, block), json("{}", at), close(at)]),
    ...end("tool_use"),
];

/** All failures as functions, in the order of their names. */
const FAIL = `[${Object.values(FAILURES)
    .map((fail) => `() => { ${fail} }`)
    .join()}]`;
/** The messages of their errors. */
const SAID = Object.values(FAILURES).map((fail) => (fail.includes("mine") ? "mine" : "no text"));

/** Runs whose `approve` fails, and which are continued afterwards. */
const APPROVING = (settings) => `${CHILD}
    import { tool } from "parlour";
    let ran = 0;
    const act = tool({ name: "act", input: { type: "object" }, run: () => { ran += 1; return "ran"; } });
    for (const approve of ${FAIL}) {
        for (const count of [1, 2]) {
            const run = client.messages.runTools({ ...ask(String(count)), tools: [act], approve, ${settings} });
            const failed = await run.untilDone().then(() => ({ message: "nothing" }), (error) => error);
            const before = [failed.message ?? "no text", failed.turns?.length, run.requests];
            const last = await run;
            console.log([...before, last.stop_reason, run.requests, run.end, ran].join(" "));
        }
    }`;

for (const [way, settings] of Object.entries(SETTINGS)) {
    test(`an approve that fails ends the turn, and costs no answer (${way})`, async (t) => {
        const emulator = await service(t);
        for (const _ of SAID) {
            for (const count of [1, 2]) {
                emulator.push({ sse: [begin(), ...calls(count)] }, { sse: [begin(), ...end("end_turn")] });
            }
        }
        const { code, out, err } = await run(APPROVING(settings), childArgs(emulator));
        const lines = SAID.flatMap((said) => Array(2).fill(`${said} 1 1 end_turn 2 stopped 0\n`));
        assert.deepEqual([code, out, err], [0, lines.join(""), ""]);
        for (const { messages } of emulator.requests.map((request) => request.json())) {
            if (messages.length === 1) continue;
            const told = messages.at(-1).content.map((result) => [result.tool_use_id, result.is_error]);
            const ids = ["t0", "t1"].slice(0, Number(messages[0].content));
            assert.deepEqual(
                told,
                ids.map((id) => [id, true]),
            );
        }
    });
}

test("an onProgress that fails ends the wait, and the batch goes on", async (t) => {
    const emulator = await service(t, { batchPolls: 2 });
    const { code, out, err } = await run(
        `${CHILD}
        const { batches } = client.messages;
        const wait = { firstPause: 1, longestPause: 1 };
        for (const onProgress of ${FAIL}) {
            const { id } = await batches.create({ requests: [{ custom_id: "a", params: ask() }] });
            const failed = await batches.wait(id, { ...wait, onProgress })
                .then(() => ({ message: "nothing" }), (error) => error);
            console.log(failed.message ?? "no text", (await batches.wait(id, wait)).processing_status);
        }`,
        childArgs(emulator),
    );
    assert.deepEqual([code, out, err], [0, SAID.map((said) => `${said} ended\n`).join(""), ""]);
});

test("a promise of onProgress is awaited before the batch is looked at again", async (t) => {
    const emulator = await service(t, { batchPolls: 3 });
    const { batches } = emulator.client().messages;
    const { id } = await batches.create({
        requests: [{ custom_id: "a", params: ask() }],
    });
    let running = 0;
    let most = 0;
    const onProgress = async () => {
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
    };
    const ended = await batches.wait(id, { firstPause: 1, longestPause: 1, onProgress });
    assert.deepEqual([ended.processing_status, running, most], ["ended", 0, 1]);
});
