// A stream in an asio loop, with a timer beside it: what the optional header is for.
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>
#include <parlour_asio.hpp>
#include <parlour_emulator.hpp>

#include <chrono>
#include <iostream>
#include <string>

int main() {
    const parlour::Emulator emulator(R"({"pace_ms": 2})");
    const parlour::Client client(emulator.config());
    parlour::Request request("svc-haiku-3-5", 64);
    request.user("Count to 12.");

    asio::io_context loop;
    std::string text;
    int batches = 0;
    bool ended = false;
    parlour::asio_queue *watched = nullptr;
    parlour::asio_queue queue(loop.get_executor(), [&](parlour::Completion &completion) {
        for (const auto event : completion.batch) {
            text += event.text();
        }
        batches += completion.kind == parlour::Completion::Kind::kBatch ? 1 : 0;
        if (completion.is_last()) {
            ended = completion.kind == parlour::Completion::Kind::kEnd && completion.token == 7;
            watched->stop();
        }
    });
    watched = &queue;
    asio::steady_timer patience(loop, std::chrono::seconds(30));
    patience.async_wait([&](const asio::error_code &error) {
        if (!error) {
            queue.stop();
        }
    });
    const parlour::Call call = client.submit(queue.queue(), request, parlour::Mode::kStream, 7);
    queue.start();
    while (!ended && loop.run_one() > 0) {
    }
    std::cout << text << " in " << batches << " batches\n";
    const parlour::Message message = call.message();
    return ended && text == "1 2 3 4 5 6 7 8 9 10 11 12" && message.text() == text ? 0 : 1;
}
