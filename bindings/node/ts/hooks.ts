// `parlour/hooks`: the base of packages with an interface of their own, such as `parlour-compat`. With it, the
// promises, the streams and the tool runs of a client are made as classes of that package. A program that calls the
// service does not need it.

// First: it reports the reason where the others could not be loaded.
import "./bundled.js";
import { APIPromise, type Views } from "./api_promise.js";
import { type Client, coreOf } from "./client.js";
import { type Core, KEEP, type Request, STREAM } from "./core.js";
import { abortError as abortErrorOf } from "./errors.js";
import type { Feed } from "./feed.js";
import { FedStream, LineFeed } from "./fed_stream.js";
import { levelOf, type Logger, type LogLevel } from "./log.js";
import { Messages } from "./messages.js";
import { native, type NativeToolLoop } from "./native.js";
import { NativeStream } from "./native_stream.js";
import type { ToolUnionParam } from "./params.js";
import type { RequestBody } from "./request_body.js";
import { type AnySchema, readSchema } from "./schema.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import { MessageStream } from "./stream.js";
import { type Completion, StreamIterator } from "./stream_reader.js";
import { Answer, type Outcome } from "./structured.js";
import type { ToolHook } from "./tool_hooks.js";
import { type Sender, ToolRun } from "./tool_run.js";
import type { Message, StreamEvent } from "./types.js";

export { bytesOf, type Views } from "./api_promise.js";
export { derive, LOUD, rejectWithStack } from "./deferred.js";
export type { Feed } from "./feed.js";
export { write } from "./json.js";
export { Page } from "./pages.js";
export type { Completion } from "./stream_reader.js";
export type { Sender } from "./tool_run.js";
export type { SentCall } from "./unary_call.js";
export { responseOf, type WebResponse } from "./web_response.js";

/** Marks values that are passed through unread. */
declare const opaque: unique symbol;

/** Gives a promise its views, the sources of `asResponse()`, `withResponse()` and `asStream()`. */
export function withViews<T, R>(promise: APIPromise<T, R>, views: Views<T, R>): APIPromise<T, R> {
    return promise.withViews(views);
}

/** Replaces the views of a call's promise by others, which are made of them. */
export function changeViews<T, R, S>(
    promise: APIPromise<T, R>,
    change: (views: Views<T, R>) => Views<T, S>,
): APIPromise<T, S> {
    return promise.changeViews(change);
}

/** Where the events of a stream come from. */
export interface StreamSource {
    /** Only the functions of this module make one. */
    readonly [opaque]: "source";
}

/**
 * A source of events that something else hands on, or of lines of JSON as {@link MessageStream.toReadableStream} writes
 * them.
 */
export function sourceOf(feed: Feed | ReadableStream<Uint8Array>): StreamSource {
    return new FedStream("pull" in feed ? feed : new LineFeed(feed)) as never;
}

/** The base of a class of streams: the results of its methods decide how a stream is read. */
export abstract class StreamBase extends MessageStream {
    /** A stream with the events of a source. */
    constructor(source: StreamSource) {
        super(source as never);
    }

    /** A stream of the same class from another source: `tee()` makes two. */
    protected abstract another(source: StreamSource): MessageStream;

    /** Whether it is being read, or was read from. */
    get isTaken(): boolean {
        return this.iterators > 0 || this.ended || this.source.snapshot() !== null;
    }

    /** How many loops read it. */
    protected override get iterators(): number {
        return super.iterators;
    }

    /** Called with each event, before a loop gets it; calls the listeners. */
    protected override observe(event: StreamEvent): void {
        super.observe(event);
    }

    /** Whether `inputJson` shows a string, or a number, that is not finished. */
    protected override showsUnfinished(): boolean {
        return super.showsUnfinished();
    }

    /** Whether a failure ends a loop without an error. `pending`: the loop waits for an event. */
    protected override endsQuietly(pending: boolean): boolean {
        return super.endsQuietly(pending);
    }

    /** Calls one of the two functions, once the answer has begun or could not begin. */
    override onOpened(completion: Completion): void {
        super.onOpened(completion);
    }

    /** A loop over the values that `pick` returns for the events; it leaves out undefined. */
    protected iterate<V>(pick: (event: StreamEvent) => V | undefined): AsyncIterableIterator<V> {
        return new StreamIterator<StreamEvent, V>(this, pick);
    }

    /** @internal */
    protected override sibling(source: FedStream): MessageStream {
        return this.another(source as never);
    }
}

/** The error of a stream that the program gave up. */
export function abortError(): Error {
    return abortErrorOf(undefined);
}

/**
 * Calls a function once a signal is aborted, with one listener for each signal. `refused`: the error of a call that
 * cannot begin, because the signal is aborted already, or is none. `stop` cancels that.
 */
export function watchSignal(
    signal: AbortSignal,
    abort: (reason: unknown) => void,
): {
    /** Why a call cannot begin. */
    readonly refused: unknown;
    /** Ends watching. */
    readonly stop: () => void;
} {
    const target: Abortable = { slot: 0, abort };
    return {
        refused: watch(signal, target),
        stop() {
            unwatch(signal, target);
        },
    };
}

/** The parts that a tool run is made of. */
export interface RunParts {
    /** Sends the request of each turn. */
    readonly sender: Sender;
    /** Only {@link MessagesBase} makes one; a copy may have another sender. */
    readonly [opaque]: "run";
}

/** The internals of a run. */
interface Parts {
    readonly loop: NativeToolLoop;
    readonly sender: Sender;
    readonly tools: readonly ToolUnionParam[];
    readonly settings: Record<string, unknown>;
    readonly around: readonly ToolHook[];
}

/** The base of a class of tool runs. */
export abstract class ToolRunBase<T extends Message | MessageStream = Message> extends ToolRun<T> {
    /** The run of these parts. */
    constructor(parts: RunParts) {
        const { loop, sender, tools, settings, around } = parts as never as Parts;
        super(loop, sender, tools, settings, around);
    }
}

/** The base of a class of messages: it decides of which classes the streams and the tool runs are. */
export abstract class MessagesBase extends Messages {
    readonly #core: Core;

    /** The messages of a client. */
    constructor(client: Client) {
        const core = coreOf(client);
        super(core);
        this.#core = core;
    }

    /** The stream of a request, which is sent afterwards. */
    protected abstract makeStream(source: StreamSource): MessageStream;

    /** The run of a call of `runTools()`. */
    protected abstract makeToolRun(parts: RunParts): ToolRun<Message | MessageStream>;

    /** @internal */
    protected override startStream(request: Omit<Request, "mode">): MessageStream {
        const source = new NativeStream<StreamEvent>(this.#core, { ...request, mode: STREAM + KEEP });
        const stream = this.makeStream(source as never);
        source.start();
        return stream;
    }

    /** @internal */
    protected override makeRun(
        loop: NativeToolLoop,
        sender: Sender,
        tools: readonly ToolUnionParam[],
        settings: Record<string, unknown>,
        around: readonly ToolHook[],
    ): ToolRun<Message | MessageStream> {
        const parts: Parts = { loop, sender, tools, settings, around };
        return this.makeToolRun(parts as never);
    }
}

/** A request for an answer of a schema. */
export interface StructuredAnswer {
    /** The request as it is sent. */
    body(): RequestBody;
    /** The outcome of a message by the schema. */
    outcome(message: Message): Promise<Outcome<unknown>>;
}

/** A request for an answer of a schema, out of what `parse()` takes. */
export function structuredAnswer(params: object): StructuredAnswer {
    return new Answer(params);
}

/** The JSON Schema of a schema of any library that `parse()` takes. `what` begins the error message. */
export function jsonSchemaOf(schema: AnySchema, what: string): Record<string, unknown> {
    return readSchema(schema, what).json;
}

/** The minimum level of a client's log records: from the settings, else from its environment. */
export function logLevelOf(
    client: Client,
    settings: {
        /** Where its records go. */
        logger?: Logger | undefined;
        /** The level that was given. */
        logLevel?: LogLevel | undefined;
    },
): LogLevel {
    return levelOf(settings.logger, settings.logLevel, coreOf(client).native.logLevel);
}

/** The name of a list that is nearest to a misspelt one; null if none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
    return native.nearest(name, [...names]);
}
