// Signs each attempt as gateways of the AWS kind want it (SigV4), and checks what arrived.
//
//     c++ -std=c++17 sigv4.cpp $(pkg-config --cflags --libs parlour) -o sigv4 && ./sigv4
#include "../c/sha256.h"
#include "service.hpp"

#include <ctime>
#include <iostream>

static const std::string id = "AKIDEXAMPLE";
static const std::string secret = "secret-of-the-example";
static const std::string region = "eu-central-1";
static const std::string service = "messages";
static const std::string signed_headers = "host;x-amz-content-sha256;x-amz-date";

static std::string sha256(std::string_view text) {
    char digest[2 * SHA256_BYTES + 1];
    sha256_hex(text.data(), text.size(), digest);
    return digest;
}

// What is signed of a request.
struct Signable {
    std::string method, host, path, query;
    std::string at;        // The moment, as 20261123T154500Z.
    std::string digest;    // That of the body.

    // The value of "authorization".
    std::string signature() const {
        const std::string headers = "host:" + host + "\nx-amz-content-sha256:" + digest + "\nx-amz-date:" + at + '\n';
        const std::string canonical =
            method + '\n' + path + '\n' + query + '\n' + headers + '\n' + signed_headers + '\n' + digest;
        const std::string day = at.substr(0, 8);
        const std::string scope = day + '/' + region + '/' + service + "/aws4_request";
        const std::string to_sign = "AWS4-HMAC-SHA256\n" + at + '\n' + scope + '\n' + sha256(canonical);
        std::string key = "AWS4" + secret;
        unsigned char mac[SHA256_BYTES];
        for (const std::string &part : {day, region, service, std::string("aws4_request"), to_sign}) {
            hmac_sha256(key.data(), key.size(), part.data(), part.size(), mac);
            key.assign(mac, mac + SHA256_BYTES);
        }
        char text[2 * SHA256_BYTES + 1];
        hex(mac, text);
        return "AWS4-HMAC-SHA256 Credential=" + id + '/' + scope + ", SignedHeaders=" + signed_headers +
               ", Signature=" + text;
    }
};

// What identifies the caller of one attempt. It is called on threads of the library.
static parlour::Credential sign(const std::string &key, const parlour::CredentialRequest &request) {
    const std::string_view rest = request.url.substr(request.url.find("://") + 3);
    const std::string_view target = rest.substr(rest.find('/'));
    const std::size_t mark = target.find('?');
    char at[32];
    std::tm utc{};
    const std::time_t now = std::time(nullptr);
    std::strftime(at, sizeof at, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
    Signable signable{std::string(request.method), std::string(rest.substr(0, rest.find('/'))),
                      std::string(target.substr(0, mark)),
                      mark == std::string_view::npos ? "" : std::string(target.substr(mark + 1)), at,
                      // A body that is a stream cannot be signed before it is sent.
                      request.body ? sha256(*request.body) : "UNSIGNED-PAYLOAD"};
    // A gateway needs no key besides; the emulator of this example does.
    return parlour::Credential::api_key(key)
        .header("authorization", signable.signature())
        .header("x-amz-content-sha256", signable.digest)
        .header("x-amz-date", signable.at);
}

// What a gateway does with a request that arrived.
static bool is_genuine(const parlour::Json &request) {
    const auto header = [&](std::string_view name) {
        for (std::size_t at = 0; at < request["/headers"].size(); ++at) {
            const parlour::Json pair = request["/headers"].at(at);
            if (pair["/0"].string() == name) {
                return std::string(pair["/1"].string());
            }
        }
        return std::string();
    };
    const Signable signable{
        std::string(request["/method"].string()), header("host"),       std::string(request["/path"].string()),
        std::string(request["/query"].string()),  header("x-amz-date"), sha256(request["/body"].string())};
    return header("x-amz-content-sha256") == signable.digest && header("authorization") == signable.signature();
}

int main() {
    try {
        // The first attempt meets an overloaded service, and the second is signed anew.
        const parlour::Emulator emulator;
        emulator.script(R"({"status": 529})");
        parlour::Config config;
        config.use_env(false).base_url(emulator.url()).vendor("svc");
        config.credentials([key = std::string(emulator.api_key())](const parlour::CredentialRequest &request) {
            return sign(key, request);
        });
        const parlour::Client client(config);
        parlour::Request request("svc-haiku-3-5", 64);
        request.user("Say it was signed.");
        const parlour::Message reply = client.create(request);
        std::cout << "model: " << reply.text() << '\n';
        const parlour::Json seen = parlour::Json::parse(emulator.requests_json());
        for (std::size_t at = 0; at < seen.size(); ++at) {
            std::cout << "attempt " << at + 1 << ": " << (is_genuine(seen.at(at)) ? "genuine" : "forged") << '\n';
        }
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
