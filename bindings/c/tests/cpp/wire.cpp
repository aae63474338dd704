// Resources and the wire in C++, beyond plain calls: batches that are awaited, cancelled and ended, lists of every
// kind, contents piece by piece, both dialects of the service, error codes, refused credentials.
#include "check.hpp"

#include <set>

using parlour::Endpoint;
using parlour::Json;
using std::chrono::milliseconds;

namespace {

Json read(const parlour::Answer &answer) { return Json::parse(answer.body()); }

std::string text_at(const parlour::Answer &answer, const char *pointer) {
    return std::string(read(answer)[pointer].string());
}

// Whether the requests seen so far have this in them.
bool saw(const parlour::Emulator &emulator, std::string_view part) {
    return emulator.requests_json().find(part) != std::string_view::npos;
}

std::string created(const parlour::Client &client) {
    return text_at(client.call(parlour::BatchRequests().add("a", ask("say x")).endpoint()), "/id");
}

parlour::BatchWait quick() {
    parlour::BatchWait wait;
    wait.first = wait.longest = milliseconds(1);
    return wait;
}

}  // namespace

static void a_wait_tells_where_it_stands() {
    const parlour::Emulator emulator(R"({"batch_polls":3})");
    const parlour::Client client(emulator.config());
    std::vector<std::string> seen;
    for (const parlour::Event &look : client.stream(Endpoint::wait(created(client), quick()))) {
        seen.emplace_back(Json::parse(look.json())["/processing_status"].string());
    }
    CHECK(seen.size() >= 2 && seen.front() == "in_progress" && seen.back() == "ended");
}

static void a_wait_has_a_limit_and_is_given_up() {
    const parlour::Emulator emulator(R"({"batch_polls":1000000})");
    const parlour::Client client(emulator.config());
    const std::string id = created(client);
    parlour::BatchWait wait = quick();
    wait.limit = milliseconds(20);
    CHECK(client.try_call(Endpoint::wait(id, wait)).error().kind() == parlour::Kind::kTimeout);
    const parlour::Interrupt interrupt;
    interrupt.raise();
    parlour::Options options;
    options.interrupt(interrupt);
    CHECK(client.try_call(Endpoint::wait(id), &options).error().code() == PARLOUR_INTERRUPTED);
    // The batch goes on: it is listed, looked at, cancelled and, once it has ended, deleted.
    std::set<std::string> ids;
    for (const Json &batch : parlour::Pages(client, Endpoint("batches.list").query("limit", "1"))) {
        ids.emplace(batch["/id"].string());
    }
    CHECK(ids == std::set<std::string>{id});
    CHECK(!client.try_call(Endpoint("batches.delete").id(id)));
    CHECK(text_at(client.call(Endpoint("batches.cancel").id(id)), "/processing_status") == "canceling");
    CHECK(text_at(client.call(Endpoint("batches.get").id(id)), "/processing_status") == "ended");
    for (const parlour::Event &line : client.stream(Endpoint::results(id))) {
        CHECK(Json::parse(line.json())["/result/type"].string() == "canceled");
    }
    CHECK(text_at(client.call(Endpoint("batches.delete").id(id)), "/type") == "message_batch_deleted");
}

static void a_walk_that_is_interrupted_goes_on() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const parlour::Interrupt interrupt;
    parlour::Options options;
    options.interrupt(interrupt);
    parlour::Pages pages(client, Endpoint("models.list").query("limit", "3"), &options);
    const std::string first = text_at(*pages.next(), "/last_id");
    interrupt.raise();
    CHECK(pages.try_next().error().code() == PARLOUR_INTERRUPTED);
    interrupt.reset();
    CHECK(pages.next() && saw(emulator, "after_id=" + first));
}

static void every_kind_of_list_is_walked() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    for (const char *name : {"a.txt", "b.txt", "c.txt"}) {
        client.call(parlour::Upload::bytes(name, "x").endpoint());
    }
    std::string names;
    for (const Json &file : parlour::Pages(client, Endpoint("files.list").query("limit", "1"))) {
        names += file["/filename"].string();
    }
    CHECK(names == "c.txtb.txta.txt");
    const parlour::Client admin(emulator.config().api_key("test-admin-key"));
    std::size_t rules = 0;
    for (const Json &rule : parlour::Pages(admin, Endpoint("rate_limits.list").query("limit", "2"))) {
        rules += rule["/limits"].size() > 0;
    }
    CHECK(rules > 2);
    CHECK(client.try_call(Endpoint("rate_limits.list")).error().kind() == parlour::Kind::kPermissionDenied);
    const char *change = R"({"limits":[{"type":"requests_per_minute","value":7}]})";
    Endpoint update("rate_limits.update");
    CHECK(read(admin.call(update.id("wrkspc_1").id("rlg_files").body(change)))["/limits/0/value"].integer() == 7);
}

static void answers_come_unread_whole_or_as_they_arrive() {
    const parlour::Emulator emulator(R"({"batch_polls":0})");
    const parlour::Client client(emulator.config());
    const std::string batch = created(client);
    const auto both = [&](const Endpoint &call) {
        std::string pieces;
        for (const parlour::Event &piece : client.stream(call)) {
            CHECK(piece.kind() == parlour::EventKind::kChunk);
            pieces += piece.json();
        }
        const parlour::Answer whole = client.call(call);
        CHECK(whole.body() == pieces && whole.head().status() == 200 && !whole.head().headers().empty());
    };
    for (const char *list : {"models.list", "batches.list", "files.list", "skills.list"}) {
        both(Endpoint(list));
    }
    Endpoint one("models.get"), get("batches.get"), count("messages.count_tokens");
    both(one.id("svc-haiku-3-5"));
    both(get.id(batch));
    both(count.body(ask("say x")));
}

static void content_comes_piece_by_piece() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(R"({"text":")" + std::string(300000, 'y') + R"(","pieces":100000})");
    std::size_t bytes = 0, pieces = 0;
    for (const parlour::Event &piece : client.stream(Endpoint("files.content").id("file_1"))) {
        bytes += piece.json().size();
        pieces++;
    }
    CHECK(bytes == 300000 && pieces > 1);
}

static void what_is_read_once_is_sent_once() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    std::size_t left = 3;
    const auto reader = [&left](char *buffer, std::size_t) -> std::optional<std::size_t> {
        if (left == 0) return 0;
        *buffer = 'z';
        left--;
        return 1;
    };
    emulator.script(R"([{"status":503},{"status":503,"headers":{"retry-after":"0"}}])");
    const auto once = client.try_call(parlour::Upload::reader("z", reader).endpoint());
    CHECK(once.error().status() == 503 && emulator.request_count() == 1);
    const parlour::Answer again = client.call(parlour::Upload::bytes("b", "bytes").endpoint());
    CHECK(again.head().attempts() == 2 && emulator.request_count() == 3);
}

static void both_dialects_are_spoken() {
    const parlour::Emulator emulator;
    const parlour::Client older(emulator.config());
    older.call(Endpoint("models.list"));
    CHECK(saw(emulator, "2023-06-01") && saw(emulator, "x-api-key") && !saw(emulator, "authorization"));
    emulator.clear();
    const parlour::Client newer(
        parlour::Config().base_url(emulator.url()).version("2026-10-21").auth_token("test-key").vendor("svc"));
    newer.call(Endpoint("models.list"));
    CHECK(saw(emulator, "2026-10-21") && saw(emulator, "authorization") && !saw(emulator, "x-api-key"));
    // A field that the newer dialect does not have is refused, and never dropped.
    parlour::Request warm = ask("say x");
    warm.set("temperature", "0.5");
    CHECK(text_of(older.create(warm)) == "x");
    const auto refused = newer.try_create(warm);
    CHECK(!refused && refused.error().message().find("temperature") != std::string_view::npos);
}

static void calls_are_made_for_a_profile_in_a_workspace() {
    const parlour::Emulator emulator;
    const parlour::Client client(
        emulator.config().set("user_profile_id", "\"uprof_1\"").set("workspace_id", "\"wrkspc_1\""));
    client.create(ask("say x"));
    CHECK(saw(emulator, "svc-user-profile-id") && saw(emulator, "uprof_1"));
    CHECK(saw(emulator, "svc-workspace-id") && saw(emulator, "wrkspc_1"));
    parlour::Options other;
    other.set("user_profile_id", "\"uprof_2\"");
    client.create(ask("say x"), &other);
    CHECK(saw(emulator, "uprof_2"));
}

static void errors_have_the_codes_of_the_service() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(R"(["enforced_spend_limit_reached"])");
    const auto cap = client.try_create(ask("say x"));
    CHECK(cap.error().service_code() == "enforced_spend_limit_reached" && cap.error().is_spend_cap());
    CHECK(cap.error().kind() == parlour::Kind::kRateLimit && !cap.error().is_retryable() &&
          emulator.request_count() == 1);
    emulator.script(R"(["image_dimensions_too_large"])");
    const auto large = client.try_create(ask("say x"));
    CHECK(large.error().service_code() == "image_dimensions_too_large" && !large.error().is_spend_cap());
    CHECK(Json::parse(large.error().details_json())["/max_side_length_pixels"].integer() > 0);
    emulator.script(R"(["skill_read_blocked_undecryptable"])");
    const auto blocked = client.try_call(Endpoint("skills.get").id("skill_1"));
    CHECK(blocked.error().status() == 409 && emulator.request_count() == 3);
}

static void a_credential_that_is_refused_is_asked_for_again() {
    const parlour::Emulator emulator;
    std::vector<bool> asked;
    const parlour::Client client(emulator.config().credentials([&](const parlour::CredentialRequest &sent) {
        asked.push_back(sent.after_refusal);
        return parlour::Credential::auth_token(sent.after_refusal ? "test-key" : "expired")
            .valid_for(std::chrono::hours(1));
    }));
    CHECK(text_of(client.create(ask("say hello"))) == "hello");
    client.create(ask("say hello"));
    CHECK((asked == std::vector<bool>{false, true}) && emulator.request_count() == 3);
}

static void deprecated_models_are_told_of_once() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config().deprecated_model("svc-haiku-3-5", "2026-02-19"));
    std::size_t told = 0;
    const parlour_log_fn count = [](void *user, parlour_log_level, parlour_str message, parlour_str) {
        const std::string text(message.data, message.len);
        *static_cast<std::size_t *>(user) += text.find("deprecated") != std::string::npos;
    };
    CHECK(parlour_log_start(PARLOUR_LOG_WARN, count, &told, nullptr) == PARLOUR_OK);
    client.create(ask("say x"));
    client.create(ask("say x"));
    CHECK(parlour_log_stop() == PARLOUR_OK && told == 1);
}

int main() {
    RUN(a_wait_tells_where_it_stands);
    RUN(a_wait_has_a_limit_and_is_given_up);
    RUN(a_walk_that_is_interrupted_goes_on);
    RUN(every_kind_of_list_is_walked);
    RUN(answers_come_unread_whole_or_as_they_arrive);
    RUN(content_comes_piece_by_piece);
    RUN(what_is_read_once_is_sent_once);
    RUN(both_dialects_are_spoken);
    RUN(calls_are_made_for_a_profile_in_a_workspace);
    RUN(errors_have_the_codes_of_the_service);
    RUN(a_credential_that_is_refused_is_asked_for_again);
    RUN(deprecated_models_are_told_of_once);
    return 0;
}
