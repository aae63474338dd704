//! The folder of recordings: an index of its files, reading an answer, and writing one.

use std::collections::{HashMap, HashSet};
use std::io::{ErrorKind as IoError, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::exchange::{Answer, Exchange, Failed};
use super::playback::Playback;
use super::request::{Asked, Key};
use super::{RecordingMode, Recordings};
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::setting::Setting;
use crate::transport::{Failure, HttpBody, Incoming, Layer};

/// The recorded answer to an attempt, or its failure.
pub(crate) type Taken = std::result::Result<Incoming<HttpBody>, Failure>;

/// A recorded answer, as its file holds it.
pub(crate) struct Found(Answer);

/// The folder of a client and its copies.
pub(crate) struct Store {
    settings: Recordings,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
    /// Held while a file is changed. The requests that this client has recorded: their further answers are added.
    begun: Mutex<HashSet<Key>>,
    /// A failure to write was logged: the others are not.
    failed: AtomicBool,
}

#[derive(Default)]
struct State {
    files: HashMap<Key, PathBuf>,
    /// How many answers to a request were replayed.
    replayed: HashMap<Key, usize>,
}

impl Store {
    /// Reads the folder. For recording, it is created if its parent is there.
    ///
    /// # Errors
    /// Kind `Config` if the folder is not there or cannot be read, and for a file in it that is no recording.
    pub(crate) fn open(mut settings: Recordings, clock: Arc<dyn Clock>) -> Result<Store> {
        // Neither the folder nor its path is shown, as no value of a setting is.
        let refused = |problem: String| {
            Error::about(Setting::RECORDINGS, format!("{}: {problem}", Setting::RECORDINGS))
        };
        if settings.mode != RecordingMode::Replay {
            match std::fs::create_dir(&settings.folder) {
                Err(error) if error.kind() != IoError::AlreadyExists => {
                    return Err(refused(format!("the folder cannot be created: {error}")));
                }
                _ => {}
            }
        }
        // The program may change its working directory.
        settings.folder = std::fs::canonicalize(&settings.folder)
            .map_err(|error| refused(format!("the folder cannot be read: {error}")))?;
        let mut files = HashMap::new();
        let entries = std::fs::read_dir(&settings.folder)
            .map_err(|error| refused(format!("the folder cannot be read: {error}")))?;
        for entry in entries {
            let path = entry.map_err(|error| refused(format!("the folder cannot be read: {error}")))?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let exchange = read(&path).map_err(|problem| refused(unreadable(&path, &problem)))?;
                files.insert(exchange.request.key(settings.matching), path);
            }
        }
        let state = Mutex::new(State { files, replayed: HashMap::new() });
        Ok(Store { settings, clock, state, begun: Mutex::default(), failed: AtomicBool::new(false) })
    }

    /// The recorded answer to this request, if there is one that may be given.
    ///
    /// # Errors
    /// Kind `Hook`: in replay if there is no recording, or if its file can no longer be read.
    pub(crate) fn find(&self, asked: &Asked) -> Result<Option<Found>> {
        if self.settings.mode == RecordingMode::Record {
            return Ok(None);
        }
        let key = asked.key(self.settings.matching);
        let found = match self.path_of(asked, key) {
            Some(path) => match read(&path) {
                Ok(exchange) => self.choose(exchange, key),
                Err(problem) if self.settings.mode == RecordingMode::Replay => {
                    let text = format!("no answer is replayed: {}", unreadable(&path, &problem));
                    return Err(Error::new(ErrorKind::Hook, text).with_subkind(Some("no_recording")));
                }
                // A cache that lost a file asks the service.
                Err(_) => None,
            },
            None => None,
        };
        match found {
            Some(answer) => Ok(Some(Found(answer))),
            None if self.settings.mode == RecordingMode::Replay => Err(self.missing(asked)),
            None => Ok(None),
        }
    }

    /// The answer whose turn it is.
    fn choose(&self, exchange: Exchange, key: Key) -> Option<Answer> {
        let mut answers = exchange.answers;
        if self.settings.mode == RecordingMode::Cache {
            return answers.into_iter().find(Answer::is_complete);
        }
        let last = answers.len().checked_sub(1)?;
        let mut state = self.lock();
        let turn = state.replayed.entry(key).or_default();
        let this = (*turn).min(last);
        *turn += 1;
        Some(answers.swap_remove(this))
    }

    /// Gives a recorded answer in place of the service's.
    pub(crate) fn give(&self, Found(answer): Found) -> Taken {
        let (Some((status, headers)), failure) = (answer.head(), answer.failure.as_ref()) else {
            let failure = answer.failure.as_ref().map(Failed::failure);
            return Err(failure.unwrap_or_else(|| Failed::default().failure()));
        };
        let clock = self.settings.timing.then(|| Arc::clone(&self.clock));
        let playback = Playback::new(answer.body().collect(), failure.map(Failed::failure), clock);
        Ok(Incoming { status, headers: headers.into(), body: HttpBody::Layer(Layer::new(playback)) })
    }

    /// Records that an attempt failed before its answer began.
    pub(crate) fn tap_failure(&self, asked: Asked, failure: &Failure) {
        self.keep(asked, Answer::failed(Failed::of(failure)));
    }

    /// Whether the answers of the service are recorded.
    pub(crate) fn records(&self) -> bool {
        self.settings.mode != RecordingMode::Replay
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// Writes an answer to the file of its request. The caller has its answer: a file that cannot be written costs it
    /// nothing.
    pub(super) fn keep(&self, asked: Asked, answer: Answer) {
        let cache = self.settings.mode == RecordingMode::Cache;
        if cache && !answer.is_complete() {
            return;
        }
        let key = asked.key(self.settings.matching);
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.lock().files.get(&key).cloned();
        let path = known.unwrap_or_else(|| self.usual_path(&asked, key));
        // A cache keeps one answer.
        let before = if begun.contains(&key) && !cache { read(&path).ok() } else { None };
        let mut exchange = before.unwrap_or_else(|| Exchange::new(asked));
        exchange.answers.push(answer);
        match self.write(&path, &exchange) {
            Ok(()) => {
                begun.insert(key);
                self.lock().files.insert(key, path);
            }
            Err(error) => self.not_recorded(&error.to_string()),
        }
    }

    /// Writes a file in one step: nobody ever reads a part of it.
    fn write(&self, path: &Path, exchange: &Exchange) -> std::io::Result<()> {
        let text = exchange.write().map_err(std::io::Error::other)?;
        // Another process, or another client of this one, may write the same file.
        let aside = path.with_extension(format!("{}-{:p}.part", std::process::id(), self));
        let written = std::fs::File::create(&aside).and_then(|mut file| file.write_all(&text));
        let moved = written.and_then(|()| std::fs::rename(&aside, path));
        if moved.is_err() {
            // What is left of it would lie in the folder for ever; that it was never made is no second failure.
            drop(std::fs::remove_file(&aside));
        }
        moved
    }

    /// Logs that an answer was not recorded, once.
    pub(super) fn not_recorded(&self, why: &str) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            tracing::warn!(target: "parlour", why,
                "an answer could not be recorded; further failures are not logged");
        }
    }

    /// The file of a request: as the folder was read, or as another process has written it since.
    fn path_of(&self, asked: &Asked, key: Key) -> Option<PathBuf> {
        if let Some(path) = self.lock().files.get(&key) {
            return Some(path.clone());
        }
        Some(self.usual_path(asked, key)).filter(|path| path.is_file())
    }

    fn usual_path(&self, asked: &Asked, key: Key) -> PathBuf {
        self.settings.folder.join(asked.file_name(key)).with_extension("json")
    }

    /// The error for a request without a recording, with the nearest one.
    fn missing(&self, asked: &Asked) -> Error {
        let paths: Vec<PathBuf> = self.lock().files.values().cloned().collect();
        let matching = self.settings.matching;
        let nearest = paths
            .iter()
            .filter_map(|path| {
                let differences = asked.differences(&read(path).ok()?.request, matching)?;
                Some((differences, path))
            })
            .min_by(|((few, _), one), ((many, _), other)| few.cmp(many).then_with(|| one.cmp(other)));
        let mut text = format!("no recording of {asked}");
        match nearest {
            Some(((count, sentences), path)) => {
                text += &format!(" matches; the nearest is {}: {}", name_of(path), sentences.join(", "));
                if count > sentences.len() {
                    text += &format!(", and {} more differences", count - sentences.len());
                }
            }
            None => {
                text += &format!(" is in the folder, which has {} recordings of other endpoints", paths.len())
            }
        }
        text += ". Record the call again, or compare loosely";
        Error::new(ErrorKind::Hook, text)
            .with_subkind(Some("no_recording"))
            .with_setting(Some(Setting::RECORDINGS))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("settings", &self.settings).finish_non_exhaustive()
    }
}

fn read(path: &Path) -> std::result::Result<Exchange, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Exchange::read(&bytes)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn unreadable(path: &Path, problem: &str) -> String {
    format!("the file {} is no recording: {problem}", name_of(path))
}
