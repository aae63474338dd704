// What `parlour/compat` costs: nothing where it is not used, and at most a tenth of a call where it is.

import assert from "node:assert/strict";
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "parlour";
import Vendor from "parlour/compat";
import { ask } from "../support.mjs";

/** Of the processor time without it. */
const LIMIT = 1.1;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Modules that are loaded at their first use. */
const LATER = /dist.(compat.|fetch|raw_body|uploads|resources\.|batches|testing|mcp\.|check|cli\.)/;

test("the package alone loads nothing of it, and nothing else that is used seldom", async () => {
    const script = "require('parlour'); console.log(JSON.stringify(Object.keys(require.cache)))";
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: ROOT });
    const loaded = JSON.parse(stdout);
    assert.ok(loaded.some((path) => path.endsWith("client.js")));
    assert.deepEqual(
        loaded.filter((path) => LATER.test(path)),
        [],
    );
});

test("it loads none of the files of types, and no server of HTTP", async () => {
    const script =
        "require('parlour/compat'); console.log(JSON.stringify([Object.keys(require.cache), process.moduleLoadList]))";
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: ROOT });
    const [files, builtin] = JSON.parse(stdout);
    assert.ok(files.some((path) => /compat.code_errors\.js$/.test(path)));
    assert.deepEqual(
        files.filter((path) => /dist.compat.(names|types)\b/.test(path)),
        [],
    );
    assert.ok(!builtin.includes("NativeModule http"));
});

/** A service whose work is not measured: that of another process. */
async function service(t) {
    const child = fork(fileURLToPath(new URL("./service.mjs", import.meta.url)));
    t.after(() => child.disconnect());
    const [{ url, apiKey }] = await once(child, "message");
    return { baseURL: url, apiKey, vendor: "svc", fromEnv: false };
}

/** Processor time of a call in microseconds, of so many that are made 20 at a time. */
async function spent(call, count) {
    const before = process.cpuUsage();
    for (let made = 0; made < count; made += 20) await Promise.all(Array.from({ length: 20 }, call));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
}

const KINDS = {
    "a whole answer": (client) => () => client.messages.create(ask()),
    "a stream": (client) => async () => {
        for await (const _ of await client.messages.create({ ...ask(), stream: true }));
    },
};

// Processor time, and not the time of a clock: what else the machine does is not in it. Both take turns, and the median decides.
for (const [what, kind] of Object.entries(KINDS)) {
    test(`${what} costs at most a tenth more through it`, async (t) => {
        const settings = await service(t);
        const own = kind(new Client(settings));
        const compat = kind(new Vendor(settings));
        for (const call of [own, compat]) await spent(call, 1500);
        const medians = [];
        // What else the machine does disturbs caches: a measurement that is above the limit has to be so three times.
        while (medians.length < 3 && !(medians.at(-1) <= LIMIT)) {
            const ratios = [];
            for (let round = 0; round < 9; round++) {
                const before = await spent(own, 500);
                ratios.push((await spent(compat, 500)) / before);
            }
            medians.push(ratios.sort((left, right) => left - right)[4]);
        }
        const told = `${what}: ${medians.map((median) => median.toFixed(3)).join(", ")} of the processor time`;
        t.diagnostic(told);
        assert.ok(medians.at(-1) <= LIMIT, told);
    });
}
