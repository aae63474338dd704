// Coroutines of C++20 that await calls, with a coroutine type of the program's own.
// standards: c++20 c++23
#include "check.hpp"

#include <parlour/coroutine.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using parlour::AsyncClient;
using parlour::Kind;

static const std::string twelve = "1 2 3 4 5 6 7 8 9 10 11 12";

// The least that a program's own coroutine type needs: it begins at once, and signals its end.
struct Task {
    struct promise_type {
        std::shared_ptr<std::atomic<bool>> done = std::make_shared<std::atomic<bool>>(false);
        Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this), done}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        auto final_suspend() noexcept {
            done->store(true);
            return std::suspend_never{};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { std::terminate(); }
    };
    std::coroutine_handle<promise_type> coroutine;
    std::shared_ptr<std::atomic<bool>> done;
};

static void run(const AsyncClient &client, const Task &task) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!*task.done) {
        CHECK(std::chrono::steady_clock::now() < end);
        client.dispatch_for(1s);
    }
}

static void a_whole_answer_is_awaited() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    std::string text;
    run(client, [](const AsyncClient &asked, std::string &said) -> Task {
        const parlour::Message message = co_await asked.create(ask("Say hello"));
        said = message.text();
        const auto again = co_await asked.try_create(ask("Say hello"));
        CHECK(again && again->text() == "hello");
        const parlour::Answer models = co_await asked.request("GET", "/v1/models");
        CHECK(models.head().status() == 200 && !models.body().empty());
        CHECK((co_await asked.try_request("GET", "/v1/models")).has_value());
    }(client, text));
    CHECK(text == "hello");
}

static void failures_are_thrown_or_returned() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config().max_retries(0))};
    emulator.script(
        R"([{"status": 429, "json": {"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}}}])");
    run(client, [](const AsyncClient &asked) -> Task {
        Kind thrown = Kind::kNone;
        try {
            co_await asked.create(ask("Say hello"));
        } catch (const parlour::Error &error) {
            thrown = error.kind();
        }
        CHECK(thrown == Kind::kRateLimit);
        // Refused before anything is sent, and reported when it is awaited.
        const auto refused = co_await asked.try_create(parlour::Request("", 0));
        CHECK(!refused && refused.error().kind() == Kind::kConfig);
        parlour::AsyncStream stream = asked.stream(parlour::Request("", 0));
        CHECK(!co_await stream.try_next() && !co_await stream.try_message());
    }(client));
}

static void calls_overlap() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    run(client, [](const AsyncClient &asked, const parlour::Emulator &service) -> Task {
        auto one = asked.create(ask("Say hello"));
        auto two = asked.create(ask("Say hello"));
        auto three = asked.create(ask("Say hello"));
        // They are under way before any of them is waited for.
        CHECK(service.wait_requests(3, 30s));
        CHECK(text_of(co_await one) == "hello" && text_of(co_await two) == "hello" &&
              text_of(co_await three) == "hello");
    }(client, emulator));
}

static void a_stream_is_taken_event_by_event() {
    const parlour::Emulator emulator(R"({"pace_ms": 1})");
    const AsyncClient client{parlour::Client(emulator.config())};
    run(client, [](const AsyncClient &asked) -> Task {
        parlour::AsyncStream stream = asked.stream(ask("Count to 12."));
        std::string text;
        while (const auto event = co_await stream.next()) {
            text += event->text();
        }
        CHECK(text == twelve && !co_await stream.next() && stream.head().status() == 200);
        CHECK(text_of(co_await stream.message()) == twelve);

        parlour::AsyncStream other = asked.stream(ask("Count to 12."));
        std::string again;
        for (auto at = co_await other.begin(); at != other.end(); co_await ++at) {
            again += at->text();
            CHECK(other.snapshot() && other.snapshot()->text().size() >= again.size());
        }
        CHECK(again == twelve);

        // The end alone, also of one that was begun.
        parlour::AsyncStream last = asked.stream(ask("Count to 12."));
        CHECK(co_await last.next());
        CHECK(text_of(co_await last.message()) == twelve);
    }(client));
}

static void a_broken_stream_throws_what_there_was() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    emulator.script(R"(["close_mid_stream"])");
    run(client, [](const AsyncClient &asked) -> Task {
        parlour::AsyncStream stream = asked.stream(ask("Count to 12."));
        std::string text;
        bool thrown = false;
        try {
            while (const auto event = co_await stream.next()) {
                text += event->text();
            }
        } catch (const parlour::Error &error) {
            thrown = error.is_mid_stream() && error.partial_message() && error.partial_message()->text() == text;
        }
        CHECK(thrown);
    }(client));
}

static void who_takes_slowly_loses_nothing() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    run(client, [](const AsyncClient &asked) -> Task {
        parlour::Request long_one("svc-haiku-3-5", 4096);
        long_one.user("Count to 400.");
        parlour::AsyncStream slow = asked.stream(long_one);
        std::string text;
        std::size_t events = 0;
        while (const auto event = co_await slow.next()) {
            text += event->text();
            ++events;
            // Others go on meanwhile, and dispatch what comes of this one.
            if (events % 50 == 1) {
                CHECK(text_of(co_await asked.create(ask("Say hello"))) == "hello");
            }
        }
        const parlour::Message whole = co_await slow.message();
        CHECK(whole.stop_reason() == "end_turn" && text == whole.text() && events > 100);
    }(client));
}

static void cancelling_ends_a_wait() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    emulator.script(R"(["stall_mid_stream"])");
    std::optional<parlour::AsyncStream> stream(client.stream(ask("Count to 12.")));
    const Task task = [](parlour::AsyncStream &taken) -> Task {
        for (;;) {
            const auto event = co_await taken.try_next();
            if (!event) {
                CHECK(event.error().kind() == Kind::kCancelled &&
                      event.error().error_code() == std::errc::operation_canceled);
                co_return;
            }
            CHECK(*event);
        }
    }(*stream);
    for (int turn = 0; turn < 20 && !(stream->snapshot() && !stream->snapshot()->text().empty()); ++turn) {
        client.dispatch_for(1s);
    }
    CHECK(!*task.done);
    // A second reader is refused.
    run(client, [](parlour::AsyncStream &taken) -> Task {
        const auto event = co_await taken.try_next();
        CHECK(!event && event.error().code() == PARLOUR_BUSY);
    }(*stream));
    stream->cancel();
    run(client, task);
}

static void a_coroutine_may_be_destroyed_while_it_waits() {
    const parlour::Emulator emulator;
    const AsyncClient client{parlour::Client(emulator.config())};
    emulator.script(R"([{"fault": "stall_before_headers"}])");
    const Task task = [](const AsyncClient &asked) -> Task { co_await asked.create(ask("Say hello")); }(client);
    CHECK(emulator.wait_requests(1, 30s) && !*task.done);
    task.coroutine.destroy();
    CHECK(emulator.wait_closed_early(1, 30s));
    while (client.dispatch_for(100ms) > 0) {
    }
}

// Coroutines that are resumed by four threads, while a fifth dispatches.
static void a_schedule_may_use_other_threads() {
    const parlour::Emulator emulator;
    std::mutex mutex;
    std::deque<std::coroutine_handle<>> due;
    std::atomic<bool> over = false;
    const AsyncClient client(parlour::Client(emulator.config()), [&](std::coroutine_handle<> coroutine) {
        const std::lock_guard<std::mutex> lock(mutex);
        due.push_back(coroutine);
    });
    std::vector<std::thread> threads;
    for (int index = 0; index < 4; ++index) {
        threads.emplace_back([&] {
            while (!over) {
                std::coroutine_handle<> next;
                {
                    const std::lock_guard<std::mutex> lock(mutex);
                    if (!due.empty()) {
                        next = due.front();
                        due.pop_front();
                    }
                }
                next ? next.resume() : std::this_thread::sleep_for(1ms);
            }
        });
    }
    std::vector<Task> tasks;
    for (int index = 0; index < 24; ++index) {
        tasks.push_back([](const AsyncClient &asked) -> Task {
            parlour::AsyncStream stream = asked.stream(ask("Count to 12."));
            std::string text;
            while (const auto event = co_await stream.next()) {
                text += event->text();
            }
            CHECK(text == twelve && text_of(co_await asked.create(ask("Say hello"))) == "hello");
        }(client));
    }
    for (const Task &task : tasks) {
        const auto end = std::chrono::steady_clock::now() + 120s;
        while (!*task.done) {
            CHECK(std::chrono::steady_clock::now() < end);
            client.dispatch_for(10ms);
        }
    }
    over = true;
    for (std::thread &thread : threads) {
        thread.join();
    }
}

int main() {
    RUN(a_whole_answer_is_awaited);
    RUN(failures_are_thrown_or_returned);
    RUN(calls_overlap);
    RUN(a_stream_is_taken_event_by_event);
    RUN(a_broken_stream_throws_what_there_was);
    RUN(who_takes_slowly_loses_nothing);
    RUN(cancelling_ends_a_wait);
    RUN(a_coroutine_may_be_destroyed_while_it_waits);
    RUN(a_schedule_may_use_other_threads);
    return 0;
}
