//! A web server between browsers and the service: it forwards a streamed answer to the browser as server-sent events,
//! and stops the model when the browser leaves.
//!
//! The key stays here: a browser must never have it (spec §1). Nothing is buffered: a slow browser holds back the
//! service. Errors are sent to the browser in the service's own shape, without details that it must not see.
//!
//! ```text
//! cargo run -p parlour-examples --bin relay          # then open the address it prints
//! RELAY_PORT=8090 cargo run -p parlour-examples --bin relay
//! curl -N 'http://127.0.0.1:8090/ask?q=Count+to+20'
//! ```
#![allow(clippy::print_stdout, reason = "a server says where it listens")]

use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::{Stream, StreamExt};
use parlour::{Error, ErrorKind, MessageRequest, MessageStream};
use parlour_examples::{Connection, Failure, connect, exit, variable};
use serde::Deserialize;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    let port: u16 = variable("RELAY_PORT").map_or(Ok(0), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("Relaying {}", connection.describe());
    println!("listening on http://{}", listener.local_addr()?);
    let stop = async {
        // Without a handler for Ctrl-C the default one ends the process, which is as good.
        let _ = tokio::signal::ctrl_c().await;
    };
    tokio::select! {
        served = axum::serve(listener, relay(Arc::new(connection))) => Ok(served?),
        () = stop => Ok(()),
    }
}

fn relay(connection: Arc<Connection>) -> Router {
    Router::new().route("/", get(page)).route("/ask", get(ask)).with_state(connection)
}

#[derive(Deserialize)]
struct Question {
    q: String,
}

/// Opens the stream first, so that a refusal still has its own status, then forwards event by event.
///
/// The stream lives in the body of the answer: when the browser leaves, the server drops the body, and with it the
/// connection to the service.
async fn ask(State(connection): State<Arc<Connection>>, Query(question): Query<Question>) -> Response {
    let request = MessageRequest::new(&connection.model, 1024).user(question.q);
    match connection.client.messages().stream(&request).await {
        Ok(stream) => Sse::new(forward(stream))
            .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
            .into_response(),
        Err(error) => refusal(&error),
    }
}

/// Raw JSON in, raw JSON out: nothing is parsed on the way, and what this version does not know passes as well.
fn forward(stream: MessageStream) -> impl Stream<Item = Result<SseEvent, Infallible>> + Send {
    stream.map(|event| {
        Ok(match event {
            Ok(event) => SseEvent::default().event(event.name()).data(event.json()),
            Err(error) => SseEvent::default().event("error").data(told(&error).to_string()),
        })
    })
}

/// An error before the first event keeps its meaning for the browser.
fn refusal(error: &Error) -> Response {
    let status = match error.kind() {
        ErrorKind::BadRequest | ErrorKind::RequestTooLarge => StatusCode::BAD_REQUEST,
        ErrorKind::RateLimit | ErrorKind::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Timeout | ErrorKind::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        _ => StatusCode::BAD_GATEWAY,
    };
    let mut response = (status, Json(told(error))).into_response();
    if let Some(wait) = error.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    response
}

/// The error as the browser may see it. The full error belongs in the log of this server.
fn told(error: &Error) -> serde_json::Value {
    let kind = error.error_type().unwrap_or("api_error");
    serde_json::json!({"type": "error", "error": {"type": kind, "message": error.kind().summary()}})
}

async fn page() -> Html<&'static str> {
    Html(PAGE)
}

const PAGE: &str = r#"<!doctype html>
<meta charset="utf-8">
<title>parlour relay</title>
<form id="form"><input id="q" size="60" value="Write 60 words about a river."> <button>Ask</button></form>
<p id="answer" style="white-space: pre-wrap"></p>
<script>
  let source;
  form.onsubmit = (submitted) => {
    submitted.preventDefault();
    source?.close(); // the relay notices and stops the model
    answer.textContent = "";
    source = new EventSource("/ask?q=" + encodeURIComponent(q.value));
    source.addEventListener("content_block_delta", (event) => {
      answer.textContent += JSON.parse(event.data).delta.text ?? "";
    });
    source.addEventListener("message_stop", () => source.close());
    source.addEventListener("error", (event) => {
      if (event.data) answer.textContent += "\n[" + JSON.parse(event.data).error.message + "]";
      source.close(); // an EventSource would ask the model again
    });
  };
</script>
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_emulator::Reply;
    use parlour_examples::emulated;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    /// A relay before an emulator, and a browser that has sent its request.
    async fn browse(script: Vec<Reply>) -> (Arc<Connection>, TcpStream) {
        let connection = Arc::new(emulated().await.unwrap());
        connection.emulator().unwrap().script(script);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, relay(Arc::clone(&connection))).into_future());
        let mut browser = TcpStream::connect(address).await.unwrap();
        let get = format!("GET /ask?q=Count+to+30 HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        browser.write_all(get.as_bytes()).await.unwrap();
        (connection, browser)
    }

    async fn read_until(browser: &mut TcpStream, mark: &str) -> String {
        let mut seen = Vec::new();
        let mut chunk = [0; 4096];
        while !String::from_utf8_lossy(&seen).contains(mark) {
            let read = browser.read(&mut chunk).await.unwrap();
            assert!(read > 0, "the relay ended before {mark:?}: {}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(&chunk[..read]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    }

    #[tokio::test]
    async fn a_stream_is_forwarded_event_by_event() {
        let (_connection, mut browser) = browse(Vec::new()).await;
        let answer = read_until(&mut browser, "event: message_stop").await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("text/event-stream"), "{answer}");
        assert!(answer.contains("event: content_block_delta") && answer.contains("text_delta"), "{answer}");
        assert!(!answer.contains("test-key"));
    }

    #[tokio::test]
    async fn a_browser_that_leaves_stops_the_model() {
        let stalled = Reply::model().fault(parlour_emulator::Fault::StallAfter("content_block_delta".into()));
        let (connection, mut browser) = browse(vec![stalled]).await;
        read_until(&mut browser, "content_block_delta").await;
        drop(browser);
        assert!(connection.emulator().unwrap().wait_closed_early(1).await);
    }

    #[tokio::test]
    async fn a_refusal_keeps_its_meaning_and_its_wait() {
        // A wait beyond the client's patience is handed on instead of being waited for.
        let busy = Reply::status(429).header("retry-after", "7200");
        let (_connection, mut browser) = browse(vec![busy]).await;
        let answer = read_until(&mut browser, "rate_limit_error").await;
        assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 7200"), "{answer}");
    }
}
