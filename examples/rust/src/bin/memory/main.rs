//! Memory: the model keeps notes in files of one directory, which no path and no link leads out of.
//!
//! ```text
//! cargo run -p parlour-examples --bin memory
//! cargo run -p parlour-examples --bin memory -- notes "What do you know of me?"
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour_examples::{Failure, exit};

#[cfg(unix)]
mod directory;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

#[cfg(not(unix))]
async fn run() -> Result<(), Failure> {
    Err("this example opens files relative to a directory handle, as Unix systems do".into())
}

#[cfg(unix)]
async fn run() -> Result<(), Failure> {
    let connection = parlour_examples::connect().await?;
    println!("Talking to {}", connection.describe());
    let given = std::env::args().nth(1);
    let folder = match &given {
        Some(folder) => std::path::PathBuf::from(folder),
        None => std::env::temp_dir().join(format!("parlour-memory-{}", std::process::id())),
    };
    std::fs::create_dir_all(&folder)?;
    let question = std::env::args().nth(2).unwrap_or_else(|| "Remember that I like tea.".to_owned());
    if let Some(emulator) = connection.emulator() {
        emulator.script(unix::model());
    }
    let done = unix::ask(&connection.client, &connection.model, &folder, &question).await;
    if given.is_none() {
        std::fs::remove_dir_all(&folder)?;
    }
    println!("model: {}", done?);
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::path::Path;

    use parlour::{Approval, Client, MessageRequest, ToolCall, Toolbox};
    use parlour_emulator::Reply;
    use parlour_examples::Failure;
    use serde_json::{Value, json};

    use super::directory::Directory;

    /// Asks, and lets the model use its memory; gives the answer.
    pub(super) async fn ask(
        client: &Client,
        model: &str,
        folder: &Path,
        question: &str,
    ) -> Result<String, Failure> {
        let tools = Toolbox::new().add_memory(Directory::open(folder)?)?;
        let request = MessageRequest::new(model, 1024)
            .system("Look at your memory before you answer, and keep what you learn of the user.")
            .user(question);
        let run = client.messages().run_tools(request, tools, ())?;
        let mut run = run.approve(|call: ToolCall| async move {
            println!("  {}({})", call.name, call.input.as_str());
            Approval::Run
        });
        let answer = run.until_done().await?.text();
        println!(
            "memory: {}",
            std::fs::read_to_string(folder.join("user.md")).unwrap_or_default().trim_end()
        );
        Ok(answer)
    }

    /// The script of the emulator's model: it lists the directory, tries to leave it, keeps a note, and answers.
    pub(super) fn model() -> Vec<Reply> {
        let answer = |stop: &str, content: Value| {
            let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-sonnet-4-5",
                "content": content, "stop_reason": stop, "stop_sequence": null,
                "usage": {"input_tokens": 9, "output_tokens": 9}});
            Reply::json(200, message)
        };
        let call =
            |id: &str, input: Value| json!({"type": "tool_use", "id": id, "name": "memory", "input": input});
        vec![
            answer("tool_use", json!([call("a", json!({"command": "view", "path": "/memories"}))])),
            answer(
                "tool_use",
                json!([
                    call("b", json!({"command": "view", "path": "/memories/../../etc/passwd"})),
                    call(
                        "c",
                        json!({"command": "create", "path": "/memories/user.md", "file_text": "Likes tea.\n"})
                    ),
                ]),
            ),
            answer("end_turn", json!([{"type": "text", "text": "I shall remember that you like tea."}])),
        ]
    }
}
