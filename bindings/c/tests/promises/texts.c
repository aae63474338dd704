/* Texts of a caller, through the functions that take one: whatever the bytes are, the code is one that the header
 * names, text that is not UTF-8 is called so, what was taken comes out as UTF-8 and is read again as the same, and
 * nothing is left behind.
 *
 * The program runs the seeds of the fuzz target `c_texts`, which is this check under a fuzzer (core/fuzz).
 *
 *   TEXT_SEEDS   the folder of the seeds
 */
#include "check.h"

#include <dirent.h>
#include <stdint.h>

/* Whether the bytes are UTF-8, as RFC 3629 has it. */
static bool is_utf8(parlour_str text) {
    const unsigned char *at = (const unsigned char *)text.data, *end = at + text.len;
    while (at < end) {
        int more = *at < 0x80                  ? 0
                   : *at >= 0xc2 && *at < 0xe0 ? 1
                   : *at >= 0xe0 && *at < 0xf0 ? 2
                   : *at >= 0xf0 && *at < 0xf5 ? 3
                                               : -1;
        if (more < 0 || end - at <= more) {
            return false;
        }
        unsigned char low = *at == 0xe0   ? 0xa0
                            : *at == 0xf0 ? 0x90
                                          : 0x80,
                      high = *at == 0xed   ? 0x9f
                             : *at == 0xf4 ? 0x8f
                                           : 0xbf;
        for (++at; more > 0; --more, ++at, low = 0x80, high = 0xbf) {
            if (*at < low || *at > high) {
                return false;
            }
        }
    }
    return true;
}

static void readable(parlour_str text) { CHECK(text.data != NULL && is_utf8(text)); }

static parlour_str first, second;

/* Judges the code of a function that took the first text, or both. */
static bool judged(parlour_result code, parlour_error *error, int texts) {
    bool sound = is_utf8(first) && (texts < 2 || is_utf8(second));
    CHECK(code <= PARLOUR_INVALID_ARGUMENT && code != PARLOUR_NULL_ARGUMENT);
    CHECK(sound == (code != PARLOUR_INVALID_UTF8));
    CHECK((code == PARLOUR_OK) == (error == NULL));
    readable(parlour_error_display(error));
    readable(parlour_error_message(error));
    parlour_error_free(error);
    return code == PARLOUR_OK;
}

/* The code is judged behind the call, which fills the place of the error. */
#define ONE(call) (error = NULL, code = (call), judged(code, error, 1))
#define TWO(call) (error = NULL, code = (call), judged(code, error, 2))

static void settings(void) {
    parlour_config *config = NULL;
    parlour_options *options = NULL;
    parlour_error *error = NULL;
    parlour_result code;
    CHECK(parlour_config_new(&config) == PARLOUR_OK && parlour_options_new(&options) == PARLOUR_OK);
    (void)ONE(parlour_config_set_json(config, first, &error));
    (void)TWO(parlour_config_set(config, first, second, &error));
    (void)ONE(parlour_config_set_base_url(config, first, &error));
    (void)ONE(parlour_config_set_api_key(config, first, &error));
    (void)ONE(parlour_config_add_beta(config, first, &error));
    (void)ONE(parlour_config_set_proxy(config, first, &error));
    (void)TWO(parlour_config_set_header(config, first, second, &error));
    (void)TWO(parlour_config_set_secret_header(config, first, second, &error));
    (void)TWO(parlour_config_set_query(config, first, second, &error));
    (void)ONE(parlour_options_set_json(options, first, &error));
    (void)TWO(parlour_options_set(options, first, second, &error));
    (void)TWO(parlour_options_set_body_key(options, first, second, &error));
    parlour_options_free(options);
    parlour_config_free(config);
}

static void walk(const parlour_json *json) {
    size_t at;
    readable(parlour_json_string(json));
    (void)parlour_json_int(json, 0);
    (void)parlour_json_double(json, 0);
    (void)parlour_json_bool(json, false);
    for (at = 0; at < parlour_json_count(json); ++at) {
        readable(parlour_json_key(json, at));
        walk(parlour_json_item(json, at));
    }
}

static void json(void) {
    char buffer[64];
    parlour_json *value = NULL, *again = NULL;
    parlour_error *error = NULL;
    parlour_result code;
    size_t room, length = parlour_json_quote(second, NULL, 0);
    if (ONE(parlour_json_parse(first, &value, &error))) {
        walk(value);
        walk(parlour_json_at(value, second));
        CHECK(parlour_json_parse(parlour_json_text(value), &again, NULL) == PARLOUR_OK);
        CHECK(parlour_str_equal(parlour_json_text(value), parlour_json_text(again)));
        parlour_json_free(again);
    }
    parlour_json_free(value);
    CHECK((length == 0) == !is_utf8(second));
    for (room = 0; room <= sizeof buffer; room += 7) {
        memset(buffer, 'x', sizeof buffer);
        CHECK(parlour_json_quote(second, buffer, room) == length);
        CHECK(room == 0 || length == 0 || memchr(buffer, 0, room) != NULL);
        CHECK(room == sizeof buffer || buffer[room] == 'x');
    }
}

static void messages(void) {
    parlour_message *message = NULL, *again = NULL;
    parlour_conversation *talk = NULL;
    parlour_str saved;
    parlour_error *error = NULL;
    parlour_result code;
    if (ONE(parlour_message_from_json(first, &message, &error))) {
        readable(parlour_message_text(message));
        readable(parlour_message_json(message));
        CHECK(parlour_message_from_json(parlour_message_json(message), &again, NULL) == PARLOUR_OK);
        CHECK(parlour_str_equal(parlour_message_json(message), parlour_message_json(again)));
        parlour_message_free(again);
    }
    if (ONE(parlour_conversation_from_json(first, &talk, &error))) {
        CHECK(parlour_conversation_repair(talk, &saved, NULL) == PARLOUR_OK);
        readable(saved);
        CHECK(parlour_conversation_json(talk, &saved, NULL) == PARLOUR_OK);
        readable(saved);
    }
    parlour_conversation_free(talk);
    parlour_message_free(message);
}

static void requests(void) {
    parlour_request *request = NULL;
    parlour_tool_loop *loop = NULL;
    parlour_error *error = NULL;
    parlour_result code;
    if (ONE(parlour_request_from_json(first, &request, &error))) {
        (void)parlour_request_set_json(request, second, first, NULL);
        (void)parlour_request_add_message_json(request, second, NULL);
        readable(parlour_request_json(request));
        code = parlour_tool_loop_new(request, second, &loop, NULL);
        CHECK((code == PARLOUR_OK) == (loop != NULL));
        parlour_tool_loop_free(loop);
        loop = NULL;
    }
    if (ONE(parlour_tool_loop_from_json(first, &loop, &error))) {
        (void)parlour_tool_loop_say(loop, second, NULL);
        (void)parlour_tool_loop_append(loop, second, NULL);
        (void)parlour_tool_loop_finish_call(loop, second, first, false);
    }
    parlour_tool_loop_free(loop);
    parlour_request_free(request);
}

static void pieces(void) {
    parlour_partial_json *partial = NULL;
    parlour_json *schema = NULL;
    parlour_error *error = NULL;
    parlour_result code;
    CHECK(parlour_partial_json_new(second.len % 2 == 1, &partial) == PARLOUR_OK);
    code = parlour_partial_json_push(partial, first);
    CHECK(is_utf8(first) ? code == PARLOUR_OK : code == PARLOUR_INVALID_UTF8);
    readable(parlour_partial_json_changes(partial));
    (void)parlour_partial_json_push(partial, second);
    readable(parlour_partial_json_changes(partial));
    readable(parlour_partial_json_text(partial));
    readable(parlour_partial_json_error(partial));
    parlour_partial_json_free(partial);
    if (ONE(parlour_transform_schema(first, &schema, &error))) {
        walk(schema);
    }
    parlour_json_free(schema);
}

/* One input: a byte that chooses the functions, the length of the first text, and both texts. Each text has memory of
 * its own, of its very size, so that a byte read beyond it is noticed. */
int parlour_check_texts(const uint8_t *data, size_t size);
int parlour_check_texts(const uint8_t *data, size_t size) {
    static void (*const checks[])(void) = {settings, json, messages, requests, pieces};
    char *one, *two;
    size_t length;
    if (size < 2) {
        return 0;
    }
    length = data[1] < size - 2 ? data[1] : size - 2;
    one = malloc(length > 0 ? length : 1);
    two = malloc(size - 2 > length ? size - 2 - length : 1);
    CHECK(one != NULL && two != NULL);
    memcpy(one, data + 2, length);
    memcpy(two, data + 2 + length, size - 2 - length);
    first = parlour_str_n(one, length);
    second = parlour_str_n(two, size - 2 - length);
    checks[data[0] % (sizeof checks / sizeof *checks)]();
    free(one);
    free(two);
    return 0;
}

#ifndef PARLOUR_FUZZER
static size_t run(const char *folder, const char *name) {
    static uint8_t data[1 << 16];
    char path[1024];
    size_t size;
    FILE *file;
    if (name[0] == '.') {
        return 0;
    }
    CHECK(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path);
    CHECK((file = fopen(path, "rb")) != NULL);
    size = fread(data, 1, sizeof data, file);
    CHECK(fclose(file) == 0);
    /* Also each of its beginnings, with the same choice of functions. */
    for (; size > 2; size -= 1 + size / 8) {
        (void)parlour_check_texts(data, size);
    }
    return 1;
}

int main(void) {
    const char *folder = getenv("TEXT_SEEDS");
    const struct dirent *each;
    size_t count = 0;
    DIR *open;
    CHECK(folder != NULL && (open = opendir(folder)) != NULL);
    while ((each = readdir(open)) != NULL) {
        count += run(folder, each->d_name);
    }
    CHECK(closedir(open) == 0 && count > 0);
    printf("texts: %lu seeds\n", (unsigned long)count);
    return 0;
}
#endif
