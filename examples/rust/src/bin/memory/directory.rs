//! Memory over a directory that cannot be left.
//!
//! The paths come from a model, which may have read them anywhere. Two things keep them inside:
//!
//! * A path is taken apart into names before the system sees it. `..`, `.`, hidden names, back-slashes, control
//!   characters and percent-encoded forms of them are refused; what is not below `/memories` is refused.
//! * Each name is opened relative to the handle of the directory before it, and links are never followed. Swapping a
//!   directory for a link meanwhile, or moving the directory itself, changes nothing: there is no moment between a
//!   check and its use. Files with a second name (hard links) are refused, because that name may be outside.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use parlour::ToolError;
use parlour::client_tools::{
    CommandResult, CreateCommand, DeleteCommand, InsertCommand, MemoryTool, RenameCommand, StrReplaceCommand,
    ViewCommand,
};
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags, fstat, mkdirat, openat, renameat, renameat_with,
    statat, unlinkat,
};
use rustix::io::Errno;

/// The longest name, in bytes. Systems take 255; the rest is for the names of files that are being written.
const LONGEST_NAME: usize = 200;
/// Directories within each other.
const DEEPEST: usize = 8;
/// The largest file, in bytes.
const LARGEST: u64 = 1 << 20;
/// Entries of a listing.
const MOST_ENTRIES: usize = 1000;

/// Files below one directory.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    root: Arc<OwnedFd>,
}

impl Directory {
    /// The directory has to be there.
    pub(crate) fn open(path: &Path) -> io::Result<Directory> {
        let root = openat(CWD, path, OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Directory { root: Arc::new(root) })
    }

    /// Files are read and written on a thread: a task must not wait for a disk.
    async fn work<F>(&self, work: F) -> CommandResult
    where
        F: FnOnce(&Directory) -> CommandResult + Send + 'static,
    {
        let directory = self.clone();
        tokio::task::spawn_blocking(move || work(&directory)).await?
    }

    /// The handle of a directory, name by name from the root.
    fn enter(&self, names: &[&str], make: bool) -> Result<OwnedFd, Errno> {
        let mut at = rustix::io::fcntl_dupfd_cloexec(&*self.root, 0)?;
        for name in names {
            if make {
                match mkdirat(&at, *name, Mode::RWXU) {
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(error) => return Err(error),
                }
            }
            at = open_directory(&at, name)?;
        }
        Ok(at)
    }

    fn show(&self, command: &ViewCommand) -> CommandResult {
        let names = names_of(&command.path)?;
        match self.enter(&names, false) {
            Ok(directory) => {
                let mut entries = Vec::new();
                list(&directory, "", &mut entries).map_err(|error| told(error, &command.path))?;
                Ok(command.show_directory(entries).into())
            }
            // Not a directory, or a link: reading tells them apart.
            Err(Errno::NOTDIR | Errno::LOOP) => Ok(command.show_file(&self.read(&command.path)?)?.into()),
            Err(error) => Err(told(error, &command.path)),
        }
    }

    fn read(&self, path: &str) -> Result<String, ToolError> {
        let (parents, name) = parents_and_name(path)?;
        let open = || {
            // NONBLOCK: a pipe that nobody writes to must not hold the thread.
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let file = openat(self.enter(&parents, false)?, name, flags, Mode::empty())?;
            let status = fstat(&file)?;
            Ok((file, status))
        };
        let (file, status) = open().map_err(|error| told(error, path))?;
        if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
            return Err(ToolError::new(format!("The path {path} is not a file.")));
        }
        if status.st_nlink > 1 {
            return Err(ToolError::new(format!("The file {path} has a second name, and is not opened.")));
        }
        let mut text = String::new();
        // Measured while it is read: the file may grow.
        let read = File::from(file).take(LARGEST + 1).read_to_string(&mut text)?;
        match u64::try_from(read) {
            Ok(bytes) if bytes <= LARGEST => Ok(text),
            _ => Err(too_large(path)),
        }
    }

    /// Writes a file beside its place and moves it there, so that it is there whole or not at all.
    fn write(&self, path: &str, text: &str, replace: bool) -> Result<(), Failed> {
        let (parents, name) = parents_and_name(path)?;
        if u64::try_from(text.len()).is_ok_and(|bytes| bytes > LARGEST) {
            return Err(too_large(path).into());
        }
        let directory = self.enter(&parents, !replace)?;
        let beside = format!(".{name}.new");
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let make = || openat(&directory, &beside, flags, Mode::RUSR | Mode::WUSR);
        let file = match make() {
            // Left by a program that was ended.
            Err(Errno::EXIST) => {
                unlinkat(&directory, &beside, AtFlags::empty())?;
                make()?
            }
            made => made?,
        };
        let mut file = File::from(file);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        let moved = match written {
            Err(error) => Err(Failed::from(ToolError::from(error))),
            Ok(()) if replace => renameat(&directory, &beside, &directory, name).map_err(Failed::from),
            Ok(()) => renameat_with(&directory, &beside, &directory, name, RenameFlags::NOREPLACE)
                .map_err(Failed::from),
        };
        if moved.is_err() {
            // The first error is returned; a temporary file that is left is hidden, and the next write replaces it.
            let _ = unlinkat(&directory, &beside, AtFlags::empty());
        }
        moved
    }

    fn remove(&self, path: &str) -> Result<(), Failed> {
        let (parents, name) = parents_and_name(path)?;
        Ok(remove(&self.enter(&parents, false)?, name)?)
    }

    fn move_to(&self, from: &str, to: &str) -> Result<(), Failed> {
        let (old_parents, old_name) = parents_and_name(from)?;
        let (new_parents, new_name) = parents_and_name(to)?;
        let old = self.enter(&old_parents, false)?;
        // The old path is looked for first: nothing is made for a move that cannot be.
        statat(&old, old_name, AtFlags::SYMLINK_NOFOLLOW)?;
        let new = self.enter(&new_parents, true)?;
        Ok(renameat_with(&old, old_name, &new, new_name, RenameFlags::NOREPLACE)?)
    }
}

/// Why something was not done: an error of the system, or words for the model.
enum Failed {
    System(Errno),
    Said(ToolError),
}

impl From<Errno> for Failed {
    fn from(error: Errno) -> Failed {
        Failed::System(error)
    }
}

impl From<ToolError> for Failed {
    fn from(error: ToolError) -> Failed {
        Failed::Said(error)
    }
}

impl Failed {
    fn told(self, path: &str) -> ToolError {
        match self {
            Failed::System(error) => told(error, path),
            Failed::Said(error) => error,
        }
    }
}

/// The message for the model about a system error. It has no part of the path outside the directory.
fn told(error: Errno, path: &str) -> ToolError {
    match error {
        Errno::NOENT | Errno::NOTDIR => {
            ToolError::new(format!("The path {path} does not exist. Please provide a valid path."))
        }
        Errno::LOOP => ToolError::new(format!("The path {path} is a link, and links are not followed.")),
        Errno::INVAL => ToolError::new(format!("The path {path} cannot be moved into itself.")),
        other => ToolError::new(format!("The path {path} cannot be used: {other}")),
    }
}

fn too_large(path: &str) -> ToolError {
    ToolError::new(format!("The file {path} would have more than {LARGEST} bytes. Split it."))
}

/// The names between `/memories` and the file.
fn names_of(path: &str) -> Result<Vec<&str>, ToolError> {
    let refused = |why: &str| ToolError::new(format!("The path {} is refused: {why}.", path.escape_debug()));
    let rest = path.strip_prefix("/memories").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = rest.ok_or_else(|| refused("it has to begin with /memories/"))?;
    let names: Vec<&str> = rest.split('/').filter(|name| !name.is_empty()).collect();
    if names.len() > DEEPEST {
        return Err(refused("it has too many directories"));
    }
    for name in &names {
        if name.starts_with('.') {
            return Err(refused("names must not begin with a dot"));
        }
        if name.contains('\\') || name.chars().any(char::is_control) {
            return Err(refused("names must not have back-slashes or control characters"));
        }
        // No system decodes these; a program that reads the files later might.
        if name.contains('%') {
            return Err(refused("names must not have percent signs"));
        }
        if name.len() > LONGEST_NAME {
            return Err(refused("a name is too long"));
        }
    }
    Ok(names)
}

fn parents_and_name(path: &str) -> Result<(Vec<&str>, &str), ToolError> {
    let mut names = names_of(path)?;
    match names.pop() {
        Some(name) => Ok((names, name)),
        None => Err(ToolError::new("The directory /memories itself stays as it is.")),
    }
}

fn open_directory(at: &OwnedFd, name: &str) -> Result<OwnedFd, Errno> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(at, name, flags, Mode::empty())
}

/// The names of a directory that are text.
fn entries_of(directory: &OwnedFd) -> Result<Vec<String>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(directory)? {
        if let Ok(name) = entry?.file_name().to_str()
            && name != "."
            && name != ".."
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Lists a directory and its subdirectories; links and devices are left out.
fn list(directory: &OwnedFd, before: &str, entries: &mut Vec<(String, u64)>) -> Result<(), Errno> {
    for name in entries_of(directory)? {
        if entries.len() >= MOST_ENTRIES {
            return Ok(());
        }
        let status = statat(directory, &name, AtFlags::SYMLINK_NOFOLLOW)?;
        match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => {
                entries.push((format!("{before}{name}"), u64::try_from(status.st_size).unwrap_or_default()));
            }
            FileType::Directory => {
                entries.push((format!("{before}{name}/"), 0));
                if before.is_empty() {
                    list(&open_directory(directory, &name)?, &format!("{name}/"), entries)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Removes a file or a link, or a directory with all it holds; what links lead to stays.
fn remove(directory: &OwnedFd, name: &str) -> Result<(), Errno> {
    match open_directory(directory, name) {
        Ok(inner) => {
            for name in entries_of(&inner)? {
                remove(&inner, &name)?;
            }
            unlinkat(directory, name, AtFlags::REMOVEDIR)
        }
        Err(Errno::NOTDIR | Errno::LOOP) => unlinkat(directory, name, AtFlags::empty()),
        Err(error) => Err(error),
    }
}

impl MemoryTool for Directory {
    async fn view(&self, command: ViewCommand, (): ()) -> CommandResult {
        self.work(move |files| files.show(&command)).await
    }

    async fn create(&self, command: CreateCommand, (): ()) -> CommandResult {
        self.work(move |files| match files.write(&command.path, &command.file_text, false) {
            Ok(()) => Ok(().into()),
            Err(Failed::System(Errno::EXIST)) => Err(command.exists()),
            Err(error) => Err(error.told(&command.path)),
        })
        .await
    }

    async fn str_replace(&self, command: StrReplaceCommand, (): ()) -> CommandResult {
        self.work(move |files| {
            let edited = command.apply(&files.read(&command.path)?)?;
            files.write(&command.path, &edited.text, true).map_err(|error| error.told(&command.path))?;
            Ok(edited.reply.into())
        })
        .await
    }

    async fn insert(&self, command: InsertCommand, (): ()) -> CommandResult {
        self.work(move |files| {
            let edited = command.apply(&files.read(&command.path)?)?;
            files.write(&command.path, &edited.text, true).map_err(|error| error.told(&command.path))?;
            Ok(edited.reply.into())
        })
        .await
    }

    async fn delete(&self, command: DeleteCommand, (): ()) -> CommandResult {
        self.work(move |files| match files.remove(&command.path) {
            Ok(()) => Ok(().into()),
            Err(error) => Err(error.told(&command.path)),
        })
        .await
    }

    async fn rename(&self, command: RenameCommand, (): ()) -> CommandResult {
        self.work(move |files| match files.move_to(&command.old_path, &command.new_path) {
            Ok(()) => Ok(().into()),
            Err(Failed::System(Errno::EXIST)) => Err(command.exists()),
            Err(error) => Err(error.told(&command.old_path)),
        })
        .await
    }
}

#[cfg(test)]
mod tests;
