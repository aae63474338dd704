/* Tools that the model calls, and the loop that runs them. A part of parlour.h. */

#ifndef PARLOUR_TOOLS_H
#define PARLOUR_TOOLS_H

/* Made from bindings/c/src by scripts/c/header.sh: change it there. */

#include "base.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif

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

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* PARLOUR_TOOLS_H */
