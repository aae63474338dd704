// Streams as the field's SDK has them: without `ping`, with inputs without strings that were cut, and loops that end quietly when
// the program aborts them. Everything else is that of the stream of this package.

import { type Core, KEEP, type Request, STREAM } from "../core.js";
import { ConfigError } from "../errors.js";
import { FedStream, LineFeed } from "../fed_stream.js";
import { NativeStream } from "../native_stream.js";
import type { MessageParam } from "../params.js";
import { MessageStream as Own } from "../stream.js";
import { StreamIterator } from "../stream_reader.js";
import type { Message, StreamEvent } from "../types.js";
import type { ParsedMessage } from "./types.js";

const withoutPing = (event: StreamEvent): StreamEvent | undefined =>
    event.type === "ping" ? undefined : event;

/** What reads a value out of the final message. */
export type Reader = (message: Message) => Promise<unknown>;

/** The events of an answer, for loops and listeners. */
export class MessageStream<ParsedT = null> extends Own {
    #isRaw = false;
    #reader: Reader | undefined;
    #sent: readonly MessageParam[] = [];
    #advancing = false;
    #read: Promise<Message> | undefined;
    #parsed: Message | undefined;

    /** @internal `sent`: the messages of the request. `isRaw`: it was made by `create()`. */
    static begin(core: Core, request: Omit<Request, "mode">): MessageStream {
        const source = new NativeStream<StreamEvent>(core, { ...request, mode: STREAM + KEEP });
        const stream = new MessageStream(source);
        source.start();
        return stream;
    }

    /** The stream of a message whose events another process reads: lines of JSON. */
    static override fromReadableStream(readable: ReadableStream<Uint8Array>): MessageStream {
        if (typeof (readable as { getReader?: unknown } | undefined)?.getReader !== "function") {
            throw new ConfigError(
                "fromReadableStream() wants a ReadableStream, such as the body of a response",
            );
        }
        return new MessageStream(new FedStream(new LineFeed(readable)));
    }

    /** @internal */
    describe(sent: readonly MessageParam[], isRaw: boolean, reader: Reader | undefined): this {
        this.#sent = sent;
        this.#isRaw = isRaw;
        this.#reader = reader;
        return this;
    }

    /** @internal */
    protected override sibling(source: FedStream): MessageStream {
        return new MessageStream(source).describe(this.#sent, this.#isRaw, this.#reader);
    }

    /** @internal */
    protected override trailingStrings(): boolean {
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
        return new StreamIterator<StreamEvent, StreamEvent>(this, withoutPing);
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
     * The message so far; null before it has begun. Looking has the stream read as it comes, unless a loop reads it: that of
     * the SDK reads by itself.
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

    /** The messages of the request, and behind them the answer once it is complete. */
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
