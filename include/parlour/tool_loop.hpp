/// @file
/// `parlour::ToolLoop`: the loop of requests and tool calls without I/O, for programs that send and run as they like.
#ifndef PARLOUR_TOOL_LOOP_HPP
#define PARLOUR_TOOL_LOOP_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "conversation.hpp"

namespace parlour {

/// A call of a tool that somebody else owns: a view, valid as long as the owner; inside a tool's function until that
/// returns.
class ToolCallRef {
public:
    /// A view of a call of parlour.h; may be NULL.
    explicit ToolCallRef(const parlour_tool_call *call) noexcept : call_(call) {}

    /// Names the call; its result repeats it.
    std::string_view id() const noexcept { return detail::view(parlour_tool_call_id(call_)); }
    /// The tool, or the member of a toolset.
    std::string_view name() const noexcept { return detail::view(parlour_tool_call_name(call_)); }
    /// The toolset that the name belongs to; empty if it belongs to none.
    std::string_view toolset() const noexcept { return detail::view(parlour_tool_call_toolset(call_)); }
    /// The arguments: a JSON object, as the model wrote it. Json::parse() reads it.
    std::string_view input_json() const noexcept { return detail::view(parlour_tool_call_input_json(call_)); }
    /// Whether nobody waits for the result any more: the call took too long, or the run was interrupted. A function
    /// that takes long looks at it and returns. Any thread.
    bool is_cancelled() const noexcept { return parlour_tool_call_is_cancelled(call_); }

    /// The handle, borrowed; may be NULL.
    const parlour_tool_call *get() const noexcept { return call_; }

private:
    const parlour_tool_call *call_;
};

/// A call of a tool that ToolLoopRef::begin_call() gave.
class ToolCall {
public:
    /// Takes a handle of parlour.h.
    explicit ToolCall(parlour_tool_call *owned) noexcept : handle_(owned) {}

    /// The tool and its input; lives as long as this.
    ToolCallRef ref() const & noexcept PARLOUR_LIFETIMEBOUND { return ToolCallRef(handle_.get()); }
    /// Deleted for rvalues: the view would dangle.
    ToolCallRef ref() const && = delete;
    /// As ToolCallRef::id().
    std::string_view id() const & noexcept PARLOUR_LIFETIMEBOUND { return ref().id(); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view id() const && = delete;
    /// As ToolCallRef::name().
    std::string_view name() const & noexcept PARLOUR_LIFETIMEBOUND { return ref().name(); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view name() const && = delete;
    /// As ToolCallRef::input_json().
    std::string_view input_json() const & noexcept PARLOUR_LIFETIMEBOUND { return ref().input_json(); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view input_json() const && = delete;

private:
    detail::Handle<parlour_tool_call, parlour_tool_call_free> handle_;
};

/// A loop with another owner: a view, valid as long as the owner. Its functions are those of ToolLoop. One thread at a
/// time.
class ToolLoopRef {
public:
    /// A view of a loop of parlour.h; may be NULL.
    explicit ToolLoopRef(parlour_tool_loop *loop) noexcept : loop_(loop) {}

    /// The next request, to be sent in any way; nothing if the loop is over, as end() says why. Calls without a result
    /// are answered with a failure. After a request that failed this gives the same one again.
    result<std::optional<Request>> try_request() {
        using Next = result<std::optional<Request>>;
        parlour_request *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_tool_loop_request(loop_, &made, &error);
        if (code == PARLOUR_END) {
            return Next(std::nullopt);
        }
        return code == PARLOUR_OK ? Next(Request(made)) : Next(Error(code, error, "request"));
    }
    /// Takes the answer to the last request and decides what follows.
    result<void> try_received(const Message &message) {
        return tried("received", [&](parlour_error **error) {
            return parlour_tool_loop_received(loop_, message.get(), error);
        });
    }
    /// A call of the last answer that may be run now. Nothing if all have their results, as calls_done() says, or if
    /// another one has to end first.
    std::optional<ToolCall> begin_call() noexcept {
        parlour_tool_call *call = nullptr;
        return parlour_tool_loop_begin_call(loop_, &call) == PARLOUR_OK ? std::optional<ToolCall>(ToolCall(call))
                                                                                : std::nullopt;
    }
    /// Takes the result of a call, or denies one that was not begun; with `is_error` the tool failed, and the text,
    /// which the model reads, says why. False, and nothing happens, if there is no such call, it has a result, or a
    /// text is not UTF-8.
    bool finish(std::string_view id, std::string_view text, bool is_error = false) noexcept {
        return parlour_tool_loop_finish_call(loop_, detail::lend(id), detail::lend(text), is_error) == PARLOUR_OK;
    }
    /// The same for a result of blocks, such as images.
    result<void> try_finish(std::string_view id, const Content &content, bool is_error = false) {
        if (content.mistake()) {
            return *content.mistake();
        }
        return tried("finish", [&](parlour_error **error) {
            return parlour_tool_loop_finish_call_content(loop_, detail::lend(id), content.get(), is_error, error);
        });
    }
    /// Whether all calls of the last answer have their results.
    bool calls_done() const noexcept { return parlour_tool_loop_calls_done(loop_); }
    /// Says something with the next request, behind the results.
    result<void> try_say(std::string_view text) {
        return tried("say", [&](parlour_error **error) {
            return parlour_tool_loop_say(loop_, detail::lend(text), error);
        });
    }
    /// Adds turns, a JSON array of messages, to the next request, for programs that keep a history of their own. The
    /// last answer of the model is in the history already and is skipped; results replace those of the functions; the
    /// rest follows them. An error, and nothing changes, for any other turn of the model: see set_conversation().
    result<void> try_append(std::string_view turns_json) {
        return tried("append", [&](parlour_error **error) {
            return parlour_tool_loop_append(loop_, detail::lend(turns_json), error);
        });
    }
    /// The message with the results of the last answer, as a JSON object; empty if the answer made no calls. Calls
    /// without a result are answered with a failure. Lives until it is asked for again.
    result<std::string_view> try_results_json() {
        return lent("results_json", [&](parlour_str *out, parlour_error **error) {
            return parlour_tool_loop_results_json(loop_, out, error);
        });
    }
    /// Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
    result<void> try_cancel() {
        return tried("cancel", [&](parlour_error **error) { return parlour_tool_loop_cancel(loop_, error); });
    }
    /// Replaces the request without its turns, between two requests: other parameters, tools added or removed.
    result<void> try_set_settings(const Request &settings) {
        if (settings.mistake()) {
            return *settings.mistake();
        }
        return tried("set_settings", [&](parlour_error **error) {
            return parlour_tool_loop_set_settings(loop_, settings.get(), error);
        });
    }
    /// The loop between two requests as one JSON object, to go on elsewhere. Lives until it is asked for again.
    result<std::string_view> try_json() {
        return lent("json", [&](parlour_str *out, parlour_error **error) {
            return parlour_tool_loop_json(loop_, out, error);
        });
    }
    /// The usage of all answers together, as the JSON object of a message's usage. Lives until the next call.
    result<std::string_view> try_usage_json() {
        return lent("usage_json", [&](parlour_str *out, parlour_error **error) {
            return parlour_tool_loop_usage_json(loop_, out, error);
        });
    }
    /// The request without its turns, as a JSON object. Lives until it is asked for again.
    result<std::string_view> try_settings_json() {
        return lent("settings_json", [&](parlour_str *out, parlour_error **error) {
            return parlour_tool_loop_settings_json(loop_, out, error);
        });
    }
#if PARLOUR_EXCEPTIONS
    /// As try_request(); throws Error.
    std::optional<Request> request() { return try_request().value(); }
    /// As try_received(); throws Error.
    void received(const Message &message) { try_received(message).value(); }
    /// As try_finish(); throws Error.
    void finish(std::string_view id, const Content &content, bool is_error = false) {
        try_finish(id, content, is_error).value();
    }
    /// As try_say(); throws Error.
    void say(std::string_view text) { try_say(text).value(); }
    /// As try_append(); throws Error.
    void append(std::string_view turns_json) { try_append(turns_json).value(); }
    /// As try_results_json(); throws Error.
    std::string_view results_json() { return try_results_json().value(); }
    /// As try_cancel(); throws Error.
    void cancel() { try_cancel().value(); }
    /// As try_set_settings(); throws Error.
    void set_settings(const Request &settings) { try_set_settings(settings).value(); }
    /// As try_json(); throws Error.
    std::string_view json() { return try_json().value(); }
    /// As try_usage_json(); throws Error.
    std::string_view usage_json() { return try_usage_json().value(); }
    /// As try_settings_json(); throws Error.
    std::string_view settings_json() { return try_settings_json().value(); }
#endif

    /// Why the loop is over: "stopped" (the model did, its answer says why), "request_limit", "pause_limit" or
    /// "cancelled"; empty while it is not.
    std::string_view end() const noexcept { return detail::view(parlour_tool_loop_end(loop_)); }
    /// How many answers there were.
    std::uint32_t request_count() const noexcept { return parlour_tool_loop_request_count(loop_); }
    /// A copy of the history as it is now; it shares the bytes of the turns.
    Conversation conversation() const noexcept {
        parlour_conversation *made = nullptr;
        static_cast<void>(parlour_tool_loop_conversation(loop_, &made));
        return Conversation(made);
    }
    /// Replaces the history by a copy of another one, between two requests: a shorter one, for example. False of one
    /// that was moved from.
    bool set_conversation(const Conversation &conversation) noexcept {
        return parlour_tool_loop_set_conversation(loop_, conversation.get()) == PARLOUR_OK;
    }

    /// The handle, borrowed; may be NULL.
    parlour_tool_loop *get() const noexcept { return loop_; }

protected:
    /// Gives the handle up.
    parlour_tool_loop *release() noexcept { return std::exchange(loop_, nullptr); }

private:
    template <class Call>
    static result<void> tried(std::string_view what, Call call) {
        parlour_error *error = nullptr;
        const parlour_result code = call(&error);
        return code == PARLOUR_OK ? result<void>() : result<void>(Error(code, error, what));
    }
    template <class Call>
    static result<std::string_view> lent(std::string_view what, Call call) {
        parlour_str text{nullptr, 0};
        parlour_error *error = nullptr;
        const parlour_result code = call(&text, &error);
        return code == PARLOUR_OK ? result<std::string_view>(detail::view(text))
                                  : result<std::string_view>(Error(code, error, what));
    }

    parlour_tool_loop *loop_;
};

/// A loop of requests and tool calls, which names the next step and performs none. The library applies the rules: calls
/// that were cut or are unknown are answered and never handed out, results come in order in one turn. One thread at a
/// time.
///
/// @code
/// parlour::ToolLoop loop(request);
/// while (const auto next = loop.request()) {
///     loop.received(client.create(*next));
///     while (const auto call = loop.begin_call()) loop.finish(call->id(), run(call->ref()));
/// }
/// @endcode
class ToolLoop : public ToolLoopRef {
public:
    /// A loop that begins with this request, its turns and tools. `limits_json` is empty, or a JSON object with any of
    /// "max_requests" (default 25), "max_pauses", "max_parallel" and "max_result_bytes".
    static result<ToolLoop> try_make(const Request &request, std::string_view limits_json = {}) {
        if (request.mistake()) {
            return *request.mistake();
        }
        return made([&](parlour_tool_loop **out, parlour_error **error) {
            return parlour_tool_loop_new(request.get(), detail::lend(limits_json), out, error);
        });
    }
    /// A loop that goes on with a copy of a conversation; `settings` is a request without turns.
    static result<ToolLoop> try_make(const Conversation &conversation, const Request &settings,
                                     std::string_view limits_json = {}) {
        if (conversation.mistake() || settings.mistake()) {
            return conversation.mistake() ? *conversation.mistake() : *settings.mistake();
        }
        return made([&](parlour_tool_loop **out, parlour_error **error) {
            return parlour_tool_loop_over(conversation.get(), settings.get(), detail::lend(limits_json), out, error);
        });
    }
    /// Reads what json() gave, in whatever language.
    static result<ToolLoop> try_from_json(std::string_view json) {
        return made([&](parlour_tool_loop **out, parlour_error **error) {
            return parlour_tool_loop_from_json(detail::lend(json), out, error);
        });
    }
    /// Takes a handle of parlour.h.
    explicit ToolLoop(parlour_tool_loop *owned) noexcept : ToolLoopRef(owned) {}
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    explicit ToolLoop(const Request &request, std::string_view limits_json = {})
        : ToolLoop(try_make(request, limits_json).value()) {}
    /// As try_make(); throws Error.
    ToolLoop(const Conversation &conversation, const Request &settings, std::string_view limits_json = {})
        : ToolLoop(try_make(conversation, settings, limits_json).value()) {}
    /// As try_from_json(); throws Error.
    static ToolLoop from_json(std::string_view json) { return try_from_json(json).value(); }
#endif
    /// Leaves an empty one behind.
    ToolLoop(ToolLoop &&other) noexcept : ToolLoopRef(other.release()) {}
    /// Frees its own loop, and leaves an empty one behind.
    ToolLoop &operator=(ToolLoop &&other) noexcept {
        ToolLoop taken(std::move(other));
        ToolLoopRef &mine = *this;
        ToolLoopRef &theirs = taken;
        std::swap(mine, theirs);
        return *this;
    }
    ToolLoop(const ToolLoop &) = delete;
    ToolLoop &operator=(const ToolLoop &) = delete;
    ~ToolLoop() { parlour_tool_loop_free(get()); }

private:
    template <class Make>
    static result<ToolLoop> made(Make make) {
        parlour_tool_loop *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = make(&out, &error);
        return code == PARLOUR_OK ? result<ToolLoop>(ToolLoop(out)) : result<ToolLoop>(Error(code, error, "tool_loop"));
    }
};

}  // namespace parlour

#endif
