//! HTTP/1.1: one request and its answer on a connection of the pool's. It must not know how a connection is made.

mod answer;
mod chunks;
mod exchange;
mod head;
mod pool;
mod sending;
mod whole;

use std::fmt;
use std::sync::Arc;

pub(super) use exchange::Exchange;
use head::Origin;
use pool::Idle;
use tokio::runtime::Handle;
pub use whole::{WholeAnswer, read_answer};

use super::connect::Connector;
use super::failure::unconnected;
use super::wire::Wire;
use super::{Failure, Incoming, Outgoing, Pool, Sockets};

/// Connections that are used again. Cheap to clone.
#[derive(Clone)]
pub(super) struct Http1 {
    connector: Connector,
    idle: Arc<Idle>,
}

impl Http1 {
    pub(super) fn new(connector: Connector, pool: &Pool) -> Http1 {
        Http1 { connector, idle: Idle::new(pool) }
    }

    /// One with connections of its own, which are watched by these `sockets`.
    pub(super) fn watched_by(&self, sockets: Arc<dyn Sockets>) -> Http1 {
        Http1 { connector: self.connector.watched_by(sockets), idle: self.idle.another() }
    }

    pub(super) async fn send(&self, outgoing: Outgoing) -> Result<Incoming<Box<Exchange>>, Failure> {
        let origin = Origin::of(&outgoing.uri);
        let runtime = Handle::current().id();
        loop {
            let (wire, used_before) = match self.idle.take(&origin, runtime).await {
                Some(wire) => (wire, true),
                None => (self.connect(&outgoing).await?, false),
            };
            let mut exchange = Box::new(Exchange::new(wire, runtime, &outgoing, &self.idle, &origin));
            match exchange.head().await {
                Ok(head) => {
                    return Ok(Incoming {
                        status: head.status.as_u16(),
                        headers: head.headers,
                        body: exchange,
                    });
                }
                // It died while nobody looked; nothing of this request was sent on it. Each turn uses up one of them.
                Err(_) if used_before && exchange.nothing_sent() => {}
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Boxed, since it is rare and large: every call would be as large.
    async fn connect(&self, outgoing: &Outgoing) -> Result<Wire, Failure> {
        Box::pin(self.connector.connect(outgoing.uri.clone()))
            .await
            .map_err(|error| unconnected(error, &outgoing.uri))
    }
}

impl fmt::Debug for Http1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http1").finish_non_exhaustive()
    }
}
