/* Tools as functions: the library asks the model, runs what it calls, each call on a thread of its own, and asks again.
 *
 * Shows a value of the program that the model never sees, failures that the model reads, a time limit for each call, a
 * look at the loop between two answers, and what all answers together cost. tools.c shows the same by hand.
 *
 *     cc tool_loop.c $(pkg-config --cflags --libs parlour) -o tool_loop && ./tool_loop
 *     ./tool_loop "Convert 100 celsius to fahrenheit."
 */
#include "service.h"

static const char schema[] =
    "{\"type\":\"object\",\"properties\":{\"degrees\":{\"type\":\"number\",\"description\":\"The temperature to "
    "convert\"},"
    "\"from\":{\"type\":\"string\",\"enum\":[\"celsius\",\"fahrenheit\"],\"description\":\"Its scale\"}},"
    "\"required\":[\"degrees\",\"from\"]}";

/* State that the program shares with its tools. */
struct settings {
    int decimals;
};

/* The tool. Several of them may run at once: what they share has to bear that. */
static void convert(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    const struct settings *settings = user;
    parlour_json *input = NULL;
    const parlour_json *degrees;
    char text[64];
    bool failed = false;
    if (parlour_json_parse(parlour_tool_call_input_json(call), &input, NULL) != PARLOUR_OK) {
        parlour_tool_result_set_text(result, parlour_str_z("the input is no JSON"), true);
        return;
    }
    degrees = parlour_json_at(input, parlour_str_z("/degrees"));
    if (parlour_json_kind_of(degrees) != PARLOUR_JSON_NUMBER) {
        snprintf(text, sizeof text, "degrees must be a number");
        failed = true;
    } else if (parlour_str_is(parlour_json_string(parlour_json_at(input, parlour_str_z("/from"))), "celsius")) {
        snprintf(text, sizeof text, "%.*f fahrenheit", settings->decimals,
                 parlour_json_double(degrees, 0) * 9 / 5 + 32);
    } else {
        snprintf(text, sizeof text, "%.*f celsius", settings->decimals, (parlour_json_double(degrees, 0) - 32) * 5 / 9);
    }
    parlour_tool_result_set_text(result, parlour_str_z(text), failed);
    parlour_json_free(input);
}

/* Takes one answer after another. */
static parlour_result converse(parlour_tool_run *run, parlour_error **error) {
    parlour_result code;
    parlour_str usage;
    for (;;) {
        parlour_message *answer = NULL;
        size_t block;
        code = parlour_tool_run_next(run, &answer, error);
        if (code != PARLOUR_OK) {
            break;
        }
        for (block = 0; block < parlour_message_block_count(answer); ++block) {
            if (parlour_message_block_kind(answer, block) == PARLOUR_BLOCK_TOOL_USE) {
                parlour_str name = parlour_message_block_tool_name(answer, block);
                parlour_str input = parlour_message_block_tool_input_json(answer, block);
                printf("  calls " PARLOUR_STR_FORMAT "(" PARLOUR_STR_FORMAT ")\n", PARLOUR_STR_ARG(name),
                       PARLOUR_STR_ARG(input));
            }
        }
        if (parlour_str_is(parlour_message_stop_reason(answer), "end_turn")) {
            printf("model: ");
            put(parlour_message_text(answer));
            printf("\n");
        }
        parlour_message_free(answer);
    }
    if (code == PARLOUR_END) {
        parlour_tool_loop *loop = parlour_tool_run_loop(run);
        parlour_str end = parlour_tool_loop_end(loop);
        code = parlour_tool_loop_usage_json(loop, &usage, error);
        if (code == PARLOUR_OK) {
            printf("[" PARLOUR_STR_FORMAT " after %u answers: " PARLOUR_STR_FORMAT "]\n", PARLOUR_STR_ARG(end),
                   (unsigned)parlour_tool_loop_request_count(loop), PARLOUR_STR_ARG(usage));
        }
    }
    return code;
}

int main(int argc, char **argv) {
    const char *question = argc > 1 ? argv[1] : "Convert 21.5 degrees celsius to fahrenheit.";
    struct service service;
    struct settings settings = {1};
    parlour_request *request = NULL;
    parlour_tools *tools = NULL;
    parlour_tool_run *run = NULL;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        printf("you:   %s\n", question);
        code = parlour_request_new(parlour_str_z(service.model), 512, &request);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z(question), &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tools_new(&tools);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tools_add(tools, parlour_str_z("convert"),
                                 parlour_str_z("Converts degrees between celsius and fahrenheit."),
                                 parlour_str_z(schema), convert, &settings, NULL, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tools_set_timeout_ms(tools, 10000);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tool_run_new(service.client, request, tools, NULL, &run, &error);
    }
    if (code == PARLOUR_OK) {
        code = converse(run, &error);
    }
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    parlour_request_free(request);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
