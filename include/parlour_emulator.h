/*
 * parlour: a local service for the tests of programs that use parlour.h. It validates like the real one, answers with a
 * small deterministic model, enforces rate limits and misbehaves on command. It listens on the loopback address only.
 * The conventions are those of parlour.h.
 */

#ifndef PARLOUR_EMULATOR_H
#define PARLOUR_EMULATOR_H

/* Made from bindings/c/src/emulator.rs by scripts/c/header.sh: change it there. */

#include "parlour.h"

/**
 * A Messages service on 127.0.0.1 with a thread of its own, for tests. Any number of threads may use it at once. A
 * forked child cannot use its parent's.
 */
typedef struct parlour_emulator parlour_emulator;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Starts a service on a free port. `options_json` is a JSON object, or nothing (len 0): "vendor", "version", "betas",
 * "seed", "api_key", "requests_per_minute", "tokens_per_minute", "input_tokens_per_minute",
 * "output_tokens_per_minute", "pace_ms" (the time between the events of the model's streams), "batch_polls",
 * "keep_requests", "port", "models" ("any": also those that it does not know). Without "version" those of both
 * dialects are accepted; "any" accepts every version. Free it with parlour_emulator_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT or
 * PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_emulator_start(
    parlour_str options_json,
    struct parlour_emulator **out,
    parlour_error **err);

/**
 * Closes the listener and every connection. The recorded requests stay readable. PARLOUR_CLOSED the second time.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_stop(const struct parlour_emulator *emulator);

/**
 * Stops a service and frees it; NULL is allowed.
 */
PARLOUR_API void parlour_emulator_free(struct parlour_emulator *emulator);

/**
 * Its base address, for example "http://127.0.0.1:40123". Borrowed until it is freed.
 */
PARLOUR_API parlour_str parlour_emulator_url(const struct parlour_emulator *emulator);

/**
 * The key it accepts, as x-api-key or as bearer token. Borrowed until it is freed.
 */
PARLOUR_API parlour_str parlour_emulator_api_key(const struct parlour_emulator *emulator);

/**
 * The port it listens on; 0 for NULL.
 */
PARLOUR_API uint16_t parlour_emulator_port(const struct parlour_emulator *emulator);

/**
 * Adds replies to the end of the script: one JSON object or an array of them, or the name of a known fault. Each
 * answers one request (or as many as it repeats), in order of arrival, before the model answers again.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_script_json(
    const struct parlour_emulator *emulator,
    parlour_str json,
    parlour_error **err);

/**
 * How many scripted replies no request has used up.
 */
PARLOUR_API size_t parlour_emulator_script_left(const struct parlour_emulator *emulator);

/**
 * The requests seen so far, oldest first, also after the end: a JSON array of objects with "method", "path", "query",
 * "headers" (a list of pairs), "body" (a text), "http_version" and "connection" (a number). Borrowed until the
 * emulator is freed.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_emulator_requests_json(
    const struct parlour_emulator *emulator,
    parlour_str *out);

/**
 * The number of requests seen so far and not cleared.
 */
PARLOUR_API size_t parlour_emulator_request_count(const struct parlour_emulator *emulator);

/**
 * Forgets the requests seen and the rest of the script.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_clear(const struct parlour_emulator *emulator);

/**
 * Replaces the accepted keys by those of a JSON array, as a rotation does.
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_INVALID_ARGUMENT,
 * PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_set_keys_json(
    const struct parlour_emulator *emulator,
    parlour_str json,
    parlour_error **err);

/**
 * Ends all batches now, their items worked off.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_end_batches(const struct parlour_emulator *emulator);

/**
 * Connections that are open now.
 */
PARLOUR_API uint64_t parlour_emulator_open_connections(const struct parlour_emulator *emulator);

/**
 * Connections accepted since the start.
 */
PARLOUR_API uint64_t parlour_emulator_accepted_connections(const struct parlour_emulator *emulator);

/**
 * Responses whose client went away before their end.
 */
PARLOUR_API uint64_t parlour_emulator_closed_early(const struct parlour_emulator *emulator);

/**
 * Responses that were sent as planned.
 */
PARLOUR_API uint64_t parlour_emulator_answered(const struct parlour_emulator *emulator);

/**
 * Waits until that many requests were received. PARLOUR_TIMED_OUT: not within that time.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_wait_requests(
    const struct parlour_emulator *emulator,
    size_t count,
    uint32_t timeout_ms);

/**
 * Waits until that many responses were left early. PARLOUR_TIMED_OUT: not within that time.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_wait_closed_early(
    const struct parlour_emulator *emulator,
    uint64_t count,
    uint32_t timeout_ms);

/**
 * Waits until exactly that many connections are open. PARLOUR_TIMED_OUT: not within that time.
 *
 * @return PARLOUR_OK, PARLOUR_NULL_ARGUMENT, PARLOUR_TIMED_OUT, PARLOUR_CLOSED or PARLOUR_FORKED.
 */
PARLOUR_API parlour_result parlour_emulator_wait_open_connections(
    const struct parlour_emulator *emulator,
    uint64_t count,
    uint32_t timeout_ms);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PARLOUR_EMULATOR_H */
