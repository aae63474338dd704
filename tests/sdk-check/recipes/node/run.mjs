// Runs recipes, each a program of its own against an emulator of its own, and looks at what it printed and what the
// service was asked. It ends with 1 if one does not do what it says.
//
//   node run.mjs quick|rest [NAME ...]
// It runs beside `node_modules/` with the frameworks and `parlour`: see scripts/node/recipes.sh

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Emulator } from "parlour/testing";

const EVENTS = "message_start content_block_start content_block_delta content_block_stop message_delta message_stop";
const MODEL = "svc-sonnet-4-5-20250929";
/** What each prints, and its requests: `whole` or `stream`, with `+tools` if it has some. */
const RECIPES = {
    quick: {
        "ai-sdk": {
            // The first is refused once: repeating it is the client's.
            replies: [{ status: 529, headers: { "retry-after-ms": "1" } }],
            prints: ["hello", "1 2 3 4 5", "The tool says: sunny in Oslo"],
            asks: "whole whole stream whole+tools whole+tools",
        },
        langchain: { prints: ["hello", "1 2 3 4 5", "weather Oslo"], asks: "whole stream whole+tools" },
        langfuse: {
            prints: [
                "hello",
                "1 2 3 4 5",
                `ask ${MODEL}`,
                '{"input":3,"output":2}',
                `tell ${MODEL}`,
                '{"input":3,"output":3}',
            ],
            asks: "whole stream",
        },
        openinference: {
            prints: ["hello", EVENTS, "hello", ...Array(3).fill(`Anthropic Messages ${MODEL} 2`)],
            asks: "whole stream stream",
        },
        traceloop: {
            // The status of the span, 2 for that of a failure, and the output tokens.
            prints: ["hello", EVENTS, "hello", "404", ...Array(3).fill(`chat ${MODEL} 0 2`), "chat svc-none 2"],
            asks: "whole stream stream whole",
        },
    },
    rest: {
        mastra: {
            prints: ["I will use weather.The tool says: sunny in Oslo", "1 2 3 4 5"],
            asks: "whole+tools whole+tools stream+tools",
        },
        next: { run: next, asks: "whole stream stream" },
    },
};

/** The surroundings of a recipe: how a client finds the service, and nothing that is sent elsewhere. */
const surroundings = (service) => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.includes("API_KEY"))),
    PARLOUR_BASE_URL: service.url,
    PARLOUR_API_KEY: service.apiKey,
    PARLOUR_VENDOR: "svc",
    LANGSMITH_TRACING: "false",
    MASTRA_TELEMETRY_DISABLED: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_NO_WARNINGS: "1",
});

/** A program to its end; its lines. */
async function program(command, args, options) {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let said = "";
    let complained = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (complained += text));
    const [code] = await once(child, "close");
    assert.equal(code, 0, `${said}\n${complained}`);
    return said
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
}

/** Builds the application of Next, starts it, and asks it as a browser does. */
async function next(service) {
    const cwd = new URL("next-app/", import.meta.url);
    const command = new URL("node_modules/next/dist/bin/next", import.meta.url).pathname;
    const { PARLOUR_API_KEY: _, PARLOUR_BASE_URL: __, ...without } = surroundings(service);
    await program(process.execPath, [command, "build"], { cwd, env: without });
    const server = spawn(process.execPath, [command, "start", "-p", "0", "-H", "127.0.0.1"], {
        cwd,
        env: surroundings(service),
        stdio: ["ignore", "pipe", "inherit"],
    });
    try {
        let said = "";
        for await (const piece of server.stdout) {
            said += piece;
            if (said.includes("Ready")) break;
        }
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        assert.notEqual(url, undefined, `the server did not start: ${said}`);
        assert.match(await (await fetch(url)).text(), /<p>hello<\/p>/);
        assert.equal(await (await fetch(`${url}/ask?text=count to 5`)).text(), "1 2 3 4 5");
        service.push({ status: 200, default: true, gap_ms: 10_000 });
        const leave = new AbortController();
        const left = fetch(`${url}/ask?text=count to 9`, { signal: leave.signal });
        await service.waitRequests(3);
        leave.abort();
        await assert.rejects(left, { name: "AbortError" });
        assert.ok(await service.waitClosedEarly(1), "the request to the service goes on");
    } finally {
        server.kill();
        await once(server, "exit");
    }
}

const kind = (request) => {
    const { stream, tools } = request.json();
    return (stream === true ? "stream" : "whole") + (tools?.length > 0 ? "+tools" : "");
};

async function check(name, { replies = [], prints, run, asks }) {
    const service = await Emulator.start();
    try {
        service.push(...replies);
        if (run === undefined) {
            const lines = await program(process.execPath, [`with-${name}.mjs`], {
                cwd: new URL("./", import.meta.url),
                env: surroundings(service),
            });
            assert.deepEqual(lines, prints);
        } else {
            await run(service);
        }
        assert.equal(service.requests.map(kind).join(" "), asks);
        for (const { headers } of service.requests) {
            assert.equal(headers.get("x-api-key"), service.apiKey, "a request had another key than the client's");
            assert.equal(headers.get("x-stainless-lang"), null, "a request was sent by the SDK");
        }
    } finally {
        await service.stop();
    }
}

const [which, ...names] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const [name, recipe] of Object.entries(RECIPES[which])) {
    if (names.length > 0 && !names.includes(name)) continue;
    const began = performance.now();
    try {
        await check(name, recipe);
        passed++;
        console.log(`recipes: ${name}: ok (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failed++;
        console.log(`recipes: ${name}: FAILED`);
        console.error(error);
    }
}
console.log(`recipes: Node: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
