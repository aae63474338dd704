/* Texts that grow. */
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

void add(text *to, const char *data, size_t len) {
    char *grown = realloc(to->data, to->len + len + 1);
    if (!grown) abort();
    memcpy(grown + to->len, data, len);
    to->data = grown;
    to->len += len;
    grown[to->len] = 0;
}

void add_z(text *to, const char *data) { add(to, data, strlen(data)); }

void add_str(text *to, parlour_str piece) { add(to, piece.data, piece.len); }

void add_quoted(text *to, parlour_str piece) {
    json_owned quoted = json_quoted((json_view){piece.data, piece.len});
    add(to, quoted.data, quoted.len);
    json_free(quoted);
}

void add_number(text *to, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    add_z(to, digits);
}

parlour_str given_quoted(json_view json, json_owned *held) {
    *held = json_string(json);
    return given_owned(*held);
}

void add_turns(text *to, const parlour_conversation *turns) {
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

bool named(json_view name, const char *text) {
    return name.len == strlen(text) && memcmp(name.data, text, name.len) == 0;
}
