//! The files that a request names by their ids, in a body that was checked. Whether there are such files is asked
//! elsewhere.

use super::at::At;
use super::blocks::IMAGES;
use crate::answer::Refusal;

/// A file that a request names.
pub(crate) struct NamedFile<'a> {
    /// Where it is named.
    at: At<'a>,
    /// The media types that the block takes; none for any.
    takes: &'static [&'static str],
}

impl<'a> NamedFile<'a> {
    pub(crate) fn id(&self) -> &'a str {
        self.at.value().as_str().unwrap_or_default()
    }

    /// Opens a refusal with the place.
    pub(crate) fn refuse(&self, mut refusal: Refusal) -> Refusal {
        refusal.message = format!("{}: {}", self.at.path(), refusal.message);
        refusal
    }

    /// Refuses a file whose media type the block cannot show.
    pub(crate) fn check_kind(&self, kind: &str) -> Result<(), Refusal> {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if self.takes.is_empty() || self.takes.contains(&essence) {
            return Ok(());
        }
        let takes = self.takes.join(", ");
        Err(self.at.refuse(format!("a file of the type {kind} may not stand here, only {takes}")))
    }
}

/// The files that a request names, in their order. Files in a container of an assistant's turn were put there by the
/// service.
pub(crate) fn named(body: &serde_json::Value) -> Vec<NamedFile<'_>> {
    let root = At::root(body, false);
    let mut found = Vec::new();
    for message in items(&root, "messages") {
        let user = message.maybe_text("role").ok().flatten() == Some("user");
        for block in items(&message, "content") {
            let is_upload = block.kind().is_ok_and(|kind| kind == "container_upload");
            if user || !is_upload {
                of_block(&block, &mut found);
            }
        }
    }
    found
}

fn items<'a>(at: &At<'a>, key: &str) -> Vec<At<'a>> {
    at.maybe(key).and_then(|list| list.list().ok()).unwrap_or_default()
}

fn of_block<'a>(block: &At<'a>, found: &mut Vec<NamedFile<'a>>) {
    let takes: &[&str] = match block.kind().unwrap_or_default() {
        "container_upload" => {
            found.extend(block.maybe("file_id").map(|at| NamedFile { at, takes: &[] }));
            return;
        }
        "tool_result" => {
            items(block, "content").iter().for_each(|inner| of_block(inner, found));
            return;
        }
        "image" => &IMAGES,
        "document" => &["application/pdf", "text/plain"],
        _ => return,
    };
    let Some(source) = block.maybe("source") else { return };
    match source.kind().unwrap_or_default() {
        "file" => found.extend(source.maybe("file_id").map(|at| NamedFile { at, takes })),
        "content" => items(&source, "content").iter().for_each(|inner| of_block(inner, found)),
        _ => {}
    }
}
