//! A file at the service (protocol §8.5).

use crate::json::JsonError;

// generated: types
wire! {
    /// A file that was uploaded, or created by a tool. Times are RFC 3339.
    pub struct FileInfo, tag = "file", verify = has_an_id {
        /// The id for requests.
        "id" id: String,
        /// Its name, without a path.
        "filename" filename: String,
        /// Its media type.
        "mime_type" mime_type: Option<String>,
        /// Its size in bytes.
        "size_bytes" size_bytes: Option<u64>,
        /// When it was created.
        "created_at" created_at: Option<String>,
        /// Whether its content can be downloaded; true only for files created by tools.
        "downloadable" downloadable: Option<bool>,
        /// When the service deletes it; never if unset.
        "expires_at" expires_at: Option<String>,
        /// Beta: the scope of the file; null for a file of the whole workspace.
        "scope" scope: Option<FileScope>,
    }
}

wire! {
    /// The scope of a file, for example a session.
    pub struct FileScope {
        /// `session`; an open set.
        "type" kind: String,
        /// The id of the session, or of another scope.
        "id" id: String,
    }
}
// end generated

/// Another answer must not pass for a file.
fn has_an_id(found: &FileInfo) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a file: it has no id")),
        false => Ok(()),
    }
}
