// A conversation that outlives its program: kept as the bytes that are sent, shortened, saved, and marked for the
// cache.
//
//     c++ -std=c++17 conversation.cpp $(pkg-config --cflags --libs parlour) -o conversation && ./conversation
//     ./conversation talk.json      # goes on with what was saved there, and saves it again
//
// The file is read by every language of this package.
#include "service.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

// What a file holds; empty if it is not there.
static std::string read_file(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        const std::string saved = argc > 1 ? read_file(argv[1]) : std::string();
        parlour::Conversation talk = saved.empty() ? parlour::Conversation() : parlour::Conversation::from_json(saved);
        if (!saved.empty()) {
            std::cout << "going on after " << talk.size() << " turns\n";
        }
        parlour::Request settings(service.model, 256);
        settings.system("Be brief.");
        std::optional<parlour::Request> before;
        for (const char *question : {"My name is Ada.", "What is my name?"}) {
            talk.user(question);
            // Whole exchanges go, oldest first; a call of a tool never loses its result.
            talk.keep_tokens(50'000);
            parlour::Request request = talk.request(settings);
            if (before) {
                const auto change = parlour::cache_change(*before, request);
                std::cout << (change ? change->part + " changed: the cache is missed" : "the prompt before is repeated")
                          << '\n';
            }
            const parlour::Message reply = service.client.create(request);
            before = std::move(request);
            talk.add(reply);
            std::cout << question << " -> " << reply.text() << '\n';
        }
        std::cout << talk.size() << " turns, about " << talk.estimated_tokens() << " tokens\n";
        if (argc > 1) {
            std::ofstream(argv[1], std::ios::binary) << talk.json();
        }
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
