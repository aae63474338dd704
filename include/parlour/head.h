/* The head of an answer: status, headers, attempts, rate limits. A part of parlour.h. */

#ifndef PARLOUR_HEAD_H
#define PARLOUR_HEAD_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * One limited quantity, as the answer reports it. A newer library may have more behind the last field.
 */
typedef struct parlour_rate_limit {
    /**
     * "requests", "tokens", "input_tokens", "output_tokens", "priority_input_tokens", "priority_output_tokens"; an
     * open set. Static.
     */
    struct parlour_str name;
    /**
     * The size of a full allowance; -1 if the answer does not say.
     */
    int64_t limit;
    /**
     * How much of it is left; -1 if the answer does not say.
     */
    int64_t remaining;
    /**
     * When it is full again: milliseconds since 1970 by the service's clock; -1 if the answer does not say.
     */
    int64_t reset_unix_ms;
} parlour_rate_limit;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The HTTP status: 200 to 299; 0 for NULL.
 */
PARLOUR_API uint16_t parlour_head_status(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The id of the request at the service; empty if the answer has none. Borrowed.
 */
PARLOUR_API struct parlour_str parlour_head_request_id(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * How often the request was sent.
 */
PARLOUR_API uint32_t parlour_head_attempts(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The number of waits between the attempts.
 */
PARLOUR_API size_t parlour_head_wait_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
PARLOUR_API double parlour_head_wait_ms(const struct parlour_head *PARLOUR_NULLABLE head, size_t index);

/**
 * How long the attempts waited for room in the rate limits, in milliseconds with their fraction: the setting `pacing`.
 */
PARLOUR_API double parlour_head_queued_ms(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The name of the route that the last attempt took, of the setting `routes`; empty if it went to the service itself.
 * Borrowed.
 */
PARLOUR_API struct parlour_str parlour_head_route(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The number of header lines.
 */
PARLOUR_API size_t parlour_head_header_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A header line, in the order of the answer; a name that arrived twice is listed twice. PARLOUR_NOT_FOUND beyond the
 * last. Both texts are borrowed.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_head_header_at(
    const struct parlour_head *PARLOUR_NONNULL head,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none. Borrowed.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_head_header(
    const struct parlour_head *PARLOUR_NONNULL head,
    struct parlour_str name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The number of rate limits that the answer reports.
 */
PARLOUR_API size_t parlour_head_rate_limit_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A rate limit, always in the same order; NULL beyond the last. Borrowed.
 */
PARLOUR_API const struct parlour_rate_limit *PARLOUR_NULLABLE parlour_head_rate_limit_at(
    const struct parlour_head *PARLOUR_NULLABLE head,
    size_t index);

/**
 * The number of tokens left, from any header that reports it; -1 if none does.
 */
PARLOUR_API int64_t parlour_head_remaining_tokens(const struct parlour_head *PARLOUR_NULLABLE head);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_HEAD_H */
