/* Values of JSON. A part of parlour.h. */

#ifndef PARLOUR_JSON_H
#define PARLOUR_JSON_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * There is no value: the handle is NULL.
 */
#define PARLOUR_JSON_NONE 0

/**
 * `null`.
 */
#define PARLOUR_JSON_NULL 1

/**
 * `true` or `false`.
 */
#define PARLOUR_JSON_BOOL 2

/**
 * A number.
 */
#define PARLOUR_JSON_NUMBER 3

/**
 * A string.
 */
#define PARLOUR_JSON_STRING 4

/**
 * An array.
 */
#define PARLOUR_JSON_ARRAY 5

/**
 * An object.
 */
#define PARLOUR_JSON_OBJECT 6

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads a JSON text, nested at most 127 deep: a body, an event, a block, the input of a tool. Free it with
 * parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_json_parse(
    struct parlour_str json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees what parlour_json_parse() gave, and with it all values in it; NULL is allowed. Not for a value in it.
 */
PARLOUR_API void parlour_json_free(struct parlour_json *PARLOUR_NULLABLE json);

/**
 * The value at a JSON pointer (RFC 6901), for example "/usage/input_tokens" or "/content/0/text"; an empty pointer is
 * the value itself, "~1" means "/" in a key and "~0" means "~". NULL if there is none. Of two members of one name it
 * is the last.
 */
PARLOUR_API const struct parlour_json *PARLOUR_NULLABLE parlour_json_at(
    const struct parlour_json *PARLOUR_NULLABLE json,
    struct parlour_str pointer);

/**
 * Its kind: one of PARLOUR_JSON_.... PARLOUR_JSON_NONE for NULL.
 */
PARLOUR_API parlour_json_kind parlour_json_kind_of(const struct parlour_json *PARLOUR_NULLABLE json);

/**
 * The text of a string, its escapes resolved; empty for everything else.
 */
PARLOUR_API struct parlour_str parlour_json_string(const struct parlour_json *PARLOUR_NULLABLE json);

/**
 * A number without a fraction that fits; `otherwise` for everything else.
 */
PARLOUR_API int64_t parlour_json_int(const struct parlour_json *PARLOUR_NULLABLE json, int64_t otherwise);

/**
 * A number, to the nearest that fits; `otherwise` for everything else.
 */
PARLOUR_API double parlour_json_double(const struct parlour_json *PARLOUR_NULLABLE json, double otherwise);

/**
 * `true` or `false`; `otherwise` for everything else.
 */
PARLOUR_API bool parlour_json_bool(const struct parlour_json *PARLOUR_NULLABLE json, bool otherwise);

/**
 * How many values an array has, or members an object; 0 for everything else.
 */
PARLOUR_API size_t parlour_json_count(const struct parlour_json *PARLOUR_NULLABLE json);

/**
 * A value of an array, or the value of a member of an object, by its place; NULL beyond the last.
 */
PARLOUR_API const struct parlour_json *PARLOUR_NULLABLE parlour_json_item(
    const struct parlour_json *PARLOUR_NULLABLE json,
    size_t index);

/**
 * The key of a member of an object, by its place; empty beyond the last, and for everything else.
 */
PARLOUR_API struct parlour_str parlour_json_key(const struct parlour_json *PARLOUR_NULLABLE json, size_t index);

/**
 * A value as compact JSON text; empty for NULL. Borrowed like the value. Any thread.
 */
PARLOUR_API struct parlour_str parlour_json_text(const struct parlour_json *PARLOUR_NULLABLE json);

/**
 * Writes a text as a JSON string, with its quotes, into `buffer` of `size` bytes, always ended with NUL if `size` is
 * not 0. Gives the number of bytes that the whole has without the NUL, as snprintf() does: if that is not less than
 * `size`, it was cut. A NULL buffer counts alone. 0 if the text is not UTF-8.
 */
PARLOUR_API size_t parlour_json_quote(struct parlour_str text, char *PARLOUR_NULLABLE buffer, size_t size);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_JSON_H */
