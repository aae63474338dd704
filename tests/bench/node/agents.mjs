// The overhead of an agent over its calls, and arriving JSON: both sides of each row come from one run.
//
//   node --expose-gc tests/bench/node/agents.mjs path/to/bench-server [rounds]
//
// A loop runs a tool on every turn; the calls beside it send the bytes that the loop sent, made ready before. Both are
// the CPU time of this process, the least of all rounds: whatever else the machine does can only add to it.
// PARLOUR_NODE names the package's folder; without it the package is the one that is installed. Fails if a row breaks
// its bound.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import process from "node:process";

const { Client, PartialJSON, tool } = createRequire(import.meta.url)(process.env.PARLOUR_NODE ?? "parlour");

const TURNS = 40;
const PIECE = 10;
const ADDED_US = 60;
const OVER_READY = 1.5;
const PARTIAL_MS = 400;
const ask = {
    model: "mock-t1-s600",
    max_tokens: 1024,
    messages: [{ role: "user", content: "What is at the quay?" }],
};
const [program, rounds = "10"] = process.argv.slice(2);

/** The CPU milliseconds of this process that a piece of work takes. */
async function cpu(work) {
    globalThis.gc?.();
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e3;
}

/** The least of all rounds, of each piece of work. */
async function least(...works) {
    const times = works.map(() => Infinity);
    for (let round = 0; round < Number(rounds); round++)
        for (const [at, work] of works.entries()) times[at] = Math.min(times[at], await cpu(work));
    return times;
}

/** CPU milliseconds of the turns of a loop whose tool gives so much text, and of the calls with the same bytes. */
async function sides(client, size) {
    const text = "x".repeat(size);
    const properties = { at: { type: "string" }, deep: { type: "boolean" } };
    const input = { type: "object", properties, required: ["at", "deep"] };
    const look = tool({ name: "look", description: "Looks around.", input, run: () => text });
    const looped = async () => {
        const run = client.messages.runTools({ ...ask, tools: [look], maxRequests: TURNS });
        await run.untilDone();
        assert.equal(run.turns.length, TURNS);
        // A run can be awaited itself: alone, this would give its last message.
        return { run };
    };
    const { run } = await looped();
    const turns = JSON.parse(run.conversation.toText()).messages;
    const bodies = Array.from({ length: TURNS }, (_, turn) =>
        Buffer.from(JSON.stringify({ ...run.params, messages: turns.slice(0, 2 * turn + 1) })),
    );
    return least(looped, async () => {
        for (const body of bodies) await client.messages.create(body);
    });
}

/** The text in its pieces, looked at after each of them. */
function partial(text) {
    const arriving = new PartialJSON();
    let seen = 0;
    for (let at = 0; at < text.length; at += PIECE) {
        arriving.push(text.slice(at, at + PIECE));
        if (arriving.value?.items?.length > 0) seen++;
    }
    assert.ok(arriving.isComplete && seen > text.length / PIECE / 2);
}

let held = true;
function row(name, told, value, bound, unit) {
    const holds = value <= bound;
    held &&= holds;
    const verdict = holds ? "holds" : "BROKEN";
    console.log(`${name.padEnd(22)} ${told}, ${value.toFixed(2)}${unit} (<= ${String(bound)})  ${verdict}`);
}

const server = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const [line] = await once(server.stdout.setEncoding("utf8"), "data");
const client = new Client({
    apiKey: "test-key",
    baseURL: `http://127.0.0.1:${line.trim()}`,
    fromEnv: false,
});
const both = (times) => `loop ${times[0].toFixed(2)} ms, calls ${times[1].toFixed(2)} ms`;
const small = await sides(client, 60);
row("tool_turn", both(small), ((small[0] - small[1]) * 1e3) / TURNS, ADDED_US, " us a turn added");
const large = await sides(client, 4_000);
row("agent_40_turns_4kB", both(large), large[0] / large[1], OVER_READY, "x");
const item = { name: "Harbour towns wake early", price: 12.5, tags: ["lamp", "tide"], open: true };
const text = JSON.stringify({ items: Array.from({ length: 10_700 }, (_, id) => ({ ...item, id })) });
const [ms] = await least(() => {
    partial(text);
});
const told = `${text.length} bytes, ${Math.floor(text.length / PIECE)} pieces`;
row("partial_json_1MB", told, ms, PARTIAL_MS, " ms");
server.stdin.end();
process.exitCode = held ? 0 : 1;
