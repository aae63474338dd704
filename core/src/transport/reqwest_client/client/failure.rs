//! Reads the errors of reqwest by the types along the chain of sources, never by text.

use std::error::Error as StdError;
use std::io;

use http::Uri;

use crate::transport::failure::{broken_off, chain, is_gone, unconnected};
use crate::transport::{Failure, FailureKind};

/// A request that got no answer from reqwest.
pub(super) fn unanswered(error: reqwest::Error, to: &Uri) -> Failure {
    // The URL may hold a query, which belongs in no log.
    let error = error.without_url();
    if !error.is_connect() {
        return broken_off(error);
    }
    // The type of its own limit is private.
    let timed_out = error.is_timeout();
    let mut failure = unconnected(error.into(), to);
    if timed_out {
        failure.kind = FailureKind::ConnectTimeout;
    }
    failure
}

/// Whether the service said that it has not processed the request: by refusing its stream, or with a GOAWAY that names
/// an earlier stream as the last one (RFC 9113 §6.8, §8.7). After ENHANCE_YOUR_CALM the request is not resent at once.
pub(super) fn was_not_processed(error: &(dyn StdError + 'static)) -> bool {
    chain(error).filter_map(|cause| cause.downcast_ref::<h2::Error>()).any(|error| {
        let refused = error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM);
        // h2 gives this error to streams above the one named, and to no other.
        let left = error.is_go_away() && error.reason() != Some(h2::Reason::ENHANCE_YOUR_CALM);
        error.is_remote() && (refused || left)
    })
}

/// Whether the connection of HTTP/1.1 was closed or reset before the head of an answer was whole.
pub(super) fn closed_without_answer(error: &(dyn StdError + 'static)) -> bool {
    chain(error).any(|cause| {
        let ended = cause.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_incomplete_message);
        ended || cause.downcast_ref::<io::Error>().is_some_and(is_gone)
    })
}
