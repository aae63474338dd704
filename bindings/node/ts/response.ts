// A raw answer: its body as received, as text, as JSON or as bytes.

import { inspect, type InspectOptions } from "node:util";
import type { ResponseInfo } from "./head.js";
import type { RateLimits } from "./head.js";

/** A whole answer, unchanged. Its reading methods are those of the platform's `Response`, any number of times. */
export class RawResponse {
    /** Status, headers, attempts and allowances. */
    readonly info: ResponseInfo;
    readonly #body: string | Buffer;

    /** @internal */
    constructor(body: string | Buffer, info: ResponseInfo) {
        this.#body = body;
        this.info = info;
    }

    /** HTTP status. */
    get status(): number {
        return this.info.status;
    }

    /** True for 200 to 299, and so always: anything else is an error. */
    get ok(): boolean {
        return this.status >= 200 && this.status <= 299;
    }

    /** The usual words for the status: the service's own are not kept. */
    get statusText(): string {
        return this.info.statusText;
    }

    /** Header lines. */
    get headers(): Headers {
        return this.info.headers;
    }

    /** Id of the request at the service. */
    get requestID(): string | null {
        return this.info.requestID;
    }

    /** The account's rate limits as the service reported them. */
    get rateLimits(): RateLimits {
        return this.info.rateLimits;
    }

    /** The body as bytes. */
    get body(): Buffer {
        return typeof this.#body === "string" ? Buffer.from(this.#body) : this.#body;
    }

    /** The body as text; bytes that are no UTF-8 become U+FFFD. */
    text(): Promise<string> {
        return Promise.resolve(this.#body.toString());
    }

    /** The body as plain values. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the platform's Response has it
    async json(): Promise<any> {
        return JSON.parse(await this.text());
    }

    /** The output of `console.log`. */
    [inspect.custom](_depth: number, options: InspectOptions): string {
        const { status, requestID } = this;
        return `RawResponse ${inspect({ status, requestID, body: `${this.body.length} bytes` }, options)}`;
    }

    /** The body as bytes of their own. */
    arrayBuffer(): Promise<ArrayBuffer> {
        const { body } = this;
        return Promise.resolve(
            body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer,
        );
    }
}
