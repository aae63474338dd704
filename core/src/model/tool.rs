//! Tool definitions (spec §2.4, protocol §1.5 to §1.7): the caller's own, and those with a fixed `type` as a typed
//! passthrough.

use crate::json::JsonError;

// generated: types
use super::config::CacheControl;
use crate::json::Json;

wire! {
    /// A tool the model may call.
    ///
    /// ```
    /// use parlour::Tool;
    ///
    /// let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
    /// let weather = Tool::new("get_weather", "Tells the weather in a city.", schema)?;
    /// let search = Tool::web_search().option("max_uses", 3);
    /// assert_eq!(weather.name.as_deref(), Some("get_weather"));
    /// assert!(weather.is_custom() && !search.is_custom());
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct Tool {
        /// Missing for the caller's own tools; else the versioned type of a tool the model knows.
        "type" kind: Option<String>,
        /// The tool's name; toolsets have none.
        "name" name: Option<String>,
        /// The purpose of the tool and when to use it.
        "description" description: Option<String>,
        /// The JSON Schema of its input; an object schema.
        "input_schema" input_schema: Option<Json>,
        /// Whether inputs are guaranteed to match the schema (schema subset: protocol §9.7).
        "strict" strict: Option<bool>,
        /// Whether to hide it from the model until a tool search returns it.
        "defer_loading" defer_loading: Option<bool>,
        /// The permitted callers: `direct`, or versions of the code execution tool.
        "allowed_callers" allowed_callers: Option<Vec<String>>,
        /// Examples of inputs; each must match the schema.
        "input_examples" input_examples: Option<Vec<Json>>,
        /// Whether to stream the input as it is written; it may turn out to be invalid JSON.
        "eager_input_streaming" eager_input_streaming: Option<bool>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}
// end generated

impl Tool {
    /// One of the caller's own tools. `input_schema` is JSON text or a [`Json`]; for a Rust value use
    /// [`Json::from_serialize`].
    ///
    /// # Errors
    /// If the schema is not JSON.
    pub fn new<S>(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: S,
    ) -> Result<Tool, JsonError>
    where
        S: TryInto<Json>,
        JsonError: From<S::Error>,
    {
        let input_schema: Json =
            input_schema.try_into().map_err(|error| JsonError::from(error).at("input_schema"))?;
        Ok(Tool {
            name: Some(name.into()),
            description: Some(description.into()),
            input_schema: Some(input_schema),
            ..Tool::default()
        })
    }

    /// A tool with a fixed type and name, of whatever version (tables in protocol §1.6 and §1.7).
    #[must_use]
    pub fn vendor(kind: impl Into<String>, name: impl Into<String>) -> Tool {
        Tool { kind: Some(kind.into()), name: Some(name.into()), ..Tool::default() }
    }

    /// A family of tools with a fixed type and no name.
    #[must_use]
    pub fn toolset(kind: impl Into<String>) -> Tool {
        Tool { kind: Some(kind.into()), ..Tool::default() }
    }

    /// The toolset that this declares, as its calls name it: `computer` for `computer_toolset_20260801` (protocol
    /// §1.6). `None` for a single tool.
    #[must_use]
    pub fn toolset_name(&self) -> Option<&str> {
        self.kind.as_deref()?.split_once("_toolset_").map(|(toolset, _)| toolset)
    }

    /// The service searches the web. Options: `max_uses`, `allowed_domains` or `blocked_domains`,
    /// `user_location`.
    #[must_use]
    pub fn web_search() -> Tool {
        Tool::vendor("web_search_20250305", "web_search")
    }

    /// The service fetches pages. Options: `max_uses`, `allowed_domains` or `blocked_domains`,
    /// `max_content_tokens`, `citations`.
    #[must_use]
    pub fn web_fetch() -> Tool {
        Tool::vendor("web_fetch_20250910", "web_fetch")
    }

    /// The service runs code in a sandbox.
    #[must_use]
    pub fn code_execution() -> Tool {
        Tool::vendor("code_execution_20250825", "code_execution")
    }

    /// The service finds deferred tools by pattern.
    #[must_use]
    pub fn tool_search_regex() -> Tool {
        Tool::vendor("tool_search_tool_regex_20251119", "tool_search_tool_regex")
    }

    /// The service finds deferred tools by relevance.
    #[must_use]
    pub fn tool_search_bm25() -> Tool {
        Tool::vendor("tool_search_tool_bm25_20251119", "tool_search_tool_bm25")
    }

    /// The caller runs shell commands.
    #[must_use]
    pub fn bash() -> Tool {
        Tool::vendor("bash_20250124", "bash")
    }

    /// The caller edits files. Option: `max_characters`.
    #[must_use]
    pub fn text_editor() -> Tool {
        Tool::vendor("text_editor_20250728", "str_replace_based_edit_tool")
    }

    /// The caller keeps notes for the model.
    #[must_use]
    pub fn memory() -> Tool {
        Tool::vendor("memory_20250818", "memory")
    }

    /// The caller operates a computer. Option: `configs`.
    #[must_use]
    pub fn computer_toolset() -> Tool {
        Tool::toolset("computer_toolset_20260801")
    }

    /// The caller operates a computer whose screen has this many pixels: the single tool that came before the toolset,
    /// which needs the beta name `computer-use-2025-11-24` (protocol §8.7). Options: `enable_zoom`, `display_number`.
    #[must_use]
    pub fn computer(display_width_px: u32, display_height_px: u32) -> Tool {
        Tool::vendor("computer_20251124", "computer")
            .option("display_width_px", display_width_px)
            .option("display_height_px", display_height_px)
    }

    /// The caller operates a browser. Option: `configs`.
    #[must_use]
    pub fn browser_toolset() -> Tool {
        Tool::toolset("browser_toolset_20260801")
    }

    /// Beta: the tools of an MCP server that the service calls, by the server's name in the request (protocol §8.8).
    /// Options: `default_config` and `configs`, objects with `enabled` and `defer_loading`.
    #[must_use]
    pub fn mcp_toolset(server: impl Into<String>) -> Tool {
        Tool::toolset("mcp_toolset").option("mcp_server_name", Json::string(&server.into()))
    }

    /// One of the caller's own tools, as opposed to one with a fixed type.
    #[must_use]
    pub fn is_custom(&self) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind == "custom")
    }

    /// Sets any key of the definition; for the options of tools with a fixed type.
    #[must_use]
    pub fn option(mut self, key: impl Into<String>, json: impl Into<Json>) -> Tool {
        self.extra.insert(key, json);
        self
    }

    /// Ends a cacheable prefix with this tool.
    #[must_use]
    pub fn cache_control(mut self, cache_control: CacheControl) -> Tool {
        self.cache_control = Some(cache_control);
        self
    }

    /// Guarantees that inputs match the schema.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Tool {
        self.strict = Some(strict);
        self
    }

    /// Hides the tool until a tool search returns it.
    #[must_use]
    pub fn defer_loading(mut self, defer: bool) -> Tool {
        self.defer_loading = Some(defer);
        self
    }

    /// Sets who may call the tool.
    #[must_use]
    pub fn allowed_callers(mut self, callers: impl IntoIterator<Item = impl Into<String>>) -> Tool {
        self.allowed_callers = Some(callers.into_iter().map(Into::into).collect());
        self
    }

    /// Adds an example of an input.
    #[must_use]
    pub fn input_example(mut self, input: Json) -> Tool {
        self.input_examples.get_or_insert_default().push(input);
        self
    }

    /// Streams the input as it is written, unchecked.
    #[must_use]
    pub fn eager_input_streaming(mut self, eager: bool) -> Tool {
        self.eager_input_streaming = Some(eager);
        self
    }
}
