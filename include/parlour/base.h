/* Results, texts, versions, and the types of all handles. A part of parlour.h. */

#ifndef PARLOUR_BASE_H
#define PARLOUR_BASE_H

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
 * The input of a hook function, and the place for its result. Borrowed, with all texts that it gives: valid until the
 * function returns.
 */
typedef struct parlour_hook parlour_hook;

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
 * Where a hook is called; a sum of PARLOUR_HOOK_....
 */
typedef uint32_t parlour_hook_points;

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
 * Ends the life of a user pointer. Called exactly once, with the pointer that was given with it.
 */
typedef void (*parlour_free_fn)(void *user);

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
 * The outcome of a structured answer: one of PARLOUR_ANSWER_....
 */
typedef uint32_t parlour_answer_outcome;

/**
 * How a call is answered: one of PARLOUR_MODE_....
 */
typedef uint32_t parlour_mode;

/**
 * The kind of a completion: one of PARLOUR_COMPLETION_..., or a number of a newer library.
 */
typedef uint32_t parlour_completion_kind;

/**
 * The level of a log record: one of PARLOUR_LOG_....
 */
typedef uint32_t parlour_log_level;

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
 * A limit that the client keeps by itself has no room for the call; nothing was sent.
 */
#define PARLOUR_KIND_OVER_LIMIT 23

/**
 * A hook of the program failed, or refused the call.
 */
#define PARLOUR_KIND_HOOK 24

/**
 * The client drains: it lets its running calls end and begins no others. Nothing was sent.
 */
#define PARLOUR_KIND_DRAINING 25

#ifdef __cplusplus
extern "C" {
#endif

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

/**
 * Prints a text with printf(): printf("said " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(text)). At most INT_MAX bytes of
 * it, up to a NUL. The text is looked at twice: it must be no call.
 */
#define PARLOUR_STR_FORMAT "%.*s"

/**
 * The two arguments that belong to PARLOUR_STR_FORMAT.
 */
#define PARLOUR_STR_ARG(text) ((int)((text).len > 2147483647 ? 2147483647 : (text).len)), ((text).data)

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

#endif /* PARLOUR_BASE_H */
