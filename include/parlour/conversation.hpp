/// @file
/// `parlour::Conversation`: turns that are sent again and again, each of which is written once.
#ifndef PARLOUR_CONVERSATION_HPP
#define PARLOUR_CONVERSATION_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "client.hpp"
#include "request.hpp"

namespace parlour {

/// The turns of a conversation, apart from model, tools and settings. Adding can be chained; the first mistake is
/// reported by request(). A request shares the bytes of the turns, so that a long history is not copied. One thread at
/// a time while it is changed.
///
/// @code
/// conversation.user("My name is Ada.");
/// conversation.add(client.create(conversation.request(settings)));
/// @endcode
class Conversation : public detail::Builder<Conversation, parlour_conversation, parlour_conversation_free> {
public:
    /// No turns.
    Conversation() {
        parlour_conversation *made = nullptr;
        const parlour_result code = parlour_conversation_new(&made);
        hold(made);
        did("conversation", code);
    }
    /// Takes a handle of parlour.h.
    explicit Conversation(parlour_conversation *owned) noexcept : Builder(owned) {}
    /// Reads what json() gave, in whatever language, or a JSON array of messages.
    static result<Conversation> try_from_json(std::string_view json) {
        parlour_conversation *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_conversation_from_json(detail::lend(json), &made, &error);
        return code == PARLOUR_OK ? result<Conversation>(Conversation(made))
                                  : result<Conversation>(Error(code, error, "conversation"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_from_json(); throws Error.
    static Conversation from_json(std::string_view json) { return try_from_json(json).value(); }
#endif
    /// A copy, to be changed on its own; the bytes of the turns are shared.
    Conversation clone() const {
        parlour_conversation *made = nullptr;
        const parlour_result code = parlour_conversation_clone(get(), &made);
        Conversation copy(made);
        copy.did("clone", code);
        copy.inherit(*this);
        return copy;
    }

    /// Adds a turn of the caller.
    Conversation &user(std::string_view text) {
        return tried("user", [&](parlour_error **error) {
            return parlour_conversation_add_user_text(raw(), detail::lend(text), error);
        });
    }
    /// Adds a turn of the caller that consists of blocks.
    Conversation &user(const Content &content) {
        if (content.mistake()) {
            return fail_with(*content.mistake());
        }
        return tried("user", [&](parlour_error **error) {
            return parlour_conversation_add_user_content(raw(), content.get(), error);
        });
    }
    /// Adds an answer as a turn of the model, every block as it came; one without content adds nothing.
    Conversation &add(const Message &reply) {
        return tried("add", [&](parlour_error **error) {
            return parlour_conversation_add_reply(raw(), reply.get(), error);
        });
    }
    /// Adds a turn as JSON, an object with "role" and "content", which is sent unchanged.
    Conversation &add_json(std::string_view json) {
        return tried("add_json", [&](parlour_error **error) {
            return parlour_conversation_add_json(raw(), detail::lend(json), error);
        });
    }

    /// The request that sends these turns; `settings` is a request without turns.
    result<Request> try_request(const Request &settings) const {
        if (mistake()) {
            return *mistake();
        }
        if (settings.mistake()) {
            return *settings.mistake();
        }
        parlour_request *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_conversation_request(get(), settings.get(), &made, &error);
        return code == PARLOUR_OK ? result<Request>(Request(made)) : result<Request>(Error(code, error, "request"));
    }
    /// The conversation as one JSON object, which every language of this library reads. Lives until it is changed or
    /// destroyed.
    result<std::string_view> try_json() const & {
        parlour_str text{nullptr, 0};
        parlour_error *error = nullptr;
        const parlour_result code = parlour_conversation_json(get(), &text, &error);
        return code == PARLOUR_OK ? result<std::string_view>(detail::view(text))
                                  : result<std::string_view>(Error(code, error, "json"));
    }
    /// Deleted for rvalues: the view would dangle.
    result<std::string_view> try_json() const && = delete;
    /// Makes a history that another program broke acceptable to the service. Returns the changes as a JSON array of
    /// {"turn", "kind", "subject"}; lives until the conversation is changed or destroyed.
    result<std::string_view> try_repair() & {
        parlour_str changes{nullptr, 0};
        parlour_error *error = nullptr;
        const parlour_result code = parlour_conversation_repair(raw(), &changes, &error);
        return code == PARLOUR_OK ? result<std::string_view>(detail::view(changes))
                                  : result<std::string_view>(Error(code, error, "repair"));
    }
    /// Keeps the longest end with which a request has at most so many input tokens, as the service counts them: one
    /// count if all of it fits, else a few. `settings`, a request without turns, is counted as well. Returns how many
    /// turns were removed; nothing if the last exchange, which is never split, is larger: it alone was kept. The
    /// conversation is as it was if a count fails.
    result<std::optional<std::size_t>> try_keep_counted(const Client &client, const Request &settings,
                                                        std::uint64_t tokens, const Options *options = nullptr) {
        using Kept = result<std::optional<std::size_t>>;
        if (settings.mistake()) {
            return *settings.mistake();
        }
        if (options && options->mistake()) {
            return *options->mistake();
        }
        std::size_t removed = 0;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_conversation_keep_counted(
            raw(), client.get(), settings.get(), tokens, options ? options->get() : nullptr, &removed, &error);
        if (code == PARLOUR_NOT_FOUND) {
            return Kept(std::nullopt);
        }
        return code == PARLOUR_OK ? Kept(removed) : Kept(Error(code, error, "keep_counted"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_keep_counted(); throws Error.
    std::optional<std::size_t> keep_counted(const Client &client, const Request &settings, std::uint64_t tokens,
                                            const Options *options = nullptr) {
        return try_keep_counted(client, settings, tokens, options).value();
    }
    /// As try_request(); throws Error.
    Request request(const Request &settings) const { return try_request(settings).value(); }
    /// As try_json(); throws Error.
    std::string_view json() const & PARLOUR_LIFETIMEBOUND { return try_json().value(); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view json() const && = delete;
    /// As try_repair(); throws Error.
    std::string_view repair() & PARLOUR_LIFETIMEBOUND { return try_repair().value(); }
#endif

    /// How many turns there are.
    std::size_t size() const noexcept { return parlour_conversation_turn_count(get()); }
    /// A turn as JSON text; empty beyond the last. Lives until the conversation is changed or destroyed.
    std::string_view turn_json(std::size_t index) const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_conversation_turn_json(get(), index));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view turn_json(std::size_t index) const && = delete;
    /// Takes turns back: only the first `count` stay.
    Conversation &rewind(std::size_t count) { return did("rewind", parlour_conversation_rewind(raw(), count)); }
    /// Keeps at most the last `count` turns, and never parts a call of a tool from its result. How many went; nothing
    /// if the last exchange, which is never split, has more turns: it alone was kept.
    std::optional<std::size_t> keep_last(std::size_t count) noexcept {
        std::size_t removed = 0;
        const parlour_result code = parlour_conversation_keep_last(raw(), count, &removed);
        return code == PARLOUR_OK ? std::optional<std::size_t>(removed) : std::nullopt;
    }
    /// Keeps the longest end of at most so many tokens, by estimated_tokens(); otherwise as keep_last().
    std::optional<std::size_t> keep_tokens(std::uint64_t tokens) noexcept {
        std::size_t removed = 0;
        const parlour_result code = parlour_conversation_keep_tokens(raw(), tokens, &removed);
        return code == PARLOUR_OK ? std::optional<std::size_t>(removed) : std::nullopt;
    }
    /// Drops the turns before `first`, for a budget that is counted elsewhere; false, and nothing happens, if a cut
    /// there would break the history.
    bool cut_before(std::size_t first) noexcept { return parlour_conversation_cut_before(raw(), first) == PARLOUR_OK; }
    /// An estimate of the input tokens of all turns, on the high side; without a request to the service.
    std::uint64_t estimated_tokens() const noexcept { return parlour_conversation_estimated_tokens(get()); }
};

}  // namespace parlour

#endif
