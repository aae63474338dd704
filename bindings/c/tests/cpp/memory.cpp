// No exception path leaks: every operation is repeated with memory that runs out at its first, second, third ...
// request for some, until it succeeds. The leak checker of the sanitizer run finds leaks; this program checks that each
// operation gives std::bad_alloc or its result, and nothing else.
#include "check.hpp"

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

// How many more allocations of this thread succeed; below zero all do.
static thread_local long allowed = -1;

// Not inlined, or the compiler takes malloc for the partner of delete.
[[gnu::noinline]] void *operator new(std::size_t size) {
    if (allowed == 0) {
        throw std::bad_alloc();
    }
    if (allowed > 0) {
        --allowed;
    }
    if (void *memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

// Repeats `body` until its memory suffices; it has to come through in the end, and to have failed before.
template <class Body>
static void starved(const char *what, long fewest, Body body) {
    for (long number = 0;; ++number) {
        CHECK(number < 10000);
        try {
            allowed = number;
            body();
            allowed = -1;
            CHECK(number >= fewest);
            std::printf("%s: comes through with %ld allocations\n", what, number);
            return;
        } catch (const std::bad_alloc &) {
            allowed = -1;
        }
    }
}

static void memory_that_runs_out_leaks_nothing() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().max_retries(0));
    const parlour::Request request = ask("Say hello");
    const std::string key(100, 'k');

    starved("a client", 1, [&] {
        parlour::Config config;
        config.base_url("http://127.0.0.1:9").vendor("svc").credentials([key](const parlour::CredentialRequest &) {
            return parlour::Credential::api_key(key);
        });
        const parlour::Client made(config);
    });
    starved("a mistake", 1, [&] {
        const auto made = parlour::Client::try_make(parlour::Config().base_url("\xff"));
        CHECK(!made);
    });
    starved("a request", 0, [&] {
        parlour::Request turns("svc-haiku-3-5", 16);
        turns.user("x").assistant("y").user("z");
        CHECK(turns.clone().check());
    });
    starved("an answer", 0, [&] {
        const parlour::Message message = client.create(request);
        CHECK(message.text() == "hello" && text_of(parlour::Message(message)) == "hello");
    });
    starved("the lists of a head", 2, [&] {
        const parlour::Message message = client.create(request);
        CHECK(message.head().headers().size() > 2 && !message.head().rate_limits().empty());
    });
    starved("an error", 2, [&] {
        emulator.clear();
        emulator.script(R"([{"status": 400}])");
        try {
            static_cast<void>(client.create(request));
            CHECK(!"an error was due");
        } catch (const parlour::Error &error) {
            CHECK(error.status() == 400 && error.waits().empty() && !error.headers().empty());
        }
    });
    starved("a stream", 0, [&] {
        std::size_t bytes = 0;
        parlour::Stream stream = client.stream(request);
        for (const auto &event : stream) {
            bytes += event.text().size();
        }
        CHECK(bytes == 5 && text_of(stream.message()) == "hello");
    });
    starved("a broken stream", 1, [&] {
        emulator.clear();
        emulator.script(R"(["close_mid_stream"])");
        parlour::Stream stream = client.stream(request);
        try {
            while (stream.next()) {
            }
            CHECK(!"an error was due");
        } catch (const parlour::Error &error) {
            CHECK(error.partial_message());
        }
    });
    starved("a queue", 1, [&] {
        emulator.clear();
        const parlour::Queue queue;
        const parlour::Call good = client.submit(queue, request, parlour::Mode::kStream, 1);
        const parlour::Call cancelled = client.submit(queue, request, parlour::Mode::kStream, 2);
        cancelled.cancel();
        std::vector<parlour::Completion> found;
        for (int ends = 0; ends < 2;) {
            CHECK(queue.wait_for(std::chrono::seconds(30)));
            queue.drain(found);
            for (const auto &completion : found) {
                ends += completion.is_last() ? 1 : 0;
            }
        }
    });
    starved("handlers", 1, [&] {
        const std::string kept(100, 'x');
        parlour::Handlers handlers;
        std::atomic<bool> done{false};
        handlers.on_done = [kept, &done](parlour::CallRef, const parlour::result<void> &) { done = true; };
        const parlour::Call call = client.start(request, parlour::Mode::kWhole, std::move(handlers));
        while (!done) {
            std::this_thread::yield();
        }
    });
}

// An exception of the program's own, thrown through every kind of loop.
static void exceptions_through_loops_leak_nothing() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Request request = ask("Count to 12.");
    for (int number = 0; number < 5; ++number) {
        try {
            parlour::Stream stream = client.stream(request);
            for (const auto &event : stream) {
                const parlour::Message so_far = stream.snapshot().value();
                if (event.delta() == parlour::DeltaKind::kText) {
                    throw std::runtime_error(std::string(so_far.text()));
                }
            }
        } catch (const std::runtime_error &error) {
            CHECK(error.what()[0] == '1');
        }
        try {
            const parlour::Queue queue;
            const parlour::Call call = client.submit(queue, request, parlour::Mode::kStream, 1);
            std::vector<parlour::Completion> found;
            while (queue.wait_for(std::chrono::seconds(30))) {
                queue.drain(found);
                if (!found.empty()) {
                    throw parlour::Error(PARLOUR_INVALID_ARGUMENT, nullptr, "mine");
                }
            }
        } catch (const parlour::Error &error) {
            CHECK(std::string(error.what()).substr(0, 5) == "mine:");
        }
    }
}

int main() {
    RUN(memory_that_runs_out_leaks_nothing);
    RUN(exceptions_through_loops_leak_nothing);
    return 0;
}
