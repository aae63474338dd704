//! Files (protocol §8.5): upload, list, metadata, content, deletion, expiry. They live in memory and belong to the
//! workspace, so every key sees all of them.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use serde_json::{Value, json};

use crate::answer::{Answer, Content, Refusal};
use crate::clock::rfc3339;
use crate::fields::Fields;
use crate::identity::Caller;
use crate::multipart::{self, Part};
use crate::page::{self, Query};
use crate::record::Request;
use crate::state::{ServerState, lock};
use crate::validate;

/// Most ids of one list request.
const MAX_IDS: usize = 100;
/// Characters that a name must not have besides control characters.
const FORBIDDEN: &str = "<>:\"|?*\\/";
/// Seconds that an upload may ask to be kept.
const KEPT: std::ops::RangeInclusive<u64> = 3600..=7_776_000;

/// Most bytes of the files that are kept together, and most files. The service grants more (protocol §8.5): the
/// emulator lives in the memory of a test machine.
const STORED: (usize, usize) = (1 << 30, 100_000);

/// All files, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Files {
    kept: Vec<File>,
    /// How often a file of that name was uploaded.
    pub(crate) uploads: std::collections::BTreeMap<String, u64>,
}

#[derive(Debug)]
struct File {
    id: String,
    name: String,
    kind: String,
    data: Bytes,
    created: SystemTime,
    expires: Option<SystemTime>,
    /// A tool made it, so its content may be fetched.
    made: bool,
}

impl File {
    /// The file as in answers; with `older`, in the form of the beta.
    fn to_json(&self, older: bool) -> Value {
        let mut file = json!({
            "id": self.id,
            "type": "file",
            "filename": self.name,
            "mime_type": self.kind,
            "size_bytes": self.data.len(),
            "created_at": rfc3339(self.created),
            "downloadable": self.made,
        });
        if let Some(fields) = file.as_object_mut().filter(|_| !older) {
            fields.insert("expires_at".to_owned(), json!(self.expires.map(rfc3339)));
        }
        file
    }

    fn is_expired(&self, now: SystemTime) -> bool {
        self.expires.is_some_and(|at| now >= at)
    }
}

/// `POST /v1/files`. With the header `x-emulator-made: tool` the file passes for one that a tool made.
pub(crate) fn create(shared: &ServerState, caller: &Caller, request: &Request) -> Result<Answer, Refusal> {
    let parts = multipart::parts(request)?;
    let mut upload: Option<&Part> = None;
    let mut expires_in = None;
    for part in &parts {
        match part.name.as_str() {
            "file" if upload.is_none() => upload = Some(part),
            "expires_in_seconds" => {
                let seconds = part.text()?.trim().parse().ok().filter(|s| KEPT.contains(s));
                let wrong = || Refusal::at("expires_in_seconds", "a number from 3600 to 7776000");
                expires_in = Some(Duration::from_secs(seconds.ok_or_else(wrong)?));
            }
            other => return Err(Refusal::at(other, "extra inputs are not permitted")),
        }
    }
    let upload = upload.ok_or_else(|| Refusal::at("file", "this field is required"))?;
    let kind = upload.kind.clone().unwrap_or_else(|| "application/octet-stream".to_owned());
    let name = name_of(upload.filename.as_deref().unwrap_or_default(), &kind)?;
    let made = request.header("x-emulator-made").is_some_and(|by| by.trim() == "tool");
    let (created, data) = (shared.clock.now(), upload.data.clone());
    let expires = expires_in.map(|time| created + time);
    let file = File { id: shared.ids.id("file_"), name, kind, data, created, expires, made };
    let answer = Answer::json(200, &file.to_json(caller.older_files));
    let mut files = lock(&shared.files);
    let stored = files.kept.iter().map(|file| file.data.len()).sum();
    check_room((stored, files.kept.len()), file.data.len(), STORED)?;
    files.keep(file);
    Ok(answer)
}

/// Keeps a file that a tool made, and returns its id. The program that runs the emulator calls this, so no bound holds.
pub(crate) fn add_made(shared: &ServerState, name: &str, kind: &str, data: Bytes) -> String {
    let (id, created) = (shared.ids.id("file_"), shared.clock.now());
    let (name, kind) = (name.to_owned(), kind.to_owned());
    lock(&shared.files).keep(File { id: id.clone(), name, kind, data, created, expires: None, made: true });
    id
}

impl Files {
    fn keep(&mut self, file: File) {
        *self.uploads.entry(file.name.clone()).or_default() += 1;
        self.kept.push(file);
    }
}

/// Refuses a file that does not fit beside the stored ones. Pairs: bytes, then files.
fn check_room(stored: (usize, usize), more: usize, most: (usize, usize)) -> Result<(), Refusal> {
    if stored.0.saturating_add(more) > most.0 || stored.1 >= most.1 {
        let (bytes, files) = most;
        let what = format!("At most {files} files of {bytes} bytes together are kept. Delete some first.");
        return Err(Refusal::bad(what).code("storage_quota_exceeded"));
    }
    Ok(())
}

/// The last component of a path, which must be a name; without one, a name after the media type.
fn name_of(given: &str, kind: &str) -> Result<String, Refusal> {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    if name.is_empty() {
        let ending = match kind.split(';').next().unwrap_or_default().trim() {
            "application/pdf" => ".pdf",
            "application/json" => ".json",
            "text/plain" => ".txt",
            "text/csv" => ".csv",
            "image/png" => ".png",
            "image/jpeg" => ".jpg",
            _ => "",
        };
        return Ok(format!("unnamed{ending}"));
    }
    let wrong = |letter: char| letter.is_control() || FORBIDDEN.contains(letter);
    if name.chars().count() > 255 || name.contains(wrong) {
        let what =
            format!("the filename needs 1 to 255 characters without control characters and {FORBIDDEN}");
        return Err(Refusal::at("file", what));
    }
    Ok(name.to_owned())
}

/// `GET /v1/files`, the newest first; in the beta its pages went by ids.
pub(crate) fn list(shared: &ServerState, caller: &Caller, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    let wanted: Vec<&str> = query.all("ids[]").collect();
    if wanted.len() > MAX_IDS {
        return Err(Refusal::at("ids[]", format!("at most {MAX_IDS}")));
    }
    for field in ["page", "limit"] {
        if !wanted.is_empty() && query.get(field).is_some() {
            return Err(Refusal::at(field, "not together with ids[]"));
        }
    }
    let now = shared.clock.now();
    let files = lock(&shared.files);
    let living = files.kept.iter().rev().filter(|file| !file.is_expired(now));
    let chosen = living.filter(|file| wanted.is_empty() || wanted.contains(&file.id.as_str()));
    let older = caller.older_files;
    let all: Vec<Value> = chosen.map(|file| file.to_json(older)).collect();
    let page = match wanted.is_empty() {
        _ if older => page::by_id(&all, &query)?,
        true => page::by_usual_cursor(&all, &query)?,
        false => json!({"data": all, "next_page": null}),
    };
    Ok(Answer::json(200, &page))
}

/// `GET /v1/files/{id}`.
pub(crate) fn get(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |file| Ok(Answer::json(200, &file.to_json(caller.older_files))))
}

/// `GET /v1/files/{id}/content`.
pub(crate) fn content(shared: &ServerState, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |file| {
        if !file.made {
            let refusal = Refusal::bad(format!("The file {id} was uploaded: its content cannot be fetched."));
            return Err(refusal.code("file_not_downloadable"));
        }
        let content = Content::Bytes { kind: "application/octet-stream", bytes: file.data.to_vec() };
        let headers: Fields = vec![("content-type".to_owned(), file.kind.clone())];
        Ok(Answer { headers, content, ..Answer::empty() })
    })
}

/// Refuses a request that names a file that there is not, that has expired, or that its block cannot show.
pub(crate) fn check_named(shared: &ServerState, body: &Value) -> Result<(), Refusal> {
    for named in validate::named_files(body) {
        let kind = with(shared, named.id(), |file| Ok(file.kind.clone()));
        named.check_kind(&kind.map_err(|refusal| named.refuse(refusal))?)?;
    }
    Ok(())
}

/// `DELETE /v1/files/{id}`.
pub(crate) fn delete(shared: &ServerState, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |_| Ok(()))?;
    lock(&shared.files).kept.retain(|file| file.id != id);
    Ok(Answer::json(200, &json!({"id": id, "type": "file_deleted"})))
}

fn with<T>(
    shared: &ServerState,
    id: &str,
    work: impl FnOnce(&File) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let files = lock(&shared.files);
    let found = files.kept.iter().find(|file| file.id == id);
    let file = found.ok_or_else(|| Refusal::not_found(format!("There is no file {id}.")))?;
    if file.is_expired(shared.clock.now()) {
        return Err(Refusal::not_found(format!("The file {id} has expired.")).code("file_expired"));
    }
    work(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_room_up_to_their_bytes_and_their_number() {
        let most = (10, 2);
        assert!(check_room((4, 1), 6, most).is_ok());
        for (stored, more) in [((5, 1), 6), ((0, 2), 0), ((usize::MAX, 0), 1)] {
            let refused = check_room(stored, more, most).err().map(|refusal| refusal.envelope("req_1"));
            let code = refused.as_ref().and_then(|body| body.pointer("/error/details/error_code"));
            assert_eq!(code, Some(&json!("storage_quota_exceeded")), "{refused:?}");
        }
    }
}
