// A client reads `process.env` of the thread that makes it, at that moment, and no other environment.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Client } from "parlour";
import { ask, MESSAGE, service } from "./support.mjs";

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
    name,
    name.toLowerCase(),
]);

/** Sets variables of this thread until the end of the test. */
function set(t, variables) {
    const before = { ...process.env };
    t.after(() => {
        for (const name of Object.keys(variables)) {
            if (before[name] === undefined) delete process.env[name];
            else process.env[name] = before[name];
        }
    });
    Object.assign(process.env, variables);
}

/** Makes a client and a call in a worker: the id of the message, or the name of the error. */
async function inWorker(env, { inside = {}, replaces = false, settings = {} } = {}) {
    const code = `
        const { parentPort, workerData } = require("node:worker_threads");
        const { Client } = require("parlour");
        const { inside, replaces, settings, params } = workerData;
        if (replaces) process.env = { ...process.env, ...inside };
        else Object.assign(process.env, inside);
        const call = async () => await new Client({ maxRetries: 0, ...settings }).messages.create(params);
        call().then(({ id }) => id, ({ name }) => name).then((said) => parentPort.postMessage(said));`;
    const worker = new Worker(code, {
        eval: true,
        env,
        workerData: { inside, replaces, settings, params: ask() },
    });
    const [said] = await once(worker, "message");
    await worker.terminate();
    return said;
}

const ours = (emulator, key) => ({
    PARLOUR_BASE_URL: emulator.url,
    PARLOUR_VENDOR: "svc",
    PARLOUR_API_KEY: key,
});
const keys = (emulator) => emulator.requests.map((seen) => seen.headers.get("x-api-key"));

test("a worker's own environment names service and key, given or set inside", async (t) => {
    const emulator = await service(t);
    set(t, { PARLOUR_API_KEY: "of-the-parent" });
    await inWorker(ours(emulator, "given"));
    await inWorker({}, { inside: ours(emulator, "set-inside") });
    await inWorker({}, { inside: ours(emulator, "replaced"), replaces: true });
    assert.deepEqual(keys(emulator), ["given", "set-inside", "replaced"]);
});

test("an object in the place of process.env counts in the main thread", async (t) => {
    const emulator = await service(t);
    const before = process.env;
    t.after(() => {
        process.env = before;
    });
    process.env = { ...before, ...ours(emulator, emulator.apiKey), PARLOUR_LOG: undefined };
    await new Client({ maxRetries: 0 }).messages.create(ask());
    assert.deepEqual(keys(emulator), [emulator.apiKey]);
});

test("nothing of the parent's environment reaches a worker that has none", async (t) => {
    const emulator = await service(t);
    set(t, ours(emulator, emulator.apiKey));
    assert.equal(await inWorker({}), "ConfigError");
    assert.equal(await inWorker({}, { settings: { baseURL: emulator.url, vendor: "svc" } }), "ConfigError");
    assert.deepEqual(keys(emulator), []);
});

test("the proxies are those of the worker, and of the moment", async (t) => {
    let seen = 0;
    const proxy = createServer((request, response) => {
        seen += 1;
        request.resume().on("end", () => {
            const message = { ...MESSAGE, stop_reason: "end_turn" };
            response.setHeader("content-type", "application/json").end(JSON.stringify(message));
        });
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    t.after(() => {
        proxy.closeAllConnections();
        proxy.close();
    });
    const address = `http://127.0.0.1:${proxy.address().port}`;
    set(t, Object.fromEntries(PROXIES.map((name) => [name, ""])));
    // Without the proxy nobody listens: the limit is for a network that drops the packets.
    const settings = {
        baseURL: "http://service.invalid:1",
        apiKey: "k",
        vendor: "svc",
        allowPlainHttp: true,
        connectTimeout: 500,
    };
    const direct = /^APIConnection(Timeout)?Error$/;
    const both = { HTTP_PROXY: address, http_proxy: address };
    assert.equal(await inWorker(both, { settings }), "msg_1");
    assert.equal(seen, 1);
    const exempt = { ...both, NO_PROXY: "service.invalid", no_proxy: "service.invalid" };
    assert.match(await inWorker(exempt, { settings }), direct);
    Object.assign(process.env, both);
    assert.match(await inWorker({}, { settings }), direct);
    assert.equal(seen, 1, "the parent's proxy is not the worker's");
    const call = () => new Client({ ...settings, maxRetries: 0 }).messages.create(ask());
    assert.equal((await call()).id, "msg_1");
    for (const name of Object.keys(both)) delete process.env[name];
    await assert.rejects(call(), ({ name }) => direct.test(name));
    assert.equal(seen, 2);
});
