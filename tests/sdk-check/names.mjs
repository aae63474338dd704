// Holds schema/sdk_names.txt against the declarations of the SDK for TypeScript: every name of its package, of its class and of the
// namespaces below that belong to messages, batches, models, files, skills and webhooks. `write` renews the list. The names are facts;
// nothing else of the declarations is read.
//
//   names.mjs FOLDER [write]    the folder that the SDK is installed in

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ts = createRequire(join(root, "bindings/node/package.json"))("typescript");
const [folder, mode] = process.argv.slice(2);
const LIST = join(root, "schema/sdk_names.txt");

/** The namespaces that this project has. */
const SPACES = [
    "client",
    "client.Messages",
    "client.Messages.Batches",
    "client.Models",
    "client.Files",
    "client.Skills",
    "client.Skills.Versions",
    "client.Beta",
    "client.Beta.Messages",
    "client.Beta.Messages.Batches",
    "client.Beta.Models",
    "client.Beta.Files",
    "client.Beta.Skills",
    "client.Beta.Skills.Versions",
    "client.Beta.Webhooks",
];

/** Where names are declared that belong to what this project has not, which stand on the class and below `Beta` as well. */
const ELSEWHERE =
    /\/resources\/(?:beta\/)?(?:organization|user-profiles|agents|environments|sessions|deployments|deployment-runs|vaults|memory-stores|dreams|tunnels)\b|\/lib\/(?:environments|sessions|tools\/Session)/;

/** Errors of user profiles that a call for a message meets. */
const MET = /^UserProfile(?:NotFound|Required|BillingNotAuthorized|NotBillable)Error(?:Details)?$/;
const VENDOR = /anthropic|claude/i;

const entry = join(folder, "node_modules/@anthropic-ai/sdk/index.d.ts");
const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    strict: true,
    types: [],
});
const checker = program.getTypeChecker();
const { SymbolFlags } = ts;
const aliased = (symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** The names below a symbol: of a class what is static, too. */
function* below(symbol) {
    const exported = checker.getExportsOfModule(symbol);
    const names = new Set(exported.map(({ name }) => name));
    const type = symbol.flags & SymbolFlags.Class ? checker.getTypeOfSymbol(symbol) : undefined;
    for (const one of type?.getProperties() ?? []) {
        if (!names.has(one.name) && !/^(?:prototype$|_|#)/.test(one.name)) yield [one.name, one, false];
    }
    for (const one of exported) {
        const isStatic = type?.getProperty(one.name) !== undefined;
        if (one.name !== "prototype") yield [one.name, aliased(one), isStatic];
    }
}

function isHere(name, symbol) {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
    return !VENDOR.test(name) && (MET.test(name) || !ELSEWHERE.test(file));
}

const sections = new Map([["module", new Set()], ...SPACES.map((name) => [name, new Set()])]);

function walk(symbol, space, prefix) {
    for (const [name, one, isStatic] of below(symbol)) {
        if (!isHere(name, one)) continue;
        const isType = (one.flags & SymbolFlags.Type) !== 0;
        const isValue = isStatic || (one.flags & SymbolFlags.Value) !== 0;
        sections.get(space).add(`${prefix}${name}${isValue ? (isType ? "!" : "=") : ""}`);
        if (!(one.flags & (SymbolFlags.NamespaceModule | SymbolFlags.ValueModule))) continue;
        const inner = `${space}.${name}`;
        if (sections.has(inner)) walk(one, inner, "");
        else walk(one, space, `${prefix}${name}.`);
    }
}

const whole = checker.getSymbolAtLocation(program.getSourceFile(entry));
for (const [name, one] of below(whole)) {
    if (name === "default") walk(one, "client", "");
    else if (isHere(name, one)) {
        const isType = (one.flags & SymbolFlags.Type) !== 0;
        sections.get("module").add(`${name}${one.flags & SymbolFlags.Value ? (isType ? "!" : "=") : ""}`);
    }
}

/** Words in lines of at most 118 characters. */
function folded(words) {
    const lines = [""];
    for (const word of words) {
        const line = lines.at(-1);
        if (line !== "" && line.length + word.length + 1 > 118) lines.push(word);
        else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
    return lines.join("\n");
}

const text = readFileSync(LIST, "utf8");
const made = [...sections].map(([name, words]) => `[${name}]\n${folded([...words].sort())}\n`).join("\n");
const begin = text.indexOf("[module]");
const end = text.indexOf("\n[left out");
if (mode === "write") {
    writeFileSync(LIST, `${text.slice(0, begin)}${made}${text.slice(end)}`);
}
const words = (given) => {
    const found = new Set();
    let space = "";
    for (const line of given.split("\n")) {
        if (line.startsWith("[")) space = line;
        else for (const word of line.split(" ")) if (word !== "") found.add(`${space} ${word}`);
    }
    return found;
};
const [kept, now] = [words(mode === "write" ? made : text.slice(begin, end)), words(made)];
const wrong = [
    ...[...now].filter((word) => !kept.has(word)).map((word) => `is not in the list: ${word}`),
    ...[...kept].filter((word) => !now.has(word)).map((word) => `is not in the SDK: ${word}`),
];
for (const line of wrong) console.error(`names: ${line}`);
console.log(`names: ${now.size - wrong.length} passed, ${wrong.length} failed`);
process.exit(wrong.length > 0 ? 1 : 0);
