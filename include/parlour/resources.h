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

/* MessageBatchRequestCounts: The requests of a batch by what became of them. Until the whole batch has ended all count as `processing`. */

/**
 * Not ended yet.
 */
static inline int64_t parlour_message_batch_request_counts_processing(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/processing")), otherwise);
}

/**
 * With a message.
 */
static inline int64_t parlour_message_batch_request_counts_succeeded(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/succeeded")), otherwise);
}

/**
 * With an error.
 */
static inline int64_t parlour_message_batch_request_counts_errored(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/errored")), otherwise);
}

/**
 * Cancelled before they were begun.
 */
static inline int64_t parlour_message_batch_request_counts_canceled(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/canceled")), otherwise);
}

/**
 * Not begun within 24 hours.
 */
static inline int64_t parlour_message_batch_request_counts_expired(const parlour_json *object, int64_t otherwise) {
    return parlour_json_int(parlour_json_at(object, parlour_str_z("/expired")), otherwise);
}

/* MessageBatch: A batch of requests for messages. Times are RFC 3339. */

/**
 * Names the batch.
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
 * Where it stands. `in_progress`, `canceling`, `ended`; an open set.
 */
static inline parlour_str parlour_message_batch_processing_status(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/processing_status")));
}

/**
 * Its requests by what became of them. Read by the functions parlour_message_batch_request_counts_...
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
 * When what has not ended expires: 24 hours after its creation.
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
 * When it was cancelled.
 */
static inline parlour_str parlour_message_batch_cancel_initiated_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/cancel_initiated_at")));
}

/**
 * When its results were deleted: 29 days after its creation.
 */
static inline parlour_str parlour_message_batch_archived_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/archived_at")));
}

/**
 * Where its results are, once it has ended.
 */
static inline parlour_str parlour_message_batch_results_url(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/results_url")));
}

/* ErrorDetail: An error of the service. */

/**
 * What failed, an open set: `invalid_request_error`, `api_error` and so on.
 */
static inline parlour_str parlour_error_detail_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * For people; it changes.
 */
static inline parlour_str parlour_error_detail_message(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/message")));
}

/**
 * More on some errors, with an `error_code` (protocol §5.6).
 */
static inline const parlour_json *parlour_error_detail_details(const parlour_json *object) {
    return parlour_json_field(object, "/details");
}

/* ErrorResponse: The shape in which the service reports an error (protocol §5.1). */

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

/* MessageBatchResult: What became of a request of a batch. */

/**
 * `succeeded`, `errored`, `canceled`, `expired`; an open set.
 */
static inline parlour_str parlour_message_batch_result_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The message. Of `succeeded` alone. Its text, parlour_json_text(), is for parlour_message_from_json().
 */
static inline const parlour_json *parlour_message_batch_result_message(const parlour_json *object) {
    return parlour_json_field(object, "/message");
}

/**
 * The whole envelope: the error itself is its `error`. Of `errored` alone. Read by the functions parlour_error_response_...
 */
static inline const parlour_json *parlour_message_batch_result_error(const parlour_json *object) {
    return parlour_json_field(object, "/error");
}

/* MessageBatchIndividualResponse: One line of a batch's results. */

/**
 * The request that it answers.
 */
static inline parlour_str parlour_message_batch_individual_response_custom_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/custom_id")));
}

/**
 * What became of it. Read by the functions parlour_message_batch_result_...
 */
static inline const parlour_json *parlour_message_batch_individual_response_result(const parlour_json *object) {
    return parlour_json_field(object, "/result");
}

/* MessageTokensCount: How many input tokens a request has: an estimate of the service. */

/**
 * Tokens of system prompt, tools and messages together.
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
 * It can.
 */
static inline bool parlour_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/* ContextManagementCapability: Edits of the context that a model's service offers. */

/**
 * Any of them.
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

/* EffortCapability: The levels of effort that a model takes. */

/**
 * Any of them.
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
 * Any of them.
 */
static inline bool parlour_server_tools_capability_supported(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/supported")), otherwise);
}

/**
 * Search on the web. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_server_tools_capability_web_search(const parlour_json *object) {
    return parlour_json_field(object, "/web_search");
}

/**
 * Execution of code. Read by the functions parlour_capability_...
 */
static inline const parlour_json *parlour_server_tools_capability_code_execution(const parlour_json *object) {
    return parlour_json_field(object, "/code_execution");
}

/* ThinkingTypes: The kinds of thinking. Each is read on its own: `enabled` may be false while `disabled` is true. */

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

/* ThinkingCapability: How a model thinks. */

/**
 * At all.
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

/* CompactionCapability: Whether requests may make a summary of the conversation (beta). */

/**
 * At all.
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

/* ModelCapabilities: What a model can do. Null, or left out, is: the service did not say. */

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
 * Beta: requests that make a summary of the conversation. Read by the functions parlour_compaction_capability_...
 */
static inline const parlour_json *parlour_model_capabilities_compaction(const parlour_json *object) {
    return parlour_json_field(object, "/compaction");
}

/**
 * Calls of other tools from code. The tool for code itself stands in `server_tools`. Read by the functions parlour_capability_...
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
 * Answers that fit a JSON Schema. Read by the functions parlour_capability_...
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

/* ModelInfo: A model of the service's list. Servers leave out what they do not know yet, so all but the id is optional. */

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
 * Its name for people.
 */
static inline parlour_str parlour_model_info_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/**
 * The family: `haiku`, `sonnet`, `opus` and others to come. Never derive it from the id.
 */
static inline parlour_str parlour_model_info_line(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/line")));
}

/**
 * Whether it may still be used. The only sign of retirement: a past `retires_at` alone is none. `active`, `deprecated`, `retired`;
 * an open set.
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
 * When it is planned to answer no more (RFC 3339).
 */
static inline parlour_str parlour_model_info_retires_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/retires_at")));
}

/**
 * When it was released (RFC 3339); the epoch if that is not known.
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
 * What it can do. Read by the functions parlour_model_capabilities_...
 */
static inline const parlour_json *parlour_model_info_capabilities(const parlour_json *object) {
    return parlour_json_field(object, "/capabilities");
}

/* FileMetadata: A file that was uploaded, or made by a tool. Times are RFC 3339. */

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
 * Whether its content may be fetched: only that of files which tools made.
 */
static inline bool parlour_file_metadata_downloadable(const parlour_json *object, bool otherwise) {
    return parlour_json_bool(parlour_json_at(object, parlour_str_z("/downloadable")), otherwise);
}

/**
 * When it is deleted by the service; never if there is none.
 */
static inline parlour_str parlour_file_metadata_expires_at(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/expires_at")));
}

/* SkillSource: Who made a skill. */

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
 * Names the skill.
 */
static inline parlour_str parlour_skill_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * Its name for people; not unique.
 */
static inline parlour_str parlour_skill_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/**
 * The version that is used where none is named.
 */
static inline parlour_str parlour_skill_latest_version_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/latest_version_id")));
}

/**
 * Who made it. Read by the functions parlour_skill_source_...
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
 * When it got its latest version.
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
 * Names the version.
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
 * The slug of the skill, which no version changes: lower case with hyphens.
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
 * What was deleted.
 */
static inline parlour_str parlour_deleted_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * What it was: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`.
 */
static inline parlour_str parlour_deleted_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/* RateLimitGroup: What limits are for. */

/**
 * `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set.
 */
static inline parlour_str parlour_rate_limit_group_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * Names the group.
 */
static inline parlour_str parlour_rate_limit_group_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * The name of a group of models, for people.
 */
static inline parlour_str parlour_rate_limit_group_display_name(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/display_name")));
}

/* LimitSource: Where a workspace's limit comes from. */

/**
 * `workspace` or `organization`.
 */
static inline parlour_str parlour_limit_source_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/* LimitValue: One limit. */

/**
 * What it counts, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on.
 */
static inline parlour_str parlour_limit_value_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The limit; null where it is not set.
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
 * In a workspace: where the value comes from. Read by the functions parlour_limit_source_...
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
 * The id of the organisation's rule that a workspace's stands beside.
 */
static inline parlour_str parlour_rate_limit_rule_rate_limit_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/rate_limit_id")));
}

/**
 * The workspace.
 */
static inline parlour_str parlour_rate_limit_rule_workspace_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/workspace_id")));
}

/**
 * What it is for. Read by the functions parlour_rate_limit_group_...
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

/* WebhookData: What happened, and to which object. */

/**
 * What happened, an open set: `session.idled` and so on. Accept and ignore what you do not know.
 */
static inline parlour_str parlour_webhook_data_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * The object.
 */
static inline parlour_str parlour_webhook_data_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/id")));
}

/**
 * Its organisation.
 */
static inline parlour_str parlour_webhook_data_organization_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/organization_id")));
}

/**
 * Its workspace.
 */
static inline parlour_str parlour_webhook_data_workspace_id(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/workspace_id")));
}

/* WebhookEvent: What a webhook tells. It names an object and holds nothing of it: fetch its state. The same event may come more than once:
   its id tells. */

/**
 * Always `event`.
 */
static inline parlour_str parlour_webhook_event_type(const parlour_json *object) {
    return parlour_json_string(parlour_json_at(object, parlour_str_z("/type")));
}

/**
 * Names the event.
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
 * What happened, and to which object. Read by the functions parlour_webhook_data_...
 */
static inline const parlour_json *parlour_webhook_event_data(const parlour_json *object) {
    return parlour_json_field(object, "/data");
}

#endif
