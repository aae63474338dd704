// Bodies of raw requests that are not JSON: forms, files and streams, read while they are sent. It is loaded at its
// first use.

import { translateErrors } from "./errors.js";
import { isForm } from "./shapes.js";
import { native, type NativeResourceCall } from "./native.js";
import type { FileContent, Uploads } from "./uploads.js";

/** A raw request whose body the native half reads. */
export interface MadeRequest {
    readonly method: string;
    readonly path: string;
    /** Whether the answer is given as it comes. */
    readonly streams: boolean;
    /** The media type of the body, where the body does not have one. */
    readonly mediaType: string | undefined;
}

/** The call of a request with this body. */
export function callWith(body: object | string, request: MadeRequest, uploads: Uploads): NativeResourceCall {
    const { method, path, streams, mediaType } = request;
    if (typeof body === "object" && isForm(body)) {
        if (mediaType !== undefined)
            throw new TypeError("a form has its own media type: leave `mediaType` out");
        const form = new native.NativeForm();
        for (const [name, value] of body.entries()) {
            if (typeof value === "string") form.text(name, value);
            else form.file(name, uploads.of({ file: value as FileContent }));
        }
        return translateErrors(() => form.request(method, path, streams));
    }
    // Text is the body itself here, and no path.
    const file = typeof body === "string" ? Buffer.from(body) : (body as FileContent);
    const made = uploads.of({ file, mediaType });
    return translateErrors(() => made.request(method, path, streams));
}
