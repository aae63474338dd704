/* Reading JSON by pointer, writing strings of it, and the helpers for texts. */
#include "check.h"

static const char *const TEXT = "{\"a\":{\"b\":[1,-2,3.5,1e400x]},\"~/"
                                "\":\"caf\\u00e9\\n\",\"t\":true,\"n\":null,\"big\":18446744073709551615,\"\":0,"
                                "\"twice\":1,\"twice\":2}";

static parlour_json *parsed(const char *text) {
    parlour_json *json = NULL;
    OK(parlour_json_parse(parlour_str_z(text), &json, &error));
    return json;
}

static const parlour_json *at(const parlour_json *json, const char *pointer) {
    return parlour_json_at(json, parlour_str_z(pointer));
}

static void values_are_found_by_pointer(void) {
    parlour_json *none = NULL;
    parlour_error *error = NULL;
    IS(PARLOUR_FAILED, parlour_json_parse(parlour_str_z(TEXT), &none, &error));
    CHECK(none == NULL && text_has(parlour_error_message(error), "column"));
    parlour_error_free(error);
    parlour_json *json = parsed("{\"a\":{\"b\":[1,-2,3.5]},\"~/\":\"caf\\u00e9\\n\",\"t\":true,\"n\":null,"
                                "\"big\":18446744073709551615,\"\":0,\"twice\":1,\"twice\":2}");
    CHECK(parlour_json_kind_of(json) == PARLOUR_JSON_OBJECT && at(json, "") == json);
    CHECK(parlour_json_int(at(json, "/a/b/0"), 9) == 1 && parlour_json_int(at(json, "/a/b/1"), 9) == -2);
    CHECK(parlour_json_int(at(json, "/a/b/2"), 9) == 9 && parlour_json_double(at(json, "/a/b/2"), 9) == 3.5);
    CHECK(parlour_json_int(at(json, "/big"), 9) == 9 && parlour_json_double(at(json, "/big"), 9) > 1.8e19);
    CHECK(parlour_str_is(parlour_json_string(at(json, "/~0~1")), "caf\xc3\xa9\n"));
    CHECK(parlour_json_bool(at(json, "/t"), false) && parlour_json_bool(at(json, "/n"), true));
    CHECK(parlour_json_kind_of(at(json, "/n")) == PARLOUR_JSON_NULL && parlour_json_int(at(json, "/"), 9) == 0);
    CHECK(parlour_json_int(at(json, "/twice"), 9) == 2);
    static const char *const absent[] = {"/a/b/3", "/a/b/-", "/a/b/01", "/a/b/+1", "/a/c", "a", "/t/x", "/a/b/"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        CHECK(at(json, absent[i]) == NULL && parlour_json_kind_of(at(json, absent[i])) == PARLOUR_JSON_NONE);
    }
    parlour_json_free(json);
    passed("values_are_found_by_pointer");
}

static void members_keep_their_order(void) {
    parlour_json *json = parsed("{\"z\":[10,20],\"a\":{\"k\":\"v\"}}");
    CHECK(parlour_json_count(json) == 2 && parlour_str_is(parlour_json_key(json, 0), "z"));
    CHECK(parlour_str_is(parlour_json_key(json, 1), "a") && parlour_json_key(json, 2).len == 0);
    const parlour_json *list = parlour_json_item(json, 0);
    CHECK(parlour_json_count(list) == 2 && parlour_json_int(parlour_json_item(list, 1), 0) == 20);
    CHECK(parlour_json_item(list, 2) == NULL && parlour_json_item(json, 2) == NULL);
    CHECK(parlour_str_is(parlour_json_text(json), "{\"z\":[10,20],\"a\":{\"k\":\"v\"}}"));
    CHECK(parlour_str_is(parlour_json_text(list), "[10,20]") && parlour_json_text(NULL).len == 0);
    parlour_json_free(json);
    passed("members_keep_their_order");
}

static void a_message_is_read_without_another_library(void) {
    place place = place_new(NULL);
    parlour_request *request = asking("say \"x\" and y");
    parlour_message *message = NULL;
    OK(parlour_client_create(place.client, request, NULL, &message, &error));
    parlour_json *json = NULL;
    OK(parlour_json_parse(parlour_message_json(message), &json, &error));
    CHECK(parlour_str_equal(parlour_json_string(at(json, "/content/0/text")), parlour_message_text(message)));
    CHECK(parlour_json_int(at(json, "/usage/output_tokens"), -1) ==
          (int64_t)parlour_message_usage(message)->output_tokens);
    parlour_json_free(json);
    parlour_message_free(message);
    parlour_request_free(request);
    place_free(&place);
    passed("a_message_is_read_without_another_library");
}

static void texts_are_quoted_and_copied(void) {
    char buffer[32], small[4];
    memset(buffer, 'x', sizeof buffer);
    CHECK(parlour_json_quote(parlour_str_z("a\"\n"), buffer, sizeof buffer) == 7 &&
          strcmp(buffer, "\"a\\\"\\n\"") == 0);
    CHECK(parlour_json_quote(parlour_str_z("abcdef"), small, sizeof small) == 8 && strcmp(small, "\"ab") == 0);
    CHECK(parlour_json_quote(parlour_str_z("abc"), NULL, 0) == 5 &&
          parlour_json_quote(parlour_str_z("\xff"), buffer, 9) == 0);
    CHECK(parlour_str_copy(parlour_str_z("abcdef"), small, sizeof small) == 6 && strcmp(small, "abc") == 0);
    CHECK(parlour_str_copy(parlour_str_z("ab"), small, sizeof small) == 2 && strcmp(small, "ab") == 0);
    CHECK(parlour_str_copy(parlour_str_z("ab"), NULL, 0) == 2);
    char *copy = parlour_str_dup(parlour_str_n("abc", 2));
    CHECK(copy && strcmp(copy, "ab") == 0);
    free(copy);
    CHECK(parlour_str_equal(parlour_str_z(""), parlour_str_n(NULL, 0)) && !parlour_str_is(parlour_str_z("ab"), "abc"));
    parlour_str text = parlour_str_n("abcd", 3);
    CHECK(snprintf(buffer, sizeof buffer, "<" PARLOUR_STR_FORMAT ">", PARLOUR_STR_ARG(text)) == 5 &&
          strcmp(buffer, "<abc>") == 0);
    passed("texts_are_quoted_and_copied");
}

int main(void) {
    values_are_found_by_pointer();
    members_keep_their_order();
    a_message_is_read_without_another_library();
    texts_are_quoted_and_copied();
    return 0;
}
