/* Tools that the service defines and a program runs: their commands as JSON, and functions that carry them out. */
#include "check.h"

static parlour_str text_at(const parlour_json *json, const char *pointer) {
    return parlour_json_string(parlour_json_at(json, parlour_str_z(pointer)));
}

static parlour_json *command(const char *tool, const char *member, const char *input) {
    parlour_json *json = NULL;
    OK(parlour_client_command(parlour_str_z(tool), parlour_str_z(member), parlour_str_z(input), &json, &error));
    return json;
}

static void a_command_is_its_fields_and_what_may_be_said(void) {
    parlour_json *json = command("memory", "", "{\"command\":\"delete\",\"path\":\"/memories/a\",\"x\":1}");
    CHECK(text_is(text_at(json, "/name"), "delete") && text_is(text_at(json, "/input/path"), "/memories/a"));
    CHECK(parlour_json_at(json, parlour_str_z("/input/x")) == NULL &&
          parlour_json_at(json, parlour_str_z("/refusal")) == NULL);
    CHECK(text_is(text_at(json, "/done"), "Successfully deleted /memories/a") &&
          text_has(text_at(json, "/not_found"), "does not exist"));
    CHECK(text_is(text_at(json, "/unsupported"), "The command delete is not supported here."));
    parlour_json_free(json);
    json = command("computer", "left_click", "{\"coordinate\":[1]}");
    CHECK(text_has(text_at(json, "/refusal"), "coordinate: [1] is not [x, y]") &&
          parlour_json_at(json, parlour_str_z("/name")) == NULL);
    parlour_json_free(json);
    json = command("bash", "", "no JSON");
    CHECK(text_has(text_at(json, "/refusal"), "no JSON"));
    parlour_json_free(json);
    json = NULL;
    IS(PARLOUR_FAILED,
       parlour_client_command(parlour_str_z("telephone"), parlour_str_z(""), parlour_str_z("{}"), &json, NULL));
    IS(PARLOUR_NULL_ARGUMENT,
       parlour_client_command(parlour_str_z("bash"), parlour_str_z(""), parlour_str_z("{}"), NULL, NULL));
    CHECK(json == NULL);
}

static void texts_are_shown_and_changed(void) {
    parlour_json *json = NULL;
    const char *insert = "{\"command\":\"insert\",\"path\":\"/a\",\"insert_line\":1,\"insert_text\":\"two\"}";
    OK(parlour_client_apply(parlour_str_z(insert), parlour_str_z("one\n"), &json, &error));
    CHECK(text_is(text_at(json, "/text"), "one\ntwo\n") && text_has(text_at(json, "/reply"), "     2\ttwo"));
    parlour_json_free(json);
    OK(parlour_client_apply(parlour_str_z(insert), parlour_str_z(""), &json, &error));
    CHECK(text_has(text_at(json, "/refusal"), "[0, 0]"));
    parlour_json_free(json);
    const char *view = "{\"command\":\"view\",\"path\":\"/a\"}";
    OK(parlour_client_apply(parlour_str_z(view), parlour_str_z("one"), &json, &error));
    CHECK(text_has(text_at(json, "/reply"), "     1\tone") && parlour_json_at(json, parlour_str_z("/text")) == NULL);
    parlour_json_free(json);
    OK(parlour_client_list(parlour_str_z(view), parlour_str_z("[[\"b/\",0],[\"b/c\",3]]"), &json, &error));
    CHECK(text_has(text_at(json, "/reply"), "3B\t/a\n0B\t/a/b/\n3B\t/a/b/c"));
    parlour_json_free(json);
    IS(PARLOUR_FAILED, parlour_client_list(parlour_str_z(view), parlour_str_z("[[\"b\"]]"), &json, NULL));
}

/* Answers in the words that the service documents, and counts. */
static void carries_out(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    parlour_json *read = NULL;
    bool is_computer = parlour_tool_call_toolset(call).len > 0;
    OK(parlour_client_command(parlour_str_z(is_computer ? "computer" : "memory"),
                              is_computer ? parlour_tool_call_name(call) : parlour_str_z(""),
                              parlour_tool_call_input_json(call), &read, &error));
    parlour_str refusal = text_at(read, "/refusal");
    IS(PARLOUR_OK,
       parlour_tool_result_set_text(result, refusal.len > 0 ? refusal : text_at(read, "/done"), refusal.len > 0));
    __atomic_add_fetch((int *)user, 1, __ATOMIC_SEQ_CST);
    parlour_json_free(read);
}

#define USE(id, name, more, input) \
    "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"" name "\"," more "\"input\":" input "}"
#define ANSWER(blocks, reason) \
    "{\"json\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"svc-haiku-3-5\",\"content\":" \
    "[" blocks "],\"stop_reason\":\"" reason \
    "\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}}"
#define MEMBER "\"toolset_name\":\"computer\","

static void a_run_sends_definitions_and_runs_members(void) {
    place at = place_new(NULL);
    int calls = 0;
    parlour_tools *tools = NULL;
    parlour_json *definition = NULL;
    parlour_message *message = NULL;
    parlour_tool_run *run = NULL;
    parlour_request *request = asking("Remember.");
    IS(PARLOUR_OK, parlour_tools_new(&tools));
    OK(parlour_client_tool_definition(parlour_str_z("memory"), parlour_str_z(""), &definition, &error));
    OK(parlour_tools_add_definition(tools, parlour_json_text(definition), carries_out, &calls, NULL, &error));
    IS(PARLOUR_FAILED,
       parlour_tools_add_definition(tools, parlour_json_text(definition), carries_out, &calls, NULL, NULL));
    parlour_json_free(definition);
    OK(parlour_client_tool_definition(parlour_str_z("computer"), parlour_str_z("[\"left_click\"]"), &definition,
                                      &error));
    OK(parlour_tools_add_definition(tools, parlour_json_text(definition), carries_out, &calls, NULL, &error));
    parlour_json_free(definition);
    IS(PARLOUR_FAILED,
       parlour_client_tool_definition(parlour_str_z("computer"), parlour_str_z("[]"), &definition, NULL));
    IS(PARLOUR_FAILED, parlour_tools_add_definition(tools, parlour_str_z("{}"), carries_out, NULL, NULL, NULL));
    IS(PARLOUR_NULL_ARGUMENT,
       parlour_tools_add_definition(tools, parlour_str_z("{\"name\":\"x\"}"), NULL, NULL, NULL, NULL));
#define CALLS \
    USE("a", "memory", "", "{\"command\":\"create\",\"path\":\"/memories/a\",\"file_text\":\"\"}") "," \
    USE("b", "left_click", MEMBER, "{}") "," USE("c", "left_click", MEMBER, "{\"coordinate\":[]}") "," \
    USE("d", "left_click", MEMBER, "{}")
    order(&at, ANSWER(CALLS, "tool_use"));
#undef CALLS
    order(&at, ANSWER("{\"type\":\"text\",\"text\":\"done\"}", "end_turn"));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &run, &error));
    OK(parlour_tool_run_until_done(run, &message, &error));
    CHECK(text_is(parlour_message_text(message), "done") && calls == 3);
    parlour_str settings;
    IS(PARLOUR_OK, parlour_tool_loop_settings_json(parlour_tool_run_loop(run), &settings, NULL));
    CHECK(text_has(settings, "\"type\":\"memory_20250818\"") && text_has(settings, "\"zoom\":{\"enabled\":false}"));
    parlour_conversation *turns = NULL;
    parlour_json *results = NULL;
    IS(PARLOUR_OK, parlour_tool_loop_conversation(parlour_tool_run_loop(run), &turns));
    OK(parlour_json_parse(parlour_conversation_turn_json(turns, 2), &results, &error));
    CHECK(text_is(text_at(results, "/content/0/content"), "File created successfully at: /memories/a"));
    CHECK(text_is(text_at(results, "/content/1/content"), "Clicked.") &&
          text_is(text_at(results, "/content/1/toolset_name"), "computer"));
    CHECK(text_has(text_at(results, "/content/2/content"), "Invalid arguments for "));
    CHECK(text_has(text_at(results, "/content/3/content"), "earlier action"));
    parlour_json_free(results);
    parlour_conversation_free(turns);
    parlour_message_free(message);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    parlour_request_free(request);
    place_free(&at);
}

int main(void) {
    a_command_is_its_fields_and_what_may_be_said();
    texts_are_shown_and_changed();
    a_run_sends_definitions_and_runs_members();
    passed("client_tools");
    return 0;
}
