// Results of calls: chaining, error codes, text for streams and std::format, copies, ranges.
// standards: c++17 c++20 c++23
#include "check.hpp"

#include <parlour/format.hpp>

#include <algorithm>
#include <sstream>

#if __cplusplus >= 202002L
#include <ranges>
#endif

using parlour::Error;
using parlour::Kind;
using parlour::result;

template <class T>
static std::string printed(const T &value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

static Error config_error() { return parlour::Message::try_from_json("no").error(); }

static void results_are_chained() {
    const result<int> four(4);
    const result<int> none(config_error());
    const auto half = [](int number) {
        return number % 2 == 0 ? result<int>(number / 2) : result<int>(config_error());
    };
    CHECK(*four.and_then(half).and_then(half) == 1 && !four.and_then(half).and_then(half).and_then(half));
    CHECK(*four.transform([](int number) { return std::to_string(number); }) == "4" && !none.transform(half));
    CHECK(none.value_or(7) == 7 && four.value_or(7) == 4 &&
          *none.or_else([](const Error &) { return result<int>(9); }) == 9);
    CHECK(*four.or_else([](const Error &) { return result<int>(9); }) == 4);
    const auto other = [](const Error &) { return Error(PARLOUR_BUSY); };
    CHECK(none.transform_error(other).error().code() == PARLOUR_BUSY && *four.transform_error(other) == 4);
    CHECK(four.error().code() == PARLOUR_OK && none.error().code() == PARLOUR_FAILED);
    // Move-only values are moved through the chain.
    auto moved = result<std::unique_ptr<int>>(std::make_unique<int>(3)).transform([](std::unique_ptr<int> &&held) {
        ++*held;
        return std::move(held);
    });
    CHECK(**moved == 4 && *moved.and_then([](std::unique_ptr<int> &held) { return result<int>(*held); }) == 4);
    // A mutable one gives its value itself.
    result<std::string> text(std::string("a"));
    text.transform([](std::string &value) { value += "b"; }).value();
    CHECK(*text == "ab");

    const result<void> done;
    const result<void> failed(config_error());
    CHECK(*done.transform([] { return 5; }) == 5 && !failed.transform([] { return 5; }));
    CHECK(*done.and_then([] { return result<int>(6); }) == 6 && !failed.and_then([] { return result<int>(6); }));
    CHECK(failed.or_else([](const Error &) { return result<void>(); }));
    CHECK(failed.transform_error(other).error().code() == PARLOUR_BUSY && done.transform_error(other));
    CHECK(done.transform([] {}) && !failed.transform([] {}));
}

#if defined(__cpp_lib_expected)
static void results_are_expected() {
    std::expected<int, Error> number = result<int>(4);
    CHECK(number && *number == 4);
    std::expected<int, Error> failed = result<int>(config_error());
    CHECK(!failed && failed.error().kind() == config_error().kind());
    const result<int> back = number;
    CHECK(*back == 4 && !result<int>(std::move(failed)));
    const std::expected<void, Error> nothing = result<void>();
    CHECK(nothing && result<void>(nothing));
    std::expected<std::unique_ptr<int>, Error> moved = result<std::unique_ptr<int>>(std::make_unique<int>(3));
    CHECK(**moved == 3 && **result<std::unique_ptr<int>>(std::move(moved)) == 3);
    const result<std::optional<int>> empty(std::nullopt);
    CHECK(empty && !*empty);
}
#endif

static void kinds_are_error_codes() {
    const std::error_code code = Kind::kTimeout;
    CHECK(code == std::errc::timed_out && code == Kind::kTimeout && code != Kind::kCancelled &&
          code.message() == "Timeout");
    CHECK(make_error_code(Kind::kDeadlineExceeded) == std::errc::timed_out &&
          std::string(code.category().name()) == "parlour");
    CHECK(make_error_code(Kind::kCancelled) == std::errc::operation_canceled && !make_error_code(Kind::kNone));
    CHECK(make_error_code(Kind::kRateLimit) == Kind::kRateLimit &&
          make_error_code(Kind::kRateLimit).message() == "RateLimit");
    CHECK(make_error_code(static_cast<Kind>(999)).message() == "kind 999");
    // Every kind that the library knows has a name here.
    for (std::uint32_t number = 1; number <= parlour_kind_count(); ++number) {
        CHECK(make_error_code(static_cast<Kind>(number)).message().find("kind ") == std::string::npos);
    }
    CHECK(Error(PARLOUR_TIMED_OUT).error_code() == std::errc::timed_out);
    CHECK(Error(PARLOUR_INTERRUPTED).error_code() == std::errc::interrupted);
    CHECK(Error(PARLOUR_INTERRUPTED).error_code() == std::errc::operation_canceled && !Error().error_code());
    CHECK(Error(PARLOUR_BUSY).error_code().message() == parlour_result_text(PARLOUR_BUSY));

    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().max_retries(0));
    emulator.script(
        R"([{"status": 429, "json": {"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}}}])");
    const auto refused = client.try_create(ask("Say hello"));
    CHECK(!refused && refused.error().error_code() == Kind::kRateLimit);
    CHECK(client.try_create(parlour::Request("", 0)).error().error_code() == std::errc::invalid_argument);
}

static void what_may_be_shown_is_printed() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Message message = client.create(ask("Say hello"));
    CHECK(printed(message) == "hello" && printed(message.blocks()[0]) == "hello");
    CHECK(printed(message.usage()).find("input_tokens=") == 0 &&
          printed(message.head()).find("status=200 attempts=1") == 0);
    CHECK(printed(Kind::kRateLimit) == "RateLimit" && printed(Kind::kNone) == "None");
    CHECK(printed(static_cast<Kind>(999)) == "Unknown" && printed(parlour::InputState::kIncomplete) == "Incomplete");
    const parlour::Client wrong(emulator.config().api_key("sk-secret-of-mine").max_retries(0));
    const auto refused = wrong.try_create(ask("Say hello"));
    CHECK(!refused && printed(refused.error()) == refused.error().what());
    CHECK(printed(refused.error()).find("sk-secret") == std::string::npos);
#if defined(__cpp_lib_format)
    CHECK(std::format("[{:>10}] {}", Kind::kRateLimit, message) == "[ RateLimit] hello");
    CHECK(std::format("{}", message.usage()) == printed(message.usage()) &&
          std::format("{}", message.blocks()[0]) == "hello");
    CHECK(std::format("{} {}", refused.error(), message.head()) ==
          printed(refused.error()) + " " + printed(message.head()));
#endif
}

static void copies_share() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    std::optional<parlour::Message> first = client.create(ask("Say hello"));
    parlour::Message second = *first;
    const parlour::Message third = second;
    CHECK(second.text().data() == first->text().data());
    first.reset();
    CHECK(second.text() == "hello" && third.text() == "hello");
    const parlour::Message moved = std::move(second);
    second = moved;
    CHECK(second.text() == "hello");
    const parlour::Answer answer = client.request("GET", "/v1/models");
    const parlour::Answer same = answer;
    CHECK(same.body() == answer.body() && !same.body().empty());
    // Builders are not shared: a copy is changed on its own.
    const parlour::Config settings = emulator.config();
    const parlour::Client other(settings.clone().vendor("svc"));
    CHECK(text_of(other.create(ask("Say hello"))) == "hello");
    const parlour::Options options;
    CHECK(options.clone().timeout(parlour::milliseconds(-1)).mistake() && !options.mistake());
    CHECK(parlour::Config().set("no_such_setting", "1").clone().mistake());
}

#if defined(__cpp_lib_ranges)
static_assert(std::ranges::forward_range<parlour::Events> && std::ranges::sized_range<parlour::Events>);
static_assert(std::ranges::view<parlour::Events> && std::ranges::borrowed_range<parlour::Events>);
static_assert(std::ranges::forward_range<parlour::Blocks> && std::ranges::sized_range<parlour::Blocks>);
static_assert(std::ranges::view<parlour::Blocks> && std::ranges::borrowed_range<parlour::Blocks>);
static_assert(std::ranges::forward_range<const parlour::Batch>);
static_assert(std::ranges::input_range<parlour::Stream> && std::ranges::input_range<const parlour::Stream::Text>);

static void loops_are_ranges() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Stream stream = client.stream(ask("Count to 12."));
    std::string text;
    for (const auto &event :
         stream | std::views::filter([](const parlour::Event &one) { return !one.text().empty(); })) {
        text += event.text();
    }
    CHECK(text == "1 2 3 4 5 6 7 8 9 10 11 12");
    const parlour::Message message = client.create(ask("Say hello"));
    auto texts = message.blocks() | std::views::transform([](const parlour::Block &block) { return block.text(); });
    CHECK(std::ranges::distance(texts) == 1 && *texts.begin() == "hello");
    const auto found = std::ranges::find(message.blocks(), parlour::BlockKind::kText, &parlour::Block::kind);
    CHECK((*found).text() == "hello");
}
#endif

int main() {
    RUN(results_are_chained);
#if defined(__cpp_lib_expected)
    RUN(results_are_expected);
#endif
    RUN(kinds_are_error_codes);
    RUN(what_may_be_shown_is_printed);
    RUN(copies_share);
#if defined(__cpp_lib_ranges)
    RUN(loops_are_ranges);
#endif
    return 0;
}
