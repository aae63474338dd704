// Failures of local files and of the network: clear errors, nothing lost, nothing sent twice, and no request to another
// origin.
#include "check.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/resource.h>

using parlour::Endpoint;
using parlour::Upload;
namespace fs = std::filesystem;

namespace {

// A folder that goes with its files.
class Folder {
public:
    Folder() {
        char name[] = "/tmp/parlour-storage-XXXXXX";
        CHECK(mkdtemp(name) != nullptr);
        path = name;
    }
    Folder(const Folder &) = delete;
    ~Folder() { fs::remove_all(path); }
    fs::path path;
};

void write(const fs::path &path, std::size_t bytes) { std::ofstream(path) << std::string(bytes, 'x'); }

// Makes a call: it fails at a file of this machine, and says so.
void fails_at_its_file(const parlour::Client &client, const Endpoint &call, const char *says) {
    const auto answer = client.try_call(call);
    CHECK(!answer && answer.error().kind() == parlour::Kind::kConfig && answer.error().subkind() == "local_file");
    CHECK(std::string(answer.error().what()).find(says) != std::string::npos);
}

}  // namespace

static void a_file_that_changes_is_told_and_not_sent_again() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const Folder folder;
    const fs::path path = folder.path / "a.bin";
    write(path, 300000);
    const Upload longer = Upload::path(path.string()), shorter = Upload::path(path.string()),
                 same = Upload::path(path.string());
    write(path, 300001);
    fails_at_its_file(client, longer.endpoint(), "grew");
    write(path, 299999);
    fails_at_its_file(client, shorter.endpoint(), "became shorter");
    write(path, 300000);
    client.call(same.endpoint());
    const parlour::Answer asked = client.request("GET", "/emulator/book");
    const parlour::Json book = parlour::Json::parse(asked.body());
    CHECK(book["/uploads"].size() == 1 && book["/uploads/a.bin"].integer() == 1);
}

static void a_full_disk_is_told_and_left_as_it_was() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const Folder folder;
    const fs::path path = folder.path / "plot.png";
    write(path, 3);
    emulator.script(R"({"text":")" + std::string(200000, 'y') + R"(","repeat":0})");
    // By a limit of the process, which needs no disk to fill and no rights.
    rlimit before{};
    CHECK(std::signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &before) == 0);
    rlimit limit = before;
    limit.rlim_cur = 50000;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    fails_at_its_file(client, Endpoint::download("file_1", path.string()), "nothing was left there");
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto entries = [&] { return std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()); };
    CHECK(fs::file_size(path) == 3 && entries() == 1 && emulator.request_count() == 1);
    client.call(Endpoint::download("file_1", path.string()));
    CHECK(fs::file_size(path) == 200000 && entries() == 1);
}

static void results_that_are_cut_are_told_and_the_lines_before_are_there() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const std::string whole = R"({\"custom_id\":\"a\",\"result\":{\"type\":\"expired\"}}\n)";
    emulator.script(R"({"text":")" + whole + R"({\"custom_id\":\"b\",\"res"})");
    std::size_t lines = 0;
    bool told = false;
    try {
        for (const parlour::Event &line : client.stream(Endpoint::results("msgbatch_1"))) {
            lines += line.kind() == parlour::EventKind::kChunk;
        }
    } catch (const parlour::Error &error) {
        told =
            error.kind() == parlour::Kind::kConnection && std::string(error.what()).find("line 2") != std::string::npos;
    }
    CHECK(told && lines == 1 && emulator.request_count() == 1);
}

static void no_other_origin_is_asked() {
    const parlour::Emulator emulator, foreign;
    const parlour::Client client(emulator.config());
    const std::string elsewhere = std::string(foreign.url()) + "/v1/x";
    const auto batch = [&] {
        return Endpoint::results_of(
            R"({"type":"message_batch","id":"msgbatch_7","processing_status":"ended","results_url":")" + elsewhere +
            R"("})");
    };
    // Results that lie elsewhere are asked for by the id of their batch.
    emulator.script(R"({"text":"{\"custom_id\":\"a\",\"result\":{\"type\":\"expired\"}}\n"})");
    std::size_t lines = 0;
    for (const parlour::Event &line : client.stream(batch())) {
        lines += line.kind() == parlour::EventKind::kChunk;
    }
    CHECK(lines == 1 &&
          emulator.requests_json().find("/v1/messages/batches/msgbatch_7/results") != std::string_view::npos);
    // A redirection is not followed, whatever it answers.
    const std::string away = R"({"status":307,"headers":{"location":")" + elsewhere + R"("}})";
    std::size_t refused = 0;
    const auto is_not_led_away = [&](const Endpoint &call) {
        emulator.script(away);
        try {
            for (const parlour::Event &piece : client.stream(call)) {
                CHECK(piece.kind() == parlour::EventKind::kPing);
            }
        } catch (const parlour::Error &error) {
            refused += error.status() == 307;
        }
    };
    is_not_led_away(batch());
    is_not_led_away(Endpoint::results("msgbatch_7"));
    is_not_led_away(Endpoint("files.content").id("file_1"));
    CHECK(refused == 3);
    emulator.script(away);
    CHECK(client.try_call(Endpoint("models.list")).error().status() == 307);
    emulator.script(away);
    CHECK(client.try_call(Upload::bytes("a.txt", "x").endpoint()).error().status() == 307);
    emulator.script(away);
    parlour::Pages pages(client, Endpoint("files.list"));
    CHECK(!pages.try_next() && pages.failure()->status() == 307);
    // Not even a connection, let alone the key.
    CHECK(emulator.request_count() == 7 && parlour_emulator_accepted_connections(foreign.get()) == 0);
}

int main() {
    RUN(a_file_that_changes_is_told_and_not_sent_again);
    RUN(a_full_disk_is_told_and_left_as_it_was);
    RUN(results_that_are_cut_are_told_and_the_lines_before_are_there);
    RUN(no_other_origin_is_asked);
    return 0;
}
