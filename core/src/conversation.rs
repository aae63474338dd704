//! A conversation: turns that are kept in the JSON form in which they are sent, so that a long history is not
//! serialised again for each request.
//!
//! [`turn`] holds one turn and its facts, [`trim`] and [`counted`] shorten a history, [`carried`] preserves the tool
//! changes of removed turns, [`repair`] makes a history acceptable to the service, [`cache`] finds where two requests
//! diverge. Sending is the job of the client.

mod cache;
#[cfg(feature = "resources")]
mod keep_tokens;
mod markers;
mod repair;
#[cfg(any(feature = "structured", feature = "tools"))]
mod split;
mod token_search;
mod tool_changes;
#[cfg(feature = "tools")]
mod tool_loop;
#[cfg(feature = "tools")]
mod tool_set;
mod trim;
mod turn;

use bytes::Bytes;
use serde::Serialize;

use crate::client::body::Body;
use crate::error::{Error, Result};
use crate::json::writer::json_of;
use crate::json::{Json, JsonError};
use crate::model::{Content, Message, MessageParam, MessageRequest};
use turn::Turn;

pub use cache::{CacheChange, CachePart};
pub use repair::{Repair, RepairKind};
pub use token_search::TokenSearch;
#[cfg(feature = "tools")]
pub(crate) use tool_set::ToolSet;
pub use trim::Trimmed;

/// The turns of a conversation, oldest first.
///
/// A turn is serialised only once, when it is added: [`body`](Self::body) puts the stored bytes into each request.
/// Equal histories have equal bytes, which the service's prompt cache compares (protocol §10.3).
///
/// ```
/// use parlour::{Conversation, MessageRequest};
/// # use parlour_emulator::Emulator;
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let emulator = Emulator::start().await?;
/// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
/// let settings = MessageRequest::new("svc-haiku-3-5", 256).system("Be brief.");
/// let mut talk = Conversation::new();
/// for question in ["Name a river.", "And a mountain."] {
///     talk.user(question)?;
///     let reply = client.messages().create(talk.body(&settings)?).await?;
///     talk.push_reply(&reply)?;
/// }
/// assert_eq!(talk.len(), 4);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    turns: Vec<Turn>,
}

/// The form in which a conversation is saved.
#[derive(Serialize)]
struct Saved<'a> {
    r#type: &'static str,
    version: u32,
    messages: Vec<&'a serde_json::value::RawValue>,
}

const SAVED_TYPE: &str = "parlour.conversation";
const SAVED_VERSION: u32 = 1;

impl Conversation {
    /// A conversation without turns.
    #[must_use]
    pub fn new() -> Conversation {
        Conversation::default()
    }

    /// Reads the output of [`to_json`](Self::to_json) from any language, or a plain array of messages.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is neither, if a later version wrote it, or if an element
    /// is not an object with a `role`; the error names its index.
    pub fn from_json(json: &str) -> Result<Conversation> {
        let refused = |why: String| Error::config(format!("this is not a saved conversation: {why}"));
        let list = if json.trim_start().starts_with('[') {
            json.to_owned()
        } else {
            let object = crate::json::object::Object::parse(json)
                .map_err(|e| refused(e.to_string()).with_source(e))?;
            if object.field::<String>("type").as_deref() != Some(SAVED_TYPE) {
                return Err(refused(format!("its `type` is not \"{SAVED_TYPE}\"")));
            }
            match object.field::<u32>("version") {
                Some(SAVED_VERSION) => {}
                Some(other) => {
                    return Err(refused(format!("version {other} is not known here, only {SAVED_VERSION}")));
                }
                None => return Err(refused("it has no `version`".to_owned())),
            }
            object.raw("messages").ok_or_else(|| refused("it has no `messages`".to_owned()))?.to_owned()
        };
        let elements: Vec<&serde_json::value::RawValue> =
            serde_json::from_str(&list).map_err(|e| refused(e.to_string()).with_source(e))?;
        let mut conversation = Conversation::new();
        for (index, element) in elements.into_iter().enumerate() {
            let turn = Turn::from_json(Bytes::copy_from_slice(element.get().as_bytes()))
                .map_err(|e| refused(format!("messages.{index}: {e}")))?;
            conversation.turns.push(turn);
        }
        Ok(conversation)
    }

    /// The conversation as one JSON object, to be read by [`from_json`](Self::from_json) here or in another language.
    ///
    /// # Errors
    /// None in practice: every turn was checked to be JSON when it was added.
    pub fn to_json(&self) -> Result<Json> {
        let texts: Vec<Bytes> = self.turns.iter().map(Turn::contiguous).collect();
        let messages = texts
            .iter()
            .map(|text| serde_json::from_slice(text))
            .collect::<std::result::Result<_, _>>()
            .map_err(|e| Error::config("a turn is not JSON").with_source(e))?;
        let saved = Saved { r#type: SAVED_TYPE, version: SAVED_VERSION, messages };
        json_of(&saved).map_err(|e| Error::config("a turn is not JSON").with_source(e))
    }

    /// Adds a turn.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it cannot be written as JSON (a number that is not finite).
    pub fn push(&mut self, turn: impl Into<MessageParam>) -> Result<()> {
        self.turns.push(Turn::from_param(&turn.into())?);
        Ok(())
    }

    /// Adds a turn of the caller.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn user(&mut self, content: impl Into<Content>) -> Result<()> {
        self.push(MessageParam::user(content))
    }

    /// Adds a turn given as JSON. Its bytes are shared, not copied, and sent unchanged.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is not one JSON object with a `role` and a `content`.
    pub fn push_json(&mut self, json: impl Into<Bytes>) -> Result<()> {
        let turn = Turn::from_json(json.into())
            .map_err(|e| Error::config(format!("a turn of a conversation: {e}")))?;
        self.turns.push(turn);
        Ok(())
    }

    /// Adds an answer in the form in which it has to be sent back: every block as it was received, but without empty
    /// text blocks (protocol §2.6) and without thinking that has no signature, which the service refuses (protocol
    /// §9.6): an answer that was cut may end in one. `false`, and nothing is added, for an answer without content: the
    /// service accepts no empty turn (protocol §3.4). Half a surrogate pair, which the service refuses, becomes U+FFFD,
    /// also within the input of a call.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn push_reply(&mut self, reply: &Message) -> Result<bool> {
        let turn = reply.to_param();
        if turn.content.blocks().is_empty() {
            return Ok(false);
        }
        self.turns.push(Turn::from_param(&turn)?.without_halves());
        Ok(true)
    }

    /// How many turns there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// True if there are no turns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// A turn as JSON text; copies a turn that holds large payloads.
    #[must_use]
    pub fn turn_json(&self, index: usize) -> Option<Bytes> {
        self.turns.get(index).map(Turn::contiguous)
    }

    /// A turn as a typed value.
    ///
    /// # Errors
    /// If the turn was given as JSON and does not have the shape of a message.
    pub fn turn(&self, index: usize) -> Option<std::result::Result<MessageParam, JsonError>> {
        self.turns.get(index).map(Turn::param)
    }

    /// Removes the last turns: only the first `len` stay. Does nothing if there are not more.
    pub fn rewind(&mut self, len: usize) {
        self.turns.truncate(len);
    }

    /// An estimate of the input tokens of all turns, computed from the length of their text, without a request to the
    /// service. For budgets it errs on the high side for English and source code; an image counts as 1 600.
    #[must_use]
    pub fn estimated_tokens(&self) -> u64 {
        self.turns.iter().map(Turn::estimated_tokens).sum()
    }

    /// Builds the request that sends this conversation: all of `settings`, and these turns as its `messages`.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if `settings` has messages of its own, if there is no turn, or
    /// if `settings` cannot be sent.
    pub fn body(&self, settings: &MessageRequest) -> Result<Body> {
        if !settings.messages.is_empty() {
            return Err(own_messages());
        }
        let head = settings.settings_json()?;
        self.body_json(head)
    }

    /// The same for settings given as JSON: an object without `messages`.
    ///
    /// # Errors
    /// As for [`body`](Self::body).
    pub fn body_json(&self, settings: impl Into<Bytes>) -> Result<Body> {
        self.body_of(Body::from_json_bytes(settings)?)
    }

    /// The same for settings that were parsed before.
    pub(crate) fn body_of(&self, head: Body) -> Result<Body> {
        if self.turns.is_empty() {
            return Err(no_turn());
        }
        if head.has_messages() {
            return Err(own_messages());
        }
        Ok(head.with_messages(self.turns.iter().map(Turn::parts)))
    }
}

fn no_turn() -> Error {
    Error::config("a conversation without turns cannot be sent: add one of the user first")
}

fn own_messages() -> Error {
    Error::config(
        "the settings of a conversation's request have `messages` of their own: add these turns to it instead",
    )
}
