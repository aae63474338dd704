// `parlour-compat check`: the uses in programs that differ, by lines.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import typescript from "typescript";

const start = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(ROOT, "dist", "cli.js");

/** The findings of these files, as `line: advice`. */
async function said(t, files) {
    const folder = mkdtempSync(join(tmpdir(), "parlour-check-"));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const {
        code = 0,
        stdout,
        stderr,
    } = await start(process.execPath, [CLI, "check", ...Object.keys(files)], {
        cwd: folder,
    }).catch((error) => error);
    return { code, lines: stdout.split("\n").filter(Boolean), stderr };
}

const PROGRAM = `import Vendor, { toFile } from "parlour-compat";
// client.completions in a comment
const client = new Vendor({
    fetch: myFetch,
    maxRetries: 2,
});
const text = "client.beta.agents in a string";
client.apiKey = "other";
await client.completions.create({});
const order = await client.beta.sessions.create({ file: await toFile(text) });
await client.messages.create({ model: "m", max_tokens: 9, messages: [] }, { idempotencyKey: "k", timeout: 5 });
try {
    await client.beta.agents.list();
} catch (error) {
    if (error.message.includes("429")) throw error;
}
`;

test("what differs is told with its line, and nothing else", async (t) => {
    const { code, lines } = await said(t, { "a.ts": PROGRAM });
    assert.equal(code, 1);
    const told = lines.map((line) => /^a\.ts:(\d+): (.{0,40})/.exec(line).slice(1));
    assert.deepEqual(
        told.map(([line]) => Number(line)),
        [4, 8, 9, 10, 11, 13, 15],
    );
    for (const [at, words] of [
        [0, /^no `fetch`/],
        [1, /^`client\.apiKey` is not set/],
        [2, /^no `client\.completions`/],
        [3, /^no `client\.beta\.sessions`/],
        [4, /^no `idempotencyKey`/],
        [5, /^no `client\.beta\.agents`/],
        [6, /^errors have other words/],
    ]) {
        assert.match(told[at][1], words);
    }
});

test("a program of the SDK is told its imports", async (t) => {
    // The vendor's name is not for this text: the client knows it.
    const { Client } = await import("parlour");
    const { vendor } = new Client({ apiKey: "-", fromEnv: false });
    const name = vendor.charAt(0).toUpperCase() + vendor.slice(1);
    const sdk = `@${vendor}-ai/sdk`;
    const text = `import { ${name} } from "${sdk}";
import { zodOutputFormat } from "${sdk}/helpers/zod";
const other = require("${sdk}/internal/shims");
const client = new ${name}({ httpAgent: agent });
`;
    const { code, lines } = await said(t, { "b.mjs": text });
    assert.equal(code, 1);
    assert.deepEqual(
        lines.map((line) => line.replace(/^b\.mjs:/, "").slice(0, 50)),
        [
            `1: import it from "parlour-compat"`,
            `1: the class has no name of its own here: write \`${`import ${name}`}`.slice(0, 50),
            `2: import it from "parlour-compat/helpers/zod"`,
            `3: parlour has no module like "${sdk}/internal/shims"`.slice(0, 50),
            "4: no `httpAgent`: calls do not go through node:http: ".slice(0, 50),
        ],
    );
});

test("programs that run unchanged, and those that have nothing to do with it, have no lines", async (t) => {
    const folder = join(ROOT, "test", "compat_programs");
    const files = readdirSync(folder)
        .filter((name) => /\.[mc]ts$/.test(name))
        .map((name) => [name, readFileSync(join(folder, name), "utf8")]);
    const whole = Object.fromEntries(
        // The rows with advice follow the others; the imports that only they use are blank.
        files.map(([name, text]) => {
            const rows = text.split("export const advice")[0];
            return [name, rows.replace(/^import \{ (?:Agents|BetaMessageThread|loadConfig) \}.*$/gm, "")];
        }),
    );
    assert.deepEqual((await said(t, whole)).lines, []);
    const { code, lines } = await said(t, { "c.js": `client.completions.create({ fetchOptions: 1 });` });
    assert.deepEqual([code, lines], [0, []]);
});

test("what programs get advice for when they run is told before, as far as their text shows it", async (t) => {
    const folder = join(ROOT, "test", "compat_programs");
    const lines = [];
    for (const name of ["messages.mts", "tools.mts"]) {
        const text = readFileSync(join(folder, name), "utf8");
        // The import stays in front of the rows with advice.
        const advice = text.replace(/export const programs[\s\S]*(?=export const advice)/, "");
        lines.push(...(await said(t, { [name]: advice })).lines);
    }
    for (const name of [
        "fetch",
        "fetchOptions",
        "httpAgent",
        "middleware",
        "idempotencyKey",
        "client.completions",
        "client.beta.agents",
        "GoneForGoodError",
        "Agents",
        "BetaMessageThread",
        "loadConfig",
        "RetryableError",
        "deferToolCall",
        "close",
        "compactionControl",
    ]) {
        assert.ok(
            lines.some((line) => line.includes(`: no \`${name}\`: `)),
            name,
        );
    }
    assert.ok(lines.some((line) => line.includes("`client.apiKey` is not set")));
    const code = `import Vendor, { GoneError } from "parlour-compat";
try {
    await new Vendor({ apiKey: "k" })
        .beta.sessions.create({});
} catch (error) {
    if (error instanceof Vendor.RateLimitError || error instanceof GoneError) throw error;
}
`;
    const told = (await said(t, { "d.ts": code })).lines.map((line) =>
        /:(\d+): (no \S+)/.exec(line).slice(1),
    );
    assert.deepEqual(told, [
        ["1", "no `GoneError`:"],
        ["4", "no `client.beta.sessions`:"],
    ]);
});

test("each program of the table that is told is found with its line, and no other", async (t) => {
    const folder = join(ROOT, "test", "compat_programs");
    for (const name of ["messages.mts", "streams.mts", "tools.mts"]) {
        const text = readFileSync(join(folder, name), "utf8");
        const found = (await said(t, { [name]: text })).lines.map((line) => Number(/:(\d+): /.exec(line)[1]));
        const file = typescript.createSourceFile(name, text, typescript.ScriptTarget.ES2022, true);
        const lineOf = (at) => file.getLineAndCharacterOfPosition(at).line + 1;
        const kinds = new Map();
        file.statements
            .filter((one) => typescript.isVariableStatement(one))
            .flatMap(({ declarationList }) => [...declarationList.declarations])
            .filter(({ name: { text: of } }) => of === "programs" || of === "advice")
            .forEach(({ name: { text: of }, initializer }) => {
                for (const one of initializer.properties) {
                    const [from, to] = [lineOf(one.getStart()), lineOf(one.end)];
                    const here = found.filter((line) => line >= from && line <= to);
                    assert.equal(here.length > 0, of === "advice", `${name}: ${one.name.text}`);
                    kinds.set(of, (kinds.get(of) ?? 0) + 1);
                }
            });
        assert.ok(kinds.get("programs") > 10 && kinds.get("advice") > 1);
    }
});

test("a file that is not there, and no file", async (t) => {
    const { code, stderr } = await start(process.execPath, [CLI, "check", "/nothing.js"]).catch(
        (error) => error,
    );
    assert.equal(code, 2);
    assert.match(stderr, /nothing\.js/);
    const usage = await start(process.execPath, [CLI]).catch((error) => error);
    assert.deepEqual([usage.code, /^usage: parlour-compat check FILE/.test(usage.stderr)], [2, true]);
    assert.equal((await said(t, {})).code, 2);
});
