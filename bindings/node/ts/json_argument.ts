// JSON that a program wrote itself: it is sent byte for byte, so text that a service could not read is refused here.

import { types } from "node:util";
import { ConfigError } from "./errors.js";
import { halfIn } from "./json.js";

/**
 * Refuses JSON with the escape of half a surrogate pair, which services take for broken JSON. `what` begins the error
 * message.
 */
export function refuseHalves(what: string, json: string | Uint8Array): void {
    const at = typeof json === "string" ? halfIn(json) : halfInBytes(json);
    if (at < 0) return;
    throw new ConfigError(
        `${what} as JSON holds half of a surrogate pair at ${typeof json === "string" ? "character" : "byte"} ${at}: ` +
            "a \\ud800 to \\udfff without the other half; text was cut in the middle of a character",
    );
}

function halfInBytes(json: Uint8Array): number {
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    // Of two searches none finds anything in most requests, which are not made text of.
    if (!bytes.includes("\\ud") && !bytes.includes("\\uD")) return -1;
    return halfIn(bytes.toString("latin1"));
}

/** The bytes of a view or a buffer of any realm; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
    if (value instanceof Uint8Array) return value;
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return types.isAnyArrayBuffer(value) ? new Uint8Array(value) : undefined;
}
