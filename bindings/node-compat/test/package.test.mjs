// The package as programs load it, and its bounds: it has the version of `parlour`, and changes nothing of it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as esmCompat from "parlour-compat";
import * as esmHelpers from "parlour-compat/helpers/zod";

const require = createRequire(import.meta.url);
/** The name of the class in the official SDK: that of the vendor, which the table of presets alone has. */
const PRESETS = readFileSync(new URL("../../../core/src/service/presets.rs", import.meta.url), "utf8");
const VENDOR = /^ *vendor: "([a-z]+)",$/m.exec(PRESETS)[1].replace(/^./, (first) => first.toUpperCase());
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const start = promisify(execFile);

test("it is of the version of parlour, and wants exactly that", () => {
    const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
    const own = read("package.json");
    const { version } = read("../node/package.json");
    assert.equal(own.version, version);
    assert.deepEqual(own.peerDependencies, { parlour: version });
    assert.equal(own.dependencies, undefined);
    assert.equal(esmCompat.VERSION, version);
});

test("importing it changes nothing of parlour, and nothing of the platform", async () => {
    const script = `
        const { inspect } = require("node:util");
        const roots = () => ({
            ...require("parlour"),
            ...require("parlour/mcp"),
            ...require("parlour/testing"),
            ...require("parlour/hooks"),
            ...Object.fromEntries(
                ["Promise", "Response", "Headers", "Blob", "File", "AbortSignal", "ReadableStream"]
                    .map((name) => [name, globalThis[name]]),
            ),
        });
        const seen = () => {
            const found = new Map();
            for (const [name, value] of Object.entries(roots())) {
                let depth = 0;
                for (let at = value; typeof at === "function" || (typeof at === "object" && at !== null); depth++) {
                    for (const of of [at, at.prototype].filter((one) => one !== undefined && one !== null)) {
                        const facts = [of, Object.getOwnPropertyDescriptors(of), Object.getPrototypeOf(of)];
                        found.set(name + "." + depth + (of === at ? "" : ".prototype"), facts);
                    }
                    at = Object.getPrototypeOf(at);
                }
            }
            return found;
        };
        const before = seen();
        require("parlour-compat");
        for (const path of ["helpers", "helpers/beta/mcp", "resources/organization"]) require("parlour-compat/" + path);
        const after = seen();
        const changes = [];
        if (before.size !== after.size) changes.push("other exports");
        for (const [name, [of, descriptors, prototype]] of before) {
            const [now, found, base] = after.get(name) ?? [];
            if (now !== of || base !== prototype) changes.push(name);
            for (const key of new Set([...Reflect.ownKeys(descriptors), ...Reflect.ownKeys(found ?? {})])) {
                const [one, other] = [descriptors[key], found?.[key]];
                const same = one !== undefined && other !== undefined &&
                    Reflect.ownKeys(one).every((part) => Object.is(one[part], other[part]));
                if (!same) changes.push(name + "." + String(key));
            }
        }
        console.log(JSON.stringify({ looked: before.size, changes }));`;
    const { stdout } = await start(process.execPath, ["-e", script], { cwd: ROOT });
    const { looked, changes } = JSON.parse(stdout);
    assert.ok(looked > 150, String(looked));
    assert.deepEqual(changes, []);
});

test("the class of compat has the vendor's name too", async (t) => {
    const names = [
        [VENDOR, "Client"],
        [`${VENDOR}Error`, "ParlourError"],
    ];
    for (const path of ["parlour-compat", "parlour-compat/index", "parlour-compat/client"]) {
        const loaded = await import(path);
        for (const [name, own] of names) {
            assert.ok(Object.hasOwn(loaded, name) && typeof loaded[name] === "function", `${path} ${name}`);
            assert.equal(loaded[name], esmCompat[own]);
            assert.equal(require(path)[name], esmCompat[own]);
        }
        assert.equal(loaded.default, esmCompat.Client);
    }
    const folder = mkdtempSync(join(tmpdir(), "parlour-"));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", "parlour-compat"), "dir");
    const used = `
        const client: ${VENDOR} = new ${VENDOR}({ apiKey: "k", fromEnv: false });
        const params: ${VENDOR}.MessageCreateParams = { model: "m", max_tokens: 1, messages: [] };
        export const failed = (error: unknown): boolean =>
            error instanceof ${VENDOR}Error || error instanceof ${VENDOR}.APIError;
        console.log(client instanceof ${VENDOR}, params.max_tokens);`;
    const named = `import Main, { ${VENDOR}, ${VENDOR}Error } from "parlour-compat";`;
    for (const file of ["program.mts", "program.cts"])
        writeFileSync(
            join(folder, file),
            `${named}${used}\nif (Main !== ${VENDOR}) throw new Error("another class");`,
        );
    const compilerOptions = {
        ...{ target: "es2022", module: "nodenext", strict: true, skipLibCheck: true },
        ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.*"] }));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    await start(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => assert.fail(stdout));
    for (const file of ["program.mjs", "program.cjs"]) {
        const { stdout } = await start(process.execPath, [join(folder, file)]);
        assert.equal(stdout, "true 1\n", file);
    }
});

test("the refusal has all names, or programs would fail at a name before its sentence", () => {
    const text = ["refuse.js", "vendor_refuse.js"].map((file) =>
        readFileSync(join(ROOT, "dist", file), "utf8"),
    );
    const names = new Set(Array.from(text.join("").matchAll(/exports\.(\w+) =/g), ([, name]) => name));
    for (const loaded of [esmCompat, esmHelpers, require("parlour-compat/helpers/beta/mcp")]) {
        for (const name of Object.keys(loaded)) {
            if (!["default", "module.exports", "__esModule"].includes(name)) assert.ok(names.has(name), name);
        }
    }
});

for (const condition of ["browser", "edge-light", "workerd", "react-native"]) {
    test(`${condition} gets a refusal that explains itself`, async () => {
        for (const [flag, script] of [
            ["module", `import Vendor, { toFile, ${VENDOR}, ${VENDOR}Error } from "parlour-compat"`],
            ["module", `import { betaZodTool } from "parlour-compat/helpers/beta/zod"`],
            ["commonjs", `require("parlour-compat")`],
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
