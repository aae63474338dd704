// The environment as the program sees it: `process.env` of this thread. A worker, a test environment and Bun keep it
// apart from the environment of the process, which native code would read.

import { native } from "./native.js";

/** The variables that count: the core's list, asked for once. */
let names: readonly string[] | undefined;

/** The current values of the variables that a client looks up, in the form that the native half takes. */
export function environment(): string {
    const found: Record<string, string> = {};
    for (const name of (names ??= native.environmentNames())) {
        // A program may have put a plain object in its place, whose values are not all text: only text counts.
        const value: unknown = process.env[name];
        if (typeof value === "string") found[name] = value;
    }
    return JSON.stringify(found);
}
