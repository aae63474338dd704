/* See settings.h: the hooks that a case lists. Each point gives its results one after the other, and the last one for
 * ever. */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

typedef struct results {
    json_level *rows; /* NULL if there are none */
    size_t asked;
} results;

typedef struct hook_row {
    results call, attempt, failure;
} hook_row;

static json_view next_row(results *results) {
    size_t at = __atomic_fetch_add(&results->asked, 1, __ATOMIC_RELAXED);
    size_t last = json_count(results->rows) - 1;
    return json_value_at(results->rows, at < last ? at : last);
}

static void free_row(void *user) {
    hook_row *row = user;
    if (row->call.rows) json_close(row->call.rows);
    if (row->attempt.rows) json_close(row->attempt.rows);
    if (row->failure.rows) json_close(row->failure.rows);
    free(row);
}

static void put_headers(parlour_hook *hook, json_view headers,
                        parlour_result (*put)(parlour_hook *, parlour_str, parlour_str)) {
    json_level *pairs = headers.data ? json_open(headers) : NULL;
    for (size_t i = 0; pairs && i < json_count(pairs); i++) {
        json_owned value = json_string(json_value_at(pairs, i));
        put(hook, given(json_name_at(pairs, i)), given_owned(value));
        json_free(value);
    }
    if (pairs) json_close(pairs);
}

/* Sends the values of headers that the hook sees under other names. */
static void copy_headers(parlour_hook *hook, json_view names) {
    json_level *pairs = names.data ? json_open(names) : NULL;
    for (size_t i = 0; pairs && i < json_count(pairs); i++) {
        json_owned wanted = json_string(json_value_at(pairs, i));
        parlour_str name, value, seen = parlour_str_z("none");
        for (size_t at = 0; parlour_hook_header_at(hook, at, &name, &value) == PARLOUR_OK; at++) {
            parlour_str other = given_owned(wanted);
            if (name.len == other.len && !memcmp(name.data, other.data, name.len)) seen = value;
        }
        parlour_hook_add_header(hook, given(json_name_at(pairs, i)), seen);
        json_free(wanted);
    }
    if (pairs) json_close(pairs);
}

static void put_text(parlour_hook *hook, json_view text, parlour_result (*put)(parlour_hook *, parlour_str)) {
    if (!text.data) return;
    json_owned owned = json_string(text);
    put(hook, given_owned(owned));
    json_free(owned);
}

static void put_answer(parlour_hook *hook, json_view answer) {
    if (!answer.data) return;
    json_level *level = json_open(answer);
    json_view status = member(level, "status"), body = member(level, "body");
    json_owned text = {0};
    if (body.data) text = json_string(body);
    uint16_t code = status.data ? (uint16_t)whole_number(status) : 200;
    if (parlour_hook_answer(hook, code, body.data ? given_owned(text) : parlour_str_z("")) == PARLOUR_OK)
        put_headers(hook, member(level, "headers"), parlour_hook_add_answer_header);
    if (body.data) json_free(text);
    json_close(level);
}

static void call_hook(void *user, parlour_hook *hook) {
    hook_row *row = user;
    parlour_hook_points point = parlour_hook_point(hook);
    json_view result = next_row(point == PARLOUR_HOOK_CALL      ? &row->call
                                : point == PARLOUR_HOOK_ATTEMPT ? &row->attempt
                                                                : &row->failure);
    if (same(result, "null")) return;
    json_level *level = json_open(result);
    put_headers(hook, member(level, "headers"), parlour_hook_add_header);
    copy_headers(hook, member(level, "copy"));
    put_answer(hook, member(level, "answer"));
    put_text(hook, member(level, "veto"), parlour_hook_veto);
    put_text(hook, member(level, "fail"), parlour_hook_fail);
    if (member(level, "retry_after_ms").data)
        parlour_hook_retry_after_ms(hook, whole_number(member(level, "retry_after_ms")));
    if (member(level, "retry").data) parlour_hook_stop(hook);
    json_close(level);
}

static parlour_hook_points take(results *into, const json_level *row, const char *method, parlour_hook_points point) {
    json_view rows = member(row, method);
    if (!rows.data) return 0;
    if (!(into->rows = json_open(rows)) || !json_count(into->rows)) not_understood("hooks", rows);
    return point;
}

parlour_result add_hooks(parlour_config *config, json_view hooks, parlour_error **err) {
    json_level *list = hooks.data ? json_open(hooks) : NULL;
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; list && !result && i < json_count(list); i++) {
        hook_row *row = calloc(1, sizeof *row);
        json_level *given_row = json_open(json_value_at(list, i));
        if (!row || !given_row) not_understood("hooks", hooks);
        parlour_hook_points points = take(&row->call, given_row, "on_call", PARLOUR_HOOK_CALL);
        points |= take(&row->attempt, given_row, "on_attempt", PARLOUR_HOOK_ATTEMPT);
        points |= take(&row->failure, given_row, "on_failure", PARLOUR_HOOK_FAILURE);
        result = parlour_config_add_hook(config, parlour_str_z("Hook"), points, call_hook, row, free_row, err);
        json_close(given_row);
    }
    if (list) json_close(list);
    return result;
}
