// The service that users put into their own tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "parlour";
import { Emulator } from "parlour/testing";
import { ask, service } from "./support.mjs";

test("it starts, answers like a small model, records, and stops", async () => {
    const emulator = await Emulator.start({ seed: 3 });
    assert.match(emulator.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(emulator.requestCount, 0);
    const { messages } = emulator.client();
    assert.equal(textOf(await messages.create(ask("say hello"))), "hello");
    assert.equal(await messages.stream(ask("say streams")).finalText(), "streams");
    const [first, second] = emulator.requests;
    assert.deepEqual(
        [first.method, first.path, first.query, first.httpVersion],
        ["POST", "/v1/messages", "", "HTTP/1.1"],
    );
    assert.equal(first.headers.get("X-API-Key"), emulator.apiKey);
    assert.deepEqual(first.json(), ask("say hello"));
    assert.equal(second.json().stream, true);
    assert.ok(Buffer.isBuffer(first.body));
    assert.equal(first.connection, second.connection);
    assert.deepEqual([emulator.requestCount, emulator.answered, emulator.acceptedConnections], [2, 2, 1]);
    await emulator.stop();
    await emulator.stop();
    assert.equal(emulator.requests.length, 2, "what was recorded stays readable");
    await assert.rejects(emulator.client({ maxRetries: 0 }).messages.create(ask()), {
        name: "APIConnectionError",
    });
});

test("scripted replies and named faults come in their order, then the model", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400 }, "spend_cap");
    emulator.script([{ status: 404, repeat: 2 }]);
    assert.equal(emulator.scriptLeft, 3);
    const { messages } = emulator.client({ maxRetries: 0 });
    const statuses = [];
    for (let at = 0; at < 5; at++) {
        await messages.create(ask()).then(
            () => statuses.push(200),
            (error) => statuses.push(error.status),
        );
    }
    assert.deepEqual(statuses, [400, 429, 404, 404, 200]);
    assert.equal(emulator.scriptLeft, 0);
});

test("a script that cannot be followed is refused", async (t) => {
    const emulator = await service(t);
    assert.throws(() => emulator.push({ stauts: 400 }), /stauts/);
    assert.throws(() => emulator.push("no such fault"));
    await assert.rejects(Emulator.start({ nonsense: 1 }), /nonsense/);
});

test("keys rotate, requests are forgotten", async (t) => {
    const emulator = await service(t, { apiKey: "k0", vendor: "acme" });
    assert.equal(emulator.apiKey, "k0");
    const client = emulator.client();
    assert.equal(client.vendor, "acme");
    await client.messages.create(ask());
    emulator.setKeys("k1");
    await assert.rejects(client.messages.create(ask()), { status: 401 });
    emulator.clear();
    assert.equal(emulator.requests.length, 0);
    await emulator.client({ apiKey: "k1" }).messages.create(ask());
});

test("limits are enforced", async (t) => {
    const emulator = await service(t, { requestsPerMinute: 1 });
    const { messages } = emulator.client({ maxRetries: 0 });
    await messages.create(ask());
    await assert.rejects(messages.create(ask()), { name: "RateLimitError", status: 429 });
});

test("waiting for something that does not come ends in time", async (t) => {
    const emulator = await service(t);
    assert.equal(await emulator.waitRequests(1, 5), false);
    assert.equal(await emulator.waitClosedEarly(1, 5), false);
    assert.equal(await emulator.waitOpenConnections(0, 5), true);
});

test("await using stops it", async () => {
    const emulator = await Emulator.start();
    await emulator[Symbol.asyncDispose]();
    assert.equal(emulator.openConnections, 0);
});

test("models that it does not know are refused, unless any were asked for", async (t) => {
    const strict = await service(t);
    const strange = ask("say yes", { model: "other-vendor:large" });
    await assert.rejects(strict.client().messages.create(strange), { name: "NotFoundError" });
    const lenient = await service(t, { models: "any" });
    const answer = await lenient.client().messages.create(strange);
    assert.equal(answer.model, "other-vendor:large");
    assert.deepEqual(answer.content, [{ type: "text", text: "yes" }]);
    await assert.rejects(Emulator.start({ models: "some" }), /models must be/);
});
