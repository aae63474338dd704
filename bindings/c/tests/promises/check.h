/* Shared by the promise tests in C: checks that print the expected value, and a service with a client. */
#ifndef CHECK_H
#define CHECK_H

#include <parlour.h>
#include <parlour_emulator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Ends the program where something is not as it should be. */
#define CHECK(condition)                                                                            \
    do {                                                                                            \
        if (!(condition)) {                                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                 \
            exit(1);                                                                                \
        }                                                                                           \
    } while (0)

/* Ends the program with what the library says, where a call did not give the code that it should. */
static inline void check_code(parlour_result code, parlour_result expected, parlour_error *error, const char *what) {
    if (code != expected) {
        parlour_str display = parlour_error_display(error);
        fprintf(stderr, "%s: %s: %.*s\n", what, parlour_result_text(code), (int)display.len, display.data);
        exit(1);
    }
}

/* A client of that address, which takes nothing from the environment and repeats nothing. */
static inline parlour_client *client_of(parlour_str url, parlour_str key) {
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_error *error = NULL;
    CHECK(parlour_config_new(&config) == PARLOUR_OK);
    CHECK(parlour_config_set_use_env(config, false, NULL) == PARLOUR_OK);
    CHECK(parlour_config_set_base_url(config, url, NULL) == PARLOUR_OK);
    CHECK(parlour_config_set_api_key(config, key, NULL) == PARLOUR_OK);
    CHECK(parlour_config_set_vendor(config, parlour_str_z("svc"), NULL) == PARLOUR_OK);
    CHECK(parlour_config_set_max_retries(config, 0, NULL) == PARLOUR_OK);
    check_code(parlour_client_new(config, &client, &error), PARLOUR_OK, error, "a client");
    parlour_config_free(config);
    return client;
}

/* A request with one question. */
static inline parlour_request *ask(const char *question) {
    parlour_request *request = NULL;
    CHECK(parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request) == PARLOUR_OK);
    CHECK(parlour_request_add_user_text(request, parlour_str_z(question), NULL) == PARLOUR_OK);
    return request;
}

/* A clock that only goes forward, in microseconds. */
static inline long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How much slower than usual everything is: set by the scripts that run programs under a tool. */
static inline long slowness(void) {
    const char *told = getenv("SLOW");
    return told != NULL && atol(told) > 1 ? atol(told) : 1;
}

#endif
