// The family of errors: one class for every kind of the core's table, built from the flat record that the native half
// hands over. Kind, retryability and wording come from the core.

import { messageOf } from "./answer.js";
import { brand, isInstance } from "./brand.js";
import { needObject } from "./arguments.js";
import { headersOf } from "./head.js";
import { immediate } from "./timers.js";
import { type ErrorRecord, native } from "./native.js";
import type { Message } from "./types.js";

/** The result of {@link ParlourError.toJSON} and argument of {@link ParlourError.from}. */
export interface ErrorJSON {
    /** The class. */
    name: string;
    /** Name of the kind in the core's error table. */
    kind: string;
    /** Number of the kind in the core's error table. */
    code: number;
    /** One sentence with advice. */
    message: string;
    [fact: string]: unknown;
}

/** The cause of an error. Replaces `ErrorOptions`, which the library of ES2020 does not have. */
export interface ErrorCause {
    /** The error or value that caused it, of any type. */
    cause?: unknown;
}

const NOTHING: ErrorRecord = {
    code: 0,
    kind: "Internal",
    message: "",
    display: "",
    // generated: nothing, from schema/errors.toml by `make generate`
    status: null,
    errorType: null,
    errorCode: null,
    details: null,
    appealUrl: null,
    requestId: null,
    retryAfter: null,
    notRetried: null,
    subkind: null,
    setting: null,
    retryable: false,
    midStream: false,
    sawStopReason: false,
    spendCap: false,
    // end generated
    headers: [],
    body: null,
    attempts: 0,
    waits: [],
    partial: null,
    partialUnfinished: null,
};

/**
 * Base of everything this package throws on its own account. `message` is one sentence with advice what to do next.
 *
 * The facts survive `toJSON()` and `from()`; `structuredClone` keeps only the fields that it keeps of any error.
 */
export class ParlourError extends Error {
    /** Name of the kind in the core's error table, for example `"RateLimit"`. */
    static readonly kind: string = "Internal";
    /** Number of the kind in the core's error table. */
    static readonly code: number = 0;

    // generated: own, from schema/errors.toml by `make generate`
    /** The HTTP status of the answer; 200 for an error inside a stream. `undefined` if no answer arrived. */
    readonly status: number | undefined;
    /**
     * The service's own type of the error, an open set, for example `"rate_limit_error"`. `null` if the answer has
     * none.
     */
    readonly type: string | null;
    /** The id of the request at the service, to quote in a report. `null` if there is none. */
    readonly requestID: string | null;
    /**
     * The delay that the service asked for, in milliseconds; also one that was too long to wait for. `null` if it asked
     * for none.
     */
    readonly retryAfter: number | null;
    // end generated
    /** How often the request was sent; 0 if nothing was. */
    readonly attempts: number;

    /** The answers that a tool run had got when it failed; undefined for other calls. Does not enumerate. */
    declare readonly turns?: readonly Message[];

    readonly #record: ErrorRecord;
    #headers: Headers | undefined;
    #partial: Message | null | undefined;

    constructor(record: Partial<ErrorRecord> | string = "", options?: ErrorCause) {
        const facts = { ...NOTHING, ...(typeof record === "string" ? { message: record } : record) };
        super(facts.display || facts.message, options);
        const made = new.target;
        if (facts.code === 0) {
            facts.code = made.code;
            facts.kind = made.kind;
        }
        this.#record = facts;
        // generated: assigned, from schema/errors.toml by `make generate`
        this.status = facts.status ?? undefined;
        this.type = facts.errorType;
        this.requestID = facts.requestId;
        this.retryAfter = facts.retryAfter;
        // end generated
        this.attempts = facts.attempts;
    }

    /** As {@link ParlourError.requestID}. */
    get request_id(): string | null {
        return this.requestID;
    }

    /** Number of the kind in the core's error table; 0 for an error that was not raised by the core. */
    get code(): number {
        return this.#record.code;
    }

    /** Name of the kind in the core's error table, for example `"RateLimit"`. */
    get kind(): string {
        return this.#record.kind;
    }

    /** The reason, without the advice of `message`. Not stable: programs must not parse it. */
    get reason(): string {
        return this.#record.message;
    }

    // generated: getters, from schema/errors.toml by `make generate`
    /**
     * The service's own code of the error, an open set, which distinguishes errors of one type: for example
     * `"contract_spend_limit_reached"`. `null` if the answer has none.
     */
    get errorCode(): string | null {
        return this.#record.errorCode;
    }

    /**
     * Further details from the service, for example the `paths` of images that are too large. `null` if the answer has
     * none.
     */
    get details(): Record<string, unknown> | null {
        return objectOf(this.#record.details);
    }

    /**
     * The page on which the owner of an account that is on hold can appeal, of a failure `organization_on_hold`. `null`
     * if the service names none.
     */
    get appealUrl(): string | null {
        return this.#record.appealUrl;
    }

    /**
     * Why the call was not repeated (again): `"exhausted"`, `"budget_empty"`, `"not_retryable"`,
     * `"retry_after_too_long"`, `"deadline_would_pass"`, `"server_said_no"`, `"spend_cap"` or `"hook"`. `null` for a
     * failure that is never retried.
     */
    get notRetried(): string | null {
        return this.#record.notRetried;
    }

    /**
     * The cause within the kind, an open set: of a lost connection `"dns"`, `"connect"`, `"connection_lost"`, `"tls"`,
     * `"proxy"` or `"resources"`; of a limit of time or size its setting, such as `"answer_timeout"` or
     * `"max_response_bytes"`. `null` where the kind says all.
     */
    get subkind(): string | null {
        return this.#record.subkind;
    }

    /**
     * The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that
     * was refused. The name is the same in every language, for example `"answer_timeout"`; an open set. `null` if it is
     * about none.
     */
    get setting(): string | null {
        return this.#record.setting;
    }

    /** Whether the same call may succeed later. */
    get isRetryable(): boolean {
        return this.#record.retryable;
    }

    /** Whether the failure came inside a stream, after its headers. */
    get isMidStream(): boolean {
        return this.#record.midStream;
    }

    /** Whether a stream broke off after its stop reason had arrived. */
    get sawStopReason(): boolean {
        return this.#record.sawStopReason;
    }

    /** Whether a 429 reports a spend cap, which waiting does not lift. */
    get isSpendCap(): boolean {
        return this.#record.spendCap;
    }
    // end generated

    /** Header lines of the answer; undefined if none arrived. */
    get headers(): Headers | undefined {
        const { headers } = this.#record;
        return headers.length === 0 ? undefined : (this.#headers ??= headersOf(headers));
    }

    /** Body of the answer: parsed if it is JSON, else as text; undefined if there is none. */
    get error(): unknown {
        const { body } = this.#record;
        if (body === null) return undefined;
        const text = body.toString();
        try {
            return JSON.parse(text) as unknown;
        } catch {
            return text;
        }
    }

    /** Body of the answer as received: text, or bytes if it is not UTF-8. */
    get rawBody(): string | Uint8Array | null {
        return this.#record.body;
    }

    /** Waits between the attempts in milliseconds, oldest first. */
    get waits(): number[] {
        return [...this.#record.waits];
    }

    /** The part of the message that had arrived when a stream failed. */
    get partialMessage(): Message | null {
        if (this.#partial === undefined) {
            const { partial, partialUnfinished } = this.#record;
            this.#partial = partial === null ? null : messageOf(partial, null, partialUnfinished);
        }
        return this.#partial;
    }

    /** All facts as plain values, for a log or another process; {@link ParlourError.from} reads them. */
    toJSON(): ErrorJSON {
        const { body, ...facts } = this.#record;
        return {
            ...facts,
            name: this.name,
            body: body === null || typeof body === "string" ? body : { base64: body.toString("base64") },
        };
    }

    /** The error again, from what `toJSON()` gave. */
    static from(json: ErrorJSON): ParlourError {
        needObject("an error as JSON", json, "one of toJSON()");
        const { name, body, ...facts } = json;
        const bytes = (body as { base64?: unknown } | null)?.base64;
        const record = {
            ...NOTHING,
            ...facts,
            body:
                typeof bytes === "string" ? Buffer.from(bytes, "base64") : ((body ?? null) as string | null),
        };
        const named = CLASSES.find((known) => known.name === name);
        return named === undefined ? errorOf(record) : new named(record);
    }

    /** An error of another copy of this package is an instance too. */
    static override [Symbol.hasInstance](value: unknown): boolean {
        return isInstance(this, value);
    }

    static {
        // On the prototype, as the built-in errors have it.
        ParlourError.prototype.name = "ParlourError";
    }
}

// generated: classes, from schema/errors.toml by `make generate`
/** A call failed at the service or on the way to it, or was aborted. */
export class APIError extends ParlourError {}

/** The service answered with an error; also the class of a status that has no class of its own. */
export class APIStatusError extends APIError {
    static override readonly kind: string = "ApiStatus";
    static override readonly code: number = 14;
}

/** 400: the request is malformed, or does not fit the context window. */
export class BadRequestError extends APIStatusError {
    static override readonly kind = "BadRequest";
    static override readonly code = 1;
}

/** 401: the key or token is missing, wrong or expired. */
export class AuthenticationError extends APIStatusError {
    static override readonly kind = "Authentication";
    static override readonly code = 2;
}

/** 402: a payment problem of the account. */
export class BillingError extends APIStatusError {
    static override readonly kind = "Billing";
    static override readonly code = 3;
}

/** 403: the credential may not use this resource. */
export class PermissionDeniedError extends APIStatusError {
    static override readonly kind = "PermissionDenied";
    static override readonly code = 4;
}

/** 404: unknown path, model, batch or file. */
export class NotFoundError extends APIStatusError {
    static override readonly kind = "NotFound";
    static override readonly code = 5;
}

/** 409: conflict with the current state. */
export class ConflictError extends APIStatusError {
    static override readonly kind = "Conflict";
    static override readonly code = 6;
}

/** 413: the body is larger than the service accepts. */
export class RequestTooLargeError extends APIStatusError {
    static override readonly kind = "RequestTooLarge";
    static override readonly code = 7;
}

/** 422: understood, but not processable. */
export class UnprocessableEntityError extends APIStatusError {
    static override readonly kind = "UnprocessableEntity";
    static override readonly code = 8;
}

/** 429: requests or tokens per minute are used up, or a spend cap is reached (`isSpendCap`). */
export class RateLimitError extends APIStatusError {
    static override readonly kind = "RateLimit";
    static override readonly code = 9;
}

/** 500 and other 5xx: a failure inside the service. */
export class InternalServerError extends APIStatusError {
    static override readonly kind: string = "InternalServer";
    static override readonly code: number = 10;
}

/** 503: the service cannot be reached behind its gateway. */
export class ServiceUnavailableError extends InternalServerError {
    static override readonly kind = "ServiceUnavailable";
    static override readonly code = 11;
}

/** 504: the service exceeded its own deadline. */
export class DeadlineExceededError extends InternalServerError {
    static override readonly kind = "DeadlineExceeded";
    static override readonly code = 12;
}

/** 529: the service is overloaded. Also inside a stream, where `status` is 200. */
export class OverloadedError extends InternalServerError {
    static override readonly kind = "Overloaded";
    static override readonly code = 13;
}

/** The connection could not be made, or was lost. */
export class APIConnectionError extends APIError {
    static override readonly kind: string = "Connection";
    static override readonly code: number = 15;
}

/** A time limit ran out; the message names it. */
export class APIConnectionTimeoutError extends APIConnectionError {
    static override readonly kind = "Timeout";
    static override readonly code = 16;
}

/** A stream did not arrive completely; `partialMessage` has the part that arrived. */
export class StreamError extends APIError {}

/** The events of a stream contradict the protocol. */
export class StreamProtocolError extends StreamError {
    static override readonly kind = "StreamProtocol";
    static override readonly code = 17;
}

/** The stream ended before the message was complete. */
export class StreamEndedError extends StreamError {
    static override readonly kind = "StreamEnded";
    static override readonly code = 18;
}

/** An answer that cannot be read. */
export class APIResponseValidationError extends APIError {
    static override readonly kind = "Decode";
    static override readonly code = 19;

    /** A {@link StreamDecodeError} is one as well; a class extends only one other. */
    static override [Symbol.hasInstance](value: unknown): boolean {
        const ordinary = super[Symbol.hasInstance](value);
        return ordinary || (this === APIResponseValidationError && value instanceof StreamDecodeError);
    }
}

/**
 * An event of a stream that cannot be read, or a stream larger than its limit allows. It is an instance of
 * `APIResponseValidationError` as well.
 */
export class StreamDecodeError extends StreamError {
    static override readonly kind = "Decode";
    static override readonly code = 19;
}

/** This program aborted the call or stream. `cause` is the reason of the signal, if a signal was used. */
export class APIUserAbortError extends APIError {
    static override readonly kind = "Cancelled";
    static override readonly code = 20;
}

/** The client refused settings, options or a request before it sent anything. */
export class ConfigError extends ParlourError {
    static override readonly kind = "Config";
    static override readonly code = 21;
}

/** A defect of this library. */
export class InternalError extends ParlourError {
    static override readonly kind = "Internal";
    static override readonly code = 22;
}

/** A limit that the client keeps by itself has no room for the call in its time. Nothing was sent. */
export class OverLimitError extends APIError {
    static override readonly kind = "OverLimit";
    static override readonly code = 23;
}

/** A hook of the program failed, or refused the call; what it raised is the cause of this error. */
export class HookError extends APIError {
    static override readonly kind = "Hook";
    static override readonly code = 24;
}

/** The client drains: it lets its running calls end and begins no others. Nothing was sent. */
export class DrainingError extends APIError {
    static override readonly kind = "Draining";
    static override readonly code = 25;
}
// end generated

type ErrorClass = typeof ParlourError;

const CLASSES: ErrorClass[] = [
    ParlourError,
    // generated: list, from schema/errors.toml by `make generate`
    APIError,
    APIStatusError,
    BadRequestError,
    AuthenticationError,
    BillingError,
    PermissionDeniedError,
    NotFoundError,
    ConflictError,
    RequestTooLargeError,
    UnprocessableEntityError,
    RateLimitError,
    InternalServerError,
    ServiceUnavailableError,
    DeadlineExceededError,
    OverloadedError,
    APIConnectionError,
    APIConnectionTimeoutError,
    StreamError,
    StreamProtocolError,
    StreamEndedError,
    APIResponseValidationError,
    StreamDecodeError,
    APIUserAbortError,
    ConfigError,
    InternalError,
    OverLimitError,
    HookError,
    DrainingError,
    // end generated
];

const BY_CODE = new Map<number, ErrorClass>();
for (const known of CLASSES) {
    known.prototype.name = known.name;
    brand(known, known.name);
    if (known.code !== 0 && !BY_CODE.has(known.code)) BY_CODE.set(known.code, known);
}

const objectOf = (text: string | null): Record<string, unknown> | null =>
    text === null ? null : (JSON.parse(text) as Record<string, unknown>);

/** The error for the record of a failure. */
export function errorOf(record: ErrorRecord, options?: ErrorCause): ParlourError {
    const found =
        record.code === StreamDecodeError.code && record.midStream
            ? StreamDecodeError
            : (BY_CODE.get(record.code) ?? (record.status === null ? APIError : APIStatusError));
    return deferStack(new found(record, options));
}

/** As {@link errorOf}; an error of a hook has what the hook threw as its cause. */
export function errorAfter(record: ErrorRecord, raised: ErrorCause | undefined): ParlourError {
    return errorOf(record, record.code === HookError.code ? raised : undefined);
}

/** Errors that were made on the event loop, where no code of the user's was on the stack. */
const stackless = new WeakSet<Error>();

/** Marks an error whose stack is to be captured where it is handed to the user. */
export function deferStack<T extends Error>(error: T): T {
    stackless.add(error);
    return error;
}

/** Captures the stack here, for the first consumer that awaits such an error. */
export function captureStack(error: unknown): void {
    if (stackless.delete(error as Error)) Error.captureStackTrace(error as Error, captureStack);
}

let warned = false;

/**
 * Warns of a failure that nobody observes by the next turn of the event loop; once in a thread, because without a
 * network a thousand calls fail alike.
 */
export function warnUnobserved(error: unknown, observed: () => boolean): void {
    if (warned || error instanceof APIUserAbortError) return;
    immediate(() => {
        if (warned || observed()) return;
        warned = true;
        const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        process.emitWarning(`a call failed, and nothing waits for what comes of it: ${what}`, {
            type: "ParlourWarning",
            code: "PARLOUR_UNAWAITED",
            detail: "Await the promise of a call, read its stream, or listen to its `error`. This is said once.",
        });
    });
}

/** Converts an error of the native half to one of ours; returns anything else unchanged. */
export function fromNative(error: unknown): unknown {
    const { code, info } = error as { code?: unknown; info?: ErrorRecord };
    return code === "PARLOUR" && info !== undefined ? errorOf(info) : error;
}

/** Runs a function of the native half, and converts its errors to ours. */
export function translateErrors<T>(run: () => T): T {
    try {
        return run();
    } catch (error) {
        throw fromNative(error);
    }
}

/** The error for a call that this program gave up. */
export function abortError(
    cause: unknown,
    partial: string | null = null,
    reason = "given up by this program",
): APIUserAbortError {
    const display = `the call was aborted: ${reason}; next: nothing, unless that was not meant`;
    const facts = { message: reason, display, partial, midStream: partial !== null };
    return deferStack(new APIUserAbortError(facts, cause === undefined ? undefined : { cause }));
}

/** The error for a use of a stream that it cannot serve; not for decisions of the core. */
export function misuse(message: string): ParlourError {
    return new ParlourError(message);
}

/** Code, name and retryability of every kind of failure that the core knows. */
export function errorTable(): [code: number, kind: string, retryable: boolean][] {
    return native.errorTable();
}
