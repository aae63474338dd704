/* Other endpoints, pages, uploads and batches. A part of parlour.h. */

#ifndef PARLOUR_ENDPOINTS_H
#define PARLOUR_ENDPOINTS_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

/**
 * Reads the next bytes of a file into `buffer`, at most `size` of them: how many there are, 0 at the end, a negative
 * number on failure, which fails the call. It may block: it is called on threads of the library that are for that, one
 * call at a time.
 */
typedef int64_t (*parlour_read_fn)(void *user, char *buffer, size_t size);

#ifdef __cplusplus
extern "C" {
#endif

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
 * Lets the running calls of the client end before the program exits: new calls of the client and all its copies are
 * refused from now on with PARLOUR_KIND_DRAINING, and the call waits until those that run have ended, at most
 * `limit_ms`. Calls that still run then go on. The answer is `{"ended": ..., "left": [...], "waited_seconds": ...}`:
 * how many calls ended, and those that still run, the oldest first, each with its `operation`, its `model` or null,
 * whether it `streams`, and its `running_seconds`. PARLOUR_INVALID_ARGUMENT for a negative time. Free it with
 * parlour_endpoint_free().
 *
 * @return PARLOUR_OK, PARLOUR_FAILED, PARLOUR_NULL_ARGUMENT, PARLOUR_INVALID_ARGUMENT or PARLOUR_FORKED.
 */
PARLOUR_API PARLOUR_NODISCARD parlour_result parlour_endpoint_drain(
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

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_ENDPOINTS_H */
