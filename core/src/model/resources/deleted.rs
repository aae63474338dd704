//! The answer to a deletion.

wire! {
    /// What was deleted.
    pub struct Deleted {
        /// Its id.
        "id" id: String,
        /// What it was: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
        "type" kind: String,
    }
}
