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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/**
 * Marks exported functions. Define PARLOUR_STATIC where the static library is linked on Windows.
 */
#ifndef PARLOUR_API
#if defined(_WIN32) && !defined(PARLOUR_STATIC)
#define PARLOUR_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PARLOUR_API __attribute__((visibility("default")))
#else
#define PARLOUR_API
#endif
#endif

/**
 * A result that must be looked at, because an out-parameter is written only if it is PARLOUR_OK.
 */
#ifndef PARLOUR_NODISCARD
#if (defined(__cplusplus) && __cplusplus >= 201703L) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PARLOUR_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define PARLOUR_NODISCARD __attribute__((warn_unused_result))
#elif defined(_MSC_VER)
#define PARLOUR_NODISCARD _Check_return_
#else
#define PARLOUR_NODISCARD
#endif
#endif

/**
 * A function that a later version will be without; the text says what takes its place.
 */
#ifndef PARLOUR_DEPRECATED
#if (defined(__cplusplus) && __cplusplus >= 201402L) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PARLOUR_DEPRECATED(text) [[deprecated(text)]]
#elif defined(__GNUC__)
#define PARLOUR_DEPRECATED(text) __attribute__((deprecated(text)))
#elif defined(_MSC_VER)
#define PARLOUR_DEPRECATED(text) __declspec(deprecated(text))
#else
#define PARLOUR_DEPRECATED(text)
#endif
#endif

/**
 * A pointer that must not be NULL: PARLOUR_NULL_ARGUMENT if it is. Clang warns where NULL is written there.
 */
#ifndef PARLOUR_NONNULL
#ifdef __clang__
#define PARLOUR_NONNULL _Nonnull
#else
#define PARLOUR_NONNULL
#endif
#endif

/**
 * A pointer that may be NULL.
 */
#ifndef PARLOUR_NULLABLE
#ifdef __clang__
#define PARLOUR_NULLABLE _Nullable
#else
#define PARLOUR_NULLABLE
#endif
#endif

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif


/**
 * Done; out-parameters are written.
 */
#define PARLOUR_OK 0

/**
 * It failed, and the error handle says why (if the caller gave a place for one).
 */
#define PARLOUR_FAILED 1

/**
 * A required argument was NULL; the error names it.
 */
#define PARLOUR_NULL_ARGUMENT 2

/**
 * A text was not UTF-8; the error names the argument.
 */
#define PARLOUR_INVALID_UTF8 3

/**
 * An argument has a value that makes no sense there; the error names it.
 */
#define PARLOUR_INVALID_ARGUMENT 4

/**
 * A defect of the library was caught. The handles involved may be freed, and should not be used otherwise.
 */
#define PARLOUR_PANIC 5

/**
 * Nothing is there yet.
 */
#define PARLOUR_WOULD_BLOCK 6

/**
 * The time limit of the wait is over; the call goes on.
 */
#define PARLOUR_TIMED_OUT 7

/**
 * The call is complete: nothing more will come.
 */
#define PARLOUR_END 8

/**
 * The handle was closed: nothing more will come.
 */
#define PARLOUR_CLOSED 9

/**
 * The handle belongs to the parent of this forked process.
 */
#define PARLOUR_FORKED 10

/**
 * Something else has the place already: another thread takes from the call, or this is the thread that would be waited
 * for.
 */
#define PARLOUR_BUSY 11

/**
 * A signal handler ran on this thread while it waited, or the interrupt of a blocking call was raised.
 */
#define PARLOUR_INTERRUPTED 12

/**
 * There is no such thing: an index beyond the end, a header that is not there.
 */
#define PARLOUR_NOT_FOUND 13

/**
 * The ABI that this header describes. It changes when a program built against an older header would no longer run.
 */
#define PARLOUR_ABI_VERSION 1

/**
 * The version of the library that this header came with: its major number.
 */
#define PARLOUR_VERSION_MAJOR 0

/**
 * Its minor number.
 */
#define PARLOUR_VERSION_MINOR 1

/**
 * Its patch number.
 */
#define PARLOUR_VERSION_PATCH 0

/**
 * The three as one number that grows: major * 1000000 + minor * 1000 + patch. A function that came later is there if
 * parlour_version_number() is at least that of the version it came with.
 */
#define PARLOUR_VERSION_NUMBER 1000

/**
 * Instead of a number of milliseconds: for ever. 0 is no limit that anything could keep, and refused; so is more than
 * 10000000000000.
 */
#define PARLOUR_NO_LIMIT -1

/**
 * The `index` of an event that belongs to no content block.
 */
#define PARLOUR_NO_INDEX UINT32_MAX

/**
 * The answer of a raw request. Immutable and independent of every other handle.
 */
typedef struct parlour_answer parlour_answer;

/**
 * A request for a structured answer, and the validation of the answer, for programs that send it themselves: as a
 * stream, with a queue. One thread at a time while it is changed. Texts are borrowed until it is freed.
 */
typedef struct parlour_answer_plan parlour_answer_plan;

/**
 * Some events of one stream, in their order. Independent of the call it came from: it may be kept, read from any
 * thread and freed at any time. Freed early, its memory serves the next batch.
 */
typedef struct parlour_batch parlour_batch;

/**
 * The requests of a message batch, each kept as the bytes that are sent. One thread at a time.
 */
typedef struct parlour_batch_requests parlour_batch_requests;

/**
 * A run of batches: any number of requests, split into as many batches as they need, whose results come as those of
 * one. With a journal the run survives the end of the process: opened again with the same file and given the same
 * requests, it submits nothing twice. One thread at a time, and one call of it at a time.
 */
typedef struct parlour_batch_run parlour_batch_run;

/**
 * A client of one service. Any number of threads may use it at once, and any process forked from the one that made it.
 * Making one starts no thread and opens no connection. Calls live on when it is freed.
 */
typedef struct parlour_client parlour_client;

/**
 * Settings of clients to be made. One thread at a time. Values are copied; credentials are wiped when they are
 * replaced or the configuration is freed. A setting that is not set has the library's default.
 */
typedef struct parlour_config parlour_config;

/**
 * Blocks of a turn, a system prompt or a tool's result, in their order. One thread at a time while it is changed.
 * Requests copy what they are given: it may be changed, used again or freed afterwards.
 */
typedef struct parlour_content parlour_content;

/**
 * The turns of a conversation, oldest first. A turn is written as JSON once, when it is added, and sent as those bytes
 * ever after. One thread at a time while it is changed. Texts of it are borrowed until it is changed or freed.
 */
typedef struct parlour_conversation parlour_conversation;

/**
 * The attempt that a credential function is called for, and the place for its answer. Borrowed, with all texts that it
 * gives: valid until the function returns.
 */
typedef struct parlour_credential parlour_credential;

/**
 * A call of an endpoint beside messages, to be made by parlour_client_call(), parlour_client_submit_call() or
 * parlour_client_submit_call_callback(), any number of times. One thread at a time while it is changed; calls copy
 * what they need.
 *
 * Endpoints have names: "messages.count_tokens", "models.list", "models.get", "batches.create", "batches.get",
 * "batches.list", "batches.cancel", "batches.delete", "batches.results", "files.upload", "files.get", "files.list",
 * "files.content", "files.delete", "skills.create", "skills.get", "skills.list", "skills.delete",
 * "skills.versions.create" and its like, "rate_limits.workspace" and its like. The page of endpoints of the
 * documentation lists them all. parlour_endpoint_request() makes any other request.
 */
typedef struct parlour_endpoint parlour_endpoint;

/**
 * Why something failed. Independent of every other handle: it may be kept, read from any thread and freed at any
 * time. Texts are borrowed until the error is freed.
 */
typedef struct parlour_error parlour_error;

/**
 * Status, headers, attempts and rate limits of an answer. Always borrowed: from the message, the answer or the call
 * that it was asked of, and valid as long as that. Readable from any thread.
 */
typedef struct parlour_head parlour_head;

/**
 * Ends blocking calls: parlour_client_create() and parlour_client_request() with options that name it give
 * PARLOUR_INTERRUPTED once it is raised. Any number of calls and threads may share one. A forked child cannot use its
 * parent's.
 */
typedef struct parlour_interrupt parlour_interrupt;

/**
 * JSON that was read, or a value in it. Immutable and independent of the text it was read from: any thread may read
 * it, and it is freed at any time with parlour_json_free(). Values in it are borrowed until then; a value that is not
 * there is NULL, which every function here takes. Members keep their order.
 */
typedef struct parlour_json parlour_json;

/**
 * An answer of the model. Immutable and independent of every other handle: it may be kept, read from any thread and
 * freed at any time. Texts are borrowed until the message is freed.
 */
typedef struct parlour_message parlour_message;

/**
 * A submitted call. One thread at a time takes from it; parlour_op_cancel() may be called from any thread at any time.
 * Freeing it gives the call up and closes its connection unless it has ended. A forked child cannot use its parent's.
 */
typedef struct parlour_op parlour_op;

/**
 * Settings of one call, which override those of its client. One thread at a time while it is changed; afterwards
 * any number of threads may use it for calls. Calls copy what they need.
 */
typedef struct parlour_options parlour_options;

/**
 * A walk over the pages of a list. One thread at a time.
 */
typedef struct parlour_pages parlour_pages;

/**
 * The outcome of a structured answer, and every message that was billed for it. Immutable and independent of every
 * other handle. Texts are borrowed until it is freed.
 */
typedef struct parlour_parsed parlour_parsed;

/**
 * A JSON text that is still arriving: the input of a tool, or an answer that is JSON. Each piece is read once, however
 * often the value is looked at. One thread at a time while it is changed. Texts are borrowed until the next piece, or
 * until it is freed.
 */
typedef struct parlour_partial_json parlour_partial_json;

/**
 * A queue of the completions of submitted calls. Any number of threads may use it at once; the completions of one call
 * come in their order only if one thread drains. A forked child cannot use its parent's, and must not watch its
 * descriptor.
 */
typedef struct parlour_queue parlour_queue;

/**
 * A message request. One thread at a time while it is changed; afterwards any number of threads may use it for calls.
 * Calls copy what they need: it may be changed, used again or freed while they run. Texts are copied.
 */
typedef struct parlour_request parlour_request;

/**
 * The files of a skill, collected one by one. One thread at a time while it is changed.
 */
typedef struct parlour_skill_files parlour_skill_files;

/**
 * A call of a tool that may be run. Texts are borrowed until it is freed, or, inside a tool's function, until that
 * returns.
 */
typedef struct parlour_tool_call parlour_tool_call;

/**
 * A loop of requests and tool calls, which decides the next step and does no I/O itself. One thread at a time. Texts
 * of it are borrowed until it is asked for the same text again, or freed.
 */
typedef struct parlour_tool_loop parlour_tool_loop;

/**
 * Where a tool's function puts its result. Borrowed: valid until the function returns.
 */
typedef struct parlour_tool_result parlour_tool_result;

/**
 * A tool loop under way: it sends the requests and calls the functions of the tools. One thread at a time; a forked
 * child cannot use its parent's.
 */
typedef struct parlour_tool_run parlour_tool_run;

/**
 * Tools and the functions behind them. One thread at a time while it is changed; runs copy what they need.
 */
typedef struct parlour_tools parlour_tools;

/**
 * A file to be uploaded: where its bytes come from, its name and its media type. One thread at a time while it is
 * changed.
 */
typedef struct parlour_upload parlour_upload;

/**
 * Verifies webhooks (protocol §8.10). Any number of threads once its secrets are added; keeps nothing of what it
 * verified.
 */
typedef struct parlour_webhooks parlour_webhooks;

/**
 * The result code of a function: one of the `PARLOUR_OK` ... constants below. A newer library may return codes that
 * this header does not name: treat them as failures.
 */
typedef uint32_t parlour_result;

/**
 * A text, or bytes: not NUL-terminated, and it may hold NUL. As an argument it is copied before the function returns.
 * As a result it is a view, `data` is never NULL, and the function says how long it may be read.
 */
typedef struct parlour_str {
    /**
     * The first byte; may be NULL in arguments if `len` is 0.
     */
    const char *data;
    /**
     * The number of bytes.
     */
    size_t len;
} parlour_str;

/**
 * The kind of an error: one of PARLOUR_KIND_..., or a number of a newer library.
 */
typedef uint32_t parlour_kind;

/**
 * One limited quantity, as the answer reports it. A newer library may have more behind the last field.
 */
typedef struct parlour_rate_limit {
    /**
     * "requests", "tokens", "input_tokens", "output_tokens", "priority_input_tokens", "priority_output_tokens"; an
     * open set. Static.
     */
    struct parlour_str name;
    /**
     * The size of a full allowance; -1 if the answer does not say.
     */
    int64_t limit;
    /**
     * How much of it is left; -1 if the answer does not say.
     */
    int64_t remaining;
    /**
     * When it is full again: milliseconds since 1970 by the service's clock; -1 if the answer does not say.
     */
    int64_t reset_unix_ms;
} parlour_rate_limit;

/**
 * The token usage of an answer; a count that the service does not report is 0. A newer library may have more
 * behind the last field.
 */
typedef struct parlour_usage {
    /**
     * Input tokens that were neither written to nor read from the cache.
     */
    uint64_t input_tokens;
    /**
     * All output tokens, thinking included.
     */
    uint64_t output_tokens;
    /**
     * Input tokens written to the cache.
     */
    uint64_t cache_creation_input_tokens;
    /**
     * Input tokens read from the cache.
     */
    uint64_t cache_read_input_tokens;
    /**
     * All input tokens: the three above together.
     */
    uint64_t total_input_tokens;
} parlour_usage;

/**
 * The kind of a JSON value: one of PARLOUR_JSON_....
 */
typedef uint32_t parlour_json_kind;

/**
 * The kind of a content block: one of PARLOUR_BLOCK_..., or a number of a newer library.
 */
typedef uint32_t parlour_block_kind;

/**
 * Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
 */
typedef uint32_t parlour_input_state;

/**
 * Gives the credential for one attempt: puts a key, a token, headers or a failure into `credential`, which also
 * describes the request. `attempt` counts from 1. `after_refusal` says that the service refused the one given before,
 * and a cached one should be dropped.
 *
 * It is called on a thread of the library, for several calls at once, and may block: the call waits under its time
 * limits. It must not call this library otherwise, nor leave by an exception or longjmp().
 */
typedef void (*parlour_credential_fn)(void *user,
                                      uint32_t attempt,
                                      bool after_refusal,
                                      struct parlour_credential *credential);

/**
 * Ends the life of a user pointer. Called exactly once, with the pointer that was given with it.
 */
typedef void (*parlour_free_fn)(void *user);

/**
 * A message that ended with another stop reason than "end_turn". The texts are borrowed until the function returns. A
 * newer library may have more behind the last field.
 */
typedef struct parlour_stop_notice {
    /**
     * Why the model stopped, for example "max_tokens", "tool_use"; an open set.
     */
    struct parlour_str stop_reason;
    /**
     * The id of the request at the service; empty if the answer has none. Quote it to the service's support.
     */
    struct parlour_str request_id;
    /**
     * The id of the message.
     */
    struct parlour_str message_id;
    /**
     * The model that answered.
     */
    struct parlour_str model;
} parlour_stop_notice;

/**
 * Called for a message with a stop reason other than "end_turn". It must return soon, because it holds up the thread
 * that it is called on, and must not leave by an exception or longjmp(). It may use everything here that does not
 * block.
 */
typedef void (*parlour_stop_fn)(void *user, const struct parlour_stop_notice *notice);

/**
 * The HTTP version to speak: one of PARLOUR_HTTP_....
 */
typedef uint32_t parlour_http_version;

/**
 * The kind of an event: one of PARLOUR_EVENT_..., or a number of a newer library.
 */
typedef uint32_t parlour_event_kind;

/**
 * Which piece a delta carries: one of PARLOUR_DELTA_..., or a number of a newer library.
 */
typedef uint32_t parlour_delta_kind;

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
 * Runs a tool: reads the input of `call` and puts its output into `result`. Of several results the last counts; if
 * there is none, the model gets an error.
 *
 * It is called on a thread of its own, which has all signals blocked, and together with other calls of the same turn.
 * It may block and may use every function of this header, also for calls of the same client. Its arguments are
 * borrowed until it returns. It must not leave by an exception or longjmp(). A call whose time limit is over, or whose
 * run was interrupted, goes on until it returns, and its result is dropped: long ones check
 * parlour_tool_call_is_cancelled().
 */
typedef void (*parlour_tool_fn)(void *user, const struct parlour_tool_call *call, struct parlour_tool_result *result);

/**
 * Whether a call may run. If it must not, `reason` takes the result for the model, like a tool's result; it may be
 * left unchanged.
 *
 * It is called on the thread that runs the loop, before the function of each call, while calls that were begun go on.
 * It may block, for a person for example: this does not count towards the time limit of its call, but those of other
 * calls are checked only when it returns. Its arguments are borrowed until it returns. It must not leave by an
 * exception or longjmp().
 */
typedef bool (*parlour_approve_fn)(void *user, const struct parlour_tool_call *call, struct parlour_tool_result *reason);

/**
 * The outcome of a structured answer: one of PARLOUR_ANSWER_....
 */
typedef uint32_t parlour_answer_outcome;

/**
 * Reads the next bytes of a file into `buffer`, at most `size` of them: how many there are, 0 at the end, a negative
 * number on failure, which fails the call. It may block: it is called on threads of the library that are for that, one
 * call at a time.
 */
typedef int64_t (*parlour_read_fn)(void *user, char *buffer, size_t size);

/**
 * How a call is answered: one of PARLOUR_MODE_....
 */
typedef uint32_t parlour_mode;

/**
 * The kind of a completion: one of PARLOUR_COMPLETION_..., or a number of a newer library.
 */
typedef uint32_t parlour_completion_kind;

/**
 * One result of a drain, for one call. The layout is final.
 */
typedef struct parlour_completion {
    /**
     * The call; borrowed: the caller has its handle.
     */
    const struct parlour_op *op;
    /**
     * The token that was given when it was submitted.
     */
    uint64_t token;
    /**
     * One of PARLOUR_COMPLETION_..., or a number of a newer library: free what is not NULL, and go on.
     */
    parlour_completion_kind kind;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * Transferred: free it with parlour_batch_free(). NULL if the kind has none.
     */
    struct parlour_batch *batch;
    /**
     * Transferred: free it with parlour_error_free(). NULL if the kind has none.
     */
    struct parlour_error *error;
} parlour_completion;

/**
 * Takes events of a stream. `op` and `batch` are borrowed until the function returns.
 */
typedef void (*parlour_batch_fn)(void *user, const struct parlour_op *op, const struct parlour_batch *batch);

/**
 * Takes the end of a call, once, after its last batch: `error` is NULL if it is complete, and parlour_op_message() or
 * parlour_op_answer() has what it came to. `op` and `error` are borrowed until the function returns.
 */
typedef void (*parlour_done_fn)(void *user, const struct parlour_op *op, const struct parlour_error *error);

/**
 * The level of a log record: one of PARLOUR_LOG_....
 */
typedef uint32_t parlour_log_level;

/**
 * Takes a log record: its level, a constant sentence, and named values as one JSON object of texts. The texts are
 * borrowed until the function returns. Credentials are masked. It must not call this library.
 */
typedef void (*parlour_log_fn)(void *user,
                               parlour_log_level level,
                               struct parlour_str message,
                               struct parlour_str fields_json);

/**
 * 400: the request is malformed or does not fit the context window.
 */
#define PARLOUR_KIND_BAD_REQUEST 1

/**
 * 401: the key or token is missing, wrong or expired.
 */
#define PARLOUR_KIND_AUTHENTICATION 2

/**
 * 402: a payment problem of the account.
 */
#define PARLOUR_KIND_BILLING 3

/**
 * 403: the credential may not use this resource.
 */
#define PARLOUR_KIND_PERMISSION_DENIED 4

/**
 * 404: unknown path, model, batch or file.
 */
#define PARLOUR_KIND_NOT_FOUND 5

/**
 * 409: conflict with the current state.
 */
#define PARLOUR_KIND_CONFLICT 6

/**
 * 413: the body is larger than the service takes.
 */
#define PARLOUR_KIND_REQUEST_TOO_LARGE 7

/**
 * 422: understood but not processable.
 */
#define PARLOUR_KIND_UNPROCESSABLE_ENTITY 8

/**
 * 429: requests or tokens per minute are used up, or a spend cap is reached.
 */
#define PARLOUR_KIND_RATE_LIMIT 9

/**
 * 500 and other 5xx: a failure inside the service.
 */
#define PARLOUR_KIND_INTERNAL_SERVER 10

/**
 * 503: the service cannot be reached behind its gateway.
 */
#define PARLOUR_KIND_SERVICE_UNAVAILABLE 11

/**
 * 504: the service gave up on its own deadline.
 */
#define PARLOUR_KIND_DEADLINE_EXCEEDED 12

/**
 * 529: the service is overloaded.
 */
#define PARLOUR_KIND_OVERLOADED 13

/**
 * Any other status, redirects included.
 */
#define PARLOUR_KIND_API_STATUS 14

/**
 * No connection, or it was lost.
 */
#define PARLOUR_KIND_CONNECTION 15

/**
 * One of the time limits ran out.
 */
#define PARLOUR_KIND_TIMEOUT 16

/**
 * The events of a stream contradict the protocol.
 */
#define PARLOUR_KIND_STREAM_PROTOCOL 17

/**
 * The stream ended before the message was complete.
 */
#define PARLOUR_KIND_STREAM_ENDED 18

/**
 * An answer that cannot be read.
 */
#define PARLOUR_KIND_DECODE 19

/**
 * The caller gave up.
 */
#define PARLOUR_KIND_CANCELLED 20

/**
 * Settings or a request that were refused before any I/O.
 */
#define PARLOUR_KIND_CONFIG 21

/**
 * A defect of this library.
 */
#define PARLOUR_KIND_INTERNAL 22

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

/**
 * There is no such block, or its type is not known to this version: parlour_message_block_type() returns the type.
 */
#define PARLOUR_BLOCK_OTHER 0

/**
 * Text for the reader.
 */
#define PARLOUR_BLOCK_TEXT 1

/**
 * The model's reasoning.
 */
#define PARLOUR_BLOCK_THINKING 2

/**
 * Reasoning that the service keeps to itself.
 */
#define PARLOUR_BLOCK_REDACTED_THINKING 3

/**
 * A call of one of the caller's tools.
 */
#define PARLOUR_BLOCK_TOOL_USE 4

/**
 * A call of a tool that the service runs itself.
 */
#define PARLOUR_BLOCK_SERVER_TOOL_USE 5

/**
 * Result of a web search.
 */
#define PARLOUR_BLOCK_WEB_SEARCH_TOOL_RESULT 6

/**
 * Result of fetching a page.
 */
#define PARLOUR_BLOCK_WEB_FETCH_TOOL_RESULT 7

/**
 * Result of running code.
 */
#define PARLOUR_BLOCK_CODE_EXECUTION_TOOL_RESULT 8

/**
 * Result of a shell command.
 */
#define PARLOUR_BLOCK_BASH_CODE_EXECUTION_TOOL_RESULT 9

/**
 * Result of editing a file in the sandbox.
 */
#define PARLOUR_BLOCK_TEXT_EDITOR_CODE_EXECUTION_TOOL_RESULT 10

/**
 * Result of a tool search.
 */
#define PARLOUR_BLOCK_TOOL_SEARCH_TOOL_RESULT 11

/**
 * A file in the sandbox.
 */
#define PARLOUR_BLOCK_CONTAINER_UPLOAD 12

/**
 * Beta: a call of a tool of an MCP server, which the service runs itself.
 */
#define PARLOUR_BLOCK_MCP_TOOL_USE 13

/**
 * Beta: what such a call gave.
 */
#define PARLOUR_BLOCK_MCP_TOOL_RESULT 14

/**
 * Beta: the tools of an MCP server.
 */
#define PARLOUR_BLOCK_MCP_TOOL_LISTING 15

/**
 * Beta: a summary of the conversation so far.
 */
#define PARLOUR_BLOCK_COMPACTION 16

/**
 * Beta: another model goes on from here.
 */
#define PARLOUR_BLOCK_FALLBACK 17

/**
 * Beta: what another model advised.
 */
#define PARLOUR_BLOCK_ADVISOR_TOOL_RESULT 18

/**
 * There is no such input: the block is no tool call.
 */
#define PARLOUR_INPUT_NONE 0

/**
 * The input is what the model wrote.
 */
#define PARLOUR_INPUT_COMPLETE 1

/**
 * The model finished the input, but it is no JSON object. Do not run the tool.
 */
#define PARLOUR_INPUT_INVALID 2

/**
 * The answer was cut within the input. Never run the tool.
 */
#define PARLOUR_INPUT_INCOMPLETE 3

/**
 * HTTP/1.1, the start.
 */
#define PARLOUR_HTTP_1 1

/**
 * HTTP/2.
 */
#define PARLOUR_HTTP_2 2

/**
 * The version that the TLS handshake negotiates.
 */
#define PARLOUR_HTTP_NEGOTIATE 3

/**
 * There is no answer: the handle is NULL.
 */
#define PARLOUR_ANSWER_NONE 0

/**
 * A value of the schema.
 */
#define PARLOUR_ANSWER_VALUE 1

/**
 * The model refused.
 */
#define PARLOUR_ANSWER_REFUSED 2

/**
 * The answer ended before it was whole.
 */
#define PARLOUR_ANSWER_CUT 3

/**
 * The answer is whole, and no value of the schema.
 */
#define PARLOUR_ANSWER_INVALID 4

/**
 * A whole answer: nothing is handed out before its end; then parlour_op_message() has it (parlour_op_answer() after a
 * raw request).
 */
#define PARLOUR_MODE_WHOLE 0

/**
 * A stream: batches of events; after the end parlour_op_message() has the message. After a raw request the events are
 * the chunks of its body, whose end is where its connection ends if it came without a length.
 */
#define PARLOUR_MODE_STREAM 1

/**
 * A whole answer to a message request whose body is left unread: parlour_op_answer() has it. One that came without a
 * length counts as whole where its connection ends, also if it was cut there.
 */
#define PARLOUR_MODE_UNREAD 2

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

/**
 * Events: `batch` has them.
 */
#define PARLOUR_COMPLETION_BATCH 1

/**
 * The call is complete: parlour_op_message() or parlour_op_answer() has what it came to. Its last completion.
 */
#define PARLOUR_COMPLETION_END 2

/**
 * The call failed, or was cancelled: `error` says why. Its last completion.
 */
#define PARLOUR_COMPLETION_FAILED 3

/**
 * Nothing.
 */
#define PARLOUR_LOG_OFF 0

/**
 * Failures of the library itself.
 */
#define PARLOUR_LOG_ERROR 1

/**
 * Calls that failed, and answers that were cut.
 */
#define PARLOUR_LOG_WARN 2

/**
 * Attempts and waits as well.
 */
#define PARLOUR_LOG_INFO 3

/**
 * Everything; bodies too, if the client is configured to log them.
 */
#define PARLOUR_LOG_DEBUG 4

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The ABI that the loaded library implements; see parlour_check_abi().
 */
PARLOUR_API uint32_t parlour_abi_version(void);

/**
 * The version of the library, for example "0.1.0". Static, NUL-terminated.
 */
PARLOUR_API const char *PARLOUR_NONNULL parlour_version(void);

/**
 * The version of the library as a number that grows: PARLOUR_VERSION_NUMBER of the header that came with it.
 */
PARLOUR_API uint32_t parlour_version_number(void);

/**
 * A short description of a result code, also of an unknown one. Static, NUL-terminated.
 */
PARLOUR_API const char *PARLOUR_NONNULL parlour_result_text(parlour_result result);

/**
 * The number of kinds of errors that the loaded library knows: they are numbered from 1 to this.
 */
PARLOUR_API uint32_t parlour_kind_count(void);

/**
 * The name of a kind of error, for example "RateLimit"; empty for a number that is none. Static.
 */
PARLOUR_API struct parlour_str parlour_kind_name(parlour_kind kind);

/**
 * Whether errors of a kind are worth repeating unless the service said otherwise.
 */
PARLOUR_API bool parlour_kind_is_retryable(parlour_kind kind);

/**
 * Frees an error; NULL is allowed.
 */
PARLOUR_API void parlour_error_free(struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Another handle of the same error, for an error that is borrowed. Free it with parlour_error_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_error_clone(
    const struct parlour_error *PARLOUR_NONNULL error,
    struct parlour_error **PARLOUR_NONNULL out);

/**
 * The kind of the error: one of PARLOUR_KIND_..., or a number of a newer library. 0 for NULL.
 */
PARLOUR_API parlour_kind parlour_error_kind(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The name of the kind, for example "RateLimit".
 */
PARLOUR_API struct parlour_str parlour_error_kind_name(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The HTTP status of the answer; 200 for an error inside a stream. 0 if no answer arrived.
 */
PARLOUR_API uint16_t parlour_error_status(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The service's own type of the error, an open set, for example "rate_limit_error". Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_type(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The service's own code of the error, an open set, which distinguishes errors of one type: for example
 * "contract_spend_limit_reached". Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_service_code(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Further details from the service, for example the paths of images that are too large. The text of a JSON object.
 * Empty if the answer has none.
 */
PARLOUR_API struct parlour_str parlour_error_details_json(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The id of the request at the service, to quote in a report. Empty if there is none.
 */
PARLOUR_API struct parlour_str parlour_error_request_id(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The delay that the service asked for, in milliseconds with their fraction; also one that was too long to wait for.
 * -1 if it asked for none.
 */
PARLOUR_API double parlour_error_retry_after_ms(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Why the call was not repeated (again): "exhausted", "budget_empty", "not_retryable", "retry_after_too_long",
 * "deadline_would_pass", "server_said_no" or "spend_cap". Empty for a failure that is never retried. Static.
 */
PARLOUR_API struct parlour_str parlour_error_not_retried(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The cause within the kind, an open set: of a lost connection "dns", "connect", "connection_lost", "tls", "proxy" or
 * "resources"; of a limit of time or size its setting, such as "answer_timeout" or "max_response_bytes". Empty where
 * the kind says all. Static.
 */
PARLOUR_API struct parlour_str parlour_error_subkind(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that was
 * refused. The name is the same in every language, for example "answer_timeout"; an open set. It is that of
 * parlour_config_set() or parlour_options_set() without its unit. Empty if it is about none.
 */
PARLOUR_API struct parlour_str parlour_error_setting(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether the same call may succeed later.
 */
PARLOUR_API bool parlour_error_is_retryable(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether the failure came inside a stream, after its headers.
 */
PARLOUR_API bool parlour_error_is_mid_stream(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether a stream broke off after its stop reason had arrived.
 */
PARLOUR_API bool parlour_error_saw_stop_reason(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * Whether a 429 reports a spend cap, which waiting does not lift.
 */
PARLOUR_API bool parlour_error_is_spend_cap(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The message, without a prefix. Not stable: do not branch on it.
 */
PARLOUR_API struct parlour_str parlour_error_message(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * One sentence for a log line: what happened, where, and what to do next. Shows no credential.
 */
PARLOUR_API struct parlour_str parlour_error_display(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * How often the request was sent; 0 if nothing was.
 */
PARLOUR_API uint32_t parlour_error_attempts(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The number of waits between the attempts.
 */
PARLOUR_API size_t parlour_error_wait_count(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
PARLOUR_API double parlour_error_wait_ms(const struct parlour_error *PARLOUR_NULLABLE error, size_t index);

/**
 * The body of the answer as received, cut at the client's cap; empty if none arrived. Any bytes.
 */
PARLOUR_API struct parlour_str parlour_error_body(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The number of header lines of the answer; 0 if none arrived.
 */
PARLOUR_API size_t parlour_error_header_count(const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * A header line, in the order of the answer. PARLOUR_NOT_FOUND beyond the last.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_error_header_at(
    const struct parlour_error *PARLOUR_NONNULL error,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_error_header(
    const struct parlour_error *PARLOUR_NONNULL error,
    struct parlour_str name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The part of the message that had arrived when a stream failed; NULL if nothing had. Borrowed until the error is
 * freed; parlour_message_clone() keeps it.
 */
PARLOUR_API const struct parlour_message *PARLOUR_NULLABLE parlour_error_partial_message(
    const struct parlour_error *PARLOUR_NULLABLE error);

/**
 * The HTTP status: 200 to 299; 0 for NULL.
 */
PARLOUR_API uint16_t parlour_head_status(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The id of the request at the service; empty if the answer has none. Borrowed.
 */
PARLOUR_API struct parlour_str parlour_head_request_id(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * How often the request was sent.
 */
PARLOUR_API uint32_t parlour_head_attempts(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * The number of waits between the attempts.
 */
PARLOUR_API size_t parlour_head_wait_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
PARLOUR_API double parlour_head_wait_ms(const struct parlour_head *PARLOUR_NULLABLE head, size_t index);

/**
 * The number of header lines.
 */
PARLOUR_API size_t parlour_head_header_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A header line, in the order of the answer; a name that arrived twice is listed twice. PARLOUR_NOT_FOUND beyond the
 * last. Both texts are borrowed.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_head_header_at(
    const struct parlour_head *PARLOUR_NONNULL head,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none. Borrowed.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_head_header(
    const struct parlour_head *PARLOUR_NONNULL head,
    struct parlour_str name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The number of rate limits that the answer reports.
 */
PARLOUR_API size_t parlour_head_rate_limit_count(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * A rate limit, always in the same order; NULL beyond the last. Borrowed.
 */
PARLOUR_API const struct parlour_rate_limit *PARLOUR_NULLABLE parlour_head_rate_limit_at(
    const struct parlour_head *PARLOUR_NULLABLE head,
    size_t index);

/**
 * The number of tokens left, from any header that reports it; -1 if none does.
 */
PARLOUR_API int64_t parlour_head_remaining_tokens(const struct parlour_head *PARLOUR_NULLABLE head);

/**
 * Frees a message; NULL is allowed.
 */
PARLOUR_API void parlour_message_free(struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Another handle of the same message; cheap. Free it with parlour_message_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_message_clone(
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_message **PARLOUR_NONNULL out);

/**
 * Names the message; opaque.
 */
PARLOUR_API struct parlour_str parlour_message_id(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The model that answered; may be the dated form of the one asked for.
 */
PARLOUR_API struct parlour_str parlour_message_model(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The role: "assistant".
 */
PARLOUR_API struct parlour_str parlour_message_role(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Why the model stopped, for example "end_turn", "max_tokens", "tool_use"; an open set. Empty while a stream runs.
 */
PARLOUR_API struct parlour_str parlour_message_stop_reason(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The stop sequence that was produced; empty if none was.
 */
PARLOUR_API struct parlour_str parlour_message_stop_sequence(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * All text blocks joined, with nothing between them.
 */
PARLOUR_API struct parlour_str parlour_message_text(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The message as JSON text: as received, or written anew if it came as a stream.
 */
PARLOUR_API struct parlour_str parlour_message_json(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Status, headers, attempts and rate limits of the answer; NULL for a message that did not come from one. Borrowed
 * until the message is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_message_head(
    const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The id of the request at the service; empty if there is none.
 */
PARLOUR_API struct parlour_str parlour_message_request_id(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The token usage of the answer; all 0 for NULL. Never NULL, and borrowed until the message is freed.
 */
PARLOUR_API const struct parlour_usage *PARLOUR_NULLABLE parlour_message_usage(
    const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The whole usage that the service reported, as a JSON object.
 */
PARLOUR_API struct parlour_str parlour_message_usage_json(const struct parlour_message *PARLOUR_NULLABLE message);

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

/**
 * A message from its JSON text, as parlour_message_json() gives it: for stored messages.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_message_from_json(
    struct parlour_str json,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The number of content blocks.
 */
PARLOUR_API size_t parlour_message_block_count(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * The kind of a block: one of PARLOUR_BLOCK_..., or a number of a newer library.
 */
PARLOUR_API parlour_block_kind parlour_message_block_kind(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The type of a block on the wire, for example "text"; an open set. Empty beyond the last block.
 */
PARLOUR_API struct parlour_str parlour_message_block_type(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The text of a text block, or the reasoning of a thinking block; empty for any other.
 */
PARLOUR_API struct parlour_str parlour_message_block_text(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The id of a tool call, which its result has to name; empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_id(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The name of the tool that is called; empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_name(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The input of a tool call: a JSON object, as the model wrote it. Look at parlour_message_block_input_state() before
 * running the tool. Empty for any other block.
 */
PARLOUR_API struct parlour_str parlour_message_block_tool_input_json(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
 */
PARLOUR_API parlour_input_state parlour_message_block_input_state(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * The text of an input that the model did not complete; empty for a complete one.
 */
PARLOUR_API struct parlour_str parlour_message_block_input_raw(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * A block as JSON text; empty beyond the last block.
 */
PARLOUR_API struct parlour_str parlour_message_block_json(
    const struct parlour_message *PARLOUR_NULLABLE message,
    size_t index);

/**
 * Frees an answer; NULL is allowed.
 */
PARLOUR_API void parlour_answer_free(struct parlour_answer *PARLOUR_NULLABLE answer);

/**
 * Another handle of the same answer; cheap. Free it with parlour_answer_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_clone(
    const struct parlour_answer *PARLOUR_NONNULL answer,
    struct parlour_answer **PARLOUR_NONNULL out);

/**
 * Status, headers, attempts and rate limits. Borrowed until the answer is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_answer_head(
    const struct parlour_answer *PARLOUR_NULLABLE answer);

/**
 * The body, unchanged: any bytes. Borrowed until the answer is freed.
 */
PARLOUR_API struct parlour_str parlour_answer_body(const struct parlour_answer *PARLOUR_NULLABLE answer);

/**
 * A new configuration with nothing set. Free it with parlour_config_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_config_new(struct parlour_config **PARLOUR_NONNULL out);

/**
 * A copy of a configuration, to be changed on its own; functions of the host are shared. Free it with
 * parlour_config_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_config_clone(
    const struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_config **PARLOUR_NONNULL out);

/**
 * Frees a configuration; NULL is allowed. Clients made with it live on.
 */
PARLOUR_API void parlour_config_free(struct parlour_config *PARLOUR_NULLABLE config);

/**
 * Whether what is not set is looked up in the environment when a client is made (PARLOUR_API_KEY, PARLOUR_BASE_URL and
 * so on); true unless it is set.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_use_env(
    struct parlour_config *PARLOUR_NONNULL config,
    bool use_env,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets any setting by its name to a JSON value, for example "retry" to {"profile": "none"}; the names and types are
 * those of the project's documentation. null takes a setting back.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set(
    struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets all settings of a JSON object. If one is refused, nothing is changed.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_json(
    struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_str object,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the API key, sent as x-api-key, in place of any other credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_api_key(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str key,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets a token, sent as a bearer token, in place of any other credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_auth_token(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str token,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends no credential: something on the way adds it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_no_credentials(
    struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Asks a function for the credential of each attempt, so that keys rotate without a restart; in place of any other
 * credential. `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither
 * this configuration nor a client made with it needs it any more. On failure nothing is retained.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_credential_fn(
    struct parlour_config *PARLOUR_NONNULL config,
    parlour_credential_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets a function that is called for each message with a stop reason other than "end_turn", replacing an earlier one;
 * NULL for none. It is called before the end of the call is reported: on the thread that waits for the call or drains
 * its queue, or on the library's callback thread; on several threads at once if several do that.
 * parlour_client_stop_reason_count() counts them, and the log has a record.
 *
 * `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
 * configuration, nor a client made with it, nor a call of such a client needs it any more. On failure nothing is
 * retained.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_on_stop(
    struct parlour_config *PARLOUR_NONNULL config,
    parlour_stop_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header in every call, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_header(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header in every call whose value is a secret although its name does not say so: it is masked wherever
 * something prints or is echoed, and never travels over plain http to another machine.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_secret_header(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Does not send a header that the library would send.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_remove_header(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a query parameter to every call, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_query(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets a top-level key in the body of every message call to a JSON value.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_body_key(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the HTTP version to speak: one of PARLOUR_HTTP_....
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_http_version(
    struct parlour_config *PARLOUR_NULLABLE config,
    parlour_http_version version,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a deprecated model, or changes the day from which on it answers no more: "2026-11-30", or empty text if that is
 * not known. Without data it is no deprecated model, whatever the service's list and the library's table say.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_deprecated_model(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str model,
    struct parlour_str day,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the certificate chain that the client shows of itself, and its private key, both as PEM.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_client_certificate_pem(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str certificate,
    struct parlour_str key,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Uses an address in place of looking up a host; several for one host through parlour_config_set().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_resolve(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str host,
    struct parlour_str address,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Answers with an API key, sent as x-api-key. Copied, and wiped after use. Only inside a credential function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_set_api_key(
    struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str key);

/**
 * Answers with a token, sent as a bearer token. Copied, and wiped after use. Only inside a credential function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_set_auth_token(
    struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str token);

/**
 * Answers that there is no credential, which ends the call with this message. Only inside a credential function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_fail(
    struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str message);

/**
 * Sends this header too, in place of one of that name; all its values are secrets. With no key and no token the
 * headers are what identifies the caller, such as a signature. Copied, and wiped after use. Only inside a credential
 * function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_add_header(
    struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str name,
    struct parlour_str value);

/**
 * Sends the request to this address, query included, in place of its own. To another origin than the base URL's goes
 * no key, no token and no other secret: what that address needs is given as headers. Copied. Only inside a credential
 * function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_set_url(
    struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str url);

/**
 * Keeps the credential for so long: the function is not asked for other attempts and calls of the client and its
 * copies, blocking or not, until shortly before the end, or a refusal. For tokens that fit every request. Only inside
 * a credential function.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_credential_set_valid_for_ms(
    struct parlour_credential *PARLOUR_NONNULL credential,
    uint64_t valid_for_ms);

/**
 * The method of the request that the credential is for, for example "POST". Borrowed. Only inside a credential
 * function.
 */
PARLOUR_API struct parlour_str parlour_credential_method(const struct parlour_credential *PARLOUR_NULLABLE credential);

/**
 * The address of the request, query included. Borrowed. Only inside a credential function.
 */
PARLOUR_API struct parlour_str parlour_credential_url(const struct parlour_credential *PARLOUR_NULLABLE credential);

/**
 * The number of header lines of the request so far; host, content-length and accept-encoding are added later. Only
 * inside a credential function.
 */
PARLOUR_API size_t parlour_credential_header_count(const struct parlour_credential *PARLOUR_NULLABLE credential);

/**
 * A header line of the request, its name in lower case. PARLOUR_NOT_FOUND beyond the last. Borrowed. Only inside a
 * credential function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_credential_header_at(
    const struct parlour_credential *PARLOUR_NONNULL credential,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The body of the request as it will be sent, empty without one. PARLOUR_NOT_FOUND if it is a stream, which is read
 * while it is sent. Borrowed. Only inside a credential function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_credential_body(
    const struct parlour_credential *PARLOUR_NONNULL credential,
    struct parlour_str *PARLOUR_NONNULL body);

/**
 * New options with nothing set. Free them with parlour_options_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_options_new(struct parlour_options **PARLOUR_NONNULL out);

/**
 * A copy of options, to be changed on its own; the interrupt is shared. Free it with parlour_options_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_options_clone(
    const struct parlour_options *PARLOUR_NONNULL options,
    struct parlour_options **PARLOUR_NONNULL out);

/**
 * Frees options; NULL is allowed.
 */
PARLOUR_API void parlour_options_free(struct parlour_options *PARLOUR_NULLABLE options);

/**
 * Sets any option by its name to a JSON value. null takes an option back.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets all options of a JSON object. If one is refused, nothing is changed.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_json(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str object,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a header whose value is a secret although its name does not say so; see parlour_config_set_secret_header.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_secret_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Does not send a header that the client would send.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_remove_header(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a query parameter, in place of one of that name.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_query(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets a top-level key in the body to a JSON value.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_body_key(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Asks for a beta feature, besides those of the client.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_add_beta(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit of one attempt: a whole answer, or the longest silence of a stream, in milliseconds. As for every
 * limit, 0 is refused, and PARLOUR_NO_LIMIT lifts it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit of the call with all its attempts and waits, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_total_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the longest time until the first event of a stream other than a ping, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_first_event_timeout_ms(
    struct parlour_options *PARLOUR_NULLABLE options,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum number of retries of the call.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_max_retries(
    struct parlour_options *PARLOUR_NULLABLE options,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_stream_long_answers(
    struct parlour_options *PARLOUR_NULLABLE options,
    bool on,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Names what may end the blocking calls with these options, parlour_client_create(), _request(), _call() and
 * parlour_pages_next(): they give PARLOUR_INTERRUPTED once it is raised. NULL takes it back. Calls that are submitted
 * do not look at it: any thread may end them with parlour_op_cancel(), and no copy of a client has it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_interrupt(
    struct parlour_options *PARLOUR_NONNULL options,
    const struct parlour_interrupt *PARLOUR_NULLABLE interrupt,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the API key of the call, in place of the client's credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_api_key(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str key,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the token of the call, in place of the client's credential.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_options_set_auth_token(
    struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_str token,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A new interrupt, not raised. Free it with parlour_interrupt_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_interrupt_new(
    struct parlour_interrupt **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees an interrupt; NULL is allowed. Options that name it keep what they need of it, and nobody can raise it any
 * more.
 */
PARLOUR_API void parlour_interrupt_free(struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

/**
 * Ends the blocking calls that name it, those at work and those to come, until parlour_interrupt_reset(). Any thread,
 * and the only function of this header for signal handlers: it makes one system call and keeps errno. NULL is allowed.
 */
PARLOUR_API void parlour_interrupt_raise(const struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

/**
 * Takes that back: calls made from now on run. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_interrupt_reset(const struct parlour_interrupt *PARLOUR_NONNULL interrupt);

/**
 * Whether it is raised; false for NULL.
 */
PARLOUR_API bool parlour_interrupt_is_raised(const struct parlour_interrupt *PARLOUR_NULLABLE interrupt);

/**
 * No blocks. Free it with parlour_content_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_content_new(struct parlour_content **PARLOUR_NONNULL out);

/**
 * A copy, to be changed on its own; images and documents are shared. Free it with parlour_content_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_content_clone(
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_content **PARLOUR_NONNULL out);

/**
 * Frees content; NULL is allowed.
 */
PARLOUR_API void parlour_content_free(struct parlour_content *PARLOUR_NULLABLE content);

/**
 * How many blocks there are.
 */
PARLOUR_API size_t parlour_content_count(const struct parlour_content *PARLOUR_NULLABLE content);

/**
 * The blocks as a JSON array, as they would be sent. Borrowed until the content is changed or freed.
 */
PARLOUR_API struct parlour_str parlour_content_json(const struct parlour_content *PARLOUR_NULLABLE content);

/**
 * Adds text, which may not be empty.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_text(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image of these bytes; `media_type` is "image/png", "image/jpeg", "image/gif" or "image/webp".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str media_type,
    struct parlour_str bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image that the service fetches.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image_url(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an image that was uploaded, by the id of its file.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_image_file(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str file_id,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document of these bytes; `media_type` is "application/pdf".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str media_type,
    struct parlour_str bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that is plain text.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_text(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that the service fetches.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_url(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a document that was uploaded, by the id of its file.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_document_file(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str file_id,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds any block as JSON: an object with "type".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_content_add_json(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Gives the document that was added last a title. PARLOUR_NOT_FOUND if the last block is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_title(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str title,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether the model cites the document that was added last; it has to be the same for all documents of a request.
 * PARLOUR_NOT_FOUND if the last block is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_citations(
    struct parlour_content *PARLOUR_NULLABLE content,
    bool enabled,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Ends a cacheable prefix behind the block that was added last. `ttl` is "5m" or "1h", or empty for the service's own
 * choice. At most four in a request. PARLOUR_NOT_FOUND if there is no block, or one that takes no marker.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_content_set_cache_control(
    struct parlour_content *PARLOUR_NULLABLE content,
    struct parlour_str ttl,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A new request without turns. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_new(
    struct parlour_str model,
    uint64_t max_tokens,
    struct parlour_request **PARLOUR_NONNULL out);

/**
 * A request from its JSON text, which is sent unchanged: key order, spacing and unknown keys survive. Free it with
 * parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_from_json(
    struct parlour_str json,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a request; NULL is allowed.
 */
PARLOUR_API void parlour_request_free(struct parlour_request *PARLOUR_NULLABLE request);

/**
 * A copy of a request, to be changed on its own. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_request_clone(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_request **PARLOUR_NONNULL out);

/**
 * Adds a turn of the caller.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_user_text(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the model.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_assistant_text(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn as JSON: an object with "role" and "content".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_message_json(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an answer as a turn of the model, with every block unchanged.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_message(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the caller that consists of blocks, of which it takes a copy.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_user_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_request_add_user_content(), for a turn of the model.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_assistant_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many turns there are; 0 as well for a text whose "messages" cannot be read.
 */
PARLOUR_API size_t parlour_request_turn_count(const struct parlour_request *PARLOUR_NULLABLE request);

/**
 * Takes the last turn back, so that the call before can be made again, or another question asked. PARLOUR_NOT_FOUND if
 * there is none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_request_remove_last_turn(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the system prompt to a text.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_system(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the system prompt to blocks of text, of which it takes a copy: for a cache marker behind one.
 * PARLOUR_INVALID_ARGUMENT for another kind of block.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_system_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a tool of the caller: its name, what it does and when to use it, and the JSON Schema of its input.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str name,
    struct parlour_str description,
    struct parlour_str schema_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds what a tool call gave; `is_error` says that the tool failed, and the text says why. Results that are added one
 * after another become one turn, as the service wants it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool_result(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str tool_use_id,
    struct parlour_str text,
    bool is_error,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_request_add_tool_result(), for a result of blocks, such as images; it takes a copy of them.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_add_tool_result_content(
    struct parlour_request *PARLOUR_NULLABLE request,
    struct parlour_str tool_use_id,
    const struct parlour_content *PARLOUR_NONNULL content,
    bool is_error,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets any top-level key to a JSON value: "temperature", "tool_choice", "thinking", or one that this version does not
 * know.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_set_json(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str key,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request as JSON text, as it would be sent. Borrowed until the request is changed or freed.
 */
PARLOUR_API struct parlour_str parlour_request_json(const struct parlour_request *PARLOUR_NULLABLE request);

/**
 * Checks what can be known without the service: a model, at least one turn. Every call does it before it sends
 * anything.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_check(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many messages of this client and its copies ended with this stop reason, for example "max_tokens"; "end_turn" is
 * not counted. 0 for a reason that never came.
 */
PARLOUR_API uint64_t parlour_client_stop_reason_count(
    const struct parlour_client *PARLOUR_NULLABLE client,
    struct parlour_str reason);

/**
 * A client with these settings, checked: PARLOUR_KIND_CONFIG says what is wrong. Free it with parlour_client_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_new(
    const struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_client **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A copy whose calls start from these options (NULL for none); connections stay shared. Free it with
 * parlour_client_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_with_options(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_client **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a client; NULL is allowed. Not while a function is at work with it in another thread.
 */
PARLOUR_API void parlour_client_free(struct parlour_client *PARLOUR_NULLABLE client);

/**
 * The address that calls go to. Borrowed until the client is freed.
 */
PARLOUR_API struct parlour_str parlour_client_base_url(const struct parlour_client *PARLOUR_NULLABLE client);

/**
 * The vendor in use. Borrowed until the client is freed.
 */
PARLOUR_API struct parlour_str parlour_client_vendor(const struct parlour_client *PARLOUR_NULLABLE client);

/**
 * Sends a request and blocks this thread until the whole answer is there, with the retries and time limits of the
 * client and of `options` (NULL for none). PARLOUR_INTERRUPTED: the interrupt of the options was raised, by another
 * thread or a signal handler; the call was given up and its connection closed. A signal alone does not end it, for
 * that would lose an answer that is paid for: raise an interrupt in its handler. Free the answer with
 * parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_create(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends any request and blocks this thread until its whole answer is there: any method, a path below the base URL that
 * starts with "/", and a JSON object as body, or nothing (len 0). PARLOUR_INTERRUPTED as for parlour_client_create().
 *
 * Nothing looks into the body of the answer. One that came without a length ends where its connection ends, and is
 * handed out as whole also if it was cut there: a caller who has to know checks its content. Free it with
 * parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_request(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Makes a call of an endpoint beside messages and blocks this thread until its whole answer is there. PARLOUR_FAILED
 * also for a call whose answer comes line by line: submit those with PARLOUR_MODE_STREAM. PARLOUR_INTERRUPTED as for
 * parlour_client_create(). Free the answer with parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_call(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A conversation without turns. Free it with parlour_conversation_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_new(
    struct parlour_conversation **PARLOUR_NONNULL out);

/**
 * Reads what parlour_conversation_json() wrote, in whatever language, or a JSON array of messages. Free it with
 * parlour_conversation_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_from_json(
    struct parlour_str json,
    struct parlour_conversation **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A copy, to be changed on its own; the bytes of the turns are shared. Free it with parlour_conversation_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_clone(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_conversation **PARLOUR_NONNULL out);

/**
 * Frees a conversation; NULL is allowed.
 */
PARLOUR_API void parlour_conversation_free(struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * Adds a turn of the caller.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_user_text(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn of the caller that consists of blocks, of which it takes a copy.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_user_content(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a turn as JSON, an object with "role" and "content", which is sent unchanged.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_json(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds an answer as a turn of the model, with every block unchanged. An answer without content adds nothing, because
 * the service refuses such a turn.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_add_reply(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request that sends these turns: everything that `settings`, a request without turns, says of model, tokens,
 * system prompt and tools. PARLOUR_FAILED if `settings` has turns, or the conversation none. Free it with
 * parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_request(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_request *PARLOUR_NONNULL settings,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many turns there are.
 */
PARLOUR_API size_t parlour_conversation_turn_count(const struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * A turn as JSON text; empty beyond the last.
 */
PARLOUR_API struct parlour_str parlour_conversation_turn_json(
    const struct parlour_conversation *PARLOUR_NULLABLE conversation,
    size_t index);

/**
 * The conversation as one JSON object, which every language of this library reads.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_conversation_json(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Takes turns back: only the first `count` stay.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_rewind(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t count);

/**
 * Keeps at most the last `count` turns, and never parts a call of a tool from its result; writes the number of removed
 * turns to `removed` (NULL is allowed). Tool changes in removed system messages are kept, in one system message that
 * is not counted as removed. PARLOUR_NOT_FOUND if the last exchange, which is never split, has more turns: it alone
 * was kept, and nothing is written.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_last(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t count,
    size_t *PARLOUR_NULLABLE removed);

/**
 * Keeps the longest end of at most so many tokens, by parlour_conversation_estimated_tokens(); otherwise as
 * parlour_conversation_keep_last().
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_tokens(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    uint64_t tokens,
    size_t *PARLOUR_NULLABLE removed);

/**
 * Keeps the longest end with which a request has at most so many input tokens, as the service counts them, and blocks
 * this thread meanwhile: one count if all of it fits, else a few. The contents of `settings`, a request without turns,
 * are counted as well. Otherwise as parlour_conversation_keep_last(); the conversation is unchanged if a count fails.
 * PARLOUR_INTERRUPTED as for parlour_client_create().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_FORKED,
 * PARLOUR_INTERRUPTED or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_keep_counted(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL settings,
    uint64_t tokens,
    const struct parlour_options *PARLOUR_NULLABLE options,
    size_t *PARLOUR_NULLABLE removed,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Drops the turns before `first`, for a budget that is counted elsewhere. PARLOUR_NOT_FOUND, and nothing happens, if a
 * cut there would break the history.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_conversation_cut_before(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    size_t first);

/**
 * An estimate of the input tokens of all turns, on the high side; nothing is asked of the service.
 */
PARLOUR_API uint64_t parlour_conversation_estimated_tokens(
    const struct parlour_conversation *PARLOUR_NULLABLE conversation);

/**
 * Makes a history that another program broke acceptable to the service. `changes_json` (NULL is allowed) is a JSON
 * array of the changes, {"turn", "kind", "subject"} each; "[]" if there are none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_conversation_repair(
    struct parlour_conversation *PARLOUR_NONNULL conversation,
    struct parlour_str *PARLOUR_NULLABLE changes_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Places cache markers where they pay: at the ends of the tools and of the system prompt for `stable`, which is "5m"
 * or "1h", and at the end of the messages. A request that has markers of its own stays as it is. The request may be
 * the settings of a parlour_conversation. PARLOUR_FAILED for another lifetime.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_request_mark_cache(
    struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str stable,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Where two requests part, so that the prompt cache was read up to there at most: an object with "part" ("tools",
 * "system", "messages", ...), "index" (of a tool or a message; null for a part that is not a list) and "offset" (in
 * bytes). PARLOUR_NOT_FOUND if all of `before` is repeated. Free it with parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_cache_change(
    const struct parlour_request *PARLOUR_NONNULL before,
    const struct parlour_request *PARLOUR_NONNULL now,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The service's reason for a prompt cache miss: the name of a part of the request, as parlour_cache_change() returns
 * it; empty if the service gives none.
 */
PARLOUR_API struct parlour_str parlour_message_cache_miss(const struct parlour_message *PARLOUR_NULLABLE message);

/**
 * Nothing has arrived yet. `trailing_strings` says that a string which is not finished is shown as far as it has come,
 * instead of being left out with its key. Free it with parlour_partial_json_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_partial_json_new(
    bool trailing_strings,
    struct parlour_partial_json **PARLOUR_NONNULL out);

/**
 * Frees it; NULL is allowed.
 */
PARLOUR_API void parlour_partial_json_free(struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Takes the next piece of the text, as parlour_event's `partial_json` has it. A text that can never become JSON is no
 * failure here: parlour_partial_json_error() says so, and nothing is taken any more.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_partial_json_push(
    struct parlour_partial_json *PARLOUR_NONNULL partial,
    struct parlour_str piece);

/**
 * Takes the next event of a stream, for one that parlour_answer_plan_partial() gave. Whether it brought a piece of the
 * answer; false for NULL, and for one of parlour_partial_json_new(), which is given its pieces.
 */
PARLOUR_API bool parlour_partial_json_take(
    struct parlour_partial_json *PARLOUR_NULLABLE partial,
    const struct parlour_event *PARLOUR_NULLABLE event);

/**
 * The value so far as compact JSON; empty as long as nothing of it can be shown. Takes time in proportion to the whole
 * value: to look after each piece of a long text, use parlour_partial_json_string() or parlour_partial_json_changes().
 */
PARLOUR_API struct parlour_str parlour_partial_json_text(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * The string at a JSON pointer (RFC 6901), for example "/title" or "/steps/0/text", as far as it has come; empty if
 * there is none yet, and for everything else. The value is not written for it: it may be asked after each piece.
 */
PARLOUR_API struct parlour_str parlour_partial_json_string(
    const struct parlour_partial_json *PARLOUR_NULLABLE partial,
    struct parlour_str pointer);

/**
 * The changes since the last call of this function, as a JSON array; empty if there are none. Takes time in proportion
 * to the changes. Each is an array: ["add", depth, key or null, value] puts an empty container or a value into the
 * container that is open at that depth (0: it is the whole value), ["append", text] lengthens the last string,
 * ["replace", number] replaces the last number, ["remove"] takes it away and puts back what it replaced: an earlier
 * value of its key in the same object. Of a structured answer they are those of its text, with the object around a
 * value that is wrapped. Borrowed until the next call of this function, or until it is freed.
 */
PARLOUR_API struct parlour_str parlour_partial_json_changes(struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Whether one whole value has arrived.
 */
PARLOUR_API bool parlour_partial_json_is_complete(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * Why the text can never become JSON, whatever follows; empty if it still can.
 */
PARLOUR_API struct parlour_str parlour_partial_json_error(const struct parlour_partial_json *PARLOUR_NULLABLE partial);

/**
 * A loop that begins with this request, its turns and tools. `limits_json` is empty, or a JSON object with any of
 * "max_requests" (default 25), "max_pauses", "max_parallel" and "max_result_bytes". PARLOUR_FAILED for a request
 * without turns, two tools of one name, a schema that is no object's, a limit that cannot be used. Free it with
 * parlour_tool_loop_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_new(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str limits_json,
    struct parlour_tool_loop **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A loop that goes on with a copy of a conversation; `settings` is a request without turns, `limits_json` as for
 * parlour_tool_loop_new(). Free it with parlour_tool_loop_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_over(
    const struct parlour_conversation *PARLOUR_NONNULL conversation,
    const struct parlour_request *PARLOUR_NONNULL settings,
    struct parlour_str limits_json,
    struct parlour_tool_loop **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Reads what parlour_tool_loop_json() wrote, in whatever language. Free it with parlour_tool_loop_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_from_json(
    struct parlour_str json,
    struct parlour_tool_loop **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a loop; NULL is allowed. Not for the loop of a parlour_tool_run.
 */
PARLOUR_API void parlour_tool_loop_free(struct parlour_tool_loop *PARLOUR_NULLABLE tool_loop);

/**
 * The loop between two requests as one JSON object, to go on elsewhere. Calls that have not begun are run there; a
 * call that is running is reported to the model as failed.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_json(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The next request, to be sent with any function that takes one. PARLOUR_END if the loop is over:
 * parlour_tool_loop_end() says why. Calls without a result are answered with a failure. After a request that failed
 * this gives the same one again. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_END.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_request(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Takes the answer to the last request and decides what follows. A call of a tool that the request does not have, or
 * with an input that is cut off or not a JSON object, is answered with an error and never handed out. PARLOUR_FAILED
 * if no answer is due.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_received(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A call of the last answer that may be run now. PARLOUR_WOULD_BLOCK if another one has to end first (the limit of
 * calls at a time is reached, or all that are left were begun), PARLOUR_END if all have their results. Free it with
 * parlour_tool_call_free().
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_WOULD_BLOCK or PARLOUR_END.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_begin_call(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_tool_call **PARLOUR_NONNULL out);

/**
 * Takes the result of a call, or denies one that was not begun; `is_error` says that the tool failed, and the text,
 * which the model reads, says why. PARLOUR_NOT_FOUND, and nothing happens, if there is no such call, or it has a
 * result.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_tool_loop_finish_call(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str id,
    struct parlour_str text,
    bool is_error);

/**
 * As parlour_tool_loop_finish_call(), for a result of blocks, such as images; it takes a copy of them.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_tool_loop_finish_call_content(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str id,
    const struct parlour_content *PARLOUR_NONNULL content,
    bool is_error,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Whether all calls of the last answer have their results.
 */
PARLOUR_API bool parlour_tool_loop_calls_done(const struct parlour_tool_loop *PARLOUR_NULLABLE tool_loop);

/**
 * Says something with the next request, behind the results.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_say(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str text,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_tool_loop_say(), with blocks, of which it takes a copy.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_say_content(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    const struct parlour_content *PARLOUR_NONNULL content,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds turns, a JSON array of messages, to the next request, for programs that keep a history of their own. The last
 * answer of the model is in the history already and is skipped; results replace those of the functions; the rest
 * follows them. PARLOUR_FAILED, and nothing changes, for any other turn of the model: replace the history by
 * parlour_tool_loop_set_conversation().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_append(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str turns_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The message with the results of the last answer, which the next request sends, as a JSON object; an empty text if
 * the answer made no calls. Calls without a result are answered with a failure.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_results_json(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_tool_loop_cancel(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Why the loop is over: "stopped" (the model did, its answer says why), "request_limit", "pause_limit" or "cancelled";
 * empty while it is not. Static.
 */
PARLOUR_API struct parlour_str parlour_tool_loop_end(const struct parlour_tool_loop *PARLOUR_NULLABLE tool_loop);

/**
 * How many answers there were.
 */
PARLOUR_API uint32_t parlour_tool_loop_request_count(const struct parlour_tool_loop *PARLOUR_NULLABLE tool_loop);

/**
 * The token usage of all answers together, as the JSON object of a message's usage.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_usage_json(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request without its turns, as a JSON object.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_settings_json(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_str *PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Replaces the request without its turns, between two requests: other parameters, tools added or removed.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_set_settings(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    const struct parlour_request *PARLOUR_NONNULL settings,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A copy of the history as it is now; it shares the bytes of the turns. Free it with parlour_conversation_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_loop_conversation(
    const struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    struct parlour_conversation **PARLOUR_NONNULL out);

/**
 * Replaces the history by a copy of another one, between two requests: a shorter one, for example.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_loop_set_conversation(
    struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    const struct parlour_conversation *PARLOUR_NONNULL conversation);

/**
 * Frees a call; NULL is allowed. Not for the call that a tool's function is given.
 */
PARLOUR_API void parlour_tool_call_free(struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * Names the call; its result repeats it.
 */
PARLOUR_API struct parlour_str parlour_tool_call_id(const struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * The tool, or the member of a toolset.
 */
PARLOUR_API struct parlour_str parlour_tool_call_name(const struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * The toolset that the name belongs to; empty if it belongs to none.
 */
PARLOUR_API struct parlour_str parlour_tool_call_toolset(const struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * The arguments: a JSON object, as the model wrote it. parlour_json_parse() reads it.
 */
PARLOUR_API struct parlour_str parlour_tool_call_input_json(const struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * Whether nobody waits for the result any more: the call took too long, or the run was interrupted. A function that
 * takes long checks it and returns. Any thread. false for NULL, and for a call that parlour_tool_loop_begin_call()
 * gave.
 */
PARLOUR_API bool parlour_tool_call_is_cancelled(const struct parlour_tool_call *PARLOUR_NULLABLE call);

/**
 * No tools. Free it with parlour_tools_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tools_new(struct parlour_tools **PARLOUR_NONNULL out);

/**
 * Frees tools; NULL is allowed. Runs keep what they need.
 */
PARLOUR_API void parlour_tools_free(struct parlour_tools *PARLOUR_NULLABLE tools);

/**
 * Adds a tool: its name, what it does and when to use it, the JSON Schema of its input, and the function that runs it.
 * `user` is retained until `user_free` (NULL is allowed) is called with it: when the tools and all runs with them are
 * freed and no call runs. On failure nothing is retained. PARLOUR_FAILED for a schema that is not one of an object,
 * and for a name that is taken.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_add(
    struct parlour_tools *PARLOUR_NONNULL tools,
    struct parlour_str name,
    struct parlour_str description,
    struct parlour_str schema_json,
    parlour_tool_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a tool by its whole definition, as JSON: for those that the service defines and a program runs (protocol §1.6),
 * such as `{"type":"memory_20250818","name":"memory"}`, which parlour_client_tool_definition() gives. The function of
 * a toolset runs the calls of all its members; parlour_client_command() reads them. `user` is retained as for
 * parlour_tools_add(). PARLOUR_FAILED for a definition that is none, and for a name that is taken.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_add_definition(
    struct parlour_tools *PARLOUR_NONNULL tools,
    struct parlour_str definition_json,
    parlour_tool_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limits of runs: a JSON object as for parlour_tool_loop_new(), which is looked at when a run begins.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_set_limits(
    struct parlour_tools *PARLOUR_NONNULL tools,
    struct parlour_str limits_json);

/**
 * Sets the most time that one call of a tool may take, in milliseconds; 0, the default, for no limit. One that takes
 * longer is answered with a failure, and the run goes on without it.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_set_timeout_ms(
    struct parlour_tools *PARLOUR_NONNULL tools,
    uint64_t timeout_ms);

/**
 * Sets a hook that is asked before each call of a tool; NULL, the default, for none. `user` is retained as for
 * parlour_tools_add(), also until another hook is set.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_set_approve(
    struct parlour_tools *PARLOUR_NONNULL tools,
    parlour_approve_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free);

/**
 * Sets whether functions begin while the message that calls them still arrives, each as soon as its call is whole;
 * every request of a run is streamed then. false by default. If the message fails, or its stop reason is not
 * "tool_use", parlour_tool_call_is_cancelled() becomes true for the calls that have begun, and their results are
 * dropped: only for functions that may run in vain. Members of toolsets always wait.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tools_set_early(struct parlour_tools *PARLOUR_NONNULL tools, bool early);

/**
 * Answers with a text; `is_error` says that the tool failed, and the text, which the model reads, says why. Copied.
 * Only inside a tool's function.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_result_set_text(
    struct parlour_tool_result *PARLOUR_NONNULL result,
    struct parlour_str text,
    bool is_error);

/**
 * As parlour_tool_result_set_text(), with blocks, such as images; it takes a copy of them. PARLOUR_INVALID_ARGUMENT
 * for content without a block.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_result_set_content(
    struct parlour_tool_result *PARLOUR_NONNULL result,
    const struct parlour_content *PARLOUR_NONNULL content,
    bool is_error);

/**
 * Answers with what the tool returned, as JSON of any value. A string is text, and null is nothing. An object whose
 * "type" is "text", "image", "document", "search_result", "tool_reference" or "browser_state", and which has the
 * member that this type cannot do without ("text", "source", "tool_name" or "tabs"), is a content block, and an array
 * of nothing else is content blocks. Any other value is text: its JSON. Copied. PARLOUR_INVALID_ARGUMENT if it is no
 * JSON.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_result_set_value(
    struct parlour_tool_result *PARLOUR_NONNULL result,
    struct parlour_str value_json,
    bool is_error);

/**
 * Answers with an exception of the tool's language: the name of its type and its text, of which the model reads 8192
 * bytes. Each may be empty. Copied.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_result_set_exception(
    struct parlour_tool_result *PARLOUR_NONNULL result,
    struct parlour_str type_name,
    struct parlour_str text);

/**
 * The definition of a tool that the service defines and a program runs: "memory", "text_editor", "bash", "computer" or
 * "browser" (protocol §1.6). Of the last two, which are toolsets, the members in `supported_json`, an array of their
 * names, are offered; else it is empty. Free it with parlour_json_free(); parlour_json_text() is for
 * parlour_tools_add_definition(). PARLOUR_FAILED for another tool, and for a toolset without members.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_tool_definition(
    struct parlour_str tool,
    struct parlour_str supported_json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Reads the input of a call of such a tool; `member` is the name of a call that belongs to a toolset, and else empty.
 * Gives an object with "name" (the command as the service names it; "run" and "restart" of the shell; "other" for one
 * that this version does not know), "input" (its fields, checked), "unsupported" (the result for the model if the
 * program does not implement the command), and where they apply "done" (if it was carried out and has no output),
 * "not_found" and "exists" (if its path does not exist, or is taken). An input that does not fit gives "refusal"
 * alone: the error for the model. Free it with parlour_json_free(). PARLOUR_FAILED for another tool.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_command(
    struct parlour_str tool,
    struct parlour_str member,
    struct parlour_str input_json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Applies a command to a file that has this text. `input_json` is "input" of parlour_client_command(). Gives an object
 * with "reply", the result for the model, and for `str_replace` and `insert` "text", the new text of the whole file,
 * to be written first; or "refusal" alone, the error for the model if a line or a place does not exist. Free it with
 * parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_apply(
    struct parlour_str input_json,
    struct parlour_str text,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Makes the result of `view` for a directory. `entries_json` is an array of arrays of a path relative to it, that of a
 * directory with "/" at its end, and a size in bytes: `[["notes/", 0], ["notes/a.md", 12]]`. Gives what
 * parlour_client_apply() gives for a file; free it with parlour_json_free(). PARLOUR_FAILED for entries that are none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_list(
    struct parlour_str input_json,
    struct parlour_str entries_json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A tool loop that begins with this request, to which the definitions of `tools` are added; `options` (NULL for none)
 * are those of every call. Nothing is sent yet. Client, request, tools and options may be freed. Free it with
 * parlour_tool_run_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_run_new(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_tools *PARLOUR_NONNULL tools,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_tool_run **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_tool_run_new(), for a copy of a loop that was made or saved elsewhere, which has its own limits. Free it
 * with parlour_tool_run_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_run_resume(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_tool_loop *PARLOUR_NONNULL tool_loop,
    const struct parlour_tools *PARLOUR_NONNULL tools,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_tool_run **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a run; NULL is allowed. Functions that were given up may still run, and keep their user pointer.
 */
PARLOUR_API void parlour_tool_run_free(struct parlour_tool_run *PARLOUR_NULLABLE run);

/**
 * Runs the calls of the answer before, all at the same time unless the limits say otherwise, sends their results, and
 * blocks this thread until the next answer is there. PARLOUR_END if the loop is over: parlour_tool_loop_end() says
 * why. PARLOUR_INTERRUPTED as for parlour_client_create(), also while tools run: those are answered as failed. After a
 * failure the answers so far stay, and another call goes on from there; a tool that ran is not run again. Free the
 * answer with parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_END, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_run_next(
    struct parlour_tool_run *PARLOUR_NONNULL run,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Runs the loop to its end and gives the last answer, to be freed with parlour_message_free(); otherwise as
 * parlour_tool_run_next().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_tool_run_until_done(
    struct parlour_tool_run *PARLOUR_NONNULL run,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds the tools of `tools`, of which it takes what it needs, to the requests that follow, between two answers; a
 * function takes the place of one of the same name. Limits and hooks of the run stay as they are.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_tool_run_add_tools(
    struct parlour_tool_run *PARLOUR_NONNULL run,
    const struct parlour_tools *PARLOUR_NONNULL tools,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Takes a tool and its function out of the requests that follow, between two answers: by its name, and a toolset by
 * its type. A call of it that comes later is answered as one of an unknown tool. PARLOUR_NOT_FOUND if there is none.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_tool_run_remove_tool(
    struct parlour_tool_run *PARLOUR_NONNULL run,
    struct parlour_str name);

/**
 * The loop itself, to look at and to change between two answers: deny a call, say something, shorten the history,
 * change parameters, end it, save it. Borrowed until the run is freed; NULL for NULL.
 */
PARLOUR_API struct parlour_tool_loop *PARLOUR_NULLABLE parlour_tool_run_loop(
    struct parlour_tool_run *PARLOUR_NULLABLE run);

/**
 * How many answers there are so far.
 */
PARLOUR_API size_t parlour_tool_run_turn_count(const struct parlour_tool_run *PARLOUR_NULLABLE run);

/**
 * An answer so far, with its head: attempts, waits, request id. NULL beyond the last. Borrowed until the next answer,
 * or until the run is freed; parlour_message_clone() keeps it.
 */
PARLOUR_API const struct parlour_message *PARLOUR_NULLABLE parlour_tool_run_turn(
    const struct parlour_tool_run *PARLOUR_NULLABLE run,
    size_t index);

/**
 * Asks, runs the tools that the model calls, asks again until it stops, and gives the last answer:
 * parlour_tool_run_new() and parlour_tool_run_until_done() in one, for programs that need nothing else of a run. Free
 * the answer with parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_run_tools(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_tools *PARLOUR_NONNULL tools,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Asks for an answer that fits a JSON Schema, blocks this thread until it is there, and gives its outcome.
 * `answer_json` is empty, or a JSON object with any of "method" ("auto", the default, "format" or "tool"),
 * "max_reasks" (how often the model is asked again after an answer that does not fit, each time a paid request; 0 by
 * default), "tool_name" and "tool_description". PARLOUR_OK for every answer that came: parlour_parsed_outcome()
 * distinguishes refused, cut and invalid ones. PARLOUR_FAILED, before anything is sent, for a schema that cannot be
 * used and for a combination that the service would refuse. PARLOUR_INTERRUPTED as for parlour_client_create(), before
 * the first answer; later the answers so far are given, and parlour_parsed_reask_error() is of the kind
 * PARLOUR_KIND_CANCELLED. Free it with parlour_parsed_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_parse(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str schema_json,
    struct parlour_str answer_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_parsed **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees what parlour_parse() or parlour_answer_plan_judge() gave; NULL is allowed.
 */
PARLOUR_API void parlour_parsed_free(struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * The outcome of the last answer: one of PARLOUR_ANSWER_.... PARLOUR_ANSWER_NONE for NULL.
 */
PARLOUR_API parlour_answer_outcome parlour_parsed_outcome(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * The text of the model: for PARLOUR_ANSWER_VALUE JSON that matches the schema, which parlour_json_parse() reads; for
 * PARLOUR_ANSWER_CUT and PARLOUR_ANSWER_INVALID the text that arrived; else empty.
 */
PARLOUR_API struct parlour_str parlour_parsed_text(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Why there is no value: the service's explanation of a refusal, the stop reason of an answer that was cut, what does
 * not fit of an invalid one, each with its place. Empty for a value, and for a refusal without words.
 */
PARLOUR_API struct parlour_str parlour_parsed_reason(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * How many answers there are; more than one if the model was asked again.
 */
PARLOUR_API size_t parlour_parsed_answer_count(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * An answer, the oldest first, with its head: attempts, waits, request id. NULL beyond the last. Borrowed until
 * `parsed` is freed; parlour_message_clone() keeps it.
 */
PARLOUR_API const struct parlour_message *PARLOUR_NULLABLE parlour_parsed_answer(
    const struct parlour_parsed *PARLOUR_NULLABLE parsed,
    size_t index);

/**
 * The token usage of all answers together, as a JSON object.
 */
PARLOUR_API struct parlour_str parlour_parsed_usage_json(const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Why asking again failed, or that it was interrupted; the outcome is that of the answer before. NULL if it did not.
 * Borrowed until `parsed` is freed.
 */
PARLOUR_API const struct parlour_error *PARLOUR_NULLABLE parlour_parsed_reask_error(
    const struct parlour_parsed *PARLOUR_NULLABLE parsed);

/**
 * Makes the request for a structured answer and sends nothing; arguments and failures as for parlour_parse(). Request
 * may be freed. Free it with parlour_answer_plan_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_new(
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_str schema_json,
    struct parlour_str answer_json,
    struct parlour_answer_plan **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a plan; NULL is allowed.
 */
PARLOUR_API void parlour_answer_plan_free(struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The request that is to be sent, with any function that takes one. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_request(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How the answer is asked for: "format" or "tool".
 */
PARLOUR_API struct parlour_str parlour_answer_plan_method(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The tool whose input is the answer; empty if the text is. parlour_answer_plan_partial() finds one or the other in a
 * stream.
 */
PARLOUR_API struct parlour_str parlour_answer_plan_tool_name(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * Whether the value is the member "value" of the tool's input, because the schema does not describe an object.
 */
PARLOUR_API bool parlour_answer_plan_is_wrapped(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * The answer while it streams: parlour_partial_json_take() finds it in the events, whether it is the text or the input
 * of the tool, and a wrapped value is shown without its wrapper. `trailing_strings` as for parlour_partial_json_new().
 * Plan may be freed. Free it with parlour_partial_json_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_partial(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    bool trailing_strings,
    struct parlour_partial_json **PARLOUR_NONNULL out);

/**
 * The parts of the schema that the service does not enforce, as a JSON array of JSON pointers into it. The library
 * checks answers against them.
 */
PARLOUR_API struct parlour_str parlour_answer_plan_moved_json(const struct parlour_answer_plan *PARLOUR_NULLABLE plan);

/**
 * Tells what an answer to the request is worth. Free it with parlour_parsed_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_judge(
    const struct parlour_answer_plan *PARLOUR_NONNULL plan,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_parsed **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The request that asks once more after an answer that does not fit, with parlour_parsed_reason() or the caller's own
 * words. PARLOUR_END if it was asked as often as "max_reasks" says. Free it with parlour_request_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_END.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_answer_plan_again(
    struct parlour_answer_plan *PARLOUR_NONNULL plan,
    const struct parlour_message *PARLOUR_NONNULL message,
    struct parlour_str reason,
    struct parlour_request **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A JSON Schema as the service takes it for answers and strict tools: an object with "schema", and with "moved", an
 * array of JSON pointers to what the service does not enforce, which the descriptions in "schema" say instead
 * (protocol §9.7). PARLOUR_FAILED for a place without a type; the error names it. parlour_parse() does this itself.
 * Free it with parlour_json_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_transform_schema(
    struct parlour_str schema_json,
    struct parlour_json **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A call of the endpoint of this name. PARLOUR_FAILED for a name that there is not. Free it with
 * parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_new(
    struct parlour_str name,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a call of an endpoint; NULL is allowed. Calls that were made with it go on.
 */
PARLOUR_API void parlour_endpoint_free(struct parlour_endpoint *PARLOUR_NULLABLE endpoint);

/**
 * Adds an id of the path, the outer one first: of a skill, then of its version. How many there must be is checked when
 * the call is made. PARLOUR_INVALID_ARGUMENT for calls that were not made by parlour_endpoint_new().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_add_id(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_str id,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a member of the query, unescaped; a name may occur several times. PARLOUR_INVALID_ARGUMENT as for
 * parlour_endpoint_add_id().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_add_query(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_str name,
    struct parlour_str value,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the body, one JSON object, which is sent unchanged; none if it is empty. PARLOUR_FAILED if it is no JSON
 * object. PARLOUR_INVALID_ARGUMENT for calls that were made by neither parlour_endpoint_new() nor
 * parlour_endpoint_request().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_set_body(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_str body_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Makes a message request the body, for "messages.count_tokens". The request may be freed. PARLOUR_INVALID_ARGUMENT as
 * for parlour_endpoint_set_body().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_set_request(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Any request: a method, and a path below the base URL that starts with "/", query included. Without a body until it
 * is given one: JSON (parlour_endpoint_set_body()), the content of a file (parlour_endpoint_set_content()) or a form
 * (parlour_endpoint_add_field(), parlour_endpoint_add_file()); the last kind that is given counts. Free it with
 * parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_request(
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Makes the content of an upload the body, of its media type: bytes, a file, or what a function reads. The upload may
 * be freed. PARLOUR_FAILED for a media type that is not valid in a header, PARLOUR_INVALID_ARGUMENT for calls that
 * were not made by parlour_endpoint_request().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_set_content(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_upload *PARLOUR_NONNULL upload,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a field of text to the form that is the body (multipart/form-data). PARLOUR_INVALID_ARGUMENT as for
 * parlour_endpoint_set_content().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_add_field(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_str name,
    struct parlour_str value,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a file to the form that is the body (multipart/form-data); it is read while it is sent. The upload may be
 * freed. PARLOUR_INVALID_ARGUMENT as for parlour_endpoint_set_content(); a value that is not valid in a header makes
 * the call fail.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_endpoint_add_file(
    struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_str name,
    const struct parlour_upload *PARLOUR_NONNULL upload,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The results of the batch of this id, to be submitted with PARLOUR_MODE_STREAM: each event is a line,
 * PARLOUR_EVENT_CHUNK with the result as JSON, or PARLOUR_EVENT_BROKEN for a line that is none. Free it with
 * parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_results(
    struct parlour_str batch_id,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_endpoint_results(), of a batch as the service gave it, from where it says they are; of another origin
 * than the client's they are asked for by the batch's id, so that no other origin sees the credential. The call fails
 * with PARLOUR_KIND_CONFIG if the batch has not ended. Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_results_of(
    struct parlour_str batch_json,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Waits for the end of a batch: it is asked for with growing pauses, the first of `first_ms` (0 for 5 s), the longest
 * of `longest_ms` (0 for 60 s), each with some jitter; after `limit_ms` (0 for no limit) the call fails with
 * PARLOUR_KIND_TIMEOUT, and the batch goes on. Made whole, the answer is the batch that has ended; with
 * PARLOUR_MODE_STREAM each event is the batch in its current state. PARLOUR_INVALID_ARGUMENT for a negative time. Free
 * it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_wait(
    struct parlour_str batch_id,
    int64_t first_ms,
    int64_t longest_ms,
    int64_t limit_ms,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Writes the content of a file to `path`, whole or not at all, at most 1 GiB; the answer is `{"size_bytes": ...}`.
 * Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_download(
    struct parlour_str file_id,
    struct parlour_str path,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_endpoint_download() of at most `max_bytes` bytes (0 for 1 GiB): beyond that the call fails with
 * PARLOUR_KIND_DECODE of the subkind `max_download_bytes`, and nothing is left at the path. Free it with
 * parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_download_at_most(
    struct parlour_str file_id,
    struct parlour_str path,
    uint64_t max_bytes,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A walk over the list that this call names, which begins with its query; parlour_endpoint_add_query() with "limit"
 * bounds a page. The call may be freed. PARLOUR_FAILED for an endpoint that is no list, and for a query that
 * contradicts itself. Free it with parlour_pages_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_pages_new(
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    struct parlour_pages **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a walk; NULL is allowed.
 */
PARLOUR_API void parlour_pages_free(struct parlour_pages *PARLOUR_NULLABLE pages);

/**
 * Asks for the next page, blocks this thread until it is there, and gives it: an object whose "data" has the items.
 * PARLOUR_END after the last one. PARLOUR_FAILED: nothing was taken, and the same page is asked for next time; a page
 * that leads back to one that was read is of kind PARLOUR_KIND_DECODE, and PARLOUR_END follows. PARLOUR_INTERRUPTED as
 * for parlour_client_call(). Free the answer with parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_END, PARLOUR_FORKED or
 * PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_pages_next(
    struct parlour_pages *PARLOUR_NONNULL pages,
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_options *PARLOUR_NULLABLE options,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The call for the next page, for programs that submit it themselves and give the answer to parlour_pages_take(); the
 * same one until then. PARLOUR_END after the last page. Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_END or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_pages_endpoint(
    const struct parlour_pages *PARLOUR_NONNULL pages,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Takes the page that was answered: parlour_answer_body(). PARLOUR_FAILED, of kind PARLOUR_KIND_DECODE, if it is not a
 * page, or leads back to a page that was read: no page follows then.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_pages_take(
    struct parlour_pages *PARLOUR_NONNULL pages,
    struct parlour_str page_json,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * No requests. Free it with parlour_batch_requests_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_batch_requests_new(
    struct parlour_batch_requests **PARLOUR_NONNULL out);

/**
 * Frees the requests of a batch; NULL is allowed.
 */
PARLOUR_API void parlour_batch_requests_free(struct parlour_batch_requests *PARLOUR_NULLABLE requests);

/**
 * Adds a request under an id of 1 to 64 letters, digits, "-" and "_" that is unique in the batch. Both may be freed or
 * changed. PARLOUR_FAILED: nothing was added; of kind PARLOUR_KIND_REQUEST_TOO_LARGE if the batch is full (100 000
 * requests or 256 MiB, protocol §8.4).
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_batch_requests_add(
    struct parlour_batch_requests *PARLOUR_NONNULL requests,
    struct parlour_str custom_id,
    const struct parlour_request *PARLOUR_NONNULL request,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * How many requests there are; 0 for NULL.
 */
PARLOUR_API size_t parlour_batch_requests_count(const struct parlour_batch_requests *PARLOUR_NULLABLE requests);

/**
 * The call that creates the batch, "batches.create"; no requests are left here. PARLOUR_FAILED if there is none. Free
 * it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_batch_requests_endpoint(
    struct parlour_batch_requests *PARLOUR_NONNULL requests,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Begins a run, or goes on with that of the journal at the path `state`, which is made if it is not there; no journal
 * if it is empty. A batch has at most `requests_per_batch` requests and `bytes_per_batch` bytes; 0, or more than the
 * service accepts, means the service's limit. The batches are asked for as parlour_endpoint_wait() does, with the same
 * defaults for 0. PARLOUR_FAILED if the journal cannot be used. PARLOUR_INVALID_ARGUMENT for a negative time. Free it
 * with parlour_batch_run_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_batch_run_open(
    struct parlour_str state,
    size_t requests_per_batch,
    size_t bytes_per_batch,
    int64_t first_ms,
    int64_t longest_ms,
    int64_t limit_ms,
    struct parlour_batch_run **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Ends a run and closes its journal; submitted batches go on. NULL is allowed. A call of the run that is under
 * way keeps both until its end.
 */
PARLOUR_API void parlour_batch_run_free(struct parlour_batch_run *PARLOUR_NULLABLE run);

/**
 * Adds a request under an id that is unique in the run. `full` (NULL is allowed) says whether
 * parlour_batch_run_submit() is to be called before the next one. PARLOUR_FAILED: nothing was added; also while a call
 * of the run is under way.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_batch_run_add(
    const struct parlour_batch_run *PARLOUR_NONNULL run,
    struct parlour_str custom_id,
    const struct parlour_request *PARLOUR_NONNULL request,
    bool *PARLOUR_NULLABLE full,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The call that submits full batches; its answer, whole, is a JSON array of the ids of the batches so far. Free it
 * with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_batch_run_submit(
    const struct parlour_batch_run *PARLOUR_NONNULL run,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The call that submits the rest, waits, and gives the results line by line as parlour_endpoint_results() does; made
 * once. It has the run: no request can be added any more. Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_batch_run_results(
    const struct parlour_batch_run *PARLOUR_NONNULL run,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The file at this path, under its last component as name, and of the media type that its end says. It is read while
 * it is sent, and again if the request is repeated. PARLOUR_FAILED if it cannot be read, or is no regular file. Free
 * it with parlour_upload_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_upload_path(
    struct parlour_str path,
    struct parlour_upload **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * These bytes, which are copied, under this name. Free it with parlour_upload_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_upload_bytes(
    struct parlour_str name,
    struct parlour_str content,
    struct parlour_upload **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * An upload of the bytes that this function reads, under this name: sent once, by one call, and not repeated if that
 * call fails. `user` is retained until `user_free` (NULL is allowed) is called with it, once, on any thread, after the
 * last call of `reader`. On failure nothing is retained. Free it with parlour_upload_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_upload_reader(
    struct parlour_str name,
    parlour_read_fn reader,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_upload **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees an upload; NULL is allowed. Calls that were made with it go on.
 */
PARLOUR_API void parlour_upload_free(struct parlour_upload *PARLOUR_NULLABLE upload);

/**
 * Sends it under this name instead. If its end says a media type, that is the file's, unless one was set.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_upload_set_name(
    struct parlour_upload *PARLOUR_NONNULL upload,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends it as this media type, for example "text/csv"; whether it is valid in a header is checked when the call is
 * made.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_upload_set_media_type(
    struct parlour_upload *PARLOUR_NONNULL upload,
    struct parlour_str media_type,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Says how many bytes a reader gives, where it is known: the request then has a length, and one that ends elsewhere
 * fails.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_upload_set_length(
    struct parlour_upload *PARLOUR_NONNULL upload,
    uint64_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The service deletes the file by itself after so many seconds: an hour (3600) to 90 days (7776000). For
 * parlour_endpoint_upload() alone: other calls with such an upload are refused before they are sent.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_upload_set_expires_in(
    struct parlour_upload *PARLOUR_NONNULL upload,
    uint64_t seconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_base_url(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the vendor name, which begins the names of the service's headers.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_vendor(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str vendor,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the value of the version header. It selects the dialect: since 2026-10-21, which latest selects, a key is sent
 * as a bearer token, and there are no sampling parameters.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_version(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str version,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Asks for a beta feature in every call, besides those added before.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_beta(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Appends to the user agent, for example "my-service/2.1".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_user_agent_suffix(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str suffix,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets permit sending the credential over plain http to another machine.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_allow_plain_http(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool allow,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the proxy that calls go through. A URL (http, https, socks5, socks5h), env for the proxy of the environment, or
 * none.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_proxy(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str proxy,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a host, a domain, an address or a network such as 10.0.0.0/8 to connect to without the proxy. Each may have a
 * port; a domain includes its subdomains.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_no_proxy(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str what,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the path of the unix socket for all connections.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_unix_socket(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str path,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the local address that connections use.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_local_address(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str address,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the minimum version of TLS: "1.2" or "1.3".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_min_tls_version(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str version,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Trusts the certificate authorities of a PEM bundle besides those of the system.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_ca_pem(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str pem,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Trusts the certificate authorities of PEM bundles given this way, and no others.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_only_ca_pem(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str pem,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_stream_long_answers(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool on,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit for establishing a connection, in milliseconds. As for every limit, 0 is refused, and
 * PARLOUR_NO_LIMIT lifts it.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_connect_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit for one attempt at a whole answer, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_answer_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the longest time in a stream without a byte, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_stream_silence_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the longest time in a stream without progress, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_stream_progress_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the longest time until the first event of a stream other than a ping, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_first_event_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit for one attempt at a whole answer that travels as a stream, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_long_answer_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the limit for a call with all its attempts and waits, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_total_timeout_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum size of an event of a stream.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_event_bytes(
    struct parlour_config *PARLOUR_NULLABLE config,
    size_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum size of an error's body that is kept.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_error_body_bytes(
    struct parlour_config *PARLOUR_NULLABLE config,
    size_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum size of an answer.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_response_bytes(
    struct parlour_config *PARLOUR_NULLABLE config,
    size_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum size of a stream in total.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_stream_bytes(
    struct parlour_config *PARLOUR_NULLABLE config,
    size_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum size of a request.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_request_bytes(
    struct parlour_config *PARLOUR_NULLABLE config,
    size_t bytes,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets log request and response bodies, which contain what users said.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_log_bodies(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool log,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets log a warning at the first request to a deprecated model. Once for each model and client.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_deprecation_warnings(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool warn,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the header for a random key that is the same on every attempt of a call.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_idempotency_header(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str name,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum number of retries of a call.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_retries(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The call that uploads a file, "files.upload". The upload may be freed. PARLOUR_FAILED for a media type that is not
 * valid in a header. Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_upload(
    const struct parlour_upload *PARLOUR_NONNULL upload,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * No files. Free it with parlour_skill_files_free().
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_skill_files_new(struct parlour_skill_files **PARLOUR_NONNULL out);

/**
 * Frees the files of a skill; NULL is allowed.
 */
PARLOUR_API void parlour_skill_files_free(struct parlour_skill_files *PARLOUR_NULLABLE files);

/**
 * Adds a file, whose name is its path in the skill, for example "report/SKILL.md". The upload may be freed.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_skill_files_add(
    struct parlour_skill_files *PARLOUR_NONNULL files,
    const struct parlour_upload *PARLOUR_NONNULL upload);

/**
 * The call that creates a skill of these files, "skills.create"; no name is sent if `display_name` is empty. The files
 * may be freed. Free it with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_skill_files_create(
    const struct parlour_skill_files *PARLOUR_NONNULL files,
    struct parlour_str display_name,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The call that adds a version of these files to a skill, "skills.versions.create". The files may be freed. Free it
 * with parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_skill_files_create_version(
    const struct parlour_skill_files *PARLOUR_NONNULL files,
    struct parlour_str skill_id,
    struct parlour_endpoint **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * A verifier with this secret, as the service shows it ("whsec_..."), that takes webhooks of an age up to
 * `tolerance_ms`, 0 for 5 minutes. PARLOUR_FAILED for a secret that is none, with "secret" as parlour_error_subkind().
 * Free it with parlour_webhooks_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_webhooks_new(
    struct parlour_str secret,
    int64_t tolerance_ms,
    struct parlour_webhooks **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a verifier; NULL is allowed.
 */
PARLOUR_API void parlour_webhooks_free(struct parlour_webhooks *PARLOUR_NULLABLE webhooks);

/**
 * Takes webhooks that this secret signs as well, so that one can be replaced while both are in use. Not while another
 * thread verifies.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_webhooks_add_secret(
    struct parlour_webhooks *PARLOUR_NONNULL webhooks,
    struct parlour_str secret,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Verifies a webhook: PARLOUR_OK, and `body` is the event, as JSON. `id`, `timestamp` and `signature` are the headers
 * "webhook-id", "webhook-timestamp" and "webhook-signature", empty where the request has none or several. `now_ms` is
 * the time in milliseconds since 1970, -1 for the present. PARLOUR_FAILED: answer the request with 400;
 * parlour_error_subkind() is "header", "timestamp", "age", "signature" or "body".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_webhooks_verify(
    const struct parlour_webhooks *PARLOUR_NONNULL webhooks,
    struct parlour_str id,
    struct parlour_str timestamp,
    struct parlour_str signature,
    struct parlour_str body,
    int64_t now_ms,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sends a request without waiting. `mode` is one of PARLOUR_MODE_.... With a queue, its completions are announced
 * there, under `token`, which is any number of the caller's; without one (NULL), parlour_op_next() waits for it. The
 * call keeps what it needs: client, request and options may be freed. Free it with parlour_op_free(). Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit(), for any request; see parlour_client_request(). Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_raw(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit(), for a call of an endpoint beside messages; see parlour_client_call(). With
 * PARLOUR_MODE_WHOLE parlour_op_answer() has the answer; with PARLOUR_MODE_STREAM its events are pieces of a body, or
 * lines of results. Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_call(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_queue *PARLOUR_NULLABLE queue,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    uint64_t token,
    struct parlour_op **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Blocks this thread until there are events, and hands out all there are. `timeout_ms` limits the wait, -1 waits for
 * ever, 0 not at all. PARLOUR_OK: a batch, to be freed with parlour_batch_free(). PARLOUR_END: the call is complete.
 * PARLOUR_TIMED_OUT: nothing came, the call goes on. PARLOUR_INTERRUPTED: a signal handler ran on this thread that was
 * installed without SA_RESTART, the call goes on. PARLOUR_FAILED: it failed, or was cancelled
 * (PARLOUR_KIND_CANCELLED). Each further call returns the end, or the failure, again. PARLOUR_BUSY: another thread
 * is taking from this call, and gets the events. Only for calls without a queue and without callbacks.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_END,
 * PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_next(
    const struct parlour_op *PARLOUR_NONNULL op,
    int64_t timeout_ms,
    struct parlour_batch **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_op_next(), without waiting: PARLOUR_WOULD_BLOCK if there is nothing yet. PARLOUR_BUSY as there. Free the
 * batch with parlour_batch_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK,
 * PARLOUR_END, PARLOUR_FORKED or PARLOUR_BUSY.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_try_next(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_batch **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Blocks this thread until the answer has begun, and gives its head; no event is lost. The time limit is that of
 * parlour_op_next(), and so are PARLOUR_TIMED_OUT, PARLOUR_INTERRUPTED and PARLOUR_BUSY. PARLOUR_END: it ended without
 * one. Borrowed until the call is freed. Only for calls without a queue and without callbacks.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_END,
 * PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_wait_head(
    const struct parlour_op *PARLOUR_NONNULL op,
    int64_t timeout_ms,
    const struct parlour_head **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Cancels the call: its connection is closed, and its consumer gets a failure of the kind PARLOUR_KIND_CANCELLED, at
 * once also if it waits. Does nothing to a call whose end was reported. Any thread, any number of times; NULL is
 * allowed.
 */
PARLOUR_API void parlour_op_cancel(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * Blocks this thread until no callback of this call can come any more and its `user_free` has returned, so that the
 * objects they use may be destroyed. It does not end the call: cancel it first if it should not run to its end. The
 * time limit is that of parlour_op_next(), and so are PARLOUR_TIMED_OUT and PARLOUR_INTERRUPTED. PARLOUR_BUSY on the
 * thread that calls the functions, which would wait for itself. Of a call without callbacks PARLOUR_OK at once. Any
 * number of threads, and no lock held that a callback takes.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_FORKED, PARLOUR_BUSY or PARLOUR_INTERRUPTED.
 */
PARLOUR_API parlour_result parlour_op_join(const struct parlour_op *PARLOUR_NONNULL op, int64_t timeout_ms);

/**
 * Frees a call, which gives it up unless it has ended; NULL is allowed. Of a call with callbacks only the handle is
 * freed: it is cancelled unless it has ended, and its callbacks may still be called after this returns; to wait for
 * them, call parlour_op_cancel() and parlour_op_join() first.
 */
PARLOUR_API void parlour_op_free(struct parlour_op *PARLOUR_NULLABLE op);

/**
 * Holds a call back that is bound to a queue or has callbacks: it is not asked for more until parlour_op_resume(), and
 * the server is slowed down. For one slow consumer among many. A batch that the call has already announced may still
 * arrive, one at most; its end is not noticed before it is resumed or cancelled. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_op_pause(const struct parlour_op *PARLOUR_NONNULL op);

/**
 * Has a call that was paused asked for more again; does nothing to another. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_op_resume(const struct parlour_op *PARLOUR_NONNULL op);

/**
 * The head of the answer; NULL before something of it was handed out. Borrowed until the call is freed.
 */
PARLOUR_API const struct parlour_head *PARLOUR_NULLABLE parlour_op_head(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * The token that was given when the call was submitted.
 */
PARLOUR_API uint64_t parlour_op_token(const struct parlour_op *PARLOUR_NULLABLE op);

/**
 * The message after the end of a call for one, whole or streamed. PARLOUR_WOULD_BLOCK before the end, where
 * parlour_op_snapshot() gives what there is; after a failure PARLOUR_FAILED with an error that has the partial
 * message. Free it with parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_message(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_message **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The answer after the end of a raw request, or of a call in PARLOUR_MODE_UNREAD. PARLOUR_WOULD_BLOCK before the end.
 * Free it with parlour_answer_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_answer(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_answer **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * The message with every event that was handed out so far, growing tool input completed and marked.
 * PARLOUR_WOULD_BLOCK before it has begun; PARLOUR_FAILED if there is no memory for the copy. Free it with
 * parlour_message_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_WOULD_BLOCK or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_op_snapshot(
    const struct parlour_op *PARLOUR_NONNULL op,
    struct parlour_message **PARLOUR_NONNULL out);

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
 * A new queue. Free it with parlour_queue_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_queue_new(
    struct parlour_queue **PARLOUR_NONNULL out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Frees a queue, which cancels the calls bound to it; their handles still have to be freed. NULL is allowed. Not while
 * a function is at work with it in another thread. Take the descriptor out of the loop first: it is closed when the
 * last handle of a call bound to the queue is freed.
 */
PARLOUR_API void parlour_queue_free(struct parlour_queue *PARLOUR_NULLABLE queue);

/**
 * The descriptor to watch for reading, with poll, epoll, a libuv or asio loop: it is readable when a drain is due. One
 * that finds nothing is rare, and no mistake: a call that has begun and has no event yet, or was cancelled. Never read
 * from it, write to it or close it. -1 for NULL.
 */
PARLOUR_API int32_t parlour_queue_fd(const struct parlour_queue *PARLOUR_NULLABLE queue);

/**
 * Blocks this thread until a drain is due. -1 waits for ever. PARLOUR_INTERRUPTED if a signal handler ran on
 * this thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_FORKED or PARLOUR_INTERRUPTED.
 */
PARLOUR_API parlour_result parlour_queue_wait(const struct parlour_queue *PARLOUR_NONNULL queue, int64_t timeout_ms);

/**
 * Wakes the threads that wait for the queue; their next drain may find nothing. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_queue_wake(const struct parlour_queue *PARLOUR_NONNULL queue);

/**
 * Takes what there is, at most `capacity` completions, and writes how many to `count`. Never blocks. An edge-triggered
 * loop drains until `count` is 0; a level-triggered one may drain once each time. Events that arrive after that are
 * taken at the next drain: a consumer that does not drain slows the server down, and loses nothing.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_queue_drain(
    const struct parlour_queue *PARLOUR_NONNULL queue,
    struct parlour_completion *PARLOUR_NULLABLE completions,
    size_t capacity,
    size_t *PARLOUR_NONNULL count);

/**
 * Sends a request that reports its outcome to callbacks: `on_batch` (NULL is allowed) with the events of a stream,
 * `on_done` (NULL is allowed) once at the end, whatever the end is; then `user_free` (NULL is allowed) once.
 *
 * They are called on one thread of the library, which all such calls of the process share and which has all signals
 * blocked, possibly before this function returns. They must not block, or other calls wait; they may use every
 * function of this header that does not, also cancel and free the call itself. They must not leave by an exception or
 * longjmp().
 *
 * `out` may be NULL; the call then runs without a handle. Free the handle with parlour_op_free(), which cancels a call
 * that has not ended. On failure nothing is retained and no function is called. `user` is retained until `user_free`
 * is called with it. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_request *PARLOUR_NONNULL request,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit_callback(), for any request; see parlour_client_request(). Free the call with
 * parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_raw_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    struct parlour_str method,
    struct parlour_str path,
    struct parlour_str body_json,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * As parlour_client_submit_callback(), for a call of an endpoint beside messages; see parlour_client_submit_call().
 * Free the call with parlour_op_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_client_submit_call_callback(
    const struct parlour_client *PARLOUR_NONNULL client,
    const struct parlour_endpoint *PARLOUR_NONNULL endpoint,
    const struct parlour_options *PARLOUR_NULLABLE options,
    parlour_mode mode,
    parlour_batch_fn on_batch,
    parlour_done_fn on_done,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free,
    struct parlour_op **PARLOUR_NULLABLE out,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Gives log records of this process to a function, up to a level; it takes the place of a function that was given
 * before. It is called on the threads that wait for calls or drain queues, and on the library's callback thread,
 * before they hand on what the record is about; in several threads at once if several do that. `user` is retained;
 * `user_free` (NULL is allowed) is called once when another function has taken the place, or after parlour_log_stop(),
 * and no thread is in the function any more. On failure nothing is retained. PARLOUR_BUSY if another part of the
 * process collects the log. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_start(
    parlour_log_level level,
    parlour_log_fn function,
    void *PARLOUR_NULLABLE user,
    parlour_free_fn user_free);

/**
 * Stops the log, and gives the user pointer back: its `user_free` is called once, when no thread is in the function
 * any more. Any thread but from within the function.
 *
 * @return PARLOUR_OK or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_stop(void);

/**
 * Changes the level; PARLOUR_LOG_OFF stops the log. Any thread, any time.
 *
 * @return PARLOUR_OK, PARLOUR_INVALID_ARGUMENT or PARLOUR_BUSY.
 */
PARLOUR_API parlour_result parlour_log_set_level(parlour_log_level level);

/**
 * Sets what the threads of this process are made with, by name to a JSON value: "worker_threads", how many drive the
 * connections, 1 to 64, 2 unless it is set. Only before the first call of the process; a forked child starts with the
 * value of its parent. They live as long as the process: nothing shuts them down, because a call could not report that
 * they are gone, and exit() does not wait for them. Any thread.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_runtime_set(
    struct parlour_str name,
    struct parlour_str json,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/**
 * Prints a text with printf(): printf("said " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(text)). At most INT_MAX bytes of
 * it, up to a NUL. The text is looked at twice: it must be no call.
 */
#define PARLOUR_STR_FORMAT "%.*s"

/**
 * The two arguments that belong to PARLOUR_STR_FORMAT.
 */
#define PARLOUR_STR_ARG(text) ((int)((text).len > 2147483647 ? 2147483647 : (text).len)), ((text).data)

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A view of a text that ends with NUL; an empty one for NULL.
 */
static inline parlour_str parlour_str_z(const char *text) {
    parlour_str view;
    view.data = text ? text : "";
    view.len = strlen(view.data);
    return view;
}

/**
 * A view of some bytes.
 */
static inline parlour_str parlour_str_n(const char *data, size_t len) {
    parlour_str view;
    view.data = data;
    view.len = len;
    return view;
}

/**
 * Whether two texts are the same, byte for byte.
 */
static inline bool parlour_str_equal(parlour_str one, parlour_str other) {
    return one.len == other.len && (one.len == 0 || memcmp(one.data, other.data, one.len) == 0);
}

/**
 * Whether a text is the one that ends with NUL.
 */
static inline bool parlour_str_is(parlour_str text, const char *other) {
    return parlour_str_equal(text, parlour_str_z(other));
}

/**
 * Copies a text into `buffer` of `size` bytes, always ended with NUL if `size` is not 0. Gives its length: if that is
 * not less than `size`, it was cut.
 */
static inline size_t parlour_str_copy(parlour_str text, char *buffer, size_t size) {
    if (buffer && size > 0) {
        size_t kept = text.len < size ? text.len : size - 1;
        if (kept > 0) memcpy(buffer, text.data, kept);
        buffer[kept] = 0;
    }
    return text.len;
}

/**
 * A copy of a text that ends with NUL, from malloc(): free() it. NULL if there is no memory.
 */
static inline char *parlour_str_dup(parlour_str text) {
#ifdef __cplusplus
    char *copy = static_cast<char *>(malloc(text.len + 1));
#else
    char *copy = malloc(text.len + 1);
#endif
    if (copy) parlour_str_copy(text, copy, text.len + 1);
    return copy;
}

/**
 * Why a function did not give PARLOUR_OK: what the error says, or what the code means where there is none. The error is
 * borrowed; the text lives as long as it.
 */
static inline parlour_str parlour_why(parlour_result result, const parlour_error *error) {
    return error ? parlour_error_display(error) : parlour_str_z(parlour_result_text(result));
}

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

/**
 * Whether the loaded library is one for the header that this program was compiled with.
 */
static inline bool parlour_check_abi(void) {
    return parlour_abi_version() == PARLOUR_ABI_VERSION;
}

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_H */
