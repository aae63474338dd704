// Hooks around calls: on threads of the library, what each point may want, and how exceptions come back.
#include "check.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace {

/// The ends of calls, which come on a thread of the library.
struct Ends {
    std::mutex mutex;
    std::condition_variable came;
    std::vector<std::string> texts;

    void add(std::string_view text) {
        const std::lock_guard<std::mutex> lock(mutex);
        texts.emplace_back(text);
        came.notify_all();
    }
    std::string wait(std::size_t count) {
        std::unique_lock<std::mutex> lock(mutex);
        CHECK(came.wait_for(lock, std::chrono::seconds(10), [&] { return texts.size() >= count; }));
        return texts[count - 1];
    }
};

constexpr const char *kKept =
    R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"kept"}],)"
    R"("stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":7,"output_tokens":3}})";

}    // namespace

static void hooks_are_called_on_threads_of_the_library() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    const auto ends = std::make_shared<Ends>();
    const auto calls = std::make_shared<std::atomic<int>>(0);
    const std::thread::id here = std::this_thread::get_id();
    config.set("clock", "{}");
    config.add_hook("first", parlour::HookPoint::kCall, [calls, here](parlour::HookContext &hook) {
        CHECK(hook.point() == parlour::HookPoint::kCall && hook.attempt() == 1 && !hook.is_stream());
        CHECK(hook.model() == "svc-haiku-3-5" && hook.method() == "POST" && std::this_thread::get_id() != here);
        CHECK(hook.labels() == std::vector<std::string_view>{"blue"} && hook.body().has_value());
        hook.add_header("x-of-call", "yes");
        ++*calls;
    });
    config.add_hook("second",
                    parlour::HookPoint::kAttempt | parlour::HookPoint::kFailure | parlour::HookPoint::kEnd,
                    [calls, ends](parlour::HookContext &hook) {
                        if (hook.point() == parlour::HookPoint::kAttempt) {
                            bool seen = false;
                            for (const auto &[name, value] : hook.headers()) {
                                CHECK(name != "x-api-key");
                                seen = seen || (name == "x-of-call" && value == "yes");
                            }
                            CHECK(seen);
                        } else if (hook.point() == parlour::HookPoint::kFailure) {
                            CHECK(hook.error().kind() == parlour::Kind::kOverloaded && hook.attempt() == 1);
                            CHECK(hook.next_wait().has_value());
                        } else {
                            ends->add(hook.end_json());
                        }
                        ++*calls;
                    });
    const parlour::Client client(config);
    emulator.script(R"({"status":529,"json":{"type":"error","error":{"type":"overloaded_error","message":"m"}}})");
    parlour::Options blue;
    blue.add_label("blue");
    client.create(ask("say hello"), &blue);
    const std::string end = ends->wait(1);
    CHECK(end.find(R"("outcome":"completed")") != std::string::npos && end.find(R"("attempts":2)") != std::string::npos);
    CHECK(*calls == 5);
}

static void a_hook_answers_or_refuses() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    config.add_hook("cache", parlour::HookPoint::kCall, [](parlour::HookContext &hook) {
        if (hook.is_stream()) {
            hook.veto("no streams");
            return;
        }
        hook.answer(200, kKept);
        hook.add_answer_header("request-id", "req_kept");
    });
    const parlour::Client client(config);
    const parlour::Message kept = client.create(ask("say hello"));
    CHECK(kept.text() == "kept" && kept.head().request_id() == "req_kept");
    parlour::Stream stream = client.stream(ask("say hello"));
    const auto refused = stream.try_next();
    CHECK(!refused && refused.error().kind() == parlour::Kind::kHook && refused.error().subkind() == "veto");
    CHECK(parlour::Json::parse(emulator.requests_json()).size() == 0);
}

static void what_a_hook_throws_ends_the_call() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    config.add_hook("broken", parlour::HookPoint::kAttempt,
                    [](parlour::HookContext &) { throw std::runtime_error("out of order"); });
    const auto failed = parlour::Client(config).try_create(ask("say hello"));
    CHECK(!failed && failed.error().kind() == parlour::Kind::kHook && failed.error().subkind() == "failed");
    const std::string what = failed.error().what();
    CHECK(what.find("`broken` (on_attempt)") != std::string::npos && what.find("out of order") != std::string::npos);

    parlour::Config split = emulator.config();
    split.add_hook("split", parlour::HookPoint::kAttempt,
                   [](parlour::HookContext &hook) { hook.add_header("x-a", "b\nx-evil: 1"); });
    CHECK(parlour::Client(split).try_create(ask("say hello")).error().kind() == parlour::Kind::kHook);

    parlour::Config none = emulator.config();
    none.add_hook("none", static_cast<parlour::HookPoint>(64), [](parlour::HookContext &) {});
    CHECK(!parlour::Client::try_make(none));
    CHECK(parlour::Json::parse(emulator.requests_json()).size() == 0);
}

static void an_end_has_telemetry_if_it_is_asked_for() {
    const parlour::Emulator emulator;
    parlour::Config config = emulator.config();
    const auto ends = std::make_shared<Ends>(), plain = std::make_shared<Ends>();
    const auto id = std::make_shared<std::string>();
    config.add_hook("telemetry", parlour::HookPoint::kCall | parlour::HookPoint::kTelemetry,
                    [ends, id](parlour::HookContext &hook) {
                        if (hook.point() == parlour::HookPoint::kCall) {
                            *id = hook.call_id();
                        } else {
                            CHECK(hook.point() == parlour::HookPoint::kEnd && hook.call_id().empty());
                            ends->add(hook.end_json());
                        }
                    });
    config.add_hook("plain", parlour::HookPoint::kEnd,
                    [plain](parlour::HookContext &hook) { plain->add(hook.end_json()); });
    const parlour::Client client(config);
    client.create(ask("say hi"));
    const std::string end = ends->wait(1);
    CHECK(end.find("\"name\":\"chat svc-") != std::string::npos);
    CHECK(end.find("\"gen_ai.client.operation.duration\"") != std::string::npos);
    CHECK(!id->empty() && end.find("\"id\":\"" + *id + "\"") != std::string::npos);
    CHECK(plain->wait(1).find("gen_ai") == std::string::npos);
}

static void chunks_of_a_stream_are_timed_where_that_is_wanted() {
    const parlour::Emulator emulator;
    const std::string name = "gen_ai.client.operation.time_per_output_chunk";
    for (const auto point : {parlour::HookPoint::kTelemetry, parlour::HookPoint::kChunkTimes}) {
        parlour::Config config = emulator.config();
        const auto ends = std::make_shared<Ends>();
        config.add_hook("telemetry", point, [ends](parlour::HookContext &hook) { ends->add(hook.end_json()); });
        const parlour::Client client(config);
        parlour::Stream stream = client.stream(ask("Count to 40"));
        for (const auto &event : stream) {
            CHECK(!event.json().empty());
        }
        const bool is_there = ends->wait(1).find(name) != std::string::npos;
        CHECK(is_there == (point == parlour::HookPoint::kChunkTimes));
    }
}

static void a_recorded_answer_needs_no_service() {
    const std::string name = "parlour-kept-" + std::to_string(getpid());
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
    const std::string setting = "{\"folder\": \"" + folder.string() + "\", \"mode\": ";
    {
        const parlour::Emulator emulator;
        parlour::Config config = emulator.config();
        config.set("recordings", setting + "\"record\"}");
        const parlour::Message reply = parlour::Client(config).create(ask("say kept"));
        CHECK(reply.text() == "kept");
    }
    parlour::Config config;
    config.base_url("http://127.0.0.1:9").vendor("svc").set("recordings", setting + "\"replay\"}");
    const parlour::Client client(config);
    const parlour::Message reply = client.create(ask("say kept"));
    CHECK(reply.text() == "kept");
    const auto other = client.try_create(ask("say other"));
    CHECK(!other && other.error().kind() == parlour::Kind::kHook && other.error().subkind() == "no_recording");
    std::filesystem::remove_all(folder);
}

int main() {
    RUN(hooks_are_called_on_threads_of_the_library);
    RUN(a_hook_answers_or_refuses);
    RUN(what_a_hook_throws_ends_the_call);
    RUN(an_end_has_telemetry_if_it_is_asked_for);
    RUN(chunks_of_a_stream_are_timed_where_that_is_wanted);
    RUN(a_recorded_answer_needs_no_service);
}
