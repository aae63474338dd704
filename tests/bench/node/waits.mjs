// One row of `tests/bench/python/waits.py` in Node: makes the calls of a plan, and prints how long each took and which
// failed. Arguments: the folder in which the official SDK is installed, and the plan as JSON. PARLOUR_NODE names the
// package's folder; without it the package is the one that is installed.
import { once, setMaxListeners } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const [folder, given] = process.argv.slice(2);
const plan = JSON.parse(given);
const ask = {
    model: "svc-haiku-3-5",
    max_tokens: 16,
    messages: [{ role: "user", content: "What is at the quay?" }],
};

/** A call of this client, of a priority. */
function own() {
    const { Client } = createRequire(import.meta.url)(process.env.PARLOUR_NODE ?? "parlour");
    const settings = { baseURL: plan.url, apiKey: plan.key, vendor: "svc", fromEnv: false, pacing: "pace" };
    const client = new Client(settings);
    return (priority, signal) => client.messages.create(ask, { priority, signal });
}

/** A call of the official SDK, which knows no priorities. */
function official() {
    const { default: Official } = createRequire(join(folder, "package.json"))(plan.peer);
    const settings = plan.retries === null ? {} : { maxRetries: plan.retries };
    const client = new Official({ baseURL: plan.url, apiKey: plan.key, ...settings });
    return (_, signal) => client.messages.create(ask, { signal });
}

const call = plan.peer === "parlour" ? own() : official();
/** The name of the error of a call, or null. */
async function failure(priority, signal) {
    try {
        await call(priority, signal);
        return null;
    } catch (error) {
        return error.constructor.name;
    }
}

// A process that runs already has a connection, and knows the limits as far as it looks at them.
await call("interactive");
process.stdout.write("ready\n");
await once(process.stdin, "data");
const [begin, spent] = [performance.now(), process.cpuUsage()];
const since = () => (performance.now() - begin) / 1e3;

/** Measured from when it was due, so that a client that is behind does not hide it. */
async function timed(at) {
    await sleep(Math.max(0, at - since()) * 1e3);
    const failed = await failure("interactive");
    return [since() - at, failed];
}

const bulk = [];
const ends = new AbortController();
setMaxListeners(0, ends.signal);
async function lane() {
    for (;;) {
        const failed = await failure("bulk", ends.signal);
        if (ends.signal.aborted) return;
        bulk.push(failed);
    }
}

for (let at = 0; at < plan.lanes; at++) void lane();
const waiting = Promise.all(plan.at.map(timed));
await sleep(Math.max(0, plan.at.at(-1) - since()) * 1e3);
ends.abort();
const calls = await waiting;
const { user, system } = process.cpuUsage(spent);
// Whatever a client does when it is closed has no part in the row.
process.stdout.write(`${JSON.stringify({ calls, bulk, cpu: (user + system) / 1e6 })}\n`, () =>
    process.exit(0),
);
