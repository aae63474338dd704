/* The C driver: reads calls as JSON lines, makes them with libparlour, writes what happened as JSON lines. The protocol
 * is described in the README of the harness. It translates and asserts nothing.
 *
 * Variants: `next` blocks, for whole answers in one function and for streams batch by batch, with ready requests and
 * settings; `queue` is an event loop over a descriptor, with requests put together and settings made by the functions
 * there are for them; `callback` gets events on a thread of the library, with settings given one by one. */
#include <parlour.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "settings.h"

typedef parlour_result (*call_fn)(call *, parlour_error **);

static const struct variant {
    const char *name;
    manner how;
    bool built; /* requests are put together instead of given as they are */
    call_fn make;
} variants[] = {
    {"next", AT_ONCE, false, call_next},
    {"queue", BY_SETTER, true, call_queue},
    {"callback", BY_NAME, false, call_callback},
};

static const char *const modes[] = {"create",       "stream",       "text",     "raw",     "run_tools", "parse",
                                    "conversation", "partial_json", "resource", "webhook", "cache"};

/* Everything the library logs goes to stderr, where the harness searches it for the key. */
static void write_log(void *user, uint32_t level, parlour_str message, parlour_str fields) {
    (void)user;
    /* Bodies of many megabytes are logged too; the first part of a record tells enough. */
    int shown = fields.len < 4000 ? (int)fields.len : 4000;
    fprintf(stderr, "%u %.*s %.*s\n", level, (int)message.len, message.data, shown, fields.data);
}

static bool is_string(json_view json, const char *text) {
    json_owned string = json_string(json);
    bool same = string.data && string.len == strlen(text) && memcmp(string.data, text, string.len) == 0;
    json_free(string);
    return same;
}

static int64_t number(json_view json) { return json.data ? (int64_t)whole_number(json) : -1; }

/* The members of a body, if it can be said by the functions that put a request together: model and limit come first. */
static json_level *in_parts(json_view body) {
    json_level *members = json_open(body);
    json_view first = json_name_at(members, 0), second = json_name_at(members, 1);
    bool fits = first.len == 5 && memcmp(first.data, "model", 5) == 0 && second.len == 10 &&
                memcmp(second.data, "max_tokens", 10) == 0 && body.data[0] == '{';
    json_owned model = json_string(json_value_at(members, 0));
    json_view limit = json_value_at(members, 1);
    fits = fits && model.data && is_whole_number(limit);
    json_free(model);
    if (fits) return members;
    json_close(members);
    return NULL;
}

static parlour_result make_request(json_view body, bool built, parlour_request **out, parlour_error **err) {
    json_level *members = built ? in_parts(body) : NULL;
    if (!members) return parlour_request_from_json(given(body), out, err);
    json_owned model = json_string(json_value_at(members, 0));
    parlour_result result = parlour_request_new(given_owned(model), (uint64_t)number(json_value_at(members, 1)), out);
    for (size_t i = 2; i < json_count(members) && result == PARLOUR_OK; i++)
        result = parlour_request_set_json(*out, given(json_name_at(members, i)), given(json_value_at(members, i)), err);
    json_free(model);
    json_close(members);
    if (result != PARLOUR_OK) return result;
    /* Functions order the keys in their own way: a request that they cannot reproduce exactly is given as JSON. */
    parlour_str said = parlour_request_json(*out);
    if (said.len == body.len && memcmp(said.data, body.data, body.len) == 0) return result;
    parlour_request_free(*out);
    *out = NULL;
    return parlour_request_from_json(given(body), out, err);
}

static call_mode mode_of(json_view json) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (is_string(json, modes[i])) return (call_mode)i;
    not_understood("mode", json);
}

/* Makes the call of a line with a client. */
static parlour_result run(const json_level *line, const parlour_client *client, const struct variant *variant,
                          parlour_error **err, bool *cancelled, int64_t *turns) {
    json_level *asked = json_open(member(line, "call"));
    parlour_options *options = NULL;
    parlour_request *request = NULL;
    call call = {
        .mode = mode_of(member(asked, "mode")),
        .client = client,
        .method = json_string(member(asked, "method")),
        .path = json_string(member(asked, "path")),
        .body = json_string(member(asked, "body")),
        .enough = number(member(asked, "cancel_after_events")),
        .after_ms = number(member(asked, "cancel_after_ms")),
        .out = {member(line, "id")},
        .asked = asked,
        .early = variant->how != AT_ONCE,
        .turns = -1,
    };
    parlour_result result = make_options(member(asked, "options"), variant->how, &options, err);
    bool asks = call.mode != MODE_RAW && call.mode != MODE_CONVERSATION && call.mode != MODE_PARTIAL_JSON &&
                call.mode != MODE_RESOURCE && call.mode != MODE_WEBHOOK && call.mode != MODE_CACHE;
    if (result == PARLOUR_OK && asks)
        result = make_request((json_view){call.body.data, call.body.len}, variant->built, &request, err);
    if (result == PARLOUR_OK) {
        call.options = options;
        call.request = request;
        switch (call.mode) {
        case MODE_RUN_TOOLS: result = call_run_tools(&call, err); break;
        case MODE_PARSE: result = call_parse(&call, err); break;
        case MODE_CONVERSATION: result = call_conversation(&call, err); break;
        case MODE_CACHE: result = call_cache(&call, err); break;
        case MODE_RESOURCE: result = call_resource(&call, err); break;
        case MODE_WEBHOOK: result = call_webhook(&call, err); break;
        case MODE_PARTIAL_JSON: result = call_partial_json(&call, err); break;
        default: result = variant->make(&call, err);
        }
    }
    *turns = call.turns;
    *cancelled = result == PARLOUR_FAILED && is_cancelled(&call, *err);
    parlour_request_free(request);
    parlour_options_free(options);
    json_free(call.method);
    json_free(call.path);
    json_free(call.body);
    json_close(asked);
    return result;
}

static const struct variant *variant_of(json_view json) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (is_string(json, variants[i].name)) return &variants[i];
    not_understood("variant", json);
}

static void serve(const json_level *line, parlour_client **kept) {
    const struct variant *variant = variant_of(member(line, "variant"));
    output out = {member(line, "id")};
    parlour_error *error = NULL;
    parlour_result result = PARLOUR_OK;
    bool cancelled = false;
    int64_t turns = -1;
    json_view reuse = member(line, "reuse_client");
    if (!*kept || reuse.len != 4) { /* "true" */
        parlour_client_free(*kept);
        *kept = NULL;
        result = make_client(line, variant->how, kept, &error);
    }
    if (result == PARLOUR_OK) result = run(line, *kept, variant, &error, &cancelled, &turns);
    if (cancelled)
        write_cancelled(&out);
    else if (result == PARLOUR_FAILED)
        write_error(&out, error, turns);
    else if (result != PARLOUR_OK)
        not_understood("a result", (json_view){parlour_result_text(result), strlen(parlour_result_text(result))});
    parlour_error_free(error);
}

int main(void) {
    parlour_client *kept = NULL;
    char *text = NULL;
    size_t room = 0;
    ssize_t len;
    if (!parlour_check_abi() || parlour_log_start(PARLOUR_LOG_DEBUG, write_log, NULL, NULL) != PARLOUR_OK) return 2;
    while ((len = getline(&text, &room, stdin)) > 0) {
        json_view view = {text, (size_t)len};
        json_level *line = json_open(view);
        if (!line) not_understood("a line", view);
        serve(line, &kept);
        json_close(line);
    }
    parlour_client_free(kept);
    free(text);
    return 0;
}
