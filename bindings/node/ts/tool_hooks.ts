// The hooks around one execution of a tool: what they see, and how they are called so that nothing they do costs a
// result.

import { invoke } from "./emitter.js";
import type { ToolCall } from "./tool.js";

/** A tool of a tool run that is about to run. */
export interface ToolExecution {
    /** The call that it answers: its id, the name of the tool, and the arguments as the model wrote them. */
    readonly call: ToolCall;
    /** The description of the tool; empty if it has none. */
    readonly description: string;
}

/** How a tool ended. */
export interface ToolEnd {
    /** `failed`: the model gets an error. `cancelled`: its result is not wanted any more. */
    readonly outcome: "completed" | "failed" | "cancelled";
    /**
     * What it threw, a `ToolError` that it returned too; an `InvalidArguments` if the input does not fit the tool, a
     * `TimeoutError` after `toolTimeout`; why it was cancelled. Undefined if it completed.
     */
    readonly error: unknown;
}

/** A hook around tools. */
export interface ToolHook {
    aroundTool?(execution: ToolExecution, run: () => Promise<ToolEnd>): unknown;
}

/**
 * Calls `begin` once, within `aroundTool` of all hooks: of a hook that has not called its `run` when it returns, after
 * it. What a hook throws becomes a process warning.
 */
export function runWithin(
    hooks: readonly ToolHook[],
    execution: ToolExecution,
    ended: Promise<ToolEnd>,
    begin: () => void,
): void {
    const [hook, ...inner] = hooks;
    if (hook === undefined) {
        begin();
        return;
    }
    let begun = false;
    const run = (): Promise<ToolEnd> => {
        if (!begun) {
            begun = true;
            runWithin(inner, execution, ended, begin);
        }
        return ended;
    };
    invoke(() => hook.aroundTool?.(execution, run));
    void run();
}
