/* Three streams side by side on one thread, in an epoll loop: how a program that has a loop already takes answers into
 * it.
 *
 * A queue has one descriptor for all its calls. The loop drains it when it is readable; each completion names its call
 * by the token that it was submitted with.
 *
 *     cc epoll.c $(pkg-config --cflags --libs parlour) -o epoll && ./epoll
 */
#include "service.h"

#include <sys/epoll.h>
#include <unistd.h>

enum { STREAMS = 3 };

/* One answer while it comes. */
struct answer {
    parlour_op *op;
    char text[512];
    size_t len;
    size_t batches;
};

static void add(struct answer *answer, parlour_str piece) {
    size_t room = sizeof answer->text - answer->len;
    size_t len = piece.len < room ? piece.len : room;
    memcpy(answer->text + answer->len, piece.data, len);
    answer->len += len;
}

/* Takes one completion; true if it was the last of its call. */
static bool take(struct answer *answers, parlour_completion *found) {
    struct answer *answer = &answers[found->token];
    bool last = found->kind == PARLOUR_COMPLETION_END || found->kind == PARLOUR_COMPLETION_FAILED;
    if (found->batch != NULL) {
        size_t at;
        for (at = 0; at < parlour_batch_len(found->batch); ++at) {
            add(answer, parlour_batch_at(found->batch, at)->text);
        }
        ++answer->batches;
        parlour_batch_free(found->batch);
    }
    if (found->kind == PARLOUR_COMPLETION_END) {
        printf("answer %u, in %s: %.*s\n", (unsigned)found->token,
               answer->batches > 1 ? "several batches" : "one batch", (int)answer->len, answer->text);
    }
    if (found->error != NULL) {
        failed(PARLOUR_FAILED, found->error);
    }
    return last;
}

int main(void) {
    static const char *const questions[STREAMS] = {"Count to 3.", "Count to 5.", "Count to 7."};
    struct answer answers[STREAMS];
    struct service service;
    struct epoll_event event;
    parlour_queue *queue = NULL;
    parlour_error *error = NULL;
    unsigned running = 0, number;
    int loop = -1;
    parlour_result code = service_connect(&service, &error);

    memset(answers, 0, sizeof answers);
    if (code == PARLOUR_OK) {
        code = parlour_queue_new(&queue, &error);
    }
    if (code == PARLOUR_OK) {
        loop = epoll_create1(EPOLL_CLOEXEC);
        memset(&event, 0, sizeof event);
        event.events = EPOLLIN;
        if (epoll_ctl(loop, EPOLL_CTL_ADD, parlour_queue_fd(queue), &event) != 0) {
            perror("epoll");
            return EXIT_FAILURE;
        }
    }
    for (number = 0; code == PARLOUR_OK && number < STREAMS; ++number) {
        parlour_request *request = NULL;
        code = parlour_request_new(parlour_str_z(service.model), 64, &request);
        if (code == PARLOUR_OK) {
            code = parlour_request_add_user_text(request, parlour_str_z(questions[number]), &error);
        }
        if (code == PARLOUR_OK) {
            /* Sent at once; nothing waits here. */
            code = parlour_client_submit(service.client, queue, request, NULL, PARLOUR_MODE_STREAM, number,
                                         &answers[number].op, &error);
        }
        parlour_request_free(request);
        running += code == PARLOUR_OK ? 1 : 0;
    }
    while (code == PARLOUR_OK && running > 0 && epoll_wait(loop, &event, 1, -1) >= 0) {
        parlour_completion found[16];
        size_t count = 0, at;
        /* Watched by level: what does not fit now keeps the descriptor readable. */
        code = parlour_queue_drain(queue, found, sizeof found / sizeof found[0], &count);
        for (at = 0; at < count; ++at) {
            running -= take(answers, &found[at]) ? 1 : 0;
        }
    }

    for (number = 0; number < STREAMS; ++number) {
        parlour_op_free(answers[number].op);
    }
    /* The queue closes its descriptor, so the loop goes first. */
    if (loop >= 0) {
        close(loop);
    }
    parlour_queue_free(queue);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
