/* SIGPIPE never reaches the host: a server closes in the middle of an upload of 8 MB, 300 times, in each of the three
 * ways to make a call, while the signal has its default effect, which is to end this process. */
#include "check.h"
#include "closing_server.h"

#include <signal.h>
#include <sys/wait.h>

enum { UPLOADS = 300, SIZE = 8 * 1024 * 1024 };

static atomic_uint told;

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    (void)user;
    (void)op;
    CHECK(error != NULL);
    atomic_fetch_add(&told, 1);
}

/* That this process would die of the signal, or the test shows nothing. */
static void check_that_it_would_end_this_process(void) {
    int status = 0;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int ends[2];
        CHECK(pipe(ends) == 0);
        close(ends[0]);
        if (write(ends[1], "x", 1) < 0) {
            _exit(3);
        }
        _exit(4);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
}

int main(void) {
    static char text[SIZE];
    unsigned uploads = UPLOADS / (slowness() > 1 ? 5 : 1);
    unsigned number, failures = 0;
    parlour_client *client;
    parlour_request *request = NULL;

    signal(SIGPIPE, SIG_DFL);
    check_that_it_would_end_this_process();
    closing_server_start();
    client = client_of(parlour_str_z(closing_server_url), parlour_str_z("key"));
    memset(text, 'x', sizeof text);
    CHECK(parlour_request_new(parlour_str_z("svc-haiku-3-5"), 16, &request) == PARLOUR_OK);
    CHECK(parlour_request_add_user_text(request, parlour_str_n(text, sizeof text), NULL) == PARLOUR_OK);

    for (number = 0; number < uploads; ++number) {
        parlour_error *error = NULL;
        parlour_message *message = NULL;
        parlour_batch *batch = NULL;
        parlour_op *op = NULL;
        switch (number % 3) {
            case 0:
                CHECK(parlour_client_create(client, request, NULL, &message, &error) == PARLOUR_FAILED);
                break;
            case 1:
                CHECK(parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, NULL) ==
                      PARLOUR_OK);
                CHECK(parlour_op_next(op, -1, &batch, &error) == PARLOUR_FAILED);
                break;
            default: {
                unsigned before = atomic_load(&told);
                CHECK(parlour_client_submit_callback(client, request, NULL, PARLOUR_MODE_STREAM, NULL, on_done, NULL,
                                                     NULL, &op, NULL) == PARLOUR_OK);
                while (atomic_load(&told) == before) {
                    usleep(200);
                }
            }
        }
        if (error != NULL) {
            CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONNECTION);
            ++failures;
        }
        parlour_error_free(error);
        parlour_op_free(op);
    }
    CHECK(failures + atomic_load(&told) == uploads);
    CHECK(atomic_load(&closing_server_served) >= uploads);

    /* The host's own signal handling is unchanged. */
    {
        struct sigaction now;
        sigset_t blocked;
        CHECK(sigaction(SIGPIPE, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
        CHECK(pthread_sigmask(SIG_SETMASK, NULL, &blocked) == 0 && !sigismember(&blocked, SIGPIPE));
    }
    parlour_request_free(request);
    parlour_client_free(client);
    closing_server_stop();
    printf("sigpipe: %u uploads of 8 MB cut by the server, and this process lives\n", uploads);
    return 0;
}
