//! One turn of a conversation: its bytes, and the few facts that trimming and estimates need.

use std::borrow::Cow;
use std::sync::OnceLock;

use bytes::Bytes;

use crate::error::{Error, Result};
use crate::json::object::Object;
use crate::json::writer::write_json;
use crate::json::{Json, JsonError, replace_lone_surrogates};
use crate::model::{Content, InputBlock, MessageParam, Role};

/// A turn as it is sent. Cheap to copy: the bytes are shared.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    parts: Vec<Bytes>,
    speaker: Speaker,
    facts: OnceLock<Facts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaker {
    User,
    System,
    Other,
}

impl Speaker {
    fn of(role: &Role) -> Speaker {
        match role {
            Role::User => Speaker::User,
            Role::System => Speaker::System,
            _ => Speaker::Other,
        }
    }
}

/// Facts that trimming needs. Computed on first use.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// A conversation may begin here: a turn of the user that answers no call, or a summary that replaces the turns
    /// before it (protocol §9.8).
    may_begin: bool,
    /// A summary that includes the earlier tool changes, in a form that only the service reads.
    holds_tools: bool,
    tokens: u64,
}

/// Bytes of plain ASCII in one token: English has about 4, source code and JSON about 3 (measured counts of public
/// tokenisers lie between); the smaller is taken, so that a budget holds.
const ASCII_BYTES_A_TOKEN: u64 = 3;
/// An image of the largest size that the service does not scale down (protocol §2.1).
const IMAGE_TOKENS: u64 = 1_600;
/// Base64 of a page of a PDF is seldom smaller than this.
const PDF_BYTES_A_TOKEN: u64 = 20;
/// The frame of a turn: role and separators.
pub(super) const TURN_TOKENS: u64 = 4;

impl Turn {
    pub(super) fn from_param(param: &MessageParam) -> Result<Turn> {
        let parts = param
            .to_segments()
            .map_err(|e| Error::config(format!("a turn of a conversation: {e}")).with_source(e))?;
        Ok(Turn { parts, speaker: Speaker::of(&param.role), facts: OnceLock::new() })
    }

    /// The same turn without half a surrogate pair: a model may cut a character in two, and the service would refuse
    /// every further request with that half, for example in the input of a call. Each half becomes U+FFFD.
    pub(super) fn without_halves(mut self) -> Turn {
        for part in &mut self.parts {
            if let Ok(text) = std::str::from_utf8(part)
                && let Cow::Owned(mended) = replace_lone_surrogates(text)
            {
                *part = mended.into();
            }
        }
        self
    }

    /// Takes JSON unchanged.
    pub(super) fn from_json(json: Bytes) -> std::result::Result<Turn, String> {
        let text = std::str::from_utf8(&json).map_err(|_| "it is not UTF-8".to_owned())?;
        let object = Object::parse(text).map_err(|e| format!("it is not one JSON object: {e}"))?;
        let role = object.field::<String>("role").ok_or_else(|| "it has no `role`".to_owned())?;
        if object.raw("content").is_none() {
            return Err("it has no `content`".to_owned());
        }
        let trimmed = json.slice_ref(text.trim_ascii().as_bytes());
        let speaker = Speaker::of(&Role::from(role));
        Ok(Turn { parts: vec![trimmed], speaker, facts: OnceLock::new() })
    }

    pub(super) fn parts(&self) -> &[Bytes] {
        &self.parts
    }

    pub(super) fn contiguous(&self) -> Bytes {
        match self.parts.as_slice() {
            [one] => one.clone(),
            many => Bytes::from(many.concat()),
        }
    }

    pub(super) fn param(&self) -> std::result::Result<MessageParam, JsonError> {
        let bytes = self.contiguous();
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        Json::parse(text)?.decode()
    }

    pub(super) fn is_system(&self) -> bool {
        self.speaker == Speaker::System
    }

    pub(super) fn is_user(&self) -> bool {
        self.speaker == Speaker::User
    }

    pub(super) fn holds_tools(&self) -> bool {
        self.speaker == Speaker::Other && self.facts().holds_tools
    }

    pub(super) fn may_begin(&self) -> bool {
        self.facts().may_begin
    }

    pub(super) fn estimated_tokens(&self) -> u64 {
        self.facts().tokens
    }

    fn facts(&self) -> Facts {
        *self.facts.get_or_init(|| match self.param() {
            Ok(param) => Facts {
                may_begin: may_begin(&param),
                holds_tools: holds_tools(&param),
                tokens: TURN_TOKENS + tokens_of(&param.content),
            },
            // Another shape than a message: counted as text, and never cut before.
            Err(_) => {
                let bytes = self.parts.iter().map(Bytes::len).sum::<usize>() as u64;
                Facts {
                    may_begin: false,
                    holds_tools: false,
                    tokens: TURN_TOKENS + bytes.div_ceil(ASCII_BYTES_A_TOKEN),
                }
            }
        })
    }
}

fn may_begin(turn: &MessageParam) -> bool {
    let blocks = turn.content.blocks();
    match turn.role {
        Role::User => !blocks.iter().any(|block| block.as_tool_result().is_some()),
        Role::Assistant => blocks.first().is_some_and(|block| block.kind() == "compaction"),
        _ => false,
    }
}

fn holds_tools(turn: &MessageParam) -> bool {
    let summaries = turn.content.blocks().iter().filter_map(InputBlock::as_compaction);
    summaries.filter_map(|block| block.tool_changes.as_ref()).any(|changes| !changes.is_empty())
}

fn tokens_of(content: &Content) -> u64 {
    match content {
        Content::Text(text) => text_tokens(text),
        Content::Blocks(blocks) => blocks.iter().map(block_tokens).sum(),
        Content::Other(json) => text_tokens(json.as_str()),
    }
}

pub(super) fn block_tokens(block: &InputBlock) -> u64 {
    match block {
        InputBlock::Text(text) => text_tokens(&text.text),
        InputBlock::Image(_) => IMAGE_TOKENS,
        InputBlock::ToolResult(result) => TURN_TOKENS + result.content.as_ref().map_or(0, tokens_of),
        other => match write_json(other) {
            Ok(json) if other.as_document().is_some_and(is_pdf) => json.len() as u64 / PDF_BYTES_A_TOKEN,
            Ok(json) => text_tokens(&String::from_utf8_lossy(&json)),
            Err(_) => 0,
        },
    }
}

fn is_pdf(document: &crate::model::DocumentBlock) -> bool {
    matches!(document.source, crate::model::DocumentSource::Base64(_))
}

/// One token for three bytes of ASCII, and one for each character beyond it.
fn text_tokens(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    let beyond = text.chars().filter(|c| !c.is_ascii()).count() as u64;
    ascii.div_ceil(ASCII_BYTES_A_TOKEN) + beyond
}
