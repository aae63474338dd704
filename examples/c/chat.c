/* A chat in the terminal: several turns, each answer written as it comes.
 *
 * Shows how a conversation is kept (the model's turns go back as they came) and how an error of one turn leaves the
 * rest alone.
 *
 *     cc chat.c $(pkg-config --cflags --libs parlour) -o chat && ./chat        end with Ctrl-D
 */
#include "service.h"

/* Streams one answer to the screen; `reply` is the whole of it. */
static parlour_result answer(const struct service *service, const parlour_request *turns, parlour_message **reply,
                             parlour_error **error) {
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    parlour_result code =
        parlour_client_submit(service->client, NULL, turns, NULL, PARLOUR_MODE_STREAM, 0, &op, error);
    if (code != PARLOUR_OK) {
        return code;
    }
    printf("model> ");
    while ((code = parlour_op_next(op, -1, &batch, error)) == PARLOUR_OK) {
        size_t count = parlour_batch_len(batch);
        size_t at;
        for (at = 0; at < count; ++at) {
            put(parlour_batch_at(batch, at)->text);
        }
        fflush(stdout);
        parlour_batch_free(batch);
    }
    printf("\n");
    if (code == PARLOUR_END) {
        code = parlour_op_message(op, reply, error);
    }
    parlour_op_free(op);
    return code;
}

int main(void) {
    struct service service;
    parlour_request *turns = NULL;
    parlour_error *error = NULL;
    char line[4096];
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = parlour_request_new(parlour_str_z(service.model), 1024, &turns);
    }
    if (code != PARLOUR_OK) {
        service_close(&service);
        return failed(code, error);
    }
    parlour_request_set_system(
        turns, parlour_str_z("You are a friendly partner in a conversation. Answer in plain text."), &error);
    while (printf("\nyou> "), fflush(stdout), fgets(line, sizeof line, stdin) != NULL) {
        parlour_request *asked = NULL;
        parlour_message *reply = NULL;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0') {
            continue;
        }
        /* The question joins the conversation with its answer: a turn that failed is forgotten and can be asked
         * again. */
        code = parlour_request_clone(turns, &asked);
        if (code == PARLOUR_OK) {
            code = parlour_request_add_user_text(asked, parlour_str_z(line), &error);
        }
        if (code == PARLOUR_OK) {
            code = answer(&service, asked, &reply, &error);
        }
        /* An empty answer is legal, but may not be sent back. */
        if (code == PARLOUR_OK && parlour_message_block_count(reply) > 0) {
            parlour_request_add_message(asked, reply, &error);
            parlour_request_free(turns);
            turns = asked;
            asked = NULL;
        } else if (code != PARLOUR_OK) {
            failed(code, error);
            error = NULL;
        }
        parlour_request_free(asked);
        parlour_message_free(reply);
    }
    printf("\n");
    parlour_request_free(turns);
    service_close(&service);
    return EXIT_SUCCESS;
}
