// The package as programs load it: ESM and CJS, the loader's explanations, the refusals.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as esm from "parlour";
import * as esmHooks from "parlour/hooks";
import * as esmTesting from "parlour/testing";

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const start = promisify(execFile);

test("import and require give the same things", () => {
    for (const [name, loaded] of [
        ["parlour", esm],
        ["parlour/testing", esmTesting],
        ["parlour/hooks", esmHooks],
    ]) {
        const cjs = require(name);
        const names = (module) =>
            Object.keys(module)
                .filter((one) => !["default", "__esModule", "module.exports"].includes(one))
                .sort();
        assert.deepEqual(names(loaded), names(cjs));
        for (const one of names(cjs)) assert.equal(loaded[one], cjs[one], one);
    }
    assert.equal(esm.default, esm.Client);
    assert.equal(require("parlour").default, esm.Client);
});

test("the binary, the package and the version agree", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    assert.equal(esm.version(), version);
});

/** Modules that are loaded at their first use. */
const LATER = /dist.(hooks|fetch|raw_body|uploads|resources\.|batches|testing|mcp\.|web_response)/;

test("the package alone loads nothing that is used seldom", async () => {
    const script = "require('parlour'); console.log(JSON.stringify(Object.keys(require.cache)))";
    const { stdout } = await start(process.execPath, ["-e", script], { cwd: ROOT });
    const loaded = JSON.parse(stdout);
    assert.ok(loaded.some((path) => path.endsWith("client.js")));
    assert.deepEqual(
        loaded.filter((path) => LATER.test(path)),
        [],
    );
});

test("loading it starts nothing and needs no global of the web", async () => {
    const script = `
        for (const name of ["fetch", "Headers", "Response", "WebSocket", "FormData"])
            Object.defineProperty(globalThis, name, { get() { throw new Error(name + " was touched"); } });
        const { Client } = require("parlour");
        new Client({ baseURL: "http://127.0.0.1:1", apiKey: "k", vendor: "svc", fromEnv: false });
        console.log(process.getActiveResourcesInfo().join());`;
    const { stdout } = await start(process.execPath, ["-e", script], { cwd: ROOT });
    assert.equal(stdout.replace(/PipeWrap|TTYWrap|,/g, "").trim(), "");
});

/** The package without a binary, in a folder of its own. */
function stripped(t) {
    const folder = mkdtempSync(join(tmpdir(), "parlour-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const home = join(folder, "node_modules", "parlour");
    cpSync(join(ROOT, "dist"), join(home, "dist"), { recursive: true });
    cpSync(join(ROOT, "package.json"), join(home, "package.json"));
    return { folder, home };
}

const load = (folder, env = {}) =>
    start(process.execPath, ["-e", `require("parlour"); console.log("loaded")`], {
        cwd: folder,
        env: { ...process.env, ...env },
    }).then(
        ({ stdout }) => stdout,
        ({ stderr }) => stderr,
    );

test("a loader that finds nothing says what it looked for, where it runs, and what to do", async (t) => {
    const { folder, home } = stripped(t);
    const said = await load(folder);
    assert.match(said, /parlour could not load its native half on \w+ \w+/);
    if (process.platform === "linux") assert.match(said, /(glibc \d|musl)/);
    assert.ok(said.includes(`Node ${process.versions.node}`));
    assert.ok(said.includes(join(home, `parlour.${process.platform}-${process.arch}`)), said);
    assert.match(said, /package parlour-\w+-\w+[-\w]*: not installed/);
    assert.match(said, /optional dependenc.*--omit=optional.*lock file.*external/s);
});

test("a binary that does not load, and one of another version, are told apart", async (t) => {
    const { folder, home } = stripped(t);
    const suffix = process.platform === "linux" ? "-gnu" : process.platform === "win32" ? "-msvc" : "";
    const binary = join(home, `parlour.${process.platform}-${process.arch}${suffix}.node`);
    writeFileSync(binary, "no binary");
    const broken = await load(folder);
    assert.ok(broken.includes(binary), broken);
    assert.match(broken, /there but does not load/);
    rmSync(binary);
    const ours = join(ROOT, `parlour.${process.platform}-${process.arch}${suffix}.node`);
    copyFileSync(ours, binary);
    assert.equal(await load(folder), "loaded\n");
    const own = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    writeFileSync(join(home, "package.json"), JSON.stringify({ ...own, version: "9.9.9" }));
    assert.match(await load(folder), /is of version \S+, this package of 9\.9\.9/);
});

test("a binary in a package of its own is found, and PARLOUR_NATIVE_PATH names any", async (t) => {
    const { folder } = stripped(t);
    const suffix = process.platform === "linux" ? "-gnu" : process.platform === "win32" ? "-msvc" : "";
    const name = `${process.platform}-${process.arch}${suffix}`;
    const ours = join(ROOT, `parlour.${name}.node`);
    assert.equal(await load(folder, { PARLOUR_NATIVE_PATH: ours }), "loaded\n");
    const own = join(folder, "node_modules", `parlour-${name}`);
    mkdirSync(own);
    writeFileSync(
        join(own, "package.json"),
        JSON.stringify({ name: `parlour-${name}`, main: "parlour.node" }),
    );
    copyFileSync(ours, join(own, "parlour.node"));
    assert.equal(await load(folder), "loaded\n");
    const missing = await load(folder, { PARLOUR_NATIVE_PATH: join(folder, "nothing.node") });
    assert.match(missing, /nothing\.node/);
});

/** The error of loading a module of the package with another `require`, and without `__dirname`. */
function loadedBy(name, require, dirname) {
    const source = readFileSync(join(ROOT, "dist", name), "utf8");
    const given = dirname === undefined ? {} : { __dirname: dirname };
    const run = new Function("exports", "require", ...Object.keys(given), source);
    return () => run({}, require, ...Object.values(given));
}

test("a bundle says to mark the package as external", () => {
    const sentence = /mark parlour as external/;
    const dynamic = (name) => {
        throw new Error(`Dynamic require of "${name}" is not supported`);
    };
    assert.throws(loadedBy("bundled.js", dynamic, ROOT), sentence);
    assert.throws(loadedBy("bundled.js", undefined, ROOT), sentence);
    assert.throws(loadedBy("bundled.js", require, undefined), sentence);
    assert.doesNotThrow(loadedBy("bundled.js", require, ROOT));
    // A bundle may keep the modules of node, and find the binary without being able to load it.
    const ours = (name) => {
        if (name.endsWith(".node")) throw new Error(`Could not dynamically require "${name}".`);
        return name.startsWith(".") ? require(join(ROOT, "dist", name)) : require(name);
    };
    ours.resolve = require.resolve;
    assert.throws(loadedBy("native.js", ours, join(ROOT, "dist")), sentence);
});

test("the refusal has all names, or programs would fail at a name before its sentence", () => {
    const text = readFileSync(join(ROOT, "dist", "refuse.js"), "utf8");
    const names = new Set(Array.from(text.matchAll(/exports\.(\w+) =/g), ([, name]) => name));
    for (const loaded of [require("parlour"), require("parlour/testing"), require("parlour/hooks")]) {
        for (const name of Object.keys(loaded)) {
            if (!["default", "module.exports", "__esModule"].includes(name)) assert.ok(names.has(name), name);
        }
    }
});

for (const condition of ["browser", "edge-light", "workerd", "react-native"]) {
    test(`${condition} gets a refusal that explains itself`, async () => {
        for (const [flag, script] of [
            ["commonjs", `require("parlour")`],
            ["module", `import { Client } from "parlour"`],
            ["module", `import parlour from "parlour"`],
            ["module", `import { Emulator } from "parlour/testing"`],
            ["module", `import { StreamBase } from "parlour/hooks"`],
        ]) {
            const said = await start(
                process.execPath,
                [`--conditions=${condition}`, `--input-type=${flag}`, "-e", script],
                { cwd: ROOT },
            ).then(assert.fail, ({ stderr }) => stderr);
            assert.match(said, /parlour runs on servers.*browser, an edge runtime or React Native/);
        }
    });
}
