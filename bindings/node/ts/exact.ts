// Numbers that JavaScript cannot hold: integers beyond 2^53 in the input of a tool. The text that the model wrote stays
// beside the rounded value, and goes out in its place where a block is sent back unchanged.

import { randomUUID } from "node:crypto";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const PLAIN = /[^\s,\]}]+/y;
const SPACE = /[\s,:]*/y;

/** Where a token of a sticky pattern ends. */
function past(pattern: RegExp, text: string, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfString(text: string, at: number): number {
    for (let next = at + 1; next < text.length; next += 1) {
        const code = text.charCodeAt(next);
        if (code === BACKSLASH) next += 1;
        else if (code === QUOTE) return next + 1;
    }
    return text.length;
}

/** Where the value that begins here ends. */
function endOf(text: string, at: number): number {
    const first = text.charCodeAt(at);
    if (first === QUOTE) return endOfString(text, at);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return past(PLAIN, text, at);
    let depth = 0;
    for (let next = at; next < text.length; next += 1) {
        const code = text.charCodeAt(next);
        if (code === QUOTE) next = endOfString(text, next) - 1;
        else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
        else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
            depth -= 1;
            if (depth === 0) return next + 1;
        }
    }
    return text.length;
}

/**
 * The texts of the items of an array, or of the values of an object by their names; of a text that was read as JSON
 * already.
 */
export function partsOf(text: string): Map<string, string> {
    const parts = new Map<string, string>();
    const start = past(SPACE, text, 0);
    const isObject = text.charCodeAt(start) === OPEN_BRACE;
    for (let at = past(SPACE, text, start + 1); at < text.length - 1;) {
        let name = String(parts.size);
        if (isObject) {
            const end = endOfString(text, at);
            // Only white space follows the end of the object.
            if (text.charCodeAt(at) !== QUOTE) break;
            name = JSON.parse(text.slice(at, end)) as string;
            at = past(SPACE, text, end);
        }
        const end = endOf(text, at);
        if (end === at) break;
        parts.set(name, text.slice(at, end));
        at = past(SPACE, text, end);
    }
    return parts;
}

/** Strings, which hold digits that are no numbers, and numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(-?\d+)(\.\d+)?([eE][+-]?\d+)?/g;

/** Whether JavaScript holds every integer of a JSON text. */
export function isExact(text: string): boolean {
    if (!/\d{16}/.test(text)) return true;
    for (const [, whole, fraction, exponent] of text.matchAll(TOKENS)) {
        if (whole === undefined || fraction !== undefined || exponent !== undefined) continue;
        const held = Number(whole);
        if (!Number.isFinite(held) || BigInt(held) !== BigInt(whole)) return false;
    }
    return true;
}

/** Begins a text that is replaced by a JSON text; no other begins so. */
const MARK = `\u0001${randomUUID()}:`;
const MARKED = new RegExp(`"\\\\u0001${MARK.slice(1)}(\\d+)"`, "g");

/** The texts that a running {@link writeExact} puts in the place of marks. */
let texts: string[] | undefined;

/** As `JSON.stringify()`, with the original digits where blocks are unchanged. */
export function writeExact(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
    const before = texts;
    const own: string[] = (texts = []);
    let json: string;
    try {
        json = JSON.stringify(value, replacer);
    } finally {
        texts = before;
    }
    if (own.length === 0) return json;
    return json.replace(MARKED, (_, index: string) => own[Number(index)] ?? "null");
}

/**
 * A block with an input that JavaScript does not hold: its original text is written, as long as its input is unchanged.
 */
export function keepExact(block: { input?: unknown }, raw: string): void {
    const rounded = JSON.stringify(block.input);
    Object.defineProperty(block, "toJSON", {
        value(this: typeof block): object {
            if (texts === undefined || JSON.stringify(this.input) !== rounded) return { ...this };
            texts.push(raw);
            return { ...this, input: `${MARK}${texts.length - 1}` };
        },
        enumerable: false,
        writable: true,
        configurable: true,
    });
}
