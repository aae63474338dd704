/// @file
/// `parlour::Client`: calls in every way to wait for them.
#ifndef PARLOUR_CLIENT_HPP
#define PARLOUR_CLIENT_HPP

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "config.hpp"
#include "endpoint.hpp"
#include "handlers.hpp"
#include "json.hpp"
#include "queue.hpp"
#include "request.hpp"
#include "stream.hpp"

namespace parlour {

/// A client of one service. Any number of threads may use it at once. Making one starts no thread and opens no
/// connection; calls live on when it is destroyed.
///
/// Each way to make a call comes twice: `try_...` gives a parlour::result, the other throws Error.
class Client {
public:
    /// A client with these settings, or why they cannot be used.
    static result<Client> try_make(const Config &config) {
        if (config.mistake()) {
            return *config.mistake();
        }
        return made<Client, parlour_client>([&](parlour_client **out, parlour_error **error) {
            return parlour_client_new(config.get(), out, error);
        });
    }
    /// Takes a handle of parlour.h.
    explicit Client(parlour_client *owned) noexcept : handle_(owned) {}

    /// A copy whose calls start from these options; connections stay shared.
    result<Client> try_with_options(const Options &options) const {
        if (options.mistake()) {
            return *options.mistake();
        }
        return made<Client, parlour_client>([&](parlour_client **out, parlour_error **error) {
            return parlour_client_with_options(get(), options.get(), out, error);
        });
    }
    /// The address that calls go to.
    std::string_view base_url() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_client_base_url(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view base_url() const && = delete;
    /// The vendor in use.
    std::string_view vendor() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_client_vendor(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view vendor() const && = delete;

    /// How many messages of this client and its copies ended with this stop reason; "end_turn" is not counted.
    std::uint64_t stop_reason_count(std::string_view reason) const noexcept {
        return parlour_client_stop_reason_count(get(), detail::lend(reason));
    }

    /// What is known of the rate limits of the key, and what waits for them: see parlour_client_limiter_state() for the
    /// members of the object.
    result<Json> try_limiter_state() const {
        parlour_json *state = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_client_limiter_state(get(), &state, &error);
        return code == PARLOUR_OK ? result<Json>(Json(state)) : result<Json>(Error(code, error));
    }

    /// The state of the client and its copies at one moment: see parlour_client_stats() for the members of the object.
    result<Json> try_stats() const {
        parlour_json *stats = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_client_stats(get(), &stats, &error);
        return code == PARLOUR_OK ? result<Json>(Json(stats)) : result<Json>(Error(code, error));
    }

    /// What the message calls used, if the setting `ledger` is on: see parlour_client_usage_report() for the members of
    /// the object. With `reset` the book begins anew.
    result<Json> try_usage_report(bool reset = false) const {
        parlour_json *report = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_client_usage_report(get(), reset, &report, &error);
        return code == PARLOUR_OK ? result<Json>(Json(report)) : result<Json>(Error(code, error));
    }

    /// The figures of the limiter and, with the setting `ledger`, of the ledger, as a page for Prometheus: see
    /// parlour_client_prometheus_text().
    result<std::string> try_prometheus_text() const {
        parlour_json *page = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_client_prometheus_text(get(), &page, &error);
        return code == PARLOUR_OK ? result<std::string>(std::string(Json(page).string()))
                                  : result<std::string>(Error(code, error));
    }

    /// Waits for a whole answer.
    result<Message> try_create(const Request &request, const Options *options = nullptr) const {
        if (const Error *mistake = first(&request, options)) {
            return *mistake;
        }
        return made<Message, parlour_message>([&](parlour_message **out, parlour_error **error) {
            return parlour_client_create(get(), request.get(), handle(options), out, error);
        });
    }
    /// Sends any request and waits for its answer: any method, a path below the base URL that starts with "/", and a
    /// JSON object as body, or nothing.
    result<Answer> try_request(std::string_view method, std::string_view path, std::string_view body_json = {},
                               const Options *options = nullptr) const {
        if (const Error *mistake = first(options)) {
            return *mistake;
        }
        return made<Answer, parlour_answer>([&](parlour_answer **out, parlour_error **error) {
            return parlour_client_request(get(), detail::lend(method), detail::lend(path), detail::lend(body_json),
                                          handle(options), out, error);
        });
    }
    /// Makes a call of an endpoint beside messages and waits for its answer.
    result<Answer> try_call(const Endpoint &endpoint, const Options *options = nullptr) const {
        if (const Error *mistake = first(&endpoint, options)) {
            return *mistake;
        }
        return made<Answer, parlour_answer>([&](parlour_answer **out, parlour_error **error) {
            return parlour_client_call(get(), endpoint.get(), handle(options), out, error);
        });
    }
    /// Lets the running calls end before the program exits, and waits for them: see parlour_endpoint_drain() for the
    /// members of the answer.
    result<Answer> try_drain(std::chrono::milliseconds limit) const { return try_call(Endpoint::drain(limit)); }
    /// Begins a streamed answer; does not wait for it.
    result<Stream> try_stream(const Request &request, const Options *options = nullptr) const {
        auto call = submit_to(nullptr, request, Mode::kStream, 0, options);
        return call ? result<Stream>(Stream(*std::move(call))) : result<Stream>(call.error());
    }
    /// The same for any request, whose events are the chunks of its body.
    result<Stream> try_stream_raw(std::string_view method, std::string_view path, std::string_view body_json = {},
                                  const Options *options = nullptr) const {
        auto call = submit_raw_to(nullptr, method, path, body_json, Mode::kStream, 0, options);
        return call ? result<Stream>(Stream(*std::move(call))) : result<Stream>(call.error());
    }

    /// The same for a call of an endpoint beside messages, whose events are pieces of a body or lines of results.
    result<Stream> try_stream(const Endpoint &endpoint, const Options *options = nullptr) const {
        auto call = submit_call_to(nullptr, endpoint, Mode::kStream, 0, options);
        return call ? result<Stream>(Stream(*std::move(call))) : result<Stream>(call.error());
    }

    /// Sends a request without waiting; its outcome is announced at the queue, under `token`. Keep the call: destroying
    /// it cancels it.
    result<Call> try_submit(const Queue &queue, const Request &request, Mode mode, std::uint64_t token,
                            const Options *options = nullptr) const {
        return submit_to(queue.get(), request, mode, token, options);
    }
    /// The same for any request.
    result<Call> try_submit_raw(const Queue &queue, std::string_view method, std::string_view path,
                                std::string_view body_json, Mode mode, std::uint64_t token,
                                const Options *options = nullptr) const {
        return submit_raw_to(queue.get(), method, path, body_json, mode, token, options);
    }
    /// The same for a call of an endpoint beside messages.
    result<Call> try_submit(const Queue &queue, const Endpoint &endpoint, Mode mode, std::uint64_t token,
                            const Options *options = nullptr) const {
        return submit_call_to(queue.get(), endpoint, mode, token, options);
    }
    /// Sends a request and reports its outcome to handlers. Keep the call: destroying it cancels it. The handlers live
    /// until then and until the end of the call.
    result<Call> try_start(const Request &request, Mode mode, Handlers handlers,
                           const Options *options = nullptr) const {
        if (const Error *mistake = first(&request, options)) {
            return *mistake;
        }
        return submit_with(std::move(handlers), [&](void *user, parlour_op **out, parlour_error **error) {
            return parlour_client_submit_callback(get(), request.get(), handle(options),
                                                  static_cast<std::uint32_t>(mode), &detail::HandlerBridge::batch,
                                                  &detail::HandlerBridge::done, user, &detail::HandlerBridge::forget,
                                                  out, error);
        });
    }
    /// The same for any request.
    result<Call> try_start_raw(std::string_view method, std::string_view path, std::string_view body_json, Mode mode,
                               Handlers handlers, const Options *options = nullptr) const {
        if (const Error *mistake = first(options)) {
            return *mistake;
        }
        return submit_with(std::move(handlers), [&](void *user, parlour_op **out, parlour_error **error) {
            return parlour_client_submit_raw_callback(get(), detail::lend(method), detail::lend(path),
                                                      detail::lend(body_json), handle(options),
                                                      static_cast<std::uint32_t>(mode), &detail::HandlerBridge::batch,
                                                      &detail::HandlerBridge::done, user,
                                                      &detail::HandlerBridge::forget, out, error);
        });
    }
    /// The same for a call of an endpoint beside messages.
    result<Call> try_start(const Endpoint &endpoint, Mode mode, Handlers handlers,
                           const Options *options = nullptr) const {
        if (const Error *mistake = first(&endpoint, options)) {
            return *mistake;
        }
        return submit_with(std::move(handlers), [&](void *user, parlour_op **out, parlour_error **error) {
            return parlour_client_submit_call_callback(get(), endpoint.get(), handle(options),
                                                       static_cast<std::uint32_t>(mode), &detail::HandlerBridge::batch,
                                                       &detail::HandlerBridge::done, user,
                                                       &detail::HandlerBridge::forget, out, error);
        });
    }

#if PARLOUR_EXCEPTIONS
    /// A client with these settings; throws Error.
    explicit Client(const Config &config) : Client(try_make(config).value()) {}
    /// A client of the service that the environment names; throws Error.
    Client() : Client(Config()) {}
    /// As try_with_options(); throws Error.
    Client with_options(const Options &options) const { return try_with_options(options).value(); }
    /// As try_limiter_state(); throws Error.
    Json limiter_state() const { return try_limiter_state().value(); }
    /// As try_stats(); throws Error.
    Json stats() const { return try_stats().value(); }
    /// As try_usage_report(); throws Error.
    Json usage_report(bool reset = false) const { return try_usage_report(reset).value(); }
    /// As try_prometheus_text(); throws Error.
    std::string prometheus_text() const { return try_prometheus_text().value(); }
    /// As try_create(); throws Error.
    Message create(const Request &request, const Options *options = nullptr) const {
        return try_create(request, options).value();
    }
    /// As try_request(); throws Error.
    Answer request(std::string_view method, std::string_view path, std::string_view body_json = {},
                   const Options *options = nullptr) const {
        return try_request(method, path, body_json, options).value();
    }
    /// As try_call(); throws Error.
    Answer call(const Endpoint &endpoint, const Options *options = nullptr) const {
        return try_call(endpoint, options).value();
    }
    /// As try_drain(); throws Error.
    Answer drain(std::chrono::milliseconds limit) const { return try_drain(limit).value(); }
    /// As try_stream(); throws Error.
    Stream stream(const Endpoint &endpoint, const Options *options = nullptr) const {
        return try_stream(endpoint, options).value();
    }
    /// As try_stream(); throws Error.
    Stream stream(const Request &request, const Options *options = nullptr) const {
        return try_stream(request, options).value();
    }
    /// As try_stream_raw(); throws Error.
    Stream stream_raw(std::string_view method, std::string_view path, std::string_view body_json = {},
                      const Options *options = nullptr) const {
        return try_stream_raw(method, path, body_json, options).value();
    }
    /// As try_submit(); throws Error.
    Call submit(const Queue &queue, const Request &request, Mode mode, std::uint64_t token,
                const Options *options = nullptr) const {
        return try_submit(queue, request, mode, token, options).value();
    }
    /// As try_submit(); throws Error.
    Call submit(const Queue &queue, const Endpoint &endpoint, Mode mode, std::uint64_t token,
                const Options *options = nullptr) const {
        return try_submit(queue, endpoint, mode, token, options).value();
    }
    /// As try_submit_raw(); throws Error.
    Call submit_raw(const Queue &queue, std::string_view method, std::string_view path, std::string_view body_json,
                    Mode mode, std::uint64_t token, const Options *options = nullptr) const {
        return try_submit_raw(queue, method, path, body_json, mode, token, options).value();
    }
    /// As try_start(); throws Error.
    Call start(const Request &request, Mode mode, Handlers handlers, const Options *options = nullptr) const {
        return try_start(request, mode, std::move(handlers), options).value();
    }
    /// As try_start(); throws Error.
    Call start(const Endpoint &endpoint, Mode mode, Handlers handlers, const Options *options = nullptr) const {
        return try_start(endpoint, mode, std::move(handlers), options).value();
    }
    /// As try_start_raw(); throws Error.
    Call start_raw(std::string_view method, std::string_view path, std::string_view body_json, Mode mode,
                   Handlers handlers, const Options *options = nullptr) const {
        return try_start_raw(method, path, body_json, mode, std::move(handlers), options).value();
    }
#endif

    /// The handle, borrowed; NULL after a move.
    const parlour_client *get() const noexcept { return handle_.get(); }

private:
    static const parlour_options *handle(const Options *options) noexcept {
        return options == nullptr ? nullptr : options->get();
    }
    /// The first mistake in the arguments of a call.
    template <class Asked>
    static const Error *first(const Asked *asked, const Options *options) noexcept {
        if (asked->mistake()) {
            return &*asked->mistake();
        }
        return first(options);
    }
    static const Error *first(const Options *options) noexcept {
        return options != nullptr && options->mistake() ? &*options->mistake() : nullptr;
    }
    /// The object that a function of parlour.h made.
    template <class T, class Raw, class Make>
    static result<T> made(Make make) {
        Raw *out = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = make(&out, &error);
        return code == PARLOUR_OK ? result<T>(T(out)) : result<T>(Error(code, error));
    }
    /// A call that was submitted with handlers, which the library frees if it took them.
    template <class Submit>
    static result<Call> submit_with(Handlers handlers, Submit submit) {
        auto held = std::make_unique<Handlers>(std::move(handlers));
        auto call = made<Call, parlour_op>([&](parlour_op **out, parlour_error **error) {
            return submit(held.get(), out, error);
        });
        if (call) {
            static_cast<void>(held.release());
        }
        return call;
    }
    result<Call> submit_to(const parlour_queue *queue, const Request &request, Mode mode, std::uint64_t token,
                           const Options *options) const {
        if (const Error *mistake = first(&request, options)) {
            return *mistake;
        }
        return made<Call, parlour_op>([&](parlour_op **out, parlour_error **error) {
            return parlour_client_submit(get(), queue, request.get(), handle(options),
                                         static_cast<std::uint32_t>(mode), token, out, error);
        });
    }
    result<Call> submit_call_to(const parlour_queue *queue, const Endpoint &endpoint, Mode mode, std::uint64_t token,
                                const Options *options) const {
        if (const Error *mistake = first(&endpoint, options)) {
            return *mistake;
        }
        return made<Call, parlour_op>([&](parlour_op **out, parlour_error **error) {
            return parlour_client_submit_call(get(), queue, endpoint.get(), handle(options),
                                              static_cast<std::uint32_t>(mode), token, out, error);
        });
    }
    result<Call> submit_raw_to(const parlour_queue *queue, std::string_view method, std::string_view path,
                               std::string_view body_json, Mode mode, std::uint64_t token,
                               const Options *options) const {
        if (const Error *mistake = first(options)) {
            return *mistake;
        }
        return made<Call, parlour_op>([&](parlour_op **out, parlour_error **error) {
            return parlour_client_submit_raw(get(), queue, detail::lend(method), detail::lend(path),
                                             detail::lend(body_json), handle(options),
                                             static_cast<std::uint32_t>(mode), token, out, error);
        });
    }

    detail::Handle<parlour_client, parlour_client_free> handle_;
};

}  // namespace parlour

#endif
