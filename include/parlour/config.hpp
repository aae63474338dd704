/// @file
/// `parlour::Config`: the settings of clients to be made.
#ifndef PARLOUR_CONFIG_HPP
#define PARLOUR_CONFIG_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "builder.hpp"
#include "hook.hpp"

namespace parlour {

/// A key, a token, headers, or the reason why there is none: what a credential function gives.
class Credential {
public:
    /// An API key, sent as x-api-key.
    static Credential api_key(std::string key) { return Credential(Way::kKey, std::move(key)); }
    /// A token, sent as a bearer token.
    static Credential auth_token(std::string token) { return Credential(Way::kToken, std::move(token)); }
    /// No key and no token: the caller is identified by headers, for example a signature.
    static Credential in_headers() { return Credential(Way::kHeaders, std::string()); }
    /// None: the call ends with this message.
    static Credential none(std::string why) { return Credential(Way::kNone, std::move(why)); }

    /// Sends this header too, in place of one of that name; all its values are secrets.
    Credential &header(std::string name, std::string value) {
        headers_.emplace_back(std::move(name), std::move(value));
        return *this;
    }
    /// Sends the request to this address, query included, in place of its own. To another origin than the base URL's
    /// goes no key, no token and no other secret, but for the headers given here.
    Credential &url(std::string address) {
        url_ = std::move(address);
        return *this;
    }
    /// Keeps the credential for so long: the function is not asked until shortly before the end, or a refusal. For
    /// tokens that fit every request.
    Credential &valid_for(std::chrono::milliseconds time) {
        valid_for_ = time;
        return *this;
    }

private:
    friend class Config;
    enum class Way { kKey, kToken, kHeaders, kNone };
    Credential(Way way, std::string text) : way_(way), text_(std::move(text)) {}

    Way way_;
    std::string text_;
    std::vector<std::pair<std::string, std::string>> headers_;
    std::string url_;
    std::chrono::milliseconds valid_for_{0};
};

/// Why a credential function is asked, and the attempt that its answer is for. The texts are borrowed until the
/// function returns.
struct CredentialRequest {
    std::uint32_t attempt;      ///< The attempt of the call, from 1.
    bool after_refusal;         ///< The service refused the one given before: a cached one should be dropped.
    std::string_view method;    ///< The method of the request, for example "POST".
    std::string_view url;       ///< The address of the request, query included.
    /// Names in lower case and values of the headers so far; host, content-length and accept-encoding are added later.
    std::vector<std::pair<std::string_view, std::string_view>> headers;
    /// The body as it will be sent, empty without one; nothing if it is a stream, which is read while it is sent.
    std::optional<std::string_view> body;
};

/// Gives the credential of one attempt. Called on threads of the library, for several calls at once; it may block. It
/// must not use the library. An exception ends the call.
using CredentialFunction = std::function<Credential(const CredentialRequest &)>;

/// A message that ended with another stop reason than "end_turn". The texts are borrowed until the function returns.
struct StopNotice {
    std::string_view stop_reason;    ///< Why the model stopped, for example "max_tokens"; an open set.
    std::string_view request_id;     ///< The id of the request at the service; empty if the answer has none.
    std::string_view message_id;     ///< The id of the message.
    std::string_view model;          ///< The model that answered.
};

/// Called for a message that ended with another stop reason than "end_turn", before the end of its call is handed out:
/// by the thread that waits for the call or drains its queue, or by the thread that calls handlers. It must return
/// soon.
using StopFunction = std::function<void(const StopNotice &)>;

/// Settings of clients to be made. Setters can be chained; their first mistake is reported when a Client is made. Unset
/// settings have the library's defaults. One thread at a time.
class Config : public detail::Builder<Config, parlour_config, parlour_config_free> {
public:
    /// Nothing set.
    Config() {
        parlour_config *made = nullptr;
        const parlour_result code = parlour_config_new(&made);
        hold(made);
        did("config", code);
    }
    /// A copy, to be changed on its own. Functions that were given are shared.
    Config clone() const {
        parlour_config *copy = nullptr;
        const parlour_result code = parlour_config_clone(get(), &copy);
        Config config(copy);
        config.did("clone", code);
        config.inherit(*this);
        return config;
    }

    /// Sets the API key, sent as x-api-key, in place of any other credential.
    Config &api_key(std::string_view key) {
        return tried("api_key", [&](parlour_error **error) {
            return parlour_config_set_api_key(raw(), detail::lend(key), error);
        });
    }
    /// Sets a token, sent as a bearer token, in place of any other credential.
    Config &auth_token(std::string_view token) {
        return tried("auth_token", [&](parlour_error **error) {
            return parlour_config_set_auth_token(raw(), detail::lend(token), error);
        });
    }
    /// Sends no credential: something on the way adds it.
    Config &no_credentials() {
        return tried("no_credentials", [&](parlour_error **error) {
            return parlour_config_set_no_credentials(raw(), error);
        });
    }
    /// Asks a function for the credential of each attempt, in place of any other credential. It lives as long as a
    /// client made with it.
    Config &credentials(CredentialFunction function);

    /// Sets a function that is called for each message that ends with another stop reason than "end_turn". It lives as
    /// long as a client made with it, or a call. An exception from it never leaves this header: `on_exception` gets it,
    /// and must not throw. Without `on_exception` the program ends (std::terminate), as it does for an exception that
    /// leaves a handler.
    Config &on_stop(StopFunction function, std::function<void(std::exception_ptr)> on_exception = nullptr);

    /// Adds a hook, behind those that were added before: a function that is called at `points`, a sum of
    /// HookPoint::kCall and others. `name` names it in errors. Hooks are called in the order in which they were added,
    /// and each sees what those before it did; the credential function is asked after them. It lives as long as a
    /// client made with it. An exception from it ends the call, as HookContext::fail() does.
    Config &add_hook(std::string_view name, HookPoint points, HookFunction function);

    /// Whether unset settings are looked up in the environment; true by default.
    Config &use_env(bool use) {
        return tried("use_env", [&](parlour_error **error) {
            return parlour_config_set_use_env(raw(), use, error);
        });
    }
    /// Sends a header in every call.
    Config &header(std::string_view name, std::string_view text) {
        return tried("header", [&](parlour_error **error) {
            return parlour_config_set_header(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Sends a header in every call whose value is a secret although its name does not say so: masked, and never sent
    /// over plain http to another machine.
    Config &secret_header(std::string_view name, std::string_view text) {
        return tried("secret_header", [&](parlour_error **error) {
            return parlour_config_set_secret_header(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Does not send a header that the library would send.
    Config &remove_header(std::string_view name) {
        return tried("remove_header", [&](parlour_error **error) {
            return parlour_config_remove_header(raw(), detail::lend(name), error);
        });
    }
    /// Adds a query parameter to every call.
    Config &query(std::string_view name, std::string_view text) {
        return tried("query", [&](parlour_error **error) {
            return parlour_config_set_query(raw(), detail::lend(name), detail::lend(text), error);
        });
    }
    /// Sets a top-level key in the body of every message call to a JSON value.
    Config &body_key(std::string_view name, std::string_view json) {
        return tried("body_key", [&](parlour_error **error) {
            return parlour_config_set_body_key(raw(), detail::lend(name), detail::lend(json), error);
        });
    }

    /// Sets the HTTP version to speak.
    Config &http_version(HttpVersion speak) {
        return tried("http_version", [&](parlour_error **error) {
            return parlour_config_set_http_version(raw(), static_cast<std::uint32_t>(speak), error);
        });
    }
    /// Sets the certificate chain that the client shows of itself, and its private key, both as PEM.
    Config &client_certificate_pem(std::string_view certificate, std::string_view key) {
        return tried("client_certificate_pem", [&](parlour_error **error) {
            return parlour_config_set_client_certificate_pem(raw(), detail::lend(certificate), detail::lend(key),
                                                             error);
        });
    }
    /// Uses an address in place of looking up a host.
    Config &resolve(std::string_view host, std::string_view address) {
        return tried("resolve", [&](parlour_error **error) {
            return parlour_config_set_resolve(raw(), detail::lend(host), detail::lend(address), error);
        });
    }
    /// Adds a deprecated model, or changes the day from which on it answers no more: "2026-11-30", or empty if that is
    /// not known. Nothing: it is no deprecated model, whatever the service's list and the library's table say.
    Config &deprecated_model(std::string_view model, std::optional<std::string_view> day) {
        return tried("deprecated_model", [&](parlour_error **error) {
            const parlour_str lent = day ? detail::lend(*day) : parlour_str{nullptr, 0};
            return parlour_config_set_deprecated_model(raw(), detail::lend(model), lent, error);
        });
    }

    // generated: setters, from schema/settings.toml by `make generate`
    /// Sets the base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
    Config &base_url(std::string_view url) {
        return tried("base_url", [&](parlour_error **error) {
            return parlour_config_set_base_url(raw(), detail::lend(url), error);
        });
    }
    /// Sets the path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is read
    /// again while calls are made, so that keys can be replaced at run time.
    Config &api_key_file(std::string_view path) {
        return tried("api_key_file", [&](parlour_error **error) {
            return parlour_config_set_api_key_file(raw(), detail::lend(path), error);
        });
    }
    /// Sets the vendor name, which begins the names of the service's headers.
    Config &vendor(std::string_view vendor) {
        return tried("vendor", [&](parlour_error **error) {
            return parlour_config_set_vendor(raw(), detail::lend(vendor), error);
        });
    }
    /// Sets the value of the version header. It selects the dialect: since 2026-10-21, which latest selects, a key is
    /// sent as a bearer token, and there are no sampling parameters.
    Config &version(std::string_view version) {
        return tried("version", [&](parlour_error **error) {
            return parlour_config_set_version(raw(), detail::lend(version), error);
        });
    }
    /// Asks for a beta feature in every call, besides those added before.
    Config &add_beta(std::string_view name) {
        return tried("add_beta", [&](parlour_error **error) {
            return parlour_config_add_beta(raw(), detail::lend(name), error);
        });
    }
    /// Appends to the user agent, for example "my-service/2.1".
    Config &user_agent_suffix(std::string_view suffix) {
        return tried("user_agent_suffix", [&](parlour_error **error) {
            return parlour_config_set_user_agent_suffix(raw(), detail::lend(suffix), error);
        });
    }
    /// Sets permit sending the credential over plain http to another machine.
    Config &allow_plain_http(bool allow) {
        return tried("allow_plain_http", [&](parlour_error **error) {
            return parlour_config_set_allow_plain_http(raw(), allow, error);
        });
    }
    /// Sets the proxy that calls go through. A URL (http, https, socks5, socks5h), env for the proxy of the
    /// environment, or none.
    Config &proxy(std::string_view proxy) {
        return tried("proxy", [&](parlour_error **error) {
            return parlour_config_set_proxy(raw(), detail::lend(proxy), error);
        });
    }
    /// Adds a host, a domain, an address or a network such as 10.0.0.0/8 to connect to without the proxy. Each may have
    /// a port; a domain includes its subdomains.
    Config &add_no_proxy(std::string_view what) {
        return tried("add_no_proxy", [&](parlour_error **error) {
            return parlour_config_add_no_proxy(raw(), detail::lend(what), error);
        });
    }
    /// Sets the path of the unix socket for all connections.
    Config &unix_socket(std::string_view path) {
        return tried("unix_socket", [&](parlour_error **error) {
            return parlour_config_set_unix_socket(raw(), detail::lend(path), error);
        });
    }
    /// Sets the local address that connections use.
    Config &local_address(std::string_view address) {
        return tried("local_address", [&](parlour_error **error) {
            return parlour_config_set_local_address(raw(), detail::lend(address), error);
        });
    }
    /// Sets the minimum version of TLS: "1.2" or "1.3".
    Config &min_tls_version(std::string_view version) {
        return tried("min_tls_version", [&](parlour_error **error) {
            return parlour_config_set_min_tls_version(raw(), detail::lend(version), error);
        });
    }
    /// Trusts the certificate authorities of a PEM bundle besides those of the system.
    Config &add_ca_pem(std::string_view pem) {
        return tried("add_ca_pem", [&](parlour_error **error) {
            return parlour_config_add_ca_pem(raw(), detail::lend(pem), error);
        });
    }
    /// Trusts the certificate authorities of PEM bundles given this way, and no others.
    Config &only_ca_pem(std::string_view pem) {
        return tried("only_ca_pem", [&](parlour_error **error) {
            return parlour_config_add_only_ca_pem(raw(), detail::lend(pem), error);
        });
    }
    /// Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
    Config &stream_long_answers(bool on) {
        return tried("stream_long_answers", [&](parlour_error **error) {
            return parlour_config_set_stream_long_answers(raw(), on, error);
        });
    }
    /// Sets the limit for establishing a connection.
    Config &connect_timeout(milliseconds limit) {
        return tried("connect_timeout", [&](parlour_error **error) {
            return parlour_config_set_connect_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the limit for one attempt at a whole answer.
    Config &answer_timeout(milliseconds limit) {
        return tried("answer_timeout", [&](parlour_error **error) {
            return parlour_config_set_answer_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the longest time in a stream without a byte.
    Config &stream_silence_timeout(milliseconds limit) {
        return tried("stream_silence_timeout", [&](parlour_error **error) {
            return parlour_config_set_stream_silence_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the longest time in a stream without progress.
    Config &stream_progress_timeout(milliseconds limit) {
        return tried("stream_progress_timeout", [&](parlour_error **error) {
            return parlour_config_set_stream_progress_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the longest time until the first event of a stream other than a ping.
    Config &first_event_timeout(milliseconds limit) {
        return tried("first_event_timeout", [&](parlour_error **error) {
            return parlour_config_set_first_event_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the limit for one attempt at a whole answer that travels as a stream.
    Config &long_answer_timeout(milliseconds limit) {
        return tried("long_answer_timeout", [&](parlour_error **error) {
            return parlour_config_set_long_answer_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the limit for a call with all its attempts and waits.
    Config &total_timeout(milliseconds limit) {
        return tried("total_timeout", [&](parlour_error **error) {
            return parlour_config_set_total_timeout_ms(raw(), detail::count(limit), error);
        });
    }
    /// Sets the maximum size of an event of a stream.
    Config &max_event_bytes(std::size_t bytes) {
        return tried("max_event_bytes", [&](parlour_error **error) {
            return parlour_config_set_max_event_bytes(raw(), bytes, error);
        });
    }
    /// Sets the maximum size of an error's body that is kept.
    Config &max_error_body_bytes(std::size_t bytes) {
        return tried("max_error_body_bytes", [&](parlour_error **error) {
            return parlour_config_set_max_error_body_bytes(raw(), bytes, error);
        });
    }
    /// Sets the maximum size of an answer.
    Config &max_response_bytes(std::size_t bytes) {
        return tried("max_response_bytes", [&](parlour_error **error) {
            return parlour_config_set_max_response_bytes(raw(), bytes, error);
        });
    }
    /// Sets the maximum size of a stream in total.
    Config &max_stream_bytes(std::size_t bytes) {
        return tried("max_stream_bytes", [&](parlour_error **error) {
            return parlour_config_set_max_stream_bytes(raw(), bytes, error);
        });
    }
    /// Sets the maximum size of a request.
    Config &max_request_bytes(std::size_t bytes) {
        return tried("max_request_bytes", [&](parlour_error **error) {
            return parlour_config_set_max_request_bytes(raw(), bytes, error);
        });
    }
    /// Sets log request and response bodies, which contain what users said.
    Config &log_bodies(bool log) {
        return tried("log_bodies", [&](parlour_error **error) {
            return parlour_config_set_log_bodies(raw(), log, error);
        });
    }
    /// Sets log a warning at the first request to a deprecated model. Once for each model and client.
    Config &deprecation_warnings(bool warn) {
        return tried("deprecation_warnings", [&](parlour_error **error) {
            return parlour_config_set_deprecation_warnings(raw(), warn, error);
        });
    }
    /// Sets the header for a random key that is the same on every attempt of a call.
    Config &idempotency_header(std::string_view name) {
        return tried("idempotency_header", [&](parlour_error **error) {
            return parlour_config_set_idempotency_header(raw(), detail::lend(name), error);
        });
    }
    /// Sets the maximum number of retries of a call.
    Config &max_retries(std::uint32_t count) {
        return tried("max_retries", [&](parlour_error **error) {
            return parlour_config_set_max_retries(raw(), count, error);
        });
    }
    /// Sets whether message calls wait for the rate limits of the key: "off" or "observe" or "pace". pace: a call is
    /// sent when the limits of its model have room for it. observe: no call waits; the limits are kept for a look at
    /// them.
    Config &pacing(std::string_view pacing) {
        return tried("pacing", [&](parlour_error **error) {
            return parlour_config_set_pacing(raw(), detail::lend(pacing), error);
        });
    }
    /// Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
    Config &priority(std::string_view priority) {
        return tried("priority", [&](parlour_error **error) {
            return parlour_config_set_priority(raw(), detail::lend(priority), error);
        });
    }
    /// Sets the maximum number of message calls in flight at once; further ones wait.
    Config &max_in_flight(std::uint32_t count) {
        return tried("max_in_flight", [&](parlour_error **error) {
            return parlour_config_set_max_in_flight(raw(), count, error);
        });
    }
    /// Sets the maximum number of message calls in flight at once to one service, that of the client or of a route.
    Config &max_in_flight_per_host(std::uint32_t count) {
        return tried("max_in_flight_per_host", [&](parlour_error **error) {
            return parlour_config_set_max_in_flight_per_host(raw(), count, error);
        });
    }
    /// Sets whether the cap of calls in flight follows the service. It begins at 16 and never exceeds max_in_flight, or
    /// 1 024 without that. Off unless it is set.
    Config &adaptive_in_flight(bool adapt) {
        return tried("adaptive_in_flight", [&](parlour_error **error) {
            return parlour_config_set_adaptive_in_flight(raw(), adapt, error);
        });
    }
    /// Sets the store in Redis or Valkey through which processes share rate limits. redis://host:6379, rediss:// with
    /// TLS, unix://, or a cluster or sentinels. Calls are then paced, and spending limits are shared too.
    Config &limits(std::string_view address) {
        return tried("limits", [&](parlour_error **error) {
            return parlour_config_set_limits(raw(), detail::lend(address), error);
        });
    }
    /// Sets the requests per minute and model that the key may make, for the time before an answer reports the limit.
    Config &requests_per_minute(std::uint32_t count) {
        return tried("requests_per_minute", [&](parlour_error **error) {
            return parlour_config_set_requests_per_minute(raw(), count, error);
        });
    }
    /// Sets the same for input and output tokens together.
    Config &tokens_per_minute(std::uint32_t count) {
        return tried("tokens_per_minute", [&](parlour_error **error) {
            return parlour_config_set_tokens_per_minute(raw(), count, error);
        });
    }
    /// Sets the same for input tokens.
    Config &input_tokens_per_minute(std::uint32_t count) {
        return tried("input_tokens_per_minute", [&](parlour_error **error) {
            return parlour_config_set_input_tokens_per_minute(raw(), count, error);
        });
    }
    /// Sets the same for output tokens.
    Config &output_tokens_per_minute(std::uint32_t count) {
        return tried("output_tokens_per_minute", [&](parlour_error **error) {
            return parlour_config_set_output_tokens_per_minute(raw(), count, error);
        });
    }
    /// Sets whether the client counts what message calls use, by model and by label.
    Config &ledger(bool count) {
        return tried("ledger", [&](parlour_error **error) {
            return parlour_config_set_ledger(raw(), count, error);
        });
    }
    /// Sets how many answers in a row with 429, 503 or 529 have calls take a route.
    Config &route_after(std::uint32_t count) {
        return tried("route_after", [&](parlour_error **error) {
            return parlour_config_set_route_after(raw(), count, error);
        });
    }
    /// Sets how long calls avoid a service that had no room for them before one asks it again.
    Config &route_for(milliseconds limit) {
        return tried("route_for", [&](parlour_error **error) {
            return parlour_config_set_route_for_ms(raw(), detail::count(limit), error);
        });
    }
    /// Adds a label that the ledger counts the calls under. It is not sent.
    Config &add_label(std::string_view label) {
        return tried("add_label", [&](parlour_error **error) {
            return parlour_config_add_label(raw(), detail::lend(label), error);
        });
    }
    /// Sets the path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither
    /// content nor secrets. Several processes may write to one file.
    Config &call_log(std::string_view path) {
        return tried("call_log", [&](parlour_error **error) {
            return parlour_config_set_call_log(raw(), detail::lend(path), error);
        });
    }
    /// Sets whether message calls that share a marked prefix wait until one of them has written it to the prompt cache:
    /// "off" or "keep" or "extend". keep: the first with a prefix that is not in the cache goes ahead; sent at once,
    /// each would pay for writing it. extend: also, markers of five minutes become those of an hour where their
    /// prefixes come again after more than five minutes.
    Config &cache(std::string_view cache) {
        return tried("cache", [&](parlour_error **error) {
            return parlour_config_set_cache(raw(), detail::lend(cache), error);
        });
    }
    /// Sets whether a request that generates nothing writes a cold prefix before a call. Calls that share the prefix
    /// wait for that request, and not for the first answer. Only with cache.
    Config &cache_warm_up(bool warm_up) {
        return tried("cache_warm_up", [&](parlour_error **error) {
            return parlour_config_set_cache_warm_up(raw(), warm_up, error);
        });
    }
    /// Sets how long after its last use a prefix is kept in the prompt cache, by requests that generate nothing. No
    /// more of them than prices say it costs to write the prefix again. Only with cache and prices.
    Config &cache_keep_alive(milliseconds limit) {
        return tried("cache_keep_alive", [&](parlour_error **error) {
            return parlour_config_set_cache_keep_alive_ms(raw(), detail::count(limit), error);
        });
    }
    // end generated

    /// Sets any setting by its name to a JSON value, for example "retry" to {"profile": "none"}.
    Config &set(std::string_view name, std::string_view json) {
        return tried("set", [&](parlour_error **error) {
            return parlour_config_set(raw(), detail::lend(name), detail::lend(json), error);
        });
    }
    /// Sets all settings of a JSON object; all or none.
    Config &set_json(std::string_view object) {
        return tried("set_json", [&](parlour_error **error) {
            return parlour_config_set_json(raw(), detail::lend(object), error);
        });
    }

private:
    explicit Config(parlour_config *owned) noexcept : Builder(owned) {}
    static void answer(void *user, std::uint32_t attempt, bool after_refusal, parlour_credential *out) noexcept;
    static void forget(void *user) noexcept { delete static_cast<CredentialFunction *>(user); }

    struct StopHook {
        StopFunction function;
        std::function<void(std::exception_ptr)> on_exception;

        static void tell(void *user, const parlour_stop_notice *notice) noexcept;
        static void forget(void *user) noexcept { delete static_cast<StopHook *>(user); }
    };
};

inline void Config::answer(void *user, std::uint32_t attempt, bool after_refusal,
                           parlour_credential *out) noexcept {
    const auto &function = *static_cast<const CredentialFunction *>(user);
    const auto ask = [&] {
        CredentialRequest request{attempt,
                                  after_refusal,
                                  detail::view(parlour_credential_method(out)),
                                  detail::view(parlour_credential_url(out)),
                                  {},
                                  std::nullopt};
        parlour_str name, value, body;
        for (std::size_t at = 0; parlour_credential_header_at(out, at, &name, &value) == PARLOUR_OK; ++at) {
            request.headers.emplace_back(detail::view(name), detail::view(value));
        }
        if (parlour_credential_body(out, &body) == PARLOUR_OK) {
            request.body = detail::view(body);
        }
        const Credential given = function(request);
        const parlour_str text = detail::lend(given.text_);
        switch (given.way_) {
            case Credential::Way::kKey: parlour_credential_set_api_key(out, text); break;
            case Credential::Way::kToken: parlour_credential_set_auth_token(out, text); break;
            case Credential::Way::kHeaders: break;
            case Credential::Way::kNone: parlour_credential_fail(out, text); break;
        }
        for (const auto &[key, text_of_it] : given.headers_) {
            parlour_credential_add_header(out, detail::lend(key), detail::lend(text_of_it));
        }
        if (!given.url_.empty()) {
            parlour_credential_set_url(out, detail::lend(given.url_));
        }
        if (given.valid_for_.count() > 0) {
            parlour_credential_set_valid_for_ms(out, static_cast<std::uint64_t>(given.valid_for_.count()));
        }
    };
#if PARLOUR_EXCEPTIONS
    try {
        ask();
    } catch (const std::exception &error) {
        parlour_credential_fail(out, detail::lend(error.what()));
    } catch (...) {
        parlour_credential_fail(out, detail::lend("the credential function threw what is no exception"));
    }
#else
    ask();
#endif
}

inline Config &Config::credentials(CredentialFunction function) {
    if (!function) {
        return did("credentials", PARLOUR_NULL_ARGUMENT);
    }
    auto held = std::make_unique<CredentialFunction>(std::move(function));
    parlour_error *error = nullptr;
    const parlour_result code =
        parlour_config_set_credential_fn(raw(), &Config::answer, held.get(), &Config::forget, &error);
    if (code == PARLOUR_OK) {
        // From here on the library frees it.
        static_cast<void>(held.release());
    }
    return did("credentials", code, error);
}

inline Config &Config::add_hook(std::string_view name, HookPoint points, HookFunction function) {
    if (!function) {
        return did("add_hook", PARLOUR_NULL_ARGUMENT);
    }
    auto held = std::make_unique<HookFunction>(std::move(function));
    parlour_error *error = nullptr;
    const parlour_result code =
        parlour_config_add_hook(raw(), detail::lend(name), static_cast<parlour_hook_points>(points),
                                &detail::call_hook, held.get(), &detail::forget_hook, &error);
    if (code == PARLOUR_OK) {
        // From here on the library frees it.
        static_cast<void>(held.release());
    }
    return did("add_hook", code, error);
}

inline void Config::StopHook::tell(void *user, const parlour_stop_notice *notice) noexcept {
    const auto &hook = *static_cast<const StopHook *>(user);
    const StopNotice stop{detail::view(notice->stop_reason), detail::view(notice->request_id),
                          detail::view(notice->message_id), detail::view(notice->model)};
#if PARLOUR_EXCEPTIONS
    try {
        hook.function(stop);
    } catch (...) {
        if (!hook.on_exception) {
            std::terminate();
        }
        hook.on_exception(std::current_exception());
    }
#else
    hook.function(stop);
#endif
}

inline Config &Config::on_stop(StopFunction function, std::function<void(std::exception_ptr)> on_exception) {
    if (!function) {
        return tried("on_stop", [&](parlour_error **error) {
            return parlour_config_set_on_stop(raw(), nullptr, nullptr, nullptr, error);
        });
    }
    auto held = std::make_unique<StopHook>(StopHook{std::move(function), std::move(on_exception)});
    parlour_error *error = nullptr;
    const parlour_result code =
        parlour_config_set_on_stop(raw(), &StopHook::tell, held.get(), &StopHook::forget, &error);
    if (code == PARLOUR_OK) {
        static_cast<void>(held.release());
    }
    return did("on_stop", code, error);
}

}  // namespace parlour

#endif
