//! Resolves names for both backends: by the settings, or by the system's resolver, with one look-up at a time for each
//! name.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::dns;
use tower_service::Service;

use super::failure::DnsError;
use super::settings::{Lookup, TransportSettings};
use super::single_flight::SingleFlight;
use crate::error::scarce::descriptors_are_short;

type Found = Result<Arc<[SocketAddr]>, Arc<io::Error>>;

/// Cheap to clone; all copies share pending look-ups.
#[derive(Clone)]
pub(super) struct Names {
    inner: Arc<Inner>,
}

struct Inner {
    given: Vec<(String, Arc<[SocketAddr]>)>,
    lookup: Lookup,
    running: SingleFlight<Box<str>, Found>,
}

impl Names {
    pub(super) fn new(settings: &TransportSettings) -> Names {
        // Port 0 means the port of the URL.
        let at = |address: &IpAddr| SocketAddr::new(*address, 0);
        let given = settings.resolve.iter();
        let given =
            given.map(|(name, addresses)| (name.clone(), addresses.iter().map(at).collect())).collect();
        let lookup = settings.lookup.clone().unwrap_or_else(|| Arc::new(system));
        Names { inner: Arc::new(Inner { given, lookup, running: SingleFlight::new() }) }
    }

    pub(super) async fn addresses(&self, name: &str) -> Result<Arc<[SocketAddr]>, DnsError> {
        let known = self.inner.given.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
        if let Some((_, addresses)) = known {
            return Ok(Arc::clone(addresses));
        }
        let (lookup, owned) = (Arc::clone(&self.inner.lookup), name.to_owned());
        let work = move || lookup(&owned).map(Arc::from).map_err(Arc::new);
        let found = self.inner.running.get(name.into(), work).await;
        found.map_err(Arc::new).flatten().map_err(DnsError)
    }
}

fn system(name: &str) -> io::Result<Vec<SocketAddr>> {
    // The resolver says "temporary failure" where it found no descriptor for its own files and sockets.
    let found = (name, 0).to_socket_addrs().map_err(|error| descriptors_are_short().unwrap_or(error));
    Ok(found?.collect())
}

/// Yields addresses one by one without copying them first.
pub(super) struct Addresses {
    pub(super) all: Arc<[SocketAddr]>,
    pub(super) next: usize,
}

impl Iterator for Addresses {
    type Item = SocketAddr;

    fn next(&mut self) -> Option<SocketAddr> {
        let next = self.all.get(self.next).copied();
        self.next += 1;
        next
    }
}

type Resolving<T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send>>;

/// For direct connections.
impl Service<dns::Name> for Names {
    type Response = Addresses;
    type Error = DnsError;
    type Future = Resolving<Addresses, DnsError>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), DnsError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: dns::Name) -> Self::Future {
        let names = self.clone();
        Box::pin(async move { Ok(Addresses { all: names.addresses(name.as_str()).await?, next: 0 }) })
    }
}
