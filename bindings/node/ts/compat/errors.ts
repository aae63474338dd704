// The error classes by the names and with the constructors of the field's SDK. An error of this package is an instance of them;
// they make one of this package, for tests of programs. The tables are those of ../errors.ts.

import * as own from "../errors.js";
import { refusal, RETRYABLE } from "./refusals.js";

type Kind = typeof own.ParlourError;

/** Header lines as programs have them. */
export type HeadersLike = Headers | Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

function linesOf(headers: HeadersLike | undefined | null): [string, string][] {
    if (headers === undefined || headers === null) return [];
    const lines = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    return lines.map(([name, value]) => [name.toLowerCase(), value]);
}

/** An error in the body of an answer. */
interface Told {
    type?: string;
    message?: string;
    details?: { error_code?: unknown } | null;
}

/** The record of an error that a program makes. */
function recordOf(
    status: number | undefined,
    error: object | undefined,
    message: string | undefined,
    headers: HeadersLike | undefined,
    type: string | null | undefined,
): object {
    const lines = linesOf(headers);
    const told = (error as { error?: Told } | undefined)?.error;
    const details = told?.details ?? null;
    const code = details?.error_code;
    const words = message ?? told?.message ?? (error === undefined ? "" : JSON.stringify(error));
    return {
        message: words,
        display: status === undefined ? words : `${status} ${words}`.trim(),
        status: status ?? null,
        errorType: type ?? told?.type ?? null,
        errorCode: typeof code === "string" ? code : null,
        details: details === null ? null : JSON.stringify(details),
        requestId: lines.find(([name]) => name === "request-id")?.[1] ?? null,
        headers: lines,
        body: error === undefined ? null : JSON.stringify(error),
    };
}

/** Whether an error of this package is what a class of the SDK means. */
type Test = (error: own.ParlourError) => boolean;

/** Of the class of an answer's error: how it is made. */
export interface OfAnswer<I> {
    /** The error of an answer with this status, body and head. */
    new (status?: number, error?: object, message?: string, headers?: HeadersLike, type?: string | null): I;
    /** What its errors have. */
    readonly prototype: I;
}

/** Of the class of an error without an answer. */
interface OfNone<I> {
    new (told?: {
        /** What it says. */
        message?: string | undefined;
        /** What it comes from. */
        cause?: Error | undefined;
    }): I;
    readonly prototype: I;
}

/** Of the base of all. */
interface OfAny<I> {
    new (message?: string): I;
    readonly prototype: I;
}

/** A class whose instances are those of one of ours, or some of them. `isWhole`: no class is derived from it here. */
function standIn<T extends Kind, Made = OfAnswer<InstanceType<T>>>(
    Own: T,
    name: string,
    test?: Test,
    isWhole = false,
): Made {
    const Base = Own as unknown as new (record: object) => own.ParlourError;
    const StandIn = class extends Base {
        constructor(
            status?: number | string | { message?: string; cause?: unknown },
            error?: object,
            message?: string,
            headers?: HeadersLike,
            type?: string | null,
        ) {
            // Those that came without an answer take their words first.
            const words = (typeof status === "object" ? status.message : status) ?? WORDS[name];
            super(
                typeof words === "string"
                    ? recordOf(undefined, undefined, words, undefined, undefined)
                    : recordOf(words, error, message, headers, type),
            );
            if (typeof status === "object" && status.cause !== undefined) this.cause = status.cause;
        }

        static override [Symbol.hasInstance](value: unknown): boolean {
            // The exported class is derived from this one; what a program derives from that has instances of its own.
            const made: unknown = isWhole ? this : Object.getPrototypeOf(this);
            if (made !== StandIn) return Function.prototype[Symbol.hasInstance].call(this, value);
            return value instanceof Own && (test === undefined || test(value));
        }
    };
    Object.defineProperty(StandIn, "name", { value: name });
    return StandIn as never;
}

/** The class of the errors of one of ours with this code. */
export function ofCode<Made>(Own: Kind, name: string, code: string): OfAnswer<Made> {
    return standIn(Own, name, (error) => error.errorCode === code, true);
}

const ofEnds = new Map<string, unknown>();

/** @internal The class of the refused requests whose code ends so; always the same for a name. */
export function ofEnd(name: string, end: string): unknown {
    let made = ofEnds.get(name);
    if (made === undefined) {
        made = standIn(own.BadRequestError, name, (error) => error.errorCode?.endsWith(end) === true, true);
        ofEnds.set(name, made);
    }
    return made;
}

/** What an error without an answer says if its program gives it no words. */
const WORDS: Readonly<Record<string, string>> = {
    APIUserAbortError: "the call was aborted",
    APIConnectionError: "the connection failed",
    APIConnectionTimeoutError: "a time limit ran out",
};

const withStatus =
    (status: number): Test =>
    (error) =>
        error.status === status;

/** The base of all. The SDK calls it by its vendor's name, as `Client` does at run time. */
export class ParlourError extends standIn<typeof own.ParlourError, OfAny<own.ParlourError>>(
    own.ParlourError,
    "ParlourError",
) {}
/** Not thrown here: with it, the SDK's middleware asks for another attempt. */
export class RetryableError extends standIn<typeof own.ParlourError, OfAny<own.ParlourError>>(
    own.ParlourError,
    "RetryableError",
    () => false,
) {
    constructor(_message?: string) {
        super();
        throw refusal("RetryableError", RETRYABLE);
    }
}
/** The service answered with an error, or could not be asked. */
export class APIError extends standIn(own.APIError, "APIError") {
    /** The error of the class that belongs to a status; without a status, a failure of the connection. */
    static generate(
        status: number | undefined,
        error: object | undefined,
        message: string | undefined,
        headers: HeadersLike | undefined,
    ): own.APIError {
        if (status === undefined) return new APIConnectionError({ message: message ?? "" });
        const Found = BY_STATUS[status] ?? (status >= 500 ? InternalServerError : APIError);
        return new Found(status, error, message, headers);
    }
}
/** The call was aborted by this program. */
export class APIUserAbortError extends standIn<typeof own.APIUserAbortError, OfNone<own.APIUserAbortError>>(
    own.APIUserAbortError,
    "APIUserAbortError",
) {}
/** No connection, or it was lost. */
export class APIConnectionError extends standIn<
    typeof own.APIConnectionError,
    OfNone<own.APIConnectionError>
>(own.APIConnectionError, "APIConnectionError") {}
/** A time limit ran out. */
export class APIConnectionTimeoutError extends standIn<
    typeof own.APIConnectionTimeoutError,
    OfNone<own.APIConnectionTimeoutError>
>(own.APIConnectionTimeoutError, "APIConnectionTimeoutError") {}
/** 400. */
export class BadRequestError extends standIn(own.BadRequestError, "BadRequestError") {}
/** 401. */
export class AuthenticationError extends standIn(own.AuthenticationError, "AuthenticationError") {}
/** 402. */
export class PaymentRequiredError extends standIn(own.BillingError, "PaymentRequiredError") {}
/** 403. */
export class PermissionDeniedError extends standIn(own.PermissionDeniedError, "PermissionDeniedError") {}
/** 404. */
export class NotFoundError extends standIn(own.NotFoundError, "NotFoundError") {}
/** 408. */
export class RequestTimeoutError extends standIn(
    own.APIStatusError,
    "RequestTimeoutError",
    withStatus(408),
) {}
/** 409. */
export class ConflictError extends standIn(own.ConflictError, "ConflictError") {}
/** 412. */
export class PreconditionFailedError extends standIn(
    own.APIStatusError,
    "PreconditionFailedError",
    withStatus(412),
) {}
/** 413. */
export class ContentTooLargeError extends standIn(own.RequestTooLargeError, "ContentTooLargeError") {}
/** 422. */
export class UnprocessableEntityError extends standIn(
    own.UnprocessableEntityError,
    "UnprocessableEntityError",
) {}
/** 429. */
export class RateLimitError extends standIn(own.RateLimitError, "RateLimitError") {}
/** 431. */
export class RequestHeaderFieldsTooLargeError extends standIn(
    own.APIStatusError,
    "RequestHeaderFieldsTooLargeError",
    withStatus(431),
) {}
/** 499. */
export class ClientClosedRequestError extends standIn(
    own.APIStatusError,
    "ClientClosedRequestError",
    withStatus(499),
) {}
/** 5xx. */
export class InternalServerError extends standIn(own.InternalServerError, "InternalServerError") {}
/** 501. */
export class NotImplementedError extends standIn(
    own.InternalServerError,
    "NotImplementedError",
    withStatus(501),
) {}
/** 503. */
export class ServiceUnavailableError extends standIn(
    own.ServiceUnavailableError,
    "ServiceUnavailableError",
) {}
/** 504. */
export class GatewayTimeoutError extends standIn(own.DeadlineExceededError, "GatewayTimeoutError") {}
/** 529. */
export class OverloadedError extends standIn(own.OverloadedError, "OverloadedError") {}

const BY_STATUS: Readonly<
    Record<
        number,
        new (status: number, error?: object, message?: string, headers?: HeadersLike) => own.APIError
    >
> = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    408: RequestTimeoutError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: ContentTooLargeError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    431: RequestHeaderFieldsTooLargeError,
    499: ClientClosedRequestError,
    501: NotImplementedError,
    503: ServiceUnavailableError,
    504: GatewayTimeoutError,
    529: OverloadedError,
};
