/** @file
 * `parlour_parameter`: the type of the parts of a request in parlour/parameters.h. It holds the text of a JSON object,
 * in memory that the program allocates; parlour_parameter_free() releases it. A field is set once. The request that
 * takes it reports a lack of memory, or text that is not UTF-8.
 */
#ifndef PARLOUR_PARAMETER_H
#define PARLOUR_PARAMETER_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../parlour.h"

/**
 * A part of a request that is being written. Make it with the function of its type.
 */
typedef struct parlour_parameter {
    /** The JSON text so far; NULL for none. */
    char *text;
    /** The length of the text. */
    size_t len;
    /** Something could not be written: the text is not to be used. */
    bool is_broken;
} parlour_parameter;

/**
 * Gives back the memory of a part. Not needed for one that failed to be made; NULL is nothing.
 */
static inline void parlour_parameter_free(parlour_parameter *part) {
    if (part) {
        free(part->text);
        part->text = NULL;
        part->len = 0;
    }
}

/**
 * The JSON text of a part, borrowed until it is changed; empty, which is no JSON, if something could not be written.
 */
static inline parlour_str parlour_parameter_json(const parlour_parameter *part) {
    if (!part || part->is_broken) {
        return parlour_str_z("");
    }
    return part->text ? parlour_str_n(part->text, part->len) : parlour_str_z("{}");
}

/**
 * Room for so many bytes at the end of the text, and for a NUL behind them; NULL if there is no memory.
 */
static inline char *parlour_parameter_room(parlour_parameter *part, size_t len) {
#ifdef __cplusplus
    char *grown = static_cast<char *>(part->is_broken ? NULL : realloc(part->text, part->len + len + 1));
#else
    char *grown = part->is_broken ? NULL : realloc(part->text, part->len + len + 1);
#endif
    if (!grown) {
        part->is_broken = true;
        return NULL;
    }
    part->text = grown;
    return grown + part->len;
}

/**
 * Writes bytes at the end of the text.
 */
static inline void parlour_parameter_write(parlour_parameter *part, const char *bytes, size_t len) {
    char *room = parlour_parameter_room(part, len);
    if (room) {
        memcpy(room, bytes, len);
        room[len] = '\0';
        part->len += len;
    }
}

/**
 * Writes a text as a JSON string.
 */
static inline void parlour_parameter_write_text(parlour_parameter *part, parlour_str text) {
    const size_t len = parlour_json_quote(text, NULL, 0);
    char *room = len ? parlour_parameter_room(part, len) : NULL;
    if (room) {
        parlour_json_quote(text, room, len + 1);
        part->len += len;
    } else {
        part->is_broken = true;
    }
}

/**
 * The same, or `null` for a text without data.
 */
static inline void parlour_parameter_write_text_or_null(parlour_parameter *part, parlour_str text) {
    if (text.data) {
        parlour_parameter_write_text(part, text);
    } else {
        parlour_parameter_write(part, "null", 4);
    }
}

/**
 * Writes the shortest number that reads as this one, whatever the locale; one that is not finite is no JSON.
 */
static inline void parlour_parameter_write_number(parlour_parameter *part, double number) {
    char text[40];
    int digits = 15;
    do {
        snprintf(text, sizeof text, "%.*g", digits, number);
    } while (++digits <= 17 && strtod(text, NULL) != number);
    for (const char *at = text; *at;) {
        const size_t plain = strspn(at, "0123456789+-eE");
        parlour_parameter_write(part, at, plain);
        at += plain;
        if (*at) {
            /* The decimal point of the locale, of one byte or of several. */
            parlour_parameter_write(part, ".", 1);
            at += strcspn(at, "0123456789+-eE");
        }
    }
}

/**
 * Writes a whole number.
 */
static inline void parlour_parameter_write_integer(parlour_parameter *part, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    parlour_parameter_write(part, text, strlen(text));
}

/**
 * Writes `true` or `false`.
 */
static inline void parlour_parameter_write_flag(parlour_parameter *part, bool flag) {
    parlour_parameter_write(part, flag ? "true" : "false", flag ? 4 : 5);
}

/**
 * Writes a JSON text as it is; an empty one breaks the part.
 */
static inline void parlour_parameter_write_json(parlour_parameter *part, parlour_str json) {
    if (json.len == 0) {
        part->is_broken = true;
    } else {
        parlour_parameter_write(part, json.data, json.len);
    }
}

/**
 * Writes a list of texts.
 */
static inline void parlour_parameter_write_texts(parlour_parameter *part, const parlour_str *texts, size_t count) {
    parlour_parameter_write(part, "[", 1);
    for (size_t at = 0; at < count; at++) {
        if (at) {
            parlour_parameter_write(part, ",", 1);
        }
        parlour_parameter_write_text(part, texts[at]);
    }
    parlour_parameter_write(part, "]", 1);
}

/**
 * Writes a list of parts.
 */
static inline void parlour_parameter_write_parts(parlour_parameter *part, const parlour_parameter *parts,
                                                 size_t count) {
    parlour_parameter_write(part, "[", 1);
    for (size_t at = 0; at < count; at++) {
        if (at) {
            parlour_parameter_write(part, ",", 1);
        }
        parlour_parameter_write_json(part, parlour_parameter_json(&parts[at]));
    }
    parlour_parameter_write(part, "]", 1);
}

/**
 * Begins a member: what is written next is its value, and parlour_parameter_end() has to follow.
 */
static inline void parlour_parameter_begin(parlour_parameter *part, const char *name) {
    if (part->len) {
        part->len--;
        parlour_parameter_write(part, ",\"", 2);
    } else {
        parlour_parameter_write(part, "{\"", 2);
    }
    parlour_parameter_write(part, name, strlen(name));
    parlour_parameter_write(part, "\":", 2);
}

/**
 * Ends a member.
 */
static inline void parlour_parameter_end(parlour_parameter *part) { parlour_parameter_write(part, "}", 1); }

/**
 * Sets a field to a JSON value, also one that this version does not know.
 */
static inline void parlour_parameter_set_json(parlour_parameter *part, const char *name, parlour_str json) {
    parlour_parameter_begin(part, name);
    parlour_parameter_write_json(part, json);
    parlour_parameter_end(part);
}

/**
 * Sets a field of a request to the value that was written, and gives back its memory.
 */
static inline parlour_result
parlour_parameter_give(parlour_request *request, const char *name, parlour_parameter value, parlour_error **error) {
    const parlour_result code =
        parlour_request_set_json(request, parlour_str_z(name), parlour_parameter_json(&value), error);
    parlour_parameter_free(&value);
    return code;
}

#endif
