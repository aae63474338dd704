//! The event-stream parser (protocol §4.1): bytes in, frames out, incremental, and without copies if an event is within
//! one chunk.

use std::collections::TryReserveError;

use bytes::{Buf as _, Bytes};
use memchr::memchr2;

use crate::memory;
use crate::wire::event_kind::EventKind;

/// Default cap of one event: 64 MiB (protocol §4.1 rule 11).
pub(crate) const DEFAULT_MAX_EVENT: usize = 64 << 20;

const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];
const HOT: &[u8] = b"event: content_block_delta\ndata: ";

/// The name of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FrameName {
    /// No `event:` line, or the generic `message`: the JSON decides.
    Missing,
    /// One of the names of protocol §4.2.
    Known(EventKind),
    /// Any other name, as raw bytes.
    Other(Bytes),
}

/// One dispatched event: its name and its data, both still bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) name: FrameName,
    pub(crate) data: Bytes,
}

/// Why no more frames come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unframed {
    /// An event grew past the configured cap.
    TooLarge { limit: usize },
    /// There is no memory for a line, or for the data of an event.
    NoMemory(TryReserveError),
}

impl From<TryReserveError> for Unframed {
    fn from(error: TryReserveError) -> Unframed {
        Unframed::NoMemory(error)
    }
}

/// The incremental framer. Push chunks, take frames until there are none, push the next.
#[derive(Debug)]
pub(crate) struct Framer {
    chunk: Bytes,
    /// A line whose end has not arrived yet; holds no line break.
    partial_line: Vec<u8>,
    name: Option<FrameName>,
    data: Data,
    /// A `\r` ended the last chunk: a `\n` that follows belongs to it.
    skip_lf: bool,
    /// The number of bytes of a leading BOM seen so far; 3 after the start of the stream.
    bom: usize,
    limit: usize,
}

#[derive(Debug)]
enum Data {
    None,
    One(Bytes),
    Many(Vec<u8>),
}

impl Data {
    fn len(&self) -> usize {
        match self {
            Data::None => 0,
            Data::One(bytes) => bytes.len(),
            Data::Many(bytes) => bytes.len(),
        }
    }
}

impl Framer {
    pub(crate) fn new(limit: usize) -> Framer {
        Framer {
            chunk: Bytes::new(),
            partial_line: Vec::new(),
            name: None,
            data: Data::None,
            skip_lf: false,
            bom: 0,
            limit,
        }
    }

    /// Hands over the next chunk. The previous one must have been read to its end with [`Framer::next`].
    pub(crate) fn push(&mut self, chunk: Bytes) {
        debug_assert!(self.chunk.is_empty(), "the last chunk was not read to its end");
        self.chunk = chunk;
        if self.bom < BOM.len() {
            self.skip_bom();
        }
    }

    /// The next complete frame of the pushed bytes; `None` when more bytes are needed.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Frame>, Unframed> {
        if !self.skip_lf
            && let Some(frame) = self.hot()
        {
            return Ok(Some(frame));
        }
        self.next_of_lines()
    }

    /// As [`Framer::next`], for frames of any shape.
    #[inline(never)]
    fn next_of_lines(&mut self) -> Result<Option<Frame>, Unframed> {
        loop {
            if self.chunk.is_empty() {
                return Ok(None);
            }
            if self.skip_lf {
                self.skip_lf = false;
                if self.chunk.first() == Some(&b'\n') {
                    self.chunk.advance(1);
                }
            }
            if let Some(frame) = self.hot() {
                return Ok(Some(frame));
            }
            let Some(line) = self.line()? else { return Ok(None) };
            if line.is_empty() {
                if let Some(frame) = self.dispatch() {
                    return Ok(Some(frame));
                }
            } else {
                self.field(line)?;
            }
        }
    }

    /// The unfinished frame when the body ended without a blank line. The caller decides whether it counts (protocol
    /// §4.1 rule 8).
    pub(crate) fn finish(&mut self) -> Result<Option<Frame>, Unframed> {
        if !self.partial_line.is_empty() {
            let line = Bytes::from(std::mem::take(&mut self.partial_line));
            self.field(line)?;
        }
        Ok(self.dispatch())
    }

    /// Fast path for the usual shape of an event, whole in this chunk: one comparison and one search.
    // Once for each event of a stream: a call would move the frame through memory.
    #[inline(always)]
    fn hot(&mut self) -> Option<Frame> {
        if !self.partial_line.is_empty() || self.name.is_some() || !matches!(self.data, Data::None) {
            return None;
        }
        let rest = self.chunk.strip_prefix(HOT)?;
        let end = memchr2(b'\n', b'\r', rest)?;
        if rest.get(end..end + 2)? != b"\n\n" || end > self.limit {
            return None;
        }
        let data = if rest.len() == end + 2 {
            // The last event of the chunk takes the buffer over instead of sharing it.
            let mut data = std::mem::take(&mut self.chunk);
            data.truncate(HOT.len() + end);
            data.advance(HOT.len());
            data
        } else {
            let data = self.chunk.slice(HOT.len()..HOT.len() + end);
            self.chunk.advance(HOT.len() + end + 2);
            data
        };
        Some(Frame { name: FrameName::Known(EventKind::ContentBlockDelta), data })
    }

    /// The next complete line without its break, or `None` after keeping the incomplete line.
    fn line(&mut self) -> Result<Option<Bytes>, Unframed> {
        let end = memchr2(b'\n', b'\r', &self.chunk);
        // The limit must not depend on how the line was split into chunks. Field names are not counted.
        let length = self.partial_line.len() + end.unwrap_or(self.chunk.len());
        if length + self.data.len() > self.limit.saturating_add(HOT.len()) {
            return Err(Unframed::TooLarge { limit: self.limit });
        }
        let Some(end) = end else {
            memory::append(&mut self.partial_line, &self.chunk)?;
            self.chunk = Bytes::new();
            return Ok(None);
        };
        let part = self.chunk.split_to(end);
        let carriage = self.chunk.first() == Some(&b'\r');
        self.chunk.advance(1);
        self.skip_lf = carriage;
        if self.partial_line.is_empty() {
            return Ok(Some(part));
        }
        memory::append(&mut self.partial_line, &part)?;
        Ok(Some(Bytes::from(std::mem::take(&mut self.partial_line))))
    }

    fn field(&mut self, line: Bytes) -> Result<(), Unframed> {
        let colon = memchr::memchr(b':', &line);
        let (field, value) = match colon {
            Some(0) => return Ok(()),
            Some(at) => {
                let skip = if line.get(at + 1) == Some(&b' ') { at + 2 } else { at + 1 };
                (line.slice(..at), line.slice(skip..))
            }
            None => (line, Bytes::new()),
        };
        match field.as_ref() {
            b"data" => self.append(value),
            b"event" => {
                self.name = Some(frame_name(value));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn append(&mut self, value: Bytes) -> Result<(), Unframed> {
        if self.data.len() + value.len() > self.limit {
            return Err(Unframed::TooLarge { limit: self.limit });
        }
        self.data = match std::mem::replace(&mut self.data, Data::None) {
            Data::None => Data::One(value),
            Data::One(first) => {
                let mut all = Vec::new();
                all.try_reserve_exact(first.len() + value.len() + 1)?;
                all.extend_from_slice(&first);
                Data::Many(joined(all, &value)?)
            }
            Data::Many(all) => Data::Many(joined(all, &value)?),
        };
        Ok(())
    }

    fn dispatch(&mut self) -> Option<Frame> {
        let data = match std::mem::replace(&mut self.data, Data::None) {
            Data::None => {
                let name = self.name.take()?;
                return Some(Frame { name, data: Bytes::new() });
            }
            Data::One(bytes) => bytes,
            Data::Many(bytes) => Bytes::from(bytes),
        };
        Some(Frame { name: self.name.take().unwrap_or(FrameName::Missing), data })
    }

    fn skip_bom(&mut self) {
        while let (Some(expected), Some(byte)) = (BOM.get(self.bom), self.chunk.first()) {
            if byte != expected {
                // Not a BOM after all: the bytes held back belong to the first line.
                self.partial_line.extend_from_slice(BOM.get(..self.bom).unwrap_or_default());
                self.bom = BOM.len();
                return;
            }
            self.bom += 1;
            self.chunk.advance(1);
        }
    }
}

/// The data with another line appended.
fn joined(mut all: Vec<u8>, line: &[u8]) -> Result<Vec<u8>, TryReserveError> {
    memory::append(&mut all, b"\n")?;
    memory::append(&mut all, line)?;
    Ok(all)
}

fn frame_name(value: Bytes) -> FrameName {
    match value.as_ref() {
        b"" | b"message" => FrameName::Missing,
        name => match EventKind::from_name(name) {
            Some(kind) => FrameName::Known(kind),
            None => FrameName::Other(value),
        },
    }
}

#[cfg(test)]
mod tests;
