//! Conversations: turns kept as the bytes they are sent as. The rules of a history are the core's.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use bytes::Bytes;
use parlour_bridge::conversation::{Conversation, TokenSearch, Trimmed};
use parlour_bridge::wire::MessageParam;
use parlour_bridge::{Mode, resources};

use crate::abi::{PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::client::{endpoint_call, parlour_client};
use crate::content::parlour_content;
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::message::parlour_message;
use crate::options::parlour_options;
use crate::request::parlour_request;
use crate::text::parlour_str;

/// The turns of a conversation, oldest first. A turn is written as JSON once, when it is added, and sent as those bytes
/// ever after. One thread at a time while it is changed. Texts of it are borrowed until it is changed or freed.
pub struct parlour_conversation {
    turns: Conversation,
    /// The text of each turn, and of the whole, written when they are asked for.
    shown: OnceLock<Vec<Bytes>>,
    json: OnceLock<String>,
    repairs: String,
}

impl parlour_conversation {
    pub(crate) fn of(turns: Conversation) -> parlour_conversation {
        parlour_conversation { turns, shown: OnceLock::new(), json: OnceLock::new(), repairs: String::new() }
    }

    pub(crate) fn history(&self) -> &Conversation {
        &self.turns
    }

    /// The turns, about to be changed.
    fn edit(&mut self) -> &mut Conversation {
        self.shown = OnceLock::new();
        self.json = OnceLock::new();
        &mut self.turns
    }

    fn push_turn(&mut self, turn: &MessageParam) -> Result<(), Fault> {
        Ok(self.edit().push(Bytes::from(crate::json::text_of(Some(turn))))?)
    }
}

/// A conversation without turns. Free it with parlour_conversation_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_new(
    out: Option<&mut MaybeUninit<*mut parlour_conversation>>,
) -> parlour_result {
    coded(|| {
        transfer(require(out, "out")?, parlour_conversation::of(Conversation::new()));
        Ok(())
    })
}

/// Reads what parlour_conversation_json() wrote, in whatever language, or a JSON array of messages. Free it with
/// parlour_conversation_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_from_json(
    json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_conversation>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (json, out) = (json.text("json")?, require(out, "out")?);
        transfer(out, parlour_conversation::of(Conversation::from_json(json)?));
        Ok(())
    })
}

/// A copy, to be changed on its own; the bytes of the turns are shared. Free it with parlour_conversation_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_clone(
    conversation: Option<&parlour_conversation>,
    out: Option<&mut MaybeUninit<*mut parlour_conversation>>,
) -> parlour_result {
    coded(|| {
        let turns = require(conversation, "conversation")?.turns.clone();
        transfer(require(out, "out")?, parlour_conversation::of(turns));
        Ok(())
    })
}

/// Frees a conversation; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_free(conversation: Option<Box<parlour_conversation>>) {
    infallible(|| drop(conversation));
}

/// Adds a turn of the caller.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_add_user_text(
    conversation: Option<&mut parlour_conversation>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let conversation = require(conversation, "conversation")?;
        conversation.push_turn(&MessageParam::user(text.text("text")?))
    })
}

/// Adds a turn of the caller that consists of blocks, of which it takes a copy.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_add_user_content(
    conversation: Option<&mut parlour_conversation>,
    content: Option<&parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let conversation = require(conversation, "conversation")?;
        conversation.push_turn(&MessageParam::user(require(content, "content")?.blocks()?))
    })
}

/// Adds a turn as JSON, an object with "role" and "content", which is sent unchanged.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_add_json(
    conversation: Option<&mut parlour_conversation>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let conversation = require(conversation, "conversation")?;
        let turn = Bytes::copy_from_slice(json.text("json")?.as_bytes());
        Ok(conversation.edit().push(turn)?)
    })
}

/// Adds an answer as a turn of the model, with every block unchanged. An answer without content adds nothing, because
/// the service refuses such a turn.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_add_reply(
    conversation: Option<&mut parlour_conversation>,
    message: Option<&parlour_message>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (conversation, message) = (require(conversation, "conversation")?, require(message, "message")?);
        conversation.edit().push_reply(message.shared().json())?;
        Ok(())
    })
}

/// The request that sends these turns: everything that `settings`, a request without turns, says of model, tokens,
/// system prompt and tools. PARLOUR_FAILED if `settings` has turns, or the conversation none. Free it with
/// parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_request(
    conversation: Option<&parlour_conversation>,
    settings: Option<&parlour_request>,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (conversation, settings, out) =
            (require(conversation, "conversation")?, require(settings, "settings")?, require(out, "out")?);
        transfer(out, parlour_request::of_body(conversation.turns.body(settings.settings_bytes()?)?));
        Ok(())
    })
}

/// How many turns there are.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_turn_count(conversation: Option<&parlour_conversation>) -> usize {
    value_or(0, || Some(conversation?.turns.len()))
}

/// A turn as JSON text; empty beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_turn_json(
    conversation: Option<&parlour_conversation>,
    index: usize,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let conversation = conversation?;
        let turns = &conversation.turns;
        let shown = conversation
            .shown
            .get_or_init(|| (0..turns.len()).filter_map(|index| turns.turn_json(index)).collect());
        shown.get(index).map(|turn| parlour_str::of_bytes(turn))
    })
}

/// The conversation as one JSON object, which every language of this library reads.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_json(
    conversation: Option<&parlour_conversation>,
    out: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (conversation, out) = (require(conversation, "conversation")?, require(out, "out")?);
        let json = match conversation.json.get() {
            Some(json) => json,
            None => {
                let json = conversation.turns.to_json()?;
                conversation.json.get_or_init(|| json)
            }
        };
        out.write(parlour_str::of(json));
        Ok(())
    })
}

/// Takes turns back: only the first `count` stay.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_rewind(
    conversation: Option<&mut parlour_conversation>,
    count: usize,
) -> parlour_result {
    coded(|| {
        require(conversation, "conversation")?.edit().rewind(count);
        Ok(())
    })
}

/// Keeps at most the last `count` turns, and never parts a call of a tool from its result; writes the number of removed
/// turns to `removed` (NULL is allowed). Tool changes in removed system messages are kept, in one system message that
/// is not counted as removed. PARLOUR_NOT_FOUND if the last exchange, which is never split, has more turns: it alone
/// was kept, and nothing is written.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_keep_last(
    conversation: Option<&mut parlour_conversation>,
    count: usize,
    removed: Option<&mut MaybeUninit<usize>>,
) -> parlour_result {
    coded(|| told_trimmed(require(conversation, "conversation")?.edit().keep_last(count), removed))
}

/// Keeps the longest end of at most so many tokens, by parlour_conversation_estimated_tokens(); otherwise as
/// parlour_conversation_keep_last().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_keep_tokens(
    conversation: Option<&mut parlour_conversation>,
    tokens: u64,
    removed: Option<&mut MaybeUninit<usize>>,
) -> parlour_result {
    coded(|| told_trimmed(require(conversation, "conversation")?.edit().keep_tokens(tokens), removed))
}

/// Keeps the longest end with which a request has at most so many input tokens, as the service counts them, and blocks
/// this thread meanwhile: one count if all of it fits, else a few. The contents of `settings`, a request without turns,
/// are counted as well. Otherwise as parlour_conversation_keep_last(); the conversation is unchanged if a count fails.
/// PARLOUR_INTERRUPTED as for parlour_client_create().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_keep_counted(
    conversation: Option<&mut parlour_conversation>,
    client: Option<&parlour_client>,
    settings: Option<&parlour_request>,
    tokens: u64,
    options: Option<&parlour_options>,
    removed: Option<&mut MaybeUninit<usize>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (conversation, client) = (require(conversation, "conversation")?, require(client, "client")?);
        let settings = require(settings, "settings")?.settings_bytes()?;
        let mut search = TokenSearch::new(&conversation.turns, tokens);
        while let Some(first) = search.next() {
            // A copy shares the bytes of the turns.
            let mut end = conversation.turns.clone();
            end.cut_before(first);
            let body = end.body(settings.clone())?;
            let count = parlour_endpoint::made(move || {
                resources::call_with_body("messages.count_tokens", Vec::new(), Vec::new(), body.clone())
            });
            let call = endpoint_call(Mode::Raw, &count, options)?;
            let answer = client.blocking(call, options.and_then(parlour_options::interrupt))?;
            search.counted_json(&answer.body)?;
        }
        told_trimmed(search.trim(conversation.edit()), removed)
    })
}

/// Drops the turns before `first`, for a budget that is counted elsewhere. PARLOUR_NOT_FOUND, and nothing happens, if a
/// cut there would break the history.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_cut_before(
    conversation: Option<&mut parlour_conversation>,
    first: usize,
) -> parlour_result {
    coded(|| match require(conversation, "conversation")?.edit().cut_before(first) {
        true => Ok(()),
        false => Err(Fault::Code(PARLOUR_NOT_FOUND)),
    })
}

/// An estimate of the input tokens of all turns, on the high side; nothing is asked of the service.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_estimated_tokens(conversation: Option<&parlour_conversation>) -> u64 {
    value_or(0, || Some(conversation?.turns.estimated_tokens()))
}

/// Makes a history that another program broke acceptable to the service. `changes_json` (NULL is allowed) is a JSON
/// array of the changes, {"turn", "kind", "subject"} each; "[]" if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_conversation_repair(
    conversation: Option<&mut parlour_conversation>,
    changes_json: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let conversation = require(conversation, "conversation")?;
        let repairs = conversation.edit().repair_json()?;
        conversation.repairs = repairs;
        if let Some(changes) = changes_json {
            changes.write(parlour_str::of(&conversation.repairs));
        }
        Ok(())
    })
}

fn told_trimmed(trimmed: Trimmed, removed: Option<&mut MaybeUninit<usize>>) -> Result<(), Fault> {
    if !trimmed.within {
        return Err(Fault::Code(PARLOUR_NOT_FOUND));
    }
    if let Some(removed) = removed {
        removed.write(trimmed.removed);
    }
    Ok(())
}
