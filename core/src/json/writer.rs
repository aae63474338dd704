//! Writes wire types as compact JSON: into one buffer, or into pieces of which the large ones are the caller's own
//! memory. Everything in the libraries that writes a wire type calls these functions: each further kind of writer
//! would compile the serialisation of all wire types once more, which adds 0.3 MB.

use std::io;

use bytes::Bytes;
use serde::Serialize;

use super::{Json, JsonError};
use crate::memory;

/// Strings from this size on are shared; below it, copying is cheaper than another piece.
pub(crate) const SHARE_FROM: usize = 64 << 10;

/// The compact JSON of a value whose floating-point numbers are all finite, as those of wire types are once a request
/// was validated: `serde_json` writes `null` for any other. [`Json::from_serialize`] checks them.
///
/// # Errors
/// [`JsonErrorKind::Memory`](super::JsonErrorKind::Memory) if there is no memory for it,
/// [`JsonErrorKind::Data`](super::JsonErrorKind::Data) if the value refuses to be serialised.
pub fn write_json<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, JsonError> {
    let mut writer = Writer::default();
    writer.write(value)?;
    Ok(writer.open)
}

/// As [`write_json`], kept as JSON.
///
/// # Errors
/// As [`write_json`].
pub(crate) fn json_of<T: Serialize + ?Sized>(value: &T) -> Result<Json, JsonError> {
    let text = String::from_utf8(write_json(value)?).map_err(|error| JsonError::data(error.to_string()))?;
    Json::parse(&text)
}

/// As [`write_json`], in pieces. Text of `shared` that is at least [`SHARE_FROM`] bytes long is not copied.
///
/// # Errors
/// As [`write_json`].
pub(crate) fn write_pieces<'a, T: Serialize + ?Sized>(
    value: &T,
    shared: impl Iterator<Item = &'a Bytes>,
) -> Result<Vec<Bytes>, JsonError> {
    let shared = shared.filter(|bytes| bytes.len() >= SHARE_FROM).collect();
    let mut writer = Writer { shared, done: Vec::new(), open: Vec::with_capacity(512) };
    writer.write(value)?;
    writer.close();
    Ok(writer.done)
}

/// serde_json writes every run of a string that needs no escapes in one call, straight from the string's own memory. So
/// a large write that lies within shared memory *is* a part of it, and can be shared.
#[derive(Default)]
struct Writer<'a> {
    shared: Vec<&'a Bytes>,
    done: Vec<Bytes>,
    open: Vec<u8>,
}

impl Writer<'_> {
    fn write<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        serde_json::to_writer(self, value).map_err(|error| match error.io_error_kind() {
            Some(_) => JsonError::memory(),
            None => JsonError::from_serde(&error, b""),
        })
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.done.push(Bytes::from(std::mem::take(&mut self.open)));
        }
    }

    /// Shares the piece, or appends it to a larger buffer.
    #[cold]
    fn write_grown(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece.len() >= SHARE_FROM
            && let Some(shared) = self.find(piece)
        {
            self.close();
            self.done.push(shared);
            return Ok(());
        }
        memory::append(&mut self.open, piece)
            .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))
    }

    fn find(&self, piece: &[u8]) -> Option<Bytes> {
        let within = |whole: &&&Bytes| {
            let (start, from) = (whole.as_ptr() as usize, piece.as_ptr() as usize);
            from >= start && from - start <= whole.len() && piece.len() <= whole.len() - (from - start)
        };
        self.shared.iter().find(within).map(|whole| whole.slice_ref(piece))
    }
}

impl io::Write for Writer<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    // serde_json calls this for each bracket, key and value.
    #[inline]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece.len() < SHARE_FROM && piece.len() <= self.open.capacity() - self.open.len() {
            self.open.extend_from_slice(piece);
            return Ok(());
        }
        self.write_grown(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_string_of_shared_memory_is_a_piece_of_its_own() {
        let large = Bytes::from("a".repeat(SHARE_FROM));
        let text = std::str::from_utf8(&large).unwrap();
        let pieces = write_pieces(&["x", text, "y"], std::iter::once(&large)).unwrap();
        assert_eq!(pieces.len(), 3);
        assert_eq!(pieces[1].as_ptr(), large.as_ptr());
        assert_eq!((&pieces[0][..], &pieces[2][..]), (&br#"["x",""#[..], &br#"","y"]"#[..]));
    }

    #[test]
    fn a_request_without_memory_for_its_json_is_no_mistake_of_the_caller() {
        let error = crate::Error::from(crate::model::RequestError::from(JsonError::memory()));
        assert_eq!((error.kind(), error.subkind()), (crate::ErrorKind::Connection, Some("resources")));
        let error = crate::Error::from(crate::model::RequestError::from(JsonError::data("no")));
        assert_eq!(error.kind(), crate::ErrorKind::Config);
    }
}
