// A pool of workers: each thread has a client of its own, asks, and works on the answers, so that the work of one does
// not hold up the others. All share the few threads that drive the connections.
//
//     node examples/node/pool.mjs
//     node examples/node/pool.mjs 4          # threads

import process from "node:process";
import { isMainThread, parentPort, threadId, Worker, workerData } from "node:worker_threads";
import { APIError, Client } from "parlour";
import { connect } from "./service.mjs";

/** Questions that one thread has in flight. */
const AT_ONCE = 4;

await (isMainThread ? hand(Number(process.argv[2] ?? 2)) : work());

/**
 * The main thread: hands out questions and collects results.
 *
 * @param {number} threads
 */
async function hand(threads) {
    const service = await connect();
    console.log(`Talking to ${service.said}`);
    const questions = Array.from({ length: 24 }, (_, number) => `Count to ${number + 1}.`);
    const total = questions.length;
    let done = 0;
    let failed = 0;
    const { settings, model } = service;
    const ends = Array.from({ length: threads }, () => {
        const worker = new Worker(new URL(import.meta.url), { workerData: { settings, model } });
        worker.on("message", ({ id, result, error }) => {
            if (result !== undefined || error !== undefined) {
                done++;
                if (error !== undefined) failed++;
                console.log(`[${done}/${total}] worker ${id}: ${result ?? error}`);
            }
            worker.postMessage(questions.shift() ?? null);
        });
        return new Promise((resolve, reject) => {
            worker.once("error", reject);
            worker.once("exit", resolve);
        });
    });
    await Promise.all(ends);
    await service.close();
    console.log(`${done} answers from ${threads} workers, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
}

/** A worker: takes questions until there are none. */
async function work() {
    const client = new Client(workerData.settings);
    const port = parentPort;
    if (port === null) return;
    let open = AT_ONCE;
    port.on("message", async (question) => {
        if (question === null) {
            // The last one closes the door; nothing else keeps this thread alive.
            if (--open === 0) port.close();
            return;
        }
        port.postMessage({ id: threadId, ...(await ask(client, question)) });
    });
    for (let count = 0; count < AT_ONCE; count++) port.postMessage({ id: threadId });
}

/**
 * One question, and the work on its answer.
 *
 * @param {Client} client
 * @param {string} content
 */
async function ask(client, content) {
    try {
        const { model } = workerData;
        const stream = client.messages.stream({
            model,
            max_tokens: 128,
            messages: [{ role: "user", content }],
        });
        const text = await stream.finalText();
        const sum = (text.match(/\d+/g) ?? []).reduce((before, number) => before + Number(number), 0);
        return { result: `${content} The numbers add up to ${sum}.` };
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        return { error: `${content} ${error.name}: ${error.message}` };
    }
}
