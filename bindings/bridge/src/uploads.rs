//! Files that a host uploads: from a path, from bytes, or from pieces that the host supplies on request, so that a file
//! of any size is never in memory as a whole. The core builds the form and decides about retries.
//!
//! A host whose code may block hands over a function ([`Upload::blocking`]), which is called on a thread for blocking
//! work. One with an event loop hands over a [`Feed`], which notifies it that a piece is wanted; the host supplies it
//! when it is ready.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use parlour::threads::Working;
use parlour::{Body, Multipart};

use crate::call::{CallRequest, Mode};
use crate::info::ErrorInfo;
use crate::resource::{EndpointArgs, Resource};

/// A file to be uploaded.
#[derive(Clone, Debug)]
pub struct Upload {
    upload: parlour::Upload,
}

impl Upload {
    /// The file at this path.
    ///
    /// # Errors
    /// Kind `Config` if it cannot be read, or is no regular file.
    pub fn path(path: impl Into<std::path::PathBuf>) -> Result<Upload, ErrorInfo> {
        Ok(Upload { upload: parlour::Upload::path(path)? })
    }

    /// These bytes.
    #[must_use]
    pub fn bytes(name: &str, bytes: impl Into<Bytes>) -> Upload {
        Upload { upload: parlour::Upload::bytes(name, bytes) }
    }

    /// Uploads the pieces that this function returns, until it returns none. It may block: it is called on a thread for
    /// that, one call at a time. Sent once.
    pub fn blocking(name: &str, next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static) -> Upload {
        let pieces = Blocking { next: Some(Box::new(next)), running: None };
        Upload { upload: parlour::Upload::stream(name, pieces) }
    }

    /// Uploads the pieces that the host passes to this feed. Sent once.
    #[must_use]
    pub fn feed(name: &str, feed: &Feed) -> Upload {
        Upload { upload: parlour::Upload::stream(name, FeedPieces { feed: feed.clone() }) }
    }

    /// Under this name instead, and of the media type that its end says, unless one was set.
    #[must_use]
    pub fn named(self, name: &str) -> Upload {
        Upload { upload: self.upload.named(name) }
    }

    /// Of this media type instead of the one that the end of the name says.
    #[must_use]
    pub fn media_type(self, media_type: &str) -> Upload {
        Upload { upload: self.upload.media_type(media_type) }
    }

    /// Declares the size of an upload in pieces.
    #[must_use]
    pub fn length(self, bytes: u64) -> Upload {
        Upload { upload: self.upload.length(bytes) }
    }

    /// Deleted by the service after so many seconds: of [`file()`] alone.
    #[must_use]
    pub fn expires_in(self, seconds: u64) -> Upload {
        Upload { upload: self.upload.expires_in(Duration::from_secs(seconds)) }
    }
}

/// The call that uploads a file, `files.upload`.
///
/// # Errors
/// Kind `Config` for an invalid media type.
pub fn file(upload: Upload) -> Result<CallRequest, ErrorInfo> {
    form("files.upload", Vec::new(), Multipart::of_file(upload.upload))
}

/// The call that creates a skill from its files, `skills.create`.
///
/// # Errors
/// As [`file()`].
pub fn skill(display_name: Option<&str>, files: Vec<Upload>) -> Result<CallRequest, ErrorInfo> {
    let files = files.into_iter().map(|file| file.upload);
    form("skills.create", Vec::new(), Multipart::of_skill(display_name, files))
}

/// The call that adds a version to a skill, `skills.versions.create`.
///
/// # Errors
/// As [`file()`]; kind `Config` for an id that is none.
pub fn skill_version(id: &str, files: Vec<Upload>) -> Result<CallRequest, ErrorInfo> {
    let files = files.into_iter().map(|file| file.upload);
    form("skills.versions.create", vec![id.to_owned()], Multipart::of_skill(None, files))
}

/// A part of a form: its name, and its text or file.
#[derive(Clone, Debug)]
pub enum Part {
    /// Text.
    Text(String, String),
    /// A file.
    File(String, Upload),
}

/// A raw request with a form of several parts as its body.
///
/// # Errors
/// As [`CallRequest::raw`] and [`file()`].
pub fn raw_form(mode: Mode, method: &str, path: String, parts: Vec<Part>) -> Result<CallRequest, ErrorInfo> {
    let form = parts.into_iter().fold(Multipart::new(), |form, part| match part {
        Part::Text(name, value) => form.text(name, value),
        Part::File(name, file) => form.file(name, file.upload),
    });
    let body = Body::multipart(form)?;
    Ok(CallRequest { body, ..CallRequest::raw(mode, method, path, Bytes::new())? })
}

/// A raw request whose body is the content of this upload, of its media type.
///
/// # Errors
/// As [`raw_form`].
pub fn raw_content(
    mode: Mode,
    method: &str,
    path: String,
    content: Upload,
) -> Result<CallRequest, ErrorInfo> {
    let body = Body::upload(content.upload)?;
    Ok(CallRequest { body, ..CallRequest::raw(mode, method, path, Bytes::new())? })
}

/// The call that writes the content of a file to this path, whole or not at all, and answers with `{"size_bytes":
/// …}`. It fails where the file is larger than `most` bytes; without them, than [`parlour::SAVE_BYTES`].
///
/// # Errors
/// Kind `Config` for an id that is none.
pub fn download(
    id: &str,
    path: impl Into<std::path::PathBuf>,
    most: Option<u64>,
) -> Result<CallRequest, ErrorInfo> {
    let args = EndpointArgs::new("files.content", vec![id.to_owned()], Vec::new())?;
    Ok(CallRequest::resource(Mode::Raw, Resource::Download(args, path.into(), most), Body::empty()))
}

fn form(name: &str, ids: Vec<String>, form: Multipart) -> Result<CallRequest, ErrorInfo> {
    crate::resources::call_with_body(name, ids, Vec::new(), Body::multipart(form)?)
}

type Next = Box<dyn FnMut() -> io::Result<Option<Bytes>> + Send>;

/// Pieces of a function that may block.
struct Blocking {
    next: Option<Next>,
    running: Option<Working<(Next, io::Result<Option<Bytes>>)>>,
}

impl Stream for Blocking {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let mut running = match (self.running.take(), self.next.take()) {
            (Some(running), _) => running,
            (None, Some(mut next)) => parlour::threads::spawn(move || {
                let piece = next();
                (next, piece)
            })?,
            (None, None) => return Poll::Ready(None),
        };
        match Pin::new(&mut running).poll(cx) {
            Poll::Pending => {
                self.running = Some(running);
                Poll::Pending
            }
            Poll::Ready(Err(error)) => Poll::Ready(Some(Err(error))),
            Poll::Ready(Ok((next, Ok(Some(piece))))) => {
                self.next = Some(next);
                Poll::Ready(Some(Ok(piece)))
            }
            Poll::Ready(Ok((_, Ok(None)))) => Poll::Ready(None),
            Poll::Ready(Ok((_, Err(error)))) => Poll::Ready(Some(Err(error))),
        }
    }
}

/// Pieces that a host gives when they are wanted. Clones are the same feed; any thread may give.
#[derive(Clone)]
pub struct Feed {
    shared: Arc<FeedInner>,
}

struct FeedInner {
    state: Mutex<FeedState>,
    wanted: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct FeedState {
    /// The piece that was given but not read yet.
    given: Option<Result<Option<Bytes>, String>>,
    /// The host was notified, and has not answered yet.
    notified: bool,
    ended: bool,
    reader: Option<Waker>,
}

impl Feed {
    /// A feed that calls `wanted` each time the next piece is wanted, on a thread of the runtime or of the loop. It
    /// must return at once; the host answers with [`give`](Self::give), [`end`](Self::end) or [`fail`](Self::fail) then
    /// or later.
    pub fn new(wanted: impl Fn() + Send + Sync + 'static) -> Feed {
        Feed { shared: Arc::new(FeedInner { state: Mutex::default(), wanted: Box::new(wanted) }) }
    }

    fn state(&self) -> MutexGuard<'_, FeedState> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, piece: Result<Option<Bytes>, String>) {
        let reader = {
            let mut state = self.state();
            // An unsolicited piece would be lost, or mistaken for the next one.
            if !std::mem::take(&mut state.notified) {
                return;
            }
            state.given = Some(piece);
            state.reader.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Gives the piece that is wanted. Without effect if none is.
    pub fn give(&self, piece: impl Into<Bytes>) {
        self.answer(Ok(Some(piece.into())));
    }

    /// There are no more pieces.
    pub fn end(&self) {
        self.answer(Ok(None));
    }

    /// The host could not read the next piece: the call fails with this text.
    pub fn fail(&self, why: impl Into<String>) {
        self.answer(Err(why.into()));
    }
}

impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Feed")
    }
}

struct FeedPieces {
    feed: Feed,
}

impl Stream for FeedPieces {
    type Item = io::Result<Bytes>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let tell = {
            let mut state = self.feed.state();
            if state.ended {
                return Poll::Ready(None);
            }
            if let Some(given) = state.given.take() {
                return Poll::Ready(match given {
                    Ok(Some(piece)) => Some(Ok(piece)),
                    Ok(None) => {
                        state.ended = true;
                        None
                    }
                    Err(why) => {
                        state.ended = true;
                        Some(Err(io::Error::other(why)))
                    }
                });
            }
            state.reader = Some(cx.waker().clone());
            !std::mem::replace(&mut state.notified, true)
        };
        // Not under the lock: a host may answer at once.
        if tell {
            (self.feed.shared.wanted)();
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_feed_asks_for_each_piece_once() {
        let notices = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counted = Arc::clone(&notices);
        let feed = Feed::new(move || {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        });
        let mut pieces = Box::pin(FeedPieces { feed: feed.clone() });
        feed.give("nobody asked");
        let mut cx = Context::from_waker(Waker::noop());
        for _ in 0..2 {
            assert!(pieces.as_mut().poll_next(&mut cx).is_pending());
        }
        assert_eq!(notices.load(std::sync::atomic::Ordering::Relaxed), 1);
        feed.give("a");
        feed.give("too much");
        assert!(matches!(pieces.as_mut().poll_next(&mut cx), Poll::Ready(Some(Ok(piece))) if piece == "a"));
        assert!(pieces.as_mut().poll_next(&mut cx).is_pending());
        feed.fail("the disk is gone");
        assert!(matches!(pieces.as_mut().poll_next(&mut cx), Poll::Ready(Some(Err(_)))));
        assert!(matches!(pieces.as_mut().poll_next(&mut cx), Poll::Ready(None)));
    }

    #[tokio::test]
    async fn a_function_is_called_until_it_gives_nothing() {
        let mut left = 3;
        let pieces = Blocking {
            next: Some(Box::new(move || {
                left -= 1;
                Ok((left > 0).then(|| Bytes::from_static(b"ab")))
            })),
            running: None,
        };
        let mut pieces = Box::pin(pieces);
        let mut got = Vec::new();
        while let Some(piece) = std::future::poll_fn(|cx| pieces.as_mut().poll_next(cx)).await {
            got.extend_from_slice(&piece.unwrap());
        }
        assert_eq!(got, b"abab");
    }
}
