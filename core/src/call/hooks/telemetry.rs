//! The end of a call as a span and as measurements, by the conventions of OpenTelemetry for generative AI. All names
//! are here; languages hand them to whichever library a program has.

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;
use serde_json::{Value, json};

use super::{CallEnd, CallOutcome};

/// A call for OpenTelemetry. Names and values follow its conventions for generative AI, whose stability is
/// "Development": they may change with them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Telemetry {
    /// The name of the span: `chat` and the model, or the method and the path of another call.
    pub name: String,
    /// When the call began, in nanoseconds since 1970.
    pub start_unix_nano: u64,
    /// When it ended.
    pub end_unix_nano: u64,
    /// Why it failed, for the status of the span; `None` if it did not.
    pub error: Option<String>,
    /// The attributes of the span: text, whole numbers, numbers, flags and lists of text.
    pub attributes: BTreeMap<&'static str, Value>,
    /// The measurements: of message calls alone.
    pub measurements: Vec<Measurement>,
}

/// Values for a histogram.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Measurement {
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
    /// Its attributes.
    pub attributes: BTreeMap<&'static str, Value>,
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

/// Attributes of measurements: a few values each, so that their number stays small.
const OF_MEASUREMENTS: [&str; 6] = [
    "gen_ai.operation.name",
    "gen_ai.provider.name",
    "gen_ai.request.model",
    "gen_ai.response.model",
    "server.address",
    "server.port",
];

impl CallEnd {
    /// The call as a span and as measurements, by the conventions of OpenTelemetry. Neither content nor secrets.
    #[must_use]
    pub fn telemetry(&self) -> Telemetry {
        let end = self.ended_at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let attributes = self.attributes();
        Telemetry {
            name: self.span_name(),
            start_unix_nano: nanos(end.saturating_sub(self.duration)),
            end_unix_nano: nanos(end),
            error: self.error_of_span(),
            measurements: self.measurements(&attributes),
            attributes,
        }
    }

    fn is_chat(&self) -> bool {
        self.operation.starts_with("POST ") && self.operation.ends_with("/v1/messages")
    }

    /// Few names, as they are indexed: the ids in a path are left out.
    fn span_name(&self) -> String {
        match (self.is_chat(), &self.model) {
            (true, Some(model)) => format!("chat {model}"),
            (true, None) => "chat".to_owned(),
            (false, _) => {
                let mut parts = self.operation.split('/');
                let before = parts.by_ref().take_while(|part| *part != "v1").collect::<Vec<_>>().join("/");
                match parts.next() {
                    Some(resource) => format!("{before}/v1/{resource}"),
                    None => self.operation.clone(),
                }
            }
        }
    }

    /// A caller that leaves an answer is no failure: the status is left unset then.
    fn error_of_span(&self) -> Option<String> {
        let kind = self.kind?;
        Some(self.error_type.clone().unwrap_or_else(|| match self.status {
            Some(status) if status >= 400 => status.to_string(),
            _ => kind.name().to_owned(),
        }))
    }

    fn attributes(&self) -> BTreeMap<&'static str, Value> {
        let mut out = BTreeMap::new();
        let mut set = |name, value: Option<Value>| drop(value.map(|value| out.insert(name, value)));
        let chat = self.is_chat();
        set("gen_ai.operation.name", chat.then(|| "chat".into()));
        set("gen_ai.provider.name", Some(self.peer.vendor.as_str().into()));
        set("server.address", Some(self.peer.address.as_str().into()));
        set("server.port", Some(self.peer.port.into()));
        set("gen_ai.request.model", self.model.as_deref().map(Value::from));
        set("gen_ai.request.stream", (chat && self.stream).then_some(true.into()));
        set("gen_ai.request.max_tokens", self.max_tokens.map(Value::from));
        set("gen_ai.response.id", self.response_id.as_deref().map(Value::from));
        set("gen_ai.response.model", self.response_model.as_deref().map(Value::from));
        set("gen_ai.response.finish_reasons", self.stop_reason.as_ref().map(|reason| json!([reason])));
        let first = self.first_event.filter(|_| self.stream);
        set("gen_ai.response.time_to_first_chunk", first.map(|first| first.as_secs_f64().into()));
        if let Some(usage) = &self.usage {
            set("gen_ai.usage.input_tokens", Some(usage.total_input_tokens().into()));
            set("gen_ai.usage.output_tokens", Some(usage.output_tokens.into()));
            let read = usage.cache_read_input_tokens;
            set("gen_ai.usage.cache_read.input_tokens", read.map(Value::from));
            let written = usage.cache_creation_input_tokens;
            set("gen_ai.usage.cache_write.input_tokens", written.map(Value::from));
            let thinking = usage.output_tokens_details.as_ref().map(|parts| parts.thinking_tokens);
            set("gen_ai.usage.reasoning.output_tokens", thinking.map(Value::from));
        }
        set(
            "http.request.resend_count",
            self.attempts.checked_sub(1).filter(|again| *again > 0).map(Value::from),
        );
        set("http.response.status_code", self.status.map(Value::from));
        set("error.type", self.error_of_span().map(Value::from));
        set("parlour.request.id", self.request_id.as_deref().map(Value::from));
        set("parlour.outcome", (self.outcome != CallOutcome::Completed).then(|| json!(self.outcome)));
        set("parlour.labels", (!self.labels.is_empty()).then(|| json!(self.labels)));
        let seconds = |time: Duration| (!time.is_zero()).then(|| time.as_secs_f64().into());
        set("parlour.wait.retry", seconds(self.waited));
        set("parlour.wait.limits", seconds(self.queued));
        out
    }

    fn measurements(&self, attributes: &BTreeMap<&'static str, Value>) -> Vec<Measurement> {
        if !self.is_chat() {
            return Vec::new();
        }
        let mut shared: BTreeMap<&'static str, Value> = BTreeMap::new();
        for name in OF_MEASUREMENTS {
            if let Some(value) = attributes.get(name) {
                shared.insert(name, value.clone());
            }
        }
        let with = |name: &'static str, value: Option<Value>| {
            let mut attributes = shared.clone();
            attributes.extend(value.map(|value| (name, value)));
            attributes
        };
        let mut all = vec![Measurement {
            name: "gen_ai.client.operation.duration",
            unit: "s",
            description: "Duration of a call, with all its attempts.",
            bounds: SECONDS,
            values: vec![self.duration.as_secs_f64()],
            attributes: with("error.type", self.error_of_span().map(Value::from)),
        }];
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
                    attributes: with("gen_ai.token.type", Some(which.into())),
                });
            }
        }
        all
    }
}
