//! Files that JavaScript uploads: paths, bytes, and feeds whose pieces the event loop gives, forms of them; and runs of
//! batches.

use std::time::Duration;

use napi::bindgen_prelude::Function;
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi::{Env, Result};
use napi_derive::napi;
use parlour_bridge::Mode;
use parlour_bridge::batch_run::{BatchRun, BatchRunSettings};
use parlour_bridge::uploads::{self, Feed, Part, Upload};

use crate::js::{Bytes, Strings};
use crate::request_body::RequestBody;
use crate::resources::{ResourceCall, thrown};
use crate::spliced::spliced;

/// A file to be uploaded.
#[napi]
pub struct NativeUpload {
    pub(crate) upload: Upload,
}

#[napi]
impl NativeUpload {
    /// The file at this path.
    #[napi(factory, catch_unwind)]
    pub fn path(env: Env, path: String) -> Result<NativeUpload> {
        Ok(NativeUpload { upload: thrown(env, Upload::path(path))? })
    }

    /// These bytes, which are copied.
    #[napi(factory, catch_unwind, ts_args_type = "name: string, content: Uint8Array")]
    pub fn bytes(name: String, content: Bytes) -> NativeUpload {
        NativeUpload { upload: Upload::bytes(&name, content.0.unwrap_or_default()) }
    }

    /// A body whose bytes are written to this feed.
    #[napi(factory, catch_unwind)]
    pub fn feed(name: String, feed: &NativeFeed) -> NativeUpload {
        NativeUpload { upload: Upload::feed(&name, &feed.feed) }
    }

    /// With this name, media type and length in bytes, where they are given.
    #[napi(catch_unwind, js_name = "with")]
    pub fn with_(
        &self,
        name: Option<String>,
        media_type: Option<String>,
        length: Option<f64>,
    ) -> NativeUpload {
        let mut upload = self.upload.clone();
        if let Some(name) = name {
            upload = upload.named(&name);
        }
        if let Some(media_type) = media_type {
            upload = upload.media_type(&media_type);
        }
        if let Some(length) = length {
            upload = upload.length(length as u64);
        }
        NativeUpload { upload }
    }

    /// The call that uploads this file, which the service deletes after so many seconds where they are given.
    #[napi(catch_unwind)]
    pub fn call(&self, env: Env, expires_in_seconds: Option<f64>) -> Result<ResourceCall> {
        let upload = self.upload.clone();
        let upload = match expires_in_seconds {
            Some(seconds) => upload.expires_in(seconds as u64),
            None => upload,
        };
        ResourceCall::made(env, uploads::file(upload))
    }

    /// The raw request whose body is this content; with `streams` its answer is given as it comes.
    #[napi(catch_unwind)]
    pub fn request(&self, env: Env, method: String, path: String, streams: bool) -> Result<ResourceCall> {
        ResourceCall::made(env, uploads::raw_content(raw(streams), &method, path, self.upload.clone()))
    }
}

fn raw(streams: bool) -> Mode {
    if streams { Mode::RawStream } else { Mode::Raw }
}

/// A form of several parts, the body of a raw request.
#[napi]
#[derive(Default)]
pub struct NativeForm {
    parts: Vec<Part>,
}

#[napi]
impl NativeForm {
    /// Without parts.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> NativeForm {
        NativeForm::default()
    }

    /// Adds a part of text.
    #[napi(catch_unwind)]
    pub fn text(&mut self, name: String, value: String) {
        self.parts.push(Part::Text(name, value));
    }

    /// Adds a part that is a file.
    #[napi(catch_unwind)]
    pub fn file(&mut self, name: String, file: &NativeUpload) {
        self.parts.push(Part::File(name, file.upload.clone()));
    }

    /// The raw request whose body is this form; with `streams` its answer is given as it comes.
    #[napi(catch_unwind)]
    pub fn request(&self, env: Env, method: String, path: String, streams: bool) -> Result<ResourceCall> {
        ResourceCall::made(env, uploads::raw_form(raw(streams), &method, path, self.parts.clone()))
    }
}

/// Pieces that the event loop gives.
#[napi]
pub struct NativeFeed {
    feed: Feed,
}

#[napi]
impl NativeFeed {
    /// `wanted` is called on the event loop each time a piece is wanted, and must not throw. It keeps no process alive:
    /// the call that sends the pieces does.
    #[napi(constructor, catch_unwind, ts_args_type = "wanted: () => void")]
    pub fn new(wanted: Function<'_, (), ()>) -> Result<NativeFeed> {
        let wanted = wanted.build_threadsafe_function().weak::<true>().build()?;
        let tell = move || {
            // While the environment is ending, nothing awaits the call either.
            let _status = wanted.call((), ThreadsafeFunctionCallMode::NonBlocking);
        };
        Ok(NativeFeed { feed: Feed::new(tell) })
    }

    /// Gives the piece that is wanted.
    #[napi(catch_unwind, ts_args_type = "piece: Uint8Array")]
    pub fn give(&self, piece: Bytes) {
        self.feed.give(piece.0.unwrap_or_default());
    }

    /// There are no more pieces.
    #[napi(catch_unwind)]
    pub fn end(&self) {
        self.feed.end();
    }

    /// The next piece could not be read.
    #[napi(catch_unwind)]
    pub fn fail(&self, why: String) {
        self.feed.fail(why);
    }
}

/// The files of a skill, collected one by one.
#[napi]
#[derive(Default)]
pub struct NativeSkillFiles {
    files: Vec<Upload>,
}

#[napi]
impl NativeSkillFiles {
    /// None yet.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> NativeSkillFiles {
        NativeSkillFiles::default()
    }

    /// Adds a file.
    #[napi(catch_unwind)]
    pub fn add(&mut self, file: &NativeUpload) {
        self.files.push(file.upload.clone());
    }

    /// The call that creates a skill.
    #[napi(catch_unwind)]
    pub fn skill(&self, env: Env, display_name: Option<String>) -> Result<ResourceCall> {
        ResourceCall::made(env, uploads::skill(display_name.as_deref(), self.files.clone()))
    }

    /// The call that adds a version to a skill.
    #[napi(catch_unwind)]
    pub fn version(&self, env: Env, skill: String) -> Result<ResourceCall> {
        ResourceCall::made(env, uploads::skill_version(&skill, self.files.clone()))
    }
}

/// The call that writes the content of a file to a path: at most so many bytes, a whole number, or as many as the core
/// allows.
#[napi(catch_unwind, ts_args_type = "id: string, path: string, most: number | null")]
pub fn download_call(env: Env, id: String, path: String, most: Option<f64>) -> Result<ResourceCall> {
    ResourceCall::made(env, uploads::download(&id, path, most.map(|most| most as u64)))
}

/// A run of batches.
#[napi]
pub struct NativeBatchRun {
    run: BatchRun,
}

#[napi]
impl NativeBatchRun {
    /// Begins a run, or continues the run of its journal; times are milliseconds.
    #[napi(constructor, catch_unwind)]
    pub fn new(
        env: Env,
        state: Option<String>,
        requests: Option<u32>,
        bytes: Option<u32>,
        first: Option<f64>,
        longest: Option<f64>,
        limit: Option<f64>,
    ) -> Result<NativeBatchRun> {
        // The caller refused invalid times: it knows the name of the option.
        let time = |ms: Option<f64>| ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
        let settings = BatchRunSettings {
            state: state.map(Into::into),
            requests_per_batch: requests.map(|count| count as usize),
            bytes_per_batch: bytes.map(|count| count as usize),
            first: time(first),
            longest: time(longest),
            limit: time(limit),
        };
        Ok(NativeBatchRun { run: thrown(env, BatchRun::open(settings))? })
    }

    /// Adds a request; true if a full batch has to be submitted first. `strings` as of `NativeBatchWriter.push`.
    #[napi(
        catch_unwind,
        ts_args_type = "id: string, params: string | Uint8Array, strings?: Array<string> | null"
    )]
    pub fn push(&self, env: Env, id: String, params: Bytes, strings: Strings) -> Result<bool> {
        let params = spliced(params.0.unwrap_or_default(), &strings)?;
        thrown(env, self.run.push(&id, params.into()))
    }

    /// As `push`, with a body that the core made.
    #[napi(catch_unwind)]
    pub fn push_body(&self, env: Env, id: String, params: &RequestBody) -> Result<bool> {
        thrown(env, self.run.push_body(&id, params.body.clone()))
    }

    /// The call that submits the full batch.
    #[napi(catch_unwind)]
    pub fn submit(&self, env: Env) -> Result<ResourceCall> {
        ResourceCall::made(env, Ok(self.run.submit()))
    }

    /// Ends the run, and lets go of its journal.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.run.close();
    }

    /// The call that submits the rest and gives the results line by line.
    #[napi(catch_unwind)]
    pub fn results(&self, env: Env) -> Result<ResourceCall> {
        ResourceCall::of_lines(env, Ok(self.run.results()))
    }
}
