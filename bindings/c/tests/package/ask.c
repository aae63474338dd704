/* A first program of a new user: a question, its answer, and the same as a stream. It needs nothing but the
 * installed headers and library, and a service, which here is the one for tests. */
#include <parlour.h>
#include <parlour_emulator.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what, parlour_result code, parlour_error *error) {
    parlour_str display = parlour_error_display(error);
    fprintf(stderr, "%s: %s %.*s\n", what, parlour_result_text(code), (int)display.len, display.data);
    parlour_error_free(error);
    return 1;
}

int main(void) {
    parlour_emulator *emulator = NULL;
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    parlour_result code;
    char text[64] = "";
    size_t at;

    if (!parlour_check_abi()) {
        return fail("the library has another ABI", PARLOUR_FAILED, NULL);
    }
    code = parlour_emulator_start(parlour_str_z(""), &emulator, &error);
    if (code != PARLOUR_OK) {
        return fail("the service", code, error);
    }
    if (parlour_config_new(&config) != PARLOUR_OK) {
        return 1;
    }
    parlour_config_set_use_env(config, false, NULL);
    parlour_config_set_base_url(config, parlour_emulator_url(emulator), NULL);
    parlour_config_set_api_key(config, parlour_emulator_api_key(emulator), NULL);
    parlour_config_set_vendor(config, parlour_str_z("svc"), NULL);
    code = parlour_client_new(config, &client, &error);
    if (code != PARLOUR_OK) {
        return fail("the client", code, error);
    }
    code = parlour_request_new(parlour_str_z("svc-haiku-3-5"), 16, &request);
    if (code != PARLOUR_OK) {
        return fail("the request", code, NULL);
    }
    parlour_request_add_user_text(request, parlour_str_z("Say hello"), &error);

    code = parlour_client_create(client, request, NULL, &message, &error);
    if (code != PARLOUR_OK) {
        return fail("the answer", code, error);
    }
    if (parlour_message_text(message).len != 5 || memcmp(parlour_message_text(message).data, "hello", 5) != 0) {
        return fail("the text", PARLOUR_OK, NULL);
    }
    parlour_message_free(message);

    code = parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 0, &op, &error);
    if (code != PARLOUR_OK) {
        return fail("the stream", code, error);
    }
    while ((code = parlour_op_next(op, -1, &batch, &error)) == PARLOUR_OK) {
        for (at = 0; at < parlour_batch_len(batch); ++at) {
            parlour_str piece = parlour_batch_at(batch, at)->text;
            strncat(text, piece.data, piece.len);
        }
        parlour_batch_free(batch);
    }
    if (code != PARLOUR_END || strcmp(text, "hello") != 0) {
        return fail(text, code, error);
    }
    parlour_op_free(op);
    parlour_request_free(request);
    parlour_client_free(client);
    parlour_config_free(config);
    parlour_emulator_free(emulator);
    printf("parlour %s: %s\n", parlour_version(), text);
    return 0;
}
