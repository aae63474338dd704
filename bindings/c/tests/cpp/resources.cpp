// The endpoints beside messages: pages, batches and their runs, files, skills, webhooks.
#include "check.hpp"

#include <cstring>
#include <set>
#include <stdexcept>

#include <unistd.h>

using parlour::Endpoint;

static parlour::Json read(const parlour::Answer &answer) { return parlour::Json::parse(answer.body()); }
static std::string text_at(const parlour::Answer &answer, const char *pointer) {
    return std::string(read(answer)[pointer].string());
}

static void an_endpoint_is_called_by_its_name() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Answer counted = client.call(Endpoint("messages.count_tokens").body(ask("say x")));
    CHECK(read(counted)["/input_tokens"].integer() > 0 && counted.head().attempts() == 1);
    CHECK(text_at(client.call(Endpoint("models.get").id("svc-haiku-3-5")), "/id").find("svc-haiku-3-5") == 0);
    // The first error of a chain is reported by the call.
    const auto unknown = client.try_call(Endpoint("models.gte").id("x"));
    CHECK(!unknown && unknown.error().kind() == parlour::Kind::kConfig);
    const auto mistaken = client.try_call(Endpoint::results("").query("a", "b"));
    CHECK(!mistaken && mistaken.error().kind() == parlour::Kind::kConfig);
    const parlour::Queue queue;
    parlour::Call call = client.submit(queue, Endpoint("models.list"), parlour::Mode::kWhole, 3);
    std::vector<parlour::Completion> found;
    while (found.empty()) {
        CHECK(queue.wait_for(std::chrono::seconds(30)));
        queue.drain(found);
    }
    CHECK(found[0].token == 3 && found[0].is_last() && !found[0].error);
    CHECK(read(call.answer())["/data"].size() > 3);
    bool done = false;
    parlour::Handlers handlers;
    handlers.on_done = [&](parlour::CallRef told, const parlour::result<void> &outcome) {
        done = outcome.has_value() && told.try_answer().has_value();
    };
    const parlour::Call told = client.start(Endpoint("models.list"), parlour::Mode::kWhole, std::move(handlers));
    CHECK(told.join_for(std::chrono::seconds(30)) && done);
}

static void pages_are_a_range_of_items() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const std::size_t all = read(client.call(Endpoint("models.list")))["/data"].size();
    std::set<std::string> seen;
    parlour::Pages pages(client, Endpoint("models.list").query("limit", "3"));
    for (const parlour::Json &model : pages) {
        seen.emplace(model["/id"].string());
    }
    CHECK(seen.size() == all && !pages.failure());
    std::size_t asked = 0;
    for (parlour::Pages list(client, Endpoint("models.list").query("limit", "3")); list.next();) {
        asked++;
    }
    CHECK(asked == (all + 2) / 3);
    emulator.script(R"(["page_circle","page_circle","page_circle","page_circle"])");
    bool thrown = false;
    try {
        for (const parlour::Json &model : parlour::Pages(client, Endpoint("models.list"))) {
            CHECK(model.size() > 0);
        }
    } catch (const parlour::Error &error) {
        thrown = error.kind() == parlour::Kind::kDecode;
    }
    CHECK(thrown);
    parlour::Pages none(client, Endpoint("models.get").id("a"));
    CHECK(!none.try_next() && none.failure()->kind() == parlour::Kind::kConfig);
}

static void a_batch_is_awaited_and_read() {
    const parlour::Emulator emulator(R"({"batch_polls":2})");
    const parlour::Client client(emulator.config());
    parlour::BatchRequests requests;
    requests.add("a", ask("say x")).add("b", ask("say y"));
    CHECK(requests.size() == 2);
    const std::string id = text_at(client.call(requests.endpoint()), "/id");
    CHECK(!client.try_call(parlour::BatchRequests().add("a b", ask("say x")).endpoint()));
    parlour::BatchWait wait;
    wait.first = wait.longest = std::chrono::milliseconds(1);
    const parlour::Answer ended = client.call(Endpoint::wait(id, wait));
    CHECK(text_at(ended, "/processing_status") == "ended");
    std::set<std::string> ids;
    for (const parlour::Event &line : client.stream(Endpoint::results_of(ended.body()))) {
        CHECK(line.kind() == parlour::EventKind::kChunk);
        ids.emplace(parlour::Json::parse(line.json())["/custom_id"].string());
    }
    CHECK((ids == std::set<std::string>{"a", "b"}));
    emulator.script("\"results_broken_line\"");
    std::size_t broken = 0;
    for (const parlour::Event &line : client.stream(Endpoint::results(id))) {
        broken += line.kind() == parlour::EventKind::kBroken && line.text().find("line") != std::string_view::npos;
    }
    CHECK(broken == 1);
}

static void a_run_goes_on_from_its_journal() {
    const parlour::Emulator emulator(R"({"batch_polls":1})");
    const parlour::Client client(emulator.config());
    char journal[] = "/tmp/parlour-run-XXXXXX";
    const int file = mkstemp(journal);
    CHECK(file >= 0 && close(file) == 0 && unlink(journal) == 0);
    parlour::BatchRunSettings settings;
    settings.state = journal;
    settings.requests_per_batch = 2;
    settings.wait.first = settings.wait.longest = std::chrono::milliseconds(1);
    std::size_t posts = 0;
    for (int again = 0; again < 2; again++) {
        const parlour::BatchRun run(settings);
        for (const char *id : {"a", "b", "c"}) {
            if (run.add(id, ask("say x"))) {
                client.call(run.submit());
                posts++;
            }
        }
        std::size_t lines = 0;
        for (const parlour::Event &line : client.stream(run.results())) {
            lines += line.kind() == parlour::EventKind::kChunk;
        }
        CHECK(lines == 3);
    }
    CHECK(posts >= 1 && unlink(journal) == 0);
}

static void files_and_skills_go_up() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Answer table =
        client.call(parlour::Upload::bytes("t.csv", "a,b\n").media_type("text/csv").endpoint());
    CHECK(text_at(table, "/mime_type") == "text/csv" && text_at(table, "/filename") == "t.csv");
    std::size_t left = 100000;
    const auto zeds = [&left](char *buffer, std::size_t size) -> std::optional<std::size_t> {
        const std::size_t count = left < size ? left : size;
        std::memset(buffer, 'z', count);
        left -= count;
        return count;
    };
    const parlour::Answer kept =
        client.call(parlour::Upload::bytes("k.csv", "a,b\n").expires_in(std::chrono::hours(1)).endpoint());
    CHECK(!text_at(kept, "/expires_at").empty());
    const parlour::Answer big = client.call(parlour::Upload::reader("big.bin", zeds).length(100000).endpoint());
    CHECK(read(big)["/size_bytes"].integer() == 100000 && left == 0);
    const auto thrower = [](char *, std::size_t) -> std::optional<std::size_t> { throw std::runtime_error("gone"); };
    CHECK(!client.try_call(parlour::Upload::reader("x", thrower).endpoint()));
    CHECK(!client.try_call(parlour::Upload::reader("x", nullptr).endpoint()));
    CHECK(!client.try_call(parlour::Upload::path("/nowhere/at/all").name("x").endpoint()));
    parlour::SkillFiles files;
    files.add(
        parlour::Upload::bytes("report/SKILL.md", "---\nname: report\ndescription: Writes a report\n---\nWrite it.\n"));
    const std::string id = text_at(client.call(files.create("Report")), "/id");
    CHECK(text_at(client.call(files.create_version(id)), "/skill_id") == id);
    emulator.script(R"({"text":"content"})");
    char copy[] = "/tmp/parlour-copy-XXXXXX";
    const int file = mkstemp(copy);
    CHECK(file >= 0 && close(file) == 0);
    CHECK(read(client.call(Endpoint::download(text_at(table, "/id"), copy)))["/size_bytes"].integer() == 7 &&
          unlink(copy) == 0);
}

static void any_request_takes_any_body() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const auto saw = [&](const char *part) { return emulator.requests_json().find(part) != std::string_view::npos; };
    emulator.script(R"([{"text":"one"},{"text":"two"},{"text":"three"}])");
    const parlour::Upload table = parlour::Upload::bytes("t.csv", "a,b\n");
    const auto one = client.call(Endpoint::request("PUT", "/v1/any?x=y").content(table));
    CHECK(one.body() == "one");
    CHECK(saw("\"x=y\"") && saw("text/csv") && saw("a,b"));
    const auto two = client.call(Endpoint::request("POST", "/v1/any").field("purpose", "a test").file("file", table));
    CHECK(two.body() == "two");
    CHECK(saw("multipart/form-data") && saw("a test") && saw("t.csv"));
    std::string got;
    for (const parlour::Event &piece : client.stream(Endpoint::request("POST", "/v1/any").body(R"({"a":1})"))) {
        got += piece.json();
    }
    CHECK(got == "three");
    // The first error of a chain, and that of an argument in it, is reported by the call.
    CHECK(!client.try_call(Endpoint::request("no method", "/v1/any")));
    CHECK(!client.try_call(Endpoint::request("PUT", "/v1/any").content(parlour::Upload::path("/nowhere/at/all"))));
    CHECK(!client.try_call(Endpoint::request("PUT", "/v1/any").file("a", parlour::Upload::path("/nowhere/at/all"))));
    CHECK(emulator.request_count() == 3);
}

static void webhooks_are_verified() {
    const std::string_view body = R"({"id":"evt_demo_1","type":"event"})";
    const parlour::WebhookHeaders headers{"msg_demo_1", "1790000000",
                                          "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U="};
    const std::chrono::system_clock::time_point now{std::chrono::seconds(1790000000)};
    parlour::Webhooks webhooks("whsec_bm9ib2R5");
    CHECK(webhooks.try_verify(headers, body, now).error().subkind() == "signature");
    webhooks.secret("whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5");
    CHECK(webhooks.verify(headers, body, now)["/id"].string() == "evt_demo_1");
    CHECK(webhooks.try_verify(headers, body, now + std::chrono::hours(1)).error().subkind() == "age");
    CHECK(webhooks.try_verify({"a", "", ""}, body, now).error().subkind() == "header");
    CHECK(parlour::Webhooks("").try_verify(headers, body).error().subkind() == "secret");
}

int main() {
    RUN(an_endpoint_is_called_by_its_name);
    RUN(pages_are_a_range_of_items);
    RUN(a_batch_is_awaited_and_read);
    RUN(a_run_goes_on_from_its_journal);
    RUN(files_and_skills_go_up);
    RUN(any_request_takes_any_body);
    RUN(webhooks_are_verified);
    return 0;
}
