//! A conversation that outlives its program: kept as the bytes that are sent, shortened by what the service counts,
//! saved, and marked for the cache. The file is read by every language of this package.
//!
//! ```text
//! cargo run -p parlour-examples --bin conversation                # asks two questions
//! cargo run -p parlour-examples --bin conversation -- talk.json   # continues the saved conversation and saves it
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::path::Path;
use std::process::ExitCode;

use parlour::{CacheChange, CacheTtl, Client, Conversation, MessageRequest};
use parlour_examples::{Failure, connect, exit};

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let saved = std::env::args().nth(1);
    let mut talk = match saved.as_deref().filter(|path| Path::new(path).exists()) {
        Some(path) => Conversation::from_json(&std::fs::read_to_string(path)?)?,
        None => Conversation::new(),
    };
    if !talk.is_empty() {
        println!("going on after {} turns", talk.len());
    }
    let connection = connect().await?;
    ask(&connection.client, &connection.model, &mut talk).await?;
    println!("{} turns, about {} tokens", talk.len(), talk.estimated_tokens());
    if let Some(path) = saved {
        std::fs::write(path, talk.to_json()?.as_str())?;
    }
    Ok(())
}

async fn ask(client: &Client, model: &str, talk: &mut Conversation) -> Result<(), Failure> {
    let mut settings = MessageRequest::new(model, 256).system("Be brief.");
    // The ends of the system prompt and of the messages are kept by the service.
    settings.mark_cache(CacheTtl::FiveMinutes);
    let mut before = None;
    for question in ["My name is Ada.", "What is my name?"] {
        talk.user(question)?;
        // Whole exchanges go, oldest first; a call of a tool never loses its result.
        let trimmed = client.messages().keep_tokens(talk, &settings, 50_000).await?;
        if trimmed.removed > 0 {
            println!("{} turns are forgotten", trimmed.removed);
        }
        let body = talk.body(&settings)?;
        if let Some(before) = &before {
            match CacheChange::between(before, &body)? {
                None => println!("the prompt before is repeated"),
                Some(change) => println!("{:?} changed: the cache is missed", change.part),
            }
        }
        before = Some(body.clone());
        let reply = client.messages().create(body).await?;
        talk.push_reply(&reply)?;
        println!("{question} -> {}", reply.text());
    }
    Ok(())
}
