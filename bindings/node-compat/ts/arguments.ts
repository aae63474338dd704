// Checks arguments of programs without types: refuses them by name, in terms of JavaScript. Also reads bodies and files
// of any realm.

import { types } from "node:util";

/** Describes a value in an error message: its kind and never its content, which may be a secret. */
function kindOf(value: unknown): string {
    if (typeof value === "string") return value === "" ? "empty text" : "text";
    if (value === null || typeof value !== "object")
        return typeof value === "function" ? "a function" : String(value);
    if (Array.isArray(value)) return "an array";
    const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
    if (typeof name !== "string" || name === "" || name === "Object") return "an object";
    return `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}

/** Refuses a value that is no object. `what` begins the error message, `such` is an example of an object. */
export function needObject(what: string, value: unknown, such: string): asserts value is object {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
    throw new TypeError(`${what} must be an object such as ${such}, and is ${kindOf(value)}`);
}

/** The bytes of a view or a buffer of any realm; undefined for anything else. */
export function bytesIn(value: unknown): Uint8Array | undefined {
    if (value instanceof Uint8Array) return value;
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return types.isAnyArrayBuffer(value) ? new Uint8Array(value) : undefined;
}

/** Whether a value is a blob or a file, of any package. */
export function isBlob(value: object): value is Blob {
    const { stream, arrayBuffer, size } = value as Record<string, unknown>;
    return typeof stream === "function" && typeof arrayBuffer === "function" && typeof size === "number";
}
