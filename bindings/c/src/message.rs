//! Messages: the model's answer, read when somebody asks.

use std::mem::MaybeUninit;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use parlour_bridge::Answer;
use parlour_bridge::info::{UnfinishedInput, unfinished_inputs};
use parlour_bridge::wire::Message;

use crate::abi::parlour_result;
use crate::boundary::{coded, transfer};
use crate::catch::{infallible, value_or};
use crate::fault::require;
use crate::head::parlour_head;
use crate::text::parlour_str;

/// An answer of the model. Immutable and independent of every other handle: it may be kept, read from any thread and
/// freed at any time. Texts are borrowed until the message is freed.
pub struct parlour_message {
    shared: Arc<MessageInner>,
}

pub(crate) struct MessageInner {
    head: Option<parlour_head>,
    json: OnceLock<Bytes>,
    typed: OnceLock<Message>,
    text: OnceLock<String>,
    blocks: OnceLock<Vec<String>>,
    usage: OnceLock<String>,
    cost: OnceLock<parlour_usage>,
    unfinished: OnceLock<Vec<UnfinishedInput>>,
}

impl MessageInner {
    fn empty(head: Option<parlour_head>) -> MessageInner {
        MessageInner {
            head,
            json: OnceLock::new(),
            typed: OnceLock::new(),
            text: OnceLock::new(),
            blocks: OnceLock::new(),
            usage: OnceLock::new(),
            cost: OnceLock::new(),
            unfinished: OnceLock::new(),
        }
    }

    /// The message, read at the first look.
    pub(crate) fn typed(&self) -> &Message {
        self.typed.get_or_init(|| {
            let json = self.json.get().map(Bytes::as_ref).unwrap_or_default();
            // The core has read the same text before and did not refuse it.
            match std::str::from_utf8(json) {
                Ok(text) => Message::from_json(text),
                Err(_) => Message::from_json(&String::from_utf8_lossy(json)),
            }
            .unwrap_or_default()
        })
    }

    pub(crate) fn json(&self) -> &[u8] {
        self.json.get_or_init(|| Bytes::from(crate::json::text_of(self.typed.get())))
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| self.typed().text())
    }

    /// The JSON text of each block.
    pub(crate) fn blocks(&self) -> &[String] {
        self.blocks.get_or_init(|| {
            self.typed().content.iter().map(|block| crate::json::text_of(Some(block))).collect()
        })
    }

    fn cost(&self) -> &parlour_usage {
        self.cost.get_or_init(|| {
            let usage = &self.typed().usage;
            parlour_usage {
                input_tokens: usage.input_tokens,
                output_tokens: usage.output_tokens,
                cache_creation_input_tokens: usage.cache_creation_input_tokens.unwrap_or(0),
                cache_read_input_tokens: usage.cache_read_input_tokens.unwrap_or(0),
                total_input_tokens: usage.total_input_tokens(),
            }
        })
    }

    pub(crate) fn usage(&self) -> &str {
        self.usage.get_or_init(|| crate::json::text_of(Some(&self.typed().usage)))
    }

    pub(crate) fn unfinished(&self) -> &[UnfinishedInput] {
        self.unfinished.get_or_init(|| unfinished_inputs(self.typed()))
    }
}

impl parlour_message {
    /// A message of which there is the value.
    pub(crate) fn of_typed(message: Message, head: Option<parlour_head>) -> parlour_message {
        let shared = MessageInner::empty(head);
        parlour_message { shared: Arc::new(MessageInner { typed: OnceLock::from(message), ..shared }) }
    }

    /// A message of which there is the text.
    pub(crate) fn of_answer(answer: Answer) -> parlour_message {
        let shared = MessageInner::empty(Some(parlour_head::of(answer.head)));
        parlour_message {
            shared: Arc::new(MessageInner {
                json: OnceLock::from(answer.body),
                unfinished: OnceLock::from(answer.unfinished),
                ..shared
            }),
        }
    }

    /// A message of which there are the value and the text.
    pub(crate) fn of_text(message: Message, json: Bytes) -> parlour_message {
        let shared = MessageInner::empty(None);
        parlour_message {
            shared: Arc::new(MessageInner {
                typed: OnceLock::from(message),
                json: OnceLock::from(json),
                ..shared
            }),
        }
    }

    pub(crate) fn another(&self) -> parlour_message {
        parlour_message { shared: Arc::clone(&self.shared) }
    }

    pub(crate) fn shared(&self) -> &MessageInner {
        &self.shared
    }
}

/// Frees a message; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_free(message: Option<Box<parlour_message>>) {
    infallible(|| drop(message));
}

/// Another handle of the same message; cheap. Free it with parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_clone(
    message: Option<&parlour_message>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
) -> parlour_result {
    coded(|| {
        let copy = require(message, "message")?.another();
        transfer(require(out, "out")?, copy);
        Ok(())
    })
}

/// Names the message; opaque.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_id(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&message?.shared.typed().id)))
}

/// The model that answered; may be the dated form of the one asked for.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_model(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&message?.shared.typed().model)))
}

/// The role: "assistant".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_role(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(message?.shared.typed().role.as_str())))
}

/// Why the model stopped, for example "end_turn", "max_tokens", "tool_use"; an open set. Empty while a stream runs.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_stop_reason(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let reason = message?.shared.typed().stop_reason.as_ref()?;
        Some(parlour_str::of(reason.as_str()))
    })
}

/// The stop sequence that was produced; empty if none was.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_stop_sequence(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || message?.shared.typed().stop_sequence.as_deref().map(parlour_str::of))
}

/// All text blocks joined, with nothing between them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_text(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(message?.shared.text())))
}

/// The message as JSON text: as received, or written anew if it came as a stream.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_json(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of_bytes(message?.shared.json())))
}

/// Status, headers, attempts and rate limits of the answer; NULL for a message that did not come from one. Borrowed
/// until the message is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_head(message: Option<&parlour_message>) -> Option<&parlour_head> {
    value_or(None, || Some(message?.shared.head.as_ref()))
}

/// The id of the request at the service; empty if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_request_id(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || message?.shared.head.as_ref()?.info().request_id().map(parlour_str::of))
}

/// The token usage of an answer; a count that the service does not report is 0. A newer library may have more
/// behind the last field.
#[repr(C)]
pub struct parlour_usage {
    /// Input tokens that were neither written to nor read from the cache.
    pub input_tokens: u64,
    /// All output tokens, thinking included.
    pub output_tokens: u64,
    /// Input tokens written to the cache.
    pub cache_creation_input_tokens: u64,
    /// Input tokens read from the cache.
    pub cache_read_input_tokens: u64,
    /// All input tokens: the three above together.
    pub total_input_tokens: u64,
}

/// The token usage of the answer; all 0 for NULL. Never NULL, and borrowed until the message is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_usage(message: Option<&parlour_message>) -> *const parlour_usage {
    static NONE: parlour_usage = parlour_usage {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        total_input_tokens: 0,
    };
    value_or(&raw const NONE, || Some(std::ptr::from_ref(message?.shared.cost())))
}

/// The whole usage that the service reported, as a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_usage_json(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(message?.shared.usage())))
}
