//! Each way out of the directory, and what the commands do within it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parlour::client_tools::{MemoryCommand, MemoryTool};
use parlour::{Content, Json, ToolError};
use serde_json::{Value, json};

use super::*;

/// A directory for the memory, with one beside it that must not be reached. Removed at the end.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("parlour-memory-test-{}-{number}", std::process::id()));
        fs::create_dir_all(path.join("memory")).unwrap();
        fs::create_dir_all(path.join("outside")).unwrap();
        fs::write(path.join("outside/secret"), "secret").unwrap();
        Place(path)
    }

    fn memory(&self) -> PathBuf {
        self.0.join("memory")
    }

    fn outside(&self) -> PathBuf {
        self.0.join("outside")
    }

    fn open(&self) -> Directory {
        Directory::open(&self.memory()).unwrap()
    }

    /// The files outside are unchanged.
    fn is_whole(&self) {
        assert_eq!(fs::read_to_string(self.outside().join("secret")).unwrap(), "secret");
        assert_eq!(fs::read_dir(self.outside()).unwrap().count(), 1);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(error: &ToolError) -> String {
    match error.content() {
        Content::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    }
}

/// The result for the model: the answer, or the error.
async fn tell(memory: &Directory, input: Value) -> Result<String, String> {
    let command = MemoryCommand::read(&Json::from_serialize(&input).unwrap()).map_err(|e| said(&e))?;
    match memory.dispatch(command, ()).await {
        Ok(reply) => Ok(match reply.content() {
            Some(Content::Text(text)) => text.clone(),
            _ => String::new(),
        }),
        Err(error) => Err(said(&error)),
    }
}

/// Every command on this path.
fn commands_on(path: &str) -> Vec<Value> {
    vec![
        json!({"command": "view", "path": path}),
        json!({"command": "create", "path": path, "file_text": "mine"}),
        json!({"command": "str_replace", "path": path, "old_str": "secret", "new_str": "mine"}),
        json!({"command": "insert", "path": path, "insert_line": 0, "insert_text": "mine"}),
        json!({"command": "delete", "path": path}),
        json!({"command": "rename", "old_path": path, "new_path": "/memories/taken"}),
        json!({"command": "rename", "old_path": "/memories/own", "new_path": path}),
    ]
}

#[tokio::test]
async fn commands_work_on_files_of_the_directory() {
    let place = Place::new();
    let memory = place.open();
    let create = json!({"command": "create", "path": "/memories/a/b.md", "file_text": "one\ntwo\n"});
    tell(&memory, create.clone()).await.unwrap();
    assert_eq!(tell(&memory, create).await.unwrap_err(), "Error: File /memories/a/b.md already exists");
    let listing = tell(&memory, json!({"command": "view", "path": "/memories/"})).await.unwrap();
    assert!(listing.ends_with("8B\t/memories\n0B\t/memories/a/\n8B\t/memories/a/b.md"), "{listing}");
    let replace =
        json!({"command": "str_replace", "path": "/memories/a/b.md", "old_str": "two", "new_str": "2"});
    tell(&memory, replace).await.unwrap();
    let insert =
        json!({"command": "insert", "path": "/memories/a/b.md", "insert_line": 0, "insert_text": "0"});
    tell(&memory, insert).await.unwrap();
    assert_eq!(fs::read_to_string(place.memory().join("a/b.md")).unwrap(), "0\none\n2\n");
    let rename = json!({"command": "rename", "old_path": "/memories/a", "new_path": "/memories/c/d"});
    tell(&memory, rename).await.unwrap();
    let view = json!({"command": "view", "path": "/memories/c/d/b.md", "view_range": [3, 3]});
    assert!(tell(&memory, view).await.unwrap().ends_with("     3\t2"));
    tell(&memory, json!({"command": "create", "path": "/memories/e", "file_text": ""})).await.unwrap();
    let taken = json!({"command": "rename", "old_path": "/memories/e", "new_path": "/memories/c"});
    assert_eq!(tell(&memory, taken).await.unwrap_err(), "Error: The destination /memories/c already exists");
    let itself = json!({"command": "rename", "old_path": "/memories/c", "new_path": "/memories/c/x/y"});
    assert!(tell(&memory, itself).await.unwrap_err().contains("into itself"));
    tell(&memory, json!({"command": "delete", "path": "/memories/c"})).await.unwrap();
    tell(&memory, json!({"command": "delete", "path": "/memories/e"})).await.unwrap();
    assert_eq!(fs::read_dir(place.memory()).unwrap().count(), 0);
    let gone = tell(&memory, json!({"command": "delete", "path": "/memories/e"})).await.unwrap_err();
    assert_eq!(gone, "The path /memories/e does not exist. Please provide a valid path.");
}

#[tokio::test]
async fn no_path_leads_out() {
    let place = Place::new();
    let memory = place.open();
    fs::write(place.memory().join("own"), "own").unwrap();
    let outside = place.outside();
    let absolute = outside.join("secret");
    let long = format!("/memories/{}", "x".repeat(201));
    let deep = format!("/memories{}", "/x".repeat(9));
    for path in [
        "/memories/../outside/secret",
        "/memories/a/../../outside/secret",
        "/memories/..",
        "/memories/./own",
        "/memories/%2e%2e/outside/secret",
        "/memories/..%2foutside%2fsecret",
        "/memories/%252e%252e/secret",
        "/memories/..\\outside\\secret",
        "/memories\\..\\outside",
        "/memoriesx/secret",
        "/memories.",
        "memories/own",
        "/Memories/own",
        "own",
        "../outside/secret",
        "//memories/own",
        "/etc/passwd",
        "/memories/own\0.md",
        "/memories/a\nb",
        "/memories/.hidden",
        absolute.to_str().unwrap(),
        &long,
        &deep,
    ] {
        for command in commands_on(path) {
            let error = tell(&memory, command.clone()).await.expect_err(path);
            assert!(error.contains("is refused"), "{command}: {error}");
            assert!(!error.contains("secret\"") && !error.contains('\0'), "{error}");
        }
    }
    for path in ["/memories", "/memories/", "/memories//"] {
        for command in commands_on(path).into_iter().skip(1) {
            let error = tell(&memory, command.clone()).await.expect_err(path);
            assert_eq!(error, "The directory /memories itself stays as it is.", "{command}");
        }
    }
    assert_eq!(fs::read_to_string(place.memory().join("own")).unwrap(), "own");
    place.is_whole();
}

#[tokio::test]
async fn no_link_leads_out() {
    let place = Place::new();
    let memory = place.open();
    let inside = place.memory();
    fs::write(inside.join("own"), "own").unwrap();
    symlink(place.outside(), inside.join("folder")).unwrap();
    symlink(place.outside().join("secret"), inside.join("file")).unwrap();
    symlink(place.outside().join("new"), inside.join("dangling")).unwrap();
    symlink("..", inside.join("up")).unwrap();
    fs::hard_link(place.outside().join("secret"), inside.join("second")).unwrap();
    for path in ["/memories/folder/secret", "/memories/up/outside/secret", "/memories/folder/new"] {
        for command in commands_on(path) {
            let error = tell(&memory, command.clone()).await.expect_err(path);
            assert!(!error.contains("secret`"), "{command}: {error}");
        }
    }
    for path in ["/memories/file", "/memories/dangling", "/memories/second", "/memories/folder"] {
        for command in commands_on(path).into_iter().take(4) {
            let error = tell(&memory, command.clone()).await.expect_err(path);
            assert!(!error.contains("verbatim"), "it was read: {command}: {error}");
        }
    }
    let listing = tell(&memory, json!({"command": "view", "path": "/memories"})).await.unwrap();
    assert!(!listing.contains("folder") && !listing.contains("/file"), "{listing}");
    // Removing a link removes the link.
    for path in ["/memories/file", "/memories/folder", "/memories/up", "/memories/second"] {
        tell(&memory, json!({"command": "delete", "path": path})).await.unwrap();
    }
    fs::create_dir(inside.join("a")).unwrap();
    symlink(place.outside(), inside.join("a/folder")).unwrap();
    tell(&memory, json!({"command": "delete", "path": "/memories/a"})).await.unwrap();
    place.is_whole();
}

#[tokio::test]
async fn what_is_no_file_or_too_large_is_not_read() {
    let place = Place::new();
    let memory = place.open();
    let socket = std::os::unix::net::UnixListener::bind(place.memory().join("socket")).unwrap();
    assert!(tell(&memory, json!({"command": "view", "path": "/memories/socket"})).await.is_err());
    drop(socket);
    fs::write(place.memory().join("large"), vec![b'x'; (1 << 20) + 1]).unwrap();
    let error = tell(&memory, json!({"command": "view", "path": "/memories/large"})).await.unwrap_err();
    assert!(error.contains("more than 1048576 bytes"), "{error}");
    let text = "x".repeat((1 << 20) + 1);
    let large = json!({"command": "create", "path": "/memories/new", "file_text": text});
    assert!(tell(&memory, large).await.is_err());
    fs::write(place.memory().join("odd"), [0xff, 0xfe]).unwrap();
    assert!(tell(&memory, json!({"command": "view", "path": "/memories/odd"})).await.is_err());
    assert!(!place.memory().join("new").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_directory_that_becomes_a_link_meanwhile_leads_nowhere() {
    let place = Place::new();
    let memory = place.open();
    let (inside, outside) = (place.memory(), place.outside());
    fs::create_dir(inside.join("a")).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let swap = {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || -> io::Result<()> {
            symlink(&outside, inside.join("link"))?;
            while !stop.load(Ordering::Relaxed) {
                fs::rename(inside.join("a"), inside.join("b"))?;
                fs::rename(inside.join("link"), inside.join("a"))?;
                fs::rename(inside.join("a"), inside.join("link"))?;
                fs::rename(inside.join("b"), inside.join("a"))?;
            }
            Ok(())
        })
    };
    for round in 0..300 {
        let path = format!("/memories/a/{round}");
        // Where `a` is a link or gone just then, an error is right.
        let _ = tell(&memory, json!({"command": "create", "path": path, "file_text": "mine"})).await;
        let read = tell(&memory, json!({"command": "view", "path": "/memories/a/secret"})).await;
        assert!(read.is_err(), "{read:?}");
    }
    stop.store(true, Ordering::Relaxed);
    // A `create` may have made `a` while it was away: then the swap ended before.
    let swapped = swap.join().unwrap();
    assert!(swapped.is_ok() || place.memory().join("a").is_dir(), "{swapped:?}");
    place.is_whole();
}

#[tokio::test]
async fn the_directory_may_be_replaced_by_a_link() {
    let place = Place::new();
    let memory = place.open();
    fs::rename(place.memory(), place.0.join("moved")).unwrap();
    symlink(place.outside(), place.memory()).unwrap();
    tell(&memory, json!({"command": "create", "path": "/memories/a", "file_text": "mine"})).await.unwrap();
    assert!(place.0.join("moved/a").exists());
    place.is_whole();
}

#[tokio::test]
async fn a_model_keeps_a_note() {
    let place = Place::new();
    let connection = parlour_examples::emulated().await.unwrap();
    connection.emulator().unwrap().script(crate::unix::model());
    let answer = crate::unix::ask(&connection.client, &connection.model, &place.memory(), "I like tea.")
        .await
        .unwrap();
    assert_eq!(answer, "I shall remember that you like tea.");
    assert_eq!(fs::read_to_string(place.memory().join("user.md")).unwrap(), "Likes tea.\n");
    let requests = connection.emulator().unwrap().requests();
    assert!(String::from_utf8_lossy(&requests[2].body).contains("is refused"));
}
