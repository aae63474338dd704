//! An incremental parser of the chunked transfer coding (RFC 9112 §7.1).
//!
//! Of a line, only the parser state is kept. A wrong byte fails at once: lines end only in CR LF, and a size consists
//! only of hexadecimal digits.

use super::super::Failure;
use super::head::{MAX_HEADERS, malformed};

/// Limit on overhead in size lines: extensions, blanks, leading zeros. hyper allows as much in a whole body; here data
/// earns back the allowance, so that a stream may be arbitrarily long.
const MAX_EXCESS: u64 = 16 << 10;
/// Overhead per line that is not counted against `MAX_EXCESS`.
const FREE: u64 = 16;
/// The maximum length of all trailers together.
const MAX_TRAILERS: usize = 16 << 10;

#[derive(Debug)]
pub(super) struct Chunks {
    state: ChunkState,
    /// Bytes left of this chunk, or the size as far as it was parsed.
    left: u64,
    excess: u64,
}

#[derive(Clone, Copy, Debug)]
enum ChunkState {
    /// The first digit of a size is next.
    Size,
    Digits,
    /// Only blanks are allowed between a size and its extensions.
    Blank,
    Extension,
    SizeLf,
    Data,
    DataCr,
    DataLf,
    /// A trailer begins, or the end.
    Trailers,
    Trailer,
    TrailerLf,
    EndLf,
    End,
}

/// One step of the parser.
pub(super) enum Step<'b> {
    Data(&'b [u8]),
    /// All bytes were consumed.
    More,
    /// The body is over; the remaining bytes are not part of it.
    End,
}

impl Chunks {
    pub(super) fn new() -> Chunks {
        Chunks { state: ChunkState::Size, left: 0, excess: 0 }
    }

    /// Consumes from `bytes` as far as possible. The caller keeps `trailers` between calls; it starts empty.
    pub(super) fn next<'b>(
        &mut self,
        bytes: &mut &'b [u8],
        trailers: &mut Vec<u8>,
    ) -> Result<Step<'b>, Failure> {
        loop {
            if let ChunkState::Data = self.state {
                if bytes.is_empty() {
                    return Ok(Step::More);
                }
                let here = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                let (data, rest) = bytes.split_at(here);
                *bytes = rest;
                self.left -= here as u64;
                self.excess = self.excess.saturating_sub(here as u64);
                if self.left == 0 {
                    self.state = ChunkState::DataCr;
                }
                return Ok(Step::Data(data));
            }
            let Some((byte, rest)) = bytes.split_first() else { return Ok(Step::More) };
            *bytes = rest;
            self.state = self.line(*byte, trailers)?;
            if let ChunkState::End = self.state {
                check(trailers)?;
                return Ok(Step::End);
            }
        }
    }

    /// The state after a byte that is not data.
    fn line(&mut self, byte: u8, trailers: &mut Vec<u8>) -> Result<ChunkState, Failure> {
        Ok(match (self.state, byte) {
            (ChunkState::Size | ChunkState::Digits, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => {
                self.digit(byte)?
            }
            (ChunkState::Digits | ChunkState::Blank | ChunkState::Extension, b'\r') => ChunkState::SizeLf,
            (ChunkState::Digits | ChunkState::Blank, b';') => ChunkState::Extension,
            (ChunkState::Digits | ChunkState::Blank, b' ' | b'\t') => self.aside(ChunkState::Blank)?,
            (ChunkState::Size | ChunkState::Digits | ChunkState::Blank, _) => {
                return Err(malformed("the size of a chunk is not a hexadecimal number"));
            }
            (ChunkState::Extension, b'\n') => {
                return Err(malformed("the size line of a chunk ends in a bare LF"));
            }
            (ChunkState::Extension, _) => self.aside(ChunkState::Extension)?,
            (ChunkState::SizeLf, b'\n') => {
                self.excess = self.excess.saturating_sub(FREE);
                if self.left == 0 { ChunkState::Trailers } else { ChunkState::Data }
            }
            (ChunkState::SizeLf, _) => return Err(malformed("the size line of a chunk holds a bare CR")),
            (ChunkState::DataCr, b'\r') => ChunkState::DataLf,
            (ChunkState::DataLf, b'\n') => ChunkState::Size,
            (ChunkState::DataCr | ChunkState::DataLf, _) => {
                return Err(malformed("a chunk is longer than its size"));
            }
            (ChunkState::Trailers, b'\r') => ChunkState::EndLf,
            (ChunkState::EndLf, b'\n') => ChunkState::End,
            (ChunkState::Trailer, b'\r') => ChunkState::TrailerLf,
            (ChunkState::TrailerLf, b'\n') => {
                trailers.extend_from_slice(b"\r\n");
                ChunkState::Trailers
            }
            (ChunkState::TrailerLf | ChunkState::EndLf, _) => {
                return Err(malformed("a trailer holds a bare CR"));
            }
            (ChunkState::Trailers | ChunkState::Trailer, b'\n') => {
                return Err(malformed("a trailer ends in a bare LF"));
            }
            (ChunkState::Trailers | ChunkState::Trailer, _) if trailers.len() >= MAX_TRAILERS => {
                return Err(malformed(format!("the trailers are longer than {MAX_TRAILERS} bytes")));
            }
            (ChunkState::Trailers | ChunkState::Trailer, _) => {
                trailers.push(byte);
                ChunkState::Trailer
            }
            (ChunkState::Data | ChunkState::End, _) => self.state,
        })
    }

    fn digit(&mut self, byte: u8) -> Result<ChunkState, Failure> {
        let value = match byte {
            b'0'..=b'9' => byte - b'0',
            _ => (byte | 0x20) - b'a' + 10,
        };
        if self.left >> 60 != 0 {
            return Err(malformed("the size of a chunk is beyond 64 bits"));
        }
        self.left = (self.left << 4) | u64::from(value);
        // Leading zeros count as overhead: they could go on for ever.
        if self.left == 0 { self.aside(ChunkState::Digits) } else { Ok(ChunkState::Digits) }
    }

    /// Counts a byte of overhead.
    fn aside(&mut self, next: ChunkState) -> Result<ChunkState, Failure> {
        self.excess += 1;
        if self.excess >= MAX_EXCESS {
            return Err(malformed(format!("chunk extensions are longer than {MAX_EXCESS} bytes")));
        }
        Ok(next)
    }
}

/// The values of trailers are not used, but an invalid trailer makes the body invalid.
fn check(trailers: &mut Vec<u8>) -> Result<(), Failure> {
    if trailers.is_empty() {
        return Ok(());
    }
    let mut lines = std::mem::take(trailers);
    lines.extend_from_slice(b"\r\n");
    match httparse::parse_headers(&lines, &mut [httparse::EMPTY_HEADER; MAX_HEADERS]) {
        Ok(httparse::Status::Complete(_)) => Ok(()),
        Ok(httparse::Status::Partial) => Err(malformed("the trailers are no headers")),
        Err(error) => Err(malformed(format!("the trailers are no headers: {error}"))),
    }
}
