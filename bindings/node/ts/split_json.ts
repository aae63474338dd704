// A request as JSON whose long strings cross beside the text: V8 would copy each into the text, join the copies to one
// of two bytes a character if one character needs them, and collect the copies so often that its young generation
// grows. The native half puts them in; `spliced.rs` has the other end.

import { writeExact } from "./exact.js";
import { mend } from "./json.js";
import { type RequestBody, wholeOf } from "./request_body.js";

/** Strings of so many characters cross by themselves: one that crosses costs as much as a copy of about this length. */
const LONG = 256;
/** As long as those of a request have fewer characters together, they stay in the text. */
const LEAST = 2048;
/** Objects in each other that are searched. In more of them there may be a cycle, which `JSON.stringify` reports. */
const DEPTH = 64;
/** Stands for a long string. A string that is just this one crosses as if it were long. */
const MARK = "\u0001";

/** In place of a copy of a value that may be another one as JSON: a class has a say in that. */
const UNKNOWN = Symbol("unknown");

/** The characters that the running search has found. */
let found = 0;

/** A member as it stays in the text. */
function memberOf(member: unknown, strings: string[], depth: number): unknown {
    if (typeof member === "string") {
        if (member.length < LONG && member !== MARK) return member;
        found += member.length;
        strings.push(member);
        return MARK;
    }
    return typeof member === "object" && member !== null ? search(member, strings, depth + 1) : member;
}

function searchArray(items: readonly unknown[], strings: string[], depth: number): unknown {
    let copy: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
        const item = items[at];
        const kept = memberOf(item, strings, depth);
        if (kept === UNKNOWN) return UNKNOWN;
        if (kept !== item) (copy ??= items.slice())[at] = kept;
    }
    return copy ?? items;
}

/** A value without its long strings, copied as far as it has any; {@link UNKNOWN} for one that is not plain. */
function search(value: object, strings: string[], depth: number): unknown {
    if (depth > DEPTH || (value as { toJSON?: unknown }).toJSON !== undefined) return UNKNOWN;
    if (Array.isArray(value)) return searchArray(value, strings, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return UNKNOWN;
    const members = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    // Without a list of names: V8 keeps one for all objects of a shape.
    for (const name in members) {
        const member = members[name];
        const kept = memberOf(member, strings, depth);
        if (kept === UNKNOWN) return UNKNOWN;
        if (kept === member) continue;
        // An inherited member is not written, and this name of an own one would set the prototype of the copy.
        if (name === "__proto__" || !Object.prototype.hasOwnProperty.call(members, name)) return UNKNOWN;
        (copy ??= { ...members })[name] = kept;
    }
    return copy ?? members;
}

const isShort = (text: unknown): boolean => typeof text === "string" && text.length < LEAST;

/** Whether a request is one of the usual small ones, such as a question or two: a search costs as much as its text. */
function isSmall(params: { messages?: unknown; system?: unknown; tools?: unknown }): boolean {
    const { messages, system, tools } = params;
    if (tools !== undefined || (system !== undefined && !isShort(system))) return false;
    if (!Array.isArray(messages) || messages.length > 2) return false;
    for (const message of messages as unknown[])
        if (!isShort((message as { content?: unknown } | null | undefined)?.content)) return false;
    return true;
}

/**
 * As {@link writeExact}, with marks in the place of long strings, which are added to `strings`. It stays empty where
 * they are few, or where an object has a class or a `toJSON()` of its own.
 */
export function writeSplit(params: object, strings: string[]): string {
    if (isSmall(params)) return writeExact(params);
    found = 0;
    const rest = search(params, strings, 0);
    if (rest !== UNKNOWN && found >= LEAST) return writeExact(rest);
    strings.length = 0;
    return writeExact(params);
}

/** As {@link writeSplit}, without half a surrogate pair in the text. */
function writeMended(params: object, strings: string[]): string {
    const text: unknown = writeSplit(params, strings);
    return typeof text === "string" ? mend(text) : (text as string);
}

/** Writes the requests of a batch, one after another. */
export class SplitJSON {
    /** The long strings of the last request, in the order of their marks. */
    readonly strings: string[] = [];
    /** Characters or bytes of the last request. */
    length = 0;

    /** The body of a request; where it is text that was made here, with marks in the place of {@link strings}. */
    body(params: object | string | Uint8Array | RequestBody): string | Uint8Array | RequestBody {
        this.strings.length = 0;
        const body = wholeOf(params, writeMended, this.strings);
        // The text is undefined for values that JSON does not have.
        this.length = (body as string | undefined)?.length ?? 0;
        for (const string of this.strings) this.length += string.length;
        return body;
    }
}
