//! HTTP/1.1: one request and its answer on a connection of the pool's.

mod all_pools;
mod answer;
mod chunks;
mod exchange;
mod head;
mod idle_pool;
mod request_writer;
mod whole;

use std::fmt;
use std::sync::Arc;

pub(super) use all_pools::give_up as give_up_idle;
pub(super) use exchange::Exchange;
use head::Origin;
use idle_pool::IdlePool;
use tokio::runtime::Handle;
pub use whole::{WholeAnswer, read_answer};

use super::connect::Connector;
use super::connection::Connection;
use super::failure::unconnected;
use super::{Failure, Incoming, IoDriver, Outgoing, Pool};

/// Connections that are used again. Cheap to clone.
#[derive(Clone)]
pub(super) struct Http1 {
    connector: Connector,
    idle: Arc<IdlePool>,
}

impl Http1 {
    pub(super) fn new(connector: Connector, pool: &Pool) -> Http1 {
        Http1::with_pool(connector, IdlePool::new(pool))
    }

    /// A client with its own connections, registered with this `driver`.
    pub(super) fn with_io_driver(&self, driver: Arc<dyn IoDriver>) -> Http1 {
        Http1::with_pool(self.connector.with_io_driver(driver), self.idle.empty_copy())
    }

    fn with_pool(connector: Connector, idle: Arc<IdlePool>) -> Http1 {
        all_pools::add(&idle);
        Http1 { connector, idle }
    }

    pub(super) async fn send(&self, outgoing: &Outgoing) -> Result<Incoming<Box<Exchange>>, Failure> {
        let origin = Origin::of(&outgoing.uri);
        let runtime = Handle::current().id();
        let mut sent_again = false;
        loop {
            let idle = match sent_again {
                true => None,
                false => self.idle.take(&origin, runtime).await,
            };
            let (connection, used_before) = match idle {
                Some(connection) => (connection, true),
                None => (self.connect(outgoing).await?, false),
            };
            let mut exchange = Box::new(Exchange::new(connection, runtime, outgoing, &self.idle, &origin));
            match exchange.head().await {
                Ok(head) => {
                    return Ok(Incoming {
                        status: head.status.as_u16(),
                        headers: head.headers,
                        body: exchange,
                    });
                }
                // The connection died while it was idle; nothing of this request was sent on it. Each turn uses up one
                // of them.
                Err(_) if used_before && exchange.nothing_sent() => {}
                // A service closes connections that were idle for too long, without knowing of a request on its way
                // (decision 0113).
                Err(_)
                    if used_before
                        && exchange.closed_unanswered()
                        && !outgoing.once
                        && !outgoing.body.is_used_up() =>
                {
                    sent_again = true;
                    outgoing.body.start_over();
                    tracing::debug!(target: "parlour",
                        "the service closed a connection when it was used again: the request is sent on a new one");
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Makes a connection. If no descriptor is left, closes idle connections and tries once more.
    async fn connect(&self, outgoing: &Outgoing) -> Result<Connection, Failure> {
        // Boxed, since it is rare and large: every call would be as large.
        let connect = || Box::pin(self.connector.connect(outgoing.uri.clone()));
        let failed = match connect().await {
            Ok(connection) => return Ok(connection),
            Err(error) => unconnected(error, &outgoing.uri),
        };
        if !failed.lacks_descriptors() || give_up_idle() == 0 {
            return Err(failed);
        }
        tracing::debug!(target: "parlour", "no file descriptor is left: idle connections were closed for a new one");
        connect().await.map_err(|error| unconnected(error, &outgoing.uri))
    }
}

impl fmt::Debug for Http1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http1").finish_non_exhaustive()
    }
}
