//! Forks where there are none: the number never changes. It must not know what depends on it.

/// Always the same.
#[must_use]
pub fn generation() -> u32 {
    0
}

pub(crate) fn watch() {}
