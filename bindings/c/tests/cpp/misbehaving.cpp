// Tools that do what none should, and runs whose tools wait.
#include "check.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

static const char *const any_input = R"({"type": "object"})";

static std::string answer(const std::string &blocks, const char *stop_reason) {
    return R"({"json": {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", )"
           R"("content": [)" +
           blocks + R"(], "stop_reason": ")" + stop_reason +
           R"(", "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 2}}})";
}
static std::string call(const std::string &id, const std::string &name) {
    return R"({"type": "tool_use", "id": ")" + id + R"(", "name": ")" + name + R"(", "input": {}})";
}
static const std::string done = answer(R"({"type": "text", "text": "done"})", "end_turn");

// The result that was sent for the only call of a run.
static parlour::Json told(const parlour::Emulator &emulator) {
    const auto requests = parlour::Json::parse(emulator.requests_json());
    const auto last = requests.at(requests.size() - 1);
    const auto json = last["/json"] ? last["/json"] : last["/body"];
    const auto body = json.kind() == parlour::JsonKind::kString ? parlour::Json::parse(json.string()) : json;
    return parlour::Json::parse(body["/messages"].at(body["/messages"].size() - 1)["/content/0"].text());
}

// A slow machine, a sanitizer or valgrind: the harness says how slow.
static int slow() {
    const char *said = std::getenv("SLOW");
    return said ? std::atoi(said) : 1;
}

static std::size_t threads() {
    std::size_t count = 0;
    if (DIR *folder = opendir("/proc/self/task")) {
        while (const dirent *entry = readdir(folder)) {
            count += entry->d_name[0] != '.';
        }
        closedir(folder);
    }
    return count;
}

static void tools_of_a_turn_run_at_once() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::Tools tools;
    std::atomic<int> arrived = 0;
    // One that ran alone would wait for ever.
    tools.add("meet", "", any_input, [&](parlour::ToolCallRef) -> parlour::ToolResult {
        ++arrived;
        while (arrived < 3) {
            std::this_thread::sleep_for(1ms);
        }
        return "met";
    });
    emulator.script("[" + answer(call("a", "meet") + "," + call("b", "meet") + "," + call("c", "meet"), "tool_use") +
                    "," + done + "]");
    CHECK(text_of(parlour::run_tools(client, ask("Meet."), tools)) == "done" && arrived == 3);
}

// The tool returns when it is cancelled, and not before. How soon is measured in tests/bench/c/aborts.c.
static void an_interrupt_reaches_a_running_tool_and_leaves_no_thread() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Interrupt stop;
    std::atomic<bool> told = false;
    for (int round = 0; round < 10; ++round) {
        emulator.script("[" + answer(call("a", "wait"), "tool_use") + "]");
        parlour::Tools tools;
        tools.add("wait", "", any_input, [&](parlour::ToolCallRef running) -> parlour::ToolResult {
            stop.raise();
            while (!running.is_cancelled()) {
                std::this_thread::sleep_for(1ms);
            }
            told = true;
            return "late";
        });
        parlour::Options options;
        options.interrupt(stop);
        parlour::ToolRun run(client, ask("Wait."), tools, &options);
        told = false;
        CHECK(run.next());
        const std::size_t before = threads();
        const auto interrupted = run.try_next();
        CHECK(!interrupted && interrupted.error().code() == PARLOUR_INTERRUPTED);
        stop.reset();
        for (int waited = 0; waited < 30000 && (!told || threads() > before); ++waited) {
            std::this_thread::sleep_for(1ms);
        }
        CHECK(told && threads() <= before);
    }
}

static void fifty_megabytes_are_refused_with_their_size() {
    // Valgrind takes half a minute for them; what no request may hold is less.
    const std::size_t size = slow() > 2 ? 11000000 : 50000000;
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script("[" + answer(call("a", "all"), "tool_use") + "," + done + "]");
    parlour::Tools tools;
    tools.add("all", "", any_input,
              [=](parlour::ToolCallRef) -> parlour::ToolResult { return std::string(size, 'x'); });
    CHECK(text_of(parlour::run_tools(client, ask("All of it."), tools)) == "done");
    const auto result = told(emulator);
    CHECK(result["/is_error"].boolean() &&
          std::string(result["/content"].string()).find(std::to_string(size) + " bytes") != std::string::npos);
}

static void bytes_that_are_no_text_are_a_failure_of_the_tool() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script("[" + answer(call("a", "bytes"), "tool_use") + "," + done + "]");
    parlour::Tools tools;
    tools.add("bytes", "", any_input,
              [](parlour::ToolCallRef) -> parlour::ToolResult { return std::string("\xff\xfe"); });
    CHECK(text_of(parlour::run_tools(client, ask("Bytes."), tools)) == "done");
    CHECK(told(emulator)["/is_error"].boolean());
}

static void a_tool_may_use_the_client_and_run_tools_itself() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script("[" + answer(call("a", "outer"), "tool_use") + "," + answer(call("b", "inner"), "tool_use") + "," +
                    answer(R"({"type": "text", "text": "within"})", "end_turn") + "," + done + "]");
    parlour::Tools inner, outer;
    inner.add("inner", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult { return "deep"; });
    outer.add("outer", "", any_input, [&](parlour::ToolCallRef) -> parlour::ToolResult {
        return text_of(parlour::run_tools(client, ask("Again."), inner));
    });
    CHECK(text_of(parlour::run_tools(client, ask("Go."), outer)) == "done");
    CHECK(told(emulator)["/content"].string() == "within");
}

static void a_fork_in_a_tool_leaves_the_run_to_the_parent() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script("[" + answer(call("a", "fork"), "tool_use") + "," + done + "]");
    parlour::Tools tools;
    tools.add("fork", "", any_input, [](parlour::ToolCallRef) -> parlour::ToolResult {
        const pid_t child = fork();
        if (child == 0) {
            // Clients that a child makes itself are tested elsewhere.
            raise(SIGKILL);
        }
        int status = 0;
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        return WIFSIGNALED(status) ? "gone" : "still there";
    });
    CHECK(text_of(parlour::run_tools(client, ask("Fork."), tools)) == "done" && emulator.request_count() == 2);
    CHECK(told(emulator)["/content"].string() == "gone");
}

static void a_recursive_schema_goes_to_the_model_as_it_is() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const char *const tree =
        R"({"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}, )"
        R"("required": ["children"]})";
    emulator.script(
        "[" +
        answer(R"({"type": "tool_use", "id": "a", "name": "answer", "input": {"children": [{"children": []}]}})",
               "tool_use") +
        "]");
    const parlour::Parsed parsed = parlour::parse(client, ask("A tree."), tree);
    CHECK(parsed && parsed.value()["/children"].size() == 1);
}

int main() {
    RUN(tools_of_a_turn_run_at_once);
    RUN(an_interrupt_reaches_a_running_tool_and_leaves_no_thread);
    RUN(fifty_megabytes_are_refused_with_their_size);
    RUN(bytes_that_are_no_text_are_a_failure_of_the_tool);
    RUN(a_tool_may_use_the_client_and_run_tools_itself);
    RUN(a_fork_in_a_tool_leaves_the_run_to_the_parent);
    RUN(a_recursive_schema_goes_to_the_model_as_it_is);
    return 0;
}
