//! Two narrower views of a stream: its text, and the message as it grows. They must not know how events are
//! read.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use crate::error::Result;
use crate::model::Message;
use crate::stream::MessageStream;
use crate::wire::event_kind::EventKind;

/// The pieces of text of a stream, one a `text_delta`. Got from [`MessageStream::text_stream`].
#[derive(Debug)]
pub struct TextStream<'a> {
    stream: &'a mut MessageStream,
}

impl<'a> TextStream<'a> {
    pub(crate) fn new(stream: &'a mut MessageStream) -> TextStream<'a> {
        TextStream { stream }
    }

    /// The next piece of text; `None` after the last. Cancel-safe.
    ///
    /// # Errors
    /// As [`MessageStream::next`].
    pub async fn next(&mut self) -> Option<Result<String>> {
        std::future::poll_fn(|cx| self.poll_text(cx)).await
    }

    fn poll_text(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<String>>> {
        loop {
            match ready!(self.stream.poll_event(cx)) {
                Some(Ok(event)) => {
                    if let Some(text) = event.text() {
                        return Poll::Ready(Some(Ok(text.into_owned())));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Stream for TextStream<'_> {
    type Item = Result<String>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<String>>> {
        self.get_mut().poll_text(cx)
    }
}

/// The message after each event that touched it. Got from [`MessageStream::snapshots`].
///
/// Each snapshot is a copy of all that has arrived: for live views, not for long texts at full speed.
#[derive(Debug)]
pub struct Snapshots<'a> {
    stream: &'a mut MessageStream,
}

impl<'a> Snapshots<'a> {
    pub(crate) fn new(stream: &'a mut MessageStream) -> Snapshots<'a> {
        Snapshots { stream }
    }

    /// The next snapshot; `None` after the last, which is the whole message. Cancel-safe.
    ///
    /// # Errors
    /// As [`MessageStream::next`].
    pub async fn next(&mut self) -> Option<Result<Message>> {
        std::future::poll_fn(|cx| self.poll_snapshot(cx)).await
    }

    fn poll_snapshot(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Message>>> {
        loop {
            match ready!(self.stream.poll_event(cx)) {
                Some(Ok(event)) if matches!(event.kind(), EventKind::Ping | EventKind::Unknown) => {}
                Some(Ok(_)) => {
                    if let Some(message) = self.stream.snapshot() {
                        return Poll::Ready(Some(Ok(message)));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Stream for Snapshots<'_> {
    type Item = Result<Message>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Message>>> {
        self.get_mut().poll_snapshot(cx)
    }
}
