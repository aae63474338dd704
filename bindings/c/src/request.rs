//! Requests: built piece by piece, or JSON text.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{
    Body, Content, InputBlock, IntoBody, Json, JsonError, Message, MessageParam, MessageRequest, Tool,
    to_json_text,
};

use crate::abi::{PARLOUR_INVALID_ARGUMENT, PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::content::parlour_content;
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
    /// Text of a whole request, sent unchanged until something is added.
    Text(Bytes),
    /// A request that a conversation or a tool loop made; sent unchanged as well.
    Made(Body),
}

impl parlour_request {
    fn new(form: Form) -> parlour_request {
        parlour_request { form, body: OnceLock::new(), json: OnceLock::new() }
    }

    /// A request that is ready to be sent.
    pub(crate) fn of_body(body: Body) -> parlour_request {
        parlour_request::new(Form::Made(body))
    }

    /// A request that is JSON text.
    pub(crate) fn of_text(json: String) -> parlour_request {
        parlour_request::new(Form::Text(Bytes::from(json)))
    }

    /// The request without its turns, of which there must be none: JSON that has no "messages".
    pub(crate) fn settings_bytes(&self) -> Result<Bytes, Fault> {
        let json = self.json();
        if self.turns() != Some(0) {
            return Ok(Bytes::copy_from_slice(json.as_bytes()));
        }
        let members = crate::json::members(json, "the settings")?;
        let members: Vec<String> = members
            .iter()
            .filter(|(key, _)| key != "messages")
            .map(|(key, value)| format!("{}:{value}", crate::json::text_of(Some(key))))
            .collect();
        Ok(Bytes::from(format!("{{{}}}", members.join(","))))
    }

    /// The body of a call, checked.
    pub(crate) fn body(&self) -> Result<Body, ErrorInfo> {
        if let Some(body) = self.body.get() {
            return Ok(body.clone());
        }
        let body = match &self.form {
            Form::Built(request) => request.as_ref().into_body()?,
            Form::Text(text) => Body::from_json_bytes(text.clone())?,
            Form::Made(body) => body.clone(),
        };
        Ok(self.body.get_or_init(|| body).clone())
    }

    pub(crate) fn json(&self) -> &str {
        self.json.get_or_init(|| match &self.form {
            Form::Built(request) => crate::json::text_of(Some(request)),
            Form::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Form::Made(body) => String::from_utf8_lossy(&body.to_bytes()).into_owned(),
        })
    }

    /// The number of turns, also of a text that was given whole.
    fn turns(&self) -> Option<usize> {
        #[derive(serde::Deserialize)]
        struct Turns {
            messages: Vec<serde::de::IgnoredAny>,
        }
        match &self.form {
            Form::Built(request) => Some(request.messages.len()),
            Form::Text(_) | Form::Made(_) => {
                Some(serde_json::from_str::<Turns>(self.json()).ok()?.messages.len())
            }
        }
    }

    /// The request, about to be changed.
    fn change(&mut self) -> Result<&mut MessageRequest, Fault> {
        if !matches!(self.form, Form::Built(_)) {
            let read = Json::parse(self.json()).and_then(|json| json.decode::<MessageRequest>());
            self.form = Form::Built(Box::new(read.map_err(|error| refused("the request", &error))?));
        }
        self.body = OnceLock::new();
        self.json = OnceLock::new();
        match &mut self.form {
            Form::Built(request) => Ok(request),
            Form::Text(_) | Form::Made(_) => Err(ErrorInfo::internal("a request was not read").into()),
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

/// A request from its JSON text, which is sent unchanged: key order, spacing and unknown keys survive. Free it with
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
            Form::Made(body) => Form::Made(body.clone()),
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
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        request.messages.push(MessageParam::user(text.text("text")?));
        Ok(())
    })
}

/// Adds a turn of the model.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_assistant_text(
    request: Option<&mut parlour_request>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
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

/// Adds an answer as a turn of the model, with every block unchanged.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_message(
    request: Option<&mut parlour_request>,
    message: Option<&parlour_message>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        let message: &Message = require(message, "message")?.shared().typed();
        request.messages.push(message.to_param());
        Ok(())
    })
}

/// Adds a turn of the caller that consists of blocks, of which it takes a copy.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_user_content(
    request: Option<&mut parlour_request>,
    content: Option<&parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        request.messages.push(MessageParam::user(require(content, "content")?.blocks()?));
        Ok(())
    })
}

/// As parlour_request_add_user_content(), for a turn of the model.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_assistant_content(
    request: Option<&mut parlour_request>,
    content: Option<&parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        request.messages.push(MessageParam::assistant(require(content, "content")?.blocks()?));
        Ok(())
    })
}

/// How many turns there are; 0 as well for a text whose "messages" cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_turn_count(request: Option<&parlour_request>) -> usize {
    value_or(0, || request?.turns())
}

/// Takes the last turn back, so that the call before can be made again, or another question asked. PARLOUR_NOT_FOUND if
/// there is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_remove_last_turn(
    request: Option<&mut parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| match request.messages.pop() {
        Some(_) => Ok(()),
        None => Err(Fault::Code(PARLOUR_NOT_FOUND)),
    })
}

/// Sets the system prompt to a text.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_set_system(
    request: Option<&mut parlour_request>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        request.system = Some(text.text("text")?.into());
        Ok(())
    })
}

/// Sets the system prompt to blocks of text, of which it takes a copy: for a cache marker behind one.
/// PARLOUR_INVALID_ARGUMENT for another kind of block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_set_system_content(
    request: Option<&mut parlour_request>,
    content: Option<&parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        let texts = require(content, "content")?.blocks()?.into_iter().map(|block| match block {
            InputBlock::Text(text) => Ok(text),
            _ => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "content")),
        });
        request.system = Some(texts.collect::<Result<Vec<_>, Fault>>()?.into());
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
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        let (id, text) = (tool_use_id.text("tool_use_id")?, text.text("text")?);
        add_result(request, id, text.into(), is_error);
        Ok(())
    })
}

/// As parlour_request_add_tool_result(), for a result of blocks, such as images; it takes a copy of them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_add_tool_result_content(
    request: Option<&mut parlour_request>,
    tool_use_id: parlour_str,
    content: Option<&parlour_content>,
    is_error: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    change(request, err, |request| {
        let id = tool_use_id.text("tool_use_id")?;
        let blocks = require(content, "content")?.blocks()?;
        add_result(request, id, blocks.into(), is_error);
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
        // Read again, so that keys with a typed field are stored in it: turns may be added to "messages" afterwards.
        let read = Json::parse(&to_json_text(&set)?).and_then(|json| json.decode::<MessageRequest>());
        *request = read.map_err(|error| refused(key, &error))?;
        Ok(())
    })
}

/// The request as JSON text, as it would be sent. Borrowed until the request is changed or freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_json(request: Option<&parlour_request>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(request?.json())))
}

/// Checks what can be known without the service: a model, at least one turn. Every call does it before it sends
/// anything.
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
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    change: impl FnOnce(&mut MessageRequest) -> Result<(), Fault>,
) -> parlour_result {
    fallible(err, || change(require(request, "request")?.change()?))
}

/// Consecutive results are in one turn (protocol §9.2).
fn add_result(request: &mut MessageRequest, id: &str, content: Content, is_error: bool) {
    let result = match is_error {
        true => InputBlock::tool_error(id, content),
        false => InputBlock::tool_result(id, content),
    };
    if let Some(turn) = request.messages.last_mut()
        && let Content::Blocks(blocks) = &mut turn.content
        && !blocks.is_empty()
        && blocks.iter().all(|block| block.as_tool_result().is_some())
    {
        blocks.push(result);
    } else {
        request.messages.push(MessageParam::user(vec![result]));
    }
}
