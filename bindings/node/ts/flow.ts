// The native end of one stream: what has come of it and was not handed on. It must not know who reads, and holds whoever
// does only while something is wanted, so that a stream that was dropped can be collected.

import { AsyncResource } from "node:async_hooks";
import { forget, remember } from "./contexts.js";
import { answerAsk, askKey, type Core, KEEP, type Request } from "./core.js";
import { decode } from "./decode.js";
import { abortError, errorOf, InternalError, thrown } from "./errors.js";
import { ResponseInfo } from "./head.js";
import { soon } from "./host.js";
import { type ErrorRecord, native } from "./native.js";
import { type Abortable, unwatch, watch } from "./signals.js";
import type { StreamEvent } from "./types.js";
import {
    ASK,
    CHUNK,
    CLOSED,
    deliverRecords,
    END,
    EVENTS,
    FAILED,
    leave,
    LOGS,
    OPENED,
    type Sink,
    STOPS,
    wait,
} from "./wake.js";

/** Who reads a flow. */
export interface Reader {
    /** Something came, or it ended. */
    run(): void;
    /** It was given up from outside. */
    broken(error: unknown): void;
}

const NONE: never[] = [];

/** More events than a batch holds, and still a small integer to the engine. */
const ALL = 0x7fff_ffff;

/** One stream of events or of bytes. */
export class Flow<T> implements Sink, Abortable {
    /** Who wants something; only while he does. */
    reader: Reader | null = null;
    /** Who would want to know of the end. */
    owner: WeakRef<Reader> | null = null;
    /** Items that came, and how many of them were handed on. */
    batch: T[] = NONE;
    at = 0;
    place = 0;
    /** Nothing more will come; what came may not all be handed on. */
    ended = false;
    /** Why it ended, if not well. */
    error: unknown = null;
    /** JSON of the whole message and of its unfinished inputs, once it has ended well. */
    final: [string, string | null] | null = null;

    /** Where the call was made, for functions of the user's that are called on its account. */
    readonly scope = new AsyncResource("parlour.stream");
    readonly #core: Core;
    /** Until it is sent: its body may be large. */
    #request: Request | null;
    readonly #signal: AbortSignal | undefined;
    readonly #keep: boolean;
    #token = 0;
    #waits = false;
    #closed = false;
    #opened = false;
    /** Fetched when somebody looks, or at the end. */
    #head: string | null = null;
    #info: ResponseInfo | undefined;
    /** Events that came and were not looked at yet. */
    #text = "";
    #block = 0;

    constructor(core: Core, request: Request) {
        this.#core = core;
        this.#request = request;
        this.#signal = request.signal;
        this.#keep = (request.mode & KEEP) !== 0;
    }

    /** Sends it. Failures come like everything else. */
    begin(): void {
        const signal = this.#signal;
        if (signal !== undefined) {
            const error = watch(signal, this);
            if (error !== undefined) {
                this.#failLater(error);
                return;
            }
        }
        const { key } = this.#core;
        if (key === undefined) this.#send(null);
        else askKey(key, this.#send.bind(this), this.#failLater.bind(this));
    }

    #send(credential: string | null): void {
        const request = this.#request;
        this.#request = null;
        if (this.#closed || request === null) return;
        try {
            this.#token = this.#core.submit(request, credential);
            this.#wait();
            if (this.#core.observed) remember(this.#token, this.scope);
        } catch (error) {
            this.#failLater(error);
        }
    }

    #wait(): void {
        this.#waits = true;
        wait(this.#token, this);
    }

    /** Whoever made the stream gets to see it before it fails. */
    #failLater(error: unknown): void {
        soon(() => {
            this.#fail(error);
            this.#tell();
        });
    }

    #fail(error: unknown): void {
        if (this.ended) return;
        this.error = error;
        this.ended = true;
    }

    /** Whether the answer has begun. */
    get opened(): boolean {
        return this.#opened;
    }

    /** What came around the answer, once it has begun. */
    get info(): ResponseInfo | null {
        if (!this.#opened) return null;
        if (this.#info === undefined) {
            this.#fetchHead();
            if (this.#head !== null) this.#info = new ResponseInfo(this.#head, this.#core.vendor);
        }
        return this.#info ?? null;
    }

    #fetchHead(): void {
        if (this.#opened && !this.#closed) this.#head ??= native.head(this.#token);
    }

    take(kind: number, payload: unknown): void {
        switch (kind) {
            case EVENTS:
                this.#text += payload as string;
                break;
            case OPENED:
                this.#opened = true;
                this.#head = null;
                this.#info = undefined;
                break;
            case CHUNK:
                if (this.at >= this.batch.length) {
                    this.batch = [];
                    this.at = 0;
                }
                this.batch.push(payload as T);
                break;
            case ASK:
                answerAsk(this.#core, this.#token, this.scope, (error) => {
                    this.#breakOff(error);
                });
                break;
            case END:
                this.ended = true;
                break;
            case FAILED:
                this.#fail(errorOf(payload as ErrorRecord));
                break;
            case CLOSED:
                this.#fail(abortError(undefined));
                break;
            case LOGS:
            case STOPS:
                deliverRecords(kind, payload);
                break;
        }
    }

    settle(): void {
        this.#waits = false;
        leave(this.#token);
        this.#tell();
    }

    #tell(): void {
        const reader = this.reader ?? this.owner?.deref();
        this.reader = null;
        reader?.run();
    }

    /** Whether there are items that were not handed on. */
    has(): boolean {
        return this.at < this.batch.length || (this.#text !== "" && this.#decode());
    }

    #decode(): boolean {
        const events: StreamEvent[] = [];
        const text = this.#text;
        this.#text = "";
        try {
            this.#block = decode(text, events, this.#block);
        } catch (error) {
            this.error = new InternalError({ message: "a batch of events cannot be read" }, { cause: error });
            this.ended = true;
        }
        this.batch = events as T[];
        this.at = 0;
        return events.length > 0;
    }

    /** Forgets items that nobody will look at. */
    skip(): void {
        if (this.#text === "") return;
        this.#text = "";
        this.batch = NONE;
        this.at = ALL;
    }

    /**
     * Gets what has come since; only when everything was handed on. False if nothing has: the reader is run when
     * something does.
     */
    more(reader: Reader): boolean {
        if (this.ended) return true;
        while (!this.#waits && this.#token !== 0) {
            let got: string | unknown[] | null;
            try {
                got = native.take(this.#token);
            } catch (error) {
                this.#fail(thrown(error));
                return true;
            }
            if (typeof got === "string") {
                this.#text = got;
                return true;
            }
            if (got === null) {
                // What was handed on need not be held while nothing comes.
                this.batch = NONE;
                this.at = ALL;
                this.#wait();
                break;
            }
            // A hook that is called here may close this stream.
            for (let at = 0; at < got.length && !this.#closed; at += 2)
                this.take(got[at] as number, got[at + 1]);
            if (this.#came()) return true;
        }
        this.reader = reader;
        return false;
    }

    #came(): boolean {
        return this.ended || this.#text !== "" || this.at < this.batch.length;
    }

    /** JSON of the message as far as its events were handed on. */
    snapshot(): string | null {
        if (this.#token === 0 || this.#closed || !this.#keep) return null;
        return native.snapshot(this.#token, this.#text === "" ? this.at : 0);
    }

    /** Lets go of the native half, at the end or before it. */
    close(): void {
        if (this.#closed) return;
        this.#fetchHead();
        this.#closed = true;
        if (this.#token !== 0) {
            if (this.ended && this.error === null && this.#keep && !this.has()) {
                this.final = native.finalMessage(this.#token);
            }
            leave(this.#token);
            forget(this.#token);
            native.release(this.#token);
        }
        this.ended = true;
        this.reader = null;
        this.#text = "";
        this.batch = NONE;
        this.at = 0;
        if (this.#signal !== undefined) unwatch(this.#signal, this);
    }

    abort(reason: unknown): void {
        this.#breakOff(abortError(reason, this.snapshot()));
    }

    #breakOff(error: unknown): void {
        if (this.#closed) return;
        const reader = this.reader ?? this.owner?.deref();
        this.ended = true;
        this.error = error;
        this.close();
        reader?.broken(error);
    }
}
