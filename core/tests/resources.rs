//! The endpoints beside `messages`: models, token counts, batches, files, skills and configured limits (protocol §8).
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parlour::clock::{Clock, ScriptedClock};
use parlour::{BatchOutcome, BatchStatus, BatchWait, Body, ErrorKind, Lifecycle, MessageRequest, ModelInfo};
use parlour_emulator::{Emulator, Fault, Reply};
use serde_json::{Value, json};
use support::{builder, client, request, soon};

/// The path and query of each request that was made.
fn asked(emulator: &Emulator) -> Vec<String> {
    emulator.requests().iter().map(|r| format!("{} {}{}", r.method, r.path, query(&r.query))).collect()
}

fn query(query: &str) -> String {
    if query.is_empty() { String::new() } else { format!("?{query}") }
}

#[tokio::test]
async fn models_are_listed_and_found() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let page = client.models().list().limit(2).await.unwrap();
    assert_eq!((page.len(), page.has_more), (2, Some(true)));
    assert!(page.request_id().is_some());
    let all = client.models().list().limit(2).items().unwrap().collect().await.unwrap();
    assert_eq!(all[..2], page.data[..]);
    assert!(all.len() > 2);
    let one = client.models().get(&all[0].id).await.unwrap();
    assert_eq!(*one, all[0]);
    assert!(one.max_tokens.is_some() && one.capabilities.is_some());
    let error = client.models().get("svc-none-1").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(client.models().get("").await.unwrap_err().kind(), ErrorKind::Config);
}

#[tokio::test]
async fn a_model_says_what_the_service_said() {
    let emulator = Emulator::start().await.unwrap();
    let text = json!({"type": "model", "id": "svc-a", "lifecycle": "deprecated", "line": "sonnet", "new": [1],
        "capabilities": {"effort": {"supported": true, "xhigh": null, "max": {"supported": true}},
            "thinking": {"supported": true, "types": {"enabled": {"supported": false},
                "disabled": {"supported": true}}}}});
    emulator.push(Reply::json(200, text.clone()));
    let model = client(&emulator).models().get("a").await.unwrap();
    assert!(model.is_deprecated() && model.lifecycle == Some(Lifecycle::Deprecated));
    let capabilities = model.capabilities.as_ref().unwrap();
    assert!(capabilities.batch.is_none(), "it did not say");
    assert!(capabilities.effort.as_ref().unwrap().max.as_ref().unwrap().supported);
    let types = capabilities.thinking.as_ref().unwrap().types.as_ref().unwrap();
    assert!(!types.enabled.as_ref().unwrap().supported && types.disabled.as_ref().unwrap().supported);
    assert_eq!(serde_json::to_value(&*model).unwrap(), text, "nothing is lost");
    for wrong in [json!({}), json!([]), json!({"status": "ok"})] {
        emulator.push(Reply::json(200, wrong.clone()).repeat(10));
        assert_eq!(
            client(&emulator).models().get("a").await.unwrap_err().kind(),
            ErrorKind::Decode,
            "{wrong}"
        );
        emulator.script(vec![]);
    }
}

#[tokio::test]
async fn an_answer_is_read_while_it_arrives() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.script(vec![Reply::status(529), Reply::model()]);
    let asked = || client.models().get("svc-haiku-3-5");
    let whole = soon(asked().raw()).await.unwrap();
    let mut opened = soon(asked().open()).await.unwrap();
    assert_eq!((opened.status(), opened.attempts().count()), (200, 1));
    assert!(opened.request_id().is_some_and(|id| Some(id) != whole.request_id()));
    let mut body = Vec::new();
    while let Some(chunk) = soon(opened.chunk()).await.unwrap() {
        body.extend_from_slice(&chunk);
    }
    assert_eq!(body, whole.to_vec());

    // Of a message: its head is there before its body, and nothing looks into that.
    emulator.push(Reply::bytes(200, &[b'x'; 4000]).fault(Fault::CloseAt(3000)));
    let mut opened = soon(client.messages().create(request("any")).open()).await.unwrap();
    let mut bytes = 0;
    let error = loop {
        match soon(opened.chunk()).await {
            Ok(chunk) => bytes += chunk.expect("it breaks off").len(),
            Err(error) => break error,
        }
    };
    assert_eq!((bytes, error.kind()), (3000, ErrorKind::Connection), "{error}");
    let mut opened = soon(client.messages().create(request("say hello")).open()).await.unwrap();
    let mut body = Vec::new();
    while let Some(chunk) = soon(opened.chunk()).await.unwrap() {
        body.extend_from_slice(&chunk);
    }
    assert!(String::from_utf8(body).unwrap().contains("\"hello\""));
    emulator.push(Reply::status(404));
    let error = soon(client.messages().create(request("any")).open()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_page_is_to_be_had_unread() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let options = parlour::CallOptions::new().header("x-own", "1");
    let list = || client.files().list().limit(2).query("page", "p").with(options.clone());
    // No page at all, sent with the status and headers of a success: nothing looks into it.
    let text = r#"{"data": "none", "has_more": 7}"#;
    let page = Reply::text(200, text).header("x-answer", "yes");
    emulator.script(vec![Reply::status(529), page.clone(), page.clone(), page]);
    let whole = soon(list().raw()).await.unwrap();
    assert_eq!((whole.status(), whole.headers()["x-answer"].as_bytes()), (200, &b"yes"[..]));
    assert_eq!((whole.as_ref(), whole.attempts().count()), (text.as_bytes(), 2));
    let mut opened = soon(list().open()).await.unwrap();
    assert_eq!((opened.status(), opened.headers()["x-answer"].as_bytes()), (200, &b"yes"[..]));
    let mut body = Vec::new();
    while let Some(chunk) = soon(opened.chunk()).await.unwrap() {
        body.extend_from_slice(&chunk);
    }
    assert_eq!(body, text.as_bytes());
    assert_eq!(soon(async { list().await }).await.unwrap_err().kind(), ErrorKind::Decode);
    assert_eq!(asked(&emulator)[..4], ["GET /v1/files?limit=2&page=p"; 4]);
    assert!(emulator.requests().iter().all(|request| request.header("x-own") == Some("1")));

    // Its head is there before its body, and an error in its place is one.
    emulator.script(vec![Reply::text(200, "x").fault(Fault::StallAt(0)), Reply::status(404).repeat(2)]);
    assert_eq!(soon(client.models().list().open()).await.unwrap().status(), 200);
    assert_eq!(soon(client.models().list().open()).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(soon(client.models().list().raw()).await.unwrap_err().kind(), ErrorKind::NotFound);
    let nowhere = client.skills().versions("");
    assert_eq!(nowhere.open().await.unwrap_err().kind(), ErrorKind::Config);
}

#[tokio::test]
async fn every_page_is_asked_for_once_with_the_same_parameters() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let model = |id: &str| json!({"type": "model", "id": id});
    emulator.script(vec![
        Reply::json(200, json!({"data": [model("a"), model("b")], "has_more": true, "last_id": "b"})),
        Reply::json(200, json!({"data": [model("c")], "has_more": false, "last_id": "c"})),
    ]);
    let list = client.models().list().limit(2).query("lifecycle[]", "active");
    let all: Vec<ModelInfo> = list.items().unwrap().collect().await.unwrap();
    assert_eq!(all.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    let sent = ["limit=2&lifecycle%5B%5D=active", "limit=2&lifecycle%5B%5D=active&after_id=b"];
    assert_eq!(asked(&emulator), sent.map(|query| format!("GET /v1/models?{query}")));
    let error = client.models().list().after("a").before("b").pages().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
}

#[tokio::test]
async fn a_page_that_fails_can_be_asked_for_again_and_one_that_leads_back_ends_the_list() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator).with_options(parlour::CallOptions::new().max_retries(0));
    let page =
        |next: &str| Reply::json(200, json!({"data": [{"type": "file", "id": "f"}], "next_page": next}));
    emulator.script(vec![page("p2"), Reply::status(500), page("p3"), page("p2")]);
    let mut pages = client.files().list().limit(1).pages().unwrap();
    assert_eq!(pages.next().await.unwrap().unwrap().data[0].id, "f");
    assert_eq!(pages.next().await.unwrap().unwrap_err().status(), Some(500));
    assert_eq!(pages.next().await.unwrap().unwrap().next_page.as_deref(), Some("p3"));
    let error = pages.next().await.unwrap().unwrap_err();
    assert!(error.kind() == ErrorKind::Decode && error.message().contains("circle"), "{error}");
    assert!(pages.next().await.is_none());
    let sent = ["limit=1", "limit=1&page=p2", "limit=1&page=p2", "limit=1&page=p3"];
    assert_eq!(asked(&emulator), sent.map(|query| format!("GET /v1/files?{query}")));
}

#[tokio::test]
async fn files_are_all_listed_under_the_name_of_their_beta_too() {
    let emulator = Emulator::start().await.unwrap();
    for name in ["a", "b", "c"] {
        emulator.add_file(name, "text/plain", b"x".to_vec());
    }
    for beta in [None, Some(parlour::betas::FILES_API_2025_04_14)] {
        let client = client(&emulator);
        let options = beta.into_iter().fold(parlour::CallOptions::new(), parlour::CallOptions::beta);
        let list = client.files().list().limit(2).with(options);
        let names: Vec<_> = list.items().unwrap().collect().await.unwrap();
        let names: Vec<_> = names.iter().map(|file| file.filename.as_str()).collect();
        assert_eq!(names, ["c", "b", "a"], "{beta:?}");
    }
}

#[tokio::test]
async fn tokens_are_counted_for_any_request() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let request = MessageRequest::new("svc-haiku-3-5", 256)
        .system("Be brief.")
        .temperature(0.5)
        .stop_sequence("\n\n")
        .user("How long is this?");
    let count = client.messages().count_tokens(&request).await.unwrap();
    assert!(count.input_tokens > 3);
    let sent: Value = serde_json::from_slice(&emulator.requests()[0].body).unwrap();
    let keys: Vec<_> = sent.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["model", "system", "messages"]);
    let json = r#"{"model":"svc-haiku-3-5","messages":[{"role":"user","content":"a"}],"max_tokens":5,"stream":true}"#;
    client.messages().count_tokens(Body::from_json_bytes(json).unwrap()).await.unwrap();
    for wrong in ["{}", r#"{"input_tokens":"7"}"#] {
        emulator.push(Reply::text(200, wrong).repeat(9));
        let error = client.messages().count_tokens(&request).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode, "{wrong}");
        emulator.script(vec![]);
    }
}

#[tokio::test]
async fn a_batch_lives() {
    let emulator = Emulator::builder().batch_polls_until_end(3).start().await.unwrap();
    let clock = ScriptedClock::new().with_random([0.0]);
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    let batch = client.batches().create([("a", request("one")), ("b-2", request("two"))]).await.unwrap();
    assert_eq!((batch.processing_status.clone(), batch.request_counts.total()), (BatchStatus::InProgress, 2));
    let early = client.batches().results_of(&batch).await.unwrap_err();
    assert!(early.kind() == ErrorKind::Config && early.message().contains("in_progress"), "{early}");
    let mut seen = 0;
    let wait = BatchWait::new().progress(|batch| {
        seen += batch.request_counts.processing;
        ControlFlow::Continue(())
    });
    let ended = client.batches().wait(&batch.id, wait).await.unwrap();
    assert!(ended.is_ended() && ended.request_counts.succeeded == 2);
    assert!(seen >= 2, "the callback was called");
    let waits = clock.waits();
    assert!(waits.windows(2).all(|pair| pair[0] <= pair[1]), "{waits:?}");
    assert_eq!(waits[0], Duration::from_secs(5));
    let mut results = client.batches().results_of(&ended).await.unwrap();
    let mut ids = Vec::new();
    while let Some(result) = results.next().await {
        let result = result.unwrap();
        assert!(!result.outcome.message().unwrap().text().is_empty());
        ids.push(result.custom_id);
    }
    ids.sort();
    assert_eq!(ids, ["a", "b-2"]);
    assert_eq!(client.batches().list().items().unwrap().collect().await.unwrap().len(), 1);
    let deleted = client.batches().delete(&batch.id).await.unwrap();
    assert_eq!((deleted.id.as_str(), deleted.kind.as_str()), (batch.id.as_str(), "message_batch_deleted"));
    assert_eq!(client.batches().get(&batch.id).await.unwrap_err().kind(), ErrorKind::NotFound);
}

/// Protocol §8.4: from 5 s on, twice as long each time, up to 60 s, and up to a tenth less.
#[tokio::test]
async fn pauses_of_a_wait_grow_to_the_longest_and_differ_by_chance() {
    let emulator = Emulator::builder().batch_polls_until_end(8).start().await.unwrap();
    let clock = ScriptedClock::new().with_random([0.5]);
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    let batch = client.batches().create([("a", request("one"))]).await.unwrap();
    client.batches().wait(&batch.id, BatchWait::new()).await.unwrap();
    let pauses: Vec<u64> = clock.waits().iter().map(|pause| pause.as_millis() as u64).collect();
    assert_eq!(pauses, [4750, 9500, 19_000, 38_000, 57_000, 57_000, 57_000]);
}

#[tokio::test]
async fn a_batch_is_cancelled_and_waiting_ends_as_asked() {
    let emulator = Emulator::builder().batch_polls_until_end(1000).start().await.unwrap();
    let clock = ScriptedClock::new();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    let batch = client.batches().create([("a", request("one"))]).await.unwrap();
    let begun = clock.now();
    let error =
        client.batches().wait(&batch.id, BatchWait::new().limit(Duration::from_secs(90))).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Timeout, Some("limit")));
    assert_eq!(clock.now() - begun, Duration::from_secs(90));
    let leave = BatchWait::new().progress(|_| ControlFlow::Break(()));
    assert_eq!(client.batches().wait(&batch.id, leave).await.unwrap_err().kind(), ErrorKind::Cancelled);
    let cancelled = client.batches().cancel(&batch.id).await.unwrap();
    assert!(cancelled.cancel_initiated_at.is_some());
    let short = BatchWait::new().longest_pause(Duration::ZERO).limit(Duration::from_secs(3));
    let at = clock.waits().len();
    let _ended = client.batches().wait(&batch.id, short).await;
    assert!(clock.waits()[at..].iter().all(|wait| *wait == Duration::from_secs(1)), "{:?}", clock.waits());
}

#[tokio::test]
async fn what_cannot_be_a_batch_is_refused_before_it_is_sent() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let streamed =
        Body::from_json_bytes(r#"{"model":"m","max_tokens":1,"messages":[],"stream":true}"#).unwrap();
    let long = "x".repeat(65);
    let plain = || request("a").into_body().unwrap();
    use parlour::IntoBody;
    for (requests, word) in [
        (vec![], "at least one"),
        (vec![("", plain())], "custom_id"),
        (vec![("a b", plain())], "custom_id"),
        (vec![(long.as_str(), plain())], "custom_id"),
        (vec![("a", plain()), ("a", plain())], "already"),
        (vec![("a", plain()), ("b", streamed)], "streamed"),
    ] {
        let error = client.batches().create(requests).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.message().contains(word), "{error}");
    }
    assert_eq!(emulator.request_count(), 0);
}

/// A line of results with this id.
fn line(id: &str) -> String {
    json!({"custom_id": id, "result": {"type": "canceled"}}).to_string()
}

#[tokio::test]
async fn results_come_in_lines_of_any_form() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let long = json!({"custom_id": "long", "result": {"type": "errored", "error": {"type": "error",
        "error": {"type": "overloaded_error", "message": "x".repeat(300_000)}, "request_id": "req_1"}}});
    let body = format!(
        "{}\r\n\nnot json\n{long}\n{{\"custom_id\":\"new\",\"result\":{{\"type\":\"new\"}}}}",
        line("one")
    );
    for pieces in [1 << 20, 4096, 1000] {
        emulator.push(Reply::bytes(200, body.as_bytes()).pieces(pieces));
        let mut results = client.batches().results("msgbatch_1").await.unwrap();
        let first = results.next().await.unwrap().unwrap();
        assert!(first.custom_id == "one" && matches!(first.outcome, BatchOutcome::Canceled(_)));
        assert!(!first.outcome.may_be_sent_again());
        let error = results.next().await.unwrap().unwrap_err();
        assert!(error.kind() == ErrorKind::Decode && error.message().contains("line 3"), "{error}");
        assert_eq!(error.body().map(|body| &body[..]), Some(&b"not json"[..]));
        let errored = results.next().await.unwrap().unwrap();
        let detail = &errored.outcome.as_errored().unwrap().error;
        assert_eq!(
            (detail.error.kind.as_str(), detail.request_id.as_deref()),
            ("overloaded_error", Some("req_1"))
        );
        assert!(errored.outcome.may_be_sent_again());
        let unknown = results.next().await.unwrap().unwrap();
        assert_eq!((unknown.custom_id.as_str(), unknown.outcome.kind()), ("new", "new"));
        assert!(results.next().await.is_none());
    }
    assert_eq!(emulator.requests()[0].header("accept"), Some("application/binary"));
}

#[tokio::test]
async fn results_that_are_cut_say_so() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let body = format!("{}\n{}", line("one"), &line("two")[..20]);
    // As a gateway of HTTP/1.0 sends it: nothing but the end of the connection says where it ends.
    let head = "HTTP/1.0 200 OK\r\n\r\n";
    emulator.push(Reply::raw(format!("{head}{body}")).fault(Fault::CloseAfterReply));
    let mut results = client.batches().results("b").await.unwrap();
    assert_eq!(results.next().await.unwrap().unwrap().custom_id, "one");
    let error = results.next().await.unwrap().unwrap_err();
    assert!(error.kind() == ErrorKind::Connection && error.message().contains("line 2"), "{error}");
    assert!(results.next().await.is_none());
    emulator
        .push(Reply::bytes(200, format!("{body}{}", "x".repeat(100)).as_bytes()).fault(Fault::CloseAt(80)));
    let mut results = client.batches().results("b").await.unwrap();
    assert_eq!(results.next().await.unwrap().unwrap().custom_id, "one");
    assert_eq!(results.next().await.unwrap().unwrap_err().kind(), ErrorKind::Connection);
    assert!(results.next().await.is_none());
}

#[tokio::test]
async fn a_foreign_address_of_results_never_sees_the_key() {
    let emulator = Emulator::start().await.unwrap();
    let foreign = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let batch = |url: String| {
        serde_json::from_value::<parlour::MessageBatch>(json!({"type": "message_batch", "id": "msgbatch_7",
            "processing_status": "ended", "results_url": url}))
        .unwrap()
    };
    emulator.script(vec![Reply::bytes(200, line("a").as_bytes()), Reply::bytes(200, line("b").as_bytes())]);
    let elsewhere = batch(format!("{}/v1/results", foreign.url()));
    let result = client.batches().results_of(&elsewhere).await.unwrap().next().await.unwrap().unwrap();
    assert_eq!(result.custom_id, "a");
    let here = batch(format!("{}/results/of/7?x=1", emulator.url()));
    let result = client.batches().results_of(&here).await.unwrap().next().await.unwrap().unwrap();
    assert_eq!(result.custom_id, "b");
    assert_eq!(asked(&emulator), ["GET /v1/messages/batches/msgbatch_7/results", "GET /results/of/7?x=1"]);
    assert_eq!(foreign.request_count(), 0);
    let away = Reply::status(302).header("location", format!("{}/x", foreign.url()));
    emulator.push(away.repeat(9));
    soon(client.batches().results("b")).await.unwrap_err();
    assert_eq!(foreign.request_count(), 0);
}

#[tokio::test]
async fn files_skills_and_limits_are_typed() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.script(vec![
        Reply::json(
            200,
            json!({"type": "file", "id": "file_1", "filename": "map.pdf", "size_bytes": 7,
            "expires_at": null}),
        ),
        Reply::json(200, json!({"type": "file_deleted", "id": "file_1"})),
        Reply::bytes(200, b"\x00\xff bytes"),
        Reply::json(200, json!({"type": "skill", "id": "skill_1", "source": {"type": "custom"}})),
        Reply::json(
            200,
            json!({"data": [{"type": "skill_version", "id": "v1", "skill_id": "skill_1", "name": "n"}],
            "next_page": null}),
        ),
        Reply::json(
            200,
            json!({"data": [{"type": "rate_limit", "id": "r", "group": {"type": "batch"}, "models": null,
            "limits": [{"type": "requests_per_minute", "value": 50}]}], "next_page": null}),
        ),
        Reply::json(
            200,
            json!({"type": "workspace_rate_limit", "limits": [{"type": "a", "value": null,
            "source": {"type": "organization"}}]}),
        ),
    ]);
    let file = client.files().get("file_1").await.unwrap();
    assert_eq!(
        (file.filename.as_str(), file.size_bytes, file.expires_at.as_deref()),
        ("map.pdf", Some(7), None)
    );
    assert_eq!(client.files().delete("file_1").await.unwrap().kind, "file_deleted");
    let mut content = client.files().content("file_1").await.unwrap();
    assert_eq!(content.chunk().await.unwrap().unwrap(), &b"\x00\xff bytes"[..]);
    assert_eq!(client.skills().get("skill_1").await.unwrap().source.as_ref().unwrap().kind, "custom");
    assert_eq!(client.skills().versions("skill_1").await.unwrap()[0].id, "v1");
    let rules = client.configured_limits().list().await.unwrap();
    assert_eq!(rules[0].limits[0].value, Some(50));
    let updated = client.configured_limits().update("w", "r", &[("a", None)]).await.unwrap();
    assert_eq!(updated.limits[0].source.as_ref().unwrap().kind, "organization");
    assert_eq!(&emulator.requests()[6].body[..], br#"{"limits":[{"type":"a","value":null}]}"#);
    assert_eq!(
        asked(&emulator),
        [
            "GET /v1/files/file_1",
            "DELETE /v1/files/file_1",
            "GET /v1/files/file_1/content",
            "GET /v1/skills/skill_1",
            "GET /v1/skills/skill_1/versions",
            "GET /v1/organizations/rate_limits",
            "POST /v1/organizations/workspaces/w/rate_limits/r",
        ]
    );
}
