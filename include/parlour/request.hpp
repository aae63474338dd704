/// @file
/// `parlour::Request` and `parlour::Options`: a message request, and the options of one call.
#ifndef PARLOUR_REQUEST_HPP
#define PARLOUR_REQUEST_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "builder.hpp"
#include "content.hpp"
#include "interrupt.hpp"
#include "message.hpp"
#include "parameters.hpp"

namespace parlour {

/// A message request. Setters can be chained; the first error is reported when the request is used. Texts are copied.
/// It may be used for any number of calls, changed between them, and used by many threads while none changes it.
class Request : public detail::Builder<Request, parlour_request, parlour_request_free>,
                public detail::Parameters<Request> {
public:
    /// A request without turns; `max_tokens` is the most that the answer may have.
    Request(std::string_view model, std::uint64_t max_tokens) {
        parlour_request *made = nullptr;
        const parlour_result code = parlour_request_new(detail::lend(model), max_tokens, &made);
        hold(made);
        did("model", code);
    }
    /// A request from its JSON text, which is sent unchanged.
    static Request from_json(std::string_view json) {
        parlour_request *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_request_from_json(detail::lend(json), &made, &error);
        Request request(made);
        request.did("from_json", code, error);
        return request;
    }
    /// A copy, to be changed on its own.
    Request clone() const {
        parlour_request *copy = nullptr;
        const parlour_result code = parlour_request_clone(get(), &copy);
        Request request(copy);
        request.did("clone", code);
        request.inherit(*this);
        return request;
    }

    /// Adds a turn of the caller.
    Request &user(std::string_view text) {
        return tried("user", [&](parlour_error **error) {
            return parlour_request_add_user_text(raw(), detail::lend(text), error);
        });
    }
    /// Adds a turn of the model.
    Request &assistant(std::string_view text) {
        return tried("assistant", [&](parlour_error **error) {
            return parlour_request_add_assistant_text(raw(), detail::lend(text), error);
        });
    }
    /// Adds a turn of the caller that consists of blocks.
    Request &user(const Content &content) {
        return with("user", content, [&](parlour_error **error) {
            return parlour_request_add_user_content(raw(), content.get(), error);
        });
    }
    /// Adds a turn of the model that consists of blocks.
    Request &assistant(const Content &content) {
        return with("assistant", content, [&](parlour_error **error) {
            return parlour_request_add_assistant_content(raw(), content.get(), error);
        });
    }
    /// Takes the last turn back.
    Request &remove_last_turn() {
        return tried("remove_last_turn",
                     [&](parlour_error **error) { return parlour_request_remove_last_turn(raw(), error); });
    }
    /// How many turns there are.
    std::size_t turn_count() const noexcept { return parlour_request_turn_count(get()); }
    /// Adds an answer as a turn of the model, every block as it came.
    Request &add(const Message &answer) {
        return tried("add", [&](parlour_error **error) {
            return parlour_request_add_message(raw(), answer.get(), error);
        });
    }
    /// Adds a turn as JSON: an object with "role" and "content".
    Request &add_json(std::string_view json) {
        return tried("add_json", [&](parlour_error **error) {
            return parlour_request_add_message_json(raw(), detail::lend(json), error);
        });
    }
    /// Sets the system prompt to blocks of text: for a cache marker behind one.
    Request &system(const Content &content) {
        return with("system", content, [&](parlour_error **error) {
            return parlour_request_set_system_content(raw(), content.get(), error);
        });
    }
    /// Sets the system prompt.
    Request &system(std::string_view text) {
        return tried("system", [&](parlour_error **error) {
            return parlour_request_set_system(raw(), detail::lend(text), error);
        });
    }
    /// Adds a tool: its name, what it does and when to use it, and the JSON Schema of its input.
    Request &tool(std::string_view name, std::string_view description, std::string_view schema_json) {
        return tried("tool", [&](parlour_error **error) {
            return parlour_request_add_tool(raw(), detail::lend(name), detail::lend(description),
                                            detail::lend(schema_json), error);
        });
    }
    /// Adds what a tool call gave. Results that are added one after another become one turn, as the service wants it.
    Request &tool_result(std::string_view tool_id, std::string_view text) {
        return tried("tool_result", [&](parlour_error **error) {
            return parlour_request_add_tool_result(raw(), detail::lend(tool_id), detail::lend(text), false, error);
        });
    }
    /// The same for a result of blocks, such as images.
    Request &tool_result(std::string_view tool_id, const Content &content) {
        return with("tool_result", content, [&](parlour_error **error) {
            return parlour_request_add_tool_result_content(raw(), detail::lend(tool_id), content.get(), false, error);
        });
    }
    /// The same for a tool that failed: the text says why, and the model can react to it.
    Request &tool_error(std::string_view tool_id, std::string_view text) {
        return tried("tool_error", [&](parlour_error **error) {
            return parlour_request_add_tool_result(raw(), detail::lend(tool_id), detail::lend(text), true, error);
        });
    }
    /// Sets any top-level key to a JSON value, also one that this version does not know. Those that it knows have
    /// setters of their own.
    Request &set(std::string_view key, std::string_view json) {
        return tried("set", [&](parlour_error **error) {
            return parlour_request_set_json(raw(), detail::lend(key), detail::lend(json), error);
        });
    }

    /// Places cache markers where they pay: at the ends of the tools and of the system prompt for `stable`, which is
    /// "5m" or "1h", and at the end of the messages. A request that has markers of its own stays as it is.
    Request &mark_cache(std::string_view stable = "5m") {
        return tried("mark_cache", [&](parlour_error **error) {
            return parlour_request_mark_cache(raw(), detail::lend(stable), error);
        });
    }

    /// The request as JSON text, as it would be sent. Lives until the request is changed or destroyed.
    std::string_view json() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_request_json(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view json() const && = delete;
    /// Checks what can be known without the service. Every call does it before it sends anything.
    result<void> check() const {
        if (mistake()) {
            return *mistake();
        }
        parlour_error *error = nullptr;
        const parlour_result code = parlour_request_check(get(), &error);
        return code == PARLOUR_OK ? result<void>() : result<void>(Error(code, error));
    }

private:
    friend class AnswerPlan;
    friend class Conversation;
    friend class ToolLoopRef;
    explicit Request(parlour_request *owned) noexcept : Builder(owned) {}

    /// Takes content, or the mistake that was made in it.
    template <class Call>
    Request &with(std::string_view what, const Content &content, Call call) {
        return content.mistake() ? fail_with(*content.mistake()) : tried(what, call);
    }
};

/// The options of a call, which override those of its client. Setters can be chained; the first error is reported when
/// the options are used.
class Options : public detail::Builder<Options, parlour_options, parlour_options_free> {
public:
    /// Nothing set.
    Options() {
        parlour_options *made = nullptr;
        const parlour_result code = parlour_options_new(&made);
        hold(made);
        did("options", code);
    }
    /// A copy, to be changed on its own.
    Options clone() const {
        parlour_options *copy = nullptr;
        const parlour_result code = parlour_options_clone(get(), &copy);
        Options options(copy);
        options.did("clone", code);
        options.inherit(*this);
        return options;
    }

    /// Sends a header.
    Options &header(std::string_view name, std::string_view text) {
        return tried("header", [&](parlour_error **error) {
            return parlour_options_set_header(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Sends a header whose value is a secret although its name does not say so.
    Options &secret_header(std::string_view name, std::string_view text) {
        return tried("secret_header", [&](parlour_error **error) {
            return parlour_options_set_secret_header(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Does not send a header that the client would send.
    Options &remove_header(std::string_view name) {
        return tried("remove_header", [&](parlour_error **error) {
            return parlour_options_remove_header(raw(), detail::lend(name), error);
        });
    }
    /// Adds a query parameter.
    Options &query(std::string_view name, std::string_view text) {
        return tried("query", [&](parlour_error **error) {
            return parlour_options_set_query(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Sets a top-level key in the body to a JSON value.
    Options &body_key(std::string_view name, std::string_view json) {
        return tried("body_key", [&](parlour_error **error) {
            return parlour_options_set_body_key(raw(), detail::lend(name), detail::lend(json), error);
        });
    }
    // generated: options, from schema/settings.toml by `make generate`
    /// Asks for a beta feature, besides those of the client.
    Options &add_beta(std::string_view name) {
        return tried("add_beta", [&](parlour_error **error) {
            return parlour_options_add_beta(raw(), detail::lend(name), error);
        });
    }
    /// Sets the limit of one attempt: a whole answer, or the longest silence of a stream.
    Options &timeout(milliseconds limit) {
        return tried("timeout", [&](parlour_error **error) {
            return parlour_options_set_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the limit of the call with all its attempts and waits.
    Options &total_timeout(milliseconds limit) {
        return tried("total_timeout", [&](parlour_error **error) {
            return parlour_options_set_total_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the longest time until the first event of a stream other than a ping.
    Options &first_event_timeout(milliseconds limit) {
        return tried("first_event_timeout", [&](parlour_error **error) {
            return parlour_options_set_first_event_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the maximum number of retries of the call.
    Options &max_retries(std::uint32_t count) {
        return tried("max_retries", [&](parlour_error **error) {
            return parlour_options_set_max_retries(raw(), count, error);
        });
    }
    /// Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
    Options &stream_long_answers(bool on) {
        return tried("stream_long_answers", [&](parlour_error **error) {
            return parlour_options_set_stream_long_answers(raw(), on, error);
        });
    }
    /// Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
    Options &priority(std::string_view priority) {
        return tried("priority", [&](parlour_error **error) {
            return parlour_options_set_priority(raw(), detail::lend(priority), error);
        });
    }
    /// Adds a label that the ledger counts the call under.
    Options &add_label(std::string_view label) {
        return tried("add_label", [&](parlour_error **error) {
            return parlour_options_add_label(raw(), detail::lend(label), error);
        });
    }
    // end generated
    /// Names what may end create() and request() with these options; they keep what they need of it.
    Options &interrupt(const Interrupt &by) {
        return tried("interrupt", [&](parlour_error **error) {
            return parlour_options_set_interrupt(raw(), by.get(), error);
        });
    }
    /// Sets the API key of the call, in place of the client's credential.
    Options &api_key(std::string_view key) {
        return tried("api_key", [&](parlour_error **error) {
            return parlour_options_set_api_key(raw(), detail::lend(key), error);
        });
    }
    /// Sets the token of the call, in place of the client's credential.
    Options &auth_token(std::string_view token) {
        return tried("auth_token", [&](parlour_error **error) {
            return parlour_options_set_auth_token(raw(), detail::lend(token), error);
        });
    }
    /// Sets any option by its name to a JSON value.
    Options &set(std::string_view name, std::string_view json) {
        return tried("set", [&](parlour_error **error) {
            return parlour_options_set(raw(), detail::lend(name), detail::lend(json), error);
        });
    }
    /// Sets all options of a JSON object; all or none.
    Options &set_json(std::string_view object) {
        return tried("set_json", [&](parlour_error **error) {
            return parlour_options_set_json(raw(), detail::lend(object), error);
        });
    }

private:
    explicit Options(parlour_options *owned) noexcept : Builder(owned) {}
};

}  // namespace parlour

#endif
