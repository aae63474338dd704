// The body of a raw answer as it arrives, uninterpreted.

import { type Core, RAW_STREAM, type Request } from "./core.js";
import { derive } from "./deferred.js";
import { NativeStream } from "./native_stream.js";
import { identity, StreamReader, StreamIterator } from "./stream_reader.js";

/** The body of a raw answer as it arrives, in pieces of any size. Leaving its loop closes the connection. */
export class ByteStream extends StreamReader<Buffer> {
    /** @internal */
    static start(core: Core, request: Omit<Request, "mode">): ByteStream {
        const source = new NativeStream<Buffer>(core, { ...request, mode: RAW_STREAM });
        const stream = new ByteStream(source);
        source.start();
        return stream;
    }

    /** Everything that is left. */
    read(): Promise<Buffer> {
        return derive(this.#rest(), identity);
    }

    async #rest(): Promise<Buffer> {
        const pieces: Buffer[] = [];
        for await (const piece of this) pieces.push(piece);
        return Buffer.concat(pieces);
    }

    /** The body as the platform's own stream. Cancelling it closes the connection. */
    toReadableStream(): ReadableStream<Uint8Array> {
        const pieces = new StreamIterator<Buffer, Buffer>(this, identity);
        return new ReadableStream<Uint8Array>(
            {
                pull: async (controller) => {
                    const { done, value } = await pieces.next();
                    if (done === true) controller.close();
                    else controller.enqueue(value);
                },
                cancel: (reason: unknown) => {
                    this.abort(reason);
                },
            },
            { highWaterMark: 0 },
        );
    }
}
