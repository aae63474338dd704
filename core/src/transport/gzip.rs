//! A body that comes gzipped, unpacked chunk by chunk.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::{fmt, io};

use async_compression::tokio::bufread::GzipDecoder;
use bytes::{Buf, Bytes};
use tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};

use super::{ChunkSource, Failure, FailureKind};

/// Unpacked at most this much at a time, so that a small body that unpacks to a huge one is held back by its reader.
const PIECE: usize = 16 << 10;

pub(crate) struct Gzip<B> {
    decoder: GzipDecoder<Packed<B>>,
    unpacked: Box<[u8]>,
    ended: bool,
}

impl<B: ChunkSource> Gzip<B> {
    pub(super) fn new(body: B) -> Gzip<B> {
        let mut decoder = GzipDecoder::new(Packed { body, piece: Bytes::new(), failed: None, began: false });
        decoder.multiple_members(true);
        Gzip { decoder, unpacked: vec![0; PIECE].into_boxed_slice(), ended: false }
    }

    pub(super) fn poll_chunk(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let mut buffer = ReadBuf::new(&mut self.unpacked);
        let read = ready!(Pin::new(&mut self.decoder).poll_read(cx, &mut buffer));
        let unpacked = buffer.filled();
        if read.is_ok() && !unpacked.is_empty() {
            return Poll::Ready(Some(Ok(Bytes::copy_from_slice(unpacked))));
        }
        self.ended = true;
        let packed = self.decoder.get_mut();
        match (read, packed.failed.take()) {
            (_, Some(failure)) => Poll::Ready(Some(Err(failure))),
            // No body at all is what a head that promises gzip may well be followed by.
            (Err(error), None) if packed.began => Poll::Ready(Some(Err(damaged(error)))),
            _ => Poll::Ready(None),
        }
    }
}

/// Cut off, it may come whole the next time; what does not unpack will not then either.
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

/// The body as the decoder reads it. What breaks it is kept beside: an `io::Error` would hide its type.
struct Packed<B> {
    body: B,
    piece: Bytes,
    failed: Option<Failure>,
    began: bool,
}

impl<B: ChunkSource> AsyncBufRead for Packed<B> {
    fn poll_fill_buf(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        let this = self.get_mut();
        while this.piece.is_empty() {
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
        self.get_mut().piece.advance(amount);
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
