//! JSON whose long strings crossed beside its text. V8 would make a copy of each for `JSON.stringify`, and garbage of
//! the copy: with requests of a few kilobytes it collects so often that its young generation grows.

use napi::{Error, Result, Status};
use parlour_bridge::long_strings::put_back;

use crate::js::Bytes;

/// The whole text, with these strings at their marks; as it is without them.
pub(crate) fn spliced(text: Bytes, strings: Option<Vec<Bytes>>) -> Result<Vec<u8>> {
    let text = text.0.unwrap_or_default();
    let Some(strings) = strings else { return Ok(text) };
    let strings: Vec<Vec<u8>> = strings.into_iter().map(|string| string.0.unwrap_or_default()).collect();
    put_back(&text, &strings)
        .map_err(|_| Error::new(Status::InvalidArg, "there are not as many strings as marks"))
}
