/* Calls in flight, queues and callbacks. A part of parlour.h. */

#ifndef PARLOUR_CALL_H
#define PARLOUR_CALL_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * One result of a drain, for one call. The layout is final.
 */
typedef struct parlour_completion {
    /**
     * The call; borrowed: the caller has its handle.
     */
    const struct parlour_op *op;
    /**
     * The token that was given when it was submitted.
     */
    uint64_t token;
    /**
     * One of PARLOUR_COMPLETION_..., or a number of a newer library: free what is not NULL, and go on.
     */
    parlour_completion_kind kind;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * Transferred: free it with parlour_batch_free(). NULL if the kind has none.
     */
    struct parlour_batch *batch;
    /**
     * Transferred: free it with parlour_error_free(). NULL if the kind has none.
     */
    struct parlour_error *error;
} parlour_completion;

/**
 * Takes events of a stream. `op` and `batch` are borrowed until the function returns.
 */
typedef void (*parlour_batch_fn)(void *user, const struct parlour_op *op, const struct parlour_batch *batch);

/**
 * Takes the end of a call, once, after its last batch: `error` is NULL if it is complete, and parlour_op_message() or
 * parlour_op_answer() has what it came to. `op` and `error` are borrowed until the function returns.
 */
typedef void (*parlour_done_fn)(void *user, const struct parlour_op *op, const struct parlour_error *error);

/**
 * A whole answer: nothing is handed out before its end; then parlour_op_message() has it (parlour_op_answer() after a
 * raw request).
 */
#define PARLOUR_MODE_WHOLE 0

/**
 * A stream: batches of events; after the end parlour_op_message() has the message. After a raw request the events are
 * the chunks of its body, whose end is where its connection ends if it came without a length.
 */
#define PARLOUR_MODE_STREAM 1

/**
 * A whole answer to a message request whose body is left unread: parlour_op_answer() has it. One that came without a
 * length counts as whole where its connection ends, also if it was cut there.
 */
#define PARLOUR_MODE_UNREAD 2

/**
 * Events: `batch` has them.
 */
#define PARLOUR_COMPLETION_BATCH 1

/**
 * The call is complete: parlour_op_message() or parlour_op_answer() has what it came to. Its last completion.
 */
#define PARLOUR_COMPLETION_END 2

/**
 * The call failed, or was cancelled: `error` says why. Its last completion.
 */
#define PARLOUR_COMPLETION_FAILED 3

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sends a request without waiting. `mode` is one of PARLOUR_MODE_.... With a queue, its completions are announced
 * there, under `token`, which is any number of the caller's; without one (NULL), parlour_op_next() waits for it. The
 * call keeps what it needs: client, request and options may be freed. Free it with parlour_op_free(). Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit(), for any request; see parlour_client_request(). Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_raw(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit(), for a call of an endpoint beside messages; see parlour_client_call(). With
 * PARLOUR_MODE_WHOLE parlour_op_answer() has the answer; with PARLOUR_MODE_STREAM its events are pieces of a body, or
 * lines of results. Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_call(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Blocks this thread until there are events, and hands out all there are. `timeout_ms` limits the wait, -1 waits for
 * ever, 0 not at all. PARLOUR_OK: a batch, to be freed with parlour_batch_free(). PARLOUR_END: the call is complete.
 * PARLOUR_TIMED_OUT: nothing came, the call goes on. PARLOUR_INTERRUPTED: a signal handler ran on this thread that was
 * installed without SA_RESTART, the call goes on. PARLOUR_FAILED: it failed, or was cancelled
 * (PARLOUR_KIND_CANCELLED). Each further call returns the end, or the failure, again. PARLOUR_BUSY: another thread
 * is taking from this call, and gets the events. Only for calls without a queue and without callbacks.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_END,
 * PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_next(
    const struct parlour_op *PARLOUR_NONNULL op,
    int64_t timeout_ms,
    struct parlour_batch **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_op_next(), without waiting: PARLOUR_WOULD_BLOCK if there is nothing yet. PARLOUR_BUSY as there. Free the
 * batch with parlour_batch_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK,
 * PARLOUR_END, PARLOUR_FORKED or PARLOUR_BUSY.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_try_next(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_batch **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Blocks this thread until the answer has begun, and gives its head; no event is lost. The time limit is that of
 * parlour_op_next(), and so are PARLOUR_TIMED_OUT, PARLOUR_INTERRUPTED and PARLOUR_BUSY. PARLOUR_END: it ended without
 * one. Borrowed until the call is freed. Only for calls without a queue and without callbacks.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_END,
 * PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_wait_head(
    const struct parlour_op *PARLOUR_NONNULL op,
    int64_t timeout_ms,
    const struct parlour_head **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Cancels the call: its connection is closed, and its consumer gets a failure of the kind PARLOUR_KIND_CANCELLED, at
 * once also if it waits. Does nothing to a call whose end was reported. Any thread, any number of times; NULL is
 * allowed.
 */
PARLOUR_API void parlour_op_cancel(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * Blocks this thread until no callback of this call can come any more and its `user_free` has returned, so that the
 * objects they use may be destroyed. It does not end the call: cancel it first if it should not run to its end. The
 * time limit is that of parlour_op_next(), and so are PARLOUR_TIMED_OUT and PARLOUR_INTERRUPTED. PARLOUR_BUSY on the
 * thread that calls the functions, which would wait for itself. Of a call without callbacks PARLOUR_OK at once. Any
 * number of threads, and no lock held that a callback takes.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API parlour_result parlour_op_join(const struct parlour_op *PARLOUR_NONNULL op, int64_t timeout_ms);

/**
 * Frees a call, which gives it up unless it has ended; NULL is allowed. Of a call with callbacks only the handle is
 * freed: it is cancelled unless it has ended, and its callbacks may still be called after this returns; to wait for
 * them, call parlour_op_cancel() and parlour_op_join() first.
 */
PARLOUR_API void parlour_op_free(struct parlour_op *PARLOUR_NULLABLE op);

/**
 * Holds a call back that is bound to a queue or has callbacks: it is not asked for more until parlour_op_resume(), and
 * the server is slowed down. For one slow consumer among many. A batch that the call has already announced may still
 * arrive, one at most; its end is not noticed before it is resumed or cancelled. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_op_pause(const struct parlour_op *PARLOUR_NONNULL op);

/**
 * Has a call that was paused asked for more again; does nothing to another. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_op_resume(const struct parlour_op *PARLOUR_NONNULL op);

/**
 * The head of the answer; NULL before something of it was handed out. Borrowed until the call is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_op_head(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * The token that was given when the call was submitted.
 */
PARLOUR_API uint64_t parlour_op_token(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * The message after the end of a call for one, whole or streamed. PARLOUR_WOULD_BLOCK before the end, where
 * parlour_op_snapshot() gives what there is; after a failure PARLOUR_FAILED with an error that has the partial
 * message. Free it with parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_message(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The answer after the end of a raw request, or of a call in PARLOUR_MODE_UNREAD. PARLOUR_WOULD_BLOCK before the end.
 * Free it with parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_answer(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The message with every event that was handed out so far, growing tool input completed and marked.
 * PARLOUR_WOULD_BLOCK before it has begun; PARLOUR_FAILED if there is no memory for the copy. Free it with
 * parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_WOULD_BLOCK or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_snapshot(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_message **PARLOUR_NONNULL out);

/**
 * A new queue. Free it with parlour_queue_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_queue_new(
    struct parlour_queue **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a queue, which cancels the calls bound to it; their handles still have to be freed. NULL is allowed. Not while
 * a function is at work with it in another thread. Take the descriptor out of the loop first: it is closed when the
 * last handle of a call bound to the queue is freed.
 */
PARLOUR_API void parlour_queue_free(struct parlour_queue *PARLOUR_NULLABLE queue);

/**
 * The descriptor to watch for reading, with poll, epoll, a libuv or asio loop: it is readable when a drain is due. One
 * that finds nothing is rare, and no mistake: a call that has begun and has no event yet, or was cancelled. Never read
 * from it, write to it or close it. -1 for NULL.
 */
PARLOUR_API int32_t parlour_queue_fd(const struct parlour_queue *PARLOUR_NULLABLE queue);

/**
 * Blocks this thread until a drain is due. -1 waits for ever. PARLOUR_INTERRUPTED if a signal handler ran on
 * this thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API parlour_result parlour_queue_wait(const struct parlour_queue *PARLOUR_NONNULL queue, int64_t timeout_ms);

/**
 * Wakes the threads that wait for the queue; their next drain may find nothing. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_queue_wake(const struct parlour_queue *PARLOUR_NONNULL queue);

/**
 * Takes what there is, at most `capacity` completions, and writes how many to `count`. Never blocks. An edge-triggered
 * loop drains until `count` is 0; a level-triggered one may drain once each time. Events that arrive after that are
 * taken at the next drain: a consumer that does not drain slows the server down, and loses nothing.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_queue_drain(
    const struct parlour_queue *PARLOUR_NONNULL queue,
    struct parlour_completion *PARLOUR_NULLABLE completions,
    size_t capacity,
    size_t *PARLOUR_NONNULL count);

/**
 * Sends a request that reports its outcome to callbacks: `on_batch` (NULL is allowed) with the events of a stream,
 * `on_done` (NULL is allowed) once at the end, whatever the end is; then `user_free` (NULL is allowed) once.
 *
 * They are called on one thread of the library, which all such calls of the process share and which has all signals
 * blocked, possibly before this function returns. They must not block, or other calls wait; they may use every
 * function of this header that does not, also cancel and free the call itself. They must not leave by an exception or
 * longjmp().
 *
 * `out` may be NULL; the call then runs without a handle. Free the handle with parlour_op_free(), which cancels a call
 * that has not ended. On failure nothing is retained and no function is called. `user` is retained until `user_free`
 * is called with it. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit_callback(), for any request; see parlour_client_request(). Free the call with
 * parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_raw_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit_callback(), for a call of an endpoint beside messages; see parlour_client_submit_call().
 * Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_call_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_CALL_H */
