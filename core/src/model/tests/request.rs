//! Building requests: key order, settings, and the checks before sending.

use super::*;
use crate::model::*;

#[test]
fn every_setter_writes_its_key_in_the_documented_order() {
    let request = MessageRequest::new("m", 9)
        .user_id("u")
        .user("hi")
        .extra("new_thing", Json::string("fast"))
        .inference_geo("us")
        .container("c1")
        .cache_control(CacheControl::ephemeral())
        .service_tier(ServiceTier::StandardOnly)
        .stop_sequence("A")
        .stop_sequence("B")
        .top_k(3)
        .top_p(0.5)
        .temperature(0.25)
        .output_config(OutputConfig::new().effort(Effort::Low).json_schema(json(r#"{"type":"object"}"#)))
        .thinking(ThinkingConfig::enabled(1024).display(ThinkingDisplay::Omitted))
        .tool_choice(ToolChoice::tool("t").parallel(false))
        .tool(
            Tool::new("t", "d", r#"{"type":"object"}"#)
                .unwrap()
                .strict(true)
                .cache_control(CacheControl::ephemeral()),
        )
        .tools([Tool::web_search().option("max_uses", 2), Tool::computer_toolset()])
        .system_blocks(vec![TextBlock::new("s").cache_control(CacheControl::ephemeral().ttl("1h"))]);
    assert_eq!(
        write(&request),
        concat!(
            r#"{"model":"m","max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral","ttl":"1h"}}],"#,
            r#""tools":[{"name":"t","description":"d","input_schema":{"type":"object"},"strict":true,"cache_control":{"type":"ephemeral"}},"#,
            r#"{"type":"web_search_20250305","name":"web_search","max_uses":2},{"type":"computer_toolset_20260801"}],"#,
            r#""tool_choice":{"type":"tool","name":"t","disable_parallel_tool_use":true},"#,
            r#""thinking":{"type":"enabled","budget_tokens":1024,"display":"omitted"},"#,
            r#""output_config":{"effort":"low","format":{"type":"json_schema","schema":{"type":"object"}}},"#,
            r#""temperature":0.25,"top_p":0.5,"top_k":3,"stop_sequences":["A","B"],"service_tier":"standard_only","#,
            r#""inference_geo":"us","container":"c1","cache_control":{"type":"ephemeral"},"metadata":{"user_id":"u"},"#,
            r#""messages":[{"role":"user","content":"hi"}],"new_thing":"fast"}"#
        )
    );
    assert_eq!(read::<MessageRequest>(&write(&request)), request);
}

#[test]
fn a_longer_conversation_begins_with_the_bytes_of_the_shorter() {
    let one = MessageRequest::new("m", 9).system("s").user("hi");
    let two = one.clone().assistant("hello").user("more").temperature(1.0);
    let (one, two) = (write(&one), write(&two.clone()));
    assert!(!two.starts_with(&one));
    let same_settings = write(&MessageRequest::new("m", 9).system("s").user("hi").assistant("hello"));
    assert!(same_settings.starts_with(one.trim_end_matches("]}")));
}

#[test]
fn blocks_have_short_constructors() {
    let block = |block: InputBlock| write(&block);
    assert_eq!(
        block(InputBlock::image("image/png", Blob::encode(b"hi"))),
        r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}"#
    );
    assert_eq!(block(InputBlock::image_url("u")), r#"{"type":"image","source":{"type":"url","url":"u"}}"#);
    assert_eq!(
        block(InputBlock::image_file("f")),
        r#"{"type":"image","source":{"type":"file","file_id":"f"}}"#
    );
    assert_eq!(
        block(InputBlock::pdf("aGk=")),
        r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"aGk="}}"#
    );
    assert_eq!(block(InputBlock::pdf_url("u")), r#"{"type":"document","source":{"type":"url","url":"u"}}"#);
    assert_eq!(
        block(InputBlock::document_file("f")),
        r#"{"type":"document","source":{"type":"file","file_id":"f"}}"#
    );
    assert_eq!(
        block(DocumentBlock::new(PlainTextSource::new("d")).title("T").citations(true).into()),
        r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":"T","citations":{"enabled":true}}"#
    );
    assert_eq!(
        block(InputBlock::tool_result("t", "ok")),
        r#"{"type":"tool_result","tool_use_id":"t","content":"ok"}"#
    );
    assert_eq!(
        block(InputBlock::tool_error("t", vec![InputBlock::text("no")])),
        r#"{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"no"}],"is_error":true}"#
    );
    assert_eq!(
        block(SearchResultBlock::new("s", "t", "x").into()),
        r#"{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"x"}]}"#
    );
    assert_eq!(block(ToolReferenceBlock::new("n").into()), r#"{"type":"tool_reference","tool_name":"n"}"#);
    assert_eq!(block(InputBlock::raw(json(r#"{"type":"text","text":""}"#))), r#"{"type":"text","text":""}"#);
}

#[test]
fn tools_take_schemas_as_text_or_json() {
    assert!(Tool::new("n", "d", json("{}")).is_ok());
    assert!(Tool::new("n", "d", "{}".to_owned()).is_ok());
    let error = Tool::new("n", "d", "{oops").unwrap_err();
    assert_eq!(error.path(), Some("input_schema"));
    let tool = Tool::new("n", "d", "{}")
        .unwrap()
        .defer_loading(true)
        .allowed_callers(["direct"])
        .input_example(json(r#"{"a":1}"#))
        .eager_input_streaming(true);
    assert_eq!(
        write(&tool),
        r#"{"name":"n","description":"d","input_schema":{},"defer_loading":true,"allowed_callers":["direct"],"input_examples":[{"a":1}],"eager_input_streaming":true}"#
    );
}

#[test]
fn only_what_is_certain_is_refused_before_sending() {
    let good = MessageRequest::new("m", 0).user("hi");
    assert_eq!(good.validate(), Ok(()));
    let path = |request: &MessageRequest| request.validate().unwrap_err().path().to_owned();
    assert_eq!(path(&MessageRequest::new(" ", 1).user("hi")), "model");
    assert_eq!(path(&MessageRequest::new("m", 1)), "messages");
    assert_eq!(path(&good.clone().temperature(f64::NAN)), "temperature");
    assert_eq!(path(&good.clone().top_p(f64::INFINITY)), "top_p");
    let error = good.clone().top_p(f64::INFINITY).to_segments().unwrap_err();
    assert_eq!(error.to_string(), "top_p: inf is not a number in JSON");
    let own = MessageRequest::new("m", 1).extra("messages", json(r#"[{"role":"user","content":"x"}]"#));
    assert_eq!(own.validate(), Ok(()));
    assert_eq!(write(&own), r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"x"}]}"#);
}

#[test]
fn the_callers_own_key_wins_over_a_field() {
    let request = MessageRequest::new("m", 1).user("hi").temperature(0.5).extra("temperature", json("0.70"));
    assert_eq!(
        write(&request),
        r#"{"model":"m","max_tokens":1,"temperature":0.70,"messages":[{"role":"user","content":"hi"}]}"#
    );
}

#[test]
fn model_names_take_a_vendors_prefix() {
    assert_eq!(models::opus_4_5("acme"), "acme-opus-4-5");
    assert_eq!(models::sonnet_4_5("svc"), models::SONNET_4_5);
    assert_eq!(models::haiku_3_5("acme"), "acme-haiku-3-5");
}

#[test]
fn the_fields_of_betas_are_written_as_the_service_spells_them() {
    let other = FallbackParam { max_tokens: Some(5), ..FallbackParam::new("n") };
    let request = MessageRequest::new("m", 9)
        .mcp_server(McpServer::new("crm", "https://mcp.example"))
        .fallbacks(vec![other])
        .billing_policy(BillingPolicy::bill_to("user_profile"))
        .user("hi");
    assert_eq!(
        write(&request),
        concat!(
            r#"{"model":"m","max_tokens":9,"tools":[{"type":"mcp_toolset","mcp_server_name":"crm"}],"#,
            r#""mcp_servers":[{"type":"url","name":"crm","url":"https://mcp.example"}],"#,
            r#""fallbacks":[{"model":"n","max_tokens":5}],"billing_policy":{"type":"billing_policy","bill_to":"user_profile"},"#,
            r#""messages":[{"role":"user","content":"hi"}]}"#
        )
    );
    assert!(!request.tools.unwrap()[0].is_custom());
    assert_eq!(write(&MessageRequest::new("m", 1).fallbacks(Fallbacks::default()).fallbacks), r#""default""#);
}
