//! The tool loop (protocol §9): what follows an answer that calls tools, decided once for every language.
//!
//! [`ToolLoop`] is the loop without I/O: it makes the next request, takes the answer, says which calls may begin, takes
//! their results. [`ToolRun`] drives one with a client and Rust functions, whole or streamed; bindings drive one with
//! functions of their language.

mod calls;
pub mod client_tools;
mod failure;
mod machine;
pub mod mcp;
mod output;
mod run;
mod tasks;
mod toolbox;
mod turn;
#[cfg(feature = "schemars")]
mod typed;
mod value;

pub use calls::ToolCall;
pub use failure::ToolFailure;
pub use machine::{ToolLoop, ToolLoopEnd, ToolLoopOptions};
pub use output::ToolOutput;
pub use run::{Approval, ToolRun};
pub use toolbox::{ToolError, Toolbox};
pub use turn::TurnStream;
pub use value::content_json;
