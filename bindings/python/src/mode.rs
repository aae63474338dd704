//! The kinds of calls, by the names and numbers with which the Python half asks for them. It must not know how a call is
//! made.

use parlour_bridge::Mode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Names and numbers of all modes.
pub(crate) const MODES: [(&str, u8, Mode); 6] = [
    ("CREATE", 0, Mode::Create),
    ("STREAM", 1, Mode::Stream),
    ("RAW", 2, Mode::Raw),
    ("CREATE_RAW", 3, Mode::CreateRaw),
    ("RAW_STREAM", 4, Mode::RawStream),
    ("EVENTS", EVENTS, Mode::Stream),
];

/// A streamed message whose events are delivered and not accumulated.
pub(crate) const EVENTS: u8 = 5;

/// The mode of a number.
///
/// # Errors
/// `ValueError` for a number that is not in [`MODES`].
pub(crate) fn mode_of(number: u8) -> PyResult<Mode> {
    MODES
        .iter()
        .find_map(|(_, known, mode)| (*known == number).then_some(*mode))
        .ok_or_else(|| PyValueError::new_err(format!("there is no mode {number}")))
}
