//! Requests: built piece by piece, or JSON text. It must not know how they are sent.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{
    Body, Content, InputBlock, IntoBody, Json, JsonError, Message, MessageParam, MessageRequest, Tool,
};

use crate::abi::parlour_result;
use crate::border::{Fault, given, guarded, hand_over, quietly, value};
use crate::error::parlour_error;
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
    guarded(None, || {
        let request = MessageRequest::new(model.text()?, max_tokens);
        hand_over(given(out)?, parlour_request::new(Form::Built(Box::new(request))));
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
    guarded(err, || {
        let (json, out) = (json.text()?, given(out)?);
        let request = parlour_request::new(Form::Text(Bytes::copy_from_slice(json.as_bytes())));
        request.body()?;
        hand_over(out, request);
        Ok(())
    })
}

/// Frees a request; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_free(request: Option<Box<parlour_request>>) {
    quietly(|| drop(request));
}

/// A copy of a request, to be changed on its own. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_clone(
    request: Option<&parlour_request>,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
) -> parlour_result {
    guarded(None, || {
        let form = match &given(request)?.form {
            Form::Built(request) => Form::Built(request.clone()),
            Form::Text(text) => Form::Text(text.clone()),
        };
        hand_over(given(out)?, parlour_request::new(form));
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
        request.messages.push(MessageParam::user(text.text()?));
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
        request.messages.push(MessageParam::assistant(text.text()?));
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
    guarded(err, || {
        let (request, json) = (given(request)?, json.text()?);
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
        let message: &Message = given(message)?.shared().typed();
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
        request.system = Some(text.text()?.into());
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
    guarded(err, || {
        let request = given(request)?;
        let tool = Tool::new(name.text()?, description.text()?, schema_json.text()?);
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
        let (id, text) = (tool_use_id.text()?, text.text()?);
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
    guarded(err, || {
        let (request, key) = (given(request)?, key.text()?);
        let json = Json::parse(json.text()?).map_err(|error| refused(key, &error))?;
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
    value(parlour_str::EMPTY, || Some(parlour_str::of(request?.json())))
}

/// Checks what can be known without the service: a model, at least one turn. Every call does it before it sends anything.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_check(
    request: Option<&parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        given(request)?.body()?;
        Ok(())
    })
}

fn change(
    request: Option<&mut parlour_request>,
    change: impl FnOnce(&mut MessageRequest) -> Result<(), Fault>,
) -> parlour_result {
    guarded(None, || change(given(request)?.change()?))
}
