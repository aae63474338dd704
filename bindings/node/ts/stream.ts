// The stream of a message: its events for loops and listeners, and the message, which the core assembles.

import { messageOf } from "./answer.js";
import type { WithResponse } from "./api_promise.js";
import { lineOf } from "./decode.js";
import { type Core, KEEP, type Request, STREAM } from "./core.js";
import { Deferred, ObservedPromise } from "./deferred.js";
import { APIUserAbortError, ConfigError, misuse, ParlourError } from "./errors.js";
import { Emitter } from "./emitter.js";
import { needObject, needText } from "./arguments.js";
import { native } from "./native.js";
import { FedStream, Fork, LineFeed } from "./fed_stream.js";
import { NativeStream, type Source } from "./native_stream.js";
import { kindOf } from "./kind_of.js";
import { StreamReader, StreamIterator } from "./stream_reader.js";
import { EventDispatcher } from "./event_dispatcher.js";
import type { ContentBlock, Message, StreamEvent, TextCitation } from "./types.js";

/** The arguments of listeners. */
export interface MessageStreamEvents {
    /** The answer has begun. */
    connect: () => void;
    /** Each event as the service sent it, and the message with it taken in. */
    streamEvent: (event: StreamEvent, snapshot: Message) => void;
    /** A piece of text, and the text of its block so far. */
    text: (textDelta: string, textSnapshot: string) => void;
    /** A citation, and those of its block so far. */
    citation: (citation: TextCitation, citationsSnapshot: TextCitation[]) => void;
    /**
     * A piece of a tool's input, and the input so far: the same objects each time, which grow; copy an input that must
     * not change.
     */
    inputJson: (partialJson: string, jsonSnapshot: unknown) => void;
    /** A piece of thinking, and the thinking of its block so far. */
    thinking: (thinkingDelta: string, thinkingSnapshot: string) => void;
    /** The signature of a thinking block. */
    signature: (signature: string) => void;
    /** The summary of a conversation that the service compacted; not called where only its encrypted form came. */
    compaction: (compactedContent: string) => void;
    /** A block is complete. */
    contentBlock: (content: ContentBlock) => void;
    /** The message is complete. */
    message: (message: Message) => void;
    /** The stream is complete, and this is its message. */
    finalMessage: (message: Message) => void;
    /** The stream failed. */
    error: (error: ParlourError) => void;
    /** The stream was aborted, or its loop left, by this program. */
    abort: (error: APIUserAbortError) => void;
    /** Nothing more will come, however it ended. */
    end: () => void;
}

/** @internal Learns of blocks as soon as they are whole, with the source that assembles them, and of the end. */
export interface Follower {
    whole?(source: Source<StreamEvent>, index: number): void;
    ended(failure: unknown): void;
}

/** All names. */
const NAMES = [
    "connect",
    "streamEvent",
    "text",
    "citation",
    "inputJson",
    "thinking",
    "signature",
    "compaction",
    "contentBlock",
    "message",
    "finalMessage",
    "error",
    "abort",
    "end",
] satisfies (keyof MessageStreamEvents)[];

/** A listener for a misspelt name would never be called. */
function checkListener(name: string, listener: unknown): void {
    needText("the name of an event", name);
    if (!(NAMES as string[]).includes(name)) {
        const near = native.nearest(name, NAMES);
        const meant = near === null ? `known are ${NAMES.join(", ")}` : `did you mean ${near}?`;
        throw new TypeError(`a stream has no event ${name}; ${meant}`);
    }
    if (typeof listener !== "function") {
        throw new TypeError(`the listener for ${name} must be a function, and is ${kindOf(listener)}`);
    }
}

/** Events whose listeners do not start the stream. */
const PASSIVE = new Set(["connect", "error", "abort"]);

/**
 * Events of an answer as they arrive, read by loops, by listeners, or by waiting for the end; all go through the same
 * events. Back-pressure: it is read as fast as its consumer takes events, unless the end is awaited.
 */
export class MessageStream extends StreamReader<StreamEvent> {
    /** Made for the first listener: most streams have none, and the lists are half of the memory of an idle one. */
    #emitter: Emitter | undefined;
    #dispatcher: EventDispatcher | undefined;
    #final: Message | undefined;
    #controller: AbortController | undefined;
    #follower: Follower | undefined;

    /** @internal */
    static start(core: Core, request: Omit<Request, "mode">): MessageStream {
        const [stream, send] = MessageStream.made(core, request);
        send();
        return stream;
    }

    /** @internal A stream, and the function that sends the request for it. */
    static made(core: Core, request: Omit<Request, "mode">): [stream: MessageStream, send: () => void] {
        const source = new NativeStream<StreamEvent>(core, { ...request, mode: STREAM + KEEP });
        const send = (): void => {
            source.start();
        };
        return [new MessageStream(source), send];
    }

    /**
     * The stream of a message whose events another process reads: lines of JSON, as {@link toReadableStream} writes
     * them. `response` is null: the head of the answer is not among them. Leaving it cancels the readable stream.
     */
    static fromReadableStream(readable: ReadableStream<Uint8Array>): MessageStream {
        if (typeof (readable as { getReader?: unknown } | undefined)?.getReader !== "function") {
            throw new ConfigError(
                "fromReadableStream() wants a ReadableStream, such as the body of a response",
            );
        }
        return new MessageStream(new FedStream(new LineFeed(readable)));
    }

    /** As {@link MessageStream.requestID}. */
    get request_id(): string | null {
        return this.requestID;
    }

    /** True once the stream was aborted. */
    get aborted(): boolean {
        return this.failure instanceof APIUserAbortError;
    }

    /** True once the stream failed. */
    get errored(): boolean {
        return this.failure !== null && !this.aborted;
    }

    /** A controller whose `abort()` ends the stream. Its signal is aborted when the stream was, in whatever way. */
    get controller(): AbortController {
        if (this.#controller === undefined) {
            const controller = new AbortController();
            controller.signal.addEventListener("abort", () => {
                this.abort(controller.signal.reason);
            });
            this.#controller = controller;
            if (this.aborted) controller.abort();
        }
        return this.#controller;
    }

    /**
     * Adds a listener. All names but `connect`, `error` and `abort` have the stream read as it comes, unless a loop
     * reads it. Snapshots that cost something (those of `streamEvent` and `inputJson`) are made for listeners that
     * declare a second parameter, or none.
     */
    on<Name extends keyof MessageStreamEvents>(name: Name, listener: MessageStreamEvents[Name]): this {
        checkListener(name, listener);
        (this.#emitter ??= new Emitter()).add(name, listener);
        return this.#listened(this.#emitter);
    }

    /** Adds a listener that is called once. */
    once<Name extends keyof MessageStreamEvents>(name: Name, listener: MessageStreamEvents[Name]): this {
        checkListener(name, listener);
        (this.#emitter ??= new Emitter()).addOnce(name, listener);
        return this.#listened(this.#emitter);
    }

    /** Removes a listener. */
    off<Name extends keyof MessageStreamEvents>(name: Name, listener: MessageStreamEvents[Name]): this {
        this.#emitter?.remove(name, listener);
        this.hasListeners = this.#follower?.whole !== undefined || this.#emitter?.empty === false;
        return this;
    }

    /** @internal Unlike a listener, it does not start the stream. */
    follow(follower: Follower): void {
        this.#follower = follower;
        if (follower.whole !== undefined) this.hasListeners = true;
    }

    #listened(emitter: Emitter): this {
        this.hasListeners = true;
        this.#dispatcher ??= new EventDispatcher(
            emitter,
            () => this.currentMessage,
            (index) => this.#block(index),
            this.showsUnfinished(),
        );
        if (this.readsToEnd()) this.advanceSoon();
        return this;
    }

    /** @internal Whether `inputJson` shows a string, or a number, that is not finished. */
    protected showsUnfinished(): boolean {
        return true;
    }

    /** @internal A stream of the same kind from another source. */
    protected sibling(source: FedStream): MessageStream {
        return new MessageStream(source);
    }

    /** The arguments of the next call of a listener of this name; rejects if the stream fails before. */
    emitted<Name extends keyof MessageStreamEvents>(
        name: Name,
    ): Promise<
        Parameters<MessageStreamEvents[Name]> extends [infer First, ...unknown[]] ? First : undefined
    > {
        const waiting = new Deferred<never>(ObservedPromise);
        let came = false;
        const observe = (first?: unknown): void => {
            came = true;
            waiting.resolve(first as never);
        };
        this.once(name, observe);
        if (name !== "error" && name !== "abort") {
            this.onEnded({
                complete() {
                    if (!came) waiting.reject(misuse(`the stream has ended, and no ${name} will come`));
                },
                reject(error, reported) {
                    if (!came) waiting.reject(error, reported);
                },
            });
        }
        return waiting.promise;
    }

    /** @internal */
    protected override readsToEnd(): boolean {
        return super.readsToEnd() || (this.iterators === 0 && this.#emitter?.hasOther(PASSIVE) === true);
    }

    /** @internal */
    protected override reportsFailures(): boolean {
        return this.#emitter?.get("error") !== undefined;
    }

    /** @internal */
    protected override endedMessage(): string {
        return "this stream was read to its end, and has nothing left; finalMessage() gives its message";
    }

    /** @internal */
    protected override opened(): void {
        this.#emitter?.emit("connect");
    }

    /** @internal */
    protected override observe(event: StreamEvent): void {
        this.#dispatcher?.dispatch(event);
        if (event.type === "content_block_stop") this.#follower?.whole?.(this.source, event.index);
    }

    /** @internal */
    protected override finished(): void {
        const { failure } = this;
        this.#follower?.ended(failure);
        if (this.aborted) this.#controller?.abort();
        const emitter = this.#emitter;
        if (emitter === undefined) return;
        if (failure === null) emitter.emit("finalMessage", this.#whole());
        else emitter.emit(this.aborted ? "abort" : "error", failure);
        emitter.emit("end");
    }

    #whole(): Message {
        if (this.#final === undefined) {
            const final = this.source.final;
            if (final === null) throw misuse("the stream has not come to its end");
            this.#final = messageOf(final[0], this.response, final[1]);
        }
        return this.#final;
    }

    /** The message as far as its events were read; null before it has begun. Made anew each time. */
    get currentMessage(): Message | null {
        const { failure } = this;
        if (this.ended && failure === null) return this.#whole();
        if (failure !== null) return failure instanceof ParlourError ? failure.partialMessage : null;
        const text = this.source.snapshot();
        return text === null ? null : messageOf(text, this.response, null);
    }

    /** One block of {@link currentMessage}, without the others. */
    #block(index: number): ContentBlock | undefined {
        const text = this.ended ? null : this.source.block(index);
        if (text === null) return this.currentMessage?.content[index];
        return messageOf(`{"content":[${text}]}`, null, null).content[0];
    }

    /** Reads to the end and gives the whole message. */
    finalMessage(): Promise<Message> {
        return this.whenEnded(() => this.#whole());
    }

    /** Reads to the end and gives all text of the message: its text blocks joined with nothing between them. */
    finalText(): Promise<string> {
        return this.whenEnded(() => textOf(this.#whole()));
    }

    /** Reads to the end. */
    done(): Promise<void> {
        return this.whenEnded(() => undefined);
    }

    /** The stream together with status, headers, attempts and allowances, once the answer has begun. */
    withResponse(): Promise<WithResponse<this>> {
        return this.whenOpened(() => {
            const { response } = this;
            if (response === null) throw misuse("the answer has not begun");
            return { data: this, response, request_id: response.requestID };
        });
    }

    /** The text alone, in pieces as it arrives. */
    get textStream(): AsyncIterableIterator<string> {
        return new StreamIterator<StreamEvent, string>(this, pieceOf);
    }

    /**
     * Two streams of the same events, each with the message as far as it was read. This one cannot be read any more. It
     * is read as fast as the faster of them; events that the slower one has not read are kept in memory. The answer is
     * given up when both are left. Call it before events are read.
     */
    tee(): [MessageStream, MessageStream] {
        if (this.source.snapshot() !== null) {
            throw misuse("tee() gives whole messages: call it before events of the stream are read");
        }
        const fork = new Fork(this.batches(), this);
        return [this.sibling(new FedStream(fork.branch())), this.sibling(new FedStream(fork.branch()))];
    }

    /** The events as lines of JSON, read as they are taken. Cancelling it ends the stream. */
    toReadableStream(): ReadableStream<Uint8Array> {
        const batches = this.batches();
        const encoder = new TextEncoder();
        return new ReadableStream<Uint8Array>(
            {
                pull: async (controller) => {
                    const { done, value } = (await batches.next()) as IteratorResult<
                        StreamEvent[],
                        undefined
                    >;
                    if (done === true) {
                        controller.close();
                        return;
                    }
                    const lines = value.map((event) => `${lineOf(event)}\n`);
                    controller.enqueue(encoder.encode(lines.join("")));
                },
                cancel: (reason: unknown) => {
                    this.abort(reason);
                },
            },
            { highWaterMark: 0 },
        );
    }
}

function pieceOf(event: StreamEvent): string | undefined {
    if (event.type !== "content_block_delta") return undefined;
    // The service may send any shape.
    const { delta } = event as { delta?: { type?: unknown; text?: unknown } | null };
    return delta?.type === "text_delta" && typeof delta.text === "string" ? delta.text : undefined;
}

/** All text of a message: its text blocks joined with nothing between them. */
export function textOf(message: Message): string {
    needObject("the message", message, "one of messages.create()");
    let text = "";
    // The service may send any shape.
    const content: unknown = message.content;
    if (!Array.isArray(content)) return text;
    for (const block of content as ({ type?: unknown; text?: unknown } | null)[]) {
        if (block?.type === "text" && typeof block.text === "string") text += block.text;
    }
    return text;
}
