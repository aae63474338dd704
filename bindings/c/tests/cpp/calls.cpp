// Whole answers, raw requests, settings and errors through the C++ interface.
#include "check.hpp"

#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static void a_whole_answer_has_everything() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    CHECK(client.vendor() == "svc" && client.base_url().find("127.0.0.1") != std::string_view::npos);
    const parlour::Message message = client.create(ask("Say hello"));
    CHECK(message.text() == "hello" && message.role() == "assistant" && message.stop_reason() == "end_turn");
    CHECK(message.model().find("haiku") != std::string_view::npos && !message.id().empty());
    CHECK(message.blocks().size() == 1 && message.blocks()[0].text() == "hello");
    CHECK(message.blocks()[0].kind() == parlour::BlockKind::kText && message.blocks()[7].type().empty());
    CHECK(message.usage().input_tokens > 0 && message.usage().output_tokens > 0);
    CHECK(message.head().status() == 200 && message.head().attempts() == 1 && message.head().waits().empty());
    CHECK(message.head().header("CONTENT-TYPE").value_or("").find("json") != std::string_view::npos);
    CHECK(!message.head().header("x-not-there") && message.head().headers().size() > 3);
    CHECK(message.request_id() == message.head().request_id() && !message.request_id().empty());
    CHECK(!message.head().rate_limits().empty() && message.head().rate_limits()[0].limit.value_or(0) > 0);
    const parlour::Message stored = parlour::Message::from_json(message.json());
    CHECK(stored.text() == "hello" && !stored.head());
    const parlour::Message copy = message;
    CHECK(copy.id() == message.id());
    CHECK(!parlour::Message::try_from_json("[]"));
}

static void an_answer_goes_back_into_the_conversation() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Request request = ask("My name is Ada.");
    request.add(client.create(request)).user("What is my name?");
    CHECK(text_of(client.create(request)) == "Your name is Ada.");
}

static void tools_are_called_by_hand() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Request request = ask("Add 2 and 3.");
    request.tool(
        "add", "Adds two numbers.",
        R"({"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]})");
    request.set("tool_choice", R"({"type":"any"})");
    const parlour::Message asked = client.create(request);
    CHECK(asked.stop_reason() == "tool_use");
    int calls = 0;
    request.add(asked);
    for (const auto block : asked.blocks()) {
        if (block.kind() == parlour::BlockKind::kToolUse) {
            CHECK(block.tool_name() == "add" && block.input_state() == parlour::InputState::kComplete);
            CHECK(block.tool_input_json().substr(0, 1) == "{" && block.input_raw().empty());
            request.tool_result(block.tool_id(), "5");
            ++calls;
        }
    }
    CHECK(calls > 0);
    request.set("tool_choice", R"({"type":"auto"})");
    const parlour::Message last = client.create(request);
    CHECK(last.stop_reason() == "end_turn");
}

static void any_request_can_be_made() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Answer answer = client.request("GET", "/v1/models");
    CHECK(answer.head().status() == 200 && answer.body().find("\"data\"") != std::string_view::npos);
    std::string chunks;
    parlour::Stream stream = client.stream_raw("GET", "/v1/models");
    for (const auto &chunk : stream) {
        CHECK(chunk.kind() == parlour::EventKind::kChunk);
        chunks += chunk.json();
    }
    CHECK(chunks == answer.body());
}

static void errors_say_what_went_wrong() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().max_retries(0));
    emulator.script(R"([{"status": 529, "headers": {"retry-after": "7"}}])");
    try {
        static_cast<void>(client.create(ask("Say hello")));
        CHECK(!"an error was due");
    } catch (const parlour::Error &error) {
        CHECK(error.kind() == parlour::Kind::kOverloaded && error.kind_name() == "Overloaded" && error.status() == 529);
        CHECK(error.code() == PARLOUR_FAILED && error.is_retryable() && error.attempts() == 1);
        CHECK(error.retry_after() == std::optional<parlour::exact_milliseconds>(7s));
        CHECK(!error.request_id().empty() && !error.body().empty() && error.header("Retry-After") == "7");
        CHECK(std::string(error.what()).find("overloaded") != std::string::npos && !error.message().empty());
        CHECK(!error.partial_message() && !error.is_mid_stream() && error.headers().size() > 2);
        const parlour::Error copy = error;
        CHECK(copy.what() == error.what());
    }
}

static void waits_are_told_with_their_fraction() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().max_retries(1));
    emulator.script(R"([{"status": 529, "headers": {"retry-after-ms": "12.5"}}])");
    const parlour::Message message = client.create(ask("Say hello"));
    CHECK(message.head().attempts() == 2 && message.head().waits().size() == 1);
    CHECK(message.head().waits()[0] >= parlour::exact_milliseconds(12.5));
}

static void the_first_mistake_of_a_chain_is_told() {
    const parlour::Emulator emulator;
    const auto bad_config = parlour::Client::try_make(emulator.config().base_url("\xff").vendor("\xfe"));
    CHECK(!bad_config && bad_config.error().code() == PARLOUR_INVALID_UTF8);
    CHECK(std::string(bad_config.error().what()).find("`url`") != std::string::npos);
    CHECK(bad_config.error().kind() == parlour::Kind::kConfig);
    const auto unknown = parlour::Client::try_make(emulator.config().set("tiemout_ms", "1"));
    CHECK(!unknown && unknown.error().kind() == parlour::Kind::kConfig);
    const parlour::Client client(emulator.config());
    parlour::Request request = ask("x");
    request.tool("t", "d", "no json").user("y");
    CHECK(request.mistake() && request.clone().mistake() && !request.check());
    const auto failed = client.try_create(request);
    CHECK(!failed && failed.error().kind() == parlour::Kind::kConfig);
    const parlour::Options options = std::move(parlour::Options().set("nonsense", "1"));
    CHECK(!client.try_create(ask("x"), &options) && !client.try_with_options(options));
    CHECK(!client.try_create(parlour::Request("svc-haiku-3-5", 16)));
    CHECK(!client.try_create(parlour::Request::from_json("[")));
    CHECK(emulator.request_count() == 0);
}

static void what_was_moved_from_gives_errors_only() {
    const parlour::Emulator emulator;
    parlour::Client client(emulator.config());
    parlour::Request request = ask("Say hello");
    parlour::Message message = client.create(request);
    parlour::Stream stream = client.stream(request);
    const parlour::Message taken = std::move(message);
    const parlour::Request other = std::move(request);
    const parlour::Client there = std::move(client);
    const parlour::Stream here = std::move(stream);
    CHECK(message.text().empty() && message.blocks().size() == 0 && !message.head() &&
          message.usage().input_tokens == 0);
    CHECK(client.try_create(other).error().code() == PARLOUR_NULL_ARGUMENT);
    CHECK(there.try_create(request).error().code() == PARLOUR_NULL_ARGUMENT);
    CHECK(!stream.try_next() && !stream.try_head() && !stream.snapshot());
    CHECK(there.try_create(other) && taken.text() == "hello");
}

static void options_and_credentials_reach_the_service() {
    const parlour::Emulator emulator;
    std::atomic<int> asked{0};
    const parlour::Client client(emulator.config().credentials([&](const parlour::CredentialRequest &why) {
        ++asked;
        CHECK(why.attempt > 0);
        return parlour::Credential::api_key("test-key");
    }));
    parlour::Options options;
    options.header("x-mine", "yes").timeout(20s).body_key("temperature", "0.5");
    CHECK(text_of(client.create(ask("Say hello"), &options)) == "hello" && asked == 1);
    CHECK(emulator.requests_json().find("x-mine") != std::string_view::npos);
    CHECK(emulator.requests_json().find("temperature") != std::string_view::npos);
    CHECK(text_of(client.with_options(options).create(ask("Say hello"))) == "hello");
}

static void a_function_signs_what_is_sent() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().credentials([&](const parlour::CredentialRequest &sent) {
        CHECK(sent.method == "POST" && sent.url.find("/v1/messages") != std::string_view::npos);
        CHECK(sent.body && sent.body->find("Say hello") != std::string_view::npos && !sent.headers.empty());
        return parlour::Credential::in_headers().header("x-api-key", "test-key").header("x-signature", "signed-here");
    }));
    CHECK(text_of(client.create(ask("Say hello"))) == "hello");
    CHECK(emulator.requests_json().find("signed-here") != std::string_view::npos);
    const parlour::Client elsewhere(emulator.config().credentials([&](const parlour::CredentialRequest &) {
        return parlour::Credential::auth_token("test-key").url("http://127.0.0.1:9/").valid_for(0s);
    }));
    CHECK(elsewhere.try_create(ask("Say hello")).error().message().find("not the service's") != std::string_view::npos);
}

static void threads_share_a_client() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Request request = ask("Say hello");
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int number = 0; number < 8; ++number) {
        threads.emplace_back([&] { right += text_of(client.create(request)) == "hello" ? 1 : 0; });
    }
    for (auto &thread : threads) {
        thread.join();
    }
    CHECK(right == 8);
}

static void stop_reasons_reach_a_function() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    std::vector<std::string> reasons;
    int thrown = 0;
    config.on_stop(
        [&](const parlour::StopNotice &notice) {
            CHECK(!notice.message_id.empty() && !notice.model.empty() && !notice.request_id.empty());
            reasons.emplace_back(notice.stop_reason);
            throw std::runtime_error("stays inside");
        },
        [&](std::exception_ptr) { ++thrown; });
    const parlour::Client client(config);
    parlour::Request request("svc-haiku-3-5", 2);
    request.user("say one two three four five");
    const parlour::Message cut = client.create(request);
    CHECK(cut.stop_reason() == "max_tokens");
    parlour::Stream stream = client.stream(request);
    for (const auto &event : stream) {
        static_cast<void>(event);
    }
    CHECK((reasons == std::vector<std::string>{"max_tokens", "max_tokens"}) && thrown == 2);
    CHECK(text_of(client.create(ask("say x"))) == "x" && reasons.size() == 2);
}

static void a_refused_setting_says_which_and_why() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    config.header("no name", "x").base_url("never looked at");
    const auto client = parlour::Client::try_make(config);
    CHECK(!client && client.error().kind() == parlour::Kind::kConfig);
    CHECK(client.error().message().find("no name") != std::string_view::npos);
    parlour::Config twice = emulator.config();
    twice.secret_header("x-inner", "hush\nhush");
    CHECK(twice.mistake()->setting() == "secret_headers");
    CHECK(std::string(twice.mistake()->what()).find("hush") == std::string::npos);
}

static void secret_headers_and_retries_that_were_not_made() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().secret_header("x-inner", "hush-client"));
    parlour::Options options;
    options.secret_header("x-outer", "hush-call").max_retries(0);
    CHECK(text_of(client.create(ask("say x"), &options)) == "x");
    const std::string sent(emulator.requests_json());
    CHECK(sent.find("hush-client") != std::string::npos && sent.find("hush-call") != std::string::npos);
    emulator.script(
        R"({"status": 529, "json": {"type": "error", "error": {"type": "overloaded_error", "message": "hush-call"}}})");
    const auto reply = client.try_create(ask("say x"), &options);
    CHECK(!reply && reply.error().not_retried() == "exhausted");
    CHECK(std::string(reply.error().what()).find("hush-") == std::string::npos);
    CHECK(parlour::Error().not_retried().empty());
}

static void results_are_chained() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const auto length =
        client.try_create(ask("say x"))
            .and_then([](parlour::Message message) { return parlour::Message::try_from_json(message.json()); })
            .transform([](const parlour::Message &message) { return message.text().size(); });
    CHECK(length && *length == 1);
    bool seen = false;
    CHECK(client.try_create(ask("say x")).transform([&](const parlour::Message &) { seen = true; }) && seen);
    const auto saved = parlour::Message::try_from_json("[]").or_else([&](const parlour::Error &error) {
        CHECK(error.kind() == parlour::Kind::kConfig);
        return client.try_create(ask("say y"));
    });
    CHECK(saved && text_of(*saved) == "y");
    CHECK(!parlour::Message::try_from_json("[]").transform([](const parlour::Message &) { return 1; }));
}

static void a_client_drains_before_its_program_ends() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(R"(["stall_mid_stream"])");
    std::optional<parlour::Stream> stream(client.stream(ask("say one")));
    CHECK(stream->try_next());
    const parlour::Answer first = client.drain(std::chrono::milliseconds(0));
    const parlour::Json report = parlour::Json::parse(first.body());
    CHECK(report["/ended"].integer() == 0 && report["/left"].size() == 1);
    CHECK(report["/left/0/operation"].string() == "POST /v1/messages" && report["/left/0/streams"].boolean());
    CHECK(report["/left/0/running_seconds"].number() >= 0 && report["/waited_seconds"].number() >= 0);
    const auto refused = client.try_create(ask("say two"));
    CHECK(!refused && refused.error().kind() == parlour::Kind::kDraining && !refused.error().is_retryable());
    std::thread waiting([&] {
        const parlour::Answer last = client.drain(std::chrono::minutes(1));
        CHECK(parlour::Json::parse(last.body())["/left"].size() == 0);
    });
    stream.reset();
    waiting.join();
    CHECK(!client.try_drain(std::chrono::milliseconds(-1)));
    const parlour::Json stats = client.stats();
    CHECK(stats["/running"].integer() == 0 && stats["/begun"].integer() == 1 && stats["/draining"].boolean());
    CHECK(stats["/oldest_running_seconds"].kind() == parlour::JsonKind::kNull);
}

int main() {
    RUN(a_client_drains_before_its_program_ends);
    RUN(a_whole_answer_has_everything);
    RUN(an_answer_goes_back_into_the_conversation);
    RUN(tools_are_called_by_hand);
    RUN(any_request_can_be_made);
    RUN(errors_say_what_went_wrong);
    RUN(waits_are_told_with_their_fraction);
    RUN(the_first_mistake_of_a_chain_is_told);
    RUN(what_was_moved_from_gives_errors_only);
    RUN(options_and_credentials_reach_the_service);
    RUN(a_function_signs_what_is_sent);
    RUN(threads_share_a_client);
    RUN(results_are_chained);
    RUN(stop_reasons_reach_a_function);
    RUN(a_refused_setting_says_which_and_why);
    RUN(secret_headers_and_retries_that_were_not_made);
    return 0;
}
