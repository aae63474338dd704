//! Conversion between MCP contents and content blocks, in both directions, and contents without an equivalent.

use super::*;

fn both(convert: impl Fn(&Json) -> Result<Json, McpConversionError>, text: &str) -> String {
    match convert(&Json::parse(text).unwrap()) {
        Ok(made) => made.as_str().to_owned(),
        Err(error) => error.to_string(),
    }
}

fn blocks_of(text: &str) -> String {
    both(to_blocks, text)
}

fn contents_of(text: &str) -> String {
    both(to_contents, text)
}

#[test]
fn contents_become_blocks_and_payloads_stay_as_they_are() {
    for (given, made) in [
        (r#"{"type":"text","text":"a\u00e9 \ud800"}"#, r#"[{"type":"text","text":"a\u00e9 \ud800"}]"#),
        (r#"[{"type":"text","text":""},[]]"#, "[]"),
        (
            r#"{"type":"image","data":"AA\/=","mimeType":" Image/PNG;x=y"}"#,
            r#"[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA\/="}}]"#,
        ),
        (
            r#"{"type":"resource_link","name":"log","uri":"file:///l","size":1}"#,
            r#"[{"type":"text","text":"{\"resource_link\":{\"uri\":\"file:///l\",\"name\":\"log\"}}"}]"#,
        ),
        (
            r#"{"type":"resource","resource":{"uri":"a:b","text":"line"}}"#,
            r#"[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"line"},"title":"a:b"}]"#,
        ),
        (
            r#"{"contents":[{"uri":"a:b","blob":"bGluZQ==","mimeType":"text/csv"}]}"#,
            r#"[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"line"},"title":"a:b"}]"#,
        ),
        (
            r#"{"uri":"a:b","blob":"JQ==","mimeType":"application/pdf"}"#,
            r#"[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JQ=="},"title":"a:b"}]"#,
        ),
    ] {
        assert_eq!(blocks_of(given), made, "{given}");
    }
}

#[test]
fn structured_content_stands_for_a_result_without_another() {
    let structured = r#"{"content":[],"structuredContent":{"n":18446744073709551616}}"#;
    assert_eq!(blocks_of(structured), r#"[{"type":"text","text":"{\"n\":18446744073709551616}"}]"#);
    let result = r#"{"content":[{"type":"text","text":"1"}],"structuredContent":{"n":1}}"#;
    assert_eq!(blocks_of(result), r#"[{"type":"text","text":"1"}]"#);
    assert_eq!(blocks_of(r#"{"content":null}"#), "[]");
}

#[test]
fn what_has_no_block_is_named() {
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    for (given, words) in [
        (r#"{"type":"audio","data":"","mimeType":"audio/wav"}"#, "for audio (audio/wav) of MCP"),
        (r#"{"type":"image","data":"","mimeType":"image/tiff"}"#, "for image/tiff: it takes"),
        (r#"{"type":"image","data":"","mimeType":"application/pdf"}"#, "for application/pdf: it takes"),
        (r#"{"uri":"a:b","blob":""}"#, "bytes without a media type in a:b"),
        (r#"{"uri":"a:b","blob":"/w==","mimeType":"text/csv"}"#, "text/csv in a:b is no text in UTF-8"),
        (r#"{"uri":"a:b","blob":"?","mimeType":"text/csv"}"#, "no text in UTF-8 and base64"),
        (r#"{"uri":"a:b"}"#, "neither `type` nor"),
        (r#"{"type":"text"}"#, "neither `type` nor"),
        ("5", "neither `type` nor"),
        (&deep, "lists in lists"),
    ] {
        let made = blocks_of(given);
        assert!(made.contains(words), "{made}");
    }
}

#[test]
fn blocks_become_contents() {
    for (given, made) in [
        (r#""words""#, r#"[{"type":"text","text":"words"}]"#),
        (r#""""#, "[]"),
        (
            r#"[{"type":"image","source":{"type":"url","url":"https://a.example/b.png"}}]"#,
            r#"[{"type":"resource_link","uri":"https://a.example/b.png","name":"image"}]"#,
        ),
        (
            r#"[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]"#,
            r#"[{"type":"image","data":"AA==","mimeType":"image/png"}]"#,
        ),
        (
            r#"[{"type":"document","title":"a/b é","source":{"type":"text","media_type":"text/plain","data":"line"}}]"#,
            r#"[{"type":"resource","resource":{"uri":"document:///a%2Fb%20%C3%A9","mimeType":"text/plain","text":"line"}}]"#,
        ),
        (
            r#"[{"type":"document","title":"file:///a","source":{"type":"base64","media_type":"application/pdf","data":"JQ=="}}]"#,
            r#"[{"type":"resource","resource":{"uri":"file:///a","mimeType":"application/pdf","blob":"JQ=="}}]"#,
        ),
        (
            r#"[{"type":"document","source":{"type":"content","content":[{"type":"text","text":"a"}]}}]"#,
            r#"[{"type":"text","text":"a"}]"#,
        ),
        (
            r#"[{"type":"search_result","title":"T","source":"S","content":[{"type":"text","text":"w"}]}]"#,
            r#"[{"type":"text","text":"T (S)\n\nw"}]"#,
        ),
    ] {
        assert_eq!(contents_of(given), made, "{given}");
    }
}

#[test]
fn messages_of_prompts_become_turns() {
    let turn = |text: &str| both(to_turn, text);
    assert_eq!(
        turn(r#"{"role":"assistant","content":{"type":"text","text":"a"}}"#),
        r#"{"role":"assistant","content":[{"type":"text","text":"a"}]}"#
    );
    let media = r#"{"type":"image","data":"AA==","mimeType":"image/png"}"#;
    assert!(turn(&format!(r#"{{"role":"user","content":{media}}}"#)).contains(r#""type":"image""#));
    assert!(turn(&format!(r#"{{"role":"assistant","content":{media}}}"#)).contains("turns hold text alone"));
    assert!(turn("{}").contains("no message of a prompt"));
}

#[test]
fn blocks_become_the_contents_of_a_resource() {
    let made = |text: &str| both(|content| to_resource("a:b", content), text);
    assert_eq!(made(r#""words""#), r#"[{"uri":"a:b","mimeType":"text/plain","text":"words"}]"#);
    assert_eq!(
        made(r#"[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]"#),
        r#"[{"uri":"a:b","mimeType":"image/png","blob":"AA=="}]"#
    );
    assert_eq!(
        made(
            r#"[{"type":"document","title":"t","source":{"type":"text","media_type":"text/plain","data":"line"}},{"type":"document","title":"u","source":{"type":"base64","media_type":"application/pdf","data":"JQ=="}}]"#
        ),
        r#"[{"uri":"a:b","mimeType":"text/plain","text":"line"},{"uri":"a:b","mimeType":"application/pdf","blob":"JQ=="}]"#
    );
    let far = r#"[{"type":"image","source":{"type":"url","url":"https://a.example"}}]"#;
    assert!(made(far).contains("the contents of a:b are elsewhere (https://a.example): load them first"));
}

#[test]
fn what_has_no_content_is_named() {
    let file = r#"[{"type":"image","source":{"type":"file","file_id":"file_1"}}]"#;
    assert!(contents_of(file).contains("a file that the service keeps (file_1)"));
    assert!(contents_of(r#"[{"type":"tool_reference","tool_name":"a"}]"#).contains("'tool_reference'"));
    assert!(contents_of("[5]").contains("no JSON object"));
    assert!(contents_of("{}").contains("neither text nor an array"));
}
