// What the programs are run with: scripted answers. It must not hold any program.

export const MODEL = "svc-sonnet-4-5";

const USAGE = { input_tokens: 3, output_tokens: 2 };

/** A scripted answer. */
export const answer = (content, stop_reason = "end_turn", more = {}) => ({
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

export const call = (id, name, input) => ({ type: "tool_use", id, name, input });

const event = (type, fields = {}) => ({ event: type, data: { type, ...fields } });

/** A scripted stream of these blocks: text in pieces, or a call whose input comes in pieces. With a ping in its middle. */
export const stream = (...blocks) => ({
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
export const refused = (status, type, message = "no") => ({
    status,
    json: { type: "error", error: { type, message } },
});
