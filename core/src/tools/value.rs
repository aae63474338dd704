//! When a value that a function returned is content blocks, and when it is JSON that the model reads as text.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::output::ToolOutput;
use crate::error::Result;
use crate::json::Json;
use crate::json::quote::push_string;

/// The fields of an object that decide whether it is a content block.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    text: Option<IgnoredAny>,
    source: Option<IgnoredAny>,
    tool_name: Option<IgnoredAny>,
    tabs: Option<IgnoredAny>,
}

impl Object<'_> {
    /// Whether it is a block that a result may hold, with the member that its type cannot do without (protocol §2.3).
    fn is_block(&self) -> bool {
        let member = match &*self.kind {
            "text" => &self.text,
            "image" | "document" | "search_result" => &self.source,
            "tool_reference" => &self.tool_name,
            "browser_state" => &self.tabs,
            _ => &None,
        };
        member.is_some()
    }
}

/// How the JSON of a value becomes the content of a result.
#[derive(Debug, PartialEq, Eq)]
enum Form {
    /// `null`: no content.
    Nothing,
    /// A string, which is the text.
    Text,
    Block,
    Blocks,
    /// Anything else, which the model reads as JSON.
    Json,
}

fn form_of(json: &str) -> Form {
    match json.trim_start().as_bytes().first() {
        Some(b'n') => Form::Nothing,
        Some(b'"') => Form::Text,
        Some(b'{') if serde_json::from_str(json).is_ok_and(|object: Object<'_>| object.is_block()) => {
            Form::Block
        }
        Some(b'[') => match serde_json::from_str::<Vec<Object<'_>>>(json) {
            Ok(objects) if !objects.is_empty() && objects.iter().all(Object::is_block) => Form::Blocks,
            _ => Form::Json,
        },
        _ => Form::Json,
    }
}

impl ToolOutput {
    /// The output of a function that returned this value, in every language: a string is text and `null` is nothing.
    /// An object is a content block if its `type` is one that a result may hold (`text`, `image`, `document`,
    /// `search_result`, `tool_reference`, `browser_state`) and it has the member that this type cannot do without
    /// (`text`, `source`, `tool_name`, `tabs`); one such object, or an array of nothing else, is content blocks. Any
    /// other value is text: its JSON.
    ///
    /// ```
    /// use parlour::{Json, ToolOutput};
    ///
    /// let row = Json::parse(r#"{"type":"text of mine","n":1}"#)?;
    /// assert_eq!(ToolOutput::of_value(&row, false)?, ToolOutput::result(row.as_str()));
    /// let block = Json::parse(r#"{"type":"text","text":"21 degrees"}"#)?;
    /// assert_ne!(ToolOutput::of_value(&block, false)?, ToolOutput::result(block.as_str()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`from_json`](Self::from_json).
    pub fn of_value(value: &Json, failed: bool) -> Result<ToolOutput> {
        ToolOutput::from_json(content_json(value.as_str()).as_bytes(), failed)
    }
}

/// The content of the result of a function that returned this JSON, as JSON of a string or of an array of content
/// blocks: the rule of [`ToolOutput::of_value`].
#[must_use]
pub fn content_json(value: &str) -> Cow<'_, str> {
    match form_of(value) {
        Form::Nothing => Cow::Borrowed("\"\""),
        Form::Text | Form::Blocks => Cow::Borrowed(value),
        Form::Block => Cow::Owned(format!("[{value}]")),
        Form::Json => {
            let mut json = String::with_capacity(value.len() + value.len() / 8 + 2);
            push_string(&mut json, value);
            Cow::Owned(json)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_a_known_type_and_the_member_of_this_type() {
        for json in [
            r#"{"type":"text","text":"x"}"#,
            r#"{"text":"x","type":"text","cache_control":null}"#,
            r#"{"type":"image","source":{"type":"url","url":"https://e.example/a.png"}}"#,
            r#"{"type":"document","source":{}}"#,
            r#"{"type":"search_result","source":"s","title":"t","content":[]}"#,
            r#"{"type":"tool_reference","tool_name":"t"}"#,
            r#"{"type":"browser_state","tabs":[]}"#,
        ] {
            assert_eq!(form_of(json), Form::Block, "{json}");
            assert_eq!(form_of(&format!("[{json},{json}]")), Form::Blocks, "{json}");
        }
        for json in [
            r#"{"type":"image"}"#,
            r#"{"type":"image","text":"x"}"#,
            r#"{"type":"text","source":"x"}"#,
            r#"{"type":"thinking","thinking":"x"}"#,
            r#"{"text":"x"}"#,
            r#"{"type":1,"text":"x"}"#,
            "[]",
            r#"[{"type":"text","text":"x"},1]"#,
            r#"[{"type":"image"}]"#,
            "5",
            "true",
        ] {
            assert_eq!(form_of(json), Form::Json, "{json}");
        }
        assert_eq!(form_of("null"), Form::Nothing);
        assert_eq!(form_of(r#""null""#), Form::Text);
    }

    #[test]
    fn a_value_that_is_no_block_is_its_json_as_text() {
        let json = |text| Json::parse(text).unwrap();
        let of = |text, failed| ToolOutput::of_value(&json(text), failed).unwrap();
        assert_eq!(of(r#"{"n":1.0}"#, false), ToolOutput::result(r#"{"n":1.0}"#));
        assert_eq!(of("[1, 2]", true), ToolOutput::failed("[1, 2]"));
        assert_eq!(of(r#""two\nlines""#, false), ToolOutput::result("two\nlines"));
        assert_eq!(of("null", false), ToolOutput::result(""));
    }
}
