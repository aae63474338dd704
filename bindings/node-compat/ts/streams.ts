// Streams as in the official SDK: without `ping`, with inputs without strings and numbers that were cut, and loops that
// end quietly when the program aborts them. Everything else is that of the stream of this package.

import {
    ConfigError,
    type Message,
    type MessageParam,
    type MessageStream as Own,
    type ResponseInfo,
    type StreamEvent,
} from "parlour";
import { abortError, type Feed, sourceOf, StreamBase, type StreamSource, watchSignal } from "parlour/hooks";
import type { ParsedMessage } from "./types.js";

const withoutPing = (event: StreamEvent): StreamEvent | undefined =>
    event.type === "ping" ? undefined : event;

/** The function that reads a value out of the final message. */
export type Reader = (message: Message) => Promise<unknown>;

type Events = AsyncIterator<StreamEvent>;

/** Where events that are handed on come from. */
interface Origin {
    begin(): Events | Promise<Events>;
    /** The stream of the answer, once there is one. */
    stream(): Own | undefined;
    /** Whether the program has given the answer up. */
    isAborted(): boolean;
    /** Gives it up. */
    abort(): void;
    /** Nothing more comes. */
    ended?(): void;
    /**
     * Whether the rest of the feed, which is short, is read to its end when the program leaves: a tracer relies on it.
     */
    readonly isFinished?: boolean;
}

/** Events that other code passes on, for example a tracer: those of another stream, from an iterator of its own. */
class HandedOn implements Feed {
    readonly #origin: Origin;
    #events: Events | undefined;
    #closed = false;

    constructor(origin: Origin) {
        this.#origin = origin;
    }

    get info(): ResponseInfo | null {
        return this.#origin.stream()?.response ?? null;
    }

    async pull(): Promise<StreamEvent[] | undefined> {
        const origin = this.#origin;
        try {
            this.#events ??= await origin.begin();
            if (this.#closed) this.#leave();
            const turn = await this.#events.next();
            if (turn.done !== true) return [turn.value];
        } catch (error) {
            if (!origin.isAborted()) {
                origin.ended?.();
                throw error;
            }
        }
        origin.ended?.();
        // The loop over a stream that was aborted ends quietly.
        if (origin.isAborted()) throw abortError();
        return undefined;
    }

    close(): void {
        if (this.#closed) return;
        this.#closed = true;
        this.#origin.ended?.();
        this.#origin.abort();
        this.#leave();
    }

    /** Closes the feed, since nobody reads any more. Its failure is dropped. */
    #leave(): void {
        const events = this.#events;
        if (events === undefined) return;
        const finish = async (): Promise<void> => {
            while (this.#origin.isFinished === true && (await events.next()).done !== true);
            await events.return?.();
        };
        finish().catch(() => undefined);
    }
}

function handedOn(
    begin: () => Events,
    of: Own | undefined,
    controller: AbortController | undefined,
): HandedOn {
    return new HandedOn({
        begin,
        stream: () => of,
        isAborted: () => of?.aborted === true,
        abort() {
            controller?.abort();
        },
        isFinished: of !== undefined,
    });
}

/** The streams that controllers abort: a tracer makes another of the same answer with the controller of the first. */
const controlled = new WeakMap<AbortController, MessageStream>();

/** The events of an answer, for loops and listeners. */
export class MessageStream<ParsedT = null> extends StreamBase {
    #isRaw = false;
    #reader: Reader | undefined;
    #sent: readonly MessageParam[] = [];
    #advancing = false;
    #read: Promise<Message> | undefined;
    #parsed: Message | undefined;

    #controlledBy: AbortController | undefined;

    /**
     * A stream of the same answer whose events come out of an iterator. For tracers: `controller` is that of the first
     * one.
     */
    constructor(iterator: () => AsyncIterator<StreamEvent>, controller: AbortController);
    /** @internal */
    constructor(source: StreamSource);
    constructor(source: StreamSource | (() => Events), controller?: AbortController) {
        const of = controller && controlled.get(controller);
        super(typeof source === "function" ? sourceOf(handedOn(source, of, controller)) : source);
        if (of === undefined || controller === undefined) return;
        this.#controlledBy = controller;
        const { signal } = controller;
        const abort = (): void => {
            this.abort(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
        this.describe(of.#sent, of.#isRaw, of.#reader);
    }

    /** @internal A stream of an answer that is requested through a wrapped method. */
    static asked(
        ask: (signal: AbortSignal) => PromiseLike<MessageStream>,
        given: AbortSignal | null | undefined,
    ): MessageStream {
        const controller = new AbortController();
        const abort = (reason?: unknown): void => {
            controller.abort(reason);
        };
        const watched = given == null ? undefined : watchSignal(given, abort);
        let stream: MessageStream | undefined;
        const asking = (async () => {
            if (watched?.refused !== undefined) throw watched.refused;
            return (stream = await ask(controller.signal));
        })();
        const origin: Origin = {
            begin: async () => (await asking)[Symbol.asyncIterator](),
            stream: () => stream,
            isAborted: () => controller.signal.aborted || stream?.aborted === true,
            abort() {
                abort();
                stream?.abort();
            },
            get isFinished() {
                return stream !== undefined;
            },
            ended() {
                watched?.stop();
            },
        };
        const made = new MessageStream(sourceOf(new HandedOn(origin)));
        // Its failure is reported as that of any stream, even if nobody reads.
        asking.catch(() => made.done().catch(() => undefined));
        return made;
    }

    override get controller(): AbortController {
        const controller = this.#controlledBy ?? super.controller;
        if (this.#controlledBy === undefined) controlled.set(controller, this as MessageStream);
        return controller;
    }

    /** The stream of a message whose events another process reads: lines of JSON. */
    static override fromReadableStream(readable: ReadableStream<Uint8Array>): MessageStream {
        if (typeof (readable as { getReader?: unknown } | undefined)?.getReader !== "function") {
            throw new ConfigError(
                "fromReadableStream() wants a ReadableStream, such as the body of a response",
            );
        }
        return new MessageStream(sourceOf(readable));
    }

    /** @internal `sent`: the messages of the request. `isRaw`: it was made by `create()`. */
    describe(sent: readonly MessageParam[], isRaw: boolean, reader: Reader | undefined): this {
        this.#sent = sent;
        this.#isRaw = isRaw;
        this.#reader = reader;
        return this;
    }

    /** A stream of the same class: `tee()` makes two. */
    protected override another(source: StreamSource): MessageStream {
        return new MessageStream(source).describe(this.#sent, this.#isRaw, this.#reader);
    }

    /** @internal */
    protected override showsUnfinished(): boolean {
        return false;
    }

    /** @internal */
    protected override observe(event: StreamEvent): void {
        if (event.type !== "ping") super.observe(event);
    }

    /** @internal */
    protected override endsQuietly(pending: boolean): boolean {
        return this.aborted && (this.#isRaw || !pending);
    }

    override [Symbol.asyncIterator](): AsyncIterableIterator<StreamEvent> {
        return this.iterate(withoutPing);
    }

    /** Events in lists, without `ping`. */
    override batches(): AsyncIterableIterator<StreamEvent[]> {
        const batches = super.batches();
        const next = batches.next.bind(batches);
        batches.next = async () => {
            for (;;) {
                const turn = (await next()) as IteratorResult<StreamEvent[], undefined>;
                if (turn.done === true) return turn;
                const value = turn.value.filter(({ type }) => type !== "ping");
                if (value.length > 0) return { done: false, value };
            }
        };
        return batches;
    }

    /**
     * The message so far; null before it has begun. Reading it starts the stream, unless a loop reads it: the SDK's
     * stream starts by itself.
     */
    override get currentMessage(): Message | null {
        if (!this.#advancing && !this.ended && this.iterators === 0) {
            this.#advancing = true;
            void this.done();
        }
        return super.currentMessage;
    }

    /** Complete messages of this stream: one at its end, none before. */
    get receivedMessages(): Message[] {
        const whole = this.ended && !this.errored && !this.aborted ? super.currentMessage : null;
        return whole === null ? [] : [whole];
    }

    /** The messages of the request, followed by the answer once it is complete. */
    get messages(): MessageParam[] {
        const answers = this.receivedMessages.map(({ role, content }) => ({ role, content }));
        return [...this.#sent, ...answers];
    }

    /** Reads to the end and gives the message; `parsed_output` is read by the schema of the request. */
    override finalMessage(): Promise<ParsedMessage<ParsedT>> {
        const reader = this.#reader;
        if (reader === undefined) return super.finalMessage() as never;
        return (this.#read ??= super.finalMessage().then(async (message) => {
            if (this.#parsed === undefined) {
                await reader(message);
                this.#parsed = message;
            }
            return this.#parsed;
        })) as never;
    }
}

/** The same class: `create({ stream: true })` and `stream()` give one kind of stream. */
export const Stream = MessageStream;
export type Stream<Item = StreamEvent> = MessageStream & AsyncIterable<Item>;
