// A web server between browsers and the service, on one thread: it forwards a streamed answer to the browser as
// server-sent events, and stops the model when the browser leaves. Plain sockets and epoll, and one queue whose
// descriptor stands in the same loop: so any server that has a loop can do it.
//
// The key stays here: a browser must never have it. Raw JSON in, raw JSON out: nothing is parsed on the way, and what
// this version does not know passes as well. Errors are told to the browser in the service's own shape, without details
// that are not its business. A browser that is slow holds back its own answer, and no other.
//
//     c++ -std=c++17 relay.cpp $(pkg-config --cflags --libs parlour) -o relay && ./relay      says where it listens
//     RELAY_PORT=8090 ./relay
//     curl -N 'http://127.0.0.1:8090/ask?q=Count+to+20'
#include "http.hpp"
#include "service.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <map>
#include <system_error>
#include <vector>

namespace {

// How far a browser may be behind before its answer is held back.
constexpr std::size_t most_waiting = 64 * 1024;

// A descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {
        if (fd < 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }
    Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor &operator=(Descriptor &&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) {
            close(fd_);
        }
    }
    int get() const noexcept { return fd_; }

private:
    int fd_;
};

// One connection of a browser. Destroying it closes the socket, and gives the call up: the model stops.
struct Browser {
    Descriptor socket;
    std::string received;
    std::string waiting;         // Written to it as it takes it.
    parlour::Call call;          // Once it has asked.
    bool begun = false;          // Its headers are out.
    bool paused = false;         // Its answer is held back.
    bool last = false;           // Closed when all is written.
};

// What the browser may know. The full error belongs in the log of this server.
std::string told(const parlour::Error &error) {
    std::string json = R"({"type":"error","error":{"type":"api_error","message":"the model did not answer: )";
    return json.append(error.kind_name()).append("\"}}");
}

// An error before the first event keeps its meaning for the browser.
std::string refusal(const parlour::Error &error) {
    const char *status = "502 Bad Gateway";
    switch (error.kind()) {
        case parlour::Kind::kBadRequest:
        case parlour::Kind::kRequestTooLarge: status = "400 Bad Request"; break;
        case parlour::Kind::kRateLimit:
        case parlour::Kind::kOverloaded: status = "503 Service Unavailable"; break;
        case parlour::Kind::kTimeout:
        case parlour::Kind::kDeadlineExceeded: status = "504 Gateway Timeout"; break;
        default: break;
    }
    return http::answer(status, "application/json", told(error));
}

class Relay {
public:
    explicit Relay(const Service &service)
        : service_(service), loop_(epoll_create1(EPOLL_CLOEXEC)),
          listener_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const std::string port = variable("RELAY_PORT");
        address.sin_port = htons(static_cast<std::uint16_t>(port.empty() ? 0 : std::stoul(port)));
        socklen_t length = sizeof address;
        auto *bound = reinterpret_cast<sockaddr *>(&address);
        if (bind(listener_.get(), bound, length) != 0 || listen(listener_.get(), 64) != 0 ||
            getsockname(listener_.get(), bound, &length) != 0) {
            throw std::system_error(errno, std::generic_category());
        }
        watch(listener_.get(), listening, EPOLLIN, EPOLL_CTL_ADD);
        watch(queue_.fd(), completing, EPOLLIN, EPOLL_CTL_ADD);
        std::cout << "Relaying " << service.describe() << "\nlistening on http://127.0.0.1:" << ntohs(address.sin_port)
                  << std::endl;
    }

    // Serves for ever.
    void run() {
        std::array<epoll_event, 64> ready;
        for (;;) {
            const int count = epoll_wait(loop_.get(), ready.data(), static_cast<int>(ready.size()), -1);
            for (int at = 0; at < count; ++at) {
                const std::uint64_t who = ready[static_cast<std::size_t>(at)].data.u64;
                if (who == listening) {
                    accept_all();
                } else if (who == completing) {
                    forward();
                } else {
                    serve(who, ready[static_cast<std::size_t>(at)].events);
                }
            }
        }
    }

private:
    // Names in the loop; browsers have the numbers from 2 on, and their calls have the same as tokens.
    static constexpr std::uint64_t listening = 0;
    static constexpr std::uint64_t completing = 1;

    void watch(int fd, std::uint64_t who, std::uint32_t events, int change) {
        epoll_event event{};
        event.events = events;
        event.data.u64 = who;
        if (epoll_ctl(loop_.get(), change, fd, &event) != 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }

    void accept_all() {
        for (;;) {
            const int fd = accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0) {
                return;
            }
            Browser browser{Descriptor(fd), {}, {}, {}};
            watch(fd, next_, EPOLLIN | EPOLLRDHUP, EPOLL_CTL_ADD);
            browsers_.emplace(next_++, std::move(browser));
        }
    }

    // A browser sent something, took something, or left.
    void serve(std::uint64_t who, std::uint32_t events) {
        const auto found = browsers_.find(who);
        if (found == browsers_.end()) {
            return;
        }
        Browser &browser = found->second;
        std::array<char, 4096> bytes;
        ssize_t count = -1;
        while ((events & EPOLLIN) != 0 && (count = read(browser.socket.get(), bytes.data(), bytes.size())) > 0) {
            browser.received.append(bytes.data(), static_cast<std::size_t>(count));
        }
        const bool left = count == 0 || (events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0;
        if (left || browser.received.size() > http::longest_request) {
            if (browser.call && !browser.last) {
                std::cout << "a browser left early: its answer is given up" << std::endl;
            }
            browsers_.erase(found);
            return;
        }
        if (!browser.call && !browser.last) {
            if (const auto target = http::target(browser.received)) {
                ask(who, browser, *target);
            }
        }
        flush(who);
    }

    void ask(std::uint64_t who, Browser &browser, const std::string &target) {
        const auto question = http::parameter(target, "q");
        if (target.substr(0, target.find('?')) != "/ask" || !question) {
            browser.waiting = http::answer("404 Not Found", "text/plain", "GET /ask?q=...\n");
            browser.last = true;
            return;
        }
        parlour::Request request(service_.model, 1024);
        auto call = service_.client.try_submit(queue_, request.user(*question), parlour::Mode::kStream, who);
        if (call) {
            browser.call = *std::move(call);
        } else {
            browser.waiting = refusal(call.error());
            browser.last = true;
        }
    }

    // What came from the service goes to the browsers.
    void forward() {
        queue_.drain(found_);
        for (const auto &completion : found_) {
            const auto found = browsers_.find(completion.token);
            if (found == browsers_.end()) {
                continue;
            }
            Browser &browser = found->second;
            if (completion.error && !browser.begun) {
                browser.waiting = refusal(*completion.error);
            } else {
                if (!std::exchange(browser.begun, true)) {
                    browser.waiting = http::events();
                }
                for (const auto event : completion.batch) {
                    http::add_event(browser.waiting, event.name(), event.json());
                }
                if (completion.error) {
                    http::add_event(browser.waiting, "error", told(*completion.error));
                }
            }
            browser.last = completion.is_last();
            flush(completion.token);
        }
    }

    // Writes what the browser takes now; the loop says when it takes more.
    void flush(std::uint64_t who) {
        const auto found = browsers_.find(who);
        Browser &browser = found->second;
        while (!browser.waiting.empty()) {
            const ssize_t count =
                send(browser.socket.get(), browser.waiting.data(), browser.waiting.size(), MSG_NOSIGNAL);
            if (count < 0) {
                break;
            }
            browser.waiting.erase(0, static_cast<std::size_t>(count));
        }
        if (browser.waiting.empty() && browser.last) {
            browsers_.erase(found);
            return;
        }
        if (!browser.paused && browser.waiting.size() > most_waiting) {
            browser.paused = true;
            browser.call.pause();
        } else if (browser.paused && browser.waiting.empty()) {
            browser.paused = false;
            browser.call.resume();
        }
        const std::uint32_t more = browser.waiting.empty() ? 0u : static_cast<std::uint32_t>(EPOLLOUT);
        watch(browser.socket.get(), who, EPOLLIN | EPOLLRDHUP | more, EPOLL_CTL_MOD);
    }

    const Service &service_;
    parlour::Queue queue_;
    Descriptor loop_;
    Descriptor listener_;
    std::uint64_t next_ = 2;
    std::map<std::uint64_t, Browser> browsers_;
    std::vector<parlour::Completion> found_;
};

}  // namespace

int main() {
    try {
        const Service service = connect();
        Relay(service).run();
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
