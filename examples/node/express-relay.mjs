// A web server between browsers and the service: it forwards a streamed answer to the browser as server-sent events,
// and stops the model when the browser leaves.
//
// The key stays here: a browser must never have it. Nothing is buffered: a slow browser holds back the service.
//
//     node examples/node/express-relay.mjs            # says where it listens
//     RELAY_PORT=8090 node examples/node/express-relay.mjs
//     curl -N 'http://127.0.0.1:8090/ask?q=Count+to+20'

import process from "node:process";
import { pipeline } from "node:stream/promises";
import express from "express";
import { APIError } from "parlour";
import { refusal, told } from "./relay.mjs";
import { connect } from "./service.mjs";

const service = await connect();
const app = express();

app.get("/ask", async (request, response) => {
    const content = String(request.query["q"] ?? "Say hello");
    let stream;
    try {
        // The stream is opened first, so that a refusal still has its own status.
        stream = await service.client.messages.create({
            model: service.model,
            max_tokens: 1024,
            messages: [{ role: "user", content }],
            stream: true,
        });
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        const { status, headers } = refusal(error);
        response.status(status).set(headers).json(told(error));
        return;
    }
    // Also in the middle of a silence, when nothing is being written.
    response.once("close", () => stream.abort());
    response.set({ "content-type": "text/event-stream", "cache-control": "no-cache" });
    try {
        await pipeline(frames(stream), response);
    } catch (error) {
        if (!response.destroyed) throw error;
    }
});

/**
 * The events on the wire, as many at a time as have come.
 *
 * @param {import("parlour").MessageStream} stream
 */
async function* frames(stream) {
    try {
        for await (const batch of stream.batches()) yield batch.map(frame).join("");
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        yield frame(told(error));
    }
}

/** @param {{ type: string }} event */
function frame(event) {
    return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const server = app.listen(Number(process.env["RELAY_PORT"] ?? 0), "127.0.0.1", () => {
    const address = server.address();
    console.log(`Relaying ${service.said}`);
    if (address !== null && typeof address === "object")
        console.log(`listening on http://127.0.0.1:${address.port}`);
});
