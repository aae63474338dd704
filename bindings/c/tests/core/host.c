/* Functions of the host that the library calls (credentials, log records, stop reasons), and the library's threads. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

typedef struct {
    atomic_int asked, refused, freed;
    const char *answers;
} vault;

static void from_vault(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    vault *mine = user;
    int asked = atomic_fetch_add(&mine->asked, 1);
    CHECK(attempt >= 1);
    if (after_refusal) {
        atomic_fetch_add(&mine->refused, 1);
    }
    char answer = mine->answers[(size_t)asked < strlen(mine->answers) ? (size_t)asked : strlen(mine->answers) - 1];
    switch (answer) {
    case 'k': IS(PARLOUR_OK, parlour_credential_set_api_key(credential, parlour_str_z("test-key"))); break;
    case 't': IS(PARLOUR_OK, parlour_credential_set_auth_token(credential, parlour_str_z("test-key"))); break;
    case 'w': IS(PARLOUR_OK, parlour_credential_set_api_key(credential, parlour_str_z("wrong"))); break;
    case 'b': IS(PARLOUR_OK, parlour_credential_set_api_key(credential, parlour_str_z("bad\nkey"))); break;
    case 'f': IS(PARLOUR_OK, parlour_credential_fail(credential, parlour_str_z("the vault is locked"))); break;
    default: break;
    }
}

static void close_vault(void *user) {
    vault *mine = user;
    atomic_fetch_add(&mine->freed, 1);
}

static void a_function_gives_the_credential(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    static const struct {
        const char *answers;
        parlour_result result;
        int asked, refused;
        const char *says;
    } cases[] = {
        {"k", PARLOUR_OK, 1, 0, ""},
        {"t", PARLOUR_OK, 1, 0, ""},
        {"wk", PARLOUR_OK, 2, 1, ""},
        {"ww", PARLOUR_FAILED, 2, 1, "credential"},
        {"f", PARLOUR_FAILED, 1, 0, "the vault is locked"},
        {"b", PARLOUR_FAILED, 1, 0, "cannot"},
        {"-", PARLOUR_FAILED, 1, 0, "gave no credential"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int style = 0; style < 2; style++) {
            vault mine = {0, 0, 0, cases[i].answers};
            parlour_client *client = NULL;
            parlour_message *message = NULL;
            parlour_error *error = NULL;
            parlour_config *config = NULL;
            IS(PARLOUR_OK, parlour_config_new(&config));
            IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
            IS(PARLOUR_OK, parlour_config_set_base_url(config, parlour_emulator_url(at.emulator), NULL));
            IS(PARLOUR_OK, parlour_config_set_credential_fn(config, from_vault, &mine, close_vault, NULL));
            OK(parlour_client_new(config, &client, &error));
            parlour_config_free(config);
            CHECK(mine.freed == 0 && mine.asked == 0);
            parlour_result result;
            if (style == 0) {
                result = parlour_client_create(client, request, NULL, &message, &error);
            } else {
                parlour_op *op = NULL;
                parlour_batch *batch = NULL;
                OK(parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
                while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
                    parlour_batch_free(batch);
                }
                result = result == PARLOUR_END ? PARLOUR_OK : result;
                parlour_op_free(op);
            }
            IS(cases[i].result, result);
            CHECK(text_has(parlour_error_display(error), cases[i].says));
            CHECK(mine.asked == cases[i].asked && mine.refused == cases[i].refused);
            parlour_message_free(message);
            parlour_error_free(error);
            parlour_client_free(client);
            /* The last to hold it may be a thread of the library that is just leaving. */
            for (int wait = 0; wait < PATIENCE_MS && mine.freed == 0; wait++) {
                struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
                nanosleep(&pause, NULL);
            }
            CHECK(mine.freed == 1);
        }
    }
    /* Another credential in its place ends the life of the pointer at once; refused arguments retain nothing. */
    vault mine = {0, 0, 0, "k"};
    IS(PARLOUR_NULL_ARGUMENT, parlour_config_set_credential_fn(at.config, NULL, &mine, close_vault, NULL));
    CHECK(mine.freed == 0);
    IS(PARLOUR_OK, parlour_config_set_credential_fn(at.config, from_vault, &mine, close_vault, NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(at.config, parlour_str_z("k"), NULL));
    CHECK(mine.freed == 1);
    parlour_request_free(request);
    place_free(&at);
    passed("a_function_gives_the_credential");
}

typedef struct {
    atomic_int asked;
    bool wrong_url;
} signer;

static void sign(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    signer *mine = user;
    parlour_str body, name, value;
    char signature[64];
    bool typed = false;
    CHECK(attempt == 1 && !after_refusal && atomic_fetch_add(&mine->asked, 1) == 0);
    CHECK(text_is(parlour_credential_method(credential), "POST"));
    CHECK(text_has(parlour_credential_url(credential), "/v1/messages"));
    IS(PARLOUR_OK, parlour_credential_body(credential, &body));
    CHECK(text_has(body, "say x"));
    for (size_t at = 0; at < parlour_credential_header_count(credential); at++) {
        IS(PARLOUR_OK, parlour_credential_header_at(credential, at, &name, &value));
        typed = typed || (text_is(name, "content-type") && text_is(value, "application/json"));
    }
    CHECK(typed);
    IS(PARLOUR_NOT_FOUND, parlour_credential_header_at(credential, 999, &name, &value));
    snprintf(signature, sizeof signature, "signature-of-%zu-bytes", body.len);
    IS(PARLOUR_OK, parlour_credential_add_header(credential, parlour_str_z("x-signature"), parlour_str_z(signature)));
    IS(PARLOUR_OK, parlour_credential_set_valid_for_ms(credential, 3600000));
    IS(PARLOUR_OK, parlour_credential_set_auth_token(credential, parlour_str_z("test-key")));
    if (mine->wrong_url) {
        IS(PARLOUR_OK, parlour_credential_set_url(credential, parlour_str_z("http://127.0.0.1:9/elsewhere")));
    }
}

static void a_function_signs_what_is_sent(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    for (int wrong = 0; wrong < 2; wrong++) {
        signer mine = {0, wrong == 1};
        parlour_config *config = NULL;
        parlour_client *client = NULL;
        parlour_message *message = NULL;
        parlour_error *error = NULL;
        parlour_str seen;
        IS(PARLOUR_OK, parlour_config_new(&config));
        IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
        IS(PARLOUR_OK, parlour_config_set_base_url(config, parlour_emulator_url(at.emulator), NULL));
        IS(PARLOUR_OK, parlour_config_set_credential_fn(config, sign, &mine, NULL, NULL));
        OK(parlour_client_new(config, &client, &error));
        parlour_config_free(config);
        if (wrong) {
            IS(PARLOUR_FAILED, parlour_client_create(client, request, NULL, &message, &error));
            CHECK(text_has(parlour_error_display(error), "for one request"));
            parlour_error_free(error);
        } else {
            /* It is kept: the second call does not ask. */
            for (int call = 0; call < 2; call++) {
                OK(parlour_client_create(client, request, NULL, &message, &error));
                parlour_message_free(message);
            }
            IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &seen));
            CHECK(text_has(seen, "signature-of-"));
        }
        CHECK(mine.asked == 1);
        parlour_client_free(client);
    }
    CHECK(parlour_credential_header_count(NULL) == 0 && parlour_credential_url(NULL).len == 0);
    CHECK(parlour_emulator_request_count(at.emulator) == 2);
    parlour_request_free(request);
    place_free(&at);
    passed("a_function_signs_what_is_sent");
}

typedef struct {
    atomic_int records, warnings, secrets, freed;
} journal;

static void give_back(void *user) {
    atomic_fetch_add(&((journal *)user)->freed, 1);
}

static void write_down(void *user, uint32_t level, parlour_str message, parlour_str fields_json) {
    journal *mine = user;
    CHECK(message.len > 0 && fields_json.data[0] == '{');
    atomic_fetch_add(&mine->records, 1);
    atomic_fetch_add(&mine->warnings, level <= PARLOUR_LOG_WARN);
    atomic_fetch_add(&mine->secrets, text_has(fields_json, "test-key"));
}

static void failing_stream(const place *at, parlour_queue *queue) {
    parlour_request *request = asking("say x");
    parlour_op *op = NULL;
    order(at, "{\"status\": 400}");
    OK(parlour_client_submit(at->client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    if (queue) {
        parlour_completion found;
        size_t count = 0;
        /* A drain that gave as much as there was room for may be followed by one that finds nothing. */
        while (count == 0) {
            IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
            IS(PARLOUR_OK, parlour_queue_drain(queue, &found, 1, &count));
        }
        CHECK(count == 1 && found.kind == PARLOUR_COMPLETION_FAILED);
        parlour_error_free(found.error);
    } else {
        parlour_batch *batch = NULL;
        IS(PARLOUR_FAILED, parlour_op_next(op, PATIENCE_MS, &batch, NULL));
    }
    parlour_op_free(op);
    parlour_request_free(request);
}

static void log_records_come_in_every_style(void) {
    journal mine = {0}, other = {0};
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_message *message = NULL;
    parlour_queue *queue = NULL;
    OK(parlour_queue_new(&queue, &error));
    IS(PARLOUR_NULL_ARGUMENT, parlour_log_start(PARLOUR_LOG_INFO, NULL, NULL, NULL));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_log_start(99, write_down, &mine, NULL));
    IS(PARLOUR_OK, parlour_log_start(PARLOUR_LOG_INFO, write_down, &mine, give_back));
    order(&at, "{\"status\": 400}");
    IS(PARLOUR_FAILED, parlour_client_create(at.client, request, NULL, &message, NULL));
    int blocking = mine.records;
    CHECK(blocking > 0 && mine.warnings > 0);
    failing_stream(&at, NULL);
    int waiting = mine.records;
    CHECK(waiting > blocking);
    failing_stream(&at, queue);
    CHECK(mine.records > waiting && mine.secrets == 0);
    IS(PARLOUR_OK, parlour_log_set_level(PARLOUR_LOG_OFF));
    int before = mine.records;
    failing_stream(&at, queue);
    CHECK(mine.records == before);
    /* Another function takes the place, and the first one gets nothing any more. */
    IS(PARLOUR_OK, parlour_log_start(PARLOUR_LOG_WARN, write_down, &other, give_back));
    CHECK(mine.freed == 1 && other.freed == 0);
    failing_stream(&at, queue);
    CHECK(mine.records == before && other.records > 0 && other.records == other.warnings);
    IS(PARLOUR_OK, parlour_log_stop());
    IS(PARLOUR_OK, parlour_log_stop());
    before = other.records;
    failing_stream(&at, NULL);
    CHECK(mine.freed == 1 && other.freed == 1 && other.records == before);
    parlour_queue_free(queue);
    parlour_request_free(request);
    place_free(&at);
    passed("log_records_come_in_every_style");
}

static void look_at_the_mask(void *user, const parlour_op *op, const parlour_error *error) {
    CHECK(op && !error);
    sigset_t mask;
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
    bool masked = sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGPIPE) == 1 &&
                  sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGSEGV) == 0;
    atomic_store((atomic_int *)user, masked ? 1 : -1);
}

static void the_callback_thread_leaves_signals_alone(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    atomic_int masked = 0;
    OK(parlour_client_submit_callback(at.client, request, NULL, PARLOUR_MODE_WHOLE, NULL, look_at_the_mask, &masked,
                                      NULL, NULL, &error));
    for (int wait = 0; wait < PATIENCE_MS && masked == 0; wait++) {
        struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
        nanosleep(&pause, NULL);
    }
    CHECK(masked == 1);
    sigset_t mine;
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mine) == 0 && sigismember(&mine, SIGPIPE) == 0);
    parlour_request_free(request);
    place_free(&at);
    passed("the_callback_thread_leaves_signals_alone");
}

static void the_runtime_is_configured_before_it_runs(void) {
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_runtime_set(parlour_str_z("worker_threads"), parlour_str_z("0"), &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    OK(parlour_runtime_set(parlour_str_z("worker_threads"), parlour_str_z("1"), &error));
    place at = place_new(NULL);
    failing_stream(&at, NULL);
    place_free(&at);
    IS(PARLOUR_FAILED, parlour_runtime_set(parlour_str_z("worker_threads"), parlour_str_z("3"), NULL));
    passed("the_runtime_is_configured_before_it_runs");
}

typedef struct {
    atomic_int told, freed;
    char reason[32], model[64], request_id[64];
} tally;

static void keep(char *place, size_t room, parlour_str text) {
    snprintf(place, room, "%.*s", (int)text.len, text.data);
}

static void on_stop(void *user, const parlour_stop_notice *notice) {
    tally *mine = user;
    keep(mine->reason, sizeof mine->reason, notice->stop_reason);
    keep(mine->model, sizeof mine->model, notice->model);
    keep(mine->request_id, sizeof mine->request_id, notice->request_id);
    CHECK(notice->message_id.len > 0);
    atomic_fetch_add(&mine->told, 1);
}

static void tally_free(void *user) { atomic_fetch_add(&((tally *)user)->freed, 1); }

static void ended(void *user, const parlour_op *op, const parlour_error *error) {
    (void)op;
    CHECK(error == NULL);
    /* The hook came first. */
    CHECK(((tally *)user)->told == 4);
}

static void a_hook_is_told_of_stop_reasons(void) {
    place at = place_new(NULL);
    tally mine = {0};
    parlour_client *client = NULL, *copy = NULL;
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    parlour_queue *queue = NULL;
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    IS(PARLOUR_NULL_ARGUMENT, parlour_config_set_on_stop(NULL, on_stop, &mine, tally_free, NULL));
    CHECK(mine.freed == 0);
    IS(PARLOUR_OK, parlour_config_set_on_stop(at.config, on_stop, &mine, tally_free, NULL));
    OK(parlour_client_new(at.config, &client, &error));
    OK(parlour_client_with_options(client, NULL, &copy, &error));
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 2, &request));
    IS(PARLOUR_OK,
       parlour_request_add_user_text(request, parlour_str_z("say one two three four five six seven"), NULL));

    /* Waiting for a whole answer, for a stream, by a queue, by functions. */
    OK(parlour_client_create(client, request, NULL, &message, &error));
    CHECK(mine.told == 1 && !strcmp(mine.reason, "max_tokens"));
    CHECK(text_is(parlour_message_request_id(message), mine.request_id));
    CHECK(text_is(parlour_message_model(message), mine.model));
    parlour_message_free(message);
    OK(parlour_client_submit(copy, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    parlour_result result;
    while ((result = parlour_op_next(op, PATIENCE_MS, &batch, NULL)) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    IS(PARLOUR_END, result);
    CHECK(mine.told == 2);
    parlour_op_free(op);
    OK(parlour_queue_new(&queue, &error));
    OK(parlour_client_submit(client, queue, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    for (bool done = false; !done;) {
        parlour_completion found[4];
        size_t count = 0;
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, found, 4, &count));
        for (size_t i = 0; i < count; i++) {
            done = done || found[i].kind == PARLOUR_COMPLETION_END;
            /* Told before the end is handed out. */
            CHECK(found[i].kind != PARLOUR_COMPLETION_END || mine.told == 3);
            parlour_batch_free(found[i].batch);
            parlour_error_free(found[i].error);
        }
    }
    parlour_op_free(op);
    parlour_queue_free(queue);
    OK(parlour_client_submit_callback(client, request, NULL, PARLOUR_MODE_STREAM, NULL, ended, &mine, NULL, &op,
                                      &error));
    IS(PARLOUR_OK, parlour_op_join(op, PATIENCE_MS));
    CHECK(mine.told == 4);
    parlour_op_free(op);

    /* An answer that ends by itself leaves no trace. */
    parlour_request_free(request);
    request = asking("say x");
    OK(parlour_client_create(client, request, NULL, &message, &error));
    CHECK(mine.told == 4 && parlour_client_stop_reason_count(client, parlour_str_z("max_tokens")) == 4);
    parlour_message_free(message);
    /* A client without a hook, of the same process. */
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    parlour_message_free(message);
    parlour_request_free(request);
    IS(PARLOUR_OK, parlour_config_set_on_stop(at.config, NULL, NULL, NULL, NULL));
    parlour_client_free(client);
    CHECK(mine.freed == 0);
    parlour_client_free(copy);
    for (int wait = 0; wait < PATIENCE_MS && mine.freed == 0; wait++) {
        struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
        nanosleep(&pause, NULL);
    }
    CHECK(mine.freed == 1);
    place_free(&at);
    passed("a_hook_is_told_of_stop_reasons");
}

int main(void) {
    the_runtime_is_configured_before_it_runs();
    a_function_gives_the_credential();
    a_function_signs_what_is_sent();
    log_records_come_in_every_style();
    the_callback_thread_leaves_signals_alone();
    a_hook_is_told_of_stop_reasons();
    return 0;
}
