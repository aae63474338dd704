// An upload adds little to the memory of its process, whatever its size: 100 MB from a path, and from a function.
#include "check.hpp"

#include <cstring>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t SIZE = 100'000'000;

// The most memory that this process has had, in KB.
long peak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmHWM:", 0) == 0) {
            return std::stol(line.substr(6));
        }
    }
    return 0;
}

// A service in a process of its own, which keeps what it was sent. It ends when `life` is closed.
std::string serve(int &life) {
    int told[2], lives[2];
    CHECK(pipe(told) == 0 && pipe(lives) == 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(lives[1]);
        const parlour::Emulator emulator(R"({"keep_requests":0})");
        const std::string url(emulator.url());
        CHECK(write(told[1], url.data(), url.size()) == static_cast<ssize_t>(url.size()) && close(told[1]) == 0);
        char nothing;
        _exit(read(lives[0], &nothing, 1) == 0 ? 0 : 1);
    }
    close(told[1]);
    close(lives[0]);
    char url[128];
    const ssize_t length = read(told[0], url, sizeof url);
    CHECK(length > 0 && close(told[0]) == 0);
    life = lives[1];
    return std::string(url, static_cast<std::size_t>(length));
}

}  // namespace

int main() {
    int life = 0;
    // Before this process has a runtime, which a child could not use.
    const std::string url = serve(life);
    const parlour::Client client(parlour::Config().use_env(false).base_url(url).api_key("test-key").vendor("svc"));
    client.call(parlour::Upload::bytes("a", "x").endpoint());
    char path[] = "/tmp/parlour-large-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && ftruncate(file, SIZE) == 0 && close(file) == 0);
    const long before = peak();
    const auto of_path = parlour::FileMetadata::parse(client.call(parlour::Upload::path(path).endpoint()));
    CHECK(of_path.size_bytes().value_or(0) == SIZE && unlink(path) == 0);
    std::size_t left = SIZE;
    const auto zeds = [&left](char *buffer, std::size_t size) -> std::optional<std::size_t> {
        const std::size_t count = left < size ? left : size;
        std::memset(buffer, 'z', count);
        left -= count;
        return count;
    };
    const auto of_function =
        parlour::FileMetadata::parse(client.call(parlour::Upload::reader("r", zeds).length(SIZE).endpoint()));
    CHECK(of_function.size_bytes().value_or(0) == SIZE && left == 0);
    const long added = peak() - before;
    std::printf("two uploads of 100 MB added %.1f MB\n", static_cast<double>(added) / 1024.0);
    // Sanitizers keep freed memory.
    const char *slow = std::getenv("SLOW");
    CHECK(before > 0 && (added <= 8 * 1024 || (slow != nullptr && std::atoi(slow) > 1)));
    CHECK(close(life) == 0);
    int status = 0;
    CHECK(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}
