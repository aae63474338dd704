//! What the tool loop asks of its history.

use super::turn::Turn;
use super::{Conversation, no_turn, own_messages};
use crate::error::{Error, Result};
use crate::model::{InputBlock, MessageParam, MessageRequest, Role};

impl Conversation {
    /// The tool calls in the last answer, and the turns of the user and the system after it; `None` if a later turn has
    /// another role, or is no message.
    pub(crate) fn last_answer(&self) -> (Vec<String>, Option<Vec<MessageParam>>) {
        let mut behind = Some(Vec::new());
        for turn in self.turns.iter().rev() {
            match turn.param() {
                Ok(turn) if turn.role == Role::Assistant => {
                    let calls = turn.content.blocks().iter().filter_map(InputBlock::as_tool_use);
                    if let Some(turns) = &mut behind {
                        turns.reverse();
                    }
                    return (calls.map(|call| call.id.clone()).collect(), behind);
                }
                Ok(turn) if matches!(turn.role, Role::User | Role::System) => {
                    if let Some(turns) = &mut behind {
                        turns.push(turn);
                    }
                }
                _ => behind = None,
            }
        }
        (Vec::new(), None)
    }

    /// The last turn of the model.
    pub(crate) fn last_of_model(&self) -> Option<MessageParam> {
        let turns = self.turns.iter().rev().filter_map(|turn| turn.param().ok());
        turns.into_iter().find(|turn| turn.role == Role::Assistant)
    }

    /// The index of the turn of the user after the last answer that holds results of its calls.
    pub(crate) fn last_results(&self) -> Option<usize> {
        let mut found = None;
        for (index, turn) in self.turns.iter().enumerate().rev() {
            let Ok(turn) = turn.param() else { return None };
            match turn.role {
                Role::Assistant => break,
                Role::User if turn.content.blocks().iter().any(|block| block.as_tool_result().is_some()) => {
                    found = Some(index);
                }
                _ => {}
            }
        }
        found
    }

    /// Replaces one turn.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub(crate) fn replace(&mut self, index: usize, turn: &MessageParam) -> Result<()> {
        let made = Turn::from_param(turn)?;
        if let Some(turn) = self.turns.get_mut(index) {
            *turn = made;
        }
        Ok(())
    }

    /// Makes the checks of [`body`](Self::body) without building one.
    pub(crate) fn check(&self, settings: &MessageRequest) -> Result<()> {
        if !settings.messages.is_empty() {
            return Err(own_messages());
        }
        if self.turns.is_empty() {
            return Err(no_turn());
        }
        settings.validate_settings().map_err(|e| Error::config(e.to_string()).with_source(e))
    }
}
