//! The consumer's state of one operation: items that are not delivered yet, the message so far, how it ended. It must not
//! know how its consumer waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use parlour_bridge::info::unfinished_inputs;
use parlour_bridge::wire::{Accumulator, Event};
use parlour_bridge::{Answer, ErrorInfo, HeadInfo, Item, Mode, Take};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::credential_request::CredentialRequest;
use crate::info::{RawAnswer, ResponseInfo};
use crate::{errors, event, json_out};

/// Shared by an operation and its port. The lock is never held while Python code may run.
pub(crate) struct State {
    mode: Mode,
    /// The message is not accumulated.
    events_only: bool,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Arrived, not delivered to Python yet.
    pending: Vec<Pending>,
    /// The head, and its Python object once it was read.
    head: Option<HeadInfo>,
    head_object: Option<Py<ResponseInfo>>,
    failed: Option<ErrorInfo>,
    ended: bool,
    failed_for_good: bool,
    /// The message up to the list delivered last, of which the consumer may have read a part.
    message: Accumulator,
    delivered: Vec<Event>,
    /// How many events of `delivered` are in the message already.
    applied: usize,
}

enum Pending {
    Event(Event),
    Chunk(Bytes),
    Whole(Box<Answer>),
    CredentialRequest(bool),
}

impl State {
    pub(crate) fn new(mode: Mode, events_only: bool) -> Arc<State> {
        Arc::new(State { mode, events_only, inner: Mutex::new(Inner::default()) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives items of the bridge.
    pub(crate) fn absorb(&self, take: Take) {
        let mut inner = self.lock();
        match take {
            Take::Armed => {}
            Take::Closed => inner.ended = true,
            Take::Items(items) => {
                for item in items {
                    match item {
                        Item::Opened(head) => {
                            inner.head = Some(*head);
                            inner.head_object = None;
                        }
                        Item::Event(event) => inner.pending.push(Pending::Event(event)),
                        Item::Chunk(chunk) => inner.pending.push(Pending::Chunk(chunk)),
                        Item::Whole(answer) => {
                            inner.pending.push(Pending::Whole(answer));
                            inner.ended = true;
                        }
                        Item::CredentialNeeded { after_refusal } => {
                            inner.pending.push(Pending::CredentialRequest(after_refusal))
                        }
                        Item::End => inner.ended = true,
                        Item::Failed(error) => {
                            inner.ended = true;
                            inner.failed_for_good = true;
                            inner.failed = Some(error);
                        }
                    }
                }
            }
        }
    }

    /// The pending items as Python objects: a list, empty at the end, or `None` if there are none; raises the failure once.
    pub(crate) fn ready<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(out) = self.take_pending(py)? else { return Ok(None) };
        let list = PyList::empty(py);
        for one in out {
            list.append(self.object(py, one)?)?;
        }
        Ok(Some(list))
    }

    /// As [`State::ready`], for the texts of events alone. `None` also if no pending event has text.
    pub(crate) fn ready_texts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            let Some(out) = self.take_pending(py)? else { return Ok(None) };
            let list = PyList::empty(py);
            let over = out.is_empty();
            for one in out {
                match one {
                    Pending::Event(event) => {
                        if let Some(text) = event.text() {
                            list.append(PyString::new(py, &text))?;
                        }
                    }
                    request @ Pending::CredentialRequest(_) => list.append(self.object(py, request)?)?,
                    Pending::Chunk(_) | Pending::Whole(_) => {}
                }
            }
            // The batch without text may have been the last, after which nothing wakes the port.
            if over || !list.is_empty() {
                return Ok(Some(list));
            }
        }
    }

    /// The events of the list of texts delivered last, from that of the first of its last `left` texts on: the consumer
    /// goes on with events.
    pub(crate) fn unread<'py>(&self, py: Python<'py>, left: usize) -> PyResult<Bound<'py, PyList>> {
        let events: Vec<Event> = {
            let mut inner = self.lock();
            let texts = inner.delivered.iter().enumerate().rev().filter(|(_, event)| event.text().is_some());
            let from = texts.take(left).last().map_or(inner.delivered.len(), |(place, _)| place);
            if !self.events_only {
                inner.apply_first(from);
            }
            inner.delivered.drain(..from);
            inner.applied = 0;
            inner.delivered.clone()
        };
        let list = PyList::empty(py);
        for event in events {
            list.append(event::object(py, event)?)?;
        }
        Ok(list)
    }

    /// Takes the pending items for delivery; empty at the end.
    fn take_pending(&self, py: Python<'_>) -> PyResult<Option<Vec<Pending>>> {
        let mut guard = self.lock();
        let inner = &mut *guard;
        // A consumer that asks for more has read the list delivered before.
        if self.events_only {
            inner.delivered.clear();
        } else {
            inner.apply_delivered();
        }
        if !inner.pending.is_empty() {
            let out = std::mem::take(&mut inner.pending);
            inner.applied = 0;
            inner.delivered.extend(out.iter().filter_map(|one| match one {
                Pending::Event(event) => Some(event.clone()),
                _ => None,
            }));
            return Ok(Some(out));
        }
        if let Some(error) = inner.failed.take() {
            drop(guard);
            return Err(errors::raise(py, error));
        }
        Ok(inner.ended.then(Vec::new))
    }

    fn object(&self, py: Python<'_>, pending: Pending) -> PyResult<Py<PyAny>> {
        match pending {
            Pending::Event(event) => event::object(py, event),
            Pending::Chunk(chunk) => Ok(PyBytes::new(py, &chunk).into_any().unbind()),
            Pending::CredentialRequest(after_refusal) => {
                Ok(Py::new(py, CredentialRequest { after_refusal })?.into_any())
            }
            Pending::Whole(answer) => whole(py, self.mode, *answer),
        }
    }

    /// The head, if the answer has begun.
    pub(crate) fn head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        let head = {
            let inner = self.lock();
            if let Some(object) = &inner.head_object {
                return Ok(Some(object.clone_ref(py)));
            }
            let Some(head) = &inner.head else { return Ok(None) };
            head.clone()
        };
        let object = Py::new(py, ResponseInfo::of(head))?;
        self.lock().head_object = Some(object.clone_ref(py));
        Ok(Some(object))
    }

    /// As [`State::head`]; raises the failure of a call that failed before its answer began.
    pub(crate) fn begun(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        if let Some(head) = self.head(py)? {
            return Ok(Some(head));
        }
        let failed = self.lock().failed.take();
        match failed {
            Some(error) => Err(errors::raise(py, error)),
            None => Ok(None),
        }
    }

    /// Whether a request for a credential is pending.
    pub(crate) fn needs_credential(&self) -> bool {
        self.lock().pending.iter().any(|out| matches!(out, Pending::CredentialRequest(_)))
    }

    pub(crate) fn is_over(&self) -> bool {
        let inner = self.lock();
        inner.ended && inner.failed.is_none() && inner.pending.is_empty()
    }

    /// The message after so many events of the list delivered last.
    pub(crate) fn snapshot(&self, py: Python<'_>, consumed: usize) -> PyResult<Option<Py<PyAny>>> {
        let message = {
            let mut inner = self.lock();
            inner.apply_first(consumed);
            inner.message.snapshot()
        };
        match message {
            Some(message) => errors::model(py, &message).map(Some),
            None => Ok(None),
        }
    }

    /// The whole message, after the end.
    pub(crate) fn final_message(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (message, partial) = {
            let mut inner = self.lock();
            inner.apply_delivered();
            let done = inner.ended && !inner.failed_for_good;
            (done.then(|| inner.message.finished()).flatten(), inner.message.snapshot())
        };
        let Some(message) = message else {
            return Err(errors::raise(py, ErrorInfo::unfinished(partial)));
        };
        let json = serde_json::to_vec(&message)
            .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
        let head = self.head(py)?;
        json_out::message(py, &json, head.map(Py::into_any), &unfinished_inputs(&message))
    }
}

/// A whole answer as Python sees it.
pub(crate) fn whole(py: Python<'_>, mode: Mode, answer: Answer) -> PyResult<Py<PyAny>> {
    let Answer { head, body, unfinished } = answer;
    let info = Py::new(py, ResponseInfo::of(head))?;
    match mode {
        Mode::Create => json_out::message(py, &body, Some(info.into_any()), &unfinished),
        _ => Ok(Py::new(py, RawAnswer::of(info, body))?.into_any()),
    }
}

impl Inner {
    /// Notes that the consumer has read the list delivered last.
    fn apply_delivered(&mut self) {
        self.apply_first(usize::MAX);
        self.delivered.clear();
        self.applied = 0;
    }

    fn apply_first(&mut self, count: usize) {
        let count = count.min(self.delivered.len());
        for event in self.delivered.get(self.applied..count).unwrap_or_default() {
            // The core has accumulated the same events before: it delivers none that it refuses.
            let _known = self.message.apply(event);
        }
        self.applied = self.applied.max(count);
    }
}
