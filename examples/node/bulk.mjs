// Runs a file of requests, one JSON object a line, a bounded number at a time, with a progress bar.
//
// Each line is a request with an additional `id`. As soon as a result is there, it becomes a line of the output: {"id",
// "message"} or {"id", "error"}. Run again after a stop or a failure, it continues with the missing ones. The client
// does the retries and obeys the service's waits; its retry budget keeps many failures from becoming a storm.
//
//     node examples/node/bulk.mjs                                   # an example of its own making
//     node examples/node/bulk.mjs requests.jsonl results.jsonl --at-once 64

import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { APIError } from "parlour";
import { connect } from "./service.mjs";

const { values, positionals } = parseArgs({
    options: { "at-once": { type: "string", default: "32" } },
    allowPositionals: true,
});
const service = await connect();

async function main() {
    const scratch = await mkdtemp(join(tmpdir(), "parlour-bulk-"));
    try {
        console.log(`Talking to ${service.said}`);
        const source = positionals[0] ?? (await example(scratch));
        const target = positionals[1] ?? `${source.replace(/\.jsonl$/, "")}.results.jsonl`;
        const failed = await run(source, target, Number(values["at-once"]));
        console.log(`${(await finished(target)).size} results in ${basename(target)}, ${failed} failed now`);
        if (failed > 0) process.exitCode = 1;
    } finally {
        await rm(scratch, { recursive: true });
        await service.close();
    }
}

/**
 * Sends the requests that have no result yet. Returns how many failed.
 *
 * @param {string} source
 * @param {string} target
 * @param {number} atOnce
 */
async function run(source, target, atOnce) {
    const done = await finished(target);
    let total = 0;
    for await (const { id } of read(source)) if (!done.has(id)) total++;
    const bar = new Bar(total, done.size);
    const out = await open(target, "a");
    // Workers that take from one iterator: no more than `atOnce` requests exist at a time.
    const rest = read(source);
    const worker = async () => {
        for await (const { id, ...request } of {
            [Symbol.asyncIterator]: () => ({ next: () => rest.next() }),
        }) {
            if (done.has(id)) continue;
            const line = await ask(id, request);
            // A line goes out whole, so that a stop loses only requests in flight.
            await out.appendFile(`${JSON.stringify(line)}\n`);
            bar.step("error" in line);
        }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await out.close();
    bar.end();
    return bar.failed;
}

/**
 * The line for one request.
 *
 * @param {unknown} id
 * @param {object} request
 */
async function ask(id, request) {
    const params = /** @type {import("parlour").MessageCreateParamsNonStreaming} */ ({
        model: service.model,
        max_tokens: 256,
        ...request,
    });
    try {
        return { id, message: await service.client.messages.create(params) };
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        return { id, error: { kind: error.kind, message: error.message, request_id: error.requestID } };
    }
}

/**
 * The objects of a JSON Lines file.
 *
 * @param {string} path
 * @returns {AsyncGenerator<{ id: unknown, message?: object }>}
 */
async function* read(path) {
    const file = await open(path);
    for await (const line of createInterface({ input: file.createReadStream() })) {
        if (line.trim() !== "") yield JSON.parse(line);
    }
}

/**
 * The ids with a message. Failed requests are tried again; a last line that a stop has cut is removed.
 *
 * @param {string} target
 */
async function finished(target) {
    const done = new Set();
    if (!existsSync(target)) return done;
    const bytes = await readFile(target);
    await truncate(target, bytes.lastIndexOf("\n") + 1);
    for await (const { id, message } of read(target)) if (message !== undefined) done.add(id);
    return done;
}

/** One line on stderr that redraws itself on a terminal, and is printed once at the end elsewhere. */
class Bar {
    static WIDTH = 40;
    done = 0;
    failed = 0;
    #started = performance.now();

    /**
     * @param {number} total
     * @param {number} already
     */
    constructor(total, already) {
        this.total = total;
        this.already = already;
    }

    /**
     * One more is finished.
     *
     * @param {boolean} failed
     */
    step(failed) {
        this.done++;
        if (failed) this.failed++;
        if (process.stderr.isTTY) process.stderr.write(`\r${this}`);
    }

    /** Leaves the last state on the screen. */
    end() {
        process.stderr.write(process.stderr.isTTY ? `\r${this}\n` : `${this}\n`);
    }

    toString() {
        const share = this.total > 0 ? this.done / this.total : 1;
        const filled = "#".repeat(Math.round(share * Bar.WIDTH)).padEnd(Bar.WIDTH);
        const pace = this.done / Math.max((performance.now() - this.#started) / 1000, 1e-9);
        const left = pace > 0 ? (this.total - this.done) / pace : 0;
        const skipped = this.already > 0 ? `, ${this.already} had been done` : "";
        const counts = `${this.done}/${this.total}, ${this.failed} failed${skipped}`;
        return `[${filled}] ${counts}, ${pace.toFixed(0)}/s, ${left.toFixed(0)} s left`;
    }
}

/**
 * A hundred small requests; for some of them the emulator answers that it is busy.
 *
 * @param {string} folder
 */
async function example(folder) {
    const path = join(folder, "requests.jsonl");
    const lines = Array.from({ length: 100 }, (_, number) => {
        const question = { role: "user", content: `Add ${number + 1} and ${number + 1}.` };
        return `${JSON.stringify({ id: `sum-${number + 1}`, max_tokens: 64, messages: [question] })}\n`;
    });
    await writeFile(path, lines.join(""));
    service.emulator?.push({ status: 529, headers: { "retry-after": "1" }, repeat: 3 });
    return path;
}

await main();
