//! Every shape of the protocol survives decoding and encoding with its keys in their order.

use super::*;
use crate::model::*;

const RESPONSE_BLOCKS: &[(&str, &str)] = &[
    ("text", r#"{"type":"text","text":"Hé \"you\"","citations":null}"#),
    ("text", r#"{"type":"text","text":"x"}"#),
    (
        "text",
        r#"{"type":"text","text":"x","citations":[{"type":"char_location","cited_text":"a","document_index":0,"document_title":null,"start_char_index":1,"end_char_index":2,"file_id":null},{"type":"page_location","cited_text":"b","document_index":1,"document_title":"T","start_page_number":1,"end_page_number":3,"file_id":"file_1"},{"type":"content_block_location","cited_text":"c","document_index":2,"document_title":"U","start_block_index":0,"end_block_index":1},{"type":"web_search_result_location","cited_text":"d","encrypted_index":"aWR4","title":null,"url":"https://a.example"},{"type":"search_result_location","cited_text":"e","search_result_index":0,"source":"s","title":"t","start_block_index":0,"end_block_index":1},{"type":"star_chart","ra":1.50}]}"#,
    ),
    ("thinking", r#"{"type":"thinking","thinking":"","signature":"c2ln"}"#),
    ("redacted_thinking", r#"{"type":"redacted_thinking","data":"b3BhcXVl"}"#),
    (
        "tool_use",
        r#"{"type":"tool_use","id":"toolu_1","name":"find","input":{"b":1.0,"a":[1e400]},"caller":{"type":"direct"},"toolset_name":null}"#,
    ),
    (
        "server_tool_use",
        r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"},"caller":{"type":"code_execution_20250825","tool_id":"srvtoolu_0"}}"#,
    ),
    (
        "web_search_tool_result",
        r#"{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"t","url":"u","encrypted_content":"e","page_age":null}],"caller":{"type":"direct"}}"#,
    ),
    ("web_search_tool_result", r#"{"type":"web_search_tool_result","tool_use_id":"s","content":[]}"#),
    (
        "web_search_tool_result",
        r#"{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"query_too_long"}}"#,
    ),
    (
        "web_fetch_tool_result",
        r#"{"type":"web_fetch_tool_result","tool_use_id":"s","content":{"type":"web_fetch_result","url":"u","retrieved_at":"2026-01-04T09:00:00Z","content":{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":null,"citations":{"enabled":true}}}}"#,
    ),
    (
        "web_fetch_tool_result",
        r#"{"type":"web_fetch_tool_result","tool_use_id":"s","content":{"type":"web_fetch_tool_result_error","error_code":"url_too_long"}}"#,
    ),
    (
        "code_execution_tool_result",
        r#"{"type":"code_execution_tool_result","tool_use_id":"s","content":{"type":"code_execution_result","stdout":"1\n","stderr":"","return_code":0,"content":[{"type":"code_execution_output","file_id":"file_1"}]}}"#,
    ),
    (
        "code_execution_tool_result",
        r#"{"type":"code_execution_tool_result","tool_use_id":"s","content":{"type":"encrypted_code_execution_result","encrypted_stdout":"x","stderr":"","return_code":-1,"content":[]}}"#,
    ),
    (
        "code_execution_tool_result",
        r#"{"type":"code_execution_tool_result","tool_use_id":"s","content":{"type":"code_execution_tool_result_error","error_code":"execution_time_exceeded"}}"#,
    ),
    (
        "advisor_tool_result",
        r#"{"type":"advisor_tool_result","tool_use_id":"s","content":{"type":"advisor_result","text":"t","stop_reason":null}}"#,
    ),
    (
        "advisor_tool_result",
        r#"{"type":"advisor_tool_result","tool_use_id":"s","content":{"type":"advisor_redacted_result","encrypted_content":"e"}}"#,
    ),
    (
        "advisor_tool_result",
        r#"{"type":"advisor_tool_result","tool_use_id":"s","content":{"type":"advisor_tool_result_error","error_code":"max_uses_exceeded"}}"#,
    ),
    (
        "bash_code_execution_tool_result",
        r#"{"type":"bash_code_execution_tool_result","tool_use_id":"s","content":{"type":"bash_code_execution_result","stdout":"","stderr":"no","return_code":2,"content":[{"type":"bash_code_execution_output","file_id":"f"}]}}"#,
    ),
    (
        "bash_code_execution_tool_result",
        r#"{"type":"bash_code_execution_tool_result","tool_use_id":"s","content":{"type":"bash_code_execution_tool_result_error","error_code":"output_file_too_large"}}"#,
    ),
    (
        "text_editor_code_execution_tool_result",
        r#"{"type":"text_editor_code_execution_tool_result","tool_use_id":"s","content":{"type":"text_editor_code_execution_view_result","file_type":"text","content":"a","num_lines":1,"start_line":null,"total_lines":9}}"#,
    ),
    (
        "text_editor_code_execution_tool_result",
        r#"{"type":"text_editor_code_execution_tool_result","tool_use_id":"s","content":{"type":"text_editor_code_execution_create_result","is_file_update":false}}"#,
    ),
    (
        "text_editor_code_execution_tool_result",
        r#"{"type":"text_editor_code_execution_tool_result","tool_use_id":"s","content":{"type":"text_editor_code_execution_str_replace_result","lines":["-a","+b"],"old_start":1,"old_lines":1,"new_start":1,"new_lines":null}}"#,
    ),
    (
        "text_editor_code_execution_tool_result",
        r#"{"type":"text_editor_code_execution_tool_result","tool_use_id":"s","content":{"type":"text_editor_code_execution_tool_result_error","error_code":"file_not_found","error_message":null}}"#,
    ),
    (
        "tool_search_tool_result",
        r#"{"type":"tool_search_tool_result","tool_use_id":"s","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"find"}]}}"#,
    ),
    (
        "tool_search_tool_result",
        r#"{"type":"tool_search_tool_result","tool_use_id":"s","content":{"type":"tool_search_tool_result_error","error_code":"unavailable","error_message":"later"}}"#,
    ),
    ("container_upload", r#"{"type":"container_upload","file_id":"file_1"}"#),
];

const REQUEST_BLOCKS: &[(&str, &str)] = &[
    ("text", r#"{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"1h"}}"#),
    (
        "image",
        r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="},"cache_control":null,"transformations":{"oversized_image":"downsize"}}"#,
    ),
    ("image", r#"{"type":"image","source":{"type":"url","url":"https://a.example/i.png"}}"#),
    ("image", r#"{"type":"image","source":{"type":"file","file_id":"file_1"}}"#),
    ("image", r#"{"type":"image","source":{"type":"telepathy","from":"u"}}"#),
    (
        "document",
        r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"aGk="},"title":"T","context":null,"citations":{"enabled":true},"cache_control":{"type":"ephemeral"}}"#,
    ),
    ("document", r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"}}"#),
    ("document", r#"{"type":"document","source":{"type":"content","content":"d"}}"#),
    (
        "document",
        r#"{"type":"document","source":{"type":"content","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"url","url":"u"}}]}}"#,
    ),
    ("document", r#"{"type":"document","source":{"type":"url","url":"u"}}"#),
    ("document", r#"{"type":"document","source":{"type":"file","file_id":"f"}}"#),
    (
        "search_result",
        r#"{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"a"}],"citations":{}}"#,
    ),
    ("tool_result", r#"{"type":"tool_result","tool_use_id":"toolu_1"}"#),
    ("tool_result", r#"{"type":"tool_result","tool_use_id":"toolu_1","content":"ok","is_error":false}"#),
    (
        "tool_result",
        r#"{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a"},{"type":"tool_reference","tool_name":"n"},{"type":"browser_state","tabs":[{"tab_id":"1","title":"t","url":"u","active":true}],"state_changes":[{"type":"tab_opened","tab_id":"1"},{"type":"download_completed","download_id":"d","url":"u","path":null,"size_bytes":5},{"type":"download_failed","download_id":"d","url":"u","error":"e"}]}],"is_error":true,"toolset_name":"browser"}"#,
    ),
    ("tool_reference", r#"{"type":"tool_reference","tool_name":"n","cache_control":{"type":"ephemeral"}}"#),
    ("container_upload", r#"{"type":"container_upload","file_id":"f","cache_control":{"type":"ephemeral"}}"#),
    ("mcp_tool_result", r#"{"type":"mcp_tool_result","tool_use_id":"t","is_error":false,"content":"c"}"#),
    ("tool_addition", r#"{"type":"tool_addition","tool":{"type":"tool_reference","name":"n"}}"#),
    (
        "tool_addition",
        r#"{"type":"tool_addition","tool":{"type":"tool_definition","definition":{"name":"n","input_schema":{"type":"object"}}},"cache_control":{"type":"ephemeral"}}"#,
    ),
    (
        "tool_removal",
        r#"{"type":"tool_removal","tool":{"type":"mcp_tool_reference","name":"n","server_name":"s"}}"#,
    ),
    ("tool_removal", r#"{"type":"tool_removal","tool":{"type":"mcp_toolset_reference","server_name":"s"}}"#),
    ("tool_removal", r#"{"type":"tool_removal","tool":{"type":"tool_of_tomorrow","x":1.0}}"#),
];

#[test]
fn response_blocks_survive_and_are_typed() {
    for (kind, text) in RESPONSE_BLOCKS {
        let block: ContentBlock = read(text);
        assert_eq!(write(&block), *text);
        assert_eq!(block.kind(), *kind);
        assert!(!matches!(block, ContentBlock::Other(_)), "{text}");
        assert_eq!(write(&InputBlock::from(block.clone())), *text, "as a request block");
        assert_eq!(write(&read::<InputBlock>(text)), *text, "read as a request block");
        assert_eq!(block, read(text));
    }
}

#[test]
fn no_content_of_a_server_tool_result_is_left_raw() {
    for (_, text) in RESPONSE_BLOCKS {
        let raw = match read(text) {
            ContentBlock::WebSearchToolResult(b) => matches!(b.content, WebSearchContent::Other(_)),
            ContentBlock::WebFetchToolResult(b) => matches!(b.content, WebFetchContent::Other(_)),
            ContentBlock::CodeExecutionToolResult(b) => matches!(b.content, CodeExecutionContent::Other(_)),
            ContentBlock::BashCodeExecutionToolResult(b) => {
                matches!(b.content, BashCodeExecutionContent::Other(_))
            }
            ContentBlock::TextEditorCodeExecutionToolResult(b) => {
                matches!(b.content, TextEditorContent::Other(_))
            }
            ContentBlock::ToolSearchToolResult(b) => matches!(b.content, ToolSearchContent::Other(_)),
            _ => false,
        };
        assert!(!raw, "{text}");
    }
}

#[test]
fn request_blocks_survive_and_are_typed() {
    for (kind, text) in REQUEST_BLOCKS {
        let block: InputBlock = read(text);
        assert_eq!(write(&block), *text);
        assert_eq!(block.kind(), *kind);
        assert!(!matches!(block, InputBlock::Other(_)), "{text}");
    }
}

#[test]
fn the_protocols_citations_are_typed() {
    let block: ContentBlock = read(RESPONSE_BLOCKS[2].1);
    let citations = block.as_text().unwrap().citations.as_deref().unwrap();
    let kinds: Vec<_> = citations.iter().map(Citation::kind).collect();
    assert_eq!(
        kinds,
        [
            "char_location",
            "page_location",
            "content_block_location",
            "web_search_result_location",
            "search_result_location",
            "star_chart"
        ]
    );
    let quotes: Vec<_> = citations.iter().filter_map(Citation::cited_text).collect();
    assert_eq!(quotes, ["a", "b", "c", "d", "e"]);
    assert!(matches!(&citations[5], Citation::Other(other) if other.get("ra").unwrap().as_str() == "1.50"));
}

const WHOLE: &str = r#"{"id":"msg_demo_01","type":"message","role":"assistant","model":"svc-sonnet-4-5","content":[{"type":"text","text":"I will look that up.","citations":null},{"type":"tool_use","id":"toolu_demo_1","name":"find_train","input":{"from": "Lyon","to":"Turin"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":{"id":"c","expires_at":"2026-01-04T09:00:00Z","skills":[{"skill_id":"s","type":"custom","version":"1"}]},"usage":{"input_tokens":38,"cache_creation_input_tokens":1420,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":1420},"output_tokens":61,"output_tokens_details":null,"server_tool_use":{"web_search_requests":1},"service_tier":"standard","inference_geo":"not_available","iterations":[{"n":1.0}],"fallback_credit":{"status":{"type":"not_applied","reason":"changed","remove_to_redeem":["tools"]}},"new_count":7},"context_management":{"applied_edits":[]},"new_thing":[1.0, 2]}"#;

#[test]
fn a_whole_message_survives() {
    assert_eq!(again::<Message>(WHOLE), WHOLE);
    let message: Message = read(WHOLE);
    assert_eq!(message.usage.total_input_tokens(), 1458);
    assert_eq!(message.usage.service_tier, Some(ServiceTier::Standard));
    assert_eq!(message.usage.extra.get("new_count").unwrap().as_str(), "7");
    let credit = &message.usage.fallback_credit.as_ref().unwrap().status;
    assert_eq!((credit.kind.as_str(), credit.reason.as_deref()), ("not_applied", Some("changed")));
    assert_eq!(credit.remove_to_redeem.as_deref(), Some(&["tools".to_owned()][..]));
    assert_eq!(message.container.as_ref().unwrap().skills.as_ref().unwrap()[0].kind, "custom");
    assert_eq!(message.tool_uses().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["find_train"]);
    assert!(message.tool_uses().all(|call| call.caller.as_ref().unwrap().is_direct()));
    assert_eq!(message.extra.keys().collect::<Vec<_>>(), ["new_thing"]);
    assert!(message.received_null("stop_sequence") && !message.received_null("stop_reason"));
    assert_eq!(message.text(), "I will look that up.");
}

#[test]
fn a_refusal_is_typed() {
    let text = r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":"refusal","stop_sequence":null,"stop_details":{"type":"refusal","category":"frontier_llm","explanation":null},"usage":{"input_tokens":97,"output_tokens":0}}"#;
    let message: Message = read(text);
    assert_eq!(write(&message), text);
    assert_eq!(message.stop_reason, Some(StopReason::Refusal));
    assert_eq!(message.stop_details.unwrap().category, Some(RefusalCategory::FrontierLlm));
    assert_eq!((message.content.len(), message.extra.is_empty()), (0, true));
}

const REQUEST: &str = r#"{"model":"svc-sonnet-4-5","max_tokens":2048,"stream":true,"system":[{"type":"text","text":"You plan train trips.","cache_control":{"type":"ephemeral","ttl":"1h"}}],"messages":[{"role":"user","content":"Next train?"},{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"system","content":"s","x":1}],"tools":[{"name":"find_train","description":"d","input_schema":{"type":"object","properties":{}},"cache_control":{"type":"ephemeral"}},{"type":"web_search_20250305","name":"web_search","max_uses":3},{"type":"computer_toolset_20260801","configs":{"zoom":{"enabled":false}}},{"type":null,"name":"n","input_schema":{},"strict":true,"defer_loading":false,"allowed_callers":["direct"],"input_examples":[{"a":1.0}],"eager_input_streaming":null}],"tool_choice":{"type":"tool","name":"find_train","disable_parallel_tool_use":false},"temperature":0.4,"top_p":0.99,"top_k":5,"stop_sequences":["END"],"metadata":{"user_id":"u"},"thinking":{"type":"enabled","budget_tokens":1024,"display":"omitted"},"service_tier":"auto","output_config":{"effort":"xhigh","format":{"type":"json_schema","schema":{"type":"object"}}},"cache_control":null,"container":{"id":null,"skills":[{"type":"custom","skill_id":"s","version":"latest"}]},"inference_geo":"us","mcp_servers":[]}"#;

#[test]
fn a_whole_request_survives() {
    assert_eq!(again::<MessageRequest>(REQUEST), REQUEST);
    let request: MessageRequest = read(REQUEST);
    assert_eq!(request.extra.keys().collect::<Vec<_>>(), ["stream"]);
    assert!(request.mcp_servers.is_some());
    assert_eq!(request.messages[2].role, Role::System);
    assert_eq!(request.tools.as_ref().unwrap().iter().filter(|tool| tool.is_custom()).count(), 2);
    let with_id = r#"{"model":"m","max_tokens":1,"container":"container_1","messages":[]}"#;
    assert_eq!(read::<MessageRequest>(with_id).container, Some(ContainerParam::from("container_1")));
    assert_eq!(again::<MessageRequest>(with_id), with_id);
}

#[test]
fn open_enums_keep_what_they_do_not_know() {
    for text in ["end_turn", "max_tokens", "pause_turn", "compaction", "from_the_future", ""] {
        let quoted = format!("\"{text}\"");
        let reason: StopReason = read(&quoted);
        assert_eq!((reason.as_str(), write(&reason)), (text, quoted));
        assert!(
            reason == *text && format!("{reason}") == *text && StopReason::from(text.to_owned()) == reason
        );
    }
    let normal = |text: &str| StopReason::from(text).is_normal();
    let expected = |text: &str| StopReason::from(text).is_expected();
    assert!(normal("end_turn") && !expected("end_turn"));
    assert!(["tool_use", "stop_sequence", "pause_turn"].iter().all(|text| expected(text) && !normal(text)));
    let odd = ["max_tokens", "model_context_window_exceeded", "refusal", "compaction", "new"];
    assert!(!odd.iter().any(|text| normal(text) || expected(text)));
}

#[test]
fn every_type_can_cross_threads() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug + PartialEq + 'static>() {}
    shared::<Message>();
    shared::<MessageRequest>();
    shared::<Json>();
    shared::<Blob>();
    shared::<UsageDelta>();
}
