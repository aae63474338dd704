//! A token in a file that the platform rewrites, as the agent of a workload identity does.
//!
//! ```text
//! cargo run -p parlour-examples --bin token_file
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use parlour::{Client, Credential, CredentialRequest, MessageRequest};
use parlour_emulator::Emulator;
use parlour_examples::{Failure, exit};

/// How long a token is good for, as the platform says. It is kept for so long, unless the service refuses it.
const VALID_FOR: Duration = Duration::from_secs(3600);

#[tokio::main]
async fn main() -> ExitCode {
    let path = std::env::temp_dir().join(format!("parlour-token-{}", std::process::id()));
    let ended = run(&path).await;
    // Whatever came of it.
    let removed = std::fs::remove_file(&path);
    exit(ended.and_then(|()| Ok(removed?)))
}

/// Three calls; the platform puts another token into the file before the last one.
async fn run(path: &Path) -> Result<(), Failure> {
    let emulator = Emulator::start().await?;
    let file = path.to_owned();
    let client = Client::builder()
        .base_url(emulator.url())
        .vendor("svc")
        .credentials(move |request: CredentialRequest| read(file.clone(), request.after_refusal))
        .build()?;
    let ask = async |text: &str| -> Result<(), Failure> {
        let question = MessageRequest::new("svc-haiku-3-5", 64).user(format!("Say {text}"));
        println!("model: {}", client.messages().create(&question).await?.text());
        Ok(())
    };
    let rotate = |token: &str| {
        emulator.set_keys(&[token]);
        std::fs::write(path, token)
    };
    rotate("token-of-the-morning")?;
    ask("one").await?;
    ask("two").await?;
    rotate("token-of-the-evening")?;
    ask("three").await
}

/// The token that is in the file now. Called for the first attempt, shortly before the end, and after a refusal.
async fn read(path: PathBuf, after_refusal: bool) -> Result<Credential, Failure> {
    println!(
        "reading the file: {}",
        if after_refusal { "the token was refused" } else { "no token is kept" }
    );
    // On a thread for files: others share this one.
    let token = tokio::task::spawn_blocking(move || std::fs::read_to_string(path)).await??;
    Ok(Credential::bearer(token)?.valid_for(VALID_FOR))
}
