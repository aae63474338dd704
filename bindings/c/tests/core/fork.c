/* A host that forks: clients work in the child, calls and queues stay the parent's, and the parent notices nothing. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <ctype.h>
#include <dirent.h>
#include <time.h>

/* Whether all threads but this one wait for something. */
static bool others_sleep(void) {
    char path[300], line[300];
    bool asleep = true;
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks != NULL);
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        if (!isdigit((unsigned char)task->d_name[0]) || atoi(task->d_name) == getpid()) {
            continue;
        }
        snprintf(path, sizeof path, "/proc/self/task/%s/stat", task->d_name);
        FILE *stat = fopen(path, "r");
        /* One that is gone is at rest. */
        if (stat == NULL) {
            continue;
        }
        /* The state follows the name, which is in parentheses. */
        const char *state = fgets(line, sizeof line, stat) ? strrchr(line, ')') : NULL;
        asleep = asleep && state != NULL && strncmp(state, ") S", 3) == 0;
        fclose(stat);
    }
    closedir(tasks);
    return asleep;
}

/* The system's allocator comes through a fork whatever other threads do; ASan's (of gcc 12) is locked forever in the
 * child if one of them was inside it. Three looks, because between two of them one may have woken another. */
static void before_fork(void) {
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    int tries = 0;
    for (int looks = 0; looks < 3; looks = others_sleep() ? looks + 1 : 0) {
        CHECK(tries++ < PATIENCE_MS / 5);
        nanosleep(&pause, NULL);
    }
}
#else
static void before_fork(void) {}
#endif

static void ask(const place *at, const char *what) {
    parlour_request *request = asking(what);
    parlour_message *message = NULL;
    OK(parlour_client_create(at->client, request, NULL, &message, &error));
    CHECK(parlour_message_text(message).len > 0);
    parlour_message_free(message);
    parlour_request_free(request);
}

static void count_done(void *user, const parlour_op *op, const parlour_error *error) {
    CHECK(op != NULL && error == NULL);
    int one = 1;
    CHECK(write(*(int *)user, &one, sizeof one) == sizeof one);
}

/* By the callback style, which has a thread of its own. */
static void ask_by_callback(const place *at) {
    int ends[2], one = 0;
    CHECK(pipe(ends) == 0);
    parlour_request *request = asking("say x");
    OK(parlour_client_submit_callback(at->client, request, NULL, PARLOUR_MODE_STREAM, NULL, count_done, &ends[1], NULL,
                                      NULL, &error));
    CHECK(read(ends[0], &one, sizeof one) == sizeof one && one == 1);
    parlour_request_free(request);
    close(ends[0]);
    close(ends[1]);
}

static void in_the_child(const place *at, parlour_op *op, parlour_queue *queue, parlour_op *bound) {
    parlour_batch *batch = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    parlour_completion found;
    size_t count;
    IS(PARLOUR_FORKED, parlour_op_next(op, 0, &batch, &error));
    IS(PARLOUR_FORKED, parlour_op_try_next(op, &batch, &error));
    IS(PARLOUR_FORKED, parlour_op_message(op, &message, &error));
    IS(PARLOUR_FORKED, parlour_op_snapshot(op, &message));
    IS(PARLOUR_FORKED, parlour_queue_drain(queue, &found, 1, &count));
    IS(PARLOUR_FORKED, parlour_queue_wait(queue, 0));
    IS(PARLOUR_FORKED, parlour_queue_wake(queue));
    CHECK(error == NULL && parlour_op_head(op) == NULL);
    parlour_op_cancel(op);
    parlour_op_cancel(bound);
    parlour_request *request = asking("say x");
    parlour_op *mine = NULL;
    IS(PARLOUR_FORKED, parlour_client_submit(at->client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &mine, &error));
    /* The client gets connections and threads of its own. */
    ask(at, "say child");
    ask_by_callback(at);
    OK(parlour_client_submit(at->client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &mine, &error));
    while (parlour_op_next(mine, PATIENCE_MS, &batch, &error) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    OK(parlour_op_message(mine, &message, &error));
    parlour_message_free(message);
    parlour_op_free(mine);
    /* The child may free handles of the parent. */
    parlour_op_free(op);
    parlour_op_free(bound);
    parlour_queue_free(queue);
    parlour_request_free(request);
    IS(PARLOUR_FORKED, parlour_emulator_clear(at->emulator));
    parlour_client_free(at->client);
    parlour_config_free(at->config);
    parlour_emulator_free(at->emulator);
    /* Skips the leak check: the child leaves handles of the parent alone on purpose. */
    _exit(0);
}

int main(void) {
    place at = place_new(NULL);
    ask(&at, "say parent");
    ask_by_callback(&at);
    parlour_request *request = asking("say hello");
    parlour_op *op = NULL, *bound = NULL;
    parlour_queue *queue = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    OK(parlour_queue_new(&queue, &error));
    order(&at, "[" STALLED ", " STALLED "]");
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    OK(parlour_op_next(op, PATIENCE_MS, &batch, &error));
    parlour_batch_free(batch);
    OK(parlour_client_submit(at.client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &bound, &error));
    IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
    for (int i = 0; i < 3; i++) {
        before_fork();
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            in_the_child(&at, op, queue, bound);
        }
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    passed("a_child_uses_the_client_and_leaves_the_rest");
    /* Its streams are still there. */
    while (parlour_op_try_next(op, &batch, &error) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    IS(PARLOUR_WOULD_BLOCK, parlour_op_try_next(op, &batch, &error));
    parlour_completion found;
    size_t count = 0;
    IS(PARLOUR_OK, parlour_queue_drain(queue, &found, 1, &count));
    CHECK(count == 1 && found.kind == PARLOUR_COMPLETION_BATCH);
    parlour_batch_free(found.batch);
    ask(&at, "say parent again");
    ask_by_callback(&at);
    CHECK(parlour_emulator_closed_early(at.emulator) == 0);
    parlour_op_free(op);
    parlour_op_free(bound);
    parlour_queue_free(queue);
    parlour_request_free(request);
    place_free(&at);
    passed("the_parent_notices_nothing");
    return 0;
}
