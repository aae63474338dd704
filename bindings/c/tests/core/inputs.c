/* Every function with nothing, and with arguments drawn from what hosts get wrong: NULL, wrong UTF-8, embedded NUL,
 * huge lengths, numbers out of range, nested JSON. None may crash, hang or leak. The functions are those of the
 * headers.
 *
 *   PARLOUR_ROUNDS  how often each function is called with drawn arguments (default: 60)
 *   PARLOUR_SEED    where the draws start (default: 1) */
#include "check.h"

#include <dirent.h>
#include <unistd.h>

static uint64_t state = 1;

static uint64_t draw(uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static uint64_t draw_number(void) {
    static const uint64_t numbers[] = {0,    1,          2,         3,          7,         16,        255,
                                       4096, UINT16_MAX, INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
    return numbers[draw(sizeof numbers / sizeof *numbers)];
}

static char large[1 << 20];
static char deep[100000];

static parlour_str no_str(void) {
    return parlour_str_n(NULL, 0);
}

static parlour_str draw_str(void) {
    static const char *const texts[] = {
        "",
        " ",
        "a",
        "{}",
        "[]",
        "null",
        "true",
        "1",
        "-1",
        "1e400",
        "\"x\"",
        "\"\\ud800\"",
        "{\"a\":1,\"a\":2}",
        "[1",
        "{\"",
        "svc-haiku-3-5",
        "max_retries",
        "headers",
        "retry",
        "{\"profile\":\"none\"}",
        "messages",
        "GET",
        "P OST",
        "/v1/models",
        "v1/models",
        "/v1/\r\nx: y",
        "http://127.0.0.1:1",
        "ftp://x",
        "://",
        "x-header",
        "x\r\ny",
        "none",
        "env",
        "content-type",
        "{\"role\":\"user\",\"content\":\"x\"}",
        "{\"model\":\"svc-haiku-3-5\",\"max_tokens\":4,\"messages\":"
        "[{\"role\":\"user\",\"content\":\"say x\"}]}",
        "{\"type\":\"message\",\"content\":[{\"type\":\"x\",\"input\":[]}]}",
        "\xf0\x9f\x98\x80",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    };
    switch (draw(12)) {
    case 0: return parlour_str_n(NULL, 0);
    case 1: return parlour_str_n(NULL, 7);
    case 2: return parlour_str_n("\xff\xfe", 2);
    case 3: return parlour_str_n("\xed\xa0\x80", 3);
    case 4: return parlour_str_n("a\0b", 3);
    case 5: return parlour_str_n("x", SIZE_MAX - draw(3));
    case 6: return parlour_str_n("x", SIZE_MAX / 2 + 1 + draw(3));
    case 7: return parlour_str_n(large, sizeof large - draw(2) * 1000);
    case 8: return parlour_str_n(deep, sizeof deep);
    default: return parlour_str_z(texts[draw(sizeof texts / sizeof *texts)]);
    }
}

static volatile unsigned char seen;

/* Every byte of a result can be read. */
static void look_str(parlour_str text) {
    CHECK(text.data != NULL);
    for (size_t i = 0; i < text.len; i++) {
        seen ^= (unsigned char)text.data[i];
    }
}

/* A function gives no code but those that its comment names. */
static void look_code(const char *name, parlour_result code, uint32_t promised) {
    if (code >= 32 || !(promised >> code & 1)) {
        fprintf(stderr, "%s gave %u (%s), which its comment does not name\n", name, (unsigned)code,
                parlour_result_text(code));
        abort();
    }
}

static void look_z(const char *text) {
    CHECK(text != NULL && strlen(text) > 0);
}

static parlour_completion completions[16];

static parlour_completion *draw_completions(void) {
    memset(completions, 0, sizeof completions);
    return draw(8) ? completions : NULL;
}

static void free_completions(void) {
    for (size_t i = 0; i < 16; i++) {
        parlour_batch_free(completions[i].batch);
        parlour_error_free(completions[i].error);
    }
}

static void no_free(void *user) {
    (void)user;
}
static void no_log(void *user, uint32_t level, parlour_str message, parlour_str fields_json) {
    CHECK(user == NULL && level > 0);
    look_str(message);
    look_str(fields_json);
}
static void no_credential(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    CHECK(user == NULL && attempt > 0);
    if (after_refusal) {
        parlour_credential_fail(credential, draw_str());
    } else {
        parlour_credential_set_api_key(credential, parlour_str_z("test-key"));
    }
}
static void no_hook(void *user, parlour_hook *hook) {
    CHECK(user == NULL && parlour_hook_point(hook) != 0);
    look_str(parlour_hook_model(hook));
    look_str(parlour_hook_url(hook));
    look_str(parlour_hook_end_json(hook));
    /* Not drawn: this is another thread than the one that draws. */
    parlour_hook_add_header(hook, parlour_str_z("x-hook"), parlour_str_z("yes"));
}
static void no_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    CHECK(user == NULL && op && batch);
}
static void no_done(void *user, const parlour_op *op, const parlour_error *error) {
    CHECK(user == NULL && op);
    look_str(parlour_error_display(error));
}

static void no_stop(void *user, const parlour_stop_notice *notice) {
    CHECK(user == NULL && notice);
    look_str(notice->stop_reason);
    look_str(notice->request_id);
    look_str(notice->message_id);
    look_str(notice->model);
}

static void no_tool(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    CHECK(user == NULL && !parlour_tool_call_is_cancelled(NULL));
    look_str(parlour_tool_call_id(call));
    look_str(parlour_tool_call_input_json(call));
    /* Not drawn: this is another thread than the one that draws. */
    parlour_tool_result_set_text(result, parlour_str_z("done"), false);
}

static bool no_approval(void *user, const parlour_tool_call *call, parlour_tool_result *reason) {
    CHECK(user == NULL && reason);
    look_str(parlour_tool_call_name(call));
    return true;
}

static int64_t no_read(void *user, char *buffer, size_t size) {
    CHECK(user == NULL && buffer != NULL && size > 0);
    return 0;
}

static parlour_free_fn fn_parlour_free_fn = no_free;
static parlour_log_fn fn_parlour_log_fn = no_log;
static parlour_credential_fn fn_parlour_credential_fn = no_credential;
static parlour_hook_fn fn_parlour_hook_fn = no_hook;
static parlour_batch_fn fn_parlour_batch_fn = no_batch;
static parlour_done_fn fn_parlour_done_fn = no_done;
static parlour_stop_fn fn_parlour_stop_fn = no_stop;
static parlour_tool_fn fn_parlour_tool_fn = no_tool;
static parlour_approve_fn fn_parlour_approve_fn = no_approval;
static parlour_read_fn fn_parlour_read_fn = no_read;
#define DRAW_FN(type) (draw(4) ? fn_##type : NULL)

/* One handle of each kind, in the state that leads furthest. */
static parlour_answer *pool_parlour_answer;
static parlour_answer_plan *pool_parlour_answer_plan;
static parlour_batch *pool_parlour_batch;
static parlour_batch_requests *pool_parlour_batch_requests;
static parlour_batch_run *pool_parlour_batch_run;
static parlour_client *pool_parlour_client;
static parlour_content *pool_parlour_content;
static parlour_config *pool_parlour_config;
static parlour_conversation *pool_parlour_conversation;
static parlour_credential *pool_parlour_credential; /* exists inside a credential function only */
static parlour_emulator *pool_parlour_emulator;
static parlour_hook *pool_parlour_hook; /* exists inside a hook only */
static parlour_endpoint *pool_parlour_endpoint;
static parlour_error *pool_parlour_error;
/* Not one of a batch, which may be freed while this is drawn. */
static const parlour_event an_event = {
    .kind = PARLOUR_EVENT_CONTENT_BLOCK_DELTA,
    .delta = PARLOUR_DELTA_TEXT,
    .size = sizeof(parlour_event),
    .text = {.data = "{\"a\"", .len = 4},
};
static const parlour_event *pool_parlour_event = &an_event;
static const parlour_head *pool_parlour_head;
static parlour_interrupt *pool_parlour_interrupt;
static parlour_json *pool_parlour_json;
static parlour_message *pool_parlour_message;
static parlour_op *pool_parlour_op;
static parlour_options *pool_parlour_options;
static parlour_pages *pool_parlour_pages;
static parlour_parsed *pool_parlour_parsed;
static parlour_partial_json *pool_parlour_partial_json;
static parlour_queue *pool_parlour_queue;
static parlour_request *pool_parlour_request;
static parlour_skill_files *pool_parlour_skill_files;
static parlour_tool_call *pool_parlour_tool_call;
static parlour_tool_loop *pool_parlour_tool_loop;
static parlour_tool_result *pool_parlour_tool_result; /* exists inside a tool's function only */
static parlour_tool_run *pool_parlour_tool_run;
static parlour_tools *pool_parlour_tools;
static parlour_upload *pool_parlour_upload;
static parlour_webhooks *pool_parlour_webhooks;
#define POOL(type) (draw(8) ? pool_##type : NULL)

#include "entries.h"

/* Changed handles are made anew for each round: what was set at random before would hide what comes after. */
static void free_tools(void) {
    parlour_conversation_free(pool_parlour_conversation);
    parlour_partial_json_free(pool_parlour_partial_json);
    parlour_answer_plan_free(pool_parlour_answer_plan);
    parlour_parsed_free(pool_parlour_parsed);
    parlour_tool_call_free(pool_parlour_tool_call);
    parlour_tool_loop_free(pool_parlour_tool_loop);
    parlour_tool_run_free(pool_parlour_tool_run);
    parlour_tools_free(pool_parlour_tools);
}

static parlour_message *asks_for_a_tool;

static void add_tool_to(parlour_tools *tools, parlour_request *request) {
    parlour_str name = parlour_str_z("a"), schema = parlour_str_z("{\"type\":\"object\"}");
    OK(parlour_tools_add(tools, name, name, schema, no_tool, NULL, no_free, &error));
    OK(parlour_request_add_tool(request, name, name, schema, &error));
}

/* A loop with a call that was begun, and a run that would ask. */
static void renew_tools(const place *at) {
    parlour_request *request = asking("say x");
    free_tools();
    IS(PARLOUR_OK, parlour_conversation_new(&pool_parlour_conversation));
    OK(parlour_conversation_add_user_text(pool_parlour_conversation, parlour_str_z("say x"), &error));
    IS(PARLOUR_OK, parlour_partial_json_new(true, &pool_parlour_partial_json));
    IS(PARLOUR_OK, parlour_partial_json_push(pool_parlour_partial_json, parlour_str_z("{\"a\":[\"b\", 1")));
    OK(parlour_answer_plan_new(request, parlour_str_z("{\"type\":\"object\"}"), parlour_str_z("{\"max_reasks\":2}"),
                               &pool_parlour_answer_plan, &error));
    OK(parlour_answer_plan_judge(pool_parlour_answer_plan, asks_for_a_tool, &pool_parlour_parsed, &error));
    IS(PARLOUR_OK, parlour_tools_new(&pool_parlour_tools));
    add_tool_to(pool_parlour_tools, request);
    OK(parlour_tool_loop_new(request, parlour_str_z("{\"max_requests\":4}"), &pool_parlour_tool_loop, &error));
    OK(parlour_tool_run_resume(at->client, pool_parlour_tool_loop, pool_parlour_tools, NULL, &pool_parlour_tool_run,
                               &error));
    OK(parlour_tool_loop_received(pool_parlour_tool_loop, asks_for_a_tool, &error));
    IS(PARLOUR_OK, parlour_tool_loop_begin_call(pool_parlour_tool_loop, &pool_parlour_tool_call));
    parlour_request_free(request);
}

static void free_resources(void) {
    parlour_batch_requests_free(pool_parlour_batch_requests);
    parlour_batch_run_free(pool_parlour_batch_run);
    parlour_endpoint_free(pool_parlour_endpoint);
    parlour_pages_free(pool_parlour_pages);
    parlour_skill_files_free(pool_parlour_skill_files);
    parlour_upload_free(pool_parlour_upload);
    parlour_webhooks_free(pool_parlour_webhooks);
}

/* A list that can be walked, and one of everything that calls are made of. */
static void renew_resources(void) {
    free_resources();
    OK(parlour_endpoint_new(parlour_str_z("models.list"), &pool_parlour_endpoint, &error));
    OK(parlour_pages_new(pool_parlour_endpoint, &pool_parlour_pages, &error));
    IS(PARLOUR_OK, parlour_batch_requests_new(&pool_parlour_batch_requests));
    OK(parlour_batch_run_open(parlour_str_z(""), 2, 0, 1, 1, 5, &pool_parlour_batch_run, &error));
    IS(PARLOUR_OK, parlour_skill_files_new(&pool_parlour_skill_files));
    OK(parlour_upload_bytes(parlour_str_z("a"), parlour_str_z("b"), &pool_parlour_upload, &error));
    OK(parlour_webhooks_new(parlour_str_z("whsec_YQ"), 0, &pool_parlour_webhooks, &error));
}

/* Journals and downloads of drawn names go here. */
static char folder[] = "/tmp/parlour-inputs-XXXXXX";

static void enter_folder(void) {
    CHECK(mkdtemp(folder) && chdir(folder) == 0);
}

static void leave_folder(void) {
    DIR *open = opendir(".");
    CHECK(open);
    for (const struct dirent *each; (each = readdir(open)) != NULL;) {
        if (strcmp(each->d_name, ".") != 0 && strcmp(each->d_name, "..") != 0) {
            CHECK(unlink(each->d_name) == 0);
        }
    }
    CHECK(closedir(open) == 0 && chdir("/") == 0 && rmdir(folder) == 0);
}

static void renew(void) {
    parlour_config_free(pool_parlour_config);
    parlour_options_free(pool_parlour_options);
    parlour_request_free(pool_parlour_request);
    parlour_content_free(pool_parlour_content);
    IS(PARLOUR_OK, parlour_content_new(&pool_parlour_content));
    IS(PARLOUR_OK, parlour_content_add_document_text(pool_parlour_content, parlour_str_z("x"), NULL));
    IS(PARLOUR_OK, parlour_config_new(&pool_parlour_config));
    IS(PARLOUR_OK, parlour_config_set_use_env(pool_parlour_config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_base_url(pool_parlour_config, parlour_emulator_url(pool_parlour_emulator), NULL));
    IS(PARLOUR_OK,
       parlour_config_set_api_key(pool_parlour_config, parlour_emulator_api_key(pool_parlour_emulator), NULL));
    IS(PARLOUR_OK, parlour_options_new(&pool_parlour_options));
    pool_parlour_request = asking("say \"x\" and y");
}

static void drawn_arguments(void) {
    const char *rounds = getenv("PARLOUR_ROUNDS"), *seed = getenv("PARLOUR_SEED");
    state = seed ? strtoull(seed, NULL, 10) : 1;
    memset(large, 'a', sizeof large);
    memset(deep, '[', sizeof deep);
    enter_folder();
    place at = place_new(NULL);
    pool_parlour_emulator = at.emulator;
    renew();
    /* Waits between attempts are not slept. */
    OK(parlour_config_set(pool_parlour_config, parlour_str_z("clock"), parlour_str_z("{}"), &error));
    OK(parlour_client_new(pool_parlour_config, &pool_parlour_client, &error));
    OK(parlour_client_create(at.client, pool_parlour_request, NULL, &pool_parlour_message, &error));
    order(&at, "{\"json\":{\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"id\":\"msg\",\"content\":["
               "{\"type\":\"tool_use\",\"id\":\"x\",\"name\":\"a\",\"input\":{}}],\"stop_reason\":\"tool_use\","
               "\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}");
    OK(parlour_client_create(at.client, pool_parlour_request, NULL, &asks_for_a_tool, &error));
    pool_parlour_head = parlour_message_head(pool_parlour_message);
    OK(parlour_client_request(at.client, parlour_str_z("GET"), parlour_str_z("/v1/models"), parlour_str_z(NULL), NULL,
                              &pool_parlour_answer, &error));
    IS(PARLOUR_FAILED, parlour_client_request(at.client, parlour_str_z("GET"), parlour_str_z("/nowhere"),
                                              parlour_str_z(NULL), NULL, &pool_parlour_answer, &pool_parlour_error));
    OK(parlour_client_submit(at.client, NULL, pool_parlour_request, NULL, PARLOUR_MODE_STREAM, 5, &pool_parlour_op,
                             &error));
    OK(parlour_op_next(pool_parlour_op, PATIENCE_MS, &pool_parlour_batch, &error));
    OK(parlour_queue_new(&pool_parlour_queue, &error));
    OK(parlour_interrupt_new(&pool_parlour_interrupt, &error));
    OK(parlour_json_parse(parlour_message_json(pool_parlour_message), &pool_parlour_json, &error));
    for (long round = rounds ? strtol(rounds, NULL, 10) : 60; round > 0; round--) {
        renew();
        renew_tools(&at);
        renew_resources();
        for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
            ENTRIES[draw(sizeof ENTRIES / sizeof *ENTRIES)].drawn();
        }
    }
    free_tools();
    free_resources();
    parlour_message_free(asks_for_a_tool);
    parlour_queue_free(pool_parlour_queue);
    parlour_interrupt_free(pool_parlour_interrupt);
    parlour_json_free(pool_parlour_json);
    parlour_content_free(pool_parlour_content);
    parlour_op_free(pool_parlour_op);
    parlour_batch_free(pool_parlour_batch);
    parlour_answer_free(pool_parlour_answer);
    parlour_message_free(pool_parlour_message);
    parlour_error_free(pool_parlour_error);
    parlour_client_free(pool_parlour_client);
    parlour_request_free(pool_parlour_request);
    parlour_options_free(pool_parlour_options);
    parlour_config_free(pool_parlour_config);
    place_free(&at);
    leave_folder();
    passed("every_function_survives_drawn_arguments");
}

static void nothing_at_all(void) {
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
        ENTRIES[i].nothing();
    }
    passed("every_function_survives_null");
}

static void what_is_wrong_has_its_code(void) {
    place at = place_new(NULL);
    parlour_request *request = NULL;
    parlour_error *error = NULL;
    parlour_message *message = NULL;
    IS(PARLOUR_NULL_ARGUMENT, parlour_request_new(parlour_str_z("m"), 1, NULL));
    IS(PARLOUR_NULL_ARGUMENT, parlour_request_new(parlour_str_n(NULL, 1), 1, &request));
    IS(PARLOUR_INVALID_UTF8, parlour_request_new(parlour_str_n("\xff", 1), 1, &request));
    IS(PARLOUR_INVALID_UTF8, parlour_request_new(parlour_str_n("\xed\xa0\x80", 3), 1, &request));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_request_new(parlour_str_n("m", SIZE_MAX), 1, &request));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_request_new(parlour_str_n("m", SIZE_MAX / 2 + 1), 1, &request));
    IS(PARLOUR_NULL_ARGUMENT, parlour_client_create(NULL, NULL, NULL, NULL, NULL));
    IS(PARLOUR_NULL_ARGUMENT, parlour_client_create(at.client, NULL, NULL, &message, &error));
    CHECK(request == NULL && message == NULL && text_has(parlour_error_message(error), "`request`"));
    parlour_error_free(error);
    error = NULL;
    /* NUL is a character like any other where texts go, and refused where it cannot go. */
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request));
    IS(PARLOUR_OK, parlour_request_add_user_text(request, parlour_str_n("say a\0b", 7), NULL));
    CHECK(text_has(parlour_request_json(request), "say a\\u0000b"));
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    CHECK(parlour_message_text(message).len == 3 && memcmp(parlour_message_text(message).data, "a\0b", 3) == 0);
    parlour_message_free(message);
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    IS(PARLOUR_OK, parlour_config_new(&config));
    IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
    /* No limit has a name. */
    IS(PARLOUR_FAILED, parlour_config_set_connect_timeout_ms(config, 0, NULL));
    IS(PARLOUR_FAILED, parlour_config_set_total_timeout_ms(config, 0, NULL));
    IS(PARLOUR_FAILED, parlour_config_set_total_timeout_ms(config, PARLOUR_NO_LIMIT - 1, NULL));
    IS(PARLOUR_OK, parlour_config_set_total_timeout_ms(config, PARLOUR_NO_LIMIT, NULL));
    IS(PARLOUR_OK, parlour_config_set_answer_timeout_ms(config, PARLOUR_NO_LIMIT, NULL));
    IS(PARLOUR_FAILED, parlour_config_set_base_url(config, parlour_str_n("http://127.0.0.1:9/\0", 20), NULL));
    IS(PARLOUR_FAILED, parlour_config_set_api_key(config, parlour_str_n("k\0k", 3), NULL));
    IS(PARLOUR_FAILED, parlour_client_new(config, &client, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && client == NULL);
    parlour_error_free(error);
    parlour_config_free(config);
    parlour_request_free(request);
    place_free(&at);
    passed("what_is_wrong_has_its_code");
}

int main(void) {
    nothing_at_all();
    what_is_wrong_has_its_code();
    drawn_arguments();
    return 0;
}
