// The source of a stream whose events do not come from a call: lines of JSON that another process wrote, or the events
// of another stream. The message is put together in the native half, as far as the consumer has read.

import { AsyncResource } from "node:async_hooks";
import { lineOf } from "./decode.js";
import {
    abortError,
    errorOf,
    fromNative,
    StreamDecodeError,
    StreamEndedError,
    StreamProtocolError,
} from "./errors.js";
import type { ResponseInfo } from "./head.js";
import type { Feed } from "./feed.js";
import { parse, withRaw } from "./json.js";
import { native } from "./native.js";
import type { Consumer, Source } from "./native_stream.js";
import type { StreamEvent } from "./types.js";

/** A source that a feed fills, when its consumer wants more. */
export class FedStream implements Source<StreamEvent> {
    /** Set while a read is pending. */
    consumer: Consumer | null = null;
    owner: WeakRef<Consumer> | null = null;
    batch: StreamEvent[] = [];
    cursor = 0;
    ended = false;
    error: unknown = null;
    final: [string, string | null] | null = null;
    opened = false;
    readonly context = new AsyncResource("parlour.stream");
    readonly #feed: Feed;
    readonly #message = new native.NativeMessage();
    /** How many events of the batch are in the message. */
    #applied = 0;
    #pulling = false;
    #closed = false;

    constructor(feed: Feed) {
        this.#feed = feed;
    }

    get info(): ResponseInfo | null {
        return this.#feed.info;
    }

    hasItems(): boolean {
        return this.cursor < this.batch.length;
    }

    item(): StreamEvent {
        // The caller has checked that there is one.
        return this.batch[this.cursor++] as unknown as StreamEvent;
    }

    /** The message needs all of them. */
    discard(): void {
        this.cursor = this.batch.length;
    }

    fetch(consumer: Consumer): boolean {
        this.#apply();
        if (this.ended) return true;
        this.consumer = consumer;
        if (!this.#pulling) {
            this.#pulling = true;
            this.#feed.pull().then(
                (events) => {
                    this.#received(events);
                },
                (error: unknown) => {
                    this.#fail(
                        error instanceof ErrorLine ? errorOf(this.#message.failure(error.line)) : error,
                    );
                    this.#notify();
                },
            );
        }
        return false;
    }

    #received(events: StreamEvent[] | undefined): void {
        if (this.#closed) return;
        this.opened = true;
        if (events !== undefined) {
            this.batch = events;
            this.cursor = this.#applied = 0;
        } else {
            this.ended = true;
            this.final = this.#message.finished();
            if (this.final === null) {
                const message = "the events ended before the message was complete";
                this.#fail(
                    new StreamEndedError(this.#facts(message, "take what there is from `partialMessage`")),
                );
            }
        }
        this.#notify();
    }

    #facts(message: string, next: string): object {
        const display = `${message}; next: ${next}`;
        return { message, display, partial: this.#message.snapshot(), midStream: true };
    }

    #fail(error: unknown): void {
        this.ended = true;
        this.error ??= error;
    }

    #notify(): void {
        this.#pulling = false;
        const consumer = this.consumer ?? this.owner?.deref();
        this.consumer = null;
        consumer?.advance();
    }

    /** Applies the events that the consumer has read to the message. */
    #apply(): void {
        while (this.#applied < this.cursor && !this.#closed) {
            const event = this.batch[this.#applied++];
            if (event === undefined) return;
            try {
                const reason = this.#message.push(event.type, lineOf(event));
                if (reason === null) continue;
                const next = "look at what wrote these events, or left some out";
                this.#fail(new StreamProtocolError(this.#facts(reason, next)));
            } catch (error) {
                this.#fail(fromNative(error));
            }
            this.batch = [];
            this.cursor = this.#applied = 0;
            this.#feed.close();
        }
    }

    snapshot(): string | null {
        this.#apply();
        return this.#message.snapshot();
    }

    block(index: number): string | null {
        this.#apply();
        return this.#message.block(index);
    }

    /** No tool loop asked for these events: whatever calls they hold wait for the whole message. */
    beginEarly(): null {
        return null;
    }

    close(): void {
        if (this.#closed) return;
        this.#apply();
        this.#closed = true;
        this.ended = true;
        this.consumer = null;
        this.batch = [];
        this.cursor = this.#applied = 0;
        this.#feed.close();
    }
}

/** An `error` event, as a line of JSON: which error it is depends on the message so far, too. */
class ErrorLine {
    constructor(readonly line: string) {}
}

/** Events from lines of JSON: what `toReadableStream()` writes. */
export class LineFeed implements Feed {
    readonly info = null;
    readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
    readonly #decoder = new TextDecoder();
    /** The line that has not ended. */
    #rest = "";
    #count = 0;
    /** Why nothing after the given events can be read. */
    #failure: unknown = null;
    #ended = false;

    constructor(readable: ReadableStream<Uint8Array>) {
        this.#reader = readable.getReader();
    }

    async pull(): Promise<StreamEvent[] | undefined> {
        const events: StreamEvent[] = [];
        while (events.length === 0) {
            if (this.#failure !== null) {
                this.close();
                throw this.#failure;
            }
            if (this.#ended) return undefined;
            const { done, value } = await this.#reader.read();
            this.#ended = done;
            const text =
                this.#rest + (done ? this.#decoder.decode() : this.#decoder.decode(value, { stream: true }));
            const lines = text.split("\n");
            this.#rest = done ? "" : (lines.pop() ?? "");
            for (const line of lines) {
                this.#count += 1;
                if (line.trim() === "") continue;
                const event = this.#read(line);
                if (event === undefined) break;
                events.push(event);
            }
        }
        return events;
    }

    #read(line: string): StreamEvent | undefined {
        let value: unknown;
        try {
            value = parse(line);
        } catch (cause) {
            this.#failure = this.#unreadable("is no JSON", cause);
            return undefined;
        }
        const event = value as StreamEvent | null;
        if (typeof event !== "object" || event === null || typeof event.type !== "string") {
            this.#failure = this.#unreadable("is no event: an object with a `type`");
            return undefined;
        }
        if ((event.type as string) === "error") {
            this.#failure = new ErrorLine(line);
            return undefined;
        }
        return withRaw(event, line);
    }

    #unreadable(what: string, cause?: unknown): StreamDecodeError {
        const message = `line ${String(this.#count)} ${what}`;
        const display = `${message}; next: feed what toReadableStream() writes, one event of JSON a line`;
        return new StreamDecodeError({ message, display, midStream: true }, { cause });
    }

    close(): void {
        // The writer has ended, or learns of the cancellation: its failure to stop is no failure of the reader.
        this.#reader.cancel().catch(() => undefined);
    }
}

/** The stream that a {@link Fork} reads. */
interface Forked {
    readonly response: ResponseInfo | null;
    readonly aborted: boolean;
    abort(): void;
}

/**
 * The events of one stream for two readers. It is read as fast as the faster of them; the other finds the rest kept.
 */
export class Fork {
    readonly #batches: AsyncIterator<StreamEvent[], undefined>;
    readonly #of: Forked;
    readonly #branches: Branch[] = [];
    #reading: Promise<void> | undefined;
    ended = false;
    failure: unknown = null;

    constructor(batches: AsyncIterator<StreamEvent[], undefined>, of: Forked) {
        this.#batches = batches;
        this.#of = of;
    }

    branch(): Feed {
        const made = new Branch(this);
        this.#branches.push(made);
        return made;
    }

    get info(): ResponseInfo | null {
        return this.#of.response;
    }

    /** Reads the next events, for all branches. */
    read(): Promise<void> {
        return (this.#reading ??= this.#read());
    }

    async #read(): Promise<void> {
        try {
            const { done, value } = await this.#batches.next();
            if (done === true) {
                this.ended = true;
                // Loops of some streams end quietly then; no reader may take the message for one that was cut.
                if (this.#of.aborted) this.failure = abortError(undefined);
            } else for (const branch of this.#branches) branch.give(value);
        } catch (error) {
            this.failure = error;
            this.ended = true;
        }
        this.#reading = undefined;
    }

    /** A branch is left. The stream ends with the last. */
    left(): void {
        if (this.#branches.every(({ isClosed }) => isClosed)) this.#of.abort();
    }
}

class Branch implements Feed {
    readonly #fork: Fork;
    #kept: StreamEvent[] = [];
    isClosed = false;

    constructor(fork: Fork) {
        this.#fork = fork;
    }

    get info(): ResponseInfo | null {
        return this.#fork.info;
    }

    give(events: StreamEvent[]): void {
        if (!this.isClosed) this.#kept = this.#kept.concat(events);
    }

    async pull(): Promise<StreamEvent[] | undefined> {
        const fork = this.#fork;
        while (this.#kept.length === 0) {
            if (fork.failure !== null) throw fork.failure;
            if (fork.ended || this.isClosed) return undefined;
            await fork.read();
        }
        const events = this.#kept;
        this.#kept = [];
        return events;
    }

    close(): void {
        if (this.isClosed) return;
        this.isClosed = true;
        this.#kept = [];
        this.#fork.left();
    }
}
