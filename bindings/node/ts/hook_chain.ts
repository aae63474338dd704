// The chain of hooks of a client: what the program implements, the core's questions for their results, and the ends of
// calls.

import type { AsyncResource } from "node:async_hooks";
import { ask } from "./ask.js";
import { ended, runWhere } from "./contexts.js";
import { invoke } from "./emitter.js";
import { errorOf, type ParlourError } from "./errors.js";
import { type EndRecord, type ErrorRecord, type HookDescription, native } from "./native.js";
import { halfIn } from "./json.js";
import type { ToolEnd, ToolExecution, ToolHook } from "./tool_hooks.js";
import type { Usage } from "./types.js";

/** A call before an attempt. */
export interface HookCall {
    /** The call: the same text for all its attempts, and in `CallEnd.id`; other calls have others. */
    readonly id: string;
    /** The attempt that is about to be made: 1 for the first. */
    readonly attempt: number;
    /** The model; null if the request names none. */
    readonly model: string | null;
    /** The labels of the call. */
    readonly labels: readonly string[];
    /** Whether the answer is asked for as a stream. */
    readonly stream: boolean;
    /** The method of the request, for example `POST`. */
    readonly method: string;
    /** The address of the request, query included. */
    readonly url: string;
    /** The headers so far, names in lower case: those of earlier hooks are among them, the credential is not. */
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** The body as it will be sent; null if it is a stream, which is read while it is sent. */
    readonly body: Buffer | null;
}

/** An attempt that failed before content was given out. */
export interface HookFailure {
    /** The attempt: 1 for the first. */
    readonly attempt: number;
    /** Why it failed; it is thrown if no attempt follows. */
    readonly error: ParlourError;
    /** Milliseconds until the next attempt as it is decided so far; null if the call ends with this error. */
    readonly nextWait: number | null;
}

/** An answer in place of the service's. */
export interface HookAnswer {
    /** The HTTP status, from 200 to 599; 200 unless given. */
    status?: number;
    /** Headers of the answer. */
    headers?: Readonly<Record<string, string>>;
    /** The body: JSON, or for a streamed call the text of an event stream as well. */
    body?: string | Uint8Array;
}

/** What a hook wants before a call or an attempt. */
export interface HookAction {
    /** Headers to send, in place of those of the same names; from `onCall` with each attempt. */
    headers?: Readonly<Record<string, string>>;
    /** Answers in place of the service. */
    answer?: HookAnswer;
    /** Refuses the call, for this reason. */
    veto?: string;
}

/** What a hook wants after an attempt that failed. */
export interface HookRetry {
    /** Milliseconds until another attempt, also where the retry policy wants none. */
    retryAfter?: number;
    /** False: no further attempt. */
    retry?: boolean;
}

/** The end of a call: its outcome, usage and times. */
export interface CallEnd {
    /** The call, as in `HookCall.id`. */
    readonly id: string;
    /**
     * `completed`: the answer is complete. `failed`: it failed before an answer began. `interrupted`: its answer had
     * begun and is not complete. `cancelled`: its caller left it before an answer began.
     */
    readonly outcome: "completed" | "failed" | "interrupted" | "cancelled";
    /** Method and path, for example `POST /v1/messages`. */
    readonly operation: string;
    /** The model; null if the request names none. */
    readonly model: string | null;
    /** The name of the route of the last attempt; null if it went to the service itself. */
    readonly route: string | null;
    /** The labels of the call. */
    readonly labels: readonly string[];
    /** Whether the answer was asked for as a stream. */
    readonly stream: boolean;
    /** The limit of output tokens in the request; null if it has none. */
    readonly maxTokens: number | null;
    /** The id of the message; null if the answer is none. */
    readonly responseID: string | null;
    /** The model that answered. */
    readonly responseModel: string | null;
    /** Why the answer ended. */
    readonly stopReason: string | null;
    /** The kind of the error, for example `RateLimit`; null if it ended with none. */
    readonly kind: string | null;
    /** The cause within the kind. */
    readonly subkind: string | null;
    /** The type that the service gave its error, for example `overloaded_error`. */
    readonly errorType: string | null;
    /** The HTTP status of the last answer; null if none came. */
    readonly status: number | null;
    /** The id of the request at the service. */
    readonly requestID: string | null;
    /** How often the request was sent or answered by a hook. */
    readonly attempts: number;
    /**
     * Whether the second of two attempts at once answered first; null if there was none beside the first (`hedge`).
     */
    readonly hedgeWon: boolean | null;
    /** Whether a hook gave the answer, in place of the service. */
    readonly answeredByHook: boolean;
    /** The tokens of the answer, as far as they are known; of an answer that is not complete too. */
    readonly usage: Usage | null;
    /** Limits whose use reached `noticeAt`, or `notice` of a spending limit, with this call. */
    readonly notices: readonly LimitNotice[];
    /** Waits between attempts, in milliseconds. */
    readonly waited: number;
    /** Waits for the limits of the key, in milliseconds. */
    readonly queued: number;
    /** From the begin of the call to the first event of a stream, in milliseconds. */
    readonly firstEvent: number | null;
    /** From the begin of the call to its end, in milliseconds. */
    readonly duration: number;
    /** When it ended, in milliseconds since 1970. */
    readonly endedAt: number;
    /** The call for OpenTelemetry, if the hook asks for it. */
    readonly telemetry?: Telemetry | undefined;
}

/** A limit whose use has reached the fraction that was set for notices. */
export interface LimitNotice {
    /** `spending`, or the rate limit of the key. */
    readonly limit: "spending" | "requests" | "tokens" | "input_tokens" | "output_tokens";
    /** The model that it is for; null if it is for all. */
    readonly model: string | null;
    /** The label that it is for, if it is for one. */
    readonly label: string | null;
    /** What is used of it: tokens, requests, or money. */
    readonly used: number;
    /** The most that may be used. */
    readonly most: number;
}

/** A value of an attribute. */
export type TelemetryValue = string | number | boolean | readonly string[];

/** A call for OpenTelemetry, by its conventions for generative AI: a span, and values for histograms. */
export interface Telemetry {
    /** The name of the span. */
    readonly name: string;
    /** When the call began, in milliseconds since 1970. */
    readonly start: number;
    /** When it ended. */
    readonly end: number;
    /** Why it failed; null if it did not. */
    readonly error: string | null;
    /** The attributes of the span. */
    readonly attributes: Readonly<Record<string, TelemetryValue>>;
    /** The measurements: of message calls alone. */
    readonly measurements: readonly Measurement[];
}

/** Values for a histogram. */
export interface Measurement {
    /** The name of the histogram. */
    readonly name: string;
    /** Its unit. */
    readonly unit: string;
    /** What it measures. */
    readonly description: string;
    /** The upper bounds of its buckets. */
    readonly bounds: readonly number[];
    /** The values: one for each call, or one for each chunk of a stream. */
    readonly values: readonly number[];
    /** Its attributes. */
    readonly attributes: Readonly<Record<string, TelemetryValue>>;
}

/** A method that gives nothing changes nothing. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- methods without a return are hooks too
type Maybe<T> = T | null | undefined | void;

/**
 * A hook of a client, given in its setting `hooks`. The hooks of a client are asked in the order of the list, and each
 * sees what those before it did: `onCall`, then before each attempt `onAttempt`, then the limits of the key (`pacing`)
 * and the function for credentials, which sees the headers that hooks added; `onFailure` after each attempt that failed
 * before content was given out; `onEnd` when the call is over. `aroundTool` is for the tools of tool runs.
 *
 * They run in the AsyncLocalStorage context of the call. What one of the first three throws ends the call with a
 * {@link HookError}, whose `cause` it is; what `onEnd` throws becomes a process warning. A method that does not return
 * falls under the time limits of the call. It must not make a call with the client that asks it.
 */
export interface Hook {
    /** Whether `onEnd` gets `CallEnd.telemetry`. */
    readonly telemetry?: boolean | undefined;
    /** Whether it also has the time of each chunk of a stream: the clock is then read for each event. */
    readonly chunkTimes?: boolean | undefined;
    /** Before the first attempt of a call. */
    onCall?(call: HookCall): Maybe<HookAction> | PromiseLike<Maybe<HookAction>>;
    /** Before each attempt. */
    onAttempt?(attempt: HookCall): Maybe<HookAction> | PromiseLike<Maybe<HookAction>>;
    /** After an attempt that failed before content was given out. */
    onFailure?(failure: HookFailure): Maybe<HookRetry> | PromiseLike<Maybe<HookRetry>>;
    /** The call is over: its answer is complete, it failed, or its caller left it. */
    onEnd?(end: CallEnd): unknown;
    /**
     * Around each execution of a tool in a tool run, once its call is approved. `run` runs it, in the AsyncLocalStorage
     * context in which it is called, and resolves when the result is there or not wanted any more; it never rejects.
     * Call it before the first `await`: else it is called when the method returns. A hook holds up no tool and changes
     * no result. What the method throws becomes a process warning.
     */
    aroundTool?(execution: ToolExecution, run: () => Promise<ToolEnd>): unknown;
}

const METHODS = [
    ["onCall", "on_call"],
    ["onAttempt", "on_attempt"],
    ["onFailure", "on_failure"],
    ["onEnd", "on_end"],
] as const;

/** The native half's question: see `hooks.rs`. */
type Before = [
    hook: number,
    method: "onCall" | "onAttempt",
    id: string,
    attempt: number,
    stream: boolean,
    model: string | null,
    labels: string[],
    verb: string,
    url: string,
    lines: string[],
    body: Buffer | null,
];
type Failed = [hook: number, method: "onFailure", attempt: number, error: ErrorRecord, wait: number | null];

function argument(question: Before | Failed): HookCall | HookFailure {
    if (question[1] === "onFailure") {
        const [, , attempt, error, nextWait] = question;
        return { attempt, error: errorOf(error), nextWait };
    }
    const [, , id, attempt, stream, model, labels, method, url, lines, body] = question;
    const headers: [string, string][] = [];
    for (let at = 0; at + 1 < lines.length; at += 2) headers.push([lines[at] ?? "", lines[at + 1] ?? ""]);
    return { id, attempt, model, labels, stream, method, url, headers, body };
}

/** The result of a hook as it crosses; the native half reports unknown keys. */
function crossing(method: string, result: unknown): [json: string, body: string | Uint8Array | null] {
    if (result === null || result === undefined) return ["", null];
    if (typeof result !== "object") throw new TypeError(`${method} gave ${typeof result}, not an object`);
    const { retryAfter, answer, ...rest } = result as HookAction & HookRetry;
    let body: string | Uint8Array | null = null;
    const crossed: Record<string, unknown> = { ...rest, retry_after_ms: retryAfter };
    if (answer !== undefined) {
        if (typeof answer !== "object") throw new TypeError(`${method} gave an answer that is no object`);
        const { body: given, ...head } = answer;
        if (given !== undefined && typeof given !== "string" && !(given instanceof Uint8Array))
            throw new TypeError(`${method} gave an answer whose body is neither text nor bytes`);
        body = given ?? null;
        crossed.answer = head;
    }
    const json = JSON.stringify(crossed);
    if (halfIn(json) >= 0) throw new TypeError(`${method} gave text with half a surrogate pair`);
    return [json, body];
}

/** What the core says of a hook that threw. */
function textOf(error: unknown): string {
    try {
        return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    } catch {
        return "a value without text";
    }
}

/** The hooks of a client and its copies, which hold it. */
export class HookChain {
    readonly #hooks: readonly Hook[];
    /** What the native half knows of them. */
    readonly described: HookDescription[];
    /** Whether one of them hears of the ends of calls. */
    readonly hearsEnds: boolean;
    /** Those around tools. */
    readonly aroundTools: readonly ToolHook[];

    /** Throws a `TypeError` for what is no list of objects. */
    constructor(hooks: unknown) {
        if (!Array.isArray(hooks)) throw new TypeError(`hooks must be an array, not ${typeof hooks}`);
        const all: Hook[] = hooks.map((hook: unknown, at) => {
            if (typeof hook !== "object" || hook === null)
                throw new TypeError(`hooks[${String(at)}] must be an object, not ${typeof hook}`);
            return hook;
        });
        const isAround = (hook: Hook): boolean => typeof hook.aroundTool === "function";
        this.aroundTools = all.filter(isAround);
        // The native half asks the others; it refuses a hook without any method.
        this.#hooks = all.filter(
            (hook) => !isAround(hook) || METHODS.some(([name]) => typeof hook[name] === "function"),
        );
        this.hearsEnds = this.#hooks.some((hook) => typeof hook.onEnd === "function");
        this.described = this.#hooks.map((hook) => ({
            name: hook.constructor.name,
            methods: [
                ...METHODS.filter(([name]) => typeof hook[name] === "function").map(([, name]) => name),
                ...(hook.telemetry === true ? ["telemetry"] : []),
                ...(hook.chunkTimes === true ? ["chunk_times"] : []),
            ],
        }));
    }

    /** Answers the core's question for a result; the hook runs in `scope`. `raised` gets what it threw. */
    answer(
        token: number,
        asked: unknown,
        scope: AsyncResource | undefined,
        raised: (error: unknown) => void,
    ): void {
        const question = asked as Before | Failed;
        const hook = this.#hooks[question[0]];
        const method = question[1];
        const failed = (error: unknown): void => {
            raised(error);
            native.failHook(token, textOf(error));
        };
        const call = (): unknown => hook?.[method]?.(argument(question) as HookCall & HookFailure);
        ask(
            () => (scope === undefined ? call() : scope.runInAsyncScope(call)),
            (result) => {
                try {
                    const [json, body] = crossing(method, result);
                    native.answerHook(token, json, body);
                } catch (error) {
                    failed(error);
                }
            },
            failed,
        );
    }

    /** Calls `onEnd` of one hook. */
    end({ hook, token, end }: EndRecord): void {
        const listener = this.#hooks[hook];
        if (listener?.onEnd === undefined) return;
        runWhere(token, invoke, (given: CallEnd) => listener.onEnd?.(given), callEnd(end));
    }
}

interface EndRow {
    id: string;
    stream: boolean;
    max_tokens: number | null;
    response_id: string | null;
    response_model: string | null;
    stop_reason: string | null;
    error_type: string | null;
    ended_at: number;
    telemetry?: Omit<Telemetry, "start" | "end"> & { start_unix_nano: number; end_unix_nano: number };
    outcome: CallEnd["outcome"];
    operation: string;
    model: string | null;
    route: string | null;
    labels: string[];
    kind: string | null;
    subkind: string | null;
    status: number | null;
    request_id: string | null;
    attempts: number;
    hedge_won: boolean | null;
    answered_by_hook: boolean;
    usage: Usage | null;
    notices: LimitNotice[];
    waited_seconds: number;
    queued_seconds: number;
    first_event_seconds: number | null;
    duration_seconds: number;
}

function callEnd(json: string): CallEnd {
    const row = JSON.parse(json) as EndRow;
    const { id, outcome, operation, model, route, labels, stream, kind, subkind, status, attempts, usage } =
        row;
    return {
        id,
        outcome,
        operation,
        model,
        route,
        labels,
        stream,
        maxTokens: row.max_tokens,
        responseID: row.response_id,
        responseModel: row.response_model,
        stopReason: row.stop_reason,
        kind,
        subkind,
        errorType: row.error_type,
        status,
        requestID: row.request_id,
        attempts,
        hedgeWon: row.hedge_won,
        answeredByHook: row.answered_by_hook,
        usage,
        notices: row.notices,
        waited: row.waited_seconds * 1000,
        queued: row.queued_seconds * 1000,
        firstEvent: row.first_event_seconds === null ? null : row.first_event_seconds * 1000,
        duration: row.duration_seconds * 1000,
        endedAt: row.ended_at * 1000,
        ...(row.telemetry !== undefined && { telemetry: telemetry(row.telemetry) }),
    };
}

/** Nanoseconds since 1970 are more than a number holds; a microsecond is enough. */
function telemetry(row: NonNullable<EndRow["telemetry"]>): Telemetry {
    const { start_unix_nano: start, end_unix_nano: end, ...rest } = row;
    return { ...rest, start: start / 1e6, end: end / 1e6 };
}

/** Chains by the number of the client in the native half. Weak, as the hooks of `stops.ts`. */
const chains = new Map<number, WeakRef<HookChain>>();
const collected = new FinalizationRegistry<number>((client) => {
    chains.delete(client);
});

/** Has `onEnd` called for the client of this number and its copies, as long as the chain is referenced. */
export function register(client: number, chain: HookChain): void {
    chains.set(client, new WeakRef(chain));
    collected.register(chain, client);
}

/** Calls the hooks for these ends. */
export function deliver(records: EndRecord[]): void {
    for (const record of records) chains.get(record.client)?.deref()?.end(record);
    for (const { token } of records) ended(token);
}
