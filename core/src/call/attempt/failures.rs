//! Failures of the transport, and of reading the body of a request, as errors of the crate.

use crate::error::scarce::{self, Scarce};
use crate::error::{Error, ErrorKind};
use crate::transport::{Failure, FailureKind};

/// The error for a request body that could not be read while it was sent. Neither the service nor the network is at
/// fault.
pub(super) fn not_read(error: std::io::Error) -> Error {
    let what = "the body of the request could not be read while it was sent";
    if let Some(scarce) = Scarce::of(&error) {
        return scarce.error(what, &error).with_source(error);
    }
    Error::config(format!("{what}: {error}")).with_subkind(Some("local_file")).with_source(error)
}

/// A transport failure as an error of the crate.
pub(crate) fn lost(failure: Failure, when: &str) -> Error {
    let message = format!("{}, {when}", failure.describe());
    let (kind, retryable, subkind) = match failure.kind {
        FailureKind::ConnectTimeout => (ErrorKind::Timeout, true, Some("connect_timeout")),
        FailureKind::Dns => (ErrorKind::Connection, true, Some("dns")),
        FailureKind::Connect => (ErrorKind::Connection, true, Some("connect")),
        FailureKind::Resources => (ErrorKind::Connection, true, Some(scarce::SUBKIND)),
        FailureKind::Lost => (ErrorKind::Connection, true, Some("connection_lost")),
        FailureKind::Tls => (ErrorKind::Connection, false, Some("tls")),
        FailureKind::Proxy => (ErrorKind::Connection, false, Some("proxy")),
        FailureKind::Setting => (ErrorKind::Config, false, None),
        FailureKind::Malformed => (ErrorKind::Decode, false, None),
        FailureKind::Coding => (ErrorKind::Decode, false, Some("content_encoding")),
    };
    let setting = failure.setting();
    Error::new(kind, message)
        .with_retryable(retryable)
        .with_subkind(subkind)
        .with_setting(setting)
        .with_source(failure.source)
}
