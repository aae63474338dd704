//! Routes: other destinations for message calls, while the service has no room for them.

mod breaker;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::Uri;
use url::Url;

use self::breaker::Breaker;
use crate::call::credential::Credential;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::record::Peer;
use crate::service::Dialect;
use crate::setting::Setting;
use crate::transport::{HttpClient, address};

/// Routes of a client, at most.
const MOST: usize = 16;
/// Destinations of which failures are remembered; a few for each model that the program uses.
const REMEMBERED: usize = 256;
/// Failures in a row before calls avoid a destination.
pub(crate) const FAILURES: u32 = 3;
/// How long they avoid it before one of them asks again.
pub(crate) const REST: Duration = Duration::from_secs(30);

/// Another destination for message calls, while the service has no room for them: another model, another credential, or
/// another address with the same interface. See [`ClientBuilder::add_route`](crate::ClientBuilder::add_route).
#[derive(Clone, Default)]
#[must_use]
pub struct Route {
    name: Option<String>,
    model: Option<String>,
    for_model: Option<String>,
    base_url: Option<String>,
    credential: Option<Result<Credential, String>>,
}

impl Route {
    /// A route that changes nothing yet.
    pub fn new() -> Route {
        Route::default()
    }

    /// Asks this model in place of the one of the call.
    pub fn model(mut self, model: impl Into<String>) -> Route {
        self.model = Some(model.into());
        self
    }

    /// Takes calls of this model alone. Without it the route takes calls of every model.
    pub fn for_model(mut self, model: impl Into<String>) -> Route {
        self.for_model = Some(model.into());
        self
    }

    /// Sends calls to this address, as [`ClientBuilder::base_url`](crate::ClientBuilder::base_url). An address of
    /// another origin needs a credential of its own, and gets neither a secret header of the client, the call or a hook
    /// nor their query.
    pub fn base_url(mut self, url: impl Into<String>) -> Route {
        self.base_url = Some(url.into());
        self
    }

    /// Sends this API key in place of the client's credential.
    pub fn api_key(mut self, key: impl AsRef<str>) -> Route {
        self.credential = Some(Credential::api_key(key).map_err(|error| error.message().to_owned()));
        self
    }

    /// Sends this token in place of the client's credential, as `authorization: Bearer …`.
    pub fn auth_token(mut self, token: impl AsRef<str>) -> Route {
        self.credential = Some(Credential::bearer(token).map_err(|error| error.message().to_owned()));
        self
    }

    /// How answers name the route ([`Attempts::route`](crate::Attempts::route)); `route-1` for the first one of the
    /// client, and so on, unless set.
    pub fn name(mut self, name: impl Into<String>) -> Route {
        self.name = Some(name.into());
        self
    }

    fn checked(self, index: usize, circumstances: &RouteChecks<'_>) -> Result<Destination, String> {
        let number = index + 1;
        let refused = |why: &str| format!("{}: route {number} {why}", Setting::ROUTES);
        let credential = self
            .credential
            .transpose()
            .map_err(|problem| refused(&format!("has a bad credential: {problem}")))?;
        if self.model.is_none() && self.base_url.is_none() && credential.is_none() {
            return Err(refused("changes nothing: give it a model, an address or a credential"));
        }
        if [&self.model, &self.for_model, &self.name].into_iter().flatten().any(|text| text.trim().is_empty())
        {
            return Err(refused("has an empty model or name"));
        }
        let place = match &self.base_url {
            None => None,
            Some(text) => Some(circumstances.place(text, credential.is_some()).map_err(|why| refused(&why))?),
        };
        Ok(Destination {
            name: Arc::new(self.name.unwrap_or_else(|| format!("route-{number}"))),
            model: self.model.map(Arc::from),
            for_model: self.for_model,
            place,
            credential: credential.map(|credential| credential.spoken(circumstances.dialect)),
        })
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Route")
            .field("name", &self.name)
            .field("model", &self.model)
            .field("for_model", &self.for_model)
            .field("base_url", &self.base_url.as_deref().map(crate::secret::url_to_show))
            .finish_non_exhaustive()
    }
}

/// What the routes of a client are checked against.
pub(crate) struct RouteChecks<'a> {
    pub(crate) base_url: &'a Url,
    pub(crate) vendor: &'a str,
    pub(crate) dialect: &'a Dialect,
    pub(crate) transport: &'a HttpClient,
    pub(crate) allow_plain_http: bool,
    pub(crate) has_unix_socket: bool,
}

impl RouteChecks<'_> {
    fn place(&self, text: &str, has_credential: bool) -> Result<Place, String> {
        let url =
            address::base_url(text).map_err(|error| format!("has a bad address: {}", error.message()))?;
        let is_other = url.origin() != self.base_url.origin();
        if self.has_unix_socket {
            return Err(format!(
                "has an address, but {} sends each call to the socket",
                Setting::UNIX_SOCKET
            ));
        }
        if is_other && !has_credential {
            return Err(
                "has an address of another service, which must not see the credential of the client: give \
                        the route an API key or a token of its own"
                    .to_owned(),
            );
        }
        let host = url.host_str().unwrap_or_default();
        if url.scheme() == "http" && !self.allow_plain_http && !self.transport.keeps_here(host) {
            let setting = Setting::ALLOW_PLAIN_HTTP;
            return Err(format!(
                "would send its credential unencrypted to {host}: use https, or set {setting} if the network is trusted"
            ));
        }
        let mut messages = url.clone();
        messages.set_path(&format!("{}/v1/messages", url.path().trim_end_matches('/')));
        let peer = Peer {
            vendor: self.vendor.to_owned(),
            address: host.to_owned(),
            port: url.port_or_known_default().unwrap_or_default(),
        };
        let messages = address::uri(&messages).map_err(|error| error.message().to_owned())?;
        let other = is_other.then(|| url.origin().ascii_serialization().into());
        Ok(Place { url, messages, other, peer: Arc::new(peer) })
    }
}

/// A checked route.
pub(crate) struct Destination {
    pub(crate) name: Arc<String>,
    pub(crate) model: Option<Arc<str>>,
    for_model: Option<String>,
    pub(crate) place: Option<Place>,
    pub(crate) credential: Option<Credential>,
}

/// Another address.
pub(crate) struct Place {
    pub(crate) url: Url,
    pub(crate) messages: Uri,
    /// Its origin, if that is another one than the base URL's.
    pub(crate) other: Option<Arc<str>>,
    pub(crate) peer: Arc<Peer>,
}

impl Destination {
    /// Whether it takes this call.
    fn takes(&self, call: &Routed) -> bool {
        self.for_model.as_deref().is_none_or(|model| *model == *call.model)
            && !(call.has_own_credential && (self.place.is_some() || self.credential.is_some()))
    }
}

/// The facts of a call that decide about its route.
#[derive(Clone, Debug)]
pub(crate) struct Routed {
    pub(crate) model: Arc<str>,
    /// The credential is the call's own: it may take another model, but neither another credential nor another address.
    pub(crate) has_own_credential: bool,
}

/// The routes of a client and all its copies, and which destinations calls avoid.
pub(crate) struct Routes {
    destinations: Vec<Destination>,
    failures: u32,
    rest: Duration,
    clock: Arc<dyn Clock>,
    /// By destination, 0 for the service itself, and model of the call. Only those with failures.
    breakers: Mutex<BTreeMap<(usize, Arc<str>), Breaker>>,
}

impl Routes {
    /// # Errors
    /// Kind `Config` for a route that is none, or that would take a secret elsewhere.
    pub(crate) fn new(
        routes: Vec<Route>,
        (failures, rest): (u32, Duration),
        circumstances: &RouteChecks<'_>,
        clock: Arc<dyn Clock>,
    ) -> Result<Routes> {
        if routes.len() > MOST {
            let text = format!("{}: more than {MOST} routes", Setting::ROUTES);
            return Err(Error::about(Setting::ROUTES, text));
        }
        let checked =
            routes.into_iter().enumerate().map(|(index, route)| route.checked(index, circumstances));
        let destinations: Vec<_> =
            checked.collect::<Result<_, _>>().map_err(|problem| Error::about(Setting::ROUTES, problem))?;
        Ok(Routes { destinations, failures, rest, clock, breakers: Mutex::default() })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.destinations.len()
    }

    /// The route with this number; `None` for 0, the service itself.
    pub(crate) fn destination(&self, number: usize) -> Option<&Destination> {
        self.destinations.get(number.checked_sub(1)?)
    }

    /// The numbers of the destinations of a call, in their order.
    fn numbers<'r>(&'r self, call: &'r Routed) -> impl Iterator<Item = usize> + 'r {
        let routes = self.destinations.iter().zip(1..).filter(|(route, _)| route.takes(call));
        std::iter::once(0).chain(routes.map(|(_, number)| number))
    }

    /// Chooses the destination of the next attempt: the first that calls do not avoid, or else the service itself.
    pub(crate) fn choose(self: &Arc<Self>, call: &Routed) -> Passage {
        let now = self.clock.now();
        let mut breakers = self.lock();
        let is_ready = |number: &usize| {
            breakers.get(&(*number, Arc::clone(&call.model))).is_none_or(|breaker| breaker.is_ready(now))
        };
        let number = self.numbers(call).find(is_ready).unwrap_or(0);
        let breaker = breakers.get_mut(&(number, Arc::clone(&call.model)));
        let probes = breaker.is_some_and(|breaker| breaker.enter(now, self.rest));
        drop(breakers);
        Passage { routes: Arc::clone(self), model: Arc::clone(&call.model), number, probes, is_over: false }
    }

    /// Whether another destination than this one would take an attempt now.
    pub(crate) fn has_other(&self, call: &Routed, than: usize) -> bool {
        let now = self.clock.now();
        let breakers = self.lock();
        self.numbers(call).any(|number| {
            let breaker = breakers.get(&(number, Arc::clone(&call.model)));
            number != than && breaker.is_none_or(|breaker| breaker.is_ready(now))
        })
    }

    fn name_of(&self, number: usize) -> &str {
        self.destination(number).map_or("the service", |route| &route.name)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(usize, Arc<str>), Breaker>> {
        self.breakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Routes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Routes").field("routes", &self.count()).finish_non_exhaustive()
    }
}

/// An attempt on its way to a destination. Its outcome is reported once; without one, another call may ask.
pub(crate) struct Passage {
    routes: Arc<Routes>,
    model: Arc<str>,
    number: usize,
    probes: bool,
    is_over: bool,
}

impl Passage {
    /// The number of the route; 0 for the service itself.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The destination has answered.
    pub(crate) fn succeeded(&mut self) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        let mut breakers = self.routes.lock();
        let key = (self.number, Arc::clone(&self.model));
        let Some(breaker) = breakers.get_mut(&key) else { return };
        breaker.succeeded(self.probes);
        if breaker.is_clear() {
            breakers.remove(&key);
        }
        drop(breakers);
        if self.probes {
            let (to, model) = (self.routes.name_of(self.number), &*self.model);
            tracing::info!(target: "parlour", to, model, "calls go there again: it has answered");
        }
    }

    /// The attempt failed. Counts it against the destination if that had no room for it; true if calls avoid the
    /// destination now.
    pub(crate) fn failed(&mut self, error: &Error, asked: Option<Duration>) -> bool {
        let has_no_room = matches!(error.kind(), ErrorKind::RateLimit | ErrorKind::Overloaded)
            || error.status() == Some(503);
        if !has_no_room || std::mem::replace(&mut self.is_over, true) {
            return false;
        }
        let routes = &self.routes;
        let now = routes.clock.now();
        let rest = asked.map_or(routes.rest, |asked| asked.max(routes.rest));
        let key = (self.number, Arc::clone(&self.model));
        let mut breakers = routes.lock();
        if breakers.len() >= REMEMBERED && !breakers.contains_key(&key) {
            breakers.retain(|_, breaker| !breaker.is_ready(now));
        }
        let breaker = breakers.entry(key).or_default();
        let opened = breaker.failed(self.probes, routes.failures, now, rest);
        let is_avoided = !breaker.is_ready(now);
        drop(breakers);
        if opened {
            let (from, model) = (routes.name_of(self.number), &*self.model);
            tracing::warn!(target: "parlour", from, model, seconds = rest.as_secs_f64(), why = error.kind().name(),
                "it had no room for calls again and again: they avoid it for a while");
        }
        is_avoided
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        if self.probes && !self.is_over {
            let now: Instant = self.routes.clock.now();
            if let Some(breaker) = self.routes.lock().get_mut(&(self.number, Arc::clone(&self.model))) {
                breaker.undecided(now);
            }
        }
    }
}

#[cfg(test)]
mod tests;
