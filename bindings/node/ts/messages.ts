// The resource of messages: parameters in, calls out.

import { messageOf } from "./answer.js";
import type { APIPromise } from "./api_promise.js";
import { ByteStream } from "./bytes.js";
import { type Core, CREATE, type Request, STREAM } from "./core.js";
import { amount, type Conversation, type Trimmed } from "./conversation.js";
import { translateErrors } from "./errors.js";
import { needArray, needObject } from "./arguments.js";
import type { ResponseInfo } from "./head.js";
import { mend, write } from "./json.js";
import { native, type NativeToolLoop } from "./native.js";
import { openedSoon } from "./stream_promise.js";
import type { RequestOptions } from "./options.js";
import type {
    MessageCreateParams,
    MessageCreateParamsNonStreaming,
    MessageCreateParamsStreaming,
    MessageParam,
    MessageParamsBase,
    MessageStreamParams,
    MoreParams,
    ReadyRequest,
    ToolUnionParam,
} from "./params.js";
import { bodyOf } from "./request_body.js";
import { callOptions } from "./settings.js";
import { MessageStream } from "./stream.js";
import type { MessageTokensCount } from "./resource_types.js";
import type { Batches, MessageCountTokensParams } from "./resources.js";
import { resources } from "./resources_lazy.js";
import type { AnySchema, InferOutput } from "./schema.js";
import { writeSplit } from "./split_json.js";
import {
    AnswerStream,
    type AnswerStreamOf,
    type ParsedMessage,
    type ParseParams,
    parseWhole,
} from "./structured.js";
import type { RunnableTool } from "./tool.js";
import type { ToolHook } from "./tool_hooks.js";
import { type Sender, ToolRun } from "./tool_run.js";
import { limitsOf, split, type ToolRunOptions } from "./tool_run_options.js";
import type { Message } from "./types.js";
import { answerFrom, failed, sentCall, unaryCall } from "./unary_call.js";

/** Options that are not for the native half. */
const OURS: ReadonlySet<string> = new Set(["signal"]);

function requestOf(
    mode: number,
    params: object | ReadyRequest,
    options: RequestOptions | undefined,
): Request {
    const strings: string[] = [];
    // The native half replaces halves of surrogate pairs in the body, in less time than it takes here.
    const body = bodyOf(params, writeSplit, strings);
    return {
        mode,
        body,
        options: options === undefined ? null : callOptions(options, OURS),
        signal: options?.signal ?? undefined,
        method: null,
        path: null,
        strings: strings.length === 0 ? null : strings,
    };
}

function messageFrom(body: string | Buffer, info: ResponseInfo, unfinished: string | null): Message {
    return answerFrom(body, info, "a message", (text) => messageOf(text, info, unfinished));
}

/** The tools of a run: a program without types may give anything. */
function toolsOf(given: unknown): readonly ToolUnionParam[] {
    needArray("tools", given);
    for (const [index, one] of given.entries())
        needObject(`tools[${index}]`, one, "tool({ name, description, input, run })");
    return given as readonly ToolUnionParam[];
}

/** The parameters of a tool run: those of its first request, its tools and its settings. */
export type RunToolsParams<C = unknown> = Omit<MessageParamsBase, "messages" | "tools"> &
    ToolRunOptions<C> & {
        /** Tools with functions, and definitions that the service runs itself. */
        tools: readonly (RunnableTool<C> | ToolUnionParam)[];
        /** Whether each turn is given as a stream. */
        stream?: boolean | undefined;
        /** The name that the official SDK has for `maxRequests`. */
        max_iterations?: number | undefined;
    } & (
        | {
              /** The conversation so far. */
              messages: readonly MessageParam[];
              /** Not beside `messages`. */
              conversation?: undefined;
          }
        | {
              /** The conversation so far; the run has a copy, which shares its bytes. */
              conversation: Conversation;
              /** Not beside `conversation`. */
              messages?: undefined;
          }
    );

/** The parameters with which a saved tool run continues. */
export type ResumeToolsParams<C = unknown> = Omit<
    ToolRunOptions<C>,
    "maxRequests" | "maxPauses" | "maxParallel" | "maxResultBytes"
> & {
    /** The functions behind its tools. */
    tools: readonly (RunnableTool<C> | ToolUnionParam)[];
    /** Whether each turn is given as a stream. */
    stream?: boolean | undefined;
};

/** The resource `/v1/messages`. */
export class Messages {
    readonly #core: Core;

    #batches: Batches | undefined;

    /** @internal */
    constructor(core: Core) {
        this.#core = core;
    }

    /** Batches of requests for messages, at half the price and within 24 hours. */
    get batches(): Batches {
        return (this.#batches ??= new (resources().Batches)(this.#core));
    }

    /**
     * Counts the input tokens of a request for a message; free of charge. Fields that the count does not take, such as
     * `max_tokens`, are left out.
     */
    countTokens(
        params: (MessageCountTokensParams & MoreParams) | ReadyRequest,
        options?: RequestOptions,
    ): APIPromise<MessageTokensCount> {
        return resources().countTokens(this.#core, params, options);
    }

    /**
     * Keeps the longest end of a conversation with which a request has at most so many input tokens, as the service
     * counts them; {@link Conversation.keepTokens} estimates without a request. One count if all of it fits, else a
     * few. Takes the parameters of a request without `messages`: their tokens are counted as well. Leave room in the
     * model's context for the answer. The conversation is as it was if a count fails.
     */
    async keepTokens(
        conversation: Conversation,
        tokens: number,
        params: Omit<MessageParamsBase, "messages"> & MoreParams,
        options?: RequestOptions,
    ): Promise<Trimmed> {
        const search = new native.NativeTokenSearch(conversation.native, amount("tokens", tokens));
        for (let first = search.next(); first !== null; first = search.next()) {
            const end = conversation.clone();
            end.cutBefore(first);
            const count = await this.countTokens(end.body(params), options);
            search.counted(count.input_tokens);
        }
        return search.trim(conversation.native);
    }

    /**
     * Asks for an answer: a whole message, or with `stream: true` its events once the answer has begun.
     *
     * Parameters this version does not know pass through. A whole request as JSON text or bytes may replace them.
     */
    create(
        params: (MessageCreateParamsNonStreaming & MoreParams) | ReadyRequest,
        options?: RequestOptions,
    ): APIPromise<Message>;
    create(
        params: MessageCreateParamsStreaming & MoreParams,
        options?: RequestOptions,
    ): APIPromise<MessageStream, ResponseInfo>;
    create(
        params: MessageCreateParams & MoreParams,
        options?: RequestOptions,
    ): APIPromise<Message> | APIPromise<MessageStream, ResponseInfo>;
    create(
        params: MessageCreateParams | ReadyRequest,
        options?: RequestOptions,
    ): APIPromise<Message> | APIPromise<MessageStream, ResponseInfo> {
        // A program without types may give null.
        if (typeof params === "object" && (params as { stream?: unknown } | null)?.stream === true) {
            return this.#open(params, options);
        }
        let request: Request;
        try {
            request = requestOf(CREATE, params, options);
        } catch (error) {
            return failed<Message>(error);
        }
        return unaryCall(this.#core, request, messageFrom);
    }

    #open(params: object, options: RequestOptions | undefined): APIPromise<MessageStream, ResponseInfo> {
        let request: Request;
        try {
            request = requestOf(STREAM, params, options);
        } catch (error) {
            return failed(error);
        }
        return openedSoon(...MessageStream.made(this.#core, request), () => {
            const body = write({ ...params, stream: true });
            return ByteStream.start(this.#core, { ...request, body, method: "POST", path: "/v1/messages" });
        });
    }

    /**
     * Asks, runs the tools that the model calls, and asks again until it stops. Loop over the run for one turn after
     * another, or await it for the last message. Throws a `ConfigError` for a request without messages, two tools of
     * one name, a schema that is no object's, or an invalid limit.
     */
    runTools<C = unknown>(
        params: RunToolsParams<C> & { stream: true },
        options?: RequestOptions,
    ): ToolRun<MessageStream, C>;
    runTools<C = unknown>(
        params: RunToolsParams<C> & { stream?: false | undefined },
        options?: RequestOptions,
    ): ToolRun<Message, C>;
    runTools(params: RunToolsParams<never>, options?: RequestOptions): ToolRun<Message | MessageStream> {
        needObject("the parameters of a tool run", params, "{ model, max_tokens, messages, tools }");
        const { max_iterations: most, ...others } = params;
        const [settings, request] = split(others);
        if (most !== undefined) settings.maxRequests ??= most;
        const limits = limitsOf(settings);
        const tools = toolsOf(request.tools ?? []);
        const { conversation } = settings as { conversation?: Conversation };
        const json = write(request);
        const loop = translateErrors(() =>
            conversation === undefined
                ? native.ToolLoop.begin(json, limits)
                : native.ToolLoop.over(conversation.native, json, limits),
        );
        return this.#run(loop, tools, settings, options);
    }

    /** As {@link runTools}, by the name that the official SDK has for it. */
    toolRunner<C = unknown>(
        params: RunToolsParams<C> & { stream: true },
        options?: RequestOptions,
    ): ToolRun<MessageStream, C>;
    toolRunner<C = unknown>(
        params: RunToolsParams<C> & { stream?: false | undefined },
        options?: RequestOptions,
    ): ToolRun<Message, C>;
    toolRunner(params: RunToolsParams<never>, options?: RequestOptions): ToolRun<Message | MessageStream> {
        return this.runTools(params as RunToolsParams & { stream?: false | undefined }, options);
    }

    /**
     * Asks for an answer that fits a schema. `outcome` of the message is a value, a refusal, cut or invalid. With
     * `stream: true` the value is shown while it grows.
     */
    parse<const S extends AnySchema>(
        params: ParseParams<S> & { stream?: false | undefined },
        options?: RequestOptions,
    ): Promise<ParsedMessage<InferOutput<S>>>;
    parse<const S extends AnySchema>(
        params: ParseParams<S> & { stream: true },
        options?: RequestOptions,
    ): AnswerStreamOf<S>;
    parse(params: object, options?: RequestOptions): Promise<ParsedMessage<unknown>> | AnswerStream<unknown> {
        needObject("a request", params, "{ model, max_tokens, messages, output }");
        if ((params as { stream?: unknown }).stream === true) {
            return new AnswerStream(params, (body) => this.startStream(requestOf(STREAM, body, options)));
        }
        return parseWhole(params, (body) => this.create(body, options));
    }

    /**
     * Goes on with a tool run that `save()` wrote, in whatever language. Its limits and parameters are in there;
     * `tools` are the functions, and definitions that it lacks.
     */
    resumeTools<C = unknown>(
        saved: string | object,
        settings: ResumeToolsParams<C> & { stream: true },
        options?: RequestOptions,
    ): ToolRun<MessageStream, C>;
    resumeTools<C = unknown>(
        saved: string | object,
        settings: ResumeToolsParams<C> & { stream?: false | undefined },
        options?: RequestOptions,
    ): ToolRun<Message, C>;
    resumeTools(
        saved: string | object,
        params: ResumeToolsParams<never>,
        options?: RequestOptions,
    ): ToolRun<Message | MessageStream> {
        if (typeof saved !== "string") needObject("a saved run", saved, "what save() gave, or its text");
        needObject("the settings of a saved run", params, "{ tools }");
        const { tools: given, ...others } = params;
        const tools = toolsOf(given);
        const [settings, unknown] = split(others);
        const [name] = Object.keys(unknown);
        if (name !== undefined)
            throw new TypeError(`${name} is in the saved run; change it with setParams()`);
        const text = typeof saved === "string" ? mend(saved) : write(saved);
        const loop = translateErrors(() => native.ToolLoop.fromJson(text));
        for (const tool of tools) translateErrors(() => loop.offerTool(write(tool)));
        return this.#run(loop, tools, settings, options);
    }

    #run(
        loop: NativeToolLoop,
        tools: readonly ToolUnionParam[],
        settings: Record<string, unknown>,
        options: RequestOptions | undefined,
    ): ToolRun<Message | MessageStream> {
        const { signal, ...shared } = options ?? {};
        if (signal != null) {
            if (settings.signal != null)
                throw new TypeError("give one signal: among the settings or the options");
            settings.signal = signal;
        }
        const json = options === undefined ? null : callOptions(shared, OURS);
        const sender: Sender = {
            create: () => {
                const request = {
                    mode: CREATE,
                    body: loop,
                    options: json,
                    signal: undefined,
                    method: null,
                    path: null,
                    strings: null,
                };
                return sentCall(this.#core, request, messageFrom);
            },
            stream: (one) => {
                const request = {
                    body: loop,
                    options: json,
                    signal: one,
                    method: null,
                    path: null,
                    strings: null,
                };
                return this.startStream(request);
            },
        };
        return this.makeRun(loop, sender, tools, settings, this.#core.hooks?.aroundTools ?? []);
    }

    /** @internal A package on `parlour/hooks` has streams of its own. */
    protected startStream(request: Omit<Request, "mode">): MessageStream {
        return MessageStream.start(this.#core, request);
    }

    /** @internal A package on `parlour/hooks` has tool runs of its own. */
    protected makeRun(
        loop: NativeToolLoop,
        sender: Sender,
        tools: readonly ToolUnionParam[],
        settings: Record<string, unknown>,
        around: readonly ToolHook[],
    ): ToolRun<Message | MessageStream> {
        return new ToolRun(loop, sender, tools, settings, around);
    }

    /**
     * A streamed answer. It is sent at once; its events are read by a loop, by listeners, or by waiting for its end.
     * Throws only for a misspelt option or a request that is no JSON; the stream reports all other errors.
     */
    stream(
        params: (MessageStreamParams & MoreParams) | ReadyRequest,
        options?: RequestOptions,
    ): MessageStream {
        return this.startStream(requestOf(STREAM, params, options));
    }
}
