/* Tool use by hand: the model asks for a function of this program, gets its result, and answers with it.
 *
 * Shows several calls in one turn, errors that go back to the model, that a call which was cut off is never run, and
 * how its input is read by JSON pointer.
 *
 *     cc tools.c $(pkg-config --cflags --libs parlour) -o tools && ./tools
 *     ./tools "Convert 100 celsius to fahrenheit."
 */
#include "service.h"

enum { MOST_ROUNDS = 5 };

static const char schema[] =
    "{\"type\":\"object\",\"properties\":{\"degrees\":{\"type\":\"number\",\"description\":\"The temperature to "
    "convert\"},"
    "\"from\":{\"type\":\"string\",\"enum\":[\"celsius\",\"fahrenheit\"],\"description\":\"Its scale\"}},"
    "\"required\":[\"degrees\",\"from\"]}";

/* The function itself: its result, or the reason why there is none, which the model reads and can react to. */
static bool convert(parlour_str input_json, char *result, size_t room) {
    parlour_json *input = NULL;
    const parlour_json *degrees;
    double value;
    bool ok = false;
    if (parlour_json_parse(input_json, &input, NULL) != PARLOUR_OK) {
        snprintf(result, room, "the input is no JSON");
        return false;
    }
    degrees = parlour_json_at(input, parlour_str_z("/degrees"));
    value = parlour_json_double(degrees, 0);
    if (parlour_json_kind_of(degrees) != PARLOUR_JSON_NUMBER) {
        snprintf(result, room, "degrees must be a number");
    } else if (parlour_str_is(parlour_json_string(parlour_json_at(input, parlour_str_z("/from"))), "celsius")) {
        snprintf(result, room, "%.1f fahrenheit", value * 9 / 5 + 32);
        ok = true;
    } else {
        snprintf(result, room, "%.1f celsius", (value - 32) * 5 / 9);
        ok = true;
    }
    parlour_json_free(input);
    return ok;
}

/* Runs one call of a turn, and adds its result to the request. */
static parlour_result run(parlour_request *request, const parlour_message *turn, size_t block, parlour_error **error) {
    char result[128];
    bool ok = false;
    parlour_str name = parlour_message_block_tool_name(turn, block);
    parlour_str input = parlour_message_block_tool_input_json(turn, block);
    if (parlour_message_block_input_state(turn, block) != PARLOUR_INPUT_COMPLETE) {
        snprintf(result, sizeof result, "the input was cut off");
    } else if (!parlour_str_is(name, "convert")) {
        snprintf(result, sizeof result, "there is no such tool");
    } else {
        ok = convert(input, result, sizeof result);
    }
    printf("  %.*s(%.*s) = %s%s\n", (int)name.len, name.data, (int)input.len, input.data, ok ? "" : "error: ", result);
    return parlour_request_add_tool_result(request, parlour_message_block_tool_id(turn, block), parlour_str_z(result),
                                           !ok, error);
}

/* Asks, and runs tools until the model answers in text. */
static parlour_result converse(const struct service *service, parlour_request *request, parlour_error **error) {
    int round;
    for (round = 0; round < MOST_ROUNDS; ++round) {
        parlour_message *turn = NULL;
        size_t calls = 0, at;
        parlour_result code = parlour_client_create(service->client, request, NULL, &turn, error);
        if (code != PARLOUR_OK) {
            return code;
        }
        /* The turn is sent back unchanged, and all its results follow in one turn of the user. */
        code = parlour_request_add_message(request, turn, error);
        for (at = 0; code == PARLOUR_OK && at < parlour_message_block_count(turn); ++at) {
            if (parlour_message_block_kind(turn, at) == PARLOUR_BLOCK_TOOL_USE) {
                code = run(request, turn, at, error);
                ++calls;
            }
        }
        if (calls == 0) {
            printf("model: ");
            put(parlour_message_text(turn));
            printf("\n");
        }
        parlour_message_free(turn);
        if (calls == 0 || code != PARLOUR_OK) {
            return code;
        }
    }
    printf("the model asked for tools %d times over and never answered\n", MOST_ROUNDS);
    return PARLOUR_FAILED;
}

int main(int argc, char **argv) {
    const char *question = argc > 1 ? argv[1] : "Convert 21.5 degrees celsius to fahrenheit.";
    struct service service;
    parlour_request *request = NULL;
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
        code = parlour_request_add_tool(request, parlour_str_z("convert"),
                                        parlour_str_z("Converts degrees between celsius and fahrenheit."),
                                        parlour_str_z(schema), &error);
    }
    if (code == PARLOUR_OK) {
        code = converse(&service, request, &error);
    }
    parlour_request_free(request);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
