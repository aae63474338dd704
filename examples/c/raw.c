/* Requests and answers as they are: a form of several parts, a body that is made while it is sent, and answers that are
 * read while they arrive. This is how endpoints are reached that have no name.
 *
 *     cc raw.c $(pkg-config --cflags --libs parlour) -o raw && ./raw
 *     ./raw report.pdf     # uploads this file
 */
#include "service.h"

/* Makes a call whose answer comes whole, and reads its JSON. */
static parlour_result ask(const struct service *service, const parlour_endpoint *call, parlour_json **json,
                          parlour_error **error) {
    parlour_answer *answer = NULL;
    parlour_result code = parlour_client_call(service->client, call, NULL, &answer, error);
    if (code == PARLOUR_OK) {
        code = parlour_json_parse(parlour_answer_body(answer), json, error);
    }
    parlour_answer_free(answer);
    return code;
}

/* Uploads a file by hand, and deletes it. A file in a form is read while it is sent. */
static parlour_result send_form(const struct service *service, const char *path, parlour_error **error) {
    parlour_upload *file = NULL;
    parlour_endpoint *post = NULL;
    parlour_json *made = NULL;
    parlour_answer *deleted = NULL;
    parlour_result code = path != NULL ? parlour_upload_path(parlour_str_z(path), &file, error)
                                       : parlour_upload_bytes(parlour_str_z("rivers.txt"),
                                                              parlour_str_z("Po, Arno, Tiber\n"), &file, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/files"), &post, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_field(post, parlour_str_z("expires_in_seconds"), parlour_str_z("3600"), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_file(post, parlour_str_z("file"), file, error);
    }
    if (code == PARLOUR_OK) {
        code = ask(service, post, &made, error);
    }
    if (code == PARLOUR_OK) {
        char at[160];
        printf("form: " PARLOUR_STR_FORMAT ", %ld bytes, until " PARLOUR_STR_FORMAT "\n",
               PARLOUR_STR_ARG(text_at(made, "/filename")), number_at(made, "/size_bytes"),
               PARLOUR_STR_ARG(text_at(made, "/expires_at")));
        snprintf(at, sizeof at, "/v1/files/" PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(text_at(made, "/id")));
        code = parlour_client_request(service->client, parlour_str_z("DELETE"), parlour_str_z(at), parlour_str_z(""),
                                      NULL, &deleted, error);
    }
    parlour_answer_free(deleted);
    parlour_json_free(made);
    parlour_endpoint_free(post);
    parlour_upload_free(file);
    return code;
}

/* Texts that are given one after the other. */
struct texts {
    const char *all[8]; /* behind the last is NULL */
    size_t at, given;   /* the one that is being given, and how many of its bytes were */
};

/* Called for the next bytes while the request is sent, on a thread of the library; 0 is the end. A text that is longer
 * than the room that there is comes in several pieces. */
static int64_t next_piece(void *user, char *buffer, size_t size) {
    struct texts *texts = user;
    const char *left;
    size_t count;
    while (texts->all[texts->at] != NULL && texts->all[texts->at][texts->given] == '\0') {
        ++texts->at;
        texts->given = 0;
    }
    if (texts->all[texts->at] == NULL) {
        return 0;
    }
    left = texts->all[texts->at] + texts->given;
    count = strlen(left) < size ? strlen(left) : size;
    memcpy(buffer, left, count);
    texts->given += count;
    return (int64_t)count;
}

/* Counts the tokens of a request that is written while it is sent: no part of it has to be there before. */
static parlour_result send_pieces(const struct service *service, parlour_error **error) {
    const struct texts all = {{"{\"model\":\"", service->model,
                               "\",\"messages\":[{\"role\":\"user\",\"content\":\"Name rivers:", " Po", " Arno",
                               " Tiber", "\"}]}", NULL},
                              0,
                              0};
    struct texts *texts = malloc(sizeof *texts);
    parlour_upload *body = NULL;
    parlour_endpoint *post = NULL;
    parlour_json *counted = NULL;
    parlour_result code = PARLOUR_FAILED;
    if (texts != NULL) {
        *texts = all;
        /* They are the library's until it frees them: a call that fails may be reading still. */
        code = parlour_upload_reader(parlour_str_z("request.json"), next_piece, texts, free, &body, error);
        if (code != PARLOUR_OK) {
            free(texts);
        }
    }
    if (code == PARLOUR_OK) {
        code = parlour_upload_set_media_type(body, parlour_str_z("application/json"), error);
    }
    if (code == PARLOUR_OK) {
        code =
            parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/messages/count_tokens"), &post, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_set_content(post, body, error);
    }
    if (code == PARLOUR_OK) {
        code = ask(service, post, &counted, error);
    }
    if (code == PARLOUR_OK) {
        printf("pieces: the request has %ld tokens\n", number_at(counted, "/input_tokens"));
    }
    parlour_json_free(counted);
    parlour_endpoint_free(post);
    parlour_upload_free(body);
    return code;
}

/* Prints the lines of an answer that begin with a prefix. */
struct lines {
    const char *begin;
    char line[128]; /* the one that is not complete, as far as it has room */
    size_t len, bytes;
};

static void take(struct lines *lines, parlour_str piece) {
    size_t at;
    lines->bytes += piece.len;
    for (at = 0; at < piece.len; ++at) {
        if (piece.data[at] != '\n') {
            if (lines->len + 1 < sizeof lines->line) {
                lines->line[lines->len++] = piece.data[at];
            }
            continue;
        }
        lines->line[lines->len] = '\0';
        lines->len = 0;
        if (lines->begin != NULL && strncmp(lines->line, lines->begin, strlen(lines->begin)) == 0) {
            printf("  %s\n", lines->line);
        }
    }
}

/* Makes a call whose answer is read in the pieces in which it arrives. Any call that is one request can be read so. */
static parlour_result read_pieces(const struct service *service, const parlour_endpoint *call, struct lines *lines,
                                  parlour_error **error) {
    parlour_op *op = NULL;
    const parlour_head *head = NULL;
    parlour_str kind = {"", 0};
    parlour_result code =
        parlour_client_submit_call(service->client, NULL, call, NULL, PARLOUR_MODE_STREAM, 0, &op, error);
    if (code == PARLOUR_OK) {
        /* There before its body. */
        code = parlour_op_wait_head(op, -1, &head, error);
    }
    if (code == PARLOUR_OK) {
        parlour_head_header(head, parlour_str_z("content-type"), &kind);
        printf("in pieces: status %d, " PARLOUR_STR_FORMAT "\n", (int)parlour_head_status(head), PARLOUR_STR_ARG(kind));
    }
    while (code == PARLOUR_OK) {
        parlour_batch *batch = NULL;
        size_t at;
        code = parlour_op_next(op, -1, &batch, error);
        for (at = 0; code == PARLOUR_OK && at < parlour_batch_len(batch); ++at) {
            take(lines, parlour_batch_at(batch, at)->json);
        }
        parlour_batch_free(batch);
    }
    parlour_op_free(op);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

/* Hands on the events of a message as bytes. */
static parlour_result read_events(const struct service *service, parlour_error **error) {
    struct lines lines = {"event: ", "", 0, 0};
    char request[320];
    parlour_endpoint *post = NULL;
    parlour_result code = parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/messages"), &post, error);
    snprintf(request, sizeof request,
             "{\"model\":\"%.128s\",\"max_tokens\":64,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":"
             "\"Count to 5\"}]}",
             service->model);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_set_body(post, parlour_str_z(request), error);
    }
    if (code == PARLOUR_OK) {
        code = read_pieces(service, post, &lines, error);
    }
    parlour_endpoint_free(post);
    return code;
}

/* An endpoint with a name gives its answer unchanged, whole or in pieces. */
static parlour_result read_model(const struct service *service, parlour_error **error) {
    struct lines lines = {NULL, "", 0, 0};
    parlour_endpoint *get = NULL;
    parlour_answer *answer = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z("models.get"), &get, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_id(get, parlour_str_z(service->model), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_call(service->client, get, NULL, &answer, error);
    }
    if (code == PARLOUR_OK) {
        const parlour_head *head = parlour_answer_head(answer);
        printf("whole: status %d, request " PARLOUR_STR_FORMAT ", %d bytes\n", (int)parlour_head_status(head),
               PARLOUR_STR_ARG(parlour_head_request_id(head)), (int)parlour_answer_body(answer).len);
        code = read_pieces(service, get, &lines, error);
    }
    if (code == PARLOUR_OK) {
        printf("  %d bytes\n", (int)lines.bytes);
    }
    parlour_answer_free(answer);
    parlour_endpoint_free(get);
    return code;
}

int main(int argc, char **argv) {
    struct service service;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = send_form(&service, argc > 1 ? argv[1] : NULL, &error);
    }
    if (code == PARLOUR_OK) {
        code = send_pieces(&service, &error);
    }
    if (code == PARLOUR_OK) {
        code = read_events(&service, &error);
    }
    if (code == PARLOUR_OK) {
        code = read_model(&service, &error);
    }
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
