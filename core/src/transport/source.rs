//! A request body that is read while it is sent, piece by piece, so that its size does not matter to memory.
//!
//! A piece is read when the previous one has been sent, so the connection's back-pressure limits the reading. A failure
//! to read is the program's own (a file became shorter), so it is kept apart from failures of the connection.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;

/// Pieces of a body in their order.
pub(crate) type Pieces = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

type Open = Box<dyn Fn() -> io::Result<Pieces> + Send + Sync>;

/// The source of a body's bytes.
pub(crate) struct Source {
    length: Option<u64>,
    /// Whether it gives the same bytes each time it is opened.
    repeatable: bool,
    open: Open,
    opened: AtomicBool,
    /// Why it could not be read.
    failed: Mutex<Option<io::Error>>,
}

impl Source {
    pub(crate) fn new(length: Option<u64>, repeatable: bool, open: Open) -> Source {
        Source { length, repeatable, open, opened: AtomicBool::new(false), failed: Mutex::new(None) }
    }

    /// Its length in bytes, if it is known beforehand.
    pub(crate) fn length(&self) -> Option<u64> {
        self.length
    }

    /// Whether it was read and cannot be read again.
    pub(crate) fn is_used_up(&self) -> bool {
        !self.repeatable && self.opened.load(Ordering::Relaxed)
    }

    /// Why it could not be read; returned once.
    pub(crate) fn take_failure(&self) -> Option<io::Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Stores the failure, and returns another error that ends the sending: its own kind could be mistaken for a
    /// failure of the connection.
    fn fail(&self, error: io::Error) -> io::Error {
        let text = error.to_string();
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        io::Error::other(text)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("length", &self.length)
            .field("repeatable", &self.repeatable)
            .finish_non_exhaustive()
    }
}

/// One reading of a source, from its beginning.
#[derive(Default)]
pub(super) struct Reader {
    /// In an uncontended lock: reqwest requires bodies to be `Sync`.
    pieces: Option<Mutex<Pieces>>,
    given: u64,
    ended: bool,
}

impl Reader {
    /// The next piece, never an empty one; `None` at the end. Opens the source at the first call.
    pub(super) fn poll(&mut self, source: &Source, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let piece = match ready!(self.poll_any(source, cx)) {
            Ok(piece) => piece,
            Err(error) => {
                self.ended = true;
                return Poll::Ready(Some(Err(source.fail(error))));
            }
        };
        Poll::Ready(piece.map(Ok))
    }

    fn poll_any(&mut self, source: &Source, cx: &mut Context<'_>) -> Poll<io::Result<Option<Bytes>>> {
        if self.ended {
            return Poll::Ready(Ok(None));
        }
        if self.pieces.is_none() {
            if source.is_used_up() {
                let why = "the body was read already and cannot be read again: give a path or bytes for one that may \
                    be repeated";
                return Poll::Ready(Err(io::Error::other(why)));
            }
            source.opened.store(true, Ordering::Relaxed);
            self.pieces = Some(Mutex::new((source.open)()?));
        }
        let Some(pieces) = &mut self.pieces else { return Poll::Ready(Ok(None)) };
        let pieces = pieces.get_mut().unwrap_or_else(PoisonError::into_inner);
        let differs = |given: u64, than: &str, length: u64| {
            io::Error::other(format!(
                "the body has {than} bytes than the {length} that were announced: {given}"
            ))
        };
        loop {
            match ready!(pieces.as_mut().poll_next(cx)).transpose()? {
                Some(piece) if piece.is_empty() => {}
                Some(piece) => {
                    self.given += piece.len() as u64;
                    return Poll::Ready(match source.length {
                        Some(length) if self.given > length => Err(differs(self.given, "more", length)),
                        _ => Ok(Some(piece)),
                    });
                }
                None => {
                    self.ended = true;
                    return Poll::Ready(match source.length {
                        Some(length) if self.given < length => Err(differs(self.given, "fewer", length)),
                        _ => Ok(None),
                    });
                }
            }
        }
    }

    /// As [`Reader::poll`], framed as HTTP/1.1 chunks including the last one if the length is unknown.
    pub(super) fn poll_framed(
        &mut self,
        source: &Source,
        cx: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Bytes>>> {
        if source.length.is_some() {
            return self.poll(source, cx);
        }
        let was_ended = self.ended;
        let framed = match ready!(self.poll(source, cx)) {
            Some(Ok(piece)) => {
                let mut framed = format!("{:x}\r\n", piece.len()).into_bytes();
                framed.reserve_exact(piece.len() + 2);
                framed.extend_from_slice(&piece);
                framed.extend_from_slice(b"\r\n");
                Some(Ok(Bytes::from(framed)))
            }
            None if was_ended => None,
            None => Some(Ok(Bytes::from_static(b"0\r\n\r\n"))),
            error => error,
        };
        Poll::Ready(framed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::task::Waker;

    use super::*;

    struct Given(VecDeque<&'static str>);

    impl Stream for Given {
        type Item = io::Result<Bytes>;

        fn poll_next(mut self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
            Poll::Ready(self.0.pop_front().map(|piece| Ok(Bytes::from_static(piece.as_bytes()))))
        }
    }

    fn source(length: Option<u64>, repeatable: bool) -> Source {
        let open = || Ok(Box::pin(Given(["", "abc", "defgh"].into())) as Pieces);
        Source::new(length, repeatable, Box::new(open))
    }

    fn read(source: &Source, framed: bool) -> Result<String, String> {
        let (mut reader, mut out) = (Reader::default(), String::new());
        let mut cx = Context::from_waker(Waker::noop());
        loop {
            let polled = match framed {
                true => reader.poll_framed(source, &mut cx),
                false => reader.poll(source, &mut cx),
            };
            match polled {
                Poll::Ready(Some(Ok(piece))) => out.push_str(std::str::from_utf8(&piece).unwrap()),
                Poll::Ready(Some(Err(error))) => return Err(error.to_string()),
                Poll::Ready(None) => return Ok(out),
                Poll::Pending => panic!("these pieces are there"),
            }
        }
    }

    #[test]
    fn a_length_that_is_known_is_kept() {
        assert_eq!(read(&source(Some(8), true), true).unwrap(), "abcdefgh");
        for (length, than) in [(9, "fewer"), (7, "more"), (3, "more")] {
            let source = source(Some(length), true);
            let error = read(&source, true).unwrap_err();
            assert!(error.contains(than), "{error}");
            assert!(source.take_failure().is_some() && source.take_failure().is_none());
        }
    }

    #[test]
    fn without_a_length_there_are_chunks() {
        assert_eq!(read(&source(None, true), true).unwrap(), "3\r\nabc\r\n5\r\ndefgh\r\n0\r\n\r\n");
        assert_eq!(read(&source(None, true), false).unwrap(), "abcdefgh");
    }

    #[test]
    fn what_can_be_read_once_is_not_read_twice() {
        let once = source(None, false);
        assert!(!once.is_used_up());
        read(&once, false).unwrap();
        assert!(once.is_used_up());
        assert!(read(&once, false).unwrap_err().contains("cannot be read again"));
        let again = source(None, true);
        assert_eq!(read(&again, false), read(&again, false));
    }
}
