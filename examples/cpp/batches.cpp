// A run of message batches: any number of questions at the price of batches, and a journal by which the run survives
// its process.
//
//     c++ -std=c++17 batches.cpp $(pkg-config --cflags --libs parlour) -o batches && ./batches
//     ./batches nightly.journal     # stopped at any moment and started again: nothing is submitted twice
#include "service.hpp"

#include <iostream>

// Asks all questions; the run splits them into batches, submits and awaits these.
static void ask_all(const Service &service, const char *journal) {
    parlour::BatchRunSettings settings;
    settings.state = journal;
    settings.requests_per_batch = 2;
    if (service.emulator) {
        // Of a real service, leave the pauses to the library.
        settings.wait.first = settings.wait.longest = std::chrono::milliseconds(1);
    }
    const parlour::BatchRun run(settings);
    constexpr int questions = 5;
    for (int at = 0; at < questions; ++at) {
        const std::string number = std::to_string(at);
        parlour::Request request(service.model, 64);
        request.user("What is " + number + " + " + number + "?");
        if (run.add("sum-" + number, request)) {
            service.client.call(run.submit());
        }
    }
    int done = 0;
    for (const parlour::Event &line : service.client.stream(run.results())) {
        std::cout << bar(++done, questions);
        if (line.kind() == parlour::EventKind::kBroken) {
            std::cout << "a line cannot be read: " << line.text() << '\n';
            continue;
        }
        const parlour::Json one = parlour::Json::parse(line.json());
        std::cout << one["/custom_id"].string() << ' ' << one["/result/type"].string() << ": "
                  << one["/result/message/content/0/text"].string() << '\n';
    }
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        ask_all(service, argc > 1 ? argv[1] : "");
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
