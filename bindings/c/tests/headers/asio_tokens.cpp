// Calls in an asio loop that take completion tokens: callbacks, futures, cancellation slots, and coroutines where there
// are.
// standards: c++17 c++20
// gcc sees allocators that have no member as not initialised in asio::use_future, when it optimises.
// flags: -Wno-maybe-uninitialized
#include <parlour_asio.hpp>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/cancellation_signal.hpp>
#include <asio/io_context.hpp>
#include <asio/strand.hpp>
#include <asio/use_future.hpp>

#if defined(ASIO_HAS_CO_AWAIT)
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <asio/use_awaitable.hpp>
#endif

#include "../cpp/check.hpp"

#include <chrono>
#include <thread>

using namespace std::chrono_literals;
using parlour::Kind;
using parlour::result;

static const std::string twelve = "1 2 3 4 5 6 7 8 9 10 11 12";

static void callbacks_are_tokens() {
    const parlour::Emulator emulator;
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    std::string text;
    bool within = true;
    client.async_create(ask("Say hello"), [&](std::exception_ptr thrown, parlour::Message message) {
        CHECK(!within && !thrown);
        text = message.text();
        client.async_try_create(parlour::Request("", 0), [&](const result<parlour::Message> &refused) {
            CHECK(!refused && refused.error().kind() == Kind::kConfig);
            text += "!";
        });
    });
    within = false;
    // The loop ends by itself: nobody waits any more.
    loop.run();
    CHECK(text == "hello!");
    // And begins again.
    loop.restart();
    client.async_try_create(ask("Say hello"), [&](const result<parlour::Message> &reply) { text = reply->text(); });
    loop.run();
    CHECK(text == "hello");
}

struct Reading {
    parlour::asio_stream stream;
    std::string text;
    std::optional<parlour::Error> failure;
    bool ended = false;

    void go_on() {
        stream.async_try_next([this](result<std::optional<parlour::Event>> next) {
            if (!next) {
                failure = next.error();
            } else if (*next) {
                text += (*next)->text();
                go_on();
            } else {
                ended = true;
            }
        });
    }
};

static void streams_are_read_by_callbacks() {
    const parlour::Emulator emulator(R"({"pace_ms": 1})");
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    Reading one{client.stream(ask("Count to 12.")), {}, {}, false};
    Reading two{client.stream(ask("Say hello")), {}, {}, false};
    one.go_on();
    two.go_on();
    loop.run();
    CHECK(one.ended && two.ended && one.text == twelve && two.text == "hello");
    std::string whole;
    one.stream.async_message([&](std::exception_ptr, const parlour::Message &message) { whole = message.text(); });
    loop.restart();
    loop.run();
    CHECK(whole == twelve && one.stream.head().status() == 200);
    // A call that has failed says so each time.
    emulator.script(R"(["close_mid_stream"])");
    Reading broken{client.stream(ask("Count to 12.")), {}, {}, false};
    broken.go_on();
    loop.restart();
    loop.run();
    CHECK(broken.failure && broken.failure->is_mid_stream() &&
          broken.failure->partial_message()->text() == broken.text);
}

static void a_second_reader_is_refused() {
    const parlour::Emulator emulator;
    emulator.script(R"(["stall_before_headers"])");
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    std::optional<parlour::asio_stream> stream(client.stream(ask("Count to 12.")));
    int told = 0;
    stream->async_try_next([&](const result<std::optional<parlour::Event>> &next) {
        CHECK(!next && next.error().kind() == Kind::kCancelled);
        ++told;
    });
    stream->async_try_next([&](const result<std::optional<parlour::Event>> &next) {
        CHECK(!next && next.error().code() == PARLOUR_BUSY);
        ++told;
        // Destroying a stream ends a wait for it.
        stream.reset();
    });
    loop.run();
    CHECK(told == 2);
}

static void futures_are_tokens() {
    const parlour::Emulator emulator;
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config().max_retries(0)));
    auto good = client.async_create(ask("Say hello"), asio::use_future);
    auto bad = client.async_create(parlour::Request("", 0), asio::use_future);
    std::thread other([&] { loop.run(); });
    CHECK(text_of(good.get()) == "hello");
    bool thrown = false;
    try {
        bad.get();
    } catch (const parlour::Error &error) {
        thrown = error.kind() == Kind::kConfig;
    }
    other.join();
    CHECK(thrown);
}

static void slots_cancel_calls() {
    const parlour::Emulator emulator;
    asio::io_context loop;
    const parlour::asio_client client(asio::make_strand(loop), parlour::Client(emulator.config()));
    emulator.script(R"(["stall_before_headers"])");
    asio::cancellation_signal signal;
    std::optional<parlour::Error> failure;
    client.async_try_create(ask("Say hello"),
                            asio::bind_cancellation_slot(signal.slot(), [&](const result<parlour::Message> &reply) {
                                CHECK(!reply);
                                failure = reply.error();
                            }));
    asio::steady_timer timer(client.get_executor(), 50ms);
    timer.async_wait([&](const asio::error_code &) { signal.emit(asio::cancellation_type::terminal); });
    loop.run();
    CHECK(failure && failure->kind() == Kind::kCancelled && failure->error_code() == std::errc::operation_canceled);
    CHECK(emulator.wait_closed_early(1, 30s));
}

static void slots_end_the_wait_for_an_event_and_lose_none() {
    const parlour::Emulator emulator(R"({"pace_ms": 30})");
    // Of the first wait nothing can be there when it is given up; the later ones depend on when events come.
    emulator.script(R"([{"delay_ms": 1000}])");
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    parlour::asio_stream stream = client.stream(ask("Count to 12."));
    std::string text;
    int interrupted = 0;
    bool ended = false;
    while (!ended) {
        asio::cancellation_signal signal;
        asio::steady_timer timer(loop, 10ms);
        stream.async_try_next(
            asio::bind_cancellation_slot(signal.slot(), [&](const result<std::optional<parlour::Event>> &next) {
                timer.cancel();
                if (!next) {
                    CHECK(next.error().code() == PARLOUR_INTERRUPTED);
                    ++interrupted;
                } else if (*next) {
                    text += (*next)->text();
                } else {
                    ended = true;
                }
            }));
        if (interrupted == 0) {
            signal.emit(asio::cancellation_type::total);
        }
        timer.async_wait([&](const asio::error_code &error) {
            if (!error) {
                signal.emit(asio::cancellation_type::total);
            }
        });
        loop.restart();
        loop.run();
    }
    CHECK(text == twelve && interrupted > 0);
}

// A loop that is destroyed takes with it what waits in it, and the calls: under ASan nothing is left.
static void a_loop_that_is_destroyed_ends_its_calls() {
    const parlour::Emulator emulator;
    emulator.script(R"(["stall_before_headers", "stall_before_headers"])");
    {
        asio::io_context loop;
        auto client = std::make_shared<parlour::asio_client>(loop.get_executor(), parlour::Client(emulator.config()));
        client->async_try_create(ask("Say hello"),
                                 [client](const result<parlour::Message> &) { CHECK(!"never told"); });
        auto stream = std::make_shared<parlour::asio_stream>(client->stream(ask("Say hello")));
        stream->async_try_next([stream](const result<std::optional<parlour::Event>> &) { CHECK(!"never told"); });
        loop.run_for(50ms);
        CHECK(emulator.wait_requests(2, 30s));
    }
    CHECK(emulator.wait_closed_early(2, 30s));
}

#if defined(ASIO_HAS_CO_AWAIT)
static asio::awaitable<void> talk(const parlour::asio_client &client, std::string &said) {
    const parlour::Message message = co_await client.async_create(ask("Say hello"), asio::use_awaitable);
    said = message.text();
    parlour::asio_stream stream = client.stream(ask("Count to 12."));
    std::string text;
    while (const auto event = co_await stream.async_next(asio::use_awaitable)) {
        text += event->text();
    }
    CHECK(text == twelve && text_of(co_await stream.async_message(asio::use_awaitable)) == twelve);
    parlour::asio_stream batches = client.stream(ask("Count to 12."));
    std::string again;
    while (const auto batch = co_await batches.async_next_batch(asio::use_awaitable)) {
        for (const auto event : *batch) {
            again += event.text();
        }
    }
    CHECK(again == twelve);
    bool thrown = false;
    try {
        co_await client.async_create(parlour::Request("", 0), asio::use_awaitable);
    } catch (const parlour::Error &error) {
        thrown = error.kind() == Kind::kConfig;
    }
    CHECK(thrown && !(co_await client.async_try_create(parlour::Request("", 0), asio::use_awaitable)));
}

static void coroutines_await_calls() {
    const parlour::Emulator emulator;
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    std::string said;
    bool ended = false;
    asio::co_spawn(loop, talk(client, said), [&](std::exception_ptr thrown) { ended = !thrown; });
    loop.run();
    CHECK(ended && said == "hello");
}

// Both at once, or whichever is first: the operators of asio, and through them its cancellation.
static asio::awaitable<void> compete(const parlour::asio_client &client, const parlour::Emulator &emulator) {
    using namespace asio::experimental::awaitable_operators;
    const auto [one, two] = co_await (client.async_create(ask("Say hello"), asio::use_awaitable) &&
                                      client.async_create(ask("Say hello"), asio::use_awaitable));
    CHECK(one.text() == "hello" && two.text() == "hello");
    emulator.script(R"(["stall_before_headers"])");
    asio::steady_timer limit(co_await asio::this_coro::executor, 50ms);
    const auto first = co_await (client.async_create(ask("Say hello"), asio::use_awaitable) ||
                                 limit.async_wait(asio::use_awaitable));
    CHECK(first.index() == 1);
}

static void coroutines_compete() {
    const parlour::Emulator emulator;
    asio::io_context loop;
    const parlour::asio_client client(loop.get_executor(), parlour::Client(emulator.config()));
    bool ended = false;
    asio::co_spawn(loop, compete(client, emulator), [&](std::exception_ptr thrown) { ended = !thrown; });
    loop.run();
    CHECK(ended && emulator.wait_closed_early(1, 30s));
}
#endif

int main() {
    RUN(callbacks_are_tokens);
    RUN(streams_are_read_by_callbacks);
    RUN(a_second_reader_is_refused);
    RUN(futures_are_tokens);
    RUN(slots_cancel_calls);
    RUN(slots_end_the_wait_for_an_event_and_lose_none);
    RUN(a_loop_that_is_destroyed_ends_its_calls);
#if defined(ASIO_HAS_CO_AWAIT)
    RUN(coroutines_await_calls);
    RUN(coroutines_compete);
#endif
    return 0;
}
