/* Structured answers, and what sends nothing or counts alone: conversations, the prompt cache, JSON in pieces.
 * Translation only. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "text.h"

/* --- Structured answers */

/* The options of the answer that the line gives, as the JSON object they are. */
static text answer_options(const call *call) {
    json_view choice = member(call->asked, "choice"), reasks = member(call->asked, "max_reasks");
    text options = {0};
    add_z(&options, "{");
    if (choice.data) {
        add_z(&options, "\"method\":");
        add(&options, choice.data, choice.len);
    }
    if (reasks.data) {
        add_z(&options, choice.data ? ",\"max_reasks\":" : "\"max_reasks\":");
        add(&options, reasks.data, reasks.len);
    }
    add_z(&options, "}");
    return options;
}

static void write_parsed(const call *call, const parlour_parsed *parsed) {
    static const char *const names[] = {"", "value", "refused", "cut", "invalid"};
    parlour_answer_outcome outcome = parlour_parsed_outcome(parsed);
    parlour_str reason = parlour_parsed_reason(parsed);
    size_t turns = parlour_parsed_answer_count(parsed);
    text members = {0};
    add_z(&members, ",\"outcome\":");
    add_quoted(&members, parlour_str_z(names[outcome]));
    add_z(&members, ",\"value\":");
    add_str(&members, outcome == PARLOUR_ANSWER_VALUE ? parlour_parsed_text(parsed) : parlour_str_z("null"));
    add_z(&members, ",\"written\":");
    if (outcome == PARLOUR_ANSWER_CUT || outcome == PARLOUR_ANSWER_INVALID)
        add_quoted(&members, parlour_parsed_text(parsed));
    else
        add_z(&members, "null");
    add_z(&members, ",\"reason\":");
    if (reason.len)
        add_quoted(&members, reason);
    else
        add_z(&members, "null");
    add_z(&members, ",\"turns\":");
    add_number(&members, turns);
    add_z(&members, ",\"usage\":");
    add_str(&members, parlour_parsed_usage_json(parsed));
    write_run(&call->out, parlour_parsed_answer(parsed, turns - 1), members.data);
    free(members.data);
}

/* Reads a stream to its end and writes the value after each piece of it. */
static parlour_result watch(call *call, const parlour_op *op, parlour_partial_json *partial, parlour_error **err) {
    for (;;) {
        parlour_batch *batch = NULL;
        parlour_result result = parlour_op_next(op, -1, &batch, err);
        if (result != PARLOUR_OK) return result;
        for (size_t i = 0; i < parlour_batch_len(batch); i++) {
            if (!parlour_partial_json_take(partial, parlour_batch_at(batch, i))) continue;
            parlour_str value = parlour_partial_json_text(partial);
            if (value.len) write_item(&call->out, value);
        }
        parlour_batch_free(batch);
    }
}

/* A structured answer that streams: by a plan, which says what the whole is worth. */
static parlour_result parse_stream(call *call, parlour_str schema, parlour_str options, parlour_parsed **parsed,
                                   parlour_error **err) {
    parlour_answer_plan *plan = NULL;
    parlour_request *request = NULL;
    parlour_partial_json *partial = NULL;
    parlour_op *op = NULL;
    parlour_message *message = NULL;
    parlour_result result = parlour_answer_plan_new(call->request, schema, options, &plan, err);
    if (result == PARLOUR_OK) result = parlour_answer_plan_request(plan, &request, err);
    if (result == PARLOUR_OK) result = parlour_answer_plan_partial(plan, true, &partial);
    if (result == PARLOUR_OK)
        result = parlour_client_submit(call->client, NULL, request, call->options, PARLOUR_MODE_STREAM, 0, &op, err);
    if (result == PARLOUR_OK) result = watch(call, op, partial, err);
    if (result == PARLOUR_END) result = parlour_op_message(op, &message, err);
    if (result == PARLOUR_OK) result = parlour_answer_plan_judge(plan, message, parsed, err);
    parlour_message_free(message);
    parlour_op_free(op);
    parlour_partial_json_free(partial);
    parlour_request_free(request);
    parlour_answer_plan_free(plan);
    return result;
}

parlour_result call_parse(call *call, parlour_error **err) {
    json_owned schema = json_string(member(call->asked, "schema"));
    text options = answer_options(call);
    parlour_parsed *parsed = NULL;
    parlour_str given_options = parlour_str_n(options.data, options.len);
    bool streams = member(call->asked, "partials").data != NULL;
    parlour_result result = streams ? parse_stream(call, given_owned(schema), given_options, &parsed, err)
                                    : parlour_parse(call->client, call->request, given_owned(schema), given_options,
                                                    call->options, &parsed, err);
    if (result == PARLOUR_OK) write_parsed(call, parsed);
    parlour_parsed_free(parsed);
    free(options.data);
    json_free(schema);
    return result;
}

/* --- Conversations */

static void add_error(text *to, parlour_error *error) {
    add_z(to, "{\"error\":");
    add_quoted(to, parlour_error_kind_name(error));
    add_z(to, "}");
    parlour_error_free(error);
}

static parlour_result replace(parlour_conversation **turns, parlour_str json, parlour_error **err) {
    parlour_conversation *read = NULL;
    parlour_result result = parlour_conversation_from_json(json, &read, err);
    if (result != PARLOUR_OK) return result;
    parlour_conversation_free(*turns);
    *turns = read;
    return result;
}

static parlour_result reply(parlour_conversation *turns, parlour_str json, parlour_error **err) {
    parlour_message *message = NULL;
    parlour_result result = parlour_message_from_json(json, &message, err);
    if (result == PARLOUR_OK) result = parlour_conversation_add_reply(turns, message, err);
    parlour_message_free(message);
    return result;
}

/* Performs one operation and adds its result. */
static void operate(parlour_conversation **turns, json_view name, json_view value, text *results) {
    parlour_error *error = NULL;
    parlour_result result = PARLOUR_OK;
    json_owned held = {0};
    parlour_str said;
    size_t before = parlour_conversation_turn_count(*turns);
    uint64_t number = is_whole_number(value) ? whole_number(value) : 0;
    text done = {0};
    if (named(name, "push")) {
        result = parlour_conversation_add_json(*turns, given_quoted(value, &held), &error);
    } else if (named(name, "load")) {
        result = replace(turns, given_quoted(value, &held), &error);
    } else if (named(name, "reply")) {
        result = reply(*turns, given_quoted(value, &held), &error);
        add_z(&done, parlour_conversation_turn_count(*turns) > before ? "true" : "false");
    } else if (named(name, "save_and_load")) {
        result = parlour_conversation_json(*turns, &said, &error);
        if (result == PARLOUR_OK) result = replace(turns, said, &error);
    } else if (named(name, "repair")) {
        result = parlour_conversation_repair(*turns, &said, &error);
        if (result == PARLOUR_OK) add_str(&done, said);
    } else if (named(name, "rewind")) {
        result = parlour_conversation_rewind(*turns, (size_t)number);
    } else if (named(name, "cut_before")) {
        add_z(&done, parlour_conversation_cut_before(*turns, (size_t)number) == PARLOUR_OK ? "true" : "false");
    } else if (named(name, "keep_last") || named(name, "keep_tokens")) {
        parlour_result kept = named(name, "keep_last") ? parlour_conversation_keep_last(*turns, (size_t)number, NULL)
                                                       : parlour_conversation_keep_tokens(*turns, number, NULL);
        add_z(&done, "{\"removed\":");
        add_number(&done, before - parlour_conversation_turn_count(*turns));
        add_z(&done, kept == PARLOUR_OK ? ",\"within\":true}" : ",\"within\":false}");
    } else {
        not_understood("an operation", name);
    }
    if (result == PARLOUR_FAILED)
        add_error(results, error);
    else
        add_z(results, done.data ? done.data : "null");
    free(done.data);
    json_free(held);
}

static parlour_result add_body(text *to, const parlour_conversation *turns, json_view settings_json,
                               parlour_error **err) {
    json_owned held;
    parlour_request *settings = NULL, *request = NULL;
    parlour_result result = parlour_request_from_json(given_quoted(settings_json, &held), &settings, err);
    if (result == PARLOUR_OK) result = parlour_conversation_request(turns, settings, &request, err);
    if (result == PARLOUR_OK) {
        add_z(to, ",\"body_text\":");
        add_quoted(to, parlour_request_json(request));
    }
    parlour_request_free(request);
    parlour_request_free(settings);
    json_free(held);
    return result;
}

parlour_result call_conversation(call *call, parlour_error **err) {
    json_level *operations = json_open(member(call->asked, "operations"));
    json_view settings = member(call->asked, "settings");
    parlour_conversation *turns = NULL;
    parlour_result result = parlour_conversation_new(&turns);
    text members = {0};
    add_z(&members, ",\"results\":[");
    for (size_t i = 0; i < json_count(operations) && result == PARLOUR_OK; i++) {
        json_level *operation = json_open(json_value_at(operations, i));
        if (i) add_z(&members, ",");
        operate(&turns, json_name_at(operation, 0), json_value_at(operation, 0), &members);
        json_close(operation);
    }
    add_z(&members, "],\"messages\":");
    add_turns(&members, turns);
    if (result == PARLOUR_OK && settings.data) result = add_body(&members, turns, settings, err);
    if (result == PARLOUR_OK) write_local(&call->out, members.data);
    free(members.data);
    parlour_conversation_free(turns);
    json_close(operations);
    return result;
}

/* Shortens a conversation to what the service counts. */
parlour_result call_keep_tokens(call *call, parlour_error **err) {
    json_owned saved = json_string(member(call->asked, "saved"));
    parlour_conversation *turns = NULL;
    parlour_request *settings = NULL;
    parlour_str body = given_owned(call->body);
    parlour_result result = parlour_conversation_from_json(given_owned(saved), &turns, err);
    if (result == PARLOUR_OK) result = parlour_request_from_json(body, &settings, err);
    size_t before = parlour_conversation_turn_count(turns);
    if (result == PARLOUR_OK)
        result = parlour_conversation_keep_counted(
            turns, call->client, settings, whole_number(member(call->asked, "tokens")), call->options, NULL, err);
    if (result == PARLOUR_OK || result == PARLOUR_NOT_FOUND) {
        size_t left = parlour_conversation_turn_count(turns);
        text told = {0}, members = {0};
        add_z(&told, "{\"removed\":");
        add_number(&told, before - left);
        add_z(&told, result == PARLOUR_OK ? ",\"within\":true,\"left\":" : ",\"within\":false,\"left\":");
        add_number(&told, left);
        add_z(&told, "}");
        add_z(&members, ",\"answer\":");
        add_quoted(&members, parlour_str_n(told.data, told.len));
        write_local(&call->out, members.data);
        free(told.data);
        free(members.data);
        result = PARLOUR_OK;
    }
    parlour_request_free(settings);
    parlour_conversation_free(turns);
    json_free(saved);
    return result;
}

/* The report, with the number of the calls that are left in their place. */
parlour_result call_drain(call *call, parlour_error **err) {
    json_level *wait = json_open(member(call->asked, "wait"));
    parlour_endpoint *endpoint = NULL;
    parlour_answer *answer = NULL;
    parlour_result result = parlour_endpoint_drain((int64_t)whole_number(member(wait, "limit_ms")), &endpoint, err);
    if (result == PARLOUR_OK) result = parlour_client_call(call->client, endpoint, call->options, &answer, err);
    if (result == PARLOUR_OK) {
        parlour_str body = parlour_answer_body(answer);
        json_level *report = json_open((json_view){body.data, body.len});
        json_level *left = json_open(member(report, "left"));
        text told = {0}, members = {0};
        add_z(&told, "{\"ended\":");
        add_number(&told, whole_number(member(report, "ended")));
        add_z(&told, ",\"left\":");
        add_number(&told, json_count(left));
        add_z(&told, "}");
        add_z(&members, ",\"answer\":");
        add_quoted(&members, parlour_str_n(told.data, told.len));
        write_local(&call->out, members.data);
        free(told.data);
        free(members.data);
        json_close(left);
        json_close(report);
    }
    parlour_answer_free(answer);
    parlour_endpoint_free(endpoint);
    json_close(wait);
    return result;
}

/* --- The prompt cache */

static parlour_result request_of(json_view json, parlour_request **out, parlour_error **err) {
    json_owned held;
    parlour_result result = parlour_request_from_json(given_quoted(json, &held), out, err);
    json_free(held);
    return result;
}

/* Where two requests part, as a member of the last line. */
static parlour_result add_change(text *to, const parlour_request *before, const parlour_request *now,
                                 parlour_error **err) {
    parlour_json *change = NULL;
    parlour_result result = parlour_cache_change(before, now, &change, err);
    add_z(to, ",\"change\":");
    add_str(to, result == PARLOUR_OK ? parlour_json_text(change) : parlour_str_z("null"));
    parlour_json_free(change);
    return result == PARLOUR_NOT_FOUND ? PARLOUR_OK : result;
}

static parlour_result add_reported(text *to, json_view json, parlour_error **err) {
    json_owned held;
    parlour_message *answer = NULL;
    parlour_result result = parlour_message_from_json(given_quoted(json, &held), &answer, err);
    parlour_str part = parlour_message_cache_miss(answer);
    add_z(to, ",\"reported\":");
    if (part.len)
        add_quoted(to, part);
    else
        add_z(to, "null");
    parlour_message_free(answer);
    json_free(held);
    return result;
}

parlour_result call_cache(call *call, parlour_error **err) {
    json_view asked = member(call->asked, "request"), stable = member(call->asked, "stable");
    json_view earlier = member(call->asked, "before"), answer = member(call->asked, "answer");
    parlour_request *now = NULL, *before = NULL;
    parlour_result result = PARLOUR_OK;
    json_owned lifetime = json_string(stable);
    text members = {0};
    add_z(&members, "");
    if (asked.data) result = request_of(asked, &now, err);
    if (result == PARLOUR_OK && earlier.data) result = request_of(earlier, &before, err);
    if (result == PARLOUR_OK && before) result = add_change(&members, before, now, err);
    if (result == PARLOUR_OK && answer.data) result = add_reported(&members, answer, err);
    if (result == PARLOUR_OK && stable.data) result = parlour_request_mark_cache(now, given_owned(lifetime), err);
    if (result == PARLOUR_OK && stable.data) {
        add_z(&members, ",\"marked\":");
        add_quoted(&members, parlour_request_json(now));
    }
    if (result == PARLOUR_OK) write_local(&call->out, members.data);
    free(members.data);
    json_free(lifetime);
    parlour_request_free(before);
    parlour_request_free(now);
    return result;
}

/* --- JSON in pieces */

parlour_result call_partial_json(call *call, parlour_error **err) {
    json_level *pieces = json_open(member(call->asked, "pieces"));
    json_view trailing = member(call->asked, "trailing_strings");
    parlour_partial_json *partial = NULL;
    parlour_result result = parlour_partial_json_new(trailing.len == 4 /* true */, &partial);
    text members = {0};
    (void)err;
    add_z(&members, ",\"values\":[");
    for (size_t i = 0; i < json_count(pieces) && result == PARLOUR_OK; i++) {
        json_owned held;
        result = parlour_partial_json_push(partial, given_quoted(json_value_at(pieces, i), &held));
        json_free(held);
        parlour_str value = parlour_partial_json_text(partial);
        if (i) add_z(&members, ",");
        add_str(&members, value.len ? value : parlour_str_z("null"));
    }
    add_z(&members, parlour_partial_json_is_complete(partial) ? "],\"complete\":true" : "],\"complete\":false");
    add_z(&members, parlour_partial_json_error(partial).len ? ",\"failed\":true" : ",\"failed\":false");
    if (result == PARLOUR_OK) write_local(&call->out, members.data);
    free(members.data);
    parlour_partial_json_free(partial);
    json_close(pieces);
    return result;
}
