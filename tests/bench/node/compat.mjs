// The overhead of the official SDK's names: CPU time of calls through `parlour-compat` beside the same calls without
// it.
//
//   node tests/bench/node/compat.mjs path/to/bench-server [rounds]
//
// Both sides of a row take turns in one process, and each is the median of its rounds: what the machine does besides is
// in both. PARLOUR_NODE and PARLOUR_COMPAT name the folders of the two packages; without them the packages are those
// that are installed. Fails if a row breaks its bound.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

const OVER_OWN = 1.1;
const IN_FLIGHT = 20;
const FEW = "mock-e8-c0";
const MANY = "mock-e1000-c0";

const ask = (model) => ({
    model,
    max_tokens: 1024,
    messages: [{ role: "user", content: "What is at the quay?" }],
});

/** The service's own events. */
const events = (model) => async (client) => {
    for await (const _ of await client.messages.create({ ...ask(model), stream: true }));
};
/** The same, and the message that they make. */
const helper = (model) => async (client) => {
    const stream = client.messages.stream(ask(model));
    for await (const _ of stream);
    await stream.finalMessage();
};
/** The text alone, as it comes. */
const text = (model) => async (client) => {
    await client.messages
        .stream(ask(model))
        .on("text", () => {})
        .finalMessage();
};

/** A name, the call, and how many are one measurement. */
const ROWS = [
    ["call", (client) => client.messages.create(ask("mock-s600")), 400],
    ["events_few", events(FEW), 200],
    ["helper_few", helper(FEW), 200],
    ["text_few", text(FEW), 200],
    ["events_many", events(MANY), 20],
    ["helper_many", helper(MANY), 20],
    ["text_many", text(MANY), 20],
];

/** CPU time of a call in microseconds. */
async function spent(call, client, count) {
    const before = process.cpuUsage();
    for (let made = 0; made < count; made += IN_FLIGHT) {
        await Promise.all(Array.from({ length: IN_FLIGHT }, () => call(client)));
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
}

const median = (values) => values.sort((left, right) => left - right)[values.length >> 1];

async function main([program, rounds = "61"]) {
    const load = createRequire(import.meta.url);
    const home = process.env.PARLOUR_NODE ?? dirname(load.resolve("parlour/package.json"));
    const { Client } = load(home);
    const beside = process.env.PARLOUR_COMPAT ?? dirname(load.resolve("parlour-compat/package.json"));
    const Vendor = load(join(beside, "dist/cjs.js"));
    const service = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
    const [port] = await once(createInterface({ input: service.stdout }), "line");
    const settings = { baseURL: `http://127.0.0.1:${port}`, apiKey: "test-key", fromEnv: false };
    const [own, compat] = [new Client(settings), new Vendor(settings)];
    let held = true;
    for (const [name, call, count] of ROWS) {
        for (const client of [own, compat]) await spent(call, client, 4 * count);
        const pairs = [];
        for (let round = 0; round < Number(rounds); round++) {
            pairs.push([await spent(call, own, count), await spent(call, compat, count)]);
        }
        const [without, through] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
        const ratio = through / without;
        held &&= ratio <= OVER_OWN;
        console.log(
            `${name.padEnd(14)} ${through.toFixed(1)} us, without ${without.toFixed(1)} us, ` +
                `${ratio.toFixed(3)}x (<= ${OVER_OWN})  ${ratio <= OVER_OWN ? "holds" : "BROKEN"}`,
        );
    }
    service.stdin.end();
    process.exitCode = held ? 0 : 1;
}

await main(process.argv.slice(2));
