//! Settings of routes: where calls go while the service has no room for them.

use std::sync::Arc;
use std::time::Duration;

use super::ClientBuilder;
use crate::call::routes::{Route, RouteChecks, Routes};
use crate::error::{Error, Result};
use crate::setting::Setting;

impl ClientBuilder {
    /// Adds a route: another model, credential or address, which message calls take while the service has no room for
    /// them. Off unless one is added.
    ///
    /// After [`route_after`](Self::route_after) answers in a row with 429, 503 or 529, all calls of that model avoid
    /// the service for [`route_for`](Self::route_for), or for as long as it asked if that is longer, and take the first
    /// route that is not avoided itself. Then one call asks the service again; the others follow when it was answered.
    /// The call that met the last of the failures takes a route at once, which is no retry. Nothing is sent elsewhere
    /// once an answer has begun.
    ///
    /// [`Attempts::route`](crate::Attempts::route) of an answer has the name of its route. The request is the same but
    /// for its model, and no parameter is adapted to another model. A call with a credential of its own takes routes
    /// that change the model alone. Files, batches and other calls take no routes.
    ///
    /// ```
    /// use parlour::{Client, Route};
    /// let client = Client::builder()
    ///     .base_url("http://127.0.0.1:9")
    ///     .api_key("<API_KEY>")
    ///     .add_route(Route::new().for_model("svc-opus-4-5").model("svc-sonnet-4-5"))
    ///     .add_route(Route::new().base_url("https://gateway.example/llm").api_key("<ITS_KEY>").name("gateway"))
    ///     .build()?;
    /// # Ok::<(), parlour::Error>(())
    /// ```
    ///
    /// Of clients that share their state, such as copies with other options, all use the same routes.
    pub fn add_route(mut self, route: Route) -> ClientBuilder {
        self.routes.push(route);
        self
    }

    /// How many answers in a row with 429, 503 or 529 have calls take a [route](Self::add_route); 3 unless set.
    pub fn route_after(mut self, failures: u32) -> ClientBuilder {
        self.route_after = failures;
        self
    }

    /// How long calls avoid a service that had no room for them before one asks it again; 30 s unless set.
    pub fn route_for(mut self, time: Duration) -> ClientBuilder {
        self.route_for = time;
        self
    }

    /// The routes of the client, if it has any.
    pub(super) fn made_routes(&self, circumstances: &RouteChecks<'_>) -> Result<Option<Arc<Routes>>> {
        if self.route_after == 0 {
            let setting = Setting::ROUTE_AFTER;
            return Err(Error::about(setting, format!("{setting} is a whole number from 1")));
        }
        if self.route_for.is_zero() {
            let setting = Setting::ROUTE_FOR;
            return Err(Error::about(setting, format!("{setting} must be longer than zero")));
        }
        if let Some(kept) = self.kept_with.as_ref().and_then(|kept| kept.routes.clone()) {
            return Ok(Some(kept));
        }
        if self.routes.is_empty() {
            return Ok(None);
        }
        let (routes, when) = (self.routes.clone(), (self.route_after, self.route_for));
        Ok(Some(Arc::new(Routes::new(routes, when, circumstances, Arc::clone(&self.clock))?)))
    }
}
