// The service sees that a call was given up: in every phase of a call, as the socket's other end has it. Nothing else
// ends these calls: the service is silent, or asks to wait for half a minute. How soon is measured in
// tests/bench/node/aborts.mjs.

import assert from "node:assert/strict";
import { once } from "node:events";
import net from "node:net";
import { test } from "node:test";
import { APIUserAbortError, Client } from "parlour";
import { ask, eventually, service, SILENCE, unfinished } from "../support.mjs";

const ROUNDS = 15;

const HALF_A_BODY = { default: true, status: 200, fault: { stall_at: 10 } };

/** Phases of a call to the emulator: the reply, how the call is made, and how it is known to be there. */
const PHASES = {
    "waiting for the answer of a whole call": {
        reply: SILENCE,
        begin: ({ messages }, signal) => messages.create(ask(), { signal }),
    },
    "in the middle of the body of a whole call": {
        reply: HALF_A_BODY,
        begin: ({ messages }, signal) => messages.create(ask(), { signal }),
        there: () => new Promise((resolve) => setTimeout(resolve, 30)),
    },
    "waiting for a stream to begin": {
        reply: SILENCE,
        begin: ({ messages }, signal) => messages.stream(ask(), { signal }).done(),
    },
    "in the middle of a stream, in a loop": {
        reply: unfinished("x"),
        begin: async ({ messages }, signal, arrived) => {
            for await (const one of messages.stream(ask(), { signal }))
                if (one.type === "content_block_delta") arrived();
        },
        arrives: true,
    },
    "in the middle of a stream, with a listener": {
        reply: unfinished("x"),
        begin: ({ messages }, signal, arrived) =>
            messages
                .stream(ask(), { signal })
                .on("text", () => arrived())
                .done(),
        arrives: true,
    },
    "in the middle of a raw stream": {
        reply: unfinished("x"),
        begin: async (client, signal, arrived) => {
            const options = { body: ask(), stream: true, signal };
            for await (const piece of await client.request("POST", "/v1/messages", options)) arrived(piece);
        },
        arrives: true,
    },
};

for (const [phase, { reply, begin, there, arrives }] of Object.entries(PHASES)) {
    test(`AbortSignal ${phase} closes the socket, seen by the server`, async (t) => {
        const emulator = await service(t);
        const client = emulator.client({ maxRetries: 0 });
        for (let round = 1; round <= ROUNDS; round++) {
            emulator.push(reply);
            const controller = new AbortController();
            let arrived;
            const arrival = new Promise((resolve) => (arrived = resolve));
            const call = begin(client, controller.signal, arrived);
            const ended = assert.rejects(call, APIUserAbortError);
            await eventually(() => emulator.requestCount === round, "the request is there");
            await (arrives ? arrival : there?.());
            controller.abort();
            await ended;
            await eventually(() => emulator.openConnections === 0, "the connection is closed");
        }
        assert.equal(emulator.answered, 0);
    });
}

test("AbortSignal while connecting closes the socket, seen by the server", async (t) => {
    // It accepts connections, and never answers the handshake.
    const server = net.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const baseURL = `https://127.0.0.1:${server.address().port}`;
    const { messages } = new Client({ baseURL, apiKey: "k", vendor: "svc", fromEnv: false, maxRetries: 0 });
    for (let round = 0; round < ROUNDS; round++) {
        const controller = new AbortController();
        const ended = assert.rejects(
            messages.create(ask(), { signal: controller.signal }),
            APIUserAbortError,
        );
        const [socket] = await once(server, "connection");
        socket.resume().on("error", () => {});
        await once(socket, "data");
        const closed = once(socket, "close");
        controller.abort();
        await closed;
        await ended;
    }
});

test("AbortSignal during back-off ends the call, and nothing more is sent", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 503, headers: { "retry-after": "30" }, repeat: 0 });
    const { messages } = emulator.client({ maxRetries: 5 });
    for (let round = 1; round <= ROUNDS; round++) {
        const controller = new AbortController();
        const call = messages.create(ask(), { signal: controller.signal });
        const ended = assert.rejects(call, APIUserAbortError);
        await eventually(() => emulator.answered === round, "the refusal is sent");
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.abort();
        await ended;
    }
    assert.equal(emulator.requestCount, ROUNDS);
});

test("AbortSignal before the call: no connection is made", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const signal = AbortSignal.abort("before");
    await assert.rejects(client.messages.create(ask(), { signal }), { cause: "before" });
    await assert.rejects(client.messages.create(ask("x", { stream: true }), { signal }), { cause: "before" });
    await assert.rejects(client.messages.stream(ask(), { signal }).finalMessage(), { cause: "before" });
    await assert.rejects(client.request("GET", "/v1/models", { signal }), { cause: "before" });
    assert.equal(emulator.acceptedConnections, 0);
});
