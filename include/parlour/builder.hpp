/// @file
/// The base of Config, Options and Request: setters that can be chained, and remember their first mistake.
#ifndef PARLOUR_BUILDER_HPP
#define PARLOUR_BUILDER_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "result.hpp"

namespace parlour {

/// The HTTP version to speak.
enum class HttpVersion : std::uint32_t {
    kHttp1 = PARLOUR_HTTP_1,              ///< HTTP/1.1, the start.
    kHttp2 = PARLOUR_HTTP_2,              ///< HTTP/2.
    kNegotiate = PARLOUR_HTTP_NEGOTIATE,  ///< The version that the TLS handshake negotiates.
};

namespace detail {

/// Milliseconds as parlour.h takes them; a time before now counts as none, which is refused.
inline std::int64_t count(milliseconds time) noexcept {
    return time == no_limit ? PARLOUR_NO_LIMIT : time.count() < 0 ? 0 : time.count();
}

/// An owned handle with setters. A mistake does not stop the chain: the call that uses the result reports it, so that
/// one place handles it.
template <class Derived, class T, auto Free>
class Builder {
public:
    /// The first mistake of a setter, if there was one. Every use of this object would fail with it.
    const std::optional<Error> &mistake() const noexcept { return mistake_; }

    /// The handle, borrowed; NULL after a move.
    const T *get() const noexcept { return handle_.get(); }

protected:
    Builder() = default;
    /// Takes a handle of parlour.h.
    explicit Builder(T *owned) noexcept : handle_(owned) {}

    /// The handle, for the setters.
    T *raw() noexcept { return handle_.get(); }
    /// Takes a handle of parlour.h.
    void hold(T *owned) noexcept { handle_.reset(owned); }
    /// Takes over the mistake of the one this is a copy of.
    void inherit(const Builder &other) {
        if (!mistake_) {
            mistake_ = other.mistake_;
        }
    }

    /// Records the result of a setter, and takes its error handle. `what` names it.
    Derived &did(std::string_view what, parlour_result code, parlour_error *error = nullptr) {
        if (code != PARLOUR_OK) {
            Error mistake(code, error, what);
            if (!mistake_) {
                mistake_ = std::move(mistake);
            }
        }
        return static_cast<Derived &>(*this);
    }

    /// Records a mistake in the argument of a setter.
    Derived &fail_with(const Error &mistake) {
        if (!mistake_) {
            mistake_ = mistake;
        }
        return static_cast<Derived &>(*this);
    }
    /// The same for a setter with an error handle: `call` gets the place for it.
    template <class Call>
    Derived &tried(std::string_view what, Call call) {
        parlour_error *error = nullptr;
        const parlour_result code = call(&error);
        return did(what, code, error);
    }

private:
    Handle<T, Free> handle_;
    std::optional<Error> mistake_;
};

}  // namespace detail
}  // namespace parlour

#endif
