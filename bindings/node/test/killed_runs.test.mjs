// A run of batches whose process is killed at twenty moments: another one continues, no request is submitted twice, and
// no result is returned twice.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE, service } from "./support.mjs";

const ROWS = 40;
const PER_BATCH = 2;
const KILLS = 20;
/**
 * The exit code of a run that was in doubt, and to whose journal the test appended the lines that a user would append.
 */
const SETTLED = 3;
const NAMES = Array.from({ length: ROWS }, (_, at) => `row-${at}`);

// Each row asks for its own name.
const CHILD = `
import { appendFileSync, writeSync } from "node:fs";
import { Client } from "parlour";
const [baseURL, apiKey, state] = process.argv.slice(1);
const client = new Client({ baseURL, apiKey, fromEnv: false });
const ask = (name) =>
    ({ model: "svc-haiku-3-5", max_tokens: 32, messages: [{ role: "user", content: "say " + name }] });
const requests = ${JSON.stringify(NAMES)}.map((name) => ({ custom_id: name, params: ask(name) }));
const soon = { firstPause: 0, longestPause: 0 };
const run = { requests, state, requestsPerBatch: ${PER_BATCH} };
try {
    for await (const { custom_id: id, result } of await client.messages.batches.run(run, soon))
        writeSync(1, id + " " + result.message.content[0].text + "\\n");
} catch (error) {
    if (error.subkind !== "batch_in_doubt") throw error;
    // As a user would: nobody else uses the service.
    const [, line] = / the line (.*?) if it is of this run/.exec(error.message);
    appendFileSync(state, line + "\\n");
    process.exitCode = ${SETTLED};
}
`;

/**
 * Whole numbers below a limit: a xorshift of a fixed seed, so that the moments are the same each time, as far as
 * processes run alike.
 */
function dice() {
    let seed = 0x9e3779b97f4a7c15n;
    return (below) => {
        seed = BigInt.asUintN(64, seed ^ (seed << 13n));
        seed ^= seed >> 7n;
        seed = BigInt.asUintN(64, seed ^ (seed << 17n));
        return Number(seed % BigInt(below));
    };
}

/**
 * When a child is killed: the service has got so many of its requests, and it has written so many results; and
 * milliseconds after that, while an answer is on its way, is read, or is written down. The service gets its script for
 * the last request before the kill.
 */
function draw(random, emulator, killed) {
    // Not at first, for all is submitted before the first result is read.
    if (killed >= (KILLS * 3) / 5 && random(4) === 0)
        return { requests: 0, lines: 1 + random(ROWS - 1), later: random(2) };
    const requests = 1 + random(7);
    // Carried out, and answered; or not answered, or only in part.
    const last = [{}, { fault: "stall_before_headers" }, { fault: { stall_at: random(200) } }][random(3)];
    emulator.script([...Array(requests - 1).fill({}), last]);
    return { requests, lines: 0, later: random(2) };
}

/** The ids of the results that a child wrote, each of which is that of its request. */
function results(output) {
    assert.ok(output === "" || output.endsWith("\n"), output);
    const ids = output
        .split("\n")
        .slice(0, -1)
        .map((line) => {
            const [id, text] = line.split(" ");
            assert.equal(id, text);
            return id;
        });
    assert.equal(new Set(ids).size, ids.length, `a result was given twice: ${ids}`);
    return ids;
}

/**
 * Runs a child, and kills it at this moment; false if it had ended with all results, `undefined` if it was in doubt.
 */
async function runUntil(emulator, state, moment) {
    const before = emulator.requestCount;
    const limit = performance.now() + 2 * PATIENCE;
    const child = spawn(
        process.execPath,
        ["--input-type=module", "-e", CHILD, emulator.url, emulator.apiKey, state],
        {
            cwd: fileURLToPath(new URL(".", import.meta.url)),
            stdio: ["ignore", "pipe", "inherit"],
        },
    );
    const closed = once(child, "close");
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => (output += piece));
    const running = () => child.exitCode === null && child.signalCode === null;
    const reached = () =>
        moment !== undefined &&
        emulator.requestCount - before >= moment.requests &&
        output.split("\n").length > moment.lines;
    while (running() && !reached() && performance.now() < limit) await pause(1);
    if (running() && moment !== undefined) await pause(moment.later);
    const inTime = performance.now() < limit;
    // Nothing, if it has ended.
    child.kill("SIGKILL");
    const [code, signal] = await closed;
    assert.ok(inTime, "the child hangs");
    const ids = results(output);
    if (signal === "SIGKILL") return true;
    if (code === SETTLED) return undefined;
    assert.deepEqual([code, ids.sort()], [0, [...NAMES].sort()]);
    return false;
}

test("twenty kills submit nothing twice", async (t) => {
    const emulator = await service(t);
    const folder = await mkdtemp(join(tmpdir(), "parlour-runs-"));
    t.after(() => rm(folder, { recursive: true }));
    const state = join(folder, "run.state");
    const random = dice();
    for (let killed = 0; killed < KILLS;) {
        if (await runUntil(emulator, state, draw(random, emulator, killed))) killed++;
        // The requests of the killed process are carried out before the next process checks.
        assert.ok(await emulator.waitOpenConnections(0));
        emulator.clear();
    }
    let [ended, doubts] = [await runUntil(emulator, state), 0];
    // Each batch is in doubt once at most.
    for (; ended === undefined && doubts < ROWS / PER_BATCH; doubts++)
        ended = await runUntil(emulator, state);
    assert.equal(ended, false);
    const book = await (await fetch(`${emulator.url}/emulator/book`)).json();
    const custom_ids = Object.fromEntries(NAMES.map((name) => [name, 1]));
    assert.deepEqual(book, { batches: ROWS / PER_BATCH, custom_ids, uploads: {} });
});
