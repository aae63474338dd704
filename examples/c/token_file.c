/* A token in a file that the platform rewrites, as the agent of a workload identity does.
 *
 *     cc token_file.c $(pkg-config --cflags --libs parlour) -o token_file && ./token_file
 */
#include "service.h"

#include <unistd.h>

/* How long a token is good for, as the platform says. It is kept for so long, unless the service refuses it. */
enum { VALID_FOR_MS = 3600 * 1000 };

/* Gives the token that is in the file now. It is called for the first attempt, shortly before the end, and when the
 * service refused the token, on threads of the library; it may block. */
static void read_token(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    char token[4096];
    FILE *file = fopen(user, "r");
    size_t len = file != NULL ? fread(token, 1, sizeof token, file) : 0;
    (void)attempt;
    printf("reading the file: %s\n", after_refusal ? "the token was refused" : "no token is kept");
    if (file != NULL) {
        fclose(file);
    }
    while (len > 0 && token[len - 1] == '\n') {
        --len;
    }
    if (len == 0) {
        parlour_credential_fail(credential, parlour_str_z("the file of the token cannot be read"));
        return;
    }
    parlour_credential_set_auth_token(credential, parlour_str_n(token, len));
    parlour_credential_set_valid_for_ms(credential, VALID_FOR_MS);
}

/* The platform: writes another token, which alone the service takes from then on. */
static parlour_result rotate(const struct service *service, const char *path, const char *token,
                             parlour_error **error) {
    char keys[128];
    FILE *file = fopen(path, "w");
    if (file == NULL || fprintf(file, "%s\n", token) < 0 || fclose(file) != 0) {
        perror(path);
        return PARLOUR_FAILED;
    }
    snprintf(keys, sizeof keys, "[\"%s\"]", token);
    return parlour_emulator_set_keys_json(service->emulator, parlour_str_z(keys), error);
}

static parlour_result ask(const struct service *service, const char *question, parlour_error **error) {
    parlour_request *request = NULL;
    parlour_message *reply = NULL;
    parlour_result code = parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request);
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z(question), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_create(service->client, request, NULL, &reply, error);
    }
    if (code == PARLOUR_OK) {
        printf("model: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(parlour_message_text(reply)));
    }
    parlour_message_free(reply);
    parlour_request_free(request);
    return code;
}

static parlour_result connect_with(struct service *service, char *path, parlour_error **error) {
    parlour_config *config = NULL;
    parlour_result code = parlour_emulator_start(parlour_str_z(""), &service->emulator, error);
    if (code == PARLOUR_OK) {
        code = parlour_config_new(&config);
    }
    if (code == PARLOUR_OK) {
        parlour_config_set_use_env(config, false, NULL);
        parlour_config_set_base_url(config, parlour_emulator_url(service->emulator), NULL);
        parlour_config_set_vendor(config, parlour_str_z("svc"), NULL);
        code = parlour_config_set_credential_fn(config, read_token, path, NULL, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_new(config, &service->client, error);
    }
    parlour_config_free(config);
    return code;
}

int main(void) {
    struct service service = {NULL, NULL, NULL};
    char path[] = "/tmp/parlour-token-XXXXXX";
    parlour_error *error = NULL;
    int file = mkstemp(path);
    parlour_result code = connect_with(&service, path, &error);
    if (file < 0 || close(file) != 0) {
        perror(path);
        return EXIT_FAILURE;
    }
    if (code == PARLOUR_OK) {
        code = rotate(&service, path, "token-of-the-morning", &error);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, "Say one", &error);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, "Say two", &error);
    }
    if (code == PARLOUR_OK) {
        code = rotate(&service, path, "token-of-the-evening", &error);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, "Say three", &error);
    }
    service_close(&service);
    unlink(path);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
