//! The kinds of calls, by the names and numbers with which the Python half asks for them.

use parlour_bridge::Mode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Names and numbers of all modes.
pub(crate) const MODES: [(&str, u8, Mode); 7] = [
    ("CREATE", 0, Mode::Create),
    ("STREAM", 1, Mode::Stream),
    ("RAW", 2, Mode::Raw),
    ("CREATE_RAW", 3, Mode::CreateRaw),
    ("RAW_STREAM", 4, Mode::RawStream),
    ("EVENTS", EVENTS, Mode::Stream),
    ("TURN", TURN, Mode::Create),
];

/// A streamed message whose events are delivered and not accumulated.
pub(crate) const EVENTS: u8 = 5;

/// A whole message and beside it the [`Reply`](crate::body::Reply) that it was made of.
pub(crate) const TURN: u8 = 6;

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
