//! Facts about answers and failures for a binding: flat values without lifetimes, ready to become objects of the host
//! language. Nothing is decided here: every fact comes from the core.

mod error;
mod head;
mod inputs;
mod table;

pub use error::{ErrorFields, ErrorInfo};
pub use head::{HeadInfo, RateRow, rate_rows, read_rate_limits};
pub use inputs::{UnfinishedInput, unfinished_input, unfinished_inputs};
pub use table::{ErrorRow, error_table};

pub use parlour::ErrorKind;

use std::borrow::Cow;
use std::fmt;

/// Name and value of each header line, in the order of the answer; repeated names are kept. Bytes that are no UTF-8
/// become U+FFFD.
fn header_lines<N: AsRef<str>, V: AsRef<[u8]>>(lines: impl Iterator<Item = (N, V)>) -> Vec<(String, String)> {
    lines
        .map(|(name, value)| (name.as_ref().to_owned(), String::from_utf8_lossy(value.as_ref()).into_owned()))
        .collect()
}

/// Whether the core treats the value of a header of this name as a secret, whatever the value is (protocol §7.12).
#[must_use]
pub fn is_secret_header(name: &str) -> bool {
    parlour::secret::is_sensitive_header(name)
}

/// The value of a header for display: masked if it is a secret, an address without its query.
#[must_use]
pub fn header_to_show<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    parlour::secret::header_to_show(name, value)
}

/// Prints header lines with the values of those that hold credentials or cookies left out (protocol §7.12).
struct Masked<'a>(&'a [(String, String)]);

impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(name, value)| (name, header_to_show(name, value)))).finish()
    }
}

#[cfg(test)]
mod tests;
