// Bodies of raw requests: JSON, bytes, forms, files and streams; other values are refused before anything is sent.

import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { APIUserAbortError } from "parlour";
import { ask, service } from "./support.mjs";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
const OK = { json: { done: true } };

async function* pieces() {
    for (let at = 0; at < CONTENT.length; at += 50_000) {
        await new Promise(setImmediate);
        yield CONTENT.subarray(at, at + 50_000);
    }
}

async function fileOf(t) {
    const folder = await mkdtemp(join(tmpdir(), "parlour-raw-"));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, "plan.pdf");
    await writeFile(path, CONTENT);
    return path;
}

test("what is sent as it is arrives, with its media type", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const path = await fileOf(t);
    const pdf = "application/pdf";
    for (const [body, mediaType, type] of [
        [CONTENT, "application/x-tar", "application/x-tar"],
        [CONTENT.buffer, pdf, pdf],
        [new Blob([CONTENT], { type: pdf }), undefined, pdf],
        [new Blob([CONTENT]), undefined, "application/octet-stream"],
        [await openAsBlob(path, { type: pdf }), undefined, pdf],
        [pathToFileURL(path), undefined, pdf],
        [pieces(), undefined, "application/octet-stream"],
        [Readable.from(pieces()), "text/csv", "text/csv"],
        [Readable.toWeb(Readable.from(pieces())), "text/csv", "text/csv"],
    ]) {
        for (const stream of [false, true]) {
            if (stream && body[Symbol.asyncIterator] !== undefined) continue;
            emulator.push(OK);
            const answer = await client.request("PUT", "/v1/anything", { body, mediaType, stream });
            const text = stream ? (await answer.read()).toString() : answer.text();
            assert.deepEqual(JSON.parse(await text), { done: true });
            const seen = emulator.requests.at(-1);
            assert.deepEqual([seen.method, seen.path], ["PUT", "/v1/anything"]);
            assert.equal(seen.headers.get("content-type"), type);
            assert.deepEqual(new Uint8Array(seen.body), CONTENT);
        }
    }
    emulator.push(OK);
    await client.request("POST", "/v1/anything", { body: "a,b", mediaType: "text/csv" });
    assert.equal(emulator.requests.at(-1).body.toString(), "a,b");
});

test("a form is sent in parts", async (t) => {
    const emulator = await service(t);
    const form = new FormData();
    form.set("file", new File([CONTENT], "plan.pdf", { type: "application/pdf" }));
    const client = emulator.client();
    const made = await (await client.request("POST", "/v1/files", { body: form })).json();
    assert.deepEqual([made.filename, made.size_bytes], ["plan.pdf", CONTENT.length]);
    const seen = emulator.requests.at(-1);
    assert.match(seen.headers.get("content-type"), /^multipart\/form-data; boundary=/);
    const parts = seen.body.toString("latin1");
    assert.match(parts, /name="file"; filename="plan\.pdf"\r\ncontent-type: application\/pdf\r\n/);
    // Once more with the same form.
    const again = await (await client.request("POST", "/v1/files", { body: form })).json();
    assert.deepEqual([again.filename, again.size_bytes], ["plan.pdf", CONTENT.length]);
    form.set("purpose", "a test");
    emulator.push(OK);
    const stream = await client.request("POST", "/v1/anything", { body: form, stream: true });
    assert.equal((await stream.read()).toString(), JSON.stringify(OK.json));
    assert.match(emulator.requests.at(-1).body.toString("latin1"), /name="purpose"\r\n\r\na test\r\n/);
});

test("a stream that fails ends the request with its own error", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const reason = new Error("the disk is gone");
    for (const stream of [false, true]) {
        async function* body() {
            yield CONTENT;
            throw reason;
        }
        await assert.rejects(client.request("POST", "/v1/x", { body: body(), stream }), reason);
    }
    assert.equal(emulator.answered, 0);
});

test("what a stream gave once is not sent again, and what is there is", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ clock: { random: [0] } });
    emulator.push({ status: 500 }, OK);
    await client.request("POST", "/v1/x", { body: CONTENT, mediaType: "text/csv" });
    assert.equal(emulator.requestCount, 2);
    emulator.push({ status: 500 }, OK);
    await assert.rejects(client.request("POST", "/v1/x", { body: pieces() }), { attempts: 1, status: 500 });
});

test("what is no body is refused", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    for (const [body, says] of [
        [7, /must be an object.*, and is 7/],
        [true, /and is true/],
        [Symbol("s"), /and is a symbol/],
        [new Map([["a", 1]]), /and is a Map/],
        [new URLSearchParams("a=1"), /and is a URLSearchParams/],
        [Promise.resolve({}), /and is a Promise/],
    ]) {
        await assert.rejects(client.request("POST", "/v1/x", { body }), { name: "TypeError", message: says });
    }
    const form = { body: new FormData(), mediaType: "text/plain" };
    await assert.rejects(client.request("POST", "/v1/x", form), /a form has its own media type/);
    const text = client.request("POST", "/v1/x", { body: Readable.from(["text"]) });
    await assert.rejects(text, /gives text: open it without an encoding/);
    assert.equal(emulator.answered, 0);
});

test("the bytes of any answer come as they are, in place of the result", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { model, messages } = ask();
    const made = await client.messages.batches.create({
        requests: [{ custom_id: "a", params: ask() }],
    });
    for (const [make, key] of [
        [() => client.messages.create(ask()), "id"],
        [() => client.messages.create(JSON.stringify(ask())), "id"],
        [() => client.messages.countTokens({ model, messages }), "input_tokens"],
        [() => client.models.list({ limit: 1 }), "data"],
        [() => client.models.retrieve(model), "id"],
        [() => client.messages.batches.retrieve(made.id), "processing_status"],
        [() => client.request("GET", "/v1/models"), "data"],
    ]) {
        const before = emulator.requestCount;
        const call = make();
        const stream = await call.asStream();
        assert.equal(stream.response.status, 200);
        const pieces = [];
        for await (const piece of stream) pieces.push(piece);
        assert.ok(key in JSON.parse(Buffer.concat(pieces).toString()), key);
        assert.equal(emulator.requestCount, before + 1);
        await assert.rejects(call, /asStream\(\) took this answer/);
    }
    emulator.push({ status: 404 });
    await assert.rejects(client.messages.create(ask()).asStream(), { name: "NotFoundError" });
});

test("create({ stream: true }) gives the bytes of its events, or the events, with one request", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const streamed = { ...ask(), stream: true };
    const events = messages.create(streamed);
    const bytes = await events.asStream();
    assert.equal(bytes.response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    const text = (await bytes.read()).toString();
    assert.match(text, /^event: message_start\n/);
    assert.match(text, /event: message_stop\n/);
    assert.equal(emulator.requestCount, 1);
    const [first] = emulator.requests;
    assert.deepEqual(first.json(), streamed);
    await assert.rejects(events, /asStream\(\) took this answer/);
    await assert.rejects(events.asStream(), /before it is awaited/);

    // The same request, but for the form of its answer.
    const read = messages.create(streamed);
    await (await read).finalMessage();
    assert.equal(emulator.requestCount, 2);
    assert.deepEqual(emulator.requests.at(-1).json(), first.json());
    await assert.rejects(read.asStream(), /before it is awaited/);

    emulator.push({ status: 404 });
    await assert.rejects(messages.create(streamed).asStream(), { name: "NotFoundError" });
    await assert.rejects(messages.create({ ...streamed, stream: true, messages: 1n }).asStream(), TypeError);
    const gone = messages.create(streamed, { signal: AbortSignal.abort() });
    await assert.rejects(gone.asStream(), APIUserAbortError);
    await assert.rejects(gone, /asStream\(\) took this answer/);
    assert.equal(emulator.requestCount, 3);
});

test("asStream() is refused where there are no bytes, or the result was taken", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const call = messages.create(ask());
    await call;
    await assert.rejects(call.asStream(), /before it is awaited/);
    const wait = messages.batches.wait("msgbatch_1");
    await assert.rejects(wait.asStream(), /more than one request.*: batches\.retrieve\(id\)\.asStream\(\)/);
    await assert.rejects(wait);
    const written = emulator.client().files.downloadTo("file_1", join(tmpdir(), "parlour-none"));
    await assert.rejects(written.asStream(), /files\.download\(id\) gives them/);
    await assert.rejects(written, { name: "NotFoundError" });
});

const SKILL = new TextEncoder().encode("---\nname: report\ndescription: Writes.\n---\nWrite.");
const FILES = [{ name: "report/SKILL.md", file: SKILL }];

/** Calls that upload, by a key of their answers: bytes, and pieces that are read while they are sent. */
const uploading = (client, skill) => [
    [() => client.files.upload({ file: CONTENT }), "filename"],
    [() => client.files.upload({ file: pieces(), name: "plan.pdf" }), "filename"],
    [() => client.skills.create({ displayName: "Reports", files: FILES }), "latest_version_id"],
    [() => client.skills.versions.create(skill, { files: FILES }), "skill_id"],
    [() => client.messages.batches.create({ requests: [{ custom_id: "a", params: ask() }] }), "results_url"],
];

async function checkBytes(emulator, make, key) {
    const before = emulator.requestCount;
    const call = make();
    const stream = await call.asStream();
    assert.equal(stream.response.status, 200);
    const answer = JSON.parse((await stream.read()).toString());
    assert.ok(key in answer, `${key} in ${JSON.stringify(answer)}`);
    assert.equal(emulator.requestCount, before + 1);
    await assert.rejects(call, /asStream\(\) took this answer/);
    return answer;
}

async function endedBatch(client) {
    const { batches } = client.messages;
    const { id } = await batches.create({ requests: [{ custom_id: "a", params: ask() }] });
    while ((await batches.retrieve(id)).processing_status !== "ended");
    return id;
}

test("the bytes of answers to uploads and batches come as they are", async (t) => {
    const emulator = await service(t, { batchPolls: 1 });
    const client = emulator.client();
    const skill = await client.skills.create({ displayName: "Reports", files: FILES });
    for (const [make, key] of uploading(client, skill.id)) {
        const answer = await checkBytes(emulator, make, key);
        if (key === "filename") assert.equal(answer.size_bytes, CONTENT.length);
    }
    const id = await endedBatch(client);
    await checkBytes(emulator, () => client.messages.batches.results(id), "custom_id");
    const ended = await client.messages.batches.retrieve(id);
    await checkBytes(emulator, () => client.messages.batches.results(ended), "custom_id");
    await assert.rejects(client.messages.batches.results({}).asStream(), /not a message batch/);

    const made = { headers: { "x-emulator-made": "tool" } };
    const file = await client.files.upload({ file: CONTENT }, made);
    const download = client.files.download(file.id);
    assert.equal(await download.asStream(), await download);
    assert.deepEqual(new Uint8Array(await (await download).read()), CONTENT);
});

test("asStream() of an upload tells what reading failed with, and leaves the files at the end", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const mine = new Error("mine");
    const broken = (async function* () {
        yield CONTENT;
        throw mine;
    })();
    const call = client.files.upload({ file: broken });
    await assert.rejects(call.asStream(), mine);
    await assert.rejects(call);
    const left = async (act) => {
        let isLeft = false;
        const endless = (async function* () {
            try {
                for (;;) yield CONTENT;
            } finally {
                isLeft = true;
            }
        })();
        await assert.rejects(act(endless));
        for (let turn = 0; turn < 100 && !isLeft; turn += 1) await new Promise(setImmediate);
        assert.ok(isLeft);
    };
    const signal = () => ({ signal: AbortSignal.timeout(50) });
    await left((file) => client.files.upload({ file }, signal()).asStream());
    const requests = (async function* () {
        yield { custom_id: "a", params: ask() };
        throw mine;
    })();
    const batch = client.messages.batches.create({ requests });
    await assert.rejects(batch.asStream(), mine);
    await assert.rejects(batch, mine);
    await assert.rejects(client.files.upload({ file: 7 }).asStream(), /file must be a path/);
});

test("asStream() comes too late for a batch that was sent, and for results that come", async (t) => {
    const emulator = await service(t, { batchPolls: 1 });
    const { batches } = emulator.client().messages;
    const call = batches.create({ requests: [{ custom_id: "a", params: ask() }] });
    await call;
    await assert.rejects(call.asStream(), /before it is awaited/);
    const id = await endedBatch(emulator.client());
    const results = batches.results(id);
    await results;
    await assert.rejects(results.asStream(), /before it is awaited/);
    const before = emulator.requestCount;
    for await (const { custom_id } of await results) assert.equal(custom_id, "a");
    assert.equal(emulator.requestCount, before);
});
