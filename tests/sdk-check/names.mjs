// Holds schema/sdk_names.txt against the declarations of the SDK for TypeScript: every name of its package, of its
// class and of the namespaces below that belong to messages, batches, models, files, skills and webhooks. `write`
// renews the list. The names are facts; nothing else of the declarations is read.
//
// Holds schema/sdk_values.txt against the values that the public modules export, of that release and of others whose
// folders follow.
//
//   names.mjs FOLDER [FOLDER…] [write]    the folders that the SDK is installed in, the newest first

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ts = createRequire(join(root, "bindings/node/package.json"))("typescript");
const folders = process.argv.slice(2).filter((word) => word !== "write");
const mode = process.argv.includes("write") ? "write" : "";
const [folder] = folders;
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

/**
 * Where names are declared that belong to what this project has not, which stand on the class and below `Beta` as well.
 */
const ELSEWHERE =
    /\/resources\/(?:beta\/)?(?:organization|user-profiles|agents|environments|sessions|deployments|deployment-runs|vaults|memory-stores|dreams|tunnels)\b|\/lib\/(?:environments|sessions|tools\/Session)/;

/** Errors of user profiles that a call for a message meets. */
const MET = /^UserProfile(?:NotFound|Required|BillingNotAuthorized|NotBillable)Error(?:Details)?$/;
const VENDOR = /anthropic|claude/i;

const OPTIONS = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    strict: true,
    types: [],
};
const entry = join(folder, "node_modules/@anthropic-ai/sdk/index.d.ts");
const program = ts.createProgram([entry], OPTIONS);
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

/** The module of ours that stands for one of the SDK. */
function ours(module) {
    if (module === "helpers/beta/mcp") return "parlour-compat/helpers/beta/mcp";
    return /^helpers\//.test(module) ? "parlour-compat/helpers" : "parlour-compat";
}

/** The values that the public modules of a release export, behind the name of our module. */
function* values(from) {
    const home = join(from, "node_modules/@anthropic-ai/sdk");
    const files = readdirSync(home, { recursive: true })
        .filter((file) => file.endsWith(".d.mts") && !/(^|[\\/])(node_modules|src|bin|internal)[\\/]/.test(file))
        .map((file) => join(home, file));
    const release = ts.createProgram(files, OPTIONS);
    const look = release.getTypeChecker();
    for (const file of files) {
        const symbol = look.getSymbolAtLocation(release.getSourceFile(file));
        if (symbol === undefined) continue;
        const module = relative(home, file).replaceAll(sep, "/").replace(/\.d\.mts$/, "");
        for (const one of look.getExportsOfModule(symbol)) {
            const real = one.flags & SymbolFlags.Alias ? look.getAliasedSymbol(one) : one;
            if (real.flags & SymbolFlags.Value && !VENDOR.test(one.name)) yield `${ours(module)} ${one.name}`;
        }
    }
}

const exported = new Set(folders.flatMap((from) => [...values(from)]));
const valuesListed = words(readFileSync(join(root, "schema/sdk_values.txt"), "utf8").replace(/^#.*$/gm, ""));
const listed = new Set(
    [...valuesListed].filter((word) => word.startsWith("[parlour")).map((word) => word.replace(/[[\]]/g, "")),
);
const amiss = [
    ...[...exported].filter((word) => !listed.has(word)).map((word) => `is not in the list of values: ${word}`),
    ...[...listed].filter((word) => !exported.has(word)).map((word) => `is no value of the SDK: ${word}`),
];
for (const line of amiss) console.error(`names: ${line}`);
wrong.push(...amiss);
console.log(`names: ${now.size + exported.size - wrong.length} passed, ${wrong.length} failed`);
process.exit(wrong.length > 0 ? 1 : 0);
