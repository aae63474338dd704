/* A loop that watches levels and drains once for each wake-up finds something nearly each time. */
#include "check.h"

#include <poll.h>

enum { STREAMS = 100 };

int main(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count to 60.");
    parlour_queue *queue = NULL;
    static parlour_op *ops[STREAMS];
    order(&at, "{\"gap_ms\": 2, \"repeat\": 0}");
    OK(parlour_queue_new(&queue, &error));
    for (int i = 0; i < STREAMS; i++) {
        OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &ops[i], &error));
    }
    int wakes = 0, empty = 0, ends = 0, batches = 0;
    while (ends < STREAMS) {
        struct pollfd entry = {.fd = parlour_queue_fd(queue), .events = POLLIN};
        CHECK(poll(&entry, 1, PATIENCE_MS) == 1);
        parlour_completion found[64];
        size_t count = 0;
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 64, &count));
        wakes++;
        empty += count == 0;
        for (size_t i = 0; i < count; i++) {
            CHECK(found[i].kind != PARLOUR_COMPLETION_FAILED);
            ends += found[i].kind == PARLOUR_COMPLETION_END;
            batches += found[i].kind == PARLOUR_COMPLETION_BATCH;
            parlour_batch_free(found[i].batch);
        }
    }
    printf("%d wake-ups, %d empty, %d batches\n", wakes, empty, batches);
    /* A stream that has begun wakes once before its first event; most of those fall together with other wake-ups. */
    CHECK(empty * 4 <= wakes);
    for (int i = 0; i < STREAMS; i++) {
        parlour_op_free(ops[i]);
    }
    parlour_queue_free(queue);
    parlour_request_free(request);
    place_free(&at);
    passed("empty_wake_ups_are_rare");
    return 0;
}
