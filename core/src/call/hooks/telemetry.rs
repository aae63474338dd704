//! The end of a call as a span and as measurements, by the conventions of OpenTelemetry for generative AI. All names
//! are here; languages hand them to whichever library a program has.

use std::borrow::Cow;
use std::time::{Duration, UNIX_EPOCH};

use serde::ser::{Serialize, Serializer};

use super::{CallEnd, CallOutcome};

/// A call for OpenTelemetry; its texts are those of the [`CallEnd`]. Names and values follow the conventions for
/// generative AI, whose stability is "Development": they may change with them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Telemetry<'e> {
    /// The name of the span: `chat` and the model, or the method and the path of another call.
    pub name: Cow<'e, str>,
    /// When the call began, in nanoseconds since 1970.
    pub start_unix_nano: u64,
    /// When it ended.
    pub end_unix_nano: u64,
    /// Why it failed, for the status of the span; `None` if it did not.
    pub error: Option<Cow<'e, str>>,
    /// The attributes of the span.
    pub attributes: Attributes<'e>,
    /// The measurements: of message calls alone.
    pub measurements: Vec<Measurement<'e>>,
}

/// Values for a histogram.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Measurement<'e> {
    /// The name of the histogram.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it measures.
    pub description: &'static str,
    /// The upper bounds of its buckets.
    pub bounds: &'static [f64],
    /// The values: one for each call, or one for each chunk of a stream.
    pub values: Vec<f64>,
    /// Its attributes: first those that all measurements of the call have.
    pub attributes: Attributes<'e>,
}

/// Attributes by name. Each name is there once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes<'e>(Vec<(&'static str, Attribute<'e>)>);

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attribute<'e> {
    /// Text.
    Text(Cow<'e, str>),
    /// Some texts.
    Texts(&'e [String]),
    /// A whole number; larger ones than fit are the largest that does.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A flag.
    Flag(bool),
}

const SECONDS: &[f64] =
    &[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS: &[f64] = &[
    1.0,
    4.0,
    16.0,
    64.0,
    256.0,
    1024.0,
    4096.0,
    16_384.0,
    65_536.0,
    262_144.0,
    1_048_576.0,
    4_194_304.0,
    16_777_216.0,
    67_108_864.0,
];

impl<'e> Attributes<'e> {
    /// The value of an attribute.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute<'e>> {
        self.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Attribute<'e>)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    fn set<V: Into<Attribute<'e>>>(&mut self, name: &'static str, value: Option<V>) {
        self.0.extend(value.map(|value| (name, value.into())));
    }

    /// These, and one more.
    fn with<V: Into<Attribute<'e>>>(&self, name: &'static str, value: Option<V>) -> Attributes<'e> {
        let mut all = Vec::with_capacity(self.0.len() + 1);
        all.extend_from_slice(&self.0);
        let mut all = Attributes(all);
        all.set(name, value);
        all
    }
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.iter())
    }
}

impl Serialize for Attribute<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Attribute::Text(text) => text.serialize(out),
            Attribute::Texts(texts) => texts.serialize(out),
            Attribute::Whole(number) => number.serialize(out),
            Attribute::Number(number) => number.serialize(out),
            Attribute::Flag(flag) => flag.serialize(out),
        }
    }
}

impl<'e> From<&'e str> for Attribute<'e> {
    fn from(text: &'e str) -> Attribute<'e> {
        Attribute::Text(Cow::Borrowed(text))
    }
}

impl<'e> From<Cow<'e, str>> for Attribute<'e> {
    fn from(text: Cow<'e, str>) -> Attribute<'e> {
        Attribute::Text(text)
    }
}

impl<'e> From<&'e [String]> for Attribute<'e> {
    fn from(texts: &'e [String]) -> Attribute<'e> {
        Attribute::Texts(texts)
    }
}

impl From<u64> for Attribute<'_> {
    fn from(number: u64) -> Attribute<'static> {
        Attribute::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u32> for Attribute<'_> {
    fn from(number: u32) -> Attribute<'static> {
        Attribute::Whole(number.into())
    }
}

impl From<u16> for Attribute<'_> {
    fn from(number: u16) -> Attribute<'static> {
        Attribute::Whole(number.into())
    }
}

impl From<Duration> for Attribute<'_> {
    fn from(time: Duration) -> Attribute<'static> {
        Attribute::Number(time.as_secs_f64())
    }
}

impl From<bool> for Attribute<'_> {
    fn from(flag: bool) -> Attribute<'static> {
        Attribute::Flag(flag)
    }
}

impl CallEnd {
    /// The call as a span and as measurements, by the conventions of OpenTelemetry. Neither content nor secrets.
    #[must_use]
    pub fn telemetry(&self) -> Telemetry<'_> {
        let end = self.ended_at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Telemetry {
            name: self.span_name(),
            start_unix_nano: nanos(end.saturating_sub(self.duration)),
            end_unix_nano: nanos(end),
            error: self.error_of_span(),
            attributes: self.attributes(),
            measurements: self.measurements(),
        }
    }

    fn is_chat(&self) -> bool {
        self.operation.starts_with("POST ") && self.operation.ends_with("/v1/messages")
    }

    /// Few names, as they are indexed: the ids in a path are left out.
    fn span_name(&self) -> Cow<'_, str> {
        match (self.is_chat(), &self.model) {
            (true, Some(model)) => Cow::Owned(["chat ", model].concat()),
            (true, None) => Cow::Borrowed("chat"),
            (false, _) => {
                let mut parts = self.operation.split('/');
                let before = parts.by_ref().take_while(|part| *part != "v1").collect::<Vec<_>>().join("/");
                match parts.next() {
                    Some(resource) => Cow::Owned(format!("{before}/v1/{resource}")),
                    None => Cow::Borrowed(&self.operation),
                }
            }
        }
    }

    /// A caller that leaves an answer is no failure: the status is left unset then.
    fn error_of_span(&self) -> Option<Cow<'_, str>> {
        let kind = self.kind?;
        Some(match (&self.error_type, self.status) {
            (Some(named), _) => Cow::Borrowed(named),
            (None, Some(status)) if status >= 400 => Cow::Owned(status.to_string()),
            _ => Cow::Borrowed(kind.name()),
        })
    }

    fn attributes(&self) -> Attributes<'_> {
        let mut all = self.shared_attributes();
        let chat = self.is_chat();
        all.set("gen_ai.request.stream", (chat && self.stream).then_some(true));
        all.set("gen_ai.request.max_tokens", self.max_tokens);
        all.set("gen_ai.response.id", self.response_id.as_deref());
        all.set("gen_ai.response.finish_reasons", self.stop_reason.as_ref().map(std::slice::from_ref));
        all.set("gen_ai.response.time_to_first_chunk", self.first_event.filter(|_| self.stream));
        if let Some(usage) = &self.usage {
            all.set("gen_ai.usage.input_tokens", Some(usage.total_input_tokens()));
            all.set("gen_ai.usage.output_tokens", Some(usage.output_tokens));
            all.set("gen_ai.usage.cache_read.input_tokens", usage.cache_read_input_tokens);
            all.set("gen_ai.usage.cache_write.input_tokens", usage.cache_creation_input_tokens);
            let thinking = usage.output_tokens_details.as_ref().map(|parts| parts.thinking_tokens);
            all.set("gen_ai.usage.reasoning.output_tokens", thinking);
        }
        all.set("http.request.resend_count", self.attempts.checked_sub(1).filter(|again| *again > 0));
        all.set("http.response.status_code", self.status);
        all.set("error.type", self.error_of_span());
        all.set("parlour.request.id", self.request_id.as_deref());
        let incomplete = (self.outcome != CallOutcome::Completed).then(|| self.outcome.name());
        all.set("parlour.outcome", incomplete);
        all.set("parlour.labels", Some(&*self.labels).filter(|labels| !labels.is_empty()));
        all.set("parlour.wait.retry", Some(self.waited).filter(|time| !time.is_zero()));
        all.set("parlour.wait.limits", Some(self.queued).filter(|time| !time.is_zero()));
        all
    }

    /// Those of measurements too: a few values each, so that their number stays small.
    fn shared_attributes(&self) -> Attributes<'_> {
        // For all that a span may have.
        let mut all = Attributes(Vec::with_capacity(24));
        all.set("gen_ai.operation.name", self.is_chat().then_some("chat"));
        all.set("gen_ai.provider.name", Some(self.peer.vendor.as_str()));
        all.set("server.address", Some(self.peer.address.as_str()));
        all.set("server.port", Some(self.peer.port));
        all.set("gen_ai.request.model", self.model.as_deref());
        all.set("gen_ai.response.model", self.response_model.as_deref());
        all
    }

    fn measurements(&self) -> Vec<Measurement<'_>> {
        if !self.is_chat() {
            return Vec::new();
        }
        let shared = self.shared_attributes();
        let mut all = Vec::with_capacity(5);
        all.push(Measurement {
            name: "gen_ai.client.operation.duration",
            unit: "s",
            description: "Duration of a call, with all its attempts.",
            bounds: SECONDS,
            values: vec![self.duration.as_secs_f64()],
            attributes: shared.with("error.type", self.error_of_span()),
        });
        if let Some(first) = self.first_event.filter(|_| self.stream) {
            all.push(Measurement {
                name: "gen_ai.client.operation.time_to_first_chunk",
                unit: "s",
                description: "Time from the begin of a streamed call to its first event.",
                bounds: SECONDS,
                values: vec![first.as_secs_f64()],
                attributes: shared.clone(),
            });
        }
        if !self.chunk_times.is_empty() {
            all.push(Measurement {
                name: "gen_ai.client.operation.time_per_output_chunk",
                unit: "s",
                description: "Time from the event before to each chunk of the output of a stream.",
                bounds: SECONDS,
                values: self.chunk_times.iter().map(Duration::as_secs_f64).collect(),
                attributes: shared.clone(),
            });
        }
        let counted = self.usage.as_ref().filter(|_| self.outcome == CallOutcome::Completed);
        if let Some(usage) = counted.filter(|_| !self.answered_by_hook) {
            for (which, tokens) in [("input", usage.total_input_tokens()), ("output", usage.output_tokens)] {
                all.push(Measurement {
                    name: "gen_ai.client.token.usage",
                    unit: "{token}",
                    description: "Tokens of complete answers; input with what the cache read and wrote.",
                    bounds: TOKENS,
                    values: vec![tokens as f64],
                    attributes: shared.with("gen_ai.token.type", Some(which)),
                });
            }
        }
        all
    }
}
