//! Raw answers that a tool loop, a conversation and a structured answer take from a call. They never become Python
//! objects.

use bytes::Bytes;
use parlour_bridge::info::UnfinishedInput;
use parlour_bridge::wire::Message;
use pyo3::prelude::*;

use crate::json_in;

/// An answer as the service wrote it, beside the message made of it: a history gets these bytes back.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Reply {
    form: Form,
}

enum Form {
    /// The JSON that came, and the inputs that must not be used.
    Json(Bytes, Vec<UnfinishedInput>),
    /// The message, which was read already.
    Read(Box<Message>),
}

impl Reply {
    pub(crate) fn json(json: Bytes, unfinished: Vec<UnfinishedInput>) -> Reply {
        Reply { form: Form::Json(json, unfinished) }
    }

    pub(crate) fn read(message: Box<Message>) -> Reply {
        Reply { form: Form::Read(message) }
    }

    /// Hands the answer to the one of the two that takes it in the form it has.
    pub(crate) fn with<T>(
        &self,
        json: impl FnOnce(&[u8], &[UnfinishedInput]) -> T,
        message: impl FnOnce(&Message) -> T,
    ) -> T {
        match &self.form {
            Form::Json(text, unfinished) => json(text, unfinished),
            Form::Read(read) => message(read),
        }
    }
}

#[pymethods]
impl Reply {
    /// An answer that was kept as JSON or as a message.
    #[new]
    fn new(message: &Bound<'_, PyAny>) -> PyResult<Reply> {
        Ok(Reply::json(json_in::body(message)?, Vec::new()))
    }
}
