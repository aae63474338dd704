/// @file
/// The service for the tests of programs that use parlour.hpp: parlour_emulator.h as a class.
#ifndef PARLOUR_EMULATOR_HPP
#define PARLOUR_EMULATOR_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "parlour.hpp"
#include "parlour_emulator.h"

namespace parlour {

/// A Messages service on 127.0.0.1 with a thread of its own. It runs as long as the object lives. Any number of threads
/// may use it at once.
class Emulator {
public:
    /// Starts one with the options of parlour_emulator_start().
    static result<Emulator> try_start(std::string_view options_json = {}) {
        parlour_emulator *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_emulator_start(detail::lend(options_json), &made, &error);
        return code == PARLOUR_OK ? result<Emulator>(Emulator(made)) : result<Emulator>(Error(code, error, "emulator"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_start(); throws Error.
    explicit Emulator(std::string_view options_json = {}) : Emulator(try_start(options_json).value()) {}
#endif
    /// Takes a handle of parlour_emulator.h.
    explicit Emulator(parlour_emulator *owned) noexcept : handle_(owned) {}

    /// Its base address.
    std::string_view url() const noexcept { return detail::view(parlour_emulator_url(get())); }
    /// The key it accepts.
    std::string_view api_key() const noexcept { return detail::view(parlour_emulator_api_key(get())); }
    /// Settings of a client of it, which take nothing from the environment. More may be set.
    Config config() const {
        Config settings;
        settings.use_env(false).base_url(url()).api_key(api_key()).vendor("svc");
        return settings;
    }

    /// Adds replies to its script: a JSON object, an array of them, or the name of a known fault.
    result<void> try_script(std::string_view json) const {
        parlour_error *error = nullptr;
        const parlour_result code = parlour_emulator_script_json(get(), detail::lend(json), &error);
        return code == PARLOUR_OK ? result<void>() : result<void>(Error(code, error, "script"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_script(); throws Error.
    void script(std::string_view json) const { try_script(json).value(); }
#endif
    /// The requests seen so far, as a JSON array; lives as long as the emulator.
    std::string_view requests_json() const noexcept {
        parlour_str text{"[]", 2};
        return parlour_emulator_requests_json(get(), &text) == PARLOUR_OK ? detail::view(text) : "[]";
    }
    /// The number of requests seen so far and not cleared.
    std::size_t request_count() const noexcept { return parlour_emulator_request_count(get()); }
    /// Forgets the requests seen and the rest of the script.
    void clear() const noexcept { parlour_emulator_clear(get()); }
    /// Connections that are open now.
    std::uint64_t open_connections() const noexcept { return parlour_emulator_open_connections(get()); }
    /// Answers whose client went away before their end.
    std::uint64_t closed_early() const noexcept { return parlour_emulator_closed_early(get()); }
    /// Waits until that many requests were received; false if not within the limit, which is below 49 days.
    bool wait_requests(std::size_t count, milliseconds limit) const noexcept {
        return parlour_emulator_wait_requests(get(), count, static_cast<std::uint32_t>(detail::count(limit))) ==
               PARLOUR_OK;
    }
    /// Waits until that many answers were left early; false if not within the limit, which is below 49 days.
    bool wait_closed_early(std::uint64_t count, milliseconds limit) const noexcept {
        return parlour_emulator_wait_closed_early(get(), count, static_cast<std::uint32_t>(detail::count(limit))) ==
               PARLOUR_OK;
    }

    /// The handle, borrowed; NULL after a move.
    const parlour_emulator *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<parlour_emulator, parlour_emulator_free> handle_;
};

}  // namespace parlour

#endif
