// Tracers of the official SDK on `parlour-compat`: they wrap methods of its classes, and read the answer and the result
// of one call. `make recipes` runs real ones.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Client from "../dist/index.mjs";
import { Emulator } from "parlour/testing";
import { streamed } from "../../node/test/support.mjs";

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

/** Treats the promise of a call as a tracer does. */
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

test("the body of a streamed call that a tracer reads is refused, and not cut", async () => {
    const promise = client.messages
        .create({ ...params, stream: true })
        ._thenUnwrap((stream) => stream.tee()[0]);
    const answer = await promise.asResponse();
    await promise;
    await assert.rejects(answer.text(), /read already/);
});

test("both halves of a stream are aborted with it", async () => {
    const stream = await client.messages.create({ ...params, stream: true });
    const halves = stream.tee();
    stream.controller.abort();
    for (const half of halves) await assert.rejects(half.finalMessage(), Client.APIUserAbortError);
});

test("a refused call is seen by both", async () => {
    const seen = [];
    service.push({ status: 400 });
    const { made } = traced(client.messages.create(params), seen);
    await assert.rejects(made, { status: 400 });
    await new Promise(setImmediate);
    assert.deepEqual(seen, [400]);
});

const INPUT = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const WEATHER = {
    type: "custom",
    name: "weather",
    description: "Tells.",
    input_schema: INPUT,
    parse: (x) => x,
    run: () => "sunny",
};
const weather = { ...params, messages: [{ role: "user", content: "use weather for Oslo" }] };

/** Has a tracer in the place of `create()` of both classes while something runs. */
async function wrapped(around, run) {
    const own = [Client.Messages, Client.Beta.Messages].map((of) => [of, of.prototype.create]);
    for (const [of, create] of own) of.prototype.create = around(create);
    try {
        return await run();
    } finally {
        for (const [of, create] of own) of.prototype.create = create;
    }
}

/** A tracer that makes a promise and a stream of its own out of the parts of those that it is given, as some do. */
const rebuilding = (seen) => (create) =>
    function (...given) {
        const made = create.apply(this, given);
        const span = { asked: given[0].messages.length, streams: given[0].stream === true, events: [] };
        seen.push(span);
        if (!span.streams) {
            return made.then((message) => {
                span.stop = message.stop_reason;
                return message;
            });
        }
        async function* events(stream) {
            try {
                for await (const event of stream) {
                    span.events.push(event.type);
                    yield event;
                }
                span.stop = "read";
            } catch (error) {
                span.stop = error.status;
                throw error;
            }
        }
        return new Client.APIPromise(this._client, made.responsePromise, async (of, props) => {
            const stream = await made.parseResponse(of, props);
            return new stream.constructor(() => events(stream), stream.controller);
        });
    };

test("a promise and a stream that a tracer makes of the parts of others are as good", async () => {
    const seen = [];
    await wrapped(rebuilding(seen), async () => {
        const promise = client.messages.create({ ...params, stream: true });
        assert.ok(promise instanceof Client.APIPromise);
        const { data, response, request_id } = await promise.withResponse();
        assert.equal(response.headers.get("request-id"), request_id);
        assert.ok(data instanceof Client.Stream);
        assert.equal(data.response.requestID, request_id);
        const names = [];
        for await (const { type } of data) names.push(type);
        assert.deepEqual(seen[0].events, names);
        assert.equal((await data.finalMessage()).content[0].text, "traced");
        const answer = await client.messages.create({ ...params, stream: true }).asResponse();
        assert.match(await answer.text(), /^event: message_stop$/m);
        const left = await client.messages.create({ ...params, stream: true });
        left.controller.abort();
        assert.equal(left.aborted, true);
    });
    assert.deepEqual(
        seen.map(({ stop }) => stop),
        ["read", undefined, undefined],
    );
});

test("streams, structured answers and the turns of runs go through a create() that somebody has wrapped", async () => {
    const seen = [];
    const answer = {
        ...(await client.messages.create(params)),
        content: [{ type: "text", text: '{"city":"Oslo"}' }],
    };
    const stops = await wrapped(rebuilding(seen), async () => {
        assert.equal(await client.messages.stream(params).finalText(), "traced");
        service.push({ json: answer });
        const format = { type: "json_schema", schema: { ...INPUT, additionalProperties: false } };
        const parsed = await client.messages.parse({ ...params, output_config: { format } });
        assert.deepEqual(parsed.parsed_output, { city: "Oslo" });
        const stops = [];
        for await (const turn of client.beta.messages.toolRunner({ ...weather, tools: [WEATHER] }))
            stops.push(turn.stop_reason);
        for await (const turn of client.beta.messages.toolRunner({
            ...weather,
            tools: [WEATHER],
            stream: true,
        }))
            stops.push((await turn.finalMessage()).stop_reason);
        return stops;
    });
    assert.deepEqual(stops, ["tool_use", "end_turn", "tool_use", "end_turn"]);
    assert.deepEqual(
        seen.map(({ asked, streams, stop }) => [asked, streams, stop]),
        [
            [1, true, "read"],
            [1, false, "end_turn"],
            [1, false, "tool_use"],
            [3, false, "end_turn"],
            [1, true, "read"],
            [3, true, "read"],
        ],
    );
});

test("a stream that is given up, refused or broken is so for the tracer, too", async () => {
    const seen = [];
    await wrapped(rebuilding(seen), async () => {
        for await (const event of client.messages.stream(weather)) if (event.type === "message_start") break;
        const stop = new AbortController();
        const stream = client.messages.stream(weather, { signal: stop.signal });
        const reading = (async () => {
            for await (const _ of stream) stop.abort();
        })();
        await reading.catch((error) => assert.ok(error instanceof Client.APIUserAbortError));
        await assert.rejects(stream.finalMessage(), Client.APIUserAbortError);
        assert.equal(stream.aborted, true);
        const { messages } = client.withOptions({ maxRetries: 0 });
        service.push({ status: 529 });
        await assert.rejects(messages.stream(params).finalMessage(), { status: 529 });
        service.push({ ...streamed("traced"), fault: { close_after: "content_block_delta" } });
        await assert.rejects(messages.stream(params).finalMessage(), Client.APIConnectionError);
    });
    assert.deepEqual(
        seen.map(({ stop }) => stop),
        ["read", "read", undefined, 200],
    );
});

test("a mock in the place of create() gives streams, and failures, of its own", async () => {
    const events = [];
    for await (const event of client.messages.stream(params)) events.push(event);
    const own = new Client({ baseURL: service.url, apiKey: service.apiKey, vendor: "svc", fromEnv: false });
    const asked = service.requests.length;
    own.messages.create = () =>
        Promise.resolve(new Client.Stream(() => events.values(), new AbortController()));
    assert.equal(await own.messages.stream(params).finalText(), "traced");
    own.messages.create = () => Promise.reject(new TypeError("mocked"));
    await assert.rejects(own.messages.stream(params).finalMessage(), { message: "mocked" });
    assert.equal(service.requests.length, asked);
});

test("a runner goes on from what a mock of create() gives", async () => {
    const run = (of) => of.beta.messages.toolRunner({ ...weather, tools: [WEATHER] });
    const turns = [];
    for await (const turn of run(client)) turns.push(turn);
    const own = new Client({ baseURL: service.url, apiKey: service.apiKey, vendor: "svc", fromEnv: false });
    const asked = service.requests.length;
    const given = JSON.parse(JSON.stringify(turns));
    const seen = [];
    own.beta.messages.create = ({ messages }) => {
        seen.push(messages.at(-1).content);
        return Promise.resolve(given[seen.length - 1]);
    };
    assert.deepEqual(
        (await run(own)).content.map(({ text }) => text),
        turns[1].content.map(({ text }) => text),
    );
    assert.equal(seen[1][0].content, "sunny");
    assert.equal(service.requests.length, asked);
});

test("the class of the text completions can be wrapped, and says what to write", () => {
    assert.throws(() => new Client.Completions().create({}), /use `client\.messages\.create\(\)`/);
});
