//! The four ways to take a stream: events, pieces of text, snapshots of the growing message, or just its end; and
//! what is left in hand when one breaks.
//!
//! ```text
//! cargo run -p parlour-examples --bin streaming
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{Client, Event, EventKind, MessageRequest, StopReason};
use parlour_emulator::{Fault, Reply};
use parlour_examples::{Failure, connect, exit};

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}", connection.describe());
    let request = MessageRequest::new(&connection.model, 64).user("Count to 12.");
    events(&connection.client, &request).await?;
    text(&connection.client, &request).await?;
    snapshots(&connection.client, &request).await?;
    only_the_end(&connection.client, &request).await?;
    if let Some(emulator) = connection.emulator() {
        // Only the emulator can be made to break off.
        emulator.push(Reply::model().fault(Fault::CloseAfter("content_block_delta".into())));
        broken(&connection.client, &request).await?;
    }
    Ok(())
}

/// All events, in order. Events that this version does not know are included, with their raw JSON.
async fn events(client: &Client, request: &MessageRequest) -> Result<(), Failure> {
    println!("\nEvents:");
    let mut stream = client.messages().stream(request).await?;
    // Headers are there before the first event.
    println!("  request {}, status {}", stream.request_id().unwrap_or("without an id"), stream.status());
    while let Some(event) = stream.next().await {
        let event: Event = event?;
        match event.kind() {
            EventKind::ContentBlockDelta => {
                let (index, text) = (event.index().unwrap_or(0), event.text().unwrap_or_default());
                println!("  block {index} grows by {text:?}");
            }
            EventKind::MessageDelta => println!("  stop reason {:?}", event.stop_reason()),
            _ => println!("  {}: {}", event.name(), event.json()),
        }
    }
    Ok(())
}

/// The pieces of text alone, joined by the caller.
async fn text(client: &Client, request: &MessageRequest) -> Result<(), Failure> {
    let mut stream = client.messages().stream(request).await?;
    let mut pieces = stream.text_stream();
    let mut text = String::new();
    while let Some(piece) = pieces.next().await {
        text.push_str(&piece?);
    }
    println!("\nText: {text}");
    Ok(())
}

/// The whole message so far, again and again: for a view that redraws itself.
async fn snapshots(client: &Client, request: &MessageRequest) -> Result<(), Failure> {
    println!("\nSnapshots:");
    let mut stream = client.messages().stream(request).await?;
    let mut snapshots = stream.snapshots();
    let mut shown = 0;
    while let Some(message) = snapshots.next().await {
        let text = message?.text();
        if text.len() >= shown + 8 {
            shown = text.len();
            println!("  {text}");
        }
    }
    Ok(())
}

/// No events at all. Unlike a whole answer this has no total time limit, only limits of silence.
async fn only_the_end(client: &Client, request: &MessageRequest) -> Result<(), Failure> {
    let message = client.messages().stream(request).await?.final_message().await?;
    let usage = &message.usage;
    println!("\nEnd: {:?}, {} tokens in, {} out", message.text(), usage.input_tokens, usage.output_tokens);
    match &message.stop_reason {
        Some(StopReason::EndTurn) => {}
        other => println!("  it stopped for another reason: {other:?}"),
    }
    Ok(())
}

/// A stream that is cut is an error, never a short answer; the error holds what had arrived. It is not repeated by
/// itself, since part of it was handed out already.
async fn broken(client: &Client, request: &MessageRequest) -> Result<(), Failure> {
    let mut stream = client.messages().stream(request).await?;
    match stream.final_message().await {
        Ok(message) => println!("\nBroken: the stream was whole after all: {:?}", message.text()),
        Err(error) => {
            let text = error.partial_message().map(parlour::Message::text).unwrap_or_default();
            println!("\nBroken: {}; received until then: {text:?}", error.kind());
        }
    }
    Ok(())
}
