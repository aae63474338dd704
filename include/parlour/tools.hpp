/// @file
/// `parlour::run_tools`: asks, runs the tools that the model calls, and asks again until it stops. Tools are lambdas.
#ifndef PARLOUR_TOOLS_HPP
#define PARLOUR_TOOLS_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "client.hpp"
#include "tool_loop.hpp"

namespace parlour {

/// The result of a tool for the model: a text, blocks, or the reason of a failure.
class ToolResult {
public:
    /// A text.
    ToolResult(std::string text) : content_(std::move(text)) {}
    /// A text.
    ToolResult(std::string_view text) : content_(std::string(text)) {}
    /// A text.
    ToolResult(const char *text) : content_(std::string(text)) {}
    /// Blocks, such as images.
    ToolResult(Content &&content) : content_(std::move(content)) {}
    /// A copy of blocks.
    ToolResult(const Content &content) : content_(content.clone()) {}
    /// The return value of a function, as JSON of any value: parlour_tool_result_set_value() says when it is content
    /// blocks.
    static ToolResult value(std::string json) {
        ToolResult made(std::move(json));
        made.is_value_ = true;
        return made;
    }
    /// A failure; the text says why.
    static ToolResult error(std::string text) {
        ToolResult failed(std::move(text));
        failed.is_error_ = true;
        return failed;
    }

private:
    friend class Tools;
    std::variant<std::string, Content> content_;
    bool is_error_ = false;
    bool is_value_ = false;
};

/// Thrown by a tool: the call failed, and the model reads why. Any other exception is a failure as well, with its
/// what().
class ToolError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Runs a tool. Called on a thread of its own, together with other calls of the same turn: what it shares with them it
/// guards. It may block and may use the library. One whose time is over, or whose run was interrupted, goes on until it
/// returns, and what it gives is dropped: long ones look at ToolCallRef::is_cancelled().
using ToolFunction = std::function<ToolResult(ToolCallRef call)>;
/// Says of a call why it must not run; nothing lets it run.
using ApproveFunction = std::function<std::optional<std::string>(ToolCallRef call)>;

/// Tools and the functions behind them. Setters can be chained; their first mistake is reported by the run. A run
/// copies what it needs; functions live until the tools and all runs with them are gone and no call runs.
///
/// @code
/// parlour::Tools tools;
/// tools.add("weather", "The weather of a city.", R"({"type": "object", "properties": {"city": {"type": "string"}}})",
///           [&](parlour::ToolCallRef call) { return
/// look_up(parlour::Json::parse(call.input_json())["/city"].string()); }); const parlour::Message answer =
/// parlour::run_tools(client, request, tools);
/// @endcode
class Tools : public detail::Builder<Tools, parlour_tools, parlour_tools_free> {
public:
    /// No tools.
    Tools() {
        parlour_tools *made = nullptr;
        const parlour_result code = parlour_tools_new(&made);
        hold(made);
        did("tools", code);
    }

    /// Adds a tool: its name, what it does and when to use it, the JSON Schema of its input, and what runs it.
    Tools &add(std::string_view name, std::string_view description, std::string_view schema_json,
               ToolFunction function) {
        if (!function) {
            return did("function", PARLOUR_NULL_ARGUMENT);
        }
        auto held = std::make_unique<ToolFunction>(std::move(function));
        return tried("add", [&](parlour_error **error) {
            const parlour_result code =
                parlour_tools_add(raw(), detail::lend(name), detail::lend(description), detail::lend(schema_json),
                                  &Tools::run, held.get(), &Tools::forget, error);
            if (code == PARLOUR_OK) {
                // From here on the library frees it.
                static_cast<void>(held.release());
            }
            return code;
        });
    }
    /// Adds a tool by its whole definition, as JSON: for those that the service defines and a program runs. The
    /// function of a toolset runs the calls of all its members.
    Tools &add_definition(std::string_view definition_json, ToolFunction function) {
        if (!function) {
            return did("function", PARLOUR_NULL_ARGUMENT);
        }
        auto held = std::make_unique<ToolFunction>(std::move(function));
        return tried("add_definition", [&](parlour_error **error) {
            const parlour_result code = parlour_tools_add_definition(raw(), detail::lend(definition_json), &Tools::run,
                                                                     held.get(), &Tools::forget, error);
            if (code == PARLOUR_OK) {
                // From here on the library frees it.
                static_cast<void>(held.release());
            }
            return code;
        });
    }
    /// Sets the limits of runs: a JSON object as for ToolLoop, which is looked at when a run begins.
    Tools &limits(std::string_view json) { return did("limits", parlour_tools_set_limits(raw(), detail::lend(json))); }
    /// Sets the most time that one call may take: one that takes longer is answered with a failure. no_limit is the
    /// default.
    Tools &timeout(milliseconds limit) {
        if (limit.count() <= 0) {
            return did("timeout", PARLOUR_INVALID_ARGUMENT);
        }
        return did("timeout", parlour_tools_set_timeout_ms(
                                  raw(), limit == no_limit ? 0 : static_cast<std::uint64_t>(limit.count())));
    }

    /// Lets functions begin while the message that calls them still arrives, each as soon as its call is whole; every
    /// request of a run is streamed then. If the message ends otherwise than with "tool_use", or fails,
    /// ToolCallRef::is_cancelled() says so to what began, and its result is dropped: only for functions that may run in
    /// vain. Members of toolsets always wait.
    Tools &early(bool begins_early = true) { return did("early", parlour_tools_set_early(raw(), begins_early)); }

    /// Asks this function before each call, on the thread that runs the loop: no value allows it, a text denies it and
    /// is sent to the model as the reason. It may wait, for a person for example. An exception denies the call, too.
    Tools &approve(ApproveFunction function) {
        if (!function) {
            return did("approve", PARLOUR_NULL_ARGUMENT);
        }
        auto held = std::make_unique<ApproveFunction>(std::move(function));
        const parlour_result code = parlour_tools_set_approve(raw(), &Tools::ask, held.get(), &Tools::forget_ask);
        if (code == PARLOUR_OK) {
            // From here on the library frees it.
            static_cast<void>(held.release());
        }
        return did("approve", code);
    }

private:
    static void forget(void *user) noexcept { delete static_cast<ToolFunction *>(user); }
    static void forget_ask(void *user) noexcept { delete static_cast<ApproveFunction *>(user); }
    static bool asked(const ApproveFunction &function, const parlour_tool_call *call, parlour_tool_result *reason) {
        const std::optional<std::string> denied = function(ToolCallRef(call));
        if (denied) {
            set(reason, *denied, true);
        }
        return !denied;
    }
    static bool ask(void *user, const parlour_tool_call *call, parlour_tool_result *reason) noexcept {
        const auto &function = *static_cast<const ApproveFunction *>(user);
#if PARLOUR_EXCEPTIONS
        try {
            return asked(function, call, reason);
        } catch (const std::exception &error) {
            set_exception(reason, error.what());
        } catch (...) {
            set_exception(reason, {});
        }
        return false;
#else
        return asked(function, call, reason);
#endif
    }
    static void give(const ToolResult &from, parlour_tool_result *into) noexcept {
        if (const std::string *text = std::get_if<std::string>(&from.content_)) {
            if (!from.is_value_) {
                set(into, *text, from.is_error_);
            } else if (parlour_tool_result_set_value(into, detail::lend(*text), from.is_error_) != PARLOUR_OK) {
                set(into, "The tool gave a value that is no JSON.", true);
            }
        } else if (const Content *content = std::get_if<Content>(&from.content_)) {
            if (content->mistake()) {
                set(into, content->mistake()->what(), true);
            } else if (parlour_tool_result_set_content(into, content->get(), from.is_error_) != PARLOUR_OK) {
                set(into, "The tool gave content without a block.", true);
            }
        }
    }
    static void set(parlour_tool_result *into, std::string_view text, bool is_error) noexcept {
        if (parlour_tool_result_set_text(into, detail::lend(text), is_error) != PARLOUR_OK) {
            static_cast<void>(
                parlour_tool_result_set_text(into, parlour_str_z("The tool gave a text that is not UTF-8."), true));
        }
    }
    static void set_exception(parlour_tool_result *into, std::string_view text) noexcept {
        if (parlour_tool_result_set_exception(into, parlour_str_z(""), detail::lend(text)) != PARLOUR_OK) {
            static_cast<void>(parlour_tool_result_set_exception(into, parlour_str_z(""), parlour_str_z("")));
        }
    }
    static void run(void *user, const parlour_tool_call *call, parlour_tool_result *into) noexcept {
        const auto &function = *static_cast<const ToolFunction *>(user);
#if PARLOUR_EXCEPTIONS
        try {
            give(function(ToolCallRef(call)), into);
        } catch (const std::exception &error) {
            set_exception(into, error.what());
        } catch (...) {
            set_exception(into, {});
        }
#else
        give(function(ToolCallRef(call)), into);
#endif
    }
};

/// A tool loop under way: `while (const auto answer = run.next())`. One thread at a time.
class ToolRun {
public:
    /// One that begins with this request, to which the definitions of the tools are added. Nothing is sent yet. The
    /// arguments may be destroyed afterwards.
    static result<ToolRun> try_make(const Client &client, const Request &request, const Tools &tools,
                                    const Options *options = nullptr) {
        if (request.mistake()) {
            return *request.mistake();
        }
        return made(tools, options, [&](const parlour_options *with, parlour_tool_run **out, parlour_error **error) {
            return parlour_tool_run_new(client.get(), request.get(), tools.get(), with, out, error);
        });
    }
    /// The same for a copy of a loop that was made or saved elsewhere, which has its own limits.
    static result<ToolRun> try_resume(const Client &client, const ToolLoopRef &loop, const Tools &tools,
                                      const Options *options = nullptr) {
        return made(tools, options, [&](const parlour_options *with, parlour_tool_run **out, parlour_error **error) {
            return parlour_tool_run_resume(client.get(), loop.get(), tools.get(), with, out, error);
        });
    }
    /// Takes a handle of parlour.h.
    explicit ToolRun(parlour_tool_run *owned) noexcept : handle_(owned) {}

    /// Runs the calls of the answer before, all at the same time unless the limits say otherwise, and waits for the
    /// next answer; nothing if the loop is over, as loop().end() says why. After a failure the answers so far stay, and
    /// another call goes on from there; a tool that ran is not run again.
    result<std::optional<Message>> try_next() {
        using Next = result<std::optional<Message>>;
        parlour_message *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_tool_run_next(handle_.get(), &made, &error);
        if (code == PARLOUR_END) {
            return Next(std::nullopt);
        }
        return code == PARLOUR_OK ? Next(Message(made)) : Next(Error(code, error, "tools"));
    }
    /// Runs the loop to its end and gives the last answer.
    result<Message> try_until_done() {
        parlour_message *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_tool_run_until_done(handle_.get(), &made, &error);
        return code == PARLOUR_OK ? result<Message>(Message(made)) : result<Message>(Error(code, error, "tools"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    ToolRun(const Client &client, const Request &request, const Tools &tools, const Options *options = nullptr)
        : ToolRun(try_make(client, request, tools, options).value()) {}
    /// As try_resume(); throws Error.
    static ToolRun resume(const Client &client, const ToolLoopRef &loop, const Tools &tools,
                          const Options *options = nullptr) {
        return try_resume(client, loop, tools, options).value();
    }
    /// As try_next(); throws Error.
    std::optional<Message> next() { return try_next().value(); }
    /// As try_until_done(); throws Error.
    Message until_done() { return try_until_done().value(); }
#endif

    /// Adds tools to the requests that follow, between two answers; a function takes the place of one of the same name.
    /// Limits and hooks of the run stay as they are.
    result<void> try_add_tools(const Tools &tools) {
        if (tools.mistake()) {
            return *tools.mistake();
        }
        parlour_error *error = nullptr;
        const parlour_result code = parlour_tool_run_add_tools(handle_.get(), tools.get(), &error);
        return code == PARLOUR_OK ? result<void>() : result<void>(Error(code, error, "tools"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_add_tools(); throws Error.
    void add_tools(const Tools &tools) { try_add_tools(tools).value(); }
#endif
    /// Takes a tool and its function out of the requests that follow, between two answers: by its name, and a toolset
    /// by its type. A call of it that comes later is answered as one of an unknown tool. False if there is none.
    bool remove_tool(std::string_view name) noexcept {
        return parlour_tool_run_remove_tool(handle_.get(), detail::lend(name)) == PARLOUR_OK;
    }

    /// The loop itself, to look at and to change between two answers: deny a call, say something, shorten the history,
    /// change parameters, end it, save it. Lives as long as the run.
    ToolLoopRef loop() & noexcept PARLOUR_LIFETIMEBOUND { return ToolLoopRef(parlour_tool_run_loop(handle_.get())); }
    /// How many answers there are so far.
    std::size_t turn_count() const noexcept { return parlour_tool_run_turn_count(handle_.get()); }
    /// An answer so far; nothing beyond the last.
    std::optional<Message> turn(std::size_t index) const noexcept {
        parlour_message *copy = nullptr;
        const parlour_message *turn = parlour_tool_run_turn(handle_.get(), index);
        if (turn == nullptr || parlour_message_clone(turn, &copy) != PARLOUR_OK) {
            return std::nullopt;
        }
        return Message(copy);
    }

private:
    template <class Make>
    static result<ToolRun> made(const Tools &tools, const Options *options, Make make) {
        if (tools.mistake()) {
            return *tools.mistake();
        }
        if (options != nullptr && options->mistake()) {
            return *options->mistake();
        }
        parlour_tool_run *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = make(options == nullptr ? nullptr : options->get(), &out, &error);
        return code == PARLOUR_OK ? result<ToolRun>(ToolRun(out)) : result<ToolRun>(Error(code, error, "tools"));
    }

    detail::Handle<parlour_tool_run, parlour_tool_run_free> handle_;
};

/// Asks, runs the tools that the model calls, asks again until it stops, and gives the last answer.
inline result<Message> try_run_tools(const Client &client, const Request &request, const Tools &tools,
                                     const Options *options = nullptr) {
    return ToolRun::try_make(client, request, tools, options).and_then([](ToolRun run) {
        return run.try_until_done();
    });
}
#if PARLOUR_EXCEPTIONS
/// As try_run_tools(); throws Error.
inline Message run_tools(const Client &client, const Request &request, const Tools &tools,
                         const Options *options = nullptr) {
    return try_run_tools(client, request, tools, options).value();
}
#endif

}  // namespace parlour

#endif
