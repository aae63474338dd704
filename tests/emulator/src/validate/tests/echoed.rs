//! Blocks of the service's answers in requests, and content from elsewhere (protocol §1.7, §2.1, §2.3, §2.4, §2.7).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{Purpose, STRICT};
use super::{accepted, assistant, check, refused, told, tool, user, with};
use crate::signature::{Seal, Signer};

fn echoed(block: Value) -> Value {
    let call = json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}});
    json!({"messages": [user(json!("a")), assistant(json!([call, block])), user(json!("b"))]})
}

fn result(kind: &str, content: Value) -> Value {
    echoed(json!({"type": kind, "tool_use_id": "srvtoolu_1", "content": content}))
}

const RESULT: &str = "messages.1.content.1";

#[test]
fn results_of_server_tools_have_the_form_of_answers() {
    let page = |over: Value| {
        let sealed = Signer::new(0).conceal(Seal::Page, "x");
        let mut page =
            json!({"type": "web_search_result", "title": "t", "url": "u", "encrypted_content": sealed});
        page.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        result("web_search_tool_result", json!([page]))
    };
    let document =
        json!({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "d"}});
    let output = json!([{"type": "code_execution_output", "file_id": "file_1"}]);
    for (kind, content) in [
        ("web_search_tool_result", json!([])),
        (
            "web_search_tool_result",
            json!({"type": "web_search_tool_result_error", "error_code": "query_too_long"}),
        ),
        (
            "web_fetch_tool_result",
            json!({"type": "web_fetch_result", "url": "u", "retrieved_at": null, "content": document}),
        ),
        (
            "web_fetch_tool_result",
            json!({"type": "web_fetch_tool_result_error", "error_code": "url_not_allowed"}),
        ),
        (
            "code_execution_tool_result",
            json!({"type": "code_execution_result", "stdout": "", "stderr": "", "return_code": 0, "content": output}),
        ),
        (
            "code_execution_tool_result",
            json!({"type": "encrypted_code_execution_result", "encrypted_stdout": "", "stderr": "",
                "return_code": 1, "content": []}),
        ),
        (
            "bash_code_execution_tool_result",
            json!({"type": "bash_code_execution_result", "stdout": "", "stderr": "", "return_code": 0, "content": []}),
        ),
        (
            "bash_code_execution_tool_result",
            json!({"type": "bash_code_execution_tool_result_error", "error_code": "output_file_too_large"}),
        ),
        (
            "text_editor_code_execution_tool_result",
            json!({"type": "text_editor_code_execution_view_result", "file_type": "text", "content": "c"}),
        ),
        (
            "text_editor_code_execution_tool_result",
            json!({"type": "text_editor_code_execution_create_result", "is_file_update": true}),
        ),
        (
            "text_editor_code_execution_tool_result",
            json!({"type": "text_editor_code_execution_str_replace_result", "lines": ["a"], "old_start": null}),
        ),
        (
            "text_editor_code_execution_tool_result",
            json!({"type": "text_editor_code_execution_tool_result_error", "error_code": "file_not_found",
                "error_message": null}),
        ),
        (
            "tool_search_tool_result",
            json!({"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference",
                "tool_name": "a"}]}),
        ),
    ] {
        accepted(result(kind, content));
    }
    accepted(page(json!({"page_age": null})));
    refused(page(json!({"title": 7})), &format!("{RESULT}.content.0.title"));
    refused(page(json!({"colour": 7})), &format!("{RESULT}.content.0.colour"));
    for (kind, content, path) in [
        ("web_search_tool_result", json!("none"), "content"),
        (
            "web_search_tool_result",
            json!({"type": "web_search_tool_result_error", "error_code": "url_too_long"}),
            "content.error_code",
        ),
        ("web_fetch_tool_result", json!([]), "content"),
        (
            "web_fetch_tool_result",
            json!({"type": "web_fetch_result", "url": "u", "content": {"type": "text"}}),
            "content.content.type",
        ),
        (
            "code_execution_tool_result",
            json!({"type": "code_execution_result", "stdout": "", "stderr": "", "content": []}),
            "content.return_code",
        ),
        ("code_execution_tool_result", json!({"type": "web_fetch_result", "url": "u"}), "content"),
        (
            "bash_code_execution_tool_result",
            json!({"type": "bash_code_execution_result", "stdout": "", "stderr": "", "return_code": 0,
                "content": [{"type": "file", "file_id": "f"}]}),
            "content.content.0.type",
        ),
        (
            "text_editor_code_execution_tool_result",
            json!({"type": "text_editor_code_execution_view_result", "file_type": "film", "content": "c"}),
            "content.file_type",
        ),
        (
            "tool_search_tool_result",
            json!({"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference"}]}),
            "content.tool_references.0.tool_name",
        ),
    ] {
        refused(result(kind, content), &format!("{RESULT}.{path}"));
    }
    let named = |over: Value| {
        let mut block = json!({"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_1",
            "content": {"type": "tool_search_tool_search_result", "tool_references": []}});
        block.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        echoed(block)
    };
    accepted(named(json!({"cache_control": {"type": "ephemeral"}})));
    refused(named(json!({"caller": {"type": "direct"}})), &format!("{RESULT}.caller"));
    refused(named(json!({"tool_use_id": ""})), &format!("{RESULT}.tool_use_id"));
    let call =
        json!({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}, "toolset_name": "x"});
    refused(
        json!({"messages": [user(json!("a")), assistant(json!([call]))]}),
        "messages.1.content.0.toolset_name",
    );
    // Nobody but the service answers a call of its own tools.
    let answer = json!([{"type": "tool_result", "tool_use_id": "srvtoolu_1", "content": "r"}]);
    let call = json!([{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}]);
    refused(
        json!({"messages": [user(json!("a")), assistant(call), user(answer)]}),
        "messages.2.content.0.tool_use_id",
    );
}

#[test]
fn sealed_parts_come_back_unchanged() {
    let signer = Signer::new(0);
    let page = |sealed: &str| {
        let page =
            json!({"type": "web_search_result", "title": "t", "url": "u", "encrypted_content": sealed});
        result("web_search_tool_result", json!([page]))
    };
    let sealed = signer.conceal(Seal::Page, "u");
    accepted(page(&sealed));
    refused(page(&sealed.to_lowercase()), &format!("{RESULT}.content.0.encrypted_content"));
    let cited = |index: &str| {
        let citation = json!({"type": "web_search_result_location", "cited_text": "c", "url": "u", "title": null,
            "encrypted_index": index});
        echoed(json!({"type": "text", "text": "x", "citations": [citation]}))
    };
    accepted(cited(&signer.conceal(Seal::Citation, "c")));
    refused(cited(&sealed), &format!("{RESULT}.citations.0.encrypted_index"));
}

#[test]
fn citations_are_whole() {
    let cited = |citation: Value| echoed(json!({"type": "text", "text": "x", "citations": [citation]}));
    let place = |field: &str| format!("{RESULT}.citations.0.{field}");
    accepted(cited(
        json!({"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": null,
        "start_char_index": 0, "end_char_index": 1, "file_id": null}),
    ));
    accepted(cited(
        json!({"type": "search_result_location", "cited_text": "c", "search_result_index": 0, "source": "s",
        "title": "t", "start_block_index": 0, "end_block_index": 1}),
    ));
    for (citation, field) in [
        (json!({"type": "line_location", "cited_text": "c"}), "type"),
        (json!({"type": "char_location", "document_index": 0}), "cited_text"),
        (
            json!({"type": "char_location", "cited_text": "c", "document_index": 0, "start_char_index": 0}),
            "end_char_index",
        ),
        (
            json!({"type": "page_location", "cited_text": "c", "document_index": 0, "start_page_number": -1}),
            "start_page_number",
        ),
        (
            json!({"type": "content_block_location", "cited_text": "c", "document_index": 0}),
            "start_block_index",
        ),
        (json!({"type": "web_search_result_location", "cited_text": "c", "url": "u"}), "encrypted_index"),
        (json!({"type": "search_result_location", "cited_text": "c"}), "source"),
    ] {
        refused(cited(citation), &place(field));
    }
}

#[test]
fn states_of_a_browser_are_of_its_tools_and_whole() {
    let state = |toolset: Value, state: Value| {
        let call =
            json!({"type": "tool_use", "id": "1", "name": "navigate", "input": {}, "toolset_name": toolset});
        let result =
            json!({"type": "tool_result", "tool_use_id": "1", "toolset_name": toolset, "content": [state]});
        json!({"tools": [{"type": "browser_toolset_20260801"}],
            "messages": [user(json!("a")), assistant(json!([call])), user(json!([result]))]})
    };
    let tab = |active: bool| json!({"tab_id": "1", "title": "t", "url": "u", "active": active});
    let of = |changes: Value| json!({"type": "browser_state", "tabs": [tab(true)], "state_changes": changes});
    let place = "messages.2.content.0.content.0";
    accepted(state(json!("browser"), of(json!([{"type": "tab_opened", "tab_id": "1"}]))));
    accepted(state(
        json!("browser"),
        of(
            json!([{"type": "download_completed", "download_id": "d", "url": "u", "path": null, "size_bytes": 3}]),
        ),
    ));
    refused(state(json!("computer"), of(Value::Null)), place);
    let tabs = |tabs: Value| state(json!("browser"), json!({"type": "browser_state", "tabs": tabs}));
    refused(tabs(json!([tab(false)])), &format!("{place}.tabs"));
    refused(tabs(json!([{"tab_id": "1", "title": "t"}])), &format!("{place}.tabs.0.url"));
    refused(
        tabs(json!([{"tab_id": "1", "title": "t", "url": "u", "icon": "i"}])),
        &format!("{place}.tabs.0.icon"),
    );
    for (changes, field) in [
        (json!([]), ""),
        (json!([{"type": "tab_closed"}]), ".0.type"),
        (json!([{"type": "tab_opened"}]), ".0.tab_id"),
        (json!([{"type": "download_started", "download_id": "d"}]), ".0.url"),
        (json!([{"type": "download_started", "download_id": "d", "url": "u", "path": "p"}]), ".0.path"),
    ] {
        refused(state(json!("browser"), of(changes)), &format!("{place}.state_changes{field}"));
    }
}

#[test]
fn images_have_a_largest_size_unless_they_are_made_smaller() {
    let image = |width: u32, more: Value| {
        let bytes =
            [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &width.to_be_bytes(), &[0, 0, 0, 9, 8, 2, 0, 0, 0]]
                .concat();
        let source = json!({"type": "base64", "media_type": "image/png", "data": STANDARD.encode(bytes)});
        let mut block = json!({"type": "image", "source": source});
        block.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"messages": [user(json!([block]))]})
    };
    accepted(image(8000, json!({})));
    accepted(image(8001, json!({"transformations": {"oversized_image": "downsize"}})));
    refused(image(8001, json!({})), "messages.0.content.0");
    let body = with(image(9000, json!({"transformations": {"oversized_image": "error"}})));
    let refusal = check(&body, Purpose::Message, &STRICT, &Signer::new(0)).map(drop).unwrap_err();
    let details = &refusal.envelope("req_1")["error"]["details"];
    let expected = json!({"error_code": "image_dimensions_too_large", "max_side_length_pixels": 8000,
        "paths": ["messages.0.content.0"]});
    assert_eq!(details, &expected);
}

#[test]
fn fields_of_server_tools() {
    let fetch = |over: Value| {
        let mut fetch = json!({"type": "web_fetch_20260318", "name": "web_fetch"});
        fetch.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        json!({"tools": [fetch, tool("a")]})
    };
    let only = |name: &str| json!({"type": "only", "tools": [{"type": "tool_reference", "name": name}]});
    accepted(fetch(
        json!({"use_cache": false, "response_inclusion": "excluded", "citations": {"enabled": true},
        "url_sources": {"user_input": {"type": "none"}, "client_tool_results": only("a")}}),
    ));
    let from = |sources: Value| fetch(json!({"url_sources": sources}));
    refused(from(json!({"user_input": only("a")})), "tools.0.url_sources.user_input.type");
    refused(from(json!({"memory": {"type": "all"}})), "tools.0.url_sources.memory");
    refused(
        from(json!({"server_tool_results": only("b")})),
        "tools.0.url_sources.server_tool_results.tools.0.name",
    );
    refused(fetch(json!({"response_inclusion": "some"})), "tools.0.response_inclusion");
    refused(fetch(json!({"use_cache": 1})), "tools.0.use_cache");
    refused(fetch(json!({"citations": {"on": true}})), "tools.0.citations.on");
    assert_eq!(
        told(json!({"tools": [{"type": "web_fetch_20250910", "name": "web_fetch", "url_sources": {}}]})),
        Ok(())
    );
    let between = |over: Value| json!({"model": "svc-opus-5-5", "thinking": over});
    accepted(between(json!({"type": "between_tools"})));
    refused(between(json!({"type": "between_tools", "display": "omitted"})), "thinking.display");
}
