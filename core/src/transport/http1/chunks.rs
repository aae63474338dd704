//! The chunked transfer coding (RFC 9112 §7.1), read as it comes.
//!
//! Nothing is kept of a line but where in it the reader stands, and nothing is waited for where the next byte is wrong
//! already: lines end in CR LF and in nothing else, and a size is made of hexadecimal digits alone.

use super::super::Failure;
use super::head::{MAX_HEADERS, malformed};

/// What size lines may bring besides their digits: extensions, blanks, leading zeros. As much as hyper takes in a whole
/// body; here the data pays for it, so that a stream may be as long as it likes.
const MAX_EXCESS: u64 = 16 << 10;
/// Of that much of a line nothing is said.
const FREE: u64 = 16;
/// All trailers together.
const MAX_TRAILERS: usize = 16 << 10;

#[derive(Debug)]
pub(super) struct Chunks {
    state: State,
    /// Of the data of this chunk, or the size as far as it was read.
    left: u64,
    excess: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// The first digit of a size is next.
    Size,
    Digits,
    /// Only blanks may stand between a size and its extensions.
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

/// What the bytes so far bring.
pub(super) enum Step<'b> {
    Data(&'b [u8]),
    /// All of them were read.
    More,
    /// The body is over; what is left belongs to somebody else.
    End,
}

impl Chunks {
    pub(super) fn new() -> Chunks {
        Chunks { state: State::Size, left: 0, excess: 0 }
    }

    /// Takes from `bytes` what it can. `trailers` is kept for this reader between its calls, and is empty at first.
    pub(super) fn next<'b>(
        &mut self,
        bytes: &mut &'b [u8],
        trailers: &mut Vec<u8>,
    ) -> Result<Step<'b>, Failure> {
        loop {
            if let State::Data = self.state {
                if bytes.is_empty() {
                    return Ok(Step::More);
                }
                let here = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                let (data, rest) = bytes.split_at(here);
                *bytes = rest;
                self.left -= here as u64;
                self.excess = self.excess.saturating_sub(here as u64);
                if self.left == 0 {
                    self.state = State::DataCr;
                }
                return Ok(Step::Data(data));
            }
            let Some((byte, rest)) = bytes.split_first() else { return Ok(Step::More) };
            *bytes = rest;
            self.state = self.line(*byte, trailers)?;
            if let State::End = self.state {
                check(trailers)?;
                return Ok(Step::End);
            }
        }
    }

    /// What follows a byte that is none of data.
    fn line(&mut self, byte: u8, trailers: &mut Vec<u8>) -> Result<State, Failure> {
        Ok(match (self.state, byte) {
            (State::Size | State::Digits, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self.digit(byte)?,
            (State::Digits | State::Blank | State::Extension, b'\r') => State::SizeLf,
            (State::Digits | State::Blank, b';') => State::Extension,
            (State::Digits | State::Blank, b' ' | b'\t') => self.aside(State::Blank)?,
            (State::Size | State::Digits | State::Blank, _) => {
                return Err(malformed("the size of a chunk is not a hexadecimal number"));
            }
            (State::Extension, b'\n') => return Err(malformed("the size line of a chunk ends in a bare LF")),
            (State::Extension, _) => self.aside(State::Extension)?,
            (State::SizeLf, b'\n') => {
                self.excess = self.excess.saturating_sub(FREE);
                if self.left == 0 { State::Trailers } else { State::Data }
            }
            (State::SizeLf, _) => return Err(malformed("the size line of a chunk holds a bare CR")),
            (State::DataCr, b'\r') => State::DataLf,
            (State::DataLf, b'\n') => State::Size,
            (State::DataCr | State::DataLf, _) => return Err(malformed("a chunk is longer than its size")),
            (State::Trailers, b'\r') => State::EndLf,
            (State::EndLf, b'\n') => State::End,
            (State::Trailer, b'\r') => State::TrailerLf,
            (State::TrailerLf, b'\n') => {
                trailers.extend_from_slice(b"\r\n");
                State::Trailers
            }
            (State::TrailerLf | State::EndLf, _) => return Err(malformed("a trailer holds a bare CR")),
            (State::Trailers | State::Trailer, b'\n') => {
                return Err(malformed("a trailer ends in a bare LF"));
            }
            (State::Trailers | State::Trailer, _) if trailers.len() >= MAX_TRAILERS => {
                return Err(malformed(format!("the trailers are longer than {MAX_TRAILERS} bytes")));
            }
            (State::Trailers | State::Trailer, _) => {
                trailers.push(byte);
                State::Trailer
            }
            (State::Data | State::End, _) => self.state,
        })
    }

    fn digit(&mut self, byte: u8) -> Result<State, Failure> {
        let value = match byte {
            b'0'..=b'9' => byte - b'0',
            _ => (byte | 0x20) - b'a' + 10,
        };
        if self.left >> 60 != 0 {
            return Err(malformed("the size of a chunk is beyond 64 bits"));
        }
        self.left = (self.left << 4) | u64::from(value);
        // Leading zeros could go on for ever.
        if self.left == 0 { self.aside(State::Digits) } else { Ok(State::Digits) }
    }

    /// One more byte that means nothing.
    fn aside(&mut self, next: State) -> Result<State, Failure> {
        self.excess += 1;
        if self.excess >= MAX_EXCESS {
            return Err(malformed(format!("chunk extensions are longer than {MAX_EXCESS} bytes")));
        }
        Ok(next)
    }
}

/// Trailers tell nothing that is wanted here; what is no header is no trailer either, and the body not what it seems.
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
