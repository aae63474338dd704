// A web server between programs and the service: it forwards a streamed answer as lines of JSON, by way of the
// platform's own ReadableStream, and stops the model when the caller leaves.
//
//     node examples/node/fastify-relay.mjs            # says where it listens
//     RELAY_PORT=8090 node examples/node/fastify-relay.mjs
//     curl -N 'http://127.0.0.1:8090/ask?q=Count+to+20'

import process from "node:process";
import fastify from "fastify";
import { APIError } from "parlour";
import { refusal, told } from "./relay.mjs";
import { connect } from "./service.mjs";

const service = await connect();
const app = fastify();

app.get("/ask", async (request, reply) => {
    const { q } = /** @type {{ q?: string }} */ (request.query);
    // The stream is opened first, so that a refusal still has its own status.
    const stream = await service.client.messages.create({
        model: service.model,
        max_tokens: 1024,
        messages: [{ role: "user", content: q ?? "Say hello" }],
        stream: true,
    });
    // A caller that leaves cancels it. One that is slow holds back the service: it is read as it is taken.
    return reply.type("application/x-ndjson").send(stream.toReadableStream());
});

app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof APIError)) return reply.send(error);
    const { status, headers } = refusal(error);
    return reply.code(status).headers(headers).send(told(error));
});

const address = await app.listen({ port: Number(process.env["RELAY_PORT"] ?? 0), host: "127.0.0.1" });
console.log(`Relaying ${service.said}`);
console.log(`listening on ${address}`);
