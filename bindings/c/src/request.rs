//! Requests: built piece by piece, or JSON text. It must not know how they are sent.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{
    Body, Content, InputBlock, IntoBody, Json, JsonError, Message, MessageParam, MessageRequest, Tool,
};

use crate::abi::parlour_result;
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::message::parlour_message;
use crate::text::parlour_str;

/// A message request. One thread at a time while it is changed; afterwards any number of threads may use it for calls.
/// Calls copy what they need: it may be changed, used again or freed while they run. Texts are copied.
pub struct parlour_request {
    form: Form,
    /// Checked and written once for all calls.
    body: OnceLock<Body>,
    json: OnceLock<String>,
}

enum Form {
    Built(Box<MessageRequest>),
    /// Text that was given whole is sent as it stands until something is added.
    Text(Bytes),
}

impl parlour_request {
    fn new(form: Form) -> parlour_request {
        parlour_request { form, body: OnceLock::new(), json: OnceLock::new() }
    }

    /// The body of a call, checked.
    pub(crate) fn body(&self) -> Result<Body, ErrorInfo> {
        if let Some(body) = self.body.get() {
            return Ok(body.clone());
        }
        let body = match &self.form {
            Form::Built(request) => request.as_ref().into_body()?,
            Form::Text(text) => Body::from_json_bytes(text.clone())?,
        };
        Ok(self.body.get_or_init(|| body).clone())
    }

    fn json(&self) -> &str {
        self.json.get_or_init(|| match &self.form {
            Form::Built(request) => crate::json::text_of(Some(request)),
            Form::Text(text) => String::from_utf8_lossy(text).into_owned(),
        })
    }

    /// The request, about to be changed.
    fn change(&mut self) -> Result<&mut MessageRequest, Fault> {
        self.body = OnceLock::new();
        self.json = OnceLock::new();
        if let Form::Text(text) = &self.form {
            let text = String::from_utf8_lossy(text);
            let read = Json::parse(&text).and_then(|json| json.decode::<MessageRequest>());
            self.form = Form::Built(Box::new(read.map_err(|error| refused("the request", &error))?));
        }
        match &mut self.form {
            Form::Built(request) => Ok(request),
            Form::Text(_) => Err(ErrorInfo::internal("a request was not read").into()),
        }
    }
}

fn refused(what: &str, error: &JsonError) -> ErrorInfo {
    ErrorInfo::config(format!("{what} cannot be used: {error}"))
}

/// A new request without turns. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_new(
    model: parlour_str,
    max_tokens: u64,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
) -> parlour_result {
    coded(|| {
        let request = MessageRequest::new(model.text("model")?, max_tokens);
        transfer(require(out, "out")?, parlour_request::new(Form::Built(Box::new(request))));
        Ok(())
    })
}

/// A request from its JSON text, which is sent as it stands: key order, spacing and unknown keys survive. Free it with
/// parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_from_json(
    json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (json, out) = (json.text("json")?, require(out, "out")?);
        let request = parlour_request::new(Form::Text(Bytes::copy_from_slice(json.as_bytes())));
        request.body()?;
        transfer(out, request);
        Ok(())
    })
}

/// Frees a request; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_free(request: Option<Box<parlour_request>>) {
    infallible(|| drop(request));
}

/// A copy of a request, to be changed on its own. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_clone(
    request: Option<&parlour_request>,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
) -> parlour_result {
    coded(|| {
        let form = match &require(request, "request")?.form {
            Form::Built(request) => Form::Built(request.clone()),
            Form::Text(text) => Form::Text(text.clone()),
        };
        transfer(require(out, "out")?, parlour_request::new(form));
        Ok(())
    })
}

/// Adds a turn of the caller.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_user_text(
    request: Option<&mut parlour_request>,
    text: parlour_str,
) -> parlour_result {
    change(request, |request| {
        request.messages.push(MessageParam::user(text.text("text")?));
        Ok(())
    })
}

/// Adds a turn of the model.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_assistant_text(
    request: Option<&mut parlour_request>,
    text: parlour_str,
) -> parlour_result {
    change(request, |request| {
        request.messages.push(MessageParam::assistant(text.text("text")?));
        Ok(())
    })
}

/// Adds a turn as JSON: an object with "role" and "content".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_message_json(
    request: Option<&mut parlour_request>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (request, json) = (require(request, "request")?, json.text("json")?);
        let turn = Json::parse(json).and_then(|json| json.decode::<MessageParam>());
        let turn = turn.map_err(|error| refused("the message", &error))?;
        request.change()?.messages.push(turn);
        Ok(())
    })
}

/// Adds an answer as a turn of the model, every block as it came.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_message(
    request: Option<&mut parlour_request>,
    message: Option<&parlour_message>,
) -> parlour_result {
    change(request, |request| {
        let message: &Message = require(message, "message")?.shared().typed();
        request.messages.push(message.to_param());
        Ok(())
    })
}

/// Sets the system prompt to a text; for blocks use parlour_request_set_json() with "system".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_set_system(
    request: Option<&mut parlour_request>,
    text: parlour_str,
) -> parlour_result {
    change(request, |request| {
        request.system = Some(text.text("text")?.into());
        Ok(())
    })
}

/// Adds a tool of the caller: its name, what it does and when to use it, and the JSON Schema of its input.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_tool(
    request: Option<&mut parlour_request>,
    name: parlour_str,
    description: parlour_str,
    schema_json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let request = require(request, "request")?;
        let tool =
            Tool::new(name.text("name")?, description.text("description")?, schema_json.text("schema_json")?);
        let tool = tool.map_err(|error| refused("the tool", &error))?;
        request.change()?.tools.get_or_insert_default().push(tool);
        Ok(())
    })
}

/// Adds what a tool call gave; `is_error` says that the tool failed, and the text says why. Results that are added one
/// after another become one turn, as the service wants it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_tool_result(
    request: Option<&mut parlour_request>,
    tool_use_id: parlour_str,
    text: parlour_str,
    is_error: bool,
) -> parlour_result {
    change(request, |request| {
        let (id, text) = (tool_use_id.text("tool_use_id")?, text.text("text")?);
        let result =
            if is_error { InputBlock::tool_error(id, text) } else { InputBlock::tool_result(id, text) };
        if let Some(turn) = request.messages.last_mut()
            && let Content::Blocks(blocks) = &mut turn.content
            && !blocks.is_empty()
            && blocks.iter().all(|block| block.as_tool_result().is_some())
        {
            blocks.push(result);
        } else {
            request.messages.push(MessageParam::user(vec![result]));
        }
        Ok(())
    })
}

/// Sets any top-level key to a JSON value: "temperature", "tool_choice", "thinking", or one that this version does not
/// know.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_set_json(
    request: Option<&mut parlour_request>,
    key: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (request, key) = (require(request, "request")?, key.text("key")?);
        let json = Json::parse(json.text("json")?).map_err(|error| refused(key, &error))?;
        let request = request.change()?;
        let mut set = request.clone();
        set.extra.insert(key, json);
        // Read again, so that what has a typed field gets there: turns may be added to "messages" afterwards.
        let read = Json::from_serialize(&set).and_then(|json| json.decode::<MessageRequest>());
        *request = read.map_err(|error| refused(key, &error))?;
        Ok(())
    })
}

/// The request as JSON text, as it would be sent. Borrowed until the request is changed or freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_json(request: Option<&parlour_request>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(request?.json())))
}

/// Checks what can be known without the service: a model, at least one turn. Every call does it before it sends anything.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_check(
    request: Option<&parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        require(request, "request")?.body()?;
        Ok(())
    })
}

fn change(
    request: Option<&mut parlour_request>,
    change: impl FnOnce(&mut MessageRequest) -> Result<(), Fault>,
) -> parlour_result {
    coded(|| change(require(request, "request")?.change()?))
}
