// The results of a batch, line by line as they arrive.

import { type Core, RAW_STREAM, type Request } from "./core.js";
import { errorOf, InternalError, type ParlourError, StreamDecodeError } from "./errors.js";
import { parse, place } from "./json.js";
import { native } from "./native.js";
import { NativeStream } from "./native_stream.js";
import { LINES } from "./port.js";
import type { MessageBatchIndividualResponse } from "./resource_types.js";
import { StreamReader } from "./stream_reader.js";

/** A line of the results that is no result. The others follow. */
export interface BrokenBatchLine {
    /** Empty, as the id of no request is: so that the ids of all lines are strings. */
    custom_id: "";
    /** The error. */
    result: {
        type: "broken";
        /** The error, with the number of the line; its `rawBody` is the line. */
        error: ParlourError;
    };
}

/** A line of the results of a batch. */
export type BatchLine = MessageBatchIndividualResponse | BrokenBatchLine;

function broken(error: ParlourError): BrokenBatchLine {
    return { custom_id: "", result: { type: "broken", error } };
}

/** Reads a line: a result, or none. Its long strings may follow it in a list. */
function read(text: string, pieces?: string[]): BatchLine {
    try {
        const result = parse(text) as MessageBatchIndividualResponse;
        if (pieces !== undefined) place(result, pieces);
        return result;
    } catch (cause) {
        const message = `a line of the results cannot be read: ${String(cause)}`;
        return broken(new StreamDecodeError({ message, body: Buffer.from(text) }, { cause }));
    }
}

/**
 * Lines as the native half has them. Each crosses when it is taken: V8 never holds the other lines of its batch, and
 * objects that are alive at a collection of its young generation make that generation grow.
 */
class LineStream extends NativeStream<BatchLine> {
    /** Lines that have come and were not taken. */
    #waiting = 0;

    override receive(kind: number, payload: unknown): void {
        if (kind === LINES) this.#waiting += payload as number;
        else super.receive(kind, payload);
    }

    override hasItems(): boolean {
        return this.#waiting > 0;
    }

    override item(): BatchLine {
        this.#waiting--;
        const line = native.line(this.token);
        if (typeof line === "string") return read(line);
        if (Array.isArray(line)) return read(line[0] ?? "", line);
        if (line === null) throw new InternalError({ message: "a line of the results is missing" });
        return line instanceof Uint8Array ? read(line.toString()) : broken(errorOf(line));
    }

    protected override hasProgress(): boolean {
        return this.ended || this.#waiting > 0;
    }

    override close(): void {
        super.close();
        this.#waiting = 0;
    }
}

/**
 * The results of a batch in the order in which they arrive, which is not that of the requests: match them by
 * `custom_id`. Leaving its loop closes the connection.
 */
export class BatchResults extends StreamReader<BatchLine> {
    /** @internal */
    static start(core: Core, request: Omit<Request, "mode">): BatchResults {
        const [results, send] = BatchResults.made(core, request);
        send();
        return results;
    }

    /** @internal Results, and the function that sends the request for them. */
    static made(core: Core, request: Omit<Request, "mode">): [results: BatchResults, send: () => void] {
        const source = new LineStream(core, { ...request, mode: RAW_STREAM });
        const send = (): void => {
            source.start();
        };
        return [new BatchResults(source), send];
    }

    /** Lines as they come. Leaving the loop ends the results. */
    override [Symbol.asyncIterator](): AsyncIterableIterator<BatchLine> {
        return super[Symbol.asyncIterator]();
    }

    /** Lines in lists: each time all that have come, at least one. */
    override batches(): AsyncIterableIterator<BatchLine[]> {
        return super.batches();
    }
}
