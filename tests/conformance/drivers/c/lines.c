/* See lines.h. Translation only. */
#include "lines.h"

#include <inttypes.h>
#include <stdio.h>

static void put(const char *data, size_t len) { fwrite(data, 1, len, stdout); }

static void quoted(parlour_str text) {
    json_owned json = json_quoted((json_view){text.data, text.len});
    put(json.data, json.len);
    json_free(json);
}

static void name(const char *field) { printf(",\"%s\":", field); }

static void text(const char *field, parlour_str value) {
    name(field);
    quoted(value);
}

/* Where the library says "empty if there is none". */
static void optional(const char *field, parlour_str value) {
    name(field);
    if (value.len > 0)
        quoted(value);
    else
        fputs("null", stdout);
}

static void number(const char *field, int64_t value) {
    name(field);
    printf("%" PRId64, value);
}

static void boolean(const char *field, bool value) {
    name(field);
    fputs(value ? "true" : "false", stdout);
}

/* Where the library gives -1 if there is none. */
static void duration(const char *field, double milliseconds) {
    if (milliseconds < 0) return;
    name(field);
    printf("%.15g", milliseconds);
}

/* Writes a field whose value is JSON already. */
static void raw(const char *field, parlour_str json) {
    name(field);
    if (json.len > 0)
        put(json.data, json.len);
    else
        fputs("null", stdout);
}

static void begin(const output *out, const char *type) {
    fputs("{\"id\":", stdout);
    put(out->id.data, out->id.len);
    text("type", parlour_str_z(type));
}

static void end(void) { fputs("}\n", stdout); }

/* The end of the last line: the harness waits for it. */
static void finish(void) {
    end();
    fflush(stdout);
}

void write_event(const output *out, const parlour_event *event) {
    begin(out, "event");
    text("kind", event->name);
    name("index");
    if (event->index == PARLOUR_NO_INDEX)
        fputs("null", stdout);
    else
        printf("%" PRIu32, event->index);
    text("raw", event->json);
    if (event->delta == PARLOUR_DELTA_TEXT) text("text", event->text);
    if (event->delta == PARLOUR_DELTA_PARTIAL_JSON) text("partial_json", event->partial_json);
    end();
}

void write_text(const output *out, parlour_str piece) {
    begin(out, "text");
    text("text", piece);
    end();
}

void write_item(const output *out, parlour_str json) {
    begin(out, "item");
    text("json", json);
    end();
}

void write_broken(const output *out, const parlour_event *event) {
    begin(out, "item");
    text("broken", event->name);
    text("message", event->text);
    end();
}

void write_cancelled(const output *out) { write_given_up_run(out, ""); }

void write_given_up_run(const output *out, const char *members) {
    begin(out, "cancelled");
    fputs(members, stdout);
    finish();
}

/* One limited quantity; values that the answer does not report are left out. */
static void rate_limit(const parlour_rate_limit *limit) {
    const struct {
        const char *name;
        int64_t value;
    } told[] = {
        {"limit", limit->limit},
        {"remaining", limit->remaining},
        {"reset_unix_ms", limit->reset_unix_ms},
    };
    const char *between = "";
    putchar('{');
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        if (told[i].value < 0) continue;
        printf("%s\"%s\":%" PRId64, between, told[i].name, told[i].value);
        between = ",";
    }
    putchar('}');
}

static void rate_limits(const parlour_head *head) {
    name("rate_limits");
    putchar('{');
    const char *between = "";
    const parlour_rate_limit *limit;
    for (size_t i = 0; (limit = parlour_head_rate_limit_at(head, i)) != NULL; i++) {
        fputs(between, stdout);
        quoted(limit->name);
        putchar(':');
        rate_limit(limit);
        between = ",";
    }
    int64_t tokens = parlour_head_remaining_tokens(head);
    if (tokens >= 0) printf("%s\"remaining_tokens\":%" PRId64, between, tokens);
    putchar('}');
}

static void wait_list(size_t count, double (*wait_at)(const void *, size_t), const void *of) {
    name("waits_ms");
    putchar('[');
    for (size_t i = 0; i < count; i++) printf("%s%.15g", i ? "," : "", wait_at(of, i));
    putchar(']');
}

static double head_wait(const void *head, size_t index) { return parlour_head_wait_ms(head, index); }
static double error_wait(const void *error, size_t index) { return parlour_error_wait_ms(error, index); }

/* The fields of every success. */
static void done(const output *out, const parlour_head *head) {
    begin(out, "done");
    number("status", parlour_head_status(head));
    optional("request_id", parlour_head_request_id(head));
    number("attempts", parlour_head_attempts(head));
    wait_list(parlour_head_wait_count(head), head_wait, head);
    name("queued_ms");
    printf("%.15g", parlour_head_queued_ms(head));
    optional("route", parlour_head_route(head));
    rate_limits(head);
}

static void unfinished_inputs(const parlour_message *message) {
    name("unfinished_inputs");
    const char *between = "";
    putchar('[');
    for (size_t i = 0; i < parlour_message_block_count(message); i++) {
        uint32_t state = parlour_message_block_input_state(message, i);
        if (state != PARLOUR_INPUT_INVALID && state != PARLOUR_INPUT_INCOMPLETE) continue;
        printf("%s{\"index\":%zu", between, i);
        text("state", parlour_str_z(state == PARLOUR_INPUT_INVALID ? "invalid" : "incomplete"));
        text("raw", parlour_message_block_input_raw(message, i));
        putchar('}');
        between = ",";
    }
    putchar(']');
}

static void message_of(const output *out, const parlour_message *message) {
    done(out, parlour_message_head(message));
    text("message", parlour_message_json(message));
    text("text", parlour_message_text(message));
    unfinished_inputs(message);
}

void write_message(const output *out, const parlour_message *message) {
    message_of(out, message);
    finish();
}

void write_run(const output *out, const parlour_message *last, const char *members) {
    message_of(out, last);
    fputs(members, stdout);
    finish();
}

void write_local(const output *out, const char *members) {
    begin(out, "done");
    number("attempts", 0);
    fputs(members, stdout);
    finish();
}

void write_answer(const output *out, const parlour_answer *answer) {
    done(out, parlour_answer_head(answer));
    text("body", parlour_answer_body(answer));
    finish();
}

void write_object(const output *out, const parlour_head *head, parlour_str answer) {
    done(out, head);
    if (answer.len > 0) text("answer", answer);
    finish();
}

void write_content(const output *out, parlour_str content) {
    begin(out, "done");
    number("attempts", 0);
    text("body", content);
    finish();
}

void write_webhook(const output *out, parlour_str event, const parlour_error *refused) {
    begin(out, "done");
    number("attempts", 0);
    raw("event", refused ? parlour_str_n("", 0) : event);
    optional("refused", parlour_error_subkind(refused));
    finish();
}

/* Everything else that an error shows, for the search for the key. */
static void headers(const parlour_error *error) {
    name("headers");
    putchar('[');
    parlour_str header, value;
    for (size_t i = 0; parlour_error_header_at(error, i, &header, &value) == PARLOUR_OK; i++) {
        if (i) putchar(',');
        putchar('[');
        quoted(header);
        putchar(',');
        quoted(value);
        putchar(']');
    }
    putchar(']');
}

void write_error(const output *out, const parlour_error *error, int64_t turns) {
    const parlour_message *partial = parlour_error_partial_message(error);
    begin(out, "error");
    text("kind", parlour_error_kind_name(error));
    // generated: facts, from schema/errors.toml by `make generate`
    if (parlour_error_status(error)) number("status", parlour_error_status(error));
    optional("error_type", parlour_error_type(error));
    optional("error_code", parlour_error_service_code(error));
    raw("details", parlour_error_details_json(error));
    optional("appeal_url", parlour_error_appeal_url(error));
    optional("request_id", parlour_error_request_id(error));
    duration("retry_after_ms", parlour_error_retry_after_ms(error));
    optional("not_retried", parlour_error_not_retried(error));
    optional("subkind", parlour_error_subkind(error));
    optional("setting", parlour_error_setting(error));
    boolean("retryable", parlour_error_is_retryable(error));
    boolean("mid_stream", parlour_error_is_mid_stream(error));
    boolean("saw_stop_reason", parlour_error_saw_stop_reason(error));
    boolean("spend_cap", parlour_error_is_spend_cap(error));
    // end generated
    text("message", parlour_error_message(error));
    text("display", parlour_error_display(error));
    if (partial) {
        text("partial_message", parlour_message_json(partial));
        unfinished_inputs(partial);
    }
    optional("body", parlour_error_body(error));
    headers(error);
    number("attempts", parlour_error_attempts(error));
    wait_list(parlour_error_wait_count(error), error_wait, error);
    if (turns >= 0) number("turns", turns);
    finish();
}
