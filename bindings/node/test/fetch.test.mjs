// The `fetch` of a client, as frameworks use one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { APIConnectionError, Client } from "parlour";
import { ask, service, SILENCE, streamed } from "./support.mjs";

const post = (params, more = {}) => ({
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "not the key", "x-trace": "1" },
    body: JSON.stringify(params),
    ...more,
});

test("a request goes to the client's service with the client's key, and gives a response", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    assert.equal(client.fetch, client.fetch);
    const url = `${client.baseURL}/v1/messages`;
    const response = await client.fetch(url, post(ask()));
    assert.ok(response instanceof Response);
    assert.deepEqual([response.status, response.ok, response.url], [200, true, url]);
    assert.equal((await response.json()).type, "message");
    const [seen] = emulator.requests;
    assert.equal(seen.headers.get("x-api-key"), emulator.apiKey);
    assert.equal(seen.headers.get("x-trace"), "1");
    const listed = await client.fetch(new URL("/v1/models?limit=1", client.baseURL));
    assert.equal((await listed.json()).data.length, 1);
    assert.equal(emulator.requests[1].query, "limit=1");
    const asked = await client.fetch(new Request(url, post(ask())));
    assert.equal(asked.status, 200);
});

test("a stream is read as it comes", async (t) => {
    const emulator = await service(t);
    const { fetch, baseURL } = emulator.client();
    emulator.push(streamed("Hel", "lo"));
    const response = await fetch(`${baseURL}/v1/messages`, post(ask("hi", { stream: true })));
    assert.match(response.headers.get("content-type"), /event-stream/);
    let text = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) text += piece;
    assert.match(text, /^event: message_start[\s\S]*event: message_stop/);
});

test("a status of failure is a response, after the client's retries", async (t) => {
    const emulator = await service(t);
    const { fetch, baseURL } = emulator.client({ maxRetries: 1, retry: { profile: "sdk_compatible" } });
    const error = { type: "error", error: { type: "rate_limit_error", message: "slow" } };
    const refused = { status: 429, json: error, headers: { "retry-after-ms": "1" } };
    emulator.push(refused, refused);
    const response = await fetch(`${baseURL}/v1/messages`, post(ask()));
    assert.equal(emulator.requests.length, 2);
    assert.deepEqual([response.status, response.statusText], [429, "Too Many Requests"]);
    assert.equal(response.headers.get("retry-after-ms"), "1");
    assert.deepEqual(await response.json(), error);
});

test("a signal, and a connection that fails, end it as they end any fetch", async (t) => {
    const emulator = await service(t);
    const { fetch, baseURL } = emulator.client();
    emulator.push(SILENCE);
    const controller = new AbortController();
    const asked = fetch(`${baseURL}/v1/messages`, post(ask(), { signal: controller.signal }));
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 10);
    await assert.rejects(asked, (error) => error === reason);
    const gone = new Client({
        baseURL: "http://127.0.0.1:1",
        apiKey: "k",
        vendor: "svc",
        fromEnv: false,
        maxRetries: 0,
    });
    await assert.rejects(
        gone.fetch("http://127.0.0.1:1/v1/models"),
        (error) => error instanceof TypeError && error.cause instanceof APIConnectionError,
    );
});

test("the key goes to no other address", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    await assert.rejects(
        client.fetch("https://example.com/v1/messages", post(ask())),
        /is of a client for http:\/\/127\.0\.0\.1:\d+, and was asked for https:\/\/example\.com\/v1\/messages: give the framework the address/,
    );
    const below = new Client({
        ...{ baseURL: `${client.baseURL}/gateway`, apiKey: "k", vendor: "svc" },
        fromEnv: false,
    });
    await assert.rejects(below.fetch(`${client.baseURL}/v1/models`), TypeError);
    assert.equal(emulator.requests.length, 0);
});
