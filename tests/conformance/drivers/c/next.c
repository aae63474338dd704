/* The blocking style: whole answers by parlour_client_create(), streams by parlour_op_next(). Giving up after a time is
 * another thread's cancel, which has to wake this one; giving up after some events is freeing the call. */
#include "alarm.h"
#include "calls.h"

static void cancel(const void *op) { parlour_op_cancel(op); }

static parlour_result submit(const call *call, parlour_op **op, parlour_error **err) {
    if (call->mode == MODE_RAW)
        return parlour_client_submit_raw(call->client, NULL, given_owned(call->method), given_owned(call->path),
                                         given_owned(call->body), call->options, PARLOUR_MODE_WHOLE, 0, op, err);
    return parlour_client_submit(call->client, NULL, call->request, call->options, submit_mode(call), 0, op, err);
}

/* Takes batches until the call ends, or its consumer has enough of it. */
static parlour_result take_all(call *call, const parlour_op *op, parlour_error **err) {
    if (call->enough == 0) {
        /* The answer has to have begun: before that there is nothing to turn away from. */
        const parlour_head *head = NULL;
        parlour_result result = parlour_op_wait_head(op, -1, &head, err);
        call->gave_up = result == PARLOUR_OK;
        return result;
    }
    for (;;) {
        parlour_batch *batch = NULL;
        parlour_result result = parlour_op_next(op, -1, &batch, err);
        if (result == PARLOUR_END) return write_end(call, op, err);
        if (result != PARLOUR_OK) return result;
        bool more = write_batch(call, batch);
        parlour_batch_free(batch);
        if (more) continue;
        call->gave_up = true;
        return PARLOUR_OK;
    }
}

static parlour_result by_op(call *call, parlour_error **err) {
    parlour_op *op = NULL;
    parlour_result result = submit(call, &op, err);
    if (result != PARLOUR_OK) return result;
    alarm_clock clock;
    if (call->after_ms >= 0) start_alarm(&clock, call->after_ms, cancel, op);
    result = take_all(call, op, err);
    if (call->after_ms >= 0) {
        stop_alarm(&clock);
        call->gave_up = true;
    }
    parlour_op_free(op);
    if (result == PARLOUR_OK && call->gave_up && call->after_ms < 0) write_cancelled(&call->out);
    return result;
}

parlour_result call_next(call *call, parlour_error **err) {
    if (call->after_ms >= 0 || call->mode == MODE_STREAM || call->mode == MODE_TEXT) return by_op(call, err);
    if (call->mode == MODE_RAW) {
        parlour_answer *answer = NULL;
        parlour_result result = parlour_client_request(call->client, given_owned(call->method), given_owned(call->path),
                                                       given_owned(call->body), call->options, &answer, err);
        if (result == PARLOUR_OK) write_answer(&call->out, answer);
        parlour_answer_free(answer);
        return result;
    }
    parlour_message *message = NULL;
    parlour_result result = parlour_client_create(call->client, call->request, call->options, &message, err);
    if (result == PARLOUR_OK) write_message(&call->out, message);
    parlour_message_free(message);
    return result;
}
