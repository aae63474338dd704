// How soon an abort takes effect: of a call whose answer has not come, of a stream, and of the tools that a run waits
// for.
//
//   node tests/bench/node/aborts.mjs [rounds]
//
// Of a call and a stream the time ends when the service has seen the end of the connection, of a tool when its signal
// is aborted. The median of all rounds is held to the bound: time of the clock, for an idle machine. PARLOUR_NODE names
// the package's folder; without it the package is the one that is installed. Fails if a row breaks its bound.
import assert from "node:assert/strict";
import { once } from "node:events";
import net from "node:net";
import { createRequire } from "node:module";
import process from "node:process";

const { Client, tool } = createRequire(import.meta.url)(process.env.PARLOUR_NODE ?? "parlour");

const BOUND_MS = { abort_call: 10, abort_stream: 10, abort_tool: 100 };
const message = (content, stop_reason) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 2 },
});
const USE = JSON.stringify(message([{ type: "tool_use", id: "a", name: "wait", input: {} }], "tool_use"));
const BEGIN = JSON.stringify({ type: "message_start", message: message([], null) });
const ANSWERS = {
    abort_call: "",
    abort_stream: `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: message_start\ndata: ${BEGIN}\n\n`,
    abort_tool: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${USE.length}\r\n\r\n${USE}`,
};
const ASK = { model: "m", max_tokens: 64, messages: [{ role: "user", content: "Wait." }] };
const rounds = Number(process.argv[2] ?? "20");

/** Begins a call that does not end; gives its promise, and what happens once it is under way. */
function begin(messages, row, signal) {
    if (row === "abort_call") return { ended: messages.create(ASK, { signal }) };
    if (row === "abort_stream") {
        const stream = messages.stream(ASK, { signal });
        return { ended: stream.done(), begun: new Promise((go) => stream.on("streamEvent", go)) };
    }
    let told, ended;
    const left = new Promise((go) => (told = go));
    const begun = new Promise((go) => {
        const run = (input, { signal: stop }) => {
            stop.addEventListener("abort", () => told(performance.now()));
            go();
            return new Promise(() => undefined);
        };
        const wait = tool({ name: "wait", description: "Waits.", input: { type: "object" }, run });
        ended = messages.runTools({ ...ASK, tools: [wait], signal }).untilDone();
    });
    return { ended, begun, left };
}

async function measured(row) {
    const server = net.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseURL = `http://127.0.0.1:${server.address().port}`;
    const { messages } = new Client({ baseURL, apiKey: "k", fromEnv: false, maxRetries: 0 });
    const times = [];
    for (let round = 0; round < rounds; round++) {
        const controller = new AbortController();
        const call = begin(messages, row, controller.signal);
        const rejected = assert.rejects(call.ended, { name: "APIUserAbortError" });
        if (row !== "abort_tool" || round === 0) {
            const [socket] = await once(server, "connection");
            socket.on("error", () => {});
            socket.on("data", () => socket.write(ANSWERS[row]));
            if (row !== "abort_tool") {
                await once(socket, "data");
                call.left = new Promise((go) => socket.once("close", () => go(performance.now())));
            }
        }
        await call.begun;
        const before = performance.now();
        controller.abort();
        times.push((await call.left) - before);
        await rejected;
    }
    server.close();
    return times.sort((a, b) => a - b);
}

let held = true;
for (const [row, bound] of Object.entries(BOUND_MS)) {
    const times = await measured(row);
    const median = times[times.length >> 1];
    held &&= median < bound;
    const verdict = median < bound ? "holds" : "BROKEN";
    console.log(
        `${row.padEnd(22)} median ${median.toFixed(2)} ms, best ${times[0].toFixed(2)} ms (< ${bound} ms)  ${verdict}`,
    );
}
process.exit(held ? 0 : 1);
