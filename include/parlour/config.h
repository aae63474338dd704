/* Settings of a client. A part of parlour.h. */

#ifndef PARLOUR_CONFIG_H
#define PARLOUR_CONFIG_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"
#include "message.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * Instead of a number of milliseconds: for ever. 0 is no limit that anything could keep, and refused; so is more than
 * 10000000000000.
 */
#define PARLOUR_NO_LIMIT -1

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
 * Called at the points that were given with it: see parlour_hook_point(). It reads what it is called for, and puts
 * what it wants into `hook`; a function that puts nothing changes nothing.
 *
 * It is called on a thread of the library, for several calls at once, and may block: the call waits under its time
 * limits. At the end of a call nothing waits for it, and ends come one after the other; of more than 16384 that wait
 * for a slow function the oldest are dropped. It must not make a call with the client that calls it, nor leave by an
 * exception or longjmp().
 */
typedef void (*parlour_hook_fn)(void *user, struct parlour_hook *hook);

/**
 * Before the first attempt of a call.
 */
#define PARLOUR_HOOK_CALL 1

/**
 * Before each attempt.
 */
#define PARLOUR_HOOK_ATTEMPT 2

/**
 * After each attempt that failed before content was given out.
 */
#define PARLOUR_HOOK_FAILURE 4

/**
 * When a call is over.
 */
#define PARLOUR_HOOK_END 8

/**
 * As PARLOUR_HOOK_END, with `telemetry` in the JSON of the end.
 */
#define PARLOUR_HOOK_TELEMETRY 16

/**
 * As PARLOUR_HOOK_TELEMETRY, with the time of each chunk of a stream: the clock is then read for each event.
 */
#define PARLOUR_HOOK_CHUNK_TIMES 32

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

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Which point the function is called for: one of PARLOUR_HOOK_...; 0 for NULL.
 */
PARLOUR_API parlour_hook_points parlour_hook_point(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The attempt that is about to be made, or that failed: 1 for the first; 0 at the end of a call.
 */
PARLOUR_API uint32_t parlour_hook_attempt(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The call that is about to be sent: the same text for all its attempts, and `id` at its end; other calls have others.
 * Empty at other points.
 */
PARLOUR_API struct parlour_str parlour_hook_call_id(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The model of a call that is about to be sent; empty if the request names none.
 */
PARLOUR_API struct parlour_str parlour_hook_model(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * A label of a call that is about to be sent; PARLOUR_NOT_FOUND beyond the last.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_hook_label_at(
    const struct parlour_hook *PARLOUR_NONNULL hook,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL label);

/**
 * Whether the answer of a call that is about to be sent is asked for as a stream.
 */
PARLOUR_API bool parlour_hook_is_stream(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The method of a request that is about to be sent, for example "POST".
 */
PARLOUR_API struct parlour_str parlour_hook_method(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The address of a request that is about to be sent, query included.
 */
PARLOUR_API struct parlour_str parlour_hook_url(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The number of header lines of a request that is about to be sent: those of earlier hooks are among them, the
 * credential is not.
 */
PARLOUR_API size_t parlour_hook_header_count(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * A header line of a request that is about to be sent, its name in lower case. PARLOUR_NOT_FOUND beyond the last.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_hook_header_at(
    const struct parlour_hook *PARLOUR_NONNULL hook,
    size_t index,
    struct parlour_str *PARLOUR_NONNULL name,
    struct parlour_str *PARLOUR_NONNULL value);

/**
 * The body of a request that is about to be sent, empty without one. PARLOUR_NOT_FOUND if it is a stream, which is
 * read while it is sent, and at other points.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_hook_body(
    const struct parlour_hook *PARLOUR_NONNULL hook,
    struct parlour_str *PARLOUR_NONNULL body);

/**
 * Why the attempt failed; NULL at other points. Borrowed: parlour_error_clone() makes one to keep.
 */
PARLOUR_API const struct parlour_error *PARLOUR_NULLABLE parlour_hook_error(
    const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * The wait before the next attempt as it is decided so far. PARLOUR_NOT_FOUND if the call ends with the error, and at
 * other points.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_hook_next_wait_ms(
    const struct parlour_hook *PARLOUR_NONNULL hook,
    uint64_t *PARLOUR_NONNULL wait_ms);

/**
 * How a call ended, as one JSON object; empty at other points. `id`, `outcome` ("completed", "failed" before an answer
 * began, "interrupted" after one began, "cancelled"), `operation`, `model`, `route`, `labels`, `stream`, `max_tokens`,
 * `response_id`, `response_model`, `stop_reason`, `kind`, `subkind`, `error_type`, `status`, `request_id`, `attempts`,
 * `hedge_won` (the second of two attempts at once answered), `answered_by_hook`, `usage`, `notices` (each with
 * `limit`, `model`, `label`, `used`, `most`), `waited_seconds`, `queued_seconds`, `first_event_seconds`,
 * `duration_seconds`, `ended_at` (seconds since 1970); what is not known is null. With PARLOUR_HOOK_TELEMETRY also
 * `telemetry`, for OpenTelemetry: `name`, `start_unix_nano`, `end_unix_nano`, `error` and `attributes` of a span, and
 * `measurements`, each with `name`, `unit`, `description`, `bounds`, `values` and `attributes` of a histogram.
 */
PARLOUR_API struct parlour_str parlour_hook_end_json(const struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * Sends this header too, in place of one of that name; at PARLOUR_HOOK_CALL with each attempt. Copied. One that cannot
 * be sent ends the call. Only before a call or an attempt.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_add_header(
    struct parlour_hook *PARLOUR_NULLABLE hook,
    struct parlour_str name,
    struct parlour_str value);

/**
 * Answers in place of the service, with this status, from 200 to 599, and this body: JSON, or for a streamed call the
 * text of an event stream as well. Copied. Only before a call or an attempt.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_answer(
    struct parlour_hook *PARLOUR_NULLABLE hook,
    uint16_t status,
    struct parlour_str body);

/**
 * Adds a header of the answer that parlour_hook_answer() gave. Copied.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or PARLOUR_NOT_FOUND.
 */
PARLOUR_API parlour_result parlour_hook_add_answer_header(
    struct parlour_hook *PARLOUR_NULLABLE hook,
    struct parlour_str name,
    struct parlour_str value);

/**
 * Ends the call with an error of the kind PARLOUR_KIND_HOOK and the subkind "veto", for this reason. Copied. Only
 * before a call or an attempt.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_veto(struct parlour_hook *PARLOUR_NULLABLE hook, struct parlour_str reason);

/**
 * Asks for another attempt after this wait, also where the retry policy wants none. Only after a failure.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_retry_after_ms(struct parlour_hook *PARLOUR_NULLABLE hook, uint64_t wait_ms);

/**
 * Wants no further attempt. Only after a failure.
 *
 * @return PARLOUR_OK or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_stop(struct parlour_hook *PARLOUR_NULLABLE hook);

/**
 * Says that the function failed: the call ends with an error of the kind PARLOUR_KIND_HOOK and the subkind "failed",
 * with this message. Copied. At the end of a call it is logged.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_hook_fail(struct parlour_hook *PARLOUR_NONNULL hook, struct parlour_str message);

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
 * Adds a hook, behind those that were added before: a function that is called at `points`, a sum of PARLOUR_HOOK_....
 * `name` names it in errors. Hooks are called in the order in which they were added, and each sees what those before
 * it did; the credential function is asked after them. A client without hooks pays nothing for them.
 *
 * `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
 * configuration nor a client made with it needs it any more. On failure nothing is retained.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_hook(
    struct parlour_config *PARLOUR_NONNULL config,
    struct parlour_str name,
    parlour_hook_points points,
    parlour_hook_fn function,
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
 * Sets the base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_base_url(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str url,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is read again
 * while calls are made, so that keys can be replaced at run time.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_api_key_file(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str path,
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
 * Sets whether message calls wait for the rate limits of the key: "off" or "observe" or "pace". pace: a call is sent
 * when the limits of its model have room for it. observe: no call waits; the limits are kept for a look at them.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_pacing(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str pacing,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_priority(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str priority,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum number of message calls in flight at once; further ones wait.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_in_flight(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the maximum number of message calls in flight at once to one service, that of the client or of a route.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_max_in_flight_per_host(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether the cap of calls in flight follows the service. It begins at 16 and never exceeds max_in_flight, or 1
 * 024 without that. Off unless it is set.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_adaptive_in_flight(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool adapt,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the store in Redis or Valkey through which processes share rate limits. redis://host:6379, rediss:// with TLS,
 * unix://, or a cluster or sentinels. Calls are then paced, and spending limits are shared too.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_limits(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str address,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the requests per minute and model that the key may make, for the time before an answer reports the limit.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_requests_per_minute(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the same for input and output tokens together.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_tokens_per_minute(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the same for input tokens.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_input_tokens_per_minute(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the same for output tokens.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_output_tokens_per_minute(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether the client counts what message calls use, by model and by label.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_ledger(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets how many answers in a row with 429, 503 or 529 have calls take a route.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_route_after(
    struct parlour_config *PARLOUR_NULLABLE config,
    uint32_t count,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets how long calls avoid a service that had no room for them before one asks it again, in milliseconds.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_route_for_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Adds a label that the ledger counts the calls under. It is not sent.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_add_label(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str label,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets the path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither content
 * nor secrets. Several processes may write to one file.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_call_log(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str path,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether message calls that share a marked prefix wait until one of them has written it to the prompt cache:
 * "off" or "keep" or "extend". keep: the first with a prefix that is not in the cache goes ahead; sent at once, each
 * would pay for writing it. extend: also, markers of five minutes become those of an hour where their prefixes come
 * again after more than five minutes.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8 or PARLOUR_INVALID_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_cache(
    struct parlour_config *PARLOUR_NULLABLE config,
    struct parlour_str cache,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets whether a request that generates nothing writes a cold prefix before a call. Calls that share the prefix wait
 * for that request, and not for the first answer. Only with cache.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_cache_warm_up(
    struct parlour_config *PARLOUR_NULLABLE config,
    bool warm_up,
    struct parlour_error **PARLOUR_NULLABLE err);

/**
 * Sets how long after its last use a prefix is kept in the prompt cache, by requests that generate nothing, in
 * milliseconds. No more of them than prices say it costs to write the prefix again. Only with cache and prices.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED or PARLOUR_NULL_ARGUMENT.
 */
PARLOUR_API parlour_result parlour_config_set_cache_keep_alive_ms(
    struct parlour_config *PARLOUR_NULLABLE config,
    int64_t milliseconds,
    struct parlour_error **PARLOUR_NULLABLE err);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_CONFIG_H */
