/* Shared by tests of the endpoints beside messages: making calls and reading their results. */
#ifndef PARLOUR_TESTS_ENDPOINTS_H
#define PARLOUR_TESTS_ENDPOINTS_H

#include "check.h"

#define AT(answer) parlour_answer_body(answer)

/* A call of an endpoint with up to two ids. */
static inline parlour_endpoint *endpoint(const char *name, const char *first, const char *second) {
    parlour_endpoint *made = NULL;
    OK(parlour_endpoint_new(parlour_str_z(name), &made, &error));
    if (first) {
        OK(parlour_endpoint_add_id(made, parlour_str_z(first), &error));
    }
    if (second) {
        OK(parlour_endpoint_add_id(made, parlour_str_z(second), &error));
    }
    return made;
}

/* The answer of a call, which is freed. */
static inline parlour_answer *called(const place *at, parlour_endpoint *call) {
    parlour_answer *answer = NULL;
    OK(parlour_client_call(at->client, call, NULL, &answer, &error));
    parlour_endpoint_free(call);
    return answer;
}

/* The member "id" of an answer, which is freed. */
static inline void id_of(parlour_answer *answer, char id[64]) {
    parlour_json *json = NULL;
    OK(parlour_json_parse(AT(answer), &json, &error));
    parlour_str text = parlour_json_string(parlour_json_at(json, parlour_str_z("/id")));
    CHECK(text.len > 0 && text.len < 64);
    memcpy(id, text.data, text.len);
    id[text.len] = '\0';
    parlour_json_free(json);
    parlour_answer_free(answer);
}

/* Goes over the events of a call that is freed: how many there are, and how many of them are lines that are no
 * results. */
static inline size_t lines(const place *at, parlour_endpoint *call, size_t *broken, char *last, size_t room) {
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    size_t count = 0;
    OK(parlour_client_submit_call(at->client, NULL, call, NULL, PARLOUR_MODE_STREAM, 1, &op, &error));
    parlour_endpoint_free(call);
    for (;;) {
        parlour_error *error = NULL;
        parlour_result code = parlour_op_next(op, PATIENCE_MS, &batch, &error);
        if (code == PARLOUR_END) {
            break;
        }
        if (code != PARLOUR_OK) {
            parlour_str why = parlour_error_display(error);
            fprintf(stderr, "lines: %s: %.*s\n", parlour_result_text(code), (int)why.len, why.data);
            exit(1);
        }
        const parlour_event *event = parlour_batch_events(batch);
        for (size_t i = 0; i < parlour_batch_len(batch); i++, event = parlour_event_next(event)) {
            CHECK(event->kind == PARLOUR_EVENT_CHUNK || event->kind == PARLOUR_EVENT_BROKEN);
            if (event->kind == PARLOUR_EVENT_BROKEN) {
                CHECK(text_is(event->name, "Decode") && text_has(event->text, "line"));
                ++*broken;
            } else if (last) {
                CHECK(event->json.len < room);
                memcpy(last, event->json.data, event->json.len);
                last[event->json.len] = '\0';
            }
            count++;
        }
        parlour_batch_free(batch);
    }
    parlour_op_free(op);
    return count;
}

/* How many times `part` occurs in a text. */
static inline size_t times(parlour_str text, const char *part) {
    size_t found = 0, len = strlen(part);
    for (size_t i = 0; i + len <= text.len; i++) {
        found += memcmp(text.data + i, part, len) == 0;
    }
    return found;
}

#endif
