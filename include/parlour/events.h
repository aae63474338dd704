/* Events of a streamed answer, in batches. A part of parlour.h. */

#ifndef PARLOUR_EVENTS_H
#define PARLOUR_EVENTS_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * The `index` of an event that belongs to no content block.
 */
#define PARLOUR_NO_INDEX UINT32_MAX

/**
 * One event of a stream. All texts are borrowed until its batch is freed, and empty where the event has none. A newer
 * library may have more behind the last field: go from event to event with parlour_event_next() or parlour_batch_at(),
 * and copy no event.
 */
typedef struct parlour_event {
    /**
     * One of PARLOUR_EVENT_..., or a number of a newer library.
     */
    parlour_event_kind kind;
    /**
     * The content block the event belongs to; PARLOUR_NO_INDEX if none.
     */
    uint32_t index;
    /**
     * Which piece a delta carries: one of PARLOUR_DELTA_....
     */
    parlour_delta_kind delta;
    /**
     * The bytes from this event to the next one.
     */
    uint32_t size;
    /**
     * The name on the wire, also of unknown kinds.
     */
    struct parlour_str name;
    /**
     * The JSON as it arrived.
     */
    struct parlour_str json;
    /**
     * The piece of text, decoded.
     */
    struct parlour_str text;
    /**
     * The piece of a tool's input, decoded: a fragment of JSON text.
     */
    struct parlour_str partial_json;
    /**
     * The piece of reasoning, decoded.
     */
    struct parlour_str thinking;
} parlour_event;

/**
 * The message begins: id, model, first usage.
 */
#define PARLOUR_EVENT_MESSAGE_START 1

/**
 * A content block begins.
 */
#define PARLOUR_EVENT_CONTENT_BLOCK_START 2

/**
 * A piece of a content block.
 */
#define PARLOUR_EVENT_CONTENT_BLOCK_DELTA 3

/**
 * A content block is complete.
 */
#define PARLOUR_EVENT_CONTENT_BLOCK_STOP 4

/**
 * Stop reason and usage totals.
 */
#define PARLOUR_EVENT_MESSAGE_DELTA 5

/**
 * The message is complete.
 */
#define PARLOUR_EVENT_MESSAGE_STOP 6

/**
 * A sign of life without content.
 */
#define PARLOUR_EVENT_PING 7

/**
 * A kind that this version does not know: its name and its JSON are there.
 */
#define PARLOUR_EVENT_UNKNOWN 9

/**
 * A piece of the body of a raw request: `json` holds its bytes, which need not be text. Of the results of a batch: one
 * result. Of a wait for a batch: the batch in its current state.
 */
#define PARLOUR_EVENT_CHUNK 100

/**
 * A line of the results of a batch that is not a result: `json` has the unchanged line, `text` the error and the
 * number of the line, and `name` the kind of the error. Other lines follow.
 */
#define PARLOUR_EVENT_BROKEN 101

/**
 * No piece, or one of another type: look into the JSON.
 */
#define PARLOUR_DELTA_NONE 0

/**
 * A piece of text, in `text`.
 */
#define PARLOUR_DELTA_TEXT 1

/**
 * A piece of a tool's input, in `partial_json`.
 */
#define PARLOUR_DELTA_PARTIAL_JSON 2

/**
 * A piece of reasoning, in `thinking`.
 */
#define PARLOUR_DELTA_THINKING 3

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Frees a batch, and with it all views of its events; NULL is allowed.
 */
PARLOUR_API void parlour_batch_free(struct parlour_batch *PARLOUR_NULLABLE batch);

/**
 * The number of events; at least 1 in a batch that the library gave.
 */
PARLOUR_API size_t parlour_batch_len(const struct parlour_batch *PARLOUR_NULLABLE batch);

/**
 * An event; NULL beyond the last. Borrowed until the batch is freed.
 */
PARLOUR_API const struct parlour_event *PARLOUR_NULLABLE parlour_batch_at(
    const struct parlour_batch *PARLOUR_NULLABLE batch,
    size_t index);

/**
 * The first of parlour_batch_len() events; parlour_event_next() gives the others. Borrowed until the batch is freed;
 * NULL for NULL.
 */
PARLOUR_API const struct parlour_event *PARLOUR_NULLABLE parlour_batch_events(
    const struct parlour_batch *PARLOUR_NULLABLE batch);

/**
 * The event after another one of the same batch. Only if there is one: parlour_batch_len() says how many there are.
 */
static inline const parlour_event *parlour_event_next(const parlour_event *event) {
    const void *here = event;
#ifdef __cplusplus
    const void *next = static_cast<const char *>(here) + event->size;
    return static_cast<const parlour_event *>(next);
#else
    const char *bytes = here;
    const void *next = bytes + event->size;
    return next;
#endif
}

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_EVENTS_H */
