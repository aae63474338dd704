// Marks before a limit: the end of the call that crosses one has a notice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ConfigError } from "parlour";
import { Emulator } from "parlour/testing";

function reply(used, left) {
    const usage = { input_tokens: 0, output_tokens: used };
    const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage };
    const headers = {
        "svc-ratelimit-requests-limit": "100",
        "svc-ratelimit-requests-remaining": String(left),
    };
    return { json: { ...message, stop_reason: "end_turn" }, headers };
}

test("a mark is noticed once", async (t) => {
    const emulator = await Emulator.start();
    t.after(() => emulator.stop());
    const ends = [];
    const client = emulator.client({
        hooks: [{ onEnd: ({ notices }) => ends.push(notices) }],
        noticeAt: 0.75,
        spendingLimits: [{ tokens: 1000, per: "day", label: "blue", notice: 0.5 }],
        vendor: "svc",
    });
    const request = { model: "svc-haiku-3-5", max_tokens: 10, messages: [{ role: "user", content: "hi" }] };
    for (const [used, left] of [
        [400, 26],
        [100, 25],
        [10, 20],
    ]) {
        emulator.push(reply(used, left));
        await client.messages.create(request, { labels: ["blue"] });
    }
    while (ends.length < 3) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(ends, [
        [],
        [
            { limit: "requests", model: "svc-haiku-3-5", label: null, used: 75, most: 100 },
            { limit: "spending", model: null, label: "blue", used: 500, most: 1000 },
        ],
        [],
    ]);
});

test("a fraction outside its range is refused", async (t) => {
    const emulator = await Emulator.start();
    t.after(() => emulator.stop());
    for (const settings of [{ noticeAt: 1.5 }, { spendingLimits: [{ tokens: 1, per: "day", notice: 0 }] }]) {
        assert.throws(() => emulator.client(settings), ConfigError);
    }
});
