//! Other destinations for calls while the service has no room for them.

use parlour::{Route, nearest};

use super::read::{Member, Shape, Text, Value, items, must_be, object};
use super::table::{fill_nested, settings};
use crate::info::ErrorInfo;

/// `routes`.
pub(super) struct Routes(pub(super) Vec<Route>);

settings! {
    Route;
    const TABLE;
    #[cfg(test)]
    pub(super) const ROWS;

    "model": Text, "the model that is asked in place of that of the call",
        |r, v| r.model(v.0.as_str());
    "base_url": Text, "the address that calls are sent to; one of another origin needs a credential of its own",
        |r, v| r.base_url(v.0.as_str());
    "api_key": Text, "the API key that is sent in place of the client's credential",
        |r, v| r.api_key(v.0.as_str());
    "auth_token": Text, "a token, sent as a bearer token in place of the client's credential",
        |r, v| r.auth_token(v.0.as_str());
    "for_model": Text, "the model whose calls take the route",
        |r, v| r.for_model(v.0.as_str());
    "name": Text, "how answers name the route",
        |r, v| r.name(v.0.as_str());
}

impl Value for Routes {
    const IS: &'static str = concat!(
        "a list of objects, each with at least one of {model}, {base_url}, {api_key} and {auth_token}, and if wanted ",
        "{for_model} and {name}"
    );
    const SHAPE: Shape = Shape::List;
    fn read(json: &str, name: &str) -> Result<Routes, ErrorInfo> {
        let wrong = || must_be::<Routes>(name);
        let routes = items(json).ok_or_else(wrong)?;
        let each = routes.into_iter().map(|item| {
            // A name that is far from all others may be a secret in the wrong place: it is not repeated.
            let is_far = |member: &Member<'_>| {
                let mut names = TABLE.iter().map(|setting| setting.name);
                !names.clone().any(|name| name == member.name) && nearest(&member.name, &mut names).is_none()
            };
            match object(item) {
                Ok(members) if !members.iter().any(is_far) => {
                    fill_nested::<_, Routes>(Route::new(), TABLE, item, name)
                }
                _ => Err(wrong()),
            }
        });
        each.collect::<Result<_, _>>().map(Routes)
    }
}
