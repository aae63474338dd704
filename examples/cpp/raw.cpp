// Requests and answers as they are: a form of several parts, a body that is made while it is sent, and answers that are
// read while they arrive. This is how endpoints are reached that have no name.
//
//     c++ -std=c++17 raw.cpp $(pkg-config --cflags --libs parlour) -o raw && ./raw
//     ./raw report.pdf     # uploads this file
#include "service.hpp"

#include <algorithm>
#include <cstring>
#include <iostream>

using parlour::Endpoint;
using parlour::Json;
using parlour::Upload;

// Uploads a file by hand. A file in a form is read while it is sent.
static void send_form(const parlour::Client &client, const Upload &file) {
    const parlour::Answer answer =
        client.call(Endpoint::request("POST", "/v1/files").field("expires_in_seconds", "3600").file("file", file));
    const Json made = Json::parse(answer.body());
    std::cout << "form: " << made["/filename"].string() << ", " << made["/size_bytes"].integer() << " bytes, until "
              << made["/expires_at"].string() << '\n';
    client.request("DELETE", "/v1/files/" + std::string(made["/id"].string()));
}

// The texts of a list one after the other, as a body that is asked for them while it is sent. One that is longer than
// the room that there is comes in several pieces.
static Upload pieces_of(std::vector<std::string> texts) {
    const auto next = [texts = std::move(texts), at = std::size_t{0}, given = std::size_t{0}](
                          char *buffer, std::size_t size) mutable -> std::optional<std::size_t> {
        while (at < texts.size() && given == texts[at].size()) {
            ++at;
            given = 0;
        }
        if (at == texts.size()) {
            return 0;
        }
        const std::size_t count = std::min(size, texts[at].size() - given);
        std::memcpy(buffer, texts[at].data() + given, count);
        given += count;
        return count;
    };
    return Upload::reader("request.json", next);
}

// Counts the tokens of a request that is written while it is sent: no part of it has to be there before.
static void send_pieces(const Service &service) {
    const std::string head =
        R"({"model":")" + service.model + R"(","messages":[{"role":"user","content":"Name rivers:)";
    Upload body = pieces_of({head, " Po", " Arno", " Tiber", R"("}]})"});
    body.media_type("application/json");
    const parlour::Answer answer =
        service.client.call(Endpoint::request("POST", "/v1/messages/count_tokens").content(body));
    std::cout << "pieces: the request has " << Json::parse(answer.body())["/input_tokens"].integer() << " tokens\n";
}

// Hands on the events of a message as bytes, in the pieces in which they arrive.
static void read_pieces(const Service &service) {
    const std::string request =
        R"({"model":")" + service.model +
        R"(","max_tokens":64,"stream":true,"messages":[{"role":"user","content":"Count to 5"}]})";
    parlour::Stream answer = service.client.stream(Endpoint::request("POST", "/v1/messages").body(request));
    std::string events;
    for (const parlour::Event &piece : answer) {
        events += piece.json();
    }
    std::cout << "events: " << answer.head().header("content-type").value_or("") << '\n';
    for (std::size_t at = 0; at < events.size();) {
        const std::size_t end = std::min(events.find('\n', at), events.size());
        if (events.compare(at, 7, "event: ") == 0) {
            std::cout << "  " << events.substr(at, end - at) << '\n';
        }
        at = end + 1;
    }
}

// Every endpoint with a name gives its answer as it came, whole or in pieces.
static void read_models(const Service &service) {
    Endpoint get("models.get");
    get.id(service.model);
    const parlour::Answer whole = service.client.call(get);
    std::cout << "raw: status " << whole.head().status() << ", request " << whole.head().request_id() << '\n';
    std::size_t bytes = 0;
    for (const parlour::Event &piece : service.client.stream(get)) {
        bytes += piece.json().size();
    }
    std::cout << "raw in pieces: " << bytes << " bytes\n";
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        send_form(service.client, argc > 1 ? Upload::path(argv[1]) : Upload::bytes("rivers.txt", "Po, Arno, Tiber\n"));
        send_pieces(service);
        read_pieces(service);
        read_models(service);
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
