/// @file
/// `parlour::Head`: what came around an answer.
#ifndef PARLOUR_HEAD_HPP
#define PARLOUR_HEAD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "error.hpp"

namespace parlour {

/// One limited quantity, as the answer reported it: parlour_rate_limit with optional numbers.
struct RateLimit {
    std::string_view name;                        ///< "requests", "tokens", "input_tokens" ...
    std::optional<std::int64_t> limit;            ///< The most that a full allowance holds.
    std::optional<std::int64_t> remaining;        ///< The remaining allowance.
    std::optional<milliseconds> reset_unix;       ///< When it is full again, since 1970 by the service's clock.
};

/// Status, headers, attempts and rate limits of an answer: a view, valid as long as its message, answer or call.
/// Readable from any thread.
class Head {
public:
    /// A view of a head of parlour.h; NULL gives an empty one.
    explicit Head(const parlour_head *head) noexcept : head_(head) {}

    /// Whether there is one.
    explicit operator bool() const noexcept { return head_ != nullptr; }
    /// The HTTP status: 200 to 299.
    int status() const noexcept { return parlour_head_status(head_); }
    /// The id of the request at the service; empty if there is none.
    std::string_view request_id() const noexcept { return detail::view(parlour_head_request_id(head_)); }
    /// How often the request was sent.
    std::uint32_t attempts() const noexcept { return parlour_head_attempts(head_); }
    /// The waits between the attempts, the oldest first.
    std::vector<exact_milliseconds> waits() const {
        std::vector<exact_milliseconds> all;
        for (std::size_t at = 0; at < parlour_head_wait_count(head_); ++at) {
            all.emplace_back(parlour_head_wait_ms(head_, at));
        }
        return all;
    }
    /// How long the attempts waited for room in the rate limits: the setting `pacing`.
    exact_milliseconds queued() const noexcept { return exact_milliseconds(parlour_head_queued_ms(head_)); }
    /// The name of the route that the last attempt took, of the setting `routes`; empty if it went to the service
    /// itself.
    std::string_view route() const noexcept { return detail::view(parlour_head_route(head_)); }
    /// The first value of a header, its name in any case.
    std::optional<std::string_view> header(std::string_view name) const noexcept {
        parlour_str value;
        const bool found = parlour_head_header(head_, detail::lend(name), &value) == PARLOUR_OK;
        return found ? std::optional<std::string_view>(detail::view(value)) : std::nullopt;
    }
    /// The header lines, in the order of the answer; repeated names are kept.
    std::vector<HeaderLine> headers() const {
        std::vector<HeaderLine> all;
        parlour_str name;
        parlour_str value;
        for (std::size_t at = 0; parlour_head_header_at(head_, at, &name, &value) == PARLOUR_OK; ++at) {
            all.emplace_back(detail::view(name), detail::view(value));
        }
        return all;
    }
    /// The rate limits that the answer reported.
    std::vector<RateLimit> rate_limits() const {
        std::vector<RateLimit> all;
        for (std::size_t at = 0; const parlour_rate_limit *row = parlour_head_rate_limit_at(head_, at); ++at) {
            const auto reset = known(row->reset_unix_ms);
            all.push_back(RateLimit{detail::view(row->name), known(row->limit), known(row->remaining),
                                    reset ? std::optional<milliseconds>(*reset) : std::nullopt});
        }
        return all;
    }
    /// Tokens left, by whichever header tells it.
    std::optional<std::int64_t> remaining_tokens() const noexcept {
        return known(parlour_head_remaining_tokens(head_));
    }

    /// The handle, borrowed.
    const parlour_head *get() const noexcept { return head_; }

private:
    static std::optional<std::int64_t> known(std::int64_t number) noexcept {
        return number < 0 ? std::nullopt : std::optional<std::int64_t>(number);
    }

    const parlour_head *head_;
};

}  // namespace parlour

#endif
