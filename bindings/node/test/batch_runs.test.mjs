// The journal of a run of batches: the files that it refuses. A refused journal is left as it was, byte for byte, and
// nothing is sent.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, ConfigError, PermissionDeniedError } from "parlour";
import { service } from "./support.mjs";

/** Requests that ask for their words, under ids that all runs have. */
const asking = (...words) =>
    words.map((word, at) => ({
        custom_id: `row-${at}`,
        params: {
            model: "svc-haiku-3-5",
            max_tokens: 32,
            messages: [{ role: "user", content: `say ${word}` }],
        },
    }));

/** A service, and the path of a journal in a folder that is gone afterwards. */
async function prepared(t) {
    const emulator = await service(t);
    const folder = await mkdtemp(join(tmpdir(), "parlour-journal-"));
    t.after(() => rm(folder, { recursive: true }));
    return { emulator, state: join(folder, "run.journal") };
}

/** The texts that a run gives, by the ids of its requests. */
async function answers(emulator, requests, state) {
    const client = new Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        fromEnv: false,
        maxRetries: 0,
    });
    const given = {};
    const soon = { firstPause: 0, longestPause: 0 };
    for await (const { custom_id: id, result } of await client.messages.batches.run(
        { requests, state },
        soon,
    ))
        given[id] = result.message.content[0].text;
    return given;
}

/** The error of a run that is refused, which leaves the file and sends so many requests. */
async function refused(emulator, requests, state, sent = 0) {
    const [before, count] = [await readFile(state), emulator.requestCount];
    const error = await answers(emulator, requests, state).then(
        () => assert.fail("the run is refused"),
        (raised) => raised,
    );
    assert.ok(error instanceof ConfigError, String(error));
    assert.deepEqual(await readFile(state), before);
    assert.equal(emulator.requestCount - count, sent);
    return error;
}

test("other requests under the same ids are refused", async (t) => {
    const { emulator, state } = await prepared(t);
    assert.deepEqual(await answers(emulator, asking("a", "b"), state), { "row-0": "a", "row-1": "b" });
    assert.match((await refused(emulator, asking("c", "d"), state)).message, /request 0 \("row-0"\)/);
    assert.match((await refused(emulator, asking("a", "d"), state)).message, /request 1 \("row-1"\)/);
});

test("another file is refused and left as it is", async (t) => {
    const { emulator, state } = await prepared(t);
    for (const content of ["all my notes in one line", '{"a":1}\n{"b":2}\n{"c":3}', "\n", "\u00ff\0"]) {
        await writeFile(state, content);
        const error = await refused(emulator, asking("a"), state);
        assert.equal(error.subkind, "local_file");
        assert.match(error.message, /no journal of a run/);
    }
});

test("the batch of another run is not taken", async (t) => {
    const { emulator, state } = await prepared(t);
    const theirs = `${state}.theirs`;
    // The run is planned, and the service refuses its batch.
    emulator.script([{}, { status: 403 }]);
    await assert.rejects(answers(emulator, asking("a", "b"), state), PermissionDeniedError);
    assert.deepEqual(await answers(emulator, asking("x", "y"), theirs), { "row-0": "x", "row-1": "y" });
    const [batch] = /msgbatch_\w+/.exec(await readFile(theirs, "utf8"));
    // The list of batches, the batch, and its results.
    const error = await refused(emulator, asking("a", "b"), state, 3);
    assert.equal(error.subkind, "batch_in_doubt");
    for (const named of [batch, state, '{"created":', '{"foreign":'])
        assert.ok(error.message.includes(named), named);
});

const HOLDER = `
import { Client } from "parlour";
const [baseURL, apiKey, state] = process.argv.slice(1);
const params = { model: "svc-haiku-3-5", max_tokens: 32, messages: [{ role: "user", content: "say a" }] };
async function* requests() {
    console.log("held");
    for await (const _ of process.stdin);
    yield { custom_id: "row-0", params };
}
const client = new Client({ baseURL, apiKey, fromEnv: false });
const soon = { firstPause: 0, longestPause: 0 };
for await (const { result } of await client.messages.batches.run({ requests: requests(), state }, soon))
    console.log(result.message.content[0].text);
`;

test("one process at a time has the journal", async (t) => {
    const { emulator, state } = await prepared(t);
    const holder = spawn(
        process.execPath,
        ["--input-type=module", "-e", HOLDER, emulator.url, emulator.apiKey, state],
        {
            cwd: fileURLToPath(new URL(".", import.meta.url)),
            stdio: ["pipe", "pipe", "inherit"],
        },
    );
    t.after(() => holder.kill());
    const closed = once(holder, "close");
    const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, "held");
    const error = await refused(emulator, asking("a"), state);
    assert.equal(error.subkind, "local_file");
    assert.match(error.message, /another run uses it/);
    holder.stdin.end();
    assert.equal((await lines.next()).value, "a");
    assert.deepEqual(await closed, [0, null]);
    assert.deepEqual(await answers(emulator, asking("a"), state), { "row-0": "a" });
});
