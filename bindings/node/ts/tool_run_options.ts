// Settings of a tool run, beside the parameters of its requests: separated from these, and checked for misspelling.

import { needBoolean } from "./arguments.js";
import { native } from "./native.js";
import type { ToolResultContentParam } from "./params.js";
import { kindOf } from "./kind_of.js";
import type { ToolCall } from "./tool.js";

/** A hook's decision about a call before it runs: whether it may, or the reply to the model in place of its result. */
export type Approval =
    | boolean
    | {
          /** The reply to the model. */
          readonly deny: string | readonly ToolResultContentParam[];
      };

/** Settings of a tool run, beside the parameters of its requests. */
export interface ToolRunOptions<C = unknown> {
    /** A value of the program's (a database handle, a user) that every function gets and the model never sees. */
    context?: C | undefined;
    /** Requests in all, the first one and continued pauses included. Default: 25. */
    maxRequests?: number | undefined;
    /** How often in a row a paused turn is continued. Default: 10. */
    maxPauses?: number | undefined;
    /** How many calls of a turn run at the same time; 1 runs them one after another. Default: no limit. */
    maxParallel?: number | undefined;
    /** The largest result that is sent back, in bytes; a larger one becomes an error for the model. Default: 10 MiB. */
    maxResultBytes?: number | undefined;
    /**
     * The most time that one call of a tool may take, in milliseconds: its signal is aborted then, and the model reads
     * an error. Default: no limit.
     */
    toolTimeout?: number | undefined;
    /**
     * Asked before each call that could run; it may wait, for a person for example, while other calls of the turn run.
     * Its time does not count towards `toolTimeout`. An exception or a rejection ends the turn with that error, also
     * where the call began early: its message is kept. In the next turn the model reads that the call was not run.
     */
    approve?:
        | ((
              call: ToolCall,
              frame: { readonly context: C; readonly signal: AbortSignal },
          ) => Approval | PromiseLike<Approval>)
        | undefined;
    /**
     * Functions begin while their message still streams, each as soon as its call is whole. If the message ends
     * otherwise than with `tool_use`, or fails, they are aborted and nothing of them is sent: only for functions that
     * may run in vain. Default: off.
     */
    early?: boolean | undefined;
    /** Gives the run up when it is aborted: the request, and the functions that run. */
    signal?: AbortSignal | null | undefined;
}

/** Names of our settings; in `limits` those that the core takes. */
const LIMITS: readonly [keyof ToolRunOptions, string][] = [
    ["maxRequests", "max_requests"],
    ["maxPauses", "max_pauses"],
    ["maxParallel", "max_parallel"],
    ["maxResultBytes", "max_result_bytes"],
];
const SETTINGS: ReadonlySet<string> = new Set([
    ...LIMITS.map(([name]) => name),
    "context",
    "toolTimeout",
    "approve",
    "early",
    "signal",
    "stream",
    "conversation",
]);

/** @internal Settings and parameters of the request, which come in one object. Throws for a misspelt setting. */
export function split(params: object): [settings: Record<string, unknown>, request: Record<string, unknown>] {
    const settings: Record<string, unknown> = {};
    const request: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(params)) {
        if (SETTINGS.has(name)) {
            if (value !== undefined && value !== null) checkSetting(name, value);
            settings[name] = value;
        }
        // The service's names have no capital letters.
        else if (/[A-Z]/.test(name)) throw new TypeError(unknown(name));
        else if (value !== undefined) request[name] = value;
    }
    return [settings, request];
}

/**
 * Settings that a program without types may have given another kind of value, which would mean something else in
 * silence.
 */
function checkSetting(name: string, value: unknown): void {
    if (name === "early" || name === "stream") needBoolean(name, value);
    if (name === "approve" && typeof value !== "function")
        throw new TypeError(`approve must be a function, and is ${kindOf(value)}`);
    if ((name === "toolTimeout" || LIMITS.some(([limit]) => limit === name)) && typeof value !== "number")
        throw new TypeError(`${name} must be a number, and is ${kindOf(value)}`);
}

function unknown(name: string): string {
    const near = native.nearest(name, [...SETTINGS]);
    return `\`${name}\` is no setting of a tool run${near === null ? "" : `; did you mean \`${near}\`?`}`;
}

/** @internal The limits as JSON for the core, which judges them; null if none is given. */
export function limitsOf(settings: Record<string, unknown>): string | null {
    const given = LIMITS.filter(([name]) => settings[name] !== undefined);
    if (given.length === 0) return null;
    return JSON.stringify(
        Object.fromEntries(
            given.map(([name, target]) => {
                const value = settings[name];
                // JSON would make null of them.
                if (value === Infinity) return [target, Number.MAX_SAFE_INTEGER];
                if (Number.isNaN(value)) throw new TypeError(`${name} must be a number`);
                return [target, value];
            }),
        ),
    );
}
