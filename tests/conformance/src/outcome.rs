//! The output of a driver for one call, in one shape.

use crate::json::Json;

/// Keys of an error as drivers report it and as cases may expect it.
pub const ERROR_KEYS: &[&str] = &[
    "kind",
    // generated: keys, from schema/errors.toml by `make generate`
    "status",
    "error_type",
    "error_code",
    "details",
    "appeal_url",
    "request_id",
    "retry_after_ms",
    "not_retried",
    "subkind",
    "setting",
    "retryable",
    "mid_stream",
    "saw_stop_reason",
    "spend_cap",
    // end generated
    "message",
    "display",
    "partial_message",
    "attempts",
    "waits_ms",
    "body",
    "unfinished_inputs",
    "turns",
];

/// How a call ended.
#[derive(Clone, Debug)]
pub enum End {
    /// It succeeded; the driver's `done` line.
    Done(Json),
    /// It failed; the driver's `error` line.
    Error(Json),
    /// The caller gave up, as the case asked; the driver's `cancelled` line.
    Cancelled(Json),
}

/// All that came back from one call.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The `event` lines in order.
    pub events: Vec<Json>,
    /// The `text` lines in order.
    pub texts: Vec<String>,
    /// The `item` lines in order: an item as JSON, or the line of a broken one.
    pub items: Vec<Json>,
    /// The last line.
    pub end: End,
    /// The driver's log output during the call.
    pub log: String,
}

impl Outcome {
    /// The last line as JSON, for values that successes and failures have in common.
    #[must_use]
    pub fn last(&self) -> Option<&Json> {
        match &self.end {
            End::Done(line) | End::Error(line) => Some(line),
            End::Cancelled(_) => None,
        }
    }

    /// In a few words, for the head of a failure report.
    #[must_use]
    pub fn describe(&self) -> String {
        let end = match &self.end {
            End::Done(_) => "success".to_owned(),
            End::Error(line) => format!(
                "error {}: {}",
                line.get("kind").and_then(Json::as_str).unwrap_or("without a kind"),
                line.get("message").map(crate::pattern::short).unwrap_or_default()
            ),
            End::Cancelled(_) => "cancelled".to_owned(),
        };
        format!(
            "{end}, after {} events, {} pieces of text and {} items",
            self.events.len(),
            self.texts.len(),
            self.items.len()
        )
    }
}

/// Collects the lines of one call until the one that ends it.
#[derive(Default)]
pub struct Collector {
    events: Vec<Json>,
    texts: Vec<String>,
    items: Vec<Json>,
}

impl Collector {
    /// Takes a line; gives the outcome when it was the last.
    ///
    /// # Errors
    /// A sentence, if the line is none of the driver protocol.
    pub fn line(&mut self, mut line: Json) -> Result<Option<Outcome>, String> {
        for key in ["message", "partial_message", "answer", "saved", "marked"] {
            let is_document =
                key == "partial_message" || line.get("type").and_then(Json::as_str) == Some("done");
            if let Some(text) = line.get(key).and_then(Json::as_str).filter(|_| is_document) {
                let parsed = match Json::parse(text) {
                    Err(e) if e.is_too_deep() => {
                        Json::Object(vec![("too_deep_to_read".to_owned(), Json::Bool(true))])
                    }
                    other => other.map_err(|e| format!("{key} of a driver line is {e}"))?,
                };
                line.set(key, parsed);
            }
        }
        let end = match line.get("type").and_then(Json::as_str) {
            Some("event") => {
                self.events.push(line);
                return Ok(None);
            }
            Some("text") => {
                let text = line.get("text").and_then(Json::as_str).ok_or("a text line without text")?;
                self.texts.push(text.to_owned());
                return Ok(None);
            }
            Some("item") => {
                let item = match line.get("json").and_then(Json::as_str) {
                    Some(text) => Json::parse(text).map_err(|e| format!("an item line is {e}"))?,
                    None => line,
                };
                self.items.push(item);
                return Ok(None);
            }
            Some("done") => End::Done(line),
            Some("error") => End::Error(line),
            Some("cancelled") => End::Cancelled(line),
            _ => return Err(format!("an unknown driver line: {}", crate::pattern::short(&line))),
        };
        Ok(Some(Outcome {
            events: std::mem::take(&mut self.events),
            texts: std::mem::take(&mut self.texts),
            items: std::mem::take(&mut self.items),
            end,
            log: String::new(),
        }))
    }
}
