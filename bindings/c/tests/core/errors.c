/* Failures: the facts of an error, every kind of the table, partial messages, settings that are refused. */
#include "check.h"

#include <parlour/betas.h>

static void an_error_tells_everything(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_options *options = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL, *clone = NULL;
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK, parlour_options_set_max_retries(options, 0, NULL));
    order(&at, "{\"status\": 429, \"headers\": {\"retry-after\": \"3\", \"x-some\": \"thing\"}}");
    IS(PARLOUR_FAILED, parlour_client_create(at.client, request, options, &message, &error));
    CHECK(message == NULL);
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_RATE_LIMIT && text_is(parlour_error_kind_name(error), "RateLimit"));
    CHECK(parlour_error_status(error) == 429 && text_is(parlour_error_type(error), "rate_limit_error"));
    CHECK(parlour_error_retry_after_ms(error) == 3000 && parlour_error_attempts(error) == 1);
    CHECK(parlour_error_is_retryable(error) && !parlour_error_is_mid_stream(error));
    CHECK(!parlour_error_saw_stop_reason(error) && !parlour_error_is_spend_cap(error));
    CHECK(parlour_error_request_id(error).len > 0 && text_has(parlour_error_body(error), "rate_limit_error"));
    CHECK(parlour_error_message(error).len > 0);
    CHECK(parlour_error_display(error).len > parlour_error_message(error).len);
    CHECK(parlour_error_partial_message(error) == NULL && parlour_error_wait_count(error) == 0);
    CHECK(parlour_error_wait_ms(error, 0) == -1);
    parlour_str name, value;
    IS(PARLOUR_OK, parlour_error_header(error, parlour_str_z("X-Some"), &value));
    CHECK(text_is(value, "thing"));
    IS(PARLOUR_NOT_FOUND, parlour_error_header(error, parlour_str_z("nothing"), &value));
    IS(PARLOUR_OK, parlour_error_header_at(error, 0, &name, &value));
    IS(PARLOUR_NOT_FOUND, parlour_error_header_at(error, parlour_error_header_count(error), &name, &value));
    IS(PARLOUR_OK, parlour_error_clone(error, &clone));
    parlour_error_free(error);
    CHECK(parlour_error_status(clone) == 429);
    parlour_error_free(clone);

    /* Waits between attempts are reported. */
    OK(parlour_options_set_json(options, parlour_str_z("{\"max_retries\": 1}"), &error));
    order(&at, "[{\"status\": 503, \"headers\": {\"retry-after\": \"0.05\"}}, {\"status\": 503}]");
    IS(PARLOUR_FAILED, parlour_client_create(at.client, request, options, &message, &error));
    CHECK(parlour_error_attempts(error) == 2 && parlour_error_wait_count(error) == 1);
    CHECK(parlour_error_wait_ms(error, 0) >= 50);
    parlour_error_free(error);
    parlour_options_free(options);
    parlour_request_free(request);
    place_free(&at);
    passed("an_error_tells_everything");
}

static void a_cut_stream_leaves_its_partial_message(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say hello there world");
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    order(&at, "{\"fault\": {\"close_after\": \"content_block_delta\"}}");
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    parlour_result result;
    size_t events = 0;
    while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
        events += parlour_batch_len(batch);
        parlour_batch_free(batch);
    }
    IS(PARLOUR_FAILED, result);
    CHECK(events > 0 && parlour_error_is_mid_stream(error));
    const parlour_message *partial = parlour_error_partial_message(error);
    CHECK(partial == parlour_error_partial_message(error));
    CHECK(parlour_message_text(partial).len > 0 && parlour_message_stop_reason(partial).len == 0);
    parlour_message *kept = NULL;
    IS(PARLOUR_OK, parlour_message_clone(partial, &kept));
    parlour_error_free(error);
    CHECK(text_has(parlour_message_text(kept), "he"));
    parlour_message_free(kept);
    /* The failure is returned again, also when the message is asked for. */
    IS(PARLOUR_FAILED, parlour_op_next(op, 0, &batch, NULL));
    IS(PARLOUR_FAILED, parlour_op_message(op, &kept, NULL));
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    passed("a_cut_stream_leaves_its_partial_message");
}

static void a_cut_tool_input_is_marked(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("call it");
    OK(parlour_request_add_tool(request, parlour_str_z("f"), parlour_str_z("f"),
                                parlour_str_z("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}"),
                                &error));
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    order(
        &at,
        "{\"sse\": ["
        "{\"event\":\"message_start\",\"data\":{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":"
        "\"message\","
        "\"role\":\"assistant\",\"model\":\"x\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}},"
        "{\"event\":\"content_block_start\",\"data\":{\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
        "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}}},"
        "{\"event\":\"content_block_delta\",\"data\":{\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
        "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\": \\\"b\"}}},"
        "{\"event\":\"content_block_stop\",\"data\":{\"type\":\"content_block_stop\",\"index\":0}},"
        "{\"event\":\"message_delta\",\"data\":{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"max_tokens\"},"
        "\"usage\":{\"output_tokens\":2}}},"
        "{\"event\":\"message_stop\",\"data\":{\"type\":\"message_stop\"}}]}");
    OK(parlour_client_submit(at.client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    bool seen = false;
    parlour_result result;
    while ((result = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
        for (size_t i = 0; i < parlour_batch_len(batch); i++) {
            const parlour_event *event = parlour_batch_at(batch, i);
            if (event->delta == PARLOUR_DELTA_PARTIAL_JSON) {
                seen = text_is(event->partial_json, "{\"a\": \"b") && event->index == 0;
            }
        }
        parlour_batch_free(batch);
    }
    IS(PARLOUR_END, result);
    CHECK(seen);
    OK(parlour_op_message(op, &message, &error));
    CHECK(parlour_message_block_input_state(message, 0) == PARLOUR_INPUT_INCOMPLETE);
    CHECK(text_is(parlour_message_block_input_raw(message, 0), "{\"a\": \"b"));
    CHECK(text_is(parlour_message_block_tool_id(message, 0), "t"));
    parlour_message_free(message);
    parlour_op_free(op);
    parlour_request_free(request);
    place_free(&at);
    passed("a_cut_tool_input_is_marked");
}

static void every_kind_has_a_name(void) {
    CHECK(parlour_kind_count() >= PARLOUR_KIND_OVER_LIMIT);
    for (uint32_t kind = 1; kind <= parlour_kind_count(); kind++) {
        CHECK(parlour_kind_name(kind).len > 0);
    }
    CHECK(text_is(parlour_kind_name(PARLOUR_KIND_OVERLOADED), "Overloaded"));
    CHECK(parlour_kind_is_retryable(PARLOUR_KIND_OVERLOADED) && !parlour_kind_is_retryable(PARLOUR_KIND_CONFIG));
    CHECK(parlour_kind_name(0).len == 0 && parlour_kind_name(UINT32_MAX).len == 0);
    for (parlour_result result = 0; result < 20; result++) {
        CHECK(strlen(parlour_result_text(result)) > 0);
    }
    CHECK(strlen(parlour_result_text(UINT32_MAX)) > 0);
    passed("every_kind_has_a_name");
}

static void settings_are_judged(void) {
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_config_new(&config));
    IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
    IS(PARLOUR_FAILED, parlour_client_new(config, &client, &error));
    CHECK(client == NULL && parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    IS(PARLOUR_FAILED, parlour_config_set(config, parlour_str_z("max_retires"), parlour_str_z("1"), &error));
    CHECK(text_has(parlour_error_message(error), "max_retries"));
    parlour_error_free(error);
    /* A refused one changes nothing. */
    IS(PARLOUR_FAILED,
       parlour_config_set_json(config, parlour_str_z("{\"base_url\": \"http://127.0.0.1:9\", \"max_retries\": -1}"),
                               &error));
    parlour_error_free(error);
    IS(PARLOUR_FAILED, parlour_config_set_json(config, parlour_str_z("[]"), NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(config, parlour_str_z("k"), NULL));
    /* A key alone means the preset's service; the address that was refused with its settings is not there. */
    OK(parlour_client_new(config, &client, &error));
    CHECK(text_has(parlour_client_base_url(client), "https://"));
    parlour_client_free(client);
    OK(parlour_config_set_json(config, parlour_str_z("{\"base_url\": \"http://127.0.0.1:9/x\", \"max_retries\": 1}"),
                               &error));
    /* Of several credentials the last one counts. */
    IS(PARLOUR_OK, parlour_config_set_auth_token(config, parlour_str_z("t"), NULL));
    OK(parlour_client_new(config, &client, &error));
    CHECK(text_has(parlour_client_base_url(client), "http://127.0.0.1:9/x"));
    parlour_client_free(client);
    IS(PARLOUR_OK, parlour_config_set_no_credentials(config, NULL));
    OK(parlour_client_new(config, &client, &error));
    parlour_client_free(client);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_config_set_http_version(config, 77, NULL));
    IS(PARLOUR_FAILED, parlour_config_set_answer_timeout_ms(config, INT64_MAX, NULL));
    IS(PARLOUR_OK, parlour_config_set_http_version(config, PARLOUR_HTTP_2, NULL));
    IS(PARLOUR_OK, parlour_config_set_stream_long_answers(config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_answer_timeout_ms(config, 500, NULL));
    IS(PARLOUR_OK, parlour_config_set_connect_timeout_ms(config, 500, NULL));
    IS(PARLOUR_OK, parlour_config_set_total_timeout_ms(config, 5000, NULL));
    IS(PARLOUR_OK, parlour_config_set_stream_silence_timeout_ms(config, 500, NULL));
    IS(PARLOUR_OK, parlour_config_set_stream_progress_timeout_ms(config, 500, NULL));
    IS(PARLOUR_OK, parlour_config_set_first_event_timeout_ms(config, 500, NULL));
    IS(PARLOUR_OK, parlour_config_set_long_answer_timeout_ms(config, 5000, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_retries(config, 0, NULL));
    IS(PARLOUR_OK, parlour_config_set_vendor(config, parlour_str_z("svc"), NULL));
    IS(PARLOUR_OK, parlour_config_set_version(config, parlour_str_z("2023-06-01"), NULL));
    IS(PARLOUR_OK, parlour_config_add_beta(config, parlour_str_z(PARLOUR_BETA_TASK_BUDGETS_2026_03_13), NULL));
    IS(PARLOUR_OK, parlour_config_set_header(config, parlour_str_z("x-a"), parlour_str_z("b"), NULL));
    IS(PARLOUR_OK, parlour_config_remove_header(config, parlour_str_z("user-agent"), NULL));
    IS(PARLOUR_OK, parlour_config_set_query(config, parlour_str_z("q"), parlour_str_z("1"), NULL));
    IS(PARLOUR_OK, parlour_config_set_body_key(config, parlour_str_z("top_k"), parlour_str_z("5"), NULL));
    IS(PARLOUR_FAILED, parlour_config_set_body_key(config, parlour_str_z("top_k"), parlour_str_z("{"), NULL));
    IS(PARLOUR_OK, parlour_config_set_proxy(config, parlour_str_z("none"), NULL));
    IS(PARLOUR_OK, parlour_config_add_no_proxy(config, parlour_str_z("10.0.0.0/8"), NULL));
    IS(PARLOUR_OK,
       parlour_config_set_resolve(config, parlour_str_z("nowhere.example"), parlour_str_z("127.0.0.1"), NULL));
    IS(PARLOUR_FAILED,
       parlour_config_set_resolve(config, parlour_str_z("nowhere.example"), parlour_str_z("there"), NULL));
    IS(PARLOUR_OK, parlour_config_set_min_tls_version(config, parlour_str_z("1.3"), NULL));
    IS(PARLOUR_FAILED, parlour_config_set_min_tls_version(config, parlour_str_z("1.1"), NULL));
    IS(PARLOUR_OK, parlour_config_set_local_address(config, parlour_str_z("127.0.0.1"), NULL));
    IS(PARLOUR_OK, parlour_config_set_allow_plain_http(config, true, NULL));
    IS(PARLOUR_OK, parlour_config_set_log_bodies(config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_event_bytes(config, 1 << 20, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_response_bytes(config, 1 << 20, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_stream_bytes(config, 1 << 20, NULL));
    IS(PARLOUR_OK, parlour_config_set_max_error_body_bytes(config, 1 << 10, NULL));
    IS(PARLOUR_OK, parlour_config_set_user_agent_suffix(config, parlour_str_z("test/1"), NULL));
    IS(PARLOUR_OK, parlour_config_set_idempotency_header(config, parlour_str_z("idempotency-key"), NULL));
    OK(parlour_client_new(config, &client, &error));
    /* Nothing listens there. */
    parlour_request *request = asking("x");
    parlour_message *message = NULL;
    IS(PARLOUR_FAILED, parlour_client_create(client, request, NULL, &message, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONNECTION && parlour_error_status(error) == 0);
    parlour_error_free(error);
    parlour_request_free(request);
    parlour_client_free(client);
    parlour_config_free(config);
    passed("settings_are_judged");
}

/* A setter must refuse this, and its error names the setting and shows no secret. */
#define REFUSED(named, call)                                                                    \
    do {                                                                                        \
        parlour_error *error = NULL;                                                            \
        IS(PARLOUR_FAILED, call);                                                               \
        CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG);                                \
        CHECK(text_is(parlour_error_setting(error), named));                                    \
        CHECK(!text_has(parlour_error_display(error), "hush"));                                 \
        parlour_error_free(error);                                                              \
    } while (0)

/* An argument that cannot be used at all has its code, and its error names it. */
#define UNUSABLE(code, named, call)                                                             \
    do {                                                                                        \
        parlour_error *error = NULL;                                                            \
        IS(code, call);                                                                         \
        CHECK(text_has(parlour_error_message(error), "`" named "`"));                           \
        parlour_error_free(error);                                                              \
    } while (0)

static void setters_refuse_what_cannot_be_used(void) {
    parlour_config *config = NULL;
    parlour_options *options = NULL;
    IS(PARLOUR_OK, parlour_config_new(&config));
    IS(PARLOUR_OK, parlour_options_new(&options));
    parlour_str junk = parlour_str_z("no such thing"), secret = parlour_str_z("hush\nhush"), good = parlour_str_z("x");
    REFUSED("base_url", parlour_config_set_base_url(config, junk, &error));
    REFUSED("base_url", parlour_config_set_base_url(config, parlour_str_z("https://me:hush@host"), &error));
    REFUSED("api_key", parlour_config_set_api_key(config, secret, &error));
    REFUSED("auth_token", parlour_config_set_auth_token(config, secret, &error));
    REFUSED("vendor", parlour_config_set_vendor(config, junk, &error));
    REFUSED("version", parlour_config_set_version(config, secret, &error));
    REFUSED("beta", parlour_config_add_beta(config, junk, &error));
    REFUSED("headers", parlour_config_set_header(config, junk, good, &error));
    REFUSED("headers", parlour_config_set_header(config, good, secret, &error));
    REFUSED("secret_headers", parlour_config_set_secret_header(config, good, secret, &error));
    REFUSED("headers", parlour_config_remove_header(config, junk, &error));
    REFUSED("query", parlour_config_set_query(config, parlour_str_z(""), good, &error));
    REFUSED("user_agent_suffix", parlour_config_set_user_agent_suffix(config, secret, &error));
    REFUSED("proxy", parlour_config_set_proxy(config, parlour_str_z("ftp://me:hush@host"), &error));
    REFUSED("no_proxy", parlour_config_add_no_proxy(config, parlour_str_z("http://host"), &error));
    REFUSED("ca_pem", parlour_config_add_ca_pem(config, junk, &error));
    REFUSED("only_ca_pem", parlour_config_add_only_ca_pem(config, junk, &error));
    REFUSED("client_certificate_pem", parlour_config_set_client_certificate_pem(config, junk, secret, &error));
    REFUSED("resolve", parlour_config_set_resolve(config, junk, parlour_str_z("127.0.0.1"), &error));
    REFUSED("local_address", parlour_config_set_local_address(config, junk, &error));
    REFUSED("connect_timeout", parlour_config_set_connect_timeout_ms(config, 0, &error));
    REFUSED("answer_timeout", parlour_config_set_answer_timeout_ms(config, -2, &error));
    REFUSED("first_event_timeout", parlour_config_set_first_event_timeout_ms(config, 0, &error));
    REFUSED("max_event_bytes", parlour_config_set_max_event_bytes(config, 0, &error));
    REFUSED("idempotency_header", parlour_config_set_idempotency_header(config, junk, &error));
    REFUSED("api_key", parlour_options_set_api_key(options, secret, &error));
    REFUSED("headers", parlour_options_set_header(options, junk, good, &error));
    REFUSED("secret_headers", parlour_options_set_secret_header(options, good, secret, &error));
    REFUSED("query", parlour_options_set_query(options, parlour_str_z(""), good, &error));
    REFUSED("timeout", parlour_options_set_timeout_ms(options, 0, &error));
    UNUSABLE(PARLOUR_INVALID_UTF8, "url", parlour_config_set_base_url(config, parlour_str_n("\xff", 1), &error));
    UNUSABLE(PARLOUR_NULL_ARGUMENT, "config", parlour_config_set_base_url(NULL, good, &error));
    UNUSABLE(PARLOUR_NULL_ARGUMENT, "name", parlour_config_add_beta(config, parlour_str_n(NULL, 1), &error));
    UNUSABLE(PARLOUR_INVALID_ARGUMENT, "version", parlour_config_set_http_version(config, 77, &error));
    /* None of these is kept: the earlier values remain. */
    parlour_client *client = NULL;
    IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_base_url(config, parlour_str_z("http://127.0.0.1:9"), NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(config, parlour_str_z("k"), NULL));
    REFUSED("base_url", parlour_config_set_base_url(config, junk, &error));
    REFUSED("api_key", parlour_config_set_api_key(config, secret, &error));
    OK(parlour_client_new(config, &client, &error));
    parlour_client_free(client);
    /* A copy has the same settings, and changes on its own. */
    parlour_config *copy = NULL;
    parlour_options *other = NULL;
    IS(PARLOUR_OK, parlour_config_clone(config, &copy));
    IS(PARLOUR_OK, parlour_options_clone(options, &other));
    IS(PARLOUR_OK, parlour_config_set_base_url(copy, parlour_str_z("http://127.0.0.2:9"), NULL));
    OK(parlour_client_new(config, &client, &error));
    CHECK(text_has(parlour_client_base_url(client), "127.0.0.1"));
    parlour_client_free(client);
    OK(parlour_client_new(copy, &client, &error));
    CHECK(text_has(parlour_client_base_url(client), "127.0.0.2"));
    parlour_client_free(client);
    parlour_options_free(other);
    parlour_config_free(copy);
    parlour_options_free(options);
    parlour_config_free(config);
    passed("setters_refuse_what_cannot_be_used");
}

static void an_error_says_why_it_was_not_repeated(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_options *options = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK, parlour_options_set_max_retries(options, 0, NULL));
    static const struct {
        const char *reply, *why;
    } cases[] = {
        {"{\"status\": 529}", "exhausted"},
        {"{\"status\": 400}", "not_retryable"},
        {"{\"status\": 529, \"headers\": {\"x-should-retry\": \"false\"}}", "server_said_no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        order(&at, cases[i].reply);
        IS(PARLOUR_FAILED, parlour_client_create(at.client, request, options, &message, &error));
        CHECK(text_is(parlour_error_not_retried(error), cases[i].why));
        parlour_error_free(error);
    }
    CHECK(parlour_error_not_retried(NULL).len == 0);
    /* Nothing was sent, and no retry thought of. */
    parlour_request *none = NULL;
    IS(PARLOUR_FAILED, parlour_request_from_json(parlour_str_z("[]"), &none, &error));
    CHECK(parlour_error_not_retried(error).len == 0);
    parlour_error_free(error);
    parlour_options_free(options);
    parlour_request_free(request);
    place_free(&at);
    passed("an_error_says_why_it_was_not_repeated");
}

static void secret_headers_are_sent_and_shown_to_nobody(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_options *options = NULL;
    parlour_client *client = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK,
       parlour_config_set_secret_header(at.config, parlour_str_z("x-inner"), parlour_str_z("hush-client"), NULL));
    IS(PARLOUR_OK,
       parlour_options_set_secret_header(options, parlour_str_z("x-outer"), parlour_str_z("hush-call"), NULL));
    IS(PARLOUR_OK, parlour_options_set_max_retries(options, 0, NULL));
    OK(parlour_client_new(at.config, &client, &error));
    OK(parlour_client_create(client, request, options, &message, &error));
    parlour_message_free(message);
    message = NULL;
    parlour_str sent;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &sent));
    CHECK(text_has(sent, "hush-client") && text_has(sent, "hush-call"));
    /* A service that echoes them does not bring them into the error's sentence. */
    order(&at, "{\"status\": 400, \"json\": {\"type\": \"error\", \"error\": {\"type\": \"invalid_request_error\", "
               "\"message\": \"hush-client and hush-call\"}}, \"headers\": {\"x-echo\": \"hush-call\"}}");
    IS(PARLOUR_FAILED, parlour_client_create(client, request, options, &message, &error));
    CHECK(!text_has(parlour_error_display(error), "hush-") && !text_has(parlour_error_message(error), "hush-"));
    parlour_error_free(error);
    parlour_client_free(client);
    /* Over plain http to another machine they are refused before anything is sent. */
    IS(PARLOUR_OK, parlour_config_set_base_url(at.config, parlour_str_z("http://service.example"), NULL));
    IS(PARLOUR_OK, parlour_config_set_no_credentials(at.config, NULL));
    IS(PARLOUR_FAILED, parlour_client_new(at.config, &client, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && !text_has(parlour_error_display(error), "hush-"));
    parlour_error_free(error);
    parlour_options_free(options);
    parlour_request_free(request);
    place_free(&at);
    passed("secret_headers_are_sent_and_shown_to_nobody");
}

int main(void) {
    an_error_tells_everything();
    a_cut_stream_leaves_its_partial_message();
    a_cut_tool_input_is_marked();
    every_kind_has_a_name();
    settings_are_judged();
    setters_refuse_what_cannot_be_used();
    an_error_says_why_it_was_not_repeated();
    secret_headers_are_sent_and_shown_to_nobody();
    return 0;
}
