//! The interface to HTTP: sends one request, and reads the answer chunk by chunk.

pub(crate) mod address;
mod budget;
mod coding;
mod connect;
mod connection;
mod exceptions;
mod failure;
mod gzip;
mod http1;
mod http_client;
mod names;
mod proxy;
mod raw_body;
mod reqwest_client;
mod segments;
mod settings;
mod single_flight;
mod socket;
mod source;
mod tls;
mod trust_variables;
mod unsent;
mod upload;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderMap, Method, Uri};

use crate::answer_headers::AnswerHeaders;
use crate::setting::Setting;

pub use gzip::unpack;
pub(crate) use http_client::{HttpBody, HttpClient, Layer};
pub use http1::{WholeAnswer, read_answer};
pub(crate) use segments::Segments;
pub(crate) use settings::{Circumstances, TlsRoots, TransportSettings, Variables};
pub use settings::{HttpVersion, Pool, Proxy, TlsVersion};
pub use socket::{IoDriver, Socket, send_quietly};
pub(crate) use source::{Pieces, Source};
pub(crate) use upload::{Payload, Progress};

/// One attempt, ready to be sent.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Arc<Payload>,
    /// It must not arrive twice: it is not resent if the service may have seen it.
    pub(crate) once: bool,
}

/// The head of an answer, and its body to be read.
#[derive(Debug)]
pub(crate) struct Incoming<B> {
    pub(crate) status: u16,
    pub(crate) headers: AnswerHeaders,
    pub(crate) body: B,
}

impl<B> Incoming<B> {
    fn map<C>(self, change: impl FnOnce(B) -> C) -> Incoming<C> {
        Incoming { status: self.status, headers: self.headers, body: change(self.body) }
    }
}

/// A body that arrives chunk by chunk. Dropping it closes the connection if it was not read to its end.
pub(crate) trait ChunkSource: Send + Unpin {
    /// The next chunk, `None` at the end.
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>>;

    /// Bytes still to come, if the answer declared a length.
    fn remaining(&self) -> Option<u64>;
}

/// Something that can send a request.
pub(crate) trait Transport: Send + Sync {
    type Body: ChunkSource;

    /// Sends an attempt and waits for the head of its answer. The attempt is lent: each layer that took it would
    /// reserve its space in the future of the call.
    fn send(
        &self,
        outgoing: &mut Outgoing,
    ) -> impl Future<Output = Result<Incoming<Self::Body>, Failure>> + Send;
}

/// The kind of a transport failure, by types and flags along its `source()` chain, never by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The connection was not made within its time limit.
    ConnectTimeout,
    /// The name did not resolve.
    Dns,
    /// The peer's certificate or the handshake was refused.
    Tls,
    /// No connection could be made.
    Connect,
    /// A proxy refused to connect.
    Proxy,
    /// A setting turned out to be unusable when it was first needed.
    Setting,
    /// Threads, descriptors or memory are exhausted in this process.
    Resources,
    /// The connection was closed or reset.
    Lost,
    /// The answer is not HTTP, or its body cannot be decompressed.
    Malformed,
    /// The body has a content coding that was not requested.
    Coding,
}

pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) source: Box<dyn std::error::Error + Send + Sync>,
}

impl Failure {
    /// Describes the failure with its innermost cause, and names the setting that would help.
    pub(crate) fn describe(&self) -> String {
        failure::describe(self)
    }

    /// The setting that it is about, if it is about one.
    pub(crate) fn setting(&self) -> Option<Setting> {
        failure::setting(self)
    }

    /// Whether no file descriptor was left.
    pub(crate) fn lacks_descriptors(&self) -> bool {
        self.kind == FailureKind::Resources && failure::lacks_descriptors(self.source.as_ref())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Failure({})", self.describe())
    }
}
