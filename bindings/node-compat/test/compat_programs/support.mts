// What the programs are run with: scripted answers, and what the service saw. It must not hold any program.

import assert from "node:assert/strict";
import type Vendor from "parlour-compat";
import type { Emulator, RecordedRequest } from "parlour/testing";

/** A program, given the service that is in its environment. */
export type Program = (given: { service: Emulator }) => unknown;

/** Programs that run as they are, by their titles. */
export type Programs = Readonly<Record<string, Program>>;

/** Programs that cannot be kept, with what they are told. */
export type Advice = Readonly<Record<string, readonly [program: Program, says: RegExp]>>;

export const MODEL = "svc-sonnet-4-5";

const USAGE = { input_tokens: 3, output_tokens: 2 };

/** A scripted answer. */
export const answer = (content: string | object[], stop_reason = "end_turn", more = {}) => ({
    json: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: MODEL,
        content: typeof content === "string" ? [{ type: "text", text: content }] : content,
        stop_reason,
        stop_sequence: null,
        usage: USAGE,
        ...more,
    },
});

/** A call of a tool in an answer. */
export const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });

const event = (type: string, fields = {}) => ({ event: type, data: { type, ...fields } });

/**
 * A scripted stream of these blocks: text in pieces, or a call whose input comes in pieces. With a ping in its middle.
 */
export const stream = (...blocks: (string[] | { start: object; pieces: string[] })[]) => ({
    sse: [
        event("message_start", { message: { ...answer([]).json, stop_reason: null } }),
        event("ping"),
        ...blocks.flatMap((block, index) => [
            event("content_block_start", {
                index,
                content_block: Array.isArray(block)
                    ? { type: "text", text: "" }
                    : { ...block.start, ...("input" in block.start ? { input: {} } : {}) },
            }),
            ...(Array.isArray(block) ? block : block.pieces).map((piece) =>
                event("content_block_delta", {
                    index,
                    delta: Array.isArray(block)
                        ? { type: "text_delta", text: piece }
                        : { type: "input_json_delta", partial_json: piece },
                }),
            ),
            event("content_block_stop", { index }),
        ]),
        event("message_delta", {
            delta: {
                stop_reason: blocks.some((block) => !Array.isArray(block)) ? "tool_use" : "end_turn",
                stop_sequence: null,
            },
            usage: { output_tokens: 7 },
        }),
        event("message_stop"),
    ],
});

/** An error of the service. */
export const refused = (status: number, type: string, message = "no") => ({
    status,
    json: { type: "error", error: { type, message } },
});

/** The last request that the service got. */
export function last(service: Emulator): RecordedRequest {
    const request = service.requests.at(-1);
    assert.ok(request !== undefined, "there was no request");
    return request;
}

/** The text of an answer's first block. */
export function textOf({ content: [block] }: Vendor.Message): string {
    assert.equal(block?.type, "text");
    return block.text;
}
