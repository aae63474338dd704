//! Every example that is made from `schema/openapi.yaml` is read without a rest and written again as it was.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::*;
use crate::model::*;

type Examples = BTreeMap<String, Vec<Box<RawValue>>>;

fn examples() -> Examples {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema/made/instances.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Where the schema says no more than that there is an object, or that it may be of any kind. Settings of the service's
/// tools are kept as they come, and `stream` is set by the call.
const UNTYPED: [&str; 6] = [
    "something_new",
    r#""content":{"key":"#,
    r#""content":[{"key":"#,
    r#""definition":{"type":"#,
    r#""tools":[{"type":"#,
    r#""stream":"#,
];

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

/// Types with their schemas. One type serves answers and requests.
macro_rules! read_and_written {
    ($( $type:ident: $($schema:literal)+; )+) => {
        #[test]
        fn examples_are_read_and_written_as_they_are() {
            let examples = examples();
            $( $( read_and_written::<$type>($schema, &examples); )+ )+
        }
    };
}

read_and_written! {
    // generated: types
    BatchCounts: "MessageBatchRequestCounts";
    MessageBatch: "MessageBatch";
    ErrorDetail: "ErrorDetail";
    ErrorEnvelope: "ErrorResponse";
    BatchSucceeded: "MessageBatchSucceededResult";
    BatchErrored: "MessageBatchErroredResult";
    BatchCanceled: "MessageBatchCanceledResult";
    BatchExpired: "MessageBatchExpiredResult";
    BatchOutcome: "MessageBatchResult";
    BatchResult: "MessageBatchIndividualResponse";
    Capability: "Capability";
    ContextManagementCapability: "ContextManagementCapability";
    EffortCapability: "EffortCapability";
    ServerToolsCapability: "ServerToolsCapability";
    ThinkingTypes: "ThinkingTypes";
    ThinkingCapability: "ThinkingCapability";
    CompactionCapability: "CompactionCapability";
    ModelCapabilities: "ModelCapabilities";
    ModelInfo: "ModelInfo";
    CharLocation: "CitationCharLocation";
    PageLocation: "CitationPageLocation";
    ContentBlockLocation: "CitationContentBlockLocation";
    WebSearchResultLocation: "CitationWebSearchResultLocation";
    SearchResultLocation: "CitationSearchResultLocation";
    Citation: "TextCitation";
    Caller: "Caller" "CallerParam";
    ToolUseBlock: "ToolUseBlock" "ToolUseBlockParam";
    ServerToolUseBlock: "ServerToolUseBlock" "ServerToolUseBlockParam";
    TextBlock: "TextBlock" "TextBlockParam";
    ThinkingBlock: "ThinkingBlock" "ThinkingBlockParam";
    RedactedThinkingBlock: "RedactedThinkingBlock" "RedactedThinkingBlockParam";
    ContainerUploadBlock: "ContainerUploadBlock" "ContainerUploadBlockParam";
    ContentBlock: "ContentBlock";
    CitationsConfig: "CitationsConfig" "CitationsConfigParam";
    ContainerSkill: "ContainerSkill" "ContainerSkillParam";
    CacheControl: "CacheControlParam";
    ToolChoice: "ToolChoiceAutoParam" "ToolChoiceAnyParam" "ToolChoiceToolParam" "ToolChoiceNoneParam";
    ThinkingConfig: "ThinkingConfigEnabledParam" "ThinkingConfigAdaptiveParam"
        "ThinkingConfigBetweenToolsParam" "ThinkingConfigDisabledParam";
    BlockBinding: "BlockBindingParam";
    OutputFormat: "OutputFormatParam";
    TaskBudget: "TaskBudgetParam";
    OutputConfig: "OutputConfigParam";
    Metadata: "MetadataParam";
    ContainerConfig: "ContainerParam";
    Base64Source: "Base64Source" "Base64SourceParam";
    PlainTextSource: "PlainTextSource" "PlainTextSourceParam";
    UrlSource: "URLSource" "URLSourceParam";
    FileSource: "FileSource" "FileSourceParam";
    ImageTransformations: "ImageTransformationsParam";
    ContentSource: "ContentSourceParam";
    DocumentBlock: "DocumentBlock" "DocumentBlockParam";
    ToolReferenceBlock: "ToolReferenceBlock" "ToolReferenceBlockParam";
    ImageBlock: "ImageBlockParam";
    SearchResultBlock: "SearchResultBlockParam";
    InputBlock: "ToolResultContentParam" "ContentBlockParam";
    ToolResultBlock: "ToolResultBlockParam";
    WebSearchResult: "WebSearchResult";
    ToolResultError: "WebSearchToolResultError" "WebFetchToolResultError" "CodeExecutionToolResultError"
        "BashCodeExecutionToolResultError" "TextEditorCodeExecutionToolResultError"
        "ToolSearchToolResultError" "AdvisorToolResultError";
    WebSearchToolResultBlock: "WebSearchToolResultBlock";
    WebFetchResult: "WebFetchResult";
    WebFetchToolResultBlock: "WebFetchToolResultBlock";
    CodeExecutionOutput: "CodeExecutionOutput";
    CodeExecutionResult: "CodeExecutionResult";
    EncryptedCodeExecutionResult: "EncryptedCodeExecutionResult";
    CodeExecutionToolResultBlock: "CodeExecutionToolResultBlock";
    BashCodeExecutionResult: "BashCodeExecutionResult";
    BashCodeExecutionToolResultBlock: "BashCodeExecutionToolResultBlock";
    TextEditorViewResult: "TextEditorCodeExecutionViewResult";
    TextEditorCreateResult: "TextEditorCodeExecutionCreateResult";
    TextEditorStrReplaceResult: "TextEditorCodeExecutionStrReplaceResult";
    TextEditorToolResultBlock: "TextEditorCodeExecutionToolResultBlock";
    ToolSearchResult: "ToolSearchToolSearchResult";
    ToolSearchToolResultBlock: "ToolSearchToolResultBlock";
    AdvisorResult: "AdvisorResult";
    AdvisorRedactedResult: "AdvisorRedactedResult";
    AdvisorToolResultBlock: "AdvisorToolResultBlock";
    CacheCreation: "CacheCreation";
    OutputTokensDetails: "OutputTokensDetails";
    ServerToolUsage: "ServerToolUsage";
    Usage: "Usage";
    UsageDelta: "MessageDeltaUsage";
    FallbackCredit: "FallbackCredit";
    FallbackCreditStatus: "FallbackCreditStatus";
    UsageIteration: "UsageIteration";
    AppliedEdit: "AppliedEdit";
    ContextManagement: "ContextManagement";
    CacheMissReason: "CacheMissReason";
    Diagnostics: "Diagnostics";
    InputTransformation: "InputTransformation";
    CompactionBlock: "CompactionBlock" "CompactionBlockParam";
    FallbackModel: "FallbackModel";
    FallbackTrigger: "FallbackTrigger";
    FallbackBlock: "FallbackBlock";
    DiagnosticsParam: "DiagnosticsParam";
    ContextTrigger: "ContextTriggerParam";
    ContextEdit: "ClearToolUsesParam" "ClearThinkingParam" "CompactParam";
    ContextManagementParam: "ContextManagementParam";
    CompactionParam: "CompactionParam";
    ThreadParam: "ThreadParam";
    FallbackParam: "FallbackParam";
    BillingPolicy: "BillingPolicyParam";
    StopDetails: "StopDetails";
    Container: "Container";
    Message: "Message";
    MessageDelta: "MessageDelta";
    McpToolUseBlock: "MCPToolUseBlock" "MCPToolUseBlockParam";
    McpToolResultBlock: "MCPToolResultBlock" "MCPToolResultBlockParam";
    McpToolListingBlock: "MCPToolListingBlock" "MCPToolListingBlockParam";
    McpToolConfiguration: "MCPToolConfigurationParam";
    McpServer: "MCPServerParam";
    TokenCount: "MessageTokensCount";
    FileScope: "FileScope";
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
    BrowserTab: "BrowserTabParam";
    BrowserStateBlock: "BrowserStateBlockParam";
    BrowserStateChange: "BrowserStateChange";
    ToolChangeTool: "ToolChangeToolReferenceParam";
    ToolChangeMcpTool: "ToolChangeMCPToolReferenceParam";
    ToolChangeMcpToolset: "ToolChangeMCPToolsetReferenceParam";
    ToolChangeDefinition: "ToolChangeToolDefinitionParam";
    ToolAdditionBlock: "ToolAdditionBlockParam";
    ToolRemovalBlock: "ToolRemovalBlockParam";
    MessageParam: "MessageParam";
    TurnOutputConfig: "TurnOutputConfigParam";
    Tool: "ToolParam";
    MessageRequest: "MessageRequest";
    // end generated
}
