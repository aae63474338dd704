// Makes files for uploads from values of a program.

import { basename } from "node:path";
import { bytesIn, isBlob, needObject } from "./arguments.js";

/** The values that a file can be made of. */
export type FileLike =
    | Blob
    | Response
    | ArrayBuffer
    | Uint8Array
    | string
    | AsyncIterable<Uint8Array | string>
    | {
          /** The path of the file, as on read streams. */
          readonly path?: string | Buffer;
      };

async function partsOf(value: FileLike): Promise<BlobPart[]> {
    const given = typeof value === "string" ? value : bytesIn(value);
    if (given !== undefined) return [given];
    if (value instanceof Blob) return [value];
    // A response, or a blob of another package.
    const other = value as object;
    const { arrayBuffer } = other as { arrayBuffer?: unknown };
    if (typeof arrayBuffer === "function") return [new Uint8Array(await (other as Blob).arrayBuffer())];
    if (Symbol.asyncIterator in other) {
        const parts: BlobPart[] = [];
        for await (const piece of value as AsyncIterable<BlobPart>) parts.push(piece);
        return parts;
    }
    throw new TypeError(
        "toFile() wants text, bytes, a Blob, a Response, or something that a loop gives pieces of, such as " +
            "fs.createReadStream(path)",
    );
}

type BlobPart = NonNullable<ConstructorParameters<typeof File>[0]>[number];

/** A file with this content; its name is that of a read stream's path if none is given. */
export async function toFile(
    value: FileLike | PromiseLike<FileLike>,
    name?: string | null,
    options?: {
        /** Its media type. */
        type?: string;
        /** When it changed, in milliseconds since 1970. */
        lastModified?: number;
    },
): Promise<File> {
    const given = await value;
    if (typeof given !== "string") needObject("the content of a file", given, "a Blob, a Response or bytes");
    const { path, name: own, type } = given as { path?: unknown; name?: unknown; type?: unknown };
    const found = typeof own === "string" ? own : typeof path === "string" ? basename(path) : undefined;
    const kind = options?.type ?? (typeof type === "string" && isBlob(given as object) ? type : undefined);
    return new File(await partsOf(given), name ?? found ?? "unknown_file", {
        ...options,
        ...(kind === undefined ? {} : { type: kind }),
    });
}
