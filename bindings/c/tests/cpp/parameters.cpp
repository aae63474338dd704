// The parameters of a request as types: made from the schema, and sent as they are named there.
#include "check.hpp"

#include <limits>

static parlour::Json sent(const parlour::Request &request) { return parlour::Json::parse(request.json()); }

static void plain_values() {
    auto request = ask("say hello");
    request.temperature(0.7).top_p(0.1 + 0.2).top_k(40).speed("fast").service_tier("standard_only").inference_geo("us");
    request.stop_sequences({"\"END\"", "\n"}).container("container_1").fallbacks("default").fallback_credit_token("t");
    const auto json = sent(request);
    CHECK(json["/temperature"].text() == "0.7" && json["/top_p"].text() == "0.30000000000000004" &&
          json["/top_k"].integer() == 40);
    CHECK(json["/speed"].string() == "fast" && json["/service_tier"].string() == "standard_only" &&
          json["/inference_geo"].string() == "us");
    CHECK(json["/stop_sequences"].text() == R"(["\"END\"","\n"])" && json["/container"].string() == "container_1");
    CHECK(json["/fallbacks"].string() == "default" && json["/fallback_credit_token"].string() == "t");
    CHECK(sent(request.top_k(1))["/top_k"].integer() == 1);
}

static void parts() {
    auto request = ask("say hello");
    request.thinking(parlour::ThinkingConfigEnabledParam(1024).display("omitted").budget_tokens(2048));
    request.tool_choice(parlour::ToolChoiceToolParam("look").disable_parallel_tool_use(true));
    request.output_config(parlour::OutputConfigParam()
                              .effort("high")
                              .format(parlour::OutputFormatParam(R"({"type":"object"})"))
                              .task_budget(parlour::TaskBudgetParam(5000))
                              .set("new", "[1]"));
    request.mcp_servers({parlour::MCPServerParam("a", "https://a.example"),
                         parlour::MCPServerParam("b", "https://b.example").authorization_token("t")});
    request.context_management(parlour::ContextManagementParam().edits({
        parlour::ClearToolUsesParam()
            .trigger(parlour::ContextTriggerParam("input_tokens", 9))
            .exclude_tools({"look"})
            .clear_tool_inputs(true),
        parlour::ClearThinkingParam().keep("all"),
    }));
    request.container(parlour::ContainerParam().id("c").skills({parlour::ContainerSkillParam("custom", "skill_1")}));
    request.fallbacks({parlour::FallbackParam("svc-haiku-3-5").thinking(parlour::ThinkingConfigDisabledParam())});
    request.cache_control(parlour::CacheControlParam().ttl("1h")).metadata(parlour::MetadataParam());
    request.diagnostics(parlour::DiagnosticsParam());
    const auto json = sent(request);
    CHECK(json["/thinking"].text() == R"({"type":"enabled","budget_tokens":2048,"display":"omitted"})");
    CHECK(json["/tool_choice"].text() == R"({"type":"tool","name":"look","disable_parallel_tool_use":true})");
    CHECK(
        json["/output_config"].text() ==
        R"({"effort":"high","format":{"type":"json_schema","schema":{"type":"object"}},)"
        R"("task_budget":{"type":"tokens","total":5000},"new":[1]})");
    CHECK(json["/mcp_servers/0/type"].string() == "url" && json["/mcp_servers/1/authorization_token"].string() == "t");
    CHECK(json["/context_management/edits/0/trigger"].text() == R"({"type":"input_tokens","value":9})");
    CHECK(json["/context_management/edits/0/exclude_tools/0"].string() == "look" &&
          json["/context_management/edits/1/keep"].string() == "all");
    CHECK(json["/container/skills/0/skill_id"].string() == "skill_1" &&
          json["/fallbacks/0/thinking/type"].string() == "disabled");
    CHECK(json["/cache_control/ttl"].string() == "1h" && json["/metadata"].text() == "{}");
    CHECK(json["/diagnostics"].text() == R"({"previous_message_id":null})");
}

// The service accepts the request: the emulator refuses unknown fields.
static void a_service_takes_them() {
    const parlour::Emulator emulator;
    const parlour::Client client(emulator.config());
    auto request = ask("say hello");
    request.temperature(1.0)
        .stop_sequences({"END"})
        .metadata(parlour::MetadataParam().user_id("u"))
        .service_tier("auto");
    request.tool_choice(parlour::ToolChoiceNoneParam());
    request.tool("look", "Looks.", R"({"type":"object"})");
    const parlour::Message answer = client.create(request);
    CHECK(!answer.text().empty());
}

static void mistakes() {
    const double none = std::numeric_limits<double>::quiet_NaN();
    CHECK(ask("a").temperature(none).mistake() && ask("a").speed("\xff").mistake());
    CHECK(ask("a").tool_choice(parlour::ToolChoiceToolParam("\xff")).mistake());
    CHECK(ask("a").output_config(parlour::OutputConfigParam().set("format", "{")).mistake());
    CHECK(!ask("a").temperature(0.5).mistake());
}

int main() {
    RUN(plain_values);
    RUN(parts);
    RUN(a_service_takes_them);
    RUN(mistakes);
    return 0;
}
