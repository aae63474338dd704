// Shared by the torture tests: a program in which one system call fails, and the checks of the error.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SOURCE = fileURLToPath(new URL("../../../tests/torture/torture.c", import.meta.url));
const run = promisify(execFile);

const PROGRAM = `
import assert from "node:assert/strict";
import { appendFileSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, ParlourError } from "parlour";

const [scenario, call, first, baseURL, apiKey, folder] = process.argv.slice(1);
const asked = (text) => ({ model: "svc-sonnet-4-5", max_tokens: 64, messages: [{ role: "user", content: text }] });
const ask = asked("say hi");
const [source, copy, state] = ["source", "copy", "state"].map((name) => join(folder, name));
const made = () => new Client({ baseURL, apiKey, fromEnv: false, maxRetries: 0 });

const rows = ["row-1", "row-2"];
const requests = rows.map((name) => ({ custom_id: name, params: asked("say " + name) }));
const soon = { firstPause: 0, longestPause: 0 };

const scenarios = {
    create: async (client) => assert.equal((await client.messages.create(ask)).content[0].text, "hi"),
    stream: async (client) => assert.equal(await client.messages.stream(ask).finalText(), "hi"),
    file: async (client) => assert.equal((await client.files.upload({ file: source })).size_bytes, 300_000),
    large: async (client) => {
        const { data } = await client.messages.create(ask).withResponse();
        assert.equal(data.content[0].text.length, 4_100_000);
    },
    save: async (client) => assert.equal(await client.files.downloadTo("file_1", copy), 4),
    batches: async (client) => {
        const found = new Set();
        for await (const { custom_id, result } of await client.messages.batches.run(
            { requests, state, requestsPerBatch: 1 },
            soon,
        )) {
            assert.equal(result.message.content[0].text, custom_id);
            assert.ok(!found.has(custom_id), "given twice");
            found.add(custom_id);
        }
        assert.deepEqual([...found].sort(), rows);
    },
};

/** Runs it once with this call failing; gives how often it was made, and the error. */
async function failing(number) {
    const lasting = call === "allocate" ? 1 : 0;
    try {
        openSync(["/torture/arm/parlour.linux", call, number, lasting].join("/"));
    } catch {}
    let error = null;
    try {
        await scenarios[scenario](made());
    } catch (failed) {
        error = failed;
    }
    const seen = Number(readFileSync("/torture/disarm", "utf8"));
    if (error !== null && !(error instanceof ParlourError)) throw error;
    return { seen, error: error && { subkind: error.subkind, retryable: error.isRetryable, text: error.message } };
}

/** As often as a user would begin a run again whose last words were about a batch in doubt. */
async function goesOn() {
    for (let doubts = 0; ; doubts++) {
        try {
            return await scenarios[scenario](made());
        } catch (error) {
            if (error.subkind !== "batch_in_doubt" || doubts === rows.length) throw error;
            appendFileSync(state, / the line (.*?) if it is of this run/.exec(error.message)[1] + "\\n");
        }
    }
}

const outcomes = [];
/**
 * Whether it is the first call of the process that fails. Threads stay, and descriptors and files are opened each time.
 */
const isFirst = ["create", "stream", "large"].includes(scenario) || call === "pthread_create";
if (!isFirst) {
    await goesOn();
    writeFileSync(state, "");
}
for (let number = Number(first); ; number++) {
    assert.ok(number < 60, "it is made too often");
    if (scenario === "save") writeFileSync(copy, "earlier");
    const outcome = await failing(number);
    if (scenario === "save") {
        // The file that was there, or the new one, and nothing else.
        outcome.kept = readFileSync(copy, "utf8");
        assert.deepEqual(readdirSync(folder).sort(), ["copy", "source", "state"]);
    }
    outcomes.push(outcome);
    await goesOn();
    if (isFirst || outcome.seen < number) break;
    writeFileSync(state, "");
}
console.log(JSON.stringify(outcomes));
`;

let built, library;

before(async () => {
    built = await mkdtemp(join(tmpdir(), "parlour-torture-"));
    library = join(built, "torture.so");
    await run("gcc", ["-std=gnu11", "-O1", "-shared", "-fPIC", SOURCE, "-o", library, "-ldl"]);
});
after(() => rm(built, { recursive: true }));

const SHORT = {
    pthread_create: /no thread can be started/,
    socket: /no file descriptor is left/,
    epoll_create1: /no file descriptor is left/,
    epoll_ctl: /no memory is left/,
    eventfd: /no file descriptor is left/,
    open: /no file descriptor is left/,
    send: /no memory is left/,
    pread: /no memory is left/,
    allocate: /no memory is left/,
    write: /No space left on device/,
    sync: /Input\/output error/,
    rename: /Input\/output error/,
};

/** Runs the program with one call failing, this one or more, and returns its output for each. */
export async function tortured(t, emulator, scenario, call, number) {
    const folder = await mkdtemp(join(tmpdir(), "parlour-torture-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "source"), "x".repeat(300_000));
    await writeFile(join(folder, "state"), "");
    const url = emulator.url.replace("127.0.0.1", "localhost");
    const { stdout, stderr } = await run(
        process.execPath,
        ["--input-type=module", "-e", PROGRAM, scenario, call, String(number), url, emulator.apiKey, folder],
        { cwd: fileURLToPath(new URL(".", import.meta.url)), env: { ...process.env, LD_PRELOAD: library } },
    );
    assert.equal(stderr, "", `${scenario}, ${call} number ${number}`);
    return JSON.parse(stdout);
}

/** Checks the error of a failed system call. */
export function check(scenario, call, { subkind, retryable, text }) {
    assert.match(text, SHORT[call]);
    assert.doesNotMatch(text, /please report it|panic/);
    const local = ["write", "sync", "rename"].includes(call);
    assert.equal(subkind, local ? "local_file" : "resources", text);
    // An answer that had begun is billed: it is not asked for again without a word of the program.
    assert.equal(retryable, !local && call !== "allocate", text);
}

/** Has each call of a scenario fail once, each in a process of its own. */
export async function survives(t, emulator, scenario, call) {
    let failed = 0;
    for (let number = 1; ; number++) {
        assert.ok(number < 40, "it is made too often");
        if (scenario === "large") {
            const content = [{ type: "text", text: "x".repeat(4_100_000) }];
            const reply = { json: { type: "message", id: "m", role: "assistant", content } };
            emulator.script([reply, reply]);
        }
        const [{ seen, error }] = await tortured(t, emulator, scenario, call, number);
        if (seen < number) break;
        if (error === null) continue;
        failed++;
        check(scenario, call, error);
    }
    assert.ok(failed > 0, `${scenario} never missed ${call}`);
}
