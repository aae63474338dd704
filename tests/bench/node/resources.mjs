// Large batches and files: CPU time and memory of results that are read, of a batch that is written, of a file that is
// uploaded.
//
//   node tests/bench/node/resources.mjs path/to/bench-resources [rounds]
//
// Each side runs in a process of its own, because memory is what a process has had at most. The line reader beside is
// node:http, node:readline and JSON.parse, the writer of a batch JSON.stringify and node:http; neither loads the
// package. PARLOUR_NODE names the package's folder; without it the package is the one that is installed. Fails if a row
// breaks its bound.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
    closeSync,
    ftruncateSync,
    mkdtempSync,
    openSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { get, request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const LINES = 100_000;
const FEW_LINES = 10_000;
const MANY_LINES = 1_000_000;
const REQUESTS = 100_000;
const BATCH_BYTES = 255 << 20;
// Of a run: below the limit at which it begins a second batch.
const RUN_BYTES = 240 << 20;
const FILE_BYTES = 500 << 20;

const OVER_BARE = 1.5;
const FLAT_MB = 8;
const BATCH_MB = 16;
// More than a program has that makes the same requests and their JSON, and sends nothing.
const OVER_JSON_MB = 3;
const UPLOAD_MB = 8;

/** A memory figure of this process in MB. */
function memory(field) {
    const line = readFileSync("/proc/self/status", "utf8")
        .split("\n")
        .find((one) => one.startsWith(field));
    return Number.parseInt(line.slice(field.length), 10) / 1024;
}

/** The CPU time and the memory of a piece of work. */
async function measured(work, wanted) {
    globalThis.gc?.();
    // From here on the most is counted anew.
    writeFileSync("/proc/self/clear_refs", "5");
    const [before, begun] = [memory("VmRSS:"), process.cpuUsage()];
    const seen = await work();
    const { user, system } = process.cpuUsage(begun);
    assert.equal(seen, wanted);
    return { cpu: (user + system) / 1e6, grown: memory("VmHWM:") - before };
}

/** 1 for a message that has what every message has. */
const read = ({ stop_reason: reason, content: [first] }) => Number(reason !== null && first.text.length > 0);

/** The whole answer of a request that was sent. */
async function answer(sent) {
    const [response] = await once(sent, "response");
    const pieces = [];
    for await (const piece of response) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString());
}

/** The baseline that a careful user would write. */
async function bare(base, lines) {
    const asked = get(`${base}/v1/messages/batches/msgbatch_${lines}/results`, {
        headers: { "x-api-key": "k" },
    });
    const [response] = await once(asked, "response");
    let seen = 0;
    for await (const line of createInterface({ input: response, crlfDelay: Infinity }))
        seen += read(JSON.parse(line).result.message);
    return seen;
}

/** The same, as a client reads them. */
async function results(client, lines) {
    let seen = 0;
    for await (const { result } of await client.messages.batches.results(`msgbatch_${lines}`))
        seen += read(result.message);
    return seen;
}

const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));

/** Six digits, without a string that V8 has made of a number. */
const digits = (number) => THREE_DIGITS[Math.trunc(number / 1000)] + THREE_DIGITS[number % 1000];

/**
 * Requests of nearly 256 MB. They share their parameters, or each has a text of its own; `numbers`: in which there is a
 * number, as in its id.
 */
function* requests(kind, bytes = BATCH_BYTES) {
    const text = "x".repeat(Math.floor(bytes / REQUESTS) - 170);
    const paramsOf = (content) => ({
        model: "svc-haiku-3-5",
        max_tokens: 64,
        messages: [{ role: "user", content }],
    });
    const same = paramsOf(text);
    for (let at = 0; at < REQUESTS; at++) {
        const number = kind === "numbers" ? String(at).padStart(6, "0") : digits(at);
        const params = kind === "shared" ? same : paramsOf(`${number} ${text}`);
        yield { custom_id: `request-${number}`, params };
    }
}

/** The baseline of a careful user who knows that the service takes a batch of any length in chunks. */
async function bareBatch(base, kind) {
    const sent = request(`${base}/v1/messages/batches`, {
        method: "POST",
        headers: { "x-api-key": "k", "content-type": "application/json" },
    });
    let before = '{"requests":[';
    for (const one of requests(kind)) {
        if (!sent.write(before + JSON.stringify(one))) await once(sent, "drain");
        before = ",";
    }
    sent.end("]}");
    return (await answer(sent)).request_counts.processing;
}

/** Makes the requests and their JSON, and sends nothing. */
function json(kind) {
    let seen = 0;
    for (const one of requests(kind)) seen += Number(JSON.stringify(one).length > 0);
    return seen;
}

/** The same, as a client sends it. */
async function batch(client, kind) {
    const made = await client.messages.batches.create({ requests: requests(kind) });
    return made.request_counts.processing;
}

/** As many requests, and their results. */
async function run(client) {
    let seen = 0;
    const given = { requests: requests("own", RUN_BYTES) };
    const soon = { firstPause: 1, longestPause: 1 };
    for await (const { result } of await client.messages.batches.run(given, soon))
        seen += read(result.message);
    return seen;
}

/** A file whose holes take no room on the disk. */
async function upload(client) {
    const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
    try {
        const path = join(folder, "a.bin");
        const file = openSync(path, "w");
        ftruncateSync(file, FILE_BYTES);
        closeSync(file);
        return (await client.files.upload({ file: pathToFileURL(path) })).size_bytes;
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** Measures one side, in a process that has made its first call. */
async function side(name, base) {
    const bareSides = {
        "bare-results": [() => bare(base, LINES), LINES],
        "bare-batch": [() => bareBatch(base, "shared"), REQUESTS],
        "bare-batch-own": [() => bareBatch(base, "own"), REQUESTS],
        "bare-batch-numbers": [() => bareBatch(base, "numbers"), REQUESTS],
    };
    let sides = bareSides;
    if (name in bareSides) {
        await answer(get(`${base}/v1/models/warm`));
    } else {
        const { Client } = createRequire(import.meta.url)(process.env.PARLOUR_NODE ?? "parlour");
        const client = new Client({ apiKey: "bench-key", baseURL: base, fromEnv: false });
        await client.models.retrieve("warm");
        sides = {
            results: [() => results(client, LINES), LINES],
            "few-results": [() => results(client, FEW_LINES), FEW_LINES],
            "many-results": [() => results(client, MANY_LINES), MANY_LINES],
            batch: [() => batch(client, "shared"), REQUESTS],
            "batch-own": [() => batch(client, "own"), REQUESTS],
            "batch-numbers": [() => batch(client, "numbers"), REQUESTS],
            // Measured here too, because the size of V8's young generation depends on the code that was loaded.
            "json-numbers": [() => json("numbers"), REQUESTS],
            run: [() => run(client), REQUESTS],
            upload: [() => upload(client), FILE_BYTES],
        };
    }
    console.log(JSON.stringify(await measured(...sides[name])));
}

async function main([program, rounds = "5"]) {
    const service = spawn(program, ["--serve", "yes"], { stdio: ["pipe", "pipe", "inherit"] });
    const [base] = await once(createInterface({ input: service.stdout }), "line");
    let held = true;
    const run = (name) => {
        const words = ["--expose-gc", fileURLToPath(import.meta.url), "--side", name, base];
        return JSON.parse(
            execFileSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
        );
    };
    const most = (name) => Math.max(...Array.from({ length: Number(rounds) }, () => run(name).grown));
    const row = (name, told, holds) => {
        held &&= holds;
        console.log(`${name.padEnd(26)} ${told}  ${holds ? "holds" : "BROKEN"}`);
    };
    const pairs = Array.from({ length: Number(rounds) }, () => [run("bare-results"), run("results")]);
    const [least, ours] = [0, 1].map((at) => Math.min(...pairs.map((pair) => pair[at].cpu)));
    const ratio = ours / least;
    row(
        "results_100k",
        `${ours.toFixed(2)} s, bare ${least.toFixed(2)} s, ${ratio.toFixed(2)}x (<= ${OVER_BARE})`,
        ratio <= OVER_BARE,
    );
    const grown = Math.max(...pairs.map(([, { grown }]) => grown));
    const beside = Math.max(...pairs.map(([{ grown: one }]) => one));
    const few = most("few-results");
    row(
        "results_100k_memory",
        `${grown.toFixed(1)} MB, a tenth of them ${few.toFixed(1)} MB (<= ${FLAT_MB} more), bare ` +
            `${beside.toFixed(1)} MB`,
        grown <= few + FLAT_MB,
    );
    const many = most("many-results");
    row(
        "results_1M_memory",
        `${many.toFixed(1)} MB, a tenth of them ${grown.toFixed(1)} MB (<= ${FLAT_MB} more)`,
        many <= grown + FLAT_MB,
    );
    const bodies = (side) => [most(side), most(`bare-${side}`)];
    for (const kind of ["batch", "batch-own"]) {
        const [one, bareOne] = bodies(kind);
        row(
            `batch_256MB${kind.slice(5).replace("-", "_")}_memory`,
            `${one.toFixed(1)} MB, bare ${bareOne.toFixed(1)} MB (<= ${BATCH_MB})`,
            one <= BATCH_MB,
        );
    }
    const [numbers, bareNumbers] = bodies("batch-numbers");
    const nothing = most("json-numbers");
    row(
        "batch_256MB_numbers_memory",
        `${numbers.toFixed(1)} MB, bare ${bareNumbers.toFixed(1)} MB, nothing sent ${nothing.toFixed(1)} MB (<= ` +
            `${OVER_JSON_MB} more)`,
        numbers <= nothing + OVER_JSON_MB,
    );
    const ran = most("run");
    row(
        "run_240MB_memory",
        `${ran.toFixed(1)} MB (<= ${BATCH_MB} more than the results alone)`,
        ran <= grown + BATCH_MB,
    );
    const sent = most("upload");
    row("upload_500MB_memory", `${sent.toFixed(1)} MB (<= ${UPLOAD_MB})`, sent <= UPLOAD_MB);
    service.stdin.end();
    process.exitCode = held ? 0 : 1;
}

const words = process.argv.slice(2);
await (words[0] === "--side" ? side(words[1], words[2]) : main(words));
