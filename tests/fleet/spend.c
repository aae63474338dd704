/* As spend.py. */
#include "process.h"

#include <inttypes.h>
#include <time.h>

static parlour_client *client;
static parlour_request *request;

/* Tokens that a call used; 0 if it is refused, with why in `refusal`. Other errors end the process. */
static uint64_t call(parlour_error **refusal) {
    parlour_message *message = NULL;
    const parlour_result code = parlour_client_create(client, request, NULL, &message, refusal);
    if (code != PARLOUR_OK) {
        if (parlour_error_kind(*refusal) != PARLOUR_KIND_OVER_LIMIT) {
            end_with("a call", code, *refusal);
        }
        return 0;
    }
    const parlour_usage *usage = parlour_message_usage(message);
    const uint64_t used = usage->input_tokens + usage->output_tokens;
    parlour_message_free(message);
    return used;
}

/* What all used, as far as this process knows. */
static double used_of_limit(void) {
    parlour_json *report = NULL;
    MUST(parlour_client_usage_report(client, false, &report, &error));
    const double used = parlour_json_double(parlour_json_at(report, parlour_str_z("/limits/0/used")), -1);
    parlour_json_free(report);
    return used;
}

int main(int argc, char **argv) {
    const struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    parlour_error *refusal = NULL;
    uint64_t used = 0, more;
    char line[128];
    if (argc != 4) {
        fputs("arguments: service, store, tokens\n", stderr);
        return EXIT_FAILURE;
    }
    snprintf(line, sizeof line, "[{\"tokens\": %" PRIu32 ", \"per\": \"month\"}]", number(argv[3]));
    parlour_config *config = settings(argv[1], argv[2], 60000);
    MUST(parlour_config_set(config, parlour_str_z("spending_limits"), parlour_str_z(line), &error));
    client = client_of(config);
    request = hello();

    say("ready");
    hear(line, sizeof line);
    while ((more = call(&refusal)) > 0) {
        used += more;
    }
    const parlour_str subkind = parlour_error_subkind(refusal);
    snprintf(line, sizeof line, "{\"used\": %" PRIu64 ", \"subkind\": \"" PARLOUR_STR_FORMAT "\"}", used,
             PARLOUR_STR_ARG(subkind));
    parlour_error_free(refusal);
    say(line);
    hear(line, sizeof line);
    const double of_all = number(line);
    /* The others report their last calls within a second. */
    while (used_of_limit() != of_all) {
        refusal = NULL;
        if (call(&refusal) > 0) {
            fputs("there is no room\n", stderr);
            return EXIT_FAILURE;
        }
        parlour_error_free(refusal);
        nanosleep(&moment, NULL);
    }
    say("known");
    parlour_request_free(request);
    parlour_client_free(client);
    return EXIT_SUCCESS;
}
