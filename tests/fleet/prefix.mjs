// As prefix.py.
import { once } from "node:events";
import { createRequire } from "node:module";

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

console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
await Promise.all(Array.from({ length: 8 }, (_, number) => ask(number)));
const { cacheWrite5mTokens: written, cacheReadTokens: read } = client.usageReport().total;
console.log(JSON.stringify({ written, read }));
