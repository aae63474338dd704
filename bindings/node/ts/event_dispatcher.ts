// Dispatches the events of a stream to its listeners. It accumulates the text of open blocks alone; snapshots of the
// message come from the native half.

import { call, type Emitter } from "./emitter.js";
import { native } from "./native.js";
import { PartialJSON } from "./partial_json.js";
import type { ContentBlock, ContentBlockDeltaEvent, Message, StreamEvent, TextBlock } from "./types.js";

/** The text with which a block begins, for the kinds that grow by pieces. */
function beginning(block: object): string {
    const { type, text, thinking } = block as { type: string; text?: unknown; thinking?: unknown };
    const start = type === "text" ? text : type === "thinking" ? thinking : "";
    return typeof start === "string" ? start : "";
}

/** The citations with which a block begins. */
function cited(block: object): unknown[] {
    const { citations } = block as { citations?: unknown };
    return Array.isArray(citations) ? [...(citations as unknown[])] : [];
}

/** Events of the service may have any shape, whatever the types say. */
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const isString = (value: unknown): boolean => typeof value === "string";

/** An input whose pieces are parsed lazily: each once, however often the input is read. */
class GrowingInput {
    readonly #json: PartialJSON;
    #unread = "";

    /** `trailing`: whether a string, and a number, is shown that is not finished. */
    constructor(trailing: boolean) {
        this.#json = trailing ? new PartialJSON() : PartialJSON.of(native.NativePartialJson.finished());
    }

    push(piece: string): void {
        this.#unread += piece;
    }

    get value(): unknown {
        this.#json.push(this.#unread);
        this.#unread = "";
        return this.#json.value ?? {};
    }
}

/** The kind of delta by which a block grows. */
type Growth = ReturnType<typeof native.blockGrowth>;

export class EventDispatcher {
    readonly #emitter: Emitter;
    readonly #snapshot: () => Message | null;
    readonly #block: (index: number) => ContentBlock | undefined;
    /** Whether inputs are shown with a string, or a number, that is not finished. */
    readonly #trailing: boolean;
    /** The growth of each block, by its index. */
    readonly #growth = new Map<number, Growth>();
    /** The text of each block so far, by the index of its block: blocks may grow side by side. */
    readonly #grown = new Map<number, string>();
    /** The same for inputs. */
    readonly #inputs = new Map<number, GrowingInput>();
    /** The citations of each block so far. */
    readonly #citations = new Map<number, unknown[]>();

    /** `block` gives one block of the snapshot: the message would be copied for each of its blocks. */
    constructor(
        emitter: Emitter,
        snapshot: () => Message | null,
        block: (index: number) => ContentBlock | undefined,
        trailing = true,
    ) {
        this.#emitter = emitter;
        this.#snapshot = snapshot;
        this.#block = block;
        this.#trailing = trailing;
    }

    dispatch(event: StreamEvent): void {
        const emitter = this.#emitter;
        const all = emitter.get("streamEvent");
        if (all !== undefined) call(all, event, all.second ? this.#snapshot() : null);
        switch (event.type) {
            case "content_block_delta":
                if (isObject(event.delta)) this.#delta(event);
                break;
            case "content_block_start":
                if (isObject(event.content_block)) this.#begin(event.index, event.content_block);
                break;
            case "content_block_stop": {
                this.#growth.delete(event.index);
                this.#grown.delete(event.index);
                this.#inputs.delete(event.index);
                this.#citations.delete(event.index);
                const list = emitter.get("contentBlock");
                if (list !== undefined) call(list, this.#block(event.index));
                break;
            }
            case "message_stop": {
                const list = emitter.get("message");
                if (list !== undefined) call(list, this.#snapshot());
                break;
            }
        }
    }

    #begin(index: number, block: object): void {
        const growth = native.blockGrowth(String((block as { type?: unknown }).type), "input" in block);
        this.#growth.set(index, growth);
        if (growth === "input") this.#inputs.set(index, new GrowingInput(this.#trailing));
        else if (growth !== null) this.#grown.set(index, beginning(block));
        if (growth === "text") this.#citations.set(index, cited(block));
    }

    /** Whether deltas of this kind belong to a block; unknown of one that had begun before anybody listened. */
    #takes(index: number, growth: NonNullable<Growth>): boolean {
        const known = this.#growth.get(index);
        return known === undefined || known === growth;
    }

    #delta(event: ContentBlockDeltaEvent): void {
        const { delta, index } = event;
        switch (delta.type) {
            case "text_delta": {
                if (!isString(delta.text) || !this.#takes(index, "text")) break;
                const soFar = this.#grow(index, delta.text, "text");
                const list = this.#emitter.get("text");
                if (list !== undefined) call(list, delta.text, soFar);
                break;
            }
            case "thinking_delta": {
                if (!isString(delta.thinking) || !this.#takes(index, "thinking")) break;
                const soFar = this.#grow(index, delta.thinking, "thinking");
                const list = this.#emitter.get("thinking");
                if (list !== undefined) call(list, delta.thinking, soFar);
                break;
            }
            case "input_json_delta": {
                if (!isString(delta.partial_json) || !this.#takes(index, "input")) break;
                this.#inputs.get(index)?.push(delta.partial_json);
                const list = this.#emitter.get("inputJson");
                if (list !== undefined)
                    call(list, delta.partial_json, list.second ? this.#input(index) : null);
                break;
            }
            case "signature_delta":
                if (this.#takes(index, "thinking")) this.#emitter.emit("signature", delta.signature);
                break;
            case "compaction_delta":
                // It comes whole. Null where only its encrypted form is there.
                if (isString(delta.content) && delta.content !== "" && this.#takes(index, "compaction"))
                    this.#emitter.emit("compaction", delta.content);
                break;
            case "citations_delta": {
                if (!this.#takes(index, "text")) break;
                const soFar = this.#cite(index, delta.citation);
                const list = this.#emitter.get("citation");
                if (list !== undefined) call(list, delta.citation, soFar);
                break;
            }
        }
    }

    /** The text of a block with this piece. */
    #grow(index: number, piece: string, key: "text" | "thinking"): string {
        const before = this.#grown.get(index);
        const now = before === undefined ? this.#asked(index, key) : before + piece;
        this.#grown.set(index, now);
        return now;
    }

    /** The citations of a block with this one. The same array each time, which grows. */
    #cite(index: number, citation: unknown): unknown[] {
        const before = this.#citations.get(index);
        if (before !== undefined) {
            before.push(citation);
            return before;
        }
        // This one is in the message already.
        const block = this.#block(index) as TextBlock | undefined;
        const now = block?.citations ?? [citation];
        this.#citations.set(index, now);
        return now;
    }

    /** The same for a block that had begun before anybody listened; this piece is in the message already. */
    #asked(index: number, key: "text" | "thinking"): string {
        const block = this.#block(index) as Record<string, unknown> | undefined;
        const text = block?.[key];
        return typeof text === "string" ? text : "";
    }

    #input(index: number): unknown {
        const input = this.#inputs.get(index);
        if (input !== undefined) return input.value;
        return (this.#block(index) as { input?: unknown } | undefined)?.input;
    }
}
