//! Parses an answer: its head, the length of its body, and whether the connection can be used again (RFC 9112 §6).
//!
//! `httparse` reads heads, as it does for hyper; the rules of framing are ours. hyper is the measure of both: the check
//! `http1` of the property tests and of the fuzzer gives the same bytes to both readers, and lists where they differ.

use std::io;
use std::mem::MaybeUninit;

use bytes::Bytes;
use http::{Method, StatusCode};

use super::super::Failure;
use super::super::failure::broken_off;
use super::chunks::{Chunks, Step};
use super::head::{MAX_HEADERS, asks_for, malformed};
use crate::answer_headers::{AnswerHeaders, ascii};

/// The maximum length of a head, including the informational heads and empty lines before it.
const MAX_HEAD: usize = 256 << 10;

/// The length of a name that [`http::HeaderName`] takes.
const MAX_NAME: usize = (1 << 16) - 1;

/// Informational heads (1xx) before the answer, at most. A service that reports on its progress with one every five
/// seconds (102) does so for more than ten minutes.
const MAX_INFORMATIONAL: u32 = 128;

/// One answer, as far as it has been read.
pub(super) struct Answer {
    stage: Stage,
    /// The unparsed beginning of a head, or trailers.
    held: Vec<u8>,
    /// Body data that is still to be handed out.
    chunk: Option<Bytes>,
    /// Whether both sides keep the connection open, and the end of this answer is unambiguous.
    keep: bool,
}

enum Stage {
    Head {
        /// The request was one for the head alone.
        bodiless: bool,
        /// The number of bytes already searched for the end of the head.
        looked: usize,
        /// Bytes before this head that are discarded.
        before: Before,
    },
    Body(Framing),
    /// The chunk before the failure is still to be handed out.
    Broken(Failure),
    /// Nothing follows.
    Over,
}

/// Bytes that precede a head and are discarded.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Its bytes.
    bytes: usize,
    /// Informational heads.
    informational: u32,
}

enum Framing {
    /// This many bytes are still to come.
    Length(u64),
    Chunks(Chunks),
    UntilClosed,
}

/// The head of an answer.
pub(super) struct Head {
    pub(super) status: StatusCode,
    pub(super) headers: AnswerHeaders,
}

impl Answer {
    /// The answer to a request with this method. `keep`: the request allows the connection to be reused.
    pub(super) fn new(method: &Method, keep: bool) -> Answer {
        let stage = Stage::Head { bodiless: method == Method::HEAD, looked: 0, before: Before::default() };
        Answer { stage, held: Vec::new(), chunk: None, keep }
    }

    /// Takes all bytes read so far and looks for the head; keeps the beginning of the body if they include it.
    pub(super) fn head(&mut self, read: &[u8]) -> Result<Option<Head>, Failure> {
        let Stage::Head { bodiless, looked, before } = &mut self.stage else { return Ok(None) };
        let (bodiless, before) = (*bodiless, *before);
        if self.held.is_empty() {
            return self.heads(read, bodiless, before);
        }
        self.held.extend_from_slice(read);
        if !ends(&self.held, looked) {
            return match before.bytes + self.held.len() > MAX_HEAD {
                true => Err(too_long()),
                false => Ok(None),
            };
        }
        let held = std::mem::take(&mut self.held);
        self.heads(&held, bodiless, before)
    }

    /// Informational heads (1xx) are consumed one after another.
    fn heads(&mut self, bytes: &[u8], bodiless: bool, mut before: Before) -> Result<Option<Head>, Failure> {
        let mut rest = bytes;
        loop {
            let head = without_empty_lines(rest);
            before.bytes += rest.len() - head.len();
            rest = head;
            let Some((used, head, is_1_0)) = parse(rest)? else {
                if before.bytes + rest.len() > MAX_HEAD {
                    return Err(too_long());
                }
                self.held.extend_from_slice(rest);
                self.stage = Stage::Head { bodiless, looked: rest.len(), before };
                return Ok(None);
            };
            before.bytes += used;
            if before.bytes > MAX_HEAD {
                return Err(too_long());
            }
            rest = rest.get(used..).unwrap_or_default();
            if head.status.is_informational() && head.status != StatusCode::SWITCHING_PROTOCOLS {
                before.informational += 1;
                if before.informational > MAX_INFORMATIONAL {
                    return Err(malformed(format!(
                        "the answer begins with more than {MAX_INFORMATIONAL} informational heads (1xx)"
                    )));
                }
                continue;
            }
            let connection = || head.headers.get_all("connection");
            self.keep &=
                !asks_for("close", connection()) && (!is_1_0 || asks_for("keep-alive", connection()));
            match self.framing(&head, is_1_0, bodiless)? {
                None | Some(Framing::Length(0)) => self.over(rest),
                Some(framing) => {
                    self.stage = Stage::Body(framing);
                    self.chunk = self.body(rest);
                }
            }
            return Ok(Some(head));
        }
    }

    /// How the body is framed, if there is one (RFC 9112 §6.3).
    fn framing(&mut self, head: &Head, is_1_0: bool, bodiless: bool) -> Result<Option<Framing>, Failure> {
        match head.status {
            // We never send Upgrade, so 101 is unexpected.
            StatusCode::SWITCHING_PROTOCOLS => {
                self.keep = false;
                return Ok(None);
            }
            StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED => return Ok(None),
            _ if bodiless => return Ok(None),
            _ => {}
        }
        let headers = &head.headers;
        if let Some(coding) = headers.get_all("transfer-encoding").last() {
            if is_1_0 {
                return Err(malformed("an answer of HTTP/1.0 has a transfer coding"));
            }
            // Content-Length plus Transfer-Encoding enables response splitting: do not reuse the connection.
            self.keep &= headers.get("content-length").is_none();
            let last = ascii(coding).unwrap_or_default().rsplit(',').next().unwrap_or_default();
            if last.trim().eq_ignore_ascii_case("chunked") {
                return Ok(Some(Framing::Chunks(Chunks::new())));
            }
        } else if headers.get("content-length").is_some() {
            return Ok(Some(Framing::Length(length(headers)?)));
        }
        self.keep = false;
        Ok(Some(Framing::UntilClosed))
    }

    /// The part of the body in these bytes, if any. [`Answer::failure`] has the failure, after the data before it.
    pub(super) fn body(&mut self, bytes: &[u8]) -> Option<Bytes> {
        let Stage::Body(framing) = &mut self.stage else { return None };
        let chunk = match framing {
            Framing::UntilClosed => Bytes::copy_from_slice(bytes),
            Framing::Length(left) => {
                let here = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                *left -= here as u64;
                let (chunk, rest) = bytes.split_at(here);
                let chunk = Bytes::copy_from_slice(chunk);
                if *left == 0 {
                    self.over(rest);
                }
                chunk
            }
            Framing::Chunks(chunks) => {
                let mut rest = bytes;
                let mut data = Pieces::default();
                loop {
                    match chunks.next(&mut rest, &mut self.held) {
                        Ok(Step::Data(piece)) => data.add(piece, rest.len()),
                        Ok(Step::More) => break,
                        Ok(Step::End) => {
                            self.over(rest);
                            break;
                        }
                        Err(failure) => {
                            self.stage = Stage::Broken(failure);
                            break;
                        }
                    }
                }
                data.into_bytes()
            }
        };
        (!chunk.is_empty()).then_some(chunk)
    }

    /// The peer has closed.
    pub(super) fn closed(&mut self) -> Result<(), Failure> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Over | Stage::Body(Framing::UntilClosed) => Ok(()),
            Stage::Broken(failure) => Err(failure),
            Stage::Head { .. } | Stage::Body(_) => {
                Err(broken_off(io::Error::from(io::ErrorKind::UnexpectedEof)))
            }
        }
    }

    /// The answer was read to its end. Bytes that follow it would be taken for the next answer.
    fn over(&mut self, rest: &[u8]) {
        self.keep &= rest.is_empty();
        self.stage = Stage::Over;
    }

    /// The caller needs no more of it.
    pub(super) fn give_up(&mut self) {
        self.keep = false;
        self.stage = Stage::Over;
    }

    /// The connection is closed after this answer.
    pub(super) fn close_after(&mut self) {
        self.keep = false;
    }

    /// Body data that arrived with the head, or before a failure.
    pub(super) fn waiting(&mut self) -> Option<Bytes> {
        self.chunk.take()
    }

    /// The failure, once all data before it was handed out.
    pub(super) fn failure(&mut self) -> Option<Failure> {
        match &self.stage {
            Stage::Broken(_) => self.closed().err(),
            _ => None,
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Whether the connection can be used again now.
    pub(super) fn keeps_alive(&self) -> bool {
        self.keep && self.is_complete()
    }

    /// Bytes of the body that are still to be handed out, if the answer declared a length.
    pub(super) fn remaining(&self) -> Option<u64> {
        let waiting = self.chunk.as_ref().map_or(0, Bytes::len) as u64;
        match &self.stage {
            Stage::Body(Framing::Length(left)) => Some(left + waiting),
            Stage::Body(_) => None,
            _ => Some(waiting),
        }
    }
}

/// Pieces of data out of one read. Most reads have one, which is copied once, into a buffer of its exact size.
#[derive(Default)]
struct Pieces<'b> {
    first: &'b [u8],
    all: Vec<u8>,
}

impl<'b> Pieces<'b> {
    /// Adds a piece; `more` bytes were read after it.
    fn add(&mut self, piece: &'b [u8], more: usize) {
        if self.first.is_empty() && self.all.is_empty() {
            self.first = piece;
            return;
        }
        if self.all.is_empty() {
            self.all.reserve_exact(self.first.len() + piece.len() + more);
            self.all.extend_from_slice(self.first);
        }
        self.all.extend_from_slice(piece);
    }

    fn into_bytes(self) -> Bytes {
        if self.all.is_empty() { Bytes::copy_from_slice(self.first) } else { self.all.into() }
    }
}

/// Parses a head at the beginning of these bytes: its length, and whether it is HTTP/1.0; `None` if it is incomplete.
fn parse(bytes: &[u8]) -> Result<Option<(usize, Head, bool)>, Failure> {
    let mut room = [const { MaybeUninit::uninit() }; MAX_HEADERS];
    let mut parsed = httparse::Response::new(&mut []);
    let used = match httparse::ParserConfig::default().parse_response_with_uninit_headers(
        &mut parsed,
        bytes,
        &mut room,
    ) {
        Ok(httparse::Status::Complete(used)) => used,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(too_many(bytes)),
        Err(error) => return Err(malformed(format!("the head of the answer: {error}"))),
    };
    let status = StatusCode::from_u16(parsed.code.unwrap_or_default())
        .map_err(|error| malformed(error.to_string()))?;
    // httparse has checked the characters of names and values.
    if let Some(header) = parsed.headers.iter().find(|header| header.name.len() > MAX_NAME) {
        let start = header.name.get(..40).unwrap_or_default();
        return Err(malformed(format!(
            "the name of a header of the answer, `{start}…`, is longer than {MAX_NAME} bytes"
        )));
    }
    let headers = AnswerHeaders::of_lines(parsed.headers.iter().map(|header| (header.name, header.value)));
    Ok(Some((used, Head { status, headers }, parsed.version == Some(0))))
}

/// Empty lines before a head are skipped (RFC 9112 §2.2).
fn without_empty_lines(mut bytes: &[u8]) -> &[u8] {
    while let Some(rest) = bytes.strip_prefix(b"\r\n").or_else(|| bytes.strip_prefix(b"\n")) {
        bytes = rest;
    }
    bytes
}

/// Whether a head ends in these bytes, that is, an empty line follows a line. `looked` counts the bytes searched
/// before, so that a head which arrives in small pieces is parsed once.
fn ends(bytes: &[u8], looked: &mut usize) -> bool {
    // The previous search may have ended after a line end, or one byte later.
    let from = looked.saturating_sub(2);
    *looked = bytes.len();
    let fresh = bytes.get(from..).unwrap_or_default();
    memchr::memchr_iter(b'\n', fresh).any(|at| {
        let next = fresh.get(at + 1..).unwrap_or_default();
        next.starts_with(b"\n") || next.starts_with(b"\r\n")
    })
}

/// The value of the Content-Length headers. Some services send the same one twice.
fn length(headers: &AnswerHeaders) -> Result<u64, Failure> {
    let mut length = None;
    for value in headers.get_all("content-length") {
        for one in value.split(|byte| *byte == b',') {
            let one = decimal(one.trim_ascii())
                .ok_or_else(|| malformed("the content-length of the answer is no number"))?;
            if length.is_some_and(|length| length != one) {
                return Err(malformed("the answer has content-lengths that differ"));
            }
            length = Some(one);
        }
    }
    length.ok_or_else(|| malformed("the content-length of the answer is no number"))
}

/// Digits only, and at most the range of a byte counter.
fn decimal(digits: &[u8]) -> Option<u64> {
    const MOST: u64 = u64::MAX - 2;
    if digits.is_empty() {
        return None;
    }
    let value = digits.iter().try_fold(0_u64, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })?;
    (value <= MOST).then_some(value)
}

fn too_long() -> Failure {
    malformed(format!("the head of the answer, with what precedes it, is longer than {MAX_HEAD} bytes"))
}

/// Counts the header lines, up to an empty one.
fn too_many(bytes: &[u8]) -> Failure {
    let mut came = 0;
    let mut whole = false;
    for line in bytes.split(|byte| *byte == b'\n').skip(1) {
        if matches!(line, b"" | b"\r") {
            whole = true;
            break;
        }
        came += 1;
    }
    let at_least = if whole { "" } else { "at least " };
    malformed(format!("the answer has {at_least}{came} headers, and no more than {MAX_HEADERS} are taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads copies of `piece` until the answer is refused; how many bytes were taken, and why no more.
    fn refused_after(piece: &[u8]) -> (usize, String) {
        let mut answer = Answer::new(&Method::POST, true);
        for taken in 1..=2 * MAX_HEAD {
            match answer.head(piece) {
                Ok(head) => assert!(head.is_none()),
                Err(failure) => return (taken * piece.len(), failure.describe()),
            }
        }
        panic!("taken without end: {:?}", piece.get(..40));
    }

    #[test]
    fn what_precedes_a_head_is_bounded_as_a_whole() {
        let early = b"HTTP/1.1 103 Early Hints\r\n\r\n";
        let most = MAX_INFORMATIONAL as usize * early.len();
        for pieces in [1, 400] {
            let (taken, why) = refused_after(&early.repeat(pieces));
            assert!(taken <= most + pieces * early.len(), "{taken}");
            assert!(why.contains("128 informational heads"), "{why}");
        }
        // Also in pieces that end within a head, or within an empty line.
        let (_, why) = refused_after(&early[..7]);
        assert!(why.contains("the head of the answer"), "{why}");
        let large = [&early[..26], b"link: ", &b"x".repeat(40_000)[..], b"\r\n\r\n"].concat();
        for piece in [&b"\r\n".repeat(8000)[..], b"\n", &large] {
            let (taken, why) = refused_after(piece);
            assert!(taken <= MAX_HEAD + 2 * piece.len(), "{taken}");
            assert!(why.contains("262144 bytes"), "{why}");
        }
    }

    #[test]
    fn some_informational_heads_and_empty_lines_are_usual() {
        let mut answer = Answer::new(&Method::POST, true);
        for _ in 0..MAX_INFORMATIONAL {
            assert!(answer.head(b"\r\nHTTP/1.1 102 Processing\r\n\r\n\r\n").unwrap().is_none());
        }
        let head = answer.head(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").unwrap().unwrap();
        assert_eq!((head.status, answer.waiting()), (StatusCode::OK, Some(Bytes::from_static(b"ok"))));
    }

    #[test]
    fn a_name_is_as_long_as_a_map_takes_it() {
        let head = |length| [b"HTTP/1.1 204 \r\n", &b"x".repeat(length)[..], b": 1\r\n\r\n"].concat();
        let longest = Answer::new(&Method::POST, true).head(&head(MAX_NAME)).unwrap().unwrap();
        assert_eq!(longest.headers.map().len(), 1);
        let refused = Answer::new(&Method::POST, true).head(&head(MAX_NAME + 1)).err().unwrap().describe();
        assert!(refused.contains("longer than 65535 bytes") && refused.len() < 200, "{refused}");
    }

    #[test]
    fn the_end_of_a_head_is_looked_for_in_what_came_last() {
        let mut looked = 0;
        assert!(!ends(b"HTTP/1.1 200 OK\r\nx: 1", &mut looked));
        assert_eq!(looked, 21);
        // The part that was already searched is not searched again, so an end in it is not found.
        assert!(!ends(b"HTTP/1.1 200 OK\n\n: 1, and", &mut looked));
        assert_eq!(looked, 25);
        for end in [&b"x: 1\r\n\r\n"[..], b"x: 1\n\n", b"x: 1\n\r\n"] {
            for cut in 1..end.len() {
                let mut looked = 0;
                assert!(!ends(&end[..cut], &mut looked), "{end:?} at {cut}");
                assert!(ends(end, &mut looked), "{end:?} at {cut}");
            }
        }
    }
}
