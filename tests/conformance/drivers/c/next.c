/* The blocking style: whole answers by parlour_client_create(), streams by parlour_op_next(). Giving up after a time is
 * another thread's cancel, which has to wake this one; giving up after some events is freeing the call. */
#include "calls.h"

#include <pthread.h>

/* A thread that cancels a call unless it is told before that the call is over. */
typedef struct alarm_clock {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const parlour_op *op;
    struct timespec at;
    bool over;
} alarm_clock;

static void *cancel_in_time(void *argument) {
    alarm_clock *clock = argument;
    pthread_mutex_lock(&clock->lock);
    int timed_out = 0;
    while (!clock->over && !timed_out) timed_out = pthread_cond_timedwait(&clock->changed, &clock->lock, &clock->at);
    if (!clock->over) parlour_op_cancel(clock->op);
    pthread_mutex_unlock(&clock->lock);
    return NULL;
}

static void start_alarm(alarm_clock *clock, const parlour_op *op, int64_t after_ms) {
    int64_t at = now_ms() + after_ms;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&clock->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&clock->lock, NULL);
    clock->op = op;
    clock->over = false;
    clock->at = (struct timespec){.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
    pthread_create(&clock->thread, NULL, cancel_in_time, clock);
}

static void stop_alarm(alarm_clock *clock) {
    pthread_mutex_lock(&clock->lock);
    clock->over = true;
    pthread_cond_signal(&clock->changed);
    pthread_mutex_unlock(&clock->lock);
    pthread_join(clock->thread, NULL);
    pthread_cond_destroy(&clock->changed);
    pthread_mutex_destroy(&clock->lock);
}

static parlour_result submit(const call *call, parlour_op **op, parlour_error **err) {
    if (call->mode == MODE_RAW)
        return parlour_client_submit_raw(call->client, NULL, given_owned(call->method), given_owned(call->path),
                                         given_owned(call->body), call->options, PARLOUR_MODE_WHOLE, 0, op, err);
    return parlour_client_submit(call->client, NULL, call->request, call->options, submit_mode(call), 0, op, err);
}

/* Takes batches until the call ends, or its consumer has enough of it. */
static parlour_result take_all(call *call, const parlour_op *op, parlour_error **err) {
    if (call->enough == 0) {
        /* The answer has to have begun: before that there is nothing to turn away from. */
        const parlour_head *head = NULL;
        parlour_result result = parlour_op_wait_head(op, -1, &head, err);
        call->gave_up = result == PARLOUR_OK;
        return result;
    }
    for (;;) {
        parlour_batch *batch = NULL;
        parlour_result result = parlour_op_next(op, -1, &batch, err);
        if (result == PARLOUR_END) return write_end(call, op, err);
        if (result != PARLOUR_OK) return result;
        bool more = write_batch(call, batch);
        parlour_batch_free(batch);
        if (more) continue;
        call->gave_up = true;
        return PARLOUR_OK;
    }
}

static parlour_result by_op(call *call, parlour_error **err) {
    parlour_op *op = NULL;
    parlour_result result = submit(call, &op, err);
    if (result != PARLOUR_OK) return result;
    alarm_clock clock;
    if (call->after_ms >= 0) start_alarm(&clock, op, call->after_ms);
    result = take_all(call, op, err);
    if (call->after_ms >= 0) {
        stop_alarm(&clock);
        call->gave_up = true;
    }
    parlour_op_free(op);
    if (result == PARLOUR_OK && call->gave_up && call->after_ms < 0) write_cancelled(&call->out);
    return result;
}

parlour_result call_next(call *call, parlour_error **err) {
    if (call->after_ms >= 0 || call->mode == MODE_STREAM || call->mode == MODE_TEXT) return by_op(call, err);
    if (call->mode == MODE_RAW) {
        parlour_answer *answer = NULL;
        parlour_result result = parlour_client_request(call->client, given_owned(call->method), given_owned(call->path),
                                                       given_owned(call->body), call->options, &answer, err);
        if (result == PARLOUR_OK) write_answer(&call->out, answer);
        parlour_answer_free(answer);
        return result;
    }
    parlour_message *message = NULL;
    parlour_result result = parlour_client_create(call->client, call->request, call->options, &message, err);
    if (result == PARLOUR_OK) write_message(&call->out, message);
    parlour_message_free(message);
    return result;
}
