//! Saves an answer's body to a file atomically: the file is whole or does not exist.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::client::raw::ByteStream;
use crate::error::scarce::Scarce;
use crate::error::{Error, ErrorKind, Result};
use crate::threads;

/// The default bound on the size of a saved file: twice the service's limit for one file (protocol §8.5), and no more
/// than a disk of a small machine holds.
pub const SAVE_BYTES: u64 = 1 << 30;

impl ByteStream {
    /// Writes the rest of the body to a file, replacing an existing one, and returns its size in bytes: at most
    /// [`SAVE_BYTES`]. [`save_at_most`](Self::save_at_most) takes another bound.
    ///
    /// It is written beside the path under a name of its own (`.NAME.….part`) and renamed once all of it is on the
    /// disk; the folder is on the disk, too, when this returns. Whatever fails, a dropped future too, leaves nothing
    /// there; a process that is killed may leave the `.part` file.
    ///
    /// # Errors
    /// As [`ByteStream::chunk`]; [`ErrorKind::Config`] of the subkind `local_file` if the file cannot be written, as on
    /// a full disk; [`ErrorKind::Decode`] of the subkind `max_download_bytes` if the body is larger;
    /// [`ErrorKind::Connection`] of the subkind `resources` if no thread or descriptor is left for it.
    pub async fn save(self, path: impl Into<PathBuf>) -> Result<u64> {
        self.save_at_most(path, SAVE_BYTES).await
    }

    /// [`save`](Self::save) with a bound of `most` bytes.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub async fn save_at_most(mut self, path: impl Into<PathBuf>, most: u64) -> Result<u64> {
        let path = path.into();
        let random = (self.clock().random() * (1_u64 << 52) as f64) as u64;
        let written = match part_of(&path, random) {
            Ok(part) => self.write_to(part, &path, most).await,
            Err(error) => Err(Unsaved::File(error)),
        };
        written.map_err(|unsaved| match unsaved {
            Unsaved::Answer(error) => *error,
            Unsaved::TooLarge => self.failed(too_large(&path, most)),
            // The request was sent all the same.
            Unsaved::File(error) => self.failed(unwritable(&path, error)),
            Unsaved::Entry(error) => self.failed(unsynced(&path, error)),
        })
    }

    async fn write_to(&mut self, part: PathBuf, path: &Path, most: u64) -> std::result::Result<u64, Unsaved> {
        let begin = move || {
            let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
            Ok(PartFile { file: Some(file), path: part })
        };
        let mut part = blocking(begin).await?;
        let mut size = 0;
        while let Some(chunk) = self.chunk().await.map_err(|error| Unsaved::Answer(Box::new(error)))? {
            size += chunk.len() as u64;
            if size > most {
                return Err(Unsaved::TooLarge);
            }
            part = blocking(move || part.write(&chunk)).await?;
        }
        let path = path.to_owned();
        match blocking(move || part.finish(&path)).await? {
            Entry::OnDisk => Ok(size),
            Entry::Unknown(error) => Err(Unsaved::Entry(error)),
        }
    }
}

enum Unsaved {
    Answer(Box<Error>),
    TooLarge,
    File(io::Error),
    Entry(io::Error),
}

/// How the file is linked into its directory.
enum Entry {
    OnDisk,
    /// The entry exists, and may be lost in a power failure.
    Unknown(io::Error),
}

fn too_large(path: &Path, most: u64) -> Error {
    let text = format!("the file for {} is larger than {most} bytes; nothing was left there", path.display());
    Error::new(ErrorKind::Decode, text).with_subkind(Some("max_download_bytes"))
}

fn unwritable(path: &Path, error: io::Error) -> Error {
    if let Some(scarce) = Scarce::of(&error) {
        let doing = format!("{} cannot be written, and nothing was left there", path.display());
        return scarce.error(&doing, &error).with_source(error);
    }
    let text = format!("{} cannot be written: {error}; nothing was left there", path.display());
    Error::config(text).with_subkind(Some("local_file")).with_source(error)
}

fn unsynced(path: &Path, error: io::Error) -> Error {
    let text =
        format!("{} was written, but its folder cannot be synced to the disk: {error}", path.display());
    Error::config(text).with_subkind(Some("local_file")).with_source(error)
}

/// On a thread of its own: a disk may be slow and must not block the event loop.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> std::result::Result<T, Unsaved> {
    let working = threads::spawn(work).map_err(Unsaved::File)?;
    working.await.flatten().map_err(Unsaved::File)
}

/// The name beside `path`.
fn part_of(path: &Path, random: u64) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("the path names no file"))?;
    let mut part = OsString::from(".");
    part.push(name);
    part.push(format!(".{}-{random:013x}.part", std::process::id()));
    Ok(path.with_file_name(part))
}

/// The folder of a file, whose entry is synced with the folder and not with the file (POSIX `fsync`). `None` where it
/// cannot be synced. Systems other than Unix sync the entry with the file, and have no handle for a folder.
pub(crate) struct Folder(Option<File>);

impl Folder {
    pub(crate) fn of(path: &Path) -> io::Result<Folder> {
        if !cfg!(unix) {
            return Ok(Folder(None));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        possible(File::open(folder)).map(Folder)
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        match &self.0 {
            Some(folder) => possible(folder.sync_all()).map(|_| ()),
            None => Ok(()),
        }
    }
}

/// Some file systems sync no folders, and some folders are writable but not readable: nothing more can be done.
fn possible<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match done {
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported | PermissionDenied) => Ok(None),
        done => done.map(Some),
    }
}

/// A file that is deleted unless it was finished.
struct PartFile {
    file: Option<File>,
    path: PathBuf,
}

impl PartFile {
    fn write(mut self, chunk: &Bytes) -> io::Result<PartFile> {
        match &mut self.file {
            Some(file) => file.write_all(chunk)?,
            None => return Err(io::Error::other("the file was finished")),
        }
        Ok(self)
    }

    fn finish(mut self, path: &Path) -> io::Result<Entry> {
        if let Some(file) = &self.file {
            file.sync_all()?;
        }
        // Opened before the file takes its place: without a descriptor for it the earlier file stays.
        let folder = Folder::of(path)?;
        std::fs::rename(&self.path, path)?;
        self.file = None;
        Ok(folder.sync().map_or_else(Entry::Unknown, |()| Entry::OnDisk))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // Closed first: some systems delete no open file.
        if self.file.take().is_some()
            && let Err(error) = std::fs::remove_file(&self.path)
        {
            tracing::warn!(target: "parlour", "{} could not be deleted: {error}", self.path.display());
        }
    }
}
