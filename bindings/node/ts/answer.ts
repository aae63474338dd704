// Parses the JSON of a whole answer into the plain object that users get. Facts that are not part of the JSON are
// properties that do not enumerate.

import type { ResponseInfo } from "./head.js";
import { parse, withRaw } from "./json.js";
import type { Message } from "./types.js";

/** A tool input that must not be used, as the native half tells it. */
export interface Unfinished {
    index: number;
    state: "incomplete" | "invalid";
    raw: string;
}

const hidden = (value: unknown): PropertyDescriptor => ({
    value,
    enumerable: false,
    writable: true,
    configurable: true,
});

const REQUEST_ID: PropertyDescriptor = {
    get(this: { response: ResponseInfo | null }) {
        return this.response?.requestID ?? null;
    },
    enumerable: false,
    configurable: true,
};

/**
 * The object of a JSON text. Facts that are not part of its JSON are own properties that do not enumerate, so that
 * the object compares, spreads and travels as the service sent it.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as parse() is, typed by who asked
export function objectOf<T extends object>(text: string, info: ResponseInfo | null): T {
    const answer = parse(text) as T;
    Object.defineProperty(answer, "response", hidden(info));
    Object.defineProperty(answer, "_request_id", REQUEST_ID);
    return withRaw(answer, text);
}

/** The message of a JSON text. */
export function messageOf(text: string, info: ResponseInfo | null, unfinished: string | null): Message {
    const message = objectOf<Message>(text, info);
    if (unfinished !== null) mark(message, JSON.parse(unfinished) as Unfinished[]);
    return message;
}

function mark(message: Message, inputs: Unfinished[]): void {
    for (const { index, state, raw } of inputs) {
        const block = message.content[index];
        if (block === undefined) continue;
        Object.defineProperty(block, "inputState", hidden(state));
        Object.defineProperty(block, "rawInput", hidden(raw));
    }
}
