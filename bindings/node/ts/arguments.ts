// Arguments of programs without types: refused by name, in words of JavaScript, before the native half refuses them in
// its own.

import { kindOf } from "./kind_of.js";

/** Refuses a value that is no text. `what` begins the error message. */
export function needText(what: string, value: unknown): asserts value is string {
    if (typeof value !== "string") throw new TypeError(`${what} must be text, and is ${kindOf(value)}`);
}

/** Refuses a value that is no object. `such` is an example of one. */
export function needObject(what: string, value: unknown, such: string): asserts value is object {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
    throw new TypeError(`${what} must be an object such as ${such}, and is ${kindOf(value)}`);
}

/** Refuses a value that is no list. */
export function needArray(what: string, value: unknown): asserts value is readonly unknown[] {
    if (!Array.isArray(value)) throw new TypeError(`${what} must be an array, and is ${kindOf(value)}`);
}

/** Refuses values other than `true` and `false`. */
export function needBoolean(what: string, value: unknown): asserts value is boolean {
    if (typeof value !== "boolean")
        throw new TypeError(`${what} must be true or false, and is ${kindOf(value)}`);
}

/** Refuses a value that is no whole number from 0 on. */
export function needWhole(what: string, value: unknown): asserts value is number {
    if (!Number.isSafeInteger(value) || (value as number) < 0)
        throw new TypeError(
            `${what} must be a whole number, and is ${typeof value === "number" ? value : kindOf(value)}`,
        );
}

/** Refuses a value that is no number in JSON. */
export function needNumber(what: string, value: unknown): asserts value is number {
    if (typeof value !== "number" || !Number.isFinite(value))
        throw new TypeError(`${what} must be a number, and is ${kindOf(value)}`);
}
