// Parses the JSON of a whole answer into the plain object that users get. Facts that are not part of the JSON are
// properties that do not enumerate.

import type { ResponseInfo } from "./head.js";
import { isExact, keepExact, partsOf } from "./exact.js";
import { parse, withRaw } from "./json.js";
import type { Message } from "./types.js";

/** A tool input that must not be used, as the native half reports it. */
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
    if (Array.isArray(message.content)) keepInputs(message, text);
    if (unfinished !== null) mark(message, JSON.parse(unfinished) as Unfinished[]);
    return message;
}

/** The types of blocks with an input of a tool. */
const CALLS: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/**
 * Gives each call of a tool its input as the model wrote it. It is looked for in the text of the message when it is
 * asked for.
 */
function keepInputs(message: Message, text: string): void {
    let texts: Map<string, string> | undefined;
    const inputOf = (index: number): string | undefined => {
        texts ??= partsOf(partsOf(text).get("content") ?? "[]");
        return partsOf(texts.get(String(index)) ?? "{}").get("input");
    };
    let mayRound: boolean | undefined;
    for (const [index, block] of message.content.entries()) {
        // A service may send anything.
        if (!CALLS.has((block as { type?: string } | null)?.type ?? "")) continue;
        Object.defineProperty(block, "rawInput", {
            get: () => inputOf(index),
            enumerable: false,
            configurable: true,
        });
        mayRound ??= /\d{16}/.test(text);
        const raw = mayRound ? inputOf(index) : undefined;
        if (raw !== undefined && !isExact(raw)) keepExact(block as object, raw);
    }
}

function mark(message: Message, inputs: Unfinished[]): void {
    for (const { index, state, raw } of inputs) {
        const block = message.content[index];
        if (block === undefined) continue;
        Object.defineProperty(block, "inputState", hidden(state));
        Object.defineProperty(block, "rawInput", hidden(raw));
    }
}
