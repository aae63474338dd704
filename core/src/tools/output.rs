//! The result of a tool's call: content for the model, as a success or as a failure.

use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::Content;

/// The result of a call of a tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolOutput {
    /// A result: text, or blocks such as images.
    Result(Content),
    /// A failure, with its reason for the model.
    Failed(Content),
}

impl ToolOutput {
    /// A result.
    #[must_use]
    pub fn result(content: impl Into<Content>) -> ToolOutput {
        ToolOutput::Result(content.into())
    }

    /// A result that is JSON; the model reads it as text.
    #[must_use]
    pub fn json(json: &Json) -> ToolOutput {
        ToolOutput::Result(Content::Text(json.as_str().to_owned()))
    }

    /// A failure, with its reason for the model.
    #[must_use]
    pub fn failed(reason: impl Into<Content>) -> ToolOutput {
        ToolOutput::Failed(reason.into())
    }

    /// A result or a failure whose content is given as JSON: a string, or an array of blocks.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for anything else: the service would refuse the whole request.
    pub fn from_json(content: &[u8], failed: bool) -> Result<ToolOutput> {
        let refused = || {
            Error::config(
                "the content of a tool's result is neither a JSON string nor an array of content blocks",
            )
        };
        let text = std::str::from_utf8(content).map_err(|e| refused().with_source(e))?;
        let content: Content =
            Json::parse(text).and_then(|json| json.decode()).map_err(|e| refused().with_source(e))?;
        let known = match &content {
            Content::Text(_) => true,
            Content::Blocks(blocks) => blocks.iter().all(|block| !block.kind().is_empty()),
            Content::Other(_) => false,
        };
        match (known, failed) {
            (false, _) => Err(refused()),
            (true, true) => Ok(ToolOutput::Failed(content)),
            (true, false) => Ok(ToolOutput::Result(content)),
        }
    }

    /// True for a failure.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self, ToolOutput::Failed(_))
    }
}
