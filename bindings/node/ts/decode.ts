// Decodes batch text, in which events cross the FFI boundary, into the objects that users get.
//
// A batch is a row of records: a tag, a length, as many characters. Events of other kinds than the three common deltas
// are JSON; the deltas are decoded already and become literals of one shape each, which costs a third of JSON.parse.

import { mayHaveHalves, parse, rawOf, withRaw } from "./json.js";
import type { StreamEvent } from "./types.js";

const TEXT = 97; // a
const INPUT_JSON = 98; // b
const THINKING = 99; // c
const JSON_EVENT = 100; // d
const NAMED = 101; // e
const JOINED = 102; // f
const INDEX = 105; // i

/** Appends the events of a batch. Gives the index of the block that the last deltas belonged to. */
export function decode(batch: string, out: StreamEvent[], block: number): number {
    const end = batch.length;
    let index = block;
    let at = 0;
    while (at < end) {
        const tag = batch.charCodeAt(at++);
        let unit = batch.charCodeAt(at++);
        let length = unit & 63;
        for (let shift = 6; unit >= 64; shift += 6) {
            unit = batch.charCodeAt(at++);
            length |= (unit & 63) << shift;
        }
        if (tag === INDEX) {
            index = length;
            continue;
        }
        const rest = batch.substring(at, at + length);
        at += length;
        if (tag === TEXT) {
            out.push({ type: "content_block_delta", index, delta: { type: "text_delta", text: rest } });
        } else if (tag === INPUT_JSON) {
            out.push({
                type: "content_block_delta",
                index,
                delta: { type: "input_json_delta", partial_json: rest },
            });
        } else if (tag === THINKING) {
            out.push({
                type: "content_block_delta",
                index,
                delta: { type: "thinking_delta", thinking: rest },
            });
        } else if (tag === JSON_EVENT) {
            out.push(withRaw(parse(rest) as StreamEvent, rest));
        } else if (tag === NAMED) {
            out.push(named(rest));
        } else if (tag === JOINED) {
            out.push(joined(rest));
        } else {
            throw new Error(`a batch holds a record of the unknown kind ${tag}`);
        }
    }
    return index;
}

/**
 * An event whose data does not name its type: the name of its SSE record does. `[name,data]`, or `[name]` without data.
 */
function named(record: string): StreamEvent {
    const [type, data = null] = parse(record) as [string, unknown];
    const fields = typeof data === "object" && data !== null && !Array.isArray(data) ? data : { data };
    const event = Object.assign({ type }, fields, { type }) as unknown as StreamEvent;
    byName.add(event);
    return withRaw(event, record.slice(JSON.stringify(type).length + 2, -1));
}

/**
 * A delta that shares a character with the one before or after it: the delta with the text that belongs to it, a line
 * break, and the event as it came.
 */
function joined(record: string): StreamEvent {
    const at = record.indexOf("\n");
    const raw = record.slice(at + 1);
    const event = Object.assign(parse(raw) as StreamEvent, { delta: parse(record.slice(0, at)) });
    return withRaw(event as StreamEvent, raw);
}

/** Events whose own text does not name their type. */
const byName = new WeakSet<StreamEvent>();

/** An event as JSON on one line: its own text, unless that lacks the type, or is no valid Unicode. */
export function lineOf(event: StreamEvent): string {
    if (byName.has(event)) return JSON.stringify(event);
    const raw = rawOf(event);
    // In JSON, line breaks occur only between values.
    return mayHaveHalves(raw) ? JSON.stringify(event) : raw.replaceAll(/[\r\n]/g, " ");
}
