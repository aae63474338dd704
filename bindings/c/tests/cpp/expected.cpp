// Without exceptions: compiled with -fno-exceptions, everything can be done with `parlour::result`.
// flags: -fno-exceptions -fno-rtti
#include "check.hpp"

static void everything_works_without_exceptions() {
    const auto emulator = parlour::Emulator::try_start();
    CHECK(emulator);
    const auto client = parlour::Client::try_make(emulator->config().max_retries(0));
    CHECK(client);
    const auto whole = client->try_create(ask("Say hello"));
    CHECK(whole && whole->text() == "hello");
    auto stream = client->try_stream(ask("Say hello"));
    CHECK(stream);
    std::string text;
    for (const auto &event : *stream) {
        text += event.text();
    }
    CHECK(text == "hello" && !stream->failure() && text_of(stream->try_message().value()) == "hello");
    CHECK(emulator->try_script(R"(["close_mid_stream"])"));
    auto broken = client->try_stream(ask("Count to 12."));
    CHECK(broken);
    std::size_t pieces = 0;
    for (const auto piece : broken->text()) {
        pieces += piece.empty() ? 0 : 1;
    }
    CHECK(pieces > 0 && broken->failure() && broken->failure()->is_mid_stream());
    auto queue = parlour::Queue::try_make();
    CHECK(queue);
    const auto call = client->try_submit(*queue, ask("Say hello"), parlour::Mode::kWhole, 3);
    CHECK(call);
    std::vector<parlour::Completion> found;
    while (found.empty()) {
        CHECK(queue->wait_for(std::chrono::seconds(30)));
        CHECK(queue->try_drain(found));
    }
    CHECK(found[0].token == 3 && text_of(call->try_message().value()) == "hello");
    const auto refused = client->try_create(parlour::Request("", 0));
    CHECK(!refused && refused.error().kind() == parlour::Kind::kConfig && *refused.error().what() != '\0');
    CHECK(!parlour::Message::try_from_json("no"));
}

int main() {
    RUN(everything_works_without_exceptions);
    return 0;
}
