//! The endpoints beside messages for Python: calls that the bridge makes from names, ids and queries, the pages of a
//! list, the body of a batch, and webhooks. The Python half decides the methods and their names.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use parlour_bridge::webhook::{self, Webhooks};
use parlour_bridge::{CallRequest, ErrorInfo, Mode, resources, uploads};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::body::Body;
use crate::raw_answer::RawAnswer;
use crate::text::{FilePath, Text, TextBuf, owned, owned_pairs};
use crate::uploads::{Upload, uploads_of};
use crate::{errors, json_in, json_out};

type Query = Vec<(TextBuf, TextBuf)>;

/// A call of a resource, to be submitted once.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct ResourceCall {
    call: Mutex<Option<CallRequest>>,
    operation: &'static str,
}

impl ResourceCall {
    pub(crate) fn of(py: Python<'_>, call: Result<CallRequest, ErrorInfo>) -> PyResult<ResourceCall> {
        let call = call.map_err(|error| errors::raise(py, error))?;
        Ok(ResourceCall { operation: call.operation(), call: Mutex::new(Some(call)) })
    }

    /// The call itself.
    ///
    /// # Errors
    /// `RuntimeError` the second time.
    pub(crate) fn take(&self) -> PyResult<CallRequest> {
        let call = self.call.lock().unwrap_or_else(PoisonError::into_inner).take();
        call.ok_or_else(|| PyRuntimeError::new_err("this call was submitted before: make another"))
    }
}

fn bytes_of(body: Option<&Bound<'_, PyAny>>) -> PyResult<Bytes> {
    body.map_or_else(|| Ok(Bytes::new()), json_in::body)
}

fn raw(streams: bool) -> Mode {
    if streams { Mode::RawStream } else { Mode::Raw }
}

#[pymethods]
impl ResourceCall {
    /// The name of the endpoint, for example `models.list`.
    #[getter]
    fn operation(&self) -> &'static str {
        self.operation
    }

    /// The endpoint of this name, whose answer comes whole; `body` is an object, JSON, or nothing.
    #[staticmethod]
    #[pyo3(signature = (name, ids = Vec::new(), query = Vec::new(), body = None))]
    fn whole(
        py: Python<'_>,
        name: &str,
        ids: Vec<TextBuf>,
        query: Query,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ResourceCall> {
        if let Some(made) = body.and_then(|body| body.cast::<Body>().ok()) {
            let call =
                resources::call_with_body(name, owned(ids), owned_pairs(query), made.get().body().clone());
            return ResourceCall::of(py, call);
        }
        ResourceCall::of(py, resources::call(name, owned(ids), owned_pairs(query), bytes_of(body)?))
    }

    /// The endpoint of this name, whose answer comes in pieces.
    #[staticmethod]
    fn pieces(py: Python<'_>, name: &str, ids: Vec<TextBuf>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, resources::stream_of(name, owned(ids), Vec::new()))
    }

    /// The results of the batch of this id, line by line.
    #[staticmethod]
    fn results(py: Python<'_>, id: Text<'_>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, resources::results(&id))
    }

    /// The results of this batch, from where it says they are.
    #[staticmethod]
    fn results_of(py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, resources::results_of(&json_in::to_json(batch)?))
    }

    /// The call that uploads a file.
    #[staticmethod]
    #[pyo3(signature = (file, expires_in_seconds))]
    fn upload(py: Python<'_>, file: &Upload, expires_in_seconds: Option<i64>) -> PyResult<ResourceCall> {
        let upload = file.upload.clone();
        let upload = match expires_in_seconds.map(u64::try_from) {
            Some(Ok(seconds)) => upload.expires_in(seconds),
            Some(Err(_)) => return Err(PyValueError::new_err("expires_in_seconds must not be negative")),
            None => upload,
        };
        ResourceCall::of(py, uploads::file(upload))
    }

    /// The call that creates a skill from its files.
    #[staticmethod]
    #[pyo3(signature = (display_name, files))]
    fn skill(
        py: Python<'_>,
        display_name: Option<Text<'_>>,
        files: Vec<PyRef<'_, Upload>>,
    ) -> PyResult<ResourceCall> {
        ResourceCall::of(py, uploads::skill(display_name.as_deref(), uploads_of(&files)))
    }

    /// The call that adds a version to a skill.
    #[staticmethod]
    fn skill_version(py: Python<'_>, id: Text<'_>, files: Vec<PyRef<'_, Upload>>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, uploads::skill_version(&id, uploads_of(&files)))
    }

    /// The raw request whose body is this content; with `streams` its answer is given as it comes.
    #[staticmethod]
    fn raw_content(
        py: Python<'_>,
        method: Text<'_>,
        path: TextBuf,
        content: &Upload,
        streams: bool,
    ) -> PyResult<ResourceCall> {
        ResourceCall::of(py, uploads::raw_content(raw(streams), &method, path.into(), content.upload.clone()))
    }

    /// The raw request whose body is a form of these parts, each a name and either a text or an upload.
    #[staticmethod]
    fn raw_form(
        py: Python<'_>,
        method: Text<'_>,
        path: TextBuf,
        parts: Vec<(TextBuf, Bound<'_, PyAny>)>,
        streams: bool,
    ) -> PyResult<ResourceCall> {
        let part = |(name, value): (TextBuf, Bound<'_, PyAny>)| match value.cast::<Upload>() {
            Ok(file) => Ok(uploads::Part::File(name.into(), file.get().upload.clone())),
            Err(_) => value.extract::<TextBuf>().map(|text| uploads::Part::Text(name.into(), text.into())),
        };
        let parts = parts.into_iter().map(part).collect::<PyResult<_>>()?;
        ResourceCall::of(py, uploads::raw_form(raw(streams), &method, path.into(), parts))
    }

    /// The call that writes the content of a file to a path: at most so many bytes, or as many as the core allows.
    #[staticmethod]
    fn download(
        py: Python<'_>,
        id: Text<'_>,
        path: FilePath,
        max_bytes: Option<i64>,
    ) -> PyResult<ResourceCall> {
        let most = max_bytes.map(u64::try_from).transpose();
        let most = most.map_err(|_| PyValueError::new_err("max_bytes must not be negative"))?;
        ResourceCall::of(py, uploads::download(&id, path, most))
    }

    /// The batch of this id each time it was asked for, until it has ended; times in seconds.
    #[staticmethod]
    #[pyo3(signature = (id, first = None, longest = None, limit = None))]
    fn wait(
        py: Python<'_>,
        id: TextBuf,
        first: Option<f64>,
        longest: Option<f64>,
        limit: Option<f64>,
    ) -> PyResult<ResourceCall> {
        let wait = resources::Wait {
            id: id.into(),
            first: seconds("first_pause", first)?,
            longest: seconds("longest_pause", longest)?,
            limit: seconds("limit", limit)?,
        };
        ResourceCall::of(py, resources::wait(wait))
    }

    /// The end of the client's running calls; the limit in seconds.
    #[staticmethod]
    fn drain(py: Python<'_>, limit: f64) -> PyResult<ResourceCall> {
        ResourceCall::of(py, Ok(resources::drain(seconds("limit", Some(limit))?.unwrap_or_default())))
    }
}

pub(crate) fn seconds(name: &str, given: Option<f64>) -> PyResult<Option<Duration>> {
    let made = given.map(Duration::try_from_secs_f64).transpose();
    made.map_err(|_| PyValueError::new_err(format!("{name} is a number of seconds, 0 or more")))
}

/// The pages of a list as they are known after one of them.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Pages {
    pages: resources::Pages,
}

#[pymethods]
impl Pages {
    #[new]
    #[pyo3(signature = (name, ids = Vec::new(), query = Vec::new()))]
    fn new(py: Python<'_>, name: &str, ids: Vec<TextBuf>, query: Query) -> PyResult<Pages> {
        let pages = resources::Pages::new(name, owned(ids), owned_pairs(query))
            .map_err(|error| errors::raise(py, error))?;
        Ok(Pages { pages })
    }

    /// The call for the next page; `None` after the last.
    fn next(&self, py: Python<'_>) -> PyResult<Option<ResourceCall>> {
        let call = self.pages.next().map_err(|error| errors::raise(py, error))?;
        call.map(|call| ResourceCall::of(py, Ok(call))).transpose()
    }

    /// Whether there is another page to ask for, as far as it is known.
    #[getter]
    fn has_next(&self) -> bool {
        self.pages.has_next()
    }

    /// The state of the list after this page.
    fn after(&self, py: Python<'_>, page: &Bound<'_, RawAnswer>) -> PyResult<Pages> {
        let mut pages = self.pages.clone();
        pages.take(page.get().body()).map_err(|error| errors::raise(py, error))?;
        Ok(Pages { pages })
    }
}

/// The body of a batch, written request by request.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct BatchWriter {
    writer: Mutex<resources::BatchWriter>,
}

#[pymethods]
impl BatchWriter {
    #[new]
    fn new() -> BatchWriter {
        BatchWriter { writer: Mutex::default() }
    }

    /// Adds a request: an object, JSON, or a body that was made before.
    fn push(&self, py: Python<'_>, custom_id: Text<'_>, params: &Bound<'_, PyAny>) -> PyResult<()> {
        let lock = || self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let pushed = match params.cast::<Body>() {
            Ok(made) => lock().push_body(&custom_id, made.get().body().clone()),
            Err(_) => {
                // May run Python code: not while the lock is held.
                let params = json_in::body(params)?;
                lock().push(&custom_id, params)
            }
        };
        pushed.map_err(|error| errors::raise(py, error))
    }

    /// The call that creates the batch.
    fn finish(&self, py: Python<'_>) -> PyResult<ResourceCall> {
        let call = self.writer.lock().unwrap_or_else(PoisonError::into_inner).finish();
        ResourceCall::of(py, call)
    }
}

/// JSON as the class registered under the name of a root.
#[pyfunction]
pub(crate) fn typed(py: Python<'_>, root: &str, json: &[u8]) -> PyResult<Py<PyAny>> {
    json_out::root(py, root, json)
}

/// Why a webhook is refused: a word and a sentence; `None` if it is from the service. Times in seconds; without `now`
/// it is the present.
#[pyfunction]
#[pyo3(signature = (body, headers, secrets, tolerance = None, now = None))]
pub(crate) fn refuse_webhook(
    body: &[u8],
    headers: Vec<(TextBuf, TextBuf)>,
    secrets: Vec<TextBuf>,
    tolerance: Option<f64>,
    now: Option<f64>,
) -> PyResult<Option<(&'static str, String)>> {
    let tolerance = seconds("tolerance", tolerance)?;
    let now = seconds("now", now)?.map(|since| SystemTime::UNIX_EPOCH + since);
    let headers = owned_pairs(headers);
    // Exactly once: of two values one may be another's.
    let header = |name: &str| {
        let mut found = headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value.as_str()),
            _ => None,
        }
    };
    let verified =
        Webhooks::new(owned(secrets), tolerance).and_then(|webhooks| webhooks.verify(header, body, now));
    Ok(verified.err().map(|error| (webhook::kind(&error), error.to_string())))
}
