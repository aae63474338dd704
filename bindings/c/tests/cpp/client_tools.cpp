// Memory, computer and browser, whose commands are lambdas.
#include "check.hpp"

#include <map>

static std::string answer(const std::string &blocks, const char *stop_reason) {
    return R"({"json": {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", )"
           R"("content": [)" +
           blocks + R"(], "stop_reason": ")" + stop_reason +
           R"(", "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 2}}})";
}
static std::string call(const std::string &id, const std::string &name, const std::string &input,
                        const std::string &toolset = "") {
    return R"({"type": "tool_use", "id": ")" + id + R"(", "name": ")" + name + R"(", )" +
           (toolset.empty() ? "" : R"("toolset_name": ")" + toolset + R"(", )") + R"("input": )" + input + "}";
}

// The results that were sent to the model after these calls.
static parlour::Json told(const parlour::Tools &tools, const std::string &calls) {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script("[" + answer(calls, "tool_use") + "," + answer(R"({"type": "text", "text": "done"})", "end_turn") +
                    "]");
    CHECK(text_of(parlour::run_tools(client, ask("Remember."), tools)) == "done");
    const auto requests = parlour::Json::parse(emulator.requests_json());
    const auto body = requests.at(requests.size() - 1);
    const auto json = body["/json"] ? body["/json"] : body["/body"];
    const auto whole = json.kind() == parlour::JsonKind::kString ? parlour::Json::parse(json.string()) : json;
    return whole["/messages/2/content"];
}

static void memory_keeps_files() {
    std::map<std::string, std::string> files;
    parlour::Tools tools;
    const auto path = [](const parlour::ClientCommand &command) { return std::string(command["/path"].string()); };
    parlour::add_client_tool(
        tools, "memory",
        {{"view",
          [&](const parlour::ClientCommand &command) -> parlour::ToolResult {
              if (path(command) == "/memories") {
                  return command.list({{"a", files["/memories/a"].size()}}).reply;
              }
              const auto file = files.find(path(command));
              return file == files.end() ? command.not_found() : parlour::ToolResult(command.apply(file->second).reply);
          }},
         {"create",
          [&](const parlour::ClientCommand &command) -> parlour::ToolResult {
              const bool is_new = files.emplace(path(command), command["/file_text"].string()).second;
              return is_new ? command.done() : command.exists();
          }},
         {"str_replace", [&](const parlour::ClientCommand &command) -> parlour::ToolResult {
              const parlour::Applied applied = command.apply(files[path(command)]);
              if (applied.is_refused) {
                  return parlour::ToolResult::error(applied.reply);
              }
              files[path(command)] = applied.text;
              return applied.reply;
          }}});
    const auto results = told(
        tools, call("a", "memory", R"({"command": "create", "path": "/memories/a", "file_text": "one two"})") + "," +
                   call("b", "memory", R"({"command": "create", "path": "/memories/a", "file_text": ""})") + "," +
                   call("c", "memory",
                        R"({"command": "str_replace", "path": "/memories/a", "old_str": "two", "new_str": "2"})") +
                   "," + call("d", "memory", R"({"command": "view", "path": "/memories/a"})") + "," +
                   call("e", "memory", R"({"command": "view", "path": "/memories/b"})") + "," +
                   call("f", "memory", R"({"command": "view", "path": "/memories"})") + "," +
                   call("g", "memory", R"({"command": "delete", "path": "/memories/a"})") + "," +
                   call("h", "memory", R"({"command": "str_replace", "path": "/memories/a", "old_str": "x"})"));
    const auto said = [&](std::size_t at) { return std::string(results.at(at)["/content"].string()); };
    CHECK(said(0) == "File created successfully at: /memories/a" &&
          said(1) == "Error: File /memories/a already exists");
    CHECK(files["/memories/a"] == "one 2" && said(3).find("     1\tone 2") != std::string::npos);
    CHECK(said(4).find("does not exist") != std::string::npos && results.at(4)["/is_error"].boolean());
    CHECK(said(5).find("5B\t/memories/a") != std::string::npos);
    CHECK(said(6) == "The command delete is not supported here." && said(7).find("verbatim") != std::string::npos);
}

static void a_computer_offers_what_is_there() {
    parlour::Tools tools;
    parlour::add_client_tool(tools, "computer",
                             {{"left_click", [](const parlour::ClientCommand &command) {
                                   CHECK(command.name() == "left_click" && command.call().toolset() == "computer");
                                   return command["/coordinate/1"].integer() == 2 ? command.done()
                                                                                  : parlour::ToolResult("?");
                               }}});
    const auto results =
        told(tools, call("a", "left_click", R"({"coordinate": [1, 2]})", "computer") + "," +
                        call("b", "zoom", "{}", "computer"));
    CHECK(results.at(0)["/content"].string() == "Clicked." && results.at(1)["/is_error"].boolean());
}

static void a_browser_reads_its_targets() {
    parlour::Tools tools;
    std::string clicked;
    parlour::add_client_tool(tools, "browser",
                             {{"left_click",
                               [&](const parlour::ClientCommand &command) {
                                   clicked = command["/target/ref"].string();
                                   return command.done();
                               }},
                              {"javascript_exec", [](const parlour::ClientCommand &command) {
                                   return parlour::ToolResult(std::string(command["/text"].string()));
                               }}});
    const auto results =
        told(tools, call("a", "left_click", R"({"target": {"type": "ref", "ref": "e7"}})", "browser") + "," +
                        call("b", "javascript_exec", R"({"text": "1 + 1"})", "browser") + "," +
                        call("c", "left_click", R"({"target": [1, 2]})", "browser"));
    CHECK(clicked == "e7" && results.at(0)["/content"].string() == "Clicked.");
    CHECK(results.at(1)["/content"].string() == "1 + 1" && results.at(2)["/is_error"].boolean());
}

static void a_tool_that_cannot_be_made_is_told_by_the_run() {
    parlour::Tools tools;
    parlour::add_client_tool(tools, "telephone", {});
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    CHECK(!parlour::try_run_tools(client, ask("Call."), tools) && emulator.request_count() == 0);
}

int main() {
    RUN(memory_keeps_files);
    RUN(a_computer_offers_what_is_there);
    RUN(a_browser_reads_its_targets);
    RUN(a_tool_that_cannot_be_made_is_told_by_the_run);
    return 0;
}
