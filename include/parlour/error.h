/* Why a call failed. A part of parlour.h. */

#ifndef PARLOUR_ERROR_H
#define PARLOUR_ERROR_H

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
 * Frees an error; NULL is allowed.
 */
PARLOUR_API void parlour_error_free(struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Another handle of the same error, for an error that is borrowed. Free it with parlour_error_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_error_clone(
    const struct parlour_error *PARLOUR_NONNULL error,
    struct parlour_error **PARLOUR_NONNULL out);

/**
 * The kind of the error: one of PARLOUR_KIND_..., or a number of a newer library. 0 for NULL.
 */
PARLOUR_API parlour_kind parlour_error_kind(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The name of the kind, for example "RateLimit".
 */
PARLOUR_API struct parlour_str parlour_error_kind_name(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The HTTP status of the answer; 200 for an error inside a stream. 0 if no answer arrived.
 */
PARLOUR_API uint16_t parlour_error_status(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The service's own type of the error, an open set, for example "rate_limit_error". Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_type(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The service's own code of the error, an open set, which distinguishes errors of one type: for example
 * "contract_spend_limit_reached". Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_service_code(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Further details from the service, for example the paths of images that are too large. The text of a JSON object.
 * Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_details_json(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The page on which the owner of an account that is on hold can appeal, of a failure organization_on_hold. Empty if
 * the service names none.
 */
PARLOUR_API struct parlour_str parlour_error_appeal_url(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The id of the request at the service, to quote in a report. Empty if there is none.
 */
PARLOUR_API struct parlour_str parlour_error_request_id(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The delay that the service asked for, in milliseconds with their fraction; also one that was too long to wait for.
 * -1 if it asked for none.
 */
PARLOUR_API double parlour_error_retry_after_ms(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Why the call was not repeated (again): "exhausted", "budget_empty", "not_retryable", "retry_after_too_long",
 * "deadline_would_pass", "server_said_no", "spend_cap" or "hook". Empty for a failure that is never retried. Static.
 */
PARLOUR_API struct parlour_str parlour_error_not_retried(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The cause within the kind, an open set: of a lost connection "dns", "connect", "connection_lost", "tls", "proxy" or
 * "resources"; of a limit of time or size its setting, such as "answer_timeout" or "max_response_bytes". Empty where
 * the kind says all. Static.
 */
PARLOUR_API struct parlour_str parlour_error_subkind(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that was
 * refused. The name is the same in every language, for example "answer_timeout"; an open set. It is that of
 * parlour_config_set() or parlour_options_set() without its unit. Empty if it is about none.
 */
PARLOUR_API struct parlour_str parlour_error_setting(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether the same call may succeed later.
 */
PARLOUR_API bool parlour_error_is_retryable(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether the failure came inside a stream, after its headers.
 */
PARLOUR_API bool parlour_error_is_mid_stream(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether a stream broke off after its stop reason had arrived.
 */
PARLOUR_API bool parlour_error_saw_stop_reason(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether a 429 reports a spend cap, which waiting does not lift.
 */
PARLOUR_API bool parlour_error_is_spend_cap(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The message, without a prefix. Not stable: do not branch on it.
 */
PARLOUR_API struct parlour_str parlour_error_message(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * One sentence for a log line: what happened, where, and what to do next. Shows no credential.
 */
PARLOUR_API struct parlour_str parlour_error_display(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * How often the request was sent; 0 if nothing was.
 */
PARLOUR_API uint32_t parlour_error_attempts(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The number of waits between the attempts.
 */
PARLOUR_API size_t parlour_error_wait_count(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
PARLOUR_API double parlour_error_wait_ms(const struct parlour_error *PARLOUR_NULLABLE error, size_t index);

/**
 * The body of the answer as received, cut at the client's cap; empty if none arrived. Any bytes.
 */
PARLOUR_API struct parlour_str parlour_error_body(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The number of header lines of the answer; 0 if none arrived.
 */
PARLOUR_API size_t parlour_error_header_count(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * A header line, in the order of the answer. PARLOUR_NOT_FOUND beyond the last.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_error_header_at(
    const struct parlour_error *PARLOUR_NONNULL error,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_error_header(
    const struct parlour_error *PARLOUR_NONNULL error,
    struct parlour_str name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The part of the message that had arrived when a stream failed; NULL if nothing had. Borrowed until the error is
 * freed; parlour_message_clone() keeps it.
 */
PARLOUR_API const struct parlour_message *PARLOUR_NULLABLE parlour_error_partial_message(
    const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Why a function did not give PARLOUR_OK: what the error says, or what the code means where there is none. The error is
 * borrowed; the text lives as long as it.
 */
static inline parlour_str parlour_why(parlour_result result, const parlour_error *error) {
    return error ? parlour_error_display(error) : parlour_str_z(parlour_result_text(result));
}

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_ERROR_H */
