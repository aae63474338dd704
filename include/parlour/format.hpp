/// @file
/// `std::formatter` for what output.hpp prints, with the format specification of text:
/// `std::format("{:>12}", error.kind())`. A header of its own, since `<format>` takes a compiler longer than all of
/// parlour.hpp. Empty where the standard library has no std::format.
#ifndef PARLOUR_FORMAT_HPP
#define PARLOUR_FORMAT_HPP

#include "output.hpp"

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif

#if defined(__cpp_lib_format)
#include <format>

namespace parlour::detail {

/// Formats a type that has a text as that text.
template <class T>
struct TextFormatter : std::formatter<std::string_view, char> {
    /// Called by std::format.
    template <class Context>
    auto format(const T &value, Context &context) const {
        return std::formatter<std::string_view, char>::format(std::string_view(shown(value)), context);
    }
};

}  // namespace parlour::detail

/// The name of the kind.
template <>
struct std::formatter<parlour::Kind, char> : parlour::detail::TextFormatter<parlour::Kind> {};
/// The name of the state.
template <>
struct std::formatter<parlour::InputState, char> : parlour::detail::TextFormatter<parlour::InputState> {};
/// Error::what().
template <>
struct std::formatter<parlour::Error, char> : parlour::detail::TextFormatter<parlour::Error> {};
/// Message::text().
template <>
struct std::formatter<parlour::Message, char> : parlour::detail::TextFormatter<parlour::Message> {};
/// The text of a text block, the JSON of another.
template <>
struct std::formatter<parlour::Block, char> : parlour::detail::TextFormatter<parlour::Block> {};
/// The tokens.
template <>
struct std::formatter<parlour::Usage, char> : parlour::detail::TextFormatter<parlour::Usage> {};
/// Status, attempts and the id of the request.
template <>
struct std::formatter<parlour::Head, char> : parlour::detail::TextFormatter<parlour::Head> {};

#endif
#endif
