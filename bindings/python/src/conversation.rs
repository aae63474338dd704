//! Conversations for Python: turns go in and out as plain values, and are kept as the bytes they are sent as. The core
//! decides where history may be cut and how it is repaired.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::conversation::{Conversation as Turns, TokenSearch as Search};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::text::{self, Text};
use crate::turns::Conversation;
use crate::{errors, json_in, json_out};

/// The turns that a limit removed.
#[pyclass(frozen, get_all, module = "parlour")]
pub(crate) struct Trimmed {
    /// How many turns were removed.
    removed: usize,
    /// Whether the limit holds now.
    within: bool,
}

/// One change of a history that could not have been sent.
#[pyclass(frozen, get_all, module = "parlour")]
pub(crate) struct Repair {
    /// The turn, by its index before the repair.
    turn: usize,
    /// The change.
    kind: &'static str,
    /// The call of a tool that it was about.
    subject: Option<String>,
}

/// The search for the longest end of a conversation that fits a budget which the service counts.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct TokenSearch {
    search: Mutex<Search>,
}

impl TokenSearch {
    fn lock(&self) -> MutexGuard<'_, Search> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl TokenSearch {
    #[new]
    fn new(conversation: &Bound<'_, Conversation>, tokens: u64) -> TokenSearch {
        TokenSearch { search: Mutex::new(Search::new(&conversation.get().lock(), tokens)) }
    }

    /// The turn with which the end begins that is to be counted; `None` if the search is over.
    fn next(&self) -> Option<usize> {
        self.lock().next()
    }

    /// Takes the count of that end.
    fn counted(&self, tokens: u64) {
        self.lock().counted(tokens);
    }

    /// Cuts the conversation to the length that was found.
    fn trim(&self, conversation: &Bound<'_, Conversation>) -> Trimmed {
        let trimmed = self.lock().trim(&mut conversation.get().lock());
        Trimmed { removed: trimmed.removed, within: trimmed.within }
    }
}

impl Conversation {
    /// Does something with the turns; no Python code runs meanwhile.
    fn with<T>(&self, py: Python<'_>, act: impl FnOnce(&mut Turns) -> Result<T, ErrorInfo>) -> PyResult<T> {
        let done = act(&mut self.lock());
        done.map_err(|error| errors::raise(py, error))
    }

    fn push(&self, py: Python<'_>, turn: &Bound<'_, PyAny>) -> PyResult<()> {
        let json = Bytes::from(json_of(turn)?);
        self.with(py, |turns| turns.push(json))
    }

    fn push_as(&self, py: Python<'_>, role: &str, content: &Bound<'_, PyAny>) -> PyResult<()> {
        let turn = PyDict::new(py);
        turn.set_item("role", role)?;
        turn.set_item("content", content)?;
        self.push(py, &turn)
    }
}

/// JSON text is taken unchanged, everything else is serialised.
fn json_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text::of(text)?.as_bytes().to_vec());
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    json_in::to_json(value)
}

#[pymethods]
impl Conversation {
    #[new]
    #[pyo3(signature = (messages = None))]
    fn new(py: Python<'_>, messages: Option<&Bound<'_, PyAny>>) -> PyResult<Conversation> {
        let made = Conversation::of(Turns::new());
        if let Some(messages) = messages {
            for turn in messages.try_iter()? {
                made.push(py, &turn?)?;
            }
        }
        Ok(made)
    }

    /// Reads the JSON of `to_json()`, from any language, or a plain array of messages.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, py: Python<'_>, text: Text<'_>) -> PyResult<Conversation> {
        Turns::from_json(&text).map(Conversation::of).map_err(|error| errors::raise(py, error))
    }

    /// The conversation as JSON text, for `from_json()` of any language.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |turns| turns.to_json())
    }

    /// Adds a turn: a mapping or model with `role` and `content`, or its JSON text.
    fn add(&self, py: Python<'_>, turn: &Bound<'_, PyAny>) -> PyResult<()> {
        self.push(py, turn)
    }

    /// Adds a turn of the caller: text, or a list of blocks.
    fn add_user(&self, py: Python<'_>, content: &Bound<'_, PyAny>) -> PyResult<()> {
        self.push_as(py, "user", content)
    }

    /// Adds a turn of the model: text, or a list of blocks.
    fn add_assistant(&self, py: Python<'_>, content: &Bound<'_, PyAny>) -> PyResult<()> {
        self.push_as(py, "assistant", content)
    }

    /// Adds an answer as the turn it has to be sent back as. False, and nothing is added, for one without content.
    fn add_reply(&self, py: Python<'_>, message: &Bound<'_, PyAny>) -> PyResult<bool> {
        let json = json_of(message)?;
        self.with(py, |turns| turns.push_reply(&json))
    }

    /// The request that sends this conversation with these parameters, as JSON for `messages.create()` and the like.
    #[pyo3(signature = (**params))]
    fn body<'py>(
        &self,
        py: Python<'py>,
        params: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let settings = match params {
            Some(params) => json_in::to_json(params)?,
            None => b"{}".to_vec(),
        };
        let body = self.with(py, |turns| turns.body(Bytes::from(settings)))?;
        crate::errors::bytes(py, &body.to_bytes())
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyAny>> {
        let json = {
            let turns = self.lock();
            let place =
                if index < 0 { turns.len().checked_add_signed(index) } else { usize::try_from(index).ok() };
            place.and_then(|place| turns.turn_json(place))
        };
        let json = json.ok_or_else(|| PyIndexError::new_err("the conversation has no such turn"))?;
        json_out::plain(py, &json)
    }

    /// Takes turns back: only the first `count` stay.
    fn rewind(&self, count: usize) {
        self.lock().rewind(count);
    }

    /// Keeps at most the last `turns` turns, and never parts a call from its result. Tool changes of removed
    /// system messages are kept, in one system message.
    fn keep_last(&self, turns: usize) -> Trimmed {
        let trimmed = self.lock().keep_last(turns);
        Trimmed { removed: trimmed.removed, within: trimmed.within }
    }

    /// Keeps the longest end of at most so many tokens, by `estimated_tokens`.
    fn keep_tokens(&self, tokens: u64) -> Trimmed {
        let trimmed = self.lock().keep_tokens(tokens);
        Trimmed { removed: trimmed.removed, within: trimmed.within }
    }

    /// Drops the turns before `first`. False, and nothing happens, if a cut there would break the history.
    fn cut_before(&self, first: usize) -> bool {
        self.lock().cut_before(first)
    }

    /// The indices at which the conversation may begin, ascending.
    fn cut_points(&self) -> Vec<usize> {
        self.lock().cut_points()
    }

    /// Makes the history acceptable to the service, and returns the changes.
    fn repair(&self, py: Python<'_>) -> PyResult<Vec<Repair>> {
        let changes = self.with(py, Turns::repair)?;
        let change = |of: parlour_bridge::conversation::Repair| Repair {
            turn: of.turn,
            kind: of.kind.as_str(),
            subject: of.subject,
        };
        Ok(changes.into_iter().map(change).collect())
    }

    /// An estimate of the input tokens of all turns; nothing is asked of the service.
    #[getter]
    fn estimated_tokens(&self) -> u64 {
        self.lock().estimated_tokens()
    }

    fn __copy__(&self) -> Conversation {
        Conversation::of(self.lock().clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Conversation {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let text = slf.get().to_json(slf.py())?;
        Ok((slf.get_type().getattr("from_json")?, PyTuple::new(slf.py(), [text])?))
    }

    fn __repr__(&self) -> String {
        format!("Conversation({} turns)", self.lock().len())
    }
}

#[pymethods]
impl Trimmed {
    fn __repr__(&self) -> String {
        format!("Trimmed(removed={}, within={})", self.removed, if self.within { "True" } else { "False" })
    }
}

#[pymethods]
impl Repair {
    fn __repr__(&self) -> String {
        let subject =
            self.subject.as_ref().map_or_else(|| "None".to_owned(), |subject| format!("{subject:?}"));
        format!("Repair(turn={}, kind={:?}, subject={subject})", self.turn, self.kind)
    }
}
