/* Shared by the three styles; see calls.h. */
#include "calls.h"

#include <time.h>

uint32_t submit_mode(const call *call) {
    return call->mode == MODE_STREAM || call->mode == MODE_TEXT ? PARLOUR_MODE_STREAM : PARLOUR_MODE_WHOLE;
}

bool write_batch(call *call, const parlour_batch *batch) {
    for (size_t i = 0; i < parlour_batch_len(batch); i++) {
        const parlour_event *event = parlour_batch_at(batch, i);
        if (call->seen == call->enough) return false;
        call->seen++;
        if (call->mode == MODE_STREAM)
            write_event(&call->out, event);
        else if (event->delta == PARLOUR_DELTA_TEXT)
            write_text(&call->out, event->text);
    }
    return call->seen != call->enough;
}

parlour_result write_end(const call *call, const parlour_op *op, parlour_error **err) {
    if (call->mode == MODE_RAW) {
        parlour_answer *answer = NULL;
        parlour_result result = parlour_op_answer(op, &answer, err);
        if (result == PARLOUR_OK) write_answer(&call->out, answer);
        parlour_answer_free(answer);
        return result;
    }
    parlour_message *message = NULL;
    parlour_result result = parlour_op_message(op, &message, err);
    if (result == PARLOUR_OK) write_message(&call->out, message);
    parlour_message_free(message);
    return result;
}

bool is_cancelled(const call *call, const parlour_error *error) {
    return call->gave_up && parlour_error_kind(error) == PARLOUR_KIND_CANCELLED;
}

int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
