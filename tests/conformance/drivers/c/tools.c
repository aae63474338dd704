/* Tool loops with functions that do what the line says, structured answers, conversations, and JSON in pieces. Translation only. */
#include "calls.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A text that grows: JSON members of a last line. */
typedef struct text {
    char *data;
    size_t len;
} text;

static void add(text *to, const char *data, size_t len) {
    char *grown = realloc(to->data, to->len + len + 1);
    if (!grown) abort();
    memcpy(grown + to->len, data, len);
    to->data = grown;
    to->len += len;
    grown[to->len] = 0;
}

static void add_z(text *to, const char *data) { add(to, data, strlen(data)); }

static void add_str(text *to, parlour_str piece) { add(to, piece.data, piece.len); }

static void add_quoted(text *to, parlour_str piece) {
    json_owned quoted = json_quoted((json_view){piece.data, piece.len});
    add(to, quoted.data, quoted.len);
    json_free(quoted);
}

static void add_number(text *to, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    add_z(to, digits);
}

static parlour_str given_quoted(json_view json, json_owned *held) {
    *held = json_string(json);
    return given_owned(*held);
}

/* The turns, as JSON text of one array, in a JSON string. */
static void add_turns(text *to, const parlour_conversation *turns) {
    text list = {0};
    add_z(&list, "[");
    for (size_t i = 0; i < parlour_conversation_turn_count(turns); i++) {
        if (i) add_z(&list, ",");
        add_str(&list, parlour_conversation_turn_json(turns, i));
    }
    add_z(&list, "]");
    add_quoted(to, parlour_str_n(list.data, list.len));
    free(list.data);
}

/* --- Tool loops */

/* What the line says of a tool. */
typedef struct script {
    json_level *members; /* owns the texts of the others */
    json_view never, blocks;
    json_owned said;
    bool fails;
} script;

static void put_blocks(parlour_tool_result *result, const script *script) {
    json_level *blocks = json_open(script->blocks);
    parlour_content *content = NULL;
    if (parlour_content_new(&content) != PARLOUR_OK) abort();
    for (size_t i = 0; i < json_count(blocks); i++)
        parlour_content_add_json(content, given(json_value_at(blocks, i)), NULL);
    parlour_tool_result_set_content(result, content, script->fails);
    parlour_content_free(content);
    json_close(blocks);
}

static void scripted(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    const script *script = user;
    if (script->never.data) {
        while (!parlour_tool_call_is_cancelled(call)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    } else if (script->blocks.data)
        put_blocks(result, script);
    else
        parlour_tool_result_set_text(result, given_owned(script->said), script->fails);
}

static void free_script(void *user) {
    script *script = user;
    json_free(script->said);
    json_close(script->members);
    free(script);
}

static script *script_of(json_view json) {
    static const char *const kinds[] = {"text", "blocks", "error", "raises"};
    script *made = calloc(1, sizeof *made);
    if (!made) abort();
    made->members = json_open(json);
    made->never = member(made->members, "never");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        json_view value = member(made->members, kinds[i]);
        if (!value.data) continue;
        made->fails = i >= 2; /* C has one way to fail */
        made->said = json_string(value);
        if (!made->said.data) made->blocks = value;
    }
    return made;
}

/* Why the line denies this call; nothing if it does not. */
static json_owned denial_of(const call *call, parlour_str id) {
    json_level *denied = json_open(member(call->asked, "deny"));
    json_owned reason = {0};
    for (size_t i = 0; i < json_count(denied) && !reason.data; i++) {
        parlour_str name = given(json_name_at(denied, i));
        if (name.len == id.len && memcmp(name.data, id.data, id.len) == 0) reason = json_string(json_value_at(denied, i));
    }
    json_close(denied);
    return reason;
}

static bool approves(void *user, const parlour_tool_call *made, parlour_tool_result *result) {
    json_owned reason = denial_of(user, parlour_tool_call_id(made));
    bool denies = reason.data != NULL;
    if (denies) parlour_tool_result_set_text(result, given_owned(reason), true);
    json_free(reason);
    return !denies;
}

/* The functions; their definitions are in the request. */
static parlour_result make_tools(call *call, parlour_tools **out, parlour_error **err) {
    json_level *tools = json_open(member(call->asked, "tools"));
    json_view limits = member(call->asked, "limits"), limit = member(call->asked, "tool_timeout_ms");
    parlour_result result = parlour_tools_new(out);
    for (size_t i = 0; i < json_count(tools) && result == PARLOUR_OK; i++)
        result = parlour_tools_add(*out, given(json_name_at(tools, i)), parlour_str_z(""), parlour_str_z("{\"type\":\"object\"}"), scripted,
                                   script_of(json_value_at(tools, i)), free_script, err);
    if (result == PARLOUR_OK && limits.data) result = parlour_tools_set_limits(*out, given(limits));
    if (result == PARLOUR_OK && limit.data) result = parlour_tools_set_timeout_ms(*out, whole_number(limit));
    if (result == PARLOUR_OK && call->early) result = parlour_tools_set_early(*out, true);
    if (result == PARLOUR_OK && call->early) result = parlour_tools_set_approve(*out, approves, call, NULL);
    json_close(tools);
    return result;
}

/* What the line says between two answers. */
static parlour_result between(const call *call, parlour_tool_run *run, parlour_error **err) {
    parlour_tool_loop *loop = parlour_tool_run_loop(run);
    json_level *denied = json_open(member(call->asked, "deny"));
    json_owned say = json_string(member(call->asked, "say"));
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; i < json_count(denied) && !call->early; i++) {
        json_owned reason = json_string(json_value_at(denied, i));
        /* Not every turn has this call. */
        parlour_tool_loop_finish_call(loop, given(json_name_at(denied, i)), given_owned(reason), true);
        json_free(reason);
    }
    if (say.data && parlour_tool_run_turn_count(run) == 1) result = parlour_tool_loop_say(loop, given_owned(say), err);
    json_free(say);
    json_close(denied);
    return result;
}

static parlour_result write_ended(const call *call, parlour_tool_run *run, parlour_error **err) {
    parlour_tool_loop *loop = parlour_tool_run_loop(run);
    size_t turns = parlour_tool_run_turn_count(run);
    parlour_conversation *history = NULL;
    parlour_str usage;
    parlour_result result = parlour_tool_loop_usage_json(loop, &usage, err);
    if (result == PARLOUR_OK) result = parlour_tool_loop_conversation(loop, &history);
    if (result != PARLOUR_OK) return result;
    text members = {0};
    add_z(&members, ",\"end\":");
    add_quoted(&members, parlour_tool_loop_end(loop));
    add_z(&members, ",\"turns\":");
    add_number(&members, turns);
    add_z(&members, ",\"usage\":");
    add_str(&members, usage);
    add_z(&members, ",\"history\":");
    add_turns(&members, history);
    write_run(&call->out, parlour_tool_run_turn(run, turns - 1), members.data);
    parlour_conversation_free(history);
    free(members.data);
    return result;
}

parlour_result call_run_tools(call *call, parlour_error **err) {
    parlour_tools *tools = NULL;
    parlour_tool_run *run = NULL;
    parlour_result result = make_tools(call, &tools, err);
    if (result == PARLOUR_OK) result = parlour_tool_run_new(call->client, call->request, tools, call->options, &run, err);
    while (result == PARLOUR_OK) {
        parlour_message *answer = NULL;
        result = parlour_tool_run_next(run, &answer, err);
        if (result == PARLOUR_OK) result = between(call, run, err);
        parlour_message_free(answer);
    }
    call->turns = (int64_t)parlour_tool_run_turn_count(run);
    if (result == PARLOUR_END) result = write_ended(call, run, err);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    return result;
}

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

parlour_result call_parse(call *call, parlour_error **err) {
    json_owned schema = json_string(member(call->asked, "schema"));
    text options = answer_options(call);
    parlour_parsed *parsed = NULL;
    parlour_result result = parlour_parse(call->client, call->request, given_owned(schema), parlour_str_n(options.data, options.len),
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

static bool named(json_view name, const char *text) { return name.len == strlen(text) && memcmp(name.data, text, name.len) == 0; }

/* Does one thing and adds what came of it. */
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

static parlour_result add_body(text *to, const parlour_conversation *turns, json_view settings_json, parlour_error **err) {
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
