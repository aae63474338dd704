/// @file
/// `operator<<` for errors, messages and related types. Configurations, options and clients, which may hold a key, have
/// none.
#ifndef PARLOUR_OUTPUT_HPP
#define PARLOUR_OUTPUT_HPP

#include <iosfwd>
#include <string>
#include <string_view>

#include "error.hpp"
#include "head.hpp"
#include "message.hpp"

namespace parlour {
namespace detail {

/// The name of a kind; "None" where the result code says all.
inline std::string_view shown(Kind kind) noexcept {
    const std::string_view name = name_of(kind);
    return name.empty() ? std::string_view(kind == Kind::kNone ? "None" : "Unknown") : name;
}
/// The name of a state.
inline std::string_view shown(InputState state) noexcept {
    switch (state) {
        case InputState::kNone: return "None";
        case InputState::kComplete: return "Complete";
        case InputState::kInvalid: return "Invalid";
        case InputState::kIncomplete: return "Incomplete";
    }
    return "Unknown";
}
/// The sentence for a log line.
inline std::string_view shown(const Error &error) noexcept { return error.what(); }
/// The text alone.
inline std::string_view shown(const Message &message) noexcept { return message.text(); }
/// The block as it is.
inline std::string_view shown(const Block &block) noexcept {
    return block.kind() == BlockKind::kText ? block.text() : block.json();
}
/// The tokens, by the names of the wire.
inline std::string shown(const Usage &usage) {
    return "input_tokens=" + std::to_string(usage.input_tokens) +
           " output_tokens=" + std::to_string(usage.output_tokens) +
           " cache_creation_input_tokens=" + std::to_string(usage.cache_creation_input_tokens) +
           " cache_read_input_tokens=" + std::to_string(usage.cache_read_input_tokens);
}
/// Status, id and attempts: no header, of which one may be a secret.
inline std::string shown(const Head &head) {
    std::string all = "status=" + std::to_string(head.status()) + " attempts=" + std::to_string(head.attempts());
    if (!head.request_id().empty()) {
        all.append(" request_id=").append(head.request_id());
    }
    return all;
}

}  // namespace detail

/// The name of the kind: RateLimit.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Kind kind) {
    return out << detail::shown(kind);
}
/// The name of the state: Complete.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, InputState state) {
    return out << detail::shown(state);
}
/// Error::what().
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Error &error) {
    return out << detail::shown(error);
}
/// Message::text().
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Message &message) {
    return out << detail::shown(message);
}
/// The text of a text block, the JSON of another.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Block &block) {
    return out << detail::shown(block);
}
/// The tokens: `input_tokens=12 output_tokens=40 ...`.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Usage &usage) {
    return out << detail::shown(usage);
}
/// Status, attempts and the id of the request: `status=200 attempts=1 request_id=req_1`.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Head &head) {
    return out << detail::shown(head);
}

}  // namespace parlour

#endif
