// The start-up cost of a process: loads parlour, makes a client, and makes one call with --call 1. Prints the JSON line
// of the harness. It loads nothing else beforehand, for that would be counted too.
"use strict";

const began = performance.now();
const options = {};
for (let at = 2; at + 1 < process.argv.length; at += 2) options[process.argv[at].slice(2)] = process.argv[at + 1];
const folder = process.env.PARLOUR_NODE;
const home = folder ?? `${process.env.BENCH_WORK ?? "."}/node/node_modules/parlour`;

const { Client } = require(home);
const imported = performance.now();
const client = new Client({ apiKey: "test-key", baseURL: options.base ?? "http://127.0.0.1:1", fromEnv: false });
const made = performance.now();

async function main() {
    if (options.call === "1") {
        const messages = [{ role: "user", content: "Hello" }];
        const message = await client.messages.create({ model: "mock-s600", max_tokens: 1024, messages });
        if (!message.content[0].text) throw new Error("empty");
    }
    const done = performance.now();
    const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
    const kb = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)[1]);
    const line = {
        import_ms: imported - began,
        construct_ms: made - imported,
        call_ms: done - made,
        rss_kb: kb("VmRSS"),
        hwm_kb: kb("VmHWM"),
    };
    console.log(JSON.stringify(line));
    process.exit(0);
}

void main();
