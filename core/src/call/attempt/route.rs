//! The destination of an attempt, for clients with routes: the service itself, or another model, credential or address.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use http::uri::{PathAndQuery, Uri};

use super::Call;
use crate::call::provider::CredentialSource;
use crate::call::routes::{Destination, Passage, Place, Routed, Routes};
use crate::call::trace;
use crate::error::{Error, Result};
use crate::json::outline;
use crate::pacing::Admission;
use crate::prompt_cache::Marked;
use crate::record::Peer;
use crate::secret::remove_secrets;
use crate::setting::Setting;
use crate::transport::{Payload, Segments};

/// The route of a call.
pub(crate) struct OnRoute {
    routes: Arc<Routes>,
    about: Routed,
    /// Of the attempt that is in flight.
    passage: Option<Passage>,
    /// The request as it was before this route changed it.
    changed: Option<Box<Original>>,
    /// Attempts that were made at once on another route.
    switched: u32,
    /// The address has another origin than that of the client.
    is_elsewhere: bool,
}

/// What a route changes.
struct Original {
    uri: Uri,
    body: Option<Arc<Payload>>,
    headers: HeaderMap,
    credential: CredentialSource,
    admission: Option<Arc<Admission>>,
    marked: Option<Arc<Marked>>,
    /// Of the record.
    peer: Option<Arc<Peer>>,
}

impl OnRoute {
    pub(crate) fn new(routes: &Arc<Routes>, about: Routed) -> Box<OnRoute> {
        let routes = Arc::clone(routes);
        Box::new(OnRoute { routes, about, passage: None, changed: None, switched: 0, is_elsewhere: false })
    }
}

impl Call {
    /// Chooses the destination of the next attempt, and makes its request.
    #[inline(never)]
    pub(super) fn choose_route(&mut self) -> Result<()> {
        let Some(mut on) = self.routed.take() else { return Ok(()) };
        // Before the choice: an attempt without an outcome lets another one ask.
        on.passage = None;
        let passage = on.routes.choose(&on.about);
        if let Some(original) = on.changed.take() {
            self.restore(*original);
        }
        let routes = Arc::clone(&on.routes);
        let destination = routes.destination(passage.number());
        on.is_elsewhere =
            destination.and_then(|route| route.place.as_ref()).is_some_and(|place| place.other.is_some());
        on.passage = Some(passage);
        self.log.on_route(destination.map(|route| &route.name));
        if let Some(record) = &mut self.record {
            record.route = destination.map(|route| Arc::clone(&route.name));
        }
        if let Some(destination) = destination {
            on.changed = self.original().map(Box::new);
            self.follow(destination)?;
        }
        self.asks_model(destination.and_then(|route| route.model.as_deref()).unwrap_or(&on.about.model))?;
        self.routed = Some(on);
        Ok(())
    }

    /// The service has begun an answer.
    pub(crate) fn route_answered(&mut self) {
        if let Some(passage) = self.routed.as_mut().and_then(|on| on.passage.as_mut()) {
            passage.succeeded();
        }
    }

    /// Counts a failed attempt against its destination. True if the next attempt is made at once and goes elsewhere:
    /// that is no retry.
    pub(super) fn another_route(&mut self, error: &Error) -> bool {
        let asked = self.asked_wait(error);
        let may_be_sent = self.may_be_sent_again(error);
        let Some(on) = &mut self.routed else { return false };
        let Some(mut passage) = on.passage.take() else { return false };
        let is_avoided = passage.failed(error, asked);
        let most = u32::try_from(on.routes.count()).unwrap_or(u32::MAX);
        if !is_avoided || !may_be_sent || on.switched >= most {
            return false;
        }
        if !on.routes.has_other(&on.about, passage.number()) {
            return false;
        }
        on.switched += 1;
        trace::retry(&self.request.span, self.log.count(), Duration::ZERO, error);
        self.log.waited(Duration::ZERO);
        true
    }

    /// Attempts that were made at once on another route.
    pub(super) fn switched_routes(&self) -> u32 {
        self.routed.as_ref().map_or(0, |on| on.switched)
    }

    /// Drops the request as it was: nothing is sent again.
    pub(super) fn forget_original(&mut self) {
        if let Some(on) = &mut self.routed {
            on.changed = None;
        }
    }

    fn original(&self) -> Option<Original> {
        let sending = self.request.sending.as_ref()?;
        Some(Original {
            uri: self.request.uri.clone(),
            body: self.request.body.clone(),
            headers: sending.headers.clone(),
            credential: sending.credential.clone(),
            admission: self.request.admission.clone(),
            marked: self.request.marked.clone(),
            peer: self.record.as_ref().map(|record| Arc::clone(&record.peer)),
        })
    }

    fn restore(&mut self, original: Original) {
        let Original { uri, body, headers, credential, admission, marked, peer } = original;
        let request = &mut self.request;
        (request.uri, request.body, request.admission, request.marked) = (uri, body, admission, marked);
        if let Some(sending) = &mut request.sending {
            (sending.headers, sending.credential) = (headers, credential);
        }
        if let (Some(record), Some(peer)) = (&mut self.record, peer) {
            record.peer = peer;
        }
    }

    /// The call is counted for this model, and by its spending limits, from now on.
    fn asks_model(&mut self, model: &str) -> Result<()> {
        let Some(record) = self.record.as_mut().filter(|record| *record.model != *model) else {
            return Ok(());
        };
        match &self.shared.ledger {
            Some(ledger) => ledger.move_to(record, model),
            None => {
                record.model = model.into();
                Ok(())
            }
        }
    }

    /// Makes the request one to this destination.
    fn follow(&mut self, destination: &Destination) -> Result<()> {
        // A prefix is cached for one model of one account.
        self.request.marked = None;
        if let Some(model) = &destination.model {
            let body = self.request.body.as_ref().map(|body| with_model(body, model)).transpose()?;
            self.request.body = body.map(Arc::new);
        }
        if let Some(place) = &destination.place {
            self.redirect(place)?;
        }
        let limiter = &self.shared.limiter;
        let mut digest = None;
        if let (Some(credential), Some(sending)) = (&destination.credential, &mut self.request.sending) {
            let of_route = credential.digest(limiter.keys());
            let base_url =
                destination.place.as_ref().map_or(&self.shared.settings.base_url, |place| &place.url);
            limiter.identify(of_route, || credential.identity(base_url));
            digest = Some(of_route);
            sending.credential = CredentialSource::Fixed(credential.clone());
        }
        if let Some(admission) = &self.request.admission {
            let model = destination.model.as_deref();
            let other = destination.place.as_ref().and_then(|place| place.other.clone());
            self.request.admission = Some(Arc::new(admission.elsewhere(model, digest, other)));
        }
        Ok(())
    }

    /// Takes from the headers of an attempt what was meant for the service alone, if it is sent to another one.
    pub(super) fn hide_secrets(&self, headers: &mut HeaderMap) {
        if self.routed.as_ref().is_some_and(|on| on.is_elsewhere) {
            remove_secrets(headers);
        }
    }

    /// Sends the request to another address. The query goes along only within one service: it may hold a secret.
    fn redirect(&mut self, place: &Place) -> Result<()> {
        let query = self.request.uri.query().filter(|_| place.other.is_none()).map(str::to_owned);
        self.request.uri = match query {
            None => place.messages.clone(),
            Some(query) => with_query(&place.messages, &query)?,
        };
        if let Some(record) = &mut self.record {
            record.peer = Arc::clone(&place.peer);
        }
        Ok(())
    }
}

/// The address with the query of the call.
fn with_query(uri: &Uri, query: &str) -> Result<Uri> {
    let text = format!("{}?{query}", uri.path());
    let refused =
        |_| Error::about(Setting::ROUTES, "the query of the call does not fit the address of a route");
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(text).map_err(refused)?);
    Uri::from_parts(parts).map_err(|_| Error::about(Setting::ROUTES, "the address of a route takes no query"))
}

/// The same body with another model.
fn with_model(body: &Payload, model: &str) -> Result<Payload> {
    let refused =
        || Error::about(Setting::ROUTES, "a request that names no model cannot take a route to another one");
    let text = body.segments().contiguous();
    let members = outline::members(&text).ok_or_else(refused)?;
    let model = serde_json::to_vec(model).map(Bytes::from).map_err(|_| refused())?;
    let mut parts = Vec::new();
    let mut from = 0;
    // A name that is there twice is replaced twice: services differ in which one they read.
    for (_, value) in members.iter().filter(|(name, _)| name == "model") {
        let at = (value.as_ptr() as usize).checked_sub(text.as_ptr() as usize).ok_or_else(refused)?;
        parts.push(text.slice(from..at));
        parts.push(model.clone());
        from = at + value.len();
    }
    if parts.is_empty() {
        return Err(refused());
    }
    parts.push(text.slice(from..));
    Ok(Payload::new(Segments { parts }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &'static str) -> String {
        let body = Payload::new(Segments { parts: vec![Bytes::from_static(text.as_bytes())] });
        let body = with_model(&body, "a \"b\"").unwrap();
        String::from_utf8(body.segments().contiguous().to_vec()).unwrap()
    }

    #[test]
    fn only_the_model_is_replaced() {
        assert_eq!(
            replaced(r#"{"max_tokens":1,"model":"x","messages":[{"model":"y"}]}"#),
            r#"{"max_tokens":1,"model":"a \"b\"","messages":[{"model":"y"}]}"#
        );
        assert_eq!(
            replaced(r#"{"model": "x", "model": "y"}"#),
            r#"{"model": "a \"b\"", "model": "a \"b\""}"#
        );
        let none = Payload::new(Segments { parts: vec![Bytes::from_static(b"{}")] });
        assert!(with_model(&none, "m").is_err());
    }

    #[test]
    fn a_query_goes_along() {
        let uri = Uri::from_static("https://other.example/v1/messages");
        assert_eq!(with_query(&uri, "beta=true").unwrap(), "https://other.example/v1/messages?beta=true");
    }
}
