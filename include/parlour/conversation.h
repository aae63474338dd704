/* Histories that grow with each turn. A part of parlour.h. */

#ifndef PARLOUR_CONVERSATION_H
#define PARLOUR_CONVERSATION_H

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
 * A conversation without turns. Free it with parlour_conversation_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_new(
    struct parlour_conversation **PARLOUR_NONNULL out);

/**
 * Reads what parlour_conversation_json() wrote, in whatever language, or a JSON array of messages. Free it with
 * parlour_conversation_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_from_json(
    struct parlour_str json,
    struct parlour_conversation **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A copy, to be changed on its own; the bytes of the turns are shared. Free it with parlour_conversation_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_clone(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_conversation **PARLOUR_NONNULL out);

/**
 * Frees a conversation; NULL is allowed.
 */
PARLOUR_API void parlour_conversation_free(struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * Adds a turn of the caller.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_user_text(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the caller that consists of blocks, of which it takes a copy.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_user_content(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn as JSON, an object with "role" and "content", which is sent unchanged.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_json(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an answer as a turn of the model, with every block unchanged. An answer without content adds nothing, because
 * the service refuses such a turn.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_reply(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request that sends these turns: everything that `settings`, a request without turns, says of model, tokens,
 * system prompt and tools. PARLOUR_FAILED if `settings` has turns, or the conversation none. Free it with
 * parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_request(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_request *PARLOUR_NONNULL settings,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many turns there are.
 */
PARLOUR_API size_t parlour_conversation_turn_count(const struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * A turn as JSON text; empty beyond the last.
 */
PARLOUR_API struct parlour_str parlour_conversation_turn_json(
    const struct parlour_conversation *PARLOUR_NULLABLE conversation,
    size_t index);

/**
 * The conversation as one JSON object, which every language of this library reads.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_json(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Takes turns back: only the first `count` stay.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_rewind(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t count);

/**
 * Keeps at most the last `count` turns, and never parts a call of a tool from its result; writes the number of removed
 * turns to `removed` (NULL is allowed). Tool changes in removed system messages are kept, in one system message that
 * is not counted as removed. PARLOUR_NOT_FOUND if the last exchange, which is never split, has more turns: it alone
 * was kept, and nothing is written.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_last(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t count,
    size_t *PARLOUR_NULLABLE removed);

/**
 * Keeps the longest end of at most so many tokens, by parlour_conversation_estimated_tokens(); otherwise as
 * parlour_conversation_keep_last().
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_tokens(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    uint64_t tokens,
    size_t *PARLOUR_NULLABLE removed);

/**
 * Keeps the longest end with which a request has at most so many input tokens, as the service counts them, and blocks
 * this thread meanwhile: one count if all of it fits, else a few. The contents of `settings`, a request without turns,
 * are counted as well. Otherwise as parlour_conversation_keep_last(); the conversation is unchanged if a count fails.
 * PARLOUR_INTERRUPTED as for parlour_client_create().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_FORKED,
 * PARLOUR_INTERRUPTED or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_counted(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL settings,
    uint64_t tokens,
    const struct parlour_options *PARLOUR_NULLABLE options,
    size_t *PARLOUR_NULLABLE removed,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Drops the turns before `first`, for a budget that is counted elsewhere. PARLOUR_NOT_FOUND, and nothing happens, if a
 * cut there would break the history.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_cut_before(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t first);

/**
 * An estimate of the input tokens of all turns, on the high side; nothing is asked of the service.
 */
PARLOUR_API uint64_t parlour_conversation_estimated_tokens(
    const struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * Makes a history that another program broke acceptable to the service. `changes_json` (NULL is allowed) is a JSON
 * array of the changes, {"turn", "kind", "subject"} each; "[]" if there are none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_repair(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str *PARLOUR_NULLABLE changes_json,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_CONVERSATION_H */
