//! Calls the model makes, and how complete their input is (protocol §2.3, §2.4, §9.5).

use serde::de::DeserializeOwned;

use crate::json::JsonError;

// generated: types
use super::config::CacheControl;
use super::enums::ServerToolName;
use crate::json::Json;

wire! {
    /// A call of one of the caller's tools.
    pub struct ToolUseBlock, tag = "tool_use" {
        /// The id of the call, repeated in its `tool_result`.
        "id" id: String,
        /// The tool, or the member of a toolset.
        "name" name: String,
        /// The arguments: a JSON object, as the text the model wrote.
        "input" input: Json = Json::object(),
        /// The origin of the call; absent means the model.
        "caller" caller: Option<Caller>,
        /// The toolset that `name` belongs to; the result must repeat it.
        "toolset_name" toolset_name: Option<String>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
    local {
        /// Whether `input` may be used.
        input_state: InputState,
        /// True between the end of a streamed block and the stop reason of its message, if nothing of the input came:
        /// the model gave no arguments, or was cut before the first of them.
        input_pending: bool,
    }
}

wire! {
    /// Who made a call: the model itself, or code it runs in the sandbox (protocol §2.3).
    pub struct Caller {
        /// `direct`, or the version of the code execution tool.
        "type" kind: String,
        /// The `server_tool_use` whose code made the call.
        "tool_id" tool_id: Option<String>,
    }
}

wire! {
    /// The model calls a tool the service runs. Never answer it with a `tool_result`.
    pub struct ServerToolUseBlock, tag = "server_tool_use" {
        /// The id of the call, repeated in its result block.
        "id" id: String,
        /// The tool.
        "name" name: ServerToolName,
        /// The arguments: a JSON object, as the text the model wrote.
        "input" input: Json = Json::object(),
        /// The origin of the call; absent means the model.
        "caller" caller: Option<Caller>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
    local {
        /// Whether `input` may be used.
        input_state: InputState,
    }
}
// end generated

/// Whether the input of a call may be used. Known to the client only, never sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputState {
    /// The input is what the model wrote.
    #[default]
    Complete,
    /// The model finished the input, but it is not a JSON object.
    Invalid {
        /// The text that the model wrote.
        raw: String,
    },
    /// The answer was cut within the input. Never run the tool.
    Incomplete {
        /// The text that the model wrote so far.
        raw: String,
    },
}

impl InputState {
    /// True if the input may be used.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        *self == InputState::Complete
    }
}

impl Caller {
    /// The model itself.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.kind == "direct"
    }

    /// Code that waits in the sandbox for the result (protocol §9.4).
    #[must_use]
    pub fn is_code_execution(&self) -> bool {
        self.kind.starts_with("code_execution_")
    }
}

macro_rules! call {
    ($block:ident, $name:ty) => {
        impl $block {
            /// A complete call.
            #[must_use]
            pub fn new(id: impl Into<String>, name: impl Into<$name>, input: Json) -> Self {
                Self { id: id.into(), name: name.into(), input, ..Self::default() }
            }

            /// Decodes the arguments.
            ///
            /// # Errors
            /// [`JsonErrorKind::Data`](crate::json::JsonErrorKind::Data) if the input is incomplete or
            /// invalid, or does not fit `T`; [`Depth`](crate::json::JsonErrorKind::Depth) if it is nested
            /// too deep.
            pub fn parse_input<T: DeserializeOwned>(&self) -> Result<T, JsonError> {
                match &self.input_state {
                    InputState::Complete => self.input.decode(),
                    InputState::Invalid { .. } => Err(JsonError::data("the input of this call is not JSON")),
                    InputState::Incomplete { .. } => {
                        Err(JsonError::data("the input of this call was cut off"))
                    }
                }
            }

            /// Sets the input a stream ended with; from now on it is part of the block even if it is `{}`
            /// and the block began without one.
            pub fn set_input(&mut self, input: Json, state: InputState) {
                self.input = input;
                self.input_state = state;
                self.mark_present("input");
            }

            /// Whether the input is empty, which would look like a call without arguments.
            pub(crate) fn is_blank(&self) -> bool {
                let inside = self.input.as_str().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                self.input_state.is_complete() && inside.is_some_and(|inside| inside.trim().is_empty())
            }

            /// The form that the service accepts back: `input` has to be an object (protocol §2.3, §9.5).
            pub(crate) fn for_echo(mut self) -> Self {
                if !self.input.is_object() {
                    self.input = Json::object();
                }
                self.input_state = InputState::Complete;
                self.mark_present("input");
                self
            }
        }
    };
}

pub(super) use call;

call!(ToolUseBlock, String);
call!(ServerToolUseBlock, ServerToolName);
