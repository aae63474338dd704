/// @file
/// `parlour::add_client_tool`: memory, text editor, shell, computer and browser, whose commands are lambdas.
#ifndef PARLOUR_CLIENT_TOOLS_HPP
#define PARLOUR_CLIENT_TOOLS_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"
#include "tools.hpp"

namespace parlour {

namespace detail {

/// The JSON text that a function of the library gives; empty if it fails.
template <typename Ask>
std::string json_of(const Ask &ask) {
    parlour_json *made = nullptr;
    std::string text;
    if (ask(&made) == PARLOUR_OK) {
        text = view(parlour_json_text(made));
    }
    parlour_json_free(made);
    return text;
}

/// A text of an object; empty if it has none.
inline std::string text_at(const std::string &json, const char *pointer) {
    const result<Json> read = Json::try_parse(json);
    return read ? std::string((*read)[pointer].string()) : std::string();
}

}  // namespace detail

/// The result of a command on a file.
struct Applied {
    /// The whole text to be written, of a command that changes it.
    std::string text;
    /// The reply to the model once the text is written; if is_refused, the reason.
    std::string reply;
    /// Lines or places are not there: nothing is to be written.
    bool is_refused;
};

/// A command of the model, read and checked (protocol §1.6).
class ClientCommand {
public:
    /// Which command it is, as the service names it; "run" and "restart" of the shell; "other" for one that this
    /// version does not know.
    std::string_view name() const noexcept { return name_; }
    /// Its fields: `command["/path"].string()`.
    Json operator[](std::string_view pointer) const { return input_[pointer]; }
    /// Its fields as JSON.
    std::string_view input_json() const noexcept { return input_.text(); }
    /// The call that it came with.
    ToolCallRef call() const noexcept { return call_; }

    /// The answer if its path does not exist.
    ToolResult not_found() const { return ToolResult::error(not_found_); }
    /// The answer if the path that it would make exists.
    ToolResult exists() const { return ToolResult::error(exists_); }
    /// The answer to a command that was carried out without a word, such as "Clicked.".
    ToolResult done() const { return ToolResult(done_); }

    /// The result of `view`, `str_replace` or `insert` on a file with this text.
    Applied apply(std::string_view text) const {
        return applied([&](parlour_json **made) {
            return parlour_client_apply(detail::lend(input_.text()), detail::lend(text), made, nullptr);
        });
    }
    /// The reply of `view` for a directory: paths relative to it, those of directories with "/" at their end, and sizes
    /// in bytes.
    Applied list(const std::vector<std::pair<std::string, std::uint64_t>> &entries) const {
        std::string json;
        for (const auto &entry : entries) {
            json += (json.empty() ? "[[" : ",[") + json_quoted(entry.first) + "," + std::to_string(entry.second) + "]";
        }
        json = json.empty() ? "[]" : json + "]";
        return applied([&](parlour_json **made) {
            return parlour_client_list(detail::lend(input_.text()), detail::lend(json), made, nullptr);
        });
    }

private:
    friend class ClientToolFunction;
    ClientCommand(ToolCallRef call, const Json &read)
        : call_(call),
          input_(read["/input"]),
          name_(read["/name"].string()),
          done_(read["/done"].string()),
          not_found_(read["/not_found"].string()),
          exists_(read["/exists"].string()) {}

    template <typename Ask>
    static Applied applied(const Ask &ask) {
        const std::string json = detail::json_of(ask);
        const std::string refusal = detail::text_at(json, "/refusal");
        if (json.empty() || !refusal.empty()) {
            return {"", json.empty() ? "The file cannot be shown: its text is not UTF-8." : refusal, true};
        }
        return {detail::text_at(json, "/text"), detail::text_at(json, "/reply"), false};
    }

    ToolCallRef call_;
    Json input_;
    std::string name_;
    std::string done_;
    std::string not_found_;
    std::string exists_;
};

/// Carries a command out. Commands to one tool run one after another, in the order of the model.
using CommandFunction = std::function<ToolResult(const ClientCommand &command)>;
/// The function for each command, by its name.
using CommandFunctions = std::map<std::string, CommandFunction>;

/// Reads the command of a call and has it carried out.
class ClientToolFunction {
public:
    /// For "memory", "text_editor", "bash" or a toolset.
    ClientToolFunction(std::string tool, CommandFunctions functions)
        : tool_(std::move(tool)), functions_(std::make_shared<const CommandFunctions>(std::move(functions))) {}

    /// The reply to the model.
    ToolResult operator()(ToolCallRef call) const {
        const std::string_view member = call.toolset().empty() ? std::string_view() : call.name();
        const std::string json = detail::json_of([&](parlour_json **made) {
            return parlour_client_command(detail::lend(tool_), detail::lend(member), detail::lend(call.input_json()),
                                          made, nullptr);
        });
        const result<Json> read = Json::try_parse(json);
        if (!read) {
            return ToolResult::error("The input cannot be read.");
        }
        if ((*read)["/refusal"]) {
            return ToolResult::error(std::string((*read)["/refusal"].string()));
        }
        const auto found = functions_->find(std::string((*read)["/name"].string()));
        if (found == functions_->end() || !found->second) {
            return ToolResult::error(std::string((*read)["/unsupported"].string()));
        }
        return found->second(ClientCommand(call, *read));
    }

private:
    std::string tool_;
    std::shared_ptr<const CommandFunctions> functions_;
};

/// Adds a tool that the service defines: "memory", "text_editor", "bash", "computer" or "browser", with a function for
/// each command, by its name. A command without one is answered as not supported; a toolset (computer, browser) does
/// not offer it. An input that does not fit reaches no function.
///
/// The commands come from a model, which may have read them anywhere: keep its paths within a directory, also against
/// ".." and links, and give shell, computer and browser a machine of their own.
///
/// @code
/// parlour::add_client_tool(tools, "memory", {{"view", [&](const parlour::ClientCommand &command) ->
///     parlour::ToolResult { const auto file = files.find(std::string(command["/path"].string())); return file ==
///     files.end() ? command.not_found() : command.apply(file->second).reply; }}});
/// @endcode
inline Tools &add_client_tool(Tools &tools, std::string_view tool, CommandFunctions functions) {
    std::string supported;
    for (const auto &function : functions) {
        if (function.second) {
            supported += (supported.empty() ? "[" : ",") + json_quoted(function.first);
        }
    }
    supported = supported.empty() ? "[]" : supported + "]";
    const std::string definition = detail::json_of([&](parlour_json **made) {
        return parlour_client_tool_definition(detail::lend(tool), detail::lend(supported), made, nullptr);
    });
    return tools.add_definition(definition, ClientToolFunction(std::string(tool), std::move(functions)));
}

}  // namespace parlour

#endif
