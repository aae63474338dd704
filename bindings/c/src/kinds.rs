//! The kinds of errors as numbers. The compiler checks that the table is the core's.

use parlour_bridge::info::ErrorKind;

use crate::catch::value_or;
use crate::text::parlour_str;

/// The kind of an error: one of PARLOUR_KIND_..., or a number of a newer library.
pub type parlour_kind = u32;

/// 400: the request is malformed or does not fit the context window.
pub const PARLOUR_KIND_BAD_REQUEST: parlour_kind = 1;
/// 401: the key or token is missing, wrong or expired.
pub const PARLOUR_KIND_AUTHENTICATION: parlour_kind = 2;
/// 402: a payment problem of the account.
pub const PARLOUR_KIND_BILLING: parlour_kind = 3;
/// 403: the credential may not use this resource.
pub const PARLOUR_KIND_PERMISSION_DENIED: parlour_kind = 4;
/// 404: unknown path, model, batch or file.
pub const PARLOUR_KIND_NOT_FOUND: parlour_kind = 5;
/// 409: conflict with the current state.
pub const PARLOUR_KIND_CONFLICT: parlour_kind = 6;
/// 413: the body is larger than the service takes.
pub const PARLOUR_KIND_REQUEST_TOO_LARGE: parlour_kind = 7;
/// 422: understood but not processable.
pub const PARLOUR_KIND_UNPROCESSABLE_ENTITY: parlour_kind = 8;
/// 429: requests or tokens per minute are used up, or a spend cap is reached.
pub const PARLOUR_KIND_RATE_LIMIT: parlour_kind = 9;
/// 500 and other 5xx: a failure inside the service.
pub const PARLOUR_KIND_INTERNAL_SERVER: parlour_kind = 10;
/// 503: the service cannot be reached behind its gateway.
pub const PARLOUR_KIND_SERVICE_UNAVAILABLE: parlour_kind = 11;
/// 504: the service gave up on its own deadline.
pub const PARLOUR_KIND_DEADLINE_EXCEEDED: parlour_kind = 12;
/// 529: the service is overloaded.
pub const PARLOUR_KIND_OVERLOADED: parlour_kind = 13;
/// Any other status, redirects included.
pub const PARLOUR_KIND_API_STATUS: parlour_kind = 14;
/// No connection, or it was lost.
pub const PARLOUR_KIND_CONNECTION: parlour_kind = 15;
/// One of the time limits ran out.
pub const PARLOUR_KIND_TIMEOUT: parlour_kind = 16;
/// The events of a stream contradict the protocol.
pub const PARLOUR_KIND_STREAM_PROTOCOL: parlour_kind = 17;
/// The stream ended before the message was complete.
pub const PARLOUR_KIND_STREAM_ENDED: parlour_kind = 18;
/// An answer that cannot be read.
pub const PARLOUR_KIND_DECODE: parlour_kind = 19;
/// The caller gave up.
pub const PARLOUR_KIND_CANCELLED: parlour_kind = 20;
/// Settings or a request that were refused before any I/O.
pub const PARLOUR_KIND_CONFIG: parlour_kind = 21;
/// A defect of this library.
pub const PARLOUR_KIND_INTERNAL: parlour_kind = 22;
/// A limit that the client keeps by itself has no room for the call; nothing was sent.
pub const PARLOUR_KIND_OVER_LIMIT: parlour_kind = 23;
/// A hook of the program failed, or refused the call.
pub const PARLOUR_KIND_HOOK: parlour_kind = 24;
/// The client drains: it lets its running calls end and begins no others. Nothing was sent.
pub const PARLOUR_KIND_DRAINING: parlour_kind = 25;

/// Each kind of the core with the constant above.
const TABLE: &[(ErrorKind, u32)] = &[
    (ErrorKind::BadRequest, PARLOUR_KIND_BAD_REQUEST),
    (ErrorKind::Authentication, PARLOUR_KIND_AUTHENTICATION),
    (ErrorKind::Billing, PARLOUR_KIND_BILLING),
    (ErrorKind::PermissionDenied, PARLOUR_KIND_PERMISSION_DENIED),
    (ErrorKind::NotFound, PARLOUR_KIND_NOT_FOUND),
    (ErrorKind::Conflict, PARLOUR_KIND_CONFLICT),
    (ErrorKind::RequestTooLarge, PARLOUR_KIND_REQUEST_TOO_LARGE),
    (ErrorKind::UnprocessableEntity, PARLOUR_KIND_UNPROCESSABLE_ENTITY),
    (ErrorKind::RateLimit, PARLOUR_KIND_RATE_LIMIT),
    (ErrorKind::InternalServer, PARLOUR_KIND_INTERNAL_SERVER),
    (ErrorKind::ServiceUnavailable, PARLOUR_KIND_SERVICE_UNAVAILABLE),
    (ErrorKind::DeadlineExceeded, PARLOUR_KIND_DEADLINE_EXCEEDED),
    (ErrorKind::Overloaded, PARLOUR_KIND_OVERLOADED),
    (ErrorKind::ApiStatus, PARLOUR_KIND_API_STATUS),
    (ErrorKind::Connection, PARLOUR_KIND_CONNECTION),
    (ErrorKind::Timeout, PARLOUR_KIND_TIMEOUT),
    (ErrorKind::StreamProtocol, PARLOUR_KIND_STREAM_PROTOCOL),
    (ErrorKind::StreamEnded, PARLOUR_KIND_STREAM_ENDED),
    (ErrorKind::Decode, PARLOUR_KIND_DECODE),
    (ErrorKind::Cancelled, PARLOUR_KIND_CANCELLED),
    (ErrorKind::Config, PARLOUR_KIND_CONFIG),
    (ErrorKind::Internal, PARLOUR_KIND_INTERNAL),
    (ErrorKind::OverLimit, PARLOUR_KIND_OVER_LIMIT),
    (ErrorKind::Hook, PARLOUR_KIND_HOOK),
    (ErrorKind::Draining, PARLOUR_KIND_DRAINING),
];

/// A kind that the core has and the header has not, or under another number, does not compile.
const _: () = {
    let (mut kinds, mut table) = (ErrorKind::ALL, TABLE);
    while let ([kind, more_kinds @ ..], [(known, number), more_rows @ ..]) = (kinds, table) {
        assert!(kind.code() == known.code() && kind.code() as u32 == *number, "a kind has another number");
        kinds = more_kinds;
        table = more_rows;
    }
    assert!(kinds.is_empty() && table.is_empty(), "a kind has no constant");
};

/// The number of kinds of errors that the loaded library knows: they are numbered from 1 to this.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_kind_count() -> u32 {
    u32::try_from(TABLE.len()).unwrap_or(0)
}

/// The name of a kind of error, for example "RateLimit"; empty for a number that is none. Static.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_kind_name(kind: parlour_kind) -> parlour_str {
    value_or(parlour_str::EMPTY, || row(kind).map(|row| parlour_str::of(row.name)))
}

/// Whether errors of a kind are worth repeating unless the service said otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_kind_is_retryable(kind: parlour_kind) -> bool {
    value_or(false, || row(kind).map(|row| row.retryable))
}

fn row(kind: parlour_kind) -> Option<&'static parlour_bridge::ErrorRow> {
    parlour_bridge::error_table().iter().find(|row| u32::from(row.code) == kind)
}
