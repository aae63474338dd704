//! JSON whose long strings crossed beside its text. V8 would make a copy of each for `JSON.stringify`, and garbage of the copy: with
//! requests of a few kilobytes it collects so often that its young generation grows.

use memchr::memmem;
use napi::{Error, Result, Status};

use crate::js::Bytes;

/// Stands in the text for a string beside it. Within a string its quotes would be escaped; behind it may be a colon: then it is the
/// name of a property.
const MARK: &[u8] = br#""\u0001""#;

/// The whole text, with these strings at their marks; as it is without them.
pub(crate) fn spliced(text: Bytes, strings: Option<Vec<Bytes>>) -> Result<Vec<u8>> {
    let text = text.0.unwrap_or_default();
    let Some(strings) = strings else { return Ok(text) };
    let strings: Vec<Vec<u8>> = strings.into_iter().map(|string| string.0.unwrap_or_default()).collect();
    // A line break, an escape of two bytes, stands in most lines of a long text.
    let room: usize = strings.iter().map(|string| string.len() + string.len() / 32 + MARK.len()).sum();
    let mut whole = Vec::with_capacity(text.len() + room);
    let mut strings = strings.iter();
    let mut rest = text.as_slice();
    while let Some((before, after)) = memmem::find(rest, MARK).and_then(|at| rest.split_at_checked(at)) {
        whole.extend_from_slice(before);
        rest = after.get(MARK.len()..).unwrap_or_default();
        if rest.first() == Some(&b':') {
            whole.extend_from_slice(MARK);
            continue;
        }
        let string = strings.next().ok_or_else(uneven)?;
        serde_json::to_writer(&mut whole, &String::from_utf8_lossy(string))
            .map_err(|error| Error::new(Status::GenericFailure, error.to_string()))?;
    }
    whole.extend_from_slice(rest);
    match strings.next() {
        None => Ok(whole),
        Some(_) => Err(uneven()),
    }
}

fn uneven() -> Error {
    Error::new(Status::InvalidArg, "there are not as many strings as marks")
}
