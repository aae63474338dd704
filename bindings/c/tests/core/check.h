/* Shared by the tests of the C library: checks that print where they fail, and a client of an emulator. */
#ifndef PARLOUR_TESTS_CHECK_H
#define PARLOUR_TESTS_CHECK_H

#include "parlour.h"
#include "parlour_emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Generous: it ends a test that would hang, and measures nothing. */
#define PATIENCE_MS 30000

#define CHECK(condition)                                                                        \
    do {                                                                                        \
        if (!(condition)) {                                                                     \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);             \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

/* The result of a call, with the error it gave. */
#define IS(expected, call)                                                                      \
    do {                                                                                        \
        parlour_result is_ = (call);                                                            \
        if (is_ != (expected)) {                                                                \
            fprintf(stderr, "%s:%d: %s: %u (%s), not %s\n", __FILE__, __LINE__, #call, is_,     \
                    parlour_result_text(is_), #expected);                                       \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

/* A call with an error handle: says what the error says. */
#define OK(call)                                                                                \
    do {                                                                                        \
        parlour_error *error = NULL;                                                            \
        parlour_result ok_ = (call);                                                            \
        if (ok_ != PARLOUR_OK) {                                                                \
            parlour_str why_ = parlour_error_display(error);                                    \
            fprintf(stderr, "%s:%d: %s: %s: %.*s\n", __FILE__, __LINE__, #call,                 \
                    parlour_result_text(ok_), (int)why_.len, why_.data);                        \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

static inline bool text_is(parlour_str text, const char *expected) {
    return text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static inline bool text_has(parlour_str text, const char *part) {
    size_t len = strlen(part);
    for (size_t at = 0; at + len <= text.len; at++) {
        if (memcmp(text.data + at, part, len) == 0) {
            return true;
        }
    }
    return false;
}

/* An emulator and a client of it. */
typedef struct {
    parlour_emulator *emulator;
    parlour_config *config;
    parlour_client *client;
} place;

static inline place place_new(const char *options_json) {
    place made;
    OK(parlour_emulator_start(parlour_str_z(options_json), &made.emulator, &error));
    IS(PARLOUR_OK, parlour_config_new(&made.config));
    IS(PARLOUR_OK, parlour_config_set_use_env(made.config, false, NULL));
    IS(PARLOUR_OK, parlour_config_set_base_url(made.config, parlour_emulator_url(made.emulator), NULL));
    IS(PARLOUR_OK, parlour_config_set_api_key(made.config, parlour_emulator_api_key(made.emulator), NULL));
    OK(parlour_client_new(made.config, &made.client, &error));
    return made;
}

static inline void place_free(place *old) {
    parlour_client_free(old->client);
    parlour_config_free(old->config);
    parlour_emulator_free(old->emulator);
}

static inline parlour_request *asking(const char *what) {
    parlour_request *request = NULL;
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 4096, &request));
    IS(PARLOUR_OK, parlour_request_add_user_text(request, parlour_str_z(what), NULL));
    return request;
}

/* Orders the next reply of the emulator. */
static inline void order(const place *at, const char *script_json) {
    OK(parlour_emulator_script_json(at->emulator, parlour_str_z(script_json), &error));
}

/* A stream that begins and then says nothing, until its client leaves. */
#define STALLED "{\"fault\": {\"stall_after\": \"content_block_start\"}}"

static inline void passed(const char *name) {
    printf("ok %s\n", name);
}

#endif
