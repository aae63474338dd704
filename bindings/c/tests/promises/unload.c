/* A plug-in host: loads the library, makes a call that starts its threads, unloads it, and does so again. */
// flags: -Wl,--as-needed
#include "parlour.h"
#include "parlour_emulator.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

/* The function of that name, as the header declares it: a pointer to data is none to a function, but for dlsym(). */
#define FIND(name)                                          \
    __typeof__(&name) name##_;                              \
    do {                                                    \
        union { void *data; __typeof__(&name) code; } got;  \
        got.data = dlsym(library, #name);                   \
        CHECK(got.data != NULL);                            \
        name##_ = got.code;                                 \
    } while (0)

static parlour_str z(const char *text) {
    return parlour_str_n(text, strlen(text));
}

int main(void) {
    const char *path = getenv("PARLOUR_LIBRARY");
    CHECK(path != NULL);
    for (int round = 0; round < 50; round++) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        CHECK(library != NULL);
        FIND(parlour_emulator_start);
        FIND(parlour_emulator_url);
        FIND(parlour_emulator_free);
        FIND(parlour_config_new);
        FIND(parlour_config_set_base_url);
        FIND(parlour_config_set_api_key);
        FIND(parlour_config_free);
        FIND(parlour_client_new);
        FIND(parlour_client_submit);
        FIND(parlour_client_free);
        FIND(parlour_request_new);
        FIND(parlour_request_add_user_text);
        FIND(parlour_request_free);
        FIND(parlour_op_next);
        FIND(parlour_op_free);

        parlour_emulator *emulator = NULL;
        parlour_config *config = NULL;
        parlour_client *client = NULL;
        parlour_request *request = NULL;
        parlour_op *op = NULL;
        parlour_batch *batch = NULL;
        CHECK(parlour_emulator_start_(z(""), &emulator, NULL) == PARLOUR_OK);
        CHECK(parlour_config_new_(&config) == PARLOUR_OK);
        CHECK(parlour_config_set_base_url_(config, parlour_emulator_url_(emulator), NULL) == PARLOUR_OK);
        CHECK(parlour_config_set_api_key_(config, z("key"), NULL) == PARLOUR_OK);
        CHECK(parlour_client_new_(config, &client, NULL) == PARLOUR_OK);
        CHECK(parlour_request_new_(z("svc-haiku-3-5"), 16, &request) == PARLOUR_OK);
        CHECK(parlour_request_add_user_text_(request, z("Say hello"), NULL) == PARLOUR_OK);
        CHECK(parlour_client_submit_(client, NULL, request, NULL, PARLOUR_MODE_WHOLE, 0, &op, NULL) == PARLOUR_OK);
        parlour_result code = parlour_op_next_(op, -1, &batch, NULL);
        CHECK(code == PARLOUR_END || code == PARLOUR_FAILED); /* The key is none of the emulator's. */
        parlour_op_free_(op);
        parlour_request_free_(request);
        parlour_client_free_(client);
        parlour_config_free_(config);
        parlour_emulator_free_(emulator);
        CHECK(dlclose(library) == 0);
        /* Threads that lost their code would run into it here. */
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    printf("ok unload\n");
    return 0;
}
