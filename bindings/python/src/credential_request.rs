//! The core's request for a credential, which arrives among the items of an operation.

use parlour_bridge::credentials;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::hook_question::headers;

/// Why the function for credentials is asked, and the attempt that its answer is for. The call continues once it was
/// answered.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct CredentialRequest {
    request: credentials::CredentialRequest,
}

impl CredentialRequest {
    pub(crate) fn of(request: credentials::CredentialRequest) -> CredentialRequest {
        CredentialRequest { request }
    }
}

#[pymethods]
impl CredentialRequest {
    /// The attempt of the call: 1 for the first.
    #[getter]
    fn attempt(&self) -> u32 {
        self.request.attempt
    }

    /// The service refused the credential given before: a cached one should be dropped.
    #[getter]
    fn after_refusal(&self) -> bool {
        self.request.after_refusal
    }

    /// The credential given before is still valid, and is to be renewed ahead of its end: if the function fails now,
    /// the call uses the old one.
    #[getter]
    fn ahead(&self) -> bool {
        self.request.ahead
    }

    /// The method of the request, for example ``POST``.
    #[getter]
    fn method(&self) -> &str {
        self.request.method().as_str()
    }

    /// The address of the request, query included.
    #[getter]
    fn url(&self) -> String {
        self.request.url()
    }

    /// The headers of the request so far, names in lower case. ``host``, ``content-length`` and, where it is not there,
    /// ``accept-encoding`` are added later.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        headers(py, self.request.request())
    }

    /// The body as it will be sent, ``b""`` without one; ``None`` if it is a stream, which is read while it is sent.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.request.body().map(|body| PyBytes::new(py, &body))
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.request)
    }
}
