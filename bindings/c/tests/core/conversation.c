/* Conversations, and JSON that is still arriving. */
#include "check.h"

#define USER(text) "{\"role\":\"user\",\"content\":\"" text "\"}"
#define ASSISTANT(text) "{\"role\":\"assistant\",\"content\":\"" text "\"}"

static parlour_conversation *loaded(const char *json) {
    parlour_conversation *turns = NULL;
    OK(parlour_conversation_from_json(parlour_str_z(json), &turns, &error));
    return turns;
}

static void turns_are_sent_as_they_were_given(void) {
    place at = place_new(NULL);
    parlour_conversation *turns = NULL, *copy = NULL;
    parlour_request *settings = NULL, *request = NULL;
    parlour_message *reply = NULL;
    parlour_content *content = NULL;
    parlour_str json, again;
    IS(PARLOUR_OK, parlour_conversation_new(&turns));
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &settings));
    IS(PARLOUR_OK, parlour_request_set_system(settings, parlour_str_z("Be brief."), NULL));
    /* Nothing to send, and settings with turns of their own: refused before anything is sent. */
    IS(PARLOUR_FAILED, parlour_conversation_request(turns, settings, &request, NULL));
    OK(parlour_conversation_add_json(turns, parlour_str_z("{\"role\": \"user\",  \"content\": \"say one\"}"), &error));
    OK(parlour_conversation_request(turns, settings, &request, &error));
    CHECK(text_has(parlour_request_json(request), "{\"role\": \"user\",  \"content\": \"say one\"}"));
    CHECK(text_has(parlour_request_json(request), "Be brief.") && parlour_request_turn_count(request) == 1);
    OK(parlour_client_create(at.client, request, NULL, &reply, &error));
    OK(parlour_conversation_add_reply(turns, reply, &error));
    IS(PARLOUR_OK, parlour_conversation_clone(turns, &copy));
    IS(PARLOUR_OK, parlour_content_new(&content));
    OK(parlour_content_add_text(content, parlour_str_z("say two"), &error));
    OK(parlour_conversation_add_user_content(turns, content, &error));
    CHECK(parlour_conversation_turn_count(turns) == 3 && parlour_conversation_turn_count(copy) == 2);
    CHECK(text_has(parlour_conversation_turn_json(turns, 1), "assistant") &&
          parlour_conversation_turn_json(turns, 3).len == 0);
    OK(parlour_conversation_json(turns, &json, &error));
    parlour_conversation_free(copy);
    OK(parlour_conversation_from_json(json, &copy, &error));
    OK(parlour_conversation_json(copy, &again, &error));
    CHECK(parlour_str_equal(json, again));
    IS(PARLOUR_OK, parlour_conversation_rewind(turns, 1));
    CHECK(parlour_conversation_turn_count(turns) == 1);
    /* A request that was made can be changed like any other. */
    OK(parlour_request_add_message(request, reply, &error));
    CHECK(parlour_request_turn_count(request) == 2);
    parlour_request *mixed = NULL;
    IS(PARLOUR_FAILED, parlour_conversation_request(turns, request, &mixed, NULL));
    CHECK(mixed == NULL);
    parlour_request_free(request);
    parlour_request_free(settings);
    parlour_message_free(reply);
    parlour_content_free(content);
    parlour_conversation_free(copy);
    parlour_conversation_free(turns);
    place_free(&at);
    passed("turns_are_sent_as_they_were_given");
}

static void histories_are_shortened_and_repaired(void) {
    size_t removed = 77;
    parlour_str changes;
    parlour_conversation *turns =
        loaded("[" USER("a") "," ASSISTANT("b") "," USER("c") "," ASSISTANT("d") "," USER("e") "," ASSISTANT("f") "]");
    CHECK(parlour_conversation_estimated_tokens(turns) > 0);
    IS(PARLOUR_NOT_FOUND, parlour_conversation_cut_before(turns, 1));
    IS(PARLOUR_OK, parlour_conversation_cut_before(turns, 2));
    IS(PARLOUR_OK, parlour_conversation_keep_last(turns, 3, &removed));
    CHECK(removed == 2 && parlour_conversation_turn_count(turns) == 2);
    removed = 77;
    IS(PARLOUR_NOT_FOUND, parlour_conversation_keep_tokens(turns, 1, &removed));
    CHECK(removed == 77 && parlour_conversation_turn_count(turns) == 2);
    OK(parlour_conversation_repair(turns, &changes, &error));
    CHECK(text_is(changes, "[]"));
    parlour_conversation_free(turns);
    turns = loaded("[" USER("a") ",{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":"
                                 "\"n\",\"input\":{}}]}]");
    OK(parlour_conversation_repair(turns, &changes, &error));
    CHECK(text_has(changes, "\"answered_call\"") && parlour_conversation_turn_count(turns) == 3);
    parlour_conversation_free(turns);
    parlour_error *error = NULL;
    turns = NULL;
    IS(PARLOUR_FAILED, parlour_conversation_from_json(parlour_str_z("[1]"), &turns, &error));
    CHECK(turns == NULL && parlour_error_kind(error) == PARLOUR_KIND_CONFIG);
    parlour_error_free(error);
    passed("histories_are_shortened_and_repaired");
}

static void the_cache_is_marked_and_explained(void) {
    parlour_request *request = NULL, *before = NULL;
    parlour_json *change = NULL;
    parlour_message *message = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request));
    IS(PARLOUR_OK, parlour_request_set_system(request, parlour_str_z("Be brief."), NULL));
    OK(parlour_request_add_user_text(request, parlour_str_z("a"), &error));
    OK(parlour_request_from_json(parlour_request_json(request), &before, &error));
    IS(PARLOUR_FAILED, parlour_request_mark_cache(request, parlour_str_z("2h"), &error));
    CHECK(parlour_error_kind(error) == PARLOUR_KIND_CONFIG &&
          !text_has(parlour_request_json(request), "cache_control"));
    parlour_error_free(error);
    OK(parlour_request_mark_cache(request, parlour_str_z("1h"), &error));
    CHECK(text_has(parlour_request_json(request), "\"cache_control\"") &&
          text_has(parlour_request_json(request), "\"1h\""));
    /* A marked request can be changed like any other. */
    OK(parlour_request_add_user_text(request, parlour_str_z("b"), &error));
    IS(PARLOUR_NOT_FOUND, parlour_cache_change(before, before, &change, NULL));
    CHECK(change == NULL);
    parlour_request_free(request);
    OK(parlour_request_from_json(parlour_request_json(before), &request, &error));
    IS(PARLOUR_OK, parlour_request_set_system(request, parlour_str_z("Be brisk."), NULL));
    OK(parlour_cache_change(before, request, &change, &error));
    CHECK(text_is(parlour_json_string(parlour_json_at(change, parlour_str_z("/part"))), "system"));
    parlour_json_free(change);
    OK(parlour_message_from_json(parlour_str_z("{\"type\":\"message\",\"content\":[]}"), &message, &error));
    CHECK(parlour_message_cache_miss(message).len == 0);
    parlour_message_free(message);
    parlour_request_free(request);
    parlour_request_free(before);
    passed("the_cache_is_marked_and_explained");
}

static void arriving_json_is_read_once(void) {
    static const char *const pieces[] = {"{\"title\": \"Ri", "vers\", \"n\"", ": [1, {\"a/b\": \"x", "\"}]}"};
    parlour_partial_json *partial = NULL;
    IS(PARLOUR_OK, parlour_partial_json_new(true, &partial));
    CHECK(parlour_partial_json_text(partial).len == 0 && parlour_partial_json_changes(partial).len == 0);
    IS(PARLOUR_OK, parlour_partial_json_push(partial, parlour_str_z(pieces[0])));
    CHECK(text_is(parlour_partial_json_string(partial, parlour_str_z("/title")), "Ri"));
    CHECK(text_is(parlour_partial_json_text(partial), "{\"title\":\"Ri\"}"));
    CHECK(text_is(parlour_partial_json_changes(partial), "[[\"add\",0,null,{}],[\"add\",1,\"title\",\"Ri\"]]"));
    IS(PARLOUR_OK, parlour_partial_json_push(partial, parlour_str_z(pieces[1])));
    CHECK(text_is(parlour_partial_json_changes(partial), "[[\"append\",\"vers\"]]"));
    IS(PARLOUR_OK, parlour_partial_json_push(partial, parlour_str_z(pieces[2])));
    CHECK(text_is(parlour_partial_json_string(partial, parlour_str_z("/n/1/a~1b")), "x"));
    CHECK(parlour_partial_json_string(partial, parlour_str_z("/n/01/a~1b")).len == 0);
    CHECK(parlour_partial_json_string(partial, parlour_str_z("/n/0")).len == 0);
    CHECK(!parlour_partial_json_is_complete(partial));
    IS(PARLOUR_OK, parlour_partial_json_push(partial, parlour_str_z(pieces[3])));
    CHECK(parlour_partial_json_is_complete(partial) && parlour_partial_json_error(partial).len == 0);
    /* Junk is a state, and the value before it is kept. */
    IS(PARLOUR_OK, parlour_partial_json_push(partial, parlour_str_z("]")));
    CHECK(parlour_partial_json_error(partial).len > 0);
    CHECK(text_is(parlour_partial_json_string(partial, parlour_str_z("/title")), "Rivers"));
    IS(PARLOUR_INVALID_UTF8, parlour_partial_json_push(partial, parlour_str_n("\xff", 1)));
    parlour_partial_json_free(partial);
    passed("arriving_json_is_read_once");
}

int main(void) {
    turns_are_sent_as_they_were_given();
    histories_are_shortened_and_repaired();
    the_cache_is_marked_and_explained();
    arriving_json_is_read_once();
    return 0;
}
