/* Records of the library. A part of parlour.h. */

#ifndef PARLOUR_LOG_H
#define PARLOUR_LOG_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * Takes a log record: its level, a constant sentence, and named values as one JSON object of texts. The texts are
 * borrowed until the function returns. Credentials are masked. It must not call this library.
 */
typedef void (*parlour_log_fn)(void *user,
                               parlour_log_level level,
                               struct parlour_str message,
                               struct parlour_str fields_json);

/**
 * Nothing.
 */
#define PARLOUR_LOG_OFF 0

/**
 * Failures of the library itself.
 */
#define PARLOUR_LOG_ERROR 1

/**
 * Calls that failed, and answers that were cut.
 */
#define PARLOUR_LOG_WARN 2

/**
 * Attempts and waits as well.
 */
#define PARLOUR_LOG_INFO 3

/**
 * Everything; bodies too, if the client is configured to log them.
 */
#define PARLOUR_LOG_DEBUG 4

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Gives log records of this process to a function, up to a level; it takes the place of a function that was given
 * before. It is called on the threads that wait for calls or drain queues, and on the library's callback thread,
 * before they hand on what the record is about; in several threads at once if several do that. `user` is retained;
 * `user_free` (NULL is allowed) is called once when another function has taken the place, or after parlour_log_stop(),
 * and no thread is in the function any more. On failure nothing is retained. PARLOUR_BUSY if another part of the
 * process collects the log. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_start(
    parlour_log_level level,
    parlour_log_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free);

/**
 * Stops the log, and gives the user pointer back: its `user_free` is called once, when no thread is in the function
 * any more. Any thread but from within the function.
 *
 * @return PARLOUR_OK or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_stop(void);

/**
 * Changes the level; PARLOUR_LOG_OFF stops the log. Any thread, any time.
 *
 * @return PARLOUR_OK, PARLOUR_INVALID_ARGUMENT or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_set_level(parlour_log_level level);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_LOG_H */
