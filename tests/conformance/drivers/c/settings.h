/* From the `config` and `options` of a line to what the library takes. */
#ifndef DRIVER_SETTINGS_H
#define DRIVER_SETTINGS_H

#include <parlour.h>

#include "json.h"

/* How settings are given: all at once as JSON, one by one as JSON, or by the functions that exist for them. */
typedef enum manner { AT_ONCE, BY_NAME, BY_SETTER } manner;

/* A client as a line asks for it. The environment plays no part. The error is the library's. */
parlour_result make_client(const json_level *line, manner how, parlour_client **out, parlour_error **err);

/* The credential function of a client: API keys (texts), or credentials (objects) that a case lists. */
parlour_result set_keys(parlour_config *config, json_view keys, parlour_error **err);
parlour_result set_hook(parlour_config *config, json_view credentials, parlour_error **err);

/* The hooks that a case lists. */
parlour_result add_hooks(parlour_config *config, json_view hooks, parlour_error **err);

/* The options of a call; NULL in `out` if the line has none. */
parlour_result make_options(json_view options, manner how, parlour_options **out, parlour_error **err);

/* The value of a member; nothing if there is none. */
json_view member(const json_level *level, const char *name);

/* Whether a value has this JSON text. */
bool same(json_view value, const char *text);

/* A view that the library takes. */
parlour_str given(json_view text);
parlour_str given_owned(json_owned text);

/* Numbers without sign, fraction or exponent, below 10^18. A text does not end with NUL. */
bool is_whole_number(json_view number);
uint64_t whole_number(json_view number);

/* Ends the driver: a line that it does not understand. */
_Noreturn void not_understood(const char *what, json_view text);

#endif
