// A run of batches whose process is killed: another one goes on, and nothing is submitted twice. The core's test kills at every
// moment; here: that a process of Node leaves the journal it should.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { service } from "./support.mjs";

const ROWS = 12;

const CHILD = `
import { Client } from "parlour";
const [baseURL, apiKey, state] = process.argv.slice(1);
const client = new Client({ baseURL, apiKey, fromEnv: false });
const params = { model: "svc-haiku-3-5", max_tokens: 32, messages: [{ role: "user", content: "Hi" }] };
const requests = Array.from({ length: ${ROWS} }, (_, at) => ({ custom_id: "row-" + at, params }));
const soon = { firstPause: 0, longestPause: 0 };
const ids = new Set();
for await (const { custom_id: id } of await client.messages.batches.run({ requests, state, requestsPerBatch: 2 }, soon)) ids.add(id);
if (ids.size !== ${ROWS}) throw new Error(ids.size + " results");
`;

test("a killed run goes on and submits nothing twice", async (t) => {
    const emulator = await service(t);
    const folder = await mkdtemp(join(tmpdir(), "parlour-runs-"));
    t.after(() => rm(folder, { recursive: true }));
    const run = () =>
        spawn(
            process.execPath,
            ["--input-type=module", "-e", CHILD, emulator.url, emulator.apiKey, join(folder, "run.state")],
            { stdio: ["ignore", "inherit", "inherit"] },
        );
    const killed = run();
    const ended = once(killed, "exit");
    // Each batch is a question for the newest one and a creation: here the third was created, or is about to be.
    await emulator.waitRequests(6);
    killed.kill("SIGKILL");
    await ended;
    const [code] = await once(run(), "exit");
    assert.equal(code, 0);
    const { data } = await emulator.client().messages.batches.list({ limit: 100 });
    const succeeded = data.reduce((sum, batch) => sum + batch.request_counts.succeeded, 0);
    assert.equal(succeeded, ROWS);
});
