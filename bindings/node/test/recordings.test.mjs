// Answers that are recorded in a folder and replayed from it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { Client, ConfigError, HookError } from "parlour";
import { Emulator, recordings } from "parlour/testing";

const NOBODY = { baseURL: "http://127.0.0.1:9", fromEnv: false };

function ask(content) {
    return { model: "svc-haiku-3-5", max_tokens: 50, messages: [{ role: "user", content }] };
}

function scratch(t) {
    const folder = mkdtempSync(join(tmpdir(), "parlour-recordings-"));
    t.after(() => rmSync(folder, { recursive: true }));
    return folder;
}

test("another client replays what one recorded", async (t) => {
    const folder = scratch(t);
    const emulator = await Emulator.start();
    const recorder = emulator.client({ recordings: { folder, mode: "record" } });
    const whole = await recorder.messages.create(ask("say hello"));
    const events = [];
    for await (const event of recorder.messages.stream(ask("count to five"))) events.push(event.type);
    await emulator.stop();
    for (const file of readdirSync(folder)) {
        assert.ok(!readFileSync(join(folder, file), "utf8").includes(emulator.apiKey));
    }
    const replay = new Client({ ...NOBODY, recordings: { folder, timing: true } });
    assert.deepEqual(await replay.messages.create(ask("say hello")), whole);
    const again = [];
    for await (const event of replay.messages.stream(ask("count to five"))) again.push(event.type);
    assert.deepEqual(again, events);
});

test("a miss is a typed error", async (t) => {
    const client = new Client({ ...NOBODY, recordings: { folder: scratch(t) } });
    await assert.rejects(client.messages.create(ask("say hello")), (error) => {
        assert.ok(error instanceof HookError);
        assert.equal(error.subkind, "no_recording");
        return true;
    });
});

test("bad settings are refused", (t) => {
    const folder = scratch(t);
    for (const value of [{}, { folder, mode: "loud" }, { folder: join(folder, "none") }]) {
        assert.throws(() => new Client({ ...NOBODY, recordings: value }), ConfigError);
    }
});

test("a helper for node:test", async (t) => {
    const folder = pathToFileURL(scratch(t) + "/");
    const named = { name: "an answer / of a model" };
    assert.throws(() => recordings(named, folder, false), /PARLOUR_RECORD=1/);
    const emulator = await Emulator.start();
    for (let round = 0; round < 2; round += 1) {
        const recorder = emulator.client({ recordings: recordings(named, folder, true) });
        await recorder.messages.create(ask("say hello"));
    }
    await emulator.stop();
    const kept = recordings(named, folder);
    assert.match(kept.folder, /an-answer-of-a-model$/);
    assert.equal(kept.mode, "replay");
    assert.equal(readdirSync(kept.folder).length, 1);
    const replay = new Client({ ...NOBODY, recordings: kept });
    assert.equal((await replay.messages.create(ask("say hello"))).content[0].text, "hello");
});
