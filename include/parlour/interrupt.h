/* The end of a blocking call from a signal handler. A part of parlour.h. */

#ifndef PARLOUR_INTERRUPT_H
#define PARLOUR_INTERRUPT_H

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
 * A new interrupt, not raised. Free it with parlour_interrupt_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_interrupt_new(
    struct parlour_interrupt **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees an interrupt; NULL is allowed. Options that name it keep what they need of it, and nobody can raise it any
 * more.
 */
PARLOUR_API void parlour_interrupt_free(struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

/**
 * Ends the blocking calls that name it, those at work and those to come, until parlour_interrupt_reset(). Any thread,
 * and the only function of this header for signal handlers: it makes one system call and keeps errno. NULL is allowed.
 */
PARLOUR_API void parlour_interrupt_raise(const struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

/**
 * Takes that back: calls made from now on run. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_interrupt_reset(const struct parlour_interrupt *PARLOUR_NONNULL interrupt);

/**
 * Whether it is raised; false for NULL.
 */
PARLOUR_API bool parlour_interrupt_is_raised(const struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_INTERRUPT_H */
