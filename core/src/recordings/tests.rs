//! Tests of matching and of the file format.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri};
use serde_json::{Value, json};

use super::RecordingMatch;
use super::exchange::{Answer, Exchange};
use super::request::Asked;

fn asked(body: &str) -> Asked {
    Asked::new(
        &Method::POST,
        &Uri::from_static("/v1/messages?a=1"),
        Some(&Bytes::copy_from_slice(body.as_bytes())),
    )
}

fn answer(headers: &[(&'static str, &'static str)], pieces: &[&[u8]]) -> Answer {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(*name, value.parse().unwrap());
    }
    let mut answer = Answer::new(200, &map.into());
    answer.fill(
        pieces
            .iter()
            .enumerate()
            .map(|(number, piece)| {
                (Duration::from_micros(1040 * number as u64), Bytes::copy_from_slice(piece))
            })
            .collect(),
    );
    answer
}

/// A recording as its file has it, and the same read again.
fn written(answer: Answer) -> (Value, Answer) {
    let mut exchange = Exchange::new(asked("{}"));
    exchange.answers.push(answer);
    let bytes = exchange.write().unwrap();
    let mut read = Exchange::read(&bytes).unwrap();
    assert_eq!(read.request, exchange.request);
    (serde_json::from_slice(&bytes).unwrap(), read.answers.remove(0))
}

#[test]
fn the_order_of_members_and_the_form_of_the_json_do_not_count() {
    let one = asked(r#"{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"a"}]}"#);
    let same = asked(r#"{ "messages":[{"content":"a","role":"user"}], "max_tokens":5, "model":"m" }"#);
    let other = asked(r#"{"model":"m","max_tokens":6,"messages":[{"role":"user","content":"a"}]}"#);
    let key = |asked: &Asked| asked.key(RecordingMatch::Strict);
    assert_eq!((key(&one), &one), (key(&same), &same));
    assert_ne!(key(&one), key(&other));
    assert_eq!(one.key(RecordingMatch::Loose), other.key(RecordingMatch::Loose));
    // The name of a file is the same wherever it was made.
    assert_eq!(one.file_name(key(&one)), "post-messages-98c9978fec77c194");
}

#[test]
fn a_body_that_is_no_json_counts_by_its_length() {
    let uri = Uri::from_static("/v1/files");
    let of = |body: Option<&'static [u8]>| {
        let body = body.map(Bytes::from_static);
        Asked::new(&Method::POST, &uri, body.as_ref()).key(RecordingMatch::Strict)
    };
    assert_eq!(of(Some(b"--boundary1")), of(Some(b"--boundary2")));
    assert_ne!(of(Some(b"--boundary1")), of(Some(b"--boundary12")));
    assert_eq!(of(None), of(Some(b"")));
}

#[test]
fn differences_name_their_place() {
    let before =
        asked(r#"{"model":"m","messages":[{"role":"user","content":"a"}],"stop":["x"],"n":1,"o":{"p":1}}"#);
    let now = asked(
        r#"{"model":"m","messages":[{"role":"user","content":"b"}],"stop":["x","y"],"n":"1","o":{"q":1}}"#,
    );
    let (count, sentences) = now.differences(&before, RecordingMatch::Strict).unwrap();
    assert_eq!(count, 5);
    assert_eq!(sentences.len(), 3);
    for sentence in &sentences {
        let known = [
            "`messages[0].content` was \"a\" and is \"b\"",
            "`stop` was a list of 1 and is a list of 2",
            "`n` was 1 and is \"1\"",
            "`o.p` was 1 and is missing",
            "`o.q` was missing and is 1",
        ];
        assert!(known.contains(&&**sentence), "{sentence}");
    }
    let elsewhere = Asked::new(&Method::GET, &Uri::from_static("/v1/messages"), None);
    assert!(elsewhere.differences(&before, RecordingMatch::Strict).is_none());
}

#[test]
fn pieces_keep_each_byte_in_a_form_for_people() {
    let numbers = "{\"a\": 1.50, \"b\":\t12345678901234567890123, \"a\": null}";
    let (file, read) = written(answer(&[("content-type", "application/json")], &[numbers.as_bytes()]));
    assert_eq!(file["answers"][0]["pieces"][0]["ms"], 0.0);
    assert!(file["answers"][0]["pieces"][0]["json"].is_object());
    assert_eq!(read.body().next().unwrap().1, numbers);

    let (file, read) =
        written(answer(&[], &[b"event: a\ndata: \xc3", b"\xa9\n\n", b"text", b"\xff\xfe", b"\xc3"]));
    let pieces = &file["answers"][0]["pieces"];
    assert_eq!(pieces[0], json!({"ms": 0.0, "lines": ["event: a", "data: "]}));
    assert_eq!(pieces[1], json!({"ms": 1.0, "lines": ["é", "", ""]}));
    assert_eq!(pieces[2], json!({"ms": 2.1, "text": "text"}));
    assert_eq!(pieces[3], json!({"ms": 3.1, "base64": "//4="}));
    let all: Vec<u8> = read.body().flat_map(|(_, bytes)| bytes).collect();
    assert_eq!(all, b"event: a\ndata: \xc3\xa9\n\ntext\xff\xfe\xc3");
}

#[test]
fn headers_of_the_connection_and_cookies_are_left_out() {
    let (file, read) = written(answer(
        &[("x-a", "1"), ("x-a", "2"), ("set-cookie", "hidden"), ("transfer-encoding", "chunked")],
        &[],
    ));
    assert_eq!(file["answers"][0]["headers"], json!({"x-a": "1, 2"}));
    assert_eq!(read.head().unwrap().1.len(), 1);
}

#[test]
fn only_whole_answers_of_a_success_are_complete() {
    let events = &[("content-type", "text/event-stream; charset=utf-8")];
    assert!(answer(events, &[b"event: message_stop\ndata: {}\n\n"]).is_complete());
    assert!(!answer(events, &[b"event: message_start\ndata: {}\n\n"]).is_complete());
    assert!(answer(&[], &[b"{\"type\":\"message\"}"]).is_complete());
    assert!(!answer(&[], &[b"{\"type\":\"error\"}"]).is_complete());
    let (mut left, mut refused) = (answer(&[], &[b"{\"type\":"]), answer(&[], &[b"{}"]));
    (left.left, refused.status) = (true, Some(529));
    assert!(!left.is_complete() && !refused.is_complete());
}
