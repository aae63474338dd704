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
 *         (code = parlour_request_add_user_text(request, parlour_str_z("Name three rivers."))) == PARLOUR_OK &&
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
 * RESULTS. Functions that can fail give a parlour_result: the code says whether, the error handle says why. One comes with
 * PARLOUR_FAILED, and with PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 and PARLOUR_INVALID_ARGUMENT, where it names the argument;
 * with no other code. Out-parameters are written only with PARLOUR_OK; what was in them, and in the place for an error, before is
 * neither read nor freed. A place for an error may be NULL.
 * There is no state per thread: nothing has to be asked after a failure. Functions that give a value give an empty one
 * (0, -1, NULL, a text of length 0: each says which) where there is none.
 *
 * NULL. Every function survives NULL in every argument: PARLOUR_NULL_ARGUMENT where it is required. Every _free function
 * takes NULL and does nothing.
 *
 * TEXTS are UTF-8 with a length (parlour_str); a text that is not UTF-8 is refused, one that holds NUL is a text like any
 * other. As arguments they are copied before the function returns. As results their data is never NULL, but they do not
 * end with NUL. JSON is text.
 *
 * OWNERSHIP is told in three words. Borrowed: it belongs to another handle and may be read until that is freed (or until
 * what the function says). Transferred: it belongs to the caller, who frees it with the function that the comment names.
 * Retained: the library keeps what it was given until it says so; with a user pointer comes a function that is called
 * exactly once when it is not needed any more. What a _new, _clone or _from_json function gives is transferred.
 *
 * THREADS. Handles that a function takes as const may be used by any number of threads at once, with two exceptions: one
 * thread at a time takes from a parlour_op (but any thread may cancel it at any time), and what is being freed must not
 * be in use. Handles that a function takes without const (parlour_config, parlour_options and parlour_request while they
 * are changed) belong to one thread at a time. Nothing here may be called from a signal
 * handler, but parlour_interrupt_raise(). A handle that is closed or read to its end says so each time it is asked; of two
 * threads that take from one call at once, one gets PARLOUR_BUSY.
 *
 * SIGNALS. The library changes no handler. Its own threads have all signals blocked but those that report a fault of
 * theirs, and a connection that breaks while it is written to raises no SIGPIPE in the host. A wait for a call or a queue gives
 * PARLOUR_INTERRUPTED when a handler ran that was installed without SA_RESTART (parlour_queue_wait() with any), and the call
 * goes on. A blocking call is ended by its parlour_interrupt: raise it in the handler.
 *
 * FORK. A client, a configuration, options and requests may be used in a forked child, which gets connections and threads
 * of its own. Calls and queues stay the parent's: the child gets PARLOUR_FORKED, and may free them. Handles that another
 * thread is just using must not be used in the child.
 *
 * EXIT. Nothing has to be shut down: exit() with calls in flight is safe, and ends them. Functions of atexit() and destructors
 * of globals and thread locals may use everything here. Threads start with the first call that needs them and live as long as
 * the process: dlclose() leaves the library where it is.
 *
 * CALLBACKS run on threads of the library and must not leave by an exception or longjmp().
 *
 * ABI. Handles are opaque; structs that the library lends by pointer may grow behind their last field, others are final;
 * numbers are only ever added: expect ones that this header does not
 * name. A program runs with any library whose parlour_abi_version() is the PARLOUR_ABI_VERSION it was compiled with.
 */
#ifndef PARLOUR_H
#define PARLOUR_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
 * Something else has the place already: another thread takes from the call, or this is the thread that would be waited for.
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
 * Some events of one stream, in their order. Independent of the call it came from: it may be kept, read from any thread
 * and freed at any time. Freed early, its memory serves the next batch.
 */
typedef struct parlour_batch parlour_batch;

/**
 * A client of one service. Any number of threads may use it at once, and any process forked from the one that made it.
 * Making one starts no thread and opens no connection. Calls live on when it is freed.
 */
typedef struct parlour_client parlour_client;

/**
 * Settings of clients to be made. One thread at a time. Values are copied; credentials are wiped when they are replaced
 * or the configuration is freed. What is not set has the library's default.
 */
typedef struct parlour_config parlour_config;

/**
 * Where a credential function puts its answer. Borrowed: valid until the function returns.
 */
typedef struct parlour_credential parlour_credential;

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
 * What a call sets for itself, in place of what its client sets. One thread at a time while it is changed; afterwards
 * any number of threads may use it for calls. Calls copy what they need.
 */
typedef struct parlour_options parlour_options;

/**
 * Where calls announce what came of them. Any number of threads may use it at once; the completions of one call come in
 * their order only if one thread drains. A forked child cannot use its parent's, and must not watch its descriptor.
 */
typedef struct parlour_queue parlour_queue;

/**
 * A message request. One thread at a time while it is changed; afterwards any number of threads may use it for calls.
 * Calls copy what they need: it may be changed, used again or freed while they run. Texts are copied.
 */
typedef struct parlour_request parlour_request;

/**
 * What a function came to: one of the `PARLOUR_OK` ... constants below. A newer library may return codes that this
 * header does not name: treat them as failures.
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
 * What went wrong: one of PARLOUR_KIND_..., or a number of a newer library.
 */
typedef uint32_t parlour_kind;

/**
 * One limited quantity, as the answer told it. A newer library may have more behind the last field.
 */
typedef struct parlour_rate_limit {
    /**
     * "requests", "tokens", "input_tokens", "output_tokens", "priority_input_tokens" or "priority_output_tokens".
     * Static.
     */
    struct parlour_str name;
    /**
     * The most that a full allowance holds; -1 if the answer did not tell.
     */
    int64_t limit;
    /**
     * What is left of it; -1 if the answer did not tell.
     */
    int64_t remaining;
    /**
     * When it is full again: milliseconds since 1970 by the service's clock; -1 if the answer did not tell.
     */
    int64_t reset_unix_ms;
} parlour_rate_limit;

/**
 * What an answer cost, in tokens; what the service did not tell is 0. A newer library may have more
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
 * The kind of a content block: one of PARLOUR_BLOCK_..., or a number of a newer library.
 */
typedef uint32_t parlour_block_kind;

/**
 * Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
 */
typedef uint32_t parlour_input_state;

/**
 * Gives the credential for one attempt: puts a key, a token or a failure into `credential`. `attempt` counts from 1.
 * `after_refusal` says that the service refused the one given before, and a cached one should be dropped.
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
 * A message that ended with another stop reason than "end_turn". The texts are borrowed until the function returns. A newer
 * library may have more behind the last field.
 */
typedef struct parlour_stop_notice {
    /**
     * Why the model stopped, for example "max_tokens", "tool_use"; an open set.
     */
    struct parlour_str stop_reason;
    /**
     * The id of the request at the service; empty if the answer told none. Quote it when you investigate.
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
 * Is told of a message that ended with another stop reason than "end_turn". It must return soon, for it holds up the
 * thread that it is called on, and must not leave by an exception or longjmp(). It may use everything here that does not
 * block.
 */
typedef void (*parlour_stop_fn)(void *user, const struct parlour_stop_notice *notice);

/**
 * The HTTP version to speak: one of PARLOUR_HTTP_....
 */
typedef uint32_t parlour_http_version;

/**
 * How a call is answered: one of PARLOUR_MODE_....
 */
typedef uint32_t parlour_mode;

/**
 * What an event is: one of PARLOUR_EVENT_..., or a number of a newer library.
 */
typedef uint32_t parlour_event_kind;

/**
 * Which piece a delta carries: one of PARLOUR_DELTA_..., or a number of a newer library.
 */
typedef uint32_t parlour_delta_kind;

/**
 * One event of a stream. All texts are borrowed until its batch is freed, and empty where the event has none. A newer
 * library may have more behind the last field: go from event to event with parlour_event_next() or parlour_batch_at(), and
 * copy no event.
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
 * What a completion brings: one of PARLOUR_COMPLETION_..., or a number of a newer library.
 */
typedef uint32_t parlour_completion_kind;

/**
 * What a drain found for one call. The layout is final.
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
 * There is no such block, or it is of a type that this version does not know: parlour_message_block_type() tells it.
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
 * What the TLS handshake settles on.
 */
#define PARLOUR_HTTP_NEGOTIATE 3

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
 * A whole answer to a message request whose body is left unread: parlour_op_answer() has it. One that came without a length
 * counts as whole where its connection ends, also if it was cut there.
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
 * A piece of the body of a raw request: `json` holds its bytes, which need not be text.
 */
#define PARLOUR_EVENT_CHUNK 100

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
 * Everything; bodies too, where the client was told to log them.
 */
#define PARLOUR_LOG_DEBUG 4

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The ABI that the loaded library implements; see parlour_check_abi().
 */
uint32_t parlour_abi_version(void);

/**
 * The version of the library, for example "0.1.0". Static, NUL-terminated.
 */
const char *parlour_version(void);

/**
 * The version of the library as a number that grows: PARLOUR_VERSION_NUMBER of the header that came with it.
 */
uint32_t parlour_version_number(void);

/**
 * What a result code means, in a few words; also for codes that are not known. Static, NUL-terminated.
 */
const char *parlour_result_text(parlour_result result);

/**
 * The number of kinds of errors that the loaded library knows: they are numbered from 1 to this.
 */
uint32_t parlour_kind_count(void);

/**
 * The name of a kind of error, for example "RateLimit"; empty for a number that is none. Static.
 */
struct parlour_str parlour_kind_name(parlour_kind kind);

/**
 * Whether errors of a kind are worth repeating unless the service said otherwise.
 */
bool parlour_kind_is_retryable(parlour_kind kind);

/**
 * Frees an error; NULL is allowed.
 */
void parlour_error_free(struct parlour_error *error);

/**
 * Another handle of the same error, for an error that is borrowed. Free it with parlour_error_free().
 */
parlour_result parlour_error_clone(const struct parlour_error *error, struct parlour_error **out);

/**
 * What went wrong: one of PARLOUR_KIND_..., or a number of a newer library. 0 for NULL.
 */
parlour_kind parlour_error_kind(const struct parlour_error *error);

/**
 * The name of the kind, for example "RateLimit".
 */
struct parlour_str parlour_error_kind_name(const struct parlour_error *error);

/**
 * The HTTP status; 0 if no answer arrived, 200 for an error inside a stream.
 */
uint16_t parlour_error_status(const struct parlour_error *error);

/**
 * The service's own type of the error, an open set; empty if it told none.
 */
struct parlour_str parlour_error_type(const struct parlour_error *error);

/**
 * What happened, without decoration. Not stable: never decide by it.
 */
struct parlour_str parlour_error_message(const struct parlour_error *error);

/**
 * One sentence for a log line: what happened, where, and what to do next. Shows no credential.
 */
struct parlour_str parlour_error_display(const struct parlour_error *error);

/**
 * The id of the request at the service; empty if there is none.
 */
struct parlour_str parlour_error_request_id(const struct parlour_error *error);

/**
 * The delay that the service asked for, in milliseconds with their fraction; -1 if it asked for none.
 */
double parlour_error_retry_after_ms(const struct parlour_error *error);

/**
 * How often the request was sent; 0 if nothing was.
 */
uint32_t parlour_error_attempts(const struct parlour_error *error);

/**
 * The number of waits between the attempts.
 */
size_t parlour_error_wait_count(const struct parlour_error *error);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
double parlour_error_wait_ms(const struct parlour_error *error, size_t index);

/**
 * Why the call was not repeated (again): "exhausted", "budget_empty", "not_retryable", "retry_after_too_long",
 * "deadline_would_pass", "server_said_no" or "spend_cap"; empty where no retry was thought of. Static.
 */
struct parlour_str parlour_error_not_retried(const struct parlour_error *error);

/**
 * Whether the same call may succeed later.
 */
bool parlour_error_is_retryable(const struct parlour_error *error);

/**
 * Whether the failure came inside a stream, after its headers.
 */
bool parlour_error_is_mid_stream(const struct parlour_error *error);

/**
 * Whether a stream broke off after it had told its stop reason.
 */
bool parlour_error_saw_stop_reason(const struct parlour_error *error);

/**
 * Whether a 429 stands for a spend cap, which no waiting lifts.
 */
bool parlour_error_is_spend_cap(const struct parlour_error *error);

/**
 * The body of the answer as received, cut at the client's cap; empty if none arrived. Any bytes.
 */
struct parlour_str parlour_error_body(const struct parlour_error *error);

/**
 * The number of header lines of the answer; 0 if none arrived.
 */
size_t parlour_error_header_count(const struct parlour_error *error);

/**
 * A header line, in the order of the answer. PARLOUR_NOT_FOUND beyond the last.
 */
parlour_result parlour_error_header_at(const struct parlour_error *error,
                                       size_t index,
                                       struct parlour_str *name,
                                       struct parlour_str *value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none.
 */
parlour_result parlour_error_header(const struct parlour_error *error,
                                    struct parlour_str name,
                                    struct parlour_str *value);

/**
 * What had arrived of the message when a stream failed; NULL if nothing had. Borrowed until the error is freed;
 * parlour_message_clone() keeps it.
 */
const struct parlour_message *parlour_error_partial_message(const struct parlour_error *error);

/**
 * The HTTP status: 200 to 299; 0 for NULL.
 */
uint16_t parlour_head_status(const struct parlour_head *head);

/**
 * The id of the request at the service; empty if it told none. Borrowed.
 */
struct parlour_str parlour_head_request_id(const struct parlour_head *head);

/**
 * How often the request was sent.
 */
uint32_t parlour_head_attempts(const struct parlour_head *head);

/**
 * The number of waits between the attempts.
 */
size_t parlour_head_wait_count(const struct parlour_head *head);

/**
 * A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
 */
double parlour_head_wait_ms(const struct parlour_head *head, size_t index);

/**
 * The number of header lines.
 */
size_t parlour_head_header_count(const struct parlour_head *head);

/**
 * A header line, in the order of the answer; a name that came twice stands twice. PARLOUR_NOT_FOUND beyond the last.
 * Both texts are borrowed.
 */
parlour_result parlour_head_header_at(const struct parlour_head *head,
                                      size_t index,
                                      struct parlour_str *name,
                                      struct parlour_str *value);

/**
 * The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none. Borrowed.
 */
parlour_result parlour_head_header(const struct parlour_head *head, struct parlour_str name, struct parlour_str *value);

/**
 * The number of rate limits that the answer told anything about.
 */
size_t parlour_head_rate_limit_count(const struct parlour_head *head);

/**
 * A rate limit, always in the same order; NULL beyond the last. Borrowed.
 */
const struct parlour_rate_limit *parlour_head_rate_limit_at(const struct parlour_head *head, size_t index);

/**
 * Tokens left, by whichever header tells it; -1 if none does.
 */
int64_t parlour_head_remaining_tokens(const struct parlour_head *head);

/**
 * Frees a message; NULL is allowed.
 */
void parlour_message_free(struct parlour_message *message);

/**
 * Another handle of the same message; cheap. Free it with parlour_message_free().
 */
parlour_result parlour_message_clone(const struct parlour_message *message, struct parlour_message **out);

/**
 * Names the message; opaque.
 */
struct parlour_str parlour_message_id(const struct parlour_message *message);

/**
 * The model that answered; may be the dated form of the one asked for.
 */
struct parlour_str parlour_message_model(const struct parlour_message *message);

/**
 * Who speaks: "assistant".
 */
struct parlour_str parlour_message_role(const struct parlour_message *message);

/**
 * Why the model stopped, for example "end_turn", "max_tokens", "tool_use"; an open set. Empty while a stream runs.
 */
struct parlour_str parlour_message_stop_reason(const struct parlour_message *message);

/**
 * The stop sequence that was produced; empty if none was.
 */
struct parlour_str parlour_message_stop_sequence(const struct parlour_message *message);

/**
 * All text blocks joined, with nothing between them.
 */
struct parlour_str parlour_message_text(const struct parlour_message *message);

/**
 * The message as JSON text: as received, or written anew if it came as a stream.
 */
struct parlour_str parlour_message_json(const struct parlour_message *message);

/**
 * Status, headers, attempts and rate limits of the answer; NULL for a message that did not come from one. Borrowed
 * until the message is freed.
 */
const struct parlour_head *parlour_message_head(const struct parlour_message *message);

/**
 * The id of the request at the service; empty if there is none.
 */
struct parlour_str parlour_message_request_id(const struct parlour_message *message);

/**
 * What the answer cost; all 0 for NULL. Never NULL, and borrowed until the message is freed.
 */
const struct parlour_usage *parlour_message_usage(const struct parlour_message *message);

/**
 * Everything the service told about the cost, as a JSON object.
 */
struct parlour_str parlour_message_usage_json(const struct parlour_message *message);

/**
 * A message from its JSON text, as parlour_message_json() gives it: for what was stored.
 */
parlour_result parlour_message_from_json(struct parlour_str json,
                                         struct parlour_message **out,
                                         struct parlour_error **err);

/**
 * The number of content blocks.
 */
size_t parlour_message_block_count(const struct parlour_message *message);

/**
 * The kind of a block: one of PARLOUR_BLOCK_..., or a number of a newer library.
 */
parlour_block_kind parlour_message_block_kind(const struct parlour_message *message, size_t index);

/**
 * The type of a block on the wire, for example "text"; an open set. Empty beyond the last block.
 */
struct parlour_str parlour_message_block_type(const struct parlour_message *message, size_t index);

/**
 * The text of a text block, or the reasoning of a thinking block; empty for any other.
 */
struct parlour_str parlour_message_block_text(const struct parlour_message *message, size_t index);

/**
 * The id of a tool call, which its result has to name; empty for any other block.
 */
struct parlour_str parlour_message_block_tool_id(const struct parlour_message *message, size_t index);

/**
 * The name of the tool that is called; empty for any other block.
 */
struct parlour_str parlour_message_block_tool_name(const struct parlour_message *message, size_t index);

/**
 * The input of a tool call: a JSON object, as the model wrote it. Look at parlour_message_block_input_state() before
 * running the tool. Empty for any other block.
 */
struct parlour_str parlour_message_block_tool_input_json(const struct parlour_message *message, size_t index);

/**
 * Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
 */
parlour_input_state parlour_message_block_input_state(const struct parlour_message *message, size_t index);

/**
 * What the model wrote of an input that is not complete; empty for one that is.
 */
struct parlour_str parlour_message_block_input_raw(const struct parlour_message *message, size_t index);

/**
 * A block as JSON text; empty beyond the last block.
 */
struct parlour_str parlour_message_block_json(const struct parlour_message *message, size_t index);

/**
 * Frees an answer; NULL is allowed.
 */
void parlour_answer_free(struct parlour_answer *answer);

/**
 * Another handle of the same answer; cheap. Free it with parlour_answer_free().
 */
parlour_result parlour_answer_clone(const struct parlour_answer *answer, struct parlour_answer **out);

/**
 * Status, headers, attempts and rate limits. Borrowed until the answer is freed.
 */
const struct parlour_head *parlour_answer_head(const struct parlour_answer *answer);

/**
 * The body as it came: any bytes. Borrowed until the answer is freed.
 */
struct parlour_str parlour_answer_body(const struct parlour_answer *answer);

/**
 * A new configuration with nothing set. Free it with parlour_config_free().
 */
parlour_result parlour_config_new(struct parlour_config **out);

/**
 * A copy of a configuration, to be changed on its own; functions of the host are shared. Free it with
 * parlour_config_free().
 */
parlour_result parlour_config_clone(const struct parlour_config *config, struct parlour_config **out);

/**
 * Frees a configuration; NULL is allowed. Clients made with it live on.
 */
void parlour_config_free(struct parlour_config *config);

/**
 * Whether what is not set is looked up in the environment when a client is made (PARLOUR_API_KEY, PARLOUR_BASE_URL and
 * so on); true unless it is set.
 */
parlour_result parlour_config_set_use_env(struct parlour_config *config, bool use_env, struct parlour_error **err);

/**
 * Sets any setting by its name to a JSON value, for example "retry" to {"profile": "none"}; the names and types are
 * those of the project's documentation. null takes a setting back.
 */
parlour_result parlour_config_set(struct parlour_config *config,
                                  struct parlour_str name,
                                  struct parlour_str json,
                                  struct parlour_error **err);

/**
 * Sets all settings of a JSON object. If one is refused, nothing is changed.
 */
parlour_result parlour_config_set_json(struct parlour_config *config,
                                       struct parlour_str object,
                                       struct parlour_error **err);

/**
 * Sets where calls go: scheme, host, and a path prefix if there is one.
 */
parlour_result parlour_config_set_base_url(struct parlour_config *config,
                                           struct parlour_str url,
                                           struct parlour_error **err);

/**
 * Sets the API key, sent as x-api-key, in place of any other credential.
 */
parlour_result parlour_config_set_api_key(struct parlour_config *config,
                                          struct parlour_str key,
                                          struct parlour_error **err);

/**
 * Sets a token, sent as a bearer token, in place of any other credential.
 */
parlour_result parlour_config_set_auth_token(struct parlour_config *config,
                                             struct parlour_str token,
                                             struct parlour_error **err);

/**
 * Sends no credential: something on the way adds it.
 */
parlour_result parlour_config_set_no_credentials(struct parlour_config *config, struct parlour_error **err);

/**
 * Asks a function for the credential of each attempt, so that keys rotate without a restart; in place of any other
 * credential. `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
 * configuration nor a client made with it needs it any more. On failure nothing is retained.
 */
parlour_result parlour_config_set_credential_fn(struct parlour_config *config,
                                                parlour_credential_fn function,
                                                void *user,
                                                parlour_free_fn user_free,
                                                struct parlour_error **err);

/**
 * Has a function told of each message that ends with another stop reason than "end_turn", in place of one that was set
 * before; NULL for none. It is told before the end of the call is handed out: by the thread that waits for the call or
 * drains its queue, or by the library's callback thread; on several threads at once if several do that.
 * parlour_client_stop_reason_count() counts them, and the log has a record.
 *
 * `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
 * configuration, nor a client made with it, nor a call of such a client needs it any more. On failure nothing is retained.
 */
parlour_result parlour_config_set_on_stop(struct parlour_config *config,
                                          parlour_stop_fn function,
                                          void *user,
                                          parlour_free_fn user_free,
                                          struct parlour_error **err);

/**
 * Sets the vendor name, which begins the names of the service's headers.
 */
parlour_result parlour_config_set_vendor(struct parlour_config *config,
                                         struct parlour_str vendor,
                                         struct parlour_error **err);

/**
 * Sets the value of the version header.
 */
parlour_result parlour_config_set_version(struct parlour_config *config,
                                          struct parlour_str version,
                                          struct parlour_error **err);

/**
 * Asks for a beta feature in every call, besides those added before.
 */
parlour_result parlour_config_add_beta(struct parlour_config *config,
                                       struct parlour_str name,
                                       struct parlour_error **err);

/**
 * Sends a header in every call, in place of one of that name.
 */
parlour_result parlour_config_set_header(struct parlour_config *config,
                                         struct parlour_str name,
                                         struct parlour_str text,
                                         struct parlour_error **err);

/**
 * Sends a header in every call whose value is a secret although its name does not say so: it is masked wherever something
 * prints or is echoed, and never travels over plain http to another machine.
 */
parlour_result parlour_config_set_secret_header(struct parlour_config *config,
                                                struct parlour_str name,
                                                struct parlour_str text,
                                                struct parlour_error **err);

/**
 * Does not send a header that the library would send.
 */
parlour_result parlour_config_remove_header(struct parlour_config *config,
                                            struct parlour_str name,
                                            struct parlour_error **err);

/**
 * Adds a query parameter to every call, in place of one of that name.
 */
parlour_result parlour_config_set_query(struct parlour_config *config,
                                        struct parlour_str name,
                                        struct parlour_str text,
                                        struct parlour_error **err);

/**
 * Sets a top-level key in the body of every message call to a JSON value.
 */
parlour_result parlour_config_set_body_key(struct parlour_config *config,
                                           struct parlour_str name,
                                           struct parlour_str json,
                                           struct parlour_error **err);

/**
 * Appends to the user agent, for example "my-service/2.1".
 */
parlour_result parlour_config_set_user_agent_suffix(struct parlour_config *config,
                                                    struct parlour_str suffix,
                                                    struct parlour_error **err);

/**
 * Sets the limit for a connection to be made, in milliseconds. As for every limit, 0 is refused, and PARLOUR_NO_LIMIT lifts
 * it.
 */
parlour_result parlour_config_set_connect_timeout_ms(struct parlour_config *config,
                                                     int64_t milliseconds,
                                                     struct parlour_error **err);

/**
 * Sets the limit for one attempt at a whole answer, in milliseconds.
 */
parlour_result parlour_config_set_answer_timeout_ms(struct parlour_config *config,
                                                    int64_t milliseconds,
                                                    struct parlour_error **err);

/**
 * Sets the longest time in a stream without a byte, in milliseconds.
 */
parlour_result parlour_config_set_stream_silence_timeout_ms(struct parlour_config *config,
                                                            int64_t milliseconds,
                                                            struct parlour_error **err);

/**
 * Sets the longest time in a stream without progress, in milliseconds.
 */
parlour_result parlour_config_set_stream_progress_timeout_ms(struct parlour_config *config,
                                                             int64_t milliseconds,
                                                             struct parlour_error **err);

/**
 * Sets the limit until the first event of a stream other than a ping, in milliseconds; none unless it is set.
 */
parlour_result parlour_config_set_first_event_timeout_ms(struct parlour_config *config,
                                                         int64_t milliseconds,
                                                         struct parlour_error **err);

/**
 * Sets the limit for one attempt at a whole answer that travels as a stream inside, in milliseconds.
 */
parlour_result parlour_config_set_long_answer_timeout_ms(struct parlour_config *config,
                                                         int64_t milliseconds,
                                                         struct parlour_error **err);

/**
 * Sets the limit for a call with all its attempts and waits, in milliseconds.
 */
parlour_result parlour_config_set_total_timeout_ms(struct parlour_config *config,
                                                   int64_t milliseconds,
                                                   struct parlour_error **err);

/**
 * Sets how often a call is repeated at most.
 */
parlour_result parlour_config_set_max_retries(struct parlour_config *config,
                                              uint32_t count,
                                              struct parlour_error **err);

/**
 * Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
 */
parlour_result parlour_config_set_stream_long_answers(struct parlour_config *config,
                                                      bool on,
                                                      struct parlour_error **err);

/**
 * Sets the HTTP version to speak: one of PARLOUR_HTTP_....
 */
parlour_result parlour_config_set_http_version(struct parlour_config *config,
                                               parlour_http_version version,
                                               struct parlour_error **err);

/**
 * Lets the credential travel over plain http to another machine; false unless it is set.
 */
parlour_result parlour_config_set_allow_plain_http(struct parlour_config *config,
                                                   bool allow,
                                                   struct parlour_error **err);

/**
 * Sets the size of the largest event that a stream may bring.
 */
parlour_result parlour_config_set_max_event_bytes(struct parlour_config *config,
                                                  size_t bytes,
                                                  struct parlour_error **err);

/**
 * Sets the size of the largest whole answer.
 */
parlour_result parlour_config_set_max_response_bytes(struct parlour_config *config,
                                                     size_t bytes,
                                                     struct parlour_error **err);

/**
 * Sets how much a stream may bring in all, unpacked; for a whole answer that travels as a stream inside, too.
 */
parlour_result parlour_config_set_max_stream_bytes(struct parlour_config *config,
                                                   size_t bytes,
                                                   struct parlour_error **err);

/**
 * Sets how much of an error's body is kept.
 */
parlour_result parlour_config_set_max_error_body_bytes(struct parlour_config *config,
                                                       size_t bytes,
                                                       struct parlour_error **err);

/**
 * Lets the log hold request and response bodies, which hold what users said; false unless it is set.
 */
parlour_result parlour_config_set_log_bodies(struct parlour_config *config, bool log, struct parlour_error **err);

/**
 * Names the header for a random key that is the same on every attempt of a call.
 */
parlour_result parlour_config_set_idempotency_header(struct parlour_config *config,
                                                     struct parlour_str name,
                                                     struct parlour_error **err);

/**
 * Sets the proxy that calls go through: a URL (http, https, socks5, socks5h; a name and a password may stand in it),
 * "env" for what the environment says, or "none".
 */
parlour_result parlour_config_set_proxy(struct parlour_config *config,
                                        struct parlour_str proxy,
                                        struct parlour_error **err);

/**
 * Adds a host, a domain or a network such as 10.0.0.0/8 that the proxy set with parlour_config_set_proxy() is not for.
 */
parlour_result parlour_config_add_no_proxy(struct parlour_config *config,
                                           struct parlour_str what,
                                           struct parlour_error **err);

/**
 * Trusts the certificate authorities of a PEM bundle besides those of the system.
 */
parlour_result parlour_config_add_ca_pem(struct parlour_config *config,
                                         struct parlour_str pem,
                                         struct parlour_error **err);

/**
 * Trusts the certificate authorities of PEM bundles given this way, and no others.
 */
parlour_result parlour_config_add_only_ca_pem(struct parlour_config *config,
                                              struct parlour_str pem,
                                              struct parlour_error **err);

/**
 * Sets the certificate chain that the client shows of itself, and its private key, both as PEM.
 */
parlour_result parlour_config_set_client_certificate_pem(struct parlour_config *config,
                                                         struct parlour_str certificate,
                                                         struct parlour_str key,
                                                         struct parlour_error **err);

/**
 * Sets the oldest TLS version to speak: "1.2", the start, or "1.3".
 */
parlour_result parlour_config_set_min_tls_version(struct parlour_config *config,
                                                  struct parlour_str version,
                                                  struct parlour_error **err);

/**
 * Uses an address in place of looking up a host; several for one host through parlour_config_set().
 */
parlour_result parlour_config_set_resolve(struct parlour_config *config,
                                          struct parlour_str host,
                                          struct parlour_str address,
                                          struct parlour_error **err);

/**
 * Sets the IP address that connections come from.
 */
parlour_result parlour_config_set_local_address(struct parlour_config *config,
                                                struct parlour_str address,
                                                struct parlour_error **err);

/**
 * Sets the path of a unix socket that is connected to in place of the host.
 */
parlour_result parlour_config_set_unix_socket(struct parlour_config *config,
                                              struct parlour_str path,
                                              struct parlour_error **err);

/**
 * Answers with an API key, sent as x-api-key. Copied, and wiped after use. Only inside a credential function.
 */
parlour_result parlour_credential_set_api_key(struct parlour_credential *credential, struct parlour_str key);

/**
 * Answers with a token, sent as a bearer token. Copied, and wiped after use. Only inside a credential function.
 */
parlour_result parlour_credential_set_auth_token(struct parlour_credential *credential, struct parlour_str token);

/**
 * Answers that there is no credential, which ends the call with this message. Only inside a credential function.
 */
parlour_result parlour_credential_fail(struct parlour_credential *credential, struct parlour_str message);

/**
 * New options with nothing set. Free them with parlour_options_free().
 */
parlour_result parlour_options_new(struct parlour_options **out);

/**
 * A copy of options, to be changed on its own; the interrupt is shared. Free it with parlour_options_free().
 */
parlour_result parlour_options_clone(const struct parlour_options *options, struct parlour_options **out);

/**
 * Frees options; NULL is allowed.
 */
void parlour_options_free(struct parlour_options *options);

/**
 * Sets any option by its name to a JSON value. null takes an option back.
 */
parlour_result parlour_options_set(struct parlour_options *options,
                                   struct parlour_str name,
                                   struct parlour_str json,
                                   struct parlour_error **err);

/**
 * Sets all options of a JSON object. If one is refused, nothing is changed.
 */
parlour_result parlour_options_set_json(struct parlour_options *options,
                                        struct parlour_str object,
                                        struct parlour_error **err);

/**
 * Sends a header, in place of one of that name.
 */
parlour_result parlour_options_set_header(struct parlour_options *options,
                                          struct parlour_str name,
                                          struct parlour_str text,
                                          struct parlour_error **err);

/**
 * Sends a header whose value is a secret although its name does not say so; see parlour_config_set_secret_header.
 */
parlour_result parlour_options_set_secret_header(struct parlour_options *options,
                                                 struct parlour_str name,
                                                 struct parlour_str text,
                                                 struct parlour_error **err);

/**
 * Does not send a header that the client would send.
 */
parlour_result parlour_options_remove_header(struct parlour_options *options,
                                             struct parlour_str name,
                                             struct parlour_error **err);

/**
 * Adds a query parameter, in place of one of that name.
 */
parlour_result parlour_options_set_query(struct parlour_options *options,
                                         struct parlour_str name,
                                         struct parlour_str text,
                                         struct parlour_error **err);

/**
 * Sets a top-level key in the body to a JSON value.
 */
parlour_result parlour_options_set_body_key(struct parlour_options *options,
                                            struct parlour_str name,
                                            struct parlour_str json,
                                            struct parlour_error **err);

/**
 * Asks for a beta feature, besides those of the client.
 */
parlour_result parlour_options_add_beta(struct parlour_options *options,
                                        struct parlour_str name,
                                        struct parlour_error **err);

/**
 * Sets the limit of one attempt in milliseconds: for a whole answer, or the longest silence of a stream. As
 * for every limit, 0 is refused, and PARLOUR_NO_LIMIT lifts it.
 */
parlour_result parlour_options_set_timeout_ms(struct parlour_options *options,
                                              int64_t milliseconds,
                                              struct parlour_error **err);

/**
 * Sets the limit of the call with all its attempts and waits, in milliseconds.
 */
parlour_result parlour_options_set_total_timeout_ms(struct parlour_options *options,
                                                    int64_t milliseconds,
                                                    struct parlour_error **err);

/**
 * Sets the limit until the first event of a stream other than a ping, in milliseconds.
 */
parlour_result parlour_options_set_first_event_timeout_ms(struct parlour_options *options,
                                                          int64_t milliseconds,
                                                          struct parlour_error **err);

/**
 * Sets how often the call may be repeated.
 */
parlour_result parlour_options_set_max_retries(struct parlour_options *options,
                                               uint32_t count,
                                               struct parlour_error **err);

/**
 * Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
 */
parlour_result parlour_options_set_stream_long_answers(struct parlour_options *options,
                                                       bool on,
                                                       struct parlour_error **err);

/**
 * Names what may end the blocking calls with these options, parlour_client_create() and parlour_client_request(): they give
 * PARLOUR_INTERRUPTED once it is raised. NULL takes it back. Calls that are submitted do not look at it: any thread may end
 * them with parlour_op_cancel(), and no copy of a client has it.
 */
parlour_result parlour_options_set_interrupt(struct parlour_options *options,
                                             const struct parlour_interrupt *interrupt,
                                             struct parlour_error **err);

/**
 * Sets the API key of the call, in place of the client's credential.
 */
parlour_result parlour_options_set_api_key(struct parlour_options *options,
                                           struct parlour_str key,
                                           struct parlour_error **err);

/**
 * Sets the token of the call, in place of the client's credential.
 */
parlour_result parlour_options_set_auth_token(struct parlour_options *options,
                                              struct parlour_str token,
                                              struct parlour_error **err);

/**
 * A new interrupt, not raised. Free it with parlour_interrupt_free().
 */
parlour_result parlour_interrupt_new(struct parlour_interrupt **out, struct parlour_error **err);

/**
 * Frees an interrupt; NULL is allowed. Options that name it keep what they need of it, and nobody can raise it any more.
 */
void parlour_interrupt_free(struct parlour_interrupt *interrupt);

/**
 * Ends the blocking calls that name it, those at work and those to come, until parlour_interrupt_reset(). Any thread, and
 * the only function of this header for signal handlers: it makes one system call and keeps errno. NULL is allowed.
 */
void parlour_interrupt_raise(const struct parlour_interrupt *interrupt);

/**
 * Takes that back: calls made from now on run. Any thread.
 */
parlour_result parlour_interrupt_reset(const struct parlour_interrupt *interrupt);

/**
 * Whether it is raised; false for NULL.
 */
bool parlour_interrupt_is_raised(const struct parlour_interrupt *interrupt);

/**
 * A new request without turns. Free it with parlour_request_free().
 */
parlour_result parlour_request_new(struct parlour_str model, uint64_t max_tokens, struct parlour_request **out);

/**
 * A request from its JSON text, which is sent as it stands: key order, spacing and unknown keys survive. Free it with
 * parlour_request_free().
 */
parlour_result parlour_request_from_json(struct parlour_str json,
                                         struct parlour_request **out,
                                         struct parlour_error **err);

/**
 * Frees a request; NULL is allowed.
 */
void parlour_request_free(struct parlour_request *request);

/**
 * A copy of a request, to be changed on its own. Free it with parlour_request_free().
 */
parlour_result parlour_request_clone(const struct parlour_request *request, struct parlour_request **out);

/**
 * Adds a turn of the caller.
 */
parlour_result parlour_request_add_user_text(struct parlour_request *request, struct parlour_str text);

/**
 * Adds a turn of the model.
 */
parlour_result parlour_request_add_assistant_text(struct parlour_request *request, struct parlour_str text);

/**
 * Adds a turn as JSON: an object with "role" and "content".
 */
parlour_result parlour_request_add_message_json(struct parlour_request *request,
                                                struct parlour_str json,
                                                struct parlour_error **err);

/**
 * Adds an answer as a turn of the model, every block as it came.
 */
parlour_result parlour_request_add_message(struct parlour_request *request, const struct parlour_message *message);

/**
 * Sets the system prompt to a text; for blocks use parlour_request_set_json() with "system".
 */
parlour_result parlour_request_set_system(struct parlour_request *request, struct parlour_str text);

/**
 * Adds a tool of the caller: its name, what it does and when to use it, and the JSON Schema of its input.
 */
parlour_result parlour_request_add_tool(struct parlour_request *request,
                                        struct parlour_str name,
                                        struct parlour_str description,
                                        struct parlour_str schema_json,
                                        struct parlour_error **err);

/**
 * Adds what a tool call gave; `is_error` says that the tool failed, and the text says why. Results that are added one
 * after another become one turn, as the service wants it.
 */
parlour_result parlour_request_add_tool_result(struct parlour_request *request,
                                               struct parlour_str tool_use_id,
                                               struct parlour_str text,
                                               bool is_error);

/**
 * Sets any top-level key to a JSON value: "temperature", "tool_choice", "thinking", or one that this version does not
 * know.
 */
parlour_result parlour_request_set_json(struct parlour_request *request,
                                        struct parlour_str key,
                                        struct parlour_str json,
                                        struct parlour_error **err);

/**
 * The request as JSON text, as it would be sent. Borrowed until the request is changed or freed.
 */
struct parlour_str parlour_request_json(const struct parlour_request *request);

/**
 * Checks what can be known without the service: a model, at least one turn. Every call does it before it sends anything.
 */
parlour_result parlour_request_check(const struct parlour_request *request,
                                     struct parlour_error **err);

/**
 * How many messages of this client and its copies ended with this stop reason, for example "max_tokens"; "end_turn" is not
 * counted. 0 for a reason that never came.
 */
uint64_t parlour_client_stop_reason_count(const struct parlour_client *client,
                                          struct parlour_str reason);

/**
 * A client with these settings, checked: PARLOUR_KIND_CONFIG says what is wrong. Free it with parlour_client_free().
 */
parlour_result parlour_client_new(const struct parlour_config *config,
                                  struct parlour_client **out,
                                  struct parlour_error **err);

/**
 * A copy whose calls start from these options (NULL for none); connections stay shared. Free it with
 * parlour_client_free().
 */
parlour_result parlour_client_with_options(const struct parlour_client *client,
                                           const struct parlour_options *options,
                                           struct parlour_client **out,
                                           struct parlour_error **err);

/**
 * Frees a client; NULL is allowed. Not while a function is at work with it in another thread.
 */
void parlour_client_free(struct parlour_client *client);

/**
 * The address that calls go to. Borrowed until the client is freed.
 */
struct parlour_str parlour_client_base_url(const struct parlour_client *client);

/**
 * The vendor in use. Borrowed until the client is freed.
 */
struct parlour_str parlour_client_vendor(const struct parlour_client *client);

/**
 * Sends a request and blocks this thread until the whole answer is there, with the retries and time limits of the
 * client and of `options` (NULL for none). PARLOUR_INTERRUPTED: the interrupt of the options was raised, by another thread or
 * a signal handler; the call was given up and its connection closed. A signal alone does not end it, for that would lose an
 * answer that is paid for: raise an interrupt in its handler.
 */
parlour_result parlour_client_create(const struct parlour_client *client,
                                     const struct parlour_request *request,
                                     const struct parlour_options *options,
                                     struct parlour_message **out,
                                     struct parlour_error **err);

/**
 * Sends any request and blocks this thread until its whole answer is there: any method, a path below the base URL that
 * starts with "/", and a JSON object as body, or nothing (len 0). PARLOUR_INTERRUPTED as for parlour_client_create().
 *
 * Nothing looks into the body of the answer. One that came without a length ends where its connection ends, and is handed out
 * as whole also if it was cut there: a caller who has to know checks what it says.
 */
parlour_result parlour_client_request(const struct parlour_client *client,
                                      struct parlour_str method,
                                      struct parlour_str path,
                                      struct parlour_str body_json,
                                      const struct parlour_options *options,
                                      struct parlour_answer **out,
                                      struct parlour_error **err);

/**
 * Sends a request without waiting. `mode` is one of PARLOUR_MODE_.... With a queue, what comes of it is announced there,
 * under `token`, which is any number of the caller's; without one (NULL), parlour_op_next() waits for it. The call keeps
 * what it needs: client, request and options may be freed. Free it with parlour_op_free(). Any thread.
 */
parlour_result parlour_client_submit(const struct parlour_client *client,
                                     const struct parlour_queue *queue,
                                     const struct parlour_request *request,
                                     const struct parlour_options *options,
                                     parlour_mode mode,
                                     uint64_t token,
                                     struct parlour_op **out,
                                     struct parlour_error **err);

/**
 * As parlour_client_submit(), for any request; see parlour_client_request().
 */
parlour_result parlour_client_submit_raw(const struct parlour_client *client,
                                         const struct parlour_queue *queue,
                                         struct parlour_str method,
                                         struct parlour_str path,
                                         struct parlour_str body_json,
                                         const struct parlour_options *options,
                                         parlour_mode mode,
                                         uint64_t token,
                                         struct parlour_op **out,
                                         struct parlour_error **err);

/**
 * Blocks this thread until there are events, and hands out all there are. `timeout_ms` limits the wait, -1 waits for
 * ever, 0 not at all. PARLOUR_OK: a batch, to be freed with parlour_batch_free(). PARLOUR_END: the call is complete.
 * PARLOUR_TIMED_OUT: nothing came, the call goes on. PARLOUR_INTERRUPTED: a signal handler ran on this thread that was
 * installed without SA_RESTART, the call goes on. PARLOUR_FAILED: it failed, or was cancelled (PARLOUR_KIND_CANCELLED). The
 * end, or the failure, is told again each time. PARLOUR_BUSY: another thread takes from this call just now, and gets what
 * there is. Only for calls without a queue and without callbacks.
 */
parlour_result parlour_op_next(const struct parlour_op *op,
                               int64_t timeout_ms,
                               struct parlour_batch **out,
                               struct parlour_error **err);

/**
 * As parlour_op_next(), without waiting: PARLOUR_WOULD_BLOCK if there is nothing yet. PARLOUR_BUSY as there.
 */
parlour_result parlour_op_try_next(const struct parlour_op *op, struct parlour_batch **out, struct parlour_error **err);

/**
 * Blocks this thread until the answer has begun, and gives its head; no event is lost. The time limit is that of
 * parlour_op_next(), and so are PARLOUR_TIMED_OUT, PARLOUR_INTERRUPTED and PARLOUR_BUSY. PARLOUR_END: it ended without one. Borrowed until the call is freed. Only for calls without a queue
 * and without callbacks.
 */
parlour_result parlour_op_wait_head(const struct parlour_op *op,
                                    int64_t timeout_ms,
                                    const struct parlour_head **out,
                                    struct parlour_error **err);

/**
 * Cancels the call: its connection is closed, and its consumer is told a failure of the kind PARLOUR_KIND_CANCELLED, at
 * once also if it waits. Does nothing to a call whose end was told. Any thread, any number of times; NULL is allowed.
 */
void parlour_op_cancel(const struct parlour_op *op);

/**
 * Blocks this thread until no callback of this call can come any more and its `user_free` has returned, so that what they use
 * may be destroyed. It does not end the call: cancel it before if it should not run to its end. The time limit is that of
 * parlour_op_next(), and so are PARLOUR_TIMED_OUT and PARLOUR_INTERRUPTED. PARLOUR_BUSY on the thread that calls the
 * functions, which would wait for itself. Of a call without callbacks PARLOUR_OK at once. Any number of threads, and no
 * lock held that a callback takes.
 */
parlour_result parlour_op_join(const struct parlour_op *op,
                               int64_t timeout_ms);

/**
 * Frees a call, which gives it up unless it has ended; NULL is allowed. Of a call with callbacks only the handle is
 * freed: it is cancelled unless it has ended, and its callbacks still are told, also after this has returned;
 * parlour_op_cancel() and parlour_op_join() before it wait for them.
 */
void parlour_op_free(struct parlour_op *op);

/**
 * Holds a call back that is bound to a queue or has callbacks: it is not asked for more until parlour_op_resume(), and
 * the server is slowed down. For one slow consumer among many. What the call has announced before may still come, one
 * batch at most; its end is not noticed before it is resumed or cancelled. Any thread.
 */
parlour_result parlour_op_pause(const struct parlour_op *op);

/**
 * Has a call that was paused asked for more again; does nothing to another. Any thread.
 */
parlour_result parlour_op_resume(const struct parlour_op *op);

/**
 * The head of the answer; NULL before something of it was handed out. Borrowed until the call is freed.
 */
const struct parlour_head *parlour_op_head(const struct parlour_op *op);

/**
 * The token that was given when the call was submitted.
 */
uint64_t parlour_op_token(const struct parlour_op *op);

/**
 * The message after the end of a call for one, whole or streamed. Before the end, and after a failure, PARLOUR_FAILED
 * with an error that has the partial message. Free it with parlour_message_free().
 */
parlour_result parlour_op_message(const struct parlour_op *op,
                                  struct parlour_message **out,
                                  struct parlour_error **err);

/**
 * The answer after the end of a raw request, or of a call in PARLOUR_MODE_UNREAD. PARLOUR_WOULD_BLOCK before the end.
 * Free it with parlour_answer_free().
 */
parlour_result parlour_op_answer(const struct parlour_op *op, struct parlour_answer **out, struct parlour_error **err);

/**
 * The message with every event that was handed out so far, growing tool input completed and marked. PARLOUR_WOULD_BLOCK
 * before it has begun. Free it with parlour_message_free().
 */
parlour_result parlour_op_snapshot(const struct parlour_op *op, struct parlour_message **out);

/**
 * Frees a batch, and with it all views of its events; NULL is allowed.
 */
void parlour_batch_free(struct parlour_batch *batch);

/**
 * The number of events; at least 1 in a batch that the library gave.
 */
size_t parlour_batch_len(const struct parlour_batch *batch);

/**
 * An event; NULL beyond the last. Borrowed until the batch is freed.
 */
const struct parlour_event *parlour_batch_at(const struct parlour_batch *batch, size_t index);

/**
 * The first of parlour_batch_len() events; parlour_event_next() gives the others. Borrowed until the batch is freed; NULL for
 * NULL.
 */
const struct parlour_event *parlour_batch_events(const struct parlour_batch *batch);

/**
 * A new queue. Free it with parlour_queue_free().
 */
parlour_result parlour_queue_new(struct parlour_queue **out, struct parlour_error **err);

/**
 * Frees a queue, which cancels the calls bound to it; their handles still have to be freed. NULL is allowed. Not while
 * a function is at work with it in another thread. Take the descriptor out of the loop first: it is closed when the
 * last handle of a call bound to the queue is freed.
 */
void parlour_queue_free(struct parlour_queue *queue);

/**
 * The descriptor to watch for reading, with poll, epoll, a libuv or asio loop: it is readable when a drain is due. One that
 * finds nothing is rare, and no mistake: a call that has begun and has no event yet, or was cancelled. Never read from it, write to it or close it. -1 for NULL.
 */
int32_t parlour_queue_fd(const struct parlour_queue *queue);

/**
 * Blocks this thread until a drain is due. -1 waits for ever. PARLOUR_INTERRUPTED if a signal handler ran on
 * this thread.
 */
parlour_result parlour_queue_wait(const struct parlour_queue *queue, int64_t timeout_ms);

/**
 * Wakes whoever waits for the queue, whose next drain may then find nothing. Any thread.
 */
parlour_result parlour_queue_wake(const struct parlour_queue *queue);

/**
 * Takes what there is, at most `capacity` completions, and writes how many to `count`. Never blocks. A loop that watches
 * edges drains until `count` is 0; one that watches levels may drain once each time. What calls have by
 * then is taken at the next drain: a consumer that stays away slows the server down, and loses nothing.
 */
parlour_result parlour_queue_drain(const struct parlour_queue *queue,
                                   struct parlour_completion *completions,
                                   size_t capacity,
                                   size_t *count);

/**
 * Sends a request whose outcome is told to functions: `on_batch` (NULL is allowed) with the events of a stream,
 * `on_done` (NULL is allowed) once at the end, whatever the end is; then `user_free` (NULL is allowed) once.
 *
 * They are called on one thread of the library, which all such calls of the process share and which has all signals
 * blocked, possibly before this function returns. They must not block, or other calls wait; they may use every function
 * of this header that does not, also cancel and free the call itself. They must not leave by an exception or longjmp().
 *
 * `out` may be NULL; the call then runs without a handle. Free the handle with parlour_op_free(), which cancels a call
 * that has not ended. On failure nothing is retained and no function is called. `user` is retained until `user_free` is
 * called with it. Any thread.
 */
parlour_result parlour_client_submit_callback(const struct parlour_client *client,
                                              const struct parlour_request *request,
                                              const struct parlour_options *options,
                                              parlour_mode mode,
                                              parlour_batch_fn on_batch,
                                              parlour_done_fn on_done,
                                              void *user,
                                              parlour_free_fn user_free,
                                              struct parlour_op **out,
                                              struct parlour_error **err);

/**
 * As parlour_client_submit_callback(), for any request; see parlour_client_request().
 */
parlour_result parlour_client_submit_raw_callback(const struct parlour_client *client,
                                                  struct parlour_str method,
                                                  struct parlour_str path,
                                                  struct parlour_str body_json,
                                                  const struct parlour_options *options,
                                                  parlour_mode mode,
                                                  parlour_batch_fn on_batch,
                                                  parlour_done_fn on_done,
                                                  void *user,
                                                  parlour_free_fn user_free,
                                                  struct parlour_op **out,
                                                  struct parlour_error **err);

/**
 * Gives log records of this process to a function, up to a level. Once in the life of a process: the function and its
 * user pointer are retained for ever. It is called on the threads that wait for calls or drain queues, and on the
 * library's callback thread, before they hand on what the record is about; in several threads at once if several do
 * that. PARLOUR_BUSY if a function was given before, or another part of the process collects the log.
 */
parlour_result parlour_log_start(parlour_log_level level, parlour_log_fn function, void *user);

/**
 * Changes the level; PARLOUR_LOG_OFF stops the log. Any thread, any time.
 */
parlour_result parlour_log_set_level(parlour_log_level level);

/**
 * Sets what the threads of this process are made with, by name to a JSON value: "worker_threads", how many drive the
 * connections, 1 to 64, 2 unless it is set. Only before the first call of the process; a forked child starts with what its
 * parent had set. They live as long as the process: nothing shuts them down, for no call could be told that it has lost
 * them, and exit() does not wait for them. Any thread.
 */
parlour_result parlour_runtime_set(struct parlour_str name,
                                   struct parlour_str json,
                                   struct parlour_error **err);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

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

#endif /* PARLOUR_H */
