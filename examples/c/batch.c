/* One batch: created, watched while it is worked on, and its results read as they arrive. `batches` is for any number
 * of requests.
 *
 *     cc batch.c $(pkg-config --cflags --libs parlour) -o batch && ./batch
 */
#include "service.h"

/* Adds a request about a river, whose name is the id. */
static parlour_result add(const struct service *service, parlour_batch_requests *requests, const char *river,
                          parlour_error **error) {
    char question[64];
    parlour_request *request = NULL;
    parlour_result code = parlour_request_new(parlour_str_z(service->model), 64, &request);
    snprintf(question, sizeof question, "Where does the %s rise?", river);
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z(question), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_batch_requests_add(requests, parlour_str_z(river), request, error);
    }
    parlour_request_free(request);
    return code;
}

static const char *const rivers[] = {"Elbe", "Ebro", "Po", "Tagus"};

/* Creates the batch. */
static parlour_result create(const struct service *service, char id[128], parlour_error **error) {
    parlour_batch_requests *requests = NULL;
    parlour_endpoint *call = NULL;
    size_t at;
    parlour_result code = parlour_batch_requests_new(&requests);
    for (at = 0; code == PARLOUR_OK && at < sizeof rivers / sizeof *rivers; ++at) {
        code = add(service, requests, rivers[at], error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_batch_requests_endpoint(requests, &call, error);
    }
    if (code == PARLOUR_OK) {
        code = made_by(service, call, id, error);
    }
    parlour_endpoint_free(call);
    parlour_batch_requests_free(requests);
    return code;
}

/* The batch in its current state. */
static void show_batch(const parlour_event *look) {
    parlour_json *batch = NULL;
    if (parlour_json_parse(look->json, &batch, NULL) == PARLOUR_OK) {
        const long left = number_at(batch, "/request_counts/processing"),
                   total = (long)(sizeof rivers / sizeof *rivers);
        print_bar(total - left, total);
        printf(PARLOUR_STR_FORMAT ", %ld are left\n", PARLOUR_STR_ARG(text_at(batch, "/processing_status")), left);
    }
    parlour_json_free(batch);
}

/* A line of the results: the id of the request, and its result. */
static void show_line(const parlour_event *line) {
    parlour_json *result = NULL;
    if (line->kind == PARLOUR_EVENT_BROKEN) {
        printf("a line cannot be read: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(line->text));
    } else if (parlour_json_parse(line->json, &result, NULL) == PARLOUR_OK) {
        printf(PARLOUR_STR_FORMAT " " PARLOUR_STR_FORMAT ": " PARLOUR_STR_FORMAT "\n",
               PARLOUR_STR_ARG(text_at(result, "/custom_id")), PARLOUR_STR_ARG(text_at(result, "/result/type")),
               PARLOUR_STR_ARG(text_at(result, "/result/message/content/0/text")));
    }
    parlour_json_free(result);
}

/* Hands each event of a call to a function. parlour_op_cancel() from another thread would end it; the batch goes on. */
static parlour_result each_event(const struct service *service, const parlour_endpoint *call,
                                 void (*show)(const parlour_event *event), parlour_error **error) {
    parlour_op *op = NULL;
    parlour_result code =
        parlour_client_submit_call(service->client, NULL, call, NULL, PARLOUR_MODE_STREAM, 0, &op, error);
    while (code == PARLOUR_OK) {
        parlour_batch *events = NULL;
        size_t at;
        code = parlour_op_next(op, -1, &events, error);
        for (at = 0; code == PARLOUR_OK && at < parlour_batch_len(events); ++at) {
            show(parlour_batch_at(events, at));
        }
        parlour_batch_free(events);
    }
    parlour_op_free(op);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

int main(void) {
    struct service service;
    char id[128] = "";
    parlour_endpoint *waiting = NULL, *results = NULL;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = create(&service, id, &error);
    }
    if (code == PARLOUR_OK) {
        /* Of a real service, leave the first pause to the library: 0. */
        code = parlour_endpoint_wait(parlour_str_z(id), service.emulator != NULL ? 1 : 0, 0, 0, &waiting, &error);
    }
    if (code == PARLOUR_OK) {
        code = each_event(&service, waiting, show_batch, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_results(parlour_str_z(id), &results, &error);
    }
    if (code == PARLOUR_OK) {
        code = each_event(&service, results, show_line, &error);
    }
    parlour_endpoint_free(results);
    parlour_endpoint_free(waiting);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
