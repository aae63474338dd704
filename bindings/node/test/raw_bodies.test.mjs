// Bodies of raw requests: JSON, bytes, forms, files and streams; what is none is refused before it is sent.

import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import Vendor from "parlour/compat";
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
    // By the names of the field's SDK, and once more with the same form.
    const sdk = new Vendor({ baseURL: emulator.url, apiKey: emulator.apiKey, fromEnv: false });
    const again = await sdk.post("/v1/files", { body: form });
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

test("asStream() is refused where there are no bytes, or the result was taken", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const events = messages.create({ ...ask(), stream: true });
    await assert.rejects(events.asStream(), /gives no bytes of its own: loop over what it gives/);
    await (await events).finalMessage();
    const call = messages.create(ask());
    await call;
    await assert.rejects(call.asStream(), /before it is awaited/);
    const wait = messages.batches.wait("msgbatch_1");
    await assert.rejects(wait.asStream(), /more than one request/);
    await assert.rejects(wait);
});
