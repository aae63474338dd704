// The turns of a conversation, kept as the bytes that are sent. The core decides which turns may be cut, and repairs
// them.

import { translateErrors } from "./errors.js";
import { needArray, needObject } from "./arguments.js";
import { mend, parse, rawOf, write } from "./json.js";
import { refuseHalves } from "./json_argument.js";
import { native, type NativeConversation } from "./native.js";
import type { MessageCreateParams, MessageParam } from "./params.js";
import { kindOf } from "./kind_of.js";
import type { Message } from "./types.js";

/** The result of applying a limit. */
export interface Trimmed {
    /** How many turns were removed. */
    readonly removed: number;
    /** Whether the limit holds now. It cannot where the last exchange alone is larger: that one is never split. */
    readonly within: boolean;
}

/** One change of a history that could not have been sent. */
export interface Repair {
    /** The turn, by its index before the repair. */
    readonly turn: number;
    /** The kind of change, an open set: `"answered_call"`, `"removed_orphan_result"`, ... */
    readonly kind: string;
    /** The call of a tool that it was about; null where there is none. */
    readonly subject: string | null;
}

/** @internal A number of turns or tokens. */
export function amount(name: string, value: number): number {
    if (!Number.isSafeInteger(value) || value < 0) {
        throw new RangeError(`${name} must be a whole number of at least 0, not ${String(value)}`);
    }
    return value;
}

/** The content of a turn. */
function contentOf(content: MessageParam["content"]): MessageParam["content"] {
    if (typeof content !== "string") needArray("the content of a turn, if it is no text,", content);
    return content;
}

/** As {@link amount}, of turns, of which there are never more. */
const turns = (name: string, value: number): number => Math.min(amount(name, value), 0xffff_ffff);

/**
 * The turns of a conversation, oldest first.
 *
 * Each turn is serialised once, when it is added, and sent unchanged: equal histories are equal bytes, and the prompt
 * cache compares bytes.
 */
export class Conversation implements Iterable<MessageParam> {
    #native: NativeConversation;

    /** A conversation with these turns; objects, or their JSON text. Throws `ConfigError` for other values. */
    constructor(messages: Iterable<MessageParam | string> = []) {
        this.#native = new native.NativeConversation();
        if (typeof (messages as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== "function")
            throw new TypeError(
                `the turns of a conversation must be an array or another iterable, and not ${kindOf(messages)}`,
            );
        for (const turn of messages) this.add(turn);
    }

    /** Reads the output of {@link Conversation.toText} of any language, or a plain array of messages. */
    static fromText(text: string): Conversation {
        const made = new Conversation();
        made.#native = translateErrors(() => new native.NativeConversation(mend(text)));
        return made;
    }

    /** @internal */
    static of(turns: NativeConversation): Conversation {
        const made = new Conversation();
        made.#native = turns;
        return made;
    }

    /** @internal */
    get native(): NativeConversation {
        return this.#native;
    }

    /** The conversation as JSON text. */
    toText(): string {
        return translateErrors(() => this.#native.toText());
    }

    /** For `JSON.stringify()`. Numbers that JavaScript cannot hold survive in {@link Conversation.toText} alone. */
    toJSON(): unknown {
        return parse(this.toText());
    }

    /** A copy, to be changed on its own. */
    clone(): Conversation {
        return Conversation.of(this.#native.copy());
    }

    /** Adds a turn: an object with `role` and `content`, or its JSON text. Throws `ConfigError` for other values. */
    add(turn: MessageParam | string): void {
        if (typeof turn !== "string") needObject("a turn", turn, "{ role, content }, or its JSON text");
        if (typeof turn === "string") refuseHalves("a turn", turn);
        const json = typeof turn === "string" ? turn : write(turn);
        translateErrors(() => {
            this.#native.push(json);
        });
    }

    /** Adds a turn of the caller: text, or blocks. */
    addUser(content: MessageParam["content"]): void {
        this.add({ role: "user", content: contentOf(content) });
    }

    /** Adds a turn of the model: text, or blocks. */
    addAssistant(content: MessageParam["content"]): void {
        this.add({ role: "assistant", content: contentOf(content) });
    }

    /** Adds an answer as the turn it has to be sent back as. False, and nothing is added, for one without content. */
    addReply(message: Message | string): boolean {
        if (typeof message !== "string") needObject("an answer", message, "one of messages.create()");
        // Of an answer, and not the program's to mend.
        const json = mend(typeof message === "string" ? message : rawOf(message));
        return translateErrors(() => this.#native.pushReply(json));
    }

    /**
     * The request that sends this conversation with these parameters, as JSON: the first argument of
     * `messages.create()` and `messages.stream()`. Throws `ConfigError` without a turn.
     */
    body(params: Omit<MessageCreateParams, "messages" | "stream">): Buffer {
        return translateErrors(() => this.#native.body(write(params)));
    }

    /** How many turns there are. */
    get length(): number {
        return this.#native.length;
    }

    /** A turn, from the end for a negative index; undefined if there is none. */
    at(index: number): MessageParam | undefined {
        const place = index < 0 ? this.length + index : index;
        if (!Number.isInteger(place) || place < 0 || place >= this.length) return undefined;
        return parse(this.#native.turn(place) ?? "null") as MessageParam;
    }

    /** The turns, oldest first. */
    *[Symbol.iterator](): Iterator<MessageParam> {
        for (let place = 0; place < this.length; place += 1)
            yield parse(this.#native.turn(place) ?? "null") as MessageParam;
    }

    /** Takes turns back: only the first `length` stay. */
    rewind(length: number): void {
        this.#native.rewind(turns("length", length));
    }

    /**
     * Keeps at most the last turns, and never parts a call from its result. Tool changes in removed system messages are
     * kept, in one message.
     */
    keepLast(count: number): Trimmed {
        return this.#native.keepLast(turns("count", count));
    }

    /** Keeps the longest end of at most so many tokens, by {@link Conversation.estimatedTokens}. */
    keepTokens(tokens: number): Trimmed {
        return this.#native.keepTokens(amount("tokens", tokens));
    }

    /** Drops the turns before `first`. False, and nothing happens, if a cut there would break the history. */
    cutBefore(first: number): boolean {
        return this.#native.cutBefore(turns("first", first));
    }

    /** The indices at which the conversation may begin, ascending. */
    cutPoints(): number[] {
        return this.#native.cutPoints();
    }

    /** Repairs the history so that the service accepts it, and returns the changes. */
    repair(): Repair[] {
        return JSON.parse(translateErrors(() => this.#native.repair())) as Repair[];
    }

    /** An estimate of the input tokens of all turns; nothing is asked of the service. */
    get estimatedTokens(): number {
        return this.#native.estimatedTokens;
    }
}
