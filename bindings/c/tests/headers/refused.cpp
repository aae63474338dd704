// Code that must not compile, because it would read freed memory: scripts/c/headers.sh compiles this file once for each
// number, and once for 0, which is right. Below 20 the functions are deleted; from there on clang warns.
#include <parlour.hpp>

#include <string>

void use(const parlour::Client &client, const parlour::Request &request) {
#if CASE == 0
    const parlour::Message message = client.create(request);
    const auto text = message.text();
    for (const auto block : message.blocks()) {
        static_cast<void>(block.text());
    }
    parlour::Stream stream = client.stream(request);
    for (const auto piece : stream.text()) {
        static_cast<void>(piece);
    }
    for (const auto &event : client.stream(request)) {
        static_cast<void>(event);
    }
    static_cast<void>(text);
    const auto &kept = client.try_create(request).value();
    for (const auto &event : client.try_stream(request).value()) {
        static_cast<void>(event.kind() == parlour::EventKind::kPing && kept.id().empty());
    }
    const auto reply = client.try_create(request);
    const auto why = reply.error().message();
    const auto id = message.head().request_id();
    static_cast<void>(why.size() + id.size() + client.try_create(request).error().message().size());
#elif CASE == 1
    const auto text = client.create(request).text();
#elif CASE == 2
    for (const auto block : client.create(request).blocks()) {
        static_cast<void>(block);
    }
#elif CASE == 3
    const auto text = client.try_create(request)->text();
#elif CASE == 4
    const auto text = (*client.try_create(request)).text();
#elif CASE == 5
    const auto head = client.create(request).head();
#elif CASE == 6
    const auto body = client.request("GET", "/v1/models").body();
#elif CASE == 7
    for (const auto piece : client.stream(request).text()) {
        static_cast<void>(piece);
    }
#elif CASE == 8
    const auto head = client.stream(request).head();
#elif CASE == 9
    for (const auto event : parlour::Batch().events()) {
        static_cast<void>(event);
    }
#elif CASE == 10
    const auto json = parlour::Request("m", 1).json();
#elif CASE == 11
    const auto url = parlour::Client().base_url();
#elif CASE == 12
    const auto head = client.start(request, parlour::Mode::kWhole, {}).head();
// From here on only clang sees it, by the attribute: gcc has none.
#elif CASE == 20
    const auto why = client.try_create(request).error().message();
#else
#error "no such case"
#endif
}
