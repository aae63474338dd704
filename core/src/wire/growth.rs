//! The deltas by which a content block grows: one rule for assembling the message and for the events that hosts derive.

/// The deltas by which a content block grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockGrowth {
    /// `text_delta`, and `citations_delta`.
    Text,
    /// `thinking_delta`, and `signature_delta`.
    Thinking,
    /// `input_json_delta`.
    Input,
    /// `compaction_delta`, a beta (protocol §8.8).
    Compaction,
}

impl BlockGrowth {
    /// The growth of a block by its `type`, or by its `input` at the start for kinds that this version does not know:
    /// these are calls if they have one (protocol §11 row 12). `None` for a block that arrives whole.
    ///
    /// ```
    /// use parlour::BlockGrowth;
    ///
    /// assert_eq!(BlockGrowth::of("mcp_tool_use", true), Some(BlockGrowth::Input));
    /// assert_eq!(BlockGrowth::of("hologram", true), Some(BlockGrowth::Input));
    /// assert_eq!(BlockGrowth::of("hologram", false), None);
    /// ```
    #[must_use]
    pub fn of(kind: &str, has_input: bool) -> Option<BlockGrowth> {
        match kind {
            "text" => Some(BlockGrowth::Text),
            "thinking" => Some(BlockGrowth::Thinking),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => Some(BlockGrowth::Input),
            "compaction" => Some(BlockGrowth::Compaction),
            _ => has_input.then_some(BlockGrowth::Input),
        }
    }

    /// `"text"`, `"thinking"`, `"input"` or `"compaction"`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            BlockGrowth::Text => "text",
            BlockGrowth::Thinking => "thinking",
            BlockGrowth::Input => "input",
            BlockGrowth::Compaction => "compaction",
        }
    }
}
