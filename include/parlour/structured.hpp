/// @file
/// `parlour::parse()`: an answer that is one JSON value of a schema, and its outcome.
#ifndef PARLOUR_STRUCTURED_HPP
#define PARLOUR_STRUCTURED_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client.hpp"
#include "json.hpp"
#include "partial_json.hpp"

namespace parlour {

/// How a structured answer is asked for.
enum class AnswerMethod {
    kAuto,    ///< `kFormat` if the model and the schema allow it, else `kTool`.
    kFormat,  ///< By `output_config.format`.
    kTool,    ///< By one tool that the model has to call, whose input is the answer.
};

/// Settings of a structured answer.
struct AnswerOptions {
    /// How it is asked for.
    AnswerMethod method = AnswerMethod::kAuto;
    /// How often the model is asked again after an answer that does not fit, each time a paid request.
    std::uint32_t max_reasks = 0;
    /// The name of the forced tool; empty for "answer".
    std::string tool_name = {};
    /// The description of the forced tool for the model; empty for the library's own.
    std::string tool_description = {};
};

/// The outcome of a structured answer. A newer library may give numbers that are not named here.
enum class AnswerOutcome : std::uint32_t {
    kNone = PARLOUR_ANSWER_NONE,        ///< There is no answer.
    kValue = PARLOUR_ANSWER_VALUE,      ///< A value of the schema.
    kRefused = PARLOUR_ANSWER_REFUSED,  ///< The model refused.
    kCut = PARLOUR_ANSWER_CUT,          ///< The answer ended before it was whole.
    kInvalid = PARLOUR_ANSWER_INVALID,  ///< The answer is whole, and no value of the schema.
};

/// The outcome of a structured answer, and every message that was paid for. Immutable.
class Parsed {
public:
    /// Takes a handle of parlour.h.
    explicit Parsed(parlour_parsed *owned) noexcept : handle_(owned) {}

    /// The outcome of the last answer.
    AnswerOutcome outcome() const noexcept { return static_cast<AnswerOutcome>(parlour_parsed_outcome(get())); }
    /// Whether there is a value.
    explicit operator bool() const noexcept { return outcome() == AnswerOutcome::kValue; }
    /// The value; none if there is none. It outlives this.
    Json value() const {
        auto json = *this ? Json::try_parse(detail::view(parlour_parsed_text(get()))) : result<Json>(Json());
        return json ? *std::move(json) : Json();
    }
    /// The text that the model wrote: the JSON of the value, or that of a cut or invalid answer.
    std::string_view text() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_parsed_text(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view text() const && = delete;
    /// Why there is no value: the service's explanation of a refusal, the stop reason, or what does not fit, each with
    /// its place.
    std::string_view reason() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_parsed_reason(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view reason() const && = delete;
    /// How many answers there are; more than one if the model was asked again.
    std::size_t answer_count() const noexcept { return parlour_parsed_answer_count(get()); }
    /// An answer, the oldest first; nothing beyond the last.
    std::optional<Message> answer(std::size_t index) const noexcept {
        parlour_message *copy = nullptr;
        const parlour_message *found = parlour_parsed_answer(get(), index);
        if (found == nullptr || parlour_message_clone(found, &copy) != PARLOUR_OK) {
            return std::nullopt;
        }
        return Message(copy);
    }
    /// The usage of all answers together, as a JSON object.
    std::string_view usage_json() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_parsed_usage_json(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view usage_json() const && = delete;
    /// Why asking again failed, of Kind::kCancelled if it was interrupted; the outcome is that of the answer before.
    std::optional<Error> reask_error() const {
        parlour_error *copy = nullptr;
        const parlour_error *found = parlour_parsed_reask_error(get());
        if (found == nullptr || parlour_error_clone(found, &copy) != PARLOUR_OK) {
            return std::nullopt;
        }
        return Error(PARLOUR_FAILED, copy);
    }

    /// The handle, borrowed; NULL after a move.
    const parlour_parsed *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<parlour_parsed, parlour_parsed_free> handle_;
};

namespace detail {

/// The options of an answer as parlour.h takes them.
inline std::string answer_json(const AnswerOptions &options) {
    const char *method = options.method == AnswerMethod::kFormat ? "format"
                         : options.method == AnswerMethod::kTool ? "tool"
                                                                 : "auto";
    std::string json = "{\"method\":\"";
    json.append(method).append("\",\"max_reasks\":").append(std::to_string(options.max_reasks));
    if (!options.tool_name.empty()) {
        json.append(",\"tool_name\":").append(json_quoted(options.tool_name));
    }
    if (!options.tool_description.empty()) {
        json.append(",\"tool_description\":").append(json_quoted(options.tool_description));
    }
    return json.append("}");
}

}  // namespace detail

/// A request for a structured answer, and the judgement of what comes back, for programs that send it themselves: as a
/// stream, with a queue, in a coroutine. One thread at a time while it is changed.
class AnswerPlan {
public:
    /// Makes the request for an answer that fits this JSON Schema, and sends nothing.
    static result<AnswerPlan> try_make(const Request &request, std::string_view schema_json,
                                       const AnswerOptions &answer = {}) {
        if (request.mistake()) {
            return *request.mistake();
        }
        parlour_answer_plan *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_answer_plan_new(request.get(), detail::lend(schema_json),
                                                            detail::lend(detail::answer_json(answer)), &made, &error);
        return code == PARLOUR_OK ? result<AnswerPlan>(AnswerPlan(made))
                                  : result<AnswerPlan>(Error(code, error, "answer"));
    }
    /// Takes a handle of parlour.h.
    explicit AnswerPlan(parlour_answer_plan *owned) noexcept : handle_(owned) {}

    /// The request that is to be sent.
    result<Request> try_request() const {
        parlour_request *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_answer_plan_request(handle_.get(), &out, &error);
        return code == PARLOUR_OK ? result<Request>(Request(out)) : result<Request>(Error(code, error, "answer"));
    }
    /// Interprets an answer to the request.
    result<Parsed> try_judge(const Message &message) const {
        parlour_parsed *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_answer_plan_judge(handle_.get(), message.get(), &out, &error);
        return code == PARLOUR_OK ? result<Parsed>(Parsed(out)) : result<Parsed>(Error(code, error, "answer"));
    }
    /// The request that asks once more after an answer that does not fit, for this reason; nothing if it was asked as
    /// often as AnswerOptions::max_reasks says.
    result<std::optional<Request>> try_again(const Message &message, std::string_view reason) {
        using Again = result<std::optional<Request>>;
        parlour_request *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code =
            parlour_answer_plan_again(handle_.get(), message.get(), detail::lend(reason), &out, &error);
        if (code == PARLOUR_END) {
            return Again(std::nullopt);
        }
        return code == PARLOUR_OK ? Again(Request(out)) : Again(Error(code, error, "answer"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    AnswerPlan(const Request &request, std::string_view schema_json, const AnswerOptions &answer = {})
        : AnswerPlan(try_make(request, schema_json, answer).value()) {}
    /// As try_request(); throws Error.
    Request request() const { return try_request().value(); }
    /// As try_judge(); throws Error.
    Parsed judge(const Message &message) const { return try_judge(message).value(); }
    /// As try_again(); throws Error.
    std::optional<Request> again(const Message &message, std::string_view reason) {
        return try_again(message, reason).value();
    }
#endif

    /// How the answer is asked for; never AnswerMethod::kAuto.
    AnswerMethod method() const noexcept { return tool_name().empty() ? AnswerMethod::kFormat : AnswerMethod::kTool; }
    /// The answer while it streams: PartialJson::take() finds it in the events. Throws Error (ends the program where
    /// exceptions are off) where there is no memory.
    PartialJson partial(bool trailing_strings = true) const {
        parlour_partial_json *made = nullptr;
        if (const parlour_result code = parlour_answer_plan_partial(handle_.get(), trailing_strings, &made);
            code != PARLOUR_OK) {
            detail::raise(Error(code, nullptr, "answer"));
        }
        return PartialJson(made);
    }
    /// The tool whose input is the answer; empty if the text is.
    std::string_view tool_name() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_answer_plan_tool_name(handle_.get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view tool_name() const && = delete;
    /// Whether the value is in the member "value" of the tool's input, because the schema is not one of an object.
    bool is_wrapped() const noexcept { return parlour_answer_plan_is_wrapped(handle_.get()); }
    /// Constraints of the schema that the service does not enforce, as a JSON array of JSON pointers. The library
    /// checks answers against them.
    std::string_view moved_json() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_answer_plan_moved_json(handle_.get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view moved_json() const && = delete;

private:
    detail::Handle<parlour_answer_plan, parlour_answer_plan_free> handle_;
};

/// Requests an answer that fits this JSON Schema, waits for it, and interprets it. An answer that was refused, cut or
/// does not fit is no failure: see Parsed::outcome().
inline result<Parsed> try_parse(const Client &client, const Request &request, std::string_view schema_json,
                                const AnswerOptions &answer = {}, const Options *options = nullptr) {
    if (request.mistake()) {
        return *request.mistake();
    }
    if (options != nullptr && options->mistake()) {
        return *options->mistake();
    }
    parlour_parsed *made = nullptr;
    parlour_error *error = nullptr;
    const parlour_result code =
        parlour_parse(client.get(), request.get(), detail::lend(schema_json), detail::lend(detail::answer_json(answer)),
                      options == nullptr ? nullptr : options->get(), &made, &error);
    return code == PARLOUR_OK ? result<Parsed>(Parsed(made)) : result<Parsed>(Error(code, error, "answer"));
}
#if PARLOUR_EXCEPTIONS
/// As try_parse(); throws Error.
inline Parsed parse(const Client &client, const Request &request, std::string_view schema_json,
                    const AnswerOptions &answer = {}, const Options *options = nullptr) {
    return try_parse(client, request, schema_json, answer, options).value();
}
#endif

/// A JSON Schema as the service takes it for answers and strict tools.
struct TransformedSchema {
    /// The schema, as JSON text.
    std::string schema;
    /// JSON pointers to what the service does not enforce; the descriptions in the schema say it instead.
    std::vector<std::string> moved;
};

/// Makes a JSON Schema one that the service takes for answers and strict tools. A failure names a place that has no
/// type. parse() does this itself.
inline result<TransformedSchema> try_transform_schema(std::string_view schema_json) {
    parlour_json *made = nullptr;
    parlour_error *error = nullptr;
    const parlour_result code = parlour_transform_schema(detail::lend(schema_json), &made, &error);
    if (code != PARLOUR_OK) {
        return Error(code, error, "schema");
    }
    const Json json(made);
    TransformedSchema sent{std::string(json["/schema"].text()), {}};
    for (std::size_t i = 0; i < json["/moved"].size(); ++i) {
        sent.moved.emplace_back(json["/moved"].at(i).string());
    }
    return result<TransformedSchema>(std::move(sent));
}
#if PARLOUR_EXCEPTIONS
/// As try_transform_schema(); throws Error.
inline TransformedSchema transform_schema(std::string_view schema_json) {
    return try_transform_schema(schema_json).value();
}
#endif

}  // namespace parlour

#endif
