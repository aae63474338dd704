//! One batch: created, watched while it is worked on, and its results read as they arrive. `batches` is for any number
//! of requests.
//!
//! ```text
//! cargo run -p parlour-examples --bin batch
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use parlour::{BatchWait, MessageRequest};
use parlour_examples::{Failure, bar, connect, exit};

const RIVERS: [&str; 4] = ["Elbe", "Ebro", "Po", "Tagus"];

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    let batches = connection.client.batches();
    // Each request is written as it comes and let go of.
    let requests = RIVERS.iter().map(|river| {
        let question = format!("Where does the {river} rise?");
        (*river, MessageRequest::new(&connection.model, 64).user(question))
    });
    let batch = batches.create(requests).await?;
    println!("created {}", batch.id);

    let mut wait = BatchWait::new().progress(|batch| {
        let counts = &batch.request_counts;
        println!(
            "[{}] {} of {} are left",
            bar(counts.total() - counts.processing, counts.total()),
            counts.processing,
            counts.total()
        );
        // `Break` would end the waiting; the batch goes on, and its id is enough to wait again.
        ControlFlow::Continue(())
    });
    if connection.emulator().is_some() {
        wait = wait.first_pause(Duration::from_secs(1));
    }
    let ended = batches.wait(&batch.id, wait).await?;

    let mut results = batches.results_of(&ended).await?;
    while let Some(line) = results.next().await {
        match line {
            Ok(one) => {
                let answer = one.outcome.message().map(parlour::Message::text);
                println!("{}: {}", one.custom_id, answer.as_deref().unwrap_or("no answer"));
            }
            Err(error) => println!("a line cannot be read: {error}"),
        }
    }
    println!("{}", batches.delete(&batch.id).await?.kind);
    Ok(())
}
