/// @file
/// `parlour::Error`: why something failed, as an exception or inside a `parlour::result`.
#ifndef PARLOUR_ERROR_HPP
#define PARLOUR_ERROR_HPP

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "kind.hpp"

namespace parlour {

class Message;

/// Name and value of a header line.
using HeaderLine = std::pair<std::string_view, std::string_view>;

/// Why something failed. A copy shares the original and costs nothing; texts are borrowed from it, and live as long as
/// one of the copies does. Readable from any thread.
class Error : public std::exception {
public:
    /// An error that says nothing.
    Error() noexcept = default;

    /// An error from what a function of parlour.h gave; takes `handle`, which may be NULL, whatever happens. `what`
    /// names the argument or the function in question where the code alone would leave it open.
    explicit Error(parlour_result code, parlour_error *handle = nullptr, std::string_view what = {}) : code_(code) {
        if (handle != nullptr) {
            handle_ = std::shared_ptr<const parlour_error>(handle, Free());
            const std::string_view display = detail::view(parlour_error_display(handle));
            sentence_ = std::make_shared<const std::string>(display);
        } else if (!what.empty()) {
            std::string sentence(what);
            sentence.append(": ").append(parlour_result_text(code));
            sentence_ = std::make_shared<const std::string>(std::move(sentence));
        }
    }

    /// One sentence for a log line: what happened, where, and what to do next. Shows no credential.
    const char *what() const noexcept PARLOUR_LIFETIMEBOUND override {
        return sentence_ == nullptr ? parlour_result_text(code_) : sentence_->c_str();
    }
    /// The result code: PARLOUR_FAILED where kind() says more.
    parlour_result code() const noexcept { return code_; }
    /// The kind of the error; Kind::kNone if code() says all.
    Kind kind() const noexcept { return static_cast<Kind>(parlour_error_kind(get())); }
    /// The error as a std::error_code: make_error_code() of kind(), or where that is Kind::kNone a code of
    /// result_category(). `error.error_code() == std::errc::timed_out` and the like hold; see kind.hpp.
    std::error_code error_code() const noexcept {
        return kind() == Kind::kNone ? std::error_code(static_cast<int>(code_), result_category())
                                     : make_error_code(kind());
    }
    /// The name of the kind, for example "RateLimit".
    std::string_view kind_name() const noexcept { return detail::view(parlour_error_kind_name(get())); }
    // generated: facts, from schema/errors.toml by `make generate`
    /// The HTTP status of the answer; 200 for an error inside a stream. 0 if no answer arrived.
    int status() const noexcept { return parlour_error_status(get()); }
    /// The service's own type of the error, an open set, for example "rate_limit_error". Empty if the answer has none.
    std::string_view type() const noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_error_type(get())); }
    /// The service's own code of the error, an open set, which distinguishes errors of one type: for example
    /// "contract_spend_limit_reached". Empty if the answer has none.
    std::string_view service_code() const noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_error_service_code(get()));
    }
    /// Further details from the service, for example the paths of images that are too large. The text of a JSON object.
    /// Empty if the answer has none.
    std::string_view details_json() const noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_error_details_json(get()));
    }
    /// The page on which the owner of an account that is on hold can appeal, of a failure organization_on_hold. Empty
    /// if the service names none.
    std::string_view appeal_url() const noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_error_appeal_url(get()));
    }
    /// The id of the request at the service, to quote in a report. Empty if there is none.
    std::string_view request_id() const noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_error_request_id(get()));
    }
    /// The delay that the service asked for; also one that was too long to wait for. std::nullopt if it asked for none.
    std::optional<exact_milliseconds> retry_after() const noexcept {
        const double time = parlour_error_retry_after_ms(get());
        return time < 0 ? std::nullopt : std::optional<exact_milliseconds>(time);
    }
    /// Why the call was not repeated (again): "exhausted", "budget_empty", "not_retryable", "retry_after_too_long",
    /// "deadline_would_pass", "server_said_no", "spend_cap" or "hook". Empty for a failure that is never retried.
    std::string_view not_retried() const noexcept { return detail::view(parlour_error_not_retried(get())); }
    /// The cause within the kind, an open set: of a lost connection "dns", "connect", "connection_lost", "tls", "proxy"
    /// or "resources"; of a limit of time or size its setting, such as "answer_timeout" or "max_response_bytes". Empty
    /// where the kind says all.
    std::string_view subkind() const noexcept { return detail::view(parlour_error_subkind(get())); }
    /// The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that
    /// was refused. The name is the same in every language, for example "answer_timeout"; an open set. Empty if it is
    /// about none.
    std::string_view setting() const noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_error_setting(get()));
    }
    /// Whether the same call may succeed later.
    bool is_retryable() const noexcept { return parlour_error_is_retryable(get()); }
    /// Whether the failure came inside a stream, after its headers.
    bool is_mid_stream() const noexcept { return parlour_error_is_mid_stream(get()); }
    /// Whether a stream broke off after its stop reason had arrived.
    bool saw_stop_reason() const noexcept { return parlour_error_saw_stop_reason(get()); }
    /// Whether a 429 reports a spend cap, which waiting does not lift.
    bool is_spend_cap() const noexcept { return parlour_error_is_spend_cap(get()); }
    // end generated
    /// The message without decoration. Not stable: do not match on it.
    std::string_view message() const noexcept PARLOUR_LIFETIMEBOUND {
        return get() == nullptr ? std::string_view(what()) : detail::view(parlour_error_message(get()));
    }
    /// How often the request was sent; 0 if nothing was.
    std::uint32_t attempts() const noexcept { return parlour_error_attempts(get()); }
    /// The waits between the attempts, the oldest first.
    std::vector<exact_milliseconds> waits() const {
        std::vector<exact_milliseconds> all;
        for (std::size_t at = 0; at < parlour_error_wait_count(get()); ++at) {
            all.emplace_back(parlour_error_wait_ms(get(), at));
        }
        return all;
    }
    /// The body of the answer as received, cut at the client's cap. Any bytes.
    std::string_view body() const noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_error_body(get())); }
    /// The first value of a header, its name in any case.
    std::optional<std::string_view> header(std::string_view name) const noexcept {
        parlour_str value;
        const bool found = parlour_error_header(get(), detail::lend(name), &value) == PARLOUR_OK;
        return found ? std::optional<std::string_view>(detail::view(value)) : std::nullopt;
    }
    /// The header lines of the answer, in its order.
    std::vector<HeaderLine> headers() const {
        std::vector<HeaderLine> all;
        parlour_str name;
        parlour_str value;
        for (std::size_t at = 0; parlour_error_header_at(get(), at, &name, &value) == PARLOUR_OK; ++at) {
            all.emplace_back(detail::view(name), detail::view(value));
        }
        return all;
    }
    /// The part of the message that had arrived when a stream failed.
    std::optional<Message> partial_message() const;

    /// The handle, borrowed; NULL where code() says all.
    const parlour_error *get() const noexcept { return handle_.get(); }

private:
    using Free = detail::Freed<parlour_error_free>;

    parlour_result code_ = PARLOUR_OK;
    std::shared_ptr<const parlour_error> handle_;
    std::shared_ptr<const std::string> sentence_;
};

}  // namespace parlour

#endif
