// How the values of the package are written as lines of the driver protocol. Translation only.

import { inspect } from "node:util";
import { rawOf, textOf } from "./package.mjs";

/** Characters that are gathered before they are written. */
const ENOUGH = 65_536;

/** Standard output, for the lines of one call. */
export class Output {
    #id;
    #lines = "";

    constructor(id) {
        this.#id = id;
    }

    /** Writes a line. Text goes out as it is: half a surrogate pair is a fault and ends the driver. */
    line(fields) {
        for (const [name, value] of Object.entries(fields)) {
            if (typeof value === "string" && !value.isWellFormed()) {
                throw new Error(`half a surrogate pair in ${name} of a line of type ${fields.type}`);
            }
        }
        this.#lines += `${JSON.stringify({ id: this.#id, ...fields })}\n`;
        const last = fields.type !== "event" && fields.type !== "text";
        if (last || this.#lines.length > ENOUGH) {
            process.stdout.write(this.#lines);
            this.#lines = "";
        }
    }
}

/** The fields of an `event` line. */
export function event(of, raw = rawOf(of)) {
    const line = { type: "event", kind: of.type, index: of.index ?? null, raw };
    if (of.type === "content_block_delta") {
        if (of.delta?.type === "text_delta") line.text = of.delta.text;
        if (of.delta?.type === "input_json_delta") line.partial_json = of.delta.partial_json;
    }
    return line;
}

/** The fields of a `text` line. */
export const text = (piece) => ({ type: "text", text: piece });

/** The fields of an `item` line. */
export const item = (value) => ({ type: "item", json: JSON.stringify(value) });

/** The fields of the last line of a call that was given up. */
export const cancelled = () => ({ type: "cancelled" });

/** The fields of every success. */
export function done(info) {
    return {
        type: "done",
        status: info.status,
        request_id: info.requestID,
        rate_limits: rateLimits(info.rateLimits),
        attempts: info.attempts,
        waits_ms: info.waits,
        queued_ms: info.queued,
        ...(info.route !== null && { route: info.route }),
    };
}

/** The fields of a `done` line with a message. */
export function message(of, info) {
    return { ...done(info), message: of.raw, text: textOf(of), unfinished_inputs: unfinished(of) };
}

/** The fields of a `done` line of a raw request. */
export const raw = (body, info) => ({ ...done(info), body });

/** The fields of an `error` line, with every form in which JavaScript prints an error. */
export function error(of) {
    const partial = of.partialMessage;
    return {
        type: "error",
        kind: of.kind,
        // generated: facts, from schema/errors.toml by `make generate`
        status: of.status ?? null,
        error_type: of.type,
        error_code: of.errorCode,
        details: of.details,
        appeal_url: of.appealUrl,
        request_id: of.requestID,
        retry_after_ms: of.retryAfter,
        not_retried: of.notRetried,
        subkind: of.subkind,
        setting: of.setting,
        retryable: of.isRetryable,
        mid_stream: of.isMidStream,
        saw_stop_reason: of.sawStopReason,
        spend_cap: of.isSpendCap,
        // end generated
        message: of.reason,
        display: of.message,
        debug: `${inspect(of, { depth: 10, showHidden: true })} ${of.stack} ${of} ${JSON.stringify(of)}`,
        partial_message: partial === null ? null : partial.raw,
        unfinished_inputs: partial === null ? null : unfinished(partial),
        body: of.rawBody === null ? null : of.rawBody.toString(),
        attempts: of.attempts,
        waits_ms: of.waits,
    };
}

function unfinished(of) {
    return (of.content ?? [])
        .map((block, index) => ({ index, state: block.inputState, raw: block.rawInput }))
        .filter(({ state }) => state !== undefined);
}

function rateLimits(limits) {
    const out = {};
    for (const [name, limit] of Object.entries(limits)) {
        if (limit === null || limit === undefined) continue;
        const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        if (name === "remainingTokens") {
            out[key] = limit;
            continue;
        }
        const told = {
            limit: limit.limit,
            remaining: limit.remaining,
            reset_unix_ms: limit.reset?.getTime(),
        };
        out[key] = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
    }
    return out;
}
