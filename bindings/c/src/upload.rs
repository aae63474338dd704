//! Files that a host uploads: from a path, from memory, or from a function that is read piece by piece. Forms are the
//! core's.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use bytes::Bytes;
use parlour_bridge::uploads::Upload;

use crate::abi::parlour_result;
use crate::boundary::{fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::error::parlour_error;
use crate::fault::require;
use crate::text::parlour_str;
use crate::user::{User, parlour_free_fn};

/// Reads the next bytes of a file into `buffer`, at most `size` of them: how many there are, 0 at the end, a negative
/// number on failure, which fails the call. It may block: it is called on threads of the library that are for that, one
/// call at a time.
pub type parlour_read_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, buffer: *mut c_char, size: usize) -> i64>;

/// The size of one read.
const PIECE: usize = 64 << 10;

/// A file to be uploaded: where its bytes come from, its name and its media type. One thread at a time while it is
/// changed.
pub struct parlour_upload {
    upload: Upload,
}

impl parlour_upload {
    /// A clone, which is the same file.
    pub(crate) fn content(&self) -> Upload {
        self.upload.clone()
    }
}

/// A reader of the host.
struct Reader {
    read: parlour_read_fn,
    user: User,
}

impl Reader {
    fn piece(&self) -> std::io::Result<Option<Bytes>> {
        let mut buffer = vec![0u8; PIECE];
        let place = buffer.as_mut_ptr().cast();
        // A reader that leaves by an exception counts as failed.
        let count = value_or(-1, || {
            let read = self.read?;
            // SAFETY: the host gave the function for this pointer, which lives as long as this reader; the buffer has
            // as many bytes.
            Some(unsafe { read(self.user.pointer(), place, PIECE) })
        });
        let failed = |what: &str| std::io::Error::other(format!("the function that reads the file {what}"));
        let count = usize::try_from(count).map_err(|_| failed(&format!("gave {count}")))?;
        if count > PIECE {
            return Err(failed("gave more bytes than its buffer has"));
        }
        buffer.truncate(count);
        Ok((count > 0).then(|| Bytes::from(buffer)))
    }
}

/// The file at this path, under its last component as name, and of the media type that its end says. It is read while
/// it is sent, and again if the request is repeated. PARLOUR_FAILED if it cannot be read, or is no regular file. Free
/// it with parlour_upload_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_path(
    path: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_upload>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (path, out) = (path.text("path")?, require(out, "out")?);
        transfer(out, parlour_upload { upload: Upload::path(path)? });
        Ok(())
    })
}

/// These bytes, which are copied, under this name. Free it with parlour_upload_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_bytes(
    name: parlour_str,
    content: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_upload>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (name, content) = (name.text("name")?, Bytes::copy_from_slice(content.bytes("content")?));
        let out = require(out, "out")?;
        transfer(out, parlour_upload { upload: Upload::bytes(name, content) });
        Ok(())
    })
}

/// An upload of the bytes that this function reads, under this name: sent once, by one call, and not repeated if that
/// call fails. `user` is retained until `user_free` (NULL is allowed) is called with it, once, on any thread, after the
/// last call of `reader`. On failure nothing is retained. Free it with parlour_upload_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_reader(
    name: parlour_str,
    reader: parlour_read_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_upload>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (name, out) = (name.text("name")?, require(out, "out")?);
        require(reader, "reader")?;
        let host = Reader { read: reader, user: User::new(user, user_free) };
        transfer(out, parlour_upload { upload: Upload::blocking(name, move || host.piece()) });
        Ok(())
    })
}

/// Frees an upload; NULL is allowed. Calls that were made with it go on.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_free(upload: Option<Box<parlour_upload>>) {
    infallible(|| drop(upload));
}

/// Sends it under this name instead. If its end says a media type, that is the file's, unless one was set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_set_name(
    upload: Option<&mut parlour_upload>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (upload, name) = (require(upload, "upload")?, name.text("name")?);
        upload.upload = upload.upload.clone().named(name);
        Ok(())
    })
}

/// Sends it as this media type, for example "text/csv"; whether it is valid in a header is checked when the call is
/// made.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_set_media_type(
    upload: Option<&mut parlour_upload>,
    media_type: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (upload, media_type) = (require(upload, "upload")?, media_type.text("media_type")?);
        upload.upload = upload.upload.clone().media_type(media_type);
        Ok(())
    })
}

/// Says how many bytes a reader gives, where it is known: the request then has a length, and one that ends elsewhere
/// fails.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_set_length(
    upload: Option<&mut parlour_upload>,
    bytes: u64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let upload = require(upload, "upload")?;
        upload.upload = upload.upload.clone().length(bytes);
        Ok(())
    })
}

/// The service deletes the file by itself after so many seconds: an hour (3600) to 90 days (7776000). For
/// parlour_endpoint_upload() alone: other calls with such an upload are refused before they are sent.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_upload_set_expires_in(
    upload: Option<&mut parlour_upload>,
    seconds: u64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let upload = require(upload, "upload")?;
        upload.upload = upload.upload.clone().expires_in(seconds);
        Ok(())
    })
}
