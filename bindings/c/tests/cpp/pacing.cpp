// Calls that wait for the rate limits of their key, and what the client knows of them.
#include "check.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

static void the_state_has_what_the_service_reported() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    CHECK(client.limiter_state()["/models"].size() == 0 && client.limiter_state()["/pacing"].string() == "observe");
    emulator.script(R"({"headers":{"svc-ratelimit-requests-limit":"60","svc-ratelimit-requests-remaining":"20"},)"
                    R"("default":true})");
    client.create(ask("say hello"));
    const parlour::Json model = client.limiter_state()["/models/0"];
    CHECK(model["/model"].string() == "svc-haiku-3-5" && model["/in_flight"].integer() == 0);
    CHECK(model["/requests/limit"].integer() == 60 && model["/requests/remaining"].integer() == 20);
    CHECK(model["/cool_down_seconds"].kind() == parlour::JsonKind::kNull);
    emulator.script(R"({"status":429,"headers":{"retry-after":"9"}})");
    parlour::Options once;
    once.max_retries(0);
    CHECK(!client.try_create(ask("say hello"), &once));
    const parlour::Json refused = client.limiter_state()["/models/0"];
    CHECK(refused["/refusals"].integer() == 1 && refused["/cool_down_seconds"].number() > 8);
}

static void a_call_waits_for_its_turn_or_is_refused() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    // Waits are over at once, and move the clock.
    config.pacing("pace").set("clock", R"({"random":[0]})");
    const parlour::Client client(config);
    emulator.script(R"({"headers":{"svc-ratelimit-requests-limit":"1","svc-ratelimit-requests-remaining":"0"},)"
                    R"("default":true,"repeat":2})");
    const parlour::Message first = client.create(ask("say hello"));
    CHECK(first.head().queued().count() == 0);
    parlour::Options bulk;
    bulk.priority("bulk");
    const parlour::Message second = client.create(ask("say hello"), &bulk);
    CHECK(second.head().queued() == std::chrono::seconds(60));
    parlour::Options hasty;
    hasty.total_timeout(std::chrono::seconds(20));
    const auto late = client.try_create(ask("say hello"), &hasty);
    CHECK(!late && late.error().kind() == parlour::Kind::kOverLimit && late.error().subkind() == "pacing");
    CHECK(late.error().retry_after() == std::chrono::seconds(60));
    config.pacing("fast");
    CHECK(!parlour::Client::try_make(config));
}

static void threads_share_a_cap_of_calls_in_flight() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().max_in_flight(2));
    std::vector<std::thread> threads;
    for (int at = 0; at < 8; ++at) {
        threads.emplace_back([&] { CHECK(client.try_create(ask("say hello")).has_value()); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    CHECK(client.limiter_state()["/in_flight"].integer() == 0);
}

static void a_cap_that_adapts_follows_overloads() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().adaptive_in_flight(true).max_retries(0));
    CHECK(client.limiter_state()["/max_in_flight"].integer() == 16);
    emulator.script(R"({"status":529})");
    const auto refused = client.try_create(ask("say hello"));
    CHECK(!refused && refused.error().kind() == parlour::Kind::kOverloaded);
    CHECK(client.limiter_state()["/max_in_flight"].integer() == 11);
    const parlour::Client plain(emulator.config());
    CHECK(plain.limiter_state()["/max_in_flight"].kind() == parlour::JsonKind::kNull);
}

static void the_ledger_counts_by_model_and_label() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().ledger(true).add_label("blue"));
    CHECK(client.usage_report()["/total/calls"].integer() == 0);
    parlour::Options chat;
    chat.add_label("chat");
    const parlour::Message reply = client.create(ask("say hello"), &chat);
    client.create(ask("say hello"));
    const parlour::Json report = client.usage_report();
    CHECK(report["/total/completed"].integer() == 2 && report["/models/svc-haiku-3-5/attempts"].integer() == 2);
    CHECK(report["/labels/blue/calls"].integer() == 2 && report["/labels/chat/calls"].integer() == 1);
    CHECK(report["/labels/chat/output_tokens"].integer() == static_cast<std::int64_t>(reply.usage().output_tokens));
    CHECK(client.usage_report(true)["/total/calls"].integer() == 2);
    CHECK(client.usage_report()["/total/calls"].integer() == 0);
}

static void a_page_for_prometheus_has_the_figures() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().ledger(true).max_in_flight(4));
    client.create(ask("say hello"));
    const std::string page = client.prometheus_text();
    CHECK(page.find("\nparlour_calls_in_flight_cap 4\n") != std::string::npos);
    CHECK(page.find("\nparlour_calls_total{model=\"svc-haiku-3-5\",outcome=\"completed\"} 1\n") != std::string::npos);
}

static void a_call_beyond_a_spending_limit_is_refused() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    config.set("spending_limits", R"([{"tokens":100,"per":"day"},{"cost":1,"per":"month"}])")
        .set("prices", R"({"svc-haiku-3-5":{"input":1,"output":5}})");
    const parlour::Client client(config);
    client.create(ask("say hello"));
    parlour::Request larger("svc-haiku-3-5", 1000);
    larger.user("say hello");
    const auto refused = client.try_create(larger);
    CHECK(!refused && refused.error().kind() == parlour::Kind::kOverLimit && refused.error().subkind() == "spending");
    const parlour::Json report = client.usage_report();
    CHECK(report["/limits"].size() == 2 && report["/limits/0/used"].number() > 0 && report["/total/cost"].number() > 0);
    CHECK(parlour::Json::parse(emulator.requests_json()).size() == 1);
    config.set("spending_limits", R"([{"tokens":100}])");
    CHECK(!parlour::Client::try_make(config));
}

static void a_file_gets_a_line_for_each_call() {
    const parlour::Emulator emulator;
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("parlour-calls-" + std::to_string(::getpid()));
    const parlour::Client client(emulator.config().call_log(path.string()));
    client.create(ask("say hello"));
    client.create(ask("say hello"));
    std::ifstream file(path);
    std::string line;
    int lines = 0;
    while (std::getline(file, line)) {
        CHECK(parlour::Json::parse(line)["/outcome"].string() == "completed");
        ++lines;
    }
    CHECK(lines == 2);
    std::filesystem::remove(path);
    CHECK(!parlour::Client::try_make(emulator.config().call_log(path.parent_path().string())));
}

int main() {
    RUN(the_state_has_what_the_service_reported);
    RUN(a_call_waits_for_its_turn_or_is_refused);
    RUN(threads_share_a_cap_of_calls_in_flight);
    RUN(a_cap_that_adapts_follows_overloads);
    RUN(the_ledger_counts_by_model_and_label);
    RUN(a_page_for_prometheus_has_the_figures);
    RUN(a_call_beyond_a_spending_limit_is_refused);
    RUN(a_file_gets_a_line_for_each_call);
}
