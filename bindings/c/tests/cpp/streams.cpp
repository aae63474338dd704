// Streams through the C++ interface, in three styles.
#include "check.hpp"

#include <condition_variable>
#include <mutex>
#include <poll.h>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static const std::string twelve = "1 2 3 4 5 6 7 8 9 10 11 12";

static void a_stream_is_a_range() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Stream stream = client.stream(ask("Count to 12."));
    CHECK(stream.head().status() == 200);
    std::string text;
    std::vector<std::string> names;
    for (const auto &event : stream) {
        text += event.text();
        names.emplace_back(event.name());
        CHECK((event.delta() == parlour::DeltaKind::kText) == !event.text().empty() && !event.json().empty());
        CHECK(event.kind() != parlour::EventKind::kContentBlockDelta || event.index() == 0u);
    }
    CHECK(text == twelve && names.front() == "message_start" && names.back() == "message_stop");
    const parlour::Message message = stream.message();
    CHECK(message.text() == twelve && message.head().status() == 200 && !stream.next() && !stream.failure());
}

static void text_alone_is_a_range_too() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    std::string text;
    parlour::Stream stream = client.stream(ask("Count to 12."));
    for (const auto piece : stream.text()) {
        text += piece;
    }
    CHECK(text == twelve && text_of(client.stream(ask("Count to 12.")).message()) == twelve);
}

static void leaving_a_stream_closes_its_connection() {
    const parlour::Emulator emulator;
    emulator.script(R"(["stall_mid_stream"])");
    const parlour::Client client(emulator.config());
    {
        parlour::Stream stream = client.stream(ask("Count to 40."));
        for (const auto &event : stream) {
            if (event.kind() == parlour::EventKind::kContentBlockDelta) {
                CHECK(stream.snapshot() && !stream.snapshot()->text().empty());
                break;
            }
        }
    }
    CHECK(emulator.wait_closed_early(1, 30s));
}

static void a_broken_stream_throws_what_there_was() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(R"(["close_mid_stream"])");
    std::string text;
    parlour::Stream stream = client.stream(ask("Count to 12."));
    try {
        for (const auto piece : stream.text()) {
            text += piece;
        }
        CHECK(!"an error was due");
    } catch (const parlour::Error &error) {
        CHECK(error.is_mid_stream() && error.partial_message() && error.partial_message()->text() == text);
    }
    CHECK(stream.failure() && !stream.try_next() && !stream.try_message());
}

static void waiting_has_a_limit() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(R"(["stall_mid_stream"])");
    parlour::Stream stream = client.stream(ask("Count to 12."));
    CHECK(stream.wait_for(30s));
    while (stream.wait_for(200ms)) {
        CHECK(stream.next());
    }
    CHECK(!stream.wait_for(0ms));
    std::thread other([&] { stream.cancel(); });
    CHECK(stream.wait_for(-1ms));
    other.join();
    CHECK(stream.try_next().error().kind() == parlour::Kind::kCancelled);
}

static void a_queue_serves_many_calls() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Queue queue;
    std::vector<parlour::Call> calls;
    std::vector<std::string> texts(20);
    for (std::size_t number = 0; number < texts.size(); ++number) {
        calls.push_back(client.submit(queue, ask("Count to 12."), parlour::Mode::kStream, number));
        CHECK(calls.back().token() == number);
    }
    std::vector<parlour::Completion> found;
    std::size_t ended = 0;
    while (ended < texts.size()) {
        pollfd watched{queue.fd(), POLLIN, 0};
        CHECK(poll(&watched, 1, 30000) == 1);
        queue.drain(found, 7);
        CHECK(found.size() <= 7);
        for (auto &completion : found) {
            for (const auto event : completion.batch) {
                texts[completion.token] += event.text();
            }
            ended += completion.is_last() ? 1 : 0;
            CHECK(completion.kind != parlour::Completion::Kind::kFailed);
        }
    }
    for (std::size_t number = 0; number < texts.size(); ++number) {
        CHECK(texts[number] == twelve && text_of(calls[number].message()) == twelve);
    }
    found.clear();
    auto whole = client.submit_raw(queue, "GET", "/v1/models", {}, parlour::Mode::kWhole, 99);
    while (found.empty()) {
        CHECK(queue.wait_for(30s));
        queue.drain(found);
    }
    const parlour::Answer answer = whole.answer();
    CHECK(found[0].kind == parlour::Completion::Kind::kEnd && answer.head().status() == 200);
    queue.wake();
    CHECK(queue.wait_for(30s));
}

static void giving_up_a_queued_call_closes_its_connection() {
    const parlour::Emulator emulator;
    emulator.script(R"(["stall_mid_stream"])");
    const parlour::Client client(emulator.config());
    const parlour::Queue queue;
    parlour::Call call = client.submit(queue, ask("Count to 40."), parlour::Mode::kStream, 1);
    std::vector<parlour::Completion> found;
    while (found.empty()) {
        CHECK(queue.wait_for(30s));
        queue.drain(found);
    }
    call = parlour::Call();
    CHECK(emulator.wait_closed_early(1, 30s));
}

static void one_call_of_a_queue_can_be_held_back() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Queue queue;
    const parlour::Call held = client.submit(queue, ask("Count to 40."), parlour::Mode::kStream, 1);
    held.pause();
    const parlour::Call other = client.submit(queue, ask("Count to 12."), parlour::Mode::kStream, 2);
    std::vector<parlour::Completion> found;
    // The paused stream gives at most the events that had arrived before the pause; the other gives all.
    bool ended[3] = {false, false, false};
    const auto until = [&](int token) {
        while (!ended[token]) {
            CHECK(queue.wait_for(30s));
            queue.drain(found);
            for (const auto &completion : found) {
                ended[completion.token] = completion.is_last();
            }
        }
    };
    until(2);
    CHECK(!ended[1]);
    held.resume();
    until(1);
    CHECK(text_of(held.message()).size() > 100 && text_of(other.message()) == twelve);
}

// The outcome that callbacks record on another thread, and a test waits for.
struct Told {
    std::mutex lock;
    std::condition_variable change;
    std::string text;
    std::string thrown;
    std::string failure;
    bool done = false;

    void wait() {
        std::unique_lock<std::mutex> held(lock);
        CHECK(change.wait_for(held, 30s, [&] { return done; }));
    }
    void end(const std::string &why) {
        const std::lock_guard<std::mutex> held(lock);
        failure = why;
        done = true;
        change.notify_all();
    }
};

static void functions_are_told() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    Told told;
    parlour::Handlers handlers;
    handlers.on_events = [&](parlour::CallRef, parlour::Events events) {
        for (const auto event : events) {
            told.text += event.text();
        }
    };
    handlers.on_done = [&](parlour::CallRef call, const parlour::result<void> &outcome) {
        told.end(outcome && text_of(call.message()) == told.text ? "" : "failed");
    };
    const parlour::Call call = client.start(ask("Count to 12."), parlour::Mode::kStream, std::move(handlers));
    told.wait();
    CHECK(told.text == twelve && told.failure.empty());
}

static void what_a_function_throws_never_crosses_the_border() {
    const parlour::Emulator emulator;
    emulator.script(R"(["stall_mid_stream"])");
    const parlour::Client client(emulator.config());
    Told told;
    parlour::Handlers handlers;
    handlers.on_events = [&](parlour::CallRef, parlour::Events) { throw std::runtime_error("mine"); };
    handlers.on_exception = [&](parlour::CallRef, std::exception_ptr thrown) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::runtime_error &error) {
            told.thrown = error.what();
        }
    };
    handlers.on_done = [&](parlour::CallRef, const parlour::result<void> &outcome) {
        told.end(outcome ? "none" : std::string(outcome.error().kind_name()));
    };
    const parlour::Call call = client.start(ask("Count to 40."), parlour::Mode::kStream, std::move(handlers));
    told.wait();
    CHECK(told.thrown == "mine" && told.failure == "Cancelled" && emulator.wait_closed_early(1, 30s));

    const parlour::Client asking(emulator.config().max_retries(0).credentials(
        [](const parlour::CredentialRequest &) -> parlour::Credential { throw std::runtime_error("no vault"); }));
    const auto refused = asking.try_create(ask("Say hello"));
    CHECK(!refused && std::string(refused.error().what()).find("no vault") != std::string::npos);
}

// An owner of what its functions use, as programs write it: destroyed while they run, before they run, and after.
class Owner {
public:
    explicit Owner(const parlour::Client &client) : told_(1000, 'x') {
        parlour::Handlers handlers;
        handlers.on_events = [this](parlour::CallRef, parlour::Events events) {
            for (const auto event : events) {
                told_ += event.text();
            }
        };
        handlers.on_done = [this](parlour::CallRef, const parlour::result<void> &) { told_ += '.'; };
        call_ = client.start(ask("Count to 12."), parlour::Mode::kStream, std::move(handlers));
    }

private:
    std::string told_;
    parlour::Call call_;
};

static void the_owner_of_functions_may_go_at_any_time() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    for (int number = 0; number < 200; ++number) {
        const Owner owner(client);
        if (number % 2 == 1) {
            std::this_thread::sleep_for(std::chrono::microseconds(number * 20));
        }
    }
}

static void a_stream_is_gone_through_once() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Stream stream = client.stream(ask("Count to 12."));
    std::string text;
    for (const auto piece : stream.text()) {
        text += piece;
        break;
    }
    // The rest after a part.
    for (const auto piece : stream.text()) {
        text += piece;
    }
    CHECK(text == text_of(stream.message()));
    for (const bool texts : {true, false}) {
        try {
            if (texts) {
                static_cast<void>(stream.text().begin());
            } else {
                static_cast<void>(stream.begin());
            }
            CHECK(!"it was read to its end");
        } catch (const parlour::Error &error) {
            CHECK(error.code() == PARLOUR_END);
        }
    }
    CHECK(!stream.next());
    // One that was cancelled says so each time.
    parlour::Stream closed = client.stream(ask("Count to 12."));
    closed.cancel();
    for (int time = 0; time < 2; ++time) {
        try {
            for (const auto &event : closed) {
                static_cast<void>(event);
            }
            CHECK(!"it was cancelled");
        } catch (const parlour::Error &error) {
            CHECK(error.kind() == parlour::Kind::kCancelled);
        }
    }
}

int main() {
    RUN(a_stream_is_a_range);
    RUN(text_alone_is_a_range_too);
    RUN(leaving_a_stream_closes_its_connection);
    RUN(a_broken_stream_throws_what_there_was);
    RUN(waiting_has_a_limit);
    RUN(a_queue_serves_many_calls);
    RUN(giving_up_a_queued_call_closes_its_connection);
    RUN(one_call_of_a_queue_can_be_held_back);
    RUN(functions_are_told);
    RUN(what_a_function_throws_never_crosses_the_border);
    RUN(the_owner_of_functions_may_go_at_any_time);
    RUN(a_stream_is_gone_through_once);
    return 0;
}
