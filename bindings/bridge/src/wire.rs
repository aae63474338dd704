//! The protocol's typed shapes: requests that a binding builds natively, messages and events that it shows natively.
//!
//! They are the core's, re-exported: a binding depends on the bridge alone, and cannot come to stand on two versions of
//! them.

pub use parlour::{
    Accumulator, Base64Source, Blob, Body, CacheControl, CitationsConfig, Content, ContentBlock,
    DocumentBlock, Event, EventKind, InputBlock, IntoBody, Json, JsonError, Message, MessageParam,
    MessageRequest, Role, Tool, ToolResultBlock, read_escape,
};
