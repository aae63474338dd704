// The package's exports.

import { Client } from "./client.js";

export { APIPromise, type WithResponse } from "./api_promise.js";
export { ByteStream } from "./bytes.js";
export { Client, configure, type CopyOptions } from "./client.js";
export type { KeyFunction } from "./core.js";
export {
    APIConnectionError,
    APIConnectionTimeoutError,
    APIConnectionTimeoutError as APITimeoutError,
    APIError,
    APIResponseValidationError,
    APIStatusError,
    APIUserAbortError,
    AuthenticationError,
    BadRequestError,
    BillingError,
    ConfigError,
    ConflictError,
    DeadlineExceededError,
    type ErrorJSON,
    errorTable,
    InternalError,
    InternalServerError,
    NotFoundError,
    OverloadedError,
    ParlourError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    ServiceUnavailableError,
    StreamDecodeError,
    StreamEndedError,
    StreamError,
    StreamProtocolError,
    UnprocessableEntityError,
} from "./errors.js";
export { rawOf } from "./json.js";
export { type RateLimit, type RateLimits, ResponseInfo } from "./head.js";
export type { Logger, LogLevel } from "./log.js";
export { Messages } from "./messages.js";
export { version } from "./native.js";
export type * from "./options.js";
export type * from "./params.js";
export { RawResponse } from "./response.js";
export type { StopNotice } from "./stops.js";
export { MessageStream, type MessageStreamEvents, textOf } from "./stream.js";
export type * from "./types.js";
export default Client;
