// Files on their way to the service and back, and runs of batches.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { APIConnectionError, APIUserAbortError, ConfigError } from "parlour";
import { ask, service } from "./support.mjs";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
const MADE = { headers: { "x-emulator-made": "tool" } };
const SOON = { firstPause: 0, longestPause: 0 };

async function folder(t) {
    const path = await mkdtemp(join(tmpdir(), "parlour-uploads-"));
    t.after(() => rm(path, { recursive: true }));
    return path;
}

function* pieces() {
    for (let at = 0; at < CONTENT.length; at += 50_000) yield CONTENT.subarray(at, at + 50_000);
}

async function* later() {
    for (const piece of pieces()) {
        await new Promise(setImmediate);
        yield piece;
    }
}

test("what can be uploaded arrives", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const here = await folder(t);
    const path = join(here, "plan.pdf");
    await writeFile(path, CONTENT);
    for (const [file, name] of [
        [path, "plan.pdf"],
        [pathToFileURL(path), "plan.pdf"],
        [CONTENT, "upload"],
        [CONTENT.buffer, "upload"],
        [new Blob([CONTENT], { type: "application/pdf" }), "upload"],
        [createReadStream(path), "plan.pdf"],
        [Readable.from(later()), "upload"],
        [Readable.toWeb(Readable.from(pieces())), "upload"],
        [pieces(), "upload"],
        [later(), "upload"],
    ]) {
        const sent = await client.files.upload({ file }, MADE);
        assert.deepEqual([sent.filename, sent.size_bytes], [name, CONTENT.length]);
        const back = join(here, "back");
        assert.equal(await client.files.downloadTo(sent.id, back), CONTENT.length);
        assert.deepEqual(new Uint8Array(await readFile(back)), CONTENT);
        await client.files.delete(sent.id);
    }
    assert.deepEqual((await readdir(here)).sort(), ["back", "plan.pdf"]);
    const named = await client.files
        .upload({ file: later(), name: "a.md", mediaType: "text/markdown" })
        .withResponse();
    assert.equal(named.data.filename, "a.md");
    assert.equal(named.response.status, 200);
    const files = [
        {
            name: "report/SKILL.md",
            file: new TextEncoder().encode("---\nname: report\ndescription: Writes.\n---\nWrite."),
        },
        { name: "report/data.bin", file: [CONTENT] },
    ];
    const skill = await client.skills.create({ displayName: "Reports", files });
    assert.equal(skill.display_name, "Reports");
    const version = await client.skills.versions.create(skill.id, { files });
    assert.equal(version.skill_id, skill.id);
});

test("what a stream fails with rejects the call", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const gone = new Error("the disk is gone");
    let left = false;
    async function* broken() {
        try {
            yield CONTENT.subarray(0, 10);
            throw gone;
        } finally {
            left = true;
        }
    }
    await assert.rejects(client.files.upload({ file: broken() }), gone);
    assert.ok(left);
    await assert.rejects(
        client.files.upload({ file: Readable.from(["text"]) }),
        /open it without an encoding/,
    );
    await assert.rejects(client.files.upload({ file: 7 }), /a stream or other iterable of bytes: not number/);
    await assert.rejects(client.files.upload({ file: "/no.such/file" }), ConfigError);
    assert.equal((await client.files.list()).data.length, 0);
});

test("aborting an upload leaves its stream", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const controller = new AbortController();
    let left;
    const leaving = new Promise((resolve) => {
        left = resolve;
    });
    const stuck = {
        sent: false,
        [Symbol.asyncIterator]() {
            return this;
        },
        async next() {
            if (!this.sent) {
                this.sent = true;
                return { done: false, value: CONTENT };
            }
            controller.abort();
            return new Promise(() => undefined);
        },
        async return() {
            left();
            return { done: true, value: undefined };
        },
    };
    await assert.rejects(
        client.files.upload({ file: stuck }, { signal: controller.signal }),
        APIUserAbortError,
    );
    await leaving;
});

test("a download is whole or not there", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const here = await folder(t);
    const { id } = await client.files.upload({ file: CONTENT, name: "plot.png" }, MADE);
    emulator.push({ fault: { reset_at: 1000 } });
    await assert.rejects(client.files.downloadTo(id, join(here, "plot.png")), APIConnectionError);
    assert.deepEqual(await readdir(here), []);
    await assert.rejects(client.files.downloadTo(id, join(here, "no", "folder")), ConfigError);
    assert.equal(await client.files.downloadTo(id, join(here, "plot.png")), CONTENT.length);
});

const rows = (count) =>
    Array.from({ length: count }, (_, at) => ({ custom_id: `row-${at}`, params: ask("Hi") }));

async function ids(results) {
    const seen = [];
    for await (const { custom_id: id } of results) seen.push(id);
    return seen.sort();
}

test("a run splits its requests and gives each result once", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { batches } = client.messages;
    const state = join(await folder(t), "run.state");
    const wanted = rows(25)
        .map(({ custom_id: id }) => id)
        .sort();
    for (let round = 0; round < 2; round++) {
        const results = await batches.run({ requests: rows(25), state, requestsPerBatch: 10 }, SOON);
        assert.deepEqual(await ids(results), wanted);
    }
    assert.equal((await batches.list()).data.length, 3);
    async function* given() {
        yield* rows(7);
    }
    assert.equal((await ids(await batches.run({ requests: given(), requestsPerBatch: 3 }, SOON))).length, 7);
    for (const [params, why] of [
        [{ requests: rows(7), state }, /other requests than those of the journal/],
        [{ requests: [...rows(3), ...rows(1)] }, /stands in the run already/],
        [{ requests: [] }, /at least one request/],
    ]) {
        await assert.rejects(
            batches.run(params, SOON),
            (error) => error instanceof ConfigError && why.test(error.message),
        );
    }
    await assert.rejects(batches.run({ requests: rows(1), requestsPerBatch: 0 }), /whole number above 0/);
});
