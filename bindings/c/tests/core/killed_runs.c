/* A run of batches in a process that is killed at twenty moments: each request is submitted once, each result given
 * once. */
#include "../kills.h"
#include "check.h"

static parlour_client *connect_to(const char *url, const char *api_key) {
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    IS(PARLOUR_OK, parlour_config_new(&config));
    IS(PARLOUR_OK, parlour_config_set_use_env(config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_base_url(config, parlour_str_z(url), NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(config, parlour_str_z(api_key), NULL));
    OK(parlour_client_new(config, &client, &error));
    parlour_config_free(config);
    return client;
}

static void tell(const parlour_event *line) {
    parlour_json *result = NULL;
    CHECK(line->kind == PARLOUR_EVENT_CHUNK);
    OK(parlour_json_parse(line->json, &result, &error));
    parlour_str id = parlour_json_string(parlour_json_at(result, parlour_str_z("/custom_id")));
    parlour_str text = parlour_json_string(parlour_json_at(result, parlour_str_z("/result/message/content/0/text")));
    printf(PARLOUR_STR_FORMAT " " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(id), PARLOUR_STR_ARG(text));
    CHECK(fflush(stdout) == 0);
    parlour_json_free(result);
}

static int child(const char *url, const char *api_key, const char *journal) {
    parlour_client *client = connect_to(url, api_key);
    parlour_batch_run *run = NULL;
    parlour_endpoint *call = NULL;
    parlour_op *op = NULL;
    OK(parlour_batch_run_open(parlour_str_z(journal), KILL_ROWS_PER_BATCH, 0, 1, 1, 0, &run, &error));
    for (int row = 0; row < KILL_ROWS; row++) {
        char id[16], question[32];
        bool full = false;
        snprintf(id, sizeof id, "row-%d", row);
        snprintf(question, sizeof question, "say %s", id);
        parlour_request *request = asking(question);
        OK(parlour_batch_run_add(run, parlour_str_z(id), request, &full, &error));
        parlour_request_free(request);
        if (full) {
            parlour_answer *batches = NULL;
            OK(parlour_batch_run_submit(run, &call, &error));
            OK(parlour_client_call(client, call, NULL, &batches, &error));
            parlour_answer_free(batches);
            parlour_endpoint_free(call);
        }
    }
    OK(parlour_batch_run_results(run, &call, &error));
    parlour_batch_run_free(run);
    OK(parlour_client_submit_call(client, NULL, call, NULL, PARLOUR_MODE_STREAM, 0, &op, &error));
    parlour_endpoint_free(call);
    for (;;) {
        parlour_batch *lines = NULL;
        parlour_error *error = NULL;
        parlour_result code = parlour_op_next(op, -1, &lines, &error);
        if (code == PARLOUR_END) {
            break;
        }
        if (code == PARLOUR_FAILED && parlour_error_kind(error) == PARLOUR_KIND_CONFIG) {
            char message[4096];
            snprintf(message, sizeof message, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(parlour_error_message(error)));
            parlour_error_free(error);
            parlour_op_free(op);
            parlour_client_free(client);
            return kill_settle(journal, message);
        }
        IS(PARLOUR_OK, code);
        for (size_t at = 0; at < parlour_batch_len(lines); at++) {
            tell(parlour_batch_at(lines, at));
        }
        parlour_batch_free(lines);
    }
    parlour_op_free(op);
    parlour_client_free(client);
    return 0;
}

int main(int argc, char **argv) {
    int status = kill_main(argc, argv, child);
    if (argc == 1) {
        passed("twenty_kills_submit_nothing_twice");
    }
    return status;
}
