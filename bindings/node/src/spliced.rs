//! JSON whose long strings crossed beside its text. V8 would make a copy of each for `JSON.stringify`, join all copies
//! to a text of two bytes a character if one character needs them, and make garbage of the copies.

use napi::{Error, Result, Status};
use parlour_bridge::long_strings::{NotPutBack, put_back};

use crate::js::{Strings, give_back_unused};

/// The whole text, with these strings at their marks; as it is without them.
pub(crate) fn spliced(text: Vec<u8>, strings: &Strings) -> Result<Vec<u8>> {
    if strings.count() == 0 {
        return Ok(text);
    }
    let whole = put_back(&text, strings.count(), |index, out| strings.append(index, out));
    let mut whole = whole.map_err(|error| match error {
        NotPutBack::Uneven => Error::new(Status::InvalidArg, "there are not as many strings as marks"),
        NotPutBack::Host(error) => error,
    })?;
    give_back_unused(&mut whole);
    Ok(whole)
}
