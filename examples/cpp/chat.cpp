// A chat in the terminal: several turns, each answer written as it comes.
//
// Shows how a conversation is kept (the model's turns go back as they came) and how an error of one turn leaves the
// rest alone.
//
//     c++ -std=c++17 chat.cpp $(pkg-config --cflags --libs parlour) -o chat && ./chat        end with Ctrl-D
#include "service.hpp"

#include <iostream>

// Streams one answer to the screen.
static parlour::Message answer(const Service &service, const parlour::Request &turns) {
    std::cout << "model> ";
    parlour::Stream stream = service.client.stream(turns);
    for (const auto piece : stream.text()) {
        std::cout << piece << std::flush;
    }
    std::cout << '\n';
    return stream.message();
}

static void converse(const Service &service) {
    std::cout << "Talking to " << service.describe() << ". Ctrl-D ends.\n";
    parlour::Request turns(service.model, 1024);
    turns.system("You are a friendly partner in a conversation. Answer in plain text.");
    std::string line;
    while (std::cout << "\nyou> " << std::flush && std::getline(std::cin, line)) {
        if (line.empty()) {
            continue;
        }
        try {
            // The question joins the conversation with its answer: a turn that failed is forgotten.
            parlour::Request asked = turns.clone();
            const parlour::Message reply = answer(service, asked.user(line));
            // An empty answer is legal, but may not be sent back.
            if (reply.blocks().size() > 0) {
                turns = std::move(asked.add(reply));
            }
        } catch (const parlour::Error &error) {
            std::cerr << "\nerror: " << error.what() << '\n';
        }
    }
    std::cout << '\n';
}

int main() {
    try {
        converse(connect());
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
