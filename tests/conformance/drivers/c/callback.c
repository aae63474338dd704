/* The style of callbacks: events and the end are reported on a thread of the library, which writes the lines; this
 * thread waits. Giving up after a time is a cancel by this thread, giving up after some events a cancel inside the
 * callback. */
#include "calls.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct told {
    call *call;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    parlour_result result;
    parlour_error *error;
    int done, freed;
} told;

static void on_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    told *told = user;
    pthread_mutex_lock(&told->lock);
    if (!told->call->gave_up && !write_batch(told->call, batch)) {
        told->call->gave_up = true;
        parlour_op_cancel(op);
    }
    pthread_mutex_unlock(&told->lock);
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    told *told = user;
    pthread_mutex_lock(&told->lock);
    told->done++;
    if (error) {
        told->result = PARLOUR_FAILED;
        if (parlour_error_clone(error, &told->error) != PARLOUR_OK) abort();
    } else {
        told->result = write_end(told->call, op, &told->error);
    }
    pthread_mutex_unlock(&told->lock);
}

static void on_free(void *user) {
    told *told = user;
    pthread_mutex_lock(&told->lock);
    told->freed++;
    pthread_cond_signal(&told->changed);
    pthread_mutex_unlock(&told->lock);
}

static parlour_result submit(const call *call, told *told, parlour_op **op, parlour_error **err) {
    if (call->mode == MODE_RAW)
        return parlour_client_submit_raw_callback(call->client, given_owned(call->method), given_owned(call->path),
                                                  given_owned(call->body), call->options, PARLOUR_MODE_WHOLE, NULL,
                                                  on_done, told, on_free, op, err);
    return parlour_client_submit_callback(call->client, call->request, call->options, submit_mode(call), on_batch,
                                          on_done, told, on_free, op, err);
}

/* Waits for the user pointer to be given back, which is the last that a call does. */
static void wait_for_end(told *told, const parlour_op *op) {
    int64_t at = now_ms() + told->call->after_ms;
    struct timespec deadline = {.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
    bool limited = told->call->after_ms >= 0;
    pthread_mutex_lock(&told->lock);
    while (!told->freed) {
        if (!limited) {
            pthread_cond_wait(&told->changed, &told->lock);
        } else if (pthread_cond_timedwait(&told->changed, &told->lock, &deadline)) {
            limited = false;
            told->call->gave_up = true;
            parlour_op_cancel(op);
        }
    }
    pthread_mutex_unlock(&told->lock);
    if (told->done != 1 || told->freed != 1) abort();
}

parlour_result call_callback(call *call, parlour_error **err) {
    told told = {.call = call};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&told.changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&told.lock, NULL);
    parlour_op *op = NULL;
    parlour_result result = submit(call, &told, &op, err);
    if (result == PARLOUR_OK) {
        wait_for_end(&told, op);
        result = told.result;
        if (told.error) *err = told.error;
    }
    parlour_op_free(op);
    pthread_cond_destroy(&told.changed);
    pthread_mutex_destroy(&told.lock);
    return result;
}
