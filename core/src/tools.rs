//! The tool loop (protocol §9): what follows an answer that calls tools, decided once for every language.
//!
//! [`ToolLoop`] is the loop without I/O: it makes the next request, takes the answer, says which calls may begin, takes their
//! results. [`ToolRun`] drives one with a client and Rust functions; bindings drive one with functions of their language.

mod calls;
mod machine;
mod run;

pub use calls::{ToolCall, ToolOutput};
pub use machine::{ToolLoop, ToolLoopEnd, ToolLoopOptions, TurnRecord};
pub use run::{ToolError, ToolRun, Toolbox};
