/** @file
 * What the endpoints beside messages answer with, as types: each function reads one field of an object
 * that parlour_json_parse() read from an answer, from a line of results, or from an item of a list. Texts
 * are empty, values are NULL and numbers are `otherwise` where the service left them out or said `null`.
 * Nothing is to be freed but the JSON.
 */
/* Made from schema/openapi.yaml by `make generate`: change that, not this file. */
#ifndef PARLOUR_RESOURCES_H
#define PARLOUR_RESOURCES_H

#include "../parlour.h"

/**
 * A field of an object; NULL where it is missing or `null`.
 */
static inline const parlour_json *parlour_json_field(const parlour_json *object, const char *pointer) {
    const parlour_json *found = parlour_json_at(object, parlour_str_z(pointer));
    return parlour_json_kind_of(found) == PARLOUR_JSON_NULL ? NULL : found;
}

/* MessageBatchRequestCounts: The number of requests of a batch by outcome. All count as `processing` until the whole
   batch has ended. */

/**
 * Requests that have not ended.
 */
static inline int64_t parlour_message_batch_request_counts_processing(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/processing")), otherwise);
}

/**
 * Requests that returned a message.
 */
static inline int64_t parlour_message_batch_request_counts_succeeded(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/succeeded")), otherwise);
}

/**
 * Requests that failed.
 */
static inline int64_t parlour_message_batch_request_counts_errored(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/errored")), otherwise);
}

/**
 * Requests cancelled before they started.
 */
static inline int64_t parlour_message_batch_request_counts_canceled(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/canceled")), otherwise);
}

/**
 * Requests not started within 24 hours.
 */
static inline int64_t parlour_message_batch_request_counts_expired(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/expired")), otherwise);
}

/* MessageBatch: A batch of requests for messages. Times are RFC 3339. */

/**
 * The id of the batch.
 */
static inline parlour_str parlour_message_batch_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * Always `message_batch`.
 */
static inline parlour_str parlour_message_batch_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The state of the batch. `in_progress`, `canceling`, `ended`; an open set.
 */
static inline parlour_str parlour_message_batch_processing_status(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/processing_status")));
}

/**
 * The number of requests by outcome. Read by the functions parlour_message_batch_request_counts_...
 */
static inline const parlour_json *parlour_message_batch_request_counts(const parlour_json *object) {
    return parlour_json_field(object, "/request_counts");
}

/**
 * When it was created.
 */
static inline parlour_str parlour_message_batch_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/**
 * When requests that have not ended expire: 24 hours after creation.
 */
static inline parlour_str parlour_message_batch_expires_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/expires_at")));
}

/**
 * When it ended.
 */
static inline parlour_str parlour_message_batch_ended_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/ended_at")));
}

/**
 * When cancellation was requested.
 */
static inline parlour_str parlour_message_batch_cancel_initiated_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/cancel_initiated_at")));
}

/**
 * When its results were deleted: 29 days after creation.
 */
static inline parlour_str parlour_message_batch_archived_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/archived_at")));
}

/**
 * The URL of its results, once it has ended.
 */
static inline parlour_str parlour_message_batch_results_url(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/results_url")));
}

/* ErrorDetail: An error of the service. */

/**
 * The type of error, an open set: `invalid_request_error`, `api_error` and so on.
 */
static inline parlour_str parlour_error_detail_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * A message for people; not stable.
 */
static inline parlour_str parlour_error_detail_message(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/message")));
}

/**
 * Details of some errors, with an `error_code` (protocol §5.6).
 */
static inline const parlour_json *parlour_error_detail_details(const parlour_json *object) {
    return parlour_json_field(object, "/details");
}

/* ErrorResponse: The envelope in which the service reports an error (protocol §5.1). */

/**
 * Always `error`.
 */
static inline parlour_str parlour_error_response_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The error. Read by the functions parlour_error_detail_...
 */
static inline const parlour_json *parlour_error_response_error(const parlour_json *object) {
    return parlour_json_field(object, "/error");
}

/**
 * Id of the request at the service.
 */
static inline parlour_str parlour_error_response_request_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/request_id")));
}

/* MessageBatchResult: The outcome of a request of a batch. */

/**
 * `succeeded`, `errored`, `canceled`, `expired`; an open set.
 */
static inline parlour_str parlour_message_batch_result_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The message. Only in `succeeded`. Its text, parlour_json_text(), is for parlour_message_from_json().
 */
static inline const parlour_json *parlour_message_batch_result_message(const parlour_json *object) {
    return parlour_json_field(object, "/message");
}

/**
 * The whole envelope: the error itself is its `error`. Only in `errored`. Read by the functions
 * parlour_error_response_...
 */
static inline const parlour_json *parlour_message_batch_result_error(const parlour_json *object) {
    return parlour_json_field(object, "/error");
}

/* MessageBatchIndividualResponse: One line of a batch's results. */

/**
 * The id of the request that it answers.
 */
static inline parlour_str parlour_message_batch_individual_response_custom_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/custom_id")));
}

/**
 * The outcome of the request. Read by the functions parlour_message_batch_result_...
 */
static inline const parlour_json *parlour_message_batch_individual_response_result(const parlour_json *object) {
    return parlour_json_field(object, "/result");
}

/* MessageTokensCount: The number of input tokens of a request, as the service estimates it. */

/**
 * Total tokens of the system prompt, tools and messages.
 */
static inline int64_t parlour_message_tokens_count_input_tokens(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/input_tokens")), otherwise);
}

/**
 * Beta: `original_input_tokens`, the count before the edits of `context_management`.
 */
static inline const parlour_json *parlour_message_tokens_count_context_management(const parlour_json *object) {
    return parlour_json_field(object, "/context_management");
}

/* Capability: Whether a model can do something. */

/**
 * Whether the model can do it.
 */
static inline bool parlour_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/* ContextManagementCapability: The context edits available for a model. */

/**
 * Whether any of them is available.
 */
static inline bool parlour_context_management_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * Old tool calls are cleared. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_context_management_capability_clear_tool_uses_20250919(const parlour_json *object) {
    return parlour_json_field(object, "/clear_tool_uses_20250919");
}

/**
 * Old thinking is cleared. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_context_management_capability_clear_thinking_20251015(const parlour_json *object) {
    return parlour_json_field(object, "/clear_thinking_20251015");
}

/**
 * The conversation is summarised. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_context_management_capability_compact_20260112(const parlour_json *object) {
    return parlour_json_field(object, "/compact_20260112");
}

/* EffortCapability: The levels of effort that a model accepts. */

/**
 * Whether any of them is available.
 */
static inline bool parlour_effort_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * `low`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_effort_capability_low(const parlour_json *object) {
    return parlour_json_field(object, "/low");
}

/**
 * `medium`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_effort_capability_medium(const parlour_json *object) {
    return parlour_json_field(object, "/medium");
}

/**
 * `high`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_effort_capability_high(const parlour_json *object) {
    return parlour_json_field(object, "/high");
}

/**
 * `xhigh`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_effort_capability_xhigh(const parlour_json *object) {
    return parlour_json_field(object, "/xhigh");
}

/**
 * `max`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_effort_capability_max(const parlour_json *object) {
    return parlour_json_field(object, "/max");
}

/* ServerToolsCapability: The tools that the service executes for a model. */

/**
 * Whether any of them is available.
 */
static inline bool parlour_server_tools_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * Web search. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_server_tools_capability_web_search(const parlour_json *object) {
    return parlour_json_field(object, "/web_search");
}

/**
 * Code execution. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_server_tools_capability_code_execution(const parlour_json *object) {
    return parlour_json_field(object, "/code_execution");
}

/* ThinkingTypes: The types of thinking. Each is independent: `enabled` may be false while `disabled` is true. */

/**
 * `enabled`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_thinking_types_enabled(const parlour_json *object) {
    return parlour_json_field(object, "/enabled");
}

/**
 * `adaptive`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_thinking_types_adaptive(const parlour_json *object) {
    return parlour_json_field(object, "/adaptive");
}

/**
 * `disabled`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_thinking_types_disabled(const parlour_json *object) {
    return parlour_json_field(object, "/disabled");
}

/**
 * `between_tools`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_thinking_types_between_tools(const parlour_json *object) {
    return parlour_json_field(object, "/between_tools");
}

/* ThinkingCapability: The kinds of thinking that a model supports. */

/**
 * Whether it is available at all.
 */
static inline bool parlour_thinking_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * By the `type` of a request's `thinking`. Read by the functions parlour_thinking_types_...
 */
static inline const parlour_json *parlour_thinking_capability_types(const parlour_json *object) {
    return parlour_json_field(object, "/types");
}

/* CompactionCapability: Whether requests may summarise the conversation (beta). */

/**
 * Whether it is available at all.
 */
static inline bool parlour_compaction_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * The type `summarize`. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_compaction_capability_summarize(const parlour_json *object) {
    return parlour_json_field(object, "/summarize");
}

/* ModelCapabilities: The capabilities of a model. Null or absent means that the service did not report it. */

/**
 * Message batches. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_batch(const parlour_json *object) {
    return parlour_json_field(object, "/batch");
}

/**
 * Citations of documents. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_citations(const parlour_json *object) {
    return parlour_json_field(object, "/citations");
}

/**
 * Beta: requests that summarise the conversation. Read by the functions parlour_compaction_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_compaction(const parlour_json *object) {
    return parlour_json_field(object, "/compaction");
}

/**
 * Calls of other tools from code. The code execution tool itself is in `server_tools`. Read by the functions
 * parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_code_execution(const parlour_json *object) {
    return parlour_json_field(object, "/code_execution");
}

/**
 * Edits of the context by the service. Read by the functions parlour_context_management_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_context_management(const parlour_json *object) {
    return parlour_json_field(object, "/context_management");
}

/**
 * Levels of effort. Read by the functions parlour_effort_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_effort(const parlour_json *object) {
    return parlour_json_field(object, "/effort");
}

/**
 * Images in requests. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_image_input(const parlour_json *object) {
    return parlour_json_field(object, "/image_input");
}

/**
 * PDF documents in requests. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_pdf_input(const parlour_json *object) {
    return parlour_json_field(object, "/pdf_input");
}

/**
 * Tools that the service executes. Read by the functions parlour_server_tools_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_server_tools(const parlour_json *object) {
    return parlour_json_field(object, "/server_tools");
}

/**
 * Answers that match a JSON Schema. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_structured_outputs(const parlour_json *object) {
    return parlour_json_field(object, "/structured_outputs");
}

/**
 * Thinking. Read by the functions parlour_thinking_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_thinking(const parlour_json *object) {
    return parlour_json_field(object, "/thinking");
}

/* ModelInfo: A model of the service's list. Servers omit fields that they do not know yet, so only the id is required.
   */

/**
 * Always `model`.
 */
static inline parlour_str parlour_model_info_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The identifier for requests.
 */
static inline parlour_str parlour_model_info_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The display name.
 */
static inline parlour_str parlour_model_info_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/**
 * The family, an open set: `haiku`, `sonnet`, `opus` and so on. Never derive it from the id.
 */
static inline parlour_str parlour_model_info_line(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/line")));
}

/**
 * Whether it may still be used. Only this field shows retirement; a `retires_at` in the past does not. `active`,
 * `deprecated`, `retired`; an open set.
 */
static inline parlour_str parlour_model_info_lifecycle(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/lifecycle")));
}

/**
 * When it was deprecated (RFC 3339).
 */
static inline parlour_str parlour_model_info_deprecated_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/deprecated_at")));
}

/**
 * When its retirement is planned (RFC 3339).
 */
static inline parlour_str parlour_model_info_retires_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/retires_at")));
}

/**
 * When it was released (RFC 3339); the epoch if unknown.
 */
static inline parlour_str parlour_model_info_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/**
 * The size of its context window in tokens.
 */
static inline int64_t parlour_model_info_max_input_tokens(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/max_input_tokens")), otherwise);
}

/**
 * The largest `max_tokens` of a request.
 */
static inline int64_t parlour_model_info_max_tokens(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/max_tokens")), otherwise);
}

/**
 * Its capabilities. Read by the functions parlour_model_capabilities_...
 */
static inline const parlour_json *parlour_model_info_capabilities(const parlour_json *object) {
    return parlour_json_field(object, "/capabilities");
}

/* FileScope: The scope of a file, for example a session. */

/**
 * `session`; an open set.
 */
static inline parlour_str parlour_file_scope_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the session, or of another scope.
 */
static inline parlour_str parlour_file_scope_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/* FileMetadata: A file that was uploaded, or created by a tool. Times are RFC 3339. */

/**
 * Always `file`.
 */
static inline parlour_str parlour_file_metadata_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id for requests.
 */
static inline parlour_str parlour_file_metadata_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * Its name, without a path.
 */
static inline parlour_str parlour_file_metadata_filename(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/filename")));
}

/**
 * Its media type.
 */
static inline parlour_str parlour_file_metadata_mime_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/mime_type")));
}

/**
 * Its size in bytes.
 */
static inline int64_t parlour_file_metadata_size_bytes(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/size_bytes")), otherwise);
}

/**
 * When it was created.
 */
static inline parlour_str parlour_file_metadata_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/**
 * Whether its content can be downloaded; true only for files created by tools.
 */
static inline bool parlour_file_metadata_downloadable(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/downloadable")), otherwise);
}

/**
 * When the service deletes it; never if unset.
 */
static inline parlour_str parlour_file_metadata_expires_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/expires_at")));
}

/**
 * Beta: the scope of the file; null for a file of the whole workspace. Read by the functions parlour_file_scope_...
 */
static inline const parlour_json *parlour_file_metadata_scope(const parlour_json *object) {
    return parlour_json_field(object, "/scope");
}

/* SkillSource: The origin of a skill. */

/**
 * `custom`, the vendor's name and others; an open set.
 */
static inline parlour_str parlour_skill_source_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/* Skill: A skill. Times are RFC 3339. */

/**
 * Always `skill`.
 */
static inline parlour_str parlour_skill_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the skill.
 */
static inline parlour_str parlour_skill_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The display name; not unique.
 */
static inline parlour_str parlour_skill_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/**
 * The version that is used if none is given.
 */
static inline parlour_str parlour_skill_latest_version_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/latest_version_id")));
}

/**
 * The origin of the skill. Read by the functions parlour_skill_source_...
 */
static inline const parlour_json *parlour_skill_source(const parlour_json *object) {
    return parlour_json_field(object, "/source");
}

/**
 * When it was created.
 */
static inline parlour_str parlour_skill_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/**
 * When its latest version was added.
 */
static inline parlour_str parlour_skill_updated_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/updated_at")));
}

/* SkillVersion: A version of a skill. */

/**
 * Always `skill_version`.
 */
static inline parlour_str parlour_skill_version_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the version.
 */
static inline parlour_str parlour_skill_version_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The skill it belongs to.
 */
static inline parlour_str parlour_skill_version_skill_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/skill_id")));
}

/**
 * The slug of the skill, the same in all versions: lower case with hyphens.
 */
static inline parlour_str parlour_skill_version_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/name")));
}

/**
 * When the model should use it.
 */
static inline parlour_str parlour_skill_version_description(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/description")));
}

/**
 * When it was created (RFC 3339).
 */
static inline parlour_str parlour_skill_version_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/* Deleted: The answer to a deletion. */

/**
 * The id of the deleted object.
 */
static inline parlour_str parlour_deleted_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The kind of object: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
 */
static inline parlour_str parlour_deleted_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/* RateLimitGroup: The models or endpoints that limits apply to. */

/**
 * `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set.
 */
static inline parlour_str parlour_rate_limit_group_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the group.
 */
static inline parlour_str parlour_rate_limit_group_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The display name of a group of models.
 */
static inline parlour_str parlour_rate_limit_group_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/* LimitSource: The origin of a workspace's limit. */

/**
 * `workspace` or `organization`.
 */
static inline parlour_str parlour_limit_source_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/* LimitValue: A limit. */

/**
 * The quantity that it limits, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on.
 */
static inline parlour_str parlour_limit_value_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The limit; null if not set.
 */
static inline int64_t parlour_limit_value_value(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/value")), otherwise);
}

/**
 * In a workspace: the organisation's own limit.
 */
static inline int64_t parlour_limit_value_org_limit(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/org_limit")), otherwise);
}

/**
 * In a workspace: the origin of the value. Read by the functions parlour_limit_source_...
 */
static inline const parlour_json *parlour_limit_value_source(const parlour_json *object) {
    return parlour_json_field(object, "/source");
}

/* RateLimitRule: The limits of one group of models or endpoints. */

/**
 * `rate_limit`, or `workspace_rate_limit` for those of a workspace.
 */
static inline parlour_str parlour_rate_limit_rule_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of an organisation's rule.
 */
static inline parlour_str parlour_rate_limit_rule_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The id of the organisation's rule that this rule of a workspace corresponds to.
 */
static inline parlour_str parlour_rate_limit_rule_rate_limit_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/rate_limit_id")));
}

/**
 * The id of the workspace.
 */
static inline parlour_str parlour_rate_limit_rule_workspace_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/workspace_id")));
}

/**
 * The group that the limits apply to. Read by the functions parlour_rate_limit_group_...
 */
static inline const parlour_json *parlour_rate_limit_rule_group(const parlour_json *object) {
    return parlour_json_field(object, "/group");
}

/**
 * Ids and aliases of the models; null for a group of endpoints. Its items, parlour_json_item(), are texts.
 */
static inline const parlour_json *parlour_rate_limit_rule_models(const parlour_json *object) {
    return parlour_json_field(object, "/models");
}

/**
 * The limits. Its items, parlour_json_item(), are read by the functions parlour_limit_value_...
 */
static inline const parlour_json *parlour_rate_limit_rule_limits(const parlour_json *object) {
    return parlour_json_field(object, "/limits");
}

/* WebhookData: The type of event and the object that it is about. */

/**
 * The type of event, an open set: `session.idled` and so on. Accept and ignore unknown types.
 */
static inline parlour_str parlour_webhook_data_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the object.
 */
static inline parlour_str parlour_webhook_data_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The id of its organisation.
 */
static inline parlour_str parlour_webhook_data_organization_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/organization_id")));
}

/**
 * The id of its workspace.
 */
static inline parlour_str parlour_webhook_data_workspace_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/workspace_id")));
}

/* WebhookEvent: The event of a webhook. It identifies an object without its state, which has to be fetched. An event
   may be delivered more than once, with the same id. */

/**
 * Always `event`.
 */
static inline parlour_str parlour_webhook_event_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The id of the event.
 */
static inline parlour_str parlour_webhook_event_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * When it happened (RFC 3339).
 */
static inline parlour_str parlour_webhook_event_created_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/created_at")));
}

/**
 * The type of event and the object that it is about. Read by the functions parlour_webhook_data_...
 */
static inline const parlour_json *parlour_webhook_event_data(const parlour_json *object) {
    return parlour_json_field(object, "/data");
}

#endif
