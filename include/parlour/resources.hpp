/// @file
/// The answers of the endpoints beside messages as types: `parlour::ModelInfo`, `parlour::MessageBatch`,
/// `parlour::FileMetadata` and the others.
//
// Made from schema/openapi.yaml by `make generate`: change that, not this file.
#ifndef PARLOUR_RESOURCES_HPP
#define PARLOUR_RESOURCES_HPP

#include "view.hpp"

namespace parlour {

/// The number of requests of a batch by outcome. All count as `processing` until the whole batch has ended.
class MessageBatchRequestCounts : public View<MessageBatchRequestCounts> {
public:
    /// As those of View.
    using View::View;
    /// Requests that have not ended.
    std::int64_t processing() const { return json()["/processing"].integer(); }
    /// Requests that returned a message.
    std::int64_t succeeded() const { return json()["/succeeded"].integer(); }
    /// Requests that failed.
    std::int64_t errored() const { return json()["/errored"].integer(); }
    /// Requests cancelled before they started.
    std::int64_t canceled() const { return json()["/canceled"].integer(); }
    /// Requests not started within 24 hours.
    std::int64_t expired() const { return json()["/expired"].integer(); }
};

/// A batch of requests for messages. Times are RFC 3339.
class MessageBatch : public View<MessageBatch> {
public:
    /// As those of View.
    using View::View;
    /// The id of the batch.
    std::string_view id() const { return json()["/id"].string(); }
    /// Always `message_batch`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The state of the batch. `in_progress`, `canceling`, `ended`; an open set.
    std::string_view processing_status() const { return json()["/processing_status"].string(); }
    /// The number of requests by outcome.
    MessageBatchRequestCounts request_counts() const { return MessageBatchRequestCounts(field("/request_counts")); }
    /// When it was created.
    std::string_view created_at() const { return json()["/created_at"].string(); }
    /// When requests that have not ended expire: 24 hours after creation.
    std::optional<std::string_view> expires_at() const { return text("/expires_at"); }
    /// When it ended.
    std::optional<std::string_view> ended_at() const { return text("/ended_at"); }
    /// When cancellation was requested.
    std::optional<std::string_view> cancel_initiated_at() const { return text("/cancel_initiated_at"); }
    /// When its results were deleted: 29 days after creation.
    std::optional<std::string_view> archived_at() const { return text("/archived_at"); }
    /// The URL of its results, once it has ended.
    std::optional<std::string_view> results_url() const { return text("/results_url"); }
};

/// An error of the service.
class ErrorDetail : public View<ErrorDetail> {
public:
    /// As those of View.
    using View::View;
    /// The type of error, an open set: `invalid_request_error`, `api_error` and so on.
    std::string_view type() const { return json()["/type"].string(); }
    /// A message for people; not stable.
    std::string_view message() const { return json()["/message"].string(); }
    /// Details of some errors, with an `error_code` (protocol §5.6).
    Json details() const { return field("/details"); }
};

/// The envelope in which the service reports an error (protocol §5.1).
class ErrorResponse : public View<ErrorResponse> {
public:
    /// As those of View.
    using View::View;
    /// Always `error`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The error.
    ErrorDetail error() const { return ErrorDetail(field("/error")); }
    /// Id of the request at the service.
    std::optional<std::string_view> request_id() const { return text("/request_id"); }
};

/// The outcome of a request of a batch.
class MessageBatchResult : public View<MessageBatchResult> {
public:
    /// As those of View.
    using View::View;
    /// `succeeded`, `errored`, `canceled`, `expired`; an open set.
    std::string_view type() const { return json()["/type"].string(); }
    /// The message. Only in `succeeded`.
    result<Message> try_message() const { return Message::try_from_json(field("/message").text()); }
#if PARLOUR_EXCEPTIONS
    /// As try_message(); throws Error.
    Message message() const { return try_message().value(); }
#endif
    /// The whole envelope: the error itself is its `error`. Only in `errored`.
    ErrorResponse error() const { return ErrorResponse(field("/error")); }
};

/// One line of a batch's results.
class MessageBatchIndividualResponse : public View<MessageBatchIndividualResponse> {
public:
    /// As those of View.
    using View::View;
    /// The id of the request that it answers.
    std::string_view custom_id() const { return json()["/custom_id"].string(); }
    /// The outcome of the request.
    MessageBatchResult result() const { return MessageBatchResult(field("/result")); }
};

/// The number of input tokens of a request, as the service estimates it.
class MessageTokensCount : public View<MessageTokensCount> {
public:
    /// As those of View.
    using View::View;
    /// Total tokens of the system prompt, tools and messages.
    std::int64_t input_tokens() const { return json()["/input_tokens"].integer(); }
    /// Beta: `original_input_tokens`, the count before the edits of `context_management`.
    Json context_management() const { return field("/context_management"); }
};

/// Whether a model can do something.
class Capability : public View<Capability> {
public:
    /// As those of View.
    using View::View;
    /// Whether the model can do it.
    bool supported() const { return json()["/supported"].boolean(); }
};

/// The context edits available for a model.
class ContextManagementCapability : public View<ContextManagementCapability> {
public:
    /// As those of View.
    using View::View;
    /// Whether any of them is available.
    bool supported() const { return json()["/supported"].boolean(); }
    /// Old tool calls are cleared.
    Capability clear_tool_uses_20250919() const { return Capability(field("/clear_tool_uses_20250919")); }
    /// Old thinking is cleared.
    Capability clear_thinking_20251015() const { return Capability(field("/clear_thinking_20251015")); }
    /// The conversation is summarised.
    Capability compact_20260112() const { return Capability(field("/compact_20260112")); }
};

/// The levels of effort that a model accepts.
class EffortCapability : public View<EffortCapability> {
public:
    /// As those of View.
    using View::View;
    /// Whether any of them is available.
    bool supported() const { return json()["/supported"].boolean(); }
    /// `low`.
    Capability low() const { return Capability(field("/low")); }
    /// `medium`.
    Capability medium() const { return Capability(field("/medium")); }
    /// `high`.
    Capability high() const { return Capability(field("/high")); }
    /// `xhigh`.
    Capability xhigh() const { return Capability(field("/xhigh")); }
    /// `max`.
    Capability(max)() const { return Capability(field("/max")); }
};

/// The tools that the service executes for a model.
class ServerToolsCapability : public View<ServerToolsCapability> {
public:
    /// As those of View.
    using View::View;
    /// Whether any of them is available.
    bool supported() const { return json()["/supported"].boolean(); }
    /// Web search.
    Capability web_search() const { return Capability(field("/web_search")); }
    /// Code execution.
    Capability code_execution() const { return Capability(field("/code_execution")); }
};

/// The types of thinking. Each is independent: `enabled` may be false while `disabled` is true.
class ThinkingTypes : public View<ThinkingTypes> {
public:
    /// As those of View.
    using View::View;
    /// `enabled`.
    Capability enabled() const { return Capability(field("/enabled")); }
    /// `adaptive`.
    Capability adaptive() const { return Capability(field("/adaptive")); }
    /// `disabled`.
    Capability disabled() const { return Capability(field("/disabled")); }
    /// `between_tools`.
    Capability between_tools() const { return Capability(field("/between_tools")); }
};

/// The kinds of thinking that a model supports.
class ThinkingCapability : public View<ThinkingCapability> {
public:
    /// As those of View.
    using View::View;
    /// Whether it is available at all.
    bool supported() const { return json()["/supported"].boolean(); }
    /// By the `type` of a request's `thinking`.
    ThinkingTypes types() const { return ThinkingTypes(field("/types")); }
};

/// Whether requests may summarise the conversation (beta).
class CompactionCapability : public View<CompactionCapability> {
public:
    /// As those of View.
    using View::View;
    /// Whether it is available at all.
    bool supported() const { return json()["/supported"].boolean(); }
    /// The type `summarize`.
    Capability summarize() const { return Capability(field("/summarize")); }
};

/// The capabilities of a model. Null or absent means that the service did not report it.
class ModelCapabilities : public View<ModelCapabilities> {
public:
    /// As those of View.
    using View::View;
    /// Message batches.
    Capability batch() const { return Capability(field("/batch")); }
    /// Citations of documents.
    Capability citations() const { return Capability(field("/citations")); }
    /// Beta: requests that summarise the conversation.
    CompactionCapability compaction() const { return CompactionCapability(field("/compaction")); }
    /// Calls of other tools from code. The code execution tool itself is in `server_tools`.
    Capability code_execution() const { return Capability(field("/code_execution")); }
    /// Edits of the context by the service.
    ContextManagementCapability context_management() const { return ContextManagementCapability(field("/context_management")); }
    /// Levels of effort.
    EffortCapability effort() const { return EffortCapability(field("/effort")); }
    /// Images in requests.
    Capability image_input() const { return Capability(field("/image_input")); }
    /// PDF documents in requests.
    Capability pdf_input() const { return Capability(field("/pdf_input")); }
    /// Tools that the service executes.
    ServerToolsCapability server_tools() const { return ServerToolsCapability(field("/server_tools")); }
    /// Answers that match a JSON Schema.
    Capability structured_outputs() const { return Capability(field("/structured_outputs")); }
    /// Thinking.
    ThinkingCapability thinking() const { return ThinkingCapability(field("/thinking")); }
};

/// A model of the service's list. Servers omit fields that they do not know yet, so only the id is required.
class ModelInfo : public View<ModelInfo> {
public:
    /// As those of View.
    using View::View;
    /// Always `model`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The identifier for requests.
    std::string_view id() const { return json()["/id"].string(); }
    /// The display name.
    std::optional<std::string_view> display_name() const { return text("/display_name"); }
    /// The family, an open set: `haiku`, `sonnet`, `opus` and so on. Never derive it from the id.
    std::optional<std::string_view> line() const { return text("/line"); }
    /// Whether it may still be used. Only this field shows retirement; a `retires_at` in the past does not. `active`,
    /// `deprecated`, `retired`; an open set.
    std::optional<std::string_view> lifecycle() const { return text("/lifecycle"); }
    /// When it was deprecated (RFC 3339).
    std::optional<std::string_view> deprecated_at() const { return text("/deprecated_at"); }
    /// When its retirement is planned (RFC 3339).
    std::optional<std::string_view> retires_at() const { return text("/retires_at"); }
    /// When it was released (RFC 3339); the epoch if unknown.
    std::optional<std::string_view> created_at() const { return text("/created_at"); }
    /// The size of its context window in tokens.
    std::optional<std::int64_t> max_input_tokens() const { return integer("/max_input_tokens"); }
    /// The largest `max_tokens` of a request.
    std::optional<std::int64_t> max_tokens() const { return integer("/max_tokens"); }
    /// Its capabilities.
    ModelCapabilities capabilities() const { return ModelCapabilities(field("/capabilities")); }
};

/// The scope of a file, for example a session.
class FileScope : public View<FileScope> {
public:
    /// As those of View.
    using View::View;
    /// `session`; an open set.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the session, or of another scope.
    std::string_view id() const { return json()["/id"].string(); }
};

/// A file that was uploaded, or created by a tool. Times are RFC 3339.
class FileMetadata : public View<FileMetadata> {
public:
    /// As those of View.
    using View::View;
    /// Always `file`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id for requests.
    std::string_view id() const { return json()["/id"].string(); }
    /// Its name, without a path.
    std::string_view filename() const { return json()["/filename"].string(); }
    /// Its media type.
    std::optional<std::string_view> mime_type() const { return text("/mime_type"); }
    /// Its size in bytes.
    std::optional<std::int64_t> size_bytes() const { return integer("/size_bytes"); }
    /// When it was created.
    std::optional<std::string_view> created_at() const { return text("/created_at"); }
    /// Whether its content can be downloaded; true only for files created by tools.
    std::optional<bool> downloadable() const { return flag("/downloadable"); }
    /// When the service deletes it; never if unset.
    std::optional<std::string_view> expires_at() const { return text("/expires_at"); }
    /// Beta: the scope of the file; null for a file of the whole workspace.
    FileScope scope() const { return FileScope(field("/scope")); }
};

/// The origin of a skill.
class SkillSource : public View<SkillSource> {
public:
    /// As those of View.
    using View::View;
    /// `custom`, the vendor's name and others; an open set.
    std::string_view type() const { return json()["/type"].string(); }
};

/// A skill. Times are RFC 3339.
class Skill : public View<Skill> {
public:
    /// As those of View.
    using View::View;
    /// Always `skill`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the skill.
    std::string_view id() const { return json()["/id"].string(); }
    /// The display name; not unique.
    std::optional<std::string_view> display_name() const { return text("/display_name"); }
    /// The version that is used if none is given.
    std::optional<std::string_view> latest_version_id() const { return text("/latest_version_id"); }
    /// The origin of the skill.
    SkillSource source() const { return SkillSource(field("/source")); }
    /// When it was created.
    std::optional<std::string_view> created_at() const { return text("/created_at"); }
    /// When its latest version was added.
    std::optional<std::string_view> updated_at() const { return text("/updated_at"); }
};

/// A version of a skill.
class SkillVersion : public View<SkillVersion> {
public:
    /// As those of View.
    using View::View;
    /// Always `skill_version`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the version.
    std::string_view id() const { return json()["/id"].string(); }
    /// The skill it belongs to.
    std::string_view skill_id() const { return json()["/skill_id"].string(); }
    /// The slug of the skill, the same in all versions: lower case with hyphens.
    std::string_view name() const { return json()["/name"].string(); }
    /// When the model should use it.
    std::optional<std::string_view> description() const { return text("/description"); }
    /// When it was created (RFC 3339).
    std::optional<std::string_view> created_at() const { return text("/created_at"); }
};

/// The answer to a deletion.
class Deleted : public View<Deleted> {
public:
    /// As those of View.
    using View::View;
    /// The id of the deleted object.
    std::string_view id() const { return json()["/id"].string(); }
    /// The kind of object: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
    std::string_view type() const { return json()["/type"].string(); }
};

/// The models or endpoints that limits apply to.
class RateLimitGroup : public View<RateLimitGroup> {
public:
    /// As those of View.
    using View::View;
    /// `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the group.
    std::optional<std::string_view> id() const { return text("/id"); }
    /// The display name of a group of models.
    std::optional<std::string_view> display_name() const { return text("/display_name"); }
};

/// The origin of a workspace's limit.
class LimitSource : public View<LimitSource> {
public:
    /// As those of View.
    using View::View;
    /// `workspace` or `organization`.
    std::string_view type() const { return json()["/type"].string(); }
};

/// A limit.
class LimitValue : public View<LimitValue> {
public:
    /// As those of View.
    using View::View;
    /// The quantity that it limits, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on.
    std::string_view type() const { return json()["/type"].string(); }
    /// The limit; null if not set.
    std::optional<std::int64_t> value() const { return integer("/value"); }
    /// In a workspace: the organisation's own limit.
    std::optional<std::int64_t> org_limit() const { return integer("/org_limit"); }
    /// In a workspace: the origin of the value.
    LimitSource source() const { return LimitSource(field("/source")); }
};

/// The limits of one group of models or endpoints.
class RateLimitRule : public View<RateLimitRule> {
public:
    /// As those of View.
    using View::View;
    /// `rate_limit`, or `workspace_rate_limit` for those of a workspace.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of an organisation's rule.
    std::optional<std::string_view> id() const { return text("/id"); }
    /// The id of the organisation's rule that this rule of a workspace corresponds to.
    std::optional<std::string_view> rate_limit_id() const { return text("/rate_limit_id"); }
    /// The id of the workspace.
    std::optional<std::string_view> workspace_id() const { return text("/workspace_id"); }
    /// The group that the limits apply to.
    RateLimitGroup group() const { return RateLimitGroup(field("/group")); }
    /// Ids and aliases of the models; null for a group of endpoints.
    Items<std::string_view> models() const { return Items<std::string_view>(field("/models")); }
    /// The limits.
    Items<LimitValue> limits() const { return Items<LimitValue>(field("/limits")); }
};

/// The type of event and the object that it is about.
class WebhookData : public View<WebhookData> {
public:
    /// As those of View.
    using View::View;
    /// The type of event, an open set: `session.idled` and so on. Accept and ignore unknown types.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the object.
    std::optional<std::string_view> id() const { return text("/id"); }
    /// The id of its organisation.
    std::optional<std::string_view> organization_id() const { return text("/organization_id"); }
    /// The id of its workspace.
    std::optional<std::string_view> workspace_id() const { return text("/workspace_id"); }
};

/// The event of a webhook. It identifies an object without its state, which has to be fetched. An event may be
/// delivered more than once, with the same id.
class WebhookEvent : public View<WebhookEvent> {
public:
    /// As those of View.
    using View::View;
    /// Always `event`.
    std::string_view type() const { return json()["/type"].string(); }
    /// The id of the event.
    std::string_view id() const { return json()["/id"].string(); }
    /// When it happened (RFC 3339).
    std::string_view created_at() const { return json()["/created_at"].string(); }
    /// The type of event and the object that it is about.
    WebhookData data() const { return WebhookData(field("/data")); }
};

}  // namespace parlour

#endif
