/*
 * parlour: a client for hosted language-model messaging services, for C.
 *
 *     parlour_config *config = NULL;
 *     parlour_client *client = NULL;
 *     parlour_request *request = NULL;
 *     parlour_message *message = NULL;
 *     parlour_error *error = NULL;
 *     parlour_result code;
 *     if ((code = parlour_config_new(&config)) == PARLOUR_OK &&
 *         (code = parlour_config_set_api_key(config, parlour_str_z("..."), &error)) == PARLOUR_OK &&
 *         (code = parlour_client_new(config, &client, &error)) == PARLOUR_OK &&
 *         (code = parlour_request_new(parlour_str_z("svc-haiku-3-5"), 256, &request)) == PARLOUR_OK &&
 *         (code = parlour_request_add_user_text(request, parlour_str_z("Name three rivers."), &error)) == PARLOUR_OK &&
 *         (code = parlour_client_create(client, request, NULL, &message, &error)) == PARLOUR_OK) {
 *         parlour_str text = parlour_message_text(message);
 *         fwrite(text.data, 1, text.len, stdout);
 *     } else {
 *         parlour_str why = parlour_why(code, error);
 *         fwrite(why.data, 1, why.len, stderr);
 *     }
 *     parlour_error_free(error);
 *     parlour_message_free(message);
 *     parlour_request_free(request);
 *     parlour_client_free(client);
 *     parlour_config_free(config);
 *
 * RESULTS. Functions that can fail return a parlour_result: the code says whether, the error handle says why. There is
 * an error handle with PARLOUR_FAILED, and with PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 and
 * PARLOUR_INVALID_ARGUMENT, where it names the argument; with no other code. The comment of each function lists the
 * codes that it may return, except PARLOUR_PANIC, which any function may return. Out-parameters are written only with
 * PARLOUR_OK; their earlier values, and that of the place for an error, are neither read nor freed. A place for an
 * error may be NULL. There is no state per thread: nothing has to be queried after a failure. Functions that return a
 * value return an empty one (0, -1, NULL, a text of length 0: each comment says which) if there is none.
 *
 * NULL. Every function survives NULL in every argument: PARLOUR_NULL_ARGUMENT where it is required. Every _free
 * function takes NULL and does nothing.
 *
 * TEXTS are UTF-8 with a length (parlour_str); a text that is not UTF-8 is refused, one that holds NUL is a text like
 * any other. As arguments they are copied before the function returns. As results their data is never NULL, but they do
 * not end with NUL. JSON is text.
 *
 * OWNERSHIP is one of three. Borrowed: it belongs to another handle and may be read until that handle is freed, or
 * until the event that the comment of the function names. Transferred: it belongs to the caller, who frees it with the
 * function that the comment names. Retained: the library keeps the argument until the event that the comment names; a
 * user pointer comes with a function that is called exactly once, when the pointer is not needed any more. Results of
 * _new, _clone and _from_json functions are transferred. A text or a handle to const is borrowed from the handle that
 * returned it.
 *
 * THREADS. Handles that a function takes as const may be used by any number of threads at once, with two exceptions:
 * one thread at a time takes from a parlour_op (but any thread may cancel it at any time), and what is being freed must
 * not be in use. Handles that a function takes without const (parlour_config, parlour_options and parlour_request while
 * they are changed) belong to one thread at a time. Nothing here may be called from a signal handler, but
 * parlour_interrupt_raise(). A handle that is closed or read to its end says so each time it is asked; of two threads
 * that take from one call at once, one gets PARLOUR_BUSY.
 *
 * SIGNALS. The library changes no handler. Its own threads have all signals blocked but those that report a fault of
 * theirs, and a connection that breaks while it is written to raises no SIGPIPE in the host. A wait for a call or a
 * queue gives PARLOUR_INTERRUPTED when a handler ran that was installed without SA_RESTART (parlour_queue_wait() with
 * any), and the call goes on. A blocking call is ended by its parlour_interrupt: raise it in the handler.
 *
 * FORK. A client, a configuration, options and requests may be used in a forked child, which gets connections and
 * threads of its own. Calls and queues stay the parent's: the child gets PARLOUR_FORKED, and may free them. Handles
 * that another thread is just using must not be used in the child.
 *
 * EXIT. Nothing has to be shut down: exit() with calls in flight is safe, and ends them. Functions of atexit() and
 * destructors of globals and thread-locals may use everything here. Threads start with the first call that needs them
 * and live as long as the process: dlclose() leaves the library where it is.
 *
 * CALLBACKS run on threads of the library and must not leave by an exception or longjmp().
 *
 * ABI. Handles are opaque. Structs that the library lends by pointer may grow behind their last field; others are
 * final. Numbers are only ever added: expect numbers that this header does not name. A program runs with any library
 * whose parlour_abi_version() is the PARLOUR_ABI_VERSION it was compiled with.
 */
#ifndef PARLOUR_H
#define PARLOUR_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "parlour/base.h"
#include "parlour/error.h"
#include "parlour/head.h"
#include "parlour/json.h"
#include "parlour/message.h"
#include "parlour/log.h"
#include "parlour/interrupt.h"
#include "parlour/config.h"
#include "parlour/request.h"
#include "parlour/conversation.h"
#include "parlour/events.h"
#include "parlour/call.h"
#include "parlour/tools.h"
#include "parlour/structured.h"
#include "parlour/client.h"
#include "parlour/endpoints.h"
#include "parlour/webhook.h"

#endif /* PARLOUR_H */
