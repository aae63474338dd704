/* Structured answers: a record out of a text, held against a JSON Schema; what is left where there is none; and an
 * answer that is shown while it grows.
 *
 *     cc structured.c $(pkg-config --cflags --libs parlour) -o structured && ./structured
 *     ./structured 'The guest is called "Grace", and she is 85.'
 */
#include "service.h"

static const char schema[] =
    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"age\":{\"type\":\"integer\",\"minimum\":0}},"
    "\"required\":[\"name\",\"age\"]}";

/* The value, or why there is none. The tokens were paid in either case. */
static parlour_result report(const parlour_parsed *parsed, parlour_error **error) {
    parlour_str text = parlour_parsed_text(parsed), reason = parlour_parsed_reason(parsed),
                usage = parlour_parsed_usage_json(parsed);
    parlour_json *value = NULL;
    parlour_result code = PARLOUR_OK;
    switch (parlour_parsed_outcome(parsed)) {
    case PARLOUR_ANSWER_VALUE:
        code = parlour_json_parse(text, &value, error);
        if (code == PARLOUR_OK) {
            parlour_str name = parlour_json_string(parlour_json_at(value, parlour_str_z("/name")));
            int64_t age = parlour_json_int(parlour_json_at(value, parlour_str_z("/age")), -1);
            printf("name: " PARLOUR_STR_FORMAT ", age: %d\n", PARLOUR_STR_ARG(name), (int)age);
        }
        parlour_json_free(value);
        break;
    case PARLOUR_ANSWER_REFUSED: printf("refused: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(reason)); break;
    case PARLOUR_ANSWER_CUT:
        printf("cut (" PARLOUR_STR_FORMAT "): " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(reason),
               PARLOUR_STR_ARG(text));
        break;
    default: printf("does not fit: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(reason)); break;
    }
    printf("[%u answers: " PARLOUR_STR_FORMAT "]\n", (unsigned)parlour_parsed_answer_count(parsed),
           PARLOUR_STR_ARG(usage));
    return code;
}

/* Takes the batches of a stream, and shows the value after each. */
static parlour_result grow(parlour_op *op, const parlour_answer_plan *plan, parlour_error **error) {
    parlour_partial_json *partial = NULL;
    parlour_result code = parlour_answer_plan_partial(plan, true, &partial);
    while (code == PARLOUR_OK) {
        parlour_batch *batch = NULL;
        bool grew = false;
        size_t at;
        code = parlour_op_next(op, PARLOUR_NO_LIMIT, &batch, error);
        for (at = 0; code == PARLOUR_OK && at < parlour_batch_len(batch); ++at) {
            /* Whether the answer is the text or the input of a tool is the plan's affair. */
            grew = parlour_partial_json_take(partial, parlour_batch_at(batch, at)) || grew;
        }
        parlour_batch_free(batch);
        if (code == PARLOUR_OK && grew) {
            printf("so far: ");
            put(parlour_partial_json_text(partial));
            printf("\n");
        }
    }
    parlour_partial_json_free(partial);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : "The guest is called \"Ada\", and she is 36.";
    struct service service;
    parlour_request *request = NULL, *planned = NULL;
    parlour_parsed *parsed = NULL;
    parlour_answer_plan *plan = NULL;
    parlour_op *op = NULL;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = parlour_request_new(parlour_str_z(service.model), 256, &request);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z(text), &error);
    }
    /* Whole, and asked for once more if it does not fit. */
    if (code == PARLOUR_OK) {
        code = parlour_parse(service.client, request, parlour_str_z(schema), parlour_str_z("{\"max_reasks\":1}"), NULL,
                             &parsed, &error);
    }
    if (code == PARLOUR_OK) {
        code = report(parsed, &error);
    }
    /* Streamed: the plan makes the request, and validates the answer. */
    if (code == PARLOUR_OK) {
        code = parlour_answer_plan_new(request, parlour_str_z(schema), parlour_str_z(""), &plan, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_answer_plan_request(plan, &planned, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_submit(service.client, NULL, planned, NULL, PARLOUR_MODE_STREAM, 0, &op, &error);
    }
    if (code == PARLOUR_OK) {
        code = grow(op, plan, &error);
    }
    parlour_op_free(op);
    parlour_request_free(planned);
    parlour_answer_plan_free(plan);
    parlour_parsed_free(parsed);
    parlour_request_free(request);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
