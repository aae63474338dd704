// Webhooks of the service: what a server does with a request that may be one. Here the emulator signs two, one of them
// an hour ago.
//
//     c++ -std=c++17 webhooks.cpp $(pkg-config --cflags --libs parlour) -o webhooks && ./webhooks
#include "service.hpp"

#include <iostream>
#include <set>

// Takes the webhooks of one endpoint.
class Hook {
public:
    // The status to answer with, at once: work comes afterwards. The body is the raw one: what was read as JSON and
    // written again is another text.
    int take(const parlour::WebhookHeaders &headers, std::string_view body) {
        const auto event = webhooks_.try_verify(headers, body);
        if (!event) {
            std::cout << "refused (" << event.error().subkind() << "): " << event.error().message() << '\n';
            return 400;
        }
        // The same event may come again.
        if (seen_.emplace((*event)["/id"].string()).second) {
            std::cout << (*event)["/data/type"].string() << " of " << (*event)["/data/id"].string()
                      << ": fetch its state now\n";
        }
        return 200;
    }
    // Takes what this secret signs as well, while one is being replaced.
    void also(std::string_view secret) { webhooks_.secret(secret); }

private:
    parlour::Webhooks webhooks_{"whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"};
    std::set<std::string> seen_;
};

int main() {
    try {
        Hook hook;
        hook.also("whsec_bmV3LXNlY3JldA");
        const parlour::Emulator emulator;
        const parlour::Client client(emulator.config());
        for (const auto &[when, age] : {std::pair("now", "0"), std::pair("an hour old", "3600")}) {
            // In place of a request that came: an event, signed so many seconds ago.
            const parlour::Answer sent = client.request("GET", std::string("/emulator/webhook?age=") + age);
            const auto header = [&](const char *name) { return sent.head().header(name).value_or(""); };
            const int status = hook.take(
                {header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")}, sent.body());
            std::cout << when << ": " << status << '\n';
        }
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
