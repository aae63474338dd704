//! A server that takes webhooks of the service. Without `serve` it takes two that the emulator signs.
//!
//! ```text
//! WEBHOOK_SECRET=whsec_... cargo run -p parlour-examples --bin webhooks -- serve
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::routing::post;
use parlour::{WEBHOOK_TOLERANCE, WebhookVerifier};
use parlour_emulator::Emulator;
use parlour_examples::{Failure, exit, variable};
use tokio::net::TcpListener;

/// The state of the handler.
struct Hook {
    verifier: WebhookVerifier,
    /// The ids of the events so far: the same one may come again.
    seen: Mutex<HashSet<String>>,
}

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    // Two while one is being replaced: `whsec_old whsec_new`.
    let secrets =
        variable("WEBHOOK_SECRET").unwrap_or_else(|| "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5".to_owned());
    let secrets: Vec<&str> = secrets.split_whitespace().collect();
    let hook = Arc::new(Hook { verifier: WebhookVerifier::new(&secrets)?, seen: Mutex::default() });
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let listener = TcpListener::bind("127.0.0.1:8080").await?;
        let server = Router::new().route("/", post(take)).with_state(hook);
        return Ok(axum::serve(listener, server).await?);
    }
    let emulator = Emulator::start().await?;
    for (when, age) in [("now", 0), ("an hour old", WEBHOOK_TOLERANCE.as_secs().cast_signed() * 12)] {
        let sent = emulator.webhook(&secrets, age, "session.idled")?;
        let mut headers = HeaderMap::new();
        for (name, value) in sent.headers {
            headers.insert(HeaderName::try_from(name)?, value.parse()?);
        }
        let status = take(State(Arc::clone(&hook)), headers, sent.body.into()).await;
        println!("{when}: {}", status.as_u16());
    }
    Ok(())
}

/// Verifies the raw body: what was read as JSON and written again is another text. Answers at once; work comes
/// afterwards.
async fn take(State(hook): State<Arc<Hook>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let event = match hook.verifier.verify_request(&headers, &body) {
        Ok(event) => event,
        Err(error) => {
            println!("refused: {error}");
            return StatusCode::BAD_REQUEST;
        }
    };
    if hook.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(event.id.clone()) {
        println!("{} of {}: fetch its state now", event.data.kind, event.data.id.unwrap_or_default());
    }
    StatusCode::OK
}
