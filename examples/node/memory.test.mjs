// Each way out of the directory of memory_directory.mjs, and the effect of the commands within it:
// node --test memory.test.mjs

import assert from "node:assert/strict";
import {
    linkSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    renameSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Client, memoryTool } from "parlour";
import { Emulator } from "parlour/testing";
import { MemoryDirectory } from "./memory_directory.mjs";

/**
 * A directory for the memory, with one beside it that must not be reached. `tell` runs commands as one turn of a model,
 * and returns the results that the model reads: `[text, isError]` each.
 *
 * @param {import("node:test").TestContext} t
 */
async function place(t) {
    const home = mkdtempSync(join(tmpdir(), "parlour-memory-test-"));
    const inside = join(home, "memory");
    const outside = join(home, "outside");
    mkdirSync(inside);
    mkdirSync(outside);
    writeFileSync(join(outside, "secret"), "secret");
    const memory = await MemoryDirectory.open(inside);
    const emulator = await Emulator.start();
    const client = new Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        vendor: "svc",
        fromEnv: false,
    });
    t.after(async () => {
        await memory.close();
        await emulator.stop();
        assert.equal(readFileSync(join(outside, "secret"), "utf8"), "secret");
        assert.deepEqual(readdirSync(outside), ["secret"]);
        rmSync(home, { recursive: true });
    });
    /** @param {string} stop_reason @param {object[]} content */
    const answer = (stop_reason, content) => ({
        json: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: "svc-sonnet-4-5",
            content,
            stop_reason,
            stop_sequence: null,
            usage: { input_tokens: 9, output_tokens: 9 },
        },
    });
    /** @param {object[]} commands @returns {Promise<[string, boolean][]>} */
    const tell = async (...commands) => {
        const calls = commands.map((input, at) => ({
            type: "tool_use",
            id: `t${at}`,
            name: "memory",
            input,
        }));
        emulator.push(answer("tool_use", calls), answer("end_turn", [{ type: "text", text: "done" }]));
        await client.messages.runTools({
            model: "svc-sonnet-4-5",
            max_tokens: 64,
            messages: [{ role: "user", content: "Please." }],
            tools: [memoryTool(memory)],
        });
        const body = emulator.requests.at(-1)?.body ?? "{}";
        const { messages } = JSON.parse(Buffer.from(body).toString());
        /** @type {{ content?: string, is_error?: boolean }[]} */
        const results = messages.at(-1).content;
        return results.map(({ content = "", is_error = false }) => [content, is_error]);
    };
    return { home, inside, outside, tell };
}

/** Every command on this path. @param {string} path */
const commandsOn = (path) => [
    { command: "view", path },
    { command: "create", path, file_text: "mine" },
    { command: "str_replace", path, old_str: "secret", new_str: "mine" },
    { command: "insert", path, insert_line: 0, insert_text: "mine" },
    { command: "delete", path },
    { command: "rename", old_path: path, new_path: "/memories/taken" },
    { command: "rename", old_path: "/memories/own", new_path: path },
];

test("commands work on files of the directory", async (t) => {
    const { inside, tell } = await place(t);
    const create = { command: "create", path: "/memories/a/b.md", file_text: "one\ntwo\n" };
    const told = await tell(
        create,
        create,
        { command: "view", path: "/memories/" },
        { command: "str_replace", path: "/memories/a/b.md", old_str: "two", new_str: "2" },
        { command: "insert", path: "/memories/a/b.md", insert_line: 0, insert_text: "0" },
        { command: "rename", old_path: "/memories/a", new_path: "/memories/c/d" },
        { command: "view", path: "/memories/c/d/b.md", view_range: [3, 3] },
        { command: "create", path: "/memories/e", file_text: "" },
        { command: "rename", old_path: "/memories/e", new_path: "/memories/c" },
        { command: "rename", old_path: "/memories/c", new_path: "/memories/c/x/y" },
    );
    assert.deepEqual(told[1], ["Error: File /memories/a/b.md already exists", true]);
    assert.match(told[2]?.[0] ?? "", /8B\t\/memories\n0B\t\/memories\/a\/\n8B\t\/memories\/a\/b\.md$/);
    assert.match(told[6]?.[0] ?? "", / {5}3\t2$/);
    assert.deepEqual(told[8], ["Error: The destination /memories/c already exists", true]);
    assert.match(told[9]?.[0] ?? "", /into itself/);
    assert.equal(readFileSync(join(inside, "c/d/b.md"), "utf8"), "0\none\n2\n");
    const gone = { command: "delete", path: "/memories/e" };
    const removed = await tell({ command: "delete", path: "/memories/c" }, gone, gone);
    assert.deepEqual(readdirSync(inside), []);
    assert.match(removed[2]?.[0] ?? "", /does not exist/);
});

test("no path leads out", async (t) => {
    const { inside, outside, tell } = await place(t);
    writeFileSync(join(inside, "own"), "own");
    for (const path of [
        "/memories/../outside/secret",
        "/memories/a/../../outside/secret",
        "/memories/..",
        "/memories/./own",
        "/memories/%2e%2e/outside/secret",
        "/memories/..%2foutside%2fsecret",
        "/memories/%252e%252e/secret",
        "/memories/..\\outside\\secret",
        "/memories\\..\\outside",
        "/memoriesx/secret",
        "/memories.",
        "memories/own",
        "/Memories/own",
        "own",
        "../outside/secret",
        "//memories/own",
        "/etc/passwd",
        "/memories/own\0.md",
        "/memories/a\nb",
        "/memories/.hidden",
        join(outside, "secret"),
        `/memories/${"x".repeat(201)}`,
        `/memories${"/x".repeat(9)}`,
    ]) {
        for (const [text, isError] of await tell(...commandsOn(path))) {
            assert.ok(isError && text.includes("is refused"), `${path}: ${text}`);
        }
    }
    for (const path of ["/memories", "/memories/", "/memories//"]) {
        for (const [text] of await tell(...commandsOn(path).slice(1))) {
            assert.equal(text, "The directory /memories itself stays as it is.");
        }
    }
    assert.deepEqual(readdirSync(inside), ["own"]);
});

test("no link leads out", async (t) => {
    const { inside, outside, tell } = await place(t);
    writeFileSync(join(inside, "own"), "own");
    symlinkSync(outside, join(inside, "folder"));
    symlinkSync(join(outside, "secret"), join(inside, "file"));
    symlinkSync(join(outside, "new"), join(inside, "dangling"));
    symlinkSync("..", join(inside, "up"));
    linkSync(join(outside, "secret"), join(inside, "second"));
    const through = ["/memories/folder/secret", "/memories/up/outside/secret", "/memories/folder/new"];
    const links = ["/memories/file", "/memories/dangling", "/memories/second", "/memories/folder"];
    const commands = [
        ...through.flatMap(commandsOn),
        ...links.flatMap((path) => commandsOn(path).slice(0, 4)),
    ];
    for (const [text, isError] of await tell(...commands)) {
        assert.ok(isError && !text.includes("verbatim"), text);
    }
    const [listing] = await tell({ command: "view", path: "/memories" });
    assert.doesNotMatch(listing?.[0] ?? "", /folder|file$/m);
    // Removing a link removes the link.
    mkdirSync(join(inside, "a"));
    symlinkSync(outside, join(inside, "a/folder"));
    const paths = ["file", "folder", "up", "second", "dangling", "a"].map((name) => `/memories/${name}`);
    for (const [text, isError] of await tell(...paths.map((path) => ({ command: "delete", path })))) {
        assert.ok(!isError, text);
    }
    assert.deepEqual(readdirSync(inside), ["own"]);
});

test("what is too large or no text is not read", async (t) => {
    const { inside, tell } = await place(t);
    writeFileSync(join(inside, "large"), "x".repeat((1 << 20) + 1));
    writeFileSync(join(inside, "odd"), Buffer.from([0xff, 0xfe]));
    const told = await tell(
        { command: "view", path: "/memories/large" },
        { command: "create", path: "/memories/new", file_text: "x".repeat((1 << 20) + 1) },
        { command: "view", path: "/memories/odd" },
    );
    assert.match(told[0]?.[0] ?? "", /more than 1048576 bytes/);
    assert.match(told[1]?.[0] ?? "", /more than 1048576 bytes/);
    assert.equal(told[2]?.[0], "The file /memories/odd is no text.");
    assert.deepEqual(readdirSync(inside).sort(), ["large", "odd"]);
});

test("a directory that becomes a link meanwhile leads nowhere", async (t) => {
    const { inside, outside, tell } = await place(t);
    mkdirSync(join(inside, "a"));
    symlinkSync(outside, join(inside, "link"));
    const swap = `
        const { renameSync } = require("node:fs");
        const { workerData } = require("node:worker_threads");
        const at = (name) => workerData + "/" + name;
        for (;;) {
            try {
                const moves = [["a", "b"], ["link", "a"], ["a", "link"], ["b", "a"]];
                for (const [old, now] of moves) renameSync(at(old), at(now));
            } catch {
                break; // A create has made \`a\` while it was away.
            }
        }`;
    const worker = new Worker(swap, { eval: true, workerData: inside });
    const creates = Array.from({ length: 100 }, (_, at) => ({
        command: "create",
        path: `/memories/a/${at}`,
        file_text: "mine",
    }));
    const looks = creates.map(() => ({ command: "view", path: "/memories/a/secret" }));
    const told = await tell(...creates, ...looks);
    await worker.terminate();
    for (const [text, isError] of told.slice(creates.length)) assert.ok(isError, text);
});

test("the directory may be replaced by a link", async (t) => {
    const { home, inside, outside, tell } = await place(t);
    renameSync(inside, join(home, "moved"));
    symlinkSync(outside, inside);
    await tell({ command: "create", path: "/memories/a", file_text: "mine" });
    assert.equal(readFileSync(join(home, "moved/a"), "utf8"), "mine");
});
