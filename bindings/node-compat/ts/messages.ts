// `client.messages` and `client.beta.messages` with the parameters and the answers of the official SDK.

import {
    APIPromise as Own,
    type ByteStream,
    type Client as OwnClient,
    type Message,
    type MessageParam,
    type Outcome,
    ParlourError,
    RequestBody,
    type RunToolsParams,
} from "parlour";
import {
    changeViews,
    MessagesBase,
    rejectWithStack,
    type RunParts,
    type Sender,
    type StreamSource,
    type StructuredAnswer,
    structuredAnswer,
    ToolRunBase,
    type Views as OwnViews,
    withViews,
} from "parlour/hooks";
import { needObject } from "./arguments.js";
import { type CallOptions, type callOptions, haveOptions, parted } from "./options.js";
import {
    type APIPromise,
    changed,
    failed,
    microtask,
    misuse,
    respond,
    responseOf,
    streamed,
    tookBytes,
    tooLateForBytes,
    type Views,
    withUnwrap,
} from "./promises.js";
import {
    MEMBERS,
    METHODS,
    METHODS_ADVICE,
    refusal,
    refuseMembers,
    refuseOptions,
    RUN_KEYS,
} from "./refusals.js";
import { APIResource, type Asker } from "./resource.js";
import { Batches } from "./resources.js";
import { MessageStream, type Reader } from "./streams.js";
import type * as T from "./types.js";

/** A tool by its definition. */
export interface Named {
    /** The name of the tool. */
    name?: string;
}

const hasResults = ({ content }: MessageParam): boolean =>
    typeof content !== "string" && content.some(({ type }) => type === "tool_result");

/** The tool loop under way, as `client.beta.messages.toolRunner()` gives it. */
export class BetaToolRunner<Turn extends Message | MessageStream = Message> extends ToolRunBase<Turn> {
    /** The messages as the program has changed them, since the answer to so many requests. */
    #own: { requests: number; messages: readonly MessageParam[] } | undefined;

    /** Whether all turns were handed out, and the loop has passed the last one. */
    #isOver = false;
    /**
     * The number of messages of the request whose answer is handed out as a stream: the answer follows them when the
     * loop continues.
     */
    #sent: number | undefined;

    override next(): Promise<Turn | null> {
        const turn = super.next();
        const look = (given: Turn | null): void => {
            this.#isOver = given === null;
            if (given instanceof MessageStream) this.#sent = this.conversation.length;
        };
        turn.then(look, () => {
            look(null);
        });
        return turn;
    }

    /**
     * The request with its messages. Until the loop has passed the last turn, they are those of the last request
     * without its answer, as in the SDK. A copy: {@link setMessagesParams} changes it.
     */
    override get params(): T.ToolRunnerParams {
        const [before, turn] = this.#split();
        const messages = this.#isOver ? [...before, ...turn] : before;
        return { ...super.params, messages } as unknown as T.ToolRunnerParams;
    }

    /**
     * The messages of the last request, as the program may have changed them; and the answer to it with the messages
     * after it.
     */
    #split(): [before: MessageParam[], turn: MessageParam[]] {
        const history = [...this.conversation];
        if (this.#own?.requests === this.requests) return [[...this.#own.messages], []];
        const at =
            this.#sent ??
            (this.requests === 0 ? -1 : history.findLastIndex(({ role }) => role === "assistant"));
        return at === -1 ? [history, []] : [history.slice(0, at), history.slice(at)];
    }

    /**
     * Replaces the parameters of the requests that follow, `messages` among them. As in the SDK, if the messages
     * change, the last answer and its results are sent only if they are among them. If they do not change, both are
     * added after them.
     */
    override setMessagesParams(
        params:
            | Readonly<Record<string, unknown>>
            | ((params: T.ToolRunnerParams) => Readonly<Record<string, unknown>> | T.ToolRunnerParams),
    ): void {
        const [before, turn] = this.#split();
        const shown = { ...super.params, messages: [...before] };
        const made: Readonly<Record<string, unknown>> = {
            ...(typeof params === "function" ? params(shown as unknown as T.ToolRunnerParams) : params),
        };
        const messages = (made.messages ?? before) as readonly MessageParam[];
        if (this.requests === 0 || JSON.stringify(messages) === JSON.stringify(before)) {
            super.setMessagesParams({ ...made, messages: [...messages, ...turn] });
            return;
        }
        this.#own = { requests: this.requests, messages: [...messages] };
        const last = messages.at(-1);
        if (this.end === "stopped" && last?.role === "user" && !hasResults(last)) {
            // A message after the last answer continues the run.
            super.setMessagesParams({ ...made, messages: messages.slice(0, -1) });
            this.say(last.content);
        } else {
            super.setMessagesParams({ ...made, messages });
        }
    }

    /**
     * Sends these messages with the next request; the last answer and its results are sent only if they are among them,
     * as in the SDK.
     */
    override pushMessages(...messages: readonly MessageParam[]): void {
        if (this.requests === 0) super.pushMessages(...messages);
        else this.setMessagesParams((params) => ({ ...params, messages: [...params.messages, ...messages] }));
    }

    /** Not here. */
    get deferredToolCalls(): never {
        return this.deferToolCall();
    }

    /** Takes tools out of the requests to come, by name or as they were given. */
    override removeTools(...tools: readonly (string | Named)[]): void {
        super.removeTools(...tools.map((one) => (typeof one === "string" ? one : String(one.name))));
    }

    /** Not here: the options are those of the whole run. */
    setRequestOptions(_options?: unknown): never {
        throw refusal("setRequestOptions", METHODS.setRequestOptions);
    }

    /** Not here. */
    deferToolCall(_id?: string): never {
        throw refusal("deferToolCall", METHODS.deferToolCall);
    }

    /** Not here. */
    compactBeforeNextTurn(_options?: unknown): never {
        throw refusal("compactBeforeNextTurn", METHODS.compactBeforeNextTurn);
    }
}

/** The function that requests an answer: `create()`, or a tracer's replacement. */
type Ask = (params: object, options?: CallOptions) => PromiseLike<Message | MessageStream>;

/** The requests of tool runs, which are made in native code, by the parameters that a tracer is shown of them. */
const turns = new WeakMap<object, () => APIPromise<Message | MessageStream>>();

/** This package's messages with streams and runs of this module. */
class Inner extends MessagesBase {
    readonly #wrapped: () => Ask | undefined;
    readonly #url: () => string;

    constructor(client: OwnClient, wrapped: () => Ask | undefined, url: () => string) {
        super(client);
        this.#wrapped = wrapped;
        this.#url = url;
    }

    protected override makeStream(source: StreamSource): MessageStream {
        return new MessageStream(source);
    }

    protected override makeToolRun(parts: RunParts): BetaToolRunner<Message | MessageStream> {
        const params = (): object => ({ ...run.params, messages: [...run.conversation] });
        const sender = this.#seen(parts.sender, params);
        const run = new BetaToolRunner<Message | MessageStream>({ ...parts, sender });
        return run;
    }

    /** A sender whose requests go through a wrapped `create()`. */
    #seen(sender: Sender, params: () => object): Sender {
        return {
            create: () => {
                const ask = this.#wrapped();
                if (ask === undefined) return sender.create();
                let sent: ReturnType<Sender["create"]> | undefined;
                const shown = { ...params() };
                turns.set(shown, () => respond((sent ??= sender.create()).promise as never, this.#url));
                let isOther = false;
                const promise = (async () => {
                    const message = (await ask(shown)) as Message;
                    // A mock's, or one that was made of another.
                    isOther = sent === undefined || message !== (await sent.promise);
                    return message;
                })();
                return {
                    promise,
                    abort: (reason) => sent?.abort(reason),
                    get isOther() {
                        return isOther;
                    },
                };
            },
            stream: (signal) => {
                const ask = this.#wrapped();
                if (ask === undefined) return sender.stream(signal);
                const shown = { ...params(), stream: true };
                return MessageStream.asked((left) => {
                    turns.set(shown, () => opened(sender.stream(left) as never, this.#url));
                    return ask(shown) as PromiseLike<MessageStream>;
                }, signal);
            },
        };
    }
}

type Params = Record<string, unknown> & { messages?: readonly MessageParam[] };

/** Parameters that are the SDK's alone, taken out; and the options of the call. */
function prepare(params: object, options: CallOptions | undefined): [Params, ReturnType<typeof callOptions>] {
    needObject("a request", params, "{ model, max_tokens, messages }");
    if (options === undefined && !("output_format" in params) && !haveOptions(params)) {
        return [params as Params, undefined];
    }
    const [given, call] = parted(options?.body ?? params, options);
    const { output_format: format, ...request } = given;
    if (format !== undefined && format !== null) {
        request.output_config = { ...(request.output_config as object | undefined), format };
    }
    return [request, call];
}

/** A request as it is sent. */
const sent = (body: Params | RequestBody): object =>
    body instanceof RequestBody ? (body.toJSON() as object) : body;

/** The value of an answer by its schema; the SDK throws where there is none. */
function valueOf(message: Message, outcome: Outcome<unknown>): void {
    if (outcome.type === "cut" || outcome.type === "invalid") {
        const why = outcome.type === "cut" ? `it ended by ${String(outcome.stopReason)}` : outcome.reason;
        throw new ParlourError(
            `the structured answer cannot be read: ${why}; the model wrote: ${outcome.text}`,
        );
    }
    const value = outcome.type === "value" ? outcome.value : null;
    const shown = { value, writable: true, configurable: true };
    // As there: a message that is written down has its value.
    Object.defineProperty(message, "parsed_output", { ...shown, enumerable: true });
    // Not enumerable: the block goes back to the service as it came.
    for (const block of message.content) {
        if (block.type === "text") Object.defineProperty(block, "parsed_output", shown);
    }
}

/** The resource `/v1/messages`. */
export class Messages extends APIResource {
    /** The client. For tracers, too. */
    declare readonly _client: Asker;
    readonly #own: Inner;
    readonly #client: OwnClient;
    #batches: Batches | undefined;

    /** @internal */
    constructor(client: OwnClient, outer: Asker) {
        super(outer);
        this.#client = client;
        this.#own = new Inner(client, () => this.#wrapped(), this.#url);
    }

    /** Batches of requests for messages. */
    get batches(): Batches {
        return (this.#batches ??= new Batches(this.#client, this._client));
    }

    readonly #url = (): string => `${this.#client.baseURL}/v1/messages`;

    /** Asks for an answer: a whole message, or with `stream: true` its events once the answer has begun. */
    create(params: T.MessageCreateParamsNonStreaming, options?: CallOptions): APIPromise<Message>;
    create(params: T.MessageCreateParamsStreaming, options?: CallOptions): APIPromise<MessageStream>;
    create(params: T.MessageCreateParams, options?: CallOptions): APIPromise<Message | MessageStream>;
    create(params: object, options?: CallOptions): APIPromise<Message | MessageStream> {
        let request: Params;
        let call: ReturnType<typeof callOptions>;
        try {
            [request, call] = prepare(params, options);
            const turn = this.create === OWN_CREATE ? undefined : turns.get(params);
            if (turn !== undefined) return turn();
        } catch (error) {
            return failed(error);
        }
        if (request.stream === true) return this.#open(request, call);
        return respond(this.#own.create(request as never, call), this.#url);
    }

    /** A stream is asked for in a microtask: until then `asResponse()` may take the answer as it comes. */
    #open(request: Params, call: ReturnType<typeof callOptions>): APIPromise<MessageStream> {
        let resolve!: (value: MessageStream | PromiseLike<MessageStream>) => void;
        const promise = new Own<MessageStream>((settle) => {
            resolve = settle;
        });
        const refuse = (error: unknown, reported = false): void => {
            rejectWithStack(promise, resolve, error, reported);
        };
        let raw: Promise<Response> | undefined;
        let sent = false;
        let took = false;
        const start = (): void => {
            if (raw !== undefined || took) return;
            sent = true;
            try {
                const stream = this.#begin(request, call, true, undefined);
                stream.onOpened({
                    complete() {
                        resolve(stream);
                    },
                    reject: refuse,
                });
            } catch (error) {
                refuse(error);
            }
        };
        microtask(start);
        const asResponse = (): Promise<Response> => {
            if (sent || took) {
                throw misuse(METHODS_ADVICE.asResponse);
            }
            raw ??= this.#bytes(request, call).then((bytes) => streamed(bytes, this.#url()));
            refuse(misuse("asResponse() took this answer: read the body of what it gave"), true);
            return raw;
        };
        const views = withViews(promise, {
            raw: asResponse as never,
            info: (stream) => {
                if (stream.response === null) throw misuse("the answer has not begun");
                return stream.response;
            },
        });
        const info = (stream: MessageStream): never => {
            if (stream.response === null) throw misuse("the answer has not begun");
            return responseOf(stream.response, null, this.#url()) as never;
        };
        const bytes = (): Promise<ByteStream> => {
            if (sent || took || raw !== undefined) throw tooLateForBytes();
            took = true;
            refuse(tookBytes(), true);
            return this.#bytes(request, call);
        };
        return respondStream(views, { raw: asResponse as () => Promise<Views>, info, bytes });
    }

    #bytes(request: Params, call: ReturnType<typeof callOptions>): Promise<ByteStream> {
        const options = { ...(call as object), body: request, stream: true } as const;
        return this.#client.request("POST", "/v1/messages", options);
    }

    #begin(
        request: Params,
        call: ReturnType<typeof callOptions>,
        isRaw: boolean,
        reader: Reader | undefined,
        body: unknown = request,
    ): MessageStream {
        const ask = isRaw ? undefined : this.#wrapped();
        const stream =
            ask === undefined ? this.#own.stream(body as never, call) : this.#asked(ask, body, call);
        if (!(stream instanceof MessageStream)) throw misuse("the stream is not one of this module");
        stream.describe(request.messages ?? [], isRaw, reader);
        return stream as MessageStream;
    }

    /** A replacement for {@link create}, by a tracer or a test. */
    #wrapped(): Ask | undefined {
        return this.create === OWN_CREATE ? undefined : (this.create.bind(this) as Ask);
    }

    /** A stream through a wrapped `create()`; the SDK always streams through `create()`. */
    #asked(ask: Ask, body: unknown, call: ReturnType<typeof callOptions>): MessageStream {
        const params = body instanceof RequestBody ? body.toJSON() : body;
        const sent = (signal: AbortSignal): PromiseLike<MessageStream> =>
            ask({ ...(params as object), stream: true }, { ...call, signal } as CallOptions) as never;
        return MessageStream.asked(sent, call?.signal);
    }

    /** A streamed answer with listeners and the final message. */
    stream<const P extends T.MessageStreamParams>(
        params: P,
        options?: CallOptions,
    ): MessageStream<T.ParsedOutput<P>> {
        const [request, call] = prepare(params, options);
        const { format } = (request.output_config ?? {}) as { format?: { source?: unknown } | null };
        if (format?.source === undefined) return this.#begin(request, call, false, undefined) as never;
        const answer = structuredAnswer({ ...request, stream: undefined, method: "format" });
        const reader: Reader = async (message) => {
            valueOf(message, await answer.outcome(message));
        };
        // As the SDK sends it: the schema of the format.
        return this.#begin(request, call, false, reader) as never;
    }

    /** Asks for an answer of the schema `output_config.format`; `parsed_output` is its value. */
    parse<const P extends T.ParseableMessageCreateParams>(
        params: P,
        options?: CallOptions,
    ): APIPromise<T.ParsedMessage<T.ParsedOutput<P>>> {
        let answer: StructuredAnswer;
        let body: Params | RequestBody;
        let call: ReturnType<typeof callOptions>;
        try {
            const [request, given] = prepare(params, options);
            call = given;
            const { format } = (request.output_config ?? {}) as { format?: unknown };
            if (format === undefined || format === null) {
                throw new TypeError(METHODS_ADVICE.parse);
            }
            answer = structuredAnswer({ ...request, stream: undefined, method: "format" });
            // As the SDK sends it: the schema of a format that one of its functions made.
            const isMade = (format as { source?: unknown }).source !== undefined;
            body = isMade ? { ...request, stream: undefined } : answer.body();
        } catch (error) {
            return failed(error);
        }
        const ask = this.#wrapped();
        const asked =
            ask === undefined
                ? respond(this.#own.create(body as never, call), this.#url)
                : callPromise(ask(sent(body), call as CallOptions) as Promise<Message>);
        return changed(asked, async (message) => {
            valueOf(message, await answer.outcome(message));
            return message as never;
        });
    }

    /** Counts the input tokens of a request. */
    countTokens(params: T.MessageCountTokensParams, options?: CallOptions): APIPromise<T.MessageTokensCount> {
        const url = (): string => `${this.#url()}/count_tokens`;
        try {
            const [request, call] = prepare(params, options);
            return respond(this.#own.countTokens(request as never, call), url);
        } catch (error) {
            return failed(error);
        }
    }

    /** Asks, runs the tools that the model calls, and asks again until it stops. */
    toolRunner(
        params: T.ToolRunnerParams & { stream: true },
        options?: CallOptions,
    ): BetaToolRunner<MessageStream>;
    toolRunner(
        params: T.ToolRunnerParams & { stream?: false | undefined },
        options?: CallOptions,
    ): BetaToolRunner;
    toolRunner(params: object, options?: CallOptions): BetaToolRunner<Message | MessageStream> {
        refuseOptions(params, RUN_KEYS, " of a run");
        const [{ runToolsEagerly: early, ...request }, call] = prepare(params, options);
        delete request.thread;
        const given = (early === undefined ? request : { ...request, early }) as never as RunToolsParams & {
            stream: true;
        };
        return this.#own.runTools(given, call) as never;
    }
}

refuseMembers(Messages.prototype, "messages.");

/** Comparing with it shows whether `create()` is wrapped. */
const OWN_CREATE: unknown = Object.getOwnPropertyDescriptor(Messages.prototype, "create")?.value;

/** The text completions, whose class tracers wrap. */
export class Completions {
    /** Not here. */
    create(..._given: unknown[]): never {
        throw refusal("client.completions", MEMBERS.completions ?? "");
    }
}

/**
 * The resource of a beta: the same, with methods of its own, so that tracers which wrap both classes see each call
 * once.
 */
export class BetaMessages extends Messages {}
for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(Messages.prototype))) {
    if (name !== "constructor") Object.defineProperty(BetaMessages.prototype, name, method);
}

/** Converts the result of a wrapped method to the promise of a call: some return a promise without its answer. */
function callPromise<T>(asked: Promise<T>): APIPromise<T> {
    if (asked instanceof Own) return asked as unknown as APIPromise<T>;
    const refuse = (): never => {
        throw misuse("the method was wrapped by something that gives the result alone, without its answer");
    };
    const own = new Own<T, Views>((resolve) => {
        resolve(asked);
    });
    return withUnwrap(withViews(own, { raw: refuse, info: refuse }));
}

/** The promise of a stream that was asked for already. */
function opened(stream: MessageStream, url: () => string): APIPromise<MessageStream> {
    const own = new Own<MessageStream>((resolve, reject) => {
        stream.onOpened({
            complete() {
                resolve(stream);
            },
            reject,
        });
    });
    const info = (): never => {
        if (stream.response === null) throw misuse("the answer has not begun");
        return responseOf(stream.response, null, url()) as never;
    };
    const raw = (): never => {
        throw misuse("the answer of a turn is read by its run");
    };
    return withUnwrap(withViews(own as never as Own<MessageStream, Views>, { raw, info }));
}

/** The promise of a stream, with the views of the SDK. */
function respondStream(
    promise: Own<MessageStream>,
    views: OwnViews<MessageStream, Views>,
): APIPromise<MessageStream> {
    return withUnwrap(changeViews(promise, () => views));
}
