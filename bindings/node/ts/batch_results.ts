// The results of a batch, line by line as they arrive.

import { type Core, RAW_STREAM, type Request } from "./core.js";
import { type ParlourError, StreamDecodeError } from "./errors.js";
import { parse } from "./json.js";
import { native } from "./native.js";
import { NativeStream, type Source } from "./native_stream.js";
import type { MessageBatchIndividualResponse } from "./resource_types.js";
import { type Pick, StreamIterator, StreamReader } from "./stream_reader.js";

/** A line of the results that is no result. The others follow. */
export interface BrokenBatchLine {
    /** Empty, as the id of no request is: so that the ids of all lines are strings. */
    custom_id: "";
    /** What is wrong. */
    result: {
        type: "broken";
        /** Which line it is, and what is wrong with it; its `rawBody` is the line. */
        error: ParlourError;
    };
}

/** A line of the results of a batch. */
export type BatchLine = MessageBatchIndividualResponse | BrokenBatchLine;

/** A line that came, or why it is no result. */
type Piece = string | ParlourError;

function read(piece: Piece): BatchLine {
    if (typeof piece === "string") {
        try {
            return parse(piece) as MessageBatchIndividualResponse;
        } catch (cause) {
            const message = `a line of the results cannot be read: ${String(cause)}`;
            return read(new StreamDecodeError({ message, body: piece }, { cause }));
        }
    }
    return { custom_id: "", result: { type: "broken", error: piece } };
}

/** A line is read when it is taken: until then those that came with it are bytes outside of V8's heap. */
const readTaken = read as unknown as Pick<BatchLine, BatchLine>;

const LINE_FEED = 10;

/** Lines that come several in a buffer, and are taken from it one by one. */
class LineStream extends NativeStream<Piece> {
    /** What came, and how far it was taken. */
    #pieces: (Buffer | ParlourError)[] = [];
    #piece = 0;
    #at = 0;
    /** The item that is next: the batch of {@link NativeStream}. */
    readonly #next: Piece[] = [];

    protected override push(piece: Piece): void {
        this.#pieces.push(piece as unknown as Buffer | ParlourError);
    }

    protected override take(token: number): string | unknown[] | null {
        return native.takeLines(token);
    }

    override hasItems(): boolean {
        if (this.batch === this.#next && this.cursor === 0) return true;
        const piece = this.#pieces[this.#piece];
        if (piece === undefined) return false;
        this.batch = this.#next;
        this.cursor = 0;
        this.#next[0] = piece instanceof Error ? piece : this.#line(piece);
        if (this.#at < 0 || piece instanceof Error) this.#advance();
        return true;
    }

    #line(buffer: Buffer): string {
        const end = buffer.indexOf(LINE_FEED, this.#at);
        const line = buffer.toString("utf8", this.#at, end < 0 ? buffer.length : end);
        this.#at = end < 0 ? -1 : end + 1;
        return line;
    }

    #advance(): void {
        this.#at = 0;
        if (++this.#piece < this.#pieces.length) return;
        this.#pieces = [];
        this.#piece = 0;
    }

    override close(): void {
        super.close();
        this.#pieces = [];
    }
}

/**
 * The results of a batch in the order in which they arrive, which is not that of the requests: `custom_id` tells. Leaving its loop
 * closes the connection.
 */
export class BatchResults extends StreamReader<BatchLine> {
    /** @internal */
    static start(core: Core, request: Omit<Request, "mode">): BatchResults {
        const [results, send] = BatchResults.made(core, request);
        send();
        return results;
    }

    /** @internal Results, and what sends the request for them. */
    static made(core: Core, request: Omit<Request, "mode">): [results: BatchResults, send: () => void] {
        const source = new LineStream(core, { ...request, mode: RAW_STREAM });
        const send = (): void => {
            source.start();
        };
        return [new BatchResults(source as unknown as Source<BatchLine>), send];
    }

    /** Lines as they come. Leaving the loop ends the results. */
    override [Symbol.asyncIterator](): AsyncIterableIterator<BatchLine> {
        return new StreamIterator<BatchLine, BatchLine>(this, readTaken);
    }

    /** Lines in lists: each time all that have come, at least one. */
    override batches(): AsyncIterableIterator<BatchLine[]> {
        return new StreamIterator<BatchLine, BatchLine[]>(
            this,
            (line) => this.takeAll(line).map(readTaken) as BatchLine[],
        );
    }
}
