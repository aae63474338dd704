//! JSON values to the types that settings have, with one sentence for whatever does not fit.
//!
//! serde is asked for the structure only. Its own messages quote values, and a value may be a credential.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use parlour::Json;
use parlour::setting::{filled, in_seconds};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::text::{Wiped, decode};
use crate::info::ErrorInfo;

/// The longest time that is taken: about 317 years. It leaves room for moments of the calendar and is far from where
/// adding it to a clock would overflow.
const LONGEST_MS: f64 = 1e13;

/// A time where users give it in seconds.
const IN_SECONDS: &str = "a number of seconds from 0 to 10000000000";

/// How a value is put together piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Single,
    List,
    Object,
}

/// A type that a setting can have.
pub(crate) trait Value: Sized {
    /// Completes the sentence "`<name>` must be …". Names of settings are in braces.
    const IS: &'static str;
    const SHAPE: Shape = Shape::Single;
    /// `null` is a value, and not the absence of one.
    const NULL: bool = false;

    /// The same as the users of the host language say it.
    fn wanted() -> String {
        filled(Self::IS)
    }

    /// Reads the JSON text of a value of the setting `name`.
    fn read(json: &str, name: &str) -> Result<Self, ErrorInfo>;
}

/// The error for a value that does not fit; never shows it.
pub(super) fn must_be<T: Value>(name: &str) -> ErrorInfo {
    ErrorInfo::about(name, &format!(" must be {}", T::wanted()))
}

/// The error for a value that the core refuses, of which the core may not know whose it is.
pub(super) fn refused(name: &str, error: &parlour::Error) -> ErrorInfo {
    let info = match error.setting() {
        Some(_) => ErrorInfo::from(error),
        None => ErrorInfo::about(name, &format!(": {}", error.message())),
    };
    info.with_setting(name)
}

/// One name and value of an object, the value as its JSON text.
pub(crate) struct Member<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) value: &'a str,
}

/// The members of the object that a host handed over; nothing and `null` have none. `what` names it in errors.
pub(crate) fn members<'a>(json: &'a [u8], what: &str) -> Result<Vec<Member<'a>>, ErrorInfo> {
    let text =
        std::str::from_utf8(json).map_err(|_| ErrorInfo::config(format!("{what} are no UTF-8 text")))?;
    if matches!(text.trim_ascii(), "" | "null") {
        return Ok(Vec::new());
    }
    object(text).map_err(|error| {
        let problem = match error.is_data() {
            true => format!("{what} must be a JSON object"),
            false => format!("{what} are no JSON (line {}, column {})", error.line(), error.column()),
        };
        ErrorInfo::config(problem)
    })
}

/// The members of an object, in order, also those whose name comes again.
pub(super) fn object(json: &str) -> Result<Vec<Member<'_>>, serde_json::Error> {
    struct Members<'a>(Vec<Member<'a>>);
    struct Collect;

    #[derive(serde::Deserialize)]
    struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

    impl<'de> Visitor<'de> for Collect {
        type Value = Members<'de>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
            let mut members = Vec::new();
            while let Some((name, value)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                members.push(Member { name: name.0, value: value.get() });
            }
            Ok(Members(members))
        }
    }
    impl<'de> Deserialize<'de> for Members<'de> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Collect)
        }
    }
    serde_json::from_str::<Members<'_>>(json).map(|members| members.0)
}

/// The items of a list, each as its JSON text; `None` if it is none.
pub(super) fn items(json: &str) -> Option<Vec<&str>> {
    let items = serde_json::from_str::<Vec<&RawValue>>(json).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

/// Text.
pub(crate) struct Text(pub(crate) Wiped);

impl Value for Text {
    const IS: &'static str = "text";
    fn read(json: &str, name: &str) -> Result<Text, ErrorInfo> {
        decode(json).map(Text).ok_or_else(|| must_be::<Text>(name))
    }
}

impl Value for bool {
    const IS: &'static str = "true or false";
    fn read(json: &str, name: &str) -> Result<bool, ErrorInfo> {
        json.parse().map_err(|_| must_be::<bool>(name))
    }
}

impl Value for u32 {
    const IS: &'static str = "a whole number from 0 to 4294967295";
    fn read(json: &str, name: &str) -> Result<u32, ErrorInfo> {
        json.parse().map_err(|_| must_be::<u32>(name))
    }
}

impl Value for usize {
    const IS: &'static str = "a whole number, not negative";
    fn read(json: &str, name: &str) -> Result<usize, ErrorInfo> {
        json.parse().map_err(|_| must_be::<usize>(name))
    }
}

impl Value for Duration {
    const IS: &'static str = "a number of milliseconds from 0 to 10000000000000";
    fn wanted() -> String {
        if in_seconds() { IN_SECONDS } else { Self::IS }.to_owned()
    }
    fn read(json: &str, name: &str) -> Result<Duration, ErrorInfo> {
        number(json)
            .filter(|ms| (0.0..=LONGEST_MS).contains(ms))
            .map(|ms| Duration::from_secs_f64(ms / 1000.0))
            .ok_or_else(|| must_be::<Duration>(name))
    }
}

impl Value for Option<Duration> {
    const IS: &'static str = "a number of milliseconds from 0 to 10000000000000, or null for no limit";
    fn wanted() -> String {
        format!("{}, or null for no limit", Duration::wanted())
    }
    const NULL: bool = true;
    fn read(json: &str, name: &str) -> Result<Self, ErrorInfo> {
        match json {
            "null" => Ok(None),
            _ => Duration::read(json, name).map(Some).map_err(|_| must_be::<Self>(name)),
        }
    }
}

/// A number; only JSON's spelling of one counts, which has no `inf`.
fn number(json: &str) -> Option<f64> {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit()).then(|| json.parse().ok())?
}

/// A number that says which part of something is meant.
pub(super) struct Fraction(pub(super) f64);

impl Value for Fraction {
    const IS: &'static str = "a number from 0 to 1000";
    fn read(json: &str, name: &str) -> Result<Fraction, ErrorInfo> {
        number(json)
            .filter(|number| (0.0..=1000.0).contains(number))
            .map(Fraction)
            .ok_or_else(|| must_be::<Fraction>(name))
    }
}

/// A list of numbers.
pub(super) struct Numbers(pub(super) Vec<f64>);

impl Value for Numbers {
    const IS: &'static str = "a list of numbers";
    const SHAPE: Shape = Shape::List;
    fn read(json: &str, name: &str) -> Result<Numbers, ErrorInfo> {
        let numbers = items(json).and_then(|items| items.into_iter().map(number).collect());
        numbers.map(Numbers).ok_or_else(|| must_be::<Numbers>(name))
    }
}

/// A list of text.
pub(super) struct Texts(pub(super) Vec<Wiped>);

impl Value for Texts {
    const IS: &'static str = "a list of text";
    const SHAPE: Shape = Shape::List;
    fn read(json: &str, name: &str) -> Result<Texts, ErrorInfo> {
        let texts = items(json).and_then(|items| items.into_iter().map(decode).collect());
        texts.map(Texts).ok_or_else(|| must_be::<Texts>(name))
    }
}

/// Headers to send, and with `None` those to leave out.
pub(crate) struct Headers(pub(crate) Vec<(String, Option<Wiped>)>);

impl Value for Headers {
    const IS: &'static str = "an object of header names with text, or null to leave one out";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Headers, ErrorInfo> {
        let members = object(json).map_err(|_| must_be::<Headers>(name))?;
        let header = |member: Member<'_>| {
            let value = match member.value {
                "null" => None,
                text => Some(decode(text).ok_or_else(|| {
                    let header = shortened(&member.name);
                    ErrorInfo::about(name, &format!(": `{header}` must be text or null"))
                })?),
            };
            Ok((member.name.into_owned(), value))
        };
        members.into_iter().map(header).collect::<Result<_, _>>().map(Headers)
    }
}

/// Names with the day that each has, if any.
pub(super) struct Days(pub(super) Vec<(String, Option<String>)>);

impl Value for Days {
    const IS: &'static str = "an object of names with days such as 2026-11-30 as text, empty text, or null";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Days, ErrorInfo> {
        let days: HashMap<String, Option<String>> =
            serde_json::from_str(json).map_err(|_| must_be::<Days>(name))?;
        Ok(Days(days.into_iter().collect()))
    }
}

/// Query parameters: numbers and truth values as they are written.
pub(super) struct Query(pub(super) Vec<(String, Wiped)>);

impl Value for Query {
    const IS: &'static str = "an object of names with text, numbers, true or false";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Query, ErrorInfo> {
        let members = object(json).map_err(|_| must_be::<Query>(name))?;
        let parameter = |member: Member<'_>| {
            let value = match member.value.as_bytes().first() {
                Some(b'"') => decode(member.value),
                Some(b'n' | b'[' | b'{') | None => None,
                Some(_) => Some(Wiped::new(member.value.to_owned())),
            };
            let value = value.ok_or_else(|| {
                let parameter = shortened(&member.name);
                ErrorInfo::about(name, &format!(": `{parameter}` must be text, a number, true or false"))
            })?;
            Ok((member.name.into_owned(), value))
        };
        members.into_iter().map(parameter).collect::<Result<_, _>>().map(Query)
    }
}

/// Keys of the request's body, each with its JSON exactly as written.
pub(super) struct BodyKeys(pub(super) Vec<(String, Json)>);

impl Value for BodyKeys {
    const IS: &'static str = "an object of names with any JSON";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<BodyKeys, ErrorInfo> {
        let members = object(json).map_err(|_| must_be::<BodyKeys>(name))?;
        let key = |member: Member<'_>| {
            let value = Json::parse(member.value).map_err(|_| must_be::<BodyKeys>(name))?;
            Ok((member.name.into_owned(), value))
        };
        members.into_iter().map(key).collect::<Result<_, _>>().map(BodyKeys)
    }
}

/// A name for use in an error message, shortened because it may be of any length.
pub(super) fn shortened(name: &str) -> Cow<'_, str> {
    const MOST: usize = 64;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", name.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(name),
    }
}
