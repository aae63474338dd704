/* Answers of the model, their blocks and their usage. A part of parlour.h. */

#ifndef PARLOUR_MESSAGE_H
#define PARLOUR_MESSAGE_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * The token usage of an answer; a count that the service does not report is 0. A newer library may have more
 * behind the last field.
 */
typedef struct parlour_usage {
    /**
     * Input tokens that were neither written to nor read from the cache.
     */
    uint64_t input_tokens;
    /**
     * All output tokens, thinking included.
     */
    uint64_t output_tokens;
    /**
     * Input tokens written to the cache.
     */
    uint64_t cache_creation_input_tokens;
    /**
     * Input tokens read from the cache.
     */
    uint64_t cache_read_input_tokens;
    /**
     * All input tokens: the three above together.
     */
    uint64_t total_input_tokens;
} parlour_usage;

/**
 * A message that ended with another stop reason than "end_turn". The texts are borrowed until the function returns. A
 * newer library may have more behind the last field.
 */
typedef struct parlour_stop_notice {
    /**
     * Why the model stopped, for example "max_tokens", "tool_use"; an open set.
     */
    struct parlour_str stop_reason;
    /**
     * The id of the request at the service; empty if the answer has none. Quote it to the service's support.
     */
    struct parlour_str request_id;
    /**
     * The id of the message.
     */
    struct parlour_str message_id;
    /**
     * The model that answered.
     */
    struct parlour_str model;
} parlour_stop_notice;

/**
 * Called for a message with a stop reason other than "end_turn". It must return soon, because it holds up the thread
 * that it is called on, and must not leave by an exception or longjmp(). It may use everything here that does not
 * block.
 */
typedef void (*parlour_stop_fn)(void *user, const struct parlour_stop_notice *notice);

/**
 * There is no such block, or its type is not known to this version: parlour_message_block_type() returns the type.
 */
#define PARLOUR_BLOCK_OTHER 0

/**
 * Text for the reader.
 */
#define PARLOUR_BLOCK_TEXT 1

/**
 * The model's reasoning.
 */
#define PARLOUR_BLOCK_THINKING 2

/**
 * Reasoning that the service keeps to itself.
 */
#define PARLOUR_BLOCK_REDACTED_THINKING 3

/**
 * A call of one of the caller's tools.
 */
#define PARLOUR_BLOCK_TOOL_USE 4

/**
 * A call of a tool that the service runs itself.
 */
#define PARLOUR_BLOCK_SERVER_TOOL_USE 5

/**
 * Result of a web search.
 */
#define PARLOUR_BLOCK_WEB_SEARCH_TOOL_RESULT 6

/**
 * Result of fetching a page.
 */
#define PARLOUR_BLOCK_WEB_FETCH_TOOL_RESULT 7

/**
 * Result of running code.
 */
#define PARLOUR_BLOCK_CODE_EXECUTION_TOOL_RESULT 8

/**
 * Result of a shell command.
 */
#define PARLOUR_BLOCK_BASH_CODE_EXECUTION_TOOL_RESULT 9

/**
 * Result of editing a file in the sandbox.
 */
#define PARLOUR_BLOCK_TEXT_EDITOR_CODE_EXECUTION_TOOL_RESULT 10

/**
 * Result of a tool search.
 */
#define PARLOUR_BLOCK_TOOL_SEARCH_TOOL_RESULT 11

/**
 * A file in the sandbox.
 */
#define PARLOUR_BLOCK_CONTAINER_UPLOAD 12

/**
 * Beta: a call of a tool of an MCP server, which the service runs itself.
 */
#define PARLOUR_BLOCK_MCP_TOOL_USE 13

/**
 * Beta: what such a call gave.
 */
#define PARLOUR_BLOCK_MCP_TOOL_RESULT 14

/**
 * Beta: the tools of an MCP server.
 */
#define PARLOUR_BLOCK_MCP_TOOL_LISTING 15

/**
 * Beta: a summary of the conversation so far.
 */
#define PARLOUR_BLOCK_COMPACTION 16

/**
 * Beta: another model goes on from here.
 */
#define PARLOUR_BLOCK_FALLBACK 17

/**
 * Beta: what another model advised.
 */
#define PARLOUR_BLOCK_ADVISOR_TOOL_RESULT 18

/**
 * There is no such input: the block is no tool call.
 */
#define PARLOUR_INPUT_NONE 0

/**
 * The input is what the model wrote.
 */
#define PARLOUR_INPUT_COMPLETE 1

/**
 * The model finished the input, but it is no JSON object. Do not run the tool.
 */
#define PARLOUR_INPUT_INVALID 2

/**
 * The answer was cut within the input. Never run the tool.
 */
#define PARLOUR_INPUT_INCOMPLETE 3

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Frees a message; NULL is allowed.
 */
PARLOUR_API void parlour_message_free(struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Another handle of the same message; cheap. Free it with parlour_message_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_message_clone(
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_message **PARLOUR_NONNULL out);

/**
 * Names the message; opaque.
 */
PARLOUR_API struct parlour_str parlour_message_id(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The model that answered; may be the dated form of the one asked for.
 */
PARLOUR_API struct parlour_str parlour_message_model(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The role: "assistant".
 */
PARLOUR_API struct parlour_str parlour_message_role(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Why the model stopped, for example "end_turn", "max_tokens", "tool_use"; an open set. Empty while a stream runs.
 */
PARLOUR_API struct parlour_str parlour_message_stop_reason(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The stop sequence that was produced; empty if none was.
 */
PARLOUR_API struct parlour_str parlour_message_stop_sequence(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * All text blocks joined, with nothing between them.
 */
PARLOUR_API struct parlour_str parlour_message_text(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The message as JSON text: as received, or written anew if it came as a stream.
 */
PARLOUR_API struct parlour_str parlour_message_json(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Status, headers, attempts and rate limits of the answer; NULL for a message that did not come from one. Borrowed
 * until the message is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_message_head(
    const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The id of the request at the service; empty if there is none.
 */
PARLOUR_API struct parlour_str parlour_message_request_id(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The token usage of the answer; all 0 for NULL. Never NULL, and borrowed until the message is freed.
 */
PARLOUR_API const struct parlour_usage *PARLOUR_NULLABLE parlour_message_usage(
    const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The whole usage that the service reported, as a JSON object.
 */
PARLOUR_API struct parlour_str parlour_message_usage_json(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * A message from its JSON text, as parlour_message_json() gives it: for stored messages.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_message_from_json(
    struct parlour_str json,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The number of content blocks.
 */
PARLOUR_API size_t parlour_message_block_count(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The kind of a block: one of PARLOUR_BLOCK_..., or a number of a newer library.
 */
PARLOUR_API parlour_block_kind parlour_message_block_kind(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The type of a block on the wire, for example "text"; an open set. Empty beyond the last block.
 */
PARLOUR_API struct parlour_str parlour_message_block_type(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The text of a text block, or the reasoning of a thinking block; empty for any other.
 */
PARLOUR_API struct parlour_str parlour_message_block_text(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The id of a tool call, which its result has to name; empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_id(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The name of the tool that is called; empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_name(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The input of a tool call: a JSON object, as the model wrote it. Look at parlour_message_block_input_state() before
 * running the tool. Empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_input_json(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
 */
PARLOUR_API parlour_input_state parlour_message_block_input_state(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The text of an input that the model did not complete; empty for a complete one.
 */
PARLOUR_API struct parlour_str parlour_message_block_input_raw(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * A block as JSON text; empty beyond the last block.
 */
PARLOUR_API struct parlour_str parlour_message_block_json(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * Frees an answer; NULL is allowed.
 */
PARLOUR_API void parlour_answer_free(struct parlour_answer *PARLOUR_NULLABLE answer);

/**
 * Another handle of the same answer; cheap. Free it with parlour_answer_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_clone(
    const struct parlour_answer *PARLOUR_NONNULL answer,
    struct parlour_answer **PARLOUR_NONNULL out);

/**
 * Status, headers, attempts and rate limits. Borrowed until the answer is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_answer_head(
    const struct parlour_answer *PARLOUR_NULLABLE answer);

/**
 * The body, unchanged: any bytes. Borrowed until the answer is freed.
 */
PARLOUR_API struct parlour_str parlour_answer_body(const struct parlour_answer *PARLOUR_NULLABLE answer);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_MESSAGE_H */
