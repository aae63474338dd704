// Files on their way to the service and back, and runs of batches.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
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
    await assert.rejects(client.files.upload({ file: 7 }), /a stream or other iterable of bytes: not 7/);
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

test("a file that changes is told, and not sent again", async (t) => {
    const emulator = await service(t);
    const path = join(await folder(t), "plan.pdf");
    for (const [changed, says] of [
        [Buffer.concat([CONTENT, Buffer.from("more")]), /grew/],
        [CONTENT.subarray(1), /became shorter/],
    ]) {
        let asked = 0;
        const apiKey = async () => {
            // The length of the file was taken before.
            asked++;
            await writeFile(path, changed);
            return emulator.apiKey;
        };
        const client = emulator.client({ apiKey });
        await writeFile(path, CONTENT);
        await assert.rejects(client.files.upload({ file: path }), (error) => {
            assert.ok(error instanceof ConfigError);
            assert.equal(error.subkind, "local_file");
            assert.match(error.message, says);
            return true;
        });
        assert.equal(asked, 1);
    }
    const book = await (await fetch(`${emulator.url}/emulator/book`)).json();
    assert.deepEqual(book.uploads, {});
});

const FULL = `
import { Client } from "parlour";
const [baseURL, apiKey, path] = process.argv.slice(1);
try {
    await new Client({ baseURL, apiKey, fromEnv: false }).files.downloadTo("file_1", path);
} catch (error) {
    console.log(error.subkind, error.message);
}
`;

test("a full disk is told, and left as it was", async (t) => {
    const emulator = await service(t);
    const here = await folder(t);
    const path = join(here, "plot.png");
    await writeFile(path, "before");
    emulator.push({ text: "y".repeat(200_000), repeat: 0 });
    // A write fails in the middle: by a limit of the process, which needs no disk to fill and no rights.
    const limited = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    const program = [
        process.execPath,
        "--input-type=module",
        "-e",
        FULL,
        emulator.url,
        emulator.apiKey,
        path,
    ];
    const child = spawn("sh", ["-c", limited, "sh", ...program], {
        cwd: fileURLToPath(new URL(".", import.meta.url)),
        stdio: ["ignore", "pipe", "inherit"],
    });
    const [out] = await Promise.all([child.stdout.setEncoding("utf8").toArray(), once(child, "close")]);
    assert.match(out.join(""), /^local_file .*nothing was left there/s);
    assert.deepEqual([await readdir(here), await readFile(path, "utf8")], [["plot.png"], "before"]);
    // Another attempt would have met the same disk.
    assert.equal(emulator.requestCount, 1);
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
    const to = (maxBytes) => client.files.downloadTo(id, join(here, "plot.png"), { maxBytes });
    await assert.rejects(to(99), { name: "APIResponseValidationError", subkind: "max_download_bytes" });
    for (const wrong of [-1, 1.5, "9"]) await assert.rejects(to(wrong), /maxBytes must be a whole number/);
    assert.deepEqual(await readdir(here), []);
    assert.equal(await to(CONTENT.length), CONTENT.length);
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
