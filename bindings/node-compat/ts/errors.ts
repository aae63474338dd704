// The error classes by the names and with the constructors of the official SDK. Those by codes are in ./code_errors.ts.
// The tables are those of ../errors.ts.

import * as own from "parlour";
import { type HeadersLike, type OfAny, type OfNone, standIn, withStatus } from "./error_classes.js";
import { refusal, RETRYABLE } from "./refusals.js";

export type { HeadersLike } from "./error_classes.js";

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
