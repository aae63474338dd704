// parlour as a peer of the shared harness. It must not measure anything: the harness does.
//
// --variant events (each event visited in a loop), text (listeners, as the official SDK's helper), batches (lists of
// events). PARLOUR_NODE names the package's folder; without it the package is looked for in the harness's environment.
// DRIVERS is the folder of the harness's own drivers; PARLOUR_BENCH_WORKERS sets the runtime's threads.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { args, main, need, send } = await import(pathToFileURL(`${process.env.DRIVERS}/node_common.mjs`).href);
const folder = process.env.PARLOUR_NODE;
const { Client, configure } = folder ? createRequire(import.meta.url)(folder) : need("parlour");
if (process.env.PARLOUR_BENCH_WORKERS)
    configure({ workerThreads: Number(process.env.PARLOUR_BENCH_WORKERS) });

const DELTA = "content_block_delta";
let client;
// Of the whole run, with the warm-up, which the harness bounds by time: a tool that counts instructions needs them.
let operations = 0;
let events = 0;
process.on("exit", () => {
    if (process.env.PARLOUR_BENCH_TOTALS) console.log(JSON.stringify({ operations, events }));
});

const ways = {
    async events(stream, probe) {
        let seen = 0;
        for await (const event of stream) {
            if (event.type !== DELTA) continue;
            events++;
            probe.one(seen++, event.delta.text);
        }
    },
    text(stream, probe) {
        let seen = 0;
        stream.on("text", (text) => {
            events++;
            probe.one(seen++, text);
        });
    },
    async batches(stream, probe) {
        let seen = 0;
        for await (const batch of stream.batches()) {
            for (const event of batch) {
                if (event.type !== DELTA) continue;
                events++;
                probe.one(seen++);
            }
        }
    },
};
const read = ways[args().variant || "events"];

const create = (model, messages) => {
    operations++;
    return client.messages.create({ model, max_tokens: 1024, messages });
};

await main({
    open({ base, ca }) {
        const trusted = ca ? { caPem: readFileSync(ca, "utf8") } : {};
        client = new Client({ apiKey: "test-key", baseURL: base, fromEnv: false, ...trusted });
    },
    async unary(model) {
        return (await create(model, send.messages)).content[0].text;
    },
    async turn(model, messages) {
        return (await create(model, messages)).content;
    },
    async stream(model, probe) {
        operations++;
        const stream = client.messages.stream({ model, max_tokens: 1024, messages: send.messages });
        await read(stream, probe);
        return (await stream.finalMessage()).content[0].text;
    },
});
