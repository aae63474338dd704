// The modes that send nothing: operations on conversations, JSON that arrives in pieces, and webhooks. Translation
// only.

import {
    CacheChange,
    Conversation,
    markCache,
    ParlourError,
    PartialJSON,
    verifyWebhook,
    WebhookVerificationError,
} from "./package.mjs";

export const MODES = new Set(["cache", "conversation", "partial_json", "webhook"]);

/** The `done` line of a call of one of these modes. */
export function run(call) {
    if (call.mode === "webhook") return webhook(call);
    if (call.mode === "cache") return cache(call);
    return call.mode === "conversation" ? conversation(call) : partialJson(call);
}

function cache({ request, stable, before, answer }) {
    const line = { type: "done", attempts: 0 };
    if (stable !== undefined) line.marked = JSON.stringify(markCache(request, { stable }));
    if (before !== undefined) line.change = CacheChange.between(before, request);
    if (answer !== undefined) line.reported = CacheChange.reportedBy(JSON.parse(answer));
    return line;
}

function webhook(call) {
    const headers = {};
    for (const [name, value] of call.headers) (headers[name.toLowerCase()] ??= []).push(value);
    const line = { type: "done", attempts: 0, event: null, refused: null };
    try {
        const event = verifyWebhook({
            headers,
            body: call.body,
            secrets: call.secrets,
            tolerance: call.tolerance === undefined ? undefined : call.tolerance * 1000,
            now: call.now === undefined ? undefined : new Date(call.now * 1000),
        });
        return { ...line, event };
    } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return { ...line, refused: error.refusal };
    }
}

function partialJson(call) {
    const arriving = new PartialJSON({ trailingStrings: call.trailing_strings ?? false });
    const values = call.pieces.map((piece) => {
        arriving.push(piece);
        return structuredClone(arriving.value ?? null);
    });
    return {
        type: "done",
        attempts: 0,
        values,
        complete: arriving.isComplete,
        failed: arriving.error !== null,
    };
}

function conversation(call) {
    let turns = new Conversation();
    const results = call.operations.map((operation) => {
        const [[name, given]] = Object.entries(operation);
        try {
            const [next, result] = operate(turns, name, given);
            turns = next;
            return result;
        } catch (error) {
            if (!(error instanceof ParlourError)) throw error;
            return { error: error.kind };
        }
    });
    const line = { type: "done", attempts: 0, results, messages: textOf(turns) };
    if (call.settings !== undefined) line.body_text = turns.body(JSON.parse(call.settings)).toString();
    return line;
}

/** The turns as JSON text of one array, to the letter: what the body of a request without parameters holds. */
export function textOf(turns) {
    if (turns.length === 0) return "[]";
    return turns.body({}).toString().slice('{"messages":'.length, -1);
}

/** The conversation after an operation, and its result. */
function operate(turns, name, given) {
    switch (name) {
        case "push":
            return [turns, turns.add(given) ?? null];
        case "reply":
            return [turns, turns.addReply(given)];
        case "load":
            return [Conversation.fromText(given), null];
        case "save_and_load":
            return [Conversation.fromText(turns.toText()), null];
        case "keep_last":
            return [turns, turns.keepLast(given)];
        case "keep_tokens":
            return [turns, turns.keepTokens(given)];
        case "rewind":
            return [turns, turns.rewind(given) ?? null];
        case "cut_before":
            return [turns, turns.cutBefore(given)];
        case "repair":
            return [turns, turns.repair()];
        default:
            throw new Error(`an operation that this driver does not know: ${name}`);
    }
}
