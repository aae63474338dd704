//! Message threads (protocol §8.8): the service keeps a conversation, and a request brings its new messages.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::answer::Refusal;
use crate::identity::Caller;
use crate::state::{ServerState, lock};

/// A thread is forgotten so long after its last request.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// The conversations that can be continued, by the key of the caller and the id of the last answer.
pub(crate) type Threads = HashMap<(String, String), Thread>;

/// A conversation up to an answer.
#[derive(Debug)]
pub(crate) struct Thread {
    /// The request that was answered, whole.
    body: Value,
    answer: Value,
    at: SystemTime,
    continued: bool,
}

/// A request as if it had come with the whole conversation, and where it came from.
pub(crate) struct Opened {
    pub(crate) body: Value,
    /// The answer can be continued.
    kept: bool,
    previous: Option<String>,
}

/// Puts what the service kept of a conversation in front of what a request brings. A request without a thread stays as
/// it is.
pub(crate) fn open(shared: &ServerState, caller: &Caller, mut body: Value) -> Result<Opened, Refusal> {
    let thread = match body.as_object_mut().filter(|_| caller.beta).and_then(|fields| fields.remove("thread"))
    {
        Some(Value::Null) | None => return Ok(Opened { body, kept: false, previous: None }),
        Some(thread) => thread,
    };
    match thread.get("type").and_then(Value::as_str) {
        Some("create") => return Ok(Opened { body, kept: true, previous: None }),
        Some("continue") => {}
        _ => return Err(Refusal::at("thread.type", "create or continue is expected")),
    }
    let id = thread.get("previous_message_id").and_then(Value::as_str);
    let id = id.ok_or_else(|| Refusal::at("thread.previous_message_id", "this field is required"))?;
    for field in ["system", "tools"] {
        if body.get(field).is_some_and(|value| !value.is_null()) {
            let what = "the thread keeps it: it cannot be given again";
            return Err(Refusal::at(field, what).code("thread_unsupported_request"));
        }
    }
    let threads = lock(&shared.threads);
    let found = threads.get(&(caller.key.clone(), id.to_owned()));
    let thread = found.filter(|thread| shared.clock.now() < thread.at + LIFETIME).ok_or_else(|| {
        Refusal::not_found(format!("The thread of {id} is not known, or has expired."))
            .code("thread_not_found")
    })?;
    if thread.continued {
        let refusal = Refusal::bad(format!("The message {id} was continued already."));
        return Err(refusal.code("thread_already_continued"));
    }
    let previous = Some(id.to_owned());
    Ok(Opened { body: joined(thread, body), kept: true, previous })
}

fn joined(thread: &Thread, mut body: Value) -> Value {
    let mut messages = thread.body.get("messages").and_then(Value::as_array).cloned().unwrap_or_default();
    messages.push(json!({"role": "assistant", "content": thread.answer}));
    messages.extend(body.get("messages").and_then(Value::as_array).cloned().unwrap_or_default());
    if let Some(fields) = body.as_object_mut() {
        fields.insert("messages".to_owned(), Value::Array(messages));
        for field in ["system", "tools"] {
            if let Some(kept) = thread.body.get(field) {
                fields.insert(field.to_owned(), kept.clone());
            }
        }
    }
    body
}

/// Stores the answer, so that the thread can be continued once.
pub(crate) fn remember(shared: &ServerState, caller: &Caller, opened: &Opened, message: &Value) {
    if !opened.kept {
        return;
    }
    let text = |field: &str| message.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let key = |id: String| (caller.key.clone(), id);
    let at = shared.clock.now();
    let mut threads = lock(&shared.threads);
    threads.retain(|_, thread| at < thread.at + LIFETIME);
    if let Some(before) = opened.previous.clone().and_then(|id| threads.get_mut(&key(id))) {
        before.continued = true;
    }
    let answer = message.get("content").cloned().unwrap_or_default();
    let thread = Thread { body: opened.body.clone(), answer, at, continued: false };
    threads.insert(key(text("id")), thread);
}
