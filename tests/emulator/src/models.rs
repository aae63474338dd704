//! The models on offer and the rules of their generations (protocol §0.3), and the models endpoints (protocol §8.2).

use serde_json::{Map, Value, json};

use crate::answer::{Answer, Refusal};
use crate::page::{self, Query};
use crate::state::ServerState;

/// Model generations, oldest first; later ones compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Generation {
    G3,
    G40,
    G45,
    G46,
    G47,
    G5,
}

/// The lifecycle stage of a model (protocol §0.6).
#[derive(Debug, PartialEq, Eq)]
enum Stage {
    Active,
    /// It still answers; since when, and until when that is planned.
    Deprecated(&'static str, &'static str),
    /// Likewise, and it answers no more.
    Retired(&'static str, &'static str),
}

impl Stage {
    fn describe(&self) -> (&'static str, Option<&'static str>, Option<&'static str>) {
        match self {
            Stage::Active => ("active", None, None),
            Stage::Deprecated(since, until) => ("deprecated", Some(since), Some(until)),
            Stage::Retired(since, until) => ("retired", Some(since), Some(until)),
        }
    }
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
    stage: Stage,
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
    Model {
        stem,
        date,
        other: None,
        display,
        created,
        stage: Stage::Active,
        generation,
        window: 200_000,
        ceiling,
        cacheable,
    }
}

/// Newest first, as the list endpoint wants them.
static MODELS: [Model; 17] = [
    model("haiku-5-5", None, "Svc Haiku 5.5", "2026-10-06T00:00:00Z", Generation::G5, 64_000, 2048),
    model("sonnet-5-5", None, "Svc Sonnet 5.5", "2026-09-28T00:00:00Z", Generation::G5, 128_000, 1024),
    model("opus-5-5", None, "Svc Opus 5.5", "2026-09-22T00:00:00Z", Generation::G5, 128_000, 4096),
    model("mythos-5-1", None, "Svc Mythos 5.1", "2026-09-01T00:00:00Z", Generation::G5, 128_000, 4096),
    model("sonnet-5", None, "Svc Sonnet 5", "2026-08-20T00:00:00Z", Generation::G5, 128_000, 1024),
    model("opus-5", None, "Svc Opus 5", "2026-07-24T00:00:00Z", Generation::G5, 128_000, 4096),
    model("fable-5", None, "Svc Fable 5", "2026-06-09T00:00:00Z", Generation::G5, 128_000, 1024),
    model("opus-4-8", None, "Svc Opus 4.8", "2026-05-28T00:00:00Z", Generation::G47, 128_000, 4096),
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
        "haiku-4-5",
        Some("20251001"),
        "Svc Haiku 4.5",
        "2025-10-15T00:00:00Z",
        Generation::G45,
        64_000,
        4096,
    ),
    Model {
        stage: Stage::Deprecated("2026-09-30T00:00:00Z", "2026-11-30T00:00:00Z"),
        ..model(
            "sonnet-4-5",
            Some("20250929"),
            "Svc Sonnet 4.5",
            "2025-09-29T00:00:00Z",
            Generation::G45,
            64_000,
            1024,
        )
    },
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
        // Overdue, which is not gone.
        stage: Stage::Deprecated("2025-12-19T00:00:00Z", "2026-02-19T00:00:00Z"),
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
    Model {
        stage: Stage::Retired("2025-06-30T00:00:00Z", "2026-01-05T00:00:00Z"),
        ..model(
            "opus-3-0",
            Some("20240229"),
            "Svc Opus 3",
            "2024-02-29T00:00:00Z",
            Generation::G3,
            4096,
            4096,
        )
    },
];

/// The lines of models and the ids and aliases of each, for the rate limits that they share.
pub(crate) fn lines() -> Vec<(&'static str, Vec<String>)> {
    let ids = |line: &str| {
        let own = MODELS.iter().filter(|m| m.line() == line && m.answers());
        let mut ids: Vec<String> = own.flat_map(|m| [m.id("svc"), format!("svc-{}", m.stem)]).collect();
        ids.dedup();
        ids
    };
    ["opus", "sonnet", "haiku", "fable", "mythos"].into_iter().map(|line| (line, ids(line))).collect()
}

impl Model {
    /// The model of an id, short or dated, and the prefix it was given.
    pub(crate) fn find(id: &str) -> Option<(&'static Self, &str)> {
        let (prefix, rest) = id.split_once('-')?;
        let known = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_alphanumeric());
        let found =
            MODELS.iter().find(|m| [Some(m.stem), m.other].into_iter().flatten().any(|n| m.is(n, rest)));
        found.filter(|_| known).map(|m| (m, prefix))
    }

    /// By whose rules requests for models that are not on the list are judged, where any are taken: the newest that
    /// still takes what older ones did.
    pub(crate) fn of_any() -> &'static Self {
        MODELS.iter().find(|model| model.generation < Generation::G47).unwrap_or(&MODELS[0])
    }

    /// The family; a part of the stem here, but nothing a client may count on.
    fn line(&self) -> &'static str {
        self.stem.split('-').next().unwrap_or_default()
    }

    /// Whether it takes requests still.
    pub(crate) fn answers(&self) -> bool {
        !matches!(self.stage, Stage::Retired(..))
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

    /// Whether `speed` may be given.
    pub(crate) fn is_fast(&self) -> bool {
        self.generation >= Generation::G47 && self.line() == "opus"
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
            "between_tools" => self.generation >= Generation::G5,
            _ => self.generation >= Generation::G40,
        }
    }

    /// As it is, under another name.
    fn named(&self, id: &str) -> Value {
        let mut described = self.describe("svc");
        if let Some(fields) = described.as_object_mut() {
            for (name, value) in [("id", json!(id)), ("display_name", json!(id)), ("line", Value::Null)] {
                fields.insert(name.to_owned(), value);
            }
        }
        described
    }

    fn describe(&self, prefix: &str) -> Value {
        let flag = |supported: bool| json!({"supported": supported});
        let (effort, thinking) = (self.takes_effort(), self.generation >= Generation::G40);
        let newest = self.generation >= Generation::G47;
        let (lifecycle, deprecated_at, retires_at) = self.stage.describe();
        let types = ["enabled", "adaptive", "disabled", "between_tools"];
        let types: Map<String, Value> =
            types.into_iter().map(|kind| (kind.to_owned(), flag(self.thinks(kind)))).collect();
        json!({
            "type": "model",
            "id": self.id(prefix),
            "display_name": self.display,
            "line": self.line(),
            "lifecycle": lifecycle,
            "deprecated_at": deprecated_at,
            "retires_at": retires_at,
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
                "server_tools": {
                    "supported": true, "web_search": flag(true), "code_execution": flag(thinking),
                },
                "structured_outputs": flag(self.takes_format()),
                "thinking": {"supported": thinking, "types": types},
            },
        })
    }
}

/// Most values of `lifecycle[]`.
const STAGES: [&str; 3] = ["active", "deprecated", "retired"];

/// `GET /v1/models`: those of the list, and before them those that the builder named.
pub(crate) fn list(shared: &ServerState, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    let wanted: Vec<&str> = query.all("lifecycle[]").collect();
    if wanted.len() > STAGES.len() || wanted.iter().any(|stage| !STAGES.contains(stage)) {
        return Err(Refusal::at("lifecycle[]", format!("up to three of {}", STAGES.join(", "))));
    }
    let is_wanted = |stage: &str| match wanted.as_slice() {
        [] => stage != "retired",
        chosen => chosen.contains(&stage),
    };
    let named = shared.config.models.iter().map(|id| (Model::of_any().named(id), "active"));
    let known = MODELS.iter().map(|model| (model.describe("svc"), model.stage.describe().0));
    let chosen = named.chain(known).filter(|(_, stage)| is_wanted(stage));
    let all: Vec<Value> = chosen.map(|(model, _)| model).collect();
    Ok(Answer::json(200, &page::by_id(&all, &query)?))
}

/// `GET /v1/models/{id}`: an alias is answered with the full id.
pub(crate) fn get(shared: &ServerState, id: &str) -> Result<Answer, Refusal> {
    let model = match Model::find(id) {
        Some((model, prefix)) => model.describe(prefix),
        None if shared.config.models.iter().any(|known| known == id) => Model::of_any().named(id),
        None => return Err(Refusal::not_found(format!("model: {id}"))),
    };
    Ok(Answer::json(200, &model))
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
}
