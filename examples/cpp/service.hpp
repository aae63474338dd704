// What the examples in C++ share: the service that the environment names, or else an emulator in this process.
//
// PARLOUR_API_KEY (or PARLOUR_AUTH_TOKEN) with PARLOUR_BASE_URL and PARLOUR_VENDOR, or the variables of a built-in
// preset, choose a service; PARLOUR_MODEL chooses the model.
#ifndef EXAMPLES_SERVICE_HPP
#define EXAMPLES_SERVICE_HPP

#include <parlour.hpp>
#include <parlour_emulator.hpp>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

// A service to talk to.
struct Service {
    std::optional<parlour::Emulator> emulator;    // Nothing if this is a real service.
    parlour::Client client;
    std::string model;

    // One line that says who answers; no secret is in it.
    std::string describe() const {
        std::string who(emulator ? "the emulator in this process (no key is set)" : client.vendor());
        return who.append(" at ").append(client.base_url()).append(", model ").append(model);
    }
};

// A bar that is filled as far as the work has come.
inline std::string bar(std::int64_t done, std::int64_t total) {
    const std::int64_t width = 20, filled = total > 0 && done < total ? done * width / total : width;
    return '[' + std::string(static_cast<std::size_t>(filled), '#') +
           std::string(static_cast<std::size_t>(width - filled), ' ') + "] ";
}

// The value of an environment variable; empty without one.
inline std::string variable(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

// Connects; throws parlour::Error.
inline Service connect() {
    std::string model = variable("PARLOUR_MODEL");
    if (model.empty()) {
        model = "svc-sonnet-4-5";
    }
    auto client = parlour::Client::try_make(parlour::Config());
    if (client) {
        return Service{std::nullopt, *std::move(client), std::move(model)};
    }
    // A program with an address or a key wants that service: the error says what is missing.
    if (!(variable("PARLOUR_API_KEY") + variable("PARLOUR_AUTH_TOKEN") + variable("PARLOUR_BASE_URL")).empty()) {
        throw client.error();
    }
    // A little time between the events, so that a reader sees them come.
    parlour::Emulator emulator(R"({"pace_ms": 20})");
    parlour::Client local(emulator.config());
    return Service{std::move(emulator), std::move(local), std::move(model)};
}

#endif
