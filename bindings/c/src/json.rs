//! Small readings and writings of JSON text.

use std::fmt;

use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::to_json_text;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The JSON text of a value of the core's model; these always have one.
pub(crate) fn text_of<T: Serialize + ?Sized>(value: Option<&T>) -> String {
    value.and_then(|value| to_json_text(value).ok()).unwrap_or_default()
}

/// The members of an object in their order, each value as its text.
pub(crate) struct Members<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Reads an object; `what` names it in the error, which never repeats its text: it may hold a credential.
pub(crate) fn members<'a>(json: &'a str, what: &str) -> Result<Vec<(String, &'a RawValue)>, ErrorInfo> {
    serde_json::from_str::<Members<'a>>(json)
        .map(|members| members.0)
        .map_err(|_| ErrorInfo::config(format!("{what} must be one JSON object")))
}
