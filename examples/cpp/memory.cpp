// Memory: the model keeps notes in files of one directory, which no path and no link leads out of
// (memory_directory.hpp).
//
//     c++ -std=c++17 memory.cpp $(pkg-config --cflags --libs parlour) -o memory && ./memory
//     ./memory notes "What do you know of me?"
#include "memory_directory.hpp"
#include "service.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

// What the emulator's model does: it looks, tries to leave the directory in several ways, keeps a note, and answers.
static std::string script() {
    const auto answer = [](const std::string &stop, const std::string &content) {
        return R"({"json": {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-sonnet-4-5", )"
           R"("content": [)" +
               content + R"(], "stop_reason": ")" + stop + R"(", "usage": {"input_tokens": 9, "output_tokens": 9}}})";
    };
    const auto call = [](const std::string &id, const std::string &input) {
        return R"({"type": "tool_use", "id": ")" + id + R"(", "name": "memory", "input": )" + input + '}';
    };
    const std::string ways =
        call("b", R"({"command": "view", "path": "/memories/../../etc/passwd"})") + ',' +
        call("c", R"({"command": "view", "path": "/memories/link/passwd"})") + ',' +
        call("d", R"({"command": "create", "path": "/memories/user.md", "file_text": "Likes coffee.\n"})") + ',' +
        call("e", R"({"command": "str_replace", "path": "/memories/user.md", "old_str": "coffee", "new_str": "tea"})");
    return '[' + answer("tool_use", call("a", R"({"command": "view", "path": "/memories"})")) + ',' +
           answer("tool_use", ways) + ',' +
           answer("end_turn", R"({"type": "text", "text": "I shall remember that you like tea."})") + ']';
}

static std::string ask(const Service &service, const std::string &folder, const std::string &question) {
    MemoryDirectory memory(folder);
    parlour::Tools tools;
    memory.add_to(tools);
    parlour::Request request(service.model, 1024);
    request.system("Look at your memory before you answer, and keep what you learn of the user.").user(question);
    parlour::ToolRun run(service.client, request, tools);
    const parlour::Message reply = run.until_done();
    // What the calls came to, as the model read it.
    const parlour::Conversation turns = run.loop().conversation();
    const parlour::Json saved = parlour::Json::parse(turns.json());
    const parlour::Json history = saved["/messages"];
    for (std::size_t turn = 0; turn < history.size(); ++turn) {
        const parlour::Json blocks = history.at(turn)["/content"];
        for (std::size_t at = 0; at < blocks.size(); ++at) {
            if (const parlour::Json block = blocks.at(at); block["/type"].string() == "tool_result") {
                std::cout << "  " << block["/tool_use_id"].string() << ": " << block["/content"].text() << '\n';
            }
        }
    }
    return std::string(reply.text());
}

int main(int argc, char **argv) {
    namespace fs = std::filesystem;
    const fs::path scratch = fs::temp_directory_path() / ("parlour-memory-" + std::to_string(getpid()));
    const fs::path folder = argc > 1 ? fs::path(argv[1]) : scratch;
    int status = EXIT_SUCCESS;
    try {
        const Service service = connect();
        fs::create_directories(folder);
        if (service.emulator) {
            service.emulator->script(script());
            if (argc < 2) {
                fs::create_directory_symlink("/etc", folder / "link");
            }
        }
        const std::string reply = ask(service, folder, argc > 2 ? argv[2] : "Remember that I like tea.");
        std::cout << "model: " << reply << '\n';
        std::string note;
        for (std::ifstream file(folder / "user.md"); std::getline(file, note);) {
            std::cout << "memory: user.md: " << note << '\n';
        }
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        status = EXIT_FAILURE;
    }
    fs::remove_all(scratch);
    return status;
}
