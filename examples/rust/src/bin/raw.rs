//! Requests and answers as they are: a form of several parts, a body that is made while it is sent, and answers that
//! are read while they arrive. This is how endpoints are reached that have no method of their own.
//!
//! ```text
//! cargo run -p parlour-examples --bin raw
//! cargo run -p parlour-examples --bin raw -- report.pdf    # uploads this file
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::io;
use std::process::ExitCode;

use futures_util::stream;
use parlour::{Body, Client, Method, Multipart, Upload};
use parlour_examples::{Connection, Failure, connect, exit};
use serde::Deserialize;
use serde_json::json;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    let client = &connection.client;
    let file = match std::env::args().nth(1) {
        Some(path) => Upload::path(path)?,
        None => Upload::bytes("rivers.txt", "Po, Arno, Tiber\n"),
    };
    send_form(client, file).await?;
    send_pieces(&connection).await?;
    read_pieces(&connection).await?;

    // For any method, `raw()` gives the answer unchanged, and `open()` gives it before its body has arrived.
    let whole = client.models().get(&connection.model).raw().await?;
    println!("raw: status {}, request {}", whole.status(), whole.request_id().unwrap_or("unknown"));
    let mut opened = client.models().get(&connection.model).open().await?;
    let mut bytes = 0;
    while let Some(chunk) = opened.chunk().await? {
        bytes += chunk.len();
    }
    println!("raw in pieces: status {}, {bytes} bytes", opened.status());
    Ok(())
}

/// The fields that are read of the answers.
#[derive(Deserialize)]
struct Made {
    id: String,
    filename: String,
    size_bytes: u64,
    expires_at: String,
}

#[derive(Deserialize)]
struct Counted {
    input_tokens: u64,
}

/// Uploads a file by hand. A file in a form is read while it is sent.
async fn send_form(client: &Client, file: Upload) -> Result<(), Failure> {
    let form = Multipart::new().text("expires_in_seconds", "3600").file("file", file);
    let answer = client.request(Method::POST, "/v1/files", Body::multipart(form)?).await?;
    let made: Made = serde_json::from_slice(&answer)?;
    println!("form: {}, {} bytes, until {}", made.filename, made.size_bytes, made.expires_at);
    let path = format!("/v1/files/{}", made.id);
    client.request(Method::DELETE, path, Body::empty()).await?;
    Ok(())
}

/// Counts the tokens of a request that is written while it is sent: no part of it has to be there before.
async fn send_pieces(connection: &Connection) -> Result<(), Failure> {
    let model = &connection.model;
    let head = format!(r#"{{"model":"{model}","messages":[{{"role":"user","content":"Name rivers:"#);
    let rivers = ["Po", "Arno", "Tiber"].map(|river| format!(" {river}"));
    let pieces = std::iter::once(head).chain(rivers).chain([r#""}]}"#.to_owned()]);
    let pieces = stream::iter(pieces.map(|piece| io::Result::Ok(piece.into())));
    let body = Body::upload(Upload::stream("request.json", pieces))?;
    let answer = connection.client.request(Method::POST, "/v1/messages/count_tokens", body).await?;
    let counted: Counted = serde_json::from_slice(&answer)?;
    println!("pieces: the request has {} tokens", counted.input_tokens);
    Ok(())
}

/// Hands on the events of a message as bytes, in the pieces in which they arrive.
async fn read_pieces(connection: &Connection) -> Result<(), Failure> {
    let question = json!({"role": "user", "content": "Count to 5"});
    let request =
        json!({"model": connection.model, "max_tokens": 64, "stream": true, "messages": [question]});
    let call = connection.client.request(Method::POST, "/v1/messages", Body::json(&request)?);
    let mut answer = call.open().await?;
    let mut events = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        events.extend_from_slice(&chunk);
    }
    let kind = answer.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or("");
    println!("events: {kind}");
    for name in String::from_utf8_lossy(&events).lines().filter(|line| line.starts_with("event: ")) {
        println!("  {name}");
    }
    Ok(())
}
