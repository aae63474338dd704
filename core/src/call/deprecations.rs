//! A warning for a deprecated model, once for each model and client (protocol §0.6); the answer to a message does not
//! mention it. The sources are the user's settings, the service's own list if the client has fetched it, and the dated
//! table of the preset.

#[cfg(feature = "resources")]
mod model_list;

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{Level, Span};

use crate::brief_lock::lock;
use crate::error::short_line;
use crate::service::presets;

/// So many models of the service are remembered at most: a list has some dozens.
const MOST: usize = 4096;

/// A known deprecation of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Deprecation {
    /// The day from which on it answers no more, if that is known.
    retires: Option<String>,
    replacement: Option<&'static str>,
}

/// The deprecated models that a client knows, and those it has warned of.
#[derive(Debug)]
pub(crate) struct Deprecations {
    on: bool,
    /// Set by the user: `None` for a model that is none of them, whatever others say.
    given: HashMap<String, Option<String>>,
    /// Whether the list of the service was seen, so that calls before it take no lock.
    seen: AtomicBool,
    state: Mutex<SeenModels>,
}

#[derive(Debug, Default)]
struct SeenModels {
    /// From the service's own list: `None` for a model that is active.
    seen: HashMap<String, Option<Deprecation>>,
    warned: HashSet<String>,
}

impl Deprecations {
    pub(crate) fn new(on: bool, given: HashMap<String, Option<String>>) -> Deprecations {
        Deprecations { on, given, seen: AtomicBool::new(false), state: Mutex::default() }
    }

    /// A request is about to be sent to this model.
    pub(crate) fn used(&self, span: &Span, model: &str) {
        if !self.on {
            return;
        }
        let Some(found) = self.of(model) else { return };
        // Nobody listens yet: keep the warning for later.
        if !tracing::enabled!(target: "parlour", Level::WARN) || !self.is_new(model) {
            return;
        }
        let from = found.retires.as_deref().map(|day| format!(", and answers no more from {day} on"));
        let instead = found.replacement.map(|model| format!("; {model} is to take its place"));
        let model = &*short_line(model);
        tracing::warn!(
            target: "parlour",
            parent: span,
            model,
            retires_at = found.retires.as_deref(),
            replacement = found.replacement,
            "the model {model} is deprecated{}{}",
            from.unwrap_or_default(),
            instead.unwrap_or_default()
        );
    }

    fn of(&self, model: &str) -> Option<Deprecation> {
        if let Some(given) = self.given.get(model) {
            let retires = Some(given.clone()?).filter(|day| !day.is_empty());
            return Some(Deprecation { retires, replacement: None });
        }
        if self.seen.load(Ordering::Acquire)
            && let Some(seen) = lock(&self.state).and_then(|state| state.seen.get(model).cloned())
        {
            return seen;
        }
        let row = presets::deprecated(model)?;
        let retires = Some(row.retires.to_owned()).filter(|day| !day.is_empty());
        Some(Deprecation { retires, replacement: row.replacement })
    }

    /// Whether nobody was warned of this model before.
    fn is_new(&self, model: &str) -> bool {
        // Clients of one builder share this, also those that a forked child builds. Where another thread held the lock
        // the only cost is a missed warning.
        lock(&self.state)
            .is_some_and(|mut state| state.warned.len() < MOST && state.warned.insert(model.to_owned()))
    }
}

#[cfg(all(test, feature = "resources"))]
mod tests {
    use super::*;

    fn days(deprecations: &Deprecations, models: &[&str]) -> Vec<Option<String>> {
        models.iter().map(|model| deprecations.of(model).map(|d| d.retires.unwrap_or_default())).collect()
    }

    #[test]
    fn the_users_word_counts_first_then_the_services_then_the_table() {
        let row = presets::default_preset().deprecated.first().unwrap();
        let known = format!("{}-{}", presets::default_preset().model_prefix, row.name);
        let given = [("a".to_owned(), Some("2027-01-02".to_owned())), (known.clone(), None)];
        let ours = Deprecations::new(true, given.into());
        assert_eq!(days(&ours, &["a", &known, "b"]), [Some("2027-01-02".to_owned()), None, None]);
        let theirs = Deprecations::new(true, HashMap::new());
        assert_eq!(days(&theirs, &[&known]), [Some(row.retires.to_owned())]);
        let page = format!(
            r#"{{"data":[{{"id":"{known}","lifecycle":"active"}},{{"id":"b","lifecycle":"deprecated","retires_at":"2026-11-30T00:00:00Z"}},{{"id":"c"}},{{"id":"d","lifecycle":"retired","retires_at":null}}],"has_more":false}}"#
        );
        theirs.learn(None, page.as_bytes());
        let expected = [None, Some("2026-11-30".to_owned()), None, Some(String::new())];
        assert_eq!(days(&theirs, &[&known, "b", "c", "d"]), expected);
        theirs.learn(Some("short"), br#"{"id":"short-20260101","lifecycle":"deprecated","x":[1]}"#);
        assert_eq!(days(&theirs, &["short", "short-20260101"]), [Some(String::new()), Some(String::new())]);
        theirs.learn(Some("short"), b"<html>");
        theirs.learn(Some("e"), br#"{"id":7,"lifecycle":"deprecated"}"#);
        assert_eq!(days(&theirs, &["e"]), [None]);
    }

    #[test]
    fn a_row_of_the_table_may_have_no_day() {
        let preset = presets::default_preset();
        let row = preset.deprecated.iter().find(|row| row.retires.is_empty()).unwrap();
        let found =
            Deprecations::new(true, HashMap::new()).of(&format!("{}-{}", preset.model_prefix, row.name));
        assert_eq!(found, Some(Deprecation::default()));
    }
}
