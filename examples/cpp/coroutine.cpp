// Coroutines of C++20 over one descriptor, in a loop of the program's own: two answers at once, then a stream that is
// printed while it comes.
//
//     c++ -std=c++20 coroutine.cpp $(pkg-config --cflags --libs parlour) -o coroutine && ./coroutine
#include "service.hpp"

#include <parlour/coroutine.hpp>

#include <deque>
#include <exception>
#include <iostream>
#include <poll.h>

// The least that a coroutine type needs; a program with a library for coroutines uses its own. This one begins at once
// and keeps what it threw for who asks for the end.
class Task {
public:
    struct promise_type {
        std::exception_ptr thrown;

        Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { thrown = std::current_exception(); }
    };

    explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;
    // Whatever it waits for is given up.
    ~Task() { coroutine_.destroy(); }

    bool done() const { return coroutine_.done(); }
    void check() const {
        if (coroutine_.promise().thrown) {
            std::rethrow_exception(coroutine_.promise().thrown);
        }
    }

private:
    std::coroutine_handle<promise_type> coroutine_;
};

// The loop of the program: it watches the descriptor, and resumes what has become ready.
class Loop {
public:
    void post(std::coroutine_handle<> coroutine) { ready_.push_back(coroutine); }

    void run(const parlour::AsyncClient &client, const Task &until) {
        while (!until.done()) {
            pollfd watched{client.fd(), POLLIN, 0};
            // Here a program waits for its sockets and timers as well.
            if (poll(&watched, 1, -1) > 0) {
                client.dispatch();
            }
            while (!ready_.empty()) {
                const std::coroutine_handle<> next = ready_.front();
                ready_.pop_front();
                next.resume();
            }
        }
    }

private:
    std::deque<std::coroutine_handle<>> ready_;
};

static Task talk(const parlour::AsyncClient &client, const std::string &model) {
    parlour::Request hello(model, 64);
    hello.user("Say hello");
    parlour::Request goodbye(model, 64);
    goodbye.user("Say goodbye");
    // Both are on their way before the first is awaited.
    auto first = client.create(hello);
    auto second = client.create(goodbye);
    const parlour::Message one = co_await first;
    const parlour::Message two = co_await second;
    std::cout << "Together: " << one << ", " << two << '\n';

    parlour::Request count(model, 64);
    count.user("Count to 12.");
    parlour::AsyncStream stream = client.stream(count);
    std::cout << "Stream: ";
    while (const auto event = co_await stream.next()) {
        std::cout << event->text() << std::flush;
    }
    const parlour::Message message = co_await stream.message();
    std::cout << " [" << message.stop_reason() << ", " << message.usage() << "]\n";

    // A call that is refused, without an exception.
    const auto refused = co_await client.try_create(parlour::Request("", 0));
    std::cout << "Refused: " << (refused ? "no" : refused.error().kind_name()) << '\n';
}

int main() {
    try {
        Service service = connect();
        std::cout << "Talking to " << service.describe() << '\n';
        Loop loop;
        const parlour::AsyncClient client(std::move(service.client),
                                          [&](std::coroutine_handle<> coroutine) { loop.post(coroutine); });
        const Task task = talk(client, service.model);
        loop.run(client, task);
        task.check();
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
