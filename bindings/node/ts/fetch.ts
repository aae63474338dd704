// A `fetch` made of a client, for frameworks that take one: their requests go to the service of the client, with its credential, retries,
// limits and connections. It is loaded at its first use.

import type { ByteStream } from "./bytes.js";
import { APIStatusError, APIUserAbortError, ParlourError } from "./errors.js";
import type { RawRequestOptions } from "./options.js";
import type { RawResponse } from "./response.js";
import { responseOf, webResponse } from "./web_response.js";

/** What of a client it takes. */
interface Asks {
    readonly baseURL: string;
    request(method: string, path: string, options: RawRequestOptions & { stream: true }): Promise<ByteStream>;
    request(
        method: string,
        path: string,
        options?: RawRequestOptions & { stream?: false | undefined },
    ): Promise<RawResponse>;
}

/** Header lines of a request that are the client's own: credentials, the framing of the body, the connection. */
const OURS: ReadonlySet<string> = new Set([
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "keep-alive",
    "transfer-encoding",
    "user-agent",
    "x-api-key",
]);

/** Where below the client's address a request goes. */
function pathOf(client: Asks, given: string): string {
    const base = new URL(client.baseURL);
    const url = new URL(given);
    const prefix = base.pathname.replace(/\/+$/, "");
    const { pathname } = url;
    if (url.origin !== base.origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) {
        throw new TypeError(
            `this fetch is of a client for ${base.origin}${prefix}, and was asked for ${url.origin}${pathname}: give the framework ` +
                "the address `client.baseURL`, with what it adds to it, such as `/v1`",
        );
    }
    return `${pathname.slice(prefix.length)}${url.search}`;
}

/** What stands for a failure: an answer for a status, else what a `fetch` throws. */
function settled(error: unknown, signal: AbortSignal | undefined, url: string): Response {
    if (error instanceof APIStatusError && error.status !== undefined && !error.isMidStream) {
        return webResponse(error.status, error.headers, error.rawBody, url, error.requestID);
    }
    if (error instanceof APIUserAbortError && signal?.aborted === true) throw signal.reason;
    if (error instanceof ParlourError)
        throw new TypeError(`fetch failed: ${error.message}`, { cause: error });
    throw error;
}

/** The `fetch` of a client. */
export function fetchOf(client: Asks): typeof globalThis.fetch {
    return async (input, init) => {
        const request = new Request(input, init);
        const { url } = request;
        const path = pathOf(client, url);
        const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
        const body = await request.text();
        const headers = [...request.headers].filter(([name]) => !OURS.has(name));
        const options = {
            headers,
            ...(body === "" ? {} : { body }),
            ...(signal === undefined ? {} : { signal }),
        };
        // Whether it streams changes no more than how the body is carried: a text that says so by chance does no harm.
        const streams = /"stream"\s*:\s*true/.test(body) || headers.join().includes("event-stream");
        try {
            if (!streams) {
                const { info, body: bytes } = await client.request(request.method, path, options);
                return responseOf(info, bytes, url);
            }
            const bytes = await client.request(request.method, path, { ...options, stream: true });
            const { response: info } = bytes;
            if (info === null) throw new TypeError("the answer has not begun");
            return responseOf(info, bytes.toReadableStream(), url);
        } catch (error) {
            return settled(error, signal, url);
        }
    };
}
