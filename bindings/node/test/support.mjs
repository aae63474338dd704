// Shared by the tests: an emulator, requests, scripted answers, child processes. It must not hold any test.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Emulator } from "parlour/testing";

export const MODEL = "svc-sonnet-4-5";

/** Long enough for a machine under load, so that only a hang reaches it; in milliseconds. */
export const PATIENCE = 60_000;
/** How long a child may run: some make thousands of calls, on a machine that compiles besides. */
const CHILD_PATIENCE = 4 * PATIENCE;

/** Starts an emulator that ends with the test. */
export async function service(test, options) {
    const emulator = await Emulator.start(options);
    test.after(() => emulator.stop());
    return emulator;
}

/** Parameters of a call. */
export const ask = (text = "say hello", more = {}) => ({
    model: MODEL,
    max_tokens: 1024,
    messages: [{ role: "user", content: text }],
    ...more,
});

/** One scripted event. */
export const event = (name, fields = {}) => ({ event: name, data: { type: name, ...fields } });

export const MESSAGE = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: MODEL,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
};

export const begin = () => event("message_start", { message: MESSAGE });
export const open = (index, content_block) => event("content_block_start", { index, content_block });
export const grow = (index, delta) => event("content_block_delta", { index, delta });
export const close = (index) => event("content_block_stop", { index });
export const text = (piece, index = 0) => grow(index, { type: "text_delta", text: piece });
export const json = (piece, index = 0) => grow(index, { type: "input_json_delta", partial_json: piece });

/** The events that open a scripted message with one block of text, and those that close it. */
export const start = () => [begin(), open(0, { type: "text", text: "" })];
export const end = (stop_reason = "end_turn") => [
    event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } }),
    event("message_stop"),
];

/** A scripted stream of these pieces of text. */
export const streamed = (...pieces) => ({
    sse: [...start(), ...pieces.map((piece) => text(piece)), close(0), ...end()],
});

/** A whole answer. */
export const answer = (content, stop_reason = "end_turn") => ({
    json: { ...MESSAGE, content, stop_reason, usage: { input_tokens: 3, output_tokens: 2 } },
});

/** The last answer of a run. */
export const DONE = answer([{ type: "text", text: "done" }]);

/** An answer that calls tools, as t0, t1, …: by their names, or `[name, input]`. */
export const uses = (...calls) =>
    answer(
        calls.map((call, at) => {
            const [name, input = {}] = [call].flat();
            return { type: "tool_use", id: `t${at}`, name, input };
        }),
        "tool_use",
    );

/** The body of a request that the emulator received. */
export const bodyOf = (emulator, at = 0) => JSON.parse(Buffer.from(emulator.requests[at].body).toString());

/** The results of tools in it. */
export const resultsOf = (emulator, at = 1) =>
    bodyOf(emulator, at)
        .messages.at(-1)
        .content.filter(({ type }) => type === "tool_result");

/** A scripted stream that stays open after this piece until the client leaves. */
export const unfinished = (piece) => ({
    sse: [...start(), text(piece), close(0), ...end()],
    fault: { stall_after: "content_block_delta" },
});

/**
 * Answers that never end and leave no moment in which there is nothing to read: white space before a message, and
 * comment lines in a stream that has begun.
 */
export const FLOOD = { text: "{", headers: { "content-type": "application/json" }, flood: " " };
export const FLOODED_STREAM = { sse: [event("message_start", { message: MESSAGE })], flood: ":\n" };

/** An answer that never comes. */
export const SILENCE = { fault: "stall_before_headers" };

/** Collects the items of an async iterable. */
export async function all(iterable) {
    const items = [];
    for await (const item of iterable) items.push(item);
    return items;
}

/** Waits until it holds. */
export async function eventually(holds, what, patience = PATIENCE) {
    const limit = performance.now() + patience;
    for (;;) {
        const got = await holds();
        if (got) return got;
        if (performance.now() > limit) throw new Error(`not within ${patience} ms: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
}

/** The turn after all that is due now. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** A child that runs this module, in the folder of the tests, with nothing of the user's settings. */
export function child(script, { args = [], flags = [], env = {} } = {}) {
    const kept = Object.entries(process.env).filter(
        // Which binary is tested is no setting of the machine.
        ([name]) =>
            name === "PARLOUR_NATIVE_PATH" || (!name.startsWith("PARLOUR_") && name !== "NODE_OPTIONS"),
    );
    const running = spawn(process.execPath, [...flags, "--input-type=module", "-e", script, "--", ...args], {
        cwd: HERE,
        env: { ...Object.fromEntries(kept), ...env },
        stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    running.stdout.setEncoding("utf8").on("data", (piece) => (out += piece));
    running.stderr.setEncoding("utf8").on("data", (piece) => (err += piece));
    const ended = new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
            running.kill("SIGKILL");
            reject(new Error(`the child hangs; it wrote:\n${out}\n${err}`));
        }, CHILD_PATIENCE);
        running.on("close", (code, signal) => {
            clearTimeout(limit);
            resolve({ code, signal, out, err });
        });
    });
    return { running, ended, out: () => out };
}

/** Runs a script in a child to its end. */
export const run = (script, options) => child(script, options).ended;

/** How a script in a child begins: a client of the emulator of the test. */
export const CHILD = `
    import { Client } from "parlour";
    import { ask } from "./support.mjs";
    const [baseURL, apiKey] = process.argv.slice(1);
    const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false });
`;
export const childArgs = (emulator) => ({ args: [emulator.url, emulator.apiKey] });

/** A worker that runs this module, with a client of the emulator. */
export function worker(t, emulator, script) {
    const code = `
        const { parentPort, workerData } = require("node:worker_threads");
        const { Client, textOf } = require("parlour");
        const client = new Client({ ...workerData, vendor: "svc", fromEnv: false });
        const ask = ${ask.toString().replace("MODEL", '"svc-sonnet-4-5"')};
        (async () => { ${script} })();`;
    const made = new Worker(code, {
        eval: true,
        workerData: { baseURL: emulator.url, apiKey: emulator.apiKey },
    });
    t.after(() => made.terminate());
    return made;
}
