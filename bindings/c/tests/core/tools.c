/* The tool loop: without I/O, and as a run whose tools are functions of this program. */
#include "check.h"

#include <pthread.h>
#include <time.h>

#define SCHEMA "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"
#define CALL(id, name) "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"" name "\",\"input\":{\"n\":1}}"
#define ANSWER(blocks, reason) \
    "{\"json\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"svc-haiku-3-5\",\"content\":" \
    "[" blocks "],\"stop_reason\":\"" reason \
    "\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}}"
/* A stream that says nothing more, for ever, once its first block, a call, is whole. */
#define STALLS \
    "{\"sse\":[{\"event\":\"message_start\",\"data\":{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\"," \
    "\"type\":" \
    "\"message\",\"role\":\"assistant\",\"model\":\"svc-haiku-3-5\",\"content\":[],\"stop_reason\":null," \
    "\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}},{\"event\":\"content_block_start\"," \
    "\"data\":" \
    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":" \
    "\"one\"," \
    "\"input\":{}}}},{\"event\":\"content_block_delta\",\"data\":{\"type\":\"content_block_delta\",\"index\":0," \
    "\"delta\":" \
    "{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}},{\"event\":\"content_block_stop\",\"data\":" \
    "{\"type\":\"content_block_stop\",\"index\":0}}],\"fault\":{\"stall_after\":\"content_block_stop\"}}"
#define DONE ANSWER("{\"type\":\"text\",\"text\":\"done\"}", "end_turn")

static int freed;

static void count_free(void *user) {
    (void)user;
    __atomic_add_fetch(&freed, 1, __ATOMIC_SEQ_CST);
}

static void rest(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* All calls of a turn meet here: one that ran alone would wait for ever. */
static int arrived;

static void meets(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    char text[64];
    int all = *(const int *)user;
    __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < all) {
        rest();
    }
    CHECK(parlour_str_is(parlour_tool_call_input_json(call), "{\"n\":1}") && parlour_tool_call_toolset(call).len == 0);
    parlour_str id = parlour_tool_call_id(call);
    snprintf(text, sizeof text, "result of " PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(id));
    IS(PARLOUR_OK, parlour_tool_result_set_text(result, parlour_str_z(text), false));
}

/* Returns when nobody waits for it any more. */
static void never(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    if (user) {
        parlour_interrupt_raise(user);
    }
    while (!parlour_tool_call_is_cancelled(call)) {
        rest();
    }
    IS(PARLOUR_OK, parlour_tool_result_set_text(result, parlour_str_z("too late"), false));
}

static void says_nothing(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    (void)user;
    (void)call;
    (void)result;
}

static void shows(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    const place *at = user;
    parlour_content *content = NULL;
    parlour_message *message = NULL;
    parlour_request *request = asking("say x");
    (void)call;
    /* A tool may use the client that runs it. */
    OK(parlour_client_create(at->client, request, NULL, &message, &error));
    IS(PARLOUR_OK, parlour_content_new(&content));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_tool_result_set_content(result, content, true));
    OK(parlour_content_add_text(content, parlour_str_z("shown"), &error));
    IS(PARLOUR_OK, parlour_tool_result_set_content(result, content, true));
    parlour_content_free(content);
    parlour_message_free(message);
    parlour_request_free(request);
}

static parlour_tools *tools_of(const char *name, parlour_tool_fn function, void *user) {
    parlour_tools *tools = NULL;
    IS(PARLOUR_OK, parlour_tools_new(&tools));
    OK(parlour_tools_add(tools, parlour_str_z(name), parlour_str_z("A tool."), parlour_str_z(SCHEMA), function, user,
                         count_free, &error));
    return tools;
}

/* The last turn of the user in a history; free it. */
static parlour_json *history(parlour_tool_loop *loop) {
    parlour_conversation *turns = NULL;
    parlour_json *json = NULL;
    IS(PARLOUR_OK, parlour_tool_loop_conversation(loop, &turns));
    size_t last = parlour_conversation_turn_count(turns);
    for (size_t i = last; i-- > 0;) {
        OK(parlour_json_parse(parlour_conversation_turn_json(turns, i), &json, &error));
        if (parlour_str_is(parlour_json_string(parlour_json_at(json, parlour_str_z("/role"))), "user")) {
            break;
        }
        parlour_json_free(json);
        json = NULL;
    }
    parlour_conversation_free(turns);
    CHECK(json != NULL);
    return json;
}

static parlour_str text_at(const parlour_json *json, const char *pointer) {
    return parlour_json_string(parlour_json_at(json, parlour_str_z(pointer)));
}

static bool error_at(const parlour_json *json, const char *pointer) {
    return parlour_json_bool(parlour_json_at(json, parlour_str_z(pointer)), false);
}

static void calls_of_a_turn_run_at_once(void) {
    place at = place_new(NULL);
    int all = 3;
    parlour_request *request = asking("Count.");
    parlour_tools *tools = tools_of("one", meets, &all);
    parlour_tool_run *run = NULL;
    parlour_message *message = NULL;
    parlour_str text;
    freed = arrived = 0;
    order(&at, ANSWER(CALL("a", "one") "," CALL("b", "one") "," CALL("c", "one") "," CALL("d", "ghost"), "tool_use"));
    order(&at, DONE);
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    parlour_tools_free(tools);
    parlour_request_free(request);
    OK(parlour_tool_run_until_done(run, &message, &error));
    CHECK(text_is(parlour_message_text(message), "done") && parlour_tool_run_turn_count(run) == 2);
    CHECK(parlour_message_head(parlour_tool_run_turn(run, 0)) != NULL && parlour_tool_run_turn(run, 2) == NULL);
    parlour_tool_loop *loop = parlour_tool_run_loop(run);
    CHECK(text_is(parlour_tool_loop_end(loop), "stopped") && parlour_tool_loop_request_count(loop) == 2);
    IS(PARLOUR_OK, parlour_tool_loop_usage_json(loop, &text, NULL));
    CHECK(text_has(text, "\"input_tokens\":10"));
    IS(PARLOUR_OK, parlour_tool_loop_settings_json(loop, &text, NULL));
    CHECK(text_has(text, "\"name\":\"one\"") && !text_has(text, "messages"));
    parlour_json *results = history(loop);
    CHECK(text_is(text_at(results, "/content/0/content"), "result of a") &&
          text_is(text_at(results, "/content/2/tool_use_id"), "c"));
    CHECK(text_has(text_at(results, "/content/3/content"), "ghost") && error_at(results, "/content/3/is_error"));
    IS(PARLOUR_END, parlour_tool_run_next(run, &message, NULL));
    CHECK(freed == 0);
    parlour_tool_run_free(run);
    CHECK(freed == 1);
    parlour_json_free(results);
    parlour_message_free(message);
    place_free(&at);
    passed("calls_of_a_turn_run_at_once");
}

static void what_takes_too_long_is_given_up(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count.");
    parlour_tools *tools = tools_of("slow", never, NULL);
    parlour_tool_run *run = NULL;
    parlour_message *message = NULL;
    freed = 0;
    OK(parlour_tools_add(tools, parlour_str_z("mute"), parlour_str_z("Says nothing."), parlour_str_z(SCHEMA),
                         says_nothing, NULL, NULL, &error));
    OK(parlour_tools_add(tools, parlour_str_z("show"), parlour_str_z("Shows."), parlour_str_z(SCHEMA), shows, &at, NULL,
                         &error));
    IS(PARLOUR_OK, parlour_tools_set_timeout_ms(tools, 30));
    order(&at, ANSWER(CALL("a", "slow"), "tool_use"));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    OK(parlour_tool_run_next(run, &message, &error));
    parlour_message_free(message);
    order(&at, DONE);
    OK(parlour_tool_run_next(run, &message, &error));
    parlour_message_free(message);
    parlour_json *results = history(parlour_tool_run_loop(run));
    CHECK(text_has(text_at(results, "/content/0/content"), "longer than 0.03 s") &&
          error_at(results, "/content/0/is_error"));
    parlour_json_free(results);
    parlour_tool_run_free(run);
    /* Without a limit: blocks that say it failed, a call of the client from within, and no result at all. */
    IS(PARLOUR_OK, parlour_tools_set_timeout_ms(tools, 0));
    order(&at, ANSWER(CALL("a", "show") "," CALL("b", "mute"), "tool_use"));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    OK(parlour_tool_run_until_done(run, &message, &error));
    results = history(parlour_tool_run_loop(run));
    CHECK(text_is(text_at(results, "/content/0/content/0/text"), "shown") && error_at(results, "/content/0/is_error"));
    CHECK(text_has(text_at(results, "/content/1/content"), "without a result") &&
          error_at(results, "/content/1/is_error"));
    parlour_json_free(results);
    parlour_message_free(message);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    /* The one that was given up frees its pointer when it returns. */
    while (__atomic_load_n(&freed, __ATOMIC_SEQ_CST) == 0) {
        rest();
    }
    parlour_request_free(request);
    place_free(&at);
    passed("what_takes_too_long_is_given_up");
}

static void an_interrupt_reaches_running_tools(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count.");
    parlour_interrupt *stop = NULL;
    parlour_options *options = NULL;
    parlour_tool_run *run = NULL;
    parlour_message *message = NULL;
    OK(parlour_interrupt_new(&stop, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, stop, &error));
    parlour_tools *tools = tools_of("slow", never, stop);
    freed = 0;
    order(&at, ANSWER(CALL("a", "slow"), "tool_use"));
    order(&at, DONE);
    OK(parlour_tool_run_new(at.client, request, tools, options, &run, &error));
    OK(parlour_tool_run_next(run, &message, &error));
    parlour_message_free(message);
    message = NULL;
    IS(PARLOUR_INTERRUPTED, parlour_tool_run_next(run, &message, NULL));
    CHECK(message == NULL && parlour_tool_run_turn_count(run) == 1);
    /* The interrupted call has a result: the run goes on. */
    IS(PARLOUR_OK, parlour_interrupt_reset(stop));
    OK(parlour_tool_run_until_done(run, &message, &error));
    parlour_json *results = history(parlour_tool_run_loop(run));
    CHECK(text_has(text_at(results, "/content/0/content"), "was cancelled") &&
          error_at(results, "/content/0/is_error"));
    parlour_json_free(results);
    parlour_message_free(message);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    while (__atomic_load_n(&freed, __ATOMIC_SEQ_CST) == 0) {
        rest();
    }
    parlour_options_free(options);
    parlour_interrupt_free(stop);
    parlour_request_free(request);
    place_free(&at);
    passed("an_interrupt_reaches_running_tools");
}

/* The answer to the next request of a loop, by whatever call. */
static parlour_result turn(const place *at, parlour_tool_loop *loop) {
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    parlour_result code = parlour_tool_loop_request(loop, &request, NULL);
    if (code == PARLOUR_OK) {
        OK(parlour_client_create(at->client, request, NULL, &message, &error));
        OK(parlour_tool_loop_received(loop, message, &error));
        parlour_message_free(message);
        parlour_request_free(request);
    }
    return code;
}

static void a_loop_by_hand(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count.");
    parlour_tool_loop *loop = NULL, *saved = NULL;
    parlour_tool_call *call = NULL, *other = NULL;
    parlour_content *content = NULL;
    parlour_str json;
    OK(parlour_request_add_tool(request, parlour_str_z("one"), parlour_str_z("One."), parlour_str_z(SCHEMA), &error));
    OK(parlour_tool_loop_new(request, parlour_str_z("{\"max_parallel\": 1}"), &loop, &error));
    order(&at, ANSWER(CALL("a", "one") "," CALL("b", "one") "," CALL("c", "ghost") "," CALL("d", "one"), "tool_use"));
    IS(PARLOUR_OK, turn(&at, loop));
    CHECK(!parlour_tool_loop_calls_done(loop) && parlour_tool_loop_end(loop).len == 0);
    /* Denied before it began. */
    IS(PARLOUR_OK, parlour_tool_loop_finish_call(loop, parlour_str_z("d"), parlour_str_z("not allowed"), true));
    IS(PARLOUR_OK, parlour_tool_loop_begin_call(loop, &call));
    CHECK(text_is(parlour_tool_call_id(call), "a") && text_is(parlour_tool_call_name(call), "one"));
    CHECK(!parlour_tool_call_is_cancelled(call));
    IS(PARLOUR_WOULD_BLOCK, parlour_tool_loop_begin_call(loop, &other));
    IS(PARLOUR_OK, parlour_tool_loop_finish_call(loop, parlour_tool_call_id(call), parlour_str_z("1"), false));
    IS(PARLOUR_NOT_FOUND, parlour_tool_loop_finish_call(loop, parlour_tool_call_id(call), parlour_str_z("1"), false));
    IS(PARLOUR_OK, parlour_tool_loop_begin_call(loop, &other));
    IS(PARLOUR_OK, parlour_content_new(&content));
    OK(parlour_content_add_text(content, parlour_str_z("2"), &error));
    OK(parlour_tool_loop_finish_call_content(loop, parlour_tool_call_id(other), content, false, &error));
    parlour_tool_call_free(call);
    parlour_tool_call_free(other);
    call = NULL;
    IS(PARLOUR_END, parlour_tool_loop_begin_call(loop, &call));
    CHECK(parlour_tool_loop_calls_done(loop));
    OK(parlour_tool_loop_say(loop, parlour_str_z("And hurry."), &error));
    OK(parlour_tool_loop_say_content(loop, content, &error));
    /* Saved here, gone on elsewhere. */
    OK(parlour_tool_loop_json(loop, &json, &error));
    OK(parlour_tool_loop_from_json(json, &saved, &error));
    parlour_tool_loop_free(loop);
    order(&at, DONE);
    IS(PARLOUR_OK, turn(&at, saved));
    IS(PARLOUR_END, turn(&at, saved));
    CHECK(text_is(parlour_tool_loop_end(saved), "stopped"));
    parlour_json *results = history(saved);
    CHECK(text_is(text_at(results, "/content/0/content"), "1") &&
          text_is(text_at(results, "/content/1/content/0/text"), "2"));
    CHECK(error_at(results, "/content/2/is_error") && text_is(text_at(results, "/content/3/content"), "not allowed"));
    CHECK(text_is(text_at(results, "/content/4/text"), "And hurry.") &&
          text_is(text_at(results, "/content/5/text"), "2"));
    parlour_json_free(results);
    parlour_tool_loop_free(saved);
    parlour_content_free(content);
    parlour_request_free(request);
    place_free(&at);
    passed("a_loop_by_hand");
}

static void a_loop_can_be_changed_between_turns(void) {
    place at = place_new(NULL);
    parlour_request *settings = NULL, *request = NULL;
    parlour_conversation *turns = NULL;
    parlour_tool_loop *loop = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_conversation_new(&turns));
    OK(parlour_conversation_add_user_text(turns, parlour_str_z("Count."), &error));
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &settings));
    OK(parlour_tool_loop_over(turns, settings, parlour_str_z(""), &loop, &error));
    IS(PARLOUR_OK, parlour_request_set_system(settings, parlour_str_z("Be brief."), NULL));
    OK(parlour_tool_loop_set_settings(loop, settings, &error));
    OK(parlour_conversation_add_json(turns, parlour_str_z("{\"role\":\"user\", \"content\":\"Twice.\"}"), &error));
    IS(PARLOUR_OK, parlour_tool_loop_set_conversation(loop, turns));
    OK(parlour_tool_loop_request(loop, &request, &error));
    CHECK(text_has(parlour_request_json(request), "Be brief.") &&
          text_has(parlour_request_json(request), "{\"role\":\"user\", \"content\":\"Twice.\"}"));
    parlour_request_free(request);
    request = NULL;
    OK(parlour_tool_loop_cancel(loop, &error));
    CHECK(text_is(parlour_tool_loop_end(loop), "cancelled"));
    IS(PARLOUR_END, parlour_tool_loop_request(loop, &request, NULL));
    parlour_tool_loop_free(loop);
    loop = NULL;
    IS(PARLOUR_FAILED, parlour_tool_loop_over(turns, settings, parlour_str_z("{\"max_request\": 1}"), &loop, &error));
    CHECK(loop == NULL && text_has(parlour_error_message(error), "max_requests") &&
          parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    parlour_conversation_free(turns);
    parlour_request_free(settings);
    place_free(&at);
    passed("a_loop_can_be_changed_between_turns");
}

static void what_cannot_run_is_refused_before_it_is_sent(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Count.");
    parlour_tools *tools = tools_of("one", says_nothing, NULL);
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    parlour_tool_run *run = NULL;
    IS(PARLOUR_FAILED, parlour_tools_add(tools, parlour_str_z("one"), parlour_str_z(""), parlour_str_z(SCHEMA),
                                         says_nothing, NULL, NULL, &error));
    CHECK(text_has(parlour_error_message(error), "unique"));
    parlour_error_free(error);
    error = NULL;
    IS(PARLOUR_NULL_ARGUMENT, parlour_tools_add(tools, parlour_str_z("two"), parlour_str_z(""), parlour_str_z(SCHEMA),
                                                NULL, NULL, NULL, NULL));
    IS(PARLOUR_FAILED, parlour_tools_add(tools, parlour_str_z("two"), parlour_str_z(""), parlour_str_z("{"),
                                         says_nothing, NULL, NULL, NULL));
    IS(PARLOUR_OK, parlour_tools_set_limits(tools, parlour_str_z("{\"max_requests\": 0}")));
    IS(PARLOUR_FAILED, parlour_run_tools(at.client, request, tools, NULL, &message, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && message == NULL);
    parlour_error_free(error);
    error = NULL;
    IS(PARLOUR_OK, parlour_tools_set_limits(tools, parlour_str_z("{\"max_requests\": 1}")));
    /* The limit of requests ends the loop with the answer that called a tool. */
    order(&at, ANSWER(CALL("a", "one"), "tool_use"));
    OK(parlour_run_tools(at.client, request, tools, NULL, &message, &error));
    CHECK(text_is(parlour_message_stop_reason(message), "tool_use"));
    parlour_message_free(message);
    message = NULL;
    /* A failed call leaves the run where it was. */
    IS(PARLOUR_OK, parlour_tools_set_limits(tools, parlour_str_z("")));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    order(&at, "{\"status\": 400}");
    IS(PARLOUR_FAILED, parlour_tool_run_next(run, &message, &error));
    CHECK(parlour_error_status(error) == 400 && parlour_tool_run_turn_count(run) == 0);
    parlour_error_free(error);
    order(&at, DONE);
    OK(parlour_tool_run_until_done(run, &message, &error));
    CHECK(text_is(parlour_message_text(message), "done"));
    parlour_message_free(message);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    parlour_request_free(request);
    place_free(&at);
    passed("what_cannot_run_is_refused_before_it_is_sent");
}

/* Lets call "a" run, and denies the others, "c" without a word. */
static bool approves(void *user, const parlour_tool_call *call, parlour_tool_result *reason) {
    ++*(int *)user;
    if (parlour_str_is(parlour_tool_call_id(call), "b")) {
        IS(PARLOUR_OK, parlour_tool_result_set_text(reason, parlour_str_z("The user said no."), false));
    }
    return parlour_str_is(parlour_tool_call_id(call), "a");
}

static void a_hook_denies_calls(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Go.");
    parlour_tools *tools = NULL;
    parlour_tool_run *run = NULL;
    parlour_message *answer = NULL;
    parlour_conversation *history = NULL;
    int asked = 0, before = freed;
    order(&at, "[" ANSWER(CALL("a", "one") "," CALL("b", "one") "," CALL("c", "one"), "tool_use") "," DONE "]");
    IS(PARLOUR_OK, parlour_tools_new(&tools));
    OK(parlour_tools_add(tools, parlour_str_z("one"), parlour_str_z(""), parlour_str_z(SCHEMA), says_nothing, NULL,
                         NULL, &error));
    IS(PARLOUR_OK, parlour_tools_set_approve(tools, approves, &asked, count_free));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    OK(parlour_tool_run_until_done(run, &answer, &error));
    IS(PARLOUR_OK, parlour_tool_loop_conversation(parlour_tool_run_loop(run), &history));
    CHECK(asked == 3 && text_has(parlour_conversation_turn_json(history, 2), "The user said no."));
    CHECK(text_has(parlour_conversation_turn_json(history, 2), "This call was not allowed."));
    parlour_conversation_free(history);
    parlour_message_free(answer);
    parlour_tools_free(tools);
    parlour_tool_run_free(run);
    CHECK(freed == before + 1);
    parlour_request_free(request);
    place_free(&at);
    passed("a_hook_denies_calls");
}

/* Says that it began; the one of another turn is not waited for. */
static int began;

static void begins(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    (void)user;
    __atomic_add_fetch(&began, 1, __ATOMIC_SEQ_CST);
    if (parlour_str_is(parlour_tool_call_id(call), "vain")) {
        never(NULL, call, result);
    } else {
        IS(PARLOUR_OK, parlour_tool_result_set_text(result, parlour_str_z("early"), false));
    }
}

typedef struct {
    parlour_interrupt *stop;
} waiter;

/* Raises the interrupt once a function began: the message that called it is still under way. */
static void *raises_once_begun(void *argument) {
    const waiter *who = argument;
    while (__atomic_load_n(&began, __ATOMIC_SEQ_CST) == 0) {
        rest();
    }
    parlour_interrupt_raise(who->stop);
    return NULL;
}

static void calls_may_begin_while_their_message_arrives(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("Go.");
    parlour_tools *tools = tools_of("one", begins, NULL);
    parlour_options *options = NULL;
    parlour_tool_run *run = NULL;
    parlour_message *message = NULL;
    waiter other = {.stop = NULL};
    pthread_t thread;
    freed = began = 0;
    OK(parlour_interrupt_new(&other.stop, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, other.stop, &error));
    IS(PARLOUR_OK, parlour_tools_set_early(tools, true));
    OK(parlour_tool_run_new(at.client, request, tools, options, &run, &error));
    /* The message stops behind its first call for ever: the function begins nevertheless. */
    order(&at, STALLS);
    CHECK(pthread_create(&thread, NULL, raises_once_begun, &other) == 0);
    IS(PARLOUR_INTERRUPTED, parlour_tool_run_next(run, &message, NULL));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(message == NULL && parlour_tool_run_turn_count(run) == 0 && began == 1);
    IS(PARLOUR_INTERRUPTED, parlour_tool_run_next(run, &message, NULL));
    IS(PARLOUR_OK, parlour_interrupt_reset(other.stop));
    /* The same request again; the answer is taken in whole. */
    order(&at, "[" ANSWER(CALL("a", "one") "," CALL("b", "ghost"), "tool_use") "," DONE "]");
    OK(parlour_tool_run_next(run, &message, &error));
    CHECK(text_is(parlour_message_stop_reason(message), "tool_use") && parlour_message_head(message) != NULL);
    parlour_message_free(message);
    OK(parlour_tool_run_until_done(run, &message, &error));
    CHECK(text_is(parlour_message_text(message), "done") && parlour_tool_run_turn_count(run) == 2 && began == 2);
    parlour_message_free(message);
    parlour_json *results = history(parlour_tool_run_loop(run));
    CHECK(text_is(text_at(results, "/content/0/content"), "early") && error_at(results, "/content/1/is_error"));
    parlour_json_free(results);
    parlour_tool_run_free(run);
    /* A message with another stop reason: calls that have begun are cancelled. */
    OK(parlour_tool_run_new(at.client, request, tools, options, &run, &error));
    order(&at, ANSWER(CALL("vain", "one"), "max_tokens"));
    OK(parlour_tool_run_until_done(run, &message, &error));
    CHECK(text_is(parlour_message_stop_reason(message), "max_tokens"));
    parlour_message_free(message);
    parlour_tool_run_free(run);
    /* Neither is one whose run is freed. */
    OK(parlour_tool_run_new(at.client, request, tools, options, &run, &error));
    order(&at, ANSWER(CALL("vain", "one"), "tool_use"));
    OK(parlour_tool_run_next(run, &message, &error));
    parlour_message_free(message);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    while (__atomic_load_n(&freed, __ATOMIC_SEQ_CST) == 0) {
        rest();
    }
    parlour_options_free(options);
    parlour_interrupt_free(other.stop);
    parlour_request_free(request);
    place_free(&at);
    passed("calls_may_begin_while_their_message_arrives");
}

int main(void) {
    calls_of_a_turn_run_at_once();
    what_takes_too_long_is_given_up();
    an_interrupt_reaches_running_tools();
    a_loop_by_hand();
    a_loop_can_be_changed_between_turns();
    what_cannot_run_is_refused_before_it_is_sent();
    a_hook_denies_calls();
    calls_may_begin_while_their_message_arrives();
    return 0;
}
