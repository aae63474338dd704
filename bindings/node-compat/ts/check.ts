// Finds names in the text of a program of the official SDK that `parlour-compat` does not have. The program is not run.
// The tables are those of `parlour-compat`. The check looks for names only, so it may report a name of the program's
// own.

import * as codes from "./code_errors.js";
import * as placeholders from "./placeholders.js";
import * as errors from "./errors.js";
import { MISSING } from "./missing.js";
import {
    CALL_OPTIONS,
    CLIENT_OPTIONS,
    ERROR_CLASS,
    FETCH_OPTIONS,
    isOfAProduct,
    MEMBERS,
    METHODS,
    RETRYABLE,
    RUN_KEYS,
    TOOL_KEYS,
} from "./refusals.js";
import { closing, literal, uses } from "./check_uses.js";

/** A line that has to change, or differs. */
export interface Finding {
    /** From 1 on. */
    readonly line: number;
    /** The reason, and the replacement to write. */
    readonly advice: string;
}

/** Modules of the SDK, behind the package's name, that `parlour-compat` has. */
const MODULES =
    /^(|\/(helpers|helpers\/(beta\/)?(zod|json-schema)|helpers\/beta\/(memory|mcp|standard-schema|environments|toolsets(\/.+)?)|api-promise|client|error|resource|resources|pagination|streaming|uploads|version|(core|lib|resources|tools)\/.+))$/;

/** Members of a client that cannot be set. */
const SETTINGS = ["apiKey", "authToken", "baseURL", "maxRetries", "timeout"];

/** Names of classes of errors; the base of all has the vendor's name in programs. */
const ERRORS: ReadonlySet<string> = new Set([
    ...Object.keys(errors),
    ...Object.keys(codes),
    ...Object.keys(placeholders),
    "ToolError",
]);

/**
 * Exports in a clause of an import that are reported only where they are used; behind `type` they are nothing at run
 * time.
 */
function* imported(clause: string): Generator<[name: string, alias: string, advice: string, at: number]> {
    if (/^import\s+type\b/.test(clause)) return;
    const braces = /\{([^}]*)\}/.exec(clause);
    if (braces === null) return;
    for (const match of (braces[1] ?? "").matchAll(/(?<![\w$])(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?/g)) {
        const [, type, name = "", alias = name] = match;
        const advice = MISSING.get(name);
        if (type === undefined && advice !== undefined)
            yield [name, alias, advice, braces.index + 1 + match.index];
    }
}

/** The options of fetch at this place that are not read, as far as the text shows them. */
function* fetchOptions(code: string, at: number): Generator<[name: string, advice: string, at: number]> {
    const begin = /^fetchOptions\s*:\s*\{/.exec(code.slice(at));
    if (begin === null) return;
    const open = at + begin[0].length - 1;
    for (const [name, place] of keysIn(code, open, closing(code, open))) {
        const advice = FETCH_OPTIONS[name];
        if (advice !== undefined && name !== "dispatcher" && name !== "connect" && name !== "tls")
            yield [name, advice, place];
    }
    for (const [name, place] of literal(code, open).keys) {
        const made = /^dispatcher\s*:\s*new\s+(?:[\w$]+\.)?([\w$]+)/.exec(code.slice(place))?.[1] ?? "Agent";
        if (!["dispatcher", "proxy", "tls"].includes(name)) yield [name, FETCH_OPTIONS.others ?? "", place];
        else if (name === "dispatcher" && !/^(Proxy)?Agent$/.test(made))
            yield [made, FETCH_OPTIONS[made] ?? FETCH_OPTIONS.dispatcher ?? "", place];
    }
}

/** The findings for a setting of a client. */
function* setting(code: string, key: string, at: number): Generator<[at: number, advice: string]> {
    const advice = CLIENT_OPTIONS[key];
    if (advice !== undefined) yield [at, `no \`${key}\`: ${advice}`];
    if (key !== "fetchOptions") return;
    for (const [name, advice, place] of fetchOptions(code, at))
        yield [place, `no \`fetchOptions: ${name}\`: ${advice}`];
}

/** The name that the search uses for a client without a name. */
const INLINE = "__new";

/**
 * The code with clients that are used where they are made, `new Vendor().messages`, as one that has a name; places
 * stay.
 */
function named(code: string, classes: ReadonlySet<string>): string {
    let out = code;
    for (const name of classes) {
        for (const match of code.matchAll(new RegExp(`\\bnew\\s+${escaped(name)}\\s*\\(`, "g"))) {
            const after = closing(code, match.index + match[0].length - 1) + 1;
            const member = /^\s*\./.exec(code.slice(after));
            if (member === null) continue;
            // Up to the point. Keys among its settings were found before; lines are counted in the text itself.
            const end = after + member[0].length - 1;
            const blank = " ".repeat(end - match.index - INLINE.length);
            out = out.slice(0, match.index) + blank + INLINE + out.slice(end);
        }
    }
    return out;
}

/** Classes of errors that are not here: below the class, or imported. */
function* missingErrors(
    code: string,
    classes: ReadonlySet<string>,
    vendor: string,
): Generator<[string, number]> {
    const places = [...classes].map((name) => `(?<![\\w$.])${escaped(name)}\\.`);
    places.push("(?<=\\bimport\\s+(?:type\\s+)?(?:[\\w$]+\\s*,\\s*)?\\{[^}]*)(?<![\\w$])");
    for (const place of places) {
        for (const match of code.matchAll(new RegExp(`${place}([A-Z]\\w*Error)\\b`, "g"))) {
            const [, name = ""] = match;
            const isKnown = ERRORS.has(name) || isOfAProduct(name) || name.toLowerCase() === `${vendor}error`;
            if (!isKnown) yield [name, match.index];
        }
    }
}

/**
 * The text without comments, regular expressions and the contents of strings: its length is unchanged, so that offsets
 * stay valid.
 */
export function blanked(text: string): string {
    // A regular expression occurs where a value may; a division does not.
    const token =
        /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=[(,=:[!&|?{};\n]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
    return text.replace(token, (found) => {
        const inner = found.startsWith("/") ? 0 : 1;
        const end = found.length - inner;
        return found.slice(0, inner) + found.slice(inner, end).replace(/[^\n]/g, " ") + found.slice(end);
    });
}

/** Keys of the object literals in this part of a text, with their places. */
function* keysIn(text: string, from: number, to: number): Generator<[name: string, at: number]> {
    const key = /[{,]\s*([A-Za-z_$][\w$]*)\s*(?=[:,}(])/g;
    key.lastIndex = from;
    for (let found = key.exec(text); found !== null && found.index < to; found = key.exec(text)) {
        const name = found[1] ?? "";
        yield [name, found.index + found[0].indexOf(name)];
        // The comma behind a key may be the one before the next.
        key.lastIndex = found.index + found[0].trimEnd().length;
    }
}

const escaped = (name: string): string => name.replaceAll(/[$.]/g, "\\$&");

/** A finding, with its place in the text. */
type Place = readonly [at: number, advice: string];

/** The imports of the SDK and of `parlour-compat`: findings, and the names of the classes that they bring. */
function importsOf(text: string, code: string, vendor: string): { found: Place[]; classes: Set<string> } {
    const found: Place[] = [];
    const classes = new Set<string>();
    const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g;
    for (const match of text.matchAll(specifiers)) {
        const [whole, , name = ""] = match;
        // Not in a comment or a string.
        if (code.charAt(match.index) === " ") continue;
        const sdk = new RegExp(`^@${vendor}(?:-[a-z]+)?/sdk`).exec(name)?.[0];
        const own = name.startsWith("parlour-compat") ? "parlour-compat" : undefined;
        const root = sdk ?? own;
        if (root === undefined) continue;
        const rest = name.slice(root.length).replace(/\.(m?js|index)$/, "");
        const clause = code.slice(Math.max(0, code.lastIndexOf("import", match.index + 6)), match.index);
        if (sdk !== undefined) {
            found.push([
                match.index + whole.indexOf(name),
                MODULES.test(rest)
                    ? `import it from "parlour-compat${rest}"`
                    : `parlour has no module like "${name}": ${MEMBERS.organization ?? ""}`,
            ]);
        }
        for (const [missing, alias, reason, at] of imported(clause)) {
            const advice = `no \`${missing}\`: ${reason}`;
            found.push([match.index - clause.length + at, advice]);
            const use = new RegExp(
                `(?<![\\w$.])(?:(?:new|extends)\\s+)?${escaped(alias)}\\b(?=\\s*[({.])`,
                "g",
            );
            for (const one of code.matchAll(use)) found.push([one.index, advice]);
        }
        found.push(...classesOf(code, match.index, clause, vendor, classes));
    }
    return { found, classes };
}

/** Adds the names under which an import clause brings the class of clients to `classes`. */
function* classesOf(
    code: string,
    at: number,
    clause: string,
    vendor: string,
    classes: Set<string>,
): Generator<Place> {
    const outer = /^import\s+(?:type\s+)?([A-Za-z_$][\w$]*)/.exec(clause)?.[1];
    if (outer !== undefined && outer !== "type") classes.add(outer);
    const variable = /(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*$/.exec(code.slice(0, at))?.[1];
    if (variable !== undefined) classes.add(variable);
    const capital = new RegExp(`(?<=[{,]\\s*)(${vendor}|Client)\\b(?:\\s+as\\s+([\\w$]+))?`, "i").exec(
        clause,
    );
    if (capital === null) return;
    const [, imported = "", alias = imported] = capital;
    classes.add(alias);
    if (imported !== "Client") {
        yield [
            at - clause.length + capital.index,
            `the class has no name of its own here: write \`import ${alias} from\`, or \`{ Client as ${alias} }\``,
        ];
    }
}

/** The constructor calls: findings among their settings. Adds the names of the variables to `clients`. */
function* constructorsIn(code: string, classes: Set<string>, clients: Set<string>): Generator<Place> {
    for (const name of classes) {
        for (const match of code.matchAll(new RegExp(`\\bnew\\s+${escaped(name)}\\s*\\(`, "g"))) {
            const open = match.index + match[0].length - 1;
            for (const [key, at] of keysIn(code, open, closing(code, open))) yield* setting(code, key, at);
            const before = /([A-Za-z_$][\w$.#]*)\s*(?::[^=;\n]+)?=\s*$/.exec(code.slice(0, match.index))?.[1];
            if (before !== undefined) clients.add(before);
        }
    }
}

/** Findings that do not depend on the name of a client: errors, methods, keys of tools and runs. */
function* namesIn(code: string, classes: Set<string>, vendor: string): Generator<Place> {
    for (const [name, at] of missingErrors(code, classes, vendor))
        yield [at, `no \`${name}\`: ${ERROR_CLASS}`];
    for (const match of code.matchAll(/\bnew\s+(?:[\w$]+\.)?(?=RetryableError\s*\()/g))
        yield [match.index, `no \`RetryableError\`: ${RETRYABLE}`];
    for (const [name, advice] of Object.entries(METHODS)) {
        for (const match of code.matchAll(new RegExp(`\\.${name}\\b`, "g")))
            yield [match.index, `no \`${name}\`: ${advice}`];
    }
    for (const [calls, keys] of [
        [/\bbeta(?:Zod|StandardSchema)?Tool\s*\(/g, TOOL_KEYS],
        [/\.toolRunner\s*\(/g, RUN_KEYS],
    ] as const) {
        for (const match of code.matchAll(calls)) {
            const open = match.index + match[0].length - 1;
            for (const [key, at] of keysIn(code, open, closing(code, open))) {
                const advice = (keys as Readonly<Record<string, string>>)[key];
                if (advice !== undefined) yield [at, `no \`${key}\`: ${advice}`];
            }
        }
    }
}

/** Findings among the uses of a client: members, assignments, options of calls. */
function* usesOf(client: string, code: string): Generator<Place> {
    const start = `(?<![\\w$.])${escaped(client)}(?:\\.beta)?`;
    for (const [name, advice] of Object.entries(MEMBERS)) {
        const path = name.startsWith("beta.") ? name.slice("beta.".length) : name;
        const from = name.startsWith("beta.") ? start.replace("(?:\\.beta)?", "\\.beta") : start;
        for (const match of code.matchAll(new RegExp(`${from}\\.${escaped(path)}\\b`, "g")))
            yield [match.index, `no \`client.${name}\`: ${advice}`];
    }
    for (const name of SETTINGS) {
        for (const match of code.matchAll(new RegExp(`${start}\\.${name}\\s*=(?![=>])`, "g")))
            yield [match.index, `\`client.${name}\` is not set: write \`client.withOptions({ ${name} })\``];
    }
    for (const match of code.matchAll(new RegExp(`${start}\\.[\\w$.]+\\s*\\(`, "g"))) {
        const open = match.index + match[0].length - 1;
        for (const [key, at] of keysIn(code, open, closing(code, open))) {
            const advice = CALL_OPTIONS[key];
            if (/\.withOptions\s*\($/.test(match[0])) yield* setting(code, key, at);
            else if (advice !== undefined) yield [at, `no \`${key}\`: ${advice}`];
        }
    }
}

/**
 * The findings in a program, by lines. `vendor` is the name of the SDK's vendor, which its package's name holds. A
 * program that imports neither the SDK nor `parlour-compat` has nothing.
 */
export function check(text: string, vendor: string): Finding[] {
    const code = blanked(text);
    const { found, classes } = importsOf(text, code, vendor);
    if (classes.size === 0 && found.length === 0) return [];
    const clients = new Set<string>();
    found.push(...constructorsIn(code, classes, clients));
    const all = named(code, classes);
    clients.add(INLINE);
    found.push(...namesIn(code, classes, vendor));
    for (const client of clients) found.push(...usesOf(client, all));
    for (const match of code.matchAll(/\.message\s*(?:\.(?:includes|match|startsWith|indexOf)\s*\(|===)/g)) {
        const advice = "errors have other words here: decide by class, `status`, `type` or `errorCode`";
        found.push([match.index, advice]);
    }
    found.push(...uses(code));
    const lineOf = (at: number): number => text.slice(0, at).split("\n").length;
    const lines = new Map(
        found.map(([at, advice]) => [`${lineOf(at)} ${advice}`, { line: lineOf(at), advice }]),
    );
    return [...lines.values()].sort((left, right) => left.line - right.line);
}
