//! Shapes of messages and of the system prompt (protocol §1.3): roles, contents, what may be empty. The order of turns
//! is checked elsewhere.

use super::at::At;
use super::blocks;
use crate::answer::Refusal;

/// Most entries of `messages`.
const MAX_MESSAGES: usize = 100_000;

/// `messages`.
pub(super) fn check(messages: &At<'_>) -> Result<(), Refusal> {
    let list = messages.list()?;
    if list.is_empty() {
        return Err(messages.refuse("at least one message is required"));
    }
    if list.len() > MAX_MESSAGES {
        return Err(messages.refuse(format!("at most {MAX_MESSAGES} messages")));
    }
    let last = list.len() - 1;
    for (index, message) in list.iter().enumerate() {
        message.object()?;
        let role = message.need("role")?.one_of(&["user", "assistant", "system"])?;
        if index == 0 && role != "user" {
            return Err(message.need("role")?.refuse("the first message must have the role user"));
        }
        message.only(&["role", "content"])?;
        let content = message.need("content")?;
        // Only the very last assistant turn may be empty.
        let may_be_empty = role == "assistant" && index == last;
        if content.value().is_string() {
            if content.text()?.is_empty() && !may_be_empty {
                return Err(content.refuse("must not be empty"));
            }
            continue;
        }
        let blocks = content.list()?;
        if blocks.is_empty() && !may_be_empty {
            return Err(content.refuse("must not be empty"));
        }
        for block in blocks {
            blocks::check(&block, role, may_be_empty)?;
        }
    }
    Ok(())
}

/// `system`: a string or text blocks.
pub(super) fn check_system(system: &At<'_>) -> Result<(), Refusal> {
    if system.value().is_string() {
        return Ok(());
    }
    for block in system.list()? {
        block.need("type")?.one_of(&["text"])?;
        blocks::check(&block, "system", false)?;
    }
    Ok(())
}
