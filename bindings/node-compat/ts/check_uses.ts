// Finds uses of requests, streams and names of the official SDK that behave differently in `parlour-compat`, as far as
// the text shows them.

import { nearest } from "parlour/hooks";
import { FALLBACKS, METHODS_ADVICE, RETRYABLE } from "./refusals.js";

/** Exports that can be imported, and throw when they are used. */
const NAMES: Readonly<Record<string, string>> = {
    betaRefusalFallbackMiddleware: FALLBACKS,
    BetaFallbackState: FALLBACKS,
    RetryableError: RETRYABLE,
};

/** Parameters of a message that slips are looked for among. */
const PARAMETERS = [
    "betas",
    "container",
    "context_management",
    "inference_geo",
    "max_tokens",
    "mcp_servers",
    "messages",
    "metadata",
    "model",
    "output_config",
    "output_format",
    "service_tier",
    "stop_sequences",
    "stream",
    "system",
    "temperature",
    "thinking",
    "tool_choice",
    "tools",
    "top_k",
    "top_p",
];

/** The end of the bracket that is opened at this place. */
export function closing(text: string, open: number): number {
    let depth = 0;
    for (let at = open; at < text.length; at++) {
        const sign = text.charAt(at);
        if ("({[".includes(sign)) depth++;
        else if (")}]".includes(sign) && --depth === 0) return at;
    }
    return text.length;
}

/**
 * The keys of the object literal that begins here, without those inside; and whether it takes others from elsewhere.
 */
export function literal(
    code: string,
    open: number,
): { keys: [name: string, at: number][]; spreads: boolean } {
    const keys: [string, number][] = [];
    let spreads = false;
    const end = closing(code, open);
    let at = open + 1;
    while (at < end) {
        const rest = code.slice(at, end);
        const key = /^\s*(?:\.\.\.|([A-Za-z_$][\w$]*))/.exec(rest);
        if (key === null) break;
        if (key[1] === undefined) spreads = true;
        else keys.push([key[1], at + key[0].length - key[1].length]);
        // To the comma after it.
        at += key[0].length;
        while (at < end && code.charAt(at) !== ",")
            at = "({[".includes(code.charAt(at)) ? closing(code, at) + 1 : at + 1;
        at++;
    }
    return { keys, spreads };
}

/** The object literal that is the first argument of a call, or that its name was made of. */
function argument(code: string, open: number): ReturnType<typeof literal> | undefined {
    const first = /^\(\s*(\{|([A-Za-z_$][\w$]*)\s*[,)])/.exec(code.slice(open));
    if (first === null) return undefined;
    if (first[2] === undefined) return literal(code, open + first[0].length - 1);
    const made = new RegExp(`\\b(?:const|let)\\s+${first[2].replaceAll("$", "\\$")}\\b[^=;]*=\\s*\\{`).exec(
        code,
    );
    return made === null ? undefined : literal(code, made.index + made[0].length - 1);
}

/** Streams by their names, each with the part of the program in which the name means it. */
function* streams(code: string): Generator<[name: string, from: number, to: number, isAwaited: boolean]> {
    const made =
        /\b(?:const|let)\s+([A-Za-z_$][\w$]*)\s*(?::[^=;]+)?=\s*(await\s+)?[^;]*?\.messages\s*\.create\s*\(/g;
    for (const match of code.matchAll(made)) {
        const open = match.index + match[0].length - 1;
        const end = closing(code, open);
        const [, name = "", awaited] = match;
        if (!/\bstream\s*:\s*true\b/.test(code.slice(open, end))) continue;
        const again = new RegExp(`\\b(?:const|let)\\s+${name.replaceAll("$", "\\$")}\\b`, "g");
        again.lastIndex = end;
        yield [name, end, again.exec(code)?.index ?? code.length, awaited !== undefined];
    }
}

/** The uses that differ, with their places. `code` is the program without comments and the contents of strings. */
export function* uses(code: string): Generator<[at: number, advice: string]> {
    for (const [name, advice] of Object.entries(NAMES)) {
        for (const match of code.matchAll(new RegExp(`(?<![\\w$.])${name}\\s*\\(`, "g")))
            yield [match.index, `no \`${name}\`: ${advice}`];
    }
    for (const match of code.matchAll(/\.messages\s*\.(create|stream|parse)\s*\(/g)) {
        const given = argument(code, match.index + match[0].length - 1);
        if (given === undefined) continue;
        const names = new Set(given.keys.map(([name]) => name));
        for (const [name, at] of given.keys) {
            const near = PARAMETERS.includes(name) ? null : nearest(name, PARAMETERS);
            if (near !== null && !names.has(near))
                yield [at, `\`${name}\` is unknown; did you mean \`${near}\`?`];
        }
        if (given.spreads) continue;
        if (!names.has("max_tokens")) yield [match.index, "a request for a message needs `max_tokens`"];
        if (match[1] === "parse" && !names.has("output_config") && !names.has("output_format"))
            yield [match.index, METHODS_ADVICE.parse];
    }
    for (const [name, from, to, isAwaited] of streams(code)) {
        const word = `(?<![\\w$.])${name.replaceAll("$", "\\$")}\\b`;
        const part = code.slice(from, to);
        const loops = [...part.matchAll(new RegExp(`\\bof\\s+(?:await\\s+)?${word}\\s*\\)`, "g"))];
        for (const loop of isAwaited ? loops.slice(1) : [])
            yield [from + loop.index, "a stream is read once: `tee()` makes two of it"];
        const taken = new RegExp(`await\\s+${word}\\s*[;)]`).exec(part);
        const late = new RegExp(`${word}\\s*\\.asResponse\\s*\\(`).exec(part);
        if (!isAwaited && taken !== null && late !== null && late.index > taken.index)
            yield [from + late.index, METHODS_ADVICE.asResponse];
    }
}
