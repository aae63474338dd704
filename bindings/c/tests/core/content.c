/* Content of blocks in turns, system prompts and tool results; and turns that are taken back. */
#include "check.h"

static parlour_content *content_new(void) {
    parlour_content *content = NULL;
    IS(PARLOUR_OK, parlour_content_new(&content));
    return content;
}

static void blocks_are_what_is_sent(void) {
    parlour_content *content = content_new();
    parlour_error *error = NULL;
    OK(parlour_content_add_image(content, parlour_str_z("image/png"), parlour_str_n("\x89PNG", 4), &error));
    OK(parlour_content_add_image_url(content, parlour_str_z("https://example.com/a.png"), &error));
    OK(parlour_content_add_document(content, parlour_str_z("application/pdf"), parlour_str_z("%PDF"), &error));
    OK(parlour_content_set_title(content, parlour_str_z("A paper"), &error));
    OK(parlour_content_set_citations(content, true, &error));
    OK(parlour_content_add_json(content, parlour_str_z("{\"type\":\"new_block\",\"x\":1}"), &error));
    OK(parlour_content_add_text(content, parlour_str_z("What is this?"), &error));
    OK(parlour_content_set_cache_control(content, parlour_str_z("1h"), &error));
    CHECK(parlour_content_count(content) == 5);
    static const char *const json =
        "[{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"iVBORw==\"}},"
        "{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://example.com/a.png\"}},"
        "{\"type\":\"document\",\"source\":{\"type\":\"base64\",\"media_type\":\"application/"
        "pdf\",\"data\":\"JVBERg==\"},"
        "\"title\":\"A paper\",\"citations\":{\"enabled\":true}},{\"type\":\"new_block\",\"x\":1},"
        "{\"type\":\"text\",\"text\":\"What is this?\",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}]";
    CHECK(parlour_str_is(parlour_content_json(content), json));
    parlour_content *copy = NULL;
    IS(PARLOUR_OK, parlour_content_clone(content, &copy));
    OK(parlour_content_add_document_file(copy, parlour_str_z("file_1"), &error));
    OK(parlour_content_add_image_file(copy, parlour_str_z("file_2"), &error));
    OK(parlour_content_add_document_url(copy, parlour_str_z("https://example.com/a.pdf"), &error));
    OK(parlour_content_add_document_text(copy, parlour_str_z("plain"), &error));
    CHECK(parlour_content_count(copy) == 9 && parlour_content_count(content) == 5);

    parlour_request *request = NULL;
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request));
    OK(parlour_request_add_user_content(request, content, &error));
    CHECK(text_has(parlour_request_json(request), json) && parlour_request_turn_count(request) == 1);
    OK(parlour_request_add_assistant_content(request, copy, &error));
    OK(parlour_request_add_tool_result_content(request, parlour_str_z("t1"), copy, false, &error));
    OK(parlour_request_add_tool_result(request, parlour_str_z("t2"), parlour_str_z("no"), true, &error));
    CHECK(parlour_request_turn_count(request) == 3);
    IS(PARLOUR_INVALID_ARGUMENT, parlour_request_set_system_content(request, content, &error));
    CHECK(text_has(parlour_error_message(error), "`content`"));
    parlour_error_free(error);
    parlour_content_free(content);
    content = content_new();
    OK(parlour_content_add_text(content, parlour_str_z("Be brief."), &error));
    OK(parlour_content_set_cache_control(content, parlour_str_z(""), &error));
    OK(parlour_request_set_system_content(request, content, &error));
    CHECK(
        text_has(parlour_request_json(request),
                 "\"system\":[{\"type\":\"text\",\"text\":\"Be brief.\",\"cache_control\":{\"type\":\"ephemeral\"}}]"));
    parlour_request_free(request);
    parlour_content_free(copy);
    parlour_content_free(content);
    passed("blocks_are_what_is_sent");
}

static void mistakes_are_named(void) {
    parlour_content *content = content_new();
    parlour_error *error = NULL;
    parlour_request *request = NULL;
    CHECK(parlour_str_is(parlour_content_json(content), "[]"));
    IS(PARLOUR_INVALID_ARGUMENT, parlour_content_add_text(content, parlour_str_z(""), &error));
    CHECK(text_has(parlour_error_message(error), "`text`"));
    parlour_error_free(error);
    IS(PARLOUR_INVALID_ARGUMENT,
       parlour_content_add_image(content, parlour_str_z("image/png"), parlour_str_z(""), NULL));
    IS(PARLOUR_NOT_FOUND, parlour_content_set_title(content, parlour_str_z("x"), NULL));
    IS(PARLOUR_FAILED, parlour_content_add_json(content, parlour_str_z("[]"), NULL));
    IS(PARLOUR_OK, parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request));
    IS(PARLOUR_FAILED, parlour_request_add_user_content(request, content, &error));
    CHECK(text_has(parlour_error_message(error), "no block") && parlour_request_turn_count(request) == 0);
    parlour_error_free(error);
    IS(PARLOUR_NULL_ARGUMENT, parlour_request_add_user_text(NULL, parlour_str_z("x"), &error));
    CHECK(text_has(parlour_error_message(error), "`request`"));
    parlour_error_free(error);
    OK(parlour_content_add_json(content, parlour_str_z("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"s\"}"),
                                &error));
    IS(PARLOUR_NOT_FOUND, parlour_content_set_cache_control(content, parlour_str_z(""), NULL));
    IS(PARLOUR_NOT_FOUND, parlour_content_set_citations(content, true, NULL));
    parlour_request_free(request);
    parlour_content_free(content);
    passed("mistakes_are_named");
}

static void a_turn_is_taken_back(void) {
    place at = place_new(NULL);
    parlour_error *error = NULL;
    parlour_request *request = NULL;
    parlour_message *message = NULL;
    OK(parlour_request_from_json(parlour_str_z("{\"model\":\"svc-haiku-3-5\",\"max_tokens\":64,\"messages\":"
                                               "[{\"role\":\"user\",\"content\":\"say one\"}]}"),
                                 &request, &error));
    CHECK(parlour_request_turn_count(request) == 1);
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    OK(parlour_request_add_message(request, message, &error));
    parlour_message_free(message);
    OK(parlour_request_add_user_text(request, parlour_str_z("say two"), &error));
    OK(parlour_request_remove_last_turn(request, &error));
    OK(parlour_request_add_user_text(request, parlour_str_z("say three"), &error));
    CHECK(parlour_request_turn_count(request) == 3);
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    CHECK(parlour_str_is(parlour_message_text(message), "three"));
    for (int i = 0; i < 3; i++) {
        OK(parlour_request_remove_last_turn(request, &error));
    }
    IS(PARLOUR_NOT_FOUND, parlour_request_remove_last_turn(request, &error));
    parlour_message_free(message);
    parlour_request_free(request);
    place_free(&at);
    passed("a_turn_is_taken_back");
}

int main(void) {
    blocks_are_what_is_sent();
    mistakes_are_named();
    a_turn_is_taken_back();
    return 0;
}
