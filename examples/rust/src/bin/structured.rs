//! Structured answers: a record out of a text as a type of this program, what is left where there is none, and an
//! answer that is shown while it grows.
//!
//! ```text
//! cargo run -p parlour-examples --bin structured
//! cargo run -p parlour-examples --bin structured -- 'The guest is called "Grace", and she is 85.'
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{AnswerOutcome, Client, MessageRequest, Parsed};
use parlour_examples::{Failure, connect, exit};
use schemars::JsonSchema;
use serde::Deserialize;

/// What the model is asked for; the comments of the fields are its instructions.
#[derive(Debug, Deserialize, JsonSchema)]
struct Guest {
    /// The name as it is written.
    name: String,
    /// In years.
    age: u32,
}

/// The same while it arrives.
#[derive(Deserialize)]
struct SoFar {
    name: Option<String>,
    age: Option<u32>,
}

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}", connection.describe());
    let text = std::env::args().nth(1);
    let text = text.as_deref().unwrap_or("The guest is called \"Ada\", and she is 36.");
    let request = MessageRequest::new(&connection.model, 256).user(text);
    // Asked for once more if it does not fit.
    report(&connection.client.messages().parse::<Guest>(&request).max_reasks(1).await?);
    report(&watch(&connection.client, &request).await?);
    Ok(())
}

/// The value, or why there is none. The tokens were paid in either case.
fn report(parsed: &Parsed<Guest>) {
    match &parsed.outcome {
        AnswerOutcome::Value(guest) => println!("name: {}, age: {}", guest.name, guest.age),
        AnswerOutcome::Cut { text, .. } => println!("larger max_tokens, please: {text}"),
        other => println!("{other}"),
    }
    println!("[{} answers, {} tokens]", parsed.replies.len(), parsed.usage().output_tokens);
}

/// Shows the value each time more of it has come.
async fn watch(client: &Client, request: &MessageRequest) -> Result<Parsed<Guest>, Failure> {
    let mut stream = client.messages().parse::<Guest>(request).stream().await?;
    while let Some(partial) = stream.next().await {
        // Before the first brace there is nothing to read.
        if let Ok(SoFar { name, age }) = partial?.decode() {
            println!("so far: name {name:?}, age {age:?}");
        }
    }
    Ok(stream.finish().await?)
}
