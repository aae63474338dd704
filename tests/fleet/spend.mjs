// As spend.py.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

const { Client, OverLimitError } = createRequire(import.meta.url)("../../bindings/node");
const [, , service, store, tokens] = process.argv;
const client = new Client({
    apiKey: "test-key",
    baseURL: service,
    fromEnv: false,
    limits: store,
    requestsPerMinute: 60_000,
    spendingLimits: [{ tokens: Number(tokens), per: "month" }],
});
const words = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const call = () =>
    client.messages.create({
        model: "svc-sonnet-4-5",
        max_tokens: 16,
        messages: [{ role: "user", content: "Hello" }],
    });

console.log("ready");
await words.next();
let used = 0;
let ended;
while (ended === undefined) {
    try {
        const { usage } = await call();
        used += usage.input_tokens + usage.output_tokens;
    } catch (error) {
        if (!(error instanceof OverLimitError)) throw error;
        ended = error;
    }
}
console.log(JSON.stringify({ used, subkind: ended.subkind }));
const ofAll = Number((await words.next()).value);
while (client.usageReport().limits[0].used !== ofAll) {
    try {
        await call();
        throw new Error("there is no room");
    } catch (error) {
        if (!(error instanceof OverLimitError)) throw error;
    }
    await setTimeout(50);
}
console.log("known");
process.stdin.destroy();
