//! The core's question for the result of a hook, which arrives among the items of an operation.

use parlour_bridge::hooks::{self, HookFacts, HookPoint, RequestView};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors;

/// Which hook is asked, and about what. The call continues once it was answered.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct HookQuestion {
    /// The place of the hook in the list of the client.
    #[pyo3(get)]
    hook: usize,
    /// The name of its method.
    #[pyo3(get)]
    method: &'static str,
    /// A `HookCall`; of a failure its attempt, error, and the seconds until the next attempt.
    #[pyo3(get)]
    about: Py<PyAny>,
}

impl HookQuestion {
    pub(crate) fn of(py: Python<'_>, question: hooks::HookQuestion) -> PyResult<Py<PyAny>> {
        let about = match question.facts {
            HookFacts::Before(call) => Py::new(py, HookCall { call: *call })?.into_any(),
            HookFacts::Failed { attempt, error, next_wait } => {
                let wait = next_wait.map(|wait| wait.as_secs_f64());
                (attempt, errors::make(py, error)?, wait).into_pyobject(py)?.into_any().unbind()
            }
        };
        let method = match question.point {
            HookPoint::Call => "on_call",
            HookPoint::Attempt => "on_attempt",
            HookPoint::Failure => "on_failure",
        };
        Ok(Py::new(py, HookQuestion { hook: question.hook, method, about })?.into_any())
    }
}

/// A call before an attempt, as a hook sees it.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct HookCall {
    call: hooks::HookCall,
}

#[pymethods]
impl HookCall {
    /// The call: the same text for all its attempts, and in ``CallEnd.id``; other calls have others.
    #[getter]
    fn id(&self) -> &str {
        &self.call.id
    }

    /// The attempt that is about to be made: 1 for the first.
    #[getter]
    fn attempt(&self) -> u32 {
        self.call.attempt
    }

    /// The model; ``None`` if the request names none.
    #[getter]
    fn model(&self) -> Option<&str> {
        self.call.model.as_deref()
    }

    /// The labels of the call.
    #[getter]
    fn labels(&self) -> Vec<String> {
        self.call.labels.clone()
    }

    /// Whether the answer is asked for as a stream.
    #[getter]
    fn stream(&self) -> bool {
        self.call.stream
    }

    /// The method of the request, for example ``POST``.
    #[getter]
    fn method(&self) -> &str {
        self.call.request.method().as_str()
    }

    /// The address of the request, query included.
    #[getter]
    fn url(&self) -> String {
        self.call.request.url()
    }

    /// The headers of the request so far, names in lower case: those of earlier hooks are among them, the credential is
    /// not.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        headers(py, &self.call.request)
    }

    /// The body as it will be sent, ``b""`` without one; ``None`` if it is a stream, which is read while it is sent.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.call.request.body().map(|body| PyBytes::new(py, &body))
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.call)
    }
}

/// The headers of a request as a dict, names in lower case.
pub(crate) fn headers<'py>(py: Python<'py>, request: &RequestView) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for name in request.headers().keys() {
        let values = request.headers().get_all(name).iter();
        let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
        out.set_item(name.as_str(), values.join(", "))?;
    }
    Ok(out)
}
