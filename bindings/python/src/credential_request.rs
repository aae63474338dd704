//! The core's request for a credential, which arrives among the items of an operation. It must not know who gives one.

use pyo3::prelude::*;

/// The operation continues once `Op.answer()` or `Op.refuse()` was called.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct CredentialRequest {
    /// The service refused the credential given before.
    #[pyo3(get)]
    pub(crate) after_refusal: bool,
}
