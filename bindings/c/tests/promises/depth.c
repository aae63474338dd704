/* JSON of many levels on a thread with a small stack: 120 levels are read, written and checked, and what is nested
 * deeper than 127 is refused in words or kept as text.
 *
 *   STACK_KIB   the stack of the thread (default: 128)
 */
#include "check.h"

#include <pthread.h>

enum { LEVELS = 120, DEEPEST = 127 };

/* `before`, so many levels around `inner`, and `behind`. To be freed. */
static char *nested(const char *before, int levels, const char *open, const char *inner, const char *close,
                    const char *behind) {
    size_t room = strlen(before) + (size_t)levels * (strlen(open) + strlen(close)) + strlen(inner) + strlen(behind) + 1;
    char *text = malloc(room), *at = text;
    int level;
    CHECK(text != NULL);
    at += sprintf(at, "%s", before);
    for (level = 0; level < levels; ++level) {
        at += sprintf(at, "%s", open);
    }
    at += sprintf(at, "%s", inner);
    for (level = 0; level < levels; ++level) {
        at += sprintf(at, "%s", close);
    }
    CHECK((size_t)(at - text) + strlen(behind) < room);
    strcpy(at, behind);
    return text;
}

static void json(const char *open, const char *close) {
    char *text = nested("", LEVELS, open, "1", close, ""), *deep = nested("", DEEPEST + 1, open, "1", close, "");
    parlour_json *value = NULL, *none = NULL;
    const parlour_json *inner;
    parlour_error *error = NULL;
    size_t depth = 0;
    check_code(parlour_json_parse(parlour_str_z(text), &value, &error), PARLOUR_OK, error, "120 levels");
    for (inner = value; parlour_json_count(inner) > 0; inner = parlour_json_item(inner, 0)) {
        ++depth;
    }
    CHECK(depth == LEVELS && parlour_json_int(inner, 0) == 1 && parlour_str_is(parlour_json_text(value), text));
    CHECK(parlour_json_parse(parlour_str_z(deep), &none, &error) == PARLOUR_FAILED && none == NULL);
    CHECK(parlour_error_message(error).len > 0);
    parlour_error_free(error);
    parlour_json_free(value);
    free(deep);
    free(text);
}

static const char MESSAGE[] =
    "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"tool_use\","
    "\"id\":\"a\",\"name\":\"f\",\"input\":{\"x\":";
static const char MESSAGE_END[] =
    "}}],\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}";
static const char REQUEST[] =
    "{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"tools\":[{\"name\":\"f\","
    "\"input_schema\":{\"type\":\"object\",\"x\":";
static const char HISTORY[] =
    "[{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"f\",\"input\":{\"x\":";

static void messages(const char *open, const char *close, int levels) {
    char *message_text = nested(MESSAGE, levels, open, "1", close, MESSAGE_END),
         *input = nested("{\"x\":", levels, open, "1", close, "}");
    char *request_text = nested(REQUEST, levels, open, "1", close, "}}]}"),
         *history = nested(HISTORY, levels, open, "1", close, "}}]}]");
    parlour_message *message = NULL;
    parlour_request *request = NULL;
    parlour_conversation *talk = NULL;
    parlour_tool_loop *loop = NULL;
    parlour_str saved;
    parlour_error *error = NULL;
    check_code(parlour_message_from_json(parlour_str_z(message_text), &message, &error), PARLOUR_OK, error,
               "a message");
    CHECK(parlour_str_is(parlour_message_block_tool_input_json(message, 0), input));
    CHECK(parlour_str_is(parlour_message_json(message), message_text));
    check_code(parlour_request_from_json(parlour_str_z(request_text), &request, &error), PARLOUR_OK, error,
               "a request");
    check_code(parlour_tool_loop_new(request, parlour_str_z(""), &loop, &error), PARLOUR_OK, error, "a loop");
    parlour_tool_loop_free(loop);
    check_code(parlour_conversation_from_json(parlour_str_z(history), &talk, &error), PARLOUR_OK, error, "a history");
    check_code(parlour_conversation_repair(talk, &saved, &error), PARLOUR_OK, error, "repair");
    check_code(parlour_conversation_json(talk, &saved, &error), PARLOUR_OK, error, "a history as text");
    parlour_conversation_free(talk);
    parlour_request_free(request);
    parlour_message_free(message);
    free(history);
    free(request_text);
    free(input);
    free(message_text);
}

static void schemas(void) {
    char *text =
        nested("", (LEVELS - 2) / 2, "{\"type\":\"object\",\"properties\":{\"a\":", "{\"type\":\"string\"}", "}}", "");
    parlour_json *schema = NULL;
    parlour_error *error = NULL;
    check_code(parlour_transform_schema(parlour_str_z(text), &schema, &error), PARLOUR_OK, error, "a schema");
    parlour_json_free(schema);
    free(text);
}

static void *work(void *unused) {
    (void)unused;
    json("[", "]");
    json("{\"a\":", "}");
    messages("[", "]", LEVELS - 6);
    messages("{\"a\":", "}", LEVELS - 6);
    messages("[", "]", 100000);
    schemas();
    return NULL;
}

int main(void) {
    const char *given = getenv("STACK_KIB");
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, (size_t)(given != NULL ? atol(given) : 128) * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, work, NULL) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0);
    printf("depth: ok\n");
    return 0;
}
