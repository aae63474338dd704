/* How what the library gives is written as lines of the driver protocol. */
#ifndef DRIVER_LINES_H
#define DRIVER_LINES_H

#include <parlour.h>

#include "json.h"

/* Where the lines of one call go: standard output, each with the call's id. */
typedef struct output {
    json_view id;
} output;

void write_event(const output *out, const parlour_event *event);
void write_text(const output *out, parlour_str piece);
/* An item of a walk, and a line of results that is none. */
void write_item(const output *out, parlour_str json);
void write_broken(const output *out, const parlour_event *event);

/* The last line of a call; these flush. */
void write_message(const output *out, const parlour_message *message);
void write_answer(const output *out, const parlour_answer *answer);
/* An object of an endpoint beside messages; no `answer` if it is empty. */
void write_object(const output *out, const parlour_head *head, parlour_str answer);
/* The content of a file that was downloaded. */
void write_content(const output *out, parlour_str content);
/* An event that was verified, or why it was refused. */
void write_webhook(const output *out, parlour_str event, const parlour_error *refused);
/* With the number of answers before it, if a tool loop had some; -1 for no tool loop. */
void write_error(const output *out, const parlour_error *error, int64_t turns);
/* The last line of a tool loop, and of what sends nothing; `members` is JSON, a comma before each member. */
void write_run(const output *out, const parlour_message *last, const char *members);
void write_local(const output *out, const char *members);
void write_cancelled(const output *out);
/* The same with members of a tool loop. */
void write_given_up_run(const output *out, const char *members);

#endif
