/// @file
/// `parlour::HookContext`: what a hook of a client is called for, and what it wants.
#ifndef PARLOUR_HOOK_HPP
#define PARLOUR_HOOK_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"

namespace parlour {

/// Where a hook is called. Points can be joined with `|`.
enum class HookPoint : std::uint32_t {
    kCall = PARLOUR_HOOK_CALL,          ///< Before the first attempt of a call.
    kAttempt = PARLOUR_HOOK_ATTEMPT,    ///< Before each attempt.
    kFailure = PARLOUR_HOOK_FAILURE,    ///< After each attempt that failed before content was given out.
    kEnd = PARLOUR_HOOK_END,            ///< When a call is over.
    kTelemetry = PARLOUR_HOOK_TELEMETRY,  ///< As kEnd, with `telemetry` in the JSON of the end.
    kChunkTimes = PARLOUR_HOOK_CHUNK_TIMES,  ///< As kTelemetry, with the time of each chunk of a stream.
};

/// Both points.
constexpr HookPoint operator|(HookPoint one, HookPoint other) noexcept {
    return static_cast<HookPoint>(static_cast<std::uint32_t>(one) | static_cast<std::uint32_t>(other));
}

/// What a hook is called for, and the place for what it wants. A mistake in what it wants ends the call. Valid until
/// the function returns, with all texts that it gives.
class HookContext {
public:
    /// For what a function of parlour.h was called with.
    explicit HookContext(parlour_hook *hook) noexcept : hook_(hook) {}

    /// Which point the function is called for.
    HookPoint point() const noexcept { return static_cast<HookPoint>(parlour_hook_point(hook_)); }
    /// The attempt that is about to be made, or that failed: 1 for the first; 0 at the end of a call.
    std::uint32_t attempt() const noexcept { return parlour_hook_attempt(hook_); }

    /// @name The request before a call or an attempt
    /// @{
    /// The call: the same text for all its attempts, and `id` at its end.
    std::string_view call_id() const noexcept { return detail::view(parlour_hook_call_id(hook_)); }
    /// The model; empty if the request names none.
    std::string_view model() const noexcept { return detail::view(parlour_hook_model(hook_)); }
    /// The labels of the call.
    std::vector<std::string_view> labels() const {
        std::vector<std::string_view> found;
        parlour_str label;
        for (std::size_t at = 0; parlour_hook_label_at(hook_, at, &label) == PARLOUR_OK; ++at) {
            found.push_back(detail::view(label));
        }
        return found;
    }
    /// Whether the answer is asked for as a stream.
    bool is_stream() const noexcept { return parlour_hook_is_stream(hook_); }
    /// The method of the request, for example "POST".
    std::string_view method() const noexcept { return detail::view(parlour_hook_method(hook_)); }
    /// The address of the request, query included.
    std::string_view url() const noexcept { return detail::view(parlour_hook_url(hook_)); }
    /// Names in lower case and values of the headers so far: those of earlier hooks are among them, the credential is
    /// not.
    std::vector<std::pair<std::string_view, std::string_view>> headers() const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        parlour_str name, value;
        for (std::size_t at = 0; parlour_hook_header_at(hook_, at, &name, &value) == PARLOUR_OK; ++at) {
            found.emplace_back(detail::view(name), detail::view(value));
        }
        return found;
    }
    /// The body as it will be sent, empty without one; nothing if it is a stream, which is read while it is sent.
    std::optional<std::string_view> body() const noexcept {
        parlour_str text;
        if (parlour_hook_body(hook_, &text) != PARLOUR_OK) {
            return std::nullopt;
        }
        return detail::view(text);
    }
    /// Sends this header too, in place of one of that name; at HookPoint::kCall with each attempt.
    void add_header(std::string_view name, std::string_view value) noexcept {
        static_cast<void>(parlour_hook_add_header(hook_, detail::lend(name), detail::lend(value)));
    }
    /// Answers in place of the service, with this status, from 200 to 599, and this body: JSON, or for a streamed call
    /// the text of an event stream as well.
    void answer(int status, std::string_view body) noexcept {
        static_cast<void>(
            parlour_hook_answer(hook_, static_cast<std::uint16_t>(status), detail::lend(body)));
    }
    /// Adds a header of the answer that answer() gave.
    void add_answer_header(std::string_view name, std::string_view value) noexcept {
        static_cast<void>(parlour_hook_add_answer_header(hook_, detail::lend(name), detail::lend(value)));
    }
    /// Ends the call with an error of Kind::kHook and the subkind "veto", for this reason.
    void veto(std::string_view reason) noexcept {
        static_cast<void>(parlour_hook_veto(hook_, detail::lend(reason)));
    }
    /// @}

    /// @name After an attempt that failed
    /// @{
    /// Why it failed.
    Error error() const {
        parlour_error *copy = nullptr;
        const parlour_result code = parlour_error_clone(parlour_hook_error(hook_), &copy);
        return Error(code == PARLOUR_OK ? PARLOUR_FAILED : code, copy);
    }
    /// The wait before the next attempt as it is decided so far; nothing if the call ends with the error.
    std::optional<std::chrono::milliseconds> next_wait() const noexcept {
        std::uint64_t wait = 0;
        if (parlour_hook_next_wait_ms(hook_, &wait) != PARLOUR_OK) {
            return std::nullopt;
        }
        return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(wait));
    }
    /// Asks for another attempt after this wait, also where the retry policy wants none.
    void retry_after(std::chrono::milliseconds wait) noexcept {
        static_cast<void>(parlour_hook_retry_after_ms(
            hook_, wait.count() > 0 ? static_cast<std::uint64_t>(wait.count()) : 0));
    }
    /// Wants no further attempt.
    void stop() noexcept { static_cast<void>(parlour_hook_stop(hook_)); }
    /// @}

    /// How the call ended, as one JSON object: see parlour_hook_end_json(). Empty at other points.
    std::string_view end_json() const noexcept { return detail::view(parlour_hook_end_json(hook_)); }
    /// Says that the function failed: the call ends with an error of Kind::kHook and the subkind "failed". At the end
    /// of a call it is logged.
    void fail(std::string_view message) noexcept {
        static_cast<void>(parlour_hook_fail(hook_, detail::lend(message)));
    }

private:
    parlour_hook *hook_;
};

/// A hook of a client. Called on threads of the library, for several calls at once; it may block: the call waits under
/// its time limits, except at its end. It must not make a call with the client that calls it.
using HookFunction = std::function<void(HookContext &)>;

namespace detail {

inline void call_hook(void *user, parlour_hook *hook) noexcept {
    const auto &function = *static_cast<const HookFunction *>(user);
    HookContext context(hook);
#if PARLOUR_EXCEPTIONS
    try {
        function(context);
    } catch (const std::exception &error) {
        context.fail(error.what());
    } catch (...) {
        context.fail("it threw what is no exception");
    }
#else
    function(context);
#endif
}

inline void forget_hook(void *user) noexcept { delete static_cast<HookFunction *>(user); }

}    // namespace detail

}    // namespace parlour

#endif
