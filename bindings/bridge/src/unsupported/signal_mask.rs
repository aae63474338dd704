//! Masking signals where threads have no masks: there is nothing to keep away from them.

/// As on other systems, and does nothing.
#[derive(Debug)]
pub struct SignalMask(());

impl SignalMask {
    /// Does nothing.
    #[must_use]
    #[allow(clippy::new_without_default)] // As on other systems.
    pub fn new() -> SignalMask {
        SignalMask(())
    }
}

impl Drop for SignalMask {
    fn drop(&mut self) {}
}

pub(crate) fn mask_this_thread() {}
