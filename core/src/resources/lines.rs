//! An incremental reader of JSON Lines: chunks in, numbered lines out.

use std::collections::TryReserveError;

use bytes::{Buf, Bytes};

use crate::memory;

/// Splits chunks into lines of any length. Lines end with `\n` or `\r\n`; blank ones are skipped.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The beginning of a line whose end has not arrived.
    begun: Vec<u8>,
    chunk: Bytes,
    number: u64,
}

/// A line and its number, from 1 on; blank ones count.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: Bytes,
}

impl Lines {
    /// Adds the next chunk, after all lines of the previous one were taken.
    pub(super) fn push(&mut self, chunk: Bytes) {
        self.chunk = chunk;
    }

    /// The next complete line.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn next(&mut self) -> Result<Option<Line>, TryReserveError> {
        loop {
            let Some(at) = memchr::memchr(b'\n', &self.chunk) else {
                memory::append(&mut self.begun, &self.chunk)?;
                self.chunk = Bytes::new();
                return Ok(None);
            };
            let end = self.chunk.split_to(at);
            self.chunk.advance(1);
            let line = match self.begun.is_empty() {
                true => end,
                false => {
                    memory::append(&mut self.begun, &end)?;
                    std::mem::take(&mut self.begun).into()
                }
            };
            if let Some(line) = self.numbered(line) {
                return Ok(Some(line));
            }
        }
    }

    /// The bytes after the last line end, once no more chunks come.
    pub(super) fn rest(&mut self) -> Option<Line> {
        let line = Bytes::from(std::mem::take(&mut self.begun));
        if line.is_empty() { None } else { self.numbered(line) }
    }

    /// The number of bytes kept of an incomplete line.
    pub(super) fn held(&self) -> usize {
        self.begun.len()
    }

    fn numbered(&mut self, text: Bytes) -> Option<Line> {
        self.number += 1;
        let line = text.slice_ref(text.trim_ascii());
        (!line.is_empty()).then_some(Line { number: self.number, text: line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&'static str]) -> Vec<(u64, String)> {
        let mut lines = Lines::default();
        let mut out = Vec::new();
        let text = |line: Line| (line.number, String::from_utf8(line.text.to_vec()).unwrap());
        for chunk in chunks {
            lines.push(Bytes::from_static(chunk.as_bytes()));
            out.extend(std::iter::from_fn(|| lines.next().unwrap()).map(text));
        }
        out.extend(lines.rest().map(text));
        out
    }

    #[test]
    fn lines_are_cut_wherever_their_chunks_are() {
        let whole = "{\"a\":1}\r\n\n  \r\n{\"b\":2}\n{\"c\":3}";
        let expected = [(1, "{\"a\":1}"), (4, "{\"b\":2}"), (5, "{\"c\":3}")].map(|(n, t)| (n, t.to_owned()));
        assert_eq!(lines(&[whole]), expected);
        for at in 0..=whole.len() {
            assert_eq!(lines(&[&whole[..at], &whole[at..]]), expected, "{at}");
        }
        let bytes: Vec<_> = (0..whole.len()).map(|at| &whole[at..=at]).collect();
        assert_eq!(lines(&bytes), expected);
        assert_eq!(lines(&[]), []);
        assert_eq!(lines(&["\n", "\r\n", " "]), []);
    }
}
