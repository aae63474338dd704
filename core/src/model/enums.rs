//! The string enums of the protocol. All are open: an unknown value is kept (protocol §0.4).

// generated: types
open_enum! {
    /// Who speaks in a turn (protocol §1.3).
    pub enum Role {
        /// The caller.
        User = "user",
        /// The model.
        Assistant = "assistant",
        /// Instructions in the middle of a conversation; recent models only.
        System = "system",
    }
}

open_enum! {
    /// Why the model stopped (protocol §3.4).
    ///
    /// ```
    /// use parlour::StopReason;
    ///
    /// assert_eq!(StopReason::from("end_turn"), StopReason::EndTurn);
    /// assert_eq!(StopReason::from("something_new").as_str(), "something_new");
    /// assert!(StopReason::MaxTokens.is_truncated());
    /// ```
    pub enum StopReason {
        /// A natural end (spec §2.5).
        EndTurn = "end_turn",
        /// The output limit was reached: the answer, and perhaps its last tool call, is cut.
        MaxTokens = "max_tokens",
        /// One of the request's stop sequences was produced.
        StopSequence = "stop_sequence",
        /// Client tools were called.
        ToolUse = "tool_use",
        /// The server's own tool loop paused: send the content back and go on.
        PauseTurn = "pause_turn",
        /// A safety stop; discard the partial answer.
        Refusal = "refusal",
        /// The context window is full: the answer is cut.
        ModelContextWindowExceeded = "model_context_window_exceeded",
        /// Beta: stopped after a summary was produced.
        Compaction = "compaction",
    }
}

open_enum! {
    /// The tier a request asks for (`auto`, `standard_only`) or was served on (the others); protocol §1.2, §3.6.
    pub enum ServiceTier {
        /// Request: priority capacity if there is any. The default of the service.
        Auto = "auto",
        /// Request: never priority capacity.
        StandardOnly = "standard_only",
        /// Served on the standard tier.
        Standard = "standard",
        /// Served on the priority tier.
        Priority = "priority",
        /// Served as part of a batch.
        Batch = "batch",
    }
}

open_enum! {
    /// The category of a refusal (protocol §3.5).
    pub enum RefusalCategory {
        /// Attacks on computer systems.
        Cyber = "cyber",
        /// Biological harm.
        Bio = "bio",
        /// Building competing models.
        FrontierLlm = "frontier_llm",
        /// Extracting the model's reasoning.
        ReasoningExtraction = "reasoning_extraction",
        /// Other harm.
        GeneralHarms = "general_harms",
    }
}

open_enum! {
    /// Why a server tool failed (protocol §3.3).
    pub enum ToolErrorCode {
        /// The input does not fit the tool.
        InvalidToolInput = "invalid_tool_input",
        /// The tool is out of order.
        Unavailable = "unavailable",
        /// `max_uses` of the tool definition is used up.
        MaxUsesExceeded = "max_uses_exceeded",
        /// The tool is rate limited.
        TooManyRequests = "too_many_requests",
        /// The search query is too long.
        QueryTooLong = "query_too_long",
        /// The tool's request is too large.
        RequestTooLarge = "request_too_large",
        /// The address is too long.
        UrlTooLong = "url_too_long",
        /// The address is excluded by the tool definition.
        UrlNotAllowed = "url_not_allowed",
        /// The address did not occur in the conversation before.
        UrlNotInPriorContext = "url_not_in_prior_context",
        /// The address could not be fetched.
        UrlNotAccessible = "url_not_accessible",
        /// The content is of a kind the tool cannot read.
        UnsupportedContentType = "unsupported_content_type",
        /// The content is too large to read.
        ContentTooLarge = "content_too_large",
        /// The code ran too long.
        ExecutionTimeExceeded = "execution_time_exceeded",
        /// The output file is too large.
        OutputFileTooLarge = "output_file_too_large",
        /// The file is not there.
        FileNotFound = "file_not_found",
    }
}

open_enum! {
    /// The name in a server tool call (protocol §2.4).
    pub enum ServerToolName {
        /// Searches the web.
        WebSearch = "web_search",
        /// Fetches a page.
        WebFetch = "web_fetch",
        /// Runs code.
        CodeExecution = "code_execution",
        /// Runs shell commands.
        BashCodeExecution = "bash_code_execution",
        /// Edits files in the sandbox.
        TextEditorCodeExecution = "text_editor_code_execution",
        /// Searches tools by pattern.
        ToolSearchRegex = "tool_search_tool_regex",
        /// Searches tools by relevance.
        ToolSearchBm25 = "tool_search_tool_bm25",
        /// Beta: asks another model for advice.
        Advisor = "advisor",
    }
}

open_enum! {
    /// How long a cache entry lives after its last use (protocol §10.4).
    pub enum CacheTtl {
        /// Five minutes, the default of the service.
        FiveMinutes = "5m",
        /// One hour.
        OneHour = "1h",
    }
}

open_enum! {
    /// How thinking is shown (protocol §1.9).
    pub enum ThinkingDisplay {
        /// As a summary.
        Summarized = "summarized",
        /// As empty text with a signature.
        Omitted = "omitted",
        /// As updates on the progress; beta.
        Updates = "updates",
    }
}

open_enum! {
    /// How hard the model works (protocol §1.10).
    pub enum Effort {
        /// Least.
        Low = "low",
        /// Less than the default.
        Medium = "medium",
        /// The default.
        High = "high",
        /// More than the default.
        Xhigh = "xhigh",
        /// Most.
        Max = "max",
    }
}

open_enum! {
    /// The treatment of an image that is too large (protocol §2.1).
    pub enum OversizedImage {
        /// Makes it smaller.
        Downsize = "downsize",
        /// Refuses the request.
        Error = "error",
    }
}
// end generated

impl StopReason {
    /// The answer is cut, and its last tool call may be incomplete.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        matches!(self, StopReason::MaxTokens | StopReason::ModelContextWindowExceeded)
    }

    /// The normal finish: `end_turn` alone (spec §2.5). Every other value leaves a log record, is counted on the
    /// client, and given to the hook of [`ClientBuilder::on_stop`](crate::ClientBuilder::on_stop).
    #[must_use]
    pub fn is_normal(&self) -> bool {
        matches!(self, StopReason::EndTurn)
    }

    /// The caller knows what to do next, because the request allowed for it: a tool was called, a stop sequence of the
    /// request was met, or a turn was paused and is to be continued (protocol §3.4). Logged at debug level, all others
    /// but `end_turn` as warnings.
    #[must_use]
    pub fn is_expected(&self) -> bool {
        matches!(self, StopReason::StopSequence | StopReason::ToolUse | StopReason::PauseTurn)
    }
}
