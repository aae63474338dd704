/// @file
/// `parlour::Webhooks`: whether a request is from the service, and what it tells.
#ifndef PARLOUR_WEBHOOK_HPP
#define PARLOUR_WEBHOOK_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "builder.hpp"
#include "json.hpp"

namespace parlour {

/// The headers of a webhook; empty where the request has none or several of the name.
struct WebhookHeaders {
    /// "webhook-id".
    std::string_view id;
    /// "webhook-timestamp".
    std::string_view timestamp;
    /// "webhook-signature".
    std::string_view signature;
};

/// Verifies webhooks (protocol §8.10). Setters can be chained; their first mistake is reported by try_verify(). Any
/// number of threads once its secrets are added.
///
/// @code
/// static const parlour::Webhooks webhooks(std::getenv("WEBHOOK_SECRET"));
/// const auto event = webhooks.try_verify({id, timestamp, signature}, body);
/// if (!event) return answer(400);
/// @endcode
class Webhooks : public detail::Builder<Webhooks, parlour_webhooks, parlour_webhooks_free> {
public:
    /// With this secret, as the service shows it, and the age up to which a webhook is taken.
    explicit Webhooks(std::string_view secret, milliseconds tolerance = std::chrono::minutes(5)) {
        parlour_webhooks *handle = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code =
            parlour_webhooks_new(detail::lend(secret), detail::count(tolerance), &handle, &error);
        hold(handle);
        did("secret", code, error);
    }
    /// Takes what this secret signs as well, so that one can be replaced while both are in use.
    Webhooks &secret(std::string_view secret) {
        return tried("secret", [&](parlour_error **error) {
            return parlour_webhooks_add_secret(raw(), detail::lend(secret), error);
        });
    }
    /// The event, of a request that is from the service. Otherwise answer it with 400: Error::subkind() is "secret",
    /// "header", "timestamp", "age", "signature" or "body". `now` is the present unless it is given.
    result<Json> try_verify(const WebhookHeaders &headers, std::string_view body,
                            std::optional<std::chrono::system_clock::time_point> now = std::nullopt) const {
        if (mistake()) {
            return *mistake();
        }
        std::int64_t at = -1;
        if (now) {
            at = std::chrono::duration_cast<milliseconds>(now->time_since_epoch()).count();
        }
        parlour_error *error = nullptr;
        const parlour_result code =
            parlour_webhooks_verify(get(), detail::lend(headers.id), detail::lend(headers.timestamp),
                                    detail::lend(headers.signature), detail::lend(body), at, &error);
        return code == PARLOUR_OK ? Json::try_parse(body) : result<Json>(Error(code, error, "webhook"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_verify(); throws Error.
    Json verify(const WebhookHeaders &headers, std::string_view body,
                std::optional<std::chrono::system_clock::time_point> now = std::nullopt) const {
        return try_verify(headers, body, now).value();
    }
#endif
};

}  // namespace parlour

#endif
