//! Why the model gets no result of a call, and the sentence that it gets instead. Every language uses these sentences:
//! a binding passes only the facts.

use std::fmt;
use std::time::Duration;

use super::output::ToolOutput;

/// The maximum length of a sentence for the model. The text of an exception can be of any length.
const MAX_FAILURE_BYTES: usize = 8192;

/// Why the model gets no result of a call. `Display` writes the sentence that the model reads, of at most 8192 bytes.
///
/// ```
/// use std::time::Duration;
/// use parlour::{ToolFailure, ToolOutput};
///
/// let failure = ToolFailure::TimedOut(Duration::from_millis(1500));
/// assert_eq!(failure.to_string(), "The tool took longer than 1.5 s and was stopped.");
/// assert!(ToolOutput::from(failure).is_failed());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolFailure<'a> {
    /// The program denied the call and gave no reason.
    Denied,
    /// The call ran longer than its limit.
    TimedOut(Duration),
    /// The input does not fit the tool's schema.
    InvalidArguments {
        /// The name of the tool.
        tool: &'a str,
        /// The mismatches, one reason for each place.
        reasons: &'a [&'a str],
    },
    /// The function ended with an exception or an error of its language.
    Raised {
        /// The name of its type; empty if there is none.
        name: &'a str,
        /// Its text, which may be empty.
        text: &'a str,
    },
    /// The return value of the function is not valid as the content of a result.
    NotSendable {
        /// Why.
        reason: &'a str,
    },
    /// The function could not be started.
    NotStarted {
        /// Why.
        reason: &'a str,
    },
    /// The function ended without a result: it panicked, for example.
    NoResult,
    /// The call was cancelled while it ran.
    Cancelled,
    /// The tool reported a failure without any content, as a server of MCP may.
    NoReason,
    /// No function of the program has this name (protocol §9.5).
    UnknownTool(&'a str),
    /// The input was cut off, because the answer ended inside it (protocol §9.5).
    InputCut,
    /// The input is no JSON object (protocol §9.5). The model gets it back in a JSON object, whole.
    InputNotObject {
        /// The input as the model wrote it.
        raw: &'a str,
    },
    /// An earlier action of the same toolset failed (protocol §9.1 step 6).
    ToolsetFailed(&'a str),
    /// The run was ended before the call had a result.
    NotRun,
    /// The program was ended while the call ran.
    ProgramEnded,
    /// The result is larger than a run sends back.
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit of the run.
        most: usize,
    },
}

impl fmt::Display for ToolFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The caller has bounded it; cutting it would leave invalid JSON.
            ToolFailure::InputNotObject { raw } => {
                write!(f, "{}", serde_json::json!({ "INVALID_JSON": raw }))
            }
            failure => failure.write(&mut Bounded { to: f, left: MAX_FAILURE_BYTES }),
        }
    }
}

impl ToolFailure<'_> {
    fn write(&self, f: &mut Bounded<'_, '_>) -> fmt::Result {
        use fmt::Write;
        match *self {
            ToolFailure::Denied => f.write_str("This call was not allowed."),
            ToolFailure::TimedOut(limit) => {
                write!(f, "The tool took longer than {} s and was stopped.", limit.as_secs_f64())
            }
            ToolFailure::InvalidArguments { tool, reasons } => {
                write!(f, "Invalid arguments for {tool}:")?;
                reasons.iter().try_for_each(|reason| write!(f, "\n- {reason}"))
            }
            ToolFailure::Raised { name: "", text: "" } => f.write_str("The tool failed."),
            ToolFailure::Raised { name: "", text } => f.write_str(text),
            ToolFailure::Raised { name, text: "" } => f.write_str(name),
            ToolFailure::Raised { name, text } => write!(f, "{name}: {text}"),
            ToolFailure::NotSendable { reason } => write!(f, "The tool's result cannot be sent: {reason}"),
            ToolFailure::NotStarted { reason } => write!(f, "The tool could not be started: {reason}"),
            ToolFailure::NoResult => f.write_str("The tool failed: it ended without a result."),
            ToolFailure::Cancelled => f.write_str("The tool was cancelled."),
            ToolFailure::NoReason => f.write_str("The tool failed without saying why."),
            ToolFailure::UnknownTool(name) => write!(f, "Error: Tool '{name}' not found"),
            ToolFailure::InputCut => f.write_str("Not executed: the input of this call was cut off."),
            ToolFailure::InputNotObject { raw } => f.write_str(raw),
            ToolFailure::ToolsetFailed(toolset) => {
                write!(f, "Not executed: an earlier action of the toolset {toolset} failed.")
            }
            ToolFailure::NotRun => f.write_str("Not executed: the caller gave no result."),
            ToolFailure::ProgramEnded => {
                f.write_str("Not executed to its end: the program was ended while the call ran.")
            }
            ToolFailure::TooLarge { bytes, most } => write!(
                f,
                "The result has {bytes} bytes, more than the {most} that may be sent back. Ask for less."
            ),
        }
    }
}

impl From<ToolFailure<'_>> for ToolOutput {
    fn from(failure: ToolFailure<'_>) -> ToolOutput {
        ToolOutput::failed(failure.to_string())
    }
}

/// Writes the first bytes of a text and drops the rest, without cutting a character.
struct Bounded<'a, 'b> {
    to: &'a mut fmt::Formatter<'b>,
    left: usize,
}

impl fmt::Write for Bounded<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut end = self.left.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let kept = text.get(..end).unwrap_or_default();
        // A character that does not fit ends the sentence: later ones must not follow it.
        self.left = if kept.len() == text.len() { self.left - kept.len() } else { 0 };
        self.to.write_str(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_written_in_seconds() {
        for (limit, words) in [
            (Duration::from_secs(30), "30 s"),
            (Duration::from_millis(50), "0.05 s"),
            (Duration::from_millis(1250), "1.25 s"),
        ] {
            let sentence = format!("The tool took longer than {words} and was stopped.");
            assert_eq!(ToolFailure::TimedOut(limit).to_string(), sentence);
        }
    }

    #[test]
    fn an_exception_is_its_type_and_its_text() {
        let said = |name, text| ToolFailure::Raised { name, text }.to_string();
        assert_eq!(said("OSError", "disk is full"), "OSError: disk is full");
        assert_eq!(said("OSError", ""), "OSError");
        assert_eq!(said("", "disk is full"), "disk is full");
        assert_eq!(said("", ""), "The tool failed.");
    }

    #[test]
    fn each_place_that_does_not_fit_has_a_line() {
        let reasons = ["n: missing", "m: expected an integer"];
        let failure = ToolFailure::InvalidArguments { tool: "add", reasons: &reasons };
        assert_eq!(failure.to_string(), "Invalid arguments for add:\n- n: missing\n- m: expected an integer");
    }

    #[test]
    fn a_sentence_is_bounded_and_no_character_is_cut() {
        let long = "ä".repeat(MAX_FAILURE_BYTES);
        let sentence = ToolFailure::Raised { name: "E", text: &long }.to_string();
        assert_eq!(sentence.len(), MAX_FAILURE_BYTES - 1);
        assert!(sentence.starts_with("E: ä"));
        let sentence = ToolFailure::InvalidArguments { tool: "t", reasons: &[&long, "more"] }.to_string();
        assert!(sentence.len() <= MAX_FAILURE_BYTES && !sentence.contains("more"));
    }

    #[test]
    fn an_input_that_is_no_object_comes_back_as_json() {
        let raw = "[\"a\"";
        assert_eq!(ToolFailure::InputNotObject { raw }.to_string(), r#"{"INVALID_JSON":"[\"a\""}"#);
    }
}
