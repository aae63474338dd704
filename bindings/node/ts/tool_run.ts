// The tool loop with a client and the program's functions: sends the requests, runs the calls of a turn side by side,
// keeps every turn. The core (`native.ToolLoop`) decides what to request next, and which calls may run.

import { Conversation } from "./conversation.js";
import { Deferred, ObservedPromise } from "./deferred.js";
import { abortError, ConfigError, misuse, translateErrors } from "./errors.js";
import { parse, rawOf, write } from "./json.js";
import { native, type NativeToolLoop } from "./native.js";
import type { Source } from "./native_stream.js";
import type { ContentBlockParam, MessageParam, ToolResultContentParam, ToolUnionParam } from "./params.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import type { MessageStream } from "./stream.js";
import { isRunnable, type Output, outputOf, type RunnableTool, type ToolCall } from "./tool.js";
import { callsOf, type CallFrame, execute, Running } from "./tool_call.js";
import type { ToolHook } from "./tool_hooks.js";
import type { Message, StreamEvent, Usage } from "./types.js";
import type { ToolRunOptions } from "./tool_run_options.js";
import type { SentCall } from "./unary_call.js";

/** Why a run is over. */
export type ToolRunEnd = "stopped" | "request_limit" | "pause_limit" | "cancelled";

/** How a run sends the request that its loop has prepared. */
export interface Sender {
    /** For a whole answer. */
    create(): SentCall<Message> & {
        /** Its message is not that of the call; known once there is one. */
        readonly isOther?: boolean;
    };
    /** For a streamed one. The signal gives it up. */
    stream(signal: AbortSignal | undefined): MessageStream;
}

/**
 * The turn that is awaited. An abort is passed directly to its call: a private signal would cost more than everything
 * else that a turn adds.
 */
interface Turn {
    /** Why it was given up. */
    given: { readonly error: unknown } | undefined;
    /** Its request, while that is on its way. */
    call: SentCall<Message> | MessageStream | undefined;
    /** Fails the turn. */
    fail: (error: unknown) => void;
}

function throwIfGivenUp({ given }: Turn): void {
    if (given !== undefined) throw given.error;
}

/** @internal The toolset that a definition declares, for definitions without a name. */
function toolsetOf(definition: object): string | null {
    const { name, type } = definition as { name?: unknown; type?: unknown };
    return name === undefined && typeof type === "string" ? native.toolsetOf(type) : null;
}

/**
 * A tool loop under way. A loop over it gives one turn of the model after another: with `stream: true` a stream, else
 * the whole message. In between, the history, the parameters and the tools can be read and changed; the calls of a turn
 * run when the next one is requested. Awaiting it runs it to its end, and gives the last message.
 *
 * Leaving the loop stops the running calls; another loop continues from there. After a failure the turns so far are in
 * `turns` of the error, and another loop sends the same request again; a function that ran is not run again.
 */
export class ToolRun<T extends Message | MessageStream = Message, C = unknown>
    implements AsyncIterable<T>, PromiseLike<Message>
{
    readonly #loop: NativeToolLoop;
    readonly #send: Sender;
    readonly #streams: boolean;
    readonly #settings: ToolRunOptions<C>;
    readonly #around: readonly ToolHook[];
    readonly #tools = new Map<string, RunnableTool>();
    readonly #toolsets = new Map<string, RunnableTool>();
    /** Calls that run, by id. */
    readonly #running = new Running();
    readonly #turns: Message[] = [];
    /** Read when they are asked for; undefined until then. */
    #calls: ToolCall[] | undefined;
    /** The most calls of the last answer that may still have to begin; unknown for a saved run. */
    #waiting = Infinity;
    /** The stream of the turn that was handed out last, until it is taken into the loop. */
    #stream: MessageStream | undefined;
    /** The message with the results of the answer of so many requests, once the program has requested it. */
    /** The turn that is being waited for; undefined while none is. */
    #turn: Turn | undefined;
    #over = false;
    /** Why the answer of a stream could not be taken into the loop. */
    #failure: { error: unknown } | undefined;

    /** @internal */
    constructor(
        loop: NativeToolLoop,
        send: Sender,
        tools: readonly ToolUnionParam[],
        settings: Record<string, unknown>,
        around: readonly ToolHook[],
    ) {
        this.#loop = loop;
        this.#around = around;
        this.#send = send;
        this.#streams = settings.stream === true;
        this.#settings = settings;
        const { toolTimeout } = this.#settings;
        if (toolTimeout !== undefined && !(toolTimeout > 0))
            throw new TypeError("toolTimeout must be a number of milliseconds above 0");
        this.#register(tools);
    }

    #register(tools: readonly object[]): void {
        for (const definition of tools) {
            const toolset = toolsetOf(definition);
            const table = toolset === null ? this.#tools : this.#toolsets;
            const key = toolset ?? (definition as { name?: string }).name ?? "";
            if (isRunnable(definition)) table.set(key, definition);
            // A definition without a function takes the place of one that has one.
            else table.delete(key);
        }
        this.#know();
    }

    #know(): void {
        this.#loop.setKnown([...this.#tools.keys()], [...this.#toolsets.keys()]);
    }

    /**
     * Every answer so far, with attempts and waits of each in `response`; all of them are still there after an error.
     */
    get turns(): readonly Message[] {
        return this.#turns;
    }

    /** The calls of the last answer, which run with the next request; empty if it called no tool. */
    get calls(): readonly ToolCall[] {
        if (this.#calls === undefined) {
            const calls = this.#loop.calls();
            this.#calls = calls === null ? [] : callsOf(calls);
        }
        return this.#calls;
    }

    /** The tokens of all answers together. */
    get usage(): Usage {
        return JSON.parse(translateErrors(() => this.#loop.usage())) as Usage;
    }

    /** Why the run is over: `"stopped"` if the model called no more tools; null while it is not. */
    get end(): ToolRunEnd | null {
        return this.#loop.end as ToolRunEnd | null;
    }

    /** How many answers there were. */
    get requests(): number {
        return this.#loop.requests;
    }

    /** The request without its messages, as it is sent. */
    get params(): Record<string, unknown> {
        return this.#request;
    }

    get #request(): Record<string, unknown> {
        const request = JSON.parse(translateErrors(() => this.#loop.settings())) as Record<string, unknown>;
        // With their functions, so that parameters that are given back have them.
        const { tools } = request;
        if (Array.isArray(tools)) request.tools = tools.map((one: object) => this.#withFunction(one));
        return request;
    }

    #withFunction(definition: { name?: string }): object {
        const toolset = toolsetOf(definition);
        const known = toolset === null ? this.#tools.get(definition.name ?? "") : this.#toolsets.get(toolset);
        return known ?? definition;
    }

    /**
     * Changes parameters of the requests to come; undefined takes one out. Between two turns. Tools among them take the
     * place of those before. `messages` takes the place of the history.
     */
    setParams(changes: Readonly<Record<string, unknown>>): void {
        this.#between("setParams");
        const { messages, ...others } = changes;
        const next = { ...this.#request, ...others };
        translateErrors(() => {
            this.#loop.setSettings(write(next));
        });
        if (Array.isArray(others.tools)) {
            this.#tools.clear();
            this.#toolsets.clear();
            this.#register(others.tools as object[]);
        }
        if (messages !== undefined) this.conversation = new Conversation(messages as MessageParam[]);
    }

    /**
     * Adds tools to the requests to come; one of the same name takes the place of that before, with its function, also
     * where it has none. Between two turns.
     */
    addTools(...tools: readonly ToolUnionParam[]): void {
        this.#between("addTools");
        for (const tool of tools) {
            translateErrors(() => {
                this.#loop.addTool(write(tool));
            });
            this.#register([tool]);
        }
    }

    /** Takes tools out of the requests to come, by name or, for toolsets, by type. Between two turns. */
    removeTools(...names: readonly string[]): void {
        this.#between("removeTools");
        for (const name of names) {
            this.#loop.removeTool(name);
            this.#tools.delete(name);
            this.#toolsets.delete(native.toolsetOf(name) ?? "");
        }
        this.#know();
    }

    /** A copy of the history, which shares its bytes; set it to replace the history, between two turns. */
    get conversation(): Conversation {
        return Conversation.of(this.#loop.conversation());
    }

    set conversation(turns: Conversation) {
        this.#between("conversation");
        this.#loop.setConversation(turns.native);
    }

    /** Adds content to the next request, after the results. */
    say(content: string | readonly ContentBlockParam[]): void {
        const text = write(content);
        translateErrors(() => {
            this.#loop.say(text);
        });
    }

    /** Denies a call of the last answer, with a reason for the model. False if it has a result already. */
    deny(id: string, reason: string | readonly ToolResultContentParam[]): boolean {
        return this.#finish(id, outputOf(reason, true));
    }

    /** Answers a call of the last answer in place of its function. False if it has a result already. */
    answer(id: string, result: unknown): boolean {
        return this.#finish(id, outputOf(result));
    }

    #finish(id: string, output: Output): boolean {
        const { text, isValue, isError } = output;
        if (!isValue) return this.#loop.finishText(id, text, isError);
        return translateErrors(() => this.#loop.finishValue(id, text, isError));
    }

    /**
     * Ends the run after the current turn: no further request is made. Calls without a result are answered as failed.
     */
    stop(): void {
        this.#running.stop(abortError("the tool run was stopped"));
        translateErrors(() => {
            this.#loop.cancel();
        });
    }

    /** Stops the current work, as an aborted signal does: the awaited turn fails with an `APIUserAbortError`. */
    abort(reason?: unknown): void {
        const error = abortError(reason, null, "the tool run was aborted by this program");
        this.#running.stop(error);
        this.#stream?.abort(reason);
        this.#turn?.fail(error);
    }

    /**
     * The run between two turns as JSON text, for `messages.resumeTools()` in another process or language. Calls that
     * were not begun are run there.
     */
    save(): string {
        this.#between("save");
        return translateErrors(() => this.#loop.toJson());
    }

    #between(what: string): void {
        if (this.#turn !== undefined) throw misuse(`${what} is for the time between two turns`);
    }

    /** Turns of the model, one after another. */
    [Symbol.asyncIterator](): AsyncIterableIterator<T> {
        const iterator: AsyncIterableIterator<T> = {
            next: async () => {
                const turn = await this.next();
                return turn === null ? { done: true, value: undefined } : { done: false, value: turn };
            },
            return: () => {
                this.abort();
                return Promise.resolve({ done: true, value: undefined });
            },
            [Symbol.asyncIterator]: () => iterator,
        };
        return iterator;
    }

    /** The next turn of the model, after the calls of the one before have run; null at the end. */
    next(): Promise<T | null> {
        return this.#wait((turn) => this.#advance(turn));
    }

    /**
     * Runs the calls of the last answer now, and gives the message with their results, which the next turn sends; null
     * if there are none. For programs that keep a history of their own: pass changed messages to {@link pushMessages}.
     */
    generateToolResponse(): Promise<MessageParam | null> {
        return this.#wait(async (turn) => {
            await this.#runOpen(turn);
            return this.#response();
        });
    }

    /** The message with the results of the last answer, all of whose calls are done. */
    #response(): MessageParam | null {
        const json = translateErrors(() => this.#loop.results());
        return json === null ? null : (parse(json) as MessageParam);
    }

    /** Waits for work on a turn, until it is done, fails or is given up, whatever is first. */
    #wait<R>(work: (turn: Turn) => Promise<R>): Promise<R> {
        const waiting = new Deferred<R>(ObservedPromise);
        if (this.#turn !== undefined) {
            const error = misuse("this tool run is waiting for a turn already; one loop at a time reads it");
            waiting.reject(this.#withTurns(error));
            return waiting.promise;
        }
        const { signal } = this.#settings;
        const target: Abortable = {
            slot: 0,
            abort: (reason) => {
                this.abort(reason);
            },
        };
        const ended = (): boolean => {
            if (this.#turn !== turn) return false;
            this.#turn = undefined;
            if (signal != null) unwatch(signal, target);
            return true;
        };
        const turn: Turn = {
            given: undefined,
            call: undefined,
            fail: (error) => {
                turn.given ??= { error };
                if (!ended()) return;
                // After any failure, the rest of this turn is stopped.
                this.#running.stop(error);
                turn.call?.abort(error);
                waiting.reject(this.#withTurns(error));
            },
        };
        this.#turn = turn;
        const refused = signal == null ? undefined : watch(signal, target);
        if (refused !== undefined) {
            turn.fail(refused);
            return waiting.promise;
        }
        work(turn).then((done) => {
            if (ended()) waiting.resolve(done);
        }, turn.fail);
        return waiting.promise;
    }

    /** Runs to the end and gives the last message. */
    async untilDone(): Promise<Message> {
        while ((await this.next()) !== null);
        const last = this.#turns.at(-1);
        if (last !== undefined) return last;
        throw misuse("the tool run was ended before its first request");
    }

    /** As {@link untilDone}, by the name that the official SDK has for it. */
    done(): Promise<Message> {
        return this.untilDone();
    }

    /** As {@link untilDone}, by another name that the official SDK has for it. */
    runUntilDone(): Promise<Message> {
        return this.untilDone();
    }

    /**
     * Replaces the parameters of the requests to come, `messages` among them, by these, or by the result of a function
     * of them. {@link setParams} changes some of them. Between two turns.
     */
    setMessagesParams(
        params:
            | Readonly<Record<string, unknown>>
            | ((params: Record<string, unknown>) => Readonly<Record<string, unknown>>),
    ): void {
        const before = this.#request;
        const history = [...this.conversation];
        const made = typeof params === "function" ? params({ ...before, messages: history }) : params;
        const gone: [string, unknown][] = Object.keys(before).map((name) => [name, undefined]);
        const { messages, ...others } = made;
        const changed = messages !== undefined && messages !== history;
        this.setParams({ ...Object.fromEntries(gone), ...others, ...(changed ? { messages } : {}) });
    }

    /**
     * Adds these messages to the next request, for programs that keep a history of their own. The last answer is in it
     * already and is skipped; results replace those of the functions. Throws a {@link ConfigError} for any other turn
     * of the model: set `conversation` in its place.
     */
    pushMessages(...messages: readonly MessageParam[]): void {
        translateErrors(() => {
            this.#loop.append(write(messages));
        });
    }

    /** As {@link untilDone}, for `await`. */
    then<A = Message, B = never>(
        resolved?: ((message: Message) => A | PromiseLike<A>) | null,
        rejected?: ((error: unknown) => B | PromiseLike<B>) | null,
    ): Promise<A | B> {
        return this.untilDone().then(resolved, rejected);
    }

    /** Reads the rest of a stream that was handed out, and runs the calls of the last answer. */
    async #runOpen(turn: Turn): Promise<void> {
        if (this.#stream !== undefined) {
            turn.call = this.#stream;
            await this.#finishStream();
            turn.call = undefined;
        }
        await this.#runCalls(turn);
        throwIfGivenUp(turn);
    }

    async #advance(turn: Turn): Promise<T | null> {
        if (this.#over) return null;
        await this.#runOpen(turn);
        if (!translateErrors(() => this.#loop.prepare())) {
            this.#over = true;
            return null;
        }
        this.#calls = [];
        if (this.#streams || this.#settings.early === true) {
            const stream = this.#open();
            // A stream that is handed out outlives this turn of the loop.
            if (this.#streams) return stream as T;
            turn.call = stream;
            await this.#finishStream();
            turn.call = undefined;
            return this.#turns.at(-1) as T;
        }
        const sent = (turn.call = this.#send.create());
        const message = await sent.promise;
        turn.call = undefined;
        throwIfGivenUp(turn);
        this.#take(
            message,
            translateErrors(() =>
                sent.isOther === true
                    ? this.#loop.received(rawOf(message), unfinishedOf(message))
                    : this.#loop.receivedWhole(),
            ),
        );
        return message as T;
    }

    #open(): MessageStream {
        // The signal that may abort a handed-out stream lives as long as the stream.
        const stream = this.#send.stream(this.#settings.signal ?? undefined);
        this.#stream = stream;
        const whole = (source: Source<StreamEvent>, index: number): void => {
            this.#beginEarly(source, index);
        };
        stream.follow({
            ...(this.#settings.early === true ? { whole } : {}),
            ended: (error) => {
                if (error === null) this.#received(stream);
                else this.#running.stop(this.#withTurns(error));
            },
        });
        return stream;
    }

    /** Takes the message of a finished stream; the next turn reports a failure. */
    #received(stream: MessageStream): void {
        try {
            const message = stream.currentMessage;
            if (message === null) return;
            const waiting = translateErrors(() => this.#loop.received(rawOf(message), unfinishedOf(message)));
            this.#take(message, waiting);
        } catch (error) {
            this.#failure = { error };
        }
    }

    /** Reads the rest of the turn that was handed out as a stream. */
    async #finishStream(): Promise<void> {
        const stream = this.#stream;
        if (stream === undefined) return;
        this.#stream = undefined;
        await stream.finalMessage();
        const failure = this.#failure;
        this.#failure = undefined;
        if (failure !== undefined) throw failure.error;
    }

    #beginEarly(source: Source<StreamEvent>, index: number): void {
        const begun = translateErrors(() => source.beginEarly(this.#loop, index));
        if (begun !== null) for (const call of callsOf(begun)) this.#start(call);
    }

    /**
     * Goes on with an answer that the loop has, and with its calls. Calls that began early and are no longer wanted are
     * stopped.
     */
    #take(message: Message, waiting: number): void {
        this.#calls = undefined;
        this.#waiting = waiting;
        // Only calls that began early run by now; an error captures its stack, which is too expensive for every turn.
        if (this.#running.size > 0) {
            this.#running.keep(
                (id) => this.#loop.isRunning(id),
                abortError("the message ended without this call"),
            );
        }
        this.#turns.push(message);
    }

    /** Runs the calls of the last answer until none is left. */
    async #runCalls(turn: Turn): Promise<void> {
        this.#running.throwFailure();
        this.#beginCalls();
        while (this.#running.size > 0 && turn.given === undefined) {
            await this.#running.changed();
            this.#beginCalls();
        }
    }

    #beginCalls(): void {
        if (this.#waiting === 0) return;
        const begun = this.#loop.beginCalls();
        if (begun === null) return;
        const calls = callsOf(begun);
        this.#waiting -= calls.length;
        for (const call of calls) this.#start(call);
    }

    #start(call: ToolCall): void {
        const tool = call.toolset === null ? this.#tools.get(call.name) : this.#toolsets.get(call.toolset);
        // Only calls that have one are begun.
        if (tool === undefined) return;
        const { context, approve, toolTimeout } = this.#settings;
        const frame: CallFrame = {
            call,
            tool,
            context,
            timeout: toolTimeout,
            approve: approve as CallFrame["approve"],
            around: this.#around,
        };
        this.#running.begin(
            call.id,
            (running) => execute(frame, running),
            (output) => {
                this.#settle(call.id, output);
            },
        );
    }

    #settle(id: string, output: Output): void {
        try {
            this.#finish(id, output);
        } catch (error) {
            // The content is invalid: the model reads an error, as for any failure of the function.
            if (!(error instanceof ConfigError)) throw error;
            this.#loop.finishText(id, error.reason, true);
        }
    }

    /** An error includes the turns that were paid for. */
    #withTurns(error: unknown): unknown {
        if (typeof error !== "object" || error === null || !Object.isExtensible(error)) return error;
        Object.defineProperty(error, "turns", {
            value: [...this.#turns],
            enumerable: false,
            writable: true,
            configurable: true,
        });
        return error;
    }
}

/** The inputs of a message that must not be used, as the native half takes them. */
export function unfinishedOf({ content }: Message): string | null {
    const rows = [];
    for (const [index, block] of content.entries()) {
        const { inputState: state, rawInput: raw } = block as { inputState?: string; rawInput?: string };
        if (state !== undefined) rows.push({ index, state, raw });
    }
    return rows.length === 0 ? null : JSON.stringify(rows);
}
