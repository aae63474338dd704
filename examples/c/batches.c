/* A run of message batches: any number of questions at the price of batches, and a journal by which the run survives
 * its process.
 *
 *     cc batches.c $(pkg-config --cflags --libs parlour) -o batches && ./batches
 *     ./batches nightly.journal     # stopped at any moment and started again: nothing is submitted twice
 */
#include "service.h"

enum { QUESTIONS = 5, PER_BATCH = 2 };

/* Adds the questions; a full batch is submitted before the next one. */
static parlour_result ask_all(const struct service *service, parlour_batch_run *run, parlour_error **error) {
    parlour_result code = PARLOUR_OK;
    int at;
    for (at = 0; at < QUESTIONS && code == PARLOUR_OK; ++at) {
        char id[16], question[64];
        bool full = false;
        parlour_request *request = NULL;
        snprintf(id, sizeof id, "sum-%d", at);
        snprintf(question, sizeof question, "What is %d + %d?", at, at);
        code = parlour_request_new(parlour_str_z(service->model), 64, &request);
        if (code == PARLOUR_OK) {
            code = parlour_request_add_user_text(request, parlour_str_z(question), error);
        }
        if (code == PARLOUR_OK) {
            code = parlour_batch_run_add(run, parlour_str_z(id), request, &full, error);
        }
        if (code == PARLOUR_OK && full) {
            parlour_endpoint *submit = NULL;
            parlour_answer *batches = NULL;
            code = parlour_batch_run_submit(run, &submit, error);
            if (code == PARLOUR_OK) {
                code = parlour_client_call(service->client, submit, NULL, &batches, error);
            }
            parlour_answer_free(batches);
            parlour_endpoint_free(submit);
        }
        parlour_request_free(request);
    }
    return code;
}

/* A line of the results: the id of the request, and its result. */
static void show(const parlour_event *line) {
    static long done = 0;
    parlour_json *result = NULL;
    print_bar(++done, QUESTIONS);
    if (line->kind == PARLOUR_EVENT_BROKEN) {
        printf("a line cannot be read: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(line->text));
    } else if (parlour_json_parse(line->json, &result, NULL) == PARLOUR_OK) {
        parlour_str id = parlour_json_string(parlour_json_at(result, parlour_str_z("/custom_id")));
        parlour_str type = parlour_json_string(parlour_json_at(result, parlour_str_z("/result/type")));
        parlour_str text =
            parlour_json_string(parlour_json_at(result, parlour_str_z("/result/message/content/0/text")));
        printf(PARLOUR_STR_FORMAT " " PARLOUR_STR_FORMAT ": " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(id),
               PARLOUR_STR_ARG(type), PARLOUR_STR_ARG(text));
    }
    parlour_json_free(result);
}

/* Submits the rest, waits for the batches, and reads their results as they come. */
static parlour_result read_all(const struct service *service, const parlour_batch_run *run, parlour_error **error) {
    parlour_endpoint *results = NULL;
    parlour_op *op = NULL;
    parlour_result code = parlour_batch_run_results(run, &results, error);
    if (code == PARLOUR_OK) {
        code = parlour_client_submit_call(service->client, NULL, results, NULL, PARLOUR_MODE_STREAM, 0, &op, error);
    }
    while (code == PARLOUR_OK) {
        parlour_batch *lines = NULL;
        size_t at;
        code = parlour_op_next(op, -1, &lines, error);
        for (at = 0; code == PARLOUR_OK && at < parlour_batch_len(lines); ++at) {
            show(parlour_batch_at(lines, at));
        }
        parlour_batch_free(lines);
    }
    parlour_op_free(op);
    parlour_endpoint_free(results);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

int main(int argc, char **argv) {
    struct service service;
    parlour_batch_run *run = NULL;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        /* Of a real service, leave the pauses and the size of a batch to the library: 0. */
        int64_t pause_ms = service.emulator != NULL ? 1 : 0;
        code = parlour_batch_run_open(parlour_str_z(argc > 1 ? argv[1] : ""), PER_BATCH, 0, pause_ms, pause_ms, 0, &run,
                                      &error);
    }
    if (code == PARLOUR_OK) {
        code = ask_all(&service, run, &error);
    }
    if (code == PARLOUR_OK) {
        code = read_all(&service, run, &error);
    }
    parlour_batch_run_free(run);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
