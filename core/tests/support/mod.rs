//! Shared by the integration tests: clients for an emulator, requests, scripted streams. It must not assert
//! anything of its own.
#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod log;
pub(crate) mod pipe;
pub(crate) mod service;
pub(crate) mod socks;
pub(crate) mod tls;

use std::future::IntoFuture;
use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Client, ClientBuilder, MessageRequest};
use parlour_emulator::{Emulator, SseItem};
use serde_json::json;

/// Longer than anything here takes; only a failing test waits that long.
const PATIENCE: Duration = Duration::from_secs(20);

/// A builder for this emulator, waiting by a clock that never really waits.
pub(crate) fn builder(emulator: &Emulator) -> ClientBuilder {
    Client::builder()
        .base_url(emulator.url())
        .api_key(emulator.api_key())
        .clock(Arc::new(ScriptedClock::new()))
}

pub(crate) fn client(emulator: &Emulator) -> Client {
    builder(emulator).build().unwrap()
}

pub(crate) fn request(prompt: &str) -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 256).user(prompt)
}

/// Fails loudly where a broken client would hang for ever.
pub(crate) async fn soon<F: IntoFuture>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future.into_future()).await.expect("it did not happen in time")
}

/// Lets other tasks run until the condition holds.
pub(crate) async fn until(holds: impl Fn() -> bool) {
    soon(async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// `message_start` and the start of one text block.
pub(crate) fn opening() -> Vec<SseItem> {
    vec![
        SseItem::typed(json!({"type": "message_start", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", "content": [],
            "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 1}}})),
        SseItem::typed(json!({"type": "content_block_start", "index": 0,
            "content_block": {"type": "text", "text": ""}})),
    ]
}

pub(crate) fn piece(text: &str) -> SseItem {
    SseItem::typed(json!({"type": "content_block_delta", "index": 0,
        "delta": {"type": "text_delta", "text": text}}))
}

/// The end of the text block and of the message.
pub(crate) fn closing() -> Vec<SseItem> {
    vec![
        SseItem::typed(json!({"type": "content_block_stop", "index": 0})),
        SseItem::typed(json!({"type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": null}, "usage": {"output_tokens": 9}})),
        SseItem::typed(json!({"type": "message_stop"})),
    ]
}

/// A whole stream of these pieces of text.
pub(crate) fn story<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Vec<SseItem> {
    let mut items = opening();
    items.extend(pieces.into_iter().map(piece));
    items.extend(closing());
    items
}
