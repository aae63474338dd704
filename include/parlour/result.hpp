/// @file
/// `parlour::result`: a value, or the error in its place, for programs that want no exceptions. It must not know what
/// is returned.
#ifndef PARLOUR_RESULT_HPP
#define PARLOUR_RESULT_HPP

#include <cstdlib>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "error.hpp"

namespace parlour {
namespace detail {

/// Ends a wrong use of a `result`: by the error that it holds, or the program where exceptions are off.
[[noreturn]] inline void raise(const Error &error) {
#if PARLOUR_EXCEPTIONS
    throw error;
#else
    static_cast<void>(error);
    std::abort();
#endif
}

}  // namespace detail

template <class T>
class result;
template <>
class result<void>;

/// A `T`, or an Error.
///
/// Look before you take: `if (auto reply = client.try_create(request)) use(*reply); else log(reply.error());`
template <class T>
class [[nodiscard]] result {
public:
    /// What it holds on success.
    using value_type = T;
    /// What it holds on failure.
    using error_type = Error;

    /// A success.
    result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    /// A failure.
    result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    /// Whether there is a value.
    bool has_value() const noexcept { return content_.index() == 0; }
    /// Whether there is a value.
    explicit operator bool() const noexcept { return has_value(); }

    /// The value; throws the Error if there is none (ends the program where exceptions are off).
    T &value() & PARLOUR_LIFETIMEBOUND { return take(*this); }
    /// @copydoc value()
    const T &value() const & PARLOUR_LIFETIMEBOUND { return take(*this); }
    /// @copydoc value()
    T &&value() && { return std::move(take(*this)); }

    /// As value().
    T &operator*() & { return value(); }
    /// As value().
    const T &operator*() const & { return value(); }
    /// As value().
    T &&operator*() && { return std::move(*this).value(); }
    /// As value().
    T *operator->() & PARLOUR_LIFETIMEBOUND { return &value(); }
    /// As value().
    const T *operator->() const & PARLOUR_LIFETIMEBOUND { return &value(); }
    /// Not of a temporary, which is gone when what its value gives is looked at: keep it in a variable.
    const T *operator->() const && = delete;

    /// The value, or `other` if there is none.
    template <class U>
    T value_or(U &&other) && {
        return has_value() ? std::move(*this).value() : static_cast<T>(std::forward<U>(other));
    }

    /// What `next` makes of the value, which is a result again; the error as it is.
    template <class Next>
    std::decay_t<std::invoke_result_t<Next, T &&>> and_then(Next &&next) && {
        if (!has_value()) {
            return error();
        }
        return std::invoke(std::forward<Next>(next), std::move(*this).value());
    }
    /// A result with what `change` makes of the value; the error as it is.
    template <class Change>
    result<std::decay_t<std::invoke_result_t<Change, T &&>>> transform(Change &&change) && {
        if (!has_value()) {
            return error();
        }
        if constexpr (std::is_void_v<std::invoke_result_t<Change, T &&>>) {
            std::invoke(std::forward<Change>(change), std::move(*this).value());
            return {};
        } else {
            return std::invoke(std::forward<Change>(change), std::move(*this).value());
        }
    }
    /// This, or the result that `other` makes of the error.
    template <class Other>
    result or_else(Other &&other) && {
        return has_value() ? std::move(*this) : std::invoke(std::forward<Other>(other), error());
    }

    /// The error. Only of a failure: of a success it is an error that says nothing.
    Error error() const {
        const Error *held = std::get_if<1>(&content_);
        return held == nullptr ? Error() : *held;
    }

private:
    template <class Self>
    static auto &take(Self &self) {
        auto *held = std::get_if<0>(&self.content_);
        if (held == nullptr) {
            detail::raise(self.error());
        }
        return *held;
    }

    std::variant<T, Error> content_;
};

/// Nothing, or an Error.
template <>
class [[nodiscard]] result<void> {
public:
    /// What it holds on success.
    using value_type = void;
    /// What it holds on failure.
    using error_type = Error;

    /// A success.
    result() = default;
    /// A failure.
    result(Error error) : error_(std::move(error)) {}

    /// Whether it went well.
    bool has_value() const noexcept { return !error_.has_value(); }
    /// Whether it went well.
    explicit operator bool() const noexcept { return has_value(); }
    /// Throws the Error if there is one (ends the program where exceptions are off).
    void value() const {
        if (error_) {
            detail::raise(*error_);
        }
    }
    /// The error. Only of a failure: of a success it is an error that says nothing.
    Error error() const { return error_.value_or(Error()); }

private:
    std::optional<Error> error_;
};

}  // namespace parlour

#endif
