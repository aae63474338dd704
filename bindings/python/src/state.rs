//! What is known of one operation: what arrived and was not handed out, the message so far, how it ended. It must
//! not know how its consumer waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use parlour_bridge::info::unfinished_inputs;
use parlour_bridge::wire::{Accumulator, Event};
use parlour_bridge::{Answer, ErrorInfo, HeadInfo, Item, Mode, Take};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::info::{RawAnswer, ResponseInfo};
use crate::op::Ask;
use crate::{errors, event, json_out};

/// Shared by an operation and its port. The lock is never held while Python code may run.
pub(crate) struct State {
    mode: Mode,
    /// No message is wanted, and none is kept.
    events_only: bool,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Arrived, not handed out.
    out: Vec<Out>,
    /// The head, and its Python object once somebody asked.
    head: Option<HeadInfo>,
    head_object: Option<Py<ResponseInfo>>,
    failed: Option<ErrorInfo>,
    ended: bool,
    failed_for_good: bool,
    /// The message up to the list handed out last, which the consumer may be halfway through.
    message: Accumulator,
    handed: Vec<Event>,
    /// How many events of that list are in the message and no longer in `handed`.
    applied: usize,
}

enum Out {
    Event(Event),
    Chunk(Bytes),
    Whole(Box<Answer>),
    Ask(bool),
}

impl State {
    pub(crate) fn new(mode: Mode, events_only: bool) -> Arc<State> {
        Arc::new(State { mode, events_only, inner: Mutex::new(Inner::default()) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what came.
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
                        Item::Event(event) => inner.out.push(Out::Event(event)),
                        Item::Chunk(chunk) => inner.out.push(Out::Chunk(chunk)),
                        Item::Whole(answer) => {
                            inner.out.push(Out::Whole(answer));
                            inner.ended = true;
                        }
                        Item::CredentialNeeded { after_refusal } => inner.out.push(Out::Ask(after_refusal)),
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

    /// What can be handed out now: a list, empty at the end, or `None` if nothing has come; raises the failure once.
    pub(crate) fn ready<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(out) = self.next_out(py)? else { return Ok(None) };
        let list = PyList::empty(py);
        for one in out {
            list.append(self.object(py, one)?)?;
        }
        Ok(Some(list))
    }

    /// As [`State::ready`], for the pieces of text alone. `None` also if nothing of what came is text.
    pub(crate) fn ready_texts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            let Some(out) = self.next_out(py)? else { return Ok(None) };
            let list = PyList::empty(py);
            let over = out.is_empty();
            for one in out {
                match one {
                    Out::Event(event) => {
                        if let Some(text) = event.text() {
                            list.append(PyString::new(py, &text))?;
                        }
                    }
                    ask @ Out::Ask(_) => list.append(self.object(py, ask)?)?,
                    Out::Chunk(_) | Out::Whole(_) => {}
                }
            }
            // Without text the end may have come all the same, and nothing would be announced after it.
            if over || !list.is_empty() {
                return Ok(Some(list));
            }
        }
    }

    /// Events for the last `left` pieces of the list of texts handed out last: the consumer turned to reading events.
    pub(crate) fn unread<'py>(&self, py: Python<'py>, left: usize) -> PyResult<Bound<'py, PyList>> {
        let events: Vec<Event> = {
            let mut inner = self.lock();
            let texts = inner.handed.iter().enumerate().rev().filter(|(_, event)| event.text().is_some());
            let from = texts.take(left).last().map_or(inner.handed.len(), |(place, _)| place);
            if !self.events_only {
                inner.apply_first(from);
            }
            inner.handed.drain(..from);
            inner.applied = 0;
            inner.handed.clone()
        };
        let list = PyList::empty(py);
        for event in events {
            list.append(event::object(py, event)?)?;
        }
        Ok(list)
    }

    /// Takes what is to be handed out; empty at the end.
    fn next_out(&self, py: Python<'_>) -> PyResult<Option<Vec<Out>>> {
        let mut guard = self.lock();
        let inner = &mut *guard;
        // Who asks is through with what was handed out before.
        if self.events_only {
            inner.handed.clear();
        } else {
            inner.apply_handed();
        }
        if !inner.out.is_empty() {
            let out = std::mem::take(&mut inner.out);
            inner.applied = 0;
            inner.handed.extend(out.iter().filter_map(|one| match one {
                Out::Event(event) => Some(event.clone()),
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

    fn object(&self, py: Python<'_>, out: Out) -> PyResult<Py<PyAny>> {
        match out {
            Out::Event(event) => event::object(py, event),
            Out::Chunk(chunk) => Ok(PyBytes::new(py, &chunk).into_any().unbind()),
            Out::Ask(after_refusal) => Ok(Py::new(py, Ask { after_refusal })?.into_any()),
            Out::Whole(answer) => whole(py, self.mode, *answer),
        }
    }

    /// The head, if it has come.
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

    /// Whether something other than a head waits to be handed out: questions of the core, for one.
    pub(crate) fn has_asked(&self) -> bool {
        self.lock().out.iter().any(|out| matches!(out, Out::Ask(_)))
    }

    pub(crate) fn is_over(&self) -> bool {
        let inner = self.lock();
        inner.ended && inner.failed.is_none() && inner.out.is_empty()
    }

    /// The message after so many events of the list handed out last.
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
            inner.apply_handed();
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
    /// The list handed out last is behind the consumer.
    fn apply_handed(&mut self) {
        self.apply_first(usize::MAX);
        self.handed.clear();
        self.applied = 0;
    }

    fn apply_first(&mut self, count: usize) {
        let count = count.min(self.handed.len());
        for event in self.handed.get(self.applied..count).unwrap_or_default() {
            // The core has taken the same events in before: what it refuses never gets here.
            let _known = self.message.apply(event);
        }
        self.applied = self.applied.max(count);
    }
}
