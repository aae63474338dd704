/// @file
/// The base of the other headers of parlour.hpp: borrowed text, time, and owning handles.
#ifndef PARLOUR_BASE_HPP
#define PARLOUR_BASE_HPP

#include <chrono>
#include <cstdint>
#include <memory>
#include <ratio>
#include <string_view>

#include "../parlour.h"

/// Whether the program is compiled with exceptions. Without them only the functions that return a `parlour::result`
/// exist.
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define PARLOUR_EXCEPTIONS 1
#else
#define PARLOUR_EXCEPTIONS 0
#endif

/// Marks what a view lives no longer than, for compilers that look at it (clang: -Wdangling).
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define PARLOUR_LIFETIMEBOUND [[clang::lifetimebound]]
#endif
#endif
#ifndef PARLOUR_LIFETIMEBOUND
#define PARLOUR_LIFETIMEBOUND
#endif

namespace parlour {

/// Limits are whole milliseconds; seconds and minutes convert by themselves.
using milliseconds = std::chrono::milliseconds;

/// Instead of a limit: for ever.
inline constexpr milliseconds no_limit = (milliseconds::max)();

/// Times that were measured, or that a service asked for: milliseconds with their fraction.
using exact_milliseconds = std::chrono::duration<double, std::milli>;

/// Names that programs should not use.
namespace detail {

/// A view of text that the library lent.
inline std::string_view view(parlour_str text) noexcept { return std::string_view(text.data, text.len); }

/// Lends text to the library for the time of a call.
inline parlour_str lend(std::string_view text) noexcept {
    // An empty view may have no address, which the library takes for a mistake.
    return parlour_str{text.data() == nullptr ? "" : text.data(), text.size()};
}

/// Frees a handle by its own function.
template <auto Free>
struct Freed {
    /// Called by the owner.
    template <class T>
    void operator()(T *handle) const noexcept {
        Free(handle);
    }
};

/// The only owner of a handle of the library.
template <class T, auto Free>
using Handle = std::unique_ptr<T, Freed<Free>>;

}  // namespace detail
}  // namespace parlour

#endif
