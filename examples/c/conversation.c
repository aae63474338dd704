/* A conversation that outlives its program: kept as the bytes that are sent, shortened, and saved.
 *
 *     cc conversation.c $(pkg-config --cflags --libs parlour) -o conversation && ./conversation
 *     ./conversation talk.json      # goes on with what was saved there, and saves it again
 *
 * The file is read by every language of this package.
 */
#include "service.h"

/* Reads a whole file, NUL-terminated; NULL if it does not exist. */
static char *read_file(const char *path) {
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    char *text = NULL;
    long size;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)size + 1);
        if (text != NULL) {
            text[fread(text, 1, (size_t)size, file)] = '\0';
        }
    }
    fclose(file);
    return text;
}

static parlour_result save(parlour_conversation *talk, const char *path, parlour_error **error) {
    parlour_str json;
    parlour_result code = parlour_conversation_json(talk, &json, error);
    FILE *file = code == PARLOUR_OK ? fopen(path, "wb") : NULL;
    if (file != NULL) {
        if (fwrite(json.data, 1, json.len, file) != json.len) {
            fprintf(stderr, "error: %s cannot be written\n", path);
        }
        fclose(file);
    }
    return code;
}

/* Asks one question; the turns before are sent as the bytes that they were. */
static parlour_result ask(const struct service *service, parlour_conversation *talk, const parlour_request *settings,
                          const char *question, parlour_error **error) {
    parlour_request *request = NULL;
    parlour_message *reply = NULL;
    size_t removed = 0;
    parlour_result code = parlour_conversation_add_user_text(talk, parlour_str_z(question), error);
    if (code == PARLOUR_OK) {
        /* Whole exchanges go, oldest first; a call of a tool never loses its result. */
        code = parlour_conversation_keep_tokens(talk, 50000, &removed);
    }
    if (code == PARLOUR_OK) {
        code = parlour_conversation_request(talk, settings, &request, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_create(service->client, request, NULL, &reply, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_conversation_add_reply(talk, reply, error);
        printf("%s -> " PARLOUR_STR_FORMAT "\n", question, PARLOUR_STR_ARG(parlour_message_text(reply)));
    }
    parlour_message_free(reply);
    parlour_request_free(request);
    return code;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : NULL;
    char *saved = read_file(path);
    struct service service;
    parlour_conversation *talk = NULL;
    parlour_request *settings = NULL;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = saved != NULL ? parlour_conversation_from_json(parlour_str_z(saved), &talk, &error)
                             : parlour_conversation_new(&talk);
    }
    if (code == PARLOUR_OK && saved != NULL) {
        printf("going on after %u turns\n", (unsigned)parlour_conversation_turn_count(talk));
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_new(parlour_str_z(service.model), 256, &settings);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, talk, settings, "My name is Ada.", &error);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, talk, settings, "What is my name?", &error);
    }
    if (code == PARLOUR_OK) {
        printf("%u turns, about %u tokens\n", (unsigned)parlour_conversation_turn_count(talk),
               (unsigned)parlour_conversation_estimated_tokens(talk));
    }
    if (code == PARLOUR_OK && path != NULL) {
        code = save(talk, path, &error);
    }
    parlour_request_free(settings);
    parlour_conversation_free(talk);
    service_close(&service);
    free(saved);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
