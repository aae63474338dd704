/* parlour_op_join(): after it no callback comes, so that what callbacks use may go. And one reader at a time. */
#include "check.h"

#include <pthread.h>
#include <time.h>

/* State that the callbacks of a call use; the program destroys it after the join. */
typedef struct {
    int batches;
    int ends;
    int freed;
    parlour_result inside;
} owner;

static void on_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    owner *mine = user;
    mine->batches += (int)parlour_batch_len(batch);
    mine->inside = parlour_op_join(op, -1);
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    owner *mine = user;
    mine->ends += op != NULL && (error == NULL || parlour_error_kind(error) == PARLOUR_KIND_CANCELLED);
}

static void on_free(void *user) {
    ((owner *)user)->freed++;
}

static void nothing_comes_after_it(const place *at, bool cancel) {
    parlour_request *request = asking("Count to 40.");
    for (int round = 0; round < 50; round++) {
        owner *mine = calloc(1, sizeof *mine);
        CHECK(mine != NULL);
        parlour_op *op = NULL;
        OK(parlour_client_submit_callback(at->client, request, NULL, PARLOUR_MODE_STREAM, on_batch, on_done, mine,
                                          on_free, &op, &error));
        if (cancel) {
            parlour_op_cancel(op);
        }
        IS(PARLOUR_OK, parlour_op_join(op, PATIENCE_MS));
        CHECK(mine->ends == 1 && mine->freed == 1);
        CHECK(cancel || (mine->batches > 2 && mine->inside == PARLOUR_BUSY));
        free(mine);
        IS(PARLOUR_OK, parlour_op_join(op, 0));
        parlour_op_free(op);
    }
    parlour_request_free(request);
}

static void it_has_a_limit(const place *at) {
    parlour_request *request = asking("say x");
    parlour_op *op = NULL, *alone = NULL;
    owner mine = {0};
    order(at, STALLED);
    OK(parlour_client_submit_callback(at->client, request, NULL, PARLOUR_MODE_STREAM, NULL, on_done, &mine, on_free,
                                      &op, &error));
    IS(PARLOUR_TIMED_OUT, parlour_op_join(op, 20));
    /* A paused call reports its end as well. */
    IS(PARLOUR_OK, parlour_op_pause(op));
    parlour_op_cancel(op);
    IS(PARLOUR_OK, parlour_op_join(op, PATIENCE_MS));
    CHECK(mine.ends == 1 && mine.freed == 1);
    parlour_op_free(op);
    /* Of another call there is nothing to wait for. */
    OK(parlour_client_submit(at->client, NULL, request, NULL, PARLOUR_MODE_WHOLE, 0, &alone, &error));
    IS(PARLOUR_OK, parlour_op_join(alone, -1));
    parlour_op_free(alone);
    parlour_request_free(request);
}

static void *read_on(void *argument) {
    parlour_batch *batch = NULL;
    parlour_result code;
    /* The other thread may be the one that takes. */
    while ((code = parlour_op_next(argument, -1, &batch, NULL)) == PARLOUR_OK || code == PARLOUR_BUSY) {
        if (code == PARLOUR_OK) {
            parlour_batch_free(batch);
        }
    }
    CHECK(code == PARLOUR_FAILED);
    return NULL;
}

static void a_second_reader_is_told(const place *at) {
    parlour_request *request = asking("say x");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    const parlour_head *head = NULL;
    pthread_t reader;
    order(at, STALLED);
    OK(parlour_client_submit(at->client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    CHECK(pthread_create(&reader, NULL, read_on, op) == 0);
    /* Until the other one waits, this one may be served. It must not wait inside the call: where threads take turns, as
     * under valgrind, it would always be back before the other one is let in. */
    const struct timespec pause = {.tv_nsec = 1000000};
    parlour_result code;
    parlour_error *why = NULL;
    while ((code = parlour_op_try_next(op, &batch, &why)) != PARLOUR_BUSY) {
        if (code == PARLOUR_OK) {
            parlour_batch_free(batch);
        } else if (code != PARLOUR_WOULD_BLOCK) {
            parlour_str said = parlour_error_display(why);
            fprintf(stderr, "%s:%d: %s: %.*s\n", __FILE__, __LINE__, parlour_result_text(code), (int)said.len,
                    said.data);
            exit(1);
        }
        nanosleep(&pause, NULL);
    }
    while ((code = parlour_op_wait_head(op, 0, &head, NULL)) != PARLOUR_BUSY) {
        CHECK(code == PARLOUR_OK);
        nanosleep(&pause, NULL);
    }
    parlour_op_cancel(op);
    CHECK(pthread_join(reader, NULL) == 0);
    /* Closed by the caller: reported each time. */
    for (int i = 0; i < 2; i++) {
        parlour_error *error = NULL;
        IS(PARLOUR_FAILED, parlour_op_next(op, -1, &batch, &error));
        CHECK(parlour_error_kind(error) == PARLOUR_KIND_CANCELLED);
        parlour_error_free(error);
    }
    parlour_op_free(op);
    parlour_request_free(request);
}

int main(void) {
    place at = place_new(NULL);
    nothing_comes_after_it(&at, false);
    nothing_comes_after_it(&at, true);
    place_free(&at);
    /* Another service: a call that was cancelled may still reach the first one, and take what it was ordered. */
    at = place_new(NULL);
    it_has_a_limit(&at);
    place_free(&at);
    passed("no_callback_comes_after_join");
    at = place_new(NULL);
    a_second_reader_is_told(&at);
    passed("a_second_reader_is_told");
    place_free(&at);
    return 0;
}
