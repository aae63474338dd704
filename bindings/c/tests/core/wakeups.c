/* A loop that watches levels and drains once for each wake-up is woken no more often than there is a reason: a stream
 * that begins, a batch, an end. Load makes several reasons fall together, so that it only lessens the wake-ups. */
#include "check.h"

#include <poll.h>

enum { MOST = 100 };

static void wakes(place *at, parlour_request *request, int streams) {
    parlour_queue *queue = NULL;
    static parlour_op *ops[MOST];
    static parlour_completion found[MOST];
    OK(parlour_queue_new(&queue, &error));
    for (int i = 0; i < streams; i++) {
        OK(parlour_client_submit(at->client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &ops[i], &error));
    }
    int wakes = 0, empty = 0, ends = 0, batches = 0;
    while (ends < streams) {
        struct pollfd entry = {.fd = parlour_queue_fd(queue), .events = POLLIN};
        CHECK(poll(&entry, 1, PATIENCE_MS) == 1);
        size_t count = 0;
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, MOST, &count));
        wakes++;
        empty += count == 0;
        for (size_t i = 0; i < count; i++) {
            CHECK(found[i].kind != PARLOUR_COMPLETION_FAILED);
            ends += found[i].kind == PARLOUR_COMPLETION_END;
            batches += found[i].kind == PARLOUR_COMPLETION_BATCH;
            parlour_batch_free(found[i].batch);
        }
    }
    printf("%d streams: %d wake-ups, %d empty, %d batches\n", streams, wakes, empty, batches);
    CHECK(wakes <= streams + batches + ends);
    for (int i = 0; i < streams; i++) {
        parlour_op_free(ops[i]);
    }
    parlour_queue_free(queue);
}

int main(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count to 60.");
    order(&at, "{\"gap_ms\": 2, \"repeat\": 0}");
    /* Of one stream nothing falls together unless the machine is busy: here a wake-up too many shows. */
    wakes(&at, request, 1);
    wakes(&at, request, MOST);
    parlour_request_free(request);
    place_free(&at);
    passed("every_wake_up_has_a_reason");
    return 0;
}
