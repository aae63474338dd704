// Structured answers: in one function, by a plan, and as they stream.
#include "check.hpp"

static const char *const person =
    R"({"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}}, )"
    R"("required": ["name", "age"]})";

// An answer of the model as a line of the emulator's script.
static std::string answer(const std::string &block, const char *stop_reason) {
    return R"({"json": {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-opus-4-5", "content": [)" +
           block + R"(], "stop_reason": ")" + stop_reason +
           R"(", "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 2}}})";
}
static std::string text(const std::string &said) {
    return R"({"type": "text", "text": )" + parlour::json_quoted(said) + "}";
}
static std::string both(const std::string &first, const std::string &second) {
    return "[" + first + "," + second + "]";
}
static parlour::Request who(const char *model = "svc-opus-4-5") {
    parlour::Request request(model, 64);
    request.user("Who?");
    return request;
}

static const char *const ada = R"({"name": "Ada", "age": 36})";
static const char *const young = R"({"name": "Ada", "age": -1})";

static void every_answer_has_an_outcome() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(both(answer(text(ada), "end_turn"), answer("", "refusal")));
    const auto value = parlour::parse(client, who(), person);
    CHECK(value && value.outcome() == parlour::AnswerOutcome::kValue && value.text() == ada && value.reason().empty());
    const auto json = value.value();
    CHECK(json["/name"].string() == "Ada" && json["/age"].integer() == 36);
    CHECK(value.answer_count() == 1 && value.answer(0)->id() == "msg_1" && !value.answer(1) && !value.reask_error());
    const auto refused = parlour::parse(client, who(), person);
    CHECK(!refused && refused.outcome() == parlour::AnswerOutcome::kRefused && !refused.value() &&
          refused.text().empty());
    emulator.script(both(answer(text("{"), "max_tokens"), answer(text(young), "end_turn")));
    const auto cut = parlour::parse(client, who(), person);
    CHECK(cut.outcome() == parlour::AnswerOutcome::kCut && cut.text() == "{" && cut.reason() == "max_tokens" &&
          !cut.value());
    const auto invalid = parlour::parse(client, who(), person);
    CHECK(invalid.outcome() == parlour::AnswerOutcome::kInvalid && invalid.text() == young && !invalid.value());
    CHECK(invalid.reason() == "/age: -1 is less than 0");
}

static void asking_again_keeps_every_answer() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::AnswerOptions again;
    again.max_reasks = 1;
    emulator.script(both(answer(text(young), "end_turn"), answer(text(ada), "end_turn")));
    const auto parsed = parlour::parse(client, who(), person, again);
    CHECK(parsed && parsed.answer_count() == 2 &&
          parlour::Json::parse(parsed.usage_json())["/output_tokens"].integer() == 4);
    emulator.script(both(
        answer(text(young), "end_turn"),
        R"({"status": 400, "json": {"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}})"));
    const auto failed = parlour::parse(client, who(), person, again);
    CHECK(failed.outcome() == parlour::AnswerOutcome::kInvalid && failed.answer_count() == 1);
    CHECK(failed.reask_error() && failed.reask_error()->kind() == parlour::Kind::kBadRequest);
}

static void a_plan_asks_by_any_call() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    parlour::AnswerOptions by_tool;
    by_tool.method = parlour::AnswerMethod::kTool;
    by_tool.max_reasks = 1;
    by_tool.tool_name = "give";
    by_tool.tool_description = "Gives \"it\".";
    parlour::AnswerPlan plan(who(), R"({"type": "array", "items": {"type": "integer"}})", by_tool);
    CHECK(plan.method() == parlour::AnswerMethod::kTool && plan.tool_name() == "give" && plan.is_wrapped() &&
          plan.moved_json() == "[]");
    emulator.script(
        both(answer(R"({"type": "tool_use", "id": "a", "name": "give", "input": {"value": ["x"]}})", "tool_use"),
             answer(R"({"type": "tool_use", "id": "b", "name": "give", "input": {"value": [1, 2]}})", "tool_use")));
    const parlour::Message first = client.create(plan.request());
    const auto invalid = plan.judge(first);
    CHECK(invalid.outcome() == parlour::AnswerOutcome::kInvalid);
    const auto once_more = plan.again(first, invalid.reason());
    CHECK(once_more);
    const parlour::Message second = client.create(*once_more);
    const auto parsed = plan.judge(second);
    CHECK(parsed.value().size() == 2 && parsed.value().at(1).integer() == 2 && !plan.again(second, "x"));
}

static void the_value_grows_while_it_streams() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    emulator.script(answer(text(ada), "end_turn"));
    const parlour::AnswerPlan plan(who(), person);
    CHECK(plan.method() == parlour::AnswerMethod::kFormat && plan.moved_json() == R"(["/properties/age/minimum"])");
    parlour::PartialJson growing = plan.partial();
    parlour::Stream stream = client.stream(plan.request());
    int pieces = 0;
    for (const auto event : stream) {
        pieces += growing.take(event) ? 1 : 0;
    }
    CHECK(pieces > 0 && growing.is_complete() && growing.string("/name") == "Ada");
    CHECK(plan.judge(stream.message()).value()["/age"].integer() == 36);
    // The input of a tool, without the object around a value that is wrapped.
    const std::string call = R"({"type": "tool_use", "id": "a", "name": "answer", "input": {"value": ["one", "two"]}})";
    emulator.script(answer(text(R"(["no"])") + "," + call, "tool_use"));
    const parlour::AnswerPlan list(who("svc-haiku-3-5"), R"({"type": "array", "items": {"type": "string"}})");
    parlour::PartialJson items = list.partial(), nothing;
    parlour::Stream other = client.stream(list.request());
    for (const auto event : other) {
        CHECK(!nothing.take(event));
        if (items.take(event)) {
            CHECK(items.string("/0").substr(0, 3) == std::string_view("one").substr(0, items.string("/0").size()));
        }
    }
    CHECK(items.text() == R"(["one","two"])" && items.string("/1") == "two" && nothing.text().empty());
    CHECK(list.judge(other.message()).value().size() == 2);
}

static void a_schema_is_made_one_that_the_service_takes() {
    const auto sent = parlour::transform_schema(person);
    const auto schema = parlour::Json::parse(sent.schema);
    CHECK(sent.moved == std::vector<std::string>{"/properties/age/minimum"});
    CHECK(!schema["/additionalProperties"].boolean(true) && !schema["/properties/age/minimum"]);
    const auto refused = parlour::try_transform_schema(R"({"type": "object", "properties": {"a": {}}})");
    CHECK(!refused && refused.error().kind() == parlour::Kind::kConfig);
}

static void what_cannot_be_asked_is_told_before_anything_is_sent() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    const auto refused = parlour::try_parse(client, who(), R"({"$ref": "other.json"})");
    CHECK(!refused && refused.error().kind() == parlour::Kind::kConfig);
    CHECK(std::string(refused.error().what()).find("other.json") != std::string::npos);
    CHECK(!parlour::AnswerPlan::try_make(who(), "[]") && !parlour::try_parse(client, parlour::Request("", 0), person));
    CHECK(emulator.request_count() == 0);
}

int main() {
    RUN(every_answer_has_an_outcome);
    RUN(asking_again_keeps_every_answer);
    RUN(a_schema_is_made_one_that_the_service_takes);
    RUN(a_plan_asks_by_any_call);
    RUN(the_value_grows_while_it_streams);
    RUN(what_cannot_be_asked_is_told_before_anything_is_sent);
    return 0;
}
