/* The client. A part of parlour.h. */

#ifndef PARLOUR_CLIENT_H
#define PARLOUR_CLIENT_H

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
 * How many messages of this client and its copies ended with this stop reason, for example "max_tokens"; "end_turn" is
 * not counted. 0 for a reason that never came.
 */
PARLOUR_API uint64_t parlour_client_stop_reason_count(
    const struct parlour_client *PARLOUR_NULLABLE client,
    struct parlour_str reason);

/**
 * What is known of the rate limits of the key, model by model, and what waits for them; of this client and its copies
 * together. Free it with parlour_json_free().
 *
 * An object: `pacing`, `in_flight` (calls that were sent and have not ended), `max_in_flight` (the cap that is in
 * force, or null), and `models`, an array. Each model has `model`, `fast`, `own_credential` (calls brought a
 * credential along), `in_flight`, `waiting`, `waiting_bulk`, `refusals` (answers that refused a call for its limits),
 * `processes` (that share the limits through their store, or null), `cool_down_seconds` (how long no call will be
 * sent, or null), and `requests`, `tokens`, `input_tokens` and `output_tokens`, each with `limit` (per minute),
 * `remaining` and `reset_seconds` (until it is full again); null where nothing is known.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_limiter_state(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The state of this client and its copies at one moment, for health pages. Free it with parlour_json_free().
 *
 * An object: `running` (calls of every kind that have not ended), `oldest_running_seconds` or null, `begun` (calls of
 * every kind since the client was made), `draining` (new calls are refused: see parlour_endpoint_drain()), `in_flight`
 * (message calls that were sent), `waiting` (those that wait for the rate limits), `cool_down_seconds` of the model
 * that cools down longest or null, `hedges` (second attempts that were started beside a slow first one) and
 * `hedges_won` (those that answered first), and `retry_budget` (retries that are left) or null.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_stats(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * What the message calls of this client and its copies used, if its setting `ledger` is on; all zero if not. With
 * `reset` the book begins anew, at the same moment. Free it with parlour_json_free().
 *
 * An object: `time_seconds` (how long the book has been kept), `total`, and `models` and `labels`, objects by name. In
 * `total` and under each name: `calls`, which is the sum of `completed`, `failed` (before an answer began),
 * `interrupted` (an answer that had begun is not complete) and `cancelled`; `attempts`, `retries`, `hedges` (second
 * attempts beside slow ones) and `hedges_won`; `input_tokens`, `output_tokens`, `thinking_tokens`,
 * `cache_write_5m_tokens`, `cache_write_1h_tokens`, `cache_read_tokens`, `web_searches`, `web_fetches`, `cost` and
 * `cache_savings` of complete answers; `cache_cold`, `cache_expired`, `cache_lost` and `cache_waits` of a client that
 * keeps prefixes in the prompt cache; `interrupted_input_tokens` and `interrupted_output_tokens`, as far as they are
 * known, with the input of attempts that were cancelled because another answered first, whose input `cost` has too;
 * `streams` and, added up, `first_event_seconds` of those, `waited_seconds` between attempts, `queued_seconds` for the
 * rate limits, `duration_seconds`. `limits` is an array of the setting `spending_limits`: each has `label`, `model`,
 * `is_cost`, `most`, `used`, `reserved` (for calls that have not ended) and `reset_seconds`. `fleet` is what the
 * ledgers of all processes counted that have the same store (the setting `limits`), or null: `processes`, and `total`,
 * `models` and `labels` as above.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_usage_report(
    const struct parlour_client *PARLOUR_NONNULL client,
    bool reset,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The figures of parlour_client_stats(), of parlour_client_limiter_state() and, with the setting `ledger`, of
 * parlour_client_usage_report(), as a page in the text exposition format of Prometheus (0.0.4; media type "text/plain;
 * version=0.0.4"): a JSON string, whose text parlour_json_string() gives. By model; labels of the ledger are not on
 * it. Free it with parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_prometheus_text(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A client with these settings, checked: PARLOUR_KIND_CONFIG says what is wrong. Free it with parlour_client_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_new(
    const struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_client **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A copy whose calls start from these options (NULL for none); connections stay shared. Free it with
 * parlour_client_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_with_options(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_client **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a client; NULL is allowed. Not while a function is at work with it in another thread.
 */
PARLOUR_API void parlour_client_free(struct parlour_client *PARLOUR_NULLABLE client);

/**
 * The address that calls go to. Borrowed until the client is freed.
 */
PARLOUR_API struct parlour_str parlour_client_base_url(const struct parlour_client *PARLOUR_NULLABLE client);

/**
 * The vendor in use. Borrowed until the client is freed.
 */
PARLOUR_API struct parlour_str parlour_client_vendor(const struct parlour_client *PARLOUR_NULLABLE client);

/**
 * Sends a request and blocks this thread until the whole answer is there, with the retries and time limits of the
 * client and of `options` (NULL for none). PARLOUR_INTERRUPTED: the interrupt of the options was raised, by another
 * thread or a signal handler; the call was given up and its connection closed. A signal alone does not end it, for
 * that would lose an answer that is paid for: raise an interrupt in its handler. Free the answer with
 * parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_create(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends any request and blocks this thread until its whole answer is there: any method, a path below the base URL that
 * starts with "/", and a JSON object as body, or nothing (len 0). PARLOUR_INTERRUPTED as for parlour_client_create().
 *
 * Nothing looks into the body of the answer. One that came without a length ends where its connection ends, and is
 * handed out as whole also if it was cut there: a caller who has to know checks its content. Free it with
 * parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_request(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Makes a call of an endpoint beside messages and blocks this thread until its whole answer is there. PARLOUR_FAILED
 * also for a call whose answer comes line by line: submit those with PARLOUR_MODE_STREAM. PARLOUR_INTERRUPTED as for
 * parlour_client_create(). Free the answer with parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_call(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_CLIENT_H */
