//! A body that comes gzipped, unpacked chunk by chunk.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::{fmt, io};

use async_compression::tokio::bufread::GzipDecoder;
use bytes::{Buf, Bytes};
use tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};

use super::budget::Budget;
use super::{ChunkSource, Failure, FailureKind};

/// Unpacked at most this much at a time, so that a small body that unpacks to a huge one is held back by its reader.
const PIECE: usize = 16 << 10;

/// Packed bytes in a row that unpack to nothing, at most, counted to the end of the piece they came in. A body cannot
/// exceed this between two yields: each yield hands out the unpacked data and restarts the count.
const MOST_IDLE: usize = 1 << 20;

/// Members in a row that unpack to nothing, at most. Files in blocks (bgzip) end with one.
const MOST_EMPTY: u32 = 16;

pub(crate) struct Gzip<B> {
    /// Of the current member; `None` at the end of the body.
    decoder: Option<GzipDecoder<Packed<B>>>,
    unpacked: Box<[u8]>,
    budget: Budget,
    /// Whether the current member brought something.
    brought: bool,
    /// Members in a row that brought nothing.
    empty: u32,
}

type Chunk = std::result::Result<Bytes, Failure>;

impl<B: ChunkSource> Gzip<B> {
    pub(super) fn new(body: B) -> Gzip<B> {
        let packed = Packed { body, piece: Bytes::new(), failed: None, began: false, idle: 0 };
        Gzip {
            decoder: Some(GzipDecoder::new(packed)),
            unpacked: vec![0; PIECE].into_boxed_slice(),
            budget: Budget::default(),
            brought: false,
            empty: 0,
        }
    }

    pub(super) fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Chunk>> {
        loop {
            ready!(self.budget.poll(cx));
            let polled = self.poll_member(cx);
            let Poll::Ready(chunk) = polled else {
                self.budget.refill();
                return Poll::Pending;
            };
            match chunk {
                Some(Ok(chunk)) if chunk.is_empty() => self.budget.spend(0),
                Some(Ok(chunk)) => {
                    self.budget.spend(chunk.len());
                    return Poll::Ready(Some(Ok(chunk)));
                }
                end => {
                    self.decoder = None;
                    return Poll::Ready(end);
                }
            }
        }
    }

    /// The next chunk of this member; an empty chunk at its end, where another one begins.
    fn poll_member(&mut self, cx: &mut Context<'_>) -> Poll<Option<Chunk>> {
        let Some(decoder) = &mut self.decoder else { return Poll::Ready(None) };
        let mut buffer = ReadBuf::new(&mut self.unpacked);
        let read = ready!(Pin::new(&mut *decoder).poll_read(cx, &mut buffer));
        let packed = decoder.get_mut();
        let unpacked = buffer.filled();
        if read.is_ok() && !unpacked.is_empty() {
            (self.brought, self.empty, packed.idle) = (true, 0, 0);
            return Poll::Ready(Some(Ok(Bytes::copy_from_slice(unpacked))));
        }
        match (read, packed.failed.take()) {
            (_, Some(failure)) => Poll::Ready(Some(Err(failure))),
            // A head that announces gzip may be followed by an empty body.
            (Err(error), None) if packed.began => Poll::Ready(Some(Err(damaged(error)))),
            (Err(_), None) => Poll::Ready(None),
            (Ok(()), None) => self.poll_next_member(cx),
        }
    }

    /// Begins another member, if there is one.
    fn poll_next_member(&mut self, cx: &mut Context<'_>) -> Poll<Option<Chunk>> {
        let Some(decoder) = &mut self.decoder else { return Poll::Ready(None) };
        match ready!(Pin::new(decoder.get_mut()).poll_fill_buf(cx)) {
            Ok([]) => return Poll::Ready(None),
            Ok(_) => {}
            Err(error) => {
                let failure = decoder.get_mut().failed.take().unwrap_or_else(|| damaged(error));
                return Poll::Ready(Some(Err(failure)));
            }
        }
        self.empty += u32::from(!std::mem::take(&mut self.brought));
        if self.empty > MOST_EMPTY {
            let why = format!("more than {MOST_EMPTY} members of gzip in a row unpack to nothing");
            return Poll::Ready(Some(Err(damaged(io::Error::new(io::ErrorKind::InvalidData, why)))));
        }
        self.decoder = self.decoder.take().map(|decoder| GzipDecoder::new(decoder.into_inner()));
        Poll::Ready(Some(Ok(Bytes::new())))
    }
}

/// A retry may bring a truncated body whole; corrupt data would stay corrupt.
fn damaged(error: io::Error) -> Failure {
    let kind = match error.kind() {
        io::ErrorKind::UnexpectedEof => FailureKind::Lost,
        _ => FailureKind::Malformed,
    };
    Failure { kind, source: Box::new(error) }
}

impl<B> fmt::Debug for Gzip<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gzip").finish_non_exhaustive()
    }
}

/// The body as the decoder reads it. Its failure is kept in a field, because an `io::Error` would hide the type.
struct Packed<B> {
    body: B,
    piece: Bytes,
    failed: Option<Failure>,
    began: bool,
    /// Bytes consumed since something was unpacked.
    idle: usize,
}

impl<B: ChunkSource> AsyncBufRead for Packed<B> {
    fn poll_fill_buf(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        let this = self.get_mut();
        while this.piece.is_empty() {
            if this.idle > MOST_IDLE {
                let why = format!("more than {MOST_IDLE} bytes of gzip in a row unpack to nothing");
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
            }
            match ready!(this.body.poll_chunk(cx)) {
                None => break,
                Some(Ok(chunk)) => this.piece = chunk,
                Some(Err(failure)) => {
                    this.failed = Some(failure);
                    return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
                }
            }
        }
        this.began |= !this.piece.is_empty();
        Poll::Ready(Ok(&this.piece))
    }

    fn consume(self: Pin<&mut Self>, amount: usize) {
        let this = self.get_mut();
        this.piece.advance(amount);
        this.idle += amount;
    }
}

impl<B: ChunkSource> AsyncRead for Packed<B> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let piece = ready!(self.as_mut().poll_fill_buf(cx))?;
        let amount = piece.len().min(buffer.remaining());
        buffer.put_slice(piece.get(..amount).unwrap_or_default());
        self.consume(amount);
        Poll::Ready(Ok(()))
    }
}

/// Unpacks a gzipped body that comes in these pieces, at most `most` bytes of it. For tests and fuzzing.
///
/// # Errors
/// Why the data is invalid.
pub fn unpack(pieces: &[Bytes], most: usize) -> std::result::Result<Vec<u8>, String> {
    struct Pieces<'p>(std::slice::Iter<'p, Bytes>);

    impl ChunkSource for Pieces<'_> {
        fn poll_chunk(&mut self, _cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
            Poll::Ready(self.0.next().cloned().map(Ok))
        }

        fn remaining(&self) -> Option<u64> {
            None
        }
    }

    let mut body = Gzip::new(Pieces(pieces.iter()));
    let mut unpacked = Vec::new();
    let mut cx = Context::from_waker(std::task::Waker::noop());
    while unpacked.len() < most {
        match body.poll_chunk(&mut cx) {
            // The pieces are always there: the decoder only rests.
            Poll::Pending => {}
            Poll::Ready(None) => break,
            Poll::Ready(Some(Ok(chunk))) => unpacked.extend_from_slice(&chunk),
            Poll::Ready(Some(Err(failure))) => return Err(failure.source.to_string()),
        }
    }
    unpacked.truncate(most);
    Ok(unpacked)
}

#[cfg(test)]
mod tests;
