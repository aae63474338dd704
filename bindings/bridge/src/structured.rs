//! Structured answers as a host holds them: JSON in, JSON out, errors as flat values. Every decision is the core's.
//!
//! A host makes a [`Plan`] from a request and a schema, sends the [`Body`] that [`body`](Plan::body) gives with
//! [`CallRequest::message_body`](crate::CallRequest::message_body), and hands the answer to [`outcome`](Plan::outcome).
//! Of a stream the answer is the text, or with [`tool_name`](Plan::tool_name) the input of the call of that name; a
//! [`PartialJson`] shows it while it grows.

use bytes::Bytes;
use parlour::{
    AnswerMethod, AnswerOptions, AnswerOutcome, AnswerPlan, AnswerRequests, Body, Json, Message, Usage,
};

use crate::partial_json::PartialJson;

use crate::decoding::{decoded, decoded_message};
use crate::info::{ErrorInfo, UnfinishedInput};
use crate::tools::mark_unfinished;
use crate::wire::to_json_text;

/// The outcome of a structured answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A value of the schema, as the JSON text that the model wrote.
    Value(String),
    /// The model refused (protocol §9.9).
    Refused {
        /// The service's explanation, or the category.
        reason: Option<String>,
    },
    /// The answer ended before it was whole.
    Cut {
        /// The text that the model wrote.
        text: String,
        /// Why it ended, for example `"max_tokens"`.
        stop_reason: Option<String>,
    },
    /// The answer is whole, and no value of the schema.
    Invalid {
        /// The text that the model wrote.
        text: String,
        /// The mismatches, each with its place.
        reason: String,
    },
}

impl Outcome {
    /// `"value"`, `"refused"`, `"cut"` or `"invalid"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Outcome::Value(_) => "value",
            Outcome::Refused { .. } => "refused",
            Outcome::Cut { .. } => "cut",
            Outcome::Invalid { .. } => "invalid",
        }
    }
}

impl From<AnswerOutcome> for Outcome {
    fn from(outcome: AnswerOutcome) -> Outcome {
        match outcome {
            AnswerOutcome::Value(json) => Outcome::Value(json.as_str().to_owned()),
            AnswerOutcome::Refused { reason } => Outcome::Refused { reason },
            AnswerOutcome::Cut { text, stop_reason } => {
                Outcome::Cut { text, stop_reason: stop_reason.map(|reason| reason.as_str().to_owned()) }
            }
            AnswerOutcome::Invalid { text, reason } => Outcome::Invalid { text, reason },
            // An outcome of a later core: only its text is known here.
            other => Outcome::Invalid { text: String::new(), reason: other.to_string() },
        }
    }
}

/// A request for a structured answer, and the reading of what comes back (protocol §9.7). Not for two threads at once:
/// a host guards it with a lock of its own.
#[derive(Clone, Debug)]
pub struct Plan {
    requests: AnswerRequests,
}

/// Makes the request for an answer that fits `schema`. `request` is one JSON object with `messages`, which are shared
/// and sent unchanged. `options` is a JSON object with any of `method` (`"auto"`, `"format"`, `"tool"`), `max_reasks`,
/// `tool_name` and `tool_description`.
///
/// # Errors
/// Kind `Config` if one of the three is invalid, or if the service would refuse the combination.
pub fn plan(request: Bytes, schema: &[u8], options: Option<&[u8]>) -> Result<Plan, ErrorInfo> {
    let schema: Json = parsed(schema, "the schema of an answer")?;
    let options = options.map_or_else(|| Ok(AnswerOptions::default()), read_options)?;
    let plan = AnswerPlan::new(request, &schema, &options)?;
    Ok(Plan { requests: AnswerRequests::new(plan)? })
}

/// A schema as the service takes it for answers and strict tools, and what of it the service does not enforce, as JSON
/// pointers (protocol §9.7).
///
/// # Errors
/// Kind `Config` for a place without a type; the message names it.
pub fn transform(schema: &[u8]) -> Result<(String, Vec<String>), ErrorInfo> {
    let sent = parlour::transform_schema(&parsed(schema, "the schema")?)?;
    Ok((sent.schema.as_str().to_owned(), sent.moved))
}

/// The tokens of several answers together: each is the JSON of a message's `usage`, the oldest first.
///
/// # Errors
/// Kind `Config` if one of them is no usage.
pub fn usage_sum(usages: &[Vec<u8>]) -> Result<String, ErrorInfo> {
    let mut sum = Usage::default();
    for usage in usages {
        sum.add_answer(&decoded(usage, "the usage of an answer")?);
    }
    to_json_text(&sum)
}

/// A schema that a host holds values against, where its own types do not.
#[derive(Clone, Debug)]
pub struct Schema {
    schema: Json,
}

impl Outcome {
    /// Why a whole answer does not fit.
    #[must_use]
    pub fn misfit(&self) -> Option<&str> {
        match self {
            Outcome::Invalid { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl Schema {
    /// The schema of this JSON.
    ///
    /// # Errors
    /// Kind `Config` if it is no JSON object; `what` begins the sentence.
    pub fn new(json: &[u8], what: &str) -> Result<Schema, ErrorInfo> {
        let schema = parsed(json, what)?;
        match schema.is_object() {
            true => Ok(Schema { schema }),
            false => Err(ErrorInfo::config(format!("{what} is no JSON object"))),
        }
    }

    /// Why a value does not fit, each reason with its place; empty if it fits.
    ///
    /// # Errors
    /// Kind `Config` if the value is no JSON.
    pub fn violations(&self, value: &[u8]) -> Result<Vec<String>, ErrorInfo> {
        let value = parsed(value, "the value")?;
        parlour::schema_violations(&self.schema, &value)
            .map_err(|e| ErrorInfo::config(format!("the value cannot be held against its schema: {e}")))
    }
}

impl Plan {
    /// The request that is to be sent now.
    ///
    /// # Errors
    /// None in practice: the request was checked when the plan was made.
    pub fn body(&self) -> Result<Body, ErrorInfo> {
        Ok(self.requests.plan().body()?)
    }

    /// How the answer is asked for: `"format"` or `"tool"`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.requests.plan().method().as_str()
    }

    /// The forced tool, whose input is the answer.
    #[must_use]
    pub fn tool_name(&self) -> Option<&str> {
        self.requests.plan().tool_name()
    }

    /// Whether the value is in the property `value` of the tool's input, because the schema is not one of an object.
    #[must_use]
    pub fn is_wrapped(&self) -> bool {
        self.requests.plan().is_wrapped()
    }

    /// The answer while it streams, for a host that hands over the events as they are.
    #[must_use]
    pub fn partial(&self, trailing_strings: bool) -> PartialJson {
        PartialJson::of_answer(self.requests.plan().place(), trailing_strings)
    }

    /// Constraints of the schema that the service does not enforce, as JSON pointers into it.
    #[must_use]
    pub fn moved(&self) -> &[String] {
        self.requests.plan().moved()
    }

    /// Interprets a message: its JSON, and its inputs that must not be used, which are in
    /// [`Answer::unfinished`](crate::Answer::unfinished) and not in the JSON.
    ///
    /// # Errors
    /// Kind `Config` if the JSON, which came from the host, is no message.
    pub fn outcome(&self, message: &[u8], unfinished: &[UnfinishedInput]) -> Result<Outcome, ErrorInfo> {
        Ok(self.outcome_of(&read(message, unfinished)?))
    }

    /// The same for a host that has the message as the core's type.
    #[must_use]
    pub fn outcome_of(&self, message: &Message) -> Outcome {
        self.requests.plan().outcome(message).into()
    }

    /// The request to send now, for a host that asks again as often as the options allow; `None` once the answer is
    /// final.
    pub fn next_body(&mut self) -> Option<Body> {
        self.requests.next_body()
    }

    /// Takes the answer to the request that [`next_body`](Self::next_body) gave. `misfit` is why it does not fit: the
    /// reason of [`Outcome::Invalid`], or the host's own if its types say more than the schema.
    ///
    /// # Errors
    /// Kind `Config` if the JSON is no message.
    pub fn received(
        &mut self,
        message: &[u8],
        unfinished: &[UnfinishedInput],
        misfit: Option<&str>,
    ) -> Result<(), ErrorInfo> {
        self.received_message(&read(message, unfinished)?, misfit)
    }

    /// The same for a host that has the message as the core's type.
    ///
    /// # Errors
    /// Kind `Config` if the next request cannot be written.
    pub fn received_message(&mut self, message: &Message, misfit: Option<&str>) -> Result<(), ErrorInfo> {
        Ok(self.requests.received(message, misfit)?)
    }

    /// Takes the failure of the request that [`next_body`](Self::next_body) gave. True if an earlier answer is the
    /// result, which the caller gets together with the failure.
    #[must_use]
    pub fn failed(&mut self) -> bool {
        self.requests.failed()
    }

    /// The request that asks once more after an answer that does not fit: with the reason of [`Outcome::Invalid`], or
    /// the host's own if its types say more than the schema. `None` if it was asked as often as it may be.
    ///
    /// # Errors
    /// Kind `Config` if the JSON is no message.
    pub fn again(
        &mut self,
        message: &[u8],
        unfinished: &[UnfinishedInput],
        reason: &str,
    ) -> Result<Option<Body>, ErrorInfo> {
        self.again_to(&read(message, unfinished)?, reason)
    }

    /// The same for a host that has the message as the core's type.
    ///
    /// # Errors
    /// Kind `Config` if the request cannot be written.
    pub fn again_to(&mut self, message: &Message, reason: &str) -> Result<Option<Body>, ErrorInfo> {
        Ok(self.requests.plan_mut().again(message, reason)?)
    }
}

fn read(message: &[u8], unfinished: &[UnfinishedInput]) -> Result<Message, ErrorInfo> {
    let mut message = decoded_message(message, "the answer to a request for a structured answer")?;
    mark_unfinished(&mut message, unfinished);
    Ok(message)
}

fn parsed(json: &[u8], what: &str) -> Result<Json, ErrorInfo> {
    let text = std::str::from_utf8(json).map_err(|_| ErrorInfo::config(format!("{what} is not UTF-8")))?;
    Json::parse(text).map_err(|e| ErrorInfo::config(format!("{what} is not JSON: {e}")))
}

/// The options, of which each may be missing and none may be misspelt.
fn read_options(json: &[u8]) -> Result<AnswerOptions, ErrorInfo> {
    let given: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json).map_err(|e| {
        ErrorInfo::config(format!("the options of a structured answer are no JSON object: {e}"))
    })?;
    let mut options = AnswerOptions::default();
    for (name, value) in &given {
        let wrong =
            |what: &str| ErrorInfo::config(format!("`{name}` of a structured answer is not {what}: {value}"));
        let text = || value.as_str().map(str::to_owned).ok_or_else(|| wrong("a string"));
        match name.as_str() {
            _ if value.is_null() => {}
            "method" => options.method = text()?.parse::<AnswerMethod>()?,
            "tool_name" => options.tool_name = text()?,
            "tool_description" => options.tool_description = text()?,
            "max_reasks" => {
                let times = value.as_u64().ok_or_else(|| wrong("a whole number from 0 on"))?;
                options.max_reasks = u32::try_from(times).unwrap_or(u32::MAX);
            }
            _ => {
                return Err(ErrorInfo::config(format!(
                    "`{name}` is no option of a structured answer: there are method, max_reasks, tool_name and \
                     tool_description"
                )));
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests;
