/* One call, in each of the three styles of the library. They differ in how they wait, and share what is here. */
#ifndef DRIVER_CALLS_H
#define DRIVER_CALLS_H

#include <parlour.h>

#include "json.h"
#include "lines.h"
#include "settings.h"

typedef enum call_mode {
    MODE_CREATE,
    MODE_STREAM,
    MODE_TEXT,
    MODE_RAW,
    MODE_RUN_TOOLS,
    MODE_PARSE,
    MODE_CONVERSATION,
    MODE_PARTIAL_JSON,
    MODE_RESOURCE,
    MODE_WEBHOOK,
    MODE_CACHE
} call_mode;

/* The call that a line asks for. */
typedef struct call {
    call_mode mode;
    const parlour_client *client;
    parlour_options *options; /* may be NULL */
    const parlour_request *request; /* of every mode but MODE_RAW */
    json_owned method, path, body;  /* of MODE_RAW */
    int64_t enough;                 /* events to stop after; -1 for all */
    int64_t after_ms;               /* give up then; -1 for never */
    output out;
    const json_level *asked; /* of tool loops, structured answers, and what sends nothing: the line's "call" */
    bool early;              /* a tool loop streams, begins calls while they arrive, and denies them when it is asked */
    int64_t turns;           /* answers of a tool loop so far; -1 of anything else */
    /* How far it came. */
    int64_t seen;
    bool gave_up;
} call;

/* Makes the call and writes its lines. The error, if the result is one, is the library's, and its line is the caller's
 * to write. */
parlour_result call_next(call *call, parlour_error **err);
parlour_result call_queue(call *call, parlour_error **err);
parlour_result call_callback(call *call, parlour_error **err);

/* A tool loop with functions that do what the line says, a structured answer, and what sends nothing: the same in each
 * style. */
parlour_result call_run_tools(call *call, parlour_error **err);
parlour_result call_parse(call *call, parlour_error **err);
parlour_result call_conversation(call *call, parlour_error **err);
parlour_result call_keep_tokens(call *call, parlour_error **err);
parlour_result call_drain(call *call, parlour_error **err);
parlour_result call_cache(call *call, parlour_error **err);
parlour_result call_partial_json(call *call, parlour_error **err);
/* The endpoints beside messages, and webhooks: the same in each style. */
parlour_result call_resource(call *call, parlour_error **err);
parlour_result call_webhook(call *call, parlour_error **err);

/* The mode of a submitted call. */
uint32_t submit_mode(const call *call);
/* Writes events down; false once there are enough. */
bool write_batch(call *call, const parlour_batch *batch);
/* The last line of a submitted call that is complete. */
parlour_result write_end(const call *call, const parlour_op *op, parlour_error **err);
/* Whether an error is what giving up looks like. */
bool is_cancelled(const call *call, const parlour_error *error);

/* Milliseconds since some start that never jumps. */
int64_t now_ms(void);

#endif
