// A run of batches in a process that is killed at twenty moments: each request is submitted once, each result given
// once.
#include "../kills.h"
#include "check.hpp"

#include <iostream>

static int child(const char *url, const char *api_key, const char *journal) {
    const parlour::Client client(parlour::Config().use_env(false).base_url(url).api_key(api_key));
    parlour::BatchRunSettings settings;
    settings.state = journal;
    settings.requests_per_batch = KILL_ROWS_PER_BATCH;
    settings.wait.first = settings.wait.longest = std::chrono::milliseconds(1);
    const parlour::BatchRun run(settings);
    for (int row = 0; row < KILL_ROWS; row++) {
        const std::string id = "row-" + std::to_string(row);
        if (run.add(id, ask("say " + id))) {
            client.call(run.submit());
        }
    }
    try {
        for (const parlour::Event &line : client.stream(run.results())) {
            CHECK(line.kind() == parlour::EventKind::kChunk);
            const parlour::Json result = parlour::Json::parse(line.json());
            std::cout << result["/custom_id"].string() << ' ' << result["/result/message/content/0/text"].string()
                      << std::endl;
        }
    } catch (const parlour::Error &error) {
        if (error.kind() != parlour::Kind::kConfig) {
            throw;
        }
        return kill_settle(journal, std::string(error.message()).c_str());
    }
    return 0;
}

int main(int argc, char **argv) {
    const int status = kill_main(argc, argv, child);
    if (argc == 1) {
        std::printf("twenty_kills_submit_nothing_twice: ok\n");
    }
    return status;
}
