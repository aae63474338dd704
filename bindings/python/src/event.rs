//! Events of a stream as Python objects: the JSON text that arrived, decoded when an attribute is read. It must not
//! know the events before: the end event of a block, or of the message, is given the complete one.

use std::borrow::Cow;
use std::sync::OnceLock;

use parlour_bridge::info::unfinished_input;
use parlour_bridge::wire::{self, ContentBlock, EventKind, Message};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::value::RawValue;

use crate::info::ResponseInfo;
use crate::text::{self, Text};
use crate::{errors, json_out};

/// One event of a streamed message, as the service sent it.
#[pyclass(frozen, subclass, module = "parlour._native")]
pub(crate) struct Event {
    event: parlour_bridge::wire::Event,
    /// All of it as plain values, once an attribute without an accessor was read.
    fields: PyOnceLock<Py<PyAny>>,
    /// The part that its class is about: the delta, the block, the message.
    part: PyOnceLock<Py<PyAny>>,
    usage: PyOnceLock<Py<PyAny>>,
}

/// The members that become models.
#[derive(serde::Deserialize)]
struct Parts<'a> {
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content_block: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
}

impl Event {
    fn of(event: parlour_bridge::wire::Event) -> Event {
        Event { event, fields: PyOnceLock::new(), part: PyOnceLock::new(), usage: PyOnceLock::new() }
    }

    /// The text of the event, as it would be sent on.
    pub(crate) fn text_of(&self) -> &str {
        self.event.json()
    }

    /// Gives the event to the answer that is looked for in its stream. Whether it brought a piece of that.
    pub(crate) fn give(&self, answer: &mut parlour_bridge::partial_json::PartialJson) -> bool {
        answer.event(&self.event)
    }

    fn model<'e>(
        &'e self,
        py: Python<'_>,
        cell: &PyOnceLock<Py<PyAny>>,
        root: &str,
        part: impl FnOnce(&Parts<'e>) -> Option<&'e RawValue>,
    ) -> PyResult<Py<PyAny>> {
        let made = cell.get_or_try_init(py, || {
            let parts: Parts<'_> = serde_json::from_str(self.event.json())
                .map_err(|error| PyValueError::new_err(format!("the event cannot be read: {error}")))?;
            match part(&parts) {
                Some(raw) => json_out::root(py, root, raw.get().as_bytes()),
                None => Ok(py.None()),
            }
        })?;
        Ok(made.clone_ref(py))
    }

    /// The error for a part that this event does not have.
    fn lacks(&self, name: &str) -> PyErr {
        let hint = match (self.event.kind(), name) {
            (EventKind::ContentBlockStop, "content_block") | (EventKind::MessageStop, "message") => {
                "; the events of messages.stream() have it, those of create(stream=True) and batches() do not"
            }
            _ => "",
        };
        PyAttributeError::new_err(format!("this {} event has no field {name:?}{hint}", self.event.name()))
    }

    /// The position of the content block that this event belongs to.
    pub(crate) fn position(&self) -> Option<u32> {
        self.event.index()
    }

    /// The block or message that this event completes, if it was set.
    fn finished(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let py = slf.py();
        let event = slf.get();
        if let Some(part) = event.part.get(py) {
            return Ok(Some(part.clone_ref(py)));
        }
        let part = if let Ok(stop) = slf.cast::<ContentBlockStopEvent>() {
            let Some(block) = stop.get().block.get() else { return Ok(None) };
            let json = wire::to_json(block).map_err(|error| errors::raise(py, error))?;
            json_out::block(py, &json, unfinished_input(0, block).as_ref())?
        } else if let Ok(stop) = slf.cast::<MessageStopEvent>() {
            let Some(whole) = stop.get().message.get() else { return Ok(None) };
            let (message, head) = whole.as_ref();
            errors::model(py, message, head.as_ref().map(|head| head.clone_ref(py)))?
        } else {
            return Ok(None);
        };
        Ok(Some(event.part.get_or_init(py, || part).clone_ref(py)))
    }

    fn plain(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.fields.get_or_try_init(py, || json_out::plain(py, self.event.json().as_bytes()))?;
        Ok(made.clone_ref(py))
    }
}

#[pymethods]
impl Event {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("type",)
    }

    /// The name of the event; an open set.
    #[getter(r#type)]
    fn kind(&self) -> Cow<'_, str> {
        self.event.name()
    }

    /// The position of the content block that this event belongs to.
    #[getter]
    fn index(&self) -> Option<u32> {
        self.event.index()
    }

    /// The JSON text as it arrived.
    #[getter]
    fn raw(&self) -> &str {
        self.event.json()
    }

    /// The event as a new dict.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json_out::plain(py, self.event.json().as_bytes())
    }

    /// The JSON text as it arrived.
    fn to_json(&self) -> &str {
        self.event.json()
    }

    fn __getattr__(&self, py: Python<'_>, name: &Bound<'_, PyString>) -> PyResult<Py<PyAny>> {
        let missing = || self.lacks(&name.to_string());
        // Python asks for names of its own while it copies, pickles and prints.
        if text::of(name)?.starts_with("__") {
            return Err(missing());
        }
        let fields = self.plain(py)?;
        match fields.bind(py).cast::<PyDict>()?.get_item(name)? {
            Some(value) => Ok(value.unbind()),
            None => Err(missing()),
        }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Event>() else { return Ok(py.NotImplemented()) };
        let same = self.event == other.get().event;
        Ok(match op {
            CompareOp::Eq => same.into_pyobject(py)?.to_owned().into_any().unbind(),
            CompareOp::Ne => (!same).into_pyobject(py)?.to_owned().into_any().unbind(),
            _ => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.event.json().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type().name()?.to_string();
        Ok(format!("{class}({})", slf.get().event.json()))
    }

    /// The JSON of the wire, for events that are written as text, such as into a server's stream of events.
    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        errors::text(py, self.event.json())
    }

    /// Pickles as its name, its text and the block or message that it completes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let event = &slf.get().event;
        let restore = py.import("parlour._native")?.getattr("_event")?;
        let part = match event.kind() {
            EventKind::ContentBlockStop | EventKind::MessageStop => Event::finished(slf)?,
            _ => None,
        };
        let facts = (event.name(), event.json(), part).into_pyobject(py)?;
        Ok(PyTuple::new(py, [restore, facts.into_any()])?.into_any())
    }
}

macro_rules! events {
    ($( $(#[$doc:meta])* $class:ident { $($body:tt)* } [$($field:literal),*] )+) => {
        $(
            $(#[$doc])*
            #[pyclass(frozen, extends = Event, module = "parlour._native")]
            pub(crate) struct $class {}

            #[pymethods]
            impl $class {
                #[classattr]
                fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                    PyTuple::new(py, [$($field as &str),*] as [&str; events!(@count $($field)*)])
                }
                $($body)*
            }
        )+
    };
    (@count) => { 0 };
    (@count $head:literal $($tail:literal)*) => { 1 + events!(@count $($tail)*) };
}

events! {
    /// The message begins: its id, its model, its first usage.
    MessageStartEvent {
        /// The message so far, without content.
        #[getter]
        fn message(slf: PyRef<'_, Self>) -> PyResult<Py<PyAny>> {
            let event = slf.as_super();
            event.model(slf.py(), &event.part, "message", |parts| parts.message)
        }
    } ["message"]

    /// A content block begins.
    ContentBlockStartEvent {
        /// The block as it begins.
        #[getter]
        fn content_block(slf: PyRef<'_, Self>) -> PyResult<Py<PyAny>> {
            let event = slf.as_super();
            event.model(slf.py(), &event.part, "content_block", |parts| parts.content_block)
        }
    } ["index", "content_block"]

    /// A content block grows.
    ContentBlockDeltaEvent {
        /// The addition to the block.
        #[getter]
        fn delta(slf: PyRef<'_, Self>) -> PyResult<Py<PyAny>> {
            let event = slf.as_super();
            // A surrogate pair that was split over two deltas belongs to the second, whatever the JSON of either says.
            if let Some(delta) = event.event.joined_delta() {
                let py = slf.py();
                let made = event.part.get_or_try_init(py, || json_out::root(py, "delta", delta.as_bytes()))?;
                return Ok(made.clone_ref(py));
            }
            event.model(slf.py(), &event.part, "delta", |parts| parts.delta)
        }

        /// The piece of text, if it is one.
        #[getter]
        fn text<'py>(slf: PyRef<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
            let piece = slf.as_super().event.text();
            piece.map(|piece| errors::text(slf.py(), &piece)).transpose()
        }

        /// The piece of a tool's input, if it is one: a fragment of JSON text.
        #[getter]
        fn partial_json<'py>(slf: PyRef<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
            let piece = slf.as_super().event.partial_json();
            piece.map(|piece| errors::text(slf.py(), &piece)).transpose()
        }

        /// The piece of reasoning, if it is one.
        #[getter]
        fn thinking<'py>(slf: PyRef<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
            let piece = slf.as_super().event.thinking();
            piece.map(|piece| errors::text(slf.py(), &piece)).transpose()
        }
    } ["index", "delta"]

    /// The message is about to end: why it stopped, and its usage.
    MessageDeltaEvent {
        /// The stop reason and other changes of the message.
        #[getter]
        fn delta(slf: PyRef<'_, Self>) -> PyResult<Py<PyAny>> {
            let event = slf.as_super();
            event.model(slf.py(), &event.part, "message_delta", |parts| parts.delta)
        }

        /// Usage so far, cumulative.
        #[getter]
        fn usage(slf: PyRef<'_, Self>) -> PyResult<Py<PyAny>> {
            let event = slf.as_super();
            event.model(slf.py(), &event.usage, "usage", |parts| parts.usage)
        }
    } ["delta", "usage"]

    /// A sign of life.
    PingEvent {} []

    /// An event that this version does not know.
    UnknownEvent {} ["type"]
}

/// A content block is complete.
#[pyclass(frozen, extends = Event, module = "parlour._native")]
pub(crate) struct ContentBlockStopEvent {
    block: OnceLock<Box<ContentBlock>>,
}

impl ContentBlockStopEvent {
    /// Sets the complete block. Later calls have no effect.
    pub(crate) fn finish(&self, block: ContentBlock) {
        self.block.get_or_init(|| Box::new(block));
    }
}

#[pymethods]
impl ContentBlockStopEvent {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("index",)
    }

    /// The whole block, in the events of `messages.stream()`.
    #[getter]
    fn content_block(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let event = slf.as_super();
        Event::finished(event)?.ok_or_else(|| event.get().lacks("content_block"))
    }
}

/// A message, and the facts of its answer.
type Whole = (Message, Option<Py<ResponseInfo>>);

/// The message is complete.
#[pyclass(frozen, extends = Event, module = "parlour._native")]
pub(crate) struct MessageStopEvent {
    message: OnceLock<Box<Whole>>,
}

impl MessageStopEvent {
    /// Sets the complete message. Later calls have no effect.
    pub(crate) fn finish(&self, message: Message, head: Option<Py<ResponseInfo>>) {
        self.message.get_or_init(|| Box::new((message, head)));
    }
}

#[pymethods]
impl MessageStopEvent {
    #[classattr]
    fn __match_args__(py: Python<'_>) -> Bound<'_, PyTuple> {
        PyTuple::empty(py)
    }

    /// The whole message, in the events of `messages.stream()`.
    #[getter]
    fn message(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let event = slf.as_super();
        Event::finished(event)?.ok_or_else(|| event.get().lacks("message"))
    }
}

/// The Python object of an event.
pub(crate) fn object(py: Python<'_>, event: parlour_bridge::wire::Event) -> PyResult<Py<PyAny>> {
    let kind = event.kind();
    let base = PyClassInitializer::from(Event::of(event));
    macro_rules! made {
        ($class:ident $($field:ident)?) => {
            Py::new(py, base.add_subclass($class { $($field: OnceLock::new())? }))?.into_any()
        };
    }
    Ok(match kind {
        EventKind::ContentBlockDelta => made!(ContentBlockDeltaEvent),
        EventKind::MessageStart => made!(MessageStartEvent),
        EventKind::ContentBlockStart => made!(ContentBlockStartEvent),
        EventKind::ContentBlockStop => made!(ContentBlockStopEvent block),
        EventKind::MessageDelta => made!(MessageDeltaEvent),
        EventKind::MessageStop => made!(MessageStopEvent message),
        EventKind::Ping => made!(PingEvent),
        _ => made!(UnknownEvent),
    })
}

/// An event from its name, its JSON text and the block or message that it completes. Called by unpickling.
#[pyfunction]
#[pyo3(signature = (name, json, part = None))]
pub(crate) fn _event(
    py: Python<'_>,
    name: Text<'_>,
    json: Text<'_>,
    part: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let event = parlour_bridge::wire::Event::from_json(&name, json.to_owned())
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let made = object(py, event)?;
    if let Some(part) = part {
        made.bind(py).cast::<Event>()?.get().part.get_or_init(py, || part);
    }
    Ok(made)
}
