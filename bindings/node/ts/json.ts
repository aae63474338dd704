// JSON for users: lone surrogates are replaced, and the text that a value was parsed from stays available.

import { writeExact } from "./exact.js";

/** The property that holds the text; it does not enumerate. */
const RAW = "raw";

/** Half a surrogate pair becomes U+FFFD: it could not be written anywhere. */
function mended(_key: string, value: unknown): unknown {
    // Node 20 has it, the compiler's library for it does not.
    return typeof value === "string"
        ? (value as unknown as { toWellFormed(): string }).toWellFormed()
        : value;
}

/** Whether there may be half a surrogate pair in a JSON text. They come as escapes alone: looking for them is cheap. */
export function mayHaveHalves(text: string): boolean {
    return text.includes("\\ud") || text.includes("\\uD");
}

/**
 * A pair of escapes, half of one alone, or another escape: matched from the left, so that an escaped backslash begins
 * none.
 */
const ESCAPES = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|[^])/gi;

/** A JSON text without half a surrogate pair: each becomes U+FFFD. */
export function mend(text: string): string {
    if (!mayHaveHalves(text)) return text;
    return text.replace(ESCAPES, (all, half: string | undefined) => (half === undefined ? all : "\ufffd"));
}

/** Where the first half of a surrogate pair is escaped in a JSON text; -1 if nowhere. */
export function halfIn(text: string): number {
    if (!mayHaveHalves(text)) return -1;
    for (const { 1: half, index } of text.matchAll(ESCAPES)) if (half !== undefined) return index;
    return -1;
}

/** As `JSON.stringify()`, for requests: half a surrogate pair, which services refuse, becomes U+FFFD. */
export function write(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
    // As with `JSON.stringify()`, values that JSON does not have give undefined.
    const text: unknown = writeExact(value, replacer);
    return typeof text === "string" ? mend(text) : (text as string);
}

/** The value of a JSON text. */
export function parse(text: string): unknown {
    return mayHaveHalves(text) ? JSON.parse(text, mended) : JSON.parse(text);
}

/** Begins a placeholder for another string; its index follows. */
const MARK = "\u0001";

/** Puts strings that crossed beside a JSON text where their marks are. */
export function place(value: object, strings: readonly string[]): void {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) {
        const member = members[name];
        if (typeof member === "object" && member !== null) place(member, strings);
        else if (typeof member === "string" && member.startsWith(MARK))
            members[name] = strings[Number(member.slice(MARK.length))];
    }
}

/** Hides the text of an object in it. */
export function withRaw<T extends object>(value: T, raw: string): T {
    return Object.defineProperty(value, RAW, {
        value: raw,
        enumerable: false,
        writable: true,
        configurable: true,
    });
}

/**
 * The JSON text of an event as the service sent it: with numbers of any size, and half surrogate pairs as they were.
 */
export function rawOf(event: object): string {
    const own = Object.getOwnPropertyDescriptor(event, RAW);
    return own?.enumerable === false ? String(own.value) : JSON.stringify(event);
}
