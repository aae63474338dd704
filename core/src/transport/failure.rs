//! What went wrong below HTTP, told apart by types along the chain of sources, never by text. It must not know what
//! is done about it.

use std::error::Error as StdError;
use std::{fmt, io};

use hyper_util::client::legacy;

use super::{Failure, FailureKind};

pub(super) type BoxError = Box<dyn StdError + Send + Sync>;

/// The connection was not made in time.
#[derive(Debug)]
pub(super) struct ConnectLimit;

impl fmt::Display for ConnectLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("operation timed out")
    }
}

impl StdError for ConnectLimit {}

/// Marks what the resolver said; the connector above it tells it from other failures by text alone.
#[derive(Debug)]
pub(super) struct DnsError(pub(super) io::Error);

impl fmt::Display for DnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dns error")
    }
}

impl StdError for DnsError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.0)
    }
}

/// A request that got no answer from hyper.
pub(super) fn unanswered(error: legacy::Error) -> Failure {
    let kind = if error.is_connect() { no_connection(&error) } else { broken(&error) };
    Failure { kind, source: Box::new(error) }
}

/// A connection that was not made.
pub(super) fn unconnected(error: BoxError) -> Failure {
    Failure { kind: no_connection(error.as_ref()), source: error }
}

/// An answer that broke off.
pub(super) fn broken_off(error: impl StdError + Send + Sync + 'static) -> Failure {
    Failure { kind: broken(&error), source: Box::new(error) }
}

fn no_connection(error: &(dyn StdError + 'static)) -> FailureKind {
    if chain(error).any(is_timeout) {
        FailureKind::ConnectTimeout
    } else if chain(error).any(|cause| cause.is::<DnsError>()) {
        FailureKind::Dns
    } else if chain(error).any(is_tls) {
        FailureKind::Tls
    } else {
        FailureKind::Connect
    }
}

fn broken(error: &(dyn StdError + 'static)) -> FailureKind {
    for cause in chain(error) {
        if let Some(hyper) = cause.downcast_ref::<hyper::Error>() {
            if hyper.is_incomplete_message()
                || hyper.is_canceled()
                || hyper.is_closed()
                || hyper.is_body_write_aborted()
            {
                return FailureKind::Lost;
            }
            if hyper.is_parse() {
                return FailureKind::Malformed;
            }
        }
        if let Some(io) = cause.downcast_ref::<io::Error>()
            && matches!(io.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput)
        {
            return if chain(error).any(is_tls) { FailureKind::Tls } else { FailureKind::Malformed };
        }
    }
    FailureKind::Lost
}

/// Our own limit, the share of it that one of several addresses gets, or the system's.
fn is_timeout(cause: &(dyn StdError + 'static)) -> bool {
    cause.is::<ConnectLimit>()
        || cause.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::TimedOut)
}

/// rustls hands its errors over inside an `io::Error`, sometimes inside one more; the `source()` of those skips
/// what they hold.
fn is_tls(cause: &(dyn StdError + 'static)) -> bool {
    let mut inner = Some(cause);
    while let Some(error) = inner {
        if error.is::<rustls::Error>() {
            return true;
        }
        inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .map(|held| held as &(dyn StdError + 'static));
    }
    false
}

fn chain<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause| {
        let cause: &'a (dyn StdError + 'static) = *cause;
        cause.source()
    })
}
