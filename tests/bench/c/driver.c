/* libparlour in the shared benchmark harness: prints one JSON line about `--kind unary|stream|idle` with `--conc` calls
 * in flight. With 0 or 1 in flight by blocking calls, with more by a queue that epoll watches. It measures and checks
 * nothing but that every answer has its text; the harness chooses the comparisons. */
#include <parlour.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 256, MOST_TIMES = 2000000, WARM_CALLS = 100 };

typedef struct slot {
    parlour_op *op;
    double started, first;
    size_t text;
} slot;

static parlour_client *client;
static parlour_request *warm_up, *measured;
static parlour_queue *queue;
static int poller;
static slot *slots;
static bool streams;
static long events, opened, times, firsts;
static double *took, *took_first;

static const char *argument(int argc, char **argv, const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], name)) return argv[i + 1];
    return otherwise;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static long memory_kb(const char *field) {
    char line[256];
    long kb = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, field, strlen(field)) && line[strlen(field)] == ':') kb = atol(line + strlen(field) + 1);
    if (file) fclose(file);
    return kb;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile_us(double *values, long count, double at) {
    if (!count) return 0;
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[(long)((double)(count - 1) * at + 0.5)] * 1e6;
}

/* The place of the error, because what is in it is only known after the call beside it. */
static void must(parlour_result result, parlour_error *const *error) {
    if (result == PARLOUR_OK) return;
    parlour_str what = parlour_error_display(error ? *error : NULL);
    fprintf(stderr, "driver: %s: %.*s\n", parlour_result_text(result), (int)what.len, what.data);
    exit(1);
}

static parlour_request *request_for(const char *model) {
    parlour_request *request = NULL;
    must(parlour_request_new(parlour_str_z(model), 1024, &request), NULL);
    must(parlour_request_add_user_text(request, parlour_str_z("Hello! Please tell me something about foxes and dogs."),
                                       NULL),
         NULL);
    return request;
}

/* The content of a file, to be freed. */
static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "driver: %s cannot be read\n", path);
        exit(1);
    }
    *len = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*len + 1);
    if (!text || fread(text, 1, *len, file) != *len) exit(1);
    fclose(file);
    return text;
}

/* A request with the messages of a file, a JSON object whose one member they are. */
static parlour_request *request_of(const char *model, const char *path) {
    size_t len = 0, room;
    char *text = read_file(path, &len), *body;
    parlour_request *request = NULL;
    parlour_error *error = NULL;
    room = len + 256;
    body = malloc(room);
    if (!body) exit(1);
    int head = snprintf(body, room, "{\"model\":\"%s\",\"max_tokens\":1024,", model);
    memcpy(body + head, text + 1, len - 1);
    must(parlour_request_from_json((parlour_str){body, (size_t)head + len - 1}, &request, &error), &error);
    free(body);
    free(text);
    return request;
}

static void begin(slot *of) { *of = (slot){.started = now()}; }

static void end(slot *of, bool record) {
    if (!of->text) {
        fputs("driver: an answer without text\n", stderr);
        exit(1);
    }
    if (!record) return;
    double at = now();
    if (times < MOST_TIMES) took[times++] = at - of->started;
    if (streams && firsts < MOST_TIMES) took_first[firsts++] = of->first - of->started;
}

/* Visits each event, as a program that shows the text does. */
static void visit(slot *of, const parlour_batch *batch) {
    const parlour_event *each = parlour_batch_events(batch);
    for (size_t i = 0, len = parlour_batch_len(batch); i < len; i++, each = parlour_event_next(each)) {
        if (each->delta != PARLOUR_DELTA_TEXT) continue;
        if (!of->text) {
            of->first = now();
            opened++;
        }
        of->text += each->text.len;
        events++;
    }
}

/* --- One call after another */

static void one_whole(const parlour_request *request, bool record) {
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    begin(&slots[0]);
    must(parlour_client_create(client, request, NULL, &message, &error), &error);
    slots[0].text = parlour_message_text(message).len;
    parlour_message_free(message);
    end(&slots[0], record);
}

static void one_stream(const parlour_request *request, bool record) {
    parlour_error *error = NULL;
    parlour_batch *batch = NULL;
    parlour_message *message = NULL;
    parlour_result result;
    slot *of = &slots[0];
    begin(of);
    must(parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &of->op, &error), &error);
    while ((result = parlour_op_next(of->op, -1, &batch, &error)) == PARLOUR_OK) {
        visit(of, batch);
        parlour_batch_free(batch);
    }
    if (result != PARLOUR_END) must(result, &error);
    must(parlour_op_message(of->op, &message, &error), &error);
    of->text = parlour_message_text(message).len;
    parlour_message_free(message);
    parlour_op_free(of->op);
    end(of, record);
}

static void one(const parlour_request *request, bool record) {
    (streams ? one_stream : one_whole)(request, record);
}

/* --- Many at once */

static void submit(size_t index, const parlour_request *request) {
    parlour_error *error = NULL;
    uint32_t mode = streams ? PARLOUR_MODE_STREAM : PARLOUR_MODE_WHOLE;
    begin(&slots[index]);
    must(parlour_client_submit(client, queue, request, NULL, mode, index, &slots[index].op, &error), &error);
}

static void finish(slot *of, bool record) {
    parlour_error *error = NULL;
    parlour_message *message = NULL;
    must(parlour_op_message(of->op, &message, &error), &error);
    of->text = parlour_message_text(message).len;
    parlour_message_free(message);
    parlour_op_free(of->op);
    end(of, record);
}

/* Drains the queue, waiting at most 100 ms for a completion; gives the calls that ended into `ended`. */
static size_t turn(size_t *ended, bool record) {
    static parlour_completion completions[AT_ONCE];
    struct epoll_event ready;
    size_t count = 0, over = 0;
    if (epoll_wait(poller, &ready, 1, 100) < 1) return 0;
    must(parlour_queue_drain(queue, completions, AT_ONCE, &count), NULL);
    for (size_t i = 0; i < count; i++) {
        slot *of = &slots[completions[i].token];
        if (completions[i].batch) {
            visit(of, completions[i].batch);
            parlour_batch_free(completions[i].batch);
        }
        if (completions[i].kind == PARLOUR_COMPLETION_FAILED) must(PARLOUR_FAILED, &completions[i].error);
        if (completions[i].kind != PARLOUR_COMPLETION_END) continue;
        finish(of, record);
        ended[over++] = (size_t)completions[i].token;
    }
    return over;
}

/* Keeps that many calls in flight until the time is over, and then waits for the last. */
static long many(size_t count, const parlour_request *request, double until, bool record) {
    size_t ended[AT_ONCE], live = count;
    long calls = 0;
    for (size_t i = 0; i < count; i++) submit(i, request);
    while (live > 0) {
        size_t over = turn(ended, record);
        for (size_t i = 0; i < over; i++) {
            calls++;
            if (now() < until)
                submit(ended[i], request);
            else
                live--;
        }
    }
    return calls;
}

/* Opens slow streams and leaves them open; gives the memory before. */
static long open_all(size_t count) {
    size_t ended[AT_ONCE];
    long before = memory_kb("VmRSS");
    for (size_t i = 0; i < count; i++) submit(i, measured);
    for (double until = now() + 3; now() < until;) turn(ended, false);
    return before;
}

int main(int argc, char **argv) {
    const char *kind = argument(argc, argv, "--kind", "unary");
    double limit = atof(argument(argc, argv, "--secs", "1"));
    size_t conc = (size_t)atoi(argument(argc, argv, "--conc", "0")), count = conc ? conc : 1;
    bool idle = !strcmp(kind, "idle"), blocking = conc < 2 && !idle;
    const char *model = argument(argc, argv, "--model", "mock-s600");
    char extra[160] = "";
    long calls = 0;
    parlour_config *config = NULL;
    parlour_error *error = NULL;

    streams = strcmp(kind, "unary") != 0;
    slots = calloc(count, sizeof *slots);
    took = malloc(MOST_TIMES * sizeof *took);
    took_first = malloc(MOST_TIMES * sizeof *took_first);
    must(parlour_config_new(&config), NULL);
    must(parlour_config_set_use_env(config, false, NULL), NULL);
    must(parlour_config_set_api_key(config, parlour_str_z("sk-test"), NULL), NULL);
    must(parlour_config_set_base_url(config, parlour_str_z(argument(argc, argv, "--base", "http://127.0.0.1:18080")),
                                     NULL),
         NULL);
    const char *ca = argument(argc, argv, "--ca", ""), *input = argument(argc, argv, "--input", "");
    if (*ca) {
        size_t len = 0;
        char *pem = read_file(ca, &len);
        must(parlour_config_add_ca_pem(config, (parlour_str){pem, len}, &error), &error);
        free(pem);
    }
    const char *workers = getenv("PARLOUR_BENCH_WORKERS");
    if (workers != NULL)
        must(parlour_runtime_set(parlour_str_z("worker_threads"), parlour_str_z(workers), &error), &error);
    must(parlour_client_new(config, &client, &error), &error);
    parlour_config_free(config);
    /* The service of the benchmark refuses a request that is shorter than the model of a large one says. */
    warm_up = request_for(streams ? "mock-e20" : *input ? "mock-s600" : model);
    measured = *input ? request_of(model, input) : request_for(model);
    if (!blocking) {
        must(parlour_queue_new(&queue, &error), &error);
        struct epoll_event want = {.events = EPOLLIN};
        poller = epoll_create1(EPOLL_CLOEXEC);
        if (epoll_ctl(poller, EPOLL_CTL_ADD, parlour_queue_fd(queue), &want)) return 1;
    }

    if (blocking)
        for (int i = 0; i < (streams ? 1 : WARM_CALLS); i++) one(warm_up, false);
    else if (!idle)
        many(count, warm_up, 0, false);
    if (idle) {
        long before = open_all(count);
        if (opened < (long)count) {
            printf("{\"skip\":\"only %ld of %zu streams opened\"}\n", opened, count);
            return 0;
        }
        snprintf(extra, sizeof extra, ",\"rss_before_kb\":%ld,\"rss_kb\":%ld,\"streams\":%zu", before,
                 memory_kb("VmRSS"), count);
    }

    struct rusage at_start, at_end;
    events = 0;
    getrusage(RUSAGE_SELF, &at_start);
    double start = now(), until = start + limit;
    if (idle) {
        size_t ended[AT_ONCE];
        while (now() < until) turn(ended, false);
        calls = events;
    } else if (blocking) {
        do {
            one(measured, true);
            calls++;
        } while (now() < until);
    } else {
        calls = many(count, measured, until, true);
    }
    double wall = now() - start;
    getrusage(RUSAGE_SELF, &at_end);
    printf("{\"ops\":%ld,\"events\":%ld,\"wall_s\":%.6f,\"user_s\":%.6f,\"sys_s\":%.6f,\"p50_us\":%.1f,\"p99_us\":%.1f,"
           "\"ttfe_us\":%.1f,\"hwm_kb\":%ld%s}\n",
           calls, events, wall, seconds(at_end.ru_utime) - seconds(at_start.ru_utime),
           seconds(at_end.ru_stime) - seconds(at_start.ru_stime), quantile_us(took, times, 0.5),
           quantile_us(took, times, 0.99), quantile_us(took_first, firsts, 0.5), memory_kb("VmHWM"), extra);
    fflush(stdout);
    /* Open streams end with the process. */
    _exit(0);
}
