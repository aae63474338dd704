// The answers of the endpoints beside messages, as types that are generated from the schema.
#include "check.hpp"

#include <set>

using parlour::Endpoint;

static void models_say_what_they_can_do() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    std::set<std::string> ids;
    for (const parlour::Json &item : parlour::Pages(client, Endpoint("models.list").query("limit", "3"))) {
        const parlour::ModelInfo model(item);
        CHECK(model.type() == "model" && model.max_tokens().value_or(0) > 0 && model.lifecycle());
        ids.emplace(model.id());
    }
    CHECK(ids.size() > 3);
    const auto model = parlour::ModelInfo::parse(client.call(Endpoint("models.get").id("svc-sonnet-4-5")));
    CHECK(*model.display_name() == "Svc Sonnet 4.5" && *model.lifecycle() == "deprecated" && model.retires_at());
    CHECK(model.capabilities().thinking().types().enabled().supported());
    CHECK(!model.capabilities().thinking().types().between_tools().supported());
    CHECK(parlour::MessageTokensCount::parse(client.call(Endpoint("messages.count_tokens").body(ask("say x"))))
              .input_tokens() > 0);
}

// An older server leaves out fields it does not know; `null` is no value either, and new fields are kept.
static void what_was_not_said_is_nothing() {
    const auto model = parlour::ModelInfo::parse(
        R"({"type":"model","id":"a","display_name":null,"max_tokens":7,"new":[1],"capabilities":null})");
    CHECK(model && model.id() == "a" && !model.display_name() && !model.line() && !model.max_input_tokens());
    CHECK(*model.max_tokens() == 7 && model.json()["/new/0"].integer() == 1);
    CHECK(!model.capabilities() && !model.capabilities().effort() && !model.capabilities().effort().supported());
    CHECK(!parlour::ModelInfo() && parlour::ModelInfo().id().empty());
    const auto file =
        parlour::FileMetadata::parse(R"({"type":"file","id":"f","filename":"a","size_bytes":0,"downloadable":false})");
    CHECK(file.size_bytes() && *file.size_bytes() == 0 && file.downloadable() && !*file.downloadable() &&
          !file.expires_at());
    // A value of another type is none.
    CHECK(!parlour::FileMetadata::parse(R"({"id":"f","size_bytes":"7","downloadable":1,"mime_type":[]})").size_bytes());
    CHECK(!parlour::FileMetadata::try_parse("{").has_value());
}

static void a_batch_and_each_of_its_results() {
    const parlour::Emulator emulator(R"({"batch_polls":1})");
    const parlour::Client client(emulator.config());
    parlour::BatchRequests requests;
    requests.add("good", ask("say x")).add("bad", parlour::Request("svc-none-1", 8).user("a"));
    const auto batch = parlour::MessageBatch::parse(client.call(requests.endpoint()));
    CHECK(batch.processing_status() == "in_progress" && batch.request_counts().processing() == 2 &&
          !batch.results_url());
    parlour::BatchWait wait;
    wait.first = wait.longest = std::chrono::milliseconds(1);
    const auto ended = parlour::MessageBatch::parse(client.call(Endpoint::wait(batch.id(), wait)));
    CHECK(ended.request_counts().succeeded() == 1 && ended.request_counts().errored() == 1 && ended.results_url());
    std::size_t good = 0, bad = 0;
    for (const parlour::Event &event : client.stream(Endpoint::results_of(ended.json().text()))) {
        const auto line = parlour::MessageBatchIndividualResponse::parse(event.json());
        const parlour::MessageBatchResult outcome = line.result();
        if (outcome.type() == "succeeded") {
            good += line.custom_id() == "good" && text_of(outcome.message()) == "x" && !outcome.error();
        } else {
            CHECK(outcome.type() == "errored" && !outcome.try_message());
            bad += outcome.error().error().type() == "not_found_error" && !outcome.error().error().message().empty();
        }
    }
    CHECK(good == 1 && bad == 1);
    const auto expired =
        parlour::MessageBatchIndividualResponse::parse(R"({"custom_id":"a","result":{"type":"of_tomorrow"}})");
    CHECK(expired.result().type() == "of_tomorrow" && !expired.result().try_message() && !expired.result().error());
    const auto deleted = parlour::Deleted::parse(client.call(Endpoint("batches.delete").id(batch.id())));
    CHECK(deleted.id() == batch.id() && deleted.type() == "message_batch_deleted");
}

static void files_skills_limits_and_events() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const auto file = parlour::FileMetadata::parse(client.call(parlour::Upload::bytes("t.csv", "a,b\n").endpoint()));
    CHECK(file.filename() == "t.csv" && *file.mime_type() == "text/csv" && *file.size_bytes() == 4 &&
          !file.expires_at());
    parlour::SkillFiles files;
    files.add(parlour::Upload::bytes("report/SKILL.md", "---\nname: report\ndescription: Writes\n---\nWrite.\n"));
    const auto skill = parlour::Skill::parse(client.call(files.create("Report")));
    CHECK(*skill.display_name() == "Report" && skill.source().type() == "custom");
    for (const parlour::Json &item : parlour::Pages(client, Endpoint("skills.versions.list").id(skill.id()))) {
        const parlour::SkillVersion version(item);
        CHECK(version.id() == *skill.latest_version_id() && version.skill_id() == skill.id() &&
              version.name() == "report");
    }
    const parlour::Client admin(emulator.config().api_key("test-admin-key"));
    std::size_t limits = 0, models = 0;
    for (const parlour::Json &item : parlour::Pages(admin, Endpoint("rate_limits.list"))) {
        const parlour::RateLimitRule rule(item);
        CHECK(!rule.group().type().empty() && !rule.limits().empty());
        for (const parlour::LimitValue limit : rule.limits()) {
            limits += limit.value().value_or(0) > 0 && !limit.source();
        }
        for (const std::string_view model : rule.models()) {
            models += !model.empty();
        }
        CHECK((rule.group().type() == "model_group") == static_cast<bool>(rule.models()));
        CHECK(rule.limits()[0].type() == rule.limits().json()["/0/type"].string() && !rule.limits()[99]);
    }
    CHECK(limits > 5 && models > 2);
    const auto event = parlour::WebhookEvent::parse(
        R"({"type":"event","id":"evt_1","created_at":"2026-01-01T00:00:00Z",)"
        R"("data":{"type":"session.idled","id":"s"}})");
    CHECK(event.id() == "evt_1" && event.data().type() == "session.idled" && *event.data().id() == "s" &&
          !event.data().workspace_id());
}

int main() {
    RUN(models_say_what_they_can_do);
    RUN(what_was_not_said_is_nothing);
    RUN(a_batch_and_each_of_its_results);
    RUN(files_skills_limits_and_events);
    return 0;
}
