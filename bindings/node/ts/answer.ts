// Parses the JSON of a whole message into the plain object that users get. Facts that are not part of the JSON are
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
 * The message of a JSON text. Facts that are not part of its JSON are own properties that do not enumerate, so that
 * the message compares, spreads and travels as the service sent it.
 */
export function messageOf(text: string, info: ResponseInfo | null, unfinished: string | null): Message {
    const message = parse(text) as Message;
    Object.defineProperty(message, "response", hidden(info));
    Object.defineProperty(message, "_request_id", REQUEST_ID);
    withRaw(message, text);
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
