//! A loop between two requests as JSON, to go on in another process or language.

use serde::{Deserialize, Serialize};

use super::{Calls, LoopState, ToolLoop, ToolLoopEnd, ToolLoopOptions};
use crate::conversation::Conversation;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::json::writer::json_of;
use crate::model::MessageRequest;
use crate::tools::calls::SavedCall;

const SAVED_TYPE: &str = "parlour.tool_loop";
const SAVED_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    settings: Json,
    conversation: Json,
    options: ToolLoopOptions,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    calls: Vec<SavedCall>,
    additions: Json,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system_turns: Option<Json>,
    requests: u32,
    pauses: u32,
    container_pinned: bool,
    usage: Json,
    ended: Option<String>,
}

impl ToolLoop {
    /// The loop between two requests as one JSON object, to be read by [`from_json`](Self::from_json) in any process
    /// and language. Calls of the last answer that were not begun are run after loading. A call that is running is
    /// reported to the model as failed, unless this loop itself continues.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it cannot be written as JSON.
    pub fn to_json(&self) -> Result<Json> {
        let refused = |e: crate::json::JsonError| {
            Error::config(format!("a tool loop cannot be saved: {e}")).with_source(e)
        };
        let ended = match &self.state {
            LoopState::Ended(end) => Some(end.as_str().to_owned()),
            _ => None,
        };
        let calls = match &self.state {
            LoopState::Work(calls) => calls.saved().map_err(refused)?,
            _ => Vec::new(),
        };
        let additions = json_of(&self.additions).map_err(refused)?;
        let system_turns = match self.system_turns.is_empty() {
            true => None,
            false => Some(json_of(&self.system_turns).map_err(refused)?),
        };
        let settings = self.settings_json()?;
        let saved = Saved {
            kind: SAVED_TYPE.to_owned(),
            version: SAVED_VERSION,
            settings,
            conversation: self.conversation.to_json()?,
            options: self.options,
            calls,
            additions,
            system_turns,
            requests: self.requests,
            pauses: self.pauses,
            container_pinned: self.container_pinned,
            usage: json_of(&self.usage).map_err(refused)?,
            ended,
        };
        json_of(&saved).map_err(refused)
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is something else, or from a later version.
    pub fn from_json(json: &str) -> Result<ToolLoop> {
        let refused = |why: String| Error::config(format!("this is not a saved tool loop: {why}"));
        let saved: Saved = serde_json::from_str(json).map_err(|e| refused(e.to_string()).with_source(e))?;
        if saved.kind != SAVED_TYPE || saved.version != SAVED_VERSION {
            let found = format!("type \"{}\", version {}", saved.kind, saved.version);
            return Err(refused(format!("{found}; known is version {SAVED_VERSION} of \"{SAVED_TYPE}\"")));
        }
        let settings: MessageRequest =
            saved.settings.decode().map_err(|e| refused(format!("settings: {e}")))?;
        let state = match saved.ended.as_deref() {
            None if !saved.calls.is_empty() => LoopState::Work(Calls::restored(saved.calls)?),
            None => LoopState::Ask,
            Some(name) => {
                LoopState::Ended(end_named(name).ok_or_else(|| refused(format!("it ended as \"{name}\"")))?)
            }
        };
        Ok(ToolLoop {
            settings,
            head: None,
            conversation: Conversation::from_json(saved.conversation.as_str())?,
            options: saved.options,
            state,
            early: Calls::default(),
            tool_set: None,
            additions: saved.additions.decode().map_err(|e| refused(format!("additions: {e}")))?,
            unkept: None,
            system_turns: match saved.system_turns {
                Some(turns) => turns.decode().map_err(|e| refused(format!("system_turns: {e}")))?,
                None => Vec::new(),
            },
            // Saved behind a change that no call was compared with.
            unchecked: true,
            requests: saved.requests,
            pauses: saved.pauses,
            container_pinned: saved.container_pinned,
            usage: saved.usage.decode().map_err(|e| refused(format!("usage: {e}")))?,
        })
    }
}

fn end_named(name: &str) -> Option<ToolLoopEnd> {
    ToolLoopEnd::ALL.into_iter().find(|end| end.as_str() == name)
}
