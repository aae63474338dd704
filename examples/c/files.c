/* Files and lists: a file goes up from a path or from memory, is found in the list, asked about, and deleted.
 *
 *     cc files.c $(pkg-config --cflags --libs parlour) -o files && ./files
 *     ./files report.pdf
 */
#include "service.h"

/* The id of what a call made. */
static parlour_result made_by(const struct service *service, const parlour_endpoint *call, char id[128], parlour_error **error) {
    parlour_answer *answer = NULL;
    parlour_json *json = NULL;
    parlour_result code = parlour_client_call(service->client, call, NULL, &answer, error);
    if (code == PARLOUR_OK) {
        code = parlour_json_parse(parlour_answer_body(answer), &json, error);
    }
    if (code == PARLOUR_OK) {
        parlour_str text = parlour_json_string(parlour_json_at(json, parlour_str_z("/id")));
        snprintf(id, 128, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(text));
    }
    parlour_json_free(json);
    parlour_answer_free(answer);
    return code;
}

/* Uploads the file at a path; a short one that is made here if there is none. */
static parlour_result upload(const struct service *service, const char *path, char id[128], parlour_error **error) {
    parlour_upload *file = NULL;
    parlour_endpoint *call = NULL;
    parlour_result code = path != NULL ? parlour_upload_path(parlour_str_z(path), &file, error)
                                       : parlour_upload_bytes(parlour_str_z("rivers.txt"), parlour_str_z("Po, Arno, Tiber\n"), &file, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_upload(file, &call, error);
    }
    if (code == PARLOUR_OK) {
        code = made_by(service, call, id, error);
    }
    parlour_endpoint_free(call);
    parlour_upload_free(file);
    return code;
}

/* Goes over the list page by page. */
static parlour_result list(const struct service *service, parlour_error **error) {
    parlour_endpoint *files = NULL;
    parlour_pages *pages = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z("files.list"), &files, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_query(files, parlour_str_z("limit"), parlour_str_z("100"), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_pages_new(files, &pages, error);
    }
    while (code == PARLOUR_OK) {
        parlour_answer *page = NULL;
        parlour_json *json = NULL;
        size_t at;
        code = parlour_pages_next(pages, service->client, NULL, &page, error);
        if (code == PARLOUR_OK) {
            code = parlour_json_parse(parlour_answer_body(page), &json, error);
        }
        for (at = 0; code == PARLOUR_OK; ++at) {
            const parlour_json *file = parlour_json_item(parlour_json_at(json, parlour_str_z("/data")), at);
            if (file == NULL) {
                break;
            }
            printf("file " PARLOUR_STR_FORMAT ", %d bytes\n",
                   PARLOUR_STR_ARG(parlour_json_string(parlour_json_at(file, parlour_str_z("/filename")))),
                   (int)parlour_json_int(parlour_json_at(file, parlour_str_z("/size_bytes")), -1));
        }
        parlour_json_free(json);
        parlour_answer_free(page);
    }
    parlour_pages_free(pages);
    parlour_endpoint_free(files);
    return code == PARLOUR_END ? PARLOUR_OK : code;
}

/* Deletes a file. */
static parlour_result delete_file(const struct service *service, const char *id, parlour_error **error) {
    parlour_endpoint *call = NULL;
    parlour_answer *answer = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z("files.delete"), &call, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_id(call, parlour_str_z(id), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_call(service->client, call, NULL, &answer, error);
    }
    if (code == PARLOUR_OK) {
        printf("deleted, answered with status %d\n", (int)parlour_head_status(parlour_answer_head(answer)));
    }
    parlour_answer_free(answer);
    parlour_endpoint_free(call);
    return code;
}

int main(int argc, char **argv) {
    struct service service;
    char id[128] = "";
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = upload(&service, argc > 1 ? argv[1] : NULL, id, &error);
    }
    if (code == PARLOUR_OK) {
        code = list(&service, &error);
    }
    if (code == PARLOUR_OK) {
        code = delete_file(&service, id, &error);
    }
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
