//! The turns of a conversation and the system prompt (protocol §1.3): a string, or blocks.

use serde::{Serialize, Serializer};

use super::blob::Blob;
use super::content::TextBlock;
use super::decode::Decode;
use super::input::InputBlock;
use super::message::Message;
use super::reader::Reader;
#[cfg(feature = "conversation")]
use crate::json::writer::write_pieces;
use crate::json::{Json, JsonError};

// generated: types
use super::enums::{Effort, Role};

wire! {
    /// One turn of the conversation.
    ///
    /// ```
    /// use parlour::{Json, MessageParam};
    ///
    /// let turn = MessageParam::user("Hello");
    /// assert_eq!(Json::from_serialize(&turn)?.as_str(), r#"{"role":"user","content":"Hello"}"#);
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct MessageParam {
        /// The author of the turn.
        "role" role: Role = Role::User,
        /// The content of the turn.
        "content" content: Content,
        /// Beta, role `system`: how long it is shown to the model; `never` unless set: `never` or `next_user_message`.
        "clear_at" clear_at: Option<String>,
        /// Beta, role `system`: effort of the turn that follows.
        "output_config" output_config: Option<TurnOutputConfig>,
    }
}

wire! {
    /// Effort of the turn that follows (beta).
    pub struct TurnOutputConfig {
        /// The level of effort.
        "effort" effort: Option<Effort>,
    }
}
// end generated

impl MessageParam {
    /// A turn of any role.
    #[must_use]
    pub fn new(role: impl Into<Role>, content: impl Into<Content>) -> MessageParam {
        MessageParam { role: role.into(), content: content.into(), ..MessageParam::default() }
    }

    /// A turn of the caller.
    #[must_use]
    pub fn user(content: impl Into<Content>) -> MessageParam {
        MessageParam::new(Role::User, content)
    }

    /// A turn of the model: an earlier answer, or the beginning of the next one (models that allow it).
    #[must_use]
    pub fn assistant(content: impl Into<Content>) -> MessageParam {
        MessageParam::new(Role::Assistant, content)
    }
}

impl MessageParam {
    /// The turn as compact JSON, in pieces as [`MessageRequest::to_segments`](super::MessageRequest::to_segments) makes
    /// them.
    ///
    /// # Errors
    /// If it holds a number that JSON cannot express.
    #[cfg(feature = "conversation")]
    pub(crate) fn to_segments(&self) -> Result<Vec<bytes::Bytes>, JsonError> {
        let mut blobs: Vec<&Blob> = Vec::new();
        self.content.blobs(&mut blobs);
        write_pieces(self, blobs.iter().map(|blob| blob.as_bytes()))
    }
}

impl From<&Message> for MessageParam {
    /// See [`Message::to_param`].
    fn from(message: &Message) -> MessageParam {
        message.to_param()
    }
}

/// Defines a value that is a JSON string or an array of blocks.
macro_rules! text_or_blocks {
    ($(#[$meta:meta])* $name:ident of $block:ident) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            /// A string.
            Text(String),
            /// Blocks.
            Blocks(Vec<$block>),
            /// A shape this library does not know, sent again unchanged.
            Other(Json),
        }

        impl Default for $name {
            fn default() -> Self {
                Self::Text(String::new())
            }
        }

        impl Decode for $name {
            fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
                let start = *reader;
                let typed = if reader.peek() == Some(b'"') {
                    String::decode(reader, depth).map(Self::Text)
                } else {
                    Vec::decode(reader, depth).map(Self::Blocks)
                };
                typed.or_else(|_| {
                    *reader = start;
                    reader.value().map(|raw| Self::Other(raw.to_json()))
                })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Text(text) => text.serialize(serializer),
                    Self::Blocks(blocks) => blocks.serialize(serializer),
                    Self::Other(json) => json.serialize(serializer),
                }
            }
        }

        deserialize_by_decode!($name);

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::Text(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::Text(text)
            }
        }

        impl From<Vec<$block>> for $name {
            fn from(blocks: Vec<$block>) -> Self {
                Self::Blocks(blocks)
            }
        }

        impl From<$block> for $name {
            fn from(block: $block) -> Self {
                Self::Blocks(vec![block])
            }
        }
    };
}

text_or_blocks! {
    /// The content of a turn, or of a tool's result. A string is shorthand for one text block.
    Content of InputBlock
}

text_or_blocks! {
    /// The system prompt. Blocks can carry cache markers.
    SystemPrompt of TextBlock
}

impl Content {
    /// The blocks; none if this is a string.
    #[must_use]
    pub fn blocks(&self) -> &[InputBlock] {
        match self {
            Content::Blocks(blocks) => blocks,
            Content::Text(_) | Content::Other(_) => &[],
        }
    }

    pub(crate) fn blobs<'a>(&'a self, out: &mut Vec<&'a Blob>) {
        self.blocks().iter().for_each(|block| block.blobs(out));
    }
}
