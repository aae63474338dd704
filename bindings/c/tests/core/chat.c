/* Whole answers: the fields of a message, requests built and given as JSON, an answer sent back, raw requests. */
#include "check.h"

static void a_message_tells_everything(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say \"hello\"\nthere");
    IS(PARLOUR_OK, parlour_request_set_system(request, parlour_str_z("Be brief."), NULL));
    parlour_message *message = NULL;
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    CHECK(text_has(parlour_message_text(message), "hello"));
    CHECK(text_is(parlour_message_role(message), "assistant"));
    CHECK(text_is(parlour_message_stop_reason(message), "end_turn"));
    CHECK(parlour_message_stop_sequence(message).len == 0);
    CHECK(text_has(parlour_message_model(message), "svc-haiku-3-5"));
    CHECK(text_has(parlour_message_id(message), "msg_"));
    CHECK(parlour_message_block_count(message) == 1);
    CHECK(parlour_message_block_kind(message, 0) == PARLOUR_BLOCK_TEXT);
    CHECK(text_is(parlour_message_block_type(message, 0), "text"));
    CHECK(text_has(parlour_message_block_json(message, 0), "\"type\":\"text\""));
    CHECK(parlour_message_block_input_state(message, 0) == PARLOUR_INPUT_NONE);
    CHECK(parlour_message_block_text(message, 1).len == 0 && parlour_message_block_text(message, 1).data);
    CHECK(text_has(parlour_message_json(message), "\"content\""));
    const parlour_usage usage = *parlour_message_usage(message);
    CHECK(usage.input_tokens > 0 && usage.output_tokens > 0 && usage.total_input_tokens >= usage.input_tokens);
    CHECK(text_has(parlour_message_usage_json(message), "output_tokens"));

    const parlour_head *head = parlour_message_head(message);
    CHECK(parlour_head_status(head) == 200 && parlour_head_attempts(head) == 1);
    CHECK(parlour_head_wait_count(head) == 0 && parlour_head_wait_ms(head, 0) == -1);
    CHECK(parlour_head_request_id(head).len > 0);
    CHECK(parlour_head_request_id(head).len == parlour_message_request_id(message).len);
    parlour_str name, value;
    IS(PARLOUR_OK, parlour_head_header(head, parlour_str_z("Content-Type"), &value));
    CHECK(text_has(value, "application/json"));
    IS(PARLOUR_NOT_FOUND, parlour_head_header(head, parlour_str_z("x-not-there"), &value));
    size_t lines = parlour_head_header_count(head);
    CHECK(lines > 3);
    IS(PARLOUR_OK, parlour_head_header_at(head, lines - 1, &name, &value));
    IS(PARLOUR_NOT_FOUND, parlour_head_header_at(head, lines, &name, &value));
    CHECK(parlour_head_rate_limit_count(head) >= 2 && parlour_head_remaining_tokens(head) > 0);
    const parlour_rate_limit *limit = parlour_head_rate_limit_at(head, 0);
    CHECK(limit && text_is(limit->name, "requests") && limit->limit > 0 && limit->remaining >= 0);
    CHECK(parlour_head_rate_limit_at(head, 99) == NULL);

    /* A clone outlives what it was made from, and JSON brings a message back. */
    parlour_message *clone = NULL, *read = NULL;
    IS(PARLOUR_OK, parlour_message_clone(message, &clone));
    parlour_message_free(message);
    CHECK(text_has(parlour_message_text(clone), "hello"));
    OK(parlour_message_from_json(parlour_message_json(clone), &read, &error));
    CHECK(parlour_message_id(read).len == parlour_message_id(clone).len && parlour_message_head(read) == NULL);
    parlour_message_free(read);
    parlour_message_free(clone);
    parlour_request_free(request);
    place_free(&at);
    passed("a_message_tells_everything");
}

static void a_tool_call_by_hand(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("What is the weather in Paris?");
    OK(parlour_request_add_tool(
        request, parlour_str_z("get_weather"), parlour_str_z("Tells the weather in a city."),
        parlour_str_z("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}"),
        &error));
    OK(parlour_request_set_json(request, parlour_str_z("tool_choice"),
                                parlour_str_z("{\"type\":\"tool\",\"name\":\"get_weather\"}"), &error));
    parlour_message *message = NULL;
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    CHECK(text_is(parlour_message_stop_reason(message), "tool_use"));
    size_t call = parlour_message_block_count(message);
    for (size_t i = 0; i < parlour_message_block_count(message); i++) {
        if (parlour_message_block_kind(message, i) == PARLOUR_BLOCK_TOOL_USE) {
            call = i;
        }
    }
    CHECK(call < parlour_message_block_count(message));
    CHECK(text_is(parlour_message_block_tool_name(message, call), "get_weather"));
    CHECK(text_has(parlour_message_block_tool_input_json(message, call), "\"city\""));
    CHECK(parlour_message_block_input_state(message, call) == PARLOUR_INPUT_COMPLETE);
    CHECK(parlour_message_block_input_raw(message, call).len == 0);

    IS(PARLOUR_OK, parlour_request_add_message(request, message, NULL));
    parlour_str id = parlour_message_block_tool_id(message, call);
    IS(PARLOUR_OK, parlour_request_add_tool_result(request, id, parlour_str_z("21 degrees"), false, NULL));
    OK(parlour_request_set_json(request, parlour_str_z("tool_choice"), parlour_str_z("{\"type\":\"auto\"}"), &error));
    CHECK(text_has(parlour_request_json(request), "tool_result"));
    parlour_message *reply = NULL;
    OK(parlour_client_create(at.client, request, NULL, &reply, &error));
    CHECK(text_is(parlour_message_stop_reason(reply), "end_turn"));
    parlour_message_free(reply);
    parlour_message_free(message);
    parlour_request_free(request);
    place_free(&at);
    passed("a_tool_call_by_hand");
}

static void results_added_one_after_another_are_one_turn(void) {
    parlour_request *request = asking("x");
    IS(PARLOUR_OK, parlour_request_add_tool_result(request, parlour_str_z("a"), parlour_str_z("1"), false, NULL));
    IS(PARLOUR_OK, parlour_request_add_tool_result(request, parlour_str_z("b"), parlour_str_z("2"), true, NULL));
    IS(PARLOUR_OK, parlour_request_add_assistant_text(request, parlour_str_z("well"), NULL));
    IS(PARLOUR_OK, parlour_request_add_tool_result(request, parlour_str_z("c"), parlour_str_z("3"), false, NULL));
    CHECK(text_is(
        parlour_request_json(request),
        "{\"model\":\"svc-haiku-3-5\",\"max_tokens\":4096,\"messages\":[{\"role\":\"user\",\"content\":\"x\"},"
        "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"a\",\"content\":\"1\"},"
        "{\"type\":\"tool_result\",\"tool_use_id\":\"b\",\"content\":\"2\",\"is_error\":true}]},"
        "{\"role\":\"assistant\",\"content\":\"well\"},"
        "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c\",\"content\":\"3\"}]}]}"));
    parlour_request_free(request);
    passed("results_added_one_after_another_are_one_turn");
}

static void json_is_sent_as_it_stands(void) {
    place at = place_new(NULL);
    const char *json =
        "{ \"max_tokens\":16,  \"messages\":[{\"content\":\"say hi\",\"role\":\"user\"}], \"temperature\": 1.0,"
        " \"model\":\"svc-haiku-3-5\" }";
    parlour_request *request = NULL, *copy = NULL;
    OK(parlour_request_from_json(parlour_str_z(json), &request, &error));
    CHECK(text_is(parlour_request_json(request), json));
    parlour_message *message = NULL;
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    parlour_str seen;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &seen));
    CHECK(text_has(seen, "{ \\\"max_tokens\\\":16,  \\\"messages\\\""));
    /* Changing a copy leaves the original alone; the functions that add find values that were set as JSON. */
    IS(PARLOUR_OK, parlour_request_clone(request, &copy));
    OK(parlour_request_set_json(copy, parlour_str_z("messages"),
                                parlour_str_z("[{\"role\":\"user\",\"content\":\"a\"}]"), &error));
    IS(PARLOUR_OK, parlour_request_add_user_text(copy, parlour_str_z("b"), NULL));
    CHECK(text_has(parlour_request_json(copy),
                   "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"user\",\"content\":\"b\"}]"));
    CHECK(text_is(parlour_request_json(request), json));
    OK(parlour_request_add_message_json(copy, parlour_str_z("{\"role\":\"user\",\"content\":[],\"x\":1.50}"), &error));
    CHECK(text_has(parlour_request_json(copy), "\"x\":1.50"));
    parlour_message_free(message);
    parlour_request_free(copy);
    parlour_request_free(request);
    place_free(&at);
    passed("json_is_sent_as_it_stands");
}

static void requests_are_checked_before_anything_is_sent(void) {
    place at = place_new(NULL);
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 16, &request));
    IS(PARLOUR_FAILED, parlour_request_check(request, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    IS(PARLOUR_FAILED, parlour_client_create(at.client, request, NULL, &message, NULL));
    CHECK(message == NULL);
    parlour_request *broken = NULL;
    IS(PARLOUR_FAILED, parlour_request_from_json(parlour_str_z("[1, 2"), &broken, &error));
    CHECK(broken == NULL && parlour_error_attempts(error) == 0);
    parlour_error_free(error);
    CHECK(parlour_emulator_request_count(at.emulator) == 0);
    parlour_request_free(request);
    place_free(&at);
    passed("requests_are_checked_before_anything_is_sent");
}

static void raw_requests_and_options(void) {
    place at = place_new(NULL);
    parlour_options *options = NULL;
    parlour_answer *answer = NULL, *clone = NULL;
    IS(PARLOUR_OK, parlour_options_new(&options));
    IS(PARLOUR_OK, parlour_options_set_header(options, parlour_str_z("x-trace"), parlour_str_z("abc"), NULL));
    IS(PARLOUR_OK, parlour_options_set_query(options, parlour_str_z("limit"), parlour_str_z("2"), NULL));
    OK(parlour_client_request(at.client, parlour_str_z("GET"), parlour_str_z("/v1/models"), parlour_str_z(NULL),
                              options, &answer, &error));
    CHECK(parlour_head_status(parlour_answer_head(answer)) == 200);
    IS(PARLOUR_OK, parlour_answer_clone(answer, &clone));
    parlour_answer_free(answer);
    CHECK(text_has(parlour_answer_body(clone), "\"data\""));
    parlour_answer_free(clone);
    parlour_str seen;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &seen));
    CHECK(text_has(seen, "x-trace") && text_has(seen, "limit=2"));

    /* A copy of the client starts from options. */
    parlour_client *copy = NULL;
    OK(parlour_client_with_options(at.client, options, &copy, &error));
    CHECK(parlour_client_base_url(copy).len == parlour_emulator_url(at.emulator).len);
    CHECK(parlour_client_vendor(copy).len > 0);
    parlour_request *request = asking("say x");
    parlour_message *message = NULL;
    OK(parlour_client_create(copy, request, NULL, &message, &error));
    parlour_message_free(message);
    parlour_request_free(request);
    parlour_client_free(copy);
    parlour_options_free(options);
    place_free(&at);
    passed("raw_requests_and_options");
}

int main(void) {
    CHECK(parlour_check_abi() && strlen(parlour_version()) > 0);
    a_message_tells_everything();
    a_tool_call_by_hand();
    results_added_one_after_another_are_one_turn();
    json_is_sent_as_it_stands();
    requests_are_checked_before_anything_is_sent();
    raw_requests_and_options();
    return 0;
}
