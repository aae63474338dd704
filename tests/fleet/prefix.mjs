// As prefix.py.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

const { Client } = createRequire(import.meta.url)("../../bindings/node");
const [, , service, store] = process.argv;
const client = new Client({
    apiKey: "test-key",
    baseURL: service,
    fromEnv: false,
    limits: store,
    cache: "keep",
    ledger: true,
});
const prompt = "A long prompt that all share. ".repeat(700);

async function ask(number) {
    const stream = client.messages.stream({
        model: "svc-sonnet-4-5",
        max_tokens: 16,
        system: [{ type: "text", text: prompt, cache_control: { type: "ephemeral" } }],
        messages: [{ role: "user", content: `Say ${number}` }],
    });
    await stream.finalMessage();
}

const words = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
console.log("ready");
await words.next();
await Promise.all(Array.from({ length: 8 }, (_, number) => ask(number)));
const { cacheWrite5mTokens: written, cacheReadTokens: read } = client.usageReport().total;
console.log(JSON.stringify({ written, read }));
const calls = Number((await words.next()).value);
let fleet;
while ((fleet = client.usageReport().fleet)?.total.calls !== calls) await setTimeout(50);
console.log(fleet.total.cacheReadTokens);
process.stdin.destroy();
