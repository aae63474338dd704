//! Request bodies for uploads: files, multipart forms (RFC 7578), and bodies of any type.
//!
//! Nothing is held in memory but the piece that is being sent. A path and bytes are read again by another attempt; a
//! reader and a stream are read once, so that a call whose body was begun is not repeated.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::HeaderValue;
use tokio::io::{AsyncRead, ReadBuf};

use crate::client::body::Body;
use crate::clock::{Clock, SystemClock};
use crate::error::scarce::Scarce;
use crate::error::{Error, Result};
use crate::threads::{self, Working};
use crate::transport::{Pieces, Source};

/// The number of bytes of a file that are read at once.
const READ: usize = 128 << 10;

/// A file to be uploaded: a path, bytes, a reader or a stream, with its name and media type.
///
/// ```
/// use parlour::Upload;
/// let notes = Upload::bytes("notes.txt", "Buy milk.");
/// let missing = Upload::path("/there/is/no/such.file").unwrap_err();
/// assert_eq!(missing.kind(), parlour::ErrorKind::Config);
/// # let _ = notes;
/// ```
#[derive(Clone)]
pub struct Upload {
    name: String,
    media_type: String,
    /// The caller said the media type: another name does not change it.
    is_typed: bool,
    /// The number of seconds after which the service deletes it.
    expires_in: Option<u64>,
    content: Content,
}

#[derive(Clone)]
enum Content {
    Bytes(Bytes),
    File {
        path: Arc<Path>,
        /// The opened file; `None` to open the path.
        file: Option<Arc<File>>,
        length: u64,
    },
    /// Read once, by the first call.
    Once {
        pieces: Arc<Mutex<Option<Pieces>>>,
        length: Option<u64>,
    },
}

impl Upload {
    /// The file at this path, under its own name. Its length is taken now; a file that has another length while it is
    /// sent is an error of that call.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) of the subkind `local_file` if it cannot be read, or is no
    /// regular file; [`ErrorKind::Connection`](crate::ErrorKind::Connection) of the subkind `resources` if no
    /// descriptor is left to open it.
    pub fn path(path: impl Into<PathBuf>) -> Result<Upload> {
        let path = path.into();
        let refused = |error: io::Error| {
            let text = format!("the file {} cannot be uploaded", path.display());
            if let Some(scarce) = Scarce::of(&error) {
                return scarce.error(&text, &error).with_source(error);
            }
            let text = format!("{text}: {error}");
            Error::config(text).with_subkind(Some("local_file")).with_source(error)
        };
        let about = std::fs::metadata(&path).map_err(refused)?;
        if !about.is_file() {
            return Err(refused(io::Error::other(
                "it is no regular file; give a reader for a pipe or a device",
            )));
        }
        File::open(&path).map_err(refused)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let content = Content::File { path: path.into(), file: None, length: about.len() };
        Ok(Upload::new(name, content))
    }

    /// These bytes.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Upload {
        Upload::new(name.into(), Content::Bytes(bytes.into()))
    }

    /// Uploads everything that this reader returns. It can be sent once: a call that has begun to read it is not
    /// retried.
    pub fn reader(name: impl Into<String>, reader: impl AsyncRead + Send + 'static) -> Upload {
        Upload::stream(name, ReaderPieces { reader: Box::pin(reader), room: vec![0; READ / 2] })
    }

    /// Uploads everything that this stream yields. Like [`Upload::reader`], it can be sent once.
    pub fn stream(
        name: impl Into<String>,
        stream: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Upload {
        let pieces: Pieces = Box::pin(stream);
        let pieces = Arc::new(Mutex::new(Some(pieces)));
        Upload::new(name.into(), Content::Once { pieces, length: None })
    }

    fn new(name: String, content: Content) -> Upload {
        let media_type = media_type_of(&name).to_owned();
        Upload { name, media_type, is_typed: false, expires_in: None, content }
    }

    /// Replaces the name. For a skill it includes a folder (protocol §8.6). If its extension has a media type, that is
    /// the file's, unless [`media_type`](Self::media_type) was called.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Upload {
        self.name = name.into();
        let said = media_type_of(&self.name);
        if !self.is_typed && said != UNKNOWN {
            said.clone_into(&mut self.media_type);
        }
        self
    }

    /// Sets the media type; by default that of the extension, or `application/octet-stream`.
    #[must_use]
    pub fn media_type(mut self, media_type: impl Into<String>) -> Upload {
        self.media_type = media_type.into();
        self.is_typed = true;
        self
    }

    /// Declares the length of a reader or stream in bytes: the request then has a length, which some gateways require.
    /// Paths and bytes know their length. It is an error of the call if the reader returns fewer or more.
    #[must_use]
    pub fn length(mut self, bytes: u64) -> Upload {
        if let Content::Once { length, .. } = &mut self.content {
            *length = Some(bytes);
        }
        self
    }

    /// Has the service delete it after this time, in whole seconds: 1 hour to 90 days (protocol §8.5). For
    /// [`Files::upload`](crate::Files::upload) alone; elsewhere the call is refused before it is sent.
    #[must_use]
    pub fn expires_in(mut self, time: Duration) -> Upload {
        self.expires_in = Some(time.as_secs());
        self
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload")
            .field("name", &self.name)
            .field("media_type", &self.media_type)
            .finish_non_exhaustive()
    }
}

impl Content {
    fn length(&self) -> Option<u64> {
        match self {
            Content::Bytes(bytes) => Some(bytes.len() as u64),
            Content::File { length, .. } => Some(*length),
            Content::Once { length, .. } => *length,
        }
    }

    fn open(self) -> io::Result<Pieces> {
        Ok(match self {
            Content::Bytes(bytes) => Box::pin(Whole(Some(bytes))),
            Content::File { path, file, length } => {
                Box::pin(FilePieces { path, length, given: 0, reading: None, file, ended: false })
            }
            Content::Once { pieces, length } => {
                let pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner).take();
                let pieces = pieces.ok_or_else(|| {
                    io::Error::other("a reader or stream was sent already, and can be sent once")
                })?;
                match length {
                    Some(length) => Box::pin(Measured { pieces, left: length, length }),
                    None => pieces,
                }
            }
        })
    }
}

/// A form of several parts, `multipart/form-data`.
#[derive(Clone, Debug, Default)]
pub struct Multipart {
    parts: Vec<(String, Part)>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    File(Upload),
}

impl Multipart {
    /// Without parts.
    #[must_use]
    pub fn new() -> Multipart {
        Multipart::default()
    }

    /// The form that uploads a file (protocol §8.5).
    #[must_use]
    pub fn of_file(mut file: Upload) -> Multipart {
        let form = match file.expires_in.take() {
            Some(seconds) => Multipart::new().text("expires_in_seconds", seconds.to_string()),
            None => Multipart::new(),
        };
        form.file("file", file)
    }

    /// The form of a skill or a version of one, from its files (protocol §8.6).
    #[must_use]
    pub fn of_skill(display_name: Option<&str>, files: impl IntoIterator<Item = Upload>) -> Multipart {
        let form = match display_name {
            Some(name) => Multipart::new().text("display_name", name),
            None => Multipart::new(),
        };
        files.into_iter().fold(form, |form, file| form.file("files[]", file))
    }

    /// A part of text.
    #[must_use]
    pub fn text(mut self, name: impl Into<String>, value: impl Into<String>) -> Multipart {
        self.parts.push((name.into(), Part::Text(value.into())));
        self
    }

    /// A part that is a file.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, file: Upload) -> Multipart {
        self.parts.push((name.into(), Part::File(file)));
        self
    }

    /// The body, with a boundary drawn by this clock.
    pub(crate) fn body(self, clock: &dyn Clock) -> Result<Body> {
        // Three numbers of 52 random bits: the uploaded data cannot contain a boundary that nobody can guess.
        let mut boundary = String::from("parlour-");
        for _ in 0..3 {
            boundary.push_str(&format!("{:013x}", (clock.random() * (1_u64 << 52) as f64) as u64));
        }
        let mut contents = Vec::new();
        let mut text = String::new();
        for (name, part) in self.parts {
            text.push_str(&format!(
                "--{boundary}\r\ncontent-disposition: form-data; name=\"{}\"",
                escaped(&name)
            ));
            match part {
                Part::Text(value) => {
                    text.push_str("\r\n\r\n");
                    text.push_str(&value);
                }
                Part::File(file) => {
                    header_value(&file.media_type)?;
                    stays(&file)?;
                    let (name, kind) = (escaped(&file.name), &file.media_type);
                    text.push_str(&format!("; filename=\"{name}\"\r\ncontent-type: {kind}\r\n\r\n"));
                    contents.push(Content::Bytes(Bytes::from(std::mem::take(&mut text))));
                    contents.push(file.content);
                }
            }
            text.push_str("\r\n");
        }
        text.push_str(&format!("--{boundary}--\r\n"));
        contents.push(Content::Bytes(Bytes::from(text)));
        Ok(body_of(header_value(&format!("multipart/form-data; boundary={boundary}"))?, contents))
    }
}

impl Body {
    /// A form of several parts, for [`Client::request`](crate::Client::request).
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for a media type that is not a valid header value.
    pub fn multipart(form: Multipart) -> Result<Body> {
        form.body(&SystemClock)
    }

    /// The content of this upload alone, with its media type as that of the request; the name is not sent.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for a media type that is not a valid header value.
    pub fn upload(file: Upload) -> Result<Body> {
        stays(&file)?;
        Ok(body_of(header_value(&file.media_type)?, vec![file.content]))
    }
}

/// Refuses an end of life where nothing would tell the service of it.
fn stays(file: &Upload) -> Result<()> {
    match file.expires_in {
        None => Ok(()),
        Some(_) => Err(Error::config(format!(
            "the file {} cannot have an end of life here: `expires_in` is for uploads of `files` alone",
            file.name
        ))),
    }
}

/// The content of a file that is open and has no name, as a body that is read by each attempt.
#[cfg(feature = "resources")]
pub(crate) fn temporary_file(content_type: HeaderValue, file: File, length: u64) -> Body {
    let path = Path::new("a temporary file").into();
    body_of(content_type, vec![Content::File { path, file: Some(Arc::new(file)), length }])
}

/// Bytes alone are shared pieces; all else is read while it is sent.
fn body_of(content_type: HeaderValue, contents: Vec<Content>) -> Body {
    let bytes = contents.iter().map(|content| match content {
        Content::Bytes(bytes) => Some(bytes.clone()),
        _ => None,
    });
    if let Some(mut parts) = bytes.collect::<Option<Vec<Bytes>>>() {
        parts.retain(|part| !part.is_empty());
        return Body::of_type(content_type, parts);
    }
    let length = contents.iter().try_fold(0_u64, |sum, content| sum.checked_add(content.length()?));
    let repeatable = !contents.iter().any(|content| matches!(content, Content::Once { .. }));
    let open = move || -> io::Result<Pieces> {
        Ok(Box::pin(OneByOne { rest: contents.clone().into(), current: None }))
    };
    Body::read_from(content_type, Source::new(length, repeatable, Box::new(open)))
}

fn header_value(media_type: &str) -> Result<HeaderValue> {
    let value = HeaderValue::from_str(media_type).ok().filter(|value| !value.is_empty());
    value.ok_or_else(|| Error::config(format!("{media_type:?} is no media type")))
}

/// A name in the quotes of `content-disposition`, as forms of browsers write it (RFC 7578 §2).
fn escaped(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// The media type of what says none.
const UNKNOWN: &str = "application/octet-stream";

/// The media type that the end of a name says.
fn media_type_of(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    match end.as_str() {
        "pdf" => "application/pdf",
        "txt" => "text/plain",
        "md" => "text/markdown",
        "csv" => "text/csv",
        "html" | "htm" => "text/html",
        "xml" => "application/xml",
        "json" => "application/json",
        "jsonl" => "application/jsonl",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "zip" => "application/zip",
        _ => UNKNOWN,
    }
}

/// One piece.
struct Whole(Option<Bytes>);

impl Stream for Whole {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}

/// Contents one behind the other.
struct OneByOne {
    rest: VecDeque<Content>,
    current: Option<Pieces>,
}

impl Stream for OneByOne {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(piece) = ready!(current.as_mut().poll_next(cx)) {
                    return Poll::Ready(Some(piece));
                }
                self.current = None;
            }
            match self.rest.pop_front().map(Content::open).transpose()? {
                Some(next) => self.current = Some(next),
                None => return Poll::Ready(None),
            }
        }
    }
}

/// A stream of a declared length: in a form, surplus bytes would be read as part of the following data.
struct Measured {
    pieces: Pieces,
    left: u64,
    length: u64,
}

impl Stream for Measured {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let piece = ready!(self.pieces.as_mut().poll_next(cx)).transpose()?;
        let wrong = |what: &str| {
            let text = format!("the reader or stream gave {what} than the {} bytes announced", self.length);
            Poll::Ready(Some(Err(io::Error::other(text))))
        };
        match piece {
            None if self.left > 0 => wrong("less"),
            None => Poll::Ready(None),
            Some(piece) => match self.left.checked_sub(piece.len() as u64) {
                None => wrong("more"),
                Some(left) => {
                    self.left = left;
                    Poll::Ready(Some(Ok(piece)))
                }
            },
        }
    }
}

/// Pieces of a reader.
struct ReaderPieces {
    reader: Pin<Box<dyn AsyncRead + Send>>,
    room: Vec<u8>,
}

impl Stream for ReaderPieces {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let this = &mut *self;
        let mut room = ReadBuf::new(&mut this.room);
        ready!(this.reader.as_mut().poll_read(cx, &mut room))?;
        let piece = Bytes::copy_from_slice(room.filled());
        Poll::Ready((!piece.is_empty()).then_some(Ok(piece)))
    }
}

type Reading = Working<io::Result<(Arc<File>, Vec<u8>)>>;

/// Pieces of a file, read by another thread: a disk may be slow, and a loop has others to serve. It is read by place,
/// so that several readings of one open file do not meet.
struct FilePieces {
    path: Arc<Path>,
    /// Its length when the call was made.
    length: u64,
    given: u64,
    reading: Option<Reading>,
    file: Option<Arc<File>>,
    ended: bool,
}

impl FilePieces {
    fn read(&mut self) -> io::Result<Reading> {
        let (file, path) = (self.file.take(), Arc::clone(&self.path));
        let (length, given) = (self.length, self.given);
        threads::spawn(move || {
            let failed = |error: io::Error| match Scarce::of(&error) {
                // The error code names the scarce resource; the path is not the cause.
                Some(_) => error,
                None => io::Error::new(error.kind(), format!("{}: {error}", path.display())),
            };
            let file = match file {
                Some(file) => file,
                None => Arc::new(File::open(&path).map_err(failed)?),
            };
            let wanted = (length - given).min(READ as u64) as usize;
            let mut piece = vec![0; wanted];
            let got = read_at(&file, &mut piece, given).map_err(failed)?;
            let changed = |how: &str| {
                failed(io::Error::other(format!(
                    "the file {how} while it was uploaded: it had {length} bytes at first"
                )))
            };
            if got < wanted {
                return Err(changed("became shorter"));
            }
            if given + wanted as u64 == length && read_at(&file, &mut [0], length).map_err(failed)? > 0 {
                return Err(changed("grew"));
            }
            Ok((file, piece))
        })
    }
}

/// Fills `room` from this place of the file on, or up to its end.
fn read_at(file: &File, mut room: &mut [u8], mut at: u64) -> io::Result<usize> {
    #[cfg(unix)]
    let read = std::os::unix::fs::FileExt::read_at;
    #[cfg(windows)]
    let read = std::os::windows::fs::FileExt::seek_read;
    let mut got = 0;
    while !room.is_empty() {
        match read(file, room, at) {
            Ok(0) => break,
            Ok(count) => {
                got += count;
                at += count as u64;
                room = room.get_mut(count..).unwrap_or_default();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

impl Stream for FilePieces {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(None);
        }
        let mut reading = match this.reading.take() {
            Some(reading) => reading,
            None => this.read()?,
        };
        match Pin::new(&mut reading).poll(cx) {
            Poll::Pending => {
                this.reading = Some(reading);
                Poll::Pending
            }
            Poll::Ready(done) => {
                let (file, piece) = done.flatten()?;
                this.file = Some(file);
                this.given += piece.len() as u64;
                this.ended = this.given == this.length;
                Poll::Ready(Some(Ok(Bytes::from(piece))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ScriptedClock;

    #[test]
    fn a_form_of_bytes_is_written_as_browsers_do() {
        let form = Multipart::new()
            .text("a\"b\r\n", "1")
            .file("file", Upload::bytes("ä \"x\".md", "text").media_type("text/markdown"));
        let body = form.body(&ScriptedClock::new().with_random([0.5])).unwrap();
        let boundary = format!("parlour-{}", "8000000000000".repeat(3));
        let expected = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"a%22b%0D%0A\"\r\n\r\n1\r\n--{boundary}\r\n\
             content-disposition: form-data; name=\"file\"; filename=\"ä %22x%22.md\"\r\ncontent-type: \
             text/markdown\r\n\r\n\
             text\r\n--{boundary}--\r\n"
        );
        assert_eq!(body.to_bytes(), expected.as_bytes());
        assert!(Body::upload(Upload::bytes("a", "b").media_type("text/plain\r\nx: y")).is_err());
    }

    #[test]
    fn lengths_are_known_where_they_can_be() {
        let stream = || Upload::reader("a.bin", tokio::io::empty());
        assert!(!Body::upload(stream()).unwrap().is_empty());
        assert_eq!(Body::upload(stream().length(7)).unwrap().len(), 7);
        assert_eq!(Upload::bytes("a.PDF", "").media_type, "application/pdf");
        let named = |name: &str| Upload::bytes("a.PDF", "").named(name);
        assert_eq!(named("a.csv").media_type, "text/csv");
        assert_eq!(named("report").media_type, "application/pdf");
        assert_eq!(named("x").media_type("image/png").named("a.csv").media_type, "image/png");
        let error = Upload::path(std::env::temp_dir()).unwrap_err();
        assert!(error.to_string().contains("no regular file"), "{error}");
    }
}
