/* As worker.py: one thread, and a loop of epoll that drains one queue for all calls. */
#include "process.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { LANES = 8 };

/* Of the lane, which is the token of its calls. */
static parlour_op *running[LANES];
static parlour_client *client;
static parlour_request *request;
static parlour_queue *queue;

static void submit(uint64_t lane) {
    MUST(parlour_client_submit(client, queue, request, NULL, PARLOUR_MODE_WHOLE, lane, &running[lane], &error));
}

/* Whether it was the last completion of its call, which then has its message. */
static bool take(const parlour_completion *found) {
    parlour_message *message = NULL;
    parlour_batch_free(found->batch);
    if (found->kind == PARLOUR_COMPLETION_FAILED) {
        end_with("a call", PARLOUR_FAILED, found->error);
    }
    /* Kinds of a newer library may carry one. */
    parlour_error_free(found->error);
    if (found->kind != PARLOUR_COMPLETION_END) {
        return false;
    }
    MUST(parlour_op_message(running[found->token], &message, &error));
    parlour_message_free(message);
    parlour_op_free(running[found->token]);
    return true;
}

int main(int argc, char **argv) {
    struct epoll_event event = {.events = EPOLLIN};
    char line[64];
    uint32_t left, live = 0;
    if (argc != 6) {
        fputs("arguments: service, store, calls, call log, requests per minute\n", stderr);
        return EXIT_FAILURE;
    }
    parlour_config *config = settings(argv[1], argv[2], number(argv[5]));
    MUST(parlour_config_set_call_log(config, parlour_str_z(argv[4]), &error));
    client = client_of(config);
    request = hello();
    MUST(parlour_queue_new(&queue, &error));
    const int loop = epoll_create1(EPOLL_CLOEXEC);
    if (loop < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, parlour_queue_fd(queue), &event) != 0) {
        perror("epoll");
        return EXIT_FAILURE;
    }

    say("ready");
    hear(line, sizeof line);
    for (left = number(argv[3]); live < LANES && left > 0; left--) {
        submit(live++);
    }
    while (live > 0) {
        parlour_completion found[LANES];
        size_t count = 0;
        if (epoll_wait(loop, &event, 1, -1) < 0 && errno != EINTR) {
            perror("epoll_wait");
            return EXIT_FAILURE;
        }
        MUST(parlour_queue_drain(queue, found, LANES, &count));
        for (size_t at = 0; at < count; at++) {
            if (!take(&found[at])) {
                continue;
            }
            if (left > 0) {
                left--;
                submit(found[at].token);
            } else {
                live--;
            }
        }
    }

    /* The queue closes its descriptor, so the loop goes first. */
    close(loop);
    parlour_queue_free(queue);
    parlour_request_free(request);
    parlour_client_free(client);
    return EXIT_SUCCESS;
}
