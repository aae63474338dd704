//! Structured answers for Python: the bridge's plan, behind a lock. Types of Python are the Python half's.

use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_bridge::structured::{self, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::body::Body;
use crate::partial_json::PartialAnswer;
use crate::reply::Reply;
use crate::text::Text;
use crate::{errors, json_in, json_out};

/// A request for a structured answer, and the parser of its answers (protocol §9.7).
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct AnswerPlan {
    inner: Mutex<structured::Plan>,
}

impl AnswerPlan {
    fn lock(&self) -> MutexGuard<'_, structured::Plan> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl AnswerPlan {
    #[new]
    #[pyo3(signature = (request, schema, options = None))]
    fn new(
        request: &Bound<'_, PyAny>,
        schema: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<AnswerPlan> {
        let options = options.map(|options| json_in::to_json(options.as_any())).transpose()?;
        let schema = json_in::to_json(schema)?;
        let plan = structured::plan(json_in::body(request)?, &schema, options.as_deref());
        let plan = plan.map_err(|error| errors::raise(request.py(), error))?;
        Ok(AnswerPlan { inner: Mutex::new(plan) })
    }

    /// The request that is to be sent now.
    fn body(&self, py: Python<'_>) -> PyResult<Body> {
        let body = self.lock().body();
        body.map(Body::of).map_err(|error| errors::raise(py, error))
    }

    /// How the answer is asked for: `"format"` or `"tool"`.
    #[getter]
    fn method(&self) -> &'static str {
        self.lock().method()
    }

    /// The answer while it streams, which is found in the events.
    fn partial(&self) -> PartialAnswer {
        PartialAnswer::new(self.lock().partial(true))
    }

    /// The parts of the schema that the service does not enforce, as JSON pointers into it.
    #[getter]
    fn moved(&self) -> Vec<String> {
        self.lock().moved().to_vec()
    }

    /// Evaluates a reply: its kind, the text, the reason. The text of kind `"value"` is its JSON.
    fn outcome(
        &self,
        py: Python<'_>,
        reply: &Bound<'_, Reply>,
    ) -> PyResult<(&'static str, String, Option<String>)> {
        let plan = self.lock();
        let outcome = reply
            .get()
            .with(|json, unfinished| plan.outcome(json, unfinished), |message| Ok(plan.outcome_of(message)));
        drop(plan);
        let outcome = outcome.map_err(|error| errors::raise(py, error))?;
        let kind = outcome.kind();
        Ok(match outcome {
            Outcome::Value(text) => (kind, text, None),
            Outcome::Refused { reason } => (kind, String::new(), reason),
            Outcome::Cut { text, stop_reason } => (kind, text, stop_reason),
            Outcome::Invalid { text, reason } => (kind, text, Some(reason)),
        })
    }

    /// The request to send now; `None` once the answer is final.
    fn next_body(&self) -> Option<Body> {
        self.lock().next_body().map(Body::of)
    }

    /// Takes the answer to the last request; `misfit` is why it does not fit.
    fn received(&self, py: Python<'_>, reply: &Bound<'_, Reply>, misfit: Option<Text<'_>>) -> PyResult<()> {
        let misfit = misfit.as_deref();
        let taken = reply.get().with(
            |json, unfinished| self.lock().received(json, unfinished, misfit),
            |message| self.lock().received_message(message, misfit),
        );
        taken.map_err(|error| errors::raise(py, error))
    }

    /// Takes the failure of the last request; whether an earlier answer is the result.
    fn failed(&self) -> bool {
        self.lock().failed()
    }
}

/// A schema as the service takes it for answers and strict tools, and what of it the service does not enforce, as JSON
/// pointers (protocol §9.7).
#[pyfunction]
pub(crate) fn transform_schema(schema: &Bound<'_, PyAny>) -> PyResult<(Py<PyAny>, Vec<String>)> {
    let py = schema.py();
    let made = structured::transform(&json_in::to_json(schema)?);
    let (text, moved) = made.map_err(|error| errors::raise(py, error))?;
    Ok((json_out::plain(py, text.as_bytes())?, moved))
}

/// The tokens of several answers together, as plain data.
#[pyfunction]
pub(crate) fn usage_sum(usages: Vec<Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let usages = usages.iter().map(json_in::to_json).collect::<PyResult<Vec<_>>>()?;
    let sum = structured::usage_sum(&usages).map_err(|error| errors::raise(py, error))?;
    json_out::plain(py, sum.as_bytes())
}
