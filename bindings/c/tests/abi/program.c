/* A program in C99 that uses something of each part of the interface, in all three ways to wait. It needs no service:
 * nobody listens where it calls. */
#include <parlour.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int condition, const char *what) {
    if (!condition) {
        ++failures;
        fprintf(stderr, "abi: not so: %s\n", what);
    }
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    (void)op;
    *(volatile uint32_t *)user = parlour_error_kind(error);
}

int main(void) {
    static const char stored[] =
        "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"text\","
        "\"text\":\"hi\"},"
        "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"add\",\"input\":{\"a\":1}}],\"stop_reason\":\"tool_use\","
        "\"stop_sequence\":null,\"usage\":{\"input_tokens\":3,\"output_tokens\":4}}";
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    parlour_queue *queue = NULL;
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_error *error = NULL;
    parlour_completion found;
    parlour_usage usage;
    size_t count = 0;
    volatile uint32_t kind = 0;

    if (!parlour_check_abi()) {
        fprintf(stderr, "abi: the library has version %u\n", (unsigned)parlour_abi_version());
        return 1;
    }
    expect(parlour_version_number() >= PARLOUR_VERSION_NUMBER, "a library no older than the header");
    expect(parlour_config_new(&config) == PARLOUR_OK, "a configuration");
    expect(parlour_config_set_use_env(config, false, NULL) == PARLOUR_OK, "without the environment");
    expect(parlour_config_set_base_url(config, parlour_str_z("http://127.0.0.1:9"), NULL) == PARLOUR_OK, "an address");
    expect(parlour_config_set_api_key(config, parlour_str_z("key"), NULL) == PARLOUR_OK, "a key");
    expect(parlour_config_set_vendor(config, parlour_str_z("svc"), NULL) == PARLOUR_OK, "a vendor");
    expect(parlour_config_set_max_retries(config, 0, NULL) == PARLOUR_OK, "no retries");
    expect(parlour_config_set_vendor(config, parlour_str_n("\xff", 1), NULL) == PARLOUR_INVALID_UTF8,
           "text that is none");
    expect(parlour_client_new(config, &client, &error) == PARLOUR_OK, "a client");
    expect(parlour_request_new(parlour_str_z("m"), 8, &request) == PARLOUR_OK, "a request");
    expect(parlour_request_check(request, &error) == PARLOUR_FAILED, "one without a turn");
    expect(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && parlour_error_display(error).len > 0, "is refused");
    parlour_error_free(error);
    error = NULL;

    expect(parlour_message_from_json(parlour_str_z(stored), &message, NULL) == PARLOUR_OK, "a stored message");
    usage = *parlour_message_usage(message);
    expect(usage.input_tokens == 3 && usage.output_tokens == 4 && usage.total_input_tokens == 3, "its cost");
    expect(parlour_message_block_count(message) == 2, "its blocks");
    expect(parlour_message_block_kind(message, 0) == PARLOUR_BLOCK_TEXT, "the first");
    expect(parlour_message_block_input_state(message, 1) == PARLOUR_INPUT_COMPLETE, "the second");
    expect(parlour_message_text(message).len == 2 && memcmp(parlour_message_text(message).data, "hi", 2) == 0,
           "its text");
    expect(parlour_request_add_user_text(request, parlour_str_z("x"), NULL) == PARLOUR_OK, "a turn");
    expect(parlour_request_add_message(request, message, NULL) == PARLOUR_OK, "an answer");
    expect(parlour_request_add_tool_result(request, parlour_str_z("t"), parlour_str_z("2"), false, NULL) == PARLOUR_OK,
           "a result");
    parlour_message_free(message);
    message = NULL;

    expect(parlour_client_create(client, request, NULL, &message, &error) == PARLOUR_FAILED, "a call to nobody");
    expect(parlour_error_kind(error) == PARLOUR_KIND_CONNECTION && parlour_error_attempts(error) == 1, "fails");
    parlour_error_free(error);
    error = NULL;

    expect(parlour_client_submit(client, NULL, request, NULL, PARLOUR_MODE_STREAM, 7, &op, NULL) == PARLOUR_OK,
           "a stream");
    expect(parlour_op_next(op, -1, &batch, &error) == PARLOUR_FAILED && parlour_op_token(op) == 7, "of nobody");
    parlour_error_free(error);
    parlour_op_free(op);

    expect(parlour_queue_new(&queue, NULL) == PARLOUR_OK && parlour_queue_fd(queue) >= 0, "a queue");
    expect(parlour_client_submit(client, queue, request, NULL, PARLOUR_MODE_STREAM, 8, &op, NULL) == PARLOUR_OK,
           "its call");
    while (count == 0) {
        expect(parlour_queue_wait(queue, 30000) == PARLOUR_OK, "waiting");
        expect(parlour_queue_drain(queue, &found, 1, &count) == PARLOUR_OK, "draining");
    }
    expect(found.token == 8 && found.kind == PARLOUR_COMPLETION_FAILED && found.batch == NULL, "its completion");
    parlour_error_free(found.error);
    parlour_op_free(op);
    parlour_queue_free(queue);

    expect(parlour_client_submit_callback(client, request, NULL, PARLOUR_MODE_WHOLE, NULL, on_done, (void *)&kind, NULL,
                                          NULL, NULL) == PARLOUR_OK,
           "a call with functions");
    /* Nothing else to do; the function is called on another thread. */
    while (kind == 0) {
        parlour_queue *pause = NULL;
        expect(parlour_queue_new(&pause, NULL) == PARLOUR_OK && parlour_queue_wait(pause, 10) == PARLOUR_TIMED_OUT,
               "a pause");
        parlour_queue_free(pause);
    }
    expect(kind == PARLOUR_KIND_CONNECTION, "its end");

    parlour_request_free(request);
    parlour_client_free(client);
    parlour_config_free(config);
    printf("abi: a program of version %u runs on parlour %s\n", (unsigned)PARLOUR_ABI_VERSION, parlour_version());
    return failures == 0 ? 0 : 1;
}
