//! The lifecycle of models that the service's own list reports.

use std::borrow::Cow;
use std::sync::atomic::Ordering;

use serde::Deserialize;

use super::{Deprecation, Deprecations, MOST};
use crate::brief_lock::lock;

impl Deprecations {
    /// Records the lifecycle data of an answer: the body of a page of the model list, or of one model, which was
    /// requested as `asked`. Any other body is ignored; its decoder reports the error.
    pub(crate) fn learn(&self, asked: Option<&str>, body: &[u8]) {
        let Ok(Said { data, one }) = serde_json::from_slice(body) else { return };
        let Some(mut state) = lock(&self.state).filter(|_| self.on) else { return };
        let mut keep = |name: &str, model: &Model<'_>| {
            let known = model.known();
            if let Some(known) = known
                && (state.seen.len() < MOST || state.seen.contains_key(name))
            {
                state.seen.insert(name.to_owned(), known);
                self.seen.store(true, Ordering::Release);
            }
        };
        if let (Some(asked), None) = (asked, &data) {
            keep(asked, &one);
        }
        for model in data.iter().flatten().chain([&one]) {
            if let Some(id) = &model.id {
                keep(id, model);
            }
        }
    }
}

/// A page of models, or one.
#[derive(Deserialize)]
struct Said<'a> {
    #[serde(borrow)]
    data: Option<Vec<Model<'a>>>,
    #[serde(flatten, borrow)]
    one: Model<'a>,
}

#[derive(Deserialize)]
struct Model<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    lifecycle: Option<Cow<'a, str>>,
    #[serde(borrow)]
    retires_at: Option<Cow<'a, str>>,
}

impl Model<'_> {
    /// The deprecation that the service reports, if any; older servers leave the field out.
    fn known(&self) -> Option<Option<Deprecation>> {
        let day = |time: &str| time.split('T').next().unwrap_or_default().to_owned();
        Some(match self.lifecycle.as_deref()? {
            "deprecated" | "retired" => {
                let retires = self.retires_at.as_deref().map(day);
                Some(Deprecation { retires, replacement: None })
            }
            _ => None,
        })
    }
}
