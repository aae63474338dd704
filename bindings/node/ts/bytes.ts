// The body of a raw answer as it arrives. It must not know what the bytes mean.

import { type Core, RAW_STREAM, type Request } from "./core.js";
import { derived } from "./deferred.js";
import { Flow } from "./flow.js";
import { itself, Live, Loop } from "./live.js";

/** The body of a raw answer as it arrives, in pieces of any size. Leaving its loop closes the connection. */
export class ByteStream extends Live<Buffer> {
    /** @internal */
    static start(core: Core, request: Omit<Request, "mode">): ByteStream {
        const flow = new Flow<Buffer>(core, { ...request, mode: RAW_STREAM });
        const stream = new ByteStream(flow);
        flow.begin();
        return stream;
    }

    /** Everything that is left. */
    read(): Promise<Buffer> {
        return derived(this.#rest(), itself);
    }

    async #rest(): Promise<Buffer> {
        const pieces: Buffer[] = [];
        for await (const piece of this) pieces.push(piece);
        return Buffer.concat(pieces);
    }

    /** The body as the platform's own stream. Cancelling it closes the connection. */
    toReadableStream(): ReadableStream<Uint8Array> {
        const pieces = new Loop<Buffer, Buffer>(this, itself);
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
