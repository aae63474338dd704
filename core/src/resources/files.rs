//! Files at the service (protocol §8.5).

use std::path::PathBuf;

use crate::client::Client;
use crate::client::body::Body;
use crate::client::options::CallOptions;
use crate::client::raw::ByteStream;
use crate::client::upload::{Multipart, Upload};
use crate::error::Result;
use crate::model::{Deleted, FileInfo};
use crate::resources::call::ResourceCall;
use crate::resources::pages::ListCall;

/// Files. Returned by [`Client::files`].
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    pub(super) client: &'a Client,
}

impl Client {
    /// Files: uploads, the list, one, its content, deletion.
    #[must_use]
    pub fn files(&self) -> Files<'_> {
        Files { client: self }
    }
}

impl Files<'_> {
    /// Uploads a file as a stream: only a few pieces of it are in memory.
    ///
    /// A path or bytes are sent again by retries; a reader or stream only if it was not read yet.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// use parlour::Upload;
    /// let file = client.files().upload(Upload::bytes("notes.txt", "Buy milk.")).await?;
    /// println!("{}: {:?} bytes", file.id, file.size_bytes);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// When awaited: any [`ErrorKind`](crate::ErrorKind); [`ErrorKind::Config`](crate::ErrorKind::Config) of the
    /// subkind `local_file` if the file cannot be read, or becomes shorter or longer while it is sent.
    pub fn upload(&self, file: Upload) -> ResourceCall<FileInfo> {
        let body = Multipart::of_file(file).body(self.client.clock());
        ResourceCall::new(self.client, "files.upload", &[], body)
    }

    /// Downloads the content of a file to this path atomically (see [`ByteStream::save`]), and returns its size in
    /// bytes.
    ///
    /// # Errors
    /// As [`Files::content`] and [`ByteStream::save`].
    pub async fn download(&self, id: &str, path: impl Into<PathBuf>) -> Result<u64> {
        self.content(id).await?.save(path).await
    }

    /// [`download`](Self::download) with a bound of `most` bytes instead of [`SAVE_BYTES`](crate::SAVE_BYTES).
    ///
    /// # Errors
    /// As [`Files::download`].
    pub async fn download_at_most(&self, id: &str, path: impl Into<PathBuf>, most: u64) -> Result<u64> {
        self.content(id).await?.save_at_most(path, most).await
    }

    /// [`Files::content`] with options for the call.
    ///
    /// # Errors
    /// As [`Files::content`].
    pub async fn content_with(&self, id: &str, options: CallOptions) -> Result<ByteStream> {
        self.client.endpoint("files.content", &[id], &[], Body::empty())?.with(options).open().await
    }

    /// The files of this workspace.
    pub fn list(&self) -> ListCall<FileInfo> {
        ListCall::new(self.client, "files.list", &[])
    }

    /// The metadata of a file.
    pub fn get(&self, id: &str) -> ResourceCall<FileInfo> {
        ResourceCall::new(self.client, "files.get", &[id], Ok(Body::empty()))
    }

    /// Deletes a file. It cannot be restored.
    pub fn delete(&self, id: &str) -> ResourceCall<Deleted> {
        ResourceCall::new(self.client, "files.delete", &[id], Ok(Body::empty()))
    }

    /// The content of a file, chunk by chunk. Only files made by tools can be read ([`FileInfo::downloadable`]).
    ///
    /// # Errors
    /// Any [`ErrorKind`](crate::ErrorKind); [`ErrorKind::BadRequest`](crate::ErrorKind::BadRequest) for a file that was
    /// uploaded.
    pub async fn content(&self, id: &str) -> Result<ByteStream> {
        self.content_with(id, CallOptions::new()).await
    }
}
