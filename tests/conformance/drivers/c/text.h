/* Texts that grow, of which the last line of a call is made: JSON members. */
#ifndef DRIVER_TEXT_H
#define DRIVER_TEXT_H

#include <parlour.h>
#include <stdint.h>

#include "json.h"

/* A text that grows; the owner frees its `data`. */
typedef struct text {
    char *data;
    size_t len;
} text;

void add(text *to, const char *data, size_t len);
void add_z(text *to, const char *data);
void add_str(text *to, parlour_str piece);
/* As a JSON string. */
void add_quoted(text *to, parlour_str piece);
void add_number(text *to, uint64_t number);
/* The turns of a conversation, as JSON text of one array, in a JSON string. */
void add_turns(text *to, const parlour_conversation *turns);

/* The text of a JSON string; free `held` when it is used up. */
parlour_str given_quoted(json_view json, json_owned *held);
bool named(json_view name, const char *text);

#endif
