/* The style of event loops: one queue for the life of the driver, its descriptor watched by epoll, and drained. Giving
 * up is a cancel by the loop's own thread, after which the call still has to announce its end. */
#include "calls.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>

/* Fewer than may be there, so that the rest has to be announced again. */
enum { AT_ONCE_MOST = 3 };

typedef struct loop {
    parlour_queue *queue;
    int epoll;
} loop;

static parlour_result open_loop(loop *loop, parlour_error **err) {
    parlour_result result = parlour_queue_new(&loop->queue, err);
    if (result != PARLOUR_OK) return result;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event want = {.events = EPOLLIN};
    if (loop->epoll < 0 || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, parlour_queue_fd(loop->queue), &want)) abort();
    return PARLOUR_OK;
}

static parlour_result submit(call *call, const loop *loop, uint64_t token, parlour_op **op, parlour_error **err) {
    if (call->mode == MODE_RAW)
        return parlour_client_submit_raw(call->client, loop->queue, given_owned(call->method), given_owned(call->path),
                                         given_owned(call->body), call->options, PARLOUR_MODE_WHOLE, token, op, err);
    return parlour_client_submit(call->client, loop->queue, call->request, call->options, submit_mode(call), token, op,
                                 err);
}

/* Waits for the descriptor, or for the time to give up. */
static void wait_readable(call *call, const loop *loop, const parlour_op *op, int64_t give_up_at) {
    struct epoll_event seen;
    int64_t left = give_up_at - now_ms();
    bool limited = give_up_at >= 0 && !call->gave_up;
    int got = epoll_wait(loop->epoll, &seen, 1, limited ? (int)(left > 0 ? left : 0) : -1);
    if (got < 0 && errno != EINTR) abort();
    if (got == 0 && limited) {
        call->gave_up = true;
        parlour_op_cancel(op);
    }
}

/* Handles one completion of the call; true if it was the last. */
static bool take(call *call, const parlour_completion *completion, parlour_result *result, parlour_error **err) {
    if (completion->batch) {
        if (!call->gave_up && !write_batch(call, completion->batch)) {
            call->gave_up = true;
            parlour_op_cancel(completion->op);
        }
        parlour_batch_free(completion->batch);
    }
    if (completion->kind == PARLOUR_COMPLETION_END) {
        *result = write_end(call, completion->op, err);
        return true;
    }
    if (completion->kind == PARLOUR_COMPLETION_FAILED) {
        *err = completion->error;
        *result = PARLOUR_FAILED;
        return true;
    }
    return false;
}

parlour_result call_queue(call *call, parlour_error **err) {
    static loop loop;
    static uint64_t tokens;
    if (!loop.queue) {
        parlour_result opened = open_loop(&loop, err);
        if (opened != PARLOUR_OK) return opened;
    }
    uint64_t token = ++tokens;
    parlour_op *op = NULL;
    parlour_result result = submit(call, &loop, token, &op, err);
    if (result != PARLOUR_OK) return result;
    int64_t give_up_at = call->after_ms < 0 ? -1 : now_ms() + call->after_ms;
    for (bool over = false; !over;) {
        parlour_completion completions[AT_ONCE_MOST];
        size_t count = 0;
        wait_readable(call, &loop, op, give_up_at);
        if (parlour_queue_drain(loop.queue, completions, AT_ONCE_MOST, &count) != PARLOUR_OK) abort();
        for (size_t i = 0; i < count; i++) {
            /* The call before this one has ended: nothing of it may come any more. */
            if (over || completions[i].op != op || completions[i].token != token) abort();
            over = take(call, &completions[i], &result, err);
        }
    }
    parlour_op_free(op);
    return result;
}
