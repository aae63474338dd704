//! The state that the caller reads and changes between two requests: history, settings, limits.

use std::collections::HashSet;

use super::{LoopState, ToolLoop, ToolLoopEnd, ToolLoopOptions, check_tools, names_sandbox, settings_of};
use crate::conversation::Conversation;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::{Content, InputBlock, MessageParam, MessageRequest, OtherBlock, Role, Tool, Usage};

impl ToolLoop {
    /// Sets the limits.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if `max_requests` or `max_parallel` is 0.
    pub fn with_options(mut self, options: ToolLoopOptions) -> Result<ToolLoop> {
        for (name, zero) in
            [("max_requests", options.max_requests == 0), ("max_parallel", options.max_parallel == 0)]
        {
            if zero {
                return Err(Error::config(format!(
                    "`{name}` is 0: a loop could do nothing; give at least 1"
                )));
            }
        }
        self.options = options;
        Ok(self)
    }

    /// Says something with the next request, behind the results (protocol §9.2). After the end the loop goes on with
    /// it.
    pub fn say(&mut self, content: impl Into<Content>) {
        self.additions.extend(blocks_of(content.into()));
        if matches!(self.state, LoopState::Ended(ToolLoopEnd::Stopped)) {
            self.state = LoopState::Ask;
        }
    }

    /// Why the loop is over; `None` while it is not.
    #[must_use]
    pub fn end(&self) -> Option<&ToolLoopEnd> {
        match &self.state {
            LoopState::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// The history, with all that was sent and received.
    #[must_use]
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    /// Replaces the history, between two requests: by a shorter one, for example.
    ///
    /// Results are still sent if the new history ends with the answer that made the calls. Turns that the caller added
    /// after that answer follow the results, which have to come first (protocol §9.2), and system turns come last
    /// (protocol §1.3). A waiting call is not run if such a turn removes its tool. A call that the answer lost, and all
    /// of them where the new history has results of its own or goes on otherwise, is forgotten:
    /// [`is_running`](Self::is_running) is `false`, its result is never sent, and the driver has to stop it.
    pub fn set_conversation(&mut self, conversation: Conversation) {
        self.conversation = conversation;
        self.tool_set = None;
        let (asked, behind) = self.conversation.last_answer();
        if behind.as_ref().is_none_or(|turns| !turns.is_empty()) {
            // No paused turn is last any more.
            self.pauses = 0;
        }
        let LoopState::Work(calls) = &mut self.state else { return };
        let asked: HashSet<String> = asked.into_iter().collect();
        calls.keep(|id| asked.contains(id));
        let answered = |block: &InputBlock| block.as_tool_result().is_some();
        match behind {
            Some(turns)
                if !calls.is_empty()
                    && !turns.iter().flat_map(|turn| turn.content.blocks()).any(answered) =>
            {
                // While the system turns are in the history.
                self.withdraw();
                self.conversation.rewind(self.conversation.len() - turns.len());
                let (system, user): (Vec<MessageParam>, Vec<MessageParam>) =
                    turns.into_iter().partition(|turn| turn.role == Role::System);
                let said: Vec<InputBlock> =
                    user.into_iter().flat_map(|turn| blocks_of(turn.content)).collect();
                self.additions.splice(..0, said);
                self.system_turns = system;
            }
            _ => self.state = LoopState::Ask,
        }
    }

    /// The request without its messages.
    #[must_use]
    pub fn settings(&self) -> &MessageRequest {
        &self.settings
    }

    /// The request without its messages, to be changed between two requests: tools added or removed, for example. While
    /// a server tool waits the service refuses other tools (protocol §9.4).
    ///
    /// A call of the last answer that was not begun is not run if its tool is taken out.
    pub fn settings_mut(&mut self) -> &mut MessageRequest {
        self.head = None;
        self.unchecked = true;
        &mut self.settings
    }

    /// Adds a tool to the requests that follow, between two requests. One of the same name, or of the same type where a
    /// definition has no name, replaces the earlier one in its position, which keeps the other definitions in the
    /// prompt cache (protocol §10.7).
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config), and nothing changes, if its schema is not one of an object.
    pub fn add_tool(&mut self, tool: Tool) -> Result<()> {
        ToolLoop::check_tool(&tool)?;
        let tools = self.settings_mut().tools.get_or_insert_default();
        match tools.iter_mut().find(|one| name_of(one) == name_of(&tool)) {
            Some(one) => *one = tool,
            None => tools.push(tool),
        }
        Ok(())
    }

    /// Adds a tool unless there is one of its name, or of its type where a definition has no name: for functions whose
    /// definitions may be in the request, or in a saved loop, already. `false` if it is there.
    ///
    /// # Errors
    /// As for [`add_tool`](Self::add_tool).
    pub fn offer_tool(&mut self, tool: Tool) -> Result<bool> {
        let there = self.settings.tools.iter().flatten().any(|one| name_of(one) == name_of(&tool));
        if !there {
            self.add_tool(tool)?;
        }
        Ok(!there)
    }

    /// Takes the tool of this name, or the definition of this type that has no name, out of the requests that follow,
    /// between two requests: `false` if there is none. The last one takes the list with it.
    pub fn remove_tool(&mut self, name: &str) -> bool {
        let tools = self.settings_mut().tools.get_or_insert_default();
        let before = tools.len();
        tools.retain(|tool| name_of(tool) != Some(name));
        let removed = tools.len() < before;
        if tools.is_empty() {
            self.settings.tools = None;
        }
        self.withdraw();
        removed
    }

    /// The request without its messages, as JSON.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it holds a number that JSON cannot express.
    pub fn settings_json(&self) -> Result<Json> {
        let bytes = self.settings.settings_json()?;
        let text = String::from_utf8_lossy(&bytes);
        Json::parse(&text).map_err(|e| Error::config(e.to_string()).with_source(e))
    }

    /// Replaces the request without its messages by one that is JSON already, between two requests.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config), and nothing changes, if it is no message request, has messages
    /// of its own, or tools that no request may hold.
    pub fn set_settings_json(&mut self, settings: &str) -> Result<()> {
        let settings = settings_of(settings)?;
        check_tools(&settings)?;
        self.conversation.check(&settings)?;
        self.container_pinned |=
            names_sandbox(settings.container.as_ref()) && settings.container != self.settings.container;
        self.head = None;
        self.settings = settings;
        self.withdraw();
        Ok(())
    }

    /// The limits.
    #[must_use]
    pub fn options(&self) -> &ToolLoopOptions {
        &self.options
    }

    /// How many answers there were.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// The tokens of all answers together.
    #[must_use]
    pub fn usage(&self) -> &Usage {
        &self.usage
    }
}

/// The key that identifies a definition: its name, or its type without one.
fn name_of(tool: &Tool) -> Option<&str> {
    tool.name.as_deref().or(tool.kind.as_deref())
}

fn blocks_of(content: Content) -> Vec<InputBlock> {
    match content {
        Content::Text(text) => vec![InputBlock::text(text)],
        Content::Blocks(blocks) => blocks,
        Content::Other(json) => vec![InputBlock::Other(OtherBlock::new(json))],
    }
}

#[cfg(test)]
mod tests;
