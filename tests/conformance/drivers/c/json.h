/* JSON for the driver, made by json/: one level of an object or array at a time, its values as the text they are. */
#ifndef DRIVER_JSON_H
#define DRIVER_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that belong to somebody else; `data` is NULL if there is nothing. Arguments must live during the call. */
typedef struct json_view {
    const char *data;
    size_t len;
} json_view;

/* Bytes that belong to the caller, until json_free(); `data` is NULL if there is nothing. */
typedef struct json_owned {
    char *data;
    size_t len;
} json_owned;

/* One level of an object, or of an array, whose members have empty names. Owns its texts. */
typedef struct json_level json_level;

/* Reads an object or an array; NULL if the text is neither. */
json_level *json_open(json_view text);
void json_close(json_level *level);
/* The members in their order; nothing beyond the last. */
size_t json_count(const json_level *level);
json_view json_name_at(const json_level *level, size_t index);
json_view json_value_at(const json_level *level, size_t index);

/* The string that a JSON text is. */
json_owned json_string(json_view text);
/* Bytes as a JSON string; what is not UTF-8 is replaced. */
json_owned json_quoted(json_view bytes);
void json_free(json_owned owned);

#endif
