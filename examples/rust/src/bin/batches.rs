//! A run of message batches: any number of questions at the price of batches, and a journal by which the run survives
//! its process.
//!
//! ```text
//! cargo run -p parlour-examples --bin batches
//! cargo run -p parlour-examples --bin batches -- nightly.journal    # after a restart: submits nothing twice
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;
use std::time::Duration;

use parlour::{BatchRunOptions, BatchWait, MessageRequest};
use parlour_examples::{Connection, Failure, bar, connect, exit};

const QUESTIONS: u64 = 5;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}", connection.describe());
    ask_all(&connection).await
}

/// Asks all questions; the run splits them into batches, submits and awaits these.
async fn ask_all(connection: &Connection) -> Result<(), Failure> {
    let requests = (0..QUESTIONS).map(|at| {
        let question = format!("What is {at} + {at}?");
        (format!("sum-{at}"), MessageRequest::new(&connection.model, 64).user(question))
    });
    let mut options = BatchRunOptions::new().requests_per_batch(2);
    if let Some(journal) = std::env::args().nth(1) {
        options = options.state(journal);
    }
    if connection.emulator().is_some() {
        // Of a real service, leave the pauses to the library.
        let pause = Duration::from_millis(1);
        options = options.wait(BatchWait::new().first_pause(pause).longest_pause(pause));
    }
    let mut results = connection.client.batches().run(requests, options).await?;
    let mut done = 0;
    while let Some(result) = results.next().await {
        done += 1;
        // A line that is no result is an error of its own; others follow.
        match result {
            Ok(result) => {
                let answer = result.outcome.message().map(parlour::Message::text);
                let text = answer.as_deref().unwrap_or("no answer");
                println!("[{}] {}: {text}", bar(done, QUESTIONS), result.custom_id);
            }
            Err(error) => println!("a line cannot be read: {error}"),
        }
    }
    Ok(())
}
