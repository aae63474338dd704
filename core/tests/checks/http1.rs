//! Our reader of HTTP/1.1 beside hyper's: the same bytes, cut anywhere, mean the same to both.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{Method, Request};
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1::{Connection, SendRequest, handshake};
use hyper::rt::{Read, ReadBufCursor, Write};
use parlour::testing::{WholeAnswer, read_answer};

use super::cut;

/// Below the limits of both readers that count bytes; those have tests of their own.
const LONGEST: usize = 12 << 10;

/// Where the readers may differ. Nothing else is accepted.
#[derive(Debug, PartialEq, Eq)]
enum Difference {
    /// hyper takes 100 headers or trailers, we take 128: services with rate limits send many.
    ManyLines,
    /// A trailer with a bare LF. hyper takes it for part of the line, and the rest of the trailers for nothing if that
    /// leaves an empty line; a peer that ends lines there sees another answer, so we refuse it at that line.
    BareLfInTrailer,
    /// Transfer coding and length in one answer. Both read it by its coding; hyper uses the connection again, which
    /// RFC 9112 §6.3 forbids.
    TwoLengths,
}

/// Two bytes choose the method, whether the peer closes, and how many of the next bytes are the lengths of pieces; the
/// rest is what the peer sends.
pub(crate) fn http1(data: &[u8]) {
    let &[flags, count, ref rest @ ..] = data else { return };
    let (places, bytes) = rest.split_at(usize::from(count).min(rest.len()));
    let bytes = Bytes::copy_from_slice(bytes.get(..LONGEST).unwrap_or(bytes));
    let method = if flags & 1 == 0 { Method::GET } else { Method::HEAD };
    let closed = flags & 2 != 0;
    let pieces = cut(&bytes, places);
    let single: Vec<Bytes> = (0..bytes.len()).map(|at| bytes.slice(at..=at)).collect();
    let whole = read_answer(&method, std::slice::from_ref(&bytes), true);
    for pieces in [&pieces, &single] {
        let cut = read_answer(&method, pieces, true);
        assert_eq!(
            (&whole.head, &whole.body, ended(&whole)),
            (&cut.head, &cut.body, ended(&cut)),
            "wherever it is cut: {whole:?}, {cut:?}"
        );
    }
    for pieces in [pieces, vec![bytes.clone()], single] {
        let ours = read_answer(&method, &pieces, closed);
        let theirs = hypers(&method, pieces, closed);
        if let Err((what, why)) = same(&ours, &theirs, closed) {
            assert!(
                why.is_some_and(|why| holds(&why, &ours, &bytes)),
                "{what}: ours {ours:?}, hyper's {theirs:?}"
            );
        }
    }
}

fn ended(answer: &WholeAnswer) -> Option<bool> {
    answer.end.as_ref().map(Result::is_ok)
}

/// The part that differs, and the known difference that may explain it.
fn same(
    ours: &WholeAnswer,
    theirs: &WholeAnswer,
    closed: bool,
) -> Result<(), (&'static str, Option<Difference>)> {
    if ours.head != theirs.head {
        return Err(("the head", ours.head.is_some().then_some(Difference::ManyLines)));
    }
    if ours.head.is_none() {
        // Either may refuse a head sooner than the other: before its end, or there.
        return Ok(());
    }
    if ours.body != theirs.body {
        return Err(("the body", None));
    }
    if ended(ours) != ended(theirs) {
        let refused = matches!(&ours.end, Some(Err(why)) if why.contains("a trailer ends in a bare LF"));
        let why = if refused { Difference::BareLfInTrailer } else { Difference::ManyLines };
        return Err(("the end", Some(why)));
    }
    if !closed && ours.reusable != theirs.reusable {
        return Err(("whether it is used again", theirs.reusable.then_some(Difference::TwoLengths)));
    }
    Ok(())
}

/// Whether these bytes can bring that difference about.
fn holds(difference: &Difference, ours: &WholeAnswer, bytes: &[u8]) -> bool {
    match difference {
        Difference::ManyLines => bytes.iter().filter(|byte| **byte == b'\n').count() > 100,
        Difference::BareLfInTrailer => bytes.windows(2).any(|two| two[0] != b'\r' && two[1] == b'\n'),
        Difference::TwoLengths => ours.head.as_ref().is_some_and(|(_, headers)| {
            headers.contains_key(TRANSFER_ENCODING) && headers.contains_key(CONTENT_LENGTH)
        }),
    }
}

/// A connection that takes any request, and then brings these pieces.
#[derive(Clone)]
struct Script(Arc<Mutex<State>>);

struct State {
    pieces: VecDeque<Bytes>,
    closed: bool,
    asked: bool,
    /// Counts what happened.
    steps: usize,
}

impl Script {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Script {
    fn poll_read(
        self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
        mut room: ReadBufCursor<'_>,
    ) -> Poll<std::io::Result<()>> {
        let mut state = self.state();
        if !state.asked {
            return Poll::Pending;
        }
        let Some(piece) = state.pieces.front_mut() else {
            return if state.closed { Poll::Ready(Ok(())) } else { Poll::Pending };
        };
        let here = room.remaining().min(piece.len());
        room.put_slice(&piece.split_to(here));
        if piece.is_empty() {
            state.pieces.pop_front();
        }
        state.steps += 1;
        Poll::Ready(Ok(()))
    }
}

impl Write for Script {
    fn poll_write(self: Pin<&mut Self>, _cx: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        let mut state = self.state();
        state.asked = true;
        state.steps += 1;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

type Client = (SendRequest<String>, Connection<Script, String>);

/// The answer as hyper reads it.
fn hypers(method: &Method, pieces: Vec<Bytes>, closed: bool) -> WholeAnswer {
    let pieces = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
    let script = Script(Arc::new(Mutex::new(State { pieces, closed, asked: false, steps: 0 })));
    let mut cx = Context::from_waker(Waker::noop());
    let mut made = pin!(handshake::<_, String>(script.clone()));
    let Poll::Ready(Ok((mut sender, connection))) =
        made.as_mut().poll(&mut cx) as Poll<hyper::Result<Client>>
    else {
        panic!("the handshake of hyper cannot wait");
    };
    let mut connection = Some(pin!(connection));
    let request = Request::builder().method(method).uri("/").body(String::new()).unwrap();
    let mut response = Some(pin!(sender.send_request(request)));
    let mut body: Option<Incoming> = None;
    let mut seen = WholeAnswer { head: None, body: Vec::new(), end: None, reusable: false };
    // Nothing wakes anybody here: it is over when nothing has happened a few times.
    let (mut quiet, mut steps, mut before) = (0, 0, 0);
    while quiet < 4 {
        if let Some(open) = &mut connection
            && open.as_mut().poll(&mut cx).is_ready()
        {
            connection = None;
            steps += 1;
        }
        if let Some(waiting) = &mut response
            && let Poll::Ready(answer) = waiting.as_mut().poll(&mut cx)
        {
            steps += 1;
            response = None;
            match answer {
                Ok(answer) => {
                    let (head, incoming) = answer.into_parts();
                    seen.head = Some((head.status.as_u16(), head.headers));
                    body = Some(incoming);
                }
                Err(error) => seen.end = Some(Err(error.to_string())),
            }
        }
        while let Some(open) = &mut body
            && let Poll::Ready(frame) = Pin::new(open).poll_frame(&mut cx)
        {
            steps += 1;
            match frame {
                Some(Ok(frame)) => seen.body.extend(frame.into_data().unwrap_or_default()),
                Some(Err(error)) => seen.end = Some(Err(error.to_string())),
                None => seen.end = Some(Ok(())),
            }
            if seen.end.is_some() {
                body = None;
            }
        }
        let now = steps + script.state().steps;
        quiet = if now == before { quiet + 1 } else { 0 };
        before = now;
    }
    seen.reusable = connection.is_some() && seen.end == Some(Ok(())) && sender.is_ready();
    seen
}
