/// @file
/// parlour for the coroutines of C++20, without another library: calls that can be awaited, and streams that are taken
/// one event at a time. It brings no coroutine type: any that can `co_await` will do.
///
/// @code
/// parlour::AsyncClient client(parlour::Client(), [&loop](std::coroutine_handle<> ready) { loop.post(ready); });
///
/// Task ask(parlour::AsyncClient &client, const parlour::Request &request) {
///     const parlour::Message answer = co_await client.create(request);     // throws parlour::Error
///     parlour::AsyncStream stream = client.stream(request);
///     while (const auto event = co_await stream.next()) std::cout << event->text();
/// }
///
/// while (!done) client.dispatch_for(parlour::no_limit);    // or watch client.fd() in a loop, and call dispatch()
/// @endcode
#ifndef PARLOUR_COROUTINE_HPP
#define PARLOUR_COROUTINE_HPP

#include <coroutine>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../parlour.hpp"
#include "dispatch.hpp"

namespace parlour {

/// Resumes a coroutine, at once or later, here or on another thread.
using Schedule = std::function<void(std::coroutine_handle<>)>;

namespace detail {

/// Shared by the calls of an AsyncClient.
struct AsyncHome {
    Client client;
    Schedule schedule;
    std::shared_ptr<Dispatcher> dispatcher;
};

/// Waits for one thing of a call, and resumes its coroutine by the schedule. `Take` gives what co_await gives.
template <class Ready, class Take, bool Throws>
class Wait {
public:
    /// Of a call.
    Wait(std::shared_ptr<AsyncHome> home, Pending &pending, Ready ready, Take take)
        : home_(std::move(home)), pending_(&pending), ready_(std::move(ready)), take_(std::move(take)) {}
    Wait(const Wait &) = delete;
    Wait &operator=(const Wait &) = delete;
    /// A coroutine that is destroyed waits no more.
    ~Wait() {
        if (waiting_) {
            pending_->give_up_waiting();
        }
    }

    /// Whether the coroutine need not be suspended.
    bool await_ready() const { return ready_(); }
    /// Has the coroutine resumed when there is something.
    bool await_suspend(std::coroutine_handle<> coroutine) {
        waiting_ = true;
        // Nothing of this may be touched once the wait has begun: the coroutine may run on another thread already.
        const Pending::Wait begun = pending_->wait([home = home_.get(), coroutine] { home->schedule(coroutine); });
        if (begun == Pending::Wait::kWaiting) {
            return true;
        }
        waiting_ = false;
        busy_ = begun == Pending::Wait::kBusy;
        return false;
    }
    /// The result of co_await.
    auto await_resume() {
        waiting_ = false;
        using Outcome = decltype(take_());
        Outcome outcome = busy_ ? Outcome(Error(PARLOUR_BUSY, nullptr, "co_await")) : take_();
        if constexpr (Throws) {
            return std::move(outcome).value();
        } else {
            return outcome;
        }
    }

private:
    std::shared_ptr<AsyncHome> home_;
    Pending *pending_;
    Ready ready_;
    Take take_;
    bool waiting_ = false;
    bool busy_ = false;
};

/// A Wait of these.
template <bool Throws, class Ready, class Take>
Wait<Ready, Take, Throws> wait_for(std::shared_ptr<AsyncHome> home, Pending &pending, Ready ready, Take take) {
    return Wait<Ready, Take, Throws>(std::move(home), pending, std::move(ready), std::move(take));
}

}  // namespace detail

/// A call for a whole answer that is on its way, whether somebody awaits it or not: begin several, then await them. It
/// is awaited once. Destroying it gives the call up. With `Throws` co_await gives a T and throws Error, else a
/// parlour::result.
template <class T, bool Throws>
class [[nodiscard]] Reply {
public:
    /// The result of co_await, once.
    auto operator co_await() {
        detail::Pending *pending = pending_.get();
        return detail::wait_for<Throws>(
            home_, *pending, [pending] { return pending->ready(); },
            [pending]() -> result<T> {
                if (const std::optional<Error> failure = pending->failure()) { return *failure; }
                if constexpr (std::is_same_v<T, Message>) {
                    return pending->call().try_message();
                } else {
                    return pending->call().try_answer();
                }
            });
    }
    /// Cancels the call; the awaiting coroutine gets an error of Kind::kCancelled. Any thread, any number of times.
    void cancel() const noexcept { pending_->call().cancel(); }

private:
    friend class AsyncClient;
    Reply(std::shared_ptr<detail::AsyncHome> home, std::unique_ptr<detail::Pending> pending) noexcept
        : home_(std::move(home)), pending_(std::move(pending)) {}

    std::shared_ptr<detail::AsyncHome> home_;
    std::unique_ptr<detail::Pending> pending_;
};

/// A streamed answer, taken by coroutines: `while (const auto event = co_await stream.next())`. One coroutine at a
/// time; a second one gets PARLOUR_BUSY. Events that are not taken hold the server back (back-pressure). Destroying it
/// closes the connection of an answer that is still coming; not while a coroutine waits for it.
class AsyncStream {
    // Before what uses them, since their types are deduced.
    template <bool Throws, class Take>
    auto wait(Take take) {
        detail::Reader *reader = reader_.get();
        return detail::wait_for<Throws>(
            home_, reader->pending(), [reader] { return reader->ready(); }, std::move(take));
    }
    template <bool Throws>
    auto at_end() {
        reader_->await_end();
        return wait<Throws>([reader = reader_.get()] { return reader->message(); });
    }

public:
    /// Goes from event to event: `for (auto at = co_await stream.begin(); at != stream.end(); co_await ++at)`.
    class iterator {
    public:
        /// The end of every stream.
        iterator() noexcept = default;
        /// The event.
        const Event &operator*() const noexcept { return *event_; }
        /// The event.
        const Event *operator->() const noexcept { return &*event_; }
        /// Whether two are at the end, or neither is.
        friend bool operator==(const iterator &one, const iterator &other) noexcept {
            return one.event_.has_value() == other.event_.has_value();
        }
#if PARLOUR_EXCEPTIONS
        /// To the next one, when it has come: `co_await ++at`. Throws Error.
        [[nodiscard]] auto operator++() {
            return stream_->wait<true>([this]() -> result<bool> {
                return stream_->reader_->next().transform([this](std::optional<Event> &&event) {
                    event_ = event;
                    return event_.has_value();
                });
            });
        }
#endif

    private:
        friend class AsyncStream;
        iterator(AsyncStream &stream, std::optional<Event> event) noexcept : stream_(&stream), event_(event) {}

        AsyncStream *stream_ = nullptr;
        std::optional<Event> event_;
    };

    /// The next event when it has come, nothing after the last: co_await gives a result<std::optional<Event>>. An event
    /// is valid until the next one is asked for.
    [[nodiscard]] auto try_next() & {
        return wait<false>([reader = reader_.get()] { return reader->next(); });
    }
    /// The whole message when it is there: co_await gives a result<Message>. Events that were not taken are lost.
    [[nodiscard]] auto try_message() & {
        return at_end<false>();
    }
#if PARLOUR_EXCEPTIONS
    /// As try_next(); co_await gives a std::optional<Event> and throws Error.
    [[nodiscard]] auto next() & {
        return wait<true>([reader = reader_.get()] { return reader->next(); });
    }
    /// As try_message(); co_await gives a Message and throws Error.
    [[nodiscard]] auto message() & {
        return at_end<true>();
    }
    /// The first event, for loops with an iterator; throws Error.
    [[nodiscard]] auto begin() & {
        return wait<true>([this]() -> result<iterator> {
            return reader_->next().transform([this](std::optional<Event> &&event) { return iterator(*this, event); });
        });
    }
#endif
    /// Beyond the last.
    iterator end() const noexcept { return {}; }

    /// The message with every event that was handed out so far; nothing before it has begun.
    std::optional<Message> snapshot() const noexcept { return call().snapshot(); }
    /// Status and headers of the answer; empty before its first event.
    Head head() const & noexcept PARLOUR_LIFETIMEBOUND { return call().head(); }
    /// Deleted for rvalues: the view would dangle.
    Head head() const && = delete;
    /// Cancels the answer; the awaiting coroutine gets an error of Kind::kCancelled. Any thread, any number of times.
    void cancel() const noexcept { call().cancel(); }
    /// The call.
    const Call &call() const noexcept PARLOUR_LIFETIMEBOUND { return reader_->pending().call(); }

private:
    friend class AsyncClient;
    AsyncStream(std::shared_ptr<detail::AsyncHome> home, std::unique_ptr<detail::Pending> pending)
        : home_(std::move(home)), reader_(std::make_unique<detail::Reader>(std::move(pending))) {}

    std::shared_ptr<detail::AsyncHome> home_;
    std::unique_ptr<detail::Reader> reader_;
};

/// A client whose calls are awaited. It has no thread: the program calls dispatch() where it waits for other things,
/// and the coroutines are resumed by the schedule, from within dispatch(). Calls may be made and awaited on any thread,
/// one at a time calls dispatch(). A copy is the same client. Awaited calls run to their end as long as one copy lives.
class AsyncClient {
public:
    /// Makes one of a client; without a schedule coroutines run within dispatch().
    static result<AsyncClient> try_make(Client client, Schedule schedule = {}) {
        auto queue = Queue::try_make();
        if (!queue) {
            return queue.error();
        }
        if (!schedule) {
            schedule = [](std::coroutine_handle<> coroutine) { coroutine.resume(); };
        }
        return AsyncClient(std::make_shared<detail::AsyncHome>(detail::AsyncHome{
            std::move(client), std::move(schedule), std::make_shared<detail::Dispatcher>(*std::move(queue))}));
    }

    /// Sends a request; co_await gives a result<Message>. The request may be changed or destroyed at once.
    Reply<Message, false> try_create(const Request &request, const Options *options = nullptr) const {
        return reply<Message, false>(request, options);
    }
    /// Sends any request, as Client::request(); co_await gives a result<Answer>.
    Reply<Answer, false> try_request(std::string_view method, std::string_view path, std::string_view body_json = {},
                                     const Options *options = nullptr) const {
        return reply<Answer, false>(method, path, body_json, options);
    }
    /// Makes a call of an endpoint beside messages; co_await gives a result<Answer>.
    Reply<Answer, false> try_call(const Endpoint &endpoint, const Options *options = nullptr) const {
        return reply<Answer, false>(endpoint, options);
    }
    /// Begins a streamed answer. If it cannot begin, its first wait reports why.
    AsyncStream stream(const Request &request, const Options *options = nullptr) const {
        return AsyncStream(home_, begin(request, Mode::kStream, options));
    }
    /// The same for a call of an endpoint beside messages, whose events are pieces of a body or lines of results.
    AsyncStream stream(const Endpoint &endpoint, const Options *options = nullptr) const {
        return AsyncStream(home_, begin(endpoint, Mode::kStream, options));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    explicit AsyncClient(Client client, Schedule schedule = {})
        : AsyncClient(try_make(std::move(client), std::move(schedule)).value()) {}
    /// As try_create(); co_await gives a Message and throws Error.
    Reply<Message, true> create(const Request &request, const Options *options = nullptr) const {
        return reply<Message, true>(request, options);
    }
    /// As try_request(); co_await gives an Answer and throws Error.
    Reply<Answer, true> request(std::string_view method, std::string_view path, std::string_view body_json = {},
                                const Options *options = nullptr) const {
        return reply<Answer, true>(method, path, body_json, options);
    }
    /// As try_call(); co_await gives an Answer and throws Error.
    Reply<Answer, true> call(const Endpoint &endpoint, const Options *options = nullptr) const {
        return reply<Answer, true>(endpoint, options);
    }
#endif

    /// The descriptor to watch for reading: dispatch() is due when it is readable. As Queue::fd().
    int fd() const noexcept { return home_->dispatcher->queue().fd(); }
    /// Takes the completions, and resumes the coroutines that wait for them; never waits. Returns the number of
    /// completions. An exception that leaves a coroutine's resumption passes through.
    result<std::size_t> try_dispatch() const {
        // A coroutine may destroy the last copy but this.
        const std::shared_ptr<detail::AsyncHome> home = home_;
        return home->dispatcher->try_dispatch();
    }
    /// Waits until something came, then does the same; 0 if that took longer than the limit, or if a signal handler ran
    /// on this thread. No limit below zero.
    result<std::size_t> try_dispatch_for(milliseconds limit) const {
        const std::shared_ptr<detail::AsyncHome> home = home_;
        return home->dispatcher->queue().wait_for(limit) ? home->dispatcher->try_dispatch()
                                                         : result<std::size_t>(std::size_t{0});
    }
#if PARLOUR_EXCEPTIONS
    /// As try_dispatch(); throws Error.
    std::size_t dispatch() const { return try_dispatch().value(); }
    /// As try_dispatch_for(); throws Error.
    std::size_t dispatch_for(milliseconds limit) const { return try_dispatch_for(limit).value(); }
#endif
    /// Has a dispatch_for() that waits come back. Any thread.
    void wake() const noexcept { home_->dispatcher->queue().wake(); }
    /// The client.
    const Client &client() const noexcept PARLOUR_LIFETIMEBOUND { return home_->client; }

private:
    explicit AsyncClient(std::shared_ptr<detail::AsyncHome> home) noexcept : home_(std::move(home)) {}

    template <class Asked>
    std::unique_ptr<detail::Pending> begin(const Asked &asked, Mode mode, const Options *options) const {
        return detail::Pending::start(home_->dispatcher, [&](const Queue &queue, std::uint64_t token) {
            return home_->client.try_submit(queue, asked, mode, token, options);
        });
    }
    template <class T, bool Throws, class Asked>
    Reply<T, Throws> reply(const Asked &asked, const Options *options) const {
        return Reply<T, Throws>(home_, begin(asked, Mode::kWhole, options));
    }
    template <class T, bool Throws>
    Reply<T, Throws> reply(std::string_view method, std::string_view path, std::string_view body,
                           const Options *options) const {
        return Reply<T, Throws>(
            home_, detail::Pending::start(home_->dispatcher, [&](const Queue &queue, std::uint64_t token) {
                return home_->client.try_submit_raw(queue, method, path, body, Mode::kWhole, token, options);
            }));
    }

    std::shared_ptr<detail::AsyncHome> home_;
};

}  // namespace parlour

#endif
