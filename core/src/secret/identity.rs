//! A name for a credential that does not tell it.

use std::fmt;

/// A digest that names a credential of a service and does not tell it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Identity(pub(crate) [u8; 32]);

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(..)")
    }
}
