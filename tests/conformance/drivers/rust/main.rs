//! The Rust driver: reads calls as JSON lines, makes them with `parlour`, writes what happened as JSON lines. The
//! protocol is described in README.md. It translates and asserts nothing.
//!
//! Variants: `typed` sends a `MessageRequest` and consumes streams with `next()`; `json` sends the body's own bytes and
//! consumes streams through the `Stream` trait.

mod hooks;
mod local;
mod log;
mod parse;
mod resource;
mod settings;
mod storage;
mod tools;

use std::io::{BufRead as _, Write as _};
use std::pin::Pin;
use std::time::Duration;

use parlour::{Body, CallOptions, Client, Error, Message, MessageRequest, Method, Response};
use parlour_conformance::json::Json;
use parlour_conformance::lines;

type Ended = Result<Option<Json>, Failed>;

/// The failure of a call: an error of the client, or a line this driver does not understand.
enum Failed {
    Client(Box<Error>),
    /// Of a tool loop, with the number of its turns so far.
    Turn(Box<Error>, usize),
    Line(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Client(Box::new(error))
    }
}

impl From<String> for Failed {
    fn from(problem: String) -> Failed {
        Failed::Line(problem)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing::subscriber::set_global_default(log::Everything::default())?;
    let mut last_client: Option<Client> = None;
    for line in std::io::stdin().lock().lines() {
        let line = Json::parse(&line?)?;
        let id = line.get("id").cloned().unwrap_or(Json::Null);
        let out = Output { id };
        let kept =
            last_client.take().filter(|_| line.get("reuse_client").and_then(Json::as_bool) == Some(true));
        let outcome = match kept.map_or_else(|| settings::client(&line), Ok) {
            Ok(client) => {
                last_client = Some(client.clone());
                run(&client, &line, &out).await
            }
            Err(failed) => Err(failed),
        };
        match outcome {
            Ok(Some(done)) => out.line(done)?,
            Ok(None) => out.line(lines::tagged("cancelled"))?,
            Err(Failed::Client(error)) => out.line(lines::error(&error))?,
            Err(Failed::Turn(error, turns)) => {
                let mut line = lines::error(&error);
                line.set("turns", Json::int(turns));
                out.line(line)?;
            }
            Err(Failed::Line(problem)) => return Err(problem.into()),
        }
    }
    Ok(())
}

struct Output {
    id: Json,
}

impl Output {
    fn line(&self, mut line: Json) -> Result<(), String> {
        line.set("id", self.id.clone());
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{line}").and_then(|()| stdout.flush()).map_err(|e| e.to_string())
    }
}

/// Makes one call, giving up when the case says so.
async fn run(client: &Client, line: &Json, out: &Output) -> Ended {
    let call = line.get("call").ok_or_else(|| "no call".to_owned())?;
    let typed = line.get("variant").and_then(Json::as_str) == Some("typed");
    let options = settings::options(call.get("options").unwrap_or(&Json::Null))?;
    let work = async {
        match call.get("mode").and_then(Json::as_str) {
            Some("create") => create(client, call, options, typed).await.map(Some),
            Some("raw") => raw(client, call, options).await.map(Some),
            Some("run_tools") => tools::run(client, call, options, typed).await.map(Some),
            Some("parse") => parse::run(client, call, options, typed, out).await.map(Some),
            Some("conversation") => local::conversation(call).map(Some),
            Some("cache") => local::cache(call).map(Some),
            Some("resource") => resource::run(client, call, options, typed, out).await,
            Some("webhook") => local::webhook(call).map(Some),
            Some("partial_json") => Ok(Some(local::partial_json(call))),
            Some("stream" | "text") => stream(client, call, options, typed, out).await,
            other => Err(Failed::Line(format!("unknown mode {other:?}"))),
        }
    };
    match call.get("cancel_after_ms").and_then(Json::as_u64) {
        Some(ms) => tokio::time::timeout(Duration::from_millis(ms), work).await.unwrap_or(Ok(None)),
        None => work.await,
    }
}

fn body(call: &Json) -> &str {
    call.get("body").and_then(Json::as_str).unwrap_or_default()
}

fn request(call: &Json) -> Result<MessageRequest, Failed> {
    serde_json::from_str(body(call)).map_err(|e| Failed::Line(format!("the body is no message request: {e}")))
}

fn bytes(call: &Json) -> Result<Body, Failed> {
    Ok(Body::from_json_bytes(body(call).to_owned())?)
}

async fn create(client: &Client, call: &Json, options: CallOptions, typed: bool) -> Result<Json, Failed> {
    let messages = client.messages();
    let reply = match typed {
        true => messages.create(&request(call)?).with(options).await?,
        false => messages.create(bytes(call)?).with(options).await?,
    };
    Ok(done(&reply))
}

async fn raw(client: &Client, call: &Json, options: CallOptions) -> Result<Json, Failed> {
    let text = |key: &str| call.get(key).and_then(Json::as_str).unwrap_or_default();
    let method: Method = text("method").parse().map_err(|_| Failed::Line("a bad method".to_owned()))?;
    let body = if call.get("body").is_some() { bytes(call)? } else { Body::empty() };
    let reply = client.request(method, text("path"), body).with(options).await?;
    let mut line = head(&reply);
    line.set("body", Json::text(String::from_utf8_lossy(&reply)));
    Ok(line)
}

async fn stream(client: &Client, call: &Json, options: CallOptions, typed: bool, out: &Output) -> Ended {
    let messages = client.messages();
    let mut stream = match typed {
        true => messages.stream(&request(call)?).with(options).await?,
        false => messages.stream(bytes(call)?).with(options).await?,
    };
    if call.get("mode").and_then(Json::as_str) == Some("text") {
        // The view borrows the stream, which is asked for its message afterwards.
        let mut pieces = stream.text_stream();
        while let Some(piece) = pieces.next().await {
            let mut line = lines::tagged("text");
            line.set("text", Json::text(piece?));
            out.line(line)?;
        }
        return Ok(Some(done(&stream.final_message().await?)));
    }
    let enough = call.get("cancel_after_events").and_then(Json::as_u64);
    let mut count = 0;
    while enough != Some(count) {
        let event = match typed {
            true => stream.next().await,
            false => {
                std::future::poll_fn(|cx| futures_core::Stream::poll_next(Pin::new(&mut stream), cx)).await
            }
        };
        let Some(event) = event else { return Ok(Some(done(&stream.final_message().await?))) };
        out.line(lines::event(&event?))?;
        count += 1;
    }
    Ok(None)
}

fn head<T>(reply: &Response<T>) -> Json {
    let mut line = lines::tagged("done");
    line.set("status", Json::int(reply.status()));
    line.set("request_id", lines::optional(reply.request_id()));
    line.set("rate_limits", lines::rate_limits(&reply.rate_limits()));
    lines::attempts(&mut line, reply.attempts());
    line
}

fn done(reply: &Response<Message>) -> Json {
    let mut line = head(reply);
    line.set("message", lines::message(reply));
    line.set("text", Json::text(reply.text()));
    line.set("unfinished_inputs", lines::unfinished_inputs(reply));
    line
}
