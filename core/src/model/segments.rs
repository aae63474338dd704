//! Compact JSON in several pieces, of which the large ones are the caller's own memory.

use std::io;

use bytes::Bytes;
use serde::Serialize;

use super::blob::Blob;
use crate::json::JsonError;

/// Blobs from this size on are referred to; below it, copying is cheaper than another piece.
pub(crate) const SHARE_FROM: usize = 64 << 10;

/// Serialises `value`. Text of `blobs` that is at least [`SHARE_FROM`] bytes long is not copied.
pub(crate) fn serialize<T: Serialize + ?Sized>(value: &T, blobs: &[&Blob]) -> Result<Vec<Bytes>, JsonError> {
    let shared = blobs.iter().map(|blob| blob.as_bytes()).filter(|bytes| bytes.len() >= SHARE_FROM).collect();
    let mut sink = Sink { shared, done: Vec::new(), open: Vec::with_capacity(512) };
    serde_json::to_writer(&mut sink, value).map_err(|error| JsonError::from_serde(&error, b""))?;
    sink.close();
    Ok(sink.done)
}

/// serde_json writes every run of a string that needs no escapes in one call, straight from the string's own
/// memory. So a large write that lies within a blob *is* that blob, and can be shared.
struct Sink<'a> {
    shared: Vec<&'a Bytes>,
    done: Vec<Bytes>,
    open: Vec<u8>,
}

impl Sink<'_> {
    fn close(&mut self) {
        if !self.open.is_empty() {
            self.done.push(Bytes::from(std::mem::take(&mut self.open)));
        }
    }

    fn find(&self, piece: &[u8]) -> Option<Bytes> {
        let within = |whole: &&&Bytes| {
            let (start, from) = (whole.as_ptr() as usize, piece.as_ptr() as usize);
            from >= start && from - start <= whole.len() && piece.len() <= whole.len() - (from - start)
        };
        self.shared.iter().find(within).map(|whole| whole.slice_ref(piece))
    }
}

impl io::Write for Sink<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece.len() >= SHARE_FROM
            && let Some(shared) = self.find(piece)
        {
            self.close();
            self.done.push(shared);
        } else {
            self.open.extend_from_slice(piece);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
