/* The endpoints beside messages: counts, models, pages, batches and their runs, files, skills, webhooks. */
#include "check.h"

#include <unistd.h>

#define AT(answer) parlour_answer_body(answer)

/* A call of an endpoint with up to two ids. */
static parlour_endpoint *endpoint(const char *name, const char *first, const char *second) {
    parlour_endpoint *made = NULL;
    OK(parlour_endpoint_new(parlour_str_z(name), &made, &error));
    if (first) {
        OK(parlour_endpoint_add_id(made, parlour_str_z(first), &error));
    }
    if (second) {
        OK(parlour_endpoint_add_id(made, parlour_str_z(second), &error));
    }
    return made;
}

/* The answer of a call, which is freed. */
static parlour_answer *called(const place *at, parlour_endpoint *call) {
    parlour_answer *answer = NULL;
    OK(parlour_client_call(at->client, call, NULL, &answer, &error));
    parlour_endpoint_free(call);
    return answer;
}

/* The member "id" of an answer, which is freed. */
static void id_of(parlour_answer *answer, char id[64]) {
    parlour_json *json = NULL;
    OK(parlour_json_parse(AT(answer), &json, &error));
    parlour_str text = parlour_json_string(parlour_json_at(json, parlour_str_z("/id")));
    CHECK(text.len > 0 && text.len < 64);
    memcpy(id, text.data, text.len);
    id[text.len] = '\0';
    parlour_json_free(json);
    parlour_answer_free(answer);
}

/* Goes over the events of a call that is freed: how many there are, and how many of them are lines that are no results. */
static size_t lines(const place *at, parlour_endpoint *call, size_t *broken, char *last, size_t room) {
    parlour_op *op = NULL;
    parlour_batch *batch = NULL;
    size_t count = 0;
    OK(parlour_client_submit_call(at->client, NULL, call, NULL, PARLOUR_MODE_STREAM, 1, &op, &error));
    parlour_endpoint_free(call);
    for (;;) {
        parlour_error *error = NULL;
        parlour_result code = parlour_op_next(op, PATIENCE_MS, &batch, &error);
        if (code == PARLOUR_END) {
            break;
        }
        if (code != PARLOUR_OK) {
            parlour_str why = parlour_error_display(error);
            fprintf(stderr, "lines: %s: %.*s\n", parlour_result_text(code), (int)why.len, why.data);
            exit(1);
        }
        const parlour_event *event = parlour_batch_events(batch);
        for (size_t i = 0; i < parlour_batch_len(batch); i++, event = parlour_event_next(event)) {
            CHECK(event->kind == PARLOUR_EVENT_CHUNK || event->kind == PARLOUR_EVENT_BROKEN);
            if (event->kind == PARLOUR_EVENT_BROKEN) {
                CHECK(text_is(event->name, "Decode") && text_has(event->text, "line"));
                ++*broken;
            } else if (last) {
                CHECK(event->json.len < room);
                memcpy(last, event->json.data, event->json.len);
                last[event->json.len] = '\0';
            }
            count++;
        }
        parlour_batch_free(batch);
    }
    parlour_op_free(op);
    return count;
}

static void an_endpoint_is_called_by_its_name(void) {
    place at = place_new(NULL);
    parlour_request *request = asking("say x");
    parlour_endpoint *call = endpoint("messages.count_tokens", NULL, NULL);
    OK(parlour_endpoint_set_request(call, request, &error));
    parlour_request_free(request);
    parlour_answer *answer = NULL;
    /* A call may be made again. */
    for (int again = 0; again < 2; again++) {
        OK(parlour_client_call(at.client, call, NULL, &answer, &error));
        CHECK(text_has(AT(answer), "\"input_tokens\":") && parlour_head_attempts(parlour_answer_head(answer)) == 1);
        parlour_answer_free(answer);
    }
    parlour_endpoint_free(call);
    answer = called(&at, endpoint("models.get", "svc-haiku-3-5", NULL));
    CHECK(text_has(AT(answer), "\"type\":\"model\""));
    parlour_answer_free(answer);
    CHECK(parlour_emulator_request_count(at.emulator) == 3);

    /* What is wrong is told before anything is sent. */
    parlour_error *error = NULL;
    call = NULL;
    IS(PARLOUR_FAILED, parlour_endpoint_new(parlour_str_z("models.gte"), &call, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && text_has(parlour_error_message(error), "models.gte") && !call);
    parlour_error_free(error);
    call = endpoint("models.get", NULL, NULL);
    IS(PARLOUR_FAILED, parlour_endpoint_set_body(call, parlour_str_z("[]"), NULL));
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG && text_has(parlour_error_message(error), "id"));
    parlour_error_free(error);
    parlour_endpoint_free(call);
    OK(parlour_endpoint_results(parlour_str_z("msgbatch_1"), &call, &error));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_add_query(call, parlour_str_z("a"), parlour_str_z("b"), NULL));
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(text_has(parlour_error_message(error), "stream"));
    parlour_error_free(error);
    parlour_endpoint_free(call);
    CHECK(parlour_emulator_request_count(at.emulator) == 3);
    place_free(&at);
    passed("an_endpoint_is_called_by_its_name");
}

/* How many times `part` stands in a text. */
static size_t times(parlour_str text, const char *part) {
    size_t found = 0, len = strlen(part);
    for (size_t i = 0; i + len <= text.len; i++) {
        found += memcmp(text.data + i, part, len) == 0;
    }
    return found;
}

static void pages_are_walked_to_their_end(void) {
    place at = place_new(NULL);
    parlour_answer *answer = called(&at, endpoint("models.list", NULL, NULL));
    size_t all = times(AT(answer), "\"type\":\"model\""), seen = 0, asked = 0;
    parlour_answer_free(answer);
    CHECK(all > 3);
    parlour_endpoint *list = endpoint("models.list", NULL, NULL);
    OK(parlour_endpoint_add_query(list, parlour_str_z("limit"), parlour_str_z("3"), &error));
    parlour_pages *pages = NULL;
    OK(parlour_pages_new(list, &pages, &error));
    for (;;) {
        parlour_result code = parlour_pages_next(pages, at.client, NULL, &answer, NULL);
        if (code == PARLOUR_END) {
            break;
        }
        CHECK(code == PARLOUR_OK);
        seen += times(AT(answer), "\"type\":\"model\"");
        asked++;
        parlour_answer_free(answer);
    }
    CHECK(seen == all && asked == (all + 2) / 3);
    parlour_pages_free(pages);

    /* The same by a program that makes the calls itself. */
    OK(parlour_pages_new(list, &pages, &error));
    parlour_endpoint *next = NULL;
    for (seen = 0; parlour_pages_endpoint(pages, &next, NULL) == PARLOUR_OK;) {
        answer = called(&at, next);
        seen += times(AT(answer), "\"type\":\"model\"");
        OK(parlour_pages_take(pages, AT(answer), &error));
        parlour_answer_free(answer);
    }
    CHECK(seen == all);
    parlour_pages_free(pages);

    /* A page that points to itself is an error, and the end. */
    parlour_error *error = NULL;
    order(&at, "[\"page_circle\",\"page_circle\",\"page_circle\",\"page_circle\"]");
    OK(parlour_pages_new(list, &pages, &error));
    parlour_result code;
    while ((code = parlour_pages_next(pages, at.client, NULL, &answer, &error)) == PARLOUR_OK) {
        parlour_answer_free(answer);
    }
    CHECK(code == PARLOUR_FAILED && parlour_error_kind(error) == PARLOUR_KIND_DECODE);
    parlour_error_free(error);
    IS(PARLOUR_END, parlour_pages_next(pages, at.client, NULL, &answer, NULL));
    parlour_pages_free(pages);
    parlour_endpoint_free(list);
    list = endpoint("models.get", "a", NULL);
    IS(PARLOUR_FAILED, parlour_pages_new(list, &pages, NULL));
    parlour_endpoint_free(list);
    place_free(&at);
    passed("pages_are_walked_to_their_end");
}

static parlour_endpoint *two_requests(void) {
    parlour_batch_requests *requests = NULL;
    parlour_request *request = asking("say x");
    parlour_endpoint *create = NULL;
    IS(PARLOUR_OK, parlour_batch_requests_new(&requests));
    OK(parlour_batch_requests_add(requests, parlour_str_z("a"), request, &error));
    OK(parlour_batch_requests_add(requests, parlour_str_z("b"), request, &error));
    IS(PARLOUR_FAILED, parlour_batch_requests_add(requests, parlour_str_z("b"), request, NULL));
    IS(PARLOUR_FAILED, parlour_batch_requests_add(requests, parlour_str_z("a b"), request, NULL));
    CHECK(parlour_batch_requests_count(requests) == 2);
    parlour_request_free(request);
    OK(parlour_batch_requests_endpoint(requests, &create, &error));
    IS(PARLOUR_FAILED, parlour_batch_requests_endpoint(requests, &create, NULL));
    parlour_batch_requests_free(requests);
    return create;
}

static void a_batch_is_created_awaited_and_read(void) {
    place at = place_new("{\"batch_polls\":3}");
    char id[64], last[4096];
    size_t broken = 0;
    parlour_endpoint *call = NULL;
    id_of(called(&at, two_requests()), id);
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 0, &call, &error));
    CHECK(lines(&at, call, &broken, last, sizeof last) >= 2 && strstr(last, "\"ended\""));
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 0, &call, &error));
    parlour_answer *answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"processing_status\":\"ended\""));
    OK(parlour_endpoint_results_of(AT(answer), &call, &error));
    parlour_answer_free(answer);
    CHECK(lines(&at, call, &broken, last, sizeof last) == 2 && broken == 0 && strstr(last, "\"custom_id\""));
    /* A line that is no result does not end the rest. */
    order(&at, "\"results_broken_line\"");
    OK(parlour_endpoint_results(parlour_str_z(id), &call, &error));
    size_t all = lines(&at, call, &broken, NULL, 0);
    CHECK(broken == 1 && all > 1);
    answer = called(&at, endpoint("batches.delete", id, NULL));
    CHECK(text_has(AT(answer), "deleted"));
    parlour_answer_free(answer);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_endpoint_wait(parlour_str_z(id), -1, 0, 0, &call, NULL));
    place_free(&at);
    /* A limit of the wait is told as one. */
    at = place_new("{\"batch_polls\":1000000}");
    id_of(called(&at, two_requests()), id);
    OK(parlour_endpoint_wait(parlour_str_z(id), 1, 1, 20, &call, &error));
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_client_call(at.client, call, NULL, &answer, &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_TIMEOUT);
    parlour_error_free(error);
    parlour_endpoint_free(call);
    /* An interrupt ends one without a limit; the batch goes on, is found in the list, and is cancelled. */
    parlour_interrupt *interrupt = NULL;
    parlour_options *options = NULL;
    OK(parlour_interrupt_new(&interrupt, &error));
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_interrupt(options, interrupt, &error));
    parlour_interrupt_raise(interrupt);
    OK(parlour_endpoint_wait(parlour_str_z(id), 0, 0, 0, &call, &error));
    IS(PARLOUR_INTERRUPTED, parlour_client_call(at.client, call, options, &answer, NULL));
    parlour_endpoint_free(call);
    parlour_options_free(options);
    parlour_interrupt_free(interrupt);
    answer = called(&at, endpoint("batches.list", NULL, NULL));
    CHECK(text_has(AT(answer), id));
    parlour_answer_free(answer);
    answer = called(&at, endpoint("batches.cancel", id, NULL));
    CHECK(text_has(AT(answer), "cancel"));
    parlour_answer_free(answer);
    answer = called(&at, endpoint("batches.get", id, NULL));
    CHECK(text_has(AT(answer), id));
    parlour_answer_free(answer);
    place_free(&at);
    passed("a_batch_is_created_awaited_and_read");
}

static void a_run_splits_and_goes_on_from_its_journal(void) {
    place at = place_new("{\"batch_polls\":1}");
    char journal[] = "/tmp/parlour-run-XXXXXX", name[] = "r-0";
    int file = mkstemp(journal);
    CHECK(file >= 0 && close(file) == 0 && unlink(journal) == 0);
    parlour_request *request = asking("say x");
    size_t broken = 0;
    for (int again = 0; again < 2; again++) {
        parlour_batch_run *run = NULL;
        parlour_endpoint *call = NULL;
        OK(parlour_batch_run_open(parlour_str_z(journal), 2, 0, 1, 1, 0, &run, &error));
        for (int i = 0; i < 5; i++) {
            bool full = false;
            name[2] = (char)('0' + i);
            OK(parlour_batch_run_add(run, parlour_str_z(name), request, &full, &error));
            if (full) {
                OK(parlour_batch_run_submit(run, &call, &error));
                parlour_answer_free(called(&at, call));
            }
        }
        OK(parlour_batch_run_results(run, &call, &error));
        parlour_batch_run_free(run);
        CHECK(lines(&at, call, &broken, NULL, 0) == 5 && broken == 0);
    }
    parlour_request_free(request);
    /* Three batches in all: the second run found them in the journal. */
    parlour_str requests;
    IS(PARLOUR_OK, parlour_emulator_requests_json(at.emulator, &requests));
    CHECK(times(requests, "\"method\":\"POST\"") == 3);
    CHECK(unlink(journal) == 0);
    place_free(&at);
    passed("a_run_splits_and_goes_on_from_its_journal");
}

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
    CHECK(text_has(AT(answer), "\"table.csv\"") && text_has(AT(answer), "\"text/csv\"") && text_has(AT(answer), "\"size_bytes\":8"));
    id_of(answer, id);

    /* Bytes, under a media type that cannot stand in a header. */
    OK(parlour_upload_bytes(parlour_str_z("x"), parlour_str_n("a\0b", 3), &upload, &error));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("a\r\nb"), &error));
    IS(PARLOUR_FAILED, parlour_endpoint_upload(upload, &call, NULL));
    OK(parlour_upload_set_media_type(upload, parlour_str_z("application/octet-stream"), &error));
    OK(parlour_endpoint_upload(upload, &call, &error));
    parlour_upload_free(upload);
    answer = called(&at, call);
    CHECK(text_has(AT(answer), "\"size_bytes\":3"));
    parlour_answer_free(answer);

    /* A function that is read piece by piece, with its length told or not. */
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
    CHECK(lines(&at, endpoint("files.content", id, NULL), &broken, last, sizeof last) == 1 && strcmp(last, "content") == 0);

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
                            parlour_str_z("---\nname: report\ndescription: Writes a report\n---\nWrite it.\n"), &upload, &error));
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

/* The vectors of protocol §8.10. */
static parlour_result verified(const parlour_webhooks *webhooks, const char *signature, int64_t now_ms, const char *subkind) {
    parlour_error *error = NULL;
    parlour_result code =
        parlour_webhooks_verify(webhooks, parlour_str_z("msg_demo_1"), parlour_str_z("1790000000"), parlour_str_z(signature),
                                parlour_str_z("{\"id\":\"evt_demo_1\",\"type\":\"event\"}"), now_ms, &error);
    CHECK((code == PARLOUR_FAILED) == (error != NULL));
    if (error) {
        CHECK(text_is(parlour_error_subkind(error), subkind) && parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
        parlour_error_free(error);
    }
    return code;
}

static void webhooks_are_verified(void) {
    static const char fits[] = "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=";
    const int64_t now = 1790000000000;
    parlour_webhooks *webhooks = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_webhooks_new(parlour_str_z("whsec_"), 0, &webhooks, &error));
    CHECK(text_is(parlour_error_subkind(error), "secret"));
    parlour_error_free(error);
    OK(parlour_webhooks_new(parlour_str_z("whsec_bm9ib2R5"), 0, &webhooks, &error));
    IS(PARLOUR_FAILED, verified(webhooks, fits, now, "signature"));
    OK(parlour_webhooks_add_secret(webhooks, parlour_str_z("whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"), &error));
    IS(PARLOUR_OK, verified(webhooks, fits, now, ""));
    IS(PARLOUR_FAILED, verified(webhooks, fits, now + 3600000, "age"));
    IS(PARLOUR_FAILED, verified(webhooks, "", now, "header"));
    IS(PARLOUR_FAILED, verified(webhooks, fits, -1, "age"));
    IS(PARLOUR_INVALID_ARGUMENT,
       parlour_webhooks_verify(webhooks, parlour_str_z("a"), parlour_str_z("1"), parlour_str_z("b"), parlour_str_z(""), -2, NULL));
    parlour_webhooks_free(webhooks);
    passed("webhooks_are_verified");
}

/* Whether that stands in what the emulator saw. */
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

    /* What a function reads, and the answer as it arrives. */
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

    /* JSON, as for a message; what is none is told at once. */
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

static void limits_are_for_an_administrative_key(void) {
    place at = place_new(NULL);
    parlour_options *options = NULL;
    parlour_answer *answer = NULL;
    parlour_error *error = NULL;
    parlour_endpoint *list = endpoint("rate_limits.list", NULL, NULL);
    IS(PARLOUR_FAILED, parlour_client_call(at.client, list, NULL, &answer, &error));
    CHECK(parlour_error_status(error) >= 401 && parlour_error_status(error) <= 403);
    parlour_error_free(error);
    IS(PARLOUR_OK, parlour_options_new(&options));
    OK(parlour_options_set_api_key(options, parlour_str_z("test-admin-key"), &error));
    OK(parlour_client_call(at.client, list, options, &answer, &error));
    CHECK(text_has(AT(answer), "\"data\":[{"));
    parlour_answer_free(answer);
    parlour_options_free(options);
    parlour_endpoint_free(list);
    place_free(&at);
    passed("limits_are_for_an_administrative_key");
}

typedef struct {
    parlour_op *op;
    bool done;
} told;

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    parlour_answer *answer = NULL;
    CHECK(!error);
    IS(PARLOUR_OK, parlour_op_answer(op, &answer, NULL));
    CHECK(text_has(AT(answer), "\"type\":\"model\""));
    parlour_answer_free(answer);
    ((told *)user)->done = true;
}

static void calls_are_submitted_to_queues_and_functions(void) {
    place at = place_new(NULL);
    parlour_endpoint *call = endpoint("models.list", NULL, NULL);
    parlour_queue *queue = NULL;
    parlour_op *op = NULL;
    parlour_completion completion;
    size_t count = 0;
    OK(parlour_queue_new(&queue, &error));
    OK(parlour_client_submit_call(at.client, queue, call, NULL, PARLOUR_MODE_WHOLE, 7, &op, &error));
    while (count == 0) {
        IS(PARLOUR_OK, parlour_queue_wait(queue, PATIENCE_MS));
        IS(PARLOUR_OK, parlour_queue_drain(queue, &completion, 1, &count));
    }
    CHECK(completion.kind == PARLOUR_COMPLETION_END && completion.token == 7);
    parlour_op_free(op);
    parlour_queue_free(queue);
    IS(PARLOUR_INVALID_ARGUMENT,
       parlour_client_submit_call(at.client, NULL, call, NULL, PARLOUR_MODE_UNREAD, 1, &op, NULL));
    told mine = {NULL, false};
    OK(parlour_client_submit_call_callback(at.client, call, NULL, PARLOUR_MODE_WHOLE, NULL, on_done, &mine, NULL, &mine.op, &error));
    IS(PARLOUR_OK, parlour_op_join(mine.op, PATIENCE_MS));
    CHECK(mine.done);
    parlour_op_free(mine.op);
    parlour_endpoint_free(call);
    place_free(&at);
    passed("calls_are_submitted_to_queues_and_functions");
}

int main(void) {
    an_endpoint_is_called_by_its_name();
    pages_are_walked_to_their_end();
    a_batch_is_created_awaited_and_read();
    a_run_splits_and_goes_on_from_its_journal();
    files_go_up_and_come_down();
    a_skill_is_made_of_files();
    any_request_takes_any_body();
    limits_are_for_an_administrative_key();
    webhooks_are_verified();
    calls_are_submitted_to_queues_and_functions();
    return 0;
}
