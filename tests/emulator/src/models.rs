//! The models on offer and the rules of their generations (protocol §0.3), and the models endpoints (protocol §8.2).

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};

/// Model generations, oldest first; later ones compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Generation {
    G3,
    G40,
    G45,
    G46,
    G47,
}

/// One model. The prefix of its id is the caller's choice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// Id without prefix and date.
    pub(crate) stem: &'static str,
    /// Date part of the full id; newer models have none.
    date: Option<&'static str>,
    /// Another word order under which the same model was published.
    other: Option<&'static str>,
    display: &'static str,
    created: &'static str,
    pub(crate) generation: Generation,
    pub(crate) window: u64,
    pub(crate) ceiling: u64,
    /// Smallest prefix that is cached, in tokens.
    pub(crate) cacheable: u64,
}

const fn model(
    stem: &'static str,
    date: Option<&'static str>,
    display: &'static str,
    created: &'static str,
    generation: Generation,
    ceiling: u64,
    cacheable: u64,
) -> Model {
    Model { stem, date, other: None, display, created, generation, window: 200_000, ceiling, cacheable }
}

/// Newest first, as the list endpoint wants them.
static MODELS: [Model; 7] = [
    model("opus-4-7", None, "Svc Opus 4.7", "2026-04-14T00:00:00Z", Generation::G47, 128_000, 4096),
    model("sonnet-4-6", None, "Svc Sonnet 4.6", "2026-02-17T00:00:00Z", Generation::G46, 64_000, 1024),
    model("opus-4-6", None, "Svc Opus 4.6", "2026-02-04T00:00:00Z", Generation::G46, 128_000, 4096),
    model(
        "opus-4-5",
        Some("20251101"),
        "Svc Opus 4.5",
        "2025-11-24T00:00:00Z",
        Generation::G45,
        64_000,
        4096,
    ),
    model(
        "sonnet-4-5",
        Some("20250929"),
        "Svc Sonnet 4.5",
        "2025-09-29T00:00:00Z",
        Generation::G45,
        64_000,
        1024,
    ),
    model(
        "sonnet-4-0",
        Some("20250514"),
        "Svc Sonnet 4",
        "2025-05-22T00:00:00Z",
        Generation::G40,
        64_000,
        1024,
    ),
    Model {
        other: Some("3-5-haiku"),
        ..model(
            "haiku-3-5",
            Some("20241022"),
            "Svc Haiku 3.5",
            "2024-10-22T00:00:00Z",
            Generation::G3,
            8192,
            2048,
        )
    },
];

impl Model {
    /// The model of an id, short or dated, and the prefix it was given.
    pub(crate) fn find(id: &str) -> Option<(&'static Self, &str)> {
        let (prefix, rest) = id.split_once('-')?;
        let known = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_alphanumeric());
        let found =
            MODELS.iter().find(|m| [Some(m.stem), m.other].into_iter().flatten().any(|n| m.is(n, rest)));
        found.filter(|_| known).map(|m| (m, prefix))
    }

    /// By whose rules requests for models that are not on the list are judged, where any are taken: the newest that still
    /// takes what older ones did.
    pub(crate) fn of_any() -> &'static Self {
        &MODELS[1]
    }

    fn is(&self, name: &str, rest: &str) -> bool {
        rest.strip_prefix(name).is_some_and(|tail| {
            tail.is_empty()
                || self.date.is_some_and(|d| tail.strip_prefix('-').is_some_and(|t| t == d || t == "latest"))
        })
    }

    /// The full id.
    pub(crate) fn id(&self, prefix: &str) -> String {
        match self.date {
            Some(date) => format!("{prefix}-{}-{date}", self.stem),
            None => format!("{prefix}-{}", self.stem),
        }
    }

    pub(crate) fn takes_effort(&self) -> bool {
        self.generation >= Generation::G46
            || (self.generation == Generation::G45 && self.stem.starts_with("opus"))
    }

    pub(crate) fn takes_format(&self) -> bool {
        self.generation >= Generation::G45
    }

    pub(crate) fn thinks(&self, kind: &str) -> bool {
        match kind {
            "enabled" => (Generation::G40..=Generation::G46).contains(&self.generation),
            "adaptive" => self.generation >= Generation::G46,
            _ => self.generation >= Generation::G40,
        }
    }

    fn describe(&self, prefix: &str) -> Value {
        let flag = |supported: bool| json!({"supported": supported});
        let (effort, thinking) = (self.takes_effort(), self.generation >= Generation::G40);
        let newest = self.generation >= Generation::G47;
        json!({
            "type": "model",
            "id": self.id(prefix),
            "display_name": self.display,
            "created_at": self.created,
            "max_input_tokens": self.window,
            "max_tokens": self.ceiling,
            "capabilities": {
                "batch": flag(true),
                "citations": flag(true),
                "code_execution": flag(thinking),
                "context_management": {
                    "supported": thinking,
                    "clear_tool_uses_20250919": flag(thinking),
                    "clear_thinking_20251015": flag(thinking),
                    "compact_20260112": if self.generation >= Generation::G46 { flag(true) } else { Value::Null },
                },
                "effort": {
                    "supported": effort,
                    "low": flag(effort), "medium": flag(effort), "high": flag(effort),
                    "xhigh": if newest { flag(true) } else { Value::Null },
                    "max": flag(effort && self.generation >= Generation::G46),
                },
                "image_input": flag(true),
                "pdf_input": flag(true),
                "structured_outputs": flag(self.takes_format()),
                "thinking": {
                    "supported": thinking,
                    "types": {"enabled": flag(self.thinks("enabled")), "adaptive": flag(self.thinks("adaptive"))},
                },
            },
        })
    }
}

/// `GET /v1/models`.
pub(crate) fn list(query: &str) -> Result<Answer, Refusal> {
    let all: Vec<Value> = MODELS.iter().map(|m| m.describe("svc")).collect();
    Ok(Answer::json(200, &page(&all, query)?))
}

/// `GET /v1/models/{id}`: an alias is answered with the full id.
pub(crate) fn get(id: &str) -> Result<Answer, Refusal> {
    let (model, prefix) = Model::find(id).ok_or_else(|| Refusal::not_found(format!("model: {id}")))?;
    Ok(Answer::json(200, &model.describe(prefix)))
}

/// One page of a list by the id cursor (protocol §8.3).
pub(crate) fn page(all: &[Value], query: &str) -> Result<Value, Refusal> {
    let (mut limit, mut after, mut before) = (20usize, None, None);
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        match name {
            "limit" => {
                let wrong = || Refusal::at("limit", "a number from 1 to 1000");
                limit = value.parse().ok().filter(|l| (1..=1000).contains(l)).ok_or_else(wrong)?;
            }
            "after_id" => after = Some(value),
            "before_id" => before = Some(value),
            _ => {}
        }
    }
    let place = |field: &str, id: &str| {
        let found = all.iter().position(|item| item.get("id").and_then(Value::as_str) == Some(id));
        found.ok_or_else(|| Refusal::at(field, format!("there is no {id}")))
    };
    let (start, end) = match (after, before) {
        (Some(_), Some(_)) => return Err(Refusal::at("before_id", "not together with after_id")),
        (Some(id), None) => {
            let start = place("after_id", id)? + 1;
            (start, (start + limit).min(all.len()))
        }
        (None, Some(id)) => {
            let end = place("before_id", id)?;
            (end.saturating_sub(limit), end)
        }
        (None, None) => (0, limit.min(all.len())),
    };
    let data = all.get(start..end).unwrap_or_default();
    let has_more = if before.is_some() { start > 0 } else { end < all.len() };
    let id = |item: Option<&Value>| item.and_then(|i| i.get("id")).cloned();
    Ok(json!({"data": data, "has_more": has_more, "first_id": id(data.first()), "last_id": id(data.last())}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_with_any_prefix_short_dated_and_in_the_other_word_order() {
        for id in ["svc-sonnet-4-5", "acme-sonnet-4-5-20250929", "svc-sonnet-4-5-latest"] {
            assert_eq!(Model::find(id).unwrap().0.stem, "sonnet-4-5", "{id}");
        }
        assert_eq!(Model::find("x-3-5-haiku-20241022").unwrap().0.stem, "haiku-3-5");
        assert_eq!(Model::find("svc-sonnet-4-5").unwrap().0.id("svc"), "svc-sonnet-4-5-20250929");
        for id in
            ["svc-none-1", "sonnet-4-5", "-sonnet-4-5", "svc-sonnet-4-5-20200101", "svc-sonnet-4-55", ""]
        {
            assert_eq!(Model::find(id), None, "{id}");
        }
    }

    #[test]
    fn pages_go_both_ways() {
        let all: Vec<Value> = ["a", "b", "c", "d"].iter().map(|id| json!({"id": id})).collect();
        let ids = |query: &str| {
            let page = page(&all, query).unwrap();
            let ids: String =
                page["data"].as_array().unwrap().iter().map(|i| i["id"].as_str().unwrap()).collect();
            (ids, page["has_more"].as_bool().unwrap())
        };
        assert_eq!(ids(""), ("abcd".into(), false));
        assert_eq!(ids("limit=2"), ("ab".into(), true));
        assert_eq!(ids("limit=2&after_id=b&beta=true"), ("cd".into(), false));
        assert_eq!(ids("limit=2&before_id=d"), ("bc".into(), true));
        assert_eq!(ids("limit=2&before_id=c"), ("ab".into(), false));
        assert_eq!(ids("after_id=d"), (String::new(), false));
        for bad in ["limit=0", "limit=x", "after_id=z", "after_id=a&before_id=b"] {
            assert_eq!(page(&all, bad).unwrap_err().status, 400);
        }
        assert_eq!(page(&[], "").unwrap()["first_id"], Value::Null);
    }
}
