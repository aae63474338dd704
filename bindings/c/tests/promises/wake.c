/* Cancelling from another thread wakes a blocked wait: one for a call, and one for a queue. The service says nothing
 * more, so that nothing else can end it. How soon is measured in tests/bench/c/aborts.c. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { TRIES = 40 };

struct waiter {
    parlour_op *op;
    parlour_queue *queue;
    atomic_int waits;
    parlour_result code;
    uint32_t kind;
};

static void *wait_for_call(void *user) {
    struct waiter *waiter = user;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    atomic_store(&waiter->waits, 1);
    while ((waiter->code = parlour_op_next(waiter->op, -1, &batch, &error)) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    waiter->kind = parlour_error_kind(error);
    parlour_error_free(error);
    return NULL;
}

static void *wait_for_queue(void *user) {
    struct waiter *waiter = user;
    parlour_completion found;
    size_t count = 0;
    atomic_store(&waiter->waits, 1);
    for (;;) {
        CHECK(parlour_queue_wait(waiter->queue, -1) == PARLOUR_OK);
        CHECK(parlour_queue_drain(waiter->queue, &found, 1, &count) == PARLOUR_OK);
        if (count == 0) {
            continue;
        }
        parlour_batch_free(found.batch);
        if (found.kind == PARLOUR_COMPLETION_FAILED) {
            waiter->code = PARLOUR_FAILED;
            waiter->kind = parlour_error_kind(found.error);
            parlour_error_free(found.error);
            return NULL;
        }
    }
}

static void wakes(const char *what, parlour_client *client, parlour_emulator *emulator, void *(*wait)(void *),
                  bool queued) {
    /* Under a tool each try waits long, and what counts there are its mistakes. */
    int tries = TRIES / (slowness() > 1 ? 5 : 1), number;
    for (number = 0; number < tries; ++number) {
        struct waiter waiter = {NULL, NULL, 0, PARLOUR_OK, 0};
        parlour_request *request = ask("Count to 3.");
        pthread_t thread;
        parlour_emulator_clear(emulator);
        CHECK(parlour_emulator_script_json(emulator, parlour_str_z("[\"stall_mid_stream\"]"), NULL) == PARLOUR_OK);
        if (queued) {
            CHECK(parlour_queue_new(&waiter.queue, NULL) == PARLOUR_OK);
        }
        CHECK(parlour_client_submit(client, waiter.queue, request, NULL, PARLOUR_MODE_STREAM, 0, &waiter.op, NULL) ==
              PARLOUR_OK);
        CHECK(pthread_create(&thread, NULL, wait, &waiter) == 0);
        while (!atomic_load(&waiter.waits)) {
            usleep(100);
        }
        /* Most often it has read what there was, and sleeps; whether it does changes nothing. */
        CHECK(parlour_emulator_wait_requests(emulator, 1, 30000) == PARLOUR_OK);
        usleep((useconds_t)(20000 * slowness()));
        parlour_op_cancel(waiter.op);
        pthread_join(thread, NULL);
        CHECK(waiter.code == PARLOUR_FAILED && waiter.kind == PARLOUR_KIND_CANCELLED);
        parlour_op_free(waiter.op);
        parlour_queue_free(waiter.queue);
        parlour_request_free(request);
    }
    printf("wake: %s: %d times\n", what, tries);
}

int main(void) {
    parlour_emulator *emulator = NULL;
    parlour_client *client;
    CHECK(parlour_emulator_start(parlour_str_z(""), &emulator, NULL) == PARLOUR_OK);
    client = client_of(parlour_emulator_url(emulator), parlour_emulator_api_key(emulator));
    wakes("a call that is waited for", client, emulator, wait_for_call, false);
    wakes("a queue that is waited for", client, emulator, wait_for_queue, true);
    parlour_client_free(client);
    parlour_emulator_free(emulator);
    return 0;
}
