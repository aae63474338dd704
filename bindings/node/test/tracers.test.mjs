// Tracers of the field's SDK on `parlour/compat`: they wrap methods of its classes, and look at the answer and the result of one call. What
// real ones make of it is run by `make recipes`.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Client from "../dist/compat/index.mjs";
import { Emulator } from "../dist/testing.mjs";

let service;
let client;
before(async () => {
    service = await Emulator.start();
    client = new Client({ baseURL: service.url, apiKey: service.apiKey, vendor: "svc", fromEnv: false });
});
after(() => service.stop());

const params = {
    model: "svc-sonnet-4-5",
    max_tokens: 64,
    messages: [{ role: "user", content: "say traced" }],
};

test("methods of both classes are wrapped, and each call is seen once", async () => {
    const seen = [];
    const own = new Map();
    for (const [name, of] of Object.entries({ plain: Client.Messages, beta: Client.Beta.Messages })) {
        const { create } = of.prototype;
        own.set(of, create);
        of.prototype.create = function (...args) {
            seen.push(name);
            return create.apply(this, args);
        };
    }
    await client.messages.create(params);
    await client.beta.messages.create(params);
    for (const [of, create] of own) of.prototype.create = create;
    await client.messages.create(params);
    assert.deepEqual(seen, ["plain", "beta"]);
    assert.ok(client.beta.messages instanceof Client.Beta.Messages);
});

/** What a tracer makes of the promise of a call. */
function traced(promise, seen) {
    const made = promise._thenUnwrap((result) => {
        seen.push(result);
        return result;
    });
    const raw = made.asResponse.bind(made);
    const head = raw();
    head.catch((error) => seen.push(error.status));
    made.withResponse = async () => ({ data: await made, response: await head });
    return { made, head };
}

test("the answer and the result of a whole call", async () => {
    const seen = [];
    const { made, head } = traced(client.messages.create(params), seen);
    const { data, response } = await made.withResponse();
    assert.equal(data.content[0].text, "traced");
    assert.deepEqual(seen, [data]);
    assert.equal(response.status, 200);
    assert.deepEqual(await (await head).json(), JSON.parse(JSON.stringify(data)));
});

test("the answer and the result of a streamed call", async () => {
    const { made, head } = traced(client.messages.create({ ...params, stream: true }), []);
    const [left, right] = (await made).tee();
    const names = [[], []];
    for await (const { type } of left) names[0].push(type);
    for await (const { type } of right) names[1].push(type);
    assert.deepEqual(names[0], names[1]);
    assert.equal(names[0].at(-1), "message_stop");
    assert.ok((await head).headers.get("request-id"));
});

test("the body of a streamed call has its events, for who reads no stream", async () => {
    const { head } = traced(client.messages.create({ ...params, stream: true }), []);
    const lines = (await (await head).text()).split("\n").filter((line) => line.startsWith("event: "));
    assert.equal(lines[0], "event: message_start");
    assert.equal(lines.at(-1), "event: message_stop");
});

test("a refused call is seen by both", async () => {
    const seen = [];
    service.push({ status: 400 });
    const { made } = traced(client.messages.create(params), seen);
    await assert.rejects(made, { status: 400 });
    await new Promise(setImmediate);
    assert.deepEqual(seen, [400]);
});
