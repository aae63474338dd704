//! Facts of an error that are in the details of the service.
//!
//! Made from `schema/errors.toml` by `make generate`.

use crate::error::Error;

impl Error {
    /// The page on which the owner of an account that is on hold can appeal, of a failure `organization_on_hold`.
    /// `None` if the service names none. The text `error.details.appeal_url` (protocol §5.6).
    #[must_use]
    pub fn appeal_url(&self) -> Option<String> {
        self.detail("appeal_url")
    }
}
