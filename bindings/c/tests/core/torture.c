/* One call to the system fails at a time, as in libcurl's torture tests. The call that wanted it is an error of the
 * library that names what was short, nothing is printed, and the next call succeeds. Each failure has its own process;
 * the emulator lives in the one that starts them. */
#include "../../../../tests/torture/torture.c"
#include "endpoints.h"

#include <sys/wait.h>

enum { MOST = 60, LARGE_TEXT = 4100000, ROWS = 3 };

typedef struct {
    parlour_client *client;
    const char *source, *copy, *journal;
} program;

typedef parlour_result (*scenario_fn)(const program *mine, parlour_error **error);

static parlour_result create(const program *mine, parlour_error **error) {
    parlour_request *request = asking("say hi");
    parlour_message *message = NULL;
    parlour_result code = parlour_client_create(mine->client, request, NULL, &message, error);
    parlour_request_free(request);
    CHECK(code != PARLOUR_OK || text_has(parlour_message_text(message), "hi"));
    parlour_message_free(message);
    return code;
}

static parlour_result large(const program *mine, parlour_error **error) {
    parlour_request *request = asking("say hi");
    parlour_message *message = NULL;
    parlour_result code = parlour_client_create(mine->client, request, NULL, &message, error);
    parlour_request_free(request);
    CHECK(code != PARLOUR_OK || parlour_message_json(message).len > LARGE_TEXT);
    parlour_message_free(message);
    return code;
}

/* Reads what is submitted to its end. */
static parlour_result read_all(parlour_op *op, size_t *bytes, parlour_error **error) {
    parlour_batch *batch = NULL;
    parlour_result code;
    while ((code = parlour_op_next(op, PATIENCE_MS, &batch, error)) == PARLOUR_OK) {
        for (size_t at = 0; at < parlour_batch_len(batch); at++) {
            const parlour_event *event = parlour_batch_at(batch, at);
            *bytes += event->kind == PARLOUR_EVENT_CHUNK ? 1 : event->text.len;
        }
        parlour_batch_free(batch);
    }
    parlour_op_free(op);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

static parlour_result stream(const program *mine, parlour_error **error) {
    parlour_request *request = asking("say hi");
    parlour_op *op = NULL;
    size_t bytes = 0;
    parlour_result code = parlour_client_submit(mine->client, NULL, request, NULL, PARLOUR_MODE_STREAM, 7, &op, error);
    parlour_request_free(request);
    if (code == PARLOUR_OK) {
        code = read_all(op, &bytes, error);
    }
    CHECK(code != PARLOUR_OK || bytes > 0);
    return code;
}

static parlour_result call_of(const program *mine, parlour_endpoint *call, const char *says, parlour_error **error) {
    parlour_answer *answer = NULL;
    parlour_result code = parlour_client_call(mine->client, call, NULL, &answer, error);
    parlour_endpoint_free(call);
    CHECK(code != PARLOUR_OK || text_has(AT(answer), says));
    parlour_answer_free(answer);
    return code;
}

static parlour_result file(const program *mine, parlour_error **error) {
    parlour_upload *upload = NULL;
    parlour_endpoint *call = NULL;
    parlour_result code = parlour_upload_path(parlour_str_z(mine->source), &upload, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_upload(upload, &call, error);
        parlour_upload_free(upload);
    }
    return code == PARLOUR_OK ? call_of(mine, call, "\"size_bytes\":300000", error) : code;
}

static parlour_result save(const program *mine, parlour_error **error) {
    parlour_endpoint *call = NULL;
    OK(parlour_endpoint_download(parlour_str_z("file_1"), parlour_str_z(mine->copy), &call, &error));
    return call_of(mine, call, "{\"size_bytes\":4}", error);
}

static parlour_result batches(const program *mine, parlour_error **error) {
    parlour_batch_run *run = NULL;
    parlour_endpoint *call = NULL;
    parlour_op *op = NULL;
    size_t count = 0;
    parlour_result code = parlour_batch_run_open(parlour_str_z(mine->journal), 1, 0, 1, 1, 0, &run, error);
    for (int row = 0; code == PARLOUR_OK && row < ROWS; row++) {
        char id[16];
        bool full = false;
        snprintf(id, sizeof id, "row-%d", row);
        parlour_request *request = asking(id);
        code = parlour_batch_run_add(run, parlour_str_z(id), request, &full, error);
        parlour_request_free(request);
        if (code == PARLOUR_OK && full) {
            OK(parlour_batch_run_submit(run, &call, &error));
            code = call_of(mine, call, "[", error);
        }
    }
    if (code == PARLOUR_OK) {
        OK(parlour_batch_run_results(run, &call, &error));
        code = parlour_client_submit_call(mine->client, NULL, call, NULL, PARLOUR_MODE_STREAM, 0, &op, error);
        parlour_endpoint_free(call);
    }
    parlour_batch_run_free(run);
    if (code == PARLOUR_OK) {
        code = read_all(op, &count, error);
    }
    CHECK(code != PARLOUR_OK || count == ROWS);
    return code;
}

static const struct {
    const char *name;
    scenario_fn run;
    const char *calls[9];
} SCENARIOS[] = {
    {"create", create, {"pthread_create", "socket", "epoll_create1", "epoll_ctl", "eventfd", "send", NULL}},
    {"stream", stream, {"pthread_create", "socket", "epoll_create1", "epoll_ctl", "eventfd", "send", NULL}},
    {"file", file, {"pthread_create", "open", "pread", NULL}},
    {"large", large, {"allocate", NULL}},
    {"save", save, {"pthread_create", "open", "write", "sync", "rename", NULL}},
    {"batches", batches, {"open", "write", "sync", NULL}},
};

static const char *short_of(const char *call) {
    static const char *const SHORT[][2] = {
        {"pthread_create", "no thread can be started"}, {"socket", "no file descriptor is left"},
        {"epoll_create1", "no file descriptor is left"}, {"epoll_ctl", "no memory is left"},
        {"eventfd", "no file descriptor is left"},       {"open", "no file descriptor is left"},
        {"send", "no memory is left"},                   {"pread", "no memory is left"},
        {"allocate", "no memory is left"},               {"write", "No space left on device"},
        {"sync", "Input/output error"},                  {"rename", "Input/output error"},
    };
    for (size_t at = 0; at < sizeof SHORT / sizeof *SHORT; at++) {
        if (strcmp(SHORT[at][0], call) == 0) {
            return SHORT[at][1];
        }
    }
    return "nothing";
}

static void write_file(const char *path, const char *what, size_t times) {
    FILE *out = fopen(path, "w");
    CHECK(out != NULL);
    while (times-- > 0) {
        CHECK(fputs(what, out) >= 0);
    }
    CHECK(fclose(out) == 0);
}

static bool file_is(const char *path, const char *what) {
    char held[16] = "";
    FILE *in = fopen(path, "r");
    CHECK(in != NULL);
    size_t length = fread(held, 1, sizeof held - 1, in);
    CHECK(fclose(in) == 0);
    return length == strlen(what) && strcmp(held, what) == 0;
}

static void is_the_failure(const char *scenario, const char *call, const program *mine, const parlour_error *error) {
    parlour_str text = parlour_error_display(error);
    bool local = strcmp(call, "write") == 0 || strcmp(call, "sync") == 0 || strcmp(call, "rename") == 0;
    /* An answer that had begun is billed: it is not asked for again without a word of the program. */
    bool repeats = !local && strcmp(call, "allocate") != 0;
    if (!text_has(text, short_of(call)) || text_has(text, "please report it") ||
        parlour_error_is_retryable(error) != repeats ||
        !text_is(parlour_error_subkind(error), local ? "local_file" : "resources")) {
        fprintf(stderr, "%s, %s: " PARLOUR_STR_FORMAT "\n", scenario, call, PARLOUR_STR_ARG(text));
        exit(1);
    }
    /* Only the last step, the entry in the folder, comes after the file has its place. */
    if (strcmp(scenario, "save") == 0) {
        CHECK(file_is(mine->copy, text_has(text, "was written, but") ? "new!" : "earlier"));
    }
}

/* Runs the scenario again, as often as a user would whose run of batches is in doubt; says what is missing to the
 * journal. */
static void goes_on(scenario_fn run, const program *mine) {
    for (int doubts = 0;; doubts++) {
        parlour_error *error = NULL;
        if (run(mine, &error) == PARLOUR_OK) {
            return;
        }
        char message[4096];
        snprintf(message, sizeof message, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(parlour_error_message(error)));
        const char *from = strstr(message, " the line "), *to = strstr(message, " if it is of this run");
        if (doubts == ROWS || from == NULL || to == NULL || !text_is(parlour_error_subkind(error), "batch_in_doubt")) {
            fprintf(stderr, "it does not go on: %s\n", message);
            exit(1);
        }
        parlour_error_free(error);
        FILE *journal = fopen(mine->journal, "a");
        from += strlen(" the line ");
        CHECK(journal != NULL && fprintf(journal, "%.*s\n", (int)(to - from), from) > 0 && fclose(journal) == 0);
    }
}

/* The process in which one call fails: exit code 0 if it failed, 3 if it did no harm, 4 if it was not made. */
static int child(char **given) {
    const char *scenario = given[1], *call = given[2];
    program mine = {NULL, given[6], given[7], given[8]};
    parlour_config *config = NULL;
    parlour_error *error = NULL;
    scenario_fn run = NULL;
    long number = atol(given[3]);
    for (size_t at = 0; at < sizeof SCENARIOS / sizeof *SCENARIOS; at++) {
        run = strcmp(SCENARIOS[at].name, scenario) == 0 ? SCENARIOS[at].run : run;
    }
    CHECK(run != NULL);
    IS(PARLOUR_OK, parlour_config_new(&config));
    IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_retries(config, 0, NULL));
    IS(PARLOUR_OK, parlour_config_set_base_url(config, parlour_str_z(given[4]), NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(config, parlour_str_z(given[5]), NULL));
    OK(parlour_client_new(config, &mine.client, &error));
    parlour_config_free(config);
    /* A buffer that finds no room to double takes what it needs: memory is short for longer than one call. */
    torture_arm("libparlour", call, number, strcmp(call, "allocate") == 0);
    parlour_result code = run(&mine, &error);
    long seen = torture_disarm();
    if (code != PARLOUR_OK) {
        CHECK(code == PARLOUR_FAILED);
        is_the_failure(scenario, call, &mine, error);
        parlour_error_free(error);
    }
    goes_on(run, &mine);
    parlour_client_free(mine.client);
    return seen < number ? 4 : code == PARLOUR_OK ? 3 : 0;
}

/* Starts the process, and gives its exit code. Any output is a failure. */
static int run_child(char **arguments) {
    int pipes[2], status;
    char printed[4096];
    ssize_t count;
    size_t length = 0;
    CHECK(pipe(pipes) == 0);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        dup2(pipes[1], 1);
        dup2(pipes[1], 2);
        close(pipes[0]);
        close(pipes[1]);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    close(pipes[1]);
    while ((count = read(pipes[0], printed + length, sizeof printed - 1 - length)) > 0) {
        length += (size_t)count;
    }
    close(pipes[0]);
    printed[length] = '\0';
    CHECK(waitpid(pid, &status, 0) == pid);
    if (length > 0 || !WIFEXITED(status)) {
        fprintf(stderr, "%s, %s number %s: status %d: %s\n", arguments[1], arguments[2], arguments[3], status, printed);
        exit(1);
    }
    return WEXITSTATUS(status);
}

static void torture(const place *at, const char *scenario, const char *call, char *const files[3]) {
    static char url[128], key[128], script[LARGE_TEXT + 256];
    parlour_str made = parlour_emulator_url(at->emulator), secret = parlour_emulator_api_key(at->emulator);
    snprintf(script, sizeof script, "%.*s", (int)made.len, made.data);
    const char *port = strrchr(script, ':');
    CHECK(port != NULL);
    /* A name, so that it is looked up on a thread. */
    snprintf(url, sizeof url, "http://localhost%s", port);
    snprintf(key, sizeof key, "%.*s", (int)secret.len, secret.data);
    int failed = 0;
    for (int number = 1;; number++) {
        char count[16];
        char *arguments[] = {"torture", (char *)scenario, (char *)call, count,    url,
                             key,       files[0],         files[1],     files[2], NULL};
        CHECK(number < MOST);
        snprintf(count, sizeof count, "%d", number);
        parlour_emulator_clear(at->emulator);
        write_file(files[1], "earlier", 1);
        write_file(files[2], "", 0);
        for (int twice = 0; twice < 2; twice++) {
            if (strcmp(scenario, "large") == 0) {
                size_t length = (size_t)sprintf(script, "%s",
                                                "{\"json\":{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\","
                                                "\"content\":[{\"type\":\"text\",\"text\":\"");
                memset(script + length, 'x', LARGE_TEXT);
                strcpy(script + length + LARGE_TEXT, "\"}]}}");
                order(at, script);
            } else if (strcmp(scenario, "save") == 0) {
                order(at, "{\"text\":\"new!\"}");
            }
        }
        int code = run_child(arguments);
        CHECK(code == 0 || code == 3 || code == 4);
        failed += code == 0;
        if (code == 4) {
            break;
        }
    }
    if (failed == 0) {
        fprintf(stderr, "%s never missed %s\n", scenario, call);
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        return child(argv);
    }
    char folder[] = "/tmp/parlour-torture-XXXXXX", source[64], copy[64], journal[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(source, sizeof source, "%s/source", folder);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(journal, sizeof journal, "%s/journal", folder);
    write_file(source, "abc", 100000);
    place at = place_new(NULL);
    char *files[] = {source, copy, journal};
    for (size_t which = 0; which < sizeof SCENARIOS / sizeof *SCENARIOS; which++) {
        for (const char *const *call = SCENARIOS[which].calls; *call != NULL; call++) {
            torture(&at, SCENARIOS[which].name, *call, files);
        }
    }
    place_free(&at);
    CHECK(unlink(source) == 0 && unlink(copy) == 0 && unlink(journal) == 0 && rmdir(folder) == 0);
    passed("each_call_to_the_system_fails_in_turn");
    return 0;
}
