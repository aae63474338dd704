// The names of the official SDK in the namespaces of `parlour-compat`: each of schema/sdk_names.txt is there, for the
// compiler a type with fields of its own and, where it is a class, at run time too. The table that this makes is part
// of docs/guides/moving-over-node.md.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as compat from "parlour-compat";
import * as elsewhere from "parlour-compat/resources/organization";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PAGE = at("../../../docs/guides/moving-over-node.md");
const ENTRY = at("../dist/index.d.ts");
const NAME = /^([\w.]+?)([!=]?)$/;

/** The names by their namespace, and those that are left out by the reason. */
function listed() {
    const sections = new Map();
    const left = new Map();
    let to;
    for (const line of readFileSync(at("../../../schema/sdk_names.txt"), "utf8").split("\n")) {
        const [, reason, section] = /^\[(?:left out: (.+)|(.+))\]$/.exec(line) ?? [];
        if (section !== undefined) sections.set(section, (to = []));
        else if (reason !== undefined) left.set(reason, (to = []));
        else if (line !== "" && !line.startsWith("#")) to.push(...line.split(" "));
    }
    return { sections, left };
}

const { sections, left } = listed();
const leftOut = new Set([...left.values()].flat());
const program = ts.createProgram([ENTRY], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
});
const checker = program.getTypeChecker();
const root = checker.getSymbolAtLocation(program.getSourceFile(ENTRY));

const aliased = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** The members under a name: of a class also the static ones. */
function member(symbol, name) {
    const found = checker.getExportsOfModule(symbol).find((one) => one.name === name);
    if (found !== undefined) return aliased(found);
    const isClass = symbol.flags & ts.SymbolFlags.Class;
    return isClass ? checker.getTypeOfSymbol(symbol).getProperty(name) : undefined;
}

function found(section, name) {
    let symbol = root;
    const path = section === "module" ? [] : ["Client", ...section.split(".").slice(1)];
    for (const part of [...path, ...name.split(".")]) symbol = symbol && member(symbol, part);
    return symbol;
}

test("every name of the list is there, as a type and as a value", () => {
    const missing = [];
    for (const [section, names] of sections) {
        for (const word of names) {
            const [, name, kind] = NAME.exec(word);
            if (leftOut.has(name)) continue;
            const symbol = found(section, name);
            const isType = symbol && (symbol.flags & ts.SymbolFlags.Type) !== 0;
            const isValue = symbol && (symbol.flags & ts.SymbolFlags.Value) !== 0;
            if ((kind !== "=" && !isType) || (kind !== "" && !isValue)) missing.push(`${section}.${word}`);
        }
    }
    assert.deepEqual(missing, []);
});

test("none of them is any", () => {
    const vague = [];
    for (const [section, names] of sections) {
        for (const word of names) {
            const symbol = found(section, NAME.exec(word)[1]);
            if (!symbol || !(symbol.flags & ts.SymbolFlags.Type)) continue;
            const { flags } = checker.getDeclaredTypeOfSymbol(symbol);
            if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never))
                vague.push(`${section}.${word}`);
        }
    }
    assert.deepEqual(vague, []);
});

/** The values of the SDK's modules by our modules, and the outcome of the other sections. */
function values() {
    const found = new Map();
    let to;
    for (const line of readFileSync(at("../../../schema/sdk_values.txt"), "utf8").split("\n")) {
        if (line.startsWith("[")) found.set(line.slice(1, -1), (to = []));
        else if (line !== "" && !line.startsWith("#")) to.push(...line.split(" "));
    }
    return found;
}

test("every value that a module of the SDK exports is an export of ours, with a type", async () => {
    const required = createRequire(import.meta.url);
    for (const [module, names] of values()) {
        if (!module.startsWith("parlour/")) continue;
        const there = await import(module);
        const shown = required(module);
        for (const name of names) {
            assert.ok(name in there, `${module} has no ${name}`);
            // `require` returns the class, which has all exports as members, own or inherited.
            if (name !== "default") assert.equal(shown[name], there[name], name);
        }
    }
    const types = new Set(checker.getExportsOfModule(root).map(({ name }) => name));
    assert.deepEqual(
        values()
            .get("parlour-compat")
            .filter((name) => !types.has(name)),
        [],
    );
});

test("what is not here is told by who uses it, and not before", () => {
    const USES = [
        (value) => value(),
        (value) => new value(),
        (value) => value.init(),
        (value) => class extends value {},
        (value) => `${value}`,
        (value) => value + 1,
        (value) => [...value],
    ];
    let count = 0;
    for (const [section, names] of values()) {
        const [kind] = section.split(" ");
        if (!["class", "function", "constant"].includes(kind)) continue;
        for (const name of names) {
            const value = elsewhere[name];
            assert.equal(value.name, name);
            assert.ok(!(new Error("any") instanceof value));
            for (const use of USES) {
                assert.throws(() => use(value), {
                    name: "TypeError",
                    message: new RegExp(`^parlour-compat has no \`${name}\`: .{20}`),
                });
            }
            count++;
        }
    }
    assert.ok(count > 140, String(count));
});

test("modules of other surfaces do not give classes of the same name", () => {
    for (const name of ["Skills", "Versions", "Webhooks"]) {
        assert.notEqual(elsewhere[name], compat[name]);
        assert.equal(compat.Client[name], compat[name]);
    }
});

test("what is left out is not there", () => {
    const there = [...sections].flatMap(([section, names]) =>
        names.filter((word) => {
            const [, name] = NAME.exec(word);
            return leftOut.has(name) && found(section, name) !== undefined;
        }),
    );
    assert.deepEqual(there, []);
});

test("classes are there at run time, and each is one class wherever it stands", () => {
    const places = new Map();
    for (const [section, names] of sections) {
        const path = section.split(".").slice(1);
        const owner = path.reduce(
            (value, part) => value[part],
            section === "module" ? compat : compat.Client,
        );
        for (const word of names) {
            const [, name, kind] = NAME.exec(word);
            if (kind === "" || leftOut.has(name)) continue;
            const value = owner[name];
            assert.ok(value !== undefined, `${section}.${name} is not there`);
            if (name.endsWith("Error")) places.set(name, [...(places.get(name) ?? []), value]);
        }
    }
    assert.ok(places.size > 60, String(places.size));
    for (const [name, values] of places) {
        assert.equal(new Set(values).size, 1, name);
        assert.equal(compat[name], values[0], name);
    }
});

/** An item of a list as lines of at most 120 columns. */
function folded(item) {
    const lines = [""];
    for (const word of item.split(" ")) {
        const last = lines.length - 1;
        const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
        if (longer.length <= 120) lines[last] = longer;
        else lines.push(`  ${word}`);
    }
    return lines.join("\n");
}

test("the page says how many there are", () => {
    const rows = [...sections].map(([section, names]) => {
        const out = names.filter((word) => leftOut.has(NAME.exec(word)[1])).length;
        const shown = section === "module" ? "the package" : section.replace("client", "`Vendor").concat("`");
        return `| ${shown} | ${names.length - out} of ${names.length} |`;
    });
    const reasons = [...left].map(([reason, names]) =>
        folded(`- ${names.map((name) => `\`${name}\``).join(", ")}: ${reason}.`),
    );
    const made = ["", "| namespace | names |", "|---|---|", ...rows, "", "Not there:", "", ...reasons, ""];
    const [before, between, behind] = readFileSync(PAGE, "utf8").split(/<!-- (?:names|end of names) -->/);
    // `WRITE_TABLE=1 scripts/node/test.sh test/names.test.mjs` writes it.
    if (process.env.WRITE_TABLE) {
        const text = `${before}<!-- names -->${made.join("\n")}\n<!-- end of names -->${behind}`;
        writeFileSync(PAGE, text);
    } else {
        assert.equal(
            between,
            `${made.join("\n")}\n`,
            "the table of the page is that of another list: write it",
        );
    }
});
