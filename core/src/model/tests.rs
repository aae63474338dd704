//! Tests of the wire types: values survive a round trip, and are decoded as the protocol says.

mod echo;
mod hostile;
mod lenient;
mod merge;
mod plain;
mod request;
mod round_trip;
mod schema;
mod segments;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::Json;

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    json(text).decode().unwrap()
}

fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

/// Decodes and encodes.
fn again<T: DeserializeOwned + Serialize>(text: &str) -> String {
    write(&read::<T>(text))
}
