/* Memory: once warm, a consumer allocates for a batch, not for an event. malloc is counted on the consumer's thread. */
#include "check.h"

#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static _Thread_local size_t asked;

void *malloc(size_t size) {
    asked++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    asked++;
    return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
    asked++;
    return __libc_realloc(old, size);
}

/* A stream of many deltas, some of them with escapes. */
static char *script(size_t deltas) {
    static const char begin[] =
        "{\"sse\": "
        "[{\"event\":\"message_start\",\"data\":{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":"
        "\"message\",\"role\":\"assistant\",\"model\":\"x\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_"
        "tokens\":1}}}},"
        "{\"event\":\"content_block_start\",\"data\":{\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
        "{\"type\":\"text\",\"text\":\"\"}}}";
    static const char delta[] =
        ",{\"event\":\"content_block_delta\",\"data\":{\"type\":\"content_block_delta\",\"index\":0,"
        "\"delta\":{\"type\":\"text_delta\",\"text\":\"a \\\"word\\\"\\n\"}}}";
    static const char end[] =
        ",{\"event\":\"content_block_stop\",\"data\":{\"type\":\"content_block_stop\",\"index\":0}},"
        "{\"event\":\"message_delta\",\"data\":{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
        "\"usage\":"
        "{\"output_tokens\":2}}},{\"event\":\"message_stop\",\"data\":{\"type\":\"message_stop\"}}], \"repeat\": 0}";
    char *text = malloc(sizeof begin + sizeof end + deltas * sizeof delta);
    CHECK(text != NULL);
    strcpy(text, begin);
    size_t at = strlen(text);
    for (size_t i = 0; i < deltas; i++) {
        strcpy(text + at, delta);
        at += sizeof delta - 1;
    }
    strcpy(text + at, end);
    return text;
}

/* The events of the stream, and the most allocations that one take may need, whatever its size. */
enum { DELTAS = 20000, PER_BATCH = 4 };

typedef struct {
    size_t events, batches, asked;
} cost;

static cost by_next(const place *at, const parlour_request *request) {
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    cost all = {0, 0, 0};
    OK(parlour_client_submit(at->client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    for (;;) {
        size_t before = asked;
        parlour_result result = parlour_op_next(op, PATIENCE_MS, &batch, &error);
        if (result != PARLOUR_OK) {
            IS(PARLOUR_END, result);
            break;
        }
        size_t events = parlour_batch_len(batch);
        parlour_batch_free(batch);
        if (all.events + events > DELTAS / 10) {
            all.asked += asked - before;
            all.batches++;
        }
        all.events += events;
        /* Let events gather, so that a cost for each of them would show. */
        usleep(500);
    }
    parlour_op_free(op);
    return all;
}

static cost by_queue(const place *at, const parlour_request *request) {
    parlour_op *op = NULL;
    parlour_queue *queue = NULL;
    cost all = {0, 0, 0};
    OK(parlour_queue_new(&queue, &error));
    OK(parlour_client_submit(at->client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    for (bool open = true; open;) {
        parlour_completion found[4];
        size_t count = 0, before = asked, events = 0;
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
        for (size_t i = 0; i < count; i++) {
            open = open && found[i].kind == PARLOUR_COMPLETION_BATCH;
            events += parlour_batch_len(found[i].batch);
            parlour_batch_free(found[i].batch);
        }
        if (all.events + events > DELTAS / 10) {
            all.asked += asked - before;
            all.batches++;
        }
        all.events += events;
        usleep(500);
    }
    parlour_op_free(op);
    parlour_queue_free(queue);
    return all;
}

static void is_cheap(const char *name, cost all) {
    CHECK(all.events == DELTAS + 5);
    /* The text of the message doubles its room a few times. */
    if (all.asked > all.batches * PER_BATCH + 32 || all.batches > DELTAS / 4) {
        fprintf(stderr, "%s: %zu allocations for %zu events in %zu batches\n", name, all.asked, all.events,
                all.batches);
        exit(1);
    }
    printf("ok %s: %zu allocations for %zu events in %zu batches\n", name, all.asked, all.events, all.batches);
}

int main(void) {
    place at = place_new(NULL);
    char *ordered = script(DELTAS);
    order(&at, ordered);
    free(ordered);
    parlour_request *request = asking("x");
    is_cheap("a_warm_consumer_allocates_for_a_batch_not_for_an_event", by_next(&at, request));
    is_cheap("so_does_one_with_a_queue", by_queue(&at, request));
    parlour_request_free(request);
    place_free(&at);
    return 0;
}
