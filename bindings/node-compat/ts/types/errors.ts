// Errors in the bodies of answers, by the names of the official SDK. The classes are in ../errors.ts and
// ../code_errors.ts. It must not hold anything that runs.

import type * as R from "parlour";

/** The envelope in which the service reports an error (protocol §5.1). */
export type ErrorResponse = R.ErrorResponse;
/** An error in the body of an answer. */
export type ErrorObject = R.ErrorDetail;
/** The kind of failure; an open set. */
export type ErrorType =
    | "invalid_request_error"
    | "authentication_error"
    | "billing_error"
    | "permission_error"
    | "not_found_error"
    | "rate_limit_error"
    | "timeout_error"
    | "api_error"
    | "overloaded_error"
    | "conflict_error"
    | (string & {});

/** The service failed. */
export type APIErrorObject = R.ErrorDetail & { type: "api_error" };
/** The credential was not accepted. */
export type AuthenticationErrorObject = R.ErrorDetail & { type: "authentication_error" };
/** The account has a billing problem. */
export type BillingErrorObject = R.ErrorDetail & { type: "billing_error" };
/** The service took too long. */
export type GatewayTimeoutErrorObject = R.ErrorDetail & { type: "timeout_error" };
/** The request is not right. */
export type InvalidRequestErrorObject = R.ErrorDetail & { type: "invalid_request_error" };
/** There is no such thing. */
export type NotFoundErrorObject = R.ErrorDetail & { type: "not_found_error" };
/** The service has too much to do. */
export type OverloadedErrorObject = R.ErrorDetail & { type: "overloaded_error" };
/** The credential may not do this. */
export type PermissionErrorObject = R.ErrorDetail & { type: "permission_error" };
/** A limit of the account is reached. */
export type RateLimitErrorObject = R.ErrorDetail & { type: "rate_limit_error" };

/** The request is not right. */
export type InvalidRequestError = InvalidRequestErrorObject;
/** The account has a billing problem. */
export type BillingError = BillingErrorObject;
/** The credential may not do this. */
export type PermissionError = PermissionErrorObject;
/** An error in the body of an answer. */
export type BetaError = ErrorObject;
/** The service failed. */
export type BetaAPIError = APIErrorObject;
/** The credential was not accepted. */
export type BetaAuthenticationError = AuthenticationErrorObject;
/** The service took too long. */
export type BetaGatewayTimeoutError = GatewayTimeoutErrorObject;
/** There is no such thing. */
export type BetaNotFoundError = NotFoundErrorObject;
/** The service has too much to do. */
export type BetaOverloadedError = OverloadedErrorObject;
/** A limit of the account is reached. */
export type BetaRateLimitError = RateLimitErrorObject;
/** The features that threads do not support; an open set. */
export type ThreadUnsupportedFeatureName =
    | "cache_control"
    | "context_management"
    | "fallbacks"
    | "hipaa"
    | "inference_hooks"
    | "thinking"
    | (string & {});
