// As spend.py.
#include <parlour.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string heard() {
    std::string line;
    if (!std::getline(std::cin, line)) {
        throw std::runtime_error("the input has ended");
    }
    return line;
}

// Why a call is refused; its usage is added to `used` if it is not. Throws other errors.
std::optional<parlour::Error> call(const parlour::Client &client, const parlour::Request &request,
                                   std::uint64_t &used) {
    try {
        const parlour::Usage usage = client.create(request).usage();
        used += usage.input_tokens + usage.output_tokens;
        return std::nullopt;
    } catch (const parlour::Error &error) {
        if (error.kind() != parlour::Kind::kOverLimit) {
            throw;
        }
        return error;
    }
}

void spend(const std::vector<std::string> &arguments) {
    parlour::Config config;
    config.use_env(false)
        .api_key("test-key")
        .base_url(arguments.at(0))
        .limits(arguments.at(1))
        .requests_per_minute(60'000)
        .set("spending_limits", R"([{"per": "month", "tokens": )" + arguments.at(2) + "}]");
    const parlour::Client client(config);
    parlour::Request request("svc-sonnet-4-5", 16);
    request.user("Hello");

    std::cout << "ready" << std::endl;
    heard();
    std::uint64_t used = 0;
    std::optional<parlour::Error> refusal;
    while (!refusal) {
        refusal = call(client, request, used);
    }
    std::cout << R"({"used": )" << used << R"(, "subkind": ")" << refusal->subkind() << R"("})" << std::endl;
    const double of_all = std::stod(heard());
    // The others report their last calls within a second.
    while (client.usage_report()["/limits/0/used"].number() != of_all) {
        if (!call(client, request, used)) {
            throw std::runtime_error("there is no room");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    std::cout << "known" << std::endl;
}

}  // namespace

int main(int argc, char **argv) {
    try {
        spend(std::vector<std::string>(argv + 1, argv + argc));
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
