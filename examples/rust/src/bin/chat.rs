//! A chat in the terminal: several turns, each answer streamed, Ctrl-C to stop an answer.
//!
//! Shows how a conversation is kept (the model's turns go back as they came), how an answer is cancelled (drop the
//! stream: its connection is closed and nothing more is generated), and how errors of one turn leave the rest alone.
//!
//! ```text
//! cargo run -p parlour-examples --bin chat      # end with Ctrl-D, or with Ctrl-C at the prompt
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chat talks to the terminal")]

use std::io::{BufRead, Write};
use std::process::ExitCode;

use parlour::{Message, MessageParam, MessageRequest};
use parlour_examples::{Connection, Failure, connect, exit};
use tokio::sync::mpsc;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}. Ctrl-D ends.", connection.describe());
    let mut lines = lines_of_stdin();
    let mut history: Vec<MessageParam> = Vec::new();
    loop {
        show("\nyou> ")?;
        let line = tokio::select! {
            line = lines.recv() => line,
            _ = tokio::signal::ctrl_c() => None,
        };
        let Some(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        let asked = MessageParam::user(line);
        show("model> ")?;
        tokio::select! {
            answer = answer(&connection, &history, &asked) => match answer {
                Ok(message) => {
                    let turn = message.to_param();
                    // An empty answer is legal, but may not be sent back.
                    if !turn.content.blocks().is_empty() {
                        history.extend([asked, turn]);
                    }
                }
                // The turn is forgotten and can be asked again.
                Err(error) => eprintln!("\nerror: {error}"),
            },
            // The future and with it the stream are dropped here.
            _ = tokio::signal::ctrl_c() => println!(" [stopped]"),
        }
    }
    println!();
    Ok(())
}

/// Streams one answer to the screen.
async fn answer(
    connection: &Connection,
    history: &[MessageParam],
    asked: &MessageParam,
) -> Result<Message, Failure> {
    let request = MessageRequest::new(&connection.model, 1024)
        .system("You are a friendly partner in a conversation. Answer in plain text.")
        .messages(history.iter().chain([asked]).cloned());
    let mut stream = connection.client.messages().stream(&request).await?;
    let mut pieces = stream.text_stream();
    while let Some(piece) = pieces.next().await {
        show(&piece?)?;
    }
    let message = stream.final_message().await?;
    println!();
    Ok(message.into_inner())
}

fn show(text: &str) -> Result<(), std::io::Error> {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Lines from a thread of its own: a blocked read must not keep the program from ending.
fn lines_of_stdin() -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if send.blocking_send(line).is_err() {
                break;
            }
        }
    });
    receive
}
