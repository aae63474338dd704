// Log records: they reach the program's own logger, and hold no secret.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "parlour";
import { ask, CHILD, childArgs, eventually, run, service } from "./support.mjs";

function recorder() {
    const records = [];
    const keep = (level) => (message) => records.push([level, message]);
    return { records, error: keep("error"), warn: keep("warn"), info: keep("info"), debug: keep("debug") };
}

test("records of calls reach the logger, without secrets", async (t) => {
    const emulator = await service(t, { apiKey: "sk-very-secret-key" });
    emulator.push({ status: 529 });
    const logger = recorder();
    const client = emulator.client({ logger, logLevel: "debug", clock: { random: [0] } });
    await client.messages.create(ask());
    await client.messages.stream(ask()).finalMessage();
    await eventually(
        () => logger.records.some(([, message]) => message.includes("529")),
        "a record of the failure",
    );
    assert.ok(logger.records.every(([, message]) => message.startsWith("parlour: ")));
    assert.ok(!JSON.stringify(logger.records).includes("secret"), JSON.stringify(logger.records));
    const quiet = recorder();
    const other = emulator.client({ logger: quiet, logLevel: "off" });
    emulator.push({ status: 529 });
    await other.withOptions({ clock: { random: [0] } }).messages.create(ask());
    assert.deepEqual(quiet.records, []);
});

test("a logger that throws ends nothing", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 529 });
    const warned = new Promise((resolve) => process.once("warning", resolve));
    const fail = () => {
        throw new Error("the disk is full");
    };
    const logger = { error: fail, warn: fail, info: fail, debug: fail };
    const client = emulator.client({ logger, logLevel: "info", clock: { random: [0] } });
    await client.messages.create(ask());
    assert.equal((await warned).message, "the disk is full");
    emulator.client({ logger: console, logLevel: "off" });
});

test("PARLOUR_LOG switches it on", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400 });
    const { code, err, out } = await run(`${CHILD}\nawait client.messages.create(ask()).catch(() => {});`, {
        ...childArgs(emulator),
        env: { PARLOUR_LOG: "debug" },
    });
    assert.equal(code, 0);
    assert.match(err + out, /parlour: /);
    assert.ok(!(err + out).includes(emulator.apiKey));
});

test("the variable of the preset switches it on where its key is used", async (t) => {
    const emulator = await service(t);
    const name = new Client({ apiKey: "k", fromEnv: false }).vendor.toUpperCase();
    const theirs = {
        [`${name}_API_KEY`]: emulator.apiKey,
        [`${name}_BASE_URL`]: emulator.url,
        [`${name}_LOG`]: "info",
    };
    const ours = { PARLOUR_API_KEY: emulator.apiKey, PARLOUR_BASE_URL: emulator.url };
    const script = `
        import { Client } from "parlour";
        import { ask } from "./support.mjs";
        await new Client({ maxRetries: 0 }).messages.create(ask()).catch(() => {});
    `;
    const told = async (env) => {
        emulator.push({ status: 400 });
        const { code, err, out } = await run(script, { env });
        assert.equal(code, 0, err);
        return err + out;
    };
    assert.match(await told(theirs), /parlour: /);
    assert.ok(!(await told(theirs)).includes(emulator.apiKey));
    assert.equal(await told({ ...theirs, ...ours }), "");
    assert.equal(await told({ ...theirs, PARLOUR_LOG: "off" }), "");
});

test("a level that is none is refused", () => {
    assert.throws(() => new Client({ logLevel: "loud" }), { name: "TypeError", message: /logLevel/ });
});
