// A `fetch` made of a client, for frameworks that take one: their requests go to the service of the client, with its
// credential, retries, limits and connections. It is loaded at its first use.

import type { ByteStream } from "./bytes.js";
import { APIStatusError, APIUserAbortError, ParlourError } from "./errors.js";
import type { RawRequestOptions } from "./options.js";
import type { RawResponse } from "./response.js";
import { responseOf, webResponse } from "./web_response.js";

/** The parts of a client that it uses. */
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
            `this fetch is of a client for ${base.origin}${prefix}, and was asked for ${url.origin}${pathname}: ` +
                `give the framework ` +
                "the address `client.baseURL`, with what it adds to it, such as `/v1`",
        );
    }
    return `${pathname.slice(prefix.length)}${url.search}`;
}

/** Maps a failure: to an answer if it has a status, else to an error as `fetch` throws it. */
function settled(error: unknown, signal: AbortSignal | undefined, url: string): Response {
    if (error instanceof APIStatusError && error.status !== undefined && !error.isMidStream) {
        return webResponse(error.status, error.headers, error.rawBody, url, error.requestID);
    }
    if (error instanceof APIUserAbortError && signal?.aborted === true) throw signal.reason;
    if (error instanceof ParlourError)
        throw new TypeError(`fetch failed: ${error.message}`, { cause: error });
    throw error;
}

/** A request of the platform, or of a package such as undici or node-fetch. */
function isRequest(input: unknown): input is Request {
    const { url, method, headers } = input as Partial<Request>;
    return typeof url === "string" && typeof method === "string" && typeof headers?.entries === "function";
}

/** The arguments of the platform's `Request` for a request of another class, which it would read as an address. */
function argumentsOf(
    input: string | URL | Request,
    init: RequestInit | undefined,
): [string | URL | Request, RequestInit | undefined] {
    if (typeof input === "string" || input instanceof Request || !isRequest(input)) return [input, init];
    const { url, method, headers, body } = input;
    const more = body === null ? {} : { body, duplex: "half" };
    return [url, { method, headers: [...headers.entries()], ...more, ...init } as RequestInit];
}

/** Whether a body is sent as the JSON text that it is: the platform sets `text/plain` for text without a type. */
function isText(type: string | null): boolean {
    return type === null || /^(?:application\/(?:[^;]*\+)?json|text\/plain)\b/i.test(type);
}

/** The `fetch` of a client. */
export function fetchOf(client: Asks): typeof globalThis.fetch {
    return async (input, init) => {
        const request = new Request(...argumentsOf(input, init));
        const { url } = request;
        const path = pathOf(client, url);
        const signal = init?.signal ?? (isRequest(input) ? input.signal : undefined);
        const headers = [...request.headers].filter(([name]) => !OURS.has(name));
        const type = request.headers.get("content-type");
        const body = isText(type) ? await request.text() : new Uint8Array(await request.arrayBuffer());
        const options = {
            headers,
            ...(body.length === 0 ? {} : { body }),
            ...(typeof body === "string" || body.length === 0 ? {} : { mediaType: type ?? undefined }),
            ...(signal === undefined ? {} : { signal }),
        };
        // Streaming changes only how the body is transferred: a text that matches by chance does no harm.
        const streams =
            (typeof body === "string" && /"stream"\s*:\s*true/.test(body)) ||
            headers.join().includes("event-stream");
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
