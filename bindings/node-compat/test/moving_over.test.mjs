// Programs of the official SDK, as many of each kind as a review of this package counted, run with only their imports
// and their model changed. The output and the requests of each are compared with those of the SDK itself:
// tests/sdk-check/programs.sh recorded them, and compares the record with the SDK again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "parlour";
import { Emulator } from "parlour/testing";
import typescript from "typescript";
import { mistakes, moved, programs, SEEN, seen, write } from "../../../tests/sdk-check/programs/moved.mjs";
import { check } from "../dist/check.js";

const FOLDER = fileURLToPath(new URL("compat_programs/dist/moved", import.meta.url));
const PAGE = fileURLToPath(new URL("../../../docs/guides/moving-over-node.md", import.meta.url));
const GOAL = 55;
const { vendor } = new Client({ apiKey: "-", fromEnv: false });
const PROGRAMS = programs();
const KEPT = JSON.parse(readFileSync(SEEN, "utf8"));
/**
 * The missing or different features that programs needed: how many programs, and how it looks in one. `works`: none.
 */
const NEEDED = {
    works: [17, /new \w+\(/],
    "client.beta": [22, /\.beta\b|\{ \w+ \} from|helpers\/beta|instanceof \w+\.\w+Error/],
    parse: [6, /\.parse\(|output_config/],
    batches: [5, /batches/],
    fetchOptions: [2, /fetchOptions/],
    countTokens: [1, /\.countTokens\(/],
    "client.post": [2, /client\.(post|get)</],
    middleware: [1, /middleware/],
    ping: [2, /event\.type/],
    inputJson: [1, /"inputJson"/],
    statusText: [1, /\.statusText/],
    "not awaited": [1, /\bvoid new /],
};
/** The compiler reports these beside those with advice: no class here bears the vendor's name. */
const NAMED = ["parse_mismatch"];

const did = new Map();

before(async () => {
    write(
        FOLDER,
        PROGRAMS.map(({ name, source }) => ({ name, source: moved(source) })),
        typescript,
    );
    const left = [...PROGRAMS];
    const work = async () => {
        for (let one = left.shift(); one !== undefined; one = left.shift())
            did.set(one.name, await seen(FOLDER, one, Emulator));
    };
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
});

for (const { name, says } of PROGRAMS) {
    test(`${name}: ${says === "" ? "unchanged" : "with advice"}`, () => {
        const { error, ...done } = did.get(name);
        if (says === "") {
            assert.equal(error, null);
            assert.deepEqual(done, KEPT[name]);
            return;
        }
        assert.ok(error?.includes(says), String(error));
        // Up to the error, the program did the same as with the SDK.
        assert.deepEqual(done.printed, KEPT[name].printed.slice(0, done.printed.length));
        assert.deepEqual(done.asked, KEPT[name].asked.slice(0, done.asked.length));
    });
}

test("they are as many as were counted", () => {
    assert.equal(PROGRAMS.length, 61);
    assert.deepEqual(
        Object.keys(KEPT).sort(),
        PROGRAMS.map(({ name }) => name),
    );
    const counts = {};
    for (const { name, needs, source } of PROGRAMS) {
        const [need] = needs;
        counts[need] = (counts[need] ?? 0) + 1;
        assert.match(source, NEEDED[need][1], name);
    }
    assert.deepEqual(
        counts,
        Object.fromEntries(Object.entries(NEEDED).map(([need, [count]]) => [need, count])),
    );
    assert.equal(new Set(PROGRAMS.map(({ source }) => source)).size, PROGRAMS.length);
});

test("the goal is met, and the guide says by how much", () => {
    const advised = PROGRAMS.filter(({ says }) => says !== "").length;
    const unchanged = PROGRAMS.length - advised;
    assert.ok(unchanged >= GOAL);
    const sentence = `Of ${PROGRAMS.length} programs ${unchanged} run unchanged, ${advised} get advice, none does `;
    assert.ok(readFileSync(PAGE, "utf8").replaceAll("\n", " ").includes(sentence), sentence);
});

test("they are clean under tsc --strict, but for those that get advice", () => {
    const types = join(dirname(createRequire(import.meta.url).resolve("@types/node/package.json")), "..");
    const found = mistakes(
        FOLDER,
        PROGRAMS.map(({ name }) => name),
        typescript,
        types,
    );
    const advised = PROGRAMS.filter(({ says }) => says !== "").map(({ name }) => name);
    assert.deepEqual([...new Set(found.map(([name]) => name))].sort(), [...advised, ...NAMED].sort());
});

test("the check tells of those with advice, with the line, and of no other", () => {
    for (const { name, says, source } of PROGRAMS) {
        const found = check(moved(source), vendor);
        if (says === "") {
            assert.deepEqual(found, [], name);
            continue;
        }
        assert.ok(found.length > 0, name);
        const lines = source.split("\n");
        for (const { line, advice } of found) {
            assert.ok(advice.includes(says), advice);
            assert.match(lines[line - 1], /fetchOptions|middleware/, name);
        }
        // Before the imports are changed, only they are reported in addition.
        const before = check(source, vendor).filter(({ advice }) => !advice.startsWith("import it from"));
        assert.deepEqual(before, found, name);
    }
});
