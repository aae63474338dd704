//! The service as a client sees it: endpoints, order of checks, limits, caching, batches, streams. Through hyper, so
//! that both HTTP versions are met by a client this crate did not write.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a panic is the failure report")]

#[allow(dead_code, reason = "shared between test programs")]
mod support;

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper_util::rt::{TokioExecutor, TokioIo};
use parlour_emulator::{Emulator, Fault, Limits, ManualClock, Reply};
use serde_json::{Value, json};
use support::{Got, call, read, request};
use tokio::net::TcpStream;

fn question(text: &str) -> Value {
    json!({"model": "svc-sonnet-4-5", "max_tokens": 1000, "messages": [{"role": "user", "content": text}]})
}

async fn ask(emu: &Emulator, body: &Value) -> Got {
    call(emu, "POST", "/v1/messages", &[], Some(body)).await
}

#[tokio::test]
async fn a_whole_answer_has_the_shape_of_the_service() {
    let emu = Emulator::start().await.unwrap();
    let got = ask(&emu, &question("Say hello")).await;
    let body = got.json();
    assert_eq!((got.status, got.header("content-type")), (200, "application/json"));
    assert_eq!(body["content"], json!([{"type": "text", "text": "hello"}]));
    assert_eq!(
        (&body["type"], &body["role"], &body["stop_reason"]),
        (&json!("message"), &json!("assistant"), &json!("end_turn"))
    );
    assert_eq!(body["model"], "svc-sonnet-4-5-20250929");
    assert_eq!((&body["usage"]["input_tokens"], &body["usage"]["output_tokens"]), (&json!(3), &json!(2)));
    assert!(body["id"].as_str().unwrap().starts_with("msg_"));
    for name in [
        "request-id",
        "date",
        "svc-organization-id",
        "x-ratelimit-remaining-tokens",
        "svc-ratelimit-requests-limit",
    ] {
        assert!(!got.header(name).is_empty(), "{name}");
    }
}

#[tokio::test]
async fn checks_come_in_order() {
    let emu = Emulator::start().await.unwrap();
    let none: [(&str, &str); 3] = [("x-api-key", ""), ("svc-version", ""), ("svc-beta", "wat")];
    let bad = json!("{");
    let kinds = |got: Got| got.error();
    let run = |path: &'static str, method: &'static str, left: usize| {
        let headers = none[..left].to_vec();
        let (emu, bad) = (&emu, &bad);
        async move { call(emu, method, path, &headers, Some(bad)).await }
    };
    assert_eq!(kinds(run("/v1/nowhere", "PUT", 3).await), (404, "not_found_error".into()));
    let got = run("/v1/messages", "PUT", 3).await;
    assert_eq!(
        (got.header("allow").to_owned(), kinds(got)),
        ("POST".into(), (405, "invalid_request_error".into()))
    );
    assert_eq!(kinds(run("/v1/messages", "POST", 3).await), (401, "authentication_error".into()));
    let got = call(&emu, "POST", "/v1/messages", &none[1..], Some(&bad)).await;
    assert_eq!(got.error(), (400, "invalid_request_error".into()));
    assert!(got.json()["error"]["message"].as_str().unwrap().contains("-version"));
    let got = call(&emu, "POST", "/v1/messages", &none[2..], Some(&bad)).await;
    assert!(got.json()["error"]["message"].as_str().unwrap().starts_with("svc-beta: "));
    let got = call(&emu, "POST", "/v1/messages", &[], Some(&bad)).await;
    assert_eq!(got.error(), (400, "invalid_request_error".into()));
    assert!(
        !got.header("svc-ratelimit-tokens-remaining").is_empty(),
        "limits are counted before the body is read"
    );
    let got = ask(
        &emu,
        &json!({"model": "svc-none-1", "max_tokens": 0, "stream": true, "messages": [{"role": "user",
        "content": "x"}]}),
    )
    .await;
    assert_eq!(got.error(), (404, "not_found_error".into()));
    let got =
        call(&emu, "POST", "/v1/messages", &[("content-type", "text/plain")], Some(&question("x"))).await;
    assert!(got.json()["error"]["message"].as_str().unwrap().starts_with("content-type: "));
}

#[tokio::test]
async fn credentials_vendors_and_versions() {
    let emu = Emulator::builder().api_key("one").also_key("two").start().await.unwrap();
    let get = |headers: Vec<(&'static str, &'static str)>| {
        let emu = &emu;
        async move { call(emu, "GET", "/v1/models", &headers, None).await }
    };
    assert_eq!(get(vec![("x-api-key", "two")]).await.status, 200);
    assert_eq!(get(vec![("x-api-key", ""), ("authorization", "Bearer one")]).await.status, 200);
    let got = get(vec![("x-api-key", "secret-wrong")]).await;
    assert_eq!(got.error().0, 401);
    assert!(!String::from_utf8(got.body).unwrap().contains("secret-wrong"));
    let newer = [("svc-version", ""), ("acme-version", "2026-10-21"), ("acme-beta", "thing-2026-01-01")];
    let got = get(newer.to_vec()).await;
    assert_eq!((got.status, got.header("acme-organization-id").is_empty()), (200, false));
    emu.set_keys(&["three"]);
    assert_eq!(get(vec![]).await.status, 401);
    assert_eq!(get(vec![("x-api-key", "three")]).await.status, 200);

    for value in ["2023-01-01", "2026-10-22", "2027-01-01", "v9", "latest", "2023-06-01, 2026-10-21"] {
        let got = get(vec![("x-api-key", "three"), ("svc-version", ""), ("acme-version", value)]).await;
        assert_eq!(got.error(), (400, "invalid_request_error".to_owned()), "{value}");
        let body = got.json();
        assert_eq!(body["type"], "error");
        assert!(body["error"]["message"].as_str().unwrap().starts_with("acme-version: "), "{body}");
        assert_eq!(body["request_id"], got.header("request-id"));
    }
    let lenient = Emulator::builder().any_version(true).start().await.unwrap();
    for (value, status) in [("2027-01-01", 200), ("v9", 200), ("2023-01-01", 200), ("", 400)] {
        let got =
            call(&lenient, "GET", "/v1/models", &[("svc-version", ""), ("acme-version", value)], None).await;
        assert_eq!(got.status, status, "{value}");
    }

    let strict = Emulator::builder().vendor(Some("svc")).version(Some("2023-06-01")).start().await.unwrap();
    for (name, value, status) in [
        ("svc-version", "2023-06-01", 200),
        ("svc-version", "2023-01-01", 400),
        ("acme-version", "2023-06-01", 400),
    ] {
        let got = call(&strict, "GET", "/v1/models", &[("svc-version", ""), (name, value)], None).await;
        assert_eq!(got.status, status, "{name}: {value}");
    }
}

#[tokio::test]
async fn a_stream_is_the_whole_answer_in_pieces() {
    let emu = Emulator::start().await.unwrap();
    let tool = json!({"name": "find_train", "input_schema": {"type": "object", "required": ["from"],
        "properties": {"from": {"type": "string"}}}});
    let mut body = question("Next train from Zürich?");
    body["tools"] = json!([tool]);
    body["thinking"] = json!({"type": "enabled", "budget_tokens": 1024});
    body["max_tokens"] = json!(2000);
    let whole = ask(&emu, &body).await.json();
    body["stream"] = json!(true);
    let got = ask(&emu, &body).await;
    assert_eq!(got.header("content-type"), "text/event-stream; charset=utf-8");
    assert!(got.body.windows(3).any(|w| w == b"} \n" || w == b"}  "), "some events are padded");
    let events = got.events();
    assert!(events.iter().all(|(name, data)| data["type"] == name.as_str()));
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..3], ["message_start", "content_block_start", "ping"]);
    assert_eq!(names[names.len() - 2..], ["message_delta", "message_stop"]);
    let start = &events[0].1["message"];
    assert_eq!(
        (&start["content"], &start["stop_reason"], &start["usage"]["output_tokens"]),
        (&json!([]), &Value::Null, &json!(3))
    );
    let field = |index: usize, name: &str| -> Vec<String> {
        let own = events.iter().filter(|(n, d)| n == "content_block_delta" && d["index"] == index);
        own.filter_map(|(_, d)| d["delta"][name].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(field(0, "thinking").concat(), whole["content"][0]["thinking"].as_str().unwrap());
    assert_eq!(field(0, "signature"), [whole["content"][0]["signature"].as_str().unwrap()]);
    assert_eq!(field(1, "text").concat(), whole["content"][1]["text"].as_str().unwrap());
    assert_eq!(field(2, "partial_json")[0], "");
    assert_eq!(
        serde_json::from_str::<Value>(&field(2, "partial_json").concat()).unwrap(),
        whole["content"][2]["input"]
    );
    assert_eq!(whole["content"][2]["input"], json!({"from": "Zürich"}));
    let last = &events[events.len() - 2].1;
    assert_eq!(
        (&last["delta"]["stop_reason"], &last["usage"]["output_tokens"]),
        (&json!("tool_use"), &whole["usage"]["output_tokens"])
    );
}

#[tokio::test]
async fn equal_services_give_equal_bytes() {
    let body = {
        let mut b = question("count to 300");
        b["stream"] = json!(true);
        b
    };
    let mut seen = Vec::new();
    for seed in [1, 1, 2] {
        let emu = Emulator::builder().seed(seed).start().await.unwrap();
        seen.push(ask(&emu, &body).await.body);
    }
    assert_eq!(seen[0], seen[1]);
    assert_ne!(seen[0], seen[2]);
}

#[tokio::test]
async fn a_cut_call_is_left_open_in_a_stream() {
    let emu = Emulator::start().await.unwrap();
    let mut body = question("find_train from \"Lyon Part Dieu\"");
    body["tools"] = json!([{"name": "find_train", "input_schema": {"type": "object", "required": ["q"],
        "properties": {"q": {"type": "string"}}}}]);
    body["max_tokens"] = json!(12);
    body["stream"] = json!(true);
    let events = ask(&emu, &body).await.events();
    let of = |kind: &str| events.iter().filter(|(name, _)| name == kind).count();
    assert_eq!((of("content_block_start"), of("content_block_stop")), (2, 1));
    assert_eq!(events[events.len() - 2].1["delta"]["stop_reason"], "max_tokens");
}

#[tokio::test]
async fn limits_are_real_and_follow_the_clock() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu =
        Emulator::builder().limits(Limits::per_minute(2, 30_000)).clock(clock.clone()).start().await.unwrap();
    let first = ask(&emu, &question("Say a")).await;
    assert_eq!(
        (first.header("svc-ratelimit-requests-remaining"), first.header("x-ratelimit-remaining-tokens")),
        ("1", "30000")
    );
    assert_eq!(first.header("svc-ratelimit-requests-reset"), "2023-11-14T22:13:50Z");
    assert_eq!(ask(&emu, &question("Say a")).await.status, 200);
    let limited = ask(&emu, &question("Say a")).await;
    assert_eq!(limited.error(), (429, "rate_limit_error".into()));
    assert_eq!(
        (limited.header("retry-after"), limited.header("svc-ratelimit-requests-remaining")),
        ("30", "0")
    );
    assert_eq!(
        call(
            &emu,
            "POST",
            "/v1/messages/count_tokens",
            &[],
            Some(&json!({"model": "svc-sonnet-4-5", "messages": [{"role": "user", "content": "x"}]}))
        )
        .await
        .status,
        200
    );
    clock.advance(Duration::from_secs(30));
    assert_eq!(ask(&emu, &question("Say a")).await.status, 200);
}

#[tokio::test]
async fn caching_divides_what_counting_counts() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu = Emulator::builder().clock(clock.clone()).start().await.unwrap();
    let mut body = question("Say a");
    body["system"] =
        json!([{"type": "text", "text": "x".repeat(8000), "cache_control": {"type": "ephemeral"}}]);
    let mut counted = body.clone();
    counted.as_object_mut().unwrap().remove("max_tokens");
    let count = call(&emu, "POST", "/v1/messages/count_tokens", &[], Some(&counted)).await.json();
    assert_eq!(count, json!({"input_tokens": 2002}));
    let mut split = Vec::new();
    for wait in [0, 100, 301] {
        clock.advance(Duration::from_secs(wait));
        let usage = ask(&emu, &body).await.json()["usage"].clone();
        split.push(
            ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
                .map(|k| usage[k].as_u64().unwrap()),
        );
    }
    assert_eq!(split, [[2, 2000, 0], [2, 0, 2000], [2, 2000, 0]]);
    body["max_tokens"] = json!(0);
    let warm = ask(&emu, &body).await.json();
    assert_eq!(
        (&warm["content"], &warm["stop_reason"], &warm["usage"]["cache_read_input_tokens"]),
        (&json!([]), &json!("max_tokens"), &json!(2000))
    );
}

#[tokio::test]
async fn prompts_that_do_not_fit_are_refused() {
    let emu = Emulator::start().await.unwrap();
    let got = ask(&emu, &question(&"x".repeat(800_004))).await;
    assert_eq!(got.error(), (400, "invalid_request_error".into()));
    assert_eq!(
        ask(&emu, &question(&"x".repeat(799_000))).await.status,
        200,
        "newer models stop when the window is full"
    );
    let mut old = question(&"x".repeat(799_000));
    old["model"] = json!("svc-haiku-3-5");
    assert_eq!(ask(&emu, &old).await.status, 400);
    let big = json!("x".repeat(33 * 1024 * 1024));
    assert_eq!(ask(&emu, &big).await.error(), (413, "request_too_large".into()));
}

#[tokio::test]
async fn models_are_listed_page_by_page_and_found_by_alias() {
    let emu = Emulator::start().await.unwrap();
    let mut path = "/v1/models?limit=3".to_owned();
    let mut ids = Vec::new();
    loop {
        let page = call(&emu, "GET", &path, &[], None).await.json();
        ids.extend(page["data"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap().to_owned()));
        if page["has_more"] == false {
            break;
        }
        path = format!("/v1/models?limit=3&after_id={}", page["last_id"].as_str().unwrap());
    }
    for stem in ["opus-4-5", "sonnet-4-5", "haiku-3-5"] {
        assert!(ids.iter().any(|id| id.starts_with(&format!("svc-{stem}-"))), "{ids:?}");
    }
    let one = call(&emu, "GET", "/v1/models/svc-opus-4-5", &[], None).await.json();
    assert_eq!((&one["id"], &one["max_tokens"]), (&json!("svc-opus-4-5-20251101"), &json!(64_000)));
    assert_eq!(call(&emu, "GET", "/v1/models/svc-none", &[], None).await.error().0, 404);
}

#[tokio::test]
async fn a_batch_lives_from_creation_to_deletion() {
    let emu = Emulator::start().await.unwrap();
    let item = |id: &str, params: Value| json!({"custom_id": id, "params": params});
    let bad = json!({"model": "svc-sonnet-4-5", "messages": [{"role": "user", "content": "x"}]});
    let body = json!({"requests": [item("a", question("Say one")), item("b", bad)]});
    let made = call(&emu, "POST", "/v1/messages/batches", &[], Some(&body)).await.json();
    let path = format!("/v1/messages/batches/{}", made["id"].as_str().unwrap());
    let get = |path: String| {
        let emu = &emu;
        async move { call(emu, "GET", &path, &[], None).await }
    };
    assert_eq!(
        (&made["processing_status"], &made["request_counts"]["processing"]),
        (&json!("in_progress"), &json!(2))
    );
    assert_eq!(get(format!("{path}/results")).await.status, 400);
    assert_eq!(call(&emu, "DELETE", &path, &[], None).await.status, 400);
    assert_eq!(get(path.clone()).await.json()["processing_status"], "in_progress");
    let ended = get(path.clone()).await.json();
    assert_eq!(
        ended["request_counts"],
        json!({"processing": 0, "succeeded": 1, "errored": 1, "canceled": 0, "expired": 0})
    );
    assert_eq!(ended["results_url"], format!("{}{path}/results", emu.url()));
    let results = get(format!("{path}/results")).await;
    let lines: Vec<Value> = results
        .body
        .split(|b| *b == b'\n')
        .filter(|l| !l.is_empty())
        .map(|l| serde_json::from_slice(l).unwrap())
        .collect();
    assert_eq!((lines.len(), &lines[0]["custom_id"]), (2, &json!("b")), "not in the order of the requests");
    assert!(lines[0]["result"]["error"]["error"]["message"].as_str().unwrap().starts_with("max_tokens: "));
    assert_eq!(lines[1]["result"]["message"]["content"][0]["text"], "one");
    assert_eq!(lines[1]["result"]["message"]["usage"]["service_tier"], "batch");
    assert_eq!(call(&emu, "POST", &format!("{path}/cancel"), &[], None).await.status, 400);
    assert_eq!(get("/v1/messages/batches".into()).await.json()["data"].as_array().unwrap().len(), 1);
    assert_eq!(call(&emu, "DELETE", &path, &[], None).await.json()["type"], "message_batch_deleted");
    assert_eq!(get(path).await.error().0, 404);
}

#[tokio::test]
async fn batches_are_cancelled_expire_and_are_archived() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu = Emulator::builder().clock(clock.clone()).batch_polls_until_end(9).start().await.unwrap();
    let body = json!({"requests": [{"custom_id": "a", "params": question("x")}]});
    let make = || async {
        call(&emu, "POST", "/v1/messages/batches", &[], Some(&body)).await.json()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (first, second, third) = (make().await, make().await, make().await);
    let status = |id: String| {
        let emu = &emu;
        async move { call(emu, "GET", &format!("/v1/messages/batches/{id}"), &[], None).await.json() }
    };
    let cancelled =
        call(&emu, "POST", &format!("/v1/messages/batches/{first}/cancel"), &[], None).await.json();
    assert_eq!(
        (&cancelled["processing_status"], cancelled["cancel_initiated_at"].is_string()),
        (&json!("canceling"), true)
    );
    assert_eq!(status(first).await["request_counts"]["canceled"], 1);
    emu.end_batches();
    assert_eq!(status(second).await["request_counts"]["succeeded"], 1);
    assert_eq!(status(third.clone()).await["request_counts"]["succeeded"], 1);
    let fourth = make().await;
    clock.advance(Duration::from_secs(24 * 3600));
    assert_eq!(status(fourth).await["request_counts"]["expired"], 1);
    clock.advance(Duration::from_secs(28 * 24 * 3600));
    let old = status(third.clone()).await;
    assert_eq!((old["archived_at"].is_string(), &old["results_url"]), (true, &Value::Null));
    assert_eq!(
        call(&emu, "GET", &format!("/v1/messages/batches/{third}/results"), &[], None).await.status,
        404
    );
    for bad in [json!({}), json!({"requests": []}), json!({"requests": [{"custom_id": "a b", "params": {}}]})]
    {
        assert_eq!(call(&emu, "POST", "/v1/messages/batches", &[], Some(&bad)).await.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn orders_shape_the_models_own_answers_too() {
    let emu = Emulator::start().await.unwrap();
    let mut body = question("Say hello");
    body["stream"] = json!(true);
    emu.script_json(r#"[{"edit": {"drop": ["ping"], "event_names": false}, "newline": "\r\n", "headers": {"x-a": "b"}},
        {"status": 503, "text": "<html>"}, {"status": 307, "headers": {"location": "/v1/x"}}, {"status": 201, "default": true}]"#).unwrap();
    let got = ask(&emu, &body).await;
    let text = String::from_utf8(got.body.clone()).unwrap();
    assert!(!text.contains("event:") && !text.contains("ping") && text.ends_with("\r\n\r\n"), "{text}");
    assert_eq!(got.header("x-a"), "b");
    let html = ask(&emu, &body).await;
    assert_eq!(
        (html.status, html.body.as_slice(), html.header("content-type")),
        (503, &b"<html>"[..], "text/plain; charset=utf-8")
    );
    let moved = ask(&emu, &body).await;
    assert_eq!((moved.status, moved.body.len(), moved.header("location")), (307, 0, "/v1/x"));
    assert_eq!(ask(&emu, &body).await.status, 201);
}

#[tokio::test]
async fn http2_is_spoken_to_those_who_know() {
    let emu = Emulator::start().await.unwrap();
    let connect = || async {
        let stream = TcpStream::connect(("127.0.0.1", emu.port())).await.unwrap();
        let io = TokioIo::new(stream);
        let (send, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), io).await.unwrap();
        tokio::spawn(connection);
        send
    };
    let mut send = connect().await;
    let mut body = question("Say hello");
    body["stream"] = json!(true);
    let first = send.send_request(request(&emu, "POST", "/v1/messages", &[], Some(&body)));
    let second = {
        let mut send = send.clone();
        let r = request(&emu, "GET", "/v1/models", &[], None);
        async move { send.send_request(r).await }
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!(read(first.unwrap()).await.events().last().unwrap().0, "message_stop");
    assert_eq!(read(second.unwrap()).await.status, 200);
    assert_eq!((emu.accepted_connections(), emu.requests()[0].http_version), (1, "HTTP/2"));

    emu.push(Reply::text(200, "0123456789").fault(Fault::StallAt(3)));
    let mut stalled =
        send.send_request(request(&emu, "POST", "/v1/messages", &[], Some(&body))).await.unwrap();
    assert_eq!(stalled.frame().await.unwrap().unwrap().into_data().unwrap(), "012");
    assert_eq!(emu.closed_early(), 0);
    drop(stalled);
    assert!(emu.wait_closed_early(1).await);
    assert_eq!(emu.open_connections(), 1, "only the stream was left");

    for fault in [Fault::ResetAt(4), Fault::CloseAt(4), Fault::ResetBeforeHeaders] {
        let mut send = connect().await;
        emu.push(Reply::text(200, "0123456789").fault(fault.clone()));
        let broken = match send.send_request(request(&emu, "POST", "/v1/messages", &[], Some(&body))).await {
            Ok(response) => response.into_body().collect().await.is_err(),
            Err(_) => true,
        };
        assert!(broken, "{fault:?}");
    }
}

#[tokio::test]
async fn leaving_a_paced_stream_is_noticed() {
    let emu = Emulator::builder().pace(Duration::from_millis(5)).start().await.unwrap();
    let mut body = question("count to 5000");
    body["stream"] = json!(true);
    body["max_tokens"] = json!(20_000);
    let stream = TcpStream::connect(("127.0.0.1", emu.port())).await.unwrap();
    let (mut send, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    let driver = tokio::spawn(connection);
    let mut response =
        send.send_request(request(&emu, "POST", "/v1/messages", &[], Some(&body))).await.unwrap();
    assert!(response.frame().await.is_some());
    drop((response, send));
    driver.abort();
    assert!(emu.wait_closed_early(1).await);
    assert!(emu.wait_open_connections(0).await);
}
