//! Turns of a history that the caller keeps itself: the results of the last answer as a turn, and turns to send next.

use super::{LoopState, ToolLoop};
use crate::error::{Error, Result};
use crate::json::writer::json_of;
use crate::model::{Content, ContentBlock, InputBlock, MessageParam, Role, echo};
use crate::tools::output::ToolOutput;

impl ToolLoop {
    /// The turn with the results of the last answer, as the next request sends it, with what was said behind them.
    /// Calls without a result are answered with a failure. `None` if the answer made no calls.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if a result cannot be written as JSON.
    pub fn results(&mut self) -> Result<Option<MessageParam>> {
        self.settle()?;
        let turn = self.results_turn().and_then(|index| self.conversation.turn(index));
        Ok(turn.and_then(std::result::Result::ok))
    }

    /// Adds turns to the next request, for a caller that keeps a history of its own. A turn of the model that repeats
    /// the last answer is in the history already and is skipped. Results replace those of the functions: those that are
    /// still open, or the turn that [`results`](Self::results) returned. Anything else of the user is said as by
    /// [`say`](Self::say); a system turn follows the results (protocol §1.3).
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config), and nothing changes, for any other turn of the model: replace
    /// the history by [`set_conversation`](Self::set_conversation).
    pub fn append(&mut self, turns: Vec<MessageParam>) -> Result<()> {
        for turn in &turns {
            if turn.role == Role::Assistant && !self.repeats_last_answer(&turn.content) {
                return Err(Error::config(
                    "the only turn of the model that can be appended is its last answer: to change what it said, \
                     replace the conversation",
                ));
            }
        }
        for turn in turns {
            match turn.role {
                Role::Assistant => {}
                Role::System => self.system_turns.push(turn),
                _ => self.append_user(turn)?,
            }
        }
        Ok(())
    }

    fn append_user(&mut self, turn: MessageParam) -> Result<()> {
        let is_result = |block: &InputBlock| block.as_tool_result().is_some();
        if !turn.content.blocks().iter().any(is_result) {
            self.say(turn.content);
            return Ok(());
        }
        if let Some(index) = self.results_turn() {
            return self.conversation.replace(index, &turn);
        }
        let Content::Blocks(blocks) = turn.content else { return Ok(()) };
        let (results, said): (Vec<InputBlock>, Vec<InputBlock>) = blocks.into_iter().partition(is_result);
        for block in results {
            if let InputBlock::ToolResult(result) = block {
                let content = result.content.unwrap_or(Content::Text(String::new()));
                let output = match result.is_error {
                    Some(true) => ToolOutput::Failed(content),
                    _ => ToolOutput::Result(content),
                };
                self.finish_call(&result.tool_use_id, output);
            }
        }
        if !said.is_empty() {
            self.say(said);
        }
        Ok(())
    }

    /// The index of the turn with the results of the last answer, once they are in the history.
    fn results_turn(&self) -> Option<usize> {
        match self.state {
            LoopState::Work(_) => None,
            _ if self.requests == 0 => None,
            _ => self.conversation.last_results(),
        }
    }

    /// Whether this is the content of the last answer, as it came or as the history has it.
    fn repeats_last_answer(&self, content: &Content) -> bool {
        if self.requests == 0 {
            return false;
        }
        match &self.unkept {
            Some(unkept) => is_same(content, unkept),
            None => self.conversation.last_of_model().is_some_and(|turn| is_same(content, &turn.content)),
        }
    }
}

/// Whether content of the model is that of a turn in the history: in the form of the history, or in that of an answer,
/// which has more in it (protocol §2.6, §9.6).
fn is_same(content: &Content, kept: &Content) -> bool {
    let Ok(given) = json_of(content) else { return false };
    let Ok(kept) = json_of(kept) else { return false };
    if given == kept {
        return true;
    }
    let Ok(blocks) = given.decode::<Vec<ContentBlock>>() else { return false };
    json_of(&echo(&blocks)).is_ok_and(|echoed| echoed == kept)
}

#[cfg(test)]
mod tests;
