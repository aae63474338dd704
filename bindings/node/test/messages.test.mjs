// Whole answers: requests, answers, and the response information around them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { betas, Client, RawResponse, ResponseInfo, textOf } from "parlour";
import { ask, MESSAGE, MODEL, service } from "./support.mjs";

test("an answer is a plain object, as the service sent it", async (t) => {
    const emulator = await service(t);
    const reply = {
        ...MESSAGE,
        content: [{ type: "text", text: "Grüße \u{1f980}" }],
        novelty: { deep: [1, null] },
    };
    emulator.push({ json: reply });
    const message = await emulator.client().messages.create(ask());
    assert.deepStrictEqual(message, reply);
    assert.equal(Object.getPrototypeOf(message), Object.prototype);
    assert.equal(JSON.stringify(message), JSON.stringify(reply));
    assert.deepStrictEqual(structuredClone(message), reply);
    assert.equal(textOf(message), "Grüße \u{1f980}");
});

test("a request is sent as it was given, unknown keys included", async (t) => {
    const emulator = await service(t);
    const request = ask("hi", { metadata: { user_id: "u" }, system: undefined, temperature: 0.5 });
    emulator.push({ json: MESSAGE }, { json: MESSAGE }, { json: MESSAGE });
    const { messages } = emulator.client();
    await messages.create({ ...request, stream: false, brand_new: [1] });
    await messages.create(JSON.stringify(ask("text")));
    await messages.create(new TextEncoder().encode(JSON.stringify(ask("bytes"))));
    const sent = emulator.requests.map((seen) => seen.json());
    assert.deepStrictEqual(sent[0], { ...JSON.parse(JSON.stringify(request)), brand_new: [1] });
    assert.deepStrictEqual(sent[1], ask("text"));
    assert.deepStrictEqual(sent[2], ask("bytes"));
});

test("request id, headers and rate limits are within reach and do not enumerate", async (t) => {
    const emulator = await service(t);
    emulator.push({
        json: MESSAGE,
        headers: {
            "request-id": "req_7",
            "x-multi": ["a", "b"],
            "svc-ratelimit-requests-limit": "50",
            "svc-ratelimit-requests-remaining": "49",
            "svc-ratelimit-requests-reset": "1970-01-01T00:00:01.5Z",
            "svc-ratelimit-tokens-remaining": "27000",
        },
    });
    const message = await emulator.client().messages.create(ask());
    assert.deepEqual(Object.keys(message), Object.keys(MESSAGE));
    assert.equal(message._request_id, "req_7");
    const { response } = message;
    assert.ok(response instanceof ResponseInfo);
    assert.deepEqual(
        [response.status, response.requestID, response.attempts, response.waits],
        [200, "req_7", 1, []],
    );
    assert.equal(response.headers.get("x-multi"), "a, b");
    assert.deepEqual(
        response.rawHeaders.filter(([name]) => name === "x-multi"),
        [
            ["x-multi", "a"],
            ["x-multi", "b"],
        ],
    );
    assert.deepEqual(response.rateLimits.requests, { limit: 50, remaining: 49, reset: new Date(1500) });
    assert.equal(response.rateLimits.remainingTokens, 27000);
    assert.equal(JSON.parse(JSON.stringify(response)).requestID, "req_7");
});

test("numbers beyond 2^53 are within reach in the raw text", async (t) => {
    const emulator = await service(t);
    const input = '{"id":9007199254740993}';
    emulator.push({
        text: JSON.stringify({
            ...MESSAGE,
            content: [{ type: "tool_use", id: "t", name: "n", input: "HERE" }],
        }).replace('"HERE"', input),
        headers: { "content-type": "application/json" },
    });
    const message = await emulator.client().messages.create(ask());
    assert.ok(message.raw.includes(input));
    assert.equal(typeof message.content[0].input.id, "number");
});

test("withResponse gives the result and what is around it", async (t) => {
    const emulator = await service(t);
    const { data, response, request_id } = await emulator.client().messages.create(ask()).withResponse();
    assert.equal(data.type, "message");
    assert.equal(response.status, 200);
    assert.equal(request_id, response.requestID);
    assert.match(request_id, /^req_/);
});

test("asResponse gives the answer as it came, never carried as a stream", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const long = ask("hi", { max_tokens: 60_000 });
    const carried = await messages.create(long);
    const response = await messages.create(long).asResponse();
    assert.ok(response instanceof RawResponse);
    assert.deepEqual([response.ok, response.status], [true, 200]);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(JSON.parse(await response.text()).type, "message");
    assert.deepEqual(await response.json(), JSON.parse(response.body.toString()));
    assert.equal((await response.arrayBuffer()).byteLength, response.body.length);
    assert.equal(textOf(carried), textOf(await response.json()));
    const [first, second] = emulator.requests.map((seen) => seen.json());
    assert.equal(first.stream, true);
    assert.equal(second.stream, undefined);
});

test("asResponse, withResponse and the result of one call agree", async (t) => {
    const emulator = await service(t);
    const call = emulator.client().messages.create(ask());
    const [response, { data }, message] = await Promise.all([call.asResponse(), call.withResponse(), call]);
    assert.deepEqual(await response.json(), message);
    assert.equal(data, message);
    assert.deepEqual(await (await call.asResponse()).json(), message);
    assert.equal(emulator.requests.length, 1);
});

test("options of a call travel", async (t) => {
    const emulator = await service(t, { betas: [betas.MCP_CLIENT_2025_11_20, "b2"] });
    const client = emulator.client({
        defaultHeaders: { "x-a": "1", "x-b": "2" },
        defaultQuery: { q: "1" },
        betas: betas.MCP_CLIENT_2025_11_20,
    });
    await client.messages.create(ask(), {
        headers: { "x-b": null, "x-c": "3" },
        query: { r: true, s: 4 },
        body: { top_k: 5 },
        betas: ["b2"],
        apiKey: emulator.apiKey,
    });
    const [seen] = emulator.requests;
    assert.deepEqual(
        [seen.headers.get("x-a"), seen.headers.get("x-b"), seen.headers.get("x-c")],
        ["1", null, "3"],
    );
    assert.equal(seen.query, "q=1&r=true&s=4");
    assert.equal(seen.json().top_k, 5);
    assert.equal(seen.headers.get("svc-beta"), "mcp-client-2025-11-20,b2");
});

test("headers may be a Map or the platform's Headers", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    await messages.create(ask(), { headers: new Headers({ "x-a": "1" }) });
    await messages.create(ask(), { headers: new Map([["x-a", "2"]]) });
    assert.deepEqual(
        emulator.requests.map((seen) => seen.headers.get("x-a")),
        ["1", "2"],
    );
});

test("a misspelt option is a TypeError that names it, and nothing is sent", async (t) => {
    const emulator = await service(t);
    await assert.rejects(emulator.client().messages.create(ask(), { tiemout: 1 }), {
        name: "TypeError",
        message: "unknown option tiemout; did you mean timeout?",
    });
    assert.throws(() => new Client({ baseUrl: "http://127.0.0.1:1" }), {
        name: "TypeError",
        message: /baseURL/,
    });
    assert.throws(() => new Client({ retry: { profil: "none" } }), {
        name: "TypeError",
        message: /retry\.profil/,
    });
    assert.throws(() => new Client({ connectTimeout: "10s" }), {
        name: "TypeError",
        message: /milliseconds/,
    });
    assert.equal(emulator.requests.length, 0);
});

test("a request that is no JSON rejects, and nothing is sent", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const loop = ask();
    loop.self = loop;
    await assert.rejects(messages.create(loop), TypeError);
    await assert.rejects(messages.create(ask("x", { top_k: 1n })), TypeError);
    await assert.rejects(messages.create(7), TypeError);
    await assert.rejects(messages.create("[]"), { name: "ConfigError" });
    assert.equal(emulator.requests.length, 0);
});

test("calls are repeated as the core decides, and the head tells it", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 529 }, { status: 429, headers: { "retry-after": "2" } });
    const client = emulator.client({ clock: { random: [0] } });
    const { response } = await client.messages.create(ask()).withResponse();
    assert.deepEqual([response.attempts, response.waits], [3, [5000, 2000]]);
});

test("256 calls at once", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const answers = await Promise.all(
        Array.from({ length: 256 }, (_, at) => messages.create(ask(`say n${at}`))),
    );
    assert.deepEqual(
        answers.map(textOf),
        answers.map((_, at) => `n${at}`),
    );
});

test("request sends anything, with the client's credential and errors", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const answer = await client.request("get", "/v1/models", { query: { limit: 2 } });
    assert.deepEqual([answer.status, (await answer.json()).data.length], [200, 2]);
    assert.equal(emulator.requests[0].headers.get("x-api-key"), emulator.apiKey);
    const counted = await client.request("POST", "/v1/messages/count_tokens", {
        body: { model: MODEL, messages: [{ role: "user", content: "hi" }] },
    });
    assert.equal(typeof (await counted.json()).input_tokens, "number");
    const stream = await client.request("GET", "/v1/models", { stream: true });
    assert.equal(stream.response.status, 200);
    assert.ok(JSON.parse((await stream.read()).toString()).data.length > 2);
    await assert.rejects(client.request("GET", "/v1/nothing"), { name: "NotFoundError", status: 404 });
    await assert.rejects(client.request("GET", "/v1/nothing", { stream: true }), { name: "NotFoundError" });
    await assert.rejects(client.request("NO METHOD", "/v1/models"), { name: "ConfigError" });
});

test("withOptions gives a copy that differs, and shares the connections", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const copy = client
        .withOptions({ defaultHeaders: { "x-a": "1" }, maxRetries: 0 })
        .withOptions({ query: { q: 2 } });
    await client.messages.create(ask());
    await copy.messages.create(ask());
    const [first, second] = emulator.requests;
    assert.deepEqual([first.headers.get("x-a"), first.query], [null, ""]);
    assert.deepEqual([second.headers.get("x-a"), second.query], ["1", "q=2"]);
    assert.equal(first.connection, second.connection);
    emulator.push({ status: 529 });
    await assert.rejects(copy.messages.create(ask()), { attempts: 1 });
    const other = client.withOptions({ vendor: "acme", defaultHeaders: { "x-b": "3" } });
    assert.deepEqual([client.vendor, other.vendor, other.baseURL], ["svc", "acme", client.baseURL]);
});

test("settings that cannot be are refused with a sentence", () => {
    assert.throws(() => new Client({ fromEnv: false, apiKey: "k", vendor: "acme" }), {
        name: "ConfigError",
        message: /base/,
    });
    assert.throws(
        () => new Client({ fromEnv: false, apiKey: "k", baseURL: "http://example.com" }),
        (error) => error.name === "ConfigError" && !error.message.includes('"k"'),
    );
});

test("a client shows no secret", async (t) => {
    const emulator = await service(t, { apiKey: "sk-very-secret" });
    const client = emulator.client();
    const { inspect } = await import("node:util");
    const shown = inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client) + String(client);
    assert.ok(!shown.includes("sk-very-secret"));
    assert.ok(shown.includes(emulator.url));
});
