/* How soon giving up takes effect: cancelling a call that another thread waits for, alone and in a queue; an interrupt
 * of a blocking call, and of a tool that a run waits for.
 *
 * aborts.sh builds and runs it. The service says nothing more, so that nothing else can end a wait. The median of all
 * rounds is held to the bound: time of the clock, for an idle machine. Fails if a row breaks its bound. */
#include <parlour.h>
#include <parlour_emulator.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 1000, PATIENCE_MS = 20000 };

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)
#define OK(call) CHECK((call) == PARLOUR_OK)

static parlour_emulator *emulator;
static parlour_client *client;
static parlour_request *request;
static parlour_options *options;
static parlour_interrupt *stop;
static parlour_op *op;
static parlour_queue *queue;
static long long began, told;

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void rest(long milliseconds) {
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

static void reply(const char *script) {
    OK(parlour_emulator_clear(emulator));
    OK(parlour_emulator_script_json(emulator, parlour_str_z(script), NULL));
}

/* Waits until the call is under way and its caller waits, and starts the measurement. */
static void under_way(void) {
    OK(parlour_emulator_wait_requests(emulator, 1, PATIENCE_MS));
    rest(20);
    began = microseconds();
}

static void *cancels(void *unused) {
    (void)unused;
    under_way();
    parlour_op_cancel(op);
    return NULL;
}

static void *interrupts(void *unused) {
    (void)unused;
    under_way();
    parlour_interrupt_raise(stop);
    return NULL;
}

/* Microseconds until `wait` came back. */
static long long until_back(void *(*other)(void *), void (*wait)(void)) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, other, NULL) == 0);
    wait();
    long long back = microseconds();
    CHECK(pthread_join(thread, NULL) == 0);
    return back - began;
}

static void next_of_call(void) {
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    while (parlour_op_next(op, -1, &batch, &error) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CANCELLED);
    parlour_error_free(error);
}

static void failure_in_queue(void) {
    for (bool open = true; open;) {
        parlour_completion found;
        size_t count = 0;
        OK(parlour_queue_wait(queue, PATIENCE_MS));
        OK(parlour_queue_drain(queue, &found, 1, &count));
        if (count == 1) {
            open = found.kind != PARLOUR_COMPLETION_FAILED;
            CHECK(open || parlour_error_kind(found.error) == PARLOUR_KIND_CANCELLED);
            parlour_batch_free(found.batch);
            parlour_error_free(found.error);
        }
    }
}

static void blocking_call(void) {
    parlour_message *message = NULL;
    CHECK(parlour_client_create(client, request, options, &message, NULL) == PARLOUR_INTERRUPTED);
}

static long long cancel_call(void) {
    reply("[\"stall_mid_stream\"]");
    OK(parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, NULL));
    long long took = until_back(cancels, next_of_call);
    parlour_op_free(op);
    return took;
}

static long long cancel_in_queue(void) {
    reply("[\"stall_mid_stream\"]");
    OK(parlour_queue_new(&queue, NULL));
    OK(parlour_client_submit(client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &op, NULL));
    long long took = until_back(cancels, failure_in_queue);
    parlour_op_free(op);
    parlour_queue_free(queue);
    return took;
}

static long long interrupt_call(void) {
    reply("[\"stall_before_headers\"]");
    long long took = until_back(interrupts, blocking_call);
    OK(parlour_interrupt_reset(stop));
    return took;
}

static atomic_bool returned;

/* Raises the interrupt of its run, and records when it is cancelled. */
static void wait_tool(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    (void)user;
    began = microseconds();
    parlour_interrupt_raise(stop);
    while (!parlour_tool_call_is_cancelled(call)) {
        rest(1);
    }
    told = microseconds();
    OK(parlour_tool_result_set_text(result, parlour_str_z("late"), false));
    atomic_store(&returned, true);
}

static long long interrupt_tool(void) {
    parlour_tools *tools = NULL;
    parlour_tool_run *run = NULL;
    parlour_message *message = NULL;
    reply("[{\"json\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{"
          "\"type\":"
          "\"tool_use\",\"id\":\"a\",\"name\":\"wait\",\"input\":{}}],\"stop_reason\":\"tool_use\",\"stop_sequence\":"
          "null,"
          "\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}}]");
    OK(parlour_tools_new(&tools));
    OK(parlour_tools_add(tools, parlour_str_z("wait"), parlour_str_z("Waits."), parlour_str_z("{\"type\":\"object\"}"),
                         wait_tool, NULL, NULL, NULL));
    OK(parlour_tool_run_new(client, request, tools, options, &run, NULL));
    OK(parlour_tool_run_next(run, &message, NULL));
    parlour_message_free(message);
    atomic_store(&returned, false);
    CHECK(parlour_tool_run_next(run, &message, NULL) == PARLOUR_INTERRUPTED);
    long long back = microseconds();
    while (!atomic_load(&returned)) {
        rest(1);
    }
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    OK(parlour_interrupt_reset(stop));
    return (back > told ? back : told) - began;
}

static int by_size(const void *one, const void *other) {
    long long a = *(const long long *)one, b = *(const long long *)other;
    return (a > b) - (a < b);
}

static bool row(const char *name, long long (*measured)(void), int rounds, long long bound) {
    long long took[MOST];
    for (int i = 0; i < rounds; i++) {
        took[i] = measured();
    }
    qsort(took, (size_t)rounds, sizeof took[0], by_size);
    bool holds = took[rounds / 2] < bound;
    printf("%-22s median %lld us, best %lld us (< %lld us)  %s\n", name, took[rounds / 2], took[0], bound,
           holds ? "holds" : "BROKEN");
    return holds;
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 20;
    parlour_config *config = NULL;
    CHECK(rounds > 0 && rounds <= MOST);
    OK(parlour_emulator_start(parlour_str_z(""), &emulator, NULL));
    OK(parlour_config_new(&config));
    OK(parlour_config_set_use_env(config, false, NULL));
    OK(parlour_config_set_base_url(config, parlour_emulator_url(emulator), NULL));
    OK(parlour_config_set_api_key(config, parlour_emulator_api_key(emulator), NULL));
    OK(parlour_config_set_vendor(config, parlour_str_z("svc"), NULL));
    OK(parlour_config_set_max_retries(config, 0, NULL));
    OK(parlour_client_new(config, &client, NULL));
    parlour_config_free(config);
    OK(parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request));
    OK(parlour_request_add_user_text(request, parlour_str_z("Count to 3."), NULL));
    OK(parlour_interrupt_new(&stop, NULL));
    OK(parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, stop, NULL));
    bool held = row("cancel_call", cancel_call, rounds, 10000);
    held &= row("cancel_in_queue", cancel_in_queue, rounds, 10000);
    held &= row("interrupt_call", interrupt_call, rounds, 100000);
    held &= row("interrupt_tool", interrupt_tool, rounds, 100000);
    parlour_options_free(options);
    parlour_interrupt_free(stop);
    parlour_request_free(request);
    parlour_client_free(client);
    parlour_emulator_free(emulator);
    return held ? 0 : 1;
}
