//! Which destination an attempt takes, on an injected clock.

use super::*;
use crate::clock::ScriptedClock;
use crate::service::Dialect;
use crate::transport::{Circumstances as Network, TransportSettings};

const REST: Duration = Duration::from_secs(30);

fn routes(given: Vec<Route>) -> (Arc<Routes>, ScriptedClock) {
    let clock = ScriptedClock::manual();
    (Arc::new(checked(given, &clock).unwrap()), clock)
}

fn checked(given: Vec<Route>, clock: &ScriptedClock) -> Result<Routes> {
    let base_url = Url::parse("https://a.example").unwrap();
    let settings = TransportSettings::default();
    let network =
        Network { base: base_url.clone(), connect_timeout: Duration::from_secs(1), variables: None };
    let circumstances = RouteChecks {
        base_url: &base_url,
        vendor: "svc",
        dialect: Dialect::of("2023-06-01"),
        transport: &HttpClient::new(&settings, &network).unwrap(),
        allow_plain_http: false,
        has_unix_socket: false,
    };
    Routes::new(given, (2, REST), &circumstances, Arc::new(clock.clone()))
}

fn call(model: &str) -> Routed {
    Routed { model: model.into(), has_own_credential: false }
}

fn overloaded() -> Error {
    Error::new(ErrorKind::Overloaded, "too many calls")
}

/// Has attempts of this model fail at their destination, and returns the number of the one after them.
fn after_failures(routes: &Arc<Routes>, model: &str, count: usize) -> usize {
    for _ in 0..count {
        routes.choose(&call(model)).failed(&overloaded(), None);
    }
    routes.choose(&call(model)).number()
}

#[test]
fn calls_take_the_first_route_that_is_not_avoided() {
    let (routes, clock) = routes(vec![Route::new().model("b"), Route::new().model("c")]);
    assert_eq!(after_failures(&routes, "a", 1), 0);
    assert_eq!(after_failures(&routes, "a", 1), 1, "after two in a row");
    assert_eq!(routes.choose(&call("other")).number(), 0, "other models are not concerned");
    assert_eq!(after_failures(&routes, "a", 2), 2);
    assert_eq!(after_failures(&routes, "a", 2), 0, "all are avoided: the service itself");
    clock.advance(REST);
    let mut asks = routes.choose(&call("a"));
    assert_eq!(asks.number(), 0, "one asks the service");
    assert_eq!(routes.choose(&call("a")).number(), 1, "the others do not");
    asks.succeeded();
    assert_eq!(routes.choose(&call("a")).number(), 0);
}

#[test]
fn an_attempt_without_an_outcome_lets_another_one_ask() {
    let (routes, clock) = routes(vec![Route::new().model("b")]);
    assert_eq!(after_failures(&routes, "a", 2), 1);
    clock.advance(REST);
    let asks = routes.choose(&call("a"));
    assert_eq!((asks.number(), routes.choose(&call("a")).number()), (0, 1));
    drop(asks);
    let mut asks = routes.choose(&call("a"));
    assert_eq!(asks.number(), 0);
    // A failure of another kind says nothing of its room.
    assert!(!asks.failed(&Error::new(ErrorKind::BadRequest, "no"), None));
    drop(asks);
    assert_eq!(routes.choose(&call("a")).number(), 0);
}

#[test]
fn a_service_is_avoided_for_as_long_as_it_asks() {
    let (routes, clock) = routes(vec![Route::new().model("b")]);
    for _ in 0..2 {
        routes.choose(&call("a")).failed(&overloaded(), Some(2 * REST));
    }
    clock.advance(REST);
    assert_eq!(routes.choose(&call("a")).number(), 1);
    clock.advance(REST);
    assert_eq!(routes.choose(&call("a")).number(), 0);
}

#[test]
fn a_call_with_a_credential_of_its_own_takes_another_model_alone() {
    let (routes, _clock) =
        routes(vec![Route::new().api_key("hidden"), Route::new().for_model("a").model("b")]);
    assert_eq!(after_failures(&routes, "a", 2), 1);
    let own = |model: &str| Routed { has_own_credential: true, ..call(model) };
    assert_eq!(routes.choose(&own("a")).number(), 2);
    assert!(routes.has_other(&own("a"), 0) && !routes.has_other(&own("a"), 2));
    assert_eq!(after_failures(&routes, "x", 2), 1);
    assert_eq!(routes.choose(&own("x")).number(), 0, "no route is for this model");
}

#[test]
fn failures_are_remembered_for_so_many_models_alone() {
    let (routes, _clock) = routes(vec![Route::new().model("b")]);
    for index in 0..2 * REMEMBERED {
        routes.choose(&call(&format!("m{index}"))).failed(&overloaded(), None);
    }
    assert!(routes.lock().len() <= REMEMBERED);
}

#[test]
fn bad_routes_are_refused_without_their_secrets() {
    let clock = ScriptedClock::manual();
    let key = "hidden-key";
    for (given, wanted) in [
        (Route::new(), "changes nothing"),
        (Route::new().for_model("a"), "changes nothing"),
        (Route::new().model(" "), "empty model"),
        (Route::new().base_url("https://b.example"), "a token of its own"),
        (Route::new().base_url("b.example").api_key(key), "bad address"),
        (Route::new().base_url("http://b.example").api_key(key), "allow_plain_http"),
        (Route::new().api_key(format!("{key}\n{key}")), "bad credential"),
    ] {
        let error = checked(vec![given], &clock).map(|_| ()).unwrap_err();
        assert_eq!((error.kind(), error.setting()), (ErrorKind::Config, Some("routes")));
        assert!(error.message().contains(wanted), "{error}");
        assert!(!format!("{error:?}").contains("hidden"), "{error:?}");
    }
    let many = vec![Route::new().model("b"); MOST + 1];
    assert!(checked(many, &clock).is_err());
    // The same service needs no other credential.
    assert!(checked(vec![Route::new().base_url("https://a.example/other")], &clock).is_ok());
    assert!(!format!("{:?}", Route::new().base_url("https://u:hidden@b").api_key(key)).contains("hidden"));
}
