/* Answers that have a schema, and JSON that still grows. A part of parlour.h. */

#ifndef PARLOUR_STRUCTURED_H
#define PARLOUR_STRUCTURED_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"
#include "events.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * There is no answer: the handle is NULL.
 */
#define PARLOUR_ANSWER_NONE 0

/**
 * A value of the schema.
 */
#define PARLOUR_ANSWER_VALUE 1

/**
 * The model refused.
 */
#define PARLOUR_ANSWER_REFUSED 2

/**
 * The answer ended before it was whole.
 */
#define PARLOUR_ANSWER_CUT 3

/**
 * The answer is whole, and no value of the schema.
 */
#define PARLOUR_ANSWER_INVALID 4

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Nothing has arrived yet. `trailing_strings` says that a string which is not finished is shown as far as it has come,
 * instead of being left out with its key. Free it with parlour_partial_json_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_partial_json_new(
    bool trailing_strings,
    struct parlour_partial_json **PARLOUR_NONNULL out);

/**
 * Frees it; NULL is allowed.
 */
PARLOUR_API void parlour_partial_json_free(struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Takes the next piece of the text, as parlour_event's `partial_json` has it. A text that can never become JSON is no
 * failure here: parlour_partial_json_error() says so, and nothing is taken any more.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_partial_json_push(
    struct parlour_partial_json *PARLOUR_NONNULL partial,
    struct parlour_str piece);

/**
 * Takes the next event of a stream, for one that parlour_answer_plan_partial() gave. Whether it brought a piece of the
 * answer; false for NULL, and for one of parlour_partial_json_new(), which is given its pieces.
 */
PARLOUR_API bool parlour_partial_json_take(
    struct parlour_partial_json *PARLOUR_NULLABLE partial,
    const struct parlour_event *PARLOUR_NULLABLE event);

/**
 * The value so far as compact JSON; empty as long as nothing of it can be shown. Takes time in proportion to the whole
 * value: to look after each piece of a long text, use parlour_partial_json_string() or parlour_partial_json_changes().
 */
PARLOUR_API struct parlour_str parlour_partial_json_text(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * The string at a JSON pointer (RFC 6901), for example "/title" or "/steps/0/text", as far as it has come; empty if
 * there is none yet, and for everything else. The value is not written for it: it may be asked after each piece.
 */
PARLOUR_API struct parlour_str parlour_partial_json_string(
    const struct parlour_partial_json *PARLOUR_NULLABLE partial,
    struct parlour_str pointer);

/**
 * The changes since the last call of this function, as a JSON array; empty if there are none. Takes time in proportion
 * to the changes. Each is an array: ["add", depth, key or null, value] puts an empty container or a value into the
 * container that is open at that depth (0: it is the whole value), ["append", text] lengthens the last string,
 * ["replace", number] replaces the last number, ["remove"] takes it away and puts back what it replaced: an earlier
 * value of its key in the same object. Of a structured answer they are those of its text, with the object around a
 * value that is wrapped. Borrowed until the next call of this function, or until it is freed.
 */
PARLOUR_API struct parlour_str parlour_partial_json_changes(struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Whether one whole value has arrived.
 */
PARLOUR_API bool parlour_partial_json_is_complete(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Why the text can never become JSON, whatever follows; empty if it still can.
 */
PARLOUR_API struct parlour_str parlour_partial_json_error(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Asks for an answer that fits a JSON Schema, blocks this thread until it is there, and gives its outcome.
 * `answer_json` is empty, or a JSON object with any of "method" ("auto", the default, "format" or "tool"),
 * "max_reasks" (how often the model is asked again after an answer that does not fit, each time a paid request; 0 by
 * default), "tool_name" and "tool_description". PARLOUR_OK for every answer that came: parlour_parsed_outcome()
 * distinguishes refused, cut and invalid ones. PARLOUR_FAILED, before anything is sent, for a schema that cannot be
 * used and for a combination that the service would refuse. PARLOUR_INTERRUPTED as for parlour_client_create(), before
 * the first answer; later the answers so far are given, and parlour_parsed_reask_error() is of the kind
 * PARLOUR_KIND_CANCELLED. Free it with parlour_parsed_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_parse(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str schema_json,
    struct parlour_str answer_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_parsed **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees what parlour_parse() or parlour_answer_plan_judge() gave; NULL is allowed.
 */
PARLOUR_API void parlour_parsed_free(struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * The outcome of the last answer: one of PARLOUR_ANSWER_.... PARLOUR_ANSWER_NONE for NULL.
 */
PARLOUR_API parlour_answer_outcome parlour_parsed_outcome(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * The text of the model: for PARLOUR_ANSWER_VALUE JSON that matches the schema, which parlour_json_parse() reads; for
 * PARLOUR_ANSWER_CUT and PARLOUR_ANSWER_INVALID the text that arrived; else empty.
 */
PARLOUR_API struct parlour_str parlour_parsed_text(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Why there is no value: the service's explanation of a refusal, the stop reason of an answer that was cut, what does
 * not fit of an invalid one, each with its place. Empty for a value, and for a refusal without words.
 */
PARLOUR_API struct parlour_str parlour_parsed_reason(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * How many answers there are; more than one if the model was asked again.
 */
PARLOUR_API size_t parlour_parsed_answer_count(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * An answer, the oldest first, with its head: attempts, waits, request id. NULL beyond the last. Borrowed until
 * `parsed` is freed; parlour_message_clone() keeps it.
 */
PARLOUR_API const struct parlour_message *PARLOUR_NULLABLE parlour_parsed_answer(
    const struct parlour_parsed *PARLOUR_NULLABLE parsed,
    size_t index);

/**
 * The token usage of all answers together, as a JSON object.
 */
PARLOUR_API struct parlour_str parlour_parsed_usage_json(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Why asking again failed, or that it was interrupted; the outcome is that of the answer before. NULL if it did not.
 * Borrowed until `parsed` is freed.
 */
PARLOUR_API const struct parlour_error *PARLOUR_NULLABLE parlour_parsed_reask_error(
    const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Makes the request for a structured answer and sends nothing; arguments and failures as for parlour_parse(). Request
 * may be freed. Free it with parlour_answer_plan_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_new(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str schema_json,
    struct parlour_str answer_json,
    struct parlour_answer_plan **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a plan; NULL is allowed.
 */
PARLOUR_API void parlour_answer_plan_free(struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The request that is to be sent, with any function that takes one. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_request(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How the answer is asked for: "format" or "tool".
 */
PARLOUR_API struct parlour_str parlour_answer_plan_method(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The tool whose input is the answer; empty if the text is. parlour_answer_plan_partial() finds one or the other in a
 * stream.
 */
PARLOUR_API struct parlour_str parlour_answer_plan_tool_name(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * Whether the value is the member "value" of the tool's input, because the schema does not describe an object.
 */
PARLOUR_API bool parlour_answer_plan_is_wrapped(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The answer while it streams: parlour_partial_json_take() finds it in the events, whether it is the text or the input
 * of the tool, and a wrapped value is shown without its wrapper. `trailing_strings` as for parlour_partial_json_new().
 * Plan may be freed. Free it with parlour_partial_json_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_partial(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    bool trailing_strings,
    struct parlour_partial_json **PARLOUR_NONNULL out);

/**
 * The parts of the schema that the service does not enforce, as a JSON array of JSON pointers into it. The library
 * checks answers against them.
 */
PARLOUR_API struct parlour_str parlour_answer_plan_moved_json(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * Tells what an answer to the request is worth. Free it with parlour_parsed_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_judge(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_parsed **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request that asks once more after an answer that does not fit, with parlour_parsed_reason() or the caller's own
 * words. PARLOUR_END if it was asked as often as "max_reasks" says. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_END.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_again(
    struct parlour_answer_plan *PARLOUR_NONNULL plan,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_str reason,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A JSON Schema as the service takes it for answers and strict tools: an object with "schema", and with "moved", an
 * array of JSON pointers to what the service does not enforce, which the descriptions in "schema" say instead
 * (protocol §9.7). PARLOUR_FAILED for a place without a type; the error names it. parlour_parse() does this itself.
 * Free it with parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_transform_schema(
    struct parlour_str schema_json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_STRUCTURED_H */
