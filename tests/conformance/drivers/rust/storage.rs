//! The Rust driver's use of local files: uploads, downloads, and runs of batches with their journal.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use parlour::{BatchRunOptions, Body, CallOptions, Client, ErrorKind, Upload};
use parlour_conformance::json::Json;
use parlour_conformance::lines;
use serde_json::value::RawValue;

use crate::{Ended, Failed, Output, body, head};

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Failed> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("parlour-driver-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).map_err(failed)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If this fails, the system cleans the folder for temporary files.
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

fn failed(error: std::io::Error) -> Failed {
    Failed::Line(error.to_string())
}

fn text<'a>(of: Option<&'a Json>, key: &str) -> Option<&'a str> {
    of?.get(key)?.as_str()
}

pub(crate) async fn upload(client: &Client, call: &Json, options: CallOptions) -> Ended {
    let folder = Folder::new()?;
    let file = file_of(call, &folder.0)?;
    let reply = client.files().upload(file).with(options).await?;
    let mut line = head(&reply);
    line.set("answer", Json::Text(serde_json::to_string(&*reply).map_err(|e| Failed::Line(e.to_string()))?));
    Ok(Some(line))
}

/// A skill, or with its id a version of it, from the files of the call.
pub(crate) async fn skill(client: &Client, call: &Json, id: Option<&str>, options: CallOptions) -> Ended {
    let folder = Folder::new()?;
    let files = call.get("files").map(Json::items).unwrap_or_default();
    let files = files.iter().map(|file| upload_of(Some(file), &folder.0)).collect::<Result<Vec<_>, _>>()?;
    let (head, answer) = match id {
        Some(id) => {
            let reply = client.skills().create_version(id, files).with(options).await?;
            (head(&reply), serde_json::to_string(&*reply))
        }
        None => {
            let name = text(Some(call), "display_name");
            let reply = client.skills().create(name, files).with(options).await?;
            (head(&reply), serde_json::to_string(&*reply))
        }
    };
    let mut line = head;
    line.set("answer", Json::Text(answer.map_err(|e| Failed::Line(e.to_string()))?));
    Ok(Some(line))
}

fn file_of(call: &Json, folder: &Path) -> Result<Upload, Failed> {
    let of = call.get("upload");
    let file = upload_of(of, folder)?;
    Ok(match of.and_then(|of| of.get("expires_in_seconds")).and_then(Json::as_u64) {
        Some(seconds) => file.expires_in(Duration::from_secs(seconds)),
        None => file,
    })
}

fn upload_of(of: Option<&Json>, folder: &Path) -> Result<Upload, Failed> {
    let name = text(of, "name").unwrap_or_default();
    let content = text(of, "content").unwrap_or_default().as_bytes().to_vec();
    let file = match text(of, "from") {
        Some("path") => {
            let path = folder.join(name);
            std::fs::write(&path, content).map_err(failed)?;
            Upload::path(path)?
        }
        Some("machine") => Upload::path(name)?,
        Some("reader") => Upload::reader(name, std::io::Cursor::new(content)),
        _ => Upload::bytes(name, content),
    };
    Ok(match text(of, "media_type") {
        Some(media_type) => file.media_type(media_type),
        None => file,
    })
}

pub(crate) async fn download(
    client: &Client,
    id: &str,
    most: Option<u64>,
    options: CallOptions,
    out: &Output,
) -> Ended {
    let folder = Folder::new()?;
    let path = folder.0.join("content");
    let client = client.with_options(options);
    let ended = match most {
        Some(most) => client.files().download_at_most(id, &path, most).await,
        None => client.files().download(id, &path).await,
    };
    let mut item = lines::tagged("item");
    item.set("json", Json::text(path.exists().to_string()));
    out.line(item)?;
    ended?;
    let mut line = lines::tagged("done");
    line.set("attempts", Json::int(0));
    line.set("body", Json::text(std::fs::read_to_string(path).map_err(failed)?));
    Ok(Some(line))
}

#[derive(serde::Deserialize)]
struct Whole<'a> {
    #[serde(borrow)]
    requests: Vec<One<'a>>,
}

#[derive(serde::Deserialize)]
struct One<'a> {
    custom_id: String,
    #[serde(borrow)]
    params: &'a RawValue,
}

pub(crate) async fn run_batches(client: &Client, call: &Json, options: CallOptions, out: &Output) -> Ended {
    let folder = Folder::new()?;
    let path = folder.0.join("journal");
    let how = call.get("run");
    let journal = text(how, "journal");
    if let Some(journal) = journal {
        std::fs::write(&path, journal).map_err(failed)?;
    }
    let whole: Whole<'_> = serde_json::from_str(body(call)).map_err(|e| Failed::Line(e.to_string()))?;
    let others = how.and_then(|how| how.get("last")).map(Json::to_string);
    let others: Option<Vec<One<'_>>> =
        others.as_deref().map(serde_json::from_str).transpose().map_err(|e| Failed::Line(e.to_string()))?;
    let times = how.and_then(|how| how.get("times")).and_then(Json::as_u64).unwrap_or(1);
    let mut ended = Ok(());
    for left in (0..times).rev() {
        let requests = others.as_ref().filter(|_| left == 0).unwrap_or(&whole.requests);
        let run = run_of(how, &path).with(options.clone());
        ended = run_once(client, requests, run, (left == 0).then_some(out)).await;
        if ended.is_err() {
            break;
        }
    }
    if journal.is_some() {
        let text = std::fs::read_to_string(&path).map_err(failed)?;
        let mut item = lines::tagged("item");
        item.set("json", Json::Text(serde_json::Value::from(text).to_string()));
        out.line(item)?;
    }
    ended?;
    let mut line = lines::tagged("done");
    line.set("attempts", Json::int(0));
    Ok(Some(line))
}

fn run_of(how: Option<&Json>, journal: &Path) -> BatchRunOptions {
    let number = |key: &str| how.and_then(|how| how.get(key)).and_then(Json::as_u64);
    let mut run = BatchRunOptions::new().state(journal);
    if let Some(requests) = number("requests_per_batch") {
        run = run.requests_per_batch(usize::try_from(requests).unwrap_or(usize::MAX));
    }
    if let Some(bytes) = number("bytes_per_batch") {
        run = run.bytes_per_batch(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    run
}

/// A run, whose lines are written where somebody wants them.
async fn run_once(
    client: &Client,
    requests: &[One<'_>],
    run: BatchRunOptions,
    out: Option<&Output>,
) -> Result<(), Failed> {
    let read = |one: &One<'_>| -> Result<(String, Body), Failed> {
        Ok((one.custom_id.clone(), Body::from_json_bytes(one.params.get().to_owned())?))
    };
    let requests = requests.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut results = client.batches().run(requests, run).await?;
    while let Some(result) = results.next().await {
        let mut line = lines::tagged("item");
        match result {
            Ok(result) => {
                let json = serde_json::to_string(&result).map_err(|e| Failed::Line(e.to_string()))?;
                line.set("json", Json::Text(json));
            }
            Err(error) if error.kind() == ErrorKind::Decode => {
                line.set("broken", Json::text(error.kind().name()));
                line.set("message", Json::text(error.message()));
            }
            Err(error) => return Err(error.into()),
        }
        if let Some(out) = out {
            out.line(line)?;
        }
    }
    Ok(())
}
