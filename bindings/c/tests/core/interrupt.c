/* Every wait can be ended: a signal interrupts the waits for a call, which goes on; an interrupt ends blocking calls,
 * raised by a signal handler or by another thread. */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static parlour_interrupt *stop;
static volatile sig_atomic_t handled;

static void note(int number) {
    (void)number;
    handled = 1;
}

static void raise_it(int number) {
    (void)number;
    int before = errno;
    errno = 123;
    parlour_interrupt_raise(stop);
    handled = errno == 123;
    errno = before;
}

static void on_signal(void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    handled = 0;
}

typedef struct {
    pthread_t thread;
    volatile int over;
} victim;

/* Signals again and again, because the thread may not wait yet when the first one comes. */
static void *signals(void *argument) {
    victim *who = argument;
    while (!__atomic_load_n(&who->over, __ATOMIC_ACQUIRE)) {
        pthread_kill(who->thread, SIGUSR1);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return NULL;
}

#define UNDER_SIGNALS(body)                                                   \
    do {                                                                      \
        victim me_ = {.thread = pthread_self(), .over = 0};                   \
        pthread_t other_;                                                     \
        CHECK(pthread_create(&other_, NULL, signals, &me_) == 0);             \
        body;                                                                 \
        __atomic_store_n(&me_.over, 1, __ATOMIC_RELEASE);                     \
        CHECK(pthread_join(other_, NULL) == 0);                               \
    } while (0)

static void waits_for_a_call(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    const parlour_head *head = NULL;
    order(&at, "{\"delay_ms\": 600000}");
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    on_signal(note, 0);
    UNDER_SIGNALS({
        IS(PARLOUR_INTERRUPTED, parlour_op_next(op, -1, &batch, NULL));
        IS(PARLOUR_INTERRUPTED, parlour_op_next(op, PATIENCE_MS, &batch, NULL));
        IS(PARLOUR_INTERRUPTED, parlour_op_wait_head(op, -1, &head, NULL));
    });
    /* The call goes on; a handler that asks for it leaves waits alone. */
    IS(PARLOUR_WOULD_BLOCK, parlour_op_try_next(op, &batch, NULL));
    on_signal(note, SA_RESTART);
    parlour_queue *queue = NULL;
    OK(parlour_queue_new(&queue, &error));
    UNDER_SIGNALS({
        IS(PARLOUR_INTERRUPTED, parlour_queue_wait(queue, -1));
    });
    CHECK(handled);
    parlour_queue_free(queue);
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    passed("a_signal_interrupts_waits_for_a_call");
}

static void *raise_later(void *argument) {
    place *at = argument;
    IS(PARLOUR_OK, parlour_emulator_wait_requests(at->emulator, 2, PATIENCE_MS));
    parlour_interrupt_raise(stop);
    return NULL;
}

static place shared;
static parlour_options *options;

static void *create(void *argument) {
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_INTERRUPTED, parlour_client_create(shared.client, argument, options, &message, &error));
    CHECK(message == NULL && error == NULL);
    return NULL;
}

static void blocking_calls(void) {
    shared = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_message *message = NULL;
    parlour_answer *answer = NULL;
    OK(parlour_interrupt_new(&stop, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK, parlour_options_set_interrupt(options, stop, NULL));
    order(&shared, "{\"delay_ms\": 600000, \"repeat\": 0}");

    /* Two at once, one of which drives the connections of both. */
    pthread_t threads[3];
    CHECK(pthread_create(&threads[0], NULL, create, request) == 0);
    CHECK(pthread_create(&threads[1], NULL, create, request) == 0);
    CHECK(pthread_create(&threads[2], NULL, raise_later, &shared) == 0);
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(parlour_interrupt_is_raised(stop));
    /* It stays raised: nothing is sent any more. */
    parlour_str get = parlour_str_z("GET"), path = parlour_str_z("/v1/models"), none = parlour_str_z("");
    IS(PARLOUR_INTERRUPTED, parlour_client_request(shared.client, get, path, none, options, &answer, NULL));
    CHECK(parlour_emulator_request_count(shared.emulator) == 2);

    /* Ctrl-C. */
    IS(PARLOUR_OK, parlour_interrupt_reset(stop));
    CHECK(!parlour_interrupt_is_raised(stop));
    on_signal(raise_it, SA_RESTART);
    UNDER_SIGNALS({
        IS(PARLOUR_INTERRUPTED, parlour_client_create(shared.client, request, options, &message, NULL));
    });
    CHECK(handled);

    /* Without it nothing of this. */
    IS(PARLOUR_OK, parlour_interrupt_reset(stop));
    IS(PARLOUR_OK, parlour_emulator_clear(shared.emulator));
    OK(parlour_client_create(shared.client, request, options, &message, &error));
    CHECK(text_is(parlour_message_text(message), "x"));
    parlour_message_free(message);
    parlour_interrupt_raise(stop);
    OK(parlour_client_create(shared.client, request, NULL, &message, &error));
    parlour_message_free(message);
    IS(PARLOUR_OK, parlour_options_set_interrupt(options, NULL, NULL));
    OK(parlour_client_create(shared.client, request, options, &message, &error));
    parlour_message_free(message);

    /* Options keep what they need of it. */
    IS(PARLOUR_OK, parlour_options_set_interrupt(options, stop, NULL));
    parlour_interrupt_free(stop);
    IS(PARLOUR_INTERRUPTED, parlour_client_create(shared.client, request, options, &message, NULL));
    parlour_options_free(options);
    parlour_request_free(request);
    place_free(&shared);
    passed("an_interrupt_ends_blocking_calls");
}

/* Raises the interrupt once the service has so many requests. */
static void *raise_when_asked(void *argument) {
    IS(PARLOUR_OK, parlour_emulator_wait_requests(shared.emulator, *(const uint64_t *)argument, PATIENCE_MS));
    parlour_interrupt_raise(stop);
    return NULL;
}

/* How soon is measured in tests/bench/c/aborts.c. Here the service never answers: nothing else can end the call. */
static void without_an_answer(void) {
    shared = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_message *message = NULL;
    OK(parlour_interrupt_new(&stop, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK, parlour_options_set_interrupt(options, stop, NULL));
    for (uint64_t i = 1; i <= 10; i++) {
        pthread_t other;
        order(&shared, "\"stall_before_headers\"");
        CHECK(pthread_create(&other, NULL, raise_when_asked, &i) == 0);
        IS(PARLOUR_INTERRUPTED, parlour_client_create(shared.client, request, options, &message, NULL));
        CHECK(pthread_join(other, NULL) == 0);
        IS(PARLOUR_OK, parlour_interrupt_reset(stop));
        IS(PARLOUR_OK, parlour_emulator_wait_open_connections(shared.emulator, 0, PATIENCE_MS));
    }
    parlour_interrupt_free(stop);
    parlour_options_free(options);
    parlour_request_free(request);
    place_free(&shared);
    passed("an_interrupt_ends_a_blocking_call_without_an_answer");
}

int main(void) {
    waits_for_a_call();
    without_an_answer();
    blocking_calls();
    return 0;
}
