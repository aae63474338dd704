/* Structured answers: asked for in one function, and by a plan. */
#include "check.h"

#include <pthread.h>
#include <time.h>

#define PERSON \
    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"age\":{\"type\":\"integer\",\"minimum\":0}" \
    "}," \
    "\"required\":[\"name\",\"age\"]}"
#define ANSWER(content, stop_reason) \
    "{\"json\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"svc-opus-4-5\",\"content\":" \
    "[" content "],\"stop_reason\":\"" stop_reason \
    "\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":3,\"output_tokens\":2}}}"
#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define ADA "{\\\"name\\\":\\\"Ada\\\",\\\"age\\\":36}"
#define YOUNG "{\\\"name\\\":\\\"Ada\\\",\\\"age\\\":-1}"

static parlour_request *who(const char *model) {
    parlour_request *request = NULL;
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z(model), 64, &request));
    IS(PARLOUR_OK, parlour_request_add_user_text(request, parlour_str_z("Who?"), NULL));
    return request;
}

static parlour_parsed *parsed_of(const place *at, const char *answer_json) {
    parlour_request *request = who("svc-opus-4-5");
    parlour_parsed *parsed = NULL;
    OK(parlour_parse(at->client, request, parlour_str_z(PERSON), parlour_str_z(answer_json), NULL, &parsed, &error));
    parlour_request_free(request);
    return parsed;
}

static void every_answer_has_an_outcome(void) {
    place at = place_new(NULL);
    parlour_parsed *parsed;
    order(&at, ANSWER(TEXT(ADA), "end_turn"));
    parsed = parsed_of(&at, "");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_VALUE && parlour_parsed_reason(parsed).len == 0);
    CHECK(text_is(parlour_parsed_text(parsed), "{\"name\":\"Ada\",\"age\":36}") &&
          parlour_parsed_answer_count(parsed) == 1);
    CHECK(text_is(parlour_message_id(parlour_parsed_answer(parsed, 0)), "msg_1") && !parlour_parsed_answer(parsed, 1));
    CHECK(parlour_message_head(parlour_parsed_answer(parsed, 0)) && !parlour_parsed_reask_error(parsed));
    parlour_parsed_free(parsed);
    order(&at, ANSWER("", "refusal"));
    parsed = parsed_of(&at, NULL);
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_REFUSED && parlour_parsed_text(parsed).len == 0);
    parlour_parsed_free(parsed);
    order(&at, ANSWER(TEXT("{"), "max_tokens"));
    parsed = parsed_of(&at, "{}");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_CUT && text_is(parlour_parsed_reason(parsed), "max_tokens"));
    CHECK(text_is(parlour_parsed_text(parsed), "{"));
    parlour_parsed_free(parsed);
    order(&at, ANSWER(TEXT(YOUNG), "end_turn"));
    parsed = parsed_of(&at, "");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_INVALID);
    CHECK(text_is(parlour_parsed_reason(parsed), "/age: -1 is less than 0") &&
          text_has(parlour_parsed_text(parsed), "-1"));
    parlour_parsed_free(parsed);
    CHECK(parlour_parsed_outcome(NULL) == PARLOUR_ANSWER_NONE);
    place_free(&at);
    passed("every_answer_has_an_outcome");
}

static void asking_again_is_bounded_and_keeps_what_was_paid(void) {
    place at = place_new(NULL);
    parlour_parsed *parsed;
    order(&at, "[" ANSWER(TEXT(YOUNG), "end_turn") "," ANSWER(TEXT(ADA), "end_turn") "]");
    parsed = parsed_of(&at, "{\"max_reasks\":3}");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_VALUE && parlour_parsed_answer_count(parsed) == 2);
    CHECK(text_has(parlour_parsed_usage_json(parsed), "\"output_tokens\":4"));
    parlour_parsed_free(parsed);
    order(&at, "[" ANSWER(TEXT("a"), "end_turn") "," ANSWER(TEXT("b"), "end_turn") "]");
    parsed = parsed_of(&at, "{\"max_reasks\":1}");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_INVALID && text_is(parlour_parsed_text(parsed), "b"));
    parlour_parsed_free(parsed);
    /* Answers that were paid for before a failure are kept. */
    order(&at,
          "[" ANSWER(
              TEXT("a"),
              "end_turn") ",{\"status\":400,\"json\":{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
                          "\"message\":\"no\"}}}]");
    parsed = parsed_of(&at, "{\"max_reasks\":1}");
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_INVALID && parlour_parsed_answer_count(parsed) == 1);
    CHECK(parlour_error_kind(parlour_parsed_reask_error(parsed)) == PARLOUR_KIND_BAD_REQUEST);
    parlour_parsed_free(parsed);
    place_free(&at);
    passed("asking_again_is_bounded_and_keeps_what_was_paid");
}

typedef struct {
    const place *at;
    parlour_interrupt *stop;
} raiser;

static void *raises_at_the_second_request(void *argument) {
    const raiser *who = argument;
    while (parlour_emulator_request_count(who->at->emulator) < 2) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    parlour_interrupt_raise(who->stop);
    return NULL;
}

static void what_was_paid_before_an_interrupt_is_kept(void) {
    place at = place_new(NULL);
    parlour_request *request = who("svc-opus-4-5");
    parlour_options *options = NULL;
    parlour_parsed *parsed = NULL;
    raiser other = {.at = &at, .stop = NULL};
    pthread_t thread;
    OK(parlour_interrupt_new(&other.stop, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, other.stop, &error));
    order(&at, "[" ANSWER(TEXT(YOUNG), "end_turn") ",{\"delay_ms\":600000}]");
    CHECK(pthread_create(&thread, NULL, raises_at_the_second_request, &other) == 0);
    OK(parlour_parse(at.client, request, parlour_str_z(PERSON), parlour_str_z("{\"max_reasks\":2}"), options, &parsed,
                     &error));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_INVALID && parlour_parsed_answer_count(parsed) == 1);
    CHECK(parlour_error_kind(parlour_parsed_reask_error(parsed)) == PARLOUR_KIND_CANCELLED);
    CHECK(text_has(parlour_parsed_usage_json(parsed), "\"output_tokens\":2"));
    parlour_parsed_free(parsed);
    parsed = NULL;
    /* Before the first answer there is nothing to keep. */
    IS(PARLOUR_INTERRUPTED,
       parlour_parse(at.client, request, parlour_str_z(PERSON), parlour_str_z(""), options, &parsed, NULL));
    CHECK(parsed == NULL);
    parlour_options_free(options);
    parlour_interrupt_free(other.stop);
    parlour_request_free(request);
    place_free(&at);
    passed("what_was_paid_before_an_interrupt_is_kept");
}

static void a_schema_is_made_one_that_the_service_takes(void) {
    parlour_json *sent = NULL;
    parlour_error *error = NULL;
    OK(parlour_transform_schema(parlour_str_z(PERSON), &sent, &error));
    CHECK(text_is(parlour_json_string(parlour_json_at(sent, parlour_str_z("/moved/0"))), "/properties/age/minimum"));
    CHECK(!parlour_json_bool(parlour_json_at(sent, parlour_str_z("/schema/additionalProperties")), true));
    CHECK(parlour_json_at(sent, parlour_str_z("/schema/properties/age/minimum")) == NULL);
    CHECK(text_has(parlour_json_string(parlour_json_at(sent, parlour_str_z("/schema/properties/age/description"))),
                   "minimum"));
    parlour_json_free(sent);
    sent = NULL;
    IS(PARLOUR_FAILED,
       parlour_transform_schema(parlour_str_z("{\"type\":\"object\",\"properties\":{\"a\":{}}}"), &sent, &error));
    CHECK(sent == NULL && parlour_error_kind(error) == PARLOUR_KIND_CONFIG &&
          text_has(parlour_error_message(error), "/properties/a"));
    parlour_error_free(error);
    passed("a_schema_is_made_one_that_the_service_takes");
}

static void a_plan_asks_by_any_call(void) {
    place at = place_new(NULL);
    parlour_request *request = who("svc-haiku-3-5"), *sent = NULL, *again = NULL;
    parlour_answer_plan *plan = NULL;
    parlour_message *message = NULL;
    parlour_parsed *parsed = NULL;
    OK(parlour_answer_plan_new(request, parlour_str_z("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"),
                               parlour_str_z("{\"max_reasks\":1,\"tool_name\":\"give\"}"), &plan, &error));
    CHECK(text_is(parlour_answer_plan_method(plan), "tool") && text_is(parlour_answer_plan_tool_name(plan), "give"));
    CHECK(parlour_answer_plan_is_wrapped(plan) && text_is(parlour_answer_plan_moved_json(plan), "[]"));
    OK(parlour_answer_plan_request(plan, &sent, &error));
    CHECK(text_has(parlour_request_json(sent), "\"tool_choice\""));
    order(
        &at,
        "[" ANSWER(
            "{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"give\",\"input\":{\"value\":[1,\"x\"]}}",
            "tool_use") "," ANSWER("{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"give\",\"input\":{\"value\":[1,2]}}",
                                   "tool_use") "]");
    OK(parlour_client_create(at.client, sent, NULL, &message, &error));
    OK(parlour_answer_plan_judge(plan, message, &parsed, &error));
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_INVALID);
    OK(parlour_answer_plan_again(plan, message, parlour_parsed_reason(parsed), &again, &error));
    CHECK(text_has(parlour_request_json(again), "\"tool_result\"") && parlour_request_turn_count(again) == 3);
    parlour_parsed_free(parsed);
    parlour_message_free(message);
    OK(parlour_client_create(at.client, again, NULL, &message, &error));
    OK(parlour_answer_plan_judge(plan, message, &parsed, &error));
    CHECK(parlour_parsed_outcome(parsed) == PARLOUR_ANSWER_VALUE && text_is(parlour_parsed_text(parsed), "[1,2]"));
    parlour_request_free(again);
    again = NULL;
    IS(PARLOUR_END, parlour_answer_plan_again(plan, message, parlour_str_z("x"), &again, NULL));
    CHECK(again == NULL);
    parlour_parsed_free(parsed);
    parlour_message_free(message);
    parlour_answer_plan_free(plan);
    parlour_request_free(sent);
    parlour_request_free(request);
    place_free(&at);
    passed("a_plan_asks_by_any_call");
}

static void what_cannot_be_asked_is_refused_before_anything_is_sent(void) {
    place at = place_new(NULL);
    parlour_request *request = who("svc-opus-4-5");
    parlour_parsed *parsed = NULL;
    static const char *const wrong[][2] = {
        {"[]", ""},
        {"{", ""},
        {"{\"$ref\":\"other.json\"}", ""},
        {PERSON, "{\"method\":\"guess\"}"},
        {PERSON, "{\"max_reasks\":-1}"},
        {PERSON, "{\"reasks\":1}"},
        {PERSON, "7"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        parlour_error *error = NULL;
        IS(PARLOUR_FAILED, parlour_parse(at.client, request, parlour_str_z(wrong[i][0]), parlour_str_z(wrong[i][1]),
                                         NULL, &parsed, &error));
        CHECK(parsed == NULL && parlour_error_kind(error) == PARLOUR_KIND_CONFIG && parlour_error_attempts(error) == 0);
        parlour_error_free(error);
    }
    CHECK(parlour_emulator_request_count(at.emulator) == 0);
    parlour_request_free(request);
    place_free(&at);
    passed("what_cannot_be_asked_is_refused_before_anything_is_sent");
}

int main(void) {
    every_answer_has_an_outcome();
    asking_again_is_bounded_and_keeps_what_was_paid();
    what_was_paid_before_an_interrupt_is_kept();
    a_schema_is_made_one_that_the_service_takes();
    a_plan_asks_by_any_call();
    what_cannot_be_asked_is_refused_before_anything_is_sent();
    return 0;
}
