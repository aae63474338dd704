// The directory of the example `memory`: no path and no link leads out of it.
#include "check.hpp"

#include "../../../../examples/cpp/memory_directory.hpp"

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace {

// A directory for the memory, and a secret beside it.
class Place {
public:
    Place() {
        char name[] = "/tmp/parlour-memory-XXXXXX";
        CHECK(mkdtemp(name) != nullptr);
        root = name;
        fs::create_directories(root / "notes/inner");
        std::ofstream(root / "secret") << "SECRET";
        std::ofstream(root / "notes/inner/note.md") << "first\nsecond\n";
    }
    Place(const Place &) = delete;
    ~Place() { fs::remove_all(root); }
    fs::path root;
};

// The input of a command.
std::string input(const std::string &command, const std::string &path, const std::string &more = "") {
    return R"({"command":")" + command + R"(","path":)" + parlour::json_quoted(path) + more + '}';
}

// The results of the commands of one turn: the texts that the model reads, in their order.
std::vector<std::string> results(const Place &place, const std::vector<std::string> &inputs) {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    std::string calls;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        calls += (at == 0 ? "" : ",") + (R"({"type":"tool_use","id":"c)" + std::to_string(at) +
                                         R"(","name":"memory","input":)" + inputs[at] + '}');
    }
    const auto answer = [](const std::string &stop, const std::string &content) {
        return R"({"json":{"id":"m","type":"message","role":"assistant","model":"svc-sonnet-4-5","content":[)" +
               content + R"(],"stop_reason":")" + stop + R"(","usage":{"input_tokens":1,"output_tokens":1}}})";
    };
    emulator.script('[' + answer("tool_use", calls) + ',' + answer("end_turn", R"({"type":"text","text":"done"})") +
                    ']');
    MemoryDirectory memory((place.root / "notes").string());
    parlour::Tools tools;
    memory.add_to(tools);
    parlour::ToolRun run(client, ask("Look."), tools);
    CHECK(text_of(run.until_done()) == "done");
    const parlour::Conversation turns = run.loop().conversation();
    const parlour::Json read = parlour::Json::parse(turns.json());
    const parlour::Json told = read["/messages"].at(2)["/content"];
    CHECK(told.size() == inputs.size());
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < told.size(); ++at) {
        texts.emplace_back(told.at(at)["/content"].text());
    }
    return texts;
}

bool has(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

}  // namespace

static void no_path_and_no_link_leads_out() {
    const Place place;
    const fs::path notes = place.root / "notes";
    fs::create_symlink(place.root / "secret", notes / "link");
    fs::create_hard_link(place.root / "secret", notes / "hard");
    fs::create_directory_symlink(place.root, notes / "up");
    CHECK(mkfifo((notes / "pipe").c_str(), 0600) == 0);
    std::vector<std::string> inputs;
    for (const char *path :
         {"/memories/../secret", "/memories/inner/../../secret", "/memories/%2e%2e/secret", "/memories/..\\secret",
          "/memories/link", "/memories/hard", "/memories/up/secret", "/memories/pipe", "/etc/passwd",
          "memories/inner/note.md", "/memories/.", "/memories/a\nb"}) {
        inputs.push_back(input("view", path));
        inputs.push_back(input("create", path, R"(,"file_text":"x")"));
        inputs.push_back(input("str_replace", path, R"(,"old_str":"SECRET","new_str":"x")"));
    }
    inputs.push_back(R"({"command":"rename","old_path":"/memories/inner/note.md","new_path":"/memories/up/stolen"})");
    for (const std::string &text : results(place, inputs)) {
        CHECK(!has(text, "SECRET") && !has(text, place.root.c_str()));
        CHECK(text.size() > 10 && !has(text, "created") && !has(text, "has been"));
    }
    std::string kept;
    std::ifstream(place.root / "secret") >> kept;
    const auto beside = std::distance(fs::directory_iterator(place.root), fs::directory_iterator());
    CHECK(kept == "SECRET" && beside == 2);
    // Of a link that is deleted, the link goes.
    results(place, {input("delete", "/memories/up"), input("delete", "/memories/inner")});
    CHECK(fs::exists(place.root / "secret") && !fs::exists(fs::symlink_status(notes / "up")) &&
          !fs::exists(notes / "inner"));
}

static void notes_are_kept() {
    const Place place;
    const auto texts = results(
        place, {input("create", "/memories/new/user.md", R"(,"file_text":"Likes coffee.\n")"),
                input("create", "/memories/new/user.md", R"(,"file_text":"Twice.")"),
                input("str_replace", "/memories/new/user.md", R"(,"old_str":"coffee","new_str":"tea")"),
                input("insert", "/memories/new/user.md", R"(,"insert_line":1,"insert_text":"Drinks it hot.\n")"),
                R"({"command":"rename","old_path":"/memories/new/user.md","new_path":"/memories/kept.md"})",
                input("view", "/memories/kept.md"), input("view", "/memories"), input("delete", "/memories")});
    CHECK(has(texts[0], "created") && has(texts[1], "exists") && has(texts[5], "Likes tea.") &&
          has(texts[5], "Drinks it hot."));
    CHECK(has(texts[6], "kept.md") && has(texts[6], "inner/") && has(texts[7], "stays as it is"));
    CHECK(fs::exists(place.root / "notes/kept.md") && !fs::exists(place.root / "notes/.user.md.new"));
}

int main() {
    RUN(no_path_and_no_link_leads_out);
    RUN(notes_are_kept);
    return 0;
}
