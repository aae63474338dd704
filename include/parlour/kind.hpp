/// @file
/// `parlour::Kind`: what went wrong, as a number, a name and a `std::error_code`.
#ifndef PARLOUR_KIND_HPP
#define PARLOUR_KIND_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base.hpp"

namespace parlour {

/// The kind of an error. A newer library may give numbers that are not named here.
enum class Kind : std::uint32_t {
    kNone = 0,                                                    ///< Described by Error::code() alone.
    kBadRequest = PARLOUR_KIND_BAD_REQUEST,                       ///< 400: malformed, or too long for the model.
    kAuthentication = PARLOUR_KIND_AUTHENTICATION,                ///< 401: key or token missing, wrong or expired.
    kBilling = PARLOUR_KIND_BILLING,                              ///< 402: a payment problem of the account.
    kPermissionDenied = PARLOUR_KIND_PERMISSION_DENIED,           ///< 403: the credential may not use this.
    kNotFound = PARLOUR_KIND_NOT_FOUND,                           ///< 404: unknown path, model, batch or file.
    kConflict = PARLOUR_KIND_CONFLICT,                            ///< 409: conflict with the current state.
    kRequestTooLarge = PARLOUR_KIND_REQUEST_TOO_LARGE,            ///< 413: the body is too large.
    kUnprocessableEntity = PARLOUR_KIND_UNPROCESSABLE_ENTITY,     ///< 422: understood, but not processable.
    kRateLimit = PARLOUR_KIND_RATE_LIMIT,                         ///< 429: used up, or a spend cap is reached.
    kInternalServer = PARLOUR_KIND_INTERNAL_SERVER,               ///< 500 and other 5xx.
    kServiceUnavailable = PARLOUR_KIND_SERVICE_UNAVAILABLE,       ///< 503: not reachable behind its gateway.
    kDeadlineExceeded = PARLOUR_KIND_DEADLINE_EXCEEDED,           ///< 504: the service ran out of time.
    kOverloaded = PARLOUR_KIND_OVERLOADED,                        ///< 529: overloaded.
    kApiStatus = PARLOUR_KIND_API_STATUS,                         ///< Any other status, redirects included.
    kConnection = PARLOUR_KIND_CONNECTION,                        ///< No connection, or it was lost.
    kTimeout = PARLOUR_KIND_TIMEOUT,                              ///< One of the time limits ran out.
    kStreamProtocol = PARLOUR_KIND_STREAM_PROTOCOL,               ///< The events contradict the protocol.
    kStreamEnded = PARLOUR_KIND_STREAM_ENDED,                     ///< Cut before the message was complete.
    kDecode = PARLOUR_KIND_DECODE,                                ///< An answer that cannot be read.
    kCancelled = PARLOUR_KIND_CANCELLED,                          ///< The caller gave up.
    kConfig = PARLOUR_KIND_CONFIG,                                ///< Refused before any I/O.
    kInternal = PARLOUR_KIND_INTERNAL,                            ///< A defect of the library.
    kOverLimit = PARLOUR_KIND_OVER_LIMIT,                         ///< A limit of the client's own has no room.
    kHook = PARLOUR_KIND_HOOK,                                    ///< A hook of the program ended the call.
    kDraining = PARLOUR_KIND_DRAINING,                            ///< The client drains, and begins no new calls.
};

/// The name of a kind, for example "RateLimit"; empty for Kind::kNone and for a number that the loaded library does not
/// know.
inline std::string_view name_of(Kind kind) noexcept {
    return detail::view(parlour_kind_name(static_cast<parlour_kind>(kind)));
}

namespace detail {

/// The category of make_error_code().
class KindCategory final : public std::error_category {
public:
    /// Its name.
    const char *name() const noexcept override { return "parlour"; }
    /// The name of the kind.
    std::string message(int value) const override {
        const std::string_view known = name_of(static_cast<Kind>(value));
        return known.empty() ? "kind " + std::to_string(value) : std::string(known);
    }
    /// The equivalent condition of the standard library. Kind::kConnection has none: it covers names that do not
    /// resolve, refusals and resets.
    std::error_condition default_error_condition(int value) const noexcept override {
        switch (static_cast<Kind>(value)) {
            case Kind::kTimeout:
            case Kind::kDeadlineExceeded: return std::errc::timed_out;
            case Kind::kCancelled: return std::errc::operation_canceled;
            case Kind::kAuthentication:
            case Kind::kPermissionDenied: return std::errc::permission_denied;
            case Kind::kBadRequest:
            case Kind::kConfig: return std::errc::invalid_argument;
            case Kind::kStreamProtocol: return std::errc::protocol_error;
            case Kind::kDecode: return std::errc::bad_message;
            default: return std::error_condition(value, *this);
        }
    }
};

/// The category of result codes.
class ResultCategory final : public std::error_category {
public:
    /// Its name.
    const char *name() const noexcept override { return "parlour.result"; }
    /// The meaning of the code.
    std::string message(int value) const override { return parlour_result_text(static_cast<parlour_result>(value)); }
    /// The equivalent condition of the standard library.
    std::error_condition default_error_condition(int value) const noexcept override {
        switch (static_cast<parlour_result>(value)) {
            case PARLOUR_NULL_ARGUMENT:
            case PARLOUR_INVALID_ARGUMENT: return std::errc::invalid_argument;
            case PARLOUR_INVALID_UTF8: return std::errc::illegal_byte_sequence;
            case PARLOUR_WOULD_BLOCK: return std::errc::operation_would_block;
            case PARLOUR_TIMED_OUT: return std::errc::timed_out;
            case PARLOUR_BUSY: return std::errc::device_or_resource_busy;
            case PARLOUR_INTERRUPTED: return std::errc::interrupted;
            default: return std::error_condition(value, *this);
        }
    }
    /// Whether a code means a condition: an interrupted wait also counts as cancelled.
    bool equivalent(int value, const std::error_condition &condition) const noexcept override {
        return default_error_condition(value) == condition ||
               (value == static_cast<int>(PARLOUR_INTERRUPTED) && condition == std::errc::operation_canceled);
    }
};

}  // namespace detail

/// The category of the codes of kinds; its name is "parlour".
inline const std::error_category &kind_category() noexcept {
    static const detail::KindCategory category;
    return category;
}

/// The category of the result codes of parlour.h, for errors that have no kind; its name is "parlour.result".
inline const std::error_category &result_category() noexcept {
    static const detail::ResultCategory category;
    return category;
}

/// A kind as `std::error_code`; Kind::kNone is no error. Equal to a std::errc where the standard has a word for it: a
/// time limit that ran out, here or at the service, is `timed_out`, a call that was given up `operation_canceled`.
inline std::error_code make_error_code(Kind kind) noexcept {
    return std::error_code(static_cast<int>(kind), kind_category());
}

}  // namespace parlour

/// Kinds convert to std::error_code.
template <>
struct std::is_error_code_enum<parlour::Kind> : std::true_type {};

#endif
