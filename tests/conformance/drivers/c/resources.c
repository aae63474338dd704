/* The endpoints beside messages, and webhooks: the same in each style. Translation only. Files are in storage.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alarm.h"
#include "calls.h"
#include "resources.h"

/* Where the items of a walk go; a case may want no more than so many. */
static bool more(call *call) {
    call->seen++;
    if (call->seen != call->enough) return true;
    call->gave_up = true;
    return false;
}

static parlour_str view_of(json_view view) { return parlour_str_n(view.data, view.len); }

static bool ends_with(json_owned text, const char *end) {
    size_t len = strlen(end);
    return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

bool is(json_owned text, const char *other) { return text.len == strlen(other) && ends_with(text, other); }

/* Fills a call with the ids, the query and the body of the line. */
static parlour_result fill(const call *call, parlour_endpoint *endpoint, parlour_error **err) {
    json_level *ids = json_open(member(call->asked, "ids")), *query = json_open(member(call->asked, "query"));
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; ids && i < json_count(ids) && result == PARLOUR_OK; i++) {
        json_owned id = json_string(json_value_at(ids, i));
        result = parlour_endpoint_add_id(endpoint, given_owned(id), err);
        json_free(id);
    }
    for (size_t i = 0; query && i < json_count(query) && result == PARLOUR_OK; i++) {
        json_level *pair = json_open(json_value_at(query, i));
        json_owned name = json_string(json_value_at(pair, 0)), value = json_string(json_value_at(pair, 1));
        result = parlour_endpoint_add_query(endpoint, given_owned(name), given_owned(value), err);
        json_free(name);
        json_free(value);
        json_close(pair);
    }
    if (result == PARLOUR_OK && call->body.len > 0)
        result = parlour_endpoint_set_body(endpoint, given_owned(call->body), err);
    json_close(ids);
    json_close(query);
    return result;
}

static parlour_result named(const call *call, json_owned name, parlour_endpoint **out, parlour_error **err) {
    parlour_result result = parlour_endpoint_new(given_owned(name), out, err);
    return result == PARLOUR_OK ? fill(call, *out, err) : result;
}

/* A batch of the requests of the body, each handed over by itself. */
static parlour_result batch_of(const call *call, parlour_endpoint **out, parlour_error **err) {
    json_level *body = json_open((json_view){call->body.data, call->body.len});
    json_level *all = json_open(member(body, "requests"));
    parlour_batch_requests *requests = NULL;
    parlour_result result = parlour_batch_requests_new(&requests);
    for (size_t i = 0; i < json_count(all) && result == PARLOUR_OK; i++) {
        json_level *one = json_open(json_value_at(all, i));
        json_owned id = json_string(member(one, "custom_id"));
        parlour_request *request = NULL;
        result = parlour_request_from_json(given(member(one, "params")), &request, err);
        if (result == PARLOUR_OK) result = parlour_batch_requests_add(requests, given_owned(id), request, err);
        parlour_request_free(request);
        json_free(id);
        json_close(one);
    }
    if (result == PARLOUR_OK) result = parlour_batch_requests_endpoint(requests, out, err);
    parlour_batch_requests_free(requests);
    json_close(all);
    json_close(body);
    return result;
}

static int64_t time_of(const json_level *wait, const char *name) {
    json_view value = wait ? member(wait, name) : (json_view){NULL, 0};
    /* A case without a pause uses the shortest one: zero would mean the library's default. */
    return !value.data ? 0 : whole_number(value) == 0 ? 1 : (int64_t)whole_number(value);
}

static parlour_result waiting(const call *call, json_owned id, parlour_endpoint **out, parlour_error **err) {
    json_level *wait = json_open(member(call->asked, "wait"));
    parlour_result result = parlour_endpoint_wait(given_owned(id), time_of(wait, "first_ms"),
                                                  time_of(wait, "longest_ms"), time_of(wait, "limit_ms"), out, err);
    json_close(wait);
    return result;
}

static void cancel(const void *op) { parlour_op_cancel(op); }
static void interrupt(const void *what) { parlour_interrupt_raise(what); }

parlour_result take_lines(call *call, const parlour_endpoint *endpoint, bool waits, parlour_error **err) {
    parlour_op *op = NULL;
    parlour_batch *before = NULL;
    const parlour_event *held = NULL;
    parlour_result result =
        parlour_client_submit_call(call->client, NULL, endpoint, call->options, PARLOUR_MODE_STREAM, 0, &op, err);
    bool timed = result == PARLOUR_OK && call->after_ms >= 0;
    alarm_clock clock;
    if (timed) start_alarm(&clock, call->after_ms, cancel, op);
    while (result == PARLOUR_OK && !call->gave_up) {
        parlour_batch *batch = NULL;
        result = parlour_op_next(op, -1, &batch, err);
        if (result != PARLOUR_OK) break;
        for (size_t i = 0; i < parlour_batch_len(batch) && !call->gave_up; i++) {
            const parlour_event *event = parlour_batch_at(batch, i);
            if (waits && held) {
                write_item(&call->out, held->json);
                more(call);
            } else if (!waits && event->kind == PARLOUR_EVENT_BROKEN) {
                write_broken(&call->out, event);
                more(call);
            } else if (!waits) {
                write_item(&call->out, event->json);
                more(call);
            }
            held = event;
        }
        parlour_batch_free(before);
        before = batch;
    }
    if (timed) {
        stop_alarm(&clock);
        /* Whether an error is that of a call that was cancelled is looked at later. */
        if (result == PARLOUR_FAILED) call->gave_up = true;
    }
    if (result == PARLOUR_END) {
        write_object(&call->out, parlour_op_head(op), waits && held ? held->json : parlour_str_n("", 0));
        result = PARLOUR_OK;
    }
    if (result == PARLOUR_FAILED && waits && held) write_item(&call->out, held->json);
    parlour_batch_free(before);
    parlour_op_free(op);
    return result;
}

parlour_result skip_lines(const call *call, const parlour_endpoint *endpoint, parlour_error **err) {
    parlour_op *op = NULL;
    parlour_result result =
        parlour_client_submit_call(call->client, NULL, endpoint, call->options, PARLOUR_MODE_STREAM, 0, &op, err);
    while (result == PARLOUR_OK) {
        parlour_batch *batch = NULL;
        result = parlour_op_next(op, -1, &batch, err);
        parlour_batch_free(batch);
    }
    parlour_op_free(op);
    return result == PARLOUR_END ? PARLOUR_OK : result;
}

/* Writes the items of a page, or the page itself. */
static void write_page(call *call, const parlour_answer *answer, bool whole) {
    parlour_str body = parlour_answer_body(answer);
    json_level *page = json_open((json_view){body.data, body.len});
    json_view data = member(page, "data");
    json_level *items = json_open(data);
    if (whole) {
        write_item(&call->out, view_of(data));
        more(call);
    }
    for (size_t i = 0; !whole && i < json_count(items) && !call->gave_up; i++) {
        write_item(&call->out, view_of(json_value_at(items, i)));
        more(call);
    }
    json_close(items);
    json_close(page);
}

static parlour_result walk(call *call, const parlour_endpoint *endpoint, bool by_page, parlour_error **err) {
    parlour_pages *pages = NULL;
    parlour_result result = parlour_pages_new(endpoint, &pages, err);
    while (result == PARLOUR_OK && !call->gave_up) {
        parlour_answer *answer = NULL;
        result = parlour_pages_next(pages, call->client, call->options, &answer, err);
        if (result == PARLOUR_OK) write_page(call, answer, by_page);
        parlour_answer_free(answer);
    }
    parlour_pages_free(pages);
    if (result != PARLOUR_END) return result;
    write_local(&call->out, "");
    return PARLOUR_OK;
}

parlour_result make(call *call, const parlour_endpoint *endpoint, bool content, parlour_error **err) {
    parlour_answer *answer = NULL;
    parlour_result result = parlour_client_call(call->client, endpoint, call->options, &answer, err);
    if (result == PARLOUR_OK && content)
        write_answer(&call->out, answer);
    else if (result == PARLOUR_OK)
        write_object(&call->out, parlour_answer_head(answer), parlour_answer_body(answer));
    parlour_answer_free(answer);
    return result;
}

static parlour_result resource(call *call, parlour_error **err) {
    json_owned name = json_string(member(call->asked, "endpoint")), way = json_string(member(call->asked, "walk"));
    json_level *ids = json_open(member(call->asked, "ids"));
    json_owned id = json_string(json_value_at(ids, 0)), batch = json_string(member(call->asked, "batch"));
    parlour_endpoint *endpoint = NULL;
    bool results = is(name, "batches.results"), results_of = is(name, "batches.results_of"),
         waits = is(name, "batches.wait");
    bool listed = (ends_with(name, ".list") || ends_with(name, ".workspace")) && !is(way, "first");
    bool whole = is(name, "drain") || is(name, "messages.keep_tokens") || is(name, "files.upload") ||
                 is(name, "files.download") || is(name, "batches.run") || is(name, "skills.create") ||
                 is(name, "skills.versions.create");
    parlour_result result = is(name, "messages.keep_tokens") ? call_keep_tokens(call, err)
                            : is(name, "drain")              ? call_drain(call, err)
                            : is(name, "files.upload")       ? upload(call, err)
                            : is(name, "files.download")     ? download(call, id, err)
                            : is(name, "skills.create") || is(name, "skills.versions.create") ? skill(call, id, err)
                            : is(name, "batches.run")                                         ? run_batches(call, err)
                            : results    ? parlour_endpoint_results(given_owned(id), &endpoint, err)
                            : results_of ? parlour_endpoint_results_of(given_owned(batch), &endpoint, err)
                            : waits      ? waiting(call, id, &endpoint, err)
                            : is(name, "batches.create") ? batch_of(call, &endpoint, err)
                                                         : named(call, name, &endpoint, err);
    if (result == PARLOUR_OK && whole) {
        /* It wrote its lines itself. */
    } else if (result == PARLOUR_OK && (results || results_of || waits))
        result = take_lines(call, endpoint, waits, err);
    else if (result == PARLOUR_OK && listed)
        result = walk(call, endpoint, is(way, "pages"), err);
    else if (result == PARLOUR_OK)
        result = make(call, endpoint, is(name, "files.content"), err);
    if (result == PARLOUR_OK && call->gave_up) write_cancelled(&call->out);
    parlour_endpoint_free(endpoint);
    json_free(name);
    json_free(way);
    json_free(id);
    json_free(batch);
    json_close(ids);
    return result;
}

/* Calls that block are given up by an interrupt, those that are read line by line by a cancel. */
parlour_result call_resource(call *call, parlour_error **err) {
    parlour_interrupt *raised = NULL;
    parlour_options *own = NULL;
    alarm_clock clock;
    if (call->after_ms < 0) return resource(call, err);
    parlour_result result = parlour_interrupt_new(&raised, err);
    if (result == PARLOUR_OK && !call->options) {
        result = parlour_options_new(&own);
        call->options = own;
    }
    if (result == PARLOUR_OK) result = parlour_options_set_interrupt(call->options, raised, err);
    if (result == PARLOUR_OK) {
        start_alarm(&clock, call->after_ms, interrupt, raised);
        result = resource(call, err);
        stop_alarm(&clock);
    }
    if (own) call->options = NULL;
    parlour_options_free(own);
    parlour_interrupt_free(raised);
    if (result != PARLOUR_INTERRUPTED) return result;
    write_cancelled(&call->out);
    return PARLOUR_OK;
}

/* The value of a header that occurs exactly once; empty otherwise. */
static json_owned header(const json_level *headers, const char *name) {
    json_owned found = {NULL, 0};
    size_t times = 0;
    for (size_t i = 0; i < json_count(headers); i++) {
        json_level *pair = json_open(json_value_at(headers, i));
        json_owned own = json_string(json_value_at(pair, 0));
        if (own.len == strlen(name) && strncasecmp(own.data, name, own.len) == 0 && times++ == 0)
            found = json_string(json_value_at(pair, 1));
        json_free(own);
        json_close(pair);
    }
    if (times < 2) return found;
    json_free(found);
    return (json_owned){NULL, 0};
}

static parlour_result verify(const call *call, parlour_error **err) {
    json_level *secrets = json_open(member(call->asked, "secrets")),
               *headers = json_open(member(call->asked, "headers"));
    json_owned first = json_string(json_value_at(secrets, 0)), id = header(headers, "webhook-id");
    json_owned timestamp = header(headers, "webhook-timestamp"), signature = header(headers, "webhook-signature");
    json_view tolerance = member(call->asked, "tolerance"), now = member(call->asked, "now");
    parlour_webhooks *webhooks = NULL;
    parlour_result result = parlour_webhooks_new(
        given_owned(first), tolerance.data ? (int64_t)whole_number(tolerance) * 1000 : 0, &webhooks, err);
    for (size_t i = 1; i < json_count(secrets) && result == PARLOUR_OK; i++) {
        json_owned secret = json_string(json_value_at(secrets, i));
        result = parlour_webhooks_add_secret(webhooks, given_owned(secret), err);
        json_free(secret);
    }
    if (result == PARLOUR_OK)
        result = parlour_webhooks_verify(webhooks, given_owned(id), given_owned(timestamp), given_owned(signature),
                                         given_owned(call->body), (int64_t)whole_number(now) * 1000, err);
    parlour_webhooks_free(webhooks);
    json_free(first);
    json_free(id);
    json_free(timestamp);
    json_free(signature);
    json_close(secrets);
    json_close(headers);
    return result;
}

parlour_result call_webhook(call *call, parlour_error **err) {
    parlour_result result = verify(call, err);
    if (result != PARLOUR_OK && result != PARLOUR_FAILED) return result;
    write_webhook(&call->out, given_owned(call->body), result == PARLOUR_OK ? NULL : *err);
    return PARLOUR_OK;
}
