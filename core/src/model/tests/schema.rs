//! That the model here is that of `schema/openapi.yaml`: the same fields, and every example that is made of the schema
//! is read without a rest and written again as it was.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use super::*;
use crate::model::*;

type Examples = BTreeMap<String, Vec<Box<RawValue>>>;

fn examples() -> Examples {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema/made/instances.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Where the schema says no more than that there is an object, or that it may be of any kind. Settings of the service's
/// tools are kept as they come.
const UNTYPED: [&str; 4] =
    ["something_new", r#""content":{"key":"#, r#""content":[{"key":"#, r#""definition":{"type":"#];

/// The mark of a value that was not decoded completely.
fn rest(shown: &str) -> Option<&'static str> {
    ["extra: {\"", "OtherBlock", "Other(Json"].into_iter().find(|mark| shown.contains(mark))
}

fn read_and_written<T: DeserializeOwned + Serialize + std::fmt::Debug>(schema: &str, examples: &Examples) {
    for example in &examples[schema] {
        let value: T = read(example.get());
        assert_eq!(write(&value), example.get(), "{schema}");
        if !UNTYPED.iter().any(|mark| example.get().contains(mark)) {
            assert_eq!(rest(&format!("{value:?}")), None, "{schema}: {value:?}");
        }
    }
}

/// Types with their schemas. One type serves both answers and requests if their fields agree. After `but`: fields that
/// only one of the two has, with the reason.
macro_rules! objects {
    ($( $type:ident: $($schema:literal)+ $(but $($other:literal)+)?; )+) => {
        #[test]
        fn objects_have_the_fields_of_the_schema_and_no_others() {
            let examples = examples();
            $(
                let mut there = BTreeSet::new();
                $( there.extend(keys(&examples, $schema)); )+
                let here = $type::KEYS.iter().filter(|key| !key.is_empty()).map(|key| (*key).to_owned());
                let here: BTreeSet<_> = here.collect();
                let differ: BTreeSet<_> = here.symmetric_difference(&there).map(String::as_str).collect();
                let but = BTreeSet::from([$( $($other),+ )?]);
                assert_eq!(differ, but, "{} and {:?}", stringify!($type), [$($schema),+]);
            )+
        }

        #[test]
        fn objects_are_read_and_written_as_they_are() {
            let examples = examples();
            $( $( read_and_written::<$type>($schema, &examples); )+ )+
        }
    };
}

fn keys(examples: &Examples, schema: &str) -> BTreeSet<String> {
    let all =
        examples[schema].iter().map(|one| serde_json::from_str::<serde_json::Value>(one.get()).unwrap());
    all.flat_map(|one| one.as_object().unwrap().keys().cloned().collect::<Vec<_>>()).collect()
}

objects! {
    CharLocation: "CitationCharLocation";
    PageLocation: "CitationPageLocation";
    ContentBlockLocation: "CitationContentBlockLocation";
    WebSearchResultLocation: "CitationWebSearchResultLocation";
    SearchResultLocation: "CitationSearchResultLocation";
    Caller: "Caller" "CallerParam";
    TextBlock: "TextBlock" "TextBlockParam";
    ThinkingBlock: "ThinkingBlock" "ThinkingBlockParam";
    RedactedThinkingBlock: "RedactedThinkingBlock" "RedactedThinkingBlockParam";
    ToolUseBlock: "ToolUseBlock" "ToolUseBlockParam";
    ServerToolUseBlock: "ServerToolUseBlock" "ServerToolUseBlockParam";
    CitationsConfig: "CitationsConfig" "CitationsConfigParam";
    Base64Source: "Base64Source" "Base64SourceParam";
    PlainTextSource: "PlainTextSource" "PlainTextSourceParam";
    UrlSource: "URLSource" "URLSourceParam";
    FileSource: "FileSource" "FileSourceParam";
    ContentSource: "ContentSourceParam";
    DocumentBlock: "DocumentBlock" "DocumentBlockParam";
    WebSearchResult: "WebSearchResult";
    WebFetchResult: "WebFetchResult";
    CodeExecutionOutput: "CodeExecutionOutput";
    CodeExecutionResult: "CodeExecutionResult";
    EncryptedCodeExecutionResult: "EncryptedCodeExecutionResult";
    BashCodeExecutionResult: "BashCodeExecutionResult";
    TextEditorViewResult: "TextEditorCodeExecutionViewResult";
    TextEditorCreateResult: "TextEditorCodeExecutionCreateResult";
    TextEditorStrReplaceResult: "TextEditorCodeExecutionStrReplaceResult";
    ToolSearchResult: "ToolSearchToolSearchResult";
    AdvisorResult: "AdvisorResult";
    AdvisorRedactedResult: "AdvisorRedactedResult";
    ToolResultError:
        "WebSearchToolResultError" "WebFetchToolResultError" "CodeExecutionToolResultError"
        "BashCodeExecutionToolResultError" "TextEditorCodeExecutionToolResultError" "ToolSearchToolResultError"
        "AdvisorToolResultError";
    // The field is in ServerToolResultBlockParam, for all of them.
    WebSearchToolResultBlock: "WebSearchToolResultBlock" but "cache_control";
    WebFetchToolResultBlock: "WebFetchToolResultBlock" but "cache_control";
    CodeExecutionToolResultBlock: "CodeExecutionToolResultBlock" but "cache_control";
    BashCodeExecutionToolResultBlock: "BashCodeExecutionToolResultBlock" but "cache_control";
    TextEditorToolResultBlock: "TextEditorCodeExecutionToolResultBlock" but "cache_control";
    ToolSearchToolResultBlock: "ToolSearchToolResultBlock" but "cache_control";
    AdvisorToolResultBlock: "AdvisorToolResultBlock" but "cache_control";
    ToolAdditionBlock: "ToolAdditionBlockParam";
    ToolRemovalBlock: "ToolRemovalBlockParam";
    ToolChangeTool: "ToolChangeToolReferenceParam";
    ToolChangeMcpTool: "ToolChangeMCPToolReferenceParam";
    ToolChangeMcpToolset: "ToolChangeMCPToolsetReferenceParam";
    ToolChangeDefinition: "ToolChangeToolDefinitionParam";
    ToolReferenceBlock: "ToolReferenceBlock" "ToolReferenceBlockParam";
    ContainerUploadBlock: "ContainerUploadBlock" "ContainerUploadBlockParam";
    McpToolUseBlock: "MCPToolUseBlock" "MCPToolUseBlockParam";
    McpToolResultBlock: "MCPToolResultBlock" "MCPToolResultBlockParam";
    McpToolListingBlock: "MCPToolListingBlock" "MCPToolListingBlockParam";
    McpToolConfiguration: "MCPToolConfigurationParam";
    McpServer: "MCPServerParam";
    CompactionBlock: "CompactionBlock" "CompactionBlockParam";
    FallbackModel: "FallbackModel";
    FallbackTrigger: "FallbackTrigger";
    FallbackBlock: "FallbackBlock";
    FallbackParam: "FallbackParam";
    BillingPolicy: "BillingPolicyParam";
    CacheCreation: "CacheCreation";
    OutputTokensDetails: "OutputTokensDetails";
    FallbackCredit: "FallbackCredit";
    FallbackCreditStatus: "FallbackCreditStatus";
    ServerToolUsage: "ServerToolUsage";
    UsageIteration: "UsageIteration";
    Usage: "Usage";
    UsageDelta: "MessageDeltaUsage";
    StopDetails: "StopDetails";
    ContainerSkill: "ContainerSkill" "ContainerSkillParam";
    Container: "Container";
    AppliedEdit: "AppliedEdit";
    ContextManagement: "ContextManagement";
    CacheMissReason: "CacheMissReason";
    Diagnostics: "Diagnostics";
    InputTransformation: "InputTransformation";
    DiagnosticsParam: "DiagnosticsParam";
    ContextTrigger: "ContextTriggerParam";
    ContextEdit: "ClearToolUsesParam" "ClearThinkingParam" "CompactParam";
    ContextManagementParam: "ContextManagementParam";
    CompactionParam: "CompactionParam";
    ThreadParam: "ThreadParam";
    TurnOutputConfig: "TurnOutputConfigParam";
    Message: "Message";
    // These are siblings of the delta on the wire (protocol §4.2).
    MessageDelta: "MessageDelta" but "context_management" "input_transformations";
    CacheControl: "CacheControlParam";
    ImageTransformations: "ImageTransformationsParam";
    ImageBlock: "ImageBlockParam";
    SearchResultBlock: "SearchResultBlockParam";
    BrowserTab: "BrowserTabParam";
    BrowserStateChange: "BrowserStateChange";
    BrowserStateBlock: "BrowserStateBlockParam";
    ToolResultBlock: "ToolResultBlockParam";
    MessageParam: "MessageParam";
    Tool: "ToolParam";
    ToolChoice: "ToolChoiceAutoParam" "ToolChoiceAnyParam" "ToolChoiceToolParam" "ToolChoiceNoneParam";
    BlockBinding: "BlockBindingParam";
    ThinkingConfig:
        "ThinkingConfigEnabledParam" "ThinkingConfigAdaptiveParam" "ThinkingConfigBetweenToolsParam"
        "ThinkingConfigDisabledParam";
    TaskBudget: "TaskBudgetParam";
    OutputFormat: "OutputFormatParam";
    OutputConfig: "OutputConfigParam";
    Metadata: "MetadataParam";
    ContainerConfig: "ContainerParam";
    BatchCounts: "MessageBatchRequestCounts";
    MessageBatch: "MessageBatch";
    ErrorDetail: "ErrorDetail";
    ErrorEnvelope: "ErrorResponse";
    BatchSucceeded: "MessageBatchSucceededResult";
    BatchErrored: "MessageBatchErroredResult";
    BatchCanceled: "MessageBatchCanceledResult";
    BatchExpired: "MessageBatchExpiredResult";
    BatchResult: "MessageBatchIndividualResponse";
    TokenCount: "MessageTokensCount";
    Capability: "Capability";
    CompactionCapability: "CompactionCapability";
    ContextManagementCapability: "ContextManagementCapability";
    EffortCapability: "EffortCapability";
    ServerToolsCapability: "ServerToolsCapability";
    ThinkingTypes: "ThinkingTypes";
    ThinkingCapability: "ThinkingCapability";
    ModelCapabilities: "ModelCapabilities";
    ModelInfo: "ModelInfo";
    FileInfo: "FileMetadata";
    SkillSource: "SkillSource";
    Skill: "Skill";
    SkillVersion: "SkillVersion";
    Deleted: "Deleted";
    RateLimitGroup: "RateLimitGroup";
    LimitSource: "LimitSource";
    LimitValue: "LimitValue";
    RateLimitRule: "RateLimitRule";
    WebhookData: "WebhookData";
    WebhookEvent: "WebhookEvent";
}

#[test]
fn unions_are_read_and_written_as_they_are() {
    let examples = examples();
    read_and_written::<Citation>("TextCitation", &examples);
    read_and_written::<ContentBlock>("ContentBlock", &examples);
    read_and_written::<InputBlock>("ContentBlockParam", &examples);
    read_and_written::<InputBlock>("ToolResultContentParam", &examples);
    read_and_written::<BatchOutcome>("MessageBatchResult", &examples);
}

#[test]
fn a_request_has_the_fields_of_the_schema() {
    let examples = examples();
    let here: BTreeSet<String> = MessageRequest::KEYS.iter().map(|key| (*key).to_owned()).collect();
    let there = keys(&examples, "MessageRequest");
    // Set by the call, not by the request.
    let differ: Vec<_> = here.symmetric_difference(&there).filter(|key| !key.is_empty()).collect();
    assert_eq!(differ, ["stream"]);
    for example in &examples["MessageRequest"] {
        assert_eq!(again::<MessageRequest>(example.get()), example.get());
    }
}
