// The native half alone, without the TypeScript half: the data that crosses, when it does, and the handles that keep
// the loop alive. `native.threads.test.mjs` runs it a second time, for hosts whose loop is not node's.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const SUFFIX = process.platform === "win32" ? "win32-x64-msvc" : "linux-x64-gnu";
const PATH = fileURLToPath(new URL(`../parlour.${SUFFIX}.node`, import.meta.url));
const native = createRequire(import.meta.url)(PATH);

/** Whether the loop drives the calls, as under node, or threads do, as elsewhere. */
const HOSTED = process.env.PARLOUR_TEST_PORT !== "threads";
const KEEP = 8;
const [CREATE, STREAM, RAW, RAW_STREAM] = [0, 1, 2, 4];
const [OPENED, EVENTS, CHUNK, WHOLE, ASK, END, FAILED, CLOSED] = [0, 1, 2, 3, 4, 5, 6, 9];
const BODY = JSON.stringify({
    model: "svc-haiku-3-5",
    max_tokens: 100,
    messages: [{ role: "user", content: "héllo 😀" }],
});

/** The delivered items that were not read yet, by token. */
const inbox = new Map();
let somethingCame = () => {};
const port = native.openPort((...items) => {
    assert.equal(items.length % 3, 0);
    for (let at = 0; at < items.length; at += 3) {
        if (!inbox.has(items[at])) inbox.set(items[at], []);
        inbox.get(items[at]).push([items[at + 1], items[at + 2]]);
    }
    somethingCame();
}, HOSTED);

/** The next thing that is delivered for a token. */
async function next(token) {
    for (;;) {
        const waiting = inbox.get(token);
        if (waiting?.length > 0) return waiting.shift();
        await new Promise((ok) => (somethingCame = ok));
    }
}

/** Takes until there is something. */
async function take(token) {
    if (inbox.get(token)?.length > 0) return inbox.get(token).splice(0);
    const got = native.take(token);
    if (got === null) return [await next(token), ...inbox.get(token).splice(0)];
    if (typeof got === "string") return [[EVENTS, got]];
    return Array.from({ length: got.length / 2 }, (_, at) => [got[2 * at], got[2 * at + 1]]);
}

/** All of a stream to its last item. */
async function all(token) {
    const seen = [];
    while (seen.length === 0 || ![END, FAILED, CLOSED].includes(seen.at(-1)[0]))
        seen.push(...(await take(token)));
    return seen;
}

/** The events of a batch text. */
function decode(text) {
    const events = [];
    let index;
    for (let at = 0; at < text.length;) {
        const tag = text[at++];
        let length = 0;
        let unit;
        let shift = 0;
        do {
            unit = text.charCodeAt(at++);
            length += (unit & 63) << shift;
            shift += 6;
        } while (unit & 64);
        if (tag === "i") {
            index = length;
            continue;
        }
        const rest = text.slice(at, (at += length));
        const delta = (type, name) => ({ type: "content_block_delta", index, delta: { type, [name]: rest } });
        if (tag === "a") events.push(delta("text_delta", "text"));
        else if (tag === "b") events.push(delta("input_json_delta", "partial_json"));
        else if (tag === "c") events.push(delta("thinking_delta", "thinking"));
        else events.push(JSON.parse(rest));
    }
    return events;
}

const events = (items) => items.flatMap(([kind, payload]) => (kind === EVENTS ? decode(payload) : []));

/** Waits for a fact; the limit is for a test that fails. */
async function until(holds) {
    for (const limit = Date.now() + 20_000; !holds();) {
        assert.ok(Date.now() < limit, `never came true: ${holds}`);
        await new Promise((ok) => setTimeout(ok, 2));
    }
}

let emulator;
let client;
before(() => {
    emulator = new native.Emulator("{}");
    client = new native.Client(
        JSON.stringify({ base_url: emulator.url, api_key: emulator.apiKey }),
        null,
        false,
    );
});
after(() => emulator.stop());

/** A server of the test's own, and a client for it. */
async function serving(answer) {
    const server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    const settings = { base_url: `http://127.0.0.1:${server.address().port}`, api_key: "k", max_retries: 0 };
    return { server, client: new native.Client(JSON.stringify(settings), null, false) };
}

/** The output and the end of a program of its own. */
async function program(source, limit = 20_000) {
    const child = spawn(process.execPath, ["-e", source]);
    let out = "";
    child.stdout.on("data", (data) => (out += data));
    child.stderr.on("data", (data) => (out += data));
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    const [code, signal] = await once(child, "close");
    clearTimeout(timer);
    return { code, signal, out };
}

test("a whole answer is delivered without being taken: its head, then its body", async () => {
    const token = client.submit(port, CREATE, BODY);
    const [opened, head] = await next(token);
    assert.equal(opened, OPENED);
    const [status, id, attempts, waits, lines] = JSON.parse(head);
    assert.deepEqual([status, attempts, waits], [200, 1, []]);
    assert.ok(lines.some(([name, value]) => name === "request-id" && value === id));
    const [kind, body] = await next(token);
    assert.equal(kind, WHOLE);
    assert.equal(JSON.parse(body).content[0].text, "You said: héllo 😀");
    assert.deepEqual(native.take(token), [CLOSED, null]);
    const [rows, remaining] = JSON.parse(native.rateLimits(head, client.vendor));
    assert.deepEqual(
        rows.map(([name]) => name),
        ["requests", "tokens", "input_tokens", "output_tokens"],
    );
    assert.equal(remaining, rows[1][2]);
});

test("a stream, its message so far, and its message at the end", async () => {
    const token = client.submit(port, STREAM | KEEP, BODY);
    const seen = await all(token);
    assert.deepEqual(seen[0], [OPENED, null]);
    const [status, id, attempts, waits, lines] = JSON.parse(native.head(token));
    assert.deepEqual([status, attempts, waits], [200, 1, []]);
    assert.ok(lines.some(([name, value]) => name === "request-id" && value === id));
    const all_ = events(seen);
    assert.equal(all_[0].type, "message_start");
    assert.equal(all_.at(-1).type, "message_stop");
    const text = all_.map((event) => event.delta?.text ?? "").join("");
    assert.equal(text, "You said: héllo 😀");
    const [message, unfinished] = native.finalMessage(token);
    assert.equal(JSON.parse(message).content[0].text, text);
    assert.equal(unfinished, null);
    native.release(token);
    assert.equal(native.head(token), null);
    assert.equal(native.finalMessage(token), null);
    assert.equal(native.snapshot(token, 1), null);
});

test("every event crosses as what its JSON says, whatever its shape", async () => {
    const delta = (index, inner) => `{"type":"content_block_delta","index":${index},"delta":${inner}}`;
    const long = "x".repeat(5000);
    const sent = [
        `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],` +
            `"usage":{"input_tokens":1,"output_tokens":1}}}`,
        `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
        delta(0, `{"type":"text_delta","text":"plain"}`),
        delta(0, `{"type":"text_delta","text":""}`),
        delta(0, `{"type":"text_delta","text":"a \\"quoted\\" \\n\\u00e9\\ud83d\\ude00 \\\\"}`),
        delta(0, `{"type":"text_delta","text":"café 漢字 😀"}`),
        delta(0, `{"type":"text_delta","text":"${long}"}`),
        delta(0, `{"type":"text_delta","text":"é${long}"}`),
        delta(0, `{"type":"text_delta","text":"padded"}    `).replace(/\}(\s+)$/, "$1}"),
        delta(0, `{"type":"text_delta","text":"one","more":{"of":"it"}}`),
        delta(0, `{"type":"text_delta","text":"one","text":"two"}`),
        delta(0, `{"text":"turned","type":"text_delta"}`),
        `{"index":0,"type":"content_block_delta","delta":{"type":"text_delta","text":"late type"}}`,
        `{"type":"content_block_stop","index":0}`,
        `{"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
        delta(1, `{"type":"thinking_delta","thinking":"hm"}`),
        delta(1, `{"type":"signature_delta","signature":"c2ln"}`),
        `{"type":"content_block_stop","index":1}`,
        `{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}`,
        delta(2, `{"type":"input_json_delta","partial_json":"{\\"a\\": 12"}`),
        delta(2, `{"type":"input_json_delta","partial_json":"}"}`),
        `{"type":"content_block_stop","index":2}`,
        `{"type": "ping"}`,
        `{"type":"surprise","big":12345678901234567890}`,
        `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5}}`,
        `{"type":"message_stop"}`,
    ];
    const frames = sent.map((data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`);
    frames.splice(3, 0, "event: novel\ndata: [1]\n\n", "event: ping\ndata:\n\n");
    const { server, client } = await serving((_, answer) => {
        answer.writeHead(200, { "content-type": "text/event-stream" });
        answer.end(frames.join(""));
    });
    const token = client.submit(port, STREAM | KEEP, BODY);
    // The server's turn has not come.
    assert.equal(native.head(token), null);
    const seen = await all(token);
    assert.equal(seen.at(-1)[0], END, JSON.stringify(seen.at(-1)));
    const expected = sent.map((data) => JSON.parse(data));
    expected.splice(3, 0, ["novel", [1]], ["ping"]);
    assert.deepEqual(events(seen), expected);
    const message = JSON.parse(native.finalMessage(token)[0]);
    assert.deepEqual(message.content[2].input, { a: 12 });
    native.release(token);
    server.close();
});

test("index and length may be of any size", async () => {
    const { server, client } = await serving((_, answer) => {
        answer.writeHead(200, { "content-type": "text/event-stream" });
        const send = (data) => answer.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
        const usage = { input_tokens: 1, output_tokens: 1 };
        const message = { id: "m", type: "message", role: "assistant", model: "x", content: [], usage };
        send({ type: "message_start", message });
        for (let index = 0; index < 130; index++) {
            send({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
            const text = "t".repeat(index);
            send({ type: "content_block_delta", index, delta: { type: "text_delta", text } });
            send({ type: "content_block_stop", index });
        }
        send({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage });
        send({ type: "message_stop" });
        answer.end();
    });
    const seen = events(await all(client.submit(port, STREAM, BODY)));
    const lengths = seen
        .filter((event) => event.type === "content_block_delta")
        .map((e) => [e.index, e.delta.text.length]);
    assert.deepEqual(
        lengths,
        Array.from({ length: 130 }, (_, index) => [index, index]),
    );
    server.close();
});

test("a cancelled stream fails as cancelled, and the service sees it go", async () => {
    const slow = new native.Emulator("{}");
    slow.script('["stall_mid_stream", "stall_mid_stream"]');
    const client = new native.Client(
        JSON.stringify({ base_url: slow.url, api_key: slow.apiKey }),
        null,
        false,
    );
    const token = client.submit(port, STREAM, BODY);
    assert.equal((await next(token))[0], OPENED);
    native.cancel(token);
    const seen = await all(token);
    assert.deepEqual([seen.at(-1)[0], seen.at(-1)[1].kind], [FAILED, "Cancelled"]);
    await until(() => slow.closedEarly === 1);
    // Dropping one does the same, and nothing is delivered.
    const dropped = client.submit(port, STREAM, BODY);
    assert.equal((await next(dropped))[0], OPENED);
    native.release(dropped);
    await until(() => slow.closedEarly === 2);
    assert.deepEqual(native.take(dropped), [CLOSED, null]);
    native.cancel(dropped);
    native.release(dropped);
    slow.stop();
    slow.stop();
    assert.equal(slow.requestCount, 2);
});

test("failures are records with every fact", async () => {
    const stranger = new native.Client(
        JSON.stringify({ base_url: emulator.url, api_key: "wrong" }),
        null,
        false,
    );
    const [kind, record] = await next(stranger.submit(port, CREATE, BODY));
    assert.equal(kind, FAILED);
    assert.deepEqual(
        [
            record.kind,
            record.status,
            record.errorType,
            record.attempts,
            record.waits,
            record.retryAfter,
            record.partial,
        ],
        ["Authentication", 401, "authentication_error", 1, [], null, null],
    );
    assert.equal(JSON.parse(record.body).error.type, "authentication_error");
    assert.ok(record.headers.some(([name]) => name === "request-id"));
    const codes = new Map(native.errorTable().map(([code, name]) => [code, name]));
    assert.equal(codes.get(record.code), "Authentication");
});

test("what is refused at once is thrown with its record", () => {
    const refused = (call, message) =>
        assert.throws(call, (error) => {
            assert.ok(error instanceof Error);
            assert.deepEqual([error.code, error.info.kind], ["PARLOUR", "Config"]);
            assert.match(error.message, message);
            return true;
        });
    refused(() => new native.Client('{"tiemout_ms": 1}', null, false), /tiemout_ms/);
    refused(() => client.submit(port, CREATE, "[]"), /not one JSON object/);
    refused(() => client.submit(port, CREATE, BODY, '{"max_retries": "x"}'), /maxRetries/);
    refused(
        () => client.submit(port, RAW, null, null, null, "no method", "/v1/models"),
        /not a request method/,
    );
    refused(() => client.submit(port + 1, CREATE, BODY), /another worker thread/);
    refused(() => native.take(2 ** 40 * (port + 1) + 1), /another worker thread/);
    assert.throws(() => client.submit(port, 7, BODY), /no mode 7/);
    assert.throws(() => client.submit(port, CREATE, 5), Error);
    assert.throws(() => native.openPort(5, HOSTED), Error);
    assert.throws(() => new native.Emulator('{"sneed": 1}'), /sneed/);
});

test("a raw request gives its body as text, or as bytes where it is none", async () => {
    const { server, client } = await serving((request, answer) => {
        answer.end(request.url === "/text" ? '{"é":"\u{feff}"}' : Buffer.from([0xff, 0xfe, 0x00]));
    });
    const whole = async (path) => {
        const token = client.submit(port, RAW, null, null, null, "get", path);
        assert.equal((await next(token))[0], OPENED);
        return (await next(token))[1];
    };
    assert.equal(await whole("/text"), '{"é":"\u{feff}"}');
    assert.deepEqual(await whole("/bytes"), Buffer.from([0xff, 0xfe, 0x00]));
    const seen = await all(client.submit(port, RAW_STREAM, null, null, null, "GET", "/bytes"));
    const chunks = seen.filter(([kind]) => kind === CHUNK).map(([, chunk]) => chunk);
    assert.deepEqual(Buffer.concat(chunks), Buffer.from([0xff, 0xfe, 0x00]));
    server.close();
});

test("a key that the host gives is asked for where none came with the call, and again after a refusal", async () => {
    const asking = new native.Client(JSON.stringify({ base_url: emulator.url }), null, true);
    // Of the attempt that is asked for: whether the credential before was refused.
    const asked = async (token) => {
        const [kind, [, afterRefusal]] = await next(token);
        return [kind, afterRefusal];
    };
    const first = asking.submit(port, CREATE, BODY);
    assert.deepEqual(await asked(first), [ASK, false]);
    assert.equal(native.answer(first, "stale"), true);
    assert.deepEqual(await asked(first), [ASK, true]);
    assert.equal(native.answer(first, emulator.apiKey), true);
    assert.equal((await next(first))[0], OPENED);
    assert.equal((await next(first))[0], WHOLE);
    assert.equal(native.answer(first, "nobody asked"), false);
    const stream = asking.submit(port, STREAM, BODY);
    assert.deepEqual(await asked(stream), [ASK, false]);
    assert.equal(native.refuse(stream, "no key today"), true);
    const [kind, record] = await next(stream);
    assert.equal(kind, FAILED);
    assert.match(record.message, /no key today/);
    const given = asking.submit(port, CREATE, BODY, null, emulator.apiKey);
    assert.equal((await next(given))[0], OPENED);
    assert.equal((await next(given))[0], WHOLE);
});

test("a stream that nobody takes from is not drained: the service is held back", async () => {
    const frame = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const start = { id: "m", type: "message", role: "assistant", model: "x", content: [], usage };
    const piece = frame({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: "x".repeat(10_000) },
    });
    const pieces = 4_000;
    let written = 0;
    let stuck = false;
    const { server, client } = await serving(async (_, answer) => {
        answer.writeHead(200, { "content-type": "text/event-stream" });
        answer.write(frame({ type: "message_start", message: start }));
        answer.write(
            frame({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
        );
        for (; written < pieces; written++) {
            if (!answer.write(piece)) {
                stuck = true;
                await once(answer, "drain");
                stuck = false;
            }
        }
        answer.write(frame({ type: "content_block_stop", index: 0 }));
        answer.write(frame({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage }));
        answer.end(frame({ type: "message_stop" }));
    });
    const token = client.submit(port, STREAM, BODY);
    assert.equal((await next(token))[0], OPENED);
    // The service stops writing once the socket's buffers are full, and stays so.
    for (let seen = -1, still = 0; still < 20; still = stuck && written === seen ? still + 1 : 0) {
        seen = written;
        await new Promise((ok) => setTimeout(ok, 10));
    }
    assert.ok(written < pieces / 2, `the service could write ${written} of ${pieces} pieces`);
    assert.equal(inbox.get(token).filter(([kind]) => kind === EVENTS).length <= 1, true);
    // A consumer that takes gets all of it.
    const length = events(await all(token)).reduce((sum, event) => sum + (event.delta?.text?.length ?? 0), 0);
    assert.equal(length, pieces * 10_000);
    assert.equal(written, pieces);
    server.close();
});

test("what fails before it is armed is delivered all the same", async () => {
    const nowhere = new native.Client(
        JSON.stringify({ base_url: "http://127.0.0.1:1", api_key: "k", max_retries: 0 }),
        null,
        false,
    );
    const tokens = Array.from({ length: 200 }, () => nowhere.submit(port, CREATE, BODY));
    for (const token of tokens) assert.deepEqual((await next(token))[1].kind, "Connection");
    const options = '{"total_timeout_ms": 0.001}';
    const late = Array.from({ length: 200 }, () => client.submit(port, CREATE, BODY, options));
    for (const token of late) {
        // A limit that short is noticed sooner or later.
        const [kind] = await next(token);
        if (kind === OPENED) assert.equal((await next(token))[0], WHOLE);
        else assert.equal(kind, FAILED);
    }
});

test("logs come with what they are about", async () => {
    assert.equal(native.setLogLevel(3), true);
    const token = client.submit(port, CREATE, BODY);
    while ((await next(token))[0] !== WHOLE);
    native.setLogLevel(0);
    const delivered = (inbox.get(0) ?? []).flatMap(([, records]) => records).concat(native.logs(port));
    assert.ok(delivered.length > 0);
    assert.ok(
        delivered.every((record) => record.level >= 1 && record.message.length > 0 && record.dropped === 0),
    );
});

const WORKER = `
    const { parentPort, workerData } = require("node:worker_threads");
    const native = require(workerData.path);
    const port = native.openPort((...items) => parentPort.postMessage([items[1], port]), ${HOSTED});
    const settings = JSON.stringify({ base_url: workerData.url, api_key: workerData.key });
    const client = new native.Client(settings, null, false);
    const tokens = Array.from({ length: 8 }, () => client.submit(port, 1, workerData.body));
    setInterval(() => tokens.forEach((token) => native.take(token)), 1);
`;

test("a worker that is terminated in mid-stream takes its calls with it and nothing else", async () => {
    const slow = new native.Emulator(JSON.stringify({ pace_ms: 2 }));
    const long = JSON.stringify({
        ...JSON.parse(BODY),
        messages: [{ role: "user", content: "word ".repeat(2000) }],
    });
    const workerData = { path: PATH, url: slow.url, key: slow.apiKey, body: long };
    for (let round = 1; round <= 5; round++) {
        const worker = new Worker(WORKER, { eval: true, workerData });
        const [[, theirs]] = await once(worker, "message");
        assert.notEqual(theirs, port);
        assert.throws(() => native.take(theirs * 2 ** 40 + 1), /another worker thread/);
        await until(() => slow.requestCount === 8 * round);
        await worker.terminate();
        await until(() => slow.openConnections === 0);
    }
    slow.stop();
    const token = client.submit(port, CREATE, BODY);
    assert.equal((await next(token))[0], OPENED);
});

test("a worker may be the only one that ever loads it", async () => {
    const worker = `
        const native = require(${JSON.stringify(PATH)});
        const port = native.openPort(() => process.exit(), ${HOSTED});
        const client = new native.Client('{"base_url":"http://127.0.0.1:1","api_key":"k"}', null, false);
        client.submit(port, 0, "{}", '{"max_retries":0}');
    `;
    const done = await program(`
        const { Worker } = require("node:worker_threads");
        const again = (left) => {
            if (left === 0) return void setTimeout(() => console.log("fine"), 50);
            new Worker(${JSON.stringify(worker)}, { eval: true }).on("exit", () => again(left - 1));
        };
        again(5);
    `);
    assert.deepEqual(done, { code: 0, signal: null, out: "fine\n" });
});

test("an idle client keeps no process alive; one that somebody waits for does", async () => {
    const settings = JSON.stringify({ base_url: emulator.url, api_key: emulator.apiKey });
    const load = `const native = require(${JSON.stringify(PATH)});`;
    const make = `${load}
        const port = native.openPort((...items) => { console.log(items[1]); then?.(items[0], items[1]); }, ${HOSTED});
        let then;
        const client = new native.Client(${JSON.stringify(settings)}, null, false);
    `;
    const body = JSON.stringify(BODY);
    assert.deepEqual(await program(make), { code: 0, signal: null, out: "" });
    const whole = await program(`${make} client.submit(port, 0, ${body});`);
    assert.deepEqual(whole, { code: 0, signal: null, out: "0\n" });
    // A stream that was opened, and that has no reader, keeps nothing alive.
    const left = await program(`${make} client.submit(port, 1, ${body});`);
    assert.deepEqual(left, { code: 0, signal: null, out: "0\n" });
    const taken = await program(`${make}
        const drain = (token) => { let got; do got = native.take(token); while (got !== null && got[0] !== 9); };
        then = (token, kind) => kind === 5 || drain(token);
        client.submit(port, 1, ${body});
    `);
    assert.equal(taken.code, 0, taken.out);
    const quit = await program(
        `${make} for (let i = 0; i < 50; i++) client.submit(port, 1, ${body}); process.exit(7);`,
    );
    assert.deepEqual(quit, { code: 7, signal: null, out: "" });
    // A wake function that throws is an uncaught exception like any other.
    const thrown = await program(`${load}
        process.on("uncaughtException", (error) => console.log(error.message));
        const port = native.openPort(() => { throw new Error("thrown by wake"); }, ${HOSTED});
        new native.Client(${JSON.stringify(settings)}, null, false).submit(port, 0, ${body});
    `);
    assert.match(thrown.out, /thrown by wake/);
});

test("no panic can leave a function that JavaScript calls", () => {
    const folder = new URL("../src/", import.meta.url);
    for (const file of readdirSync(folder)) {
        const source = readFileSync(new URL(file, folder), "utf8");
        for (const [, attribute] of source.matchAll(/#\[napi(\([^\]]*\))?\]\s*(?:#\[[^\]]*\]\s*)*pub fn/g)) {
            assert.match(attribute ?? "", /catch_unwind/, file);
        }
    }
});
