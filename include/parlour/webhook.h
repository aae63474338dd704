/* The signatures of webhooks. A part of parlour.h. */

#ifndef PARLOUR_WEBHOOK_H
#define PARLOUR_WEBHOOK_H

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
 * A verifier with this secret, as the service shows it ("whsec_..."), that takes webhooks of an age up to
 * `tolerance_ms`, 0 for 5 minutes. PARLOUR_FAILED for a secret that is none, with "secret" as parlour_error_subkind().
 * Free it with parlour_webhooks_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_webhooks_new(
    struct parlour_str secret,
    int64_t tolerance_ms,
    struct parlour_webhooks **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a verifier; NULL is allowed.
 */
PARLOUR_API void parlour_webhooks_free(struct parlour_webhooks *PARLOUR_NULLABLE webhooks);

/**
 * Takes webhooks that this secret signs as well, so that one can be replaced while both are in use. Not while another
 * thread verifies.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_webhooks_add_secret(
    struct parlour_webhooks *PARLOUR_NONNULL webhooks,
    struct parlour_str secret,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Verifies a webhook: PARLOUR_OK, and `body` is the event, as JSON. `id`, `timestamp` and `signature` are the headers
 * "webhook-id", "webhook-timestamp" and "webhook-signature", empty where the request has none or several. `now_ms` is
 * the time in milliseconds since 1970, -1 for the present. PARLOUR_FAILED: answer the request with 400;
 * parlour_error_subkind() is "header", "timestamp", "age", "signature" or "body".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_webhooks_verify(
    const struct parlour_webhooks *PARLOUR_NONNULL webhooks,
    struct parlour_str id,
    struct parlour_str timestamp,
    struct parlour_str signature,
    struct parlour_str body,
    int64_t now_ms,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_WEBHOOK_H */
