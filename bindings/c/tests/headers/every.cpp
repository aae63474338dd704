// Uses every template and inline function of the C++ headers at least once: what is only declared may still not compile
// where it is used.
#include <parlour.hpp>
#include <parlour/betas.h>
#include <parlour/parameters.h>
#include <parlour/resources.h>
#include <parlour_emulator.hpp>

#include <algorithm>
#include <ostream>
#include <type_traits>

// Owners move and do not copy; an error copies, as exceptions must, and so do answers.
static_assert(std::is_nothrow_move_constructible_v<parlour::Client> && !std::is_copy_constructible_v<parlour::Client>);
static_assert(std::is_nothrow_move_constructible_v<parlour::Call> && !std::is_copy_constructible_v<parlour::Call>);
static_assert(std::is_nothrow_move_assignable_v<parlour::Call> && !std::is_copy_assignable_v<parlour::Call>);
static_assert(std::is_nothrow_move_constructible_v<parlour::Message> && std::is_copy_constructible_v<parlour::Message>);
static_assert(std::is_nothrow_move_constructible_v<parlour::Answer> && std::is_copy_constructible_v<parlour::Answer>);
static_assert(std::is_move_constructible_v<parlour::Stream> && !std::is_copy_constructible_v<parlour::Stream>);
static_assert(std::is_move_constructible_v<parlour::Config> && !std::is_copy_constructible_v<parlour::Config>);
static_assert(std::is_move_constructible_v<parlour::Request> && !std::is_copy_constructible_v<parlour::Request>);
static_assert(std::is_nothrow_move_constructible_v<parlour::Queue> && !std::is_copy_constructible_v<parlour::Queue>);
static_assert(std::is_nothrow_copy_constructible_v<parlour::Error>);

// Types that may hold a key cannot be printed.
template <class T, class = void>
struct is_printed : std::false_type {};
template <class T>
struct is_printed<T, std::void_t<decltype(std::declval<std::ostream &>() << std::declval<const T &>())>>
    : std::true_type {};
static_assert(is_printed<parlour::Kind>::value && is_printed<parlour::Error>::value &&
              is_printed<parlour::Usage>::value);
static_assert(!is_printed<parlour::Config>::value && !is_printed<parlour::Options>::value);
static_assert(!is_printed<parlour::Client>::value && !is_printed<parlour::Credential>::value);

int main() {
    using namespace std::chrono_literals;
    parlour::Config config;
    config.use_env(false).base_url("http://127.0.0.1:1").api_key("k").auth_token("t").no_credentials();
    config.add_beta(PARLOUR_BETA_MCP_CLIENT_2025_11_20).header("x-a", "b").secret_header("x-s", "t");
    config.remove_header("x-c");
    config.query("d", "e").body_key("f", "1").resolve("a", "::1").client_certificate_pem("", "");
    config.http_version(parlour::HttpVersion::kHttp2);
    config.deprecated_model("m", "2026-11-30").deprecated_model("n", std::nullopt);
    config.set("max_retries", "1").set_json("{}");
    config.credentials([](const parlour::CredentialRequest &asked) {
        if (asked.body && asked.method == asked.url && asked.headers.empty()) {
            return parlour::Credential::in_headers().header("a", "b").url("c").valid_for(1s);
        }
        return asked.after_refusal ? parlour::Credential::none("refused")
                                   : parlour::Credential::api_key("k" + std::to_string(asked.attempt));
    });
    parlour::Options options;
    options.header("a", "b").secret_header("x-s", "t").remove_header("c");
    options.query("d", "e").body_key("f", "1").api_key("k");
    options.auth_token("t").set("max_retries", "1").set_json("{}").timeout(parlour::no_limit);
    parlour::Config every_setting;
    // generated: settings, from schema/settings.toml by `make generate`
    every_setting.base_url("");
    every_setting.api_key_file("");
    every_setting.vendor("");
    every_setting.version("");
    every_setting.add_beta("");
    every_setting.user_agent_suffix("");
    every_setting.allow_plain_http(true);
    every_setting.proxy("");
    every_setting.add_no_proxy("");
    every_setting.unix_socket("");
    every_setting.local_address("");
    every_setting.min_tls_version("");
    every_setting.add_ca_pem("");
    every_setting.only_ca_pem("");
    every_setting.stream_long_answers(true);
    every_setting.connect_timeout(1s);
    every_setting.answer_timeout(1s);
    every_setting.stream_silence_timeout(1s);
    every_setting.stream_progress_timeout(1s);
    every_setting.first_event_timeout(1s);
    every_setting.long_answer_timeout(1s);
    every_setting.total_timeout(1s);
    every_setting.max_event_bytes(1);
    every_setting.max_error_body_bytes(1);
    every_setting.max_response_bytes(1);
    every_setting.max_stream_bytes(1);
    every_setting.max_request_bytes(1);
    every_setting.log_bodies(true);
    every_setting.deprecation_warnings(true);
    every_setting.idempotency_header("");
    every_setting.max_retries(1);
    every_setting.pacing("");
    every_setting.priority("");
    every_setting.max_in_flight(1);
    every_setting.max_in_flight_per_host(1);
    every_setting.adaptive_in_flight(true);
    every_setting.limits("");
    every_setting.requests_per_minute(1);
    every_setting.tokens_per_minute(1);
    every_setting.input_tokens_per_minute(1);
    every_setting.output_tokens_per_minute(1);
    every_setting.ledger(true);
    every_setting.route_after(1);
    every_setting.route_for(1s);
    every_setting.add_label("");
    every_setting.call_log("");
    every_setting.cache("");
    every_setting.cache_warm_up(true);
    every_setting.cache_keep_alive(1s);
    // end generated
    parlour::Options every_option;
    // generated: options, from schema/settings.toml by `make generate`
    every_option.add_beta("");
    every_option.timeout(1s);
    every_option.total_timeout(1s);
    every_option.first_event_timeout(1s);
    every_option.max_retries(1);
    every_option.stream_long_answers(true);
    every_option.priority("");
    every_option.add_label("");
    // end generated
    const parlour::Interrupt interrupt;
    options.interrupt(interrupt);
    interrupt.raise();
    interrupt.reset();
    if (interrupt.is_raised()) {
        return 1;
    }
    parlour::Request request("svc-haiku-3-5", 16);
    request.user("u").assistant("a").add_json("{}").system("s").tool("t", "d", "{}").tool_result("i", "r");
    request.tool_error("i", "e").set("temperature", "1").mark_cache("1h");
    const auto checked = request.clone().check();
    auto client = parlour::Client::try_make(config);
    if (client) {
        static_cast<void>(client->stop_reason_count("max_tokens"));
        const auto whole = client->try_create(request, &options);
        const auto answer = client->try_request("GET", "/v1/models");
        const auto copy = client->try_with_options(options);
        auto stream = client->try_stream(request);
        if (stream) {
            for (const auto &event : *stream) {
                static_cast<void>(event.kind() == parlour::EventKind::kPing && event.index() && event.json().empty());
            }
        }
        const auto parsed = parlour::try_parse(*client, request, "{}", parlour::AnswerOptions(), &options);
        const auto plan = parlour::AnswerPlan::try_make(request, "{}");
        if (parsed && plan && whole) {
            static_cast<void>(parsed->value().kind() == parlour::JsonKind::kNone && parsed->reask_error() &&
                              parsed->answer(0));
            static_cast<void>(plan->try_judge(*whole) && plan->try_request() &&
                              plan->method() == parlour::AnswerMethod::kAuto);
        }
        auto raw = client->try_stream_raw("GET", "/v1/models");
        auto queue = parlour::Queue::try_make();
        if (queue) {
            auto call = client->try_submit(*queue, request, parlour::Mode::kWhole, 1);
            auto other = client->try_submit_raw(*queue, "GET", "/", {}, parlour::Mode::kWhole, 2);
            std::vector<parlour::Completion> found;
            static_cast<void>(queue->try_drain(found));
        }
        static_cast<void>(client->try_start(request, parlour::Mode::kStream, parlour::Handlers()));
        static_cast<void>(
            client->try_start_raw("GET", "/v1/models", {}, parlour::Mode::kWhole, parlour::Handlers(), &options));
        if (whole) {
            const auto blocks = whole->blocks();
            static_cast<void>(std::count_if(blocks.begin(), blocks.end(), [](const parlour::Block &block) {
                return block.kind() == parlour::BlockKind::kText && block.input_state() == parlour::InputState::kNone;
            }));
        }
    }
    return checked || parlour::abi_fits() ? 0 : 1;
}
