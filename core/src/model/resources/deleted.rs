//! The answer to a deletion.

use crate::json::JsonError;

// generated: types
wire! {
    /// The answer to a deletion.
    pub struct Deleted, verify = has_an_id {
        /// The id of the deleted object.
        "id" id: String,
        /// The kind of object: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
        "type" kind: String,
    }
}
// end generated

/// Another answer must not pass for a deletion.
fn has_an_id(found: &Deleted) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a deletion: it has no id")),
        false => Ok(()),
    }
}
