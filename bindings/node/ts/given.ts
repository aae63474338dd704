// Arguments of programs without types: refused by name, in words of JavaScript, before the native half refuses them in its own.

import { kindOf } from "./shown.js";

/** Refuses what is no text. `what` begins the sentence. */
export function needText(what: string, value: unknown): asserts value is string {
    if (typeof value !== "string") throw new TypeError(`${what} must be text, and is ${kindOf(value)}`);
}

/** Refuses what is no object. `such` is an example of one. */
export function needObject(what: string, value: unknown, such: string): asserts value is object {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
    throw new TypeError(`${what} must be an object such as ${such}, and is ${kindOf(value)}`);
}

/** Refuses what is no list. */
export function needArray(what: string, value: unknown): asserts value is readonly unknown[] {
    if (!Array.isArray(value)) throw new TypeError(`${what} must be an array, and is ${kindOf(value)}`);
}

/** Refuses what is neither `true` nor `false`. */
export function needBoolean(what: string, value: unknown): asserts value is boolean {
    if (typeof value !== "boolean")
        throw new TypeError(`${what} must be true or false, and is ${kindOf(value)}`);
}

/** Refuses what is no whole number from 0 on. */
export function needWhole(what: string, value: unknown): asserts value is number {
    if (!Number.isSafeInteger(value) || (value as number) < 0)
        throw new TypeError(
            `${what} must be a whole number, and is ${typeof value === "number" ? value : kindOf(value)}`,
        );
}

/** Refuses what is no number that JSON has. */
export function needNumber(what: string, value: unknown): asserts value is number {
    if (typeof value !== "number" || !Number.isFinite(value))
        throw new TypeError(`${what} must be a number, and is ${kindOf(value)}`);
}
