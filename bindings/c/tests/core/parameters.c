/* The parameters of a request as types: parlour/parameters.h, which is made from the schema. */
#include "check.h"

#include <locale.h>
#include <math.h>
#include <parlour/parameters.h>

#define TEXT(text) parlour_str_z(text)

static parlour_request *question(void) {
    parlour_request *request = NULL;
    IS(PARLOUR_OK, parlour_request_new(TEXT("svc-sonnet-4-5"), 4096, &request));
    OK(parlour_request_add_user_text(request, TEXT("say hello"), &error));
    return request;
}

/* A value of the request as it would be sent. */
static void is_sent(const parlour_request *request, const char *pointer, const char *json) {
    parlour_json *sent = NULL;
    OK(parlour_json_parse(parlour_request_json(request), &sent, &error));
    const parlour_str found = parlour_json_text(parlour_json_at(sent, TEXT(pointer)));
    if (!parlour_str_is(found, json)) {
        fprintf(stderr, "%s: %.*s, not %s\n", pointer, (int)found.len, found.data, json);
        exit(1);
    }
    parlour_json_free(sent);
}

static void plain_values(void) {
    parlour_request *request = question();
    const parlour_str stops[] = {parlour_str_z("\"END\""), parlour_str_z("\n")};
    OK(parlour_request_set_temperature(request, 0.7, &error));
    OK(parlour_request_set_top_p(request, 0.1 + 0.2, &error));
    OK(parlour_request_set_top_k(request, 40, &error));
    OK(parlour_request_set_speed(request, TEXT("fast"), &error));
    OK(parlour_request_set_service_tier(request, TEXT("standard_only"), &error));
    OK(parlour_request_set_stop_sequences(request, stops, 2, &error));
    OK(parlour_request_set_container(request, TEXT("container_1"), &error));
    OK(parlour_request_set_fallbacks(request, TEXT("default"), &error));
    is_sent(request, "/temperature", "0.7");
    is_sent(request, "/top_p", "0.30000000000000004");
    is_sent(request, "/top_k", "40");
    is_sent(request, "/speed", "\"fast\"");
    is_sent(request, "/service_tier", "\"standard_only\"");
    is_sent(request, "/stop_sequences", "[\"\\\"END\\\"\",\"\\n\"]");
    is_sent(request, "/container", "\"container_1\"");
    is_sent(request, "/fallbacks", "\"default\"");
    /* The last value wins. */
    OK(parlour_request_set_top_k(request, -1, &error));
    is_sent(request, "/top_k", "-1");
    parlour_request_free(request);
    passed("plain_values");
}

static void parts(void) {
    parlour_request *request = question();
    parlour_parameter thinking = parlour_thinking_config_enabled_param(1024);
    parlour_thinking_config_enabled_param_set_display(&thinking, TEXT("omitted"));
    OK(parlour_request_set_thinking(request, &thinking, &error));
    is_sent(request, "/thinking", "{\"type\":\"enabled\",\"budget_tokens\":1024,\"display\":\"omitted\"}");

    parlour_parameter budget = parlour_task_budget_param(5000);
    parlour_parameter format = parlour_output_format_param(TEXT("{\"type\":\"object\"}"));
    parlour_parameter output = parlour_output_config_param();
    parlour_output_config_param_set_effort(&output, TEXT("high"));
    parlour_output_config_param_set_task_budget(&output, &budget);
    parlour_output_config_param_set_format(&output, &format);
    parlour_parameter_set_json(&output, "new", TEXT("[1]"));
    OK(parlour_request_set_output_config(request, &output, &error));
    is_sent(request, "/output_config/effort", "\"high\"");
    is_sent(request, "/output_config/task_budget", "{\"type\":\"tokens\",\"total\":5000}");
    is_sent(request, "/output_config/format/schema", "{\"type\":\"object\"}");
    is_sent(request, "/output_config/new", "[1]");

    parlour_parameter servers[] = {parlour_mcpserver_param(TEXT("a"), TEXT("https://a.example")),
                                   parlour_mcpserver_param(TEXT("b"), TEXT("https://b.example"))};
    parlour_mcpserver_param_set_authorization_token(&servers[1], TEXT("t"));
    OK(parlour_request_set_mcp_servers(request, servers, 2, &error));
    is_sent(request, "/mcp_servers/0/name", "\"a\"");
    is_sent(request, "/mcp_servers/1/authorization_token", "\"t\"");

    parlour_parameter edits[] = {parlour_clear_tool_uses_param(), parlour_clear_thinking_param()};
    parlour_clear_tool_uses_param_set_clear_tool_inputs(&edits[0], true);
    parlour_clear_thinking_param_set_keep_text(&edits[1], TEXT("all"));
    parlour_parameter management = parlour_context_management_param();
    parlour_context_management_param_set_edits(&management, edits, 2);
    OK(parlour_request_set_context_management(request, &management, &error));
    is_sent(request, "/context_management/edits/0/clear_tool_inputs", "true");
    is_sent(request, "/context_management/edits/1/keep", "\"all\"");

    /* The first turn has no answer before it. */
    parlour_parameter first = parlour_diagnostics_param(parlour_str_n(NULL, 0));
    OK(parlour_request_set_diagnostics(request, &first, &error));
    is_sent(request, "/diagnostics", "{\"previous_message_id\":null}");
    parlour_parameter empty = parlour_metadata_param();
    OK(parlour_request_set_metadata(request, &empty, &error));
    is_sent(request, "/metadata", "{}");

    parlour_parameter *made[] = {&thinking, &budget,   &format,     &output, &servers[0], &servers[1],
                                 &edits[0], &edits[1], &management, &first,  &empty};
    for (size_t at = 0; at < sizeof made / sizeof *made; at++) {
        parlour_parameter_free(made[at]);
        parlour_parameter_free(made[at]);
    }
    parlour_parameter_free(NULL);
    parlour_request_free(request);
    passed("parts");
}

/* A value that cannot be written is an error, and leaves the request unchanged. */
static void mistakes(void) {
    parlour_request *request = question();
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_request_set_temperature(request, NAN, &error));
    parlour_error_free(error);
    IS(PARLOUR_FAILED, parlour_request_set_speed(request, TEXT("\xff"), &error));
    parlour_error_free(error);
    parlour_parameter broken = parlour_tool_choice_tool_param(TEXT("\xff"));
    parlour_tool_choice_tool_param_set_disable_parallel_tool_use(&broken, true);
    IS(PARLOUR_FAILED, parlour_request_set_tool_choice(request, &broken, &error));
    parlour_error_free(error);
    IS(PARLOUR_FAILED, parlour_request_set_thinking(request, NULL, &error));
    parlour_error_free(error);
    parlour_parameter_free(&broken);
    is_sent(request, "/temperature", "");
    is_sent(request, "/tool_choice", "");
    parlour_request_free(request);
    passed("mistakes");
}

/* The decimal point of a program's locale is not that of JSON. */
static void a_locale_with_a_comma(void) {
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    for (size_t at = 0; at < sizeof names / sizeof *names && !setlocale(LC_NUMERIC, names[at]); at++) {
    }
    parlour_request *request = question();
    OK(parlour_request_set_temperature(request, 0.25, &error));
    setlocale(LC_NUMERIC, "C");
    is_sent(request, "/temperature", "0.25");
    parlour_request_free(request);
    passed("a_locale_with_a_comma");
}

int main(void) {
    plain_values();
    parts();
    mistakes();
    a_locale_with_a_comma();
    return 0;
}
