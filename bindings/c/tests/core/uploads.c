/* Uploads and downloads: files, skills, and the bodies of any request. */
#include "endpoints.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct {
    size_t left;
    int freed;
    bool fails;
} source;

static int64_t read_source(void *user, char *buffer, size_t size) {
    source *mine = user;
    size_t count = mine->left < size ? mine->left : size;
    if (mine->fails) {
        return -1;
    }
    memset(buffer, 'z', count);
    mine->left -= count;
    return (int64_t)count;
}

static void free_source(void *user) {
    ((source *)user)->freed++;
}

static void files_go_up_and_come_down(void) {
    place at = place_new(NULL);
    char path[] = "/tmp/parlour-file-XXXXXX", copy[64], id[64];
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, "a,b\n1,2\n", 8) == 8 && close(file) == 0);
    parlour_upload *upload = NULL;
    parlour_endpoint *call = NULL;
    parlour_answer *answer;
    OK(parlour_upload_path(parlour_str_z(path), &upload, &error));
    OK(parlour_upload_set_name(upload, parlour_str_z("table.csv"), &error));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("text/csv"), &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    parlour_upload_free(upload);
    answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"table.csv\"") && text_has(AT(answer), "\"text/csv\"") &&
          text_has(AT(answer), "\"size_bytes\":8"));
    id_of(answer, id);

    /* Bytes, under a media type that is not valid in a header. */
    OK(parlour_upload_bytes(parlour_str_z("x"), parlour_str_n("a\0b", 3), &upload, &error));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("a\r\nb"), &error));
    IS(PARLOUR_FAILED, parlour_endpoint_upload(upload, &call, NULL));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("application/octet-stream"), &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    parlour_upload_free(upload);
    answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"size_bytes\":3"));
    parlour_answer_free(answer);

    /* A function that is read piece by piece, with and without a length. */
    for (int told = 0; told < 2; told++) {
        source mine = {200000, 0, false};
        OK(parlour_upload_reader(parlour_str_z("big.bin"), read_source, &mine, free_source, &upload, &error));
        if (told) {
            OK(parlour_upload_set_length(upload, 200000, &error));
        }
        OK(parlour_endpoint_upload(upload, &call, &error));
        parlour_upload_free(upload);
        answer = called(&at, call);
        CHECK(text_has(AT(answer), "\"size_bytes\":200000") && mine.left == 0 && mine.freed == 1);
        parlour_answer_free(answer);
    }
    /* One that fails fails the call, and is freed. */
    source bad = {1, 0, true};
    parlour_error *error = NULL;
    OK(parlour_upload_reader(parlour_str_z("bad.bin"), read_source, &bad, free_source, &upload, &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    parlour_upload_free(upload);
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(text_has(parlour_error_display(error), "gave -1"));
    parlour_error_free(error);
    parlour_endpoint_free(call);
    CHECK(bad.freed == 1);
    IS(PARLOUR_NULL_ARGUMENT, parlour_upload_reader(parlour_str_z("x"), NULL, &bad, free_source, &upload, NULL));
    CHECK(bad.freed == 1);
    IS(PARLOUR_FAILED, parlour_upload_path(parlour_str_z("/nowhere/at/all"), &upload, NULL));

    /* Down in pieces. */
    size_t broken = 0;
    char last[64];
    order(&at, "{\"text\":\"content\"}");
    CHECK(lines(&at, endpoint("files.content", id, NULL), &broken, last, sizeof last) == 1 &&
          strcmp(last, "content") == 0);

    /* Down to a path: whole or not at all. */
    snprintf(copy, sizeof copy, "%s.copy", path);
    order(&at, "{\"text\":\"content\"}");
    OK(parlour_endpoint_download(parlour_str_z(id), parlour_str_z(copy), &call, &error));
    answer = called(&at, call);
    CHECK(text_is(AT(answer), "{\"size_bytes\":7}") && access(copy, R_OK) == 0 && unlink(copy) == 0);
    parlour_answer_free(answer);
    order(&at, "{\"text\":\"content\",\"content_length\":70,\"repeat\":0}");
    OK(parlour_endpoint_download(parlour_str_z(id), parlour_str_z(copy), &call, &error));
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, NULL));
    CHECK(access(copy, F_OK) != 0);
    parlour_endpoint_free(call);
    CHECK(unlink(path) == 0);
    place_free(&at);
    passed("files_go_up_and_come_down");
}

static void a_skill_is_made_of_files(void) {
    place at = place_new(NULL);
    char id[64];
    parlour_skill_files *files = NULL;
    parlour_upload *upload = NULL;
    parlour_endpoint *call = NULL;
    IS(PARLOUR_OK, parlour_skill_files_new(&files));
    OK(parlour_upload_bytes(parlour_str_z("report/SKILL.md"),
                            parlour_str_z("---\nname: report\ndescription: Writes a report\n---\nWrite it.\n"), &upload,
                            &error));
    IS(PARLOUR_OK, parlour_skill_files_add(files, upload));
    parlour_upload_free(upload);
    OK(parlour_skill_files_create(files, parlour_str_z("Report"), &call, &error));
    id_of(called(&at, call), id);
    OK(parlour_skill_files_create_version(files, parlour_str_z(id), &call, &error));
    parlour_answer *answer = called(&at, call);
    CHECK(text_has(AT(answer), id));
    parlour_answer_free(answer);
    answer = called(&at, endpoint("skills.versions.list", id, NULL));
    CHECK(times(AT(answer), "\"skill_id\"") == 2);
    parlour_answer_free(answer);
    IS(PARLOUR_FAILED, parlour_skill_files_create_version(files, parlour_str_z(""), &call, NULL));
    parlour_skill_files_free(files);
    place_free(&at);
    passed("a_skill_is_made_of_files");
}

/* Whether the emulator received this text. */
static bool saw(const place *at, const char *part) {
    parlour_str requests;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at->emulator, &requests));
    return text_has(requests, part);
}

static void any_request_takes_any_body(void) {
    place at = place_new(NULL);
    parlour_endpoint *call = NULL;
    parlour_upload *upload = NULL;
    parlour_error *error = NULL;
    parlour_answer *answer = NULL;
    /* Bytes of any media type. */
    OK(parlour_endpoint_request(parlour_str_z("PUT"), parlour_str_z("/v1/anything?a=b"), &call, &error));
    OK(parlour_upload_bytes(parlour_str_z("x"), parlour_str_z("a,b"), &upload, &error));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("text/csv"), &error));
    OK(parlour_endpoint_set_content(call, upload, &error));
    parlour_upload_free(upload);
    order(&at, "{\"text\":\"taken\"}");
    answer = called(&at, call);
    CHECK(text_is(AT(answer), "taken") && saw(&at, "\"a,b\"") && saw(&at, "text/csv") && saw(&at, "\"a=b\""));
    parlour_answer_free(answer);

    /* A body that a function reads, and the answer as it arrives. */
    source mine = {70000, 0, false};
    size_t broken = 0;
    char last[256];
    OK(parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/streamed"), &call, &error));
    OK(parlour_upload_reader(parlour_str_z("x"), read_source, &mine, free_source, &upload, &error));
    OK(parlour_endpoint_set_content(call, upload, &error));
    parlour_upload_free(upload);
    order(&at, "{\"text\":\"in pieces\"}");
    CHECK(lines(&at, call, &broken, last, sizeof last) >= 1 && strcmp(last, "in pieces") == 0);
    CHECK(mine.left == 0 && mine.freed == 1);

    /* A form, that is made anew by each call. */
    OK(parlour_endpoint_request(parlour_str_z("POST"), parlour_str_z("/v1/files"), &call, &error));
    OK(parlour_endpoint_set_body(call, parlour_str_z("{\"gone\":true}"), &error));
    OK(parlour_endpoint_add_field(call, parlour_str_z("purpose"), parlour_str_z("a test"), &error));
    OK(parlour_upload_bytes(parlour_str_z("f.txt"), parlour_str_z("abc"), &upload, &error));
    OK(parlour_endpoint_add_file(call, parlour_str_z("file"), upload, &error));
    parlour_upload_free(upload);
    for (int again = 0; again < 2; again++) {
        order(&at, "{\"text\":\"{}\"}");
        OK(parlour_client_call(at.client, call, NULL, &answer, &error));
        parlour_answer_free(answer);
        CHECK(saw(&at, "multipart/form-data") && saw(&at, "a test") && saw(&at, "f.txt") && !saw(&at, "gone"));
        IS(PARLOUR_OK, parlour_emulator_clear(at.emulator));
    }
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_add_id(call, parlour_str_z("a"), NULL));
    parlour_endpoint_free(call);

    /* JSON, as for a message; invalid JSON is reported at once. */
    parlour_request *request = asking("say x");
    OK(parlour_endpoint_request(parlour_str_z("post"), parlour_str_z("/v1/messages"), &call, &error));
    OK(parlour_endpoint_set_request(call, request, &error));
    parlour_request_free(request);
    answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"type\":\"message\""));
    parlour_answer_free(answer);
    IS(PARLOUR_FAILED, parlour_endpoint_request(parlour_str_z("no method"), parlour_str_z("/v1"), &call, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    call = endpoint("files.list", NULL, NULL);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_add_field(call, parlour_str_z("a"), parlour_str_z("b"), NULL));
    parlour_endpoint_free(call);
    place_free(&at);
    passed("any_request_takes_any_body");
}

/* Makes a call, which is freed: it fails at a file of this machine, is not repeated, and says so. */
static void fails_at_its_file(const place *at, parlour_endpoint *call, const char *says) {
    parlour_answer *answer = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_client_call(at->client, call, NULL, &answer, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && text_is(parlour_error_subkind(error), "local_file"));
    parlour_str display = parlour_error_display(error);
    if (!text_has(display, says) || parlour_error_attempts(error) > 1) {
        fprintf(stderr, "after %u attempts: %.*s\n", parlour_error_attempts(error), (int)display.len, display.data);
        exit(1);
    }
    parlour_error_free(error);
    parlour_endpoint_free(call);
}

static void write_file(const char *path, const char *mode, size_t bytes) {
    FILE *file = fopen(path, mode);
    CHECK(file != NULL);
    for (; bytes > 0; bytes--) {
        CHECK(fputc('x', file) == 'x');
    }
    CHECK(fclose(file) == 0);
}

/* The call that sends the file at this path, whose length is taken now. */
static parlour_endpoint *uploading(const char *path) {
    parlour_upload *upload = NULL;
    parlour_endpoint *call = NULL;
    OK(parlour_upload_path(parlour_str_z(path), &upload, &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    parlour_upload_free(upload);
    return call;
}

static void a_file_that_changes_is_told_and_not_sent_again(void) {
    place at = place_new(NULL);
    char path[] = "/tmp/parlour-file-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    write_file(path, "w", 300000);
    parlour_endpoint *longer = uploading(path), *shorter = uploading(path), *gone = uploading(path),
                     *same = uploading(path);
    write_file(path, "a", 1);
    fails_at_its_file(&at, longer, "grew");
    CHECK(truncate(path, 299999) == 0);
    fails_at_its_file(&at, shorter, "became shorter");
    /* As long as it was, it goes up, and once. */
    write_file(path, "a", 1);
    parlour_answer_free(called(&at, same));
    CHECK(unlink(path) == 0);
    fails_at_its_file(&at, gone, "parlour-file-");
    parlour_endpoint *asking_for_book = NULL;
    OK(parlour_endpoint_request(parlour_str_z("GET"), parlour_str_z("/emulator/book"), &asking_for_book, &error));
    parlour_answer *book = called(&at, asking_for_book);
    char expected[64];
    snprintf(expected, sizeof expected, "\"uploads\":{\"%s\":1}", strrchr(path, '/') + 1);
    CHECK(text_has(AT(book), expected));
    parlour_answer_free(book);
    place_free(&at);
    passed("a_file_that_changes_is_told_and_not_sent_again");
}

static size_t entries_of(const char *folder) {
    DIR *entries = opendir(folder);
    size_t count = 0;
    CHECK(entries != NULL);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    CHECK(closedir(entries) == 0);
    return count;
}

/* A write fails in the middle: by a limit of the process, which needs no disk to fill and no rights. */
static void a_full_disk_is_told_and_left_as_it_was(void) {
    place at = place_new(NULL);
    enum { ROOM = 50000, CONTENT = 200000 };
    char folder[] = "/tmp/parlour-full-XXXXXX", path[64], *script = malloc(CONTENT + 64);
    struct rlimit before, limit;
    parlour_endpoint *call = NULL;
    CHECK(script != NULL && mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/plot.png", folder);
    write_file(path, "w", 3);
    strcpy(script, "{\"text\":\"");
    memset(script + 9, 'y', CONTENT);
    strcpy(script + 9 + CONTENT, "\",\"repeat\":0}");
    order(&at, script);
    OK(parlour_endpoint_download(parlour_str_z("file_1"), parlour_str_z(path), &call, &error));
    CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &before) == 0);
    limit = before;
    limit.rlim_cur = ROOM;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    fails_at_its_file(&at, call, "nothing was left there");
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    /* The old file is unchanged, and there is no other; another attempt would have failed on the same disk. */
    FILE *kept = fopen(path, "r");
    CHECK(kept && fread(script, 1, 8, kept) == 3 && memcmp(script, "xxx", 3) == 0 && fclose(kept) == 0);
    CHECK(entries_of(folder) == 1 && parlour_emulator_request_count(at.emulator) == 1);
    OK(parlour_endpoint_download(parlour_str_z("file_1"), parlour_str_z(path), &call, &error));
    parlour_answer *answer = called(&at, call);
    CHECK(text_is(AT(answer), "{\"size_bytes\":200000}") && entries_of(folder) == 1);
    parlour_answer_free(answer);
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
    free(script);
    place_free(&at);
    passed("a_full_disk_is_told_and_left_as_it_was");
}

int main(void) {
    files_go_up_and_come_down();
    a_file_that_changes_is_told_and_not_sent_again();
    a_full_disk_is_told_and_left_as_it_was();
    a_skill_is_made_of_files();
    any_request_takes_any_body();
    return 0;
}
