/* Tool loops with functions that do what the line says, and what the program does between two answers. Translation
 * only. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "calls.h"
#include "text.h"

/* A record that all functions share which wait to be cancelled: which began, and which were cancelled. */
typedef struct journal {
    pthread_mutex_t lock;
    text began, stopped; /* ids, each with a line end */
    size_t running, told, scripts;
    int64_t enough; /* the interrupt is raised when so many run; -1 for never */
    parlour_interrupt *interrupt;
} journal;

/* The script of a tool, from the line. */
typedef struct script {
    json_level *members; /* owns the texts of the others */
    json_view never, until_cancelled, blocks, value, raises;
    json_owned said;
    bool fails;
    journal *journal;
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

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static void note(text *ids, parlour_str id) {
    add_str(ids, id);
    add_z(ids, "\n");
}

static void wait_to_be_told(journal *journal, const parlour_tool_call *call) {
    pthread_mutex_lock(&journal->lock);
    note(&journal->began, parlour_tool_call_id(call));
    if ((int64_t)++journal->running == journal->enough) parlour_interrupt_raise(journal->interrupt);
    pthread_mutex_unlock(&journal->lock);
    while (!parlour_tool_call_is_cancelled(call)) nap();
    pthread_mutex_lock(&journal->lock);
    note(&journal->stopped, parlour_tool_call_id(call));
    journal->told++;
    pthread_mutex_unlock(&journal->lock);
}

static void scripted(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    const script *script = user;
    if (script->until_cancelled.data)
        wait_to_be_told(script->journal, call);
    else if (script->never.data)
        while (!parlour_tool_call_is_cancelled(call)) nap();
    else if (script->value.data)
        parlour_tool_result_set_value(result, given(script->value), false);
    else if (script->raises.data)
        parlour_tool_result_set_exception(result, parlour_str_z("Error"), given_owned(script->said));
    else if (script->blocks.data)
        put_blocks(result, script);
    else
        parlour_tool_result_set_text(result, given_owned(script->said), script->fails);
}

static void free_script(void *user) {
    script *script = user;
    journal *journal = script->journal;
    json_free(script->said);
    json_close(script->members);
    free(script);
    pthread_mutex_lock(&journal->lock);
    journal->scripts--;
    pthread_mutex_unlock(&journal->lock);
}

/* Whether the line denies this call, and why; no reason if it has none. */
static bool denies_call(const call *call, parlour_str id, json_owned *reason) {
    json_level *denied = json_open(member(call->asked, "deny"));
    bool denies = false;
    for (size_t i = 0; i < json_count(denied) && !denies; i++) {
        parlour_str name = given(json_name_at(denied, i));
        denies = name.len == id.len && memcmp(name.data, id.data, id.len) == 0;
        if (denies) *reason = json_string(json_value_at(denied, i));
    }
    json_close(denied);
    return denies;
}

/* Whether calls are denied by the hook, which alone can do it without a reason. */
static bool asks_hook(const call *call) {
    json_level *denied = json_open(member(call->asked, "deny"));
    bool asks = call->early;
    for (size_t i = 0; i < json_count(denied); i++) asks = asks || named(json_value_at(denied, i), "null");
    json_close(denied);
    return asks;
}

static bool approves(void *user, const parlour_tool_call *made, parlour_tool_result *result) {
    json_owned reason = {0};
    bool denies = denies_call(user, parlour_tool_call_id(made), &reason);
    if (reason.data) parlour_tool_result_set_text(result, given_owned(reason), true);
    json_free(reason);
    return !denies;
}

/* A run, and what it is made of. */
typedef struct play {
    call *call;
    parlour_options *options;
    parlour_tools *tools;
    parlour_tool_run *run;
    journal journal;
    json_owned saved; /* the loop as it was saved last, as a JSON string */
} play;

/* The script for the function of a definition; NULL if the line has none. */
static script *script_of(json_view definition, play *play) {
    static const char *const kinds[] = {"text", "blocks", "error", "raises"};
    json_level *members = json_open(definition), *scripts = json_open(member(play->call->asked, "tools"));
    json_owned name = json_string(member(members, "name"));
    script *made = NULL;
    for (size_t i = 0; i < json_count(scripts) && !made; i++) {
        json_view known = json_name_at(scripts, i);
        if (known.len != name.len || memcmp(known.data, name.data, name.len) != 0) continue;
        made = calloc(1, sizeof *made);
        if (!made) abort();
        made->journal = &play->journal;
        pthread_mutex_lock(&play->journal.lock);
        play->journal.scripts++;
        pthread_mutex_unlock(&play->journal.lock);
        made->members = json_open(json_value_at(scripts, i));
        made->never = member(made->members, "never");
        made->until_cancelled = member(made->members, "until_cancelled");
        made->value = member(made->members, "value");
        made->raises = member(made->members, "raises");
    }
    for (size_t i = 0; made && i < sizeof kinds / sizeof *kinds; i++) {
        json_view value = member(made->members, kinds[i]);
        if (!value.data) continue;
        made->fails = i >= 2;
        made->said = json_string(value);
        if (!made->said.data) made->blocks = value;
    }
    json_free(name);
    json_close(scripts);
    json_close(members);
    return made;
}

/* Adds a tool with the function that the line has for it, if it has one. */
static parlour_result add_scripted(play *play, parlour_tools *tools, json_view definition, parlour_error **err) {
    script *script = script_of(definition, play);
    if (!script) return PARLOUR_OK;
    parlour_result result = parlour_tools_add_definition(tools, given(definition), scripted, script, free_script, err);
    if (result != PARLOUR_OK) free_script(script);
    return result;
}

/* The functions of the tools in `settings`, which are those of a request or of a saved loop. */
static parlour_result make_tools(play *play, json_view settings, parlour_error **err) {
    call *call = play->call;
    json_level *members = json_open(settings), *tools = json_open(member(members, "tools"));
    json_view limits = member(call->asked, "limits"), limit = member(call->asked, "tool_timeout_ms");
    json_view begins_early = member(call->asked, "early");
    bool early = begins_early.data ? begins_early.len == 4 /* true */ : call->early;
    parlour_result result = parlour_tools_new(&play->tools);
    for (size_t i = 0; i < json_count(tools) && result == PARLOUR_OK; i++)
        result = add_scripted(play, play->tools, json_value_at(tools, i), err);
    if (result == PARLOUR_OK && limits.data) result = parlour_tools_set_limits(play->tools, given(limits));
    if (result == PARLOUR_OK && limit.data) result = parlour_tools_set_timeout_ms(play->tools, whole_number(limit));
    if (result == PARLOUR_OK && early) result = parlour_tools_set_early(play->tools, true);
    if (result == PARLOUR_OK && asks_hook(call)) result = parlour_tools_set_approve(play->tools, approves, call, NULL);
    json_close(tools);
    json_close(members);
    return result;
}

/* The options of the line, with an interrupt if it gives up. */
static parlour_result make_interruptible(play *play, parlour_error **err) {
    json_view enough = member(play->call->asked, "give_up_when_running");
    parlour_result result = PARLOUR_OK;
    play->journal.enough = -1;
    if (!enough.data) return result;
    play->journal.enough = (int64_t)whole_number(enough);
    if (play->call->options)
        result = parlour_options_clone(play->call->options, &play->options);
    else
        result = parlour_options_new(&play->options);
    if (result == PARLOUR_OK) result = parlour_interrupt_new(&play->journal.interrupt, err);
    if (result == PARLOUR_OK) result = parlour_options_set_interrupt(play->options, play->journal.interrupt, err);
    return result;
}

/* Puts the run that goes on with a saved loop in the place of the one there is. */
static parlour_result resume(play *play, parlour_str saved, parlour_error **err) {
    const parlour_options *options = play->options ? play->options : play->call->options;
    parlour_tool_loop *loop = NULL;
    parlour_tool_run *run = NULL;
    parlour_result result = parlour_tool_loop_from_json(saved, &loop, err);
    if (result == PARLOUR_OK)
        result = parlour_tool_run_resume(play->call->client, loop, play->tools, options, &run, err);
    parlour_tool_loop_free(loop);
    if (result != PARLOUR_OK) return result;
    parlour_tool_run_free(play->run);
    play->run = run;
    return result;
}

static parlour_result save_and_load(play *play, parlour_error **err) {
    parlour_tool_loop *loop = parlour_tool_run_loop(play->run);
    parlour_str saved, settings;
    parlour_result result = parlour_tool_loop_json(loop, &saved, err);
    if (result == PARLOUR_OK) result = parlour_tool_loop_settings_json(loop, &settings, err);
    if (result != PARLOUR_OK) return result;
    parlour_tools_free(play->tools);
    play->tools = NULL;
    result = make_tools(play, (json_view){settings.data, settings.len}, err);
    if (result != PARLOUR_OK) return result;
    json_free(play->saved);
    play->saved = json_quoted((json_view){saved.data, saved.len});
    return resume(play, saved, err);
}

/* Adds the members of an object that another one does not have, and that are not null. */
static void add_members(text *to, const json_level *from, const json_level *but) {
    for (size_t i = 0; i < json_count(from); i++) {
        json_view name = json_name_at(from, i), value = json_value_at(from, i);
        bool taken = named(value, "null");
        for (size_t k = 0; but && k < json_count(but) && !taken; k++) {
            json_view other = json_name_at(but, k);
            taken = other.len == name.len && memcmp(other.data, name.data, name.len) == 0;
        }
        if (taken) continue;
        add_z(to, to->len > 1 ? "," : "");
        add_quoted(to, given(name));
        add_z(to, ":");
        add(to, value.data, value.len);
    }
}

/* Changes parameters: the settings of the loop with others in their place. */
static parlour_result set_parameters(parlour_tool_loop *loop, json_view changes, parlour_error **err) {
    parlour_str settings;
    parlour_request *request = NULL;
    parlour_result result = parlour_tool_loop_settings_json(loop, &settings, err);
    if (result != PARLOUR_OK) return result;
    json_level *before = json_open((json_view){settings.data, settings.len}), *after = json_open(changes);
    text made = {0};
    add_z(&made, "{");
    add_members(&made, before, after);
    add_members(&made, after, NULL);
    add_z(&made, "}");
    result = parlour_request_from_json(parlour_str_n(made.data, made.len), &request, err);
    if (result == PARLOUR_OK) result = parlour_tool_loop_set_settings(loop, request, err);
    parlour_request_free(request);
    free(made.data);
    json_close(after);
    json_close(before);
    return result;
}

static parlour_result add_tool(play *play, json_view definition, parlour_error **err) {
    parlour_tools *tools = NULL;
    parlour_result result = parlour_tools_new(&tools);
    if (result == PARLOUR_OK) result = add_scripted(play, tools, definition, err);
    if (result == PARLOUR_OK) result = parlour_tool_run_add_tools(play->run, tools, err);
    parlour_tools_free(tools);
    return result;
}

static parlour_result keep_last(parlour_tool_loop *loop, size_t count) {
    parlour_conversation *history = NULL;
    parlour_result result = parlour_tool_loop_conversation(loop, &history);
    if (result != PARLOUR_OK) return result;
    /* If it cannot be cut to so few turns, the shortest possible end is kept. */
    if (parlour_conversation_keep_last(history, count, NULL) == PARLOUR_NULL_ARGUMENT) abort();
    result = parlour_tool_loop_set_conversation(loop, history);
    parlour_conversation_free(history);
    return result;
}

static parlour_result deny(parlour_tool_loop *loop, json_view pair) {
    json_level *both = json_open(pair);
    json_owned id = json_string(json_value_at(both, 0)), reason = json_string(json_value_at(both, 1));
    parlour_result result = parlour_tool_loop_finish_call(loop, given_owned(id), given_owned(reason), true);
    json_free(id);
    json_free(reason);
    json_close(both);
    return result;
}

static parlour_result operate_run(play *play, json_view name, json_view value, parlour_error **err) {
    parlour_tool_loop *loop = parlour_tool_run_loop(play->run);
    json_owned held = json_string(value);
    parlour_result result = PARLOUR_OK;
    if (named(name, "say"))
        result = parlour_tool_loop_say(loop, given_owned(held), err);
    else if (named(name, "append"))
        result = parlour_tool_loop_append(loop, given(value), err);
    else if (named(name, "deny"))
        result = deny(loop, value);
    else if (named(name, "set"))
        result = set_parameters(loop, value, err);
    else if (named(name, "add_tool"))
        result = add_tool(play, value, err);
    else if (named(name, "remove_tool"))
        result = parlour_tool_run_remove_tool(play->run, given_owned(held));
    else if (named(name, "keep_last"))
        result = keep_last(loop, (size_t)whole_number(value));
    else if (named(name, "cancel"))
        result = parlour_tool_loop_cancel(loop, err);
    else if (named(name, "save_and_load"))
        result = save_and_load(play, err);
    else
        not_understood("an operation", name);
    json_free(held);
    return result;
}

/* Performs the operations of the line between two answers. */
static parlour_result between(play *play, parlour_error **err) {
    const call *call = play->call;
    parlour_tool_loop *loop = parlour_tool_run_loop(play->run);
    json_level *denied = json_open(member(call->asked, "deny"));
    json_owned say = json_string(member(call->asked, "say"));
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; i < json_count(denied) && !asks_hook(call); i++) {
        json_owned reason = json_string(json_value_at(denied, i));
        /* Not every turn has this call. */
        parlour_tool_loop_finish_call(loop, given(json_name_at(denied, i)), given_owned(reason), true);
        json_free(reason);
    }
    if (say.data && parlour_tool_run_turn_count(play->run) == 1)
        result = parlour_tool_loop_say(loop, given_owned(say), err);
    json_free(say);
    json_close(denied);
    char answers[16];
    snprintf(answers, sizeof answers, "%" PRIu32, parlour_tool_loop_request_count(loop));
    json_level *all = json_open(member(call->asked, "between")), *here = json_open(member(all, answers));
    for (size_t i = 0; i < json_count(here) && result == PARLOUR_OK; i++) {
        json_level *operation = json_open(json_value_at(here, i));
        result = operate_run(play, json_name_at(operation, 0), json_value_at(operation, 0), err);
        json_close(operation);
    }
    json_close(here);
    json_close(all);
    return result;
}

static parlour_result write_ended(const play *play, parlour_error **err) {
    parlour_tool_loop *loop = parlour_tool_run_loop(play->run);
    size_t turns = parlour_tool_run_turn_count(play->run);
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
    add_z(&members, ",\"requests\":");
    add_number(&members, parlour_tool_loop_request_count(loop));
    add_z(&members, ",\"usage\":");
    add_str(&members, usage);
    add_z(&members, ",\"history\":");
    add_turns(&members, history);
    if (play->saved.data) {
        add_z(&members, ",\"saved\":");
        add(&members, play->saved.data, play->saved.len);
    }
    if (turns)
        write_run(&play->call->out, parlour_tool_run_turn(play->run, turns - 1), members.data);
    else
        write_local(&play->call->out, members.data);
    parlour_conversation_free(history);
    free(members.data);
    return result;
}

static int compare_ids(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Ids with line ends, as a JSON array in their order. */
static void add_ids(text *to, const text *ids) {
    char *list[64], *copy = strdup(ids->data ? ids->data : "");
    size_t count = 0;
    if (!copy) abort();
    for (char *id = strtok(copy, "\n"); id && count < sizeof list / sizeof *list; id = strtok(NULL, "\n"))
        list[count++] = id;
    qsort(list, count, sizeof *list, compare_ids);
    add_z(to, "[");
    for (size_t i = 0; i < count; i++) {
        if (i) add_z(to, ",");
        add_quoted(to, parlour_str_z(list[i]));
    }
    add_z(to, "]");
    free(copy);
}

/* Waits until each function that began was cancelled and, once nothing else has them, until all of them are gone. */
static void wait_for_all(journal *journal, bool gone) {
    for (bool all = false; !all;) {
        pthread_mutex_lock(&journal->lock);
        all = journal->told == journal->running && (!gone || journal->scripts == 0);
        pthread_mutex_unlock(&journal->lock);
        if (!all) nap();
    }
}

/* The line of a run that was given up. */
static void write_given_up(play *play) {
    journal *journal = &play->journal;
    text members = {0};
    wait_for_all(journal, false);
    add_z(&members, ",\"began\":");
    add_ids(&members, &journal->began);
    add_z(&members, ",\"stopped\":");
    add_ids(&members, &journal->stopped);
    write_given_up_run(&play->call->out, members.data);
    free(members.data);
}

parlour_result call_run_tools(call *call, parlour_error **err) {
    play play = {.call = call, .journal = {.lock = PTHREAD_MUTEX_INITIALIZER}};
    json_view saved = member(call->asked, "saved");
    parlour_result result = make_interruptible(&play, err);
    if (result == PARLOUR_OK) result = make_tools(&play, (json_view){call->body.data, call->body.len}, err);
    const parlour_options *options = play.options ? play.options : call->options;
    if (result == PARLOUR_OK && saved.data) {
        json_owned text = json_string(saved);
        result = resume(&play, given_owned(text), err);
        json_free(text);
    } else if (result == PARLOUR_OK) {
        result = parlour_tool_run_new(call->client, call->request, play.tools, options, &play.run, err);
    }
    while (result == PARLOUR_OK) {
        parlour_message *answer = NULL;
        result = parlour_tool_run_next(play.run, &answer, err);
        if (result == PARLOUR_OK) result = between(&play, err);
        parlour_message_free(answer);
    }
    call->turns = (int64_t)parlour_tool_run_turn_count(play.run);
    if (result == PARLOUR_END) result = write_ended(&play, err);
    if (result == PARLOUR_INTERRUPTED) {
        write_given_up(&play);
        result = PARLOUR_OK;
    }
    parlour_tool_run_free(play.run);
    parlour_tools_free(play.tools);
    wait_for_all(&play.journal, true);
    parlour_options_free(play.options);
    parlour_interrupt_free(play.journal.interrupt);
    pthread_mutex_destroy(&play.journal.lock);
    json_free(play.saved);
    free(play.journal.began.data);
    free(play.journal.stopped.data);
    return result;
}
