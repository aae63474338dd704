//! The refusals that carry an `error_code` (protocol §5.6), each an order under the name of its code.

use serde_json::{Map, Value, json};

use crate::answer::Refusal;
use crate::script::Reply;

/// Code and status.
const CODES: [(&str, u16); 48] = [
    ("image_dimensions_too_large", 400),
    ("tool_name_conflict", 400),
    ("tool_reference_unresolved", 400),
    ("available_tools_limit_exceeded", 400),
    ("compaction_block_ambiguous", 400),
    ("compaction_block_misplaced", 400),
    ("compaction_content_mismatch", 400),
    ("compaction_incomplete_turn", 400),
    ("compaction_nothing_to_summarize", 400),
    ("compaction_signature_invalid", 400),
    ("compaction_too_many_tool_references", 400),
    ("compaction_tool_changes_mismatch", 400),
    ("thread_already_continued", 400),
    ("thread_fingerprint_mismatch", 400),
    ("thread_unsupported_request", 400),
    ("thread_continue_in_flight", 400),
    ("thread_not_found", 404),
    ("request_body_encoding_unsupported", 400),
    ("request_body_encoding_invalid", 400),
    ("request_body_too_large_after_decoding", 413),
    ("request_body_timeout", 400),
    ("unsupported_charset", 400),
    ("organization_on_hold", 400),
    ("organization_not_enrolled_in_beta", 400),
    ("user_profile_not_found", 400),
    ("user_profile_required", 400),
    ("workspace_human_review_disabled", 400),
    ("linked_organization_billing_unavailable", 402),
    ("linked_organization_spend_limit_reached", 402),
    ("user_profile_billing_not_authorized", 403),
    ("user_profile_not_billable", 403),
    ("sandbox_egress_restricted", 403),
    ("cmek_key_disabled", 400),
    ("cmek_key_network_blocked", 400),
    ("cmek_key_unreachable", 503),
    ("cmek_context_unavailable", 503),
    ("file_not_downloadable", 400),
    ("file_expired", 404),
    ("storage_quota_exceeded", 400),
    ("skill_read_blocked_undecryptable", 409),
    ("ramp_limit_exceeded", 429),
    ("enforced_spend_limit_reached", 429),
    ("contract_spend_limit_reached", 429),
    ("compaction_unavailable", 529),
    ("svc_code_version_too_old", 400),
    ("svc_code_key_creator_not_member", 400),
    // Codes that no list has yet.
    ("moon_phase_unsuitable", 400),
    ("moon_phase_changing", 503),
];

/// All codes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _)| *code)
}

/// The refusal with this code.
pub(crate) fn find(code: &str) -> Option<Reply> {
    let (code, status) = CODES.iter().find(|(known, _)| *known == code)?;
    let refusal = Refusal::of_status(*status);
    let mut details = Map::from_iter([("error_code".to_owned(), json!(code))]);
    let (key, value) = match *code {
        "image_dimensions_too_large" => {
            details.insert("paths".to_owned(), json!(["messages.0.content.1"]));
            ("max_side_length_pixels", json!(8000))
        }
        "thread_unsupported_request" => ("unsupported", json!(["system"])),
        "organization_on_hold" => ("appeal_url", json!("https://svc.example/appeal")),
        _ => ("", Value::Null),
    };
    if !key.is_empty() {
        details.insert(key.to_owned(), value);
    }
    let body = json!({
        "type": "error",
        "error": {"type": refusal.kind, "message": refusal.message, "details": details},
        "request_id": "req_scripted",
    });
    let reply = Reply::json(*status, body).header("request-id", "req_scripted");
    // The only one of these that goes by.
    Some(if *code == "ramp_limit_exceeded" { reply.header("retry-after", "1") } else { reply })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_stands_in_its_body_once() {
        let mut seen = std::collections::HashSet::new();
        for code in names() {
            assert!(seen.insert(code), "{code}");
            let reply = find(code).unwrap();
            assert_eq!(reply.check(), Ok(()));
            assert_eq!(reply.json.unwrap()["error"]["details"]["error_code"], code);
        }
        assert_eq!(find("none"), None);
    }
}
