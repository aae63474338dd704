//! Orders for the endpoints beside messages: odd pages, batches, results, a broken upload (protocol §12.4).

use serde_json::{Value, json};

use super::{HUGE, message};
use crate::script::{Fault, Reply};

pub(super) fn find(name: &str) -> Option<Reply> {
    Some(match name {
        "batch_results" => results(&lines().join("\n")),
        "batch_results_cut" => {
            let mut text = lines().join("\n");
            text.truncate(text.len() - 20);
            results(&text)
        }
        "results_broken_line" => results(&with(1, "{\"custom_id\":\"b-1\",\"result\":{\"type\"".to_owned())),
        "results_missing_line" => results(&lines().get(1..).unwrap_or_default().join("\n")),
        "results_doubled_line" => {
            let mut all = lines();
            all.extend_from_within(..1);
            results(&(all.join("\n") + "\n"))
        }
        "results_crlf" => results(&(lines().join("\r\n") + "\r\n")),
        "results_blank_lines" => results(&format!("\n\r\n{}\n \n", lines().join("\n\n"))),
        "results_huge_line" => results(&with(3, succeeded(&"x".repeat(HUGE)))),
        "results_unknown_type" => {
            results(&with(0, line("b-3", &json!({"type": "postponed", "until": "2027-01-01"}))))
        }
        "empty_page" => Reply::json(200, json!({"data": [], "next_page": "page_behind"})),
        // Walked by ids or by cursors, it leads to itself.
        "page_circle" => {
            let page = json!({
                "data": [{"type": "model", "id": "svc-circle"}], "has_more": true, "first_id": "svc-circle",
                "last_id": "svc-circle", "next_page": "page_circle",
            });
            Reply::json(200, page).repeat(0)
        }
        "models_of_before" => {
            let model = json!({"type": "model", "id": "svc-before", "display_name": "Svc Before",
                "created_at": "1970-01-01T00:00:00Z"});
            let page = json!({"data": [model], "has_more": false, "first_id": "svc-before", "last_id": "svc-before"});
            Reply::json(200, page)
        }
        "batch_canceling" => Reply::json(200, batch("canceling", &Value::Null)),
        "results_url_missing" => Reply::json(200, batch("ended", &Value::Null)),
        "results_url_relative" => {
            Reply::json(200, batch("ended", &json!("/v1/messages/batches/msgbatch_scripted/results")))
        }
        "results_url_foreign" => Reply::json(
            200,
            batch("ended", &json!("http://localhost:9/v1/messages/batches/msgbatch_scripted/results")),
        ),
        "reset_mid_upload" => Reply::model().fault(Fault::ResetUpload(100)),
        _ => return None,
    })
}

fn batch(status: &str, results_url: &Value) -> Value {
    let ended = (status == "ended").then_some("2026-01-04T09:30:00Z");
    let cancelled = (status == "canceling").then_some("2026-01-04T09:10:00Z");
    let (processing, succeeded) = if ended.is_some() { (0, 1) } else { (1, 0) };
    json!({
        "id": "msgbatch_scripted", "type": "message_batch", "processing_status": status,
        "request_counts": {"processing": processing, "succeeded": succeeded, "errored": 0, "canceled": 0, "expired": 0},
        "created_at": "2026-01-04T09:00:00Z", "expires_at": "2026-01-05T09:00:00Z", "ended_at": ended,
        "cancel_initiated_at": cancelled, "archived_at": null, "results_url": results_url,
    })
}

fn line(custom_id: &str, result: &Value) -> String {
    json!({"custom_id": custom_id, "result": result}).to_string()
}

fn succeeded(text: &str) -> String {
    let message = message(&json!([{"type": "text", "text": text}]), Some("end_turn"));
    line("b-2", &json!({"type": "succeeded", "message": message}))
}

/// A result of every kind, in another order than that of the requests.
fn lines() -> Vec<String> {
    let failed = json!({"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: missing"},
        "request_id": "req_scripted"});
    vec![
        line("b-3", &json!({"type": "canceled"})),
        line("b-1", &json!({"type": "errored", "error": failed})),
        line("b-4", &json!({"type": "expired"})),
        succeeded("yes"),
    ]
}

/// The lines with another in that place, without a line end behind the last.
fn with(place: usize, other: String) -> String {
    let mut all = lines();
    if let Some(line) = all.get_mut(place) {
        *line = other;
    }
    all.join("\n")
}

fn results(text: &str) -> Reply {
    Reply::text(200, text).header("content-type", "application/x-jsonl")
}
