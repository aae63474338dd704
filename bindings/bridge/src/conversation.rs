//! A conversation for a host: turns go in and out as JSON, and are stored in the form in which they are sent.

use bytes::Bytes;
use parlour::{Body, CacheChange, CacheTtl, MessageRequest, TokenCount};

use crate::decoding::{decoded, decoded_message};
use crate::info::ErrorInfo;
use crate::wire::to_json_text;

pub use parlour::{Repair, Trimmed};

/// The search for the longest end of a conversation that fits a budget which the service counts: the host sends the end
/// that [`next`](Self::next) names to `messages.count_tokens`, and passes the result to [`counted`](Self::counted).
#[derive(Clone, Debug)]
pub struct TokenSearch {
    search: parlour::TokenSearch,
}

impl TokenSearch {
    /// Starts a search in the current state of a conversation.
    #[must_use]
    pub fn new(conversation: &Conversation, tokens: u64) -> TokenSearch {
        TokenSearch { search: parlour::TokenSearch::new(&conversation.turns, tokens) }
    }

    /// The first turn of the end to count next; `None` if the search is over. The first end is the whole.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        self.search.next()
    }

    /// Takes the count of that end.
    pub fn counted(&mut self, tokens: u64) {
        self.search.counted(tokens);
    }

    /// As [`counted`](Self::counted), with the unparsed answer of the service.
    ///
    /// # Errors
    /// Kind `Decode` if it is no count.
    pub fn counted_json(&mut self, answer: &[u8]) -> Result<(), ErrorInfo> {
        let count: TokenCount = decoded(answer, "the count of a conversation's tokens")?;
        self.counted(count.input_tokens);
        Ok(())
    }

    /// Cuts the conversation to the end that was found.
    pub fn trim(&self, conversation: &mut Conversation) -> Trimmed {
        self.search.trim(&mut conversation.turns)
    }
}

/// The turns of a conversation, oldest first. Cheap to clone: copies share the bytes of the turns. Not synchronised: a
/// host guards it with a lock.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    turns: parlour::Conversation,
}

impl Conversation {
    /// A conversation without turns.
    #[must_use]
    pub fn new() -> Conversation {
        Conversation::default()
    }

    pub(crate) fn of(turns: parlour::Conversation) -> Conversation {
        Conversation { turns }
    }

    pub(crate) fn core(&self) -> &parlour::Conversation {
        &self.turns
    }

    /// Reads the output of [`to_json`](Self::to_json) from any language, or a plain array of messages.
    ///
    /// # Errors
    /// Kind `Config` if it is neither; the error names the index of a turn that is none.
    pub fn from_json(json: &str) -> Result<Conversation, ErrorInfo> {
        Ok(Conversation::of(parlour::Conversation::from_json(json)?))
    }

    /// The conversation as one JSON object.
    ///
    /// # Errors
    /// None in practice: every turn was checked when it was added.
    pub fn to_json(&self) -> Result<String, ErrorInfo> {
        Ok(self.turns.to_json()?.as_str().to_owned())
    }

    /// Adds a turn, given as JSON. Its bytes are shared and sent unchanged.
    ///
    /// # Errors
    /// Kind `Config` if it is not one JSON object with a `role` and a `content`.
    pub fn push(&mut self, turn: Bytes) -> Result<(), ErrorInfo> {
        Ok(self.turns.push_json(turn)?)
    }

    /// Adds an answer, given as the message's JSON, as the turn it has to be sent back as (protocol §2.6). `false`, and
    /// nothing is added, for an answer without content.
    ///
    /// # Errors
    /// Kind `Config` if it is no message.
    pub fn push_reply(&mut self, message: &[u8]) -> Result<bool, ErrorInfo> {
        let message = decoded_message(message, "the answer for a conversation")?;
        Ok(self.turns.push_reply(&message)?)
    }

    /// Builds the request that sends this conversation: all of `settings`, a JSON object without `messages`, and these
    /// turns. Send it with [`CallRequest::message_body`](crate::CallRequest::message_body).
    ///
    /// # Errors
    /// Kind `Config` if `settings` is no object or has messages of its own, or if there is no turn.
    pub fn body(&self, settings: Bytes) -> Result<Body, ErrorInfo> {
        Ok(self.turns.body_json(settings)?)
    }

    /// How many turns there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// True without any turn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// A turn as JSON text.
    #[must_use]
    pub fn turn_json(&self, index: usize) -> Option<Bytes> {
        self.turns.turn_json(index)
    }

    /// Removes the last turns: only the first `len` stay.
    pub fn rewind(&mut self, len: usize) {
        self.turns.rewind(len);
    }

    /// Keeps at most the last `turns` turns, and never separates a call from its result. Tool changes in removed system
    /// messages are preserved in one system message, which is not counted as removed.
    pub fn keep_last(&mut self, turns: usize) -> Trimmed {
        self.turns.keep_last(turns)
    }

    /// Keeps the longest end of at most `tokens` tokens, by [`estimated_tokens`](Self::estimated_tokens).
    pub fn keep_tokens(&mut self, tokens: u64) -> Trimmed {
        self.turns.keep_tokens(tokens)
    }

    /// Drops the turns before `first`; `false`, and nothing happens, if a cut there would break the history. For
    /// budgets that are counted by the service.
    pub fn cut_before(&mut self, first: usize) -> bool {
        self.turns.cut_before(first)
    }

    /// The indices at which the conversation may begin, ascending.
    #[must_use]
    pub fn cut_points(&self) -> Vec<usize> {
        self.turns.cut_points().collect()
    }

    /// Makes the history acceptable to the service and returns the changes.
    ///
    /// # Errors
    /// Kind `Config` if a changed turn cannot be written as JSON.
    pub fn repair(&mut self) -> Result<Vec<Repair>, ErrorInfo> {
        Ok(self.turns.repair()?)
    }

    /// As [`repair`](Self::repair), with the changes as a JSON array of
    /// `{"turn": 3, "kind": "answered_call", "subject": "toolu_1"}`; `subject` is `null` where there is none.
    ///
    /// # Errors
    /// As for [`repair`](Self::repair).
    pub fn repair_json(&mut self) -> Result<String, ErrorInfo> {
        let changes: Vec<serde_json::Value> = self
            .turns
            .repair()?
            .iter()
            .map(|change| {
                serde_json::json!({"turn": change.turn, "kind": change.kind.as_str(), "subject": change.subject})
            })
            .collect();
        Ok(serde_json::Value::from(changes).to_string())
    }

    /// An estimate of the input tokens of all turns, without a request to the service.
    #[must_use]
    pub fn estimated_tokens(&self) -> u64 {
        self.turns.estimated_tokens()
    }
}

/// Adds cache markers to a request, or to one without its messages, and returns their number (protocol §10.1, §10.2):
/// at the ends of the tools and of the system prompt for `stable`, which is `"5m"` or `"1h"`, and at the end of the
/// messages. A request that has markers already is returned unchanged.
///
/// # Errors
/// Kind `Config` if `request` is none, or for another lifetime.
pub fn mark_cache_json(request: &[u8], stable: &str) -> Result<(String, usize), ErrorInfo> {
    let lifetime = [CacheTtl::FiveMinutes, CacheTtl::OneHour].into_iter().find(|ttl| ttl.as_str() == stable);
    let lifetime = lifetime
        .ok_or_else(|| ErrorInfo::config(format!("`{stable}` is no lifetime of the cache: give 5m or 1h")))?;
    let mut request: MessageRequest = decoded(request, "the request to mark")?;
    let placed = request.mark_cache(lifetime);
    Ok((to_json_text(&request)?, placed))
}

/// The first difference of two requests, up to which the prompt cache was read at most:
/// `{"part": "messages", "index": 2, "offset": 17}` as JSON; `index` is `null` for a part that is no list. `None` if
/// all of `before` is repeated (protocol §10.3, §10.7).
///
/// # Errors
/// Kind `Config` if a body is empty, or its tools or messages are no list.
pub fn cache_change_json(before: &Body, now: &Body) -> Result<Option<String>, ErrorInfo> {
    let json = |change: CacheChange| {
        serde_json::json!({"part": change.part.as_str(), "index": change.index, "offset": change.offset})
            .to_string()
    };
    Ok(CacheChange::between(before, now)?.map(json))
}

/// The reason for a cache miss in the `diagnostics` of an answer, given as the message's JSON: the name of a part of
/// the request (protocol §10.9).
///
/// # Errors
/// Kind `Config` if it is no message.
pub fn cache_miss_reported(message: &[u8]) -> Result<Option<&'static str>, ErrorInfo> {
    let message = decoded_message(message, "an answer")?;
    Ok(CacheChange::reported_by(&message).map(parlour::CachePart::as_str))
}

#[cfg(test)]
mod tests;
