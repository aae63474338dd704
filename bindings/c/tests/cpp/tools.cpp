// Tools that are lambdas, the loop around them and without them, conversations, and JSON that is still arriving.
#include "check.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

static const char *const any_input = R"({"type": "object"})";

// An answer of the model, with these blocks, as a line of the emulator's script.
static std::string answer(const std::string &blocks, const char *stop_reason) {
    return R"({"json": {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", )"
           R"("content": [)" +
           blocks + R"(], "stop_reason": ")" + stop_reason +
           R"(", "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 2}}})";
}
static std::string call(const std::string &id, const std::string &name, const std::string &input = "{}") {
    return R"({"type": "tool_use", "id": ")" + id + R"(", "name": ")" + name + R"(", "input": )" + input + "}";
}
static std::string text(const std::string &said) { return R"({"type": "text", "text": ")" + said + R"("})"; }
static std::string script(const std::string &first, const std::string &second) {
    return "[" + first + "," + second + "]";
}

// The last turn of the last request that the emulator saw.
static parlour::Json last_turn(const parlour::Emulator &emulator) {
    const auto requests = parlour::Json::parse(emulator.requests_json());
    const auto body = requests.at(requests.size() - 1);
    const auto json = body["/json"] ? body["/json"] : body["/body"];
    const auto whole = json.kind() == parlour::JsonKind::kString ? parlour::Json::parse(json.string()) : json;
    const auto turns = whole["/messages"];
    CHECK(turns.size() > 0);
    return turns.at(turns.size() - 1);
}

static void calls_of_a_turn_run_at_the_same_time() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(
        script(answer(call("a", "meet") + "," + call("b", "meet"), "tool_use"), answer(text("done"), "end_turn")));
    std::mutex mutex;
    std::condition_variable arrived;
    int present = 0;
    parlour::Tools tools;
    tools.add("meet", "Waits for the other.", any_input, [&](parlour::ToolCallRef met) -> parlour::ToolResult {
        std::unique_lock<std::mutex> lock(mutex);
        ++present;
        arrived.notify_all();
        CHECK(arrived.wait_for(lock, 30s, [&] { return present == 2; }));
        return "met " + std::string(met.id());
    });
    const parlour::Message last = parlour::run_tools(client, ask("Meet."), tools);
    CHECK(last.text() == "done" && emulator.request_count() == 2);
    const auto turn = last_turn(emulator);
    CHECK(turn["/content"].size() == 2 && turn["/role"].string() == "user");
    CHECK(turn["/content/0/tool_use_id"].string() == "a" && turn["/content/1/tool_use_id"].string() == "b");
    const auto given = [&](const char *place) { return std::string(turn[place].text()); };
    CHECK(given("/content/0/content").find("met a") != std::string::npos);
    CHECK(given("/content/1/content").find("met b") != std::string::npos);
}

static void what_a_tool_throws_is_read_by_the_model() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(script(answer(call("a", "refuse") + "," + call("b", "break") + "," + call("c", "odd") + "," +
                                      call("d", "show") + "," + call("e", "unknown") + "," + call("f", "sentence"),
                                  "tool_use"),
                           answer(text("done"), "end_turn")));
    parlour::Tools tools;
    tools
        .add("refuse", "", any_input,
             [](parlour::ToolCallRef) -> parlour::ToolResult { throw parlour::ToolError("not today"); })
        .add("break", "", any_input,
             [](parlour::ToolCallRef) -> parlour::ToolResult { throw std::out_of_range("beyond"); })
        .add("odd", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult { throw 7; })
        .add("show", "", any_input,
             [](parlour::ToolCallRef) -> parlour::ToolResult { return parlour::Content().text("seen"); })
        .add("sentence", "", any_input,
             [](parlour::ToolCallRef) { return parlour::ToolResult::error("no such sentence"); });
    CHECK(text_of(parlour::run_tools(client, ask("Try all."), tools)) == "done");
    const auto turn = last_turn(emulator);
    CHECK(turn["/content"].size() == 6);
    const auto failed = [&](std::size_t place, const char *why) {
        const auto result = turn["/content"].at(place);
        return result["/is_error"].boolean() && std::string(result["/content"].text()).find(why) != std::string::npos;
    };
    CHECK(failed(0, "not today") && failed(1, "beyond") && failed(2, "The tool failed.") &&
          failed(5, "no such sentence"));
    CHECK(!turn["/content/3/is_error"].boolean() && turn["/content/3/content/0/text"].string() == "seen" &&
          failed(4, ""));
}

static void a_tool_that_takes_too_long_is_given_up() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(script(answer(call("a", "sleep"), "tool_use"), answer(text("done"), "end_turn")));
    std::atomic<bool> returned = false;
    {
        parlour::Tools tools;
        tools.add("sleep", "", any_input, [&](parlour::ToolCallRef slow) -> parlour::ToolResult {
            while (!slow.is_cancelled()) {
                std::this_thread::sleep_for(1ms);
            }
            returned = true;
            return "late";
        });
        tools.timeout(50ms);
        CHECK(text_of(parlour::run_tools(client, ask("Sleep."), tools)) == "done");
    }
    CHECK(last_turn(emulator)["/content/0/is_error"].boolean());
    for (int waited = 0; waited < 30000 && !returned; ++waited) {
        std::this_thread::sleep_for(1ms);
    }
    CHECK(returned);
}

static void a_hook_denies_calls() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(script(answer(call("a", "pay") + "," + call("b", "pay") + "," + call("c", "pay"), "tool_use"),
                           answer(text("done"), "end_turn")));
    std::atomic<int> paid = 0;
    parlour::Tools tools;
    tools.add("pay", "", any_input,
              [&](parlour::ToolCallRef) -> parlour::ToolResult { return "paid " + std::to_string(++paid); });
    tools.approve([](parlour::ToolCallRef asked) -> std::optional<std::string> {
        if (asked.id() == "c") {
            throw std::out_of_range("beyond");
        }
        return asked.id() == "a" ? std::nullopt : std::optional<std::string>("The user said no.");
    });
    CHECK(text_of(parlour::run_tools(client, ask("Pay."), tools)) == "done" && paid == 1);
    const auto turn = last_turn(emulator);
    CHECK(!turn["/content/0/is_error"].boolean() && turn["/content/1/is_error"].boolean() &&
          turn["/content/2/is_error"].boolean());
    CHECK(std::string(turn["/content/1/content"].text()).find("The user said no.") != std::string::npos);
    CHECK(std::string(turn["/content/2/content"].text()).find("beyond") != std::string::npos);
    CHECK(parlour::Tools().approve(nullptr).mistake());
}

static void calls_may_begin_early() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(script(answer(call("a", "look"), "tool_use"), answer(text("done"), "end_turn")));
    std::atomic<int> ran = 0;
    parlour::Tools tools;
    tools.add("look", "", any_input,
              [&](parlour::ToolCallRef) -> parlour::ToolResult { return "seen " + std::to_string(++ran); });
    tools.early();
    parlour::ToolRun run(client, ask("Look."), tools);
    CHECK(text_of(run.until_done()) == "done" && ran == 1 && run.turn(0)->stop_reason() == "tool_use");
    CHECK(last_turn(emulator)["/content/0/tool_use_id"].string() == "a");
}

static void mistakes_are_told_by_the_run() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const auto nothing = [](parlour::ToolCallRef) -> parlour::ToolResult { return ""; };
    parlour::Tools twice;
    twice.add("one", "", any_input, nothing).add("one", "", any_input, nothing);
    CHECK(!parlour::try_run_tools(client, ask("Go."), twice) && twice.mistake()->kind() == parlour::Kind::kConfig);
    parlour::Tools bad_schema;
    bad_schema.add("one", "", "[]", nothing);
    CHECK(bad_schema.mistake() && bad_schema.mistake()->kind() == parlour::Kind::kConfig);
    CHECK(!parlour::try_run_tools(client, ask("Go."), bad_schema));
    CHECK(parlour::Tools().add("one", "", any_input, nullptr).mistake());
    CHECK(parlour::Tools().timeout(0ms).mistake() && !parlour::Tools().timeout(parlour::no_limit).mistake());
    CHECK(!parlour::try_run_tools(client, parlour::Request("", 0), parlour::Tools()) && emulator.request_count() == 0);
}

static void between_two_answers_the_program_decides() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(
        script(answer(call("a", "pay") + "," + call("b", "look"), "tool_use"), answer(text("done"), "end_turn")));
    int paid = 0;
    parlour::Tools tools;
    tools
        .add("pay", "", any_input,
             [&](parlour::ToolCallRef) -> parlour::ToolResult { return "paid " + std::to_string(++paid); })
        .add("look", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult { return "seen"; });
    parlour::ToolRun run(client, ask("Pay."), tools);
    CHECK(run.next()->stop_reason() == "tool_use" && run.turn_count() == 1);
    CHECK(run.loop().finish("a", "denied", true) && !run.loop().finish("a", "again") && run.loop().end().empty());
    run.loop().say("Be quick.");
    CHECK(run.next()->text() == "done" && !run.next() && paid == 0);
    CHECK(run.loop().end() == "stopped" && run.loop().request_count() == 2 &&
          run.turn(0)->stop_reason() == "tool_use" && !run.turn(2));
    const auto turn = last_turn(emulator);
    CHECK(turn["/content"].size() == 3 && turn["/content/2/text"].string() == "Be quick.");
    CHECK(parlour::Json::parse(run.loop().usage_json())["/output_tokens"].integer() == 4);
    CHECK(run.loop().conversation().size() == 4);
}

static void tools_come_and_go_between_two_answers() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(
        script(answer(call("a", "one"), "tool_use"), answer(call("b", "two") + "," + call("c", "one"), "tool_use")));
    parlour::Tools tools;
    tools.add("one", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult { return "1"; });
    parlour::ToolRun run(client, ask("Count."), tools);
    {
        // The function outlives what it came in.
        parlour::Tools late;
        late.add("two", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult { return "2"; });
        CHECK(run.next() && run.try_add_tools(late));
    }
    CHECK(run.next() && run.remove_tool("one") && !run.remove_tool("one"));
    emulator.script(script(answer(text("done"), "end_turn"), answer(text("again"), "end_turn")));
    CHECK(run.next()->text() == "done");
    const auto turn = last_turn(emulator);
    CHECK(turn["/content/0/content"].string() == "2" &&
          turn["/content/1/content"].string() == "Error: Tool 'one' not found");
    parlour::Tools wrong;
    wrong.add("three", "", "[]", [](parlour::ToolCallRef) -> parlour::ToolResult { return "3"; });
    CHECK(!run.try_add_tools(wrong));
}

static void a_loop_is_saved_and_goes_on_elsewhere() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(script(answer(call("a", "look", R"({"at": "it"})"), "tool_use"), answer(text("done"), "end_turn")));
    parlour::Request request = ask("Look.");
    request.tool("look", "Looks.", any_input);
    std::string saved;
    {
        parlour::ToolLoop loop(request, R"({"max_requests": 5})");
        loop.received(client.create(*loop.request()));
        const auto look = loop.begin_call();
        CHECK(look && look->name() == "look" && parlour::Json::parse(look->input_json())["/at"].string() == "it");
        CHECK(!loop.begin_call() && !loop.calls_done() && loop.finish(look->id(), "seen") && loop.calls_done());
        saved = loop.json();
        const parlour::ToolLoop moved = std::move(loop);
        CHECK(moved.request_count() == 1);
    }
    parlour::ToolLoop loop = parlour::ToolLoop::from_json(saved);
    loop.received(client.create(*loop.request()));
    CHECK(!loop.request() && loop.end() == "stopped" && loop.request_count() == 2);
    CHECK(!parlour::ToolLoop::try_from_json("no") && !parlour::ToolLoop::try_make(request, R"({"max_requests": 0})"));
    // Ended by hand, before anything was sent.
    parlour::ToolLoop ended(request);
    ended.cancel();
    CHECK(!ended.request() && ended.end() == "cancelled");
}

static void a_conversation_grows_and_shrinks() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Request settings("svc-haiku-3-5", 64);
    parlour::Conversation talk;
    for (int turn = 0; turn < 3; ++turn) {
        talk.user("Say hello");
        talk.add(client.create(talk.request(settings)));
    }
    CHECK(talk.size() == 6 && talk.estimated_tokens() > 0 &&
          parlour::Json::parse(talk.turn_json(5))["/role"].string() == "assistant");
    const parlour::Conversation same = parlour::Conversation::from_json(talk.json());
    CHECK(same.size() == 6 && same.turn_json(1) == talk.turn_json(1) && talk.turn_json(6).empty());
    parlour::Conversation shorter = talk.clone();
    CHECK(shorter.keep_last(2) == std::optional<std::size_t>(4) && shorter.size() == 2 && talk.size() == 6);
    CHECK(talk.rewind(4).size() == 4 && talk.cut_before(2) && talk.size() == 2 && !talk.cut_before(1));
    // A budget that the service counts: everything fits, then the last exchange alone, which is still too long.
    CHECK(shorter.user("b").keep_counted(client, settings, 100000) == std::optional<std::size_t>(0));
    CHECK(!shorter.keep_counted(client, settings, 0) && shorter.size() == 1);
    CHECK(!shorter.try_keep_counted(client, parlour::Request("", 0), 1));
    // A history that another program broke: a result without its call.
    parlour::Conversation broken = parlour::Conversation::from_json(
        R"([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "1"}, )"
        R"({"type": "text", "text": "Say hello"}]}])");
    CHECK(parlour::Json::parse(broken.repair()).size() > 0 &&
          text_of(client.create(broken.request(settings))) == "hello");
    CHECK(!parlour::Conversation().try_request(settings) && !parlour::Conversation::try_from_json("7"));
    CHECK(parlour::Conversation().add_json("no").mistake());
}

static void a_cache_change_is_explained() {
    parlour::Request before("svc-haiku-3-5", 64);
    before.system("Be brief.").user("a");
    parlour::Request more = before.clone();
    more.user("b");
    CHECK(!parlour::cache_change(before, more));
    parlour::Request other("svc-haiku-3-5", 64);
    other.system("Be brief.").user("b");
    const auto turn = parlour::cache_change(before, other);
    CHECK(turn && turn->part == "messages" && turn->index == std::optional<std::size_t>(0) && turn->offset > 0);
    other.system("Be brisk.");
    const auto system = parlour::cache_change(before, other);
    CHECK(system && system->part == "system" && !system->index);
    CHECK(!parlour::try_cache_change(before, parlour::Request("", 0)));
    // The service's reason for the miss.
    const auto told = parlour::Message::from_json(
        R"({"type": "message", "content": [], "diagnostics": {"cache_miss_reason": {"type": "tools_changed"}}})");
    const auto silent = parlour::Message::from_json(R"({"type": "message", "content": []})");
    CHECK(told.cache_miss() == "tools" && silent.cache_miss().empty());
}

static void growing_json_is_looked_at() {
    parlour::PartialJson growing(true);
    CHECK(growing.text().empty() && growing.push(R"({"title": "A lon)") && growing.string("/title") == "A lon" &&
          !growing.is_complete());
    CHECK(!growing.changes().empty() && growing.changes().empty());
    CHECK(growing.push(R"(g one"})") && growing.text() == R"({"title":"A long one"})" && growing.is_complete() &&
          growing.error().empty());
    parlour::PartialJson broken;
    CHECK(broken.push("{]") && !broken.error().empty() && !broken.is_complete());
}

int main() {
    RUN(calls_of_a_turn_run_at_the_same_time);
    RUN(what_a_tool_throws_is_read_by_the_model);
    RUN(a_tool_that_takes_too_long_is_given_up);
    RUN(a_hook_denies_calls);
    RUN(calls_may_begin_early);
    RUN(mistakes_are_told_by_the_run);
    RUN(between_two_answers_the_program_decides);
    RUN(tools_come_and_go_between_two_answers);
    RUN(a_loop_is_saved_and_goes_on_elsewhere);
    RUN(a_conversation_grows_and_shrinks);
    RUN(a_cache_change_is_explained);
    RUN(growing_json_is_looked_at);
    return 0;
}
