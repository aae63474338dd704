/// @file
/// `parlour::PartialJson`: JSON that is still arriving, and its value so far.
#ifndef PARLOUR_PARTIAL_JSON_HPP
#define PARLOUR_PARTIAL_JSON_HPP

#include <string_view>

#include "event.hpp"
#include "result.hpp"

namespace parlour {

/// A JSON text that is still arriving: the input of a tool, or an answer that is JSON. Each piece is read once, however
/// often the value is looked at. One thread at a time while it is changed. Texts live until the next piece.
class PartialJson {
public:
    /// Nothing yet. With `trailing_strings` a string that is not finished is shown as far as it has come. Throws Error
    /// (ends the program where exceptions are off) where there is no memory.
    explicit PartialJson(bool trailing_strings = false) {
        parlour_partial_json *made = nullptr;
        if (const parlour_result code = parlour_partial_json_new(trailing_strings, &made); code != PARLOUR_OK) {
            detail::raise(Error(code, nullptr, "partial_json"));
        }
        handle_.reset(made);
    }

    /// Takes a handle of parlour.h.
    explicit PartialJson(parlour_partial_json *owned) noexcept : handle_(owned) {}

    /// Takes the next piece, as Event::partial_json() gives it. A text that can never become JSON is no failure:
    /// error() tells.
    result<void> push(std::string_view piece) {
        const parlour_result code = parlour_partial_json_push(handle_.get(), detail::lend(piece));
        return code == PARLOUR_OK ? result<void>() : result<void>(Error(code, nullptr, "push"));
    }
    /// Takes the next event of a stream, for one that AnswerPlan::partial() gave. Whether it brought a piece of the
    /// answer.
    bool take(Event event) noexcept { return parlour_partial_json_take(handle_.get(), event.get()); }
    /// The value so far as compact JSON; "{}" as long as nothing of it can be shown. Takes time in proportion to the
    /// value.
    std::string_view text() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_partial_json_text(handle_.get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view text() const && = delete;
    /// The string at a JSON pointer (RFC 6901), as far as it has come; empty if there is none. It may be asked after
    /// each piece.
    std::string_view string(std::string_view pointer) const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_partial_json_string(handle_.get(), detail::lend(pointer)));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view string(std::string_view pointer) const && = delete;
    /// The changes since the last call, as the JSON array of parlour_partial_json_changes(); empty if there are none.
    std::string_view changes() & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_partial_json_changes(handle_.get()));
    }
    /// Whether one whole value has arrived.
    bool is_complete() const noexcept { return parlour_partial_json_is_complete(handle_.get()); }
    /// Why the text can never become JSON, whatever follows; empty if it still can.
    std::string_view error() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_partial_json_error(handle_.get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view error() const && = delete;

private:
    detail::Handle<parlour_partial_json, parlour_partial_json_free> handle_;
};

}  // namespace parlour

#endif
