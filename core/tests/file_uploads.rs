//! Uploads that are read while they are sent, forms, and downloads to a path (protocol §8.5, §8.6).
#![cfg(all(feature = "proxy", feature = "resources"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use parlour::{Body, CallOptions, ErrorKind, HttpVersion, Method, Multipart, Upload};
use parlour_emulator::{Emulator, Fault, Reply};
use support::{builder, client, soon};
use tokio::io::{AsyncRead, ReadBuf};

/// A directory of a test, deleted at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-uploads-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Gives `pieces` pieces of 1000 bytes and counts them.
struct Counted {
    pieces: usize,
    given: Arc<AtomicUsize>,
}

impl AsyncRead for Counted {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.given.fetch_add(1, Ordering::Relaxed) < self.pieces {
            room.put_slice(&[b'r'; 1000]);
        }
        Poll::Ready(Ok(()))
    }
}

fn counted(pieces: usize) -> (Upload, Arc<AtomicUsize>) {
    let given = Arc::new(AtomicUsize::new(0));
    (Upload::reader("r.bin", Counted { pieces, given: Arc::clone(&given) }), given)
}

#[tokio::test]
async fn what_is_uploaded_arrives_from_every_source_over_both_clients() {
    let folder = Folder::new("sources");
    let content: Vec<u8> = (0..1_000_003_u32).map(|at| (at % 251) as u8).collect();
    let path = folder.file("plan.pdf", &content);
    for version in [HttpVersion::Http1, HttpVersion::Http2] {
        let emulator = Emulator::start().await.unwrap();
        let client = builder(&emulator).http_version(version).build().unwrap();
        let made = CallOptions::new().header("x-emulator-made", "tool");
        let sources = [
            (Upload::path(&path).unwrap(), "plan.pdf", "application/pdf", content.len()),
            (Upload::bytes("b.txt", content.clone()), "b.txt", "text/plain", content.len()),
            (counted(500).0, "r.bin", "application/octet-stream", 500_000),
            (counted(7).0.length(7000), "r.bin", "application/octet-stream", 7000),
            (Upload::path(folder.file("empty.csv", b"")).unwrap(), "empty.csv", "text/csv", 0),
        ];
        for (upload, name, kind, size) in sources {
            let file = soon(client.files().upload(upload).with(made.clone())).await.unwrap();
            assert_eq!(
                (file.filename.as_str(), file.mime_type.as_deref(), file.size_bytes),
                (name, Some(kind), Some(size as u64)),
                "{version:?}"
            );
            let back = folder.0.join("back");
            assert_eq!(soon(client.files().download(&file.id, &back)).await.unwrap(), size as u64);
            let back = fs::read(back).unwrap();
            match name {
                "r.bin" => assert!(back.len() == size && back.iter().all(|byte| *byte == b'r')),
                "empty.csv" => assert!(back.is_empty()),
                _ => assert_eq!(back, content),
            }
        }
    }
}

#[tokio::test]
async fn a_length_is_announced_where_it_is_known() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    soon(client.files().upload(counted(3).0)).await.unwrap();
    soon(client.files().upload(counted(3).0.length(3000))).await.unwrap();
    let requests = emulator.requests();
    assert_eq!(requests[0].header("transfer-encoding"), Some("chunked"));
    assert_eq!(requests[0].header("content-length"), None);
    assert_eq!(requests[1].header("transfer-encoding"), None);
    assert!(requests[1].header("content-length").is_some());
    for length in [2999, 3001] {
        let error = soon(client.files().upload(counted(3).0.length(length))).await.unwrap_err();
        assert_eq!((error.kind(), error.subkind()), (ErrorKind::Config, Some("local_file")), "{error}");
        assert_eq!(error.attempts().count(), 1);
    }
}

#[tokio::test]
async fn a_file_that_changes_is_told_and_not_sent_again() {
    let folder = Folder::new("changes");
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let path = folder.file("a.bin", &[7; 300_000]);
    let (shorter, longer) = (Upload::path(&path).unwrap(), Upload::path(&path).unwrap());
    fs::File::options().append(true).open(&path).unwrap().write_all(b"more").unwrap();
    let error = soon(client.files().upload(longer)).await.unwrap_err();
    assert!(error.to_string().contains("grew") && error.to_string().contains("a.bin"), "{error}");
    assert_eq!((error.subkind(), error.attempts().count()), (Some("local_file"), 1));
    fs::write(&path, b"less").unwrap();
    let error = soon(client.files().upload(shorter)).await.unwrap_err();
    assert!(error.to_string().contains("became shorter"), "{error}");
    let gone = Upload::path(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let error = soon(client.files().upload(gone)).await.unwrap_err();
    assert_eq!(error.subkind(), Some("local_file"), "{error}");
    assert!(emulator.upload_book().is_empty());
}

#[tokio::test]
async fn only_what_can_be_read_again_is_sent_again() {
    let folder = Folder::new("again");
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let path = folder.file("a.bin", &[7; 300_000]);
    emulator.push(Reply::named("reset_mid_upload").unwrap());
    let file = soon(client.files().upload(Upload::path(&path).unwrap())).await.unwrap();
    assert_eq!((file.size_bytes, file.attempts().count()), (Some(300_000), 2));
    emulator.push(Reply::model().fault(Fault::ResetUpload(100)));
    let (upload, _) = counted(400);
    let error = soon(client.files().upload(upload.clone())).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 1), "{error}");
    let error = soon(client.files().upload(upload)).await.unwrap_err();
    assert!(error.to_string().contains("can be sent once"), "{error}");
    assert_eq!(emulator.upload_book().get("a.bin"), Some(&1));
    assert_eq!(emulator.upload_book().get("r.bin"), None);
}

#[tokio::test]
async fn skills_and_raw_forms_are_uploaded() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let sheet = || {
        let text = "---\nname: report\ndescription: Writes reports.\n---\nWrite.";
        [Upload::bytes("report/SKILL.md", text), counted(2).0.named("report/data.bin")]
    };
    let skill = soon(client.skills().create(Some("Reports"), sheet())).await.unwrap();
    assert_eq!(skill.display_name.as_deref(), Some("Reports"));
    let version = soon(client.skills().create_version(&skill.id, sheet())).await.unwrap();
    assert_eq!((version.skill_id.as_str(), version.name.as_str()), (skill.id.as_str(), "report"));
    let form = Multipart::new().text("expires_in_seconds", "3600").file("file", Upload::bytes("a.md", "x"));
    let body = Body::multipart(form).unwrap();
    soon(client.request(Method::POST, "/v1/files", body.clone())).await.unwrap();
    assert_eq!(emulator.upload_book().get("a.md"), Some(&1));
    let hour = || Upload::bytes("a.md", "x").expires_in(Duration::from_secs(3600));
    let kept = soon(client.files().upload(hour())).await.unwrap();
    assert!(kept.expires_at.is_some(), "{kept:?}");
    for error in [
        soon(client.skills().create(None, [hour()])).await.unwrap_err(),
        Body::upload(hour()).unwrap_err(),
        Body::multipart(Multipart::new().file("file", hour())).unwrap_err(),
    ] {
        assert!(error.kind() == ErrorKind::Config && error.to_string().contains("end of life"), "{error}");
    }
    let keys = CallOptions::new().body_key("a", parlour::Json::parse("1").unwrap());
    let error = soon(client.request(Method::POST, "/v1/files", body).with(keys)).await.unwrap_err();
    assert!(error.to_string().contains("not JSON"), "{error}");
    emulator.push(Reply::json(200, serde_json::json!({})));
    let body = Body::upload(Upload::bytes("", "a,b").media_type("text/csv")).unwrap();
    soon(client.request(Method::POST, "/v1/other", body)).await.unwrap();
    let sent = emulator.requests().pop().unwrap();
    assert_eq!((sent.header("content-type"), &sent.body[..]), (Some("text/csv"), &b"a,b"[..]));
}

#[tokio::test]
async fn a_download_is_there_whole_or_not_at_all() {
    let folder = Folder::new("download");
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let id = emulator.add_file("plot.png", "image/png", vec![1; 500_000]);
    let path = folder.file("plot.png", b"before");
    emulator.push(Reply::model().fault(Fault::ResetAt(1000)));
    let error = soon(client.files().download(&id, &path)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
    assert_eq!((folder.names(), fs::read(&path).unwrap()), (vec!["plot.png".to_owned()], b"before".to_vec()));
    assert_eq!(soon(client.files().download(&id, &path)).await.unwrap(), 500_000);
    assert_eq!((folder.names().len(), fs::read(&path).unwrap().len()), (1, 500_000));
    let error = soon(client.files().download(&id, folder.0.join("no/such/folder"))).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Config, Some("local_file")), "{error}");
    assert_eq!(error.attempts().count(), 1, "{error}");
    let error = soon(client.files().download(&id, "/")).await.unwrap_err();
    assert_eq!((error.subkind(), error.attempts().count()), (Some("local_file"), 1), "{error}");
}

#[tokio::test]
async fn a_download_is_not_larger_than_its_bound() {
    let folder = Folder::new("bound");
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let id = emulator.add_file("plot.png", "image/png", vec![1; 500_000]);
    let path = folder.file("plot.png", b"before");
    let answer = |length: &str| {
        let mut answer = format!("HTTP/1.1 200 OK\r\n{length}connection: close\r\n\r\n").into_bytes();
        answer.resize(answer.len() + 500_000, b'x');
        Reply::raw(answer).fault(Fault::CloseAfterReply)
    };
    // Whether or not the answer says its length.
    for length in ["content-length: 500000\r\n", ""] {
        for (most, saved) in [(499_999, None), (500_000, Some(500_000)), (parlour::SAVE_BYTES, Some(500_000))]
        {
            fs::write(&path, b"before").unwrap();
            emulator.push(answer(length));
            let bytes = soon(client.files().content(&id)).await.unwrap();
            let done = soon(bytes.save_at_most(&path, most)).await;
            let there = fs::read(&path).unwrap().len() as u64;
            assert_eq!((folder.names().len(), there), (1, saved.unwrap_or(6)), "{length}{most}");
            match done {
                Ok(size) => assert_eq!(Some(size), saved, "{length}{most}"),
                Err(error) => {
                    let kind = (error.kind(), error.subkind());
                    assert_eq!(
                        (kind, saved),
                        ((ErrorKind::Decode, Some("max_download_bytes")), None),
                        "{error}"
                    );
                }
            }
        }
    }
}

const DOWNLOAD: &str = "PARLOUR_TEST_DOWNLOAD";

/// The process that may write no more than a part of the file.
#[tokio::test]
async fn a_download_in_a_process_of_its_own() {
    let Ok(given) = std::env::var(DOWNLOAD) else { return };
    let [url, key, id, path] = given.split('|').collect::<Vec<_>>().try_into().unwrap();
    let client = parlour::Client::builder().base_url(url).api_key(key).build().unwrap();
    let error = soon(client.files().download(id, path)).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Config, Some("local_file")), "{error}");
    assert!(error.to_string().contains("nothing was left there"), "{error}");
    assert_eq!((error.attempts().count(), error.attempts().waits().len()), (2, 1), "{error}");
}

/// As on a full disk, a write fails in the middle: with a limit of the process, which needs no disk to fill and no
/// rights.
#[cfg(unix)]
#[tokio::test]
async fn a_disk_that_is_full_is_told_and_left_as_it_was() {
    let folder = Folder::new("full");
    let emulator = Emulator::start().await.unwrap();
    let id = emulator.add_file("plot.png", "image/png", vec![1; 500_000]);
    let path = folder.file("plot.png", b"before");
    // The disk is met at the second attempt.
    emulator.push(Reply::status(503));
    let given = format!("{}|{}|{id}|{}", emulator.url(), emulator.api_key(), path.display());
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" --exact a_download_in_a_process_of_its_own --test-threads=1";
    let mut child = Command::new("sh");
    child.args(["-c", script]).arg(std::env::current_exe().unwrap()).env(DOWNLOAD, given);
    let done = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).contains("1 passed"));
    assert_eq!((folder.names(), fs::read(&path).unwrap()), (vec!["plot.png".to_owned()], b"before".to_vec()));
    // The answer was not asked for again: another one would meet the same disk.
    let contents = emulator.requests().iter().filter(|request| request.path.ends_with("/content")).count();
    assert_eq!(contents, 2);
}
