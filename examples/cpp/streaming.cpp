// The ways to take a stream in C++: events, pieces of text, snapshots of the growing message, with a time limit, or
// just its end; and what is left in hand when one breaks.
//
//     c++ -std=c++17 streaming.cpp $(pkg-config --cflags --libs parlour) -o streaming && ./streaming
#include "service.hpp"

#include <iostream>

static parlour::Request question(const Service &service) {
    parlour::Request request(service.model, 64);
    request.user("Count to 12.");
    return request;
}

// Everything that comes, in order. What this version does not know comes as well, with its raw JSON.
static void events(const Service &service) {
    std::cout << "\nEvents:\n";
    parlour::Stream stream = service.client.stream(question(service));
    // Headers are there before the first event.
    std::cout << "  request " << stream.head().request_id() << ", status " << stream.head().status() << '\n';
    for (const auto &event : stream) {
        switch (event.kind()) {
            case parlour::EventKind::kContentBlockDelta:
                std::cout << "  block " << event.index().value_or(0) << " grows by '" << event.text() << "'\n";
                break;
            case parlour::EventKind::kPing: break;
            default: std::cout << "  " << event.name() << ": " << event.json() << '\n';
        }
    }
    const parlour::Message message = stream.message();
    std::cout << "  stop reason " << message.stop_reason() << '\n';
}

// The pieces of text alone.
static void text(const Service &service) {
    std::cout << "\nText: ";
    parlour::Stream stream = service.client.stream(question(service));
    for (const auto piece : stream.text()) {
        std::cout << piece << std::flush;
    }
    std::cout << '\n';
}

// The whole message so far, again and again: for a view that redraws itself. The loop is left early, which closes the
// connection and stops the model.
static void snapshots(const Service &service) {
    std::cout << "\nSnapshots:\n";
    std::size_t shown = 0;
    parlour::Stream stream = service.client.stream(question(service));
    for (const auto &event : stream) {
        const auto message = stream.snapshot();
        if (event.kind() == parlour::EventKind::kContentBlockDelta && message && message->text().size() >= shown + 8) {
            shown = message->text().size();
            std::cout << "  " << message->text() << '\n';
            if (shown >= 16) {
                break;
            }
        }
    }
}

// With a limit for each wait, and without exceptions.
static void with_a_limit(const Service &service) {
    using namespace std::chrono_literals;
    std::cout << "\nWith a limit: ";
    auto stream = service.client.try_stream(question(service));
    while (stream) {
        if (!stream->wait_for(5s)) {
            std::cout << "[nothing for 5 s]";
            break;
        }
        const auto event = stream->try_next();
        if (!event || !*event) {
            std::cout << (event ? "[end]" : event.error().what());
            break;
        }
        std::cout << (*event)->text();
    }
    std::cout << '\n';
}

// No events at all. Unlike a whole answer this has no total time limit, only limits of silence.
static void only_the_end(const Service &service) {
    const parlour::Message message = service.client.stream(question(service)).message();
    std::cout << "\nEnd: '" << message.text() << "', " << message.usage().input_tokens << " tokens in, "
              << message.usage().output_tokens << " out\n";
}

// A stream that is cut is an error, never a short answer; the error holds what had arrived. It is not repeated by
// itself, since part of it was handed out already.
static void broken(const Service &service) {
    parlour::Stream stream = service.client.stream(question(service));
    try {
        const parlour::Message message = stream.message();
        std::cout << "\nBroken: whole after all: " << message.text() << '\n';
    } catch (const parlour::Error &error) {
        const auto partial = error.partial_message();
        std::cout << "\nBroken: " << error.kind_name() << "; received until then: '" << (partial ? partial->text() : "")
                  << "'\n";
    }
}

int main() {
    try {
        const Service service = connect();
        std::cout << "Talking to " << service.describe() << '\n';
        events(service);
        text(service);
        snapshots(service);
        with_a_limit(service);
        only_the_end(service);
        if (service.emulator) {
            // Only a service of our own can be told to break.
            service.emulator->script(R"(["close_mid_stream"])");
            broken(service);
        }
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
