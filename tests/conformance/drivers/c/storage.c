/* Files of the machine: uploads, downloads, and runs of batches with their journal. Translation only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "resources.h"

/* A folder that is gone afterwards, with one file in it. */
typedef struct scratch {
    char folder[32];
    char path[320];
} scratch;

static scratch open_scratch(json_owned name) {
    scratch made = {"/tmp/parlour-XXXXXX", ""};
    if (!mkdtemp(made.folder)) abort();
    snprintf(made.path, sizeof made.path, "%s/%.*s", made.folder, (int)name.len, name.data);
    return made;
}

static void close_scratch(const scratch *made) {
    unlink(made->path);
    if (rmdir(made->folder)) abort();
}

/* A file that is read in two pieces. */
typedef struct pieces {
    json_owned content;
    size_t at;
} pieces;

static int64_t read_piece(void *user, char *buffer, size_t size) {
    pieces *mine = user;
    size_t half = mine->content.len / 2, end = mine->at < half ? half : mine->content.len, count = end - mine->at;
    if (count > size) abort();
    memcpy(buffer, mine->content.data + mine->at, count);
    mine->at = end;
    return (int64_t)count;
}

/* The file that a member of the call describes. A reader reads from `content`, a path is one in the folder of
 * `place`. */
static parlour_result file_of(const json_level *of, const scratch *place, pieces *content, parlour_upload **out,
                              parlour_error **err) {
    json_owned from = json_string(member(of, "from")), name = json_string(member(of, "name"));
    json_owned type = json_string(member(of, "media_type"));
    parlour_result result;
    *content = (pieces){json_string(member(of, "content")), 0};
    if (is(from, "machine")) {
        result = parlour_upload_path(given_owned(name), out, err);
    } else if (is(from, "path")) {
        FILE *written = fopen(place->path, "wb");
        if (!written || fwrite(content->content.data, 1, content->content.len, written) != content->content.len ||
            fclose(written))
            abort();
        result = parlour_upload_path(parlour_str_z(place->path), out, err);
    } else if (is(from, "reader")) {
        result = parlour_upload_reader(given_owned(name), read_piece, content, NULL, out, err);
    } else {
        result = parlour_upload_bytes(given_owned(name), given_owned(content->content), out, err);
    }
    if (result == PARLOUR_OK && type.data) result = parlour_upload_set_media_type(*out, given_owned(type), err);
    json_free(from);
    json_free(name);
    json_free(type);
    return result;
}

parlour_result upload(call *call, parlour_error **err) {
    json_level *of = json_open(member(call->asked, "upload"));
    json_owned name = json_string(member(of, "name"));
    json_view expires = member(of, "expires_in_seconds");
    pieces content = {{NULL, 0}, 0};
    scratch place = open_scratch(name.len > 0 && name.data[0] == '/' ? (json_owned){"none", 4} : name);
    parlour_upload *file = NULL;
    parlour_endpoint *endpoint = NULL;
    parlour_result result = file_of(of, &place, &content, &file, err);
    if (result == PARLOUR_OK && expires.data) result = parlour_upload_set_expires_in(file, whole_number(expires), err);
    if (result == PARLOUR_OK) result = parlour_endpoint_upload(file, &endpoint, err);
    if (result == PARLOUR_OK) result = make(call, endpoint, false, err);
    parlour_endpoint_free(endpoint);
    parlour_upload_free(file);
    close_scratch(&place);
    json_free(content.content);
    json_free(name);
    json_close(of);
    return result;
}

/* Files of a skill that a case has at most. */
enum { MOST_FILES = 4 };

parlour_result skill(call *call, json_owned id, parlour_error **err) {
    json_level *files = json_open(member(call->asked, "files"));
    json_owned title = json_string(member(call->asked, "display_name"));
    pieces contents[MOST_FILES] = {{{NULL, 0}, 0}};
    scratch place = open_scratch((json_owned){"none", 4});
    parlour_skill_files *collected = NULL;
    parlour_endpoint *endpoint = NULL;
    parlour_result result = parlour_skill_files_new(&collected);
    if (json_count(files) > MOST_FILES) abort();
    for (size_t i = 0; i < json_count(files) && result == PARLOUR_OK; i++) {
        json_level *of = json_open(json_value_at(files, i));
        parlour_upload *file = NULL;
        result = file_of(of, &place, &contents[i], &file, err);
        if (result == PARLOUR_OK) result = parlour_skill_files_add(collected, file);
        parlour_upload_free(file);
        json_close(of);
    }
    if (result == PARLOUR_OK)
        result = id.data ? parlour_skill_files_create_version(collected, given_owned(id), &endpoint, err)
                         : parlour_skill_files_create(collected, given_owned(title), &endpoint, err);
    if (result == PARLOUR_OK) result = make(call, endpoint, false, err);
    parlour_endpoint_free(endpoint);
    parlour_skill_files_free(collected);
    close_scratch(&place);
    for (size_t i = 0; i < MOST_FILES; i++) json_free(contents[i].content);
    json_free(title);
    json_close(files);
    return result;
}

parlour_result download(call *call, json_owned id, parlour_error **err) {
    scratch place = open_scratch((json_owned){"content", 7});
    parlour_endpoint *endpoint = NULL;
    parlour_answer *answer = NULL;
    json_view most = member(call->asked, "max_bytes");
    parlour_result result = most.data
                                ? parlour_endpoint_download_at_most(given_owned(id), parlour_str_z(place.path),
                                                                    whole_number(most), &endpoint, err)
                                : parlour_endpoint_download(given_owned(id), parlour_str_z(place.path), &endpoint, err);
    if (result == PARLOUR_OK) result = parlour_client_call(call->client, endpoint, call->options, &answer, err);
    FILE *read = fopen(place.path, "rb");
    write_item(&call->out, parlour_str_z(read ? "true" : "false"));
    if (result == PARLOUR_OK) {
        char text[4096];
        write_content(&call->out, parlour_str_n(text, read ? fread(text, 1, sizeof text, read) : 0));
    }
    if (read) fclose(read);
    parlour_answer_free(answer);
    parlour_endpoint_free(endpoint);
    close_scratch(&place);
    return result;
}

/* Adds the requests of an array, and submits full batches. */
static parlour_result fill_run(const call *call, json_view requests, const parlour_batch_run *run,
                               parlour_error **err) {
    json_level *all = json_open(requests);
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; i < json_count(all) && result == PARLOUR_OK; i++) {
        json_level *one = json_open(json_value_at(all, i));
        json_owned id = json_string(member(one, "custom_id"));
        parlour_request *request = NULL;
        parlour_endpoint *submit = NULL;
        parlour_answer *answer = NULL;
        bool full = false;
        result = parlour_request_from_json(given(member(one, "params")), &request, err);
        if (result == PARLOUR_OK) result = parlour_batch_run_add(run, given_owned(id), request, &full, err);
        if (result == PARLOUR_OK && full) result = parlour_batch_run_submit(run, &submit, err);
        if (submit) result = parlour_client_call(call->client, submit, call->options, &answer, err);
        parlour_answer_free(answer);
        parlour_endpoint_free(submit);
        parlour_request_free(request);
        json_free(id);
        json_close(one);
    }
    json_close(all);
    return result;
}

/* A run, whose lines are written if it is the last one. */
static parlour_result run_once(call *call, const json_level *how, const char *path, bool is_last, parlour_error **err) {
    json_view per_batch = member(how, "requests_per_batch"), bytes = member(how, "bytes_per_batch"),
              others = member(how, "last");
    json_level *body = json_open((json_view){call->body.data, call->body.len});
    parlour_batch_run *run = NULL;
    parlour_endpoint *results = NULL;
    parlour_result result =
        parlour_batch_run_open(parlour_str_z(path), per_batch.data ? (size_t)whole_number(per_batch) : 0,
                               bytes.data ? (size_t)whole_number(bytes) : 0, 0, 0, 0, &run, err);
    if (result == PARLOUR_OK)
        result = fill_run(call, is_last && others.data ? others : member(body, "requests"), run, err);
    if (result == PARLOUR_OK) result = parlour_batch_run_results(run, &results, err);
    parlour_batch_run_free(run);
    if (result == PARLOUR_OK) result = is_last ? take_lines(call, results, false, err) : skip_lines(call, results, err);
    parlour_endpoint_free(results);
    json_close(body);
    return result;
}

/* Writes what the file of a run holds, as a JSON string. */
static void write_journal(const call *call, const char *path) {
    char text[4096];
    FILE *read = fopen(path, "rb");
    json_owned quoted = json_quoted((json_view){text, read ? fread(text, 1, sizeof text, read) : 0});
    write_item(&call->out, given_owned(quoted));
    json_free(quoted);
    if (read) fclose(read);
}

parlour_result run_batches(call *call, parlour_error **err) {
    json_level *how = json_open(member(call->asked, "run"));
    json_view times = member(how, "times"), journal = member(how, "journal");
    json_owned before = json_string(journal);
    scratch place = open_scratch((json_owned){"journal", 7});
    FILE *file = journal.data ? fopen(place.path, "wb") : NULL;
    if (journal.data && (!file || fwrite(before.data, 1, before.len, file) != before.len || fclose(file))) abort();
    parlour_result result = PARLOUR_OK;
    for (uint64_t left = times.data ? whole_number(times) : 1; left > 0 && result == PARLOUR_OK; left--)
        result = run_once(call, how, place.path, left == 1, err);
    if (journal.data) write_journal(call, place.path);
    close_scratch(&place);
    json_free(before);
    json_close(how);
    return result;
}
