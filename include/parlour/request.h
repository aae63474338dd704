/* Requests for messages, and the options of a call. A part of parlour.h. */

#ifndef PARLOUR_REQUEST_H
#define PARLOUR_REQUEST_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * New options with nothing set. Free them with parlour_options_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_options_new(struct parlour_options **PARLOUR_NONNULL out);

/**
 * A copy of options, to be changed on its own; the interrupt is shared. Free it with parlour_options_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_options_clone(
    const struct parlour_options *PARLOUR_NONNULL options,
    struct parlour_options **PARLOUR_NONNULL out);

/**
 * Frees options; NULL is allowed.
 */
PARLOUR_API void parlour_options_free(struct parlour_options *PARLOUR_NULLABLE options);

/**
 * Sets any option by its name to a JSON value. null takes an option back.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets all options of a JSON object. If one is refused, nothing is changed.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_json(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str object,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header whose value is a secret although its name does not say so; see parlour_config_set_secret_header.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_secret_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Does not send a header that the client would send.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_remove_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a query parameter, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_query(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets a top-level key in the body to a JSON value.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_body_key(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Asks for a beta feature, besides those of the client.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_add_beta(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit of one attempt: a whole answer, or the longest silence of a stream, in milliseconds. As for every
 * limit, 0 is refused, and PARLOUR_NO_LIMIT lifts it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit of the call with all its attempts and waits, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_total_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the longest time until the first event of a stream other than a ping, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_first_event_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum number of retries of the call.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_max_retries(
    struct parlour_options *PARLOUR_NULLABLE options,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_stream_long_answers(
    struct parlour_options *PARLOUR_NULLABLE options,
    bool on,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_priority(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str priority,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a label that the ledger counts the call under.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_add_label(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str label,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Names what may end the blocking calls with these options, parlour_client_create(), _request(), _call() and
 * parlour_pages_next(): they give PARLOUR_INTERRUPTED once it is raised. NULL takes it back. Calls that are submitted
 * do not look at it: any thread may end them with parlour_op_cancel(), and no copy of a client has it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_interrupt(
    struct parlour_options *PARLOUR_NONNULL options,
    const struct parlour_interrupt *PARLOUR_NULLABLE interrupt,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the API key of the call, in place of the client's credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_api_key(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str key,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the token of the call, in place of the client's credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_auth_token(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str token,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * No blocks. Free it with parlour_content_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_content_new(struct parlour_content **PARLOUR_NONNULL out);

/**
 * A copy, to be changed on its own; images and documents are shared. Free it with parlour_content_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_content_clone(
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_content **PARLOUR_NONNULL out);

/**
 * Frees content; NULL is allowed.
 */
PARLOUR_API void parlour_content_free(struct parlour_content *PARLOUR_NULLABLE content);

/**
 * How many blocks there are.
 */
PARLOUR_API size_t parlour_content_count(const struct parlour_content *PARLOUR_NULLABLE content);

/**
 * The blocks as a JSON array, as they would be sent. Borrowed until the content is changed or freed.
 */
PARLOUR_API struct parlour_str parlour_content_json(const struct parlour_content *PARLOUR_NULLABLE content);

/**
 * Adds text, which may not be empty.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_text(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image of these bytes; `media_type` is "image/png", "image/jpeg", "image/gif" or "image/webp".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str media_type,
    struct parlour_str bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image that the service fetches.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image_url(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image that was uploaded, by the id of its file.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image_file(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str file_id,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document of these bytes; `media_type` is "application/pdf".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str media_type,
    struct parlour_str bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that is plain text.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_text(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that the service fetches.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_url(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that was uploaded, by the id of its file.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_file(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str file_id,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds any block as JSON: an object with "type".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_json(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Gives the document that was added last a title. PARLOUR_NOT_FOUND if the last block is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_title(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str title,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether the model cites the document that was added last; it has to be the same for all documents of a request.
 * PARLOUR_NOT_FOUND if the last block is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_citations(
    struct parlour_content *PARLOUR_NULLABLE content,
    bool enabled,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Ends a cacheable prefix behind the block that was added last. `ttl` is "5m" or "1h", or empty for the service's own
 * choice. At most four in a request. PARLOUR_NOT_FOUND if there is no block, or one that takes no marker.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_cache_control(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str ttl,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A new request without turns. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_new(
    struct parlour_str model,
    uint64_t max_tokens,
    struct parlour_request **PARLOUR_NONNULL out);

/**
 * A request from its JSON text, which is sent unchanged: key order, spacing and unknown keys survive. Free it with
 * parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_from_json(
    struct parlour_str json,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a request; NULL is allowed.
 */
PARLOUR_API void parlour_request_free(struct parlour_request *PARLOUR_NULLABLE request);

/**
 * A copy of a request, to be changed on its own. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_clone(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_request **PARLOUR_NONNULL out);

/**
 * Adds a turn of the caller.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_user_text(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the model.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_assistant_text(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn as JSON: an object with "role" and "content".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_message_json(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an answer as a turn of the model, with every block unchanged.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_message(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the caller that consists of blocks, of which it takes a copy.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_user_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_request_add_user_content(), for a turn of the model.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_assistant_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many turns there are; 0 as well for a text whose "messages" cannot be read.
 */
PARLOUR_API size_t parlour_request_turn_count(const struct parlour_request *PARLOUR_NULLABLE request);

/**
 * Takes the last turn back, so that the call before can be made again, or another question asked. PARLOUR_NOT_FOUND if
 * there is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_request_remove_last_turn(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the system prompt to a text.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_system(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the system prompt to blocks of text, of which it takes a copy: for a cache marker behind one.
 * PARLOUR_INVALID_ARGUMENT for another kind of block.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_system_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a tool of the caller: its name, what it does and when to use it, and the JSON Schema of its input.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str name,
    struct parlour_str description,
    struct parlour_str schema_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds what a tool call gave; `is_error` says that the tool failed, and the text says why. Results that are added one
 * after another become one turn, as the service wants it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool_result(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str tool_use_id,
    struct parlour_str text,
    bool is_error,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_request_add_tool_result(), for a result of blocks, such as images; it takes a copy of them.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool_result_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str tool_use_id,
    const struct parlour_content *PARLOUR_NONNULL content,
    bool is_error,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets any top-level key to a JSON value: "temperature", "tool_choice", "thinking", or one that this version does not
 * know.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_json(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str key,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request as JSON text, as it would be sent. Borrowed until the request is changed or freed.
 */
PARLOUR_API struct parlour_str parlour_request_json(const struct parlour_request *PARLOUR_NULLABLE request);

/**
 * Checks what can be known without the service: a model, at least one turn. Every call does it before it sends
 * anything.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_check(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Places cache markers where they pay: at the ends of the tools and of the system prompt for `stable`, which is "5m"
 * or "1h", and at the end of the messages. A request that has markers of its own stays as it is. The request may be
 * the settings of a parlour_conversation. PARLOUR_FAILED for another lifetime.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_mark_cache(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str stable,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Where two requests part, so that the prompt cache was read up to there at most: an object with "part" ("tools",
 * "system", "messages", ...), "index" (of a tool or a message; null for a part that is not a list) and "offset" (in
 * bytes). PARLOUR_NOT_FOUND if all of `before` is repeated. Free it with parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_cache_change(
    const struct parlour_request *PARLOUR_NONNULL before,
    const struct parlour_request *PARLOUR_NONNULL now,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The service's reason for a prompt cache miss: the name of a part of the request, as parlour_cache_change() returns
 * it; empty if the service gives none.
 */
PARLOUR_API struct parlour_str parlour_message_cache_miss(const struct parlour_message *PARLOUR_NULLABLE message);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_REQUEST_H */
