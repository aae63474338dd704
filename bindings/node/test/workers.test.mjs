// Several threads and processes: worker_threads and cluster.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { textOf } from "parlour";
import { ask, CHILD, eventually, run, service, unfinished, worker } from "./support.mjs";

const said = (one) =>
    new Promise((resolve, reject) => {
        one.once("message", resolve).once("error", reject);
    });

test("workers call and stream, each with a client of its own", async (t) => {
    const emulator = await service(t);
    const script = `
        const whole = await client.messages.create(ask("say " + workerData.baseURL.length));
        const stream = await client.messages.stream(ask("say streamed")).finalText();
        parentPort.postMessage([textOf(whole), stream]);`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => said(worker(t, emulator, script))));
    for (const answer of answers) assert.deepEqual(answer, [String(emulator.url.length), "streamed"]);
    assert.equal(textOf(await emulator.client().messages.create(ask("say main"))), "main");
});

test("a worker that has nothing to do ends", async (t) => {
    const emulator = await service(t);
    const one = worker(t, emulator, `await client.messages.create(ask()); parentPort.postMessage(1);`);
    const ended = new Promise((resolve) => one.once("exit", resolve));
    await said(one);
    assert.equal(await ended, 0);
});

test("a worker terminated in the middle of a stream does not crash, and its connection is closed", async (t) => {
    const emulator = await service(t);
    for (let round = 1; round <= 5; round++) {
        emulator.push(unfinished("a"));
        const one = worker(
            t,
            emulator,
            `for await (const piece of client.messages.stream(ask()).textStream) parentPort.postMessage(piece);`,
        );
        assert.equal(await said(one), "a");
        await one.terminate();
        assert.ok(await emulator.waitClosedEarly(round));
    }
    assert.equal(textOf(await emulator.client().messages.create(ask("say alive"))), "alive");
});

test("a worker terminated while thousands of events arrive does not crash", async (t) => {
    const emulator = await service(t, { pace: 0 });
    const sse = Array.from({ length: 2000 }, (_, at) => ({ comment: String(at) }));
    for (let round = 0; round < 5; round++) {
        emulator.push({ sse, gap_ms: 1 });
        const one = worker(
            t,
            emulator,
            `parentPort.postMessage(0); await client.messages.stream(ask("a b c d e f")).finalMessage();`,
        );
        await said(one);
        await emulator.waitRequests(round + 1);
        await one.terminate();
    }
});

test("a client cannot be sent to another worker, which says so", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { port1, port2 } = new MessageChannel();
    t.after(() => (port1.close(), port2.close()));
    // The clone is an empty object, and no client.
    const sent = structuredClone(client.toJSON());
    assert.deepEqual(sent, { baseURL: emulator.url, vendor: "svc" });
});

test("cluster: every process calls on its own", async (t) => {
    const emulator = await service(t);
    const script = `
        import cluster from "node:cluster";
        ${CHILD}
        if (cluster.isPrimary) {
            await client.messages.create(ask("say primary"));
            let left = 3;
            for (let at = 0; at < 3; at++) cluster.fork({ AT: at }).on("exit", (code) => {
                console.log("left with", code);
                if (--left === 0) client.messages.create(ask("say last")).then(() => console.log("done"));
            });
        } else {
            await client.messages.create(ask("say " + process.env.AT));
            await client.messages.stream(ask("say streamed")).finalText();
            process.exit(0);
        }`;
    const { writeFileSync, mkdtempSync, rmSync } = await import("node:fs");
    const { join } = await import("node:path");
    const { fileURLToPath } = await import("node:url");
    // cluster starts the file again, so there has to be one, where the package is found.
    const folder = mkdtempSync(join(fileURLToPath(new URL(".", import.meta.url)), ".cluster-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "main.mjs");
    writeFileSync(file, script.replace("./support.mjs", "../support.mjs").replace("slice(1)", "slice(2)"));
    const { code, out, err } = await run(
        `import { spawnSync } from "node:child_process";
         const { status, stdout, stderr } = spawnSync(process.execPath, process.argv.slice(1), { encoding: "utf8" });
         process.stdout.write(stdout); process.stderr.write(stderr); process.exit(status);`,
        { args: [file, emulator.url, emulator.apiKey] },
    );
    assert.deepEqual([code, out, err], [0, "left with 0\nleft with 0\nleft with 0\ndone\n", ""]);
    assert.equal(emulator.requests.length, 8);
});

test("a handle of the native half used from another worker is a clear error", async (t) => {
    const emulator = await service(t);
    emulator.push(unfinished("a"));
    const { createRequire } = await import("node:module");
    const { native } = createRequire(import.meta.url)("../dist/native.js");
    const port = native.openPort(() => undefined, true);
    const one = new Worker(
        `const { parentPort, workerData } = require("node:worker_threads");
         const { native } = require(workerData.path);
         const client = new native.Client(workerData.settings, null, false);
         try {
             client.submit(workerData.port, 2, null, null, null, "GET", "/v1/models");
             parentPort.postMessage("sent");
         }
         catch (error) { parentPort.postMessage(error.message); }`,
        {
            eval: true,
            workerData: {
                port,
                path: createRequire(import.meta.url).resolve("../dist/native.js"),
                settings: JSON.stringify({ base_url: emulator.url, api_key: "k", vendor: "svc" }),
            },
        },
    );
    t.after(() => one.terminate());
    assert.match(await said(one), /worker|thread|environment/);
    await eventually(() => emulator.requests.length === 0, "nothing was sent");
});
