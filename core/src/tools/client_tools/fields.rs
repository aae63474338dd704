//! Reads the fields of a command from the input of a call. Errors are worded for the model, which wrote the input.

use serde_json::{Map, Value};

use crate::json::Json;
use crate::tools::failure::ToolFailure;
use crate::tools::toolbox::ToolError;

/// How much of a wrong value is repeated.
const SHOWN_CHARS: usize = 80;

/// The members of an input. Unknown ones are ignored; `null` is the same as a missing one (protocol §1.6).
pub(super) struct Fields {
    tool: &'static str,
    map: Map<String, Value>,
}

impl Fields {
    pub(super) fn of(tool: &'static str, input: &Json) -> Result<Fields, ToolError> {
        match input.decode::<Map<String, Value>>() {
            Ok(map) => Ok(Fields { tool, map }),
            Err(error) => Err(unfit(tool, &error.to_string())),
        }
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// Whether the field is there and not null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The error for a field that is missing.
    pub(super) fn missing(&self, key: &str) -> ToolError {
        unfit(self.tool, &format!("{key}: missing"))
    }

    fn required(&self, key: &str) -> Result<&Value, ToolError> {
        self.get(key).ok_or_else(|| self.missing(key))
    }

    /// The error for a value of the wrong type or out of range.
    fn wrong(&self, key: &str, value: &Value, wanted: &str) -> ToolError {
        let text = value.to_string();
        let mut shown: String = text.chars().take(SHOWN_CHARS).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        unfit(self.tool, &format!("{key}: {shown} is not {wanted}"))
    }

    pub(super) fn text(&self, key: &str) -> Result<String, ToolError> {
        let value = self.required(key)?;
        value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(key, value, "a string"))
    }

    pub(super) fn text_or(&self, key: &str, default: &str) -> Result<String, ToolError> {
        Ok(self.optional_text(key)?.unwrap_or_else(|| default.to_owned()))
    }

    pub(super) fn optional_text(&self, key: &str) -> Result<Option<String>, ToolError> {
        self.get(key).map(|_| self.text(key)).transpose()
    }

    /// A text that says something.
    pub(super) fn words(&self, key: &str) -> Result<String, ToolError> {
        let text = self.text(key)?;
        match text.is_empty() {
            true => Err(self.wrong(key, &Value::String(text), "a text with at least one character")),
            false => Ok(text),
        }
    }

    pub(super) fn flag(&self, key: &str) -> Result<bool, ToolError> {
        self.get(key)
            .map_or(Ok(false), |value| value.as_bool().ok_or_else(|| self.wrong(key, value, "true or false")))
    }

    /// A whole number; models write `3.0` too.
    pub(super) fn whole(&self, key: &str, least: u64, most: u64) -> Result<u64, ToolError> {
        let value = self.required(key)?;
        match whole(value).and_then(|number| u64::try_from(number).ok()) {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ if most >= u64::from(u32::MAX) => {
                Err(self.wrong(key, value, &format!("a whole number from {least} on")))
            }
            _ => Err(self.wrong(key, value, &format!("a whole number from {least} to {most}"))),
        }
    }

    /// A time in seconds.
    pub(super) fn seconds(&self, key: &str, most: f64) -> Result<f64, ToolError> {
        let value = self.required(key)?;
        match value.as_f64() {
            Some(seconds) if (0.0..=most).contains(&seconds) => Ok(seconds),
            _ => Err(self.wrong(key, value, &format!("a number of seconds from 0 to {most}"))),
        }
    }

    /// Whole numbers from 0 on, so many of them.
    pub(super) fn wholes<const N: usize>(&self, key: &str, what: &str) -> Result<[u32; N], ToolError> {
        let value = self.required(key)?;
        let number = |value: &Value| whole(value).and_then(|number| u32::try_from(number).ok());
        let numbers: Option<Vec<u32>> = value.as_array().and_then(|items| items.iter().map(number).collect());
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| self.wrong(key, value, what))
    }

    /// A list of texts.
    pub(super) fn texts(&self, key: &str) -> Result<Vec<String>, ToolError> {
        let value = self.required(key)?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts: Option<Vec<String>> = value.as_array().and_then(|items| items.iter().map(text).collect());
        texts.ok_or_else(|| self.wrong(key, value, "a list of texts"))
    }

    /// A text, a number or a boolean.
    pub(super) fn scalar(&self, key: &str) -> Result<Value, ToolError> {
        let value = self.required(key)?;
        match value {
            Value::String(_) | Value::Number(_) | Value::Bool(_) => Ok(value.clone()),
            _ => Err(self.wrong(key, value, "a text, a number, true or false")),
        }
    }

    /// A point, `{"type": "coordinate", "x": …, "y": …}` in whole pixels from 0 on, or an element, `{"type": "ref",
    /// "ref": …}`, where the caller takes them. Unknown fields are left out.
    pub(super) fn target(&self, key: &str, points: bool, elements: bool) -> Result<Value, ToolError> {
        const POINT: &str = r#"{"type": "coordinate", "x": …, "y": …} in whole pixels from 0 on"#;
        const ELEMENT: &str = r#"{"type": "ref", "ref": …} with the reference of an element"#;
        let value = self.required(key)?;
        let pixels = |name: &str| value.get(name).and_then(whole).and_then(|at| u32::try_from(at).ok());
        let read = match value.get("type").and_then(Value::as_str) {
            Some("coordinate") if points => pixels("x")
                .zip(pixels("y"))
                .map(|(x, y)| serde_json::json!({"type": "coordinate", "x": x, "y": y})),
            Some("ref") if elements => value
                .get("ref")
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
                .map(|text| serde_json::json!({"type": "ref", "ref": text})),
            _ => None,
        };
        read.ok_or_else(|| match (points, elements) {
            (true, true) => self.wrong(key, value, &format!("{POINT}, or {ELEMENT}")),
            (true, false) => self.wrong(key, value, POINT),
            _ => self.wrong(key, value, ELEMENT),
        })
    }

    /// The first and the last line of a view, counted from 1; the last one is `None` for the end of the file.
    pub(super) fn lines(&self, key: &str) -> Result<Option<(u64, Option<u64>)>, ToolError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let numbers: Option<Vec<i64>> = value.as_array().and_then(|items| items.iter().map(whole).collect());
        let wrong =
            || self.wrong(key, value, "[first line from 1 on, last line, or -1 for the end of the file]");
        match numbers.as_deref() {
            Some([]) => Ok(None),
            Some([first, last]) => {
                let first = u64::try_from(*first).ok().filter(|first| *first >= 1).ok_or_else(wrong)?;
                if *last == -1 {
                    return Ok(Some((first, None)));
                }
                let last = u64::try_from(*last).ok().filter(|last| *last >= first).ok_or_else(wrong)?;
                Ok(Some((first, Some(last))))
            }
            _ => Err(wrong()),
        }
    }

    /// The error for a field whose value contradicts another.
    pub(super) fn refuse(&self, key: &str, wanted: &str) -> ToolError {
        self.wrong(key, self.map.get(key).unwrap_or(&Value::Null), wanted)
    }
}

/// The failure of a command whose input does not fit.
fn unfit(tool: &str, reason: &str) -> ToolError {
    ToolError::new(ToolFailure::InvalidArguments { tool, reasons: &[reason] }.to_string())
}

/// A number without a fraction; a float of that kind as well, as long as it is exact.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        // Beyond this the neighbours of a float are more than 1 apart.
        let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0;
        #[allow(clippy::cast_possible_truncation, reason = "it is whole and within the bounds of i64")]
        exact.then_some(number as i64)
    })
}
