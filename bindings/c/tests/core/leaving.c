/* exit() with calls in flight, from several places: no crash, no hang, and the exit code is the program's own. */
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static place at;
static int ready[2];

static void *block(void *argument) {
    parlour_op *op = argument;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    while (parlour_op_next(op, -1, &batch, &error) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    return NULL;
}

static void *block_in_create(void *argument) {
    parlour_message *message = NULL;
    (void)(parlour_client_create(at.client, argument, NULL, &message, NULL) == PARLOUR_OK);
    return NULL;
}

static void leave(void *user, const parlour_op *op, const parlour_batch *batch) {
    CHECK(user == NULL && op && batch);
    exit(7);
}

static void tell(void *user, const parlour_op *op, const parlour_batch *batch) {
    CHECK(user == NULL && op && batch);
    char one = 1;
    CHECK(write(ready[1], &one, 1) == 1);
}

static void in_flight(bool from_callback) {
    at = place_new(NULL);
    order(&at, "{\"fault\": {\"stall_after\": \"content_block_start\"}, \"repeat\": 0}");
    static parlour_op *ops[4];
    parlour_request *request = asking("say x");
    parlour_queue *queue = NULL;
    pthread_t thread;
    OK(parlour_queue_new(&queue, &error));
    for (int i = 0; i < 4; i++) {
        OK(parlour_client_submit(at.client, i % 2 ? queue : NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &ops[i],
                                 &error));
    }
    CHECK(pthread_create(&thread, NULL, block, ops[0]) == 0);
    CHECK(pthread_create(&thread, NULL, block_in_create, request) == 0);
    IS(PARLOUR_OK, parlour_emulator_wait_requests(at.emulator, 5, PATIENCE_MS));
    OK(parlour_client_submit_callback(at.client, request, NULL, PARLOUR_MODE_STREAM, from_callback ? leave : tell, NULL,
                                      NULL, NULL, NULL, &error));
    char one;
    if (read(ready[0], &one, 1) == 1) {
        exit(7);
    }
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        CHECK(pipe(ready) == 0);
        fflush(stdout);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            in_flight(i % 2);
            exit(1);
        }
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
        close(ready[0]);
        close(ready[1]);
    }
    passed("exit_with_calls_in_flight");
    return 0;
}
