//! The body of a batch, written request by request (protocol §8.4). Data beyond a small buffer goes to a temporary
//! file: a batch may have 256 MB, too much for the memory of a server.

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, Write};

use bytes::Bytes;
use http::HeaderValue;
use ring::digest::{SHA256, digest};

use crate::client::body::{Body, IntoBody};
use crate::client::upload::temporary_file;
use crate::error::{Error, ErrorKind, Result};

/// The service's limit of requests in one batch.
pub const BATCH_REQUESTS: usize = 100_000;
/// The service's limit of bytes in one batch.
pub const BATCH_BYTES: usize = 256 << 20;

/// The maximum part of a body in memory.
const IN_MEMORY: usize = 4 << 20;
/// The size of one write to the file.
const PIECE: usize = 256 << 10;

const OPEN: &[u8] = b"{\"requests\":[";
const CLOSE: &[u8] = b"]}";

/// Writes the body of a batch, request by request. At most 4 MB of it are in memory, besides 16 bytes for each id; the
/// rest is in a temporary file without a name, in the system's folder for temporary files.
#[derive(Debug)]
pub struct BatchWriter {
    /// The bytes that are not yet in the file.
    out: Vec<u8>,
    file: Option<File>,
    /// Bytes in the file.
    filed: usize,
    ids: HashSet<ShortId>,
    models: BTreeSet<String>,
    most_requests: usize,
    most_bytes: usize,
}

impl Default for BatchWriter {
    fn default() -> Self {
        BatchWriter::with_limits(BATCH_REQUESTS, BATCH_BYTES)
    }
}

impl BatchWriter {
    /// An empty batch.
    #[must_use]
    pub fn new() -> BatchWriter {
        BatchWriter::default()
    }

    /// For a batch with smaller limits than the service's.
    pub(super) fn with_limits(requests: usize, bytes: usize) -> BatchWriter {
        BatchWriter {
            out: Vec::new(),
            file: None,
            filed: 0,
            ids: HashSet::new(),
            models: BTreeSet::new(),
            most_requests: requests.min(BATCH_REQUESTS),
            most_bytes: bytes.min(BATCH_BYTES),
        }
    }

    /// Adds a request.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] that names the request and its defect (see [`Batches::create`](crate::Batches::create));
    /// nothing is added then. Of the subkind `local_file` if the temporary file cannot be written: start over. Of kind
    /// [`ErrorKind::RequestTooLarge`] if it does not fit: start another batch with it.
    pub fn push(&mut self, custom_id: &str, request: impl IntoBody) -> Result<()> {
        let body = prepared(self.ids.len(), custom_id, request)?;
        self.push_prepared(custom_id, &body)
    }

    /// [`push`](Self::push) of a body that was [`prepared`].
    pub(super) fn push_prepared(&mut self, custom_id: &str, body: &Body) -> Result<()> {
        let at = self.ids.len();
        let short = short(custom_id);
        if self.ids.contains(&short) {
            return Err(refused(at, custom_id, "this custom_id stands in the batch already"));
        }
        let head = format!("{{\"custom_id\":\"{custom_id}\",\"params\":");
        let full = |what: String| Error::new(ErrorKind::RequestTooLarge, what);
        if at >= self.most_requests {
            return Err(full(format!(
                "a batch has at most {} requests: begin another one",
                self.most_requests
            )));
        }
        let size = self.len() + 1 + head.len() + body.len() + 1;
        if size > self.most_bytes {
            return Err(full(format!(
                "with request {at} ({custom_id:?}) the batch would have {size} bytes of at most {}: begin another one",
                self.most_bytes
            )));
        }
        self.out.extend_from_slice(if self.ids.is_empty() { OPEN } else { b"," });
        self.out.extend_from_slice(head.as_bytes());
        for part in body.segments().parts() {
            self.out.extend_from_slice(part);
        }
        self.out.push(b'}');
        self.ids.insert(short);
        if let Some(model) = body.facts().model.as_ref().filter(|model| !self.models.contains(*model)) {
            self.models.insert(model.clone());
        }
        let most = if self.file.is_some() { PIECE } else { IN_MEMORY };
        if self.out.len() > most {
            self.file_it().map_err(unwritable)?;
        }
        Ok(())
    }

    /// Moves the buffer to the file.
    fn file_it(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.write_all(&self.out)?;
        self.filed += self.out.len();
        self.out.clear();
        self.out.shrink_to(PIECE);
        Ok(())
    }

    /// How many requests there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// How many bytes the body has.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "count() says whether there are requests")]
    pub fn len(&self) -> usize {
        (self.filed + self.out.len()).max(OPEN.len()) + CLOSE.len()
    }

    /// The body for [`Endpoint`](crate::Endpoint) `batches.create`.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] if there is no request, or, of the subkind `local_file`, if the temporary file cannot be
    /// written.
    pub fn finish(self) -> Result<Body> {
        Ok(self.finish_with_ids()?.0)
    }

    pub(super) fn finish_with_ids(mut self) -> Result<(Body, HashSet<ShortId>)> {
        if self.ids.is_empty() {
            return Err(Error::config("a batch needs at least one request"));
        }
        self.out.extend_from_slice(CLOSE);
        if self.file.is_some() {
            self.file_it().map_err(unwritable)?;
        }
        let body = match self.file {
            Some(file) => {
                temporary_file(HeaderValue::from_static("application/json"), file, self.filed as u64)
            }
            None => Body::written(Bytes::from(self.out)),
        };
        Ok((body.of_batch(self.models), self.ids))
    }
}

/// The body of a request in the form that a batch has.
///
/// # Errors
/// As [`BatchWriter::push`], for the request alone.
pub(super) fn prepared(at: usize, custom_id: &str, request: impl IntoBody) -> Result<Body> {
    check_id(at, custom_id)?;
    let body =
        request.into_body().and_then(Body::spelled).and_then(|body| body.check_required().map(|()| body));
    let body = body.map_err(|error| refused(at, custom_id, error.message()).with_source(error))?;
    if body.streams() {
        return Err(refused(at, custom_id, "a request of a batch cannot be streamed"));
    }
    body.spliced(&[], false)
}

/// The digest of an id: 16 bytes of its SHA-256, without accidental collisions. 100 000 of them take 2 MB, the ids
/// themselves 6.
pub(super) type ShortId = [u8; 16];

pub(super) fn short(id: &str) -> ShortId {
    let mut short = [0; 16];
    for (to, from) in short.iter_mut().zip(digest(&SHA256, id.as_bytes()).as_ref()) {
        *to = *from;
    }
    short
}

/// Checks the form of the id of the request of this number.
pub(super) fn check_id(at: usize, custom_id: &str) -> Result<()> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    match (1..=64).contains(&custom_id.len()) && custom_id.bytes().all(allowed) {
        true => Ok(()),
        false => {
            Err(refused(at, custom_id, "a custom_id has 1 to 64 of the characters a-z, A-Z, 0-9, _ and -"))
        }
    }
}

pub(super) fn refused(at: usize, custom_id: &str, why: &str) -> Error {
    Error::config(format!("request {at} ({custom_id:?}): {why}"))
}

fn unwritable(error: io::Error) -> Error {
    let text = format!("the batch cannot be written to a temporary file: {error}");
    Error::config(text).with_subkind(Some("local_file")).with_source(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_is_in_a_file() {
        let mut writer = BatchWriter::new();
        let request = |at: usize| {
            format!(
                r#"{{"model":"m","max_tokens":{},"messages":[],"metadata":{{"user_id":"{}"}}}}"#,
                at + 1,
                "x".repeat(1 << 20)
            )
        };
        let mut whole = String::from("{\"requests\":[");
        for at in 0..10 {
            writer.push(&format!("r{at}"), Body::from_json_bytes(request(at)).unwrap()).unwrap();
            assert!(writer.out.len() <= if writer.file.is_some() { PIECE } else { IN_MEMORY });
            let comma = if at == 0 { "" } else { "," };
            whole.push_str(&format!("{comma}{{\"custom_id\":\"r{at}\",\"params\":{}}}", request(at)));
        }
        whole.push_str("]}");
        assert!(writer.file.is_some() && writer.out.capacity() <= PIECE);
        assert_eq!((writer.len(), writer.count()), (whole.len(), 10));
        let (body, ids) = writer.finish_with_ids().unwrap();
        assert_eq!((body.len(), ids.len()), (whole.len(), 10));
    }
}
