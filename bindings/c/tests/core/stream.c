/* Streams in three styles: a thread that waits, a loop with a descriptor, callbacks. */
#include "check.h"

#include <poll.h>
#include <pthread.h>

/* The text and the counts that a consumer collects from a stream. */
typedef struct {
    char text[65536];
    size_t len;
    size_t events;
    bool stopped;
} heard;

static void hear(heard *so_far, const parlour_batch *batch) {
    CHECK(parlour_batch_len(batch) > 0);
    CHECK(parlour_batch_at(batch, parlour_batch_len(batch)) == NULL);
    CHECK(parlour_batch_events(batch) == parlour_batch_at(batch, 0));
    CHECK(parlour_batch_len(batch) < 2 ||
          parlour_event_next(parlour_batch_events(batch)) == parlour_batch_at(batch, 1));
    for (size_t i = 0; i < parlour_batch_len(batch); i++) {
        const parlour_event *event = parlour_batch_at(batch, i);
        so_far->events++;
        CHECK(event->name.len > 0 && event->json.data && event->text.data && event->partial_json.data);
        CHECK(event->kind == PARLOUR_EVENT_PING || event->json.len > 0);
        CHECK((event->delta == PARLOUR_DELTA_TEXT) == (event->text.len > 0));
        CHECK(so_far->len + event->text.len < sizeof so_far->text);
        memcpy(so_far->text + so_far->len, event->text.data, event->text.len);
        so_far->len += event->text.len;
        so_far->stopped |= event->kind == PARLOUR_EVENT_MESSAGE_STOP;
    }
}

static void is_what_was_heard(parlour_op *op, const heard *so_far) {
    parlour_message *message = NULL;
    OK(parlour_op_message(op, &message, &error));
    parlour_str text = parlour_message_text(message);
    CHECK(so_far->stopped && text.len == so_far->len && memcmp(text.data, so_far->text, text.len) == 0);
    CHECK(text.len > 0 && parlour_head_status(parlour_message_head(message)) == 200);
    CHECK(parlour_message_usage(message)->output_tokens > 0);
    parlour_message_free(message);
}

static void a_thread_that_waits(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say \"quotes\", a\ttab, a\nline and 😀 é");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    const parlour_head *head = NULL;
    heard all = {0};
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 7, &op, &error));
    CHECK(parlour_op_token(op) == 7);
    IS(PARLOUR_OK, parlour_op_wait_head(op, PATIENCE_MS, &head, &error));
    CHECK(parlour_head_status(head) == 200 && parlour_op_head(op) == head);
    parlour_result result;
    while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
        hear(&all, batch);
        parlour_message *snapshot = NULL;
        IS(PARLOUR_OK, parlour_op_snapshot(op, &snapshot));
        CHECK(parlour_message_text(snapshot).len == all.len);
        parlour_message_free(snapshot);
        parlour_batch_free(batch);
    }
    IS(PARLOUR_END, result);
    CHECK(strcmp(all.text, "\"quotes\", a\ttab, a\nline and 😀 é") == 0);
    is_what_was_heard(op, &all);
    /* The end is returned again. */
    IS(PARLOUR_END, parlour_op_next(op, 0, &batch, &error));
    IS(PARLOUR_END, parlour_op_try_next(op, &batch, &error));
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    passed("a_thread_that_waits");
}

static void a_wait_can_have_a_limit(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    order(&at, STALLED);
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    size_t events = 0;
    while (events < 2) {
        IS(PARLOUR_OK, parlour_op_next(op, PATIENCE_MS, &batch, &error));
        events += parlour_batch_len(batch);
        parlour_batch_free(batch);
    }
    batch = NULL;
    IS(PARLOUR_TIMED_OUT, parlour_op_next(op, 30, &batch, &error));
    IS(PARLOUR_TIMED_OUT, parlour_op_next(op, 0, &batch, &error));
    IS(PARLOUR_WOULD_BLOCK, parlour_op_try_next(op, &batch, &error));
    CHECK(batch == NULL && error == NULL);
    /* Not complete: there is a message so far, and no final one. */
    parlour_message *message = NULL;
    IS(PARLOUR_WOULD_BLOCK, parlour_op_message(op, &message, &error));
    CHECK(message == NULL && error == NULL);
    IS(PARLOUR_OK, parlour_op_snapshot(op, &message));
    CHECK(parlour_message_id(message).len > 0);
    parlour_message_free(message);
    /* Leaving early closes the connection. */
    parlour_op_free(op);
    IS(PARLOUR_OK, parlour_emulator_wait_closed_early(at.emulator, 1, PATIENCE_MS));
    parlour_request_free(request);
    place_free(&at);
    passed("a_wait_can_have_a_limit");
}

enum { STREAMS = 20 };

static void a_loop_with_a_descriptor(bool drain_to_zero) {
    place at = place_new("{\"pace_ms\": 1}");
    parlour_request *request = asking("count to 60");
    parlour_queue *queue = NULL;
    static heard all[STREAMS];
    parlour_op *ops[STREAMS];
    memset(all, 0, sizeof all);
    OK(parlour_queue_new(&queue, &error));
    parlour_completion found[4];
    size_t count = 9;
    IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
    CHECK(count == 0);
    for (size_t i = 0; i < STREAMS; i++) {
        uint32_t mode = i % 5 == 4 ? PARLOUR_MODE_WHOLE : PARLOUR_MODE_STREAM;
        OK(parlour_client_submit(at.client, queue, request, NULL, mode, i, &ops[i], &error));
    }
    size_t open = STREAMS;
    while (open > 0) {
        struct pollfd entry = {.fd = parlour_queue_fd(queue), .events = POLLIN, .revents = 0};
        CHECK(poll(&entry, 1, PATIENCE_MS) == 1);
        do {
            IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
            CHECK(count <= 4);
            for (size_t i = 0; i < count; i++) {
                CHECK(found[i].token < STREAMS && found[i].op == ops[found[i].token]);
                if (found[i].kind == PARLOUR_COMPLETION_BATCH) {
                    hear(&all[found[i].token], found[i].batch);
                } else {
                    CHECK(found[i].kind == PARLOUR_COMPLETION_END && found[i].error == NULL);
                    open--;
                }
                parlour_batch_free(found[i].batch);
            }
        } while (drain_to_zero && count > 0);
    }
    for (size_t i = 0; i < STREAMS; i++) {
        if (i % 5 != 4) {
            is_what_was_heard(ops[i], &all[i]);
        } else {
            parlour_message *message = NULL;
            OK(parlour_op_message(ops[i], &message, &error));
            CHECK(text_has(parlour_message_text(message), "60"));
            parlour_message_free(message);
        }
        parlour_op_free(ops[i]);
    }
    /* Nothing is left: the descriptor is quiet after a drain. */
    IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
    CHECK(count == 0);
    IS(PARLOUR_TIMED_OUT, parlour_queue_wait(queue, 0));
    IS(PARLOUR_OK, parlour_queue_wake(queue));
    IS(PARLOUR_OK, parlour_queue_wait(queue, 0));
    parlour_queue_free(queue);
    parlour_request_free(request);
    place_free(&at);
    passed(drain_to_zero ? "a_loop_that_drains_to_zero" : "a_loop_that_drains_once_for_each_wake_up");
}

/* State that callbacks and the main thread share. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    heard all;
    int done, freed;
    bool whole, worked;
} told;

static void on_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    told *mine = user;
    CHECK(op != NULL && mine->done == 0 && mine->freed == 0);
    hear(&mine->all, batch);
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    told *mine = user;
    CHECK(error == NULL && mine->done == 0 && mine->freed == 0);
    parlour_message *message = NULL;
    OK(parlour_op_message(op, &message, &error));
    mine->worked = text_has(parlour_message_text(message), "60");
    mine->whole = mine->all.events == 0;
    parlour_message_free(message);
    mine->done++;
}

static void on_free(void *user) {
    told *mine = user;
    pthread_mutex_lock(&mine->lock);
    CHECK(mine->done == 1);
    mine->freed++;
    pthread_cond_signal(&mine->change);
    pthread_mutex_unlock(&mine->lock);
}

static void callbacks_are_told(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("count to 60");
    for (int i = 0; i < 4; i++) {
        told mine = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
        bool whole = i / 2;
        parlour_op *op = NULL;
        OK(parlour_client_submit_callback(at.client, request, NULL, whole ? PARLOUR_MODE_WHOLE : PARLOUR_MODE_STREAM,
                                          on_batch, on_done, &mine, on_free, i % 2 ? &op : NULL, &error));
        pthread_mutex_lock(&mine.lock);
        while (mine.freed == 0) {
            pthread_cond_wait(&mine.change, &mine.lock);
        }
        pthread_mutex_unlock(&mine.lock);
        CHECK(mine.done == 1 && mine.freed == 1 && mine.worked && mine.whole == whole);
        if (op) {
            /* A call with callbacks is not one to wait for; its message stays. */
            parlour_batch *batch = NULL;
            parlour_message *message = NULL;
            IS(PARLOUR_INVALID_ARGUMENT, parlour_op_next(op, 0, &batch, NULL));
            OK(parlour_op_message(op, &message, &error));
            parlour_message_free(message);
        }
        parlour_op_free(op);
        CHECK(mine.freed == 1);
    }
    parlour_request_free(request);
    place_free(&at);
    passed("callbacks_are_told");
}

static void raw_streams_and_unread_answers(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say hi");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    parlour_answer *answer = NULL;
    OK(parlour_client_submit_raw(at.client, NULL, parlour_str_z("get"), parlour_str_z("/v1/models"),
                                 parlour_str_z(NULL), NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    size_t bytes = 0;
    parlour_result result;
    while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
        CHECK(parlour_batch_at(batch, 0)->kind == PARLOUR_EVENT_CHUNK);
        bytes += parlour_batch_at(batch, 0)->json.len;
        parlour_batch_free(batch);
    }
    IS(PARLOUR_END, result);
    CHECK(bytes > 0);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_op_answer(op, &answer, &error));
    CHECK(error != NULL);
    parlour_error_free(error);
    parlour_op_free(op);

    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_UNREAD, 0, &op, &error));
    IS(PARLOUR_END, parlour_op_next(op, PATIENCE_MS, &batch, &error));
    OK(parlour_op_answer(op, &answer, &error));
    CHECK(text_has(parlour_answer_body(answer), "\"content\""));
    parlour_answer_free(answer);
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    passed("raw_streams_and_unread_answers");
}

static void a_batch_outlives_its_call(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say \"hi\"");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    OK(parlour_op_next(op, PATIENCE_MS, &batch, &error));
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    heard all = {0};
    hear(&all, batch);
    parlour_batch_free(batch);
    passed("a_batch_outlives_its_call");
}

int main(void) {
    a_thread_that_waits();
    a_wait_can_have_a_limit();
    a_loop_with_a_descriptor(true);
    a_loop_with_a_descriptor(false);
    callbacks_are_told();
    raw_streams_and_unread_answers();
    a_batch_outlives_its_call();
    return 0;
}
