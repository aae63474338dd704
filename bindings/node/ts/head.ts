// The head of an answer: status, headers, attempts, rate limits. Parsed at the first use, since most calls never read
// it.

import { inspect, type InspectOptions } from "node:util";
import { native } from "./native.js";

/** One limited quantity of the account. */
export interface RateLimit {
    /** The most that a full allowance holds. */
    readonly limit: number | null;
    /** The remaining part of it. */
    readonly remaining: number | null;
    /** When the allowance is full again, by the service's clock. */
    readonly reset: Date | null;
}

/** The account's rate limits as the service reported them; a quantity that it did not report is missing. */
export interface RateLimits {
    // generated: quantities, from schema/rate_limits.toml by `make generate`
    /** Requests. */
    readonly requests?: RateLimit;
    /** Tokens, by the most restrictive token limit in force. */
    readonly tokens?: RateLimit;
    /** Input tokens. */
    readonly inputTokens?: RateLimit;
    /** Output tokens. */
    readonly outputTokens?: RateLimit;
    /** Input tokens of accounts with priority capacity. */
    readonly priorityInputTokens?: RateLimit;
    /** Output tokens of accounts with priority capacity. */
    readonly priorityOutputTokens?: RateLimit;
    /** Input tokens of answers at the speed `fast`. */
    readonly fastInputTokens?: RateLimit;
    /** Output tokens of answers at the speed `fast`. */
    readonly fastOutputTokens?: RateLimit;
    // end generated
    /** Tokens left, from whichever header reported it. */
    readonly remainingTokens: number | null;
}

type Lines = [name: string, value: string][];
type Head = [
    status: number,
    requestId: string | null,
    attempts: number,
    waits: number[],
    headers: Lines,
    queued: number,
    route: string | null,
];
type Row = [name: string, limit: number | null, remaining: number | null, resetUnixMs: number | null];

/** Header lines as the platform's own class. */
export function headersOf(lines: Lines): Headers {
    const headers = new Headers();
    for (const [name, value] of lines) {
        try {
            headers.append(name, value);
        } catch {
            // HTTP does not allow such a value: the rest of it is worth more than an error.
            headers.append(name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?"));
        }
    }
    return headers;
}

const camel = (name: string): string =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Words for a status of success. The table of `node:http` would take longer to load than all else here. */
const WORDS: Readonly<Record<number, string>> = {
    200: "OK",
    201: "Created",
    202: "Accepted",
    203: "Non-Authoritative Information",
    204: "No Content",
    206: "Partial Content",
};

/** Status, headers, attempts and allowances of an answer. */
export class ResponseInfo {
    readonly #text: string;
    readonly #vendor: string;
    #read: Head | undefined;
    #headers: Headers | undefined;
    #limits: RateLimits | undefined;

    /** @internal */
    constructor(text: string, vendor: string) {
        this.#text = text;
        this.#vendor = vendor;
    }

    get #head(): Head {
        return (this.#read ??= JSON.parse(this.#text) as Head);
    }

    /** HTTP status, 200 to 299. */
    get status(): number {
        return this.#head[0];
    }

    /** Whether the status is one of success. */
    get ok(): boolean {
        return this.status >= 200 && this.status <= 299;
    }

    /** The usual words for the status: the service's own are not kept. */
    get statusText(): string {
        return WORDS[this.status] ?? "";
    }

    /** Id of the request at the service, to quote in a report. */
    get requestID(): string | null {
        return this.#head[1];
    }

    /** How often the request was sent. */
    get attempts(): number {
        return this.#head[2];
    }

    /** Waits between the attempts in milliseconds, oldest first. */
    get waits(): number[] {
        return [...this.#head[3]];
    }

    /** How long the attempts waited for room in the rate limits, in milliseconds: the setting `pacing`. */
    get queued(): number {
        return this.#head[5];
    }

    /** The name of the route that the last attempt took, of `routes`; null if it went to the service itself. */
    get route(): string | null {
        return this.#head[6];
    }

    /** Header lines. */
    get headers(): Headers {
        return (this.#headers ??= headersOf(this.#head[4]));
    }

    /** The received header lines, in their order; a name that was sent twice is there twice. */
    get rawHeaders(): [name: string, value: string][] {
        return this.#head[4].map(([name, value]) => [name, value]);
    }

    /** The account's rate limits as the service reported them; for a stream, at its beginning. */
    get rateLimits(): RateLimits {
        if (this.#limits === undefined) {
            const [rows, remainingTokens] = JSON.parse(native.rateLimits(this.#text, this.#vendor)) as [
                Row[],
                number | null,
            ];
            const limits: Record<string, unknown> = { remainingTokens };
            for (const [name, limit, remaining, reset] of rows) {
                limits[camel(name)] = { limit, remaining, reset: reset === null ? null : new Date(reset) };
            }
            this.#limits = limits as unknown as RateLimits;
        }
        return this.#limits;
    }

    /** The output of `console.log`; it shows only the number of headers, because some hold secrets. */
    [inspect.custom](_depth: number, options: InspectOptions): string {
        const { status, requestID, attempts, waits, rateLimits } = this;
        const headers = `${this.#head[4].length} lines`;
        return `ResponseInfo ${inspect({ status, requestID, attempts, waits, rateLimits, headers }, options)}`;
    }

    /** The facts as plain values. */
    toJSON(): Record<string, unknown> {
        const { status, requestID, attempts, waits, rawHeaders, rateLimits } = this;
        return { status, requestID, attempts, waits, headers: rawHeaders, rateLimits };
    }
}
