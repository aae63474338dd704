/* Shared by the processes of a fleet in C: settings, errors, and the lines that they exchange with run.py. */
#ifndef FLEET_PROCESS_H
#define FLEET_PROCESS_H

#include <parlour.h>
#include <stdio.h>
#include <stdlib.h>

/* The call may give its error into `error`. */
#define MUST(call)                                       \
    do {                                                 \
        parlour_error *error = NULL;                     \
        const parlour_result must_ = (call);             \
        if (must_ != PARLOUR_OK) {                       \
            end_with(#call, must_, error);               \
        }                                                \
    } while (0)

static inline void end_with(const char *call, parlour_result result, const parlour_error *error) {
    const parlour_str why = parlour_why(result, error);
    fprintf(stderr, "%s: " PARLOUR_STR_FORMAT "\n", call, PARLOUR_STR_ARG(why));
    exit(EXIT_FAILURE);
}

static inline uint32_t number(const char *text) { return (uint32_t)strtoul(text, NULL, 10); }

/* To be freed. */
static inline parlour_config *settings(const char *service, const char *store, uint32_t requests_per_minute) {
    parlour_config *config = NULL;
    MUST(parlour_config_new(&config));
    MUST(parlour_config_set_use_env(config, false, &error));
    MUST(parlour_config_set_api_key(config, parlour_str_z("test-key"), &error));
    MUST(parlour_config_set_base_url(config, parlour_str_z(service), &error));
    MUST(parlour_config_set_limits(config, parlour_str_z(store), &error));
    MUST(parlour_config_set_requests_per_minute(config, requests_per_minute, &error));
    return config;
}

/* To be freed. Takes the settings. */
static inline parlour_client *client_of(parlour_config *config) {
    parlour_client *client = NULL;
    MUST(parlour_client_new(config, &client, &error));
    parlour_config_free(config);
    return client;
}

/* To be freed. */
static inline parlour_request *hello(void) {
    parlour_request *request = NULL;
    MUST(parlour_request_new(parlour_str_z("svc-sonnet-4-5"), 16, &request));
    MUST(parlour_request_add_user_text(request, parlour_str_z("Hello"), &error));
    return request;
}

/* Prints a line that the other process waits for. */
static inline void say(const char *line) {
    puts(line);
    fflush(stdout);
}

/* Waits for a line of the other process. */
static inline void hear(char *line, int size) {
    if (fgets(line, size, stdin) == NULL) {
        fputs("the input has ended\n", stderr);
        exit(EXIT_FAILURE);
    }
}

#endif
