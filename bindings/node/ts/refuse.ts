// What browsers, edge runtimes and React Native get in place of this package: a sentence. The names are there so that
// whoever links modules before running them gets as far as the sentence; a test compares them with the package.

export let APIConnectionError: never,
    APIConnectionTimeoutError: never,
    APIError: never,
    APIPromise: never,
    APIResponseValidationError: never,
    APIStatusError: never,
    APITimeoutError: never,
    APIUserAbortError: never,
    AuthenticationError: never,
    BadRequestError: never,
    BillingError: never,
    ByteStream: never,
    Client: never,
    ConfigError: never,
    configure: never,
    ConflictError: never,
    DeadlineExceededError: never,
    Emulator: never,
    errorTable: never,
    InternalError: never,
    InternalServerError: never,
    Messages: never,
    MessageStream: never,
    NotFoundError: never,
    OverloadedError: never,
    ParlourError: never,
    PermissionDeniedError: never,
    RateLimitError: never,
    rawOf: never,
    RawResponse: never,
    RecordedRequest: never,
    RequestTooLargeError: never,
    ResponseInfo: never,
    ServiceUnavailableError: never,
    StreamEndedError: never,
    StreamError: never,
    StreamProtocolError: never,
    textOf: never,
    UnprocessableEntityError: never,
    version: never;

throw new Error(
    "parlour runs on servers: it needs Node 20 or later, or a runtime that loads Node's native modules. This is a " +
        "browser, an edge runtime or React Native, or a bundler that takes it for one. Call the service from your " +
        "server, where the key is safe too; if this is a server's bundle, mark parlour as external.",
);
