// The cost of `parlour-compat`: nothing where it is not used, and a few function calls where it is. Functions and
// promises are counted, which is the same on any machine; tests/bench/node/compat.mjs measures the time.

import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { execFile } from "node:child_process";
import { Session } from "node:inspector/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "parlour";
import Vendor from "parlour-compat";
import { Emulator } from "parlour/testing";
import { ask } from "../../node/test/support.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Further function calls of a whole answer with it, most of which check the arguments and convert the promise. */
const OF_A_CALL = 14;
/** Functions of it that a stream calls, whatever its length. */
const OF_A_STREAM = 30;

test("it loads none of the files of types, and no server of HTTP", async () => {
    const script =
        "require('parlour-compat'); console.log(JSON.stringify([Object.keys(require.cache), process.moduleLoadList]))";
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: ROOT });
    const [files, builtin] = JSON.parse(stdout);
    assert.ok(files.some((path) => /node-compat.dist.code_errors\.js$/.test(path)));
    assert.deepEqual(
        files.filter((path) => /node-compat.dist.(names|types)\b/.test(path)),
        [],
    );
    assert.ok(!builtin.includes("NativeModule http"));
});

/** Counts by the engine itself: the calls of each function of the package. */
const inspector = new Session();
let promises = 0;
const hook = createHook({
    init(_id, type) {
        if (type === "PROMISE") promises++;
    },
});
let service;
let own;
let compat;

before(async () => {
    service = await Emulator.start({ keepRequests: 1 });
    const settings = { baseURL: service.url, apiKey: service.apiKey, vendor: "svc", fromEnv: false };
    own = new Client(settings);
    compat = new Vendor(settings);
    inspector.connect();
    await inspector.post("Profiler.enable");
});

after(async () => {
    inspector.disconnect();
    await service.stop();
});

/** The cost of a piece of work: promises, and calls of functions of the package and of `parlour-compat`. */
async function taken(work) {
    // Objects that are made once, such as lazily loaded classes, do not count as the cost of a call.
    await work();
    await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await inspector.post("Profiler.takePreciseCoverage");
    promises = 0;
    hook.enable();
    const seen = await work();
    hook.disable();
    const counts = { seen, promises, all: 0, compat: 0 };
    const { result } = await inspector.post("Profiler.takePreciseCoverage");
    await inspector.post("Profiler.stopPreciseCoverage");
    for (const { url, functions } of result) {
        const [, home] = /\/bindings\/(node|node-compat)\/dist\//.exec(url) ?? [];
        if (home === undefined) continue;
        for (const { ranges } of functions) {
            const [{ count }] = ranges;
            counts.all += count;
            if (home === "node-compat") counts.compat += count;
        }
    }
    return counts;
}

test("a whole answer takes no promise more through it, and a few functions", async (t) => {
    const work = (client) => async () => {
        await client.messages.create(ask());
    };
    const [without, through] = [await taken(work(own)), await taken(work(compat))];
    t.diagnostic(JSON.stringify({ without, through }));
    assert.equal(without.compat, 0);
    assert.ok(through.compat > 0);
    assert.ok(through.promises <= without.promises);
    assert.ok(through.all <= without.all + OF_A_CALL);
});

const LONG = { max_tokens: 20_000 };
/** How programs read a stream, and how many things they see. */
const KINDS = {
    "events in a loop": (client, text) => async () => {
        let seen = 0;
        for await (const _ of await client.messages.create({ ...ask(text, LONG), stream: true })) seen++;
        return seen;
    },
    "events of the helper": (client, text) => async () => {
        let seen = 0;
        for await (const _ of client.messages.stream(ask(text, LONG))) seen++;
        return seen;
    },
    "text to a listener": (client, text) => async () => {
        let seen = 0;
        await client.messages
            .stream(ask(text, LONG))
            .on("text", () => seen++)
            .finalMessage();
        return seen;
    },
};

for (const [what, kind] of Object.entries(KINDS)) {
    test(`${what}: no promise more through it, and one function for each`, async (t) => {
        const counts = [];
        for (const client of [own, compat]) {
            counts.push(await taken(kind(client, "Count to 20")), await taken(kind(client, "Count to 2000")));
        }
        t.diagnostic(JSON.stringify(counts));
        const [ownFew, ownMany, few, many] = counts;
        assert.ok(many.seen > 500);
        // The loops of this package have `ping`, those of the SDK not.
        assert.ok(Math.abs(many.seen - ownMany.seen) <= 1);
        assert.ok(few.promises <= ownFew.promises);
        assert.ok(many.promises <= ownMany.promises);
        // How many events come at a time depends on the machine, and with it how often other functions of the package
        // are called.
        assert.ok(few.compat <= OF_A_STREAM + few.seen);
        assert.ok(many.compat <= OF_A_STREAM + many.seen);
    });
}
