//! The commands that memory and text editor share, and how they are carried out on a text: the answers have the form
//! that the service documents (protocol §1.6), so that who keeps the files only reads and writes them.

use serde::{Serialize, Serializer};

use super::fields::Fields;
use crate::tools::toolbox::ToolError;

/// The longest file that is shown (protocol §1.6).
const MOST_LINES: usize = 999_999;
/// Lines before and after a change that are shown with it.
const AROUND: usize = 2;
/// Line numbers are right-aligned in a column this wide.
const NUMBER_WIDTH: usize = 6;

/// Lines of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRange {
    /// The first line, from 1 on.
    pub first: u64,
    /// The last line, not before the first one; `None` is the end of the file.
    pub last: Option<u64>,
}

impl Serialize for LineRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last = self.last.and_then(|last| i64::try_from(last).ok()).unwrap_or(-1);
        (self.first, last).serialize(serializer)
    }
}

/// Look at a file, or at what a directory holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ViewCommand {
    /// The file or the directory.
    pub path: String,
    /// The lines that are wanted; all without it. For files alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view_range: Option<LineRange>,
}

impl ViewCommand {
    pub(super) fn read(fields: &Fields) -> Result<ViewCommand, ToolError> {
        let view_range = fields.lines("view_range")?.map(|(first, last)| LineRange { first, last });
        Ok(ViewCommand { path: fields.words("path")?, view_range })
    }

    /// The answer for a file with this text: the lines that are wanted, with their numbers.
    ///
    /// # Errors
    /// For the model: if the range begins behind the last line, or the file has more than 999 999 lines.
    pub fn show_file(&self, text: &str) -> Result<String, ToolError> {
        let lines = lines_of(text);
        let path = &self.path;
        if lines.len() > MOST_LINES {
            return Err(ToolError::new(format!("File {path} exceeds maximum line limit of 999,999 lines.")));
        }
        let (first, last) = match self.view_range {
            None => (1, lines.len()),
            Some(range) => {
                let first = usize::try_from(range.first).unwrap_or(usize::MAX);
                if first > lines.len() {
                    return Err(ToolError::new(format!(
                        "Error: Invalid `view_range` parameter: it begins at line {first}, and {path} has {} lines.",
                        lines.len()
                    )));
                }
                let last = range.last.and_then(|last| usize::try_from(last).ok()).unwrap_or(usize::MAX);
                (first, last.min(lines.len()))
            }
        };
        Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered(&lines, first, last)))
    }

    /// The answer for a directory: its entries with their sizes in bytes, sorted, at most two levels deep, without
    /// hidden ones and `node_modules`. Paths are relative to the directory, with `/` between names; those of
    /// directories end in `/`, and their sizes are not counted.
    #[must_use]
    pub fn show_directory<P: AsRef<str>>(&self, entries: impl IntoIterator<Item = (P, u64)>) -> String {
        let path = self.path.trim_end_matches('/');
        let mut total = 0_u64;
        let mut shown: Vec<(String, u64)> = Vec::new();
        for (entry, bytes) in entries {
            let entry = entry.as_ref();
            if !entry.ends_with('/') {
                total = total.saturating_add(bytes);
            }
            let names: Vec<&str> = entry.trim_end_matches('/').split('/').collect();
            let hidden = |name: &&str| name.starts_with('.') || *name == "node_modules";
            if names.len() <= 2 && !names.iter().any(hidden) {
                shown.push((format!("{path}/{entry}"), bytes));
            }
        }
        shown.sort();
        let mut text = format!(
            "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and \
             node_modules:\n{}\t{path}",
            size(total)
        );
        for (entry, bytes) in shown {
            text.push_str(&format!("\n{}\t{entry}", size(bytes)));
        }
        text
    }

    /// The error for a path that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.path)
    }
}

/// Make a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CreateCommand {
    /// The file.
    pub path: String,
    /// All of its text.
    pub file_text: String,
}

impl CreateCommand {
    pub(super) fn read(fields: &Fields) -> Result<CreateCommand, ToolError> {
        Ok(CreateCommand { path: fields.words("path")?, file_text: fields.text("file_text")? })
    }

    /// The reply after success.
    #[must_use]
    pub fn done(&self) -> String {
        format!("File created successfully at: {}", self.path)
    }

    /// The error for a file that already exists.
    #[must_use]
    pub fn exists(&self) -> ToolError {
        ToolError::new(format!("Error: File {} already exists", self.path))
    }
}

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The whole text of the file, to be written.
    pub text: String,
    /// The reply for the model, once the file is written.
    pub reply: String,
}

/// Replaces a text that occurs once in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StrReplaceCommand {
    /// The file.
    pub path: String,
    /// The text to replace; not empty.
    pub old_str: String,
    /// The replacement; empty to remove the text.
    pub new_str: String,
}

impl StrReplaceCommand {
    pub(super) fn read(fields: &Fields) -> Result<StrReplaceCommand, ToolError> {
        Ok(StrReplaceCommand {
            path: fields.words("path")?,
            old_str: fields.words("old_str")?,
            new_str: fields.text_or("new_str", "")?,
        })
    }

    /// The file's text with the replacement.
    ///
    /// # Errors
    /// For the model: if the text does not occur in the file, or occurs more than once.
    pub fn apply(&self, text: &str) -> Result<Edited, ToolError> {
        let StrReplaceCommand { path, old_str, new_str } = self;
        let places: Vec<usize> = text.match_indices(old_str.as_str()).map(|(at, _)| at).collect();
        let line_at = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        let at = match places.as_slice() {
            [at] => *at,
            [] => {
                return Err(ToolError::new(format!(
                    "No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}."
                )));
            }
            many => {
                let lines: Vec<String> = many.iter().map(|at| line_at(*at).to_string()).collect();
                return Err(ToolError::new(format!(
                    "No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {}. Please \
                     ensure it is unique",
                    lines.join(", ")
                )));
            }
        };
        let edited = text.replacen(old_str.as_str(), new_str, 1);
        let first = line_at(at);
        let reply = edited_reply(path, &edited, first, first + new_str.matches('\n').count());
        Ok(Edited { text: edited, reply })
    }

    /// The error for a file that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.path)
    }
}

/// Put a text between the lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InsertCommand {
    /// The file.
    pub path: String,
    /// The line that the text comes after; 0 for the beginning.
    pub insert_line: u64,
    /// The text, of one line or more.
    pub insert_text: String,
}

impl InsertCommand {
    pub(super) fn read(fields: &Fields) -> Result<InsertCommand, ToolError> {
        // Text editors up to April 2025 call it `new_str` (protocol §1.6).
        let insert_text = match fields.optional_text("insert_text")? {
            Some(text) => text,
            None => match fields.optional_text("new_str")? {
                Some(text) => text,
                None => fields.text("insert_text")?,
            },
        };
        Ok(InsertCommand {
            path: fields.words("path")?,
            insert_line: fields.whole("insert_line", 0, u64::MAX)?,
            insert_text,
        })
    }

    /// The file's text with the new lines. Everything else stays as it is, byte for byte.
    ///
    /// # Errors
    /// For the model: if the file has fewer lines.
    pub fn apply(&self, text: &str) -> Result<Edited, ToolError> {
        let InsertCommand { path, insert_line, insert_text } = self;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = usize::try_from(*insert_line).unwrap_or(usize::MAX);
        let (Some(before), Some(after)) = (lines.get(..at), lines.get(at..)) else {
            return Err(ToolError::new(format!(
                "Error: Invalid `insert_line` parameter: {insert_line}. It should be within the range of lines of the \
                 file: [0, {}]",
                lines.len()
            )));
        };
        let mut edited = before.concat();
        if !edited.is_empty() && !edited.ends_with('\n') {
            edited.push('\n');
        }
        edited.push_str(insert_text);
        if !insert_text.ends_with('\n') {
            edited.push('\n');
        }
        edited.push_str(&after.concat());
        let last = at + insert_text.trim_end_matches('\n').matches('\n').count() + 1;
        let reply = edited_reply(path, &edited, at + 1, last);
        Ok(Edited { text: edited, reply })
    }

    /// The error for a file that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.path)
    }
}

pub(super) fn not_found(path: &str) -> ToolError {
    ToolError::new(format!("The path {path} does not exist. Please provide a valid path."))
}

/// The reply for an edit: the changed lines, and some around them.
fn edited_reply(path: &str, text: &str, first: usize, last: usize) -> String {
    let lines = lines_of(text);
    let (from, to) = (first.saturating_sub(AROUND).max(1), (last + AROUND).min(lines.len()));
    format!("The file {path} has been edited. The lines around the change:\n{}", numbered(&lines, from, to))
}

/// The lines of a text. The line feed at its end begins no line of its own.
fn lines_of(text: &str) -> Vec<&str> {
    text.strip_suffix('\n').unwrap_or(text).split('\n').collect()
}

/// These lines, counted from 1, each with its number.
fn numbered(lines: &[&str], first: usize, last: usize) -> String {
    let wanted = lines.get(first.saturating_sub(1)..last).unwrap_or_default();
    let numbered = |(at, line): (usize, &&str)| format!("{:>NUMBER_WIDTH$}\t{line}", at + first);
    wanted.iter().enumerate().map(numbered).collect::<Vec<_>>().join("\n")
}

/// A size as `ls -h` writes it: `0B`, `512B`, `1.5K`, `12M`.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["B", "K", "M", "G"];
    let mut unit = 0;
    let mut tenths = u128::from(bytes) * 10;
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    let name = UNITS.get(unit).copied().unwrap_or_default();
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole}{name}"),
        (whole, tenth) => format!("{whole}.{tenth}{name}"),
    }
}
