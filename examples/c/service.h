/* Shared by the examples in C: the service that the environment names, or else an emulator in this process.
 *
 * PARLOUR_API_KEY (or PARLOUR_AUTH_TOKEN) with PARLOUR_BASE_URL and PARLOUR_VENDOR, or the variables of a built-in
 * preset, choose a service; PARLOUR_MODEL chooses the model. */
#ifndef SERVICE_H
#define SERVICE_H

#include <parlour.h>
#include <parlour_emulator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A service to talk to. */
struct service {
    parlour_client *client;
    parlour_emulator *emulator; /* NULL if this is a real service */
    const char *model;
};

/* Writes a text of the library. */
static inline void put(parlour_str text) { fwrite(text.data, 1, text.len, stdout); }

/* Says why something failed, frees the error, and gives the exit code for it. */
static inline int failed(parlour_result code, parlour_error *error) {
    parlour_str display = parlour_error_display(error);
    if (display.len == 0) {
        display = parlour_str_z(parlour_result_text(code));
    }
    fflush(stdout);
    fprintf(stderr, "error: %.*s\n", (int)display.len, display.data);
    parlour_error_free(error);
    return EXIT_FAILURE;
}

static inline bool is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

/* Connects. Close the service with service_close(), also after a failure. */
static inline parlour_result service_connect(struct service *service, parlour_error **error) {
    parlour_config *config = NULL;
    parlour_result code = parlour_config_new(&config);
    memset(service, 0, sizeof *service);
    service->model = is_set("PARLOUR_MODEL") ? getenv("PARLOUR_MODEL") : "svc-sonnet-4-5";
    if (code == PARLOUR_OK) {
        code = parlour_client_new(config, &service->client, error);
    }
    /* If an address or a key is set, do not fall back to the emulator: report what is missing. */
    if (code == PARLOUR_FAILED && !is_set("PARLOUR_API_KEY") && !is_set("PARLOUR_AUTH_TOKEN") &&
        !is_set("PARLOUR_BASE_URL")) {
        parlour_error_free(*error);
        *error = NULL;
        /* A little time between the events, so that a reader sees them come. */
        code = parlour_emulator_start(parlour_str_z("{\"pace_ms\": 20}"), &service->emulator, error);
        if (code == PARLOUR_OK) {
            parlour_config_set_use_env(config, false, NULL);
            parlour_config_set_base_url(config, parlour_emulator_url(service->emulator), NULL);
            parlour_config_set_api_key(config, parlour_emulator_api_key(service->emulator), NULL);
            parlour_config_set_vendor(config, parlour_str_z("svc"), NULL);
            code = parlour_client_new(config, &service->client, error);
        }
    }
    parlour_config_free(config);
    if (code == PARLOUR_OK) {
        parlour_str url = parlour_client_base_url(service->client);
        parlour_str vendor = parlour_client_vendor(service->client);
        const char *emulated = "the emulator in this process (no key is set)";
        printf("Talking to %.*s at %.*s, model %s\n",
               service->emulator != NULL ? (int)strlen(emulated) : (int)vendor.len,
               service->emulator != NULL ? emulated : vendor.data, (int)url.len, url.data, service->model);
    }
    return code;
}

/* A text and a number in an answer, by JSON pointer. */
static inline parlour_str text_at(const parlour_json *json, const char *pointer) {
    return parlour_json_string(parlour_json_at(json, parlour_str_z(pointer)));
}

static inline long number_at(const parlour_json *json, const char *pointer) {
    return (long)parlour_json_int(parlour_json_at(json, parlour_str_z(pointer)), -1);
}

/* A bar that is filled as far as the work has come. */
static inline void print_bar(long done, long total) {
    enum { WIDTH = 20 };
    const int filled = total > 0 && done >= 0 && done <= total ? (int)(done * WIDTH / total) : WIDTH;
    printf("[%.*s%*s] ", filled, "####################", WIDTH - filled, "");
}

/* Hands each item of a list, of the thing of this id if there is one, to a function; its pages are fetched as they are
 * needed. */
static inline parlour_result each_item(const struct service *service, const char *name, const char *id,
                                       const parlour_options *options, void (*show)(const parlour_json *item),
                                       parlour_error **error) {
    parlour_endpoint *list = NULL;
    parlour_pages *pages = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z(name), &list, error);
    if (code == PARLOUR_OK && id != NULL) {
        code = parlour_endpoint_add_id(list, parlour_str_z(id), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_pages_new(list, &pages, error);
    }
    while (code == PARLOUR_OK) {
        parlour_answer *page = NULL;
        parlour_json *json = NULL;
        size_t at;
        code = parlour_pages_next(pages, service->client, options, &page, error);
        if (code == PARLOUR_OK) {
            code = parlour_json_parse(parlour_answer_body(page), &json, error);
        }
        for (at = 0; code == PARLOUR_OK; ++at) {
            const parlour_json *item = parlour_json_item(parlour_json_at(json, parlour_str_z("/data")), at);
            if (item == NULL) {
                break;
            }
            show(item);
        }
        parlour_json_free(json);
        parlour_answer_free(page);
    }
    parlour_pages_free(pages);
    parlour_endpoint_free(list);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

/* The id of what a call made. */
static inline parlour_result made_by(const struct service *service, const parlour_endpoint *call, char id[128],
                                     parlour_error **error) {
    parlour_answer *answer = NULL;
    parlour_json *json = NULL;
    parlour_result code = parlour_client_call(service->client, call, NULL, &answer, error);
    if (code == PARLOUR_OK) {
        code = parlour_json_parse(parlour_answer_body(answer), &json, error);
    }
    if (code == PARLOUR_OK) {
        snprintf(id, 128, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(text_at(json, "/id")));
    }
    parlour_json_free(json);
    parlour_answer_free(answer);
    return code;
}

/* Ends it. */
static inline void service_close(struct service *service) {
    parlour_client_free(service->client);
    parlour_emulator_free(service->emulator);
}

#endif
