/* Giving up: from another thread, from callbacks, by freeing, by freeing the queue. */
#include "check.h"

#include <pthread.h>
#include <time.h>

static void *cancel_it(void *op) {
    /* Most often the other thread waits by now; whether it does changes nothing. */
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    parlour_op_cancel(op);
    return NULL;
}

static void cancel_from_another_thread_wakes_a_blocked_next(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    /* The service says nothing more: nothing else can end the wait. How soon is measured in tests/bench/c/aborts.c. */
    for (int i = 0; i < 10; i++) {
        parlour_op *op = NULL;
        parlour_batch *batch = NULL;
        parlour_error *error = NULL;
        order(&at, i % 2 ? "\"stall_before_headers\"" : STALLED);
        OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, cancel_it, op) == 0);
        parlour_result result;
        while ((result = parlour_op_next(op, -1, &batch, &error)) == PARLOUR_OK) {
            parlour_batch_free(batch);
        }
        CHECK(pthread_join(thread, NULL) == 0);
        IS(PARLOUR_FAILED, result);
        CHECK(parlour_error_kind(error) == PARLOUR_KIND_CANCELLED);
        parlour_error_free(error);
        parlour_op_cancel(op);
        parlour_op_free(op);
        IS(PARLOUR_OK, parlour_emulator_wait_open_connections(at.emulator, 0, PATIENCE_MS));
    }
    parlour_request_free(request);
    place_free(&at);
    passed("cancel_from_another_thread_wakes_a_blocked_next");
}

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    parlour_op *handle;
    bool frees;
    int batches, done, freed;
    uint32_t kind;
} told;

static void wait_freed(told *mine) {
    pthread_mutex_lock(&mine->lock);
    while (mine->freed == 0) {
        pthread_cond_wait(&mine->change, &mine->lock);
    }
    pthread_mutex_unlock(&mine->lock);
}

static void on_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    told *mine = user;
    CHECK(parlour_batch_len(batch) > 0);
    mine->batches++;
    parlour_op_cancel(op);
    if (mine->frees) {
        pthread_mutex_lock(&mine->lock);
        while (mine->handle == NULL) {
            pthread_cond_wait(&mine->change, &mine->lock);
        }
        pthread_mutex_unlock(&mine->lock);
        parlour_op_free(mine->handle);
        /* The library's own handle stays valid until the end was reported. */
        parlour_op_cancel(op);
    }
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    told *mine = user;
    mine->done++;
    mine->kind = parlour_error_kind(error);
    parlour_op_cancel(op);
}

static void on_free(void *user) {
    told *mine = user;
    pthread_mutex_lock(&mine->lock);
    mine->freed++;
    pthread_cond_broadcast(&mine->change);
    pthread_mutex_unlock(&mine->lock);
}

static void callbacks_cancel_and_free(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    for (int i = 0; i < 2; i++) {
        told mine = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER, .frees = i == 1};
        parlour_op *op = NULL;
        order(&at, STALLED);
        OK(parlour_client_submit_callback(at.client, request, NULL, PARLOUR_MODE_STREAM, on_batch, on_done, &mine,
                                          on_free, &op, &error));
        pthread_mutex_lock(&mine.lock);
        mine.handle = op;
        pthread_cond_broadcast(&mine.change);
        pthread_mutex_unlock(&mine.lock);
        wait_freed(&mine);
        CHECK(mine.batches == 1 && mine.done == 1 && mine.freed == 1 && mine.kind == PARLOUR_KIND_CANCELLED);
        if (!mine.frees) {
            parlour_op_free(op);
        }
        IS(PARLOUR_OK, parlour_emulator_wait_open_connections(at.emulator, 0, PATIENCE_MS));
    }
    parlour_request_free(request);
    place_free(&at);
    passed("callbacks_cancel_and_free");
}

static void freeing_a_handle_tells_the_callbacks(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    told mine = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    parlour_op *op = NULL;
    order(&at, "\"stall_before_headers\"");
    OK(parlour_client_submit_callback(at.client, request, NULL, PARLOUR_MODE_WHOLE, NULL, on_done, &mine, on_free, &op,
                                      &error));
    IS(PARLOUR_OK, parlour_emulator_wait_requests(at.emulator, 1, PATIENCE_MS));
    parlour_op_free(op);
    wait_freed(&mine);
    CHECK(mine.done == 1 && mine.kind == PARLOUR_KIND_CANCELLED);
    /* Without any function a call runs all the same, and its user pointer is freed. */
    told quiet = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    OK(parlour_client_submit_raw_callback(at.client, parlour_str_z("GET"), parlour_str_z("/v1/models"),
                                          parlour_str_z(NULL), NULL, PARLOUR_MODE_STREAM, NULL, NULL, &quiet, on_free,
                                          NULL, &error));
    wait_freed(&quiet);
    /* On failure nothing is retained and no function is called. */
    told never = {.lock = PTHREAD_MUTEX_INITIALIZER};
    IS(PARLOUR_INVALID_ARGUMENT, parlour_client_submit_callback(at.client, request, NULL, 77, on_batch, on_done, &never,
                                                                on_free, NULL, NULL));
    CHECK(never.done == 0 && never.freed == 0);
    parlour_request_free(request);
    place_free(&at);
    passed("freeing_a_handle_tells_the_callbacks");
}

static void a_queue_tells_cancelled_calls(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_queue *queue = NULL;
    parlour_op *one = NULL, *two = NULL, *three = NULL;
    OK(parlour_queue_new(&queue, &error));
    order(&at, "[\"stall_before_headers\", \"stall_before_headers\", \"stall_before_headers\"]");
    OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_WHOLE, 1, &one, &error));
    OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, 2, &two, &error));
    OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, 3, &three, &error));
    IS(PARLOUR_OK, parlour_emulator_wait_requests(at.emulator, 3, PATIENCE_MS));
    parlour_op_cancel(one);
    parlour_completion found;
    size_t count = 0;
    IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
    IS(PARLOUR_OK, parlour_queue_drain(queue, &found, 1, &count));
    CHECK(count == 1 && found.token == 1 && found.kind == PARLOUR_COMPLETION_FAILED && found.batch == NULL);
    CHECK(parlour_error_kind(found.error) == PARLOUR_KIND_CANCELLED);
    parlour_error_free(found.error);
    /* A freed call is not announced. */
    parlour_op_free(two);
    IS(PARLOUR_OK, parlour_emulator_wait_open_connections(at.emulator, 1, PATIENCE_MS));
    IS(PARLOUR_OK, parlour_queue_drain(queue, &found, 1, &count));
    CHECK(count == 0);
    /* Freeing the queue gives up what is left. */
    parlour_queue_free(queue);
    IS(PARLOUR_OK, parlour_emulator_wait_open_connections(at.emulator, 0, PATIENCE_MS));
    /* Its end was not taken. */
    parlour_message *message = NULL;
    IS(PARLOUR_WOULD_BLOCK, parlour_op_message(three, &message, NULL));
    parlour_op_free(three);
    parlour_op_free(one);
    parlour_request_free(request);
    place_free(&at);
    passed("a_queue_tells_cancelled_calls");
}

static size_t events_of(const parlour_completion *found, size_t count) {
    size_t events = 0;
    for (size_t i = 0; i < count; i++) {
        events += parlour_batch_len(found[i].batch);
        parlour_batch_free(found[i].batch);
        parlour_error_free(found[i].error);
    }
    return events;
}

static void a_paused_call_is_held_back_alone(void) {
    place at = place_new("{\"pace_ms\": 1}");
    parlour_request *request = asking("count to 100");
    parlour_queue *queue = NULL;
    parlour_op *ops[2] = {NULL, NULL};
    parlour_completion found[4];
    size_t count = 0, events = 0;
    OK(parlour_queue_new(&queue, &error));
    for (uint64_t i = 0; i < 2; i++) {
        OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, i, &ops[i], &error));
    }
    IS(PARLOUR_OK, parlour_op_pause(ops[0]));
    int of_paused = 0;
    /* The other one goes on to its end, the paused one gives what it had announced, and no more. */
    for (bool open = true; open;) {
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
        for (size_t i = 0; i < count; i++) {
            if (found[i].token == 0) {
                of_paused++;
                events += parlour_batch_len(found[i].batch);
            } else if (found[i].kind == PARLOUR_COMPLETION_END) {
                open = false;
            }
            parlour_batch_free(found[i].batch);
        }
    }
    CHECK(of_paused <= 1);
    IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
    CHECK(count == 0);
    IS(PARLOUR_OK, parlour_op_resume(ops[0]));
    IS(PARLOUR_OK, parlour_op_resume(ops[0]));
    for (bool open = true; open;) {
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
        for (size_t i = 0; i < count; i++) {
            open = open && found[i].kind == PARLOUR_COMPLETION_BATCH;
        }
        events += events_of(found, count);
    }
    CHECK(events > 20);
    parlour_op_free(ops[0]);
    parlour_op_free(ops[1]);
    /* Cancelling a paused call reports its end all the same. */
    order(&at, STALLED);
    OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &ops[0], &error));
    IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
    IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
    events_of(found, count);
    IS(PARLOUR_OK, parlour_op_pause(ops[0]));
    IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
    events_of(found, count);
    parlour_op_cancel(ops[0]);
    for (bool open = true; open;) {
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
        for (size_t i = 0; i < count; i++) {
            open = open && found[i].kind != PARLOUR_COMPLETION_FAILED;
        }
        events_of(found, count);
    }
    parlour_op_free(ops[0]);
    parlour_queue_free(queue);
    /* One that somebody waits for alone is held back by not asking. */
    parlour_op *alone = NULL;
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &alone, &error));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_op_pause(alone));
    parlour_op_free(alone);
    parlour_request_free(request);
    place_free(&at);
    passed("a_paused_call_is_held_back_alone");
}

int main(void) {
    a_paused_call_is_held_back_alone();
    cancel_from_another_thread_wakes_a_blocked_next();
    callbacks_cancel_and_free();
    freeing_a_handle_tells_the_callbacks();
    a_queue_tells_cancelled_calls();
    return 0;
}
