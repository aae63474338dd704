// As worker.py: one thread that waits for one queue with all calls.
#include <parlour.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace {

// Makes calls until none is left, a few at a time.
class Lanes {
public:
    Lanes(const parlour::Client &client, unsigned long calls) : client_(client), left_(calls) {
        request_.user("Hello");
    }

    void run() {
        for (std::uint64_t lane = 0; lane < calls_.size(); ++lane) {
            begin(lane);
        }
        while (live_ > 0) {
            queue_.wait_for(parlour::no_limit);
            queue_.drain(found_);
            for (const parlour::Completion &completion : found_) {
                take(completion);
            }
        }
    }

private:
    void begin(std::uint64_t lane) {
        if (left_ == 0) {
            return;
        }
        --left_;
        ++live_;
        calls_.at(lane) = client_.submit(queue_, request_, parlour::Mode::kWhole, lane);
    }

    void take(const parlour::Completion &completion) {
        if (completion.error) {
            throw *completion.error;
        }
        if (completion.is_last()) {
            const parlour::Message message = calls_.at(completion.token).message();
            --live_;
            begin(completion.token);
        }
    }

    const parlour::Client &client_;
    parlour::Request request_{"svc-sonnet-4-5", 16};
    parlour::Queue queue_;
    // By lane, which is the token of its calls.
    std::array<parlour::Call, 8> calls_;
    std::vector<parlour::Completion> found_;
    unsigned long left_;
    unsigned long live_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        parlour::Config config;
        config.use_env(false)
            .api_key("test-key")
            .base_url(arguments.at(0))
            .limits(arguments.at(1))
            .requests_per_minute(static_cast<std::uint32_t>(std::stoul(arguments.at(4))))
            .call_log(arguments.at(3));
        const parlour::Client client(config);
        Lanes lanes(client, std::stoul(arguments.at(2)));
        std::cout << "ready" << std::endl;
        std::string word;
        if (std::getline(std::cin, word)) {
            lanes.run();
            return EXIT_SUCCESS;
        }
        std::cerr << "the input has ended\n";
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
    return EXIT_FAILURE;
}
