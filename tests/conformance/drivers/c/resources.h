/* Shared by resources.c and storage.c: calls of the endpoints beside messages. */
#ifndef DRIVER_RESOURCES_H
#define DRIVER_RESOURCES_H

#include "calls.h"

/* Whether a text is this one. */
bool is(json_owned text, const char *other);
/* Makes the call and writes its last line, with the answer as an object or as content. */
parlour_result make(call *call, const parlour_endpoint *endpoint, bool content, parlour_error **err);
/* Takes what a call gives line by line. Of a wait each but the last is an item, and the last is the answer. */
parlour_result take_lines(call *call, const parlour_endpoint *endpoint, bool waits, parlour_error **err);
/* Takes all of it, and writes nothing. */
parlour_result skip_lines(const call *call, const parlour_endpoint *endpoint, parlour_error **err);

/* These write their lines themselves. */
parlour_result upload(call *call, parlour_error **err);
/* A skill, or a version of the one with this id. */
parlour_result skill(call *call, json_owned id, parlour_error **err);
parlour_result download(call *call, json_owned id, parlour_error **err);
parlour_result run_batches(call *call, parlour_error **err);

#endif
