//! Everything that can be wrong with a request body, in the order of protocol §12.1: shapes first, then the rules of
//! the model, then rules between fields. Refuses with 400 and says where; never answers.

mod at;
mod blocks;
mod body;
mod caching;
mod dialect;
mod echoed;
mod examples;
mod files;
mod messages;
mod model_rules;
mod pixels;
mod subset;
mod tool_changes;
mod tools;
mod turns;

use serde_json::Value;

use crate::answer::Refusal;
use crate::models::Model;
use crate::signature::Signer;
use at::At;
pub(crate) use dialect::is_newer;
pub(crate) use files::named as named_files;
pub(crate) use tools::{is_on, members};

/// The purpose of a body: the endpoints accept different fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// `POST /v1/messages`.
    Message,
    /// `POST /v1/messages/count_tokens`.
    Count,
    /// `params` of a batch item.
    BatchItem,
}

/// How strict the checks are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leave<'a> {
    /// A beta feature was asked for: fields that are unknown here may belong to it.
    pub(crate) beta: bool,
    /// Models that are not on the list are taken too.
    pub(crate) any_model: bool,
    /// Ids that are taken besides those of the list.
    pub(crate) models: &'a [String],
    /// The version header chose the newer dialect.
    pub(crate) newer: bool,
}

/// Checks all of a body; gives its model and the full id of it.
pub(crate) fn check(
    body: &Value,
    purpose: Purpose,
    leave: &Leave<'_>,
    signer: &Signer,
) -> Result<(&'static Model, String), Refusal> {
    let root = At::root(body, !leave.beta);
    body::check(&root, purpose)?;
    if leave.newer {
        dialect::check(&root)?;
    }
    let id = root.need("model")?.filled()?;
    let (model, id) = match Model::find(id) {
        Some((model, prefix)) if model.answers() => (model, model.id(prefix)),
        None if leave.any_model || leave.models.iter().any(|known| known == id) => {
            (Model::of_any(), id.to_owned())
        }
        _ => return Err(Refusal::not_found(format!("model: {id}"))),
    };
    model_rules::check(&root, model)?;
    tools::check_choice(&root)?;
    turns::check(&root, model, signer)?;
    tool_changes::check(&root)?;
    caching::check(&root)?;
    Ok((model, id))
}

/// Is that a batch item id or a tool name: letters, digits, `_` and `-`, at most 64?
pub(crate) fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

#[cfg(test)]
mod tests;
