// As much of HTTP/1.1 as the relay needs: reading a GET, writing an answer.
#ifndef EXAMPLES_HTTP_HPP
#define EXAMPLES_HTTP_HPP

#include <optional>
#include <string>
#include <string_view>

namespace http {

// Longer requests are refused: an address has no room for them.
constexpr std::size_t longest_request = 64 * 1024;

// The target of a request whose header block has arrived whole; nothing if it has not. Anything but GET has an empty
// target.
inline std::optional<std::string> target(std::string_view received) {
    if (received.find("\r\n\r\n") == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view line = received.substr(0, received.find("\r\n"));
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (line.substr(0, first) != "GET" || last <= first) {
        return std::string();
    }
    return std::string(line.substr(first + 1, last - first - 1));
}

// The value of a digit of base 16; -1 for what is none.
inline int digit(char letter) {
    if (letter >= '0' && letter <= '9') {
        return letter - '0';
    }
    const char lower = static_cast<char>(letter | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Undoes what browsers do to the text of a query.
inline std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int high = text[at] == '%' && at + 2 < text.size() ? digit(text[at + 1]) : -1;
        const int low = high < 0 ? -1 : digit(text[at + 2]);
        if (low >= 0) {
            plain += static_cast<char>(high * 16 + low);
            at += 2;
        } else {
            plain += text[at] == '+' ? ' ' : text[at];
        }
    }
    return plain;
}

// The value of a parameter in the query of a target.
inline std::optional<std::string> parameter(std::string_view target, std::string_view name) {
    const std::size_t query = target.find('?');
    while (query != std::string_view::npos) {
        target.remove_prefix(target.find_first_of("?&") + 1);
        const std::string_view pair = target.substr(0, target.find('&'));
        if (pair.substr(0, pair.find('=')) == name) {
            return pair.find('=') == std::string_view::npos ? std::string() : decoded(pair.substr(name.size() + 1));
        }
        if (target.find('&') == std::string_view::npos) {
            break;
        }
    }
    return std::nullopt;
}

// A whole answer.
inline std::string answer(std::string_view status, std::string_view type, std::string_view body,
                          std::string_view more_headers = "") {
    std::string text = "HTTP/1.1 ";
    text.append(status).append("\r\ncontent-type: ").append(type);
    text.append("\r\ncontent-length: ").append(std::to_string(body.size())).append("\r\nconnection: close\r\n");
    return text.append(more_headers).append("\r\n").append(body);
}

// The beginning of a stream of events; its end is the end of the connection.
inline std::string events() {
    return "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\nconnection: close\r\n\r\n";
}

// One event of such a stream. Each line of its data stands in a line of its own.
inline void add_event(std::string &out, std::string_view name, std::string_view data) {
    out.append("event: ").append(name).append("\ndata: ");
    for (const char letter : data) {
        out += letter;
        if (letter == '\n') {
            out.append("data: ");
        }
    }
    out.append("\n\n");
}

}  // namespace http

#endif
