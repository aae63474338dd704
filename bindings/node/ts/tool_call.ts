// Calls of tools that run: each with a signal of its own, within its time limit, and answered whatever its function
// does.

import { isExact, partsOf } from "./exact.js";
import { parse } from "./json.js";
import * as log from "./log.js";
import { native } from "./native.js";
import type { ToolResultContentParam } from "./params.js";
import { clear, timeout } from "./timers.js";
import { failed, type Output, outputOf, type RunnableTool, type ToolCall, ToolError } from "./tool.js";
import { runWithin, type ToolEnd, type ToolHook } from "./tool_hooks.js";

/** The data that serving one call needs. */
export interface CallFrame {
    readonly call: ToolCall;
    readonly tool: RunnableTool;
    readonly context: unknown;
    /** Milliseconds. */
    readonly timeout: number | undefined;
    readonly approve:
        ((call: ToolCall, frame: { context: unknown; signal: AbortSignal }) => unknown) | undefined;
    readonly around: readonly ToolHook[];
}

/** The error that hooks get for an input that does not fit its tool. */
class InvalidArguments extends Error {
    static {
        InvalidArguments.prototype.name = "InvalidArguments";
    }
}

/** Calls out of their JSON, each with its input as the model wrote it, which is looked for when it is asked for. */
export function callsOf(json: string): ToolCall[] {
    const calls = parse(json) as ToolCall[];
    for (const [index, call] of calls.entries()) {
        const raw = (): string => partsOf(partsOf(json).get(String(index)) ?? "{}").get("input") ?? "{}";
        Object.defineProperties(call, {
            rawInput: { get: raw, configurable: true },
            isExact: { get: () => isExact(raw()), configurable: true },
        });
    }
    return calls;
}

/** One call that runs. */
export class RunningCall {
    /** Made at first use: most functions never use it, and a controller costs as much as the rest of a call. */
    #controller: AbortController | undefined;
    #stopped: { reason: unknown } | undefined;
    #timer: NodeJS.Timeout | undefined;
    #ended: ((end: ToolEnd) => void) | undefined;

    get signal(): AbortSignal {
        if (this.#controller === undefined) {
            this.#controller = new AbortController();
            if (this.#stopped !== undefined) this.#controller.abort(this.#stopped.reason);
        }
        return this.#controller.signal;
    }

    #abort(reason: unknown): void {
        this.#stopped ??= { reason };
        this.#controller?.abort(reason);
    }

    /** Resolves at its end, for the hooks around it. */
    whenEnded(): Promise<ToolEnd> {
        return new Promise((resolve) => {
            this.#ended = resolve;
        });
    }

    /** Tells the hooks around it of its end. The first time counts. */
    end(outcome: ToolEnd["outcome"], error?: unknown): void {
        this.#ended?.({ outcome, error });
    }

    /** The outcome of `work`, or a failure if it takes longer than its limit. */
    within(limit: number | undefined, work: Promise<Output>): Promise<Output> {
        if (limit === undefined) return work;
        return new Promise((resolve) => {
            this.#timer = timeout(() => {
                const text = native.toolTimedOut(limit);
                const error = new DOMException(text, "TimeoutError");
                resolve(failed(text));
                this.end("failed", error);
                this.#abort(error);
            }, limit);
            void work.then((output) => {
                this.#clear();
                resolve(output);
            });
        });
    }

    #clear(): void {
        if (this.#timer !== undefined) clear(this.#timer);
        this.#timer = undefined;
    }

    /** Aborts the function's signal and waits for it no longer. */
    stop(reason: unknown): void {
        this.#clear();
        this.end("cancelled", reason);
        this.#abort(reason);
    }
}

/** The calls that run, by id. A call that was stopped is forgotten: a later result of its function is dropped. */
export class Running {
    readonly #calls = new Map<string, RunningCall>();
    #changed: { resolve: () => void; reject: (error: unknown) => void } | undefined;
    #failure: { error: unknown } | undefined;

    get size(): number {
        return this.#calls.size;
    }

    /** Begins a call; `settle` gets its output, unless it is stopped before. */
    begin(id: string, run: (call: RunningCall) => Promise<Output>, settle: (output: Output) => void): void {
        const call = new RunningCall();
        this.#calls.set(id, call);
        // A hook of the program's failed, and not a tool.
        const fail = (error: unknown): void => {
            if (this.#calls.get(id) === call) this.#calls.delete(id);
            this.#failure = { error };
            this.#changed?.reject(error);
        };
        run(call).then(
            (output) => {
                if (this.#calls.get(id) !== call) return;
                this.#calls.delete(id);
                try {
                    settle(output);
                } catch (error) {
                    fail(error);
                    return;
                }
                this.#changed?.resolve();
            },
            (error: unknown) => {
                if (this.#calls.get(id) === call) fail(error);
            },
        );
    }

    /**
     * Throws the error of a hook that failed before its call was awaited, as for a message which was still arriving.
     */
    throwFailure(): void {
        const failure = this.#failure;
        this.#failure = undefined;
        if (failure !== undefined) throw failure.error;
    }

    /** Resolves when a call ends; rejects when a hook fails. */
    async changed(): Promise<void> {
        this.throwFailure();
        try {
            await new Promise<void>((resolve, reject) => {
                this.#changed = { resolve, reject };
            });
        } finally {
            this.#changed = undefined;
            this.#failure = undefined;
        }
    }

    /** Stops the calls whose results are not wanted any more. */
    keep(wanted: (id: string) => boolean, reason: unknown): void {
        for (const [id, call] of this.#calls) {
            if (wanted(id)) continue;
            this.#calls.delete(id);
            call.stop(reason);
        }
    }

    /** Stops all calls. */
    stop(reason: unknown): void {
        this.keep(() => false, reason);
        this.#failure = undefined;
        this.#changed?.resolve();
    }
}

/** Serves a call: asks the hook, checks the input, runs the function. Rejects only with an error of the hook. */
export function execute(frame: CallFrame, running: RunningCall): Promise<Output> {
    if (frame.approve !== undefined) return approved(frame.approve, frame, running);
    return running.within(frame.timeout, hooked(frame, running));
}

/** Serves a call within the hooks around tools. */
function hooked(frame: CallFrame, running: RunningCall): Promise<Output> {
    const { around, call, tool } = frame;
    if (around.length === 0) return served(frame, running);
    return new Promise((resolve) => {
        runWithin(around, { call, description: tool.description ?? "" }, running.whenEnded(), () => {
            resolve(served(frame, running));
        });
    });
}

async function approved(
    approve: NonNullable<CallFrame["approve"]>,
    frame: CallFrame,
    running: RunningCall,
): Promise<Output> {
    const { call, context, timeout } = frame;
    const denied = denialOf(await approve(call, { context, signal: running.signal }));
    if (denied !== undefined) return outputOf(denied, true);
    // It may have taken long, and the run may be over.
    if (running.signal.aborted) return failed("");
    return await running.within(timeout, hooked(frame, running));
}

function denialOf(said: unknown): string | readonly ToolResultContentParam[] | undefined {
    if (said === true) return undefined;
    if (said === false) return native.toolDenied();
    const deny = (said as { deny?: unknown } | null | undefined)?.deny;
    if (typeof deny === "string" || Array.isArray(deny)) return deny as string | ToolResultContentParam[];
    throw new TypeError("the approve hook gives true, false or { deny: reason }");
}

async function served({ call, tool, context, around }: CallFrame, running: RunningCall): Promise<Output> {
    try {
        let { input }: { input: unknown } = call;
        if (tool.schema !== undefined) {
            const checked = tool.schema.check(input);
            const verdict = checked instanceof Promise ? await checked : checked;
            if (!verdict.ok) {
                const text = native.toolArgumentsInvalid(call.name, verdict.reasons);
                if (around.length > 0) running.end("failed", new InvalidArguments(text));
                return failed(text);
            }
            input = verdict.value;
        }
        const toolContext = {
            context,
            get signal() {
                return running.signal;
            },
            call,
        };
        const result: unknown = await tool.run(input as never, toolContext);
        const output = outputOf(result);
        if (result instanceof ToolError) running.end("failed", result);
        else running.end("completed");
        return output;
    } catch (error) {
        running.end("failed", error);
        return failureOf(error, call);
    }
}

/** The failure of a call whose function threw; the trace is for the log alone. */
function failureOf(error: unknown, { name, id }: ToolCall): Output {
    if (error instanceof ToolError) return outputOf(error);
    log.write("warn", `the tool ${name} failed call=${id} ${traceOf(error)}`);
    return failed(thrown(error));
}

/** The text of an exception for the model. Anything can be thrown, even a value that has no text. */
export function thrown(error: unknown): string {
    try {
        const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
        return native.toolRaised(name, message);
    } catch {
        return native.toolRaised("", "");
    }
}

function traceOf(error: unknown): string {
    try {
        return (error as Error | null)?.stack ?? String(error);
    } catch {
        return "";
    }
}
