// Bodies, files, headers and requests of another realm or of a package: accepted by their members, or refused by their
// kind.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import vm from "node:vm";
import { verifyWebhook } from "parlour";
import * as undici from "undici";
import { ask, service } from "./support.mjs";

const OK = { json: { done: true } };
const inside = (code) => vm.runInContext(code, vm.createContext({}));

/** A stream of the web without an iterator, as some packages make it. */
function readable(...pieces) {
    return {
        locked: false,
        cancel: () => Promise.resolve(),
        getReader: () => ({
            read: () => Promise.resolve({ done: pieces.length === 0, value: pieces.shift() }),
            cancel: () => Promise.resolve(),
        }),
    };
}

test("a form of another class is sent as a form", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    class Form {
        #fields = [];
        append(name, value) {
            this.#fields.push([name, value]);
        }
        entries() {
            return this.#fields.values();
        }
        get [Symbol.toStringTag]() {
            return "FormData";
        }
    }
    for (const form of [new undici.FormData(), new Form()]) {
        emulator.push(OK);
        form.append("purpose", "a test");
        form.append("file", new File(["abc"], "a.txt", { type: "text/plain" }));
        await client.request("POST", "/v1/anything", { body: form });
        const seen = emulator.requests.at(-1);
        assert.match(seen.headers.get("content-type"), /^multipart\/form-data; boundary=/);
        const { body } = seen;
        assert.match(body.toString(), /name="purpose"[^]*a test[^]*filename="a\.txt"[^]*abc/);
    }
});

test("what JSON would make {} of is refused by its kind, and nothing is sent", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    class NoEntries {
        append() {
            return this;
        }
        get [Symbol.toStringTag]() {
            return "FormData";
        }
    }
    for (const [body, kind] of [
        [new NoEntries(), "NoEntries"],
        [new Map([["a", 1]]), "Map"],
        [inside("new Map([['a', 1]])"), "Map"],
        [inside("new Set([1])"), "Set"],
        [new URLSearchParams("a=1"), "URLSearchParams"],
        [new undici.Headers({ a: "1" }), "Headers"],
        [inside("Promise.resolve({})"), "Promise"],
        [new Date(NaN).constructor, "function"],
        [/x/, "RegExp"],
        [
            new (class Hidden {
                #field = 1;
                value() {
                    return this.#field;
                }
            })(),
            "Hidden",
        ],
    ]) {
        await assert.rejects(client.request("POST", "/v1/anything", { body }), {
            name: "TypeError",
            message: new RegExp(`the body of a request must be .*${kind}`),
        });
        if (typeof body === "object")
            await assert.rejects(client.messages.create(body), {
                name: "TypeError",
                message: new RegExp(`a request is an object .*${kind}`),
            });
    }
    assert.equal(emulator.requests.length, 0);
    class Fields {
        constructor() {
            this.said = "x";
        }
    }
    for (const body of [inside("({ said: 'x' })"), new Fields(), { toJSON: () => ({ said: "x" }) }]) {
        emulator.push(OK);
        await client.request("POST", "/v1/anything", { body });
        assert.deepEqual(emulator.requests.at(-1).json(), { said: "x" });
    }
});

test("bytes and streams of another realm are bytes", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const bytes = JSON.stringify([...Buffer.from("abcd")]);
    const { buffer } = Uint8Array.from(Buffer.from("abcd"));
    for (const file of [
        inside(`new Uint8Array(${bytes})`),
        inside(`new Uint8Array(${bytes}).buffer`),
        new Uint16Array(buffer),
        new DataView(buffer),
        inside(`(async function* () { yield new Uint8Array(${bytes}); })()`),
        inside(`(function* () { yield new Uint8Array(${bytes}).buffer; })()`),
        readable(Buffer.from("ab"), Buffer.from("cd")),
        new undici.File(["abcd"], "a"),
        { size: 4, stream: () => new Blob(["abcd"]).stream(), arrayBuffer: () => Promise.resolve(buffer) },
    ]) {
        emulator.push(OK);
        await client.request("PUT", "/v1/anything", { body: file, mediaType: "text/csv" });
        const seen = emulator.requests.at(-1);
        assert.deepEqual([seen.body.toString(), seen.headers.get("content-type")], ["abcd", "text/csv"]);
    }
    const whole = inside(`new Uint8Array(${JSON.stringify([...Buffer.from(JSON.stringify(ask("y")))])})`);
    for (const body of [whole, whole.buffer]) {
        await client.messages.create(body);
        assert.deepEqual(emulator.requests.at(-1).json(), ask("y"));
    }
    await assert.rejects(
        client.request("PUT", "/v1/anything", { body: inside("(async function* () { yield 1; })()") }),
        /gives bytes, not 1/,
    );
});

test("a webhook has its headers from any package", () => {
    const body = inside(`new Uint8Array(${JSON.stringify([...Buffer.from('{"type":"event"}')])})`);
    const key = Buffer.alloc(32, 7);
    const now = new Date(1_700_000_000_000);
    const at = String(now.getTime() / 1000);
    const signature = createHmac("sha256", key).update(`msg_1.${at}.{"type":"event"}`).digest("base64");
    const lines = {
        "webhook-id": "msg_1",
        "webhook-timestamp": at,
        "webhook-signature": `v1,${signature}`,
    };
    const secrets = `whsec_${key.toString("base64")}`;
    for (const headers of [
        lines,
        new Headers(lines),
        new undici.Headers(lines),
        new Map(Object.entries(lines)),
    ])
        assert.deepEqual(verifyWebhook({ body, headers, secrets, now }), { type: "event" });
});

test("client.fetch takes a request of another package, and carries a form", async (t) => {
    const emulator = await service(t);
    const { baseURL, fetch } = emulator.client();
    const url = `${baseURL}/v1/messages`;
    const text = JSON.stringify(ask("z"));
    const request = new undici.Request(url, {
        method: "POST",
        body: text,
        headers: { "content-type": "application/json", "x-mine": "1" },
    });
    assert.equal((await fetch(request)).status, 200);
    const seen = emulator.requests.at(-1);
    assert.deepEqual([seen.json(), seen.headers.get("x-mine")], [ask("z"), "1"]);
    const form = new FormData();
    form.set("file", new File([Uint8Array.of(0, 255, 128)], "a.bin"));
    emulator.push(OK);
    assert.equal((await fetch(`${baseURL}/v1/anything`, { method: "POST", body: form })).status, 200);
    const sent = emulator.requests.at(-1);
    const read = await new Response(sent.body, {
        headers: { "content-type": sent.headers.get("content-type") },
    }).formData();
    assert.deepEqual([...new Uint8Array(await read.get("file").arrayBuffer())], [0, 255, 128]);
});
