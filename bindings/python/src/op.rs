//! Operations for Python: take what is there, or wait for it. It must not know which loop or thread waits.

use std::sync::Arc;

use parlour_bridge::credentials::Credential;
use parlour_bridge::{Mode, Take};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::info::ResponseInfo;
use crate::port::Shared as PortShared;
use crate::state::State;
use crate::{client, errors, exit};

/// A question of the core: it needs a credential.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Ask {
    /// The service refused the one given before.
    #[pyo3(get)]
    pub(crate) after_refusal: bool,
}

/// A submitted call. Dropping it cancels it.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Op {
    op: parlour_bridge::Op,
    state: Arc<State>,
    port: Arc<PortShared>,
}

impl Op {
    pub(crate) fn new(op: parlour_bridge::Op, state: Arc<State>, port: &Arc<PortShared>) -> Op {
        port.adopt(op.token(), &state);
        Op { op, state, port: Arc::clone(port) }
    }

    /// Takes what has come; false if nothing had, and the port will be woken.
    fn pump(&self, py: Python<'_>) -> PyResult<bool> {
        let take = self.op.take_all().map_err(|error| errors::raise(py, error))?;
        let armed = matches!(take, Take::Armed);
        self.state.absorb(take);
        Ok(!armed)
    }

    /// Repeats `look` until it sees something, or nothing more has come.
    fn until<T>(
        &self,
        py: Python<'_>,
        mut look: impl FnMut(&State) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        exit::keep_this_thread();
        loop {
            if let Some(seen) = look(&self.state)? {
                return Ok(Some(seen));
            }
            if !self.pump(py)? {
                return Ok(None);
            }
        }
    }

    /// As [`Op::until`], and waits where nothing has come. An exception of a signal handler cancels the call.
    pub(crate) fn block<T>(
        &self,
        py: Python<'_>,
        mut look: impl FnMut(&State) -> PyResult<Option<T>>,
    ) -> PyResult<T> {
        loop {
            if let Some(seen) = self.until(py, &mut look)? {
                return Ok(seen);
            }
            if let Err(interrupted) = self.port.wait(py) {
                self.op.cancel();
                return Err(interrupted);
            }
        }
    }
}

#[pymethods]
impl Op {
    /// The port's name for this operation.
    #[getter]
    fn token(&self) -> u64 {
        self.op.token()
    }

    /// Whatever is there: a list, empty at the end; `None` if nothing is and the port will be woken.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.until(py, |state| state.ready(py))
    }

    /// As `take()`, and blocks the thread until there is something.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.block(py, |state| state.ready(py))
    }

    /// As `take()`, for the pieces of text alone.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.until(py, |state| state.ready_texts(py))
    }

    /// As `texts()`, and blocks the thread until there is something.
    fn wait_texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.block(py, |state| state.ready_texts(py))
    }

    /// The events of the list of texts taken last, from that one on which brought the first of so many pieces at its end.
    fn unread<'py>(&self, py: Python<'py>, left: usize) -> PyResult<Bound<'py, PyList>> {
        self.state.unread(py, left)
    }

    /// The head of the answer, if it has begun.
    #[getter]
    fn head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        self.state.head(py)
    }

    /// The head of the answer; `None` if it has not begun and the port will be woken.
    fn take_head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        Ok(self.until(py, |state| Op::head_or_end(state, py))?.flatten())
    }

    /// Blocks the thread until the answer has begun; `None` if a question of the core has to be answered first.
    fn wait_head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        self.block(py, |state| Op::head_or_end(state, py))
    }

    /// Gives up. Any thread, any number of times.
    fn cancel(&self) {
        self.op.cancel();
    }

    /// The message after so many events of the list taken last.
    fn snapshot(&self, py: Python<'_>, consumed: usize) -> PyResult<Option<Py<PyAny>>> {
        self.state.snapshot(py, consumed)
    }

    /// The whole message, after the end.
    fn final_message(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.state.final_message(py)
    }

    /// Answers a question of the core with a key.
    fn answer(&self, py: Python<'_>, credential: Option<&str>) -> PyResult<()> {
        match credential {
            Some(key) => {
                let credential = Credential::api_key(key).map_err(|error| errors::raise(py, error.into()))?;
                self.op.provide_credential(credential);
            }
            None => {
                self.op.refuse_credential("the api_key function gave no key".to_owned());
            }
        }
        Ok(())
    }

    /// Tells the core that there is no credential.
    fn refuse(&self, message: String) {
        self.op.refuse_credential(message);
    }

    fn __repr__(&self) -> String {
        format!("Op(token={})", self.op.token())
    }
}

impl Op {
    fn head_or_end(state: &State, py: Python<'_>) -> PyResult<Option<Option<Py<ResponseInfo>>>> {
        if let Some(head) = state.begun(py)? {
            return Ok(Some(Some(head)));
        }
        Ok((state.has_asked() || state.is_over()).then_some(None))
    }
}

impl Drop for Op {
    fn drop(&mut self) {
        self.port.forget(self.op.token());
    }
}

/// The mode of a number of the Python half.
pub(crate) fn mode_of(number: u8) -> PyResult<Mode> {
    client::MODES
        .iter()
        .zip([Mode::Create, Mode::Stream, Mode::Raw, Mode::CreateRaw, Mode::RawStream, Mode::Stream])
        .find_map(|((_, known), mode)| (*known == number).then_some(mode))
        .ok_or_else(|| pyo3::exceptions::PyValueError::new_err(format!("there is no mode {number}")))
}
