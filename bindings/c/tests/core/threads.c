/* One client and one request shared by 16 threads, in all styles; one queue drained by several. */
#include "check.h"

#include <pthread.h>

enum { THREADS = 16, ROUNDS = 20 };

typedef struct {
    const place *at;
    const parlour_request *request;
    const parlour_queue *queue;
    uint64_t number;
} worker;

static void *work(void *argument) {
    const worker *mine = argument;
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 2) {
            parlour_message *message = NULL;
            OK(parlour_client_create(mine->at->client, mine->request, NULL, &message, &error));
            CHECK(text_has(parlour_message_text(message), "12"));
            parlour_message_free(message);
            continue;
        }
        parlour_op *op = NULL;
        parlour_batch *batch = NULL;
        parlour_error *error = NULL;
        OK(parlour_client_submit(mine->at->client, NULL, mine->request, NULL, PARLOUR_MODE_STREAM, mine->number, &op,
                                 &error));
        size_t events = 0;
        parlour_result result;
        while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
            events += parlour_batch_len(batch);
            parlour_batch_free(batch);
        }
        IS(PARLOUR_END, result);
        CHECK(events > 4 && parlour_op_token(op) == mine->number);
        parlour_op_free(op);
    }
    return NULL;
}

static void a_client_shared_by_16_threads(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("count to 12");
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        workers[i] = (worker){&at, request, NULL, i};
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(parlour_emulator_request_count(at.emulator) == THREADS * ROUNDS);
    parlour_request_free(request);
    place_free(&at);
    passed("a_client_shared_by_16_threads");
}

static void *submit_to_queue(void *argument) {
    const worker *mine = argument;
    parlour_op **ops = calloc(ROUNDS, sizeof *ops);
    CHECK(ops != NULL);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint32_t mode = i % 2 ? PARLOUR_MODE_STREAM : PARLOUR_MODE_WHOLE;
        OK(parlour_client_submit(mine->at->client, mine->queue, mine->request, NULL, mode, mine->number * ROUNDS + i,
                                 &ops[i], &error));
    }
    return ops;
}

static void a_queue_fed_by_many_threads(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("count to 12");
    parlour_queue *queue = NULL;
    OK(parlour_queue_new(&queue, &error));
    enum { FEEDERS = 8 };
    pthread_t threads[FEEDERS];
    worker workers[FEEDERS];
    bool ended[FEEDERS * ROUNDS] = {false};
    for (size_t i = 0; i < FEEDERS; i++) {
        workers[i] = (worker){&at, request, queue, i};
        CHECK(pthread_create(&threads[i], NULL, submit_to_queue, &workers[i]) == 0);
    }
    size_t open = FEEDERS * ROUNDS;
    while (open > 0) {
        parlour_completion found[8];
        size_t count = 0;
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 8, &count));
        for (size_t i = 0; i < count; i++) {
            CHECK(found[i].token < FEEDERS * ROUNDS && !ended[found[i].token]);
            if (found[i].kind != PARLOUR_COMPLETION_BATCH) {
                CHECK(found[i].kind == PARLOUR_COMPLETION_END);
                ended[found[i].token] = true;
                open--;
            }
            parlour_batch_free(found[i].batch);
        }
    }
    for (size_t i = 0; i < FEEDERS; i++) {
        void *ops = NULL;
        CHECK(pthread_join(threads[i], &ops) == 0);
        for (size_t j = 0; j < ROUNDS; j++) {
            parlour_op_free(((parlour_op **)ops)[j]);
        }
        free(ops);
    }
    parlour_queue_free(queue);
    parlour_request_free(request);
    place_free(&at);
    passed("a_queue_fed_by_many_threads");
}

int main(void) {
    a_client_shared_by_16_threads();
    a_queue_fed_by_many_threads();
    return 0;
}
