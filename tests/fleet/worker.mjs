// As worker.py.
import { once } from "node:events";
import { createRequire } from "node:module";

const { Client } = createRequire(import.meta.url)("../../bindings/node");
const [, , service, store, calls, callLog, limit] = process.argv;
const client = new Client({
    apiKey: "test-key",
    baseURL: service,
    fromEnv: false,
    limits: store,
    requestsPerMinute: Number(limit),
    callLog,
});
let left = Number(calls);

async function lane() {
    while (left-- > 0) {
        const messages = [{ role: "user", content: "Hello" }];
        await client.messages.create({ model: "svc-sonnet-4-5", max_tokens: 16, messages });
    }
}

console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
await Promise.all(Array.from({ length: 8 }, lane));
