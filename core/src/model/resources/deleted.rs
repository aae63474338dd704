//! The answer to a deletion.

use crate::json::JsonError;

/// Another answer must not pass for a deletion.
fn has_an_id(found: &Deleted) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a deletion: it has no id")),
        false => Ok(()),
    }
}

wire! {
    /// A deleted object.
    pub struct Deleted, verify = has_an_id {
        /// Its id.
        "id" id: String,
        /// Its type: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
        "type" kind: String,
    }
}
