/* Files and skills: a file goes up from a path or from memory, is found in the list, and is deleted; a skill is made of
 * files.
 *
 *     cc files.c $(pkg-config --cflags --libs parlour) -o files && ./files
 *     ./files report.pdf
 */
#include "service.h"

/* Uploads the file at a path; a short one that is made here if there is none. */
static parlour_result upload(const struct service *service, const char *path, char id[128], parlour_error **error) {
    parlour_upload *file = NULL;
    parlour_endpoint *call = NULL;
    parlour_result code = path != NULL ? parlour_upload_path(parlour_str_z(path), &file, error)
                                       : parlour_upload_bytes(parlour_str_z("rivers.txt"),
                                                              parlour_str_z("Po, Arno, Tiber\n"), &file, error);
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

static void show_file(const parlour_json *file) {
    printf("file " PARLOUR_STR_FORMAT ", %ld bytes\n", PARLOUR_STR_ARG(text_at(file, "/filename")),
           number_at(file, "/size_bytes"));
}

static void show_version(const parlour_json *version) {
    printf("version " PARLOUR_STR_FORMAT " of the skill\n", PARLOUR_STR_ARG(text_at(version, "/name")));
}

/* Deletes what an endpoint deletes. */
static parlour_result delete_it(const struct service *service, const char *endpoint, const char *id,
                                parlour_error **error) {
    parlour_endpoint *call = NULL;
    parlour_answer *answer = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z(endpoint), &call, error);
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

/* A skill of one file. The names of its files begin with the folder that they share. */
static parlour_result create_skill(const struct service *service, char id[128], parlour_error **error) {
    static const char text[] = "---\nname: rivers\ndescription: Tells of rivers\n---\nName the longest first.\n";
    parlour_skill_files *files = NULL;
    parlour_upload *sheet = NULL;
    parlour_endpoint *call = NULL;
    parlour_result code = parlour_skill_files_new(&files);
    if (code == PARLOUR_OK) {
        code = parlour_upload_bytes(parlour_str_z("rivers/SKILL.md"), parlour_str_z(text), &sheet, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_skill_files_add(files, sheet);
    }
    if (code == PARLOUR_OK) {
        code = parlour_skill_files_create(files, parlour_str_z("Rivers"), &call, error);
    }
    if (code == PARLOUR_OK) {
        code = made_by(service, call, id, error);
    }
    if (code == PARLOUR_OK) {
        printf("skill %s\n", id);
    }
    parlour_endpoint_free(call);
    parlour_upload_free(sheet);
    parlour_skill_files_free(files);
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
        code = each_item(&service, "files.list", NULL, NULL, show_file, &error);
    }
    if (code == PARLOUR_OK) {
        code = delete_it(&service, "files.delete", id, &error);
    }
    if (code == PARLOUR_OK) {
        code = create_skill(&service, id, &error);
    }
    if (code == PARLOUR_OK) {
        code = each_item(&service, "skills.versions.list", id, NULL, show_version, &error);
    }
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
