// Tools that a program runs itself, without a model that calls them: their functions still get a call frame.

import { write } from "parlour/hooks";
import type { ToolCall, ToolContext } from "parlour";

/** A function of a tool, for a run or by hand. */
export type ByHand = (input: never, context?: ToolContext) => unknown;

/** The same tool, whose function needs no frame. */
export function runnableByHand<T extends object>(
    made: T & {
        /** Runs a call. */
        readonly run: (input: never, context: ToolContext) => unknown;
    },
    name: string,
): Omit<T, "run"> & {
    /** Runs a call; by hand with its input alone. */
    readonly run: ByHand;
} {
    const { run } = made;
    const value: ByHand = (input, context) => run(input, context ?? frame(name, input));
    const shown = { ...Object.getOwnPropertyDescriptors(made), run: { value } };
    return Object.defineProperties({}, shown) as ReturnType<typeof runnableByHand<T>>;
}

function frame(name: string, input: Record<string, unknown>): ToolContext {
    const call: ToolCall = {
        id: "",
        name,
        toolset: null,
        input,
        rawInput: write(input),
        isExact: true,
        refused: false,
    };
    return { context: undefined, signal: new AbortController().signal, call };
}
