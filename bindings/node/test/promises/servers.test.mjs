// Web servers that pass a stream on: Express and Fastify, as server-sent events and as the platform's ReadableStream,
// to callers that read to the end, leave, or are slow. Each relay is written as its framework wants it.

import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import express from "express";
import fastify from "fastify";
import { APIError, rawOf } from "parlour";
import { ask, event, eventually, service, start, streamed, text, unfinished } from "../support.mjs";

const sse = (one) => `event: ${one.type}\ndata: ${rawOf(one)}\n\n`;

/** An Express program with this route; gives its address. */
async function expressApp(t, route) {
    const app = express();
    app.get("/ask", route);
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    return `http://127.0.0.1:${server.address().port}/ask`;
}

/** The same with Fastify. */
async function fastifyApp(t, route) {
    const app = fastify({ forceCloseConnections: true });
    app.get("/ask", route);
    t.after(() => app.close());
    return `${await app.listen({ port: 0, host: "127.0.0.1" })}/ask`;
}

/** Relays by name: how each is set up, and how to parse its output as events. */
const RELAYS = {
    "Express, server-sent events": {
        read: eventsOfSse,
        start: (t, client) =>
            expressApp(t, async (_request, response) => {
                const left = new AbortController();
                response.on("close", () => left.abort());
                try {
                    const params = ask("relay", { stream: true });
                    const stream = await client.messages.create(params, { signal: left.signal });
                    response.setHeader("content-type", "text/event-stream");
                    for await (const one of stream) {
                        if (!response.write(sse(one))) await once(response, "drain", { signal: left.signal });
                    }
                } catch (error) {
                    if (left.signal.aborted) return;
                    if (!response.headersSent) response.status(502);
                    response.write(sse({ type: "error", error: { type: error.type ?? "api_error" } }));
                }
                response.end();
            }),
    },
    "Express, web ReadableStream": {
        read: eventsOfLines,
        start: (t, client) =>
            expressApp(t, async (_request, response) => {
                let stream;
                try {
                    stream = await client.messages.create(ask("relay", { stream: true }));
                } catch (error) {
                    response.sendStatus(error instanceof APIError ? 502 : 500);
                    return;
                }
                // That the caller left, or the service broke off, is no fault of this route.
                await pipeline(Readable.fromWeb(stream.toReadableStream()), response).catch(() => {});
            }),
    },
    "Fastify, server-sent events": {
        read: eventsOfSse,
        start: (t, client) =>
            fastifyApp(t, async (_request, reply) => {
                const stream = await client.messages.create(ask("relay", { stream: true }));
                // A generator that waits inside of itself cannot be left; the stream can.
                reply.raw.on("close", () => stream.abort());
                reply.type("text/event-stream");
                const lines = async function* () {
                    for await (const one of stream) yield sse(one);
                };
                return reply.send(Readable.from(lines()));
            }),
    },
    "Fastify, web ReadableStream": {
        read: eventsOfLines,
        start: (t, client) =>
            fastifyApp(t, async (_request, reply) => {
                const stream = await client.messages.create(ask("relay", { stream: true }));
                return reply.type("application/x-ndjson").send(stream.toReadableStream());
            }),
    },
};

function eventsOfSse(body) {
    const frames = body.split("\n\n").filter((frame) => frame !== "");
    return frames.map((frame) => JSON.parse(frame.slice(frame.indexOf("data: ") + 6)));
}

function eventsOfLines(body) {
    const lines = body.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line));
}

/** Asks the relay; the answer once it has begun. */
async function open(url) {
    const request = http.get(url, { agent: false });
    const [response] = await once(request, "response");
    return { request, response: response.setEncoding("utf8") };
}

/** Reads to the end, or to where it breaks off. */
async function rest(response) {
    let body = "";
    response.on("data", (piece) => (body += piece)).on("error", () => {});
    await new Promise((resolve) => response.once("close", resolve));
    return { status: response.statusCode, complete: response.complete, body };
}

/** A relay may close the connection before it has sent anything. */
const nothing = () => ({ status: 0, complete: false, body: "" });

const get = (url) => open(url).then(({ response }) => rest(response), nothing);

for (const [name, { start: begin, read }] of Object.entries(RELAYS)) {
    test(`${name}: everything arrives, many callers at once`, async (t) => {
        const emulator = await service(t);
        const reply = { ...streamed("Hello ", "wörld \u{1f980}"), repeat: 8 };
        emulator.push(reply);
        const url = await begin(t, emulator.client());
        const answers = await Promise.all(Array.from({ length: 8 }, () => get(url)));
        for (const { status, body } of answers) {
            assert.equal(status, 200);
            assert.deepEqual(
                read(body),
                reply.sse.map(({ data }) => data),
            );
        }
    });

    test(`${name}: a caller that leaves cancels the upstream call`, async (t) => {
        const emulator = await service(t);
        emulator.push({ ...unfinished("part"), repeat: 3 });
        const url = await begin(t, emulator.client({ maxRetries: 0 }));
        for (let round = 1; round <= 3; round++) {
            const { request, response } = await open(url);
            const [piece] = await once(response, "data");
            assert.ok(piece.length > 0);
            request.destroy();
            assert.ok(await emulator.waitClosedEarly(round), "the service saw it");
        }
        assert.ok(await emulator.waitOpenConnections(0));
        emulator.push(streamed("alive"));
        assert.ok((await get(url)).body.includes("alive"), "the relay goes on");
    });

    test(`${name}: an upstream that breaks off harms neither the relay nor other callers`, async (t) => {
        const emulator = await service(t);
        const broken = { ...streamed("a ", "b "), fault: { reset_after: "content_block_delta" } };
        const failed = [
            ...start(),
            text("c"),
            event("error", { error: { type: "overloaded_error", message: "busy" } }),
        ];
        emulator.push(broken, { sse: failed }, { status: 400 }, streamed("alive"));
        const url = await begin(t, emulator.client({ maxRetries: 0 }));
        for (let round = 0; round < 2; round++) {
            const { complete, body } = await get(url);
            const told = body.includes('"type":"error"');
            assert.ok(told || !complete, "a caller can tell that something is missing");
            assert.ok(!body.includes("message_stop"), "a broken stream never looks complete");
        }
        assert.ok((await get(url)).status >= 400, "a refusal stays one");
        const { complete, body } = await get(url);
        assert.ok(complete && body.includes("alive"));
    });

    test(`${name}: a slow caller holds back the service`, async (t) => {
        const emulator = await service(t);
        const piece = "x".repeat(1 << 18);
        const pieces = 256;
        emulator.push({
            sse: [
                ...start(),
                ...Array.from({ length: pieces }, () => text(piece)),
                ...streamed().sse.slice(2),
            ],
        });
        const url = await begin(t, emulator.client({ maxRetries: 0 }));
        const { response } = await open(url);
        // Data that nobody reads fits into the buffers of the sockets, which grow to 36 MiB on some systems; 64 MiB do
        // not.
        await eventually(() => emulator.requestCount === 1, "the call is under way");
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.equal(emulator.answered, 0, "the service is held back");
        const { complete, body } = await rest(response);
        assert.ok(complete);
        assert.ok(body.length > pieces * piece.length);
        await eventually(() => emulator.answered === 1, "the answer is over");
    });
}
