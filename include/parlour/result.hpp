/// @file
/// `parlour::result`: a value, or the error in its place, for programs that want no exceptions.
#ifndef PARLOUR_RESULT_HPP
#define PARLOUR_RESULT_HPP

#include <cstdlib>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_expected)
#include <expected>
#endif

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

/// The error of a success: it says nothing.
inline const Error &no_error() noexcept {
    static const Error none;
    return none;
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
    /// The type of the value.
    using value_type = T;
    /// The type of the error.
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
    /// The same of a temporary: the value itself, so that a reference bound to it does not dangle.
    T value() && { return std::move(take(*this)); }

    /// As value().
    T &operator*() & { return value(); }
    /// As value().
    const T &operator*() const & { return value(); }
    /// As value().
    T operator*() && { return std::move(*this).value(); }
    /// As value().
    T *operator->() & PARLOUR_LIFETIMEBOUND { return &value(); }
    /// As value().
    const T *operator->() const & PARLOUR_LIFETIMEBOUND { return &value(); }
    /// Deleted for rvalues: the pointer would dangle.
    const T *operator->() const && = delete;

    /// The value, or `other` if there is none.
    template <class U>
    T value_or(U &&other) const & {
        return has_value() ? value() : static_cast<T>(std::forward<U>(other));
    }
    /// As above; takes the value.
    template <class U>
    T value_or(U &&other) && {
        return has_value() ? std::move(*this).value() : static_cast<T>(std::forward<U>(other));
    }

    /// The result of `next` for the value, which is a result again; the error unchanged.
    template <class Next>
    std::decay_t<std::invoke_result_t<Next, T &>> and_then(Next &&next) & {
        return chained(*this, std::forward<Next>(next));
    }
    /// As above.
    template <class Next>
    std::decay_t<std::invoke_result_t<Next, const T &>> and_then(Next &&next) const & {
        return chained(*this, std::forward<Next>(next));
    }
    /// As above.
    template <class Next>
    std::decay_t<std::invoke_result_t<Next, T &&>> and_then(Next &&next) && {
        return chained(std::move(*this), std::forward<Next>(next));
    }
    /// A result with what `change` makes of the value; the error as it is.
    template <class Change>
    result<std::decay_t<std::invoke_result_t<Change, T &>>> transform(Change &&change) & {
        return changed(*this, std::forward<Change>(change));
    }
    /// As above.
    template <class Change>
    result<std::decay_t<std::invoke_result_t<Change, const T &>>> transform(Change &&change) const & {
        return changed(*this, std::forward<Change>(change));
    }
    /// As above.
    template <class Change>
    result<std::decay_t<std::invoke_result_t<Change, T &&>>> transform(Change &&change) && {
        return changed(std::move(*this), std::forward<Change>(change));
    }
    /// This, or the result that `other` makes of the error.
    template <class Other>
    result or_else(Other &&other) const & {
        return has_value() ? *this : result(std::invoke(std::forward<Other>(other), error()));
    }
    /// As above; takes the value.
    template <class Other>
    result or_else(Other &&other) && {
        return has_value() ? std::move(*this) : result(std::invoke(std::forward<Other>(other), error()));
    }
    /// This, or a result with the error that `change` makes of the error.
    template <class Change>
    result transform_error(Change &&change) const & {
        return has_value() ? *this : result(Error(std::invoke(std::forward<Change>(change), error())));
    }
    /// As above; takes the value.
    template <class Change>
    result transform_error(Change &&change) && {
        return has_value() ? std::move(*this) : result(Error(std::invoke(std::forward<Change>(change), error())));
    }

#if defined(__cpp_lib_expected)
    /// The standard's form of the same, where it has one (C++23).
    template <class Other, class = std::enable_if_t<std::is_same_v<std::decay_t<Other>, std::expected<T, Error>>>>
    result(Other &&other) : content_(std::in_place_index<1>) {
        if (other.has_value()) {
            content_.template emplace<0>(*std::forward<Other>(other));
        } else {
            content_.template emplace<1>(std::forward<Other>(other).error());
        }
    }
    /// As the standard has it.
    operator std::expected<T, Error>() const & { return to_expected(*this); }
    /// As above; takes the value.
    operator std::expected<T, Error>() && { return to_expected(std::move(*this)); }
#endif

    /// The error. Only of a failure: of a success it is an error that says nothing.
    const Error &error() const & noexcept PARLOUR_LIFETIMEBOUND {
        const Error *held = std::get_if<1>(&content_);
        return held == nullptr ? detail::no_error() : *held;
    }
    /// As above.
    Error error() && { return static_cast<const result &>(*this).error(); }

private:
    template <class Self, class Next>
    static auto chained(Self &&self, Next &&next) {
        using Out = std::decay_t<decltype(std::invoke(std::forward<Next>(next), std::forward<Self>(self).value()))>;
        return self.has_value() ? std::invoke(std::forward<Next>(next), std::forward<Self>(self).value())
                                : Out(self.error());
    }
    template <class Self, class Change>
    static auto changed(Self &&self, Change &&change) {
        using Out = std::decay_t<decltype(std::invoke(std::forward<Change>(change), std::forward<Self>(self).value()))>;
        if (!self.has_value()) {
            return result<Out>(self.error());
        }
        if constexpr (std::is_void_v<Out>) {
            std::invoke(std::forward<Change>(change), std::forward<Self>(self).value());
            return result<Out>();
        } else {
            return result<Out>(std::invoke(std::forward<Change>(change), std::forward<Self>(self).value()));
        }
    }
#if defined(__cpp_lib_expected)
    template <class Self>
    static std::expected<T, Error> to_expected(Self &&self) {
        if (self.has_value()) {
            return std::expected<T, Error>(std::in_place, std::forward<Self>(self).value());
        }
        return std::expected<T, Error>(std::unexpect, self.error());
    }
#endif
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
    /// The type of the value.
    using value_type = void;
    /// The type of the error.
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
    /// As value().
    void operator*() const { value(); }

    /// The result of `next` after a success, which is a result again; the error unchanged.
    template <class Next>
    std::decay_t<std::invoke_result_t<Next>> and_then(Next &&next) const {
        using Out = std::decay_t<std::invoke_result_t<Next>>;
        return has_value() ? std::invoke(std::forward<Next>(next)) : Out(error());
    }
    /// A result with what `change` gives after a success; the error as it is.
    template <class Change>
    result<std::decay_t<std::invoke_result_t<Change>>> transform(Change &&change) const {
        using Out = std::decay_t<std::invoke_result_t<Change>>;
        if (!has_value()) {
            return result<Out>(error());
        }
        if constexpr (std::is_void_v<Out>) {
            std::invoke(std::forward<Change>(change));
            return {};
        } else {
            return result<Out>(std::invoke(std::forward<Change>(change)));
        }
    }
    /// This, or the result that `other` makes of the error.
    template <class Other>
    result or_else(Other &&other) const {
        return has_value() ? *this : result(std::invoke(std::forward<Other>(other), error()));
    }
    /// This, or a result with the error that `change` makes of the error.
    template <class Change>
    result transform_error(Change &&change) const {
        return has_value() ? *this : result(Error(std::invoke(std::forward<Change>(change), error())));
    }

#if defined(__cpp_lib_expected)
    /// The standard's form of the same, where it has one (C++23).
    template <class Other, class = std::enable_if_t<std::is_same_v<std::decay_t<Other>, std::expected<void, Error>>>>
    result(Other &&other) {
        if (!other.has_value()) {
            error_.emplace(std::forward<Other>(other).error());
        }
    }
    /// As the standard has it.
    operator std::expected<void, Error>() const {
        return error_ ? std::expected<void, Error>(std::unexpect, *error_) : std::expected<void, Error>();
    }
#endif

    /// The error. Only of a failure: of a success it is an error that says nothing.
    const Error &error() const & noexcept PARLOUR_LIFETIMEBOUND { return error_ ? *error_ : detail::no_error(); }
    /// As above.
    Error error() && { return static_cast<const result &>(*this).error(); }

private:
    std::optional<Error> error_;
};

}  // namespace parlour

#endif
