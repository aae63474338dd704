//! Parses an answer from bytes in memory, for tests and fuzzing. Nothing else may use it.

use bytes::Bytes;
use http::{HeaderMap, Method};

use super::answer::Answer;

/// The result of parsing some bytes as an HTTP/1.1 answer. Not part of the stable interface.
#[derive(Debug)]
pub struct WholeAnswer {
    /// Status and headers; `None` if there was no whole head, or it was refused.
    pub head: Option<(u16, HeaderMap)>,
    /// The parsed body.
    pub body: Vec<u8>,
    /// Whether the answer was read to its end, is incomplete (`None`), or why it was refused.
    pub end: Option<Result<(), String>>,
    /// Whether the connection would be used again.
    pub reusable: bool,
}

/// Reads `pieces` as the answer to a request with this method; afterwards the peer has `closed` the connection, or is
/// silent.
#[must_use]
pub fn read_answer(method: &Method, pieces: &[Bytes], closed: bool) -> WholeAnswer {
    let mut answer = Answer::new(method, true);
    let mut seen = WholeAnswer { head: None, body: Vec::new(), end: None, reusable: false };
    // An empty read means the end of a connection.
    let mut pieces = pieces.iter().filter(|piece| !piece.is_empty());
    while seen.head.is_none()
        && let Some(piece) = pieces.next()
    {
        match answer.head(piece) {
            Ok(head) => seen.head = head.map(|head| (head.status.as_u16(), head.headers.map().clone())),
            Err(failure) => {
                seen.end = Some(Err(failure.describe()));
                return seen;
            }
        }
    }
    seen.body.extend(answer.waiting().unwrap_or_default());
    let mut over = false;
    for piece in pieces {
        // Surplus bytes are found when the connection is checked for silence.
        over |= answer.is_complete();
        seen.body.extend(answer.body(piece).unwrap_or_default());
    }
    let more_came = over;
    if let Some(failure) = answer.failure() {
        seen.end = Some(Err(failure.describe()));
        return seen;
    }
    if answer.is_complete() {
        seen.end = Some(Ok(()));
        seen.reusable = answer.keeps_alive() && !more_came && !closed;
    } else if closed {
        seen.end = Some(answer.closed().map_err(|failure| failure.describe()));
    }
    seen
}
