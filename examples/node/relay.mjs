// Shared by the two relays: how an error is reported to a browser.

import {
    APIConnectionTimeoutError,
    BadRequestError,
    DeadlineExceededError,
    OverloadedError,
    RateLimitError,
    RequestTooLargeError,
} from "parlour";

/**
 * Status and headers for an error before the first event: it keeps its meaning.
 *
 * @param {import("parlour").APIError} error
 * @returns {{ status: number, headers: Record<string, string> }}
 */
export function refusal(error) {
    const { retryAfter } = error;
    const seconds = retryAfter === null ? null : Math.max(1, Math.round(retryAfter / 1000));
    return { status: statusOf(error), headers: seconds === null ? {} : { "retry-after": String(seconds) } };
}

/** @param {unknown} error */
function statusOf(error) {
    if (error instanceof BadRequestError || error instanceof RequestTooLargeError) return 400;
    if (error instanceof RateLimitError || error instanceof OverloadedError) return 503;
    if (error instanceof APIConnectionTimeoutError || error instanceof DeadlineExceededError) return 504;
    return 502;
}

/**
 * The part of the error that the browser may see, in the service's own shape. The full error belongs in the log of this
 * server.
 *
 * @param {import("parlour").APIError} error
 */
export function told(error) {
    const message = `the model did not answer (${error.kind})`;
    return { type: "error", error: { type: error.type ?? "api_error", message } };
}
