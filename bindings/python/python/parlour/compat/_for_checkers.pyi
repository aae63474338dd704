"""Written by `scripts/python/compat_stubs.py`. All names of the modules."""

from typing import Any

import parlour
from parlour.params import *
from parlour.types import *

from .. import NOT_GIVEN as NOT_GIVEN
from .. import APIConnectionError as APIConnectionError
from .. import APIError as APIError
from .. import APIResponseValidationError as APIResponseValidationError
from .. import APIStatusError as APIStatusError
from .. import APITimeoutError as APITimeoutError
from .. import AuthenticationError as AuthenticationError
from .. import BadRequestError as BadRequestError
from .. import ConflictError as ConflictError
from .. import InternalServerError as InternalServerError
from .. import NotFoundError as NotFoundError
from .. import NotGiven as NotGiven
from .. import OverloadedError as OverloadedError
from .. import PermissionDeniedError as PermissionDeniedError
from .. import RateLimitError as RateLimitError
from .. import ToolError as ToolError
from .. import UnprocessableEntityError as UnprocessableEntityError
from .. import omit as omit
from .._model import Model as BaseModel
from .._structured_base import ParsedMessage as ParsedMessage
from ..mcp import tool as async_mcp_tool
from ._async_client import AsyncClient as AsyncClient
from ._async_client import AsyncMessages as AsyncMessages
from ._client import Client as Client
from ._client import Messages as Messages
from ._http import Timeout as Timeout
from ._streams import AsyncMessageStream as AsyncMessageStream
from ._streams import AsyncStream as AsyncStream
from ._streams import MessageStream as MessageStream
from ._streams import Stream as Stream
from ._tools import FunctionTool as BetaFunctionTool
from ._tools import beta_async_tool as beta_async_tool
from ._tools import beta_tool as beta_tool
from ._tools import mcp_content as mcp_content
from ._tools import mcp_message as mcp_message
from ._tools import mcp_resource_to_content as mcp_resource_to_content
from ._tools import transform_schema as transform_schema

AdvisorRedactedResultBlock = parlour.types.AdvisorRedactedResult
AdvisorResultBlock = parlour.types.AdvisorResult
AdvisorTool20260301Param = parlour.params.AdvisorToolParam
Base64ImageSourceParam = parlour.params.Base64SourceParam
Base64PDFBlockParam = parlour.params.DocumentBlockParam
Base64PDFSource = parlour.types.Base64Source
Base64PDFSourceParam = parlour.params.Base64SourceParam
BashCodeExecutionOutputBlock = parlour.types.CodeExecutionOutput
BetaAdvisorRedactedResult = parlour.types.AdvisorRedactedResult
BetaAdvisorRedactedResultBlock = parlour.types.AdvisorRedactedResult
BetaAdvisorResult = parlour.types.AdvisorResult
BetaAdvisorResultBlock = parlour.types.AdvisorResult
BetaAdvisorTool20260301Param = parlour.params.AdvisorToolParam
BetaAdvisorToolParam = parlour.params.AdvisorToolParam
BetaAdvisorToolResultBlock = parlour.types.AdvisorToolResultBlock
BetaAdvisorToolResultError = parlour.types.AdvisorToolResultError
BetaAnswerStreamOptions = parlour.params.AnswerStreamOptions
BetaAnswerStreamParams = parlour.params.AnswerStreamParams
BetaAppliedEdit = parlour.types.AppliedEdit
BetaBackoffOptions = parlour.params.BackoffOptions
BetaBase64ImageSourceParam = parlour.params.Base64SourceParam
BetaBase64PDFBlockParam = parlour.params.DocumentBlockParam
BetaBase64PDFSource = parlour.types.Base64Source
BetaBase64PDFSourceParam = parlour.params.Base64SourceParam
BetaBase64Source = parlour.types.Base64Source
BetaBase64SourceParam = parlour.params.Base64SourceParam
BetaBashCodeExecutionOutputBlock = parlour.types.CodeExecutionOutput
BetaBashCodeExecutionResult = parlour.types.BashCodeExecutionResult
BetaBashCodeExecutionToolResultBlock = parlour.types.BashCodeExecutionToolResultBlock
BetaBashCodeExecutionToolResultError = parlour.types.BashCodeExecutionToolResultError
BetaBatchItem = parlour.params.BatchItem
BetaBatchRequest = parlour.params.BatchRequest
BetaBillingPolicyParam = parlour.params.BillingPolicyParam
BetaBlockBindingParam = parlour.params.BlockBindingParam
BetaBrowserStateBlockParam = parlour.params.BrowserStateBlockParam
BetaBrowserTabParam = parlour.params.BrowserTabParam
BetaBudgetOptions = parlour.params.BudgetOptions
BetaCacheControlEphemeral = parlour.params.CacheControlParam
BetaCacheControlEphemeralParam = parlour.params.CacheControlParam
BetaCacheControlParam = parlour.params.CacheControlParam
BetaCacheCreation = parlour.types.CacheCreation
BetaCacheMissMessagesChanged = parlour.types.CacheMissReason
BetaCacheMissModelChanged = parlour.types.CacheMissReason
BetaCacheMissPreviousMessageNotFound = parlour.types.CacheMissReason
BetaCacheMissReason = parlour.types.CacheMissReason
BetaCacheMissSystemChanged = parlour.types.CacheMissReason
BetaCacheMissToolsChanged = parlour.types.CacheMissReason
BetaCacheMissUnavailable = parlour.types.CacheMissReason
BetaCallOptions = parlour.params.CallOptions
BetaCaller = parlour.types.Caller
BetaCallerParam = parlour.params.CallerParam
BetaCapability = parlour.types.Capability
BetaCapabilitySupport = parlour.types.Capability
BetaCitationCharLocation = parlour.types.CitationCharLocation
BetaCitationContentBlockLocation = parlour.types.CitationContentBlockLocation
BetaCitationEvent = parlour.types.CitationEvent
BetaCitationPageLocation = parlour.types.CitationPageLocation
BetaCitationSearchResultLocation = parlour.types.CitationSearchResultLocation
BetaCitationWebSearchResultLocation = parlour.types.CitationWebSearchResultLocation
BetaCitationsConfig = parlour.types.CitationsConfig
BetaCitationsConfigParam = parlour.params.CitationsConfigParam
BetaCitationsDelta = parlour.types.CitationsDelta
BetaCitationsSearchResultLocation = parlour.types.CitationSearchResultLocation
BetaCitationsWebSearchResultLocation = parlour.types.CitationWebSearchResultLocation
BetaClearThinking20251015EditResponse = parlour.types.AppliedEdit
BetaClearThinkingParam = parlour.params.ClearThinkingParam
BetaClearToolUses20250919EditResponse = parlour.types.AppliedEdit
BetaClearToolUsesParam = parlour.params.ClearToolUsesParam
BetaClientOptions = parlour.params.ClientOptions
BetaClockOptions = parlour.params.ClockOptions
BetaCodeExecutionOutput = parlour.types.CodeExecutionOutput
BetaCodeExecutionResult = parlour.types.CodeExecutionResult
BetaCodeExecutionToolResultBlock = parlour.types.CodeExecutionToolResultBlock
BetaCodeExecutionToolResultError = parlour.types.CodeExecutionToolResultError
BetaCommonOptions = parlour.params.CommonOptions
BetaCompactParam = parlour.params.CompactParam
BetaCompactionBlock = parlour.types.CompactionBlock
BetaCompactionBlockParam = parlour.params.CompactionBlockParam
BetaCompactionCapability = parlour.types.CompactionCapability
BetaCompactionContentBlockDelta = parlour.types.CompactionDelta
BetaCompactionDelta = parlour.types.CompactionDelta
BetaCompactionParam = parlour.params.CompactionParam
BetaContainer = parlour.types.Container
BetaContainerParam = parlour.params.ContainerParam
BetaContainerSkill = parlour.types.ContainerSkill
BetaContainerSkillParam = parlour.params.ContainerSkillParam
BetaContainerUploadBlock = parlour.types.ContainerUploadBlock
BetaContainerUploadBlockParam = parlour.params.ContainerUploadBlockParam
BetaContentBlock = parlour.types.ContentBlock
BetaContentBlockDelta = parlour.types.ContentBlockDelta
BetaContentBlockDeltaEvent = parlour.types.ContentBlockDeltaEvent
BetaContentBlockParam = parlour.params.ContentBlockParam
BetaContentBlockSourceParam = parlour.params.ContentSourceParam
BetaContentBlockStartEvent = parlour.types.ContentBlockStartEvent
BetaContentBlockStopEvent = parlour.types.ContentBlockStopEvent
BetaContentSourceParam = parlour.params.ContentSourceParam
BetaContextManagement = parlour.types.ContextManagement
BetaContextManagementCapability = parlour.types.ContextManagementCapability
BetaContextManagementParam = parlour.params.ContextManagementParam
BetaContextManagementResponse = parlour.types.ContextManagement
BetaContextTriggerParam = parlour.params.ContextTriggerParam
BetaCopyOptions = parlour.params.CopyOptions
BetaCountTokensParams = parlour.params.CountTokensParams
BetaDeleted = parlour.types.Deleted
BetaDeletedFile = parlour.types.Deleted
BetaDeletedMessageBatch = parlour.types.Deleted
BetaDeletedSkill = parlour.types.Deleted
BetaDeletedSkillVersion = parlour.types.Deleted
BetaDiagnostics = parlour.types.Diagnostics
BetaDiagnosticsParam = parlour.params.DiagnosticsParam
BetaDirectCaller = parlour.types.Caller
BetaDocumentBlock = parlour.types.DocumentBlock
BetaDocumentBlockParam = parlour.params.DocumentBlockParam
BetaEffortCapability = parlour.types.EffortCapability
BetaEncryptedCodeExecutionResult = parlour.types.EncryptedCodeExecutionResult
BetaErrorDetail = parlour.types.ErrorDetail
BetaErrorResponse = parlour.types.ErrorResponse
BetaEvent = parlour.types.Event
BetaFallbackBlock = parlour.types.FallbackBlock
BetaFallbackCreditParam = parlour.params.FallbackCreditParam
BetaFallbackModel = parlour.types.FallbackModel
BetaFallbackParam = parlour.params.FallbackParam
BetaFallbackTrigger = parlour.types.FallbackTrigger
BetaFetchSourceParam = parlour.params.FetchSourceParam
BetaFileDocumentSourceParam = parlour.params.FileSourceParam
BetaFileImageSourceParam = parlour.params.FileSourceParam
BetaFileMetadata = parlour.types.FileMetadata
BetaFileSource = parlour.types.FileSource
BetaFileSourceParam = parlour.params.FileSourceParam
BetaHeaders = parlour.types.Headers
BetaImageBlockParam = parlour.params.ImageBlockParam
BetaImageTransformationsParam = parlour.params.ImageTransformationsParam
BetaInputJSONDelta = parlour.types.InputJSONDelta
BetaInputJSONEvent = parlour.types.InputJSONEvent
BetaInputJsonEvent = parlour.types.InputJSONEvent
BetaInputTransformation = parlour.types.InputTransformation
BetaIterationsUsage = parlour.types.UsageIteration
BetaLimitSource = parlour.types.LimitSource
BetaLimitValue = parlour.types.LimitValue
BetaMCPServerParam = parlour.params.MCPServerParam
BetaMCPToolConfigurationParam = parlour.params.MCPToolConfigurationParam
BetaMCPToolListingBlock = parlour.types.MCPToolListingBlock
BetaMCPToolListingBlockParam = parlour.params.MCPToolListingBlockParam
BetaMCPToolResultBlock = parlour.types.MCPToolResultBlock
BetaMCPToolResultBlockParam = parlour.params.MCPToolResultBlockParam
BetaMCPToolUseBlock = parlour.types.MCPToolUseBlock
BetaMCPToolUseBlockParam = parlour.params.MCPToolUseBlockParam
BetaMCPToolsetConfigParam = parlour.params.MCPToolsetConfigParam
BetaMCPToolsetParam = parlour.params.MCPToolsetParam
BetaMessage = parlour.types.Message
BetaMessageBatch = parlour.types.MessageBatch
BetaMessageBatchCanceledResult = parlour.types.MessageBatchCanceledResult
BetaMessageBatchErroredResult = parlour.types.MessageBatchErroredResult
BetaMessageBatchExpiredResult = parlour.types.MessageBatchExpiredResult
BetaMessageBatchIndividualResponse = parlour.types.MessageBatchIndividualResponse
BetaMessageBatchRequestCounts = parlour.types.MessageBatchRequestCounts
BetaMessageBatchResult = parlour.types.MessageBatchResult
BetaMessageBatchSucceededResult = parlour.types.MessageBatchSucceededResult
BetaMessageCountTokensParams = parlour.params.CountTokensParams
BetaMessageCreateParams = parlour.params.RequestParams
BetaMessageCreateParamsBase = parlour.params.RequestParams
BetaMessageCreateParamsNonStreaming = parlour.params.RequestParams
BetaMessageCreateParamsStreaming = parlour.params.RequestParams
BetaMessageDelta = parlour.types.MessageDelta
BetaMessageDeltaEvent = parlour.types.MessageDeltaEvent
BetaMessageDeltaUsage = parlour.types.MessageDeltaUsage
BetaMessageParam = parlour.params.MessageParam
BetaMessageStartEvent = parlour.types.MessageStartEvent
BetaMessageStopEvent = parlour.types.MessageStopEvent
BetaMessageStreamEvent = parlour.types.MessageStreamEvent
BetaMessageTokensCount = parlour.types.MessageTokensCount
BetaMetadataParam = parlour.params.MetadataParam
BetaModel = parlour.types.Model
BetaModelCapabilities = parlour.types.ModelCapabilities
BetaModelInfo = parlour.types.ModelInfo
BetaOtherModel = parlour.params.OtherModel
BetaOutputConfigParam = parlour.params.OutputConfigParam
BetaOutputFormatParam = parlour.params.OutputFormatParam
BetaOutputTokensDetails = parlour.types.OutputTokensDetails
BetaParseOptions = parlour.params.ParseOptions
BetaParseParams = parlour.params.ParseParams
BetaParsedContentBlock = parlour.types.ContentBlock
BetaParsedMessageStreamEvent = parlour.types.MessageStreamEvent
BetaParsedTextBlock = parlour.types.TextBlock
BetaPingEvent = parlour.types.PingEvent
BetaPlainTextSource = parlour.types.PlainTextSource
BetaPlainTextSourceParam = parlour.params.PlainTextSourceParam
BetaPoolOptions = parlour.params.PoolOptions
BetaRateLimit = parlour.types.RateLimit
BetaRateLimitGroup = parlour.types.RateLimitGroup
BetaRateLimitRule = parlour.types.RateLimitRule
BetaRateLimits = parlour.types.RateLimits
BetaRawAnswer = parlour.types.RawAnswer
BetaRawCitationEvent = parlour.types.CitationEvent
BetaRawCitationsDelta = parlour.types.CitationsDelta
BetaRawCompactionDelta = parlour.types.CompactionDelta
BetaRawContentBlockDelta = parlour.types.ContentBlockDelta
BetaRawContentBlockDeltaEvent = parlour.types.ContentBlockDeltaEvent
BetaRawContentBlockStartEvent = parlour.types.ContentBlockStartEvent
BetaRawContentBlockStopEvent = parlour.types.ContentBlockStopEvent
BetaRawEvent = parlour.types.Event
BetaRawInputJSONDelta = parlour.types.InputJSONDelta
BetaRawInputJSONEvent = parlour.types.InputJSONEvent
BetaRawJSON = parlour.types.RawJSON
BetaRawMessageDelta = parlour.types.MessageDelta
BetaRawMessageDeltaEvent = parlour.types.MessageDeltaEvent
BetaRawMessageStartEvent = parlour.types.MessageStartEvent
BetaRawMessageStopEvent = parlour.types.MessageStopEvent
BetaRawMessageStreamEvent = parlour.types.MessageStreamEvent
BetaRawPingEvent = parlour.types.PingEvent
BetaRawSignatureDelta = parlour.types.SignatureDelta
BetaRawSignatureEvent = parlour.types.SignatureEvent
BetaRawStreamEvent = parlour.types.StreamEvent
BetaRawTextDelta = parlour.types.TextDelta
BetaRawTextEvent = parlour.types.TextEvent
BetaRawThinkingDelta = parlour.types.ThinkingDelta
BetaRawThinkingEvent = parlour.types.ThinkingEvent
BetaRawUnknownDelta = parlour.types.UnknownDelta
BetaRawUnknownEvent = parlour.types.UnknownEvent
BetaRawWebhookEvent = parlour.types.WebhookEvent
BetaReadyRequest = parlour.params.ReadyRequest
BetaRedactedThinkingBlock = parlour.types.RedactedThinkingBlock
BetaRedactedThinkingBlockParam = parlour.params.RedactedThinkingBlockParam
BetaRefusalStopDetails = parlour.types.StopDetails
BetaRequest = parlour.params.BatchRequest
BetaRequestBaseParams = parlour.params.RequestBaseParams
BetaRequestMCPServerToolConfigurationParam = parlour.params.MCPToolConfigurationParam
BetaRequestMCPServerURLDefinitionParam = parlour.params.MCPServerParam
BetaRequestMCPToolResultBlockParam = parlour.params.MCPToolResultBlockParam
BetaRequestOptions = parlour.params.RequestOptions
BetaRequestParams = parlour.params.RequestParams
BetaResponseInfo = parlour.types.ResponseInfo
BetaRetryOptions = parlour.params.RetryOptions
BetaSearchResultBlockParam = parlour.params.SearchResultBlockParam
BetaSeconds = parlour.params.Seconds
BetaServerToolCaller = parlour.types.Caller
BetaServerToolCaller20260120 = parlour.types.Caller
BetaServerToolResultBlockParam = parlour.params.ServerToolResultBlockParam
BetaServerToolUsage = parlour.types.ServerToolUsage
BetaServerToolUseBlock = parlour.types.ServerToolUseBlock
BetaServerToolUseBlockParam = parlour.params.ServerToolUseBlockParam
BetaServerToolsCapability = parlour.types.ServerToolsCapability
BetaServiceToolParam = parlour.params.ServiceToolParam
BetaSignatureDelta = parlour.types.SignatureDelta
BetaSignatureEvent = parlour.types.SignatureEvent
BetaSkill = parlour.types.Skill
BetaSkillSource = parlour.types.SkillSource
BetaSkillVersion = parlour.types.SkillVersion
BetaStopDetails = parlour.types.StopDetails
BetaStopReason = parlour.types.StopReason
BetaStreamEvent = parlour.types.StreamEvent
BetaSupportsFields = parlour.params.SupportsFields
BetaSupportsModelDump = parlour.params.SupportsModelDump
BetaTaskBudgetParam = parlour.params.TaskBudgetParam
BetaTextBlock = parlour.types.TextBlock
BetaTextBlockParam = parlour.params.TextBlockParam
BetaTextCitation = parlour.types.TextCitation
BetaTextCitationParam = parlour.types.TextCitation
BetaTextDelta = parlour.types.TextDelta
BetaTextEditorCodeExecutionCreateResult = parlour.types.TextEditorCodeExecutionCreateResult
BetaTextEditorCodeExecutionStrReplaceResult = parlour.types.TextEditorCodeExecutionStrReplaceResult
BetaTextEditorCodeExecutionToolResultBlock = parlour.types.TextEditorCodeExecutionToolResultBlock
BetaTextEditorCodeExecutionToolResultError = parlour.types.TextEditorCodeExecutionToolResultError
BetaTextEditorCodeExecutionViewResult = parlour.types.TextEditorCodeExecutionViewResult
BetaTextEvent = parlour.types.TextEvent
BetaThinkingBlock = parlour.types.ThinkingBlock
BetaThinkingBlockParam = parlour.params.ThinkingBlockParam
BetaThinkingCapability = parlour.types.ThinkingCapability
BetaThinkingConfigAdaptiveParam = parlour.params.ThinkingConfigAdaptiveParam
BetaThinkingConfigBetweenToolsParam = parlour.params.ThinkingConfigBetweenToolsParam
BetaThinkingConfigDisabledParam = parlour.params.ThinkingConfigDisabledParam
BetaThinkingConfigEnabledParam = parlour.params.ThinkingConfigEnabledParam
BetaThinkingConfigParam = parlour.params.ThinkingConfigParam
BetaThinkingDelta = parlour.types.ThinkingDelta
BetaThinkingEvent = parlour.types.ThinkingEvent
BetaThinkingTypes = parlour.types.ThinkingTypes
BetaThreadParam = parlour.params.ThreadParam
BetaToolAdditionBlockParam = parlour.params.ToolAdditionBlockParam
BetaToolBash20250124Param = parlour.params.ServiceToolParam
BetaToolChangeMCPToolReference = parlour.params.ToolChangeMCPToolReferenceParam
BetaToolChangeMCPToolReferenceParam = parlour.params.ToolChangeMCPToolReferenceParam
BetaToolChangeMCPToolsetReference = parlour.params.ToolChangeMCPToolsetReferenceParam
BetaToolChangeMCPToolsetReferenceParam = parlour.params.ToolChangeMCPToolsetReferenceParam
BetaToolChangeToolDefinitionParam = parlour.params.ToolChangeToolDefinitionParam
BetaToolChangeToolReference = parlour.params.ToolChangeToolReferenceParam
BetaToolChangeToolReferenceParam = parlour.params.ToolChangeToolReferenceParam
BetaToolChoiceAnyParam = parlour.params.ToolChoiceAnyParam
BetaToolChoiceAutoParam = parlour.params.ToolChoiceAutoParam
BetaToolChoiceNoneParam = parlour.params.ToolChoiceNoneParam
BetaToolChoiceParam = parlour.params.ToolChoiceParam
BetaToolChoiceToolParam = parlour.params.ToolChoiceToolParam
BetaToolParam = parlour.params.ToolParam
BetaToolReferenceBlock = parlour.types.ToolReferenceBlock
BetaToolReferenceBlockParam = parlour.params.ToolReferenceBlockParam
BetaToolRemovalBlockParam = parlour.params.ToolRemovalBlockParam
BetaToolResultBlockParam = parlour.params.ToolResultBlockParam
BetaToolResultContentParam = parlour.params.ToolResultContentParam
BetaToolRunCallOptions = parlour.params.ToolRunCallOptions
BetaToolRunOptions = parlour.params.ToolRunOptions
BetaToolRunParams = parlour.params.ToolRunParams
BetaToolSearchToolResultBlock = parlour.types.ToolSearchToolResultBlock
BetaToolSearchToolResultError = parlour.types.ToolSearchToolResultError
BetaToolSearchToolSearchResult = parlour.types.ToolSearchToolSearchResult
BetaToolTextEditor20250124Param = parlour.params.ServiceToolParam
BetaToolTextEditor20250728Param = parlour.params.ServiceToolParam
BetaToolUnionParam = parlour.params.ToolUnionParam
BetaToolUseBlock = parlour.types.ToolUseBlock
BetaToolUseBlockParam = parlour.params.ToolUseBlockParam
BetaToolUseCaller = parlour.types.Caller
BetaTurnOutputConfigParam = parlour.params.TurnOutputConfigParam
BetaURLImageSourceParam = parlour.params.URLSourceParam
BetaURLPDFSourceParam = parlour.params.URLSourceParam
BetaURLSource = parlour.types.URLSource
BetaURLSourceParam = parlour.params.URLSourceParam
BetaURLSourcesParam = parlour.params.URLSourcesParam
BetaUnknownBatchResult = parlour.types.UnknownBatchResult
BetaUnknownBlock = parlour.types.UnknownBlock
BetaUnknownCitation = parlour.types.UnknownCitation
BetaUnknownDelta = parlour.types.UnknownDelta
BetaUnknownEvent = parlour.types.UnknownEvent
BetaUnknownResult = parlour.types.UnknownResult
BetaUsage = parlour.types.Usage
BetaUsageIteration = parlour.types.UsageIteration
BetaUserLocation = parlour.params.UserLocationParam
BetaUserLocationParam = parlour.params.UserLocationParam
BetaWebFetchBlock = parlour.types.WebFetchResult
BetaWebFetchResult = parlour.types.WebFetchResult
BetaWebFetchToolResultBlock = parlour.types.WebFetchToolResultBlock
BetaWebFetchToolResultError = parlour.types.WebFetchToolResultError
BetaWebSearchResult = parlour.types.WebSearchResult
BetaWebSearchTool20250305Param = parlour.params.ServiceToolParam
BetaWebSearchToolResultBlock = parlour.types.WebSearchToolResultBlock
BetaWebSearchToolResultError = parlour.types.WebSearchToolResultError
BetaWebhookData = parlour.types.WebhookData
BetaWebhookEvent = parlour.types.WebhookEvent
CacheControlEphemeral = parlour.params.CacheControlParam
CacheControlEphemeralParam = parlour.params.CacheControlParam
CacheMissMessagesChanged = parlour.types.CacheMissReason
CacheMissModelChanged = parlour.types.CacheMissReason
CacheMissPreviousMessageNotFound = parlour.types.CacheMissReason
CacheMissSystemChanged = parlour.types.CacheMissReason
CacheMissToolsChanged = parlour.types.CacheMissReason
CacheMissUnavailable = parlour.types.CacheMissReason
CapabilitySupport = parlour.types.Capability
CitationsSearchResultLocation = parlour.types.CitationSearchResultLocation
CitationsWebSearchResultLocation = parlour.types.CitationWebSearchResultLocation
ClearThinking20251015EditResponse = parlour.types.AppliedEdit
ClearToolUses20250919EditResponse = parlour.types.AppliedEdit
CompactionContentBlockDelta = parlour.types.CompactionDelta
ContentBlockSourceParam = parlour.params.ContentSourceParam
ContextManagementResponse = parlour.types.ContextManagement
DeletedFile = parlour.types.Deleted
DeletedMessageBatch = parlour.types.Deleted
DeletedSkill = parlour.types.Deleted
DeletedSkillVersion = parlour.types.Deleted
DirectCaller = parlour.types.Caller
FileDocumentSourceParam = parlour.params.FileSourceParam
FileImageSourceParam = parlour.params.FileSourceParam
InputJsonEvent = parlour.types.InputJSONEvent
IterationsUsage = parlour.types.UsageIteration
MessageCountTokensParams = parlour.params.CountTokensParams
MessageCreateParams = parlour.params.RequestParams
MessageCreateParamsBase = parlour.params.RequestParams
MessageCreateParamsNonStreaming = parlour.params.RequestParams
MessageCreateParamsStreaming = parlour.params.RequestParams
ParsedContentBlock = parlour.types.ContentBlock
ParsedMessageStreamEvent = parlour.types.MessageStreamEvent
ParsedTextBlock = parlour.types.TextBlock
RawCitationEvent = parlour.types.CitationEvent
RawCitationsDelta = parlour.types.CitationsDelta
RawCompactionDelta = parlour.types.CompactionDelta
RawContentBlockDelta = parlour.types.ContentBlockDelta
RawContentBlockDeltaEvent = parlour.types.ContentBlockDeltaEvent
RawContentBlockStartEvent = parlour.types.ContentBlockStartEvent
RawContentBlockStopEvent = parlour.types.ContentBlockStopEvent
RawEvent = parlour.types.Event
RawInputJSONDelta = parlour.types.InputJSONDelta
RawInputJSONEvent = parlour.types.InputJSONEvent
RawMessageDelta = parlour.types.MessageDelta
RawMessageDeltaEvent = parlour.types.MessageDeltaEvent
RawMessageStartEvent = parlour.types.MessageStartEvent
RawMessageStopEvent = parlour.types.MessageStopEvent
RawMessageStreamEvent = parlour.types.MessageStreamEvent
RawPingEvent = parlour.types.PingEvent
RawSignatureDelta = parlour.types.SignatureDelta
RawSignatureEvent = parlour.types.SignatureEvent
RawStreamEvent = parlour.types.StreamEvent
RawTextDelta = parlour.types.TextDelta
RawTextEvent = parlour.types.TextEvent
RawThinkingDelta = parlour.types.ThinkingDelta
RawThinkingEvent = parlour.types.ThinkingEvent
RawUnknownDelta = parlour.types.UnknownDelta
RawUnknownEvent = parlour.types.UnknownEvent
RawWebhookEvent = parlour.types.WebhookEvent
RefusalStopDetails = parlour.types.StopDetails
Request = parlour.params.BatchRequest
RequestMCPServerToolConfigurationParam = parlour.params.MCPToolConfigurationParam
RequestMCPServerURLDefinitionParam = parlour.params.MCPServerParam
RequestMCPToolResultBlockParam = parlour.params.MCPToolResultBlockParam
ServerToolCaller = parlour.types.Caller
ServerToolCaller20260120 = parlour.types.Caller
TextCitationParam = parlour.types.TextCitation
ToolBash20250124Param = parlour.params.ServiceToolParam
ToolChangeMCPToolReference = parlour.params.ToolChangeMCPToolReferenceParam
ToolChangeMCPToolsetReference = parlour.params.ToolChangeMCPToolsetReferenceParam
ToolChangeToolReference = parlour.params.ToolChangeToolReferenceParam
ToolTextEditor20250124Param = parlour.params.ServiceToolParam
ToolTextEditor20250728Param = parlour.params.ServiceToolParam
ToolUseCaller = parlour.types.Caller
URLImageSourceParam = parlour.params.URLSourceParam
URLPDFSourceParam = parlour.params.URLSourceParam
UserLocation = parlour.params.UserLocationParam
WebFetchBlock = parlour.types.WebFetchResult
WebSearchTool20250305Param = parlour.params.ServiceToolParam
