//! An answer read from bytes that are there already, for tests and fuzzing. Nothing else may use it.

use bytes::Bytes;
use http::{HeaderMap, Method};

use super::answer::Answer;

/// What the reader of HTTP/1.1 makes of some bytes. Not part of the stable interface.
#[derive(Debug)]
pub struct WholeAnswer {
    /// Status and headers; `None` if there was no whole head, or it was refused.
    pub head: Option<(u16, HeaderMap)>,
    /// What was handed out of the body.
    pub body: Vec<u8>,
    /// Whether the answer was read to its end, is still waited for (`None`), or why it was refused.
    pub end: Option<Result<(), String>>,
    /// Whether the connection would be used again.
    pub reusable: bool,
}

/// Reads `pieces` as the answer to a request with this method; afterwards the peer has `closed`, or says no more.
#[must_use]
pub fn read_answer(method: &Method, pieces: &[Bytes], closed: bool) -> WholeAnswer {
    let mut answer = Answer::new(method, true);
    let mut seen = WholeAnswer { head: None, body: Vec::new(), end: None, reusable: false };
    // A read of nothing is the end of a connection.
    let mut pieces = pieces.iter().filter(|piece| !piece.is_empty());
    while seen.head.is_none()
        && let Some(piece) = pieces.next()
    {
        match answer.head(piece) {
            Ok(head) => seen.head = head.map(|head| (head.status.as_u16(), head.headers)),
            Err(failure) => {
                seen.end = Some(Err(failure.describe()));
                return seen;
            }
        }
    }
    seen.body.extend(answer.waiting().unwrap_or_default());
    let mut over = false;
    for piece in pieces {
        // What comes later is found when the connection is asked whether it is quiet.
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
