// One signal that lives as long as the program, given to very many calls, as a server's shutdown signal is: it keeps
// neither listeners nor calls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CHILD, childArgs, run, service } from "../support.mjs";

test("one long-lived signal over 100 000 calls keeps no listeners and no memory", async (t) => {
    const emulator = await service(t);
    // The key is refused before anything is sent: the test checks how a call registers with the signal, and
    // unregisters.
    const script = `${CHILD}
        import { getEventListeners } from "node:events";
        const { signal } = new AbortController();
        const keyless = new Client({ baseURL, vendor: "svc", fromEnv: false, apiKey: async () => { throw 0; } });
        let most = 0;
        const round = async (count) => {
            for (let left = count; left > 0; left -= 1000) {
                const calls = Array.from({ length: 500 }, () => keyless.messages.create(ask(), { signal }));
                const streams = Array.from({ length: 500 }, () => keyless.messages.stream(ask(), { signal }).done());
                most = Math.max(most, getEventListeners(signal, "abort").length);
                await Promise.allSettled([...calls, ...streams]);
            }
            gc(); await new Promise(setImmediate); gc();
            return process.memoryUsage().heapUsed;
        };
        await round(10_000);
        const before = await round(1000);
        const after = await round(100_000);
        // The same signal with calls that come to their end, and with streams that do, or are left.
        for (let left = 500; left > 0; left--) {
            await client.messages.create(ask(), { signal });
            for await (const one of client.messages.stream(ask(), { signal })) if (left % 2 === 0) break;
        }
        console.log(JSON.stringify({ most, left: getEventListeners(signal, "abort").length, grown: after - before }));`;
    const { code, out, err } = await run(script, { ...childArgs(emulator), flags: ["--expose-gc"] });
    assert.equal(code, 0, err);
    assert.equal(err, "", "no warning of too many listeners");
    const { most, left, grown } = JSON.parse(out);
    assert.deepEqual([most, left], [1, 0]);
    assert.ok(grown < 1 << 20, `${grown} bytes more after 100 000 calls`);
    t.diagnostic(`${grown} bytes more after 100 000 calls`);
});
