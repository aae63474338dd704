// JSON of many levels in a worker with a small stack. A stack that overflows beneath JavaScript ends the process, so
// the worker runs in a child.

import assert from "node:assert/strict";
import { test } from "node:test";
import { childArgs, run, service } from "./support.mjs";

/** The code of the worker; 120 levels in all, including the message or request around them. */
const WORK = `
    const assert = require("node:assert/strict");
    const { inspect } = require("node:util");
    const { workerData } = require("node:worker_threads");
    const { Client, Conversation, PartialJSON, rawOf } = require("parlour");
    const client = new Client({ ...workerData, vendor: "svc", fromEnv: false, maxRetries: 0 });
    const lists = (levels, inner = 1) => JSON.parse("[".repeat(levels) + inner + "]".repeat(levels));
    const objects = (levels, inner = 1) => JSON.parse('{"a":'.repeat(levels) + inner + "}".repeat(levels));
    const params = { model: "svc-haiku-3-5", max_tokens: 64, messages: [{ role: "user", content: "say hello" }] };
    const fault = (reply) => ({ headers: { "x-emulator-fault": JSON.stringify(reply) } });
    const message = (input) => ({
        id: "m", type: "message", role: "assistant", model: "m", stop_reason: "tool_use", stop_sequence: null,
        content: [{ type: "tool_use", id: "a", name: "f", input }], usage: { input_tokens: 1, output_tokens: 1 },
    });
    const work = async (nested) => {
        const input = { a: nested(116) };
        const answer = await client.messages.create(params, fault({ json: message(input) }));
        assert.deepEqual(answer.content[0].input, input);
        assert.ok(inspect(answer, { depth: 200 }).length > 0 && rawOf(answer.content[0]).length > 116);
        const called = { role: "assistant", content: answer.content };
        const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] };
        const tools = [{ name: "f", description: "f", input_schema: { type: "object", x: nested(116) } }];
        await client.messages.create({ ...params, messages: [...params.messages, called, result], tools });
        const talk = new Conversation([...params.messages, called, result]);
        talk.repair();
        assert.equal(Conversation.fromText(talk.toText()).toText(), talk.toText());
        const partial = new PartialJSON();
        for (const character of JSON.stringify(nested(120))) partial.push(character);
        assert.deepEqual(partial.value, nested(120));
        // Deeper than JSON is read as a value: it is an answer all the same, or an error of the library.
        for (const levels of [128, 5000]) {
            const deep = '"input":{"a":' + "[".repeat(levels) + "]".repeat(levels) + "}";
            const text = JSON.stringify(message({})).replace('"input":{}', deep);
            const reply = fault({ text, headers: { "content-type": "application/json" } });
            const answer = await client.messages.create(params, reply);
            assert.equal(answer.content[0].type, "tool_use");
        }
    };
    work(lists).then(() => work(objects));
`;

test("deep JSON fits the small stack of a worker", async (t) => {
    const emulator = await service(t);
    const script = `
        import { Worker } from "node:worker_threads";
        const [baseURL, apiKey] = process.argv.slice(1);
        const resourceLimits = { stackSizeMb: 1 };
        const options = { eval: true, execArgv: [], workerData: { baseURL, apiKey }, resourceLimits };
        const one = new Worker(${JSON.stringify(WORK)}, options);
        one.on("error", (error) => { throw error; });`;
    const { code, signal, err } = await run(script, childArgs(emulator));
    assert.deepEqual({ code, signal, err }, { code: 0, signal: null, err: "" });
});
