//! The consumer's side of one operation: the bridge's inbox, shared between an operation and its port, and its items as
//! Python objects.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_bridge::info::{UnfinishedInput, unfinished_input};
use parlour_bridge::wire::ContentBlock;
use parlour_bridge::{Answer, Inbox, Item, Keeps, Mode, Outcome, Question, Take};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::credential_request::CredentialRequest;
use crate::hook_question::HookQuestion;
use crate::info::ResponseInfo;
use crate::mode::{EVENTS, TURN};
use crate::raw_answer::RawAnswer;
use crate::reply::Reply;
use crate::{errors, event, json_out};

/// Shared by an operation and its port. The lock is never held while Python code may run.
pub(crate) struct OpState {
    mode: Mode,
    /// A whole message is delivered with its raw answer.
    with_reply: bool,
    inner: Mutex<Inner>,
}

struct Inner {
    inbox: Inbox,
    /// The Python object of the head, once it was read.
    head_object: Option<Py<ResponseInfo>>,
    /// The failure was raised.
    raised: bool,
    /// The context variables of the call, where records and hooks run.
    context: Option<Py<PyAny>>,
}

impl OpState {
    /// For a call of the mode with this number. Records and hooks of the call run in `context`.
    pub(crate) fn new(mode: Mode, number: u8, context: Option<Py<PyAny>>) -> Arc<OpState> {
        let keeps = match (mode, number) {
            (Mode::Stream, EVENTS) => Keeps::Events,
            (Mode::Stream, _) => Keeps::Read,
            _ => Keeps::Nothing,
        };
        let inner = Inner { inbox: Inbox::new(keeps), head_object: None, raised: false, context };
        Arc::new(OpState { mode, with_reply: number == TURN, inner: Mutex::new(inner) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the context.
    pub(crate) fn drop_context(&self) {
        let dropped = self.lock().context.take();
        drop(dropped);
    }

    /// The kept context.
    pub(crate) fn context(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.lock().context.as_ref().map(|context| context.clone_ref(py))
    }

    /// Receives items of the bridge.
    pub(crate) fn absorb(&self, take: Take) {
        let mut inner = self.lock();
        if inner.inbox.absorb(take) {
            inner.head_object = None;
        }
    }

    /// The pending items as Python objects: a list, empty at the end, or `None` if there are none; raises the failure
    /// once.
    pub(crate) fn ready<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(out) = self.hand_out(py)? else { return Ok(None) };
        let list = PyList::empty(py);
        for item in out {
            if let Some(object) = self.object(py, item)? {
                list.append(object)?;
            }
        }
        Ok(Some(list))
    }

    /// As [`State::ready`], for the texts of events alone. `None` also if no pending event has text.
    pub(crate) fn ready_texts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            let Some(out) = self.hand_out(py)? else { return Ok(None) };
            let list = PyList::empty(py);
            let over = out.is_empty();
            for item in out {
                match item {
                    Item::Event(event) => {
                        if let Some(text) = event.text() {
                            list.append(errors::text(py, &text)?)?;
                        }
                    }
                    asked @ Item::Asked(_) => list.append(self.object(py, asked)?)?,
                    _ => {}
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
        let events = self.lock().inbox.unread(left);
        let list = PyList::empty(py);
        for event in events {
            list.append(event::object(py, event)?)?;
        }
        Ok(list)
    }

    /// The items that have arrived, for delivery; empty at the end.
    fn hand_out(&self, py: Python<'_>) -> PyResult<Option<Vec<Item>>> {
        let mut guard = self.lock();
        let inner = &mut *guard;
        if let Some(answer) = inner.inbox.take_whole() {
            return Ok(Some(vec![Item::Whole(answer)]));
        }
        let items = inner.inbox.hand_out();
        if !items.is_empty() {
            return Ok(Some(items));
        }
        match inner.inbox.outcome() {
            None => Ok(None),
            Some(Outcome::Failed(error)) if !inner.raised => {
                let error = error.clone();
                inner.raised = true;
                drop(guard);
                Err(errors::raise(py, error))
            }
            Some(_) => Ok(Some(Vec::new())),
        }
    }

    fn object(&self, py: Python<'_>, item: Item) -> PyResult<Option<Py<PyAny>>> {
        Ok(Some(match item {
            Item::Event(event) => event::object(py, event)?,
            Item::Chunk(chunk) => errors::bytes(py, &chunk)?.into_any().unbind(),
            // In the place of its line: the caller gets the error and goes on.
            Item::Broken(error) => errors::make(py, error)?.unbind(),
            Item::Asked(question) => match *question {
                Question::Credential(request) => Py::new(py, CredentialRequest::of(request))?.into_any(),
                Question::Hook(question) => HookQuestion::of(py, question)?,
            },
            Item::Whole(answer) => whole(py, self.mode, self.with_reply, *answer)?,
            // The inbox has taken them in.
            Item::Opened(_) | Item::End | Item::Failed(_) => return Ok(None),
        }))
    }

    /// The head, if the answer has begun.
    pub(crate) fn head(&self, py: Python<'_>) -> PyResult<Option<Py<ResponseInfo>>> {
        let head = {
            let inner = self.lock();
            if let Some(object) = &inner.head_object {
                return Ok(Some(object.clone_ref(py)));
            }
            let Some(head) = inner.inbox.head() else { return Ok(None) };
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
        let failed = {
            let mut inner = self.lock();
            match inner.inbox.outcome() {
                Some(Outcome::Failed(error)) if !inner.raised => {
                    let error = error.clone();
                    inner.raised = true;
                    error
                }
                _ => return Ok(None),
            }
        };
        Err(errors::raise(py, failed))
    }

    /// Whether a question of the core is pending.
    pub(crate) fn is_asked(&self) -> bool {
        self.lock().inbox.is_asked()
    }

    pub(crate) fn is_over(&self) -> bool {
        let inner = self.lock();
        let is_known = match inner.inbox.outcome() {
            Some(Outcome::Failed(_)) => inner.raised,
            outcome => outcome.is_some(),
        };
        is_known && inner.inbox.is_empty()
    }

    /// The message after so many events of the list delivered last.
    pub(crate) fn snapshot(&self, py: Python<'_>, consumed: usize) -> PyResult<Option<Py<PyAny>>> {
        let message = self.lock().inbox.snapshot(consumed);
        match message.map_err(|error| errors::raise(py, error))? {
            Some(message) => errors::model(py, &message, None).map(Some),
            None => Ok(None),
        }
    }

    /// The block with this index, with all events of the list delivered last.
    pub(crate) fn arrived_block(&self, py: Python<'_>, index: usize) -> PyResult<Option<ContentBlock>> {
        let block = self.lock().inbox.block(usize::MAX, index);
        block.map_err(|error| errors::raise(py, error))
    }

    /// The whole message as the answer that goes back into a history, after the end.
    pub(crate) fn reply(&self, py: Python<'_>) -> PyResult<Reply> {
        let message = self.lock().inbox.whole_message();
        message.map(|message| Reply::read(Box::new(message))).map_err(|error| errors::raise(py, error))
    }

    /// Sets the complete block or message on an end event, the last of `consumed` events of the last list. Returns
    /// whether it is a call of a tool whose input is no JSON.
    pub(crate) fn finish(&self, py: Python<'_>, event: &Bound<'_, PyAny>, consumed: usize) -> PyResult<bool> {
        if let Ok(stop) = event.cast::<event::ContentBlockStopEvent>() {
            let Some(index) = stop.as_super().get().position() else { return Ok(false) };
            let block = self.lock().inbox.block(consumed, index as usize);
            if let Some(block) = block.map_err(|error| errors::raise(py, error))? {
                let invalid = unfinished_input(0, &block).is_some_and(|input| input.state == "invalid");
                stop.get().finish(block);
                return Ok(invalid);
            }
        } else if let Ok(stop) = event.cast::<event::MessageStopEvent>() {
            let message = self.lock().inbox.snapshot(consumed);
            if let Some(message) = message.map_err(|error| errors::raise(py, error))? {
                stop.get().finish(message, self.head(py)?);
            }
        }
        Ok(false)
    }

    /// The whole message, after the end.
    pub(crate) fn final_message(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let message = self.lock().inbox.whole_message();
        let message = message.map_err(|error| errors::raise(py, error))?;
        errors::model(py, &message, self.head(py)?)
    }
}

fn message(
    py: Python<'_>,
    json: &[u8],
    info: Py<ResponseInfo>,
    unfinished: &[UnfinishedInput],
) -> PyResult<Py<PyAny>> {
    json_out::message(py, json, Some(info.into_any()), unfinished).map_err(|error| errors::short(py, error))
}

/// A whole answer as Python sees it.
pub(crate) fn whole(py: Python<'_>, mode: Mode, with_reply: bool, answer: Answer) -> PyResult<Py<PyAny>> {
    let Answer { head, body, unfinished, message: read } = answer;
    let info = Py::new(py, ResponseInfo::of(head))?;
    match mode {
        Mode::Create if with_reply => {
            let message = message(py, &body, info, &unfinished)?;
            let reply = match read {
                Some(read) => Reply::read(read),
                None => Reply::json(body, unfinished),
            };
            Ok((message, reply).into_pyobject(py)?.into_any().unbind())
        }
        Mode::Create => message(py, &body, info, &unfinished),
        _ => Ok(Py::new(py, RawAnswer::of(info, body))?.into_any()),
    }
}
