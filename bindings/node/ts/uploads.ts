// Sources of uploads: paths, bytes, blobs and anything that can be iterated in pieces, read while they are sent.

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { APIPromise } from "./api_promise.js";
import { Deferred, ObservedPromise, rejectWithStack } from "./deferred.js";
import { translateErrors } from "./errors.js";
import { needObject, needText } from "./arguments.js";
import { bytesOf } from "./json_argument.js";
import { native, type NativeUpload } from "./native.js";
import { isBlob, isReadable, isURL, type ReadableLike } from "./shapes.js";
import { kindOf } from "./kind_of.js";

/** Pieces of bytes, as streams of Node and of the web give them. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The content of a file: a path (as text or a `file:` URL), bytes, a `Blob` or `File`, or pieces of bytes, as streams
 * of Node and of the web are. A path, bytes and a blob of the first kinds may be sent again by a retry; pieces are read
 * once.
 */
export type FileContent = string | URL | Uint8Array | ArrayBuffer | Blob | Pieces;

/** A file with another name or media type than its own. */
export interface NamedFile {
    /** Its content. */
    file: FileContent;
    /** Its name; that of a skill has a folder in it. */
    name?: string | undefined;
    /** Its media type; by default derived from the extension of the name. */
    mediaType?: string | undefined;
}

/** A file that is uploaded to the service. */
export interface UploadedFile extends NamedFile {
    /**
     * The service deletes it by itself after so many seconds: an hour (3600) to 90 days (7776000). Without them it
     * stays.
     */
    expiresInSeconds?: number | undefined;
}

/** The function that a feed calls for its next piece, while the call that sends it lasts. */
interface Asked {
    give: (() => Promise<void>) | undefined;
}

/**
 * The function of a feed. The native half holds it as long as there is the feed: were the feed within its reach,
 * neither would ever be collected. It has a scope of its own, because functions of one scope hold what any of them
 * uses.
 */
function callback(asked: Asked): () => void {
    return () => void asked.give?.();
}

/** The files of one call, and the error of reading them. */
export class Uploads {
    readonly #open: { readonly pieces: AsyncIterator<unknown> | Iterator<unknown>; readonly asked: Asked }[] =
        [];
    #failed = false;
    #error: unknown;

    /** The upload of a file. */
    of(given: NamedFile): NativeUpload {
        needObject("a file", given, "{ file, name }");
        const { file, name, mediaType } = given;
        if (name !== undefined) needText("the name of a file", name);
        if (mediaType !== undefined) needText("the media type of a file", mediaType);
        const upload = this.#upload(file);
        if (name === undefined && mediaType === undefined) return upload;
        return upload.with(name ?? null, mediaType ?? null, null);
    }

    #upload(file: FileContent): NativeUpload {
        const { NativeUpload } = native;
        if (typeof file === "string") return translateErrors(() => NativeUpload.path(file));
        const bytes = bytesOf(file);
        if (bytes !== undefined) return NativeUpload.bytes("upload", bytes);
        // A program without types may give anything.
        const given = file as object | null;
        if (typeof given !== "object" || given === null) return this.#fed("upload", given);
        if (isURL(given)) return translateErrors(() => NativeUpload.path(fileURLToPath(given.href)));
        if (isBlob(given)) {
            const { name, type } = given;
            const upload = this.#fed(typeof name === "string" ? name : "upload", given.stream());
            return upload.with(null, typeof type === "string" && type !== "" ? type : null, given.size);
        }
        return this.#fed(nameOf(given), given);
    }

    #fed(name: string, content: unknown): NativeUpload {
        const pieces = iterate(content);
        const asked: Asked = { give: undefined };
        this.#open.push({ pieces, asked });
        const feed = new native.NativeFeed(callback(asked));
        asked.give = async () => {
            try {
                const piece = await pieces.next();
                if (piece.done === true) feed.end();
                else feed.give(pieceOf(piece.value));
            } catch (error) {
                this.#failed = true;
                this.#error = error;
                feed.fail(String(error));
            }
        };
        return native.NativeUpload.feed(name, feed);
    }

    /** The call, which rejects with the error of reading a file; sources that are still open are closed. */
    sent<T extends object>(call: APIPromise<T>): APIPromise<T> {
        if (this.#open.length === 0) return call;
        let resolve!: (value: T | PromiseLike<T>) => void;
        const promise = new APIPromise<T>((settle) => {
            resolve = settle;
        });
        let took = false;
        call.then(
            (value) => {
                this.#leave();
                resolve(value);
            },
            (error: unknown) => {
                // The files are read on for the answer that is given as it comes.
                if (!took) this.#leave();
                rejectWithStack(promise, resolve, this.#failed ? this.#error : error, took);
            },
        );
        return call.viewsFor(promise, (begin) => {
            const answer = begin();
            took = true;
            return this.begun(answer);
        });
    }

    /** As {@link sent}, of an answer that is given as it comes, once it has begun. */
    begun<T>(answer: Promise<T>): Promise<T> {
        const made = new Deferred<T>(ObservedPromise);
        answer.then(
            (value) => {
                this.#leave();
                made.resolve(value);
            },
            (error: unknown) => {
                this.#leave();
                made.reject(this.#failed ? this.#error : error);
            },
        );
        return made.promise;
    }

    #leave(): void {
        for (const { pieces, asked } of this.#open) {
            asked.give = undefined;
            // An exception of a generator when it is closed is dropped: the call has its outcome already.
            void Promise.resolve(pieces.return?.()).catch(() => undefined);
        }
    }
}

function nameOf(file: object): string {
    const { path } = file as { path?: unknown };
    return typeof path === "string" && path !== "" ? basename(path) : "upload";
}

function iterate(content: unknown): AsyncIterator<unknown> | Iterator<unknown> {
    const pieces = content as Partial<AsyncIterable<unknown> & Iterable<unknown>> | null | undefined;
    const iterator = pieces?.[Symbol.asyncIterator]?.() ?? pieces?.[Symbol.iterator]?.();
    if (iterator !== undefined) return iterator;
    if (typeof content === "object" && content !== null && isReadable(content)) return piecesOf(content);
    throw new TypeError(
        "file must be a path, bytes, a Blob or File, or a stream or other iterable of bytes: " +
            `not ${kindOf(content)}`,
    );
}

/** The pieces of a stream of the web that no loop goes over; it is cancelled if it is left. */
async function* piecesOf(stream: ReadableLike): AsyncGenerator {
    const reader = stream.getReader();
    let ended = false;
    try {
        for (;;) {
            const { done, value } = await reader.read();
            ended = done;
            if (done) return;
            yield value;
        }
    } finally {
        if (!ended) await reader.cancel();
    }
}

function pieceOf(piece: unknown): Uint8Array {
    const bytes = bytesOf(piece);
    if (bytes !== undefined) return bytes;
    throw new TypeError(
        typeof piece === "string"
            ? "the stream gives text: open it without an encoding, so that it gives bytes"
            : `a file to be uploaded gives bytes, not ${kindOf(piece)}`,
    );
}
