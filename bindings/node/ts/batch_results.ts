// The results of a batch, line by line as they arrive.

import { type Core, RAW_STREAM, type Request } from "./core.js";
import { type ParlourError, StreamDecodeError } from "./errors.js";
import { parse } from "./json.js";
import { NativeStream } from "./native_stream.js";
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

/** What came: a line, or why it is no result. */
function read(piece: Buffer | ParlourError): BatchLine {
    if (!(piece instanceof Error)) {
        try {
            return parse(piece.toString()) as MessageBatchIndividualResponse;
        } catch (cause) {
            const message = `a line of the results cannot be read: ${String(cause)}`;
            return read(new StreamDecodeError({ message, body: piece }, { cause }));
        }
    }
    return { custom_id: "", result: { type: "broken", error: piece } };
}

/** A line is read when it is taken: those that came with it stay bytes outside of V8's heap until then. */
const readTaken = read as unknown as Pick<BatchLine, BatchLine>;

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
        const source = new NativeStream<BatchLine>(core, { ...request, mode: RAW_STREAM });
        const send = (): void => {
            source.start();
        };
        return [new BatchResults(source), send];
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
