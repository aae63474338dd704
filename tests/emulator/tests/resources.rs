//! The endpoints beside messages: models, batches, files, skills, configured limits, webhooks, and the books of what
//! was asked (protocol §8).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a panic is the failure report")]

#[allow(dead_code, reason = "shared between test programs")]
mod support;

use std::sync::Arc;
use std::time::Duration;

use parlour_emulator::{Emulator, Fault, ManualClock, Reply};
use serde_json::{Value, json};
use support::{Got, call, form, form_with};

async fn get(emu: &Emulator, path: &str) -> Got {
    call(emu, "GET", path, &[], None).await
}

fn code(got: &Got) -> Value {
    got.json()["error"]["details"]["error_code"].clone()
}

#[tokio::test]
async fn a_file_is_uploaded_listed_and_deleted() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu = Emulator::builder().clock(clock.clone()).start().await.unwrap();
    let made = form(&emu, "/v1/files", &[("file", Some("a/b/map.txt"), "four")]).await.json();
    let expected = json!({
        "id": made["id"], "type": "file", "filename": "map.txt", "mime_type": "text/plain", "size_bytes": 4,
        "created_at": "2023-11-14T22:13:20Z", "downloadable": false, "expires_at": null,
    });
    assert_eq!(made, expected);
    let path = format!("/v1/files/{}", made["id"].as_str().unwrap());
    assert_eq!(get(&emu, &path).await.json(), expected);
    let refused = get(&emu, &format!("{path}/content")).await;
    assert_eq!((refused.status, code(&refused)), (400, json!("file_not_downloadable")));
    let short = [("file", Some(""), "x"), ("expires_in_seconds", None, "3600")];
    let short = form(&emu, "/v1/files", &short).await.json();
    assert_eq!(
        (&short["filename"], &short["expires_at"]),
        (&json!("unnamed.txt"), &json!("2023-11-14T23:13:20Z"))
    );
    let page = get(&emu, "/v1/files?limit=1").await.json();
    assert_eq!(page["data"][0]["id"], short["id"]);
    let next = page["next_page"].as_str().unwrap();
    let rest = get(&emu, &format!("/v1/files?limit=1&page={next}")).await.json();
    assert_eq!((&rest["data"][0]["id"], &rest["next_page"]), (&made["id"], &Value::Null));
    clock.advance(Duration::from_secs(3600));
    let gone = get(&emu, &format!("/v1/files/{}", short["id"].as_str().unwrap())).await;
    assert_eq!((gone.status, code(&gone)), (404, json!("file_expired")));
    assert_eq!(get(&emu, "/v1/files").await.json()["data"].as_array().unwrap().len(), 1);
    let ids = format!("/v1/files?ids[]={}&ids%5B%5D=file_none", made["id"].as_str().unwrap());
    assert_eq!(get(&emu, &ids).await.json()["data"].as_array().unwrap().len(), 1);
    assert_eq!(get(&emu, &format!("{ids}&limit=1")).await.status, 400);
    let deleted = call(&emu, "DELETE", &path, &[], None).await.json();
    assert_eq!(deleted, json!({"id": made["id"], "type": "file_deleted"}));
    assert_eq!(get(&emu, &path).await.error(), (404, "not_found_error".into()));
    assert_eq!(emu.upload_book()["map.txt"], 1);
    let book = get(&emu, "/emulator/book").await.json();
    assert_eq!(book["uploads"], json!({"map.txt": 1, "unnamed.txt": 1}));
}

#[tokio::test]
async fn what_a_tool_made_can_be_fetched() {
    let emu = Emulator::start().await.unwrap();
    let id = emu.add_file("plot.png", "image/png", b"\x89PNG".to_vec());
    let got = get(&emu, &format!("/v1/files/{id}/content")).await;
    assert_eq!(
        (got.status, got.header("content-type"), got.body.as_slice()),
        (200, "image/png", &b"\x89PNG"[..])
    );
    let own = [("x-emulator-made", "tool")];
    let made = form_with(&emu, "/v1/files", &own, &[("file", Some("x.txt"), "body")]).await.json();
    assert_eq!(made["downloadable"], true);
    assert_eq!(get(&emu, &format!("/v1/files/{}/content", made["id"].as_str().unwrap())).await.body, b"body");
}

#[tokio::test]
async fn an_upload_that_is_none_is_refused_with_its_field() {
    let emu = Emulator::start().await.unwrap();
    for (parts, field) in [
        (vec![], "file"),
        (vec![("file", Some("a"), "x"), ("file", Some("b"), "y")], "file"),
        (vec![("file", Some("a"), "x"), ("purpose", None, "fun")], "purpose"),
        (vec![("file", Some("a"), "x"), ("expires_in_seconds", None, "3599")], "expires_in_seconds"),
        (vec![("file", Some("a"), "x"), ("expires_in_seconds", None, "7776001")], "expires_in_seconds"),
        (vec![("file", Some("a?b"), "x")], "file"),
    ] {
        let got = form(&emu, "/v1/files", &parts).await;
        let message = got.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(got.status == 400 && message.starts_with(&format!("{field}: ")), "{message}");
    }
    let plain = call(&emu, "POST", "/v1/files", &[], Some(&json!({}))).await;
    assert_eq!(plain.error(), (400, "invalid_request_error".into()));
    let half = json!("--b\r\ncontent-disposition: form-data; name=file\r\n\r\nhalf");
    let headers = [("content-type", "multipart/form-data; boundary=b")];
    let cut = call(&emu, "POST", "/v1/files", &headers, Some(&half));
    assert_eq!(cut.await.status, 400);
    assert!(emu.upload_book().is_empty());
}

#[tokio::test]
async fn skills_have_versions() {
    let emu = Emulator::start().await.unwrap();
    let sheet = |name: &str, about: &str| format!("---\nname: {name}\ndescription: {about}\n---\n# How\n");
    let (first, second) = (sheet("maps", "one"), sheet("maps", "two"));
    let parts = [
        ("display_name", None, "Maps"),
        ("files[]", Some("maps/SKILL.md"), first.as_str()),
        ("files[]", Some("maps/a/b.py"), "x"),
    ];
    let skill = form(&emu, "/v1/skills", &parts).await.json();
    assert_eq!((&skill["type"], &skill["display_name"]), (&json!("skill"), &json!("Maps")));
    let path = format!("/v1/skills/{}", skill["id"].as_str().unwrap());
    let versions = format!("{path}/versions");
    let made = form(&emu, &versions, &[("files[]", Some("maps/SKILL.md"), second.as_str())]).await.json();
    assert_eq!((&made["name"], &made["description"]), (&json!("maps"), &json!("two")));
    assert_eq!(get(&emu, &path).await.json()["latest_version_id"], made["id"]);
    let list = get(&emu, &versions).await.json();
    assert_eq!((list["data"].as_array().unwrap().len(), &list["data"][0]), (2, &made));
    let other = sheet("charts", "x");
    assert_eq!(form(&emu, &versions, &[("files[]", Some("c/SKILL.md"), other.as_str())]).await.status, 400);
    assert_eq!(call(&emu, "DELETE", &path, &[], None).await.status, 400);
    for version in list["data"].as_array().unwrap() {
        let path = format!("{versions}/{}", version["id"].as_str().unwrap());
        assert_eq!(get(&emu, &path).await.json(), *version);
        let gone = call(&emu, "DELETE", &path, &[], None).await.json();
        assert_eq!(gone, json!({"id": version["id"], "type": "skill_version_deleted"}));
        assert_eq!(get(&emu, &path).await.status, 404);
    }
    assert_eq!(call(&emu, "DELETE", &path, &[], None).await.json()["type"], "skill_deleted");
    assert_eq!(get(&emu, "/v1/skills?source=custom").await.json()["data"], json!([]));
    for wrong in ["SKILL.md", "/maps/SKILL.md", "maps/../SKILL.md", "maps/readme.md"] {
        let got = form(&emu, "/v1/skills", &[("files[]", Some(wrong), first.as_str())]).await;
        assert_eq!(got.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn files_have_their_older_shape_under_the_name_of_their_beta() {
    let emu = Emulator::start().await.unwrap();
    let beta = [("svc-beta", "files-api-2025-04-14")];
    let asks = async |path: &str| call(&emu, "GET", path, &beta, None).await;
    let mut ids = Vec::new();
    for name in ["a.txt", "b.txt", "c.txt"] {
        let made = form_with(&emu, "/v1/files", &beta, &[("file", Some(name), "x")]).await.json();
        assert!(made.get("expires_at").is_none(), "{made}");
        ids.push(made["id"].as_str().unwrap().to_owned());
    }
    let expected = json!({"has_more": true, "first_id": ids[2], "last_id": ids[1]});
    let mut page = asks("/v1/files?limit=2").await.json();
    let data = page.as_object_mut().unwrap().remove("data").unwrap();
    assert_eq!((page, data.as_array().unwrap().len()), (expected, 2));
    let rest = asks(&format!("/v1/files?limit=2&after_id={}", ids[1])).await.json();
    assert_eq!((&rest["data"][0]["id"], &rest["has_more"]), (&json!(ids[0]), &json!(false)));
    let back = asks(&format!("/v1/files?limit=1&before_id={}", ids[0])).await.json();
    assert_eq!(back["data"][0]["id"], ids[1]);
    let path = format!("/v1/files/{}", ids[0]);
    assert!(asks(&path).await.json().get("expires_at").is_none());
    assert_eq!(get(&emu, &path).await.json().get("expires_at"), Some(&Value::Null));
    assert!(get(&emu, "/v1/files?limit=2").await.json()["next_page"].is_string());
}

#[tokio::test]
async fn skills_have_their_older_shape_under_the_name_of_their_beta() {
    let emu = Emulator::builder().clock(Arc::new(ManualClock::at_unix(1_700_000_000))).start().await.unwrap();
    let beta = [("svc-beta", "skills-2025-10-02")];
    let asks = async |method: &str, path: &str| call(&emu, method, path, &beta, None).await;
    let sheet = "---\nname: maps\ndescription: one\n---\n# How\n";
    let sheet = ("files[]", Some("maps/SKILL.md"), sheet);
    let refused = form_with(&emu, "/v1/skills", &beta, &[("display_name", None, "Maps"), sheet]).await;
    assert_eq!(refused.status, 400, "the field of today");
    let made = form_with(&emu, "/v1/skills", &beta, &[("display_title", None, "Maps"), sheet]).await.json();
    let expected = json!({
        "id": made["id"], "type": "skill", "display_title": "Maps", "latest_version": "1700000000000000",
        "source": "custom", "created_at": "2023-11-14T22:13:20Z", "updated_at": "2023-11-14T22:13:20Z",
    });
    assert_eq!(made, expected);
    let skill = format!("/v1/skills/{}", made["id"].as_str().unwrap());
    let versions = format!("{skill}/versions");
    let second = form_with(&emu, &versions, &beta, &[sheet]).await.json();
    let expected = json!({
        "id": second["id"], "type": "skill_version", "skill_id": made["id"], "version": "1700000000000001",
        "directory": "maps", "name": "maps", "description": "one", "created_at": "2023-11-14T22:13:20Z",
    });
    assert_eq!(second, expected, "no two versions have one time");
    assert_eq!(asks("GET", &skill).await.json()["latest_version"], second["version"]);
    let page = asks("GET", &format!("{versions}?limit=1")).await.json();
    assert_eq!((&page["data"][0], &page["has_more"]), (&second, &json!(true)));
    let next = format!("{versions}?limit=1&page={}", page["next_page"].as_str().unwrap());
    assert_eq!(asks("GET", &next).await.json()["has_more"], false);
    assert_eq!(asks("GET", "/v1/skills").await.json()["data"][0]["source"], "custom");
    let by_time = format!("{versions}/{}", second["version"].as_str().unwrap());
    let by_id = format!("{versions}/{}", second["id"].as_str().unwrap());
    assert_eq!(asks("GET", &by_time).await.json(), second);
    assert_eq!((asks("GET", &by_id).await.status, get(&emu, &by_time).await.status), (404, 404));
    assert_eq!(get(&emu, &by_id).await.json().get("directory"), None);
    let today = get(&emu, &skill).await.json();
    assert_eq!((&today["display_name"], &today["latest_version_id"]), (&json!("Maps"), &second["id"]));
    let gone = asks("DELETE", &by_time).await.json();
    assert_eq!(gone, json!({"id": second["version"], "type": "skill_version_deleted"}));
    assert_eq!(asks("GET", &skill).await.json()["latest_version"], "1700000000000000");
}

#[tokio::test]
async fn configured_limits_want_the_administrative_key() {
    let emu = Emulator::builder().admin_key("admin").start().await.unwrap();
    let list = "/v1/organizations/rate_limits";
    assert_eq!(get(&emu, list).await.error(), (403, "permission_error".into()));
    let admin = [("x-api-key", "admin")];
    assert_eq!(call(&emu, "GET", "/v1/models", &admin, None).await.status, 403);
    let all = call(&emu, "GET", list, &admin, None).await.json();
    assert!(all["data"].as_array().unwrap().len() > 5 && all["next_page"].is_null());
    let one = call(&emu, "GET", &format!("{list}?model=svc-opus-4-5"), &admin, None).await.json();
    assert_eq!(one["data"][0]["id"], "rlg_opus");
    assert_eq!(call(&emu, "GET", &format!("{list}?model=none"), &admin, None).await.status, 404);
    let page = call(&emu, "GET", &format!("{list}?limit=3"), &admin, None).await.json();
    assert_eq!((page["data"].as_array().unwrap().len(), page["next_page"].is_string()), (3, true));
    let space = "/v1/organizations/workspaces/wrk_1/rate_limits";
    assert_eq!(call(&emu, "GET", space, &admin, None).await.json()["data"], json!([]));
    let change = json!({"limits": [{"type": "requests_per_minute", "value": 7}]});
    let item = call(&emu, "POST", &format!("{space}/rlg_opus"), &admin, Some(&change)).await.json();
    assert_eq!(
        (&item["limits"][0]["value"], &item["limits"][0]["source"]["type"]),
        (&json!(7), &json!("workspace"))
    );
    assert_eq!(
        call(&emu, "GET", space, &admin, None).await.json()["data"][0]["limits"].as_array().unwrap().len(),
        1
    );
    let back = json!({"limits": [{"type": "requests_per_minute", "value": null}]});
    call(&emu, "POST", &format!("{space}/rlg_opus"), &admin, Some(&back)).await;
    assert_eq!(call(&emu, "GET", space, &admin, None).await.json()["data"], json!([]));
    let wrong = json!({"limits": [{"type": "moons", "value": 1}]});
    assert_eq!(call(&emu, "POST", &format!("{space}/rlg_opus"), &admin, Some(&wrong)).await.status, 400);
}

#[tokio::test]
async fn models_have_lives_and_any_name_can_be_added() {
    let emu = Emulator::builder().model("my-own-1").start().await.unwrap();
    let ids = |page: Value| -> Vec<String> {
        page["data"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap().to_owned()).collect()
    };
    let usual = ids(get(&emu, "/v1/models").await.json());
    assert!(usual[0] == "my-own-1" && !usual.contains(&"svc-opus-3-0-20240229".to_owned()));
    let retired = get(&emu, "/v1/models?lifecycle[]=retired").await.json();
    assert_eq!(
        (ids(retired.clone()), &retired["data"][0]["lifecycle"]),
        (vec!["svc-opus-3-0-20240229".into()], &json!("retired"))
    );
    let both = get(&emu, "/v1/models?lifecycle%5B%5D=deprecated&lifecycle%5B%5D=retired").await.json();
    assert_eq!(both["data"].as_array().unwrap().len(), 3);
    assert_eq!(get(&emu, "/v1/models?lifecycle[]=born").await.status, 400);
    let newest = get(&emu, "/v1/models/svc-sonnet-5").await.json();
    let types = &newest["capabilities"]["thinking"]["types"];
    assert_eq!(
        (&types["enabled"]["supported"], &types["between_tools"]["supported"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(get(&emu, "/v1/models/my-own-1").await.json()["id"], "my-own-1");
    for (model, status) in [("my-own-1", 200), ("svc-opus-3-0", 404), ("my-own-2", 404)] {
        let body = json!({"model": model, "max_tokens": 9, "messages": [{"role": "user", "content": "a"}]});
        assert_eq!(call(&emu, "POST", "/v1/messages", &[], Some(&body)).await.status, status, "{model}");
    }
}

fn batch(ids: &[&str]) -> Value {
    let params = json!({"model": "svc-haiku-3-5", "max_tokens": 9, "messages": [{"role": "user", "content": "say a"}]});
    json!({"requests": ids.iter().map(|id| json!({"custom_id": id, "params": params})).collect::<Vec<_>>()})
}

#[tokio::test]
async fn batches_take_their_time_or_expire_and_the_book_counts_what_was_handed_in() {
    for (lifetime, kind) in [(3600, "succeeded"), (60, "expired")] {
        let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
        let builder = Emulator::builder().clock(clock.clone()).batch_duration(Duration::from_secs(600));
        let emu = builder.batch_lifetime(Duration::from_secs(lifetime)).start().await.unwrap();
        let made = call(&emu, "POST", "/v1/messages/batches", &[], Some(&batch(&["a", "b"]))).await.json();
        let path = format!("/v1/messages/batches/{}", made["id"].as_str().unwrap());
        for _ in 0..5 {
            assert_eq!(get(&emu, &path).await.json()["processing_status"], "in_progress");
        }
        clock.advance(Duration::from_secs(600));
        let ended = get(&emu, &path).await.json();
        assert_eq!(
            (&ended["processing_status"], &ended["request_counts"][kind]),
            (&json!("ended"), &json!(2))
        );
        call(&emu, "DELETE", &path, &[], None).await;
        call(&emu, "POST", "/v1/messages/batches", &[], Some(&batch(&["b"]))).await;
        let book = emu.batch_book();
        assert_eq!((book["a"], book["b"]), (1, 2));
        assert_eq!(get(&emu, "/emulator/book").await.json()["custom_ids"], json!({"a": 1, "b": 2}));
        assert_eq!(emu.requests().iter().filter(|r| r.path.starts_with("/emulator/")).count(), 0);
    }
}

#[tokio::test]
async fn the_version_of_the_creation_rules_the_items_of_a_batch() {
    let emu = Emulator::builder().batch_polls_until_end(0).start().await.unwrap();
    let mut requests = batch(&["a"]);
    requests["requests"][0]["params"]["temperature"] = json!(1.0);
    for (version, kind) in [("2023-06-01", "succeeded"), ("2026-10-21", "errored")] {
        let headers = [("svc-version", version)];
        let made = call(&emu, "POST", "/v1/messages/batches", &headers, Some(&requests)).await.json();
        assert_eq!(made["request_counts"][kind], 1, "{version}");
    }
}

#[tokio::test]
async fn an_item_of_another_profile_than_its_batch_fails_alone() {
    let emu = Emulator::builder().batch_polls_until_end(0).start().await.unwrap();
    let mut requests = batch(&["none", "same", "other"]);
    requests["requests"][1]["params"]["user_profile_id"] = json!("uprof_1");
    requests["requests"][2]["params"]["user_profile_id"] = json!("uprof_2");
    for (headers, succeeded) in [(&[("svc-user-profile-id", "uprof_1")][..], 2), (&[], 3)] {
        let made = call(&emu, "POST", "/v1/messages/batches", headers, Some(&requests)).await.json();
        let counts = &made["request_counts"];
        assert_eq!((&counts["succeeded"], &counts["errored"]), (&json!(succeeded), &json!(3 - succeeded)));
    }
}

#[tokio::test]
async fn the_key_counts_where_two_credentials_are_given() {
    let emu = Emulator::start().await.unwrap();
    for (key, token, status) in
        [("test-key", "wrong", 200), ("wrong", "test-key", 401), ("", "test-key", 200)]
    {
        let bearer = format!("Bearer {token}");
        let headers = [("x-api-key", key), ("authorization", bearer.as_str())];
        assert_eq!(call(&emu, "GET", "/v1/models", &headers, None).await.status, status, "{key} {token}");
    }
}

#[tokio::test]
async fn an_upload_is_cut_in_the_middle_and_recorded_as_far_as_it_came() {
    let emu = Emulator::start().await.unwrap();
    emu.push(Reply::model().fault(Fault::ResetUpload(1000)));
    let stream = tokio::net::TcpStream::connect(("127.0.0.1", emu.port())).await.unwrap();
    let (mut send, connection) =
        hyper::client::conn::http1::handshake(hyper_util::rt::TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let body = Value::String("x".repeat(5_000_000));
    let sent = send.send_request(support::request(&emu, "POST", "/v1/files", &[], Some(&body))).await;
    assert!(sent.is_err());
    assert!(emu.wait_requests(1).await);
    assert_eq!(emu.requests()[0].body.len(), 1000);
    assert_eq!(get(&emu, "/v1/models").await.status, 200, "only one was broken");
}

#[tokio::test]
async fn events_are_signed_for_other_processes_too() {
    let emu = Emulator::builder().clock(Arc::new(ManualClock::at_unix(1_790_000_000))).start().await.unwrap();
    let served =
        get(&emu, "/emulator/webhook?age=3600&secret=whsec_YQ&secret=whsec_Yg&type=vault.created").await;
    assert_eq!(served.header("webhook-timestamp"), "1789996400");
    assert_eq!(served.header("webhook-signature").split(' ').count(), 2);
    assert_eq!(
        (&served.json()["type"], &served.json()["data"]["type"]),
        (&json!("event"), &json!("vault.created"))
    );
    let own = emu.webhook(&[], -60, "session.idled").unwrap();
    assert_eq!(own.headers[1], ("webhook-timestamp".into(), "1790000060".into()));
    assert!(emu.webhook(&["whsec_?"], 0, "a").unwrap_err().to_string().contains("base64"));
    for age in ["x", "9223372036854775807", "-9223372036854775808", "-253402300800", "9223372036854775808"] {
        let path = format!("/emulator/webhook?age={age}");
        assert_eq!(get(&emu, &path).await.status, 400, "{age}");
    }
    assert_eq!(get(&emu, "/emulator/none").await.status, 404);
}

#[tokio::test]
async fn each_error_code_has_a_name() {
    let emu = Emulator::start().await.unwrap();
    for name in Reply::codes() {
        let got = call(&emu, "GET", "/v1/models", &[("x-emulator-fault", name)], None).await;
        assert_eq!(code(&got), name);
        assert_eq!(got.json()["request_id"], got.header("request-id"), "{name}");
    }
}

#[tokio::test]
async fn a_thread_is_continued_once_within_five_minutes() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu = Emulator::builder().clock(clock.clone()).start().await.unwrap();
    let beta = [("svc-beta", "message-threads-2026-08-12")];
    let say = |text: &str, thread: Value| {
        json!({"model": "svc-sonnet-4-6", "max_tokens": 50, "thread": thread,
        "messages": [{"role": "user", "content": text}]})
    };
    let ask = async |body: Value| call(&emu, "POST", "/v1/messages", &beta, Some(&body)).await;
    let first = ask(say("My name is Ada.", json!({"type": "create"}))).await.json();
    let again = |id: &Value| json!({"type": "continue", "previous_message_id": id});
    let second = ask(say("What is my name?", again(&first["id"]))).await.json();
    assert_eq!(second["content"][0]["text"], "Your name is Ada.");
    let twice = ask(say("And now?", again(&first["id"]))).await;
    assert_eq!((twice.status, code(&twice)), (400, json!("thread_already_continued")));
    let mut more = say("And now?", again(&second["id"]));
    more["system"] = json!("Be brief.");
    assert_eq!(code(&ask(more).await), "thread_unsupported_request");
    clock.advance(Duration::from_secs(300));
    let late = ask(say("And now?", again(&second["id"]))).await;
    assert_eq!((late.status, code(&late)), (404, json!("thread_not_found")));
    let plain = say("a", json!({"type": "create"}));
    assert_eq!(
        call(&emu, "POST", "/v1/messages", &[], Some(&plain)).await.status,
        400,
        "without the beta name"
    );
}
