// Models, the tokens of a request, and limits: what to know before a request is sent. None of these calls is billed.
//
//     c++ -std=c++17 models.cpp $(pkg-config --cflags --libs parlour) -o models && ./models
//     PARLOUR_ADMIN_KEY=... ./models     # the limits of the organisation, too
#include "service.hpp"

#include <iostream>

using parlour::Endpoint;
using parlour::Json;
using parlour::Pages;

// What the organisation may use. The key of an administrator is that of this call alone.
static void show_limits(const parlour::Client &client, const std::string &admin_key) {
    parlour::Options options;
    options.api_key(admin_key);
    for (const Json &item : Pages(client, Endpoint("rate_limits.list"), &options)) {
        const parlour::RateLimitRule rule(item);
        std::cout << "limits of " << rule.group().type() << ':';
        for (const parlour::LimitValue limit : rule.limits()) {
            std::cout << ' ' << limit.type() << ' ' << limit.value().value_or(0);
        }
        std::cout << '\n';
    }
}

int main() {
    try {
        const Service service = connect();
        const parlour::Client &client = service.client;
        // The items of a list come from its pages, which are fetched as they are needed.
        for (const Json &item : Pages(client, Endpoint("models.list").query("limit", "5"))) {
            const parlour::ModelInfo model(item);
            std::cout << "model " << model.id() << ": " << model.max_input_tokens().value_or(0) << " tokens in, "
                      << model.max_tokens().value_or(0) << " out\n";
        }
        const auto chosen = parlour::ModelInfo::parse(client.call(Endpoint("models.get").id(service.model)));

        parlour::Request request(service.model, 64);
        request.user("Name three rivers.");
        const auto counted =
            parlour::MessageTokensCount::parse(client.call(Endpoint("messages.count_tokens").body(request)));
        std::cout << "the request has " << counted.input_tokens() << " tokens, " << chosen.id() << " takes "
                  << chosen.max_input_tokens().value_or(0) << '\n';

        // Every answer is as it came; endpoints without a name are reached by request().
        const parlour::Answer page = client.request("GET", "/v1/models?limit=1");
        std::cout << "raw: status " << page.head().status() << ", " << page.body().size() << " bytes\n";

        const std::string given = variable("PARLOUR_ADMIN_KEY");
        if (!given.empty() || service.emulator) {
            show_limits(client, given.empty() ? "test-admin-key" : given);
        }
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
