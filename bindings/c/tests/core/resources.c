/* The endpoints beside messages: counts, models, pages, batches and their runs, limits, webhooks. */
#include "endpoints.h"

#include <parlour/resources.h>

#include <unistd.h>

static void an_endpoint_is_called_by_its_name(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_endpoint *call = endpoint("messages.count_tokens", NULL, NULL);
    OK(parlour_endpoint_set_request(call, request, &error));
    parlour_request_free(request);
    parlour_answer *answer = NULL;
    /* A call may be made again. */
    for (int again = 0; again < 2; again++) {
        OK(parlour_client_call(at.client, call, NULL, &answer, &error));
        CHECK(text_has(AT(answer), "\"input_tokens\":") && parlour_head_attempts(parlour_answer_head(answer)) == 1);
        parlour_answer_free(answer);
    }
    parlour_endpoint_free(call);
    answer = called(&at, endpoint("models.get", "svc-haiku-3-5", NULL));
    CHECK(text_has(AT(answer), "\"type\":\"model\""));
    parlour_answer_free(answer);
    CHECK(parlour_emulator_request_count(at.emulator) == 3);

    /* A mistake in the arguments is reported before anything is sent. */
    parlour_error *error = NULL;
    call = NULL;
    IS(PARLOUR_FAILED, parlour_endpoint_new(parlour_str_z("models.gte"), &call, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && text_has(parlour_error_message(error), "models.gte") &&
          !call);
    parlour_error_free(error);
    call = endpoint("models.get", NULL, NULL);
    IS(PARLOUR_FAILED, parlour_endpoint_set_body(call, parlour_str_z("[]"), NULL));
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && text_has(parlour_error_message(error), "id"));
    parlour_error_free(error);
    parlour_endpoint_free(call);
    OK(parlour_endpoint_results(parlour_str_z("msgbatch_1"), &call, &error));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_add_query(call, parlour_str_z("a"), parlour_str_z("b"), NULL));
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(text_has(parlour_error_message(error), "stream"));
    parlour_error_free(error);
    parlour_endpoint_free(call);
    CHECK(parlour_emulator_request_count(at.emulator) == 3);
    place_free(&at);
    passed("an_endpoint_is_called_by_its_name");
}

static void pages_are_walked_to_their_end(void) {
    place at = place_new(NULL);
    parlour_answer *answer = called(&at, endpoint("models.list", NULL, NULL));
    size_t all = times(AT(answer), "\"type\":\"model\""), seen = 0, asked = 0;
    parlour_answer_free(answer);
    CHECK(all > 3);
    parlour_endpoint *list = endpoint("models.list", NULL, NULL);
    OK(parlour_endpoint_add_query(list, parlour_str_z("limit"), parlour_str_z("3"), &error));
    parlour_pages *pages = NULL;
    OK(parlour_pages_new(list, &pages, &error));
    for (;;) {
        parlour_result code = parlour_pages_next(pages, at.client, NULL, &answer, NULL);
        if (code == PARLOUR_END) {
            break;
        }
        CHECK(code == PARLOUR_OK);
        seen += times(AT(answer), "\"type\":\"model\"");
        asked++;
        parlour_answer_free(answer);
    }
    CHECK(seen == all && asked == (all + 2) / 3);
    parlour_pages_free(pages);

    /* The same by a program that makes the calls itself. */
    OK(parlour_pages_new(list, &pages, &error));
    parlour_endpoint *next = NULL;
    for (seen = 0; parlour_pages_endpoint(pages, &next, NULL) == PARLOUR_OK;) {
        answer = called(&at, next);
        seen += times(AT(answer), "\"type\":\"model\"");
        OK(parlour_pages_take(pages, AT(answer), &error));
        parlour_answer_free(answer);
    }
    CHECK(seen == all);
    parlour_pages_free(pages);

    /* A page that points to itself is an error, and the end. */
    parlour_error *error = NULL;
    order(&at, "[\"page_circle\",\"page_circle\",\"page_circle\",\"page_circle\"]");
    OK(parlour_pages_new(list, &pages, &error));
    parlour_result code;
    while ((code = parlour_pages_next(pages, at.client, NULL, &answer, &error)) == PARLOUR_OK) {
        parlour_answer_free(answer);
    }
    CHECK(code == PARLOUR_FAILED && parlour_error_kind(error) == PARLOUR_KIND_DECODE);
    parlour_error_free(error);
    IS(PARLOUR_END, parlour_pages_next(pages, at.client, NULL, &answer, NULL));
    parlour_pages_free(pages);
    parlour_endpoint_free(list);
    list = endpoint("models.get", "a", NULL);
    IS(PARLOUR_FAILED, parlour_pages_new(list, &pages, NULL));
    parlour_endpoint_free(list);
    place_free(&at);
    passed("pages_are_walked_to_their_end");
}

static parlour_endpoint *two_requests(void) {
    parlour_batch_requests *requests = NULL;
    parlour_request *request = asking("say x");
    parlour_endpoint *create = NULL;
    IS(PARLOUR_OK, parlour_batch_requests_new(&requests));
    OK(parlour_batch_requests_add(requests, parlour_str_z("a"), request, &error));
    OK(parlour_batch_requests_add(requests, parlour_str_z("b"), request, &error));
    IS(PARLOUR_FAILED, parlour_batch_requests_add(requests, parlour_str_z("b"), request, NULL));
    IS(PARLOUR_FAILED, parlour_batch_requests_add(requests, parlour_str_z("a b"), request, NULL));
    CHECK(parlour_batch_requests_count(requests) == 2);
    parlour_request_free(request);
    OK(parlour_batch_requests_endpoint(requests, &create, &error));
    IS(PARLOUR_FAILED, parlour_batch_requests_endpoint(requests, &create, NULL));
    parlour_batch_requests_free(requests);
    return create;
}

static void a_batch_is_created_awaited_and_read(void) {
    place at = place_new("{\"batch_polls\":3}");
    char id[64], last[4096];
    size_t broken = 0;
    parlour_endpoint *call = NULL;
    id_of(called(&at, two_requests()), id);
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 0, &call, &error));
    CHECK(lines(&at, call, &broken, last, sizeof last) >= 2 && strstr(last, "\"ended\""));
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 0, &call, &error));
    parlour_answer *answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"processing_status\":\"ended\""));
    OK(parlour_endpoint_results_of(AT(answer), &call, &error));
    parlour_answer_free(answer);
    CHECK(lines(&at, call, &broken, last, sizeof last) == 2 && broken == 0 && strstr(last, "\"custom_id\""));
    /* A line that is no result does not end the rest. */
    order(&at, "\"results_broken_line\"");
    OK(parlour_endpoint_results(parlour_str_z(id), &call, &error));
    size_t all = lines(&at, call, &broken, NULL, 0);
    CHECK(broken == 1 && all > 1);
    answer = called(&at, endpoint("batches.delete", id, NULL));
    CHECK(text_has(AT(answer), "deleted"));
    parlour_answer_free(answer);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_wait(parlour_str_z(id), -1, 0, 0, &call, NULL));
    place_free(&at);
    /* The time limit of a wait is reported as a timeout. */
    at = place_new("{\"batch_polls\":1000000}");
    id_of(called(&at, two_requests()), id);
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 20, &call, &error));
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_TIMEOUT);
    parlour_error_free(error);
    parlour_endpoint_free(call);
    /* An interrupt ends one without a limit; the batch goes on, is found in the list, and is cancelled. */
    parlour_interrupt *interrupt = NULL;
    parlour_options *options = NULL;
    OK(parlour_interrupt_new(&interrupt, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, interrupt, &error));
    parlour_interrupt_raise(interrupt);
    OK(parlour_endpoint_wait(parlour_str_z(id), 0, 0, 0, &call, &error));
    IS(PARLOUR_INTERRUPTED, parlour_client_call(at.client, call, options, &answer, NULL));
    parlour_endpoint_free(call);
    parlour_options_free(options);
    parlour_interrupt_free(interrupt);
    answer = called(&at, endpoint("batches.list", NULL, NULL));
    CHECK(text_has(AT(answer), id));
    parlour_answer_free(answer);
    answer = called(&at, endpoint("batches.cancel", id, NULL));
    CHECK(text_has(AT(answer), "cancel"));
    parlour_answer_free(answer);
    answer = called(&at, endpoint("batches.get", id, NULL));
    CHECK(text_has(AT(answer), id));
    parlour_answer_free(answer);
    place_free(&at);
    passed("a_batch_is_created_awaited_and_read");
}

static void a_run_splits_and_goes_on_from_its_journal(void) {
    place at = place_new("{\"batch_polls\":1}");
    char journal[] = "/tmp/parlour-run-XXXXXX", name[] = "r-0";
    int file = mkstemp(journal);
    CHECK(file >= 0 && close(file) == 0 && unlink(journal) == 0);
    parlour_request *request = asking("say x");
    size_t broken = 0;
    for (int again = 0; again < 2; again++) {
        parlour_batch_run *run = NULL;
        parlour_endpoint *call = NULL;
        OK(parlour_batch_run_open(parlour_str_z(journal), 2, 0, 1, 1, 0, &run, &error));
        for (int i = 0; i < 5; i++) {
            bool full = false;
            name[2] = (char)('0' + i);
            OK(parlour_batch_run_add(run, parlour_str_z(name), request, &full, &error));
            if (full) {
                OK(parlour_batch_run_submit(run, &call, &error));
                parlour_answer_free(called(&at, call));
            }
        }
        OK(parlour_batch_run_results(run, &call, &error));
        parlour_batch_run_free(run);
        CHECK(lines(&at, call, &broken, NULL, 0) == 5 && broken == 0);
    }
    parlour_request_free(request);
    /* Three batches in all: the second run found them in the journal. */
    parlour_str requests;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &requests));
    CHECK(times(requests, "\"method\":\"POST\"") == 3);
    CHECK(unlink(journal) == 0);
    place_free(&at);
    passed("a_run_splits_and_goes_on_from_its_journal");
}

/* A call that is led away fails with the status of the redirection, and is not repeated. */
static void is_not_led_away(const place *at, const char *away, parlour_endpoint *call, parlour_mode mode) {
    size_t before = parlour_emulator_request_count(at->emulator);
    parlour_op *op = NULL;
    parlour_error *error = NULL;
    parlour_batch *batch = NULL;
    parlour_result code;
    order(at, away);
    OK(parlour_client_submit_call(at->client, NULL, call, NULL, mode, 1, &op, &error));
    while ((code = parlour_op_next(op, PATIENCE_MS, &batch, &error)) == PARLOUR_OK) {
        parlour_batch_free(batch);
    }
    IS(PARLOUR_FAILED, code);
    CHECK(parlour_error_status(error) == 307 && parlour_emulator_request_count(at->emulator) == before + 1);
    parlour_error_free(error);
    parlour_op_free(op);
    parlour_endpoint_free(call);
}

static void no_other_origin_is_asked(void) {
    place at = place_new(NULL);
    parlour_emulator *foreign = NULL;
    parlour_endpoint *call = NULL;
    parlour_upload *upload = NULL;
    char batch[320], away[160], last[256];
    size_t broken = 0;
    OK(parlour_emulator_start(parlour_str_z(""), &foreign, &error));
    parlour_str url = parlour_emulator_url(foreign);
    /* Results that lie elsewhere are asked for by the id of their batch. */
    snprintf(batch, sizeof batch,
             "{\"type\":\"message_batch\",\"id\":\"msgbatch_7\",\"processing_status\":\"ended\",\"results_url\":"
             "\"" PARLOUR_STR_FORMAT "/v1/x\"}",
             PARLOUR_STR_ARG(url));
    order(&at, "{\"text\":\"{\\\"custom_id\\\":\\\"a\\\",\\\"result\\\":{\\\"type\\\":\\\"expired\\\"}}\\n\"}");
    OK(parlour_endpoint_results_of(parlour_str_z(batch), &call, &error));
    CHECK(lines(&at, call, &broken, last, sizeof last) == 1 && broken == 0 && strstr(last, "\"a\""));
    parlour_str requests;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &requests));
    CHECK(text_has(requests, "/v1/messages/batches/msgbatch_7/results"));
    /* A redirection is not followed, whatever it answers. */
    snprintf(away, sizeof away, "{\"status\":307,\"headers\":{\"location\":\"" PARLOUR_STR_FORMAT "/v1/x\"}}",
             PARLOUR_STR_ARG(url));
    OK(parlour_endpoint_results_of(parlour_str_z(batch), &call, &error));
    is_not_led_away(&at, away, call, PARLOUR_MODE_STREAM);
    OK(parlour_endpoint_results(parlour_str_z("msgbatch_7"), &call, &error));
    is_not_led_away(&at, away, call, PARLOUR_MODE_STREAM);
    is_not_led_away(&at, away, endpoint("files.content", "file_1", NULL), PARLOUR_MODE_STREAM);
    OK(parlour_endpoint_download(parlour_str_z("file_1"), parlour_str_z("/tmp/parlour-never-there"), &call, &error));
    is_not_led_away(&at, away, call, PARLOUR_MODE_WHOLE);
    CHECK(access("/tmp/parlour-never-there", F_OK) != 0);
    is_not_led_away(&at, away, endpoint("models.list", NULL, NULL), PARLOUR_MODE_WHOLE);
    is_not_led_away(&at, away, two_requests(), PARLOUR_MODE_WHOLE);
    OK(parlour_upload_bytes(parlour_str_z("a.txt"), parlour_str_z("x"), &upload, &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    is_not_led_away(&at, away, call, PARLOUR_MODE_WHOLE);
    OK(parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/any"), &call, &error));
    OK(parlour_endpoint_set_content(call, upload, &error));
    is_not_led_away(&at, away, call, PARLOUR_MODE_WHOLE);
    parlour_upload_free(upload);
    /* Not even a connection, let alone the key. */
    CHECK(parlour_emulator_accepted_connections(foreign) == 0);
    parlour_emulator_free(foreign);
    place_free(&at);
    passed("no_other_origin_is_asked");
}

static void limits_are_for_an_administrative_key(void) {
    place at = place_new(NULL);
    parlour_options *options = NULL;
    parlour_answer *answer = NULL;
    parlour_error *error = NULL;
    parlour_endpoint *list = endpoint("rate_limits.list", NULL, NULL);
    IS(PARLOUR_FAILED, parlour_client_call(at.client, list, NULL, &answer, &error));
    CHECK(parlour_error_status(error) >= 401 && parlour_error_status(error) <= 403);
    parlour_error_free(error);
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_api_key(options, parlour_str_z("test-admin-key"), &error));
    OK(parlour_client_call(at.client, list, options, &answer, &error));
    CHECK(text_has(AT(answer), "\"data\":[{"));
    parlour_answer_free(answer);
    parlour_options_free(options);
    parlour_endpoint_free(list);
    place_free(&at);
    passed("limits_are_for_an_administrative_key");
}

/* The functions of parlour/resources.h, which are made from the schema. */
static void answers_are_typed(void) {
    place at = place_new(NULL);
    parlour_json *json = NULL;
    parlour_answer *answer = called(&at, endpoint("models.get", "svc-sonnet-4-5", NULL));
    OK(parlour_json_parse(AT(answer), &json, &error));
    CHECK(text_is(parlour_model_info_type(json), "model") && text_is(parlour_model_info_lifecycle(json), "deprecated"));
    CHECK(parlour_model_info_max_tokens(json, -1) == 64000 && parlour_model_info_retires_at(json).len > 0);
    const parlour_json *types =
        parlour_thinking_capability_types(parlour_model_capabilities_thinking(parlour_model_info_capabilities(json)));
    CHECK(types && parlour_capability_supported(parlour_thinking_types_enabled(types), false));
    CHECK(!parlour_capability_supported(parlour_thinking_types_between_tools(types), true));
    parlour_json_free(json);
    parlour_answer_free(answer);
    /* A missing member reads as empty, and so does null. */
    OK(parlour_json_parse(
        parlour_str_z("{\"type\":\"model\",\"id\":\"a\",\"display_name\":null,\"capabilities\":null}"), &json, &error));
    CHECK(text_is(parlour_model_info_id(json), "a") && parlour_model_info_display_name(json).len == 0);
    CHECK(parlour_model_info_max_tokens(json, -1) == -1 && !parlour_model_info_capabilities(json));
    CHECK(parlour_capability_supported(parlour_model_capabilities_batch(parlour_model_info_capabilities(json)), true));
    parlour_json_free(json);
    /* A line of results, and the message in it. */
    OK(parlour_json_parse(
        parlour_str_z(
            "{\"custom_id\":\"a\",\"result\":{\"type\":\"succeeded\",\"message\":{\"id\":\"msg_1\",\"type\":"
            "\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}],"
            "\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}}"),
        &json, &error));
    const parlour_json *result = parlour_message_batch_individual_response_result(json);
    parlour_message *message = NULL;
    CHECK(text_is(parlour_message_batch_individual_response_custom_id(json), "a"));
    CHECK(text_is(parlour_message_batch_result_type(result), "succeeded") &&
          !parlour_message_batch_result_error(result));
    OK(parlour_message_from_json(parlour_json_text(parlour_message_batch_result_message(result)), &message, &error));
    CHECK(text_is(parlour_message_text(message), "x"));
    parlour_message_free(message);
    parlour_json_free(json);
    OK(parlour_json_parse(parlour_str_z("{\"type\":\"rate_limit\",\"group\":{\"type\":\"files\"},\"models\":null,"
                                        "\"limits\":[{\"type\":\"t\",\"value\":7}]}"),
                          &json, &error));
    CHECK(!parlour_rate_limit_rule_models(json) && parlour_json_count(parlour_rate_limit_rule_limits(json)) == 1);
    CHECK(parlour_limit_value_value(parlour_json_item(parlour_rate_limit_rule_limits(json), 0), 0) == 7);
    parlour_json_free(json);
    place_free(&at);
    passed("answers_are_typed");
}

/* The vectors of protocol §8.10. */
static parlour_result verified(const parlour_webhooks *webhooks, const char *signature, int64_t now_ms,
                               const char *subkind) {
    parlour_error *error = NULL;
    parlour_result code = parlour_webhooks_verify(
        webhooks, parlour_str_z("msg_demo_1"), parlour_str_z("1790000000"), parlour_str_z(signature),
        parlour_str_z("{\"id\":\"evt_demo_1\",\"type\":\"event\"}"), now_ms, &error);
    CHECK((code == PARLOUR_FAILED) == (error != NULL));
    if (error) {
        CHECK(text_is(parlour_error_subkind(error), subkind) && parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
        parlour_error_free(error);
    }
    return code;
}

static void webhooks_are_verified(void) {
    static const char fits[] = "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=";
    const int64_t now = 1790000000000;
    parlour_webhooks *webhooks = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_webhooks_new(parlour_str_z("whsec_"), 0, &webhooks, &error));
    CHECK(text_is(parlour_error_subkind(error), "secret"));
    parlour_error_free(error);
    OK(parlour_webhooks_new(parlour_str_z("whsec_bm9ib2R5"), 0, &webhooks, &error));
    IS(PARLOUR_FAILED, verified(webhooks, fits, now, "signature"));
    OK(parlour_webhooks_add_secret(webhooks, parlour_str_z("whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"), &error));
    IS(PARLOUR_OK, verified(webhooks, fits, now, ""));
    IS(PARLOUR_FAILED, verified(webhooks, fits, now + 3600000, "age"));
    IS(PARLOUR_FAILED, verified(webhooks, "", now, "header"));
    IS(PARLOUR_FAILED, verified(webhooks, fits, -1, "age"));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_webhooks_verify(webhooks, parlour_str_z("a"), parlour_str_z("1"),
                                                         parlour_str_z("b"), parlour_str_z(""), -2, NULL));
    parlour_webhooks_free(webhooks);
    passed("webhooks_are_verified");
}

typedef struct {
    parlour_op *op;
    bool done;
} told;

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    parlour_answer *answer = NULL;
    CHECK(!error);
    IS(PARLOUR_OK, parlour_op_answer(op, &answer, NULL));
    CHECK(text_has(AT(answer), "\"type\":\"model\""));
    parlour_answer_free(answer);
    ((told *)user)->done = true;
}

static void calls_are_submitted_to_queues_and_functions(void) {
    place at = place_new(NULL);
    parlour_endpoint *call = endpoint("models.list", NULL, NULL);
    parlour_queue *queue = NULL;
    parlour_op *op = NULL;
    parlour_completion completion;
    size_t count = 0;
    OK(parlour_queue_new(&queue, &error));
    OK(parlour_client_submit_call(at.client, queue, call, NULL, PARLOUR_MODE_WHOLE, 7, &op, &error));
    while (count == 0) {
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, &completion, 1, &count));
    }
    CHECK(completion.kind == PARLOUR_COMPLETION_END && completion.token == 7);
    parlour_op_free(op);
    parlour_queue_free(queue);
    IS(PARLOUR_INVALID_ARGUMENT,
       parlour_client_submit_call(at.client, NULL, call, NULL, PARLOUR_MODE_UNREAD, 1, &op, NULL));
    told mine = {NULL, false};
    OK(parlour_client_submit_call_callback(at.client, call, NULL, PARLOUR_MODE_WHOLE, NULL, on_done, &mine, NULL,
                                           &mine.op, &error));
    IS(PARLOUR_OK, parlour_op_join(mine.op, PATIENCE_MS));
    CHECK(mine.done);
    parlour_op_free(mine.op);
    parlour_endpoint_free(call);
    place_free(&at);
    passed("calls_are_submitted_to_queues_and_functions");
}

int main(void) {
    an_endpoint_is_called_by_its_name();
    pages_are_walked_to_their_end();
    a_batch_is_created_awaited_and_read();
    a_run_splits_and_goes_on_from_its_journal();
    no_other_origin_is_asked();
    limits_are_for_an_administrative_key();
    answers_are_typed();
    webhooks_are_verified();
    calls_are_submitted_to_queues_and_functions();
    return 0;
}
