//! Everything that can be wrong with a request body, in the order of protocol §12.1: shapes first, then the rules of the
//! model, then rules between fields. Refuses with 400 and says where; never answers.

mod at;
mod blocks;
mod body;
mod caching;
mod messages;
mod model_rules;
mod subset;
mod tools;
mod turns;

use serde_json::Value;

use crate::answer::Refusal;
use crate::models::Model;
use crate::signature::Signer;
use at::At;
pub(crate) use tools::{is_on, members};

/// What a body is for: the endpoints accept different fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// `POST /v1/messages`.
    Message,
    /// `POST /v1/messages/count_tokens`.
    Count,
    /// `params` of a batch item.
    BatchItem,
}

/// Checks all of a body and names its model.
pub(crate) fn check<'a>(
    body: &'a Value,
    purpose: Purpose,
    beta: bool,
    signer: &Signer,
) -> Result<(&'static Model, &'a str), Refusal> {
    let root = At::root(body, !beta);
    body::check(&root, purpose)?;
    let id = root.need("model")?.filled()?;
    let (model, prefix) = Model::find(id).ok_or_else(|| Refusal::not_found(format!("model: {id}")))?;
    model_rules::check(&root, model)?;
    tools::check_choice(&root)?;
    turns::check(&root, signer)?;
    caching::check(&root)?;
    Ok((model, prefix))
}

/// Is that a batch item id or a tool name: letters, digits, `_` and `-`, at most 64?
pub(crate) fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

#[cfg(test)]
mod tests;
