//! Operations for Python: polled, or waited for on a thread. It must not know which event loop or thread waits.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parlour_bridge::Take;
use parlour_bridge::credentials::{self, Credential};
use parlour_bridge::wire::ContentBlock;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::info::ResponseInfo;
use crate::port::{Port, PortInner};
use crate::reply::Reply;
use crate::state::OpState;
use crate::text::{self, TextBuf};
use crate::{errors, exit, json_in};

/// A submitted call. Dropping it cancels it.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Op {
    op: parlour_bridge::Op,
    state: Arc<OpState>,
    port: Arc<PortInner>,
}

impl Op {
    pub(crate) fn new(op: parlour_bridge::Op, state: Arc<OpState>, port: &Arc<PortInner>) -> Op {
        port.register(op.token(), &state);
        Op { op, state, port: Arc::clone(port) }
    }

    /// Moves the items that have arrived into the state. False if there were none: the operation is armed then, and its
    /// next item wakes the port.
    fn poll(&self, py: Python<'_>) -> PyResult<bool> {
        let take = self.op.take_all().map_err(|error| errors::raise(py, error))?;
        let armed = matches!(take, Take::Armed);
        self.state.absorb(take);
        Ok(!armed)
    }

    /// Polls until `look` returns a value; `None` if the operation is armed before that.
    fn until<T>(
        &self,
        py: Python<'_>,
        mut look: impl FnMut(&OpState) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        exit::guard_this_thread();
        loop {
            if let Some(seen) = look(&self.state)? {
                return Ok(Some(seen));
            }
            if !self.poll(py)? {
                return Ok(None);
            }
        }
    }

    /// The block with this index, with all events that were taken.
    pub(crate) fn arrived_block(&self, py: Python<'_>, index: usize) -> PyResult<Option<ContentBlock>> {
        self.state.arrived_block(py, index)
    }

    /// As [`Op::until`], and blocks while the operation is armed. An exception of a signal handler cancels the call.
    pub(crate) fn block<T>(
        &self,
        py: Python<'_>,
        mut look: impl FnMut(&OpState) -> PyResult<Option<T>>,
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
    /// The number of this operation in `Port.drain()`.
    #[getter]
    fn token(&self) -> u64 {
        self.op.token()
    }

    /// All items that have arrived, as a list, empty at the end; `None` if there are none and the operation is armed.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.until(py, |state| state.ready(py))
    }

    /// As `take()`, and blocks the thread while there are none.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.block(py, |state| state.ready(py))
    }

    /// As `take()`, for the texts of the events alone.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.until(py, |state| state.ready_texts(py))
    }

    /// As `texts()`, and blocks the thread while there are none.
    fn wait_texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.block(py, |state| state.ready_texts(py))
    }

    /// The events of the list of texts taken last, from that of the first of its last `left` texts on.
    fn unread<'py>(&self, py: Python<'py>, left: usize) -> PyResult<Bound<'py, PyList>> {
        self.state.unread(py, left)
    }

    /// The head of the answer, if it has begun.
    #[getter]
    fn head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        self.state.head(py)
    }

    /// The head of the answer; `None` if it has not begun and the operation is armed, or if it never will.
    fn take_head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        Ok(self.until(py, |state| Op::head_or_end(state, py))?.flatten())
    }

    /// Blocks the thread until the answer has begun; `None` if a credential has to be given first, or at the end.
    fn wait_head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        self.block(py, |state| Op::head_or_end(state, py))
    }

    /// Cancels the call. Any thread, any number of times.
    fn cancel(&self) {
        self.op.cancel();
    }

    /// The message after so many events of the list taken last.
    fn snapshot(&self, py: Python<'_>, consumed: usize) -> PyResult<Option<Py<PyAny>>> {
        self.state.snapshot(py, consumed)
    }

    /// Sets the `content_block` or `message` of an end event, the last of `consumed` events of the last list. Returns
    /// whether it is a call of a tool whose input is no JSON.
    fn finish(&self, py: Python<'_>, event: &Bound<'_, PyAny>, consumed: usize) -> PyResult<bool> {
        self.state.finish(py, event, consumed)
    }

    /// The whole message, after the end.
    fn final_message(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.state.final_message(py)
    }

    /// The whole message as it goes back into a history, after the end.
    fn reply(&self, py: Python<'_>) -> PyResult<Reply> {
        self.state.reply(py)
    }

    /// Releases the context of the call.
    fn drop_context(&self) {
        self.state.drop_context();
    }

    /// As `drop_context()`, if no records wait at the port; false if some do, for which the context may be needed.
    fn drop_context_quietly(&self, port: &Bound<'_, Port>) -> bool {
        let quiet = port.get().is_quiet();
        if quiet {
            self.state.drop_context();
        }
        quiet
    }

    /// Answers a `CredentialRequest`: with a key, or with the fields of a credential.
    fn answer(&self, py: Python<'_>, credential: &Bound<'_, PyAny>) -> PyResult<()> {
        let made = match credential.cast::<PyString>() {
            Ok(key) => Credential::api_key(&*text::of(key)?).map_err(Into::into),
            Err(_) => credentials::from_json(&json_in::secret_json(credential)?),
        };
        self.op.provide_credential(made.map_err(|error| errors::raise(py, error))?);
        Ok(())
    }

    /// Waits, a second at most, until nothing of a cancelled call runs any more.
    fn wait_left(&self, py: Python<'_>) -> bool {
        py.detach(|| self.op.wait_left(Duration::from_secs(1)))
    }

    /// Answers a `HookQuestion`: with the JSON of the result, and the body of an answer.
    #[pyo3(signature = (result, body = None))]
    fn answer_hook(&self, result: TextBuf, body: Option<&[u8]>) {
        let result: String = result.into();
        self.op.answer_hook(result.as_bytes(), body.map(Bytes::copy_from_slice));
    }

    /// Answers a `HookQuestion` with the reason why the hook failed: the call fails with it.
    fn fail_hook(&self, message: TextBuf) {
        self.op.fail_hook(message.into());
    }

    /// Answers a `CredentialRequest` with the reason why there is no credential: the call fails with it.
    fn refuse(&self, message: TextBuf) {
        self.op.refuse_credential(message.into());
    }

    fn __repr__(&self) -> String {
        format!("Op(token={})", self.op.token())
    }
}

impl Op {
    fn head_or_end(state: &OpState, py: Python<'_>) -> PyResult<Option<Option<Py<ResponseInfo>>>> {
        if let Some(head) = state.begun(py)? {
            return Ok(Some(Some(head)));
        }
        Ok((state.is_asked() || state.is_over()).then_some(None))
    }
}

impl Drop for Op {
    fn drop(&mut self) {
        self.port.deregister(self.op.token());
    }
}
