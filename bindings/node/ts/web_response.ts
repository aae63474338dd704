// An answer as a `Response` of the platform. It is loaded at first use: its imports would be half of the load time of
// the package.

import type { ResponseInfo } from "./head.js";

type Body = ConstructorParameters<typeof Response>[0];

/** A response with the fields that the platform's constructor does not take. */
export type WebResponse = Response & {
    /** Id of the request at the service. */
    readonly requestID: string | null;
};

/** Header lines that describe the body in transit, and not the decoded one. */
const OF_THE_WAY = ["content-encoding", "content-length", "transfer-encoding"];

let words: Readonly<Record<number, string | undefined>> | undefined;

/**
 * The words that belong to a status. The module that has them is loaded with the first answer: it takes as long as all
 * of this package.
 */
function wordsOf(status: number): string {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- at its first use
    words ??= (require("node:http") as typeof import("node:http")).STATUS_CODES;
    return words[status] ?? "";
}

/** A response of these parts. */
export function webResponse(
    status: number,
    headers: Headers | undefined,
    body: string | Uint8Array | ReadableStream<Uint8Array> | null,
    url: string,
    requestID: string | null,
): WebResponse {
    const shown = new Headers(headers);
    for (const name of OF_THE_WAY) shown.delete(name);
    // A body is forbidden for these, and none came.
    const sent = status === 204 || status === 205 || status === 304 ? null : body;
    const response = new Response(sent as Body, {
        status,
        statusText: wordsOf(status),
        headers: shown,
    });
    return Object.defineProperties(response, {
        url: { value: url, configurable: true },
        requestID: { value: requestID, configurable: true },
    }) as WebResponse;
}

/** The head of an answer as a response, with this body. */
export function responseOf(
    info: ResponseInfo,
    body: string | Uint8Array | ReadableStream<Uint8Array> | null,
    url: string,
): WebResponse {
    return webResponse(info.status, info.headers, body, url, info.requestID);
}
