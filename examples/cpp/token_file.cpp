// A token in a file that the platform rewrites, as the agent of a workload identity does.
//
//     c++ -std=c++17 token_file.cpp $(pkg-config --cflags --libs parlour) -o token_file && ./token_file
#include "service.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

#include <unistd.h>

// How long a token is good for, as the platform says. It is kept for so long, unless the service refuses it.
constexpr std::chrono::hours valid_for{1};

// Gives the token that stands in the file now. It is called for the first attempt, shortly before the end, and when the
// service refused the token, on threads of the library; it may block.
static parlour::Credential read_token(const std::filesystem::path &path, const parlour::CredentialRequest &request) {
    std::cout << "reading the file: " << (request.after_refusal ? "the token was refused" : "no token is kept") << '\n';
    std::ifstream file(path);
    std::string token;
    if (!std::getline(file, token)) {
        return parlour::Credential::none("the file of the token cannot be read");
    }
    return parlour::Credential::auth_token(token).valid_for(valid_for);
}

// The platform: writes another token, which alone the service takes from then on.
static void rotate(const parlour::Emulator &emulator, const std::filesystem::path &path, const std::string &token) {
    std::ofstream(path) << token << '\n';
    const std::string keys = "[\"" + token + "\"]";
    parlour_emulator_set_keys_json(emulator.get(), parlour_str_n(keys.data(), keys.size()), nullptr);
}

static void ask(const parlour::Client &client, const std::string &question) {
    parlour::Request request("svc-haiku-3-5", 64);
    request.user(question);
    const parlour::Message reply = client.create(request);
    std::cout << "model: " << reply.text() << '\n';
}

int main() {
    const auto path = std::filesystem::temp_directory_path() / ("parlour-token-" + std::to_string(getpid()));
    int status = EXIT_SUCCESS;
    try {
        const parlour::Emulator emulator;
        parlour::Config config;
        config.use_env(false).base_url(emulator.url()).vendor("svc");
        config.credentials([path](const parlour::CredentialRequest &request) { return read_token(path, request); });
        const parlour::Client client(config);
        rotate(emulator, path, "token-of-the-morning");
        ask(client, "Say one");
        ask(client, "Say two");
        rotate(emulator, path, "token-of-the-evening");
        ask(client, "Say three");
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        status = EXIT_FAILURE;
    }
    std::filesystem::remove(path);
    return status;
}
