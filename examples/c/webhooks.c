/* Webhooks of the service: what a server does with a request that may be one. Here the emulator signs two, one of them
 * an hour ago.
 *
 *     cc webhooks.c $(pkg-config --cflags --libs parlour) -o webhooks && ./webhooks
 */
#include "service.h"

/* The status to answer with, at once: work comes afterwards, and the same event may come again, which its id tells. The
 * body is the raw one: what was read as JSON and written again is another text. */
static int take(const parlour_webhooks *webhooks, parlour_str id, parlour_str timestamp, parlour_str signature,
                parlour_str body) {
    parlour_error *error = NULL;
    parlour_json *event = NULL;
    /* -1: the time is now. */
    if (parlour_webhooks_verify(webhooks, id, timestamp, signature, body, -1, &error) != PARLOUR_OK) {
        printf("refused (" PARLOUR_STR_FORMAT "): " PARLOUR_STR_FORMAT "\n",
               PARLOUR_STR_ARG(parlour_error_subkind(error)), PARLOUR_STR_ARG(parlour_error_message(error)));
        parlour_error_free(error);
        return 400;
    }
    if (parlour_json_parse(body, &event, NULL) == PARLOUR_OK) {
        printf(PARLOUR_STR_FORMAT " of " PARLOUR_STR_FORMAT ": fetch its state now\n",
               PARLOUR_STR_ARG(text_at(event, "/data/type")), PARLOUR_STR_ARG(text_at(event, "/data/id")));
    }
    parlour_json_free(event);
    return 200;
}

/* The secrets of this endpoint: two while one is being replaced. */
static parlour_result with_secrets(parlour_webhooks **webhooks, parlour_error **error) {
    parlour_result code = parlour_webhooks_new(parlour_str_z("whsec_b2xkLXNlY3JldA"), 5 * 60 * 1000, webhooks, error);
    if (code == PARLOUR_OK) {
        code = parlour_webhooks_add_secret(*webhooks, parlour_str_z("whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"), error);
    }
    return code;
}

static parlour_str header(const parlour_answer *answer, const char *name) {
    parlour_str value = parlour_str_z("");
    /* Left empty where there is none, which is refused. */
    parlour_head_header(parlour_answer_head(answer), parlour_str_z(name), &value);
    return value;
}

/* An event that the emulator signs, in place of a request that came. */
static parlour_result receive(const parlour_client *client, const parlour_webhooks *webhooks, const char *path,
                              const char *when, parlour_error **error) {
    parlour_answer *event = NULL;
    parlour_result code = parlour_client_request(client, parlour_str_z("GET"), parlour_str_z(path), parlour_str_z(""),
                                                 NULL, &event, error);
    if (code == PARLOUR_OK) {
        printf("%s: %d\n", when,
               take(webhooks, header(event, "webhook-id"), header(event, "webhook-timestamp"),
                    header(event, "webhook-signature"), parlour_answer_body(event)));
    }
    parlour_answer_free(event);
    return code;
}

int main(void) {
    parlour_emulator *emulator = NULL;
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_webhooks *webhooks = NULL;
    parlour_error *error = NULL;
    parlour_result code = with_secrets(&webhooks, &error);
    if (code == PARLOUR_OK) {
        code = parlour_emulator_start(parlour_str_z(""), &emulator, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_config_new(&config);
    }
    if (code == PARLOUR_OK) {
        parlour_config_set_use_env(config, false, NULL);
        parlour_config_set_base_url(config, parlour_emulator_url(emulator), NULL);
        parlour_config_set_api_key(config, parlour_emulator_api_key(emulator), NULL);
        code = parlour_client_new(config, &client, &error);
    }
    if (code == PARLOUR_OK) {
        code = receive(client, webhooks, "/emulator/webhook?age=0", "now", &error);
    }
    if (code == PARLOUR_OK) {
        code = receive(client, webhooks, "/emulator/webhook?age=3600", "an hour old", &error);
    }
    parlour_client_free(client);
    parlour_config_free(config);
    parlour_emulator_free(emulator);
    parlour_webhooks_free(webhooks);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
