//! Counted, not timed: how often the client allocates for an event, that it does not copy events, and how much
//! memory a large request takes at its peak. The counter sees the calling thread alone; the server is another
//! process and the runtime has no other thread, so it sees the client and nothing else.
//!
//! Growing a buffer counts as a new allocation that lives beside the old one until it is copied: the worst an
//! allocator may do.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests too: a panic there is the failure report"
)]

mod support;

use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;

use parlour::{
    Blob, Body, CallOptions, Client, Conversation, InputBlock, MessageRequest, PartialChange, PartialJson,
    PartialJsonMode, PartialKind, PartialMirror,
};
use parlour_bench::driver::{Peer, Seen};
use parlour_bench::ours::Ours;
use parlour_bench::{payload, raw};
use support::{Server, runtime};

const MB: u64 = 1_000_000;
const IMAGE: usize = 20 * MB as usize;

#[test]
fn an_event_within_a_chunk_costs_at_most_one_allocation_and_no_copy() {
    const DELTAS: usize = 2_000;
    let parts = payload::events("mock", DELTAS);
    let chunk = Bytes::from(parts.concat());
    let mut decoded = None;
    let counted = measure(|| {
        decoded = Some(parlour::testing::decode_all(std::slice::from_ref(&chunk), 1 << 20));
    });
    let (events, message) = decoded.unwrap();
    assert_eq!(message.unwrap().text(), payload::text_of(DELTAS));
    assert_eq!(events.len(), parts.len());
    assert!(
        counted.count_total <= events.len() as u64,
        "{} allocations for {} events",
        counted.count_total,
        events.len()
    );
    let memory = chunk.as_ptr_range();
    for event in &events {
        let json = event.json().as_bytes().as_ptr_range();
        assert!(memory.start <= json.start && json.end <= memory.end, "{event:?} was copied");
    }
}

#[test]
fn pieces_of_text_without_escapes_cost_no_allocation_at_all() {
    let event = |text: &str| {
        let delta = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"#;
        format!("event: content_block_delta\ndata: {delta}\"{text}\"}}}}\n\n")
    };
    let chunks = [Bytes::from(event("plain words ").repeat(1_000))];
    let mut bytes = 0;
    let counted = measure(|| parlour::testing::text_pieces(&chunks, |text| bytes += text.len()));
    assert_eq!(bytes, 12_000);
    // the framer takes a share of the chunk, which makes its owner count once
    assert!(counted.count_total <= 1, "{counted:?}");
}

/// Allocations a further event costs: of two lengths of a stream, so that what the call itself costs falls out.
fn allocations_per_event(mut read: impl FnMut(&str)) -> f64 {
    read("mock-e1000-c0");
    let few = measure(|| read("mock-e1000-c0"));
    let many = measure(|| read("mock-e5000-c0"));
    many.count_total.saturating_sub(few.count_total) as f64 / 4_000.0
}

#[test]
fn a_streamed_event_costs_at_most_one_allocation_beside_the_transports_own() {
    let server = Server::start();
    let runtime = runtime();
    let ours = Ours::open(&server.base, "").unwrap();
    let ours = allocations_per_event(|model| {
        runtime.block_on(ours.stream(model, &mut Seen::default())).unwrap();
    });
    // reading the same body and looking at nothing: what reqwest and hyper allocate for a chunk
    let (plain, url) = (raw::client().unwrap(), format!("{}/v1/messages", server.base));
    let transport = allocations_per_event(|model| {
        let body = format!(r#"{{"model":"{model}","stream":true}}"#);
        runtime.block_on(async {
            let mut response = plain.post(&url).body(body).send().await.unwrap();
            while response.chunk().await.unwrap().is_some() {}
        });
    });
    assert!(ours - transport <= 1.0, "{ours} an event, {transport} of them the transport's");
}

/// Allows what the issue promises: 1.3 times the size.
fn within_bound(counted: &AllocationInfo, what: &str) {
    let most = IMAGE as u64 * 13 / 10;
    assert!(counted.bytes_max <= most, "{what}: peak {:.2} MB", counted.bytes_max as f64 / MB as f64);
}

/// Two failures and an answer must cost no more memory than an answer at once, but for a few kilobytes.
fn retries_add_nothing(at_once: &AllocationInfo, retried: &AllocationInfo, what: &str) {
    let more = retried.bytes_max.saturating_sub(at_once.bytes_max);
    assert!(more <= 256 * 1024, "{what}: two retries added {more} bytes");
}

fn client(server: &Server) -> Client {
    Client::builder().base_url(&server.base).api_key("bench-key").build().unwrap()
}

/// The JSON of a request with an image of 20 MB of base64, in a buffer of exactly its size.
fn image_json(model: &str) -> Vec<u8> {
    let head = format!(
        r#"{{"model":"{model}","max_tokens":1024,"messages":[{{"role":"user","content":[{{"type":"image","source":{{"type":"base64","media_type":"image/png","data":""#
    );
    let tail = br#""}}]}]}"#;
    let mut json = Vec::with_capacity(head.len() + IMAGE + tail.len());
    json.extend_from_slice(head.as_bytes());
    json.resize(head.len() + IMAGE, b'A');
    json.extend_from_slice(tail);
    json
}

/// Peaks of the same call answered at once and after two failures.
fn at_once_and_retried(mut call: impl FnMut(&str, u32)) -> (AllocationInfo, AllocationInfo) {
    call("mock-s600", 1);
    let at_once = measure(|| call("mock-s600", 1));
    let retried = measure(|| call("mock-s600-f2", 3));
    (at_once, retried)
}

#[test]
fn a_20_mb_body_with_the_callers_own_bytes_in_it_peaks_within_the_bound() {
    let server = Server::start();
    let (runtime, client) = (runtime(), client(&server));
    let (at_once, retried) = at_once_and_retried(|model, attempts| {
        let body = Body::from_json_bytes(image_json(model)).unwrap();
        let reply = runtime.block_on(client.messages().create(body).into_future()).unwrap();
        assert_eq!(reply.attempts().count(), attempts);
    });
    within_bound(&at_once, "whole, at once");
    within_bound(&retried, "whole, retried");
    retries_add_nothing(&at_once, &retried, "whole");
}

#[test]
fn a_20_mb_body_is_not_copied_to_turn_streaming_on() {
    let server = Server::start();
    let (runtime, client) = (runtime(), client(&server));
    let (at_once, retried) = at_once_and_retried(|model, attempts| {
        let body = Body::from_json_bytes(image_json(model)).unwrap();
        runtime.block_on(async {
            let mut stream = client.messages().stream(body).await.unwrap();
            let reply = stream.final_message().await.unwrap();
            assert_eq!(reply.text(), payload::text_of(100));
            assert_eq!(reply.attempts().count(), attempts);
        });
    });
    within_bound(&at_once, "streamed, at once");
    within_bound(&retried, "streamed, retried");
    retries_add_nothing(&at_once, &retried, "streamed");
}

#[test]
fn a_20_mb_image_of_a_typed_request_peaks_within_the_bound() {
    let server = Server::start();
    let (runtime, client) = (runtime(), client(&server));
    for inside in [true, false] {
        let (at_once, retried) = at_once_and_retried(|model, attempts| {
            // made inside the count: the caller's own image is part of the peak
            let data = Blob::from("A".repeat(IMAGE));
            // so many tokens could outlast the answer timeout, so `Auto` carries the call as a stream
            let request =
                MessageRequest::new(model, 64_000).user_blocks(vec![InputBlock::image("image/png", data)]);
            let call =
                client.messages().create(&request).with(CallOptions::new().stream_long_answers(inside));
            let reply = runtime.block_on(call.into_future()).unwrap();
            assert_eq!(reply.attempts().count(), attempts);
        });
        within_bound(&at_once, &format!("typed, streamed inside: {inside}, at once"));
        within_bound(&retried, &format!("typed, streamed inside: {inside}, retried"));
        retries_add_nothing(&at_once, &retried, &format!("typed, streamed inside: {inside}"));
    }
}

#[test]
fn a_look_at_growing_json_costs_no_allocation_however_large_it_is() {
    let text = format!(r#"{{"text":"{}"}}"#, "words ".repeat(170_000));
    let pieces: Vec<&str> = text.as_bytes().chunks(10).map(|p| std::str::from_utf8(p).unwrap()).collect();
    let mut json = PartialJson::new(PartialJsonMode::TrailingStrings);
    let mut mirror = PartialMirror::default();
    let mut reported = 0;
    let counted = measure(|| {
        for piece in &pieces {
            json.push(piece);
            json.changes(&mut mirror, |change| match change {
                PartialChange::Append(text) => reported += text.len(),
                PartialChange::Add { value: PartialKind::String(text), .. } => reported += text.len(),
                _ => {}
            });
        }
    });
    assert!(json.is_complete() && pieces.len() > 100_000);
    assert_eq!(reported, 170_000 * 6);
    assert!(counted.count_total < 64, "{} allocations for {} looks", counted.count_total, pieces.len());
    assert!(counted.bytes_max < 4 * MB, "{} bytes", counted.bytes_max);
}

#[test]
fn forty_turns_cost_the_bytes_that_are_sent_and_little_more() {
    let settings = || Bytes::from_static(br#"{"model":"svc-haiku-3-5","max_tokens":64}"#);
    let turn = |role: &str| Bytes::from(format!(r#"{{"role":"{role}","content":"{}"}}"#, "x".repeat(2_000)));
    let mut talk = Conversation::new();
    let mut sent = 0;
    let counted = measure(|| {
        for _ in 0..40 {
            talk.push_json(turn("user")).unwrap();
            sent += talk.body_json(settings()).unwrap().len() as u64;
            talk.push_json(turn("assistant")).unwrap();
        }
    });
    assert!(2 * counted.bytes_total < 3 * sent, "{} bytes for {sent} sent", counted.bytes_total);
    assert!(counted.count_total < 40 * 30, "{} allocations", counted.count_total);
}
