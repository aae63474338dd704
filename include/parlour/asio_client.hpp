/// @file
/// `parlour::asio_client` and `parlour::asio_stream`: calls that take any completion token of asio: callbacks,
/// `use_awaitable`, `use_future`, `deferred`.
#ifndef PARLOUR_ASIO_CLIENT_HPP
#define PARLOUR_ASIO_CLIENT_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "asio_base.hpp"
#include "dispatch.hpp"

namespace parlour {
namespace detail {

/// Shared by the calls of an asio_client: the queue, which asio watches while an operation waits.
class AsioHome : public std::enable_shared_from_this<AsioHome> {
public:
    /// In the loop of an executor.
    AsioHome(asio_in_use::any_io_executor executor, Client owned, Queue queue)
        : client(std::move(owned)),
          dispatcher(std::make_shared<Dispatcher>(std::move(queue))),
          descriptor_(std::move(executor)) {
        descriptor_.assign(dispatcher->queue().fd());
    }
    // The descriptor is the queue's, which closes it.
    ~AsioHome() { descriptor_.release(); }
    AsioHome(const AsioHome &) = delete;
    AsioHome &operator=(const AsioHome &) = delete;

    /// Whose loop it is.
    asio_in_use::any_io_executor executor() { return descriptor_.get_executor(); }
    /// One more waits.
    void entered() {
        ++waiting_;
        watch();
    }
    /// One less: with the last one the loop may end.
    void left() {
        if (--waiting_ == 0 && watching_) {
            asio_error_code ignored;
            descriptor_.cancel(ignored);
        }
    }
    /// Removes an operation whose handler is about to run; the same dispatch may still wake others.
    void woken() noexcept { --waiting_; }

    const Client client;                            ///< Makes the calls.
    const std::shared_ptr<Dispatcher> dispatcher;   ///< Who waits for what.

private:
    void watch() {
        if (watching_) {
            return;
        }
        watching_ = true;
        descriptor_.async_wait(asio_in_use::posix::stream_descriptor::wait_read,
                               [self = shared_from_this()](const asio_error_code &error) {
                                   self->watching_ = false;
                                   if (!error) {
                                       // It fails only in a forked child, where each call reports that itself.
                                       static_cast<void>(self->dispatcher->try_dispatch());
                                   }
                                   if (self->waiting_ > 0) {
                                       self->watch();
                                   }
                               });
    }

    asio_in_use::posix::stream_descriptor descriptor_;
    std::size_t waiting_ = 0;
    bool watching_ = false;
};

/// The purpose of a wait, and its result: here a whole message, or the answer of another endpoint.
template <class T>
struct AsioWhole {
    std::unique_ptr<Pending> pending;    ///< The call.

    static constexpr bool ends_the_call = true;    ///< A call that nobody waits for is given up.
    Pending &call() const noexcept { return *pending; }
    bool ready() const { return pending->ready(); }
    result<T> take() const {
        if (const std::optional<Error> failure = pending->failure()) {
            return *failure;
        }
        if constexpr (std::is_same_v<T, Message>) {
            return pending->call().try_message();
        } else {
            return pending->call().try_answer();
        }
    }
};
/// The next event.
struct AsioNext {
    std::shared_ptr<Reader> reader;    ///< Of the stream.

    static constexpr bool ends_the_call = false;    ///< The next wait goes on where this one ended.
    Pending &call() const noexcept { return reader->pending(); }
    bool ready() const { return reader->ready(); }
    result<std::optional<Event>> take() const { return reader->next(); }
};
/// The next batch.
struct AsioBatch {
    std::shared_ptr<Reader> reader;    ///< Of the stream.

    static constexpr bool ends_the_call = false;    ///< The next wait goes on where this one ended.
    Pending &call() const noexcept { return reader->pending(); }
    bool ready() const { return reader->pending().ready(); }
    result<std::optional<Batch>> take() const { return reader->next_batch(); }
};
/// The message of a stream.
struct AsioEnd {
    std::shared_ptr<Reader> reader;    ///< Of the stream.

    static constexpr bool ends_the_call = true;    ///< Its events are thrown away already.
    Pending &call() const noexcept { return reader->pending(); }
    bool ready() const { return reader->pending().ready(); }
    result<Message> take() const { return reader->message(); }
};

/// The composed operation. A timer that never expires represents the event, so that asio manages the handler with its
/// cancellation slots, allocators and the end of the loop; a list of our own would have to repeat all of that.
template <class What, bool Throws>
class AsioOperation {
public:
    /// Of a wait.
    AsioOperation(std::shared_ptr<AsioHome> home, What what)
        : home_(std::move(home)),
          what_(std::move(what)),
          timer_(std::make_unique<asio_in_use::steady_timer>(home_->executor(),
                                                             (asio_in_use::steady_timer::time_point::max)())) {}

    /// Called by asio: at the beginning, and when the timer was cancelled, by us or through the slot.
    template <class Self>
    void operator()(Self &self, asio_error_code = {}) {
        if (!begun_) {
            begun_ = true;
            if constexpr (!What::ends_the_call) {
                // Nothing is lost when such a wait ends, whatever kind of cancellation asks for it.
                self.reset_cancellation_state(asio_in_use::enable_total_cancellation());
            }
            if (what_.ready()) {
                // Not from within the function that began it.
                asio_in_use::post(std::move(self));
                return;
            }
        } else if (waits_ && what_.call().give_up_waiting()) {
            // Through the slot: the awaited item has not arrived.
            home_->left();
            if constexpr (What::ends_the_call) {
                what_.call().call().cancel();
            } else {
                finish(self, Error(PARLOUR_INTERRUPTED, nullptr, "async_next"));
                return;
            }
        }
        waits_ = false;
        if (what_.ready()) {
            finish(self, what_.take());
            return;
        }
        asio_in_use::steady_timer &timer = *timer_;
        if (what_.call().wait([home = home_.get(), &timer] {
                home->woken();
                timer.cancel();
            }) == Pending::Wait::kBusy) {
            finish(self, Error(PARLOUR_BUSY, nullptr, "async_next"));
            return;
        }
        waits_ = true;
        home_->entered();
        timer.async_wait(std::move(self));
    }

private:
    using Outcome = decltype(std::declval<What &>().take());

    template <class Self>
    void finish(Self &self, Outcome outcome) {
        if constexpr (Throws) {
            if (outcome) {
                self.complete(std::exception_ptr(), *std::move(outcome));
            } else {
                self.complete(std::make_exception_ptr(outcome.error()), nothing());
            }
        } else {
            self.complete(std::move(outcome));
        }
    }
    /// In place of a value.
    static auto nothing() {
        if constexpr (std::is_same_v<Outcome, result<Message>>) {
            return Message(nullptr);
        } else if constexpr (std::is_same_v<Outcome, result<Answer>>) {
            return Answer(nullptr);
        } else {
            return typename Outcome::value_type();
        }
    }

    std::shared_ptr<AsioHome> home_;
    What what_;
    std::unique_ptr<asio_in_use::steady_timer> timer_;
    bool begun_ = false;
    bool waits_ = false;
};

/// Begins one, with a result or with an exception and a value as what it completes with.
template <bool Throws, class What, class Token>
auto asio_begin(const std::shared_ptr<AsioHome> &home, What what, Token &&token) {
    using Outcome = decltype(what.take());
    using Value = typename Outcome::value_type;
    using Signature = std::conditional_t<Throws, void(std::exception_ptr, Value), void(Outcome)>;
    return asio_in_use::async_compose<Token, Signature>(AsioOperation<What, Throws>(home, std::move(what)), token,
                                                        home->executor());
}

}  // namespace detail

/// A streamed answer in an asio loop, read by one operation at a time; a second one completes with PARLOUR_BUSY. Unread
/// events hold the server back (back-pressure). Destroying it closes the connection of an answer that is still coming.
///
/// Cancelling an operation (total, partial or terminal) ends that wait with the code PARLOUR_INTERRUPTED, which equals
/// std::errc::operation_canceled, and loses nothing: the next one goes on. That of async_message() gives the answer up.
class asio_stream {
public:
    /// Leaves one behind that has nothing.
    asio_stream(asio_stream &&) noexcept = default;
    /// Gives its own answer up, and leaves one behind that has nothing.
    asio_stream &operator=(asio_stream &&other) noexcept {
        asio_stream(std::move(other)).swap(*this);
        return *this;
    }
    /// An operation that waits completes with an error of Kind::kCancelled.
    ~asio_stream() {
        if (reader_) {
            cancel();
        }
    }

    /// Waits for the next event, none after the last: `void(result<std::optional<Event>>)`. An event is valid until the
    /// next one is asked for.
    template <class Token>
    auto async_try_next(Token &&token) {
        return detail::asio_begin<false>(home_, detail::AsioNext{reader_}, std::forward<Token>(token));
    }
    /// Waits for some events at once, which costs one turn of the loop rather than one for each; none after the last:
    /// `void(result<std::optional<Batch>>)`.
    template <class Token>
    auto async_try_next_batch(Token &&token) {
        return detail::asio_begin<false>(home_, detail::AsioBatch{reader_}, std::forward<Token>(token));
    }
    /// Waits for the whole message: `void(result<Message>)`. Events that were not taken are lost.
    template <class Token>
    auto async_try_message(Token &&token) {
        reader_->await_end();
        return detail::asio_begin<false>(home_, detail::AsioEnd{reader_}, std::forward<Token>(token));
    }
#if PARLOUR_EXCEPTIONS
    /// As async_try_next(): `void(std::exception_ptr, std::optional<Event>)`.
    template <class Token>
    auto async_next(Token &&token) {
        return detail::asio_begin<true>(home_, detail::AsioNext{reader_}, std::forward<Token>(token));
    }
    /// As async_try_next_batch(): `void(std::exception_ptr, std::optional<Batch>)`.
    template <class Token>
    auto async_next_batch(Token &&token) {
        return detail::asio_begin<true>(home_, detail::AsioBatch{reader_}, std::forward<Token>(token));
    }
    /// As async_try_message(): `void(std::exception_ptr, Message)`.
    template <class Token>
    auto async_message(Token &&token) {
        reader_->await_end();
        return detail::asio_begin<true>(home_, detail::AsioEnd{reader_}, std::forward<Token>(token));
    }
#endif

    /// The message with every event that was handed out so far; nothing before it has begun.
    std::optional<Message> snapshot() const noexcept { return call().snapshot(); }
    /// Status and headers of the answer; empty before its first event.
    Head head() const & noexcept PARLOUR_LIFETIMEBOUND { return call().head(); }
    /// Deleted for rvalues: the view would dangle.
    Head head() const && = delete;
    /// Gives the answer up. Any thread, any number of times.
    void cancel() const noexcept { call().cancel(); }
    /// The call.
    const Call &call() const noexcept PARLOUR_LIFETIMEBOUND { return reader_->pending().call(); }
    /// Changes the streams of two.
    void swap(asio_stream &other) noexcept {
        home_.swap(other.home_);
        reader_.swap(other.reader_);
    }

private:
    friend class asio_client;
    asio_stream(std::shared_ptr<detail::AsioHome> home, std::unique_ptr<detail::Pending> pending)
        : home_(std::move(home)), reader_(std::make_shared<detail::Reader>(std::move(pending))) {}

    std::shared_ptr<detail::AsioHome> home_;
    std::shared_ptr<detail::Reader> reader_;
};

/// A client in an asio loop. Use it, its streams and their operations on its executor only; with several threads in the
/// loop, a strand, which handlers that are bound to another executor leave. It has no thread of its own, and keeps the
/// loop's run() from returning only while operations wait. A copy is the same client.
///
/// Cancelling an operation (terminal) gives the call up; it completes with an error of Kind::kCancelled, whose
/// error_code() equals std::errc::operation_canceled.
class asio_client {
public:
    /// The executor in use.
    using executor_type = asio_in_use::any_io_executor;

    /// Makes one of a client, or says why the system gives no descriptor.
    static result<asio_client> try_make(executor_type executor, Client client) {
        auto queue = Queue::try_make();
        if (!queue) {
            return queue.error();
        }
        return asio_client(
            std::make_shared<detail::AsioHome>(std::move(executor), std::move(client), *std::move(queue)));
    }

    /// Sends a request, which may be changed or destroyed at once, and waits for the whole answer:
    /// `void(result<Message>)`. The call begins here, also with tokens that begin to wait later.
    template <class Token>
    auto async_try_create(const Request &request, Token &&token, const Options *options = nullptr) const {
        return detail::asio_begin<false>(home_, detail::AsioWhole<Message>{begin(request, Mode::kWhole, options)},
                                         std::forward<Token>(token));
    }
    /// Makes a call of an endpoint beside messages and waits for its answer: `void(result<Answer>)`. Otherwise as
    /// async_try_create().
    template <class Token>
    auto async_try_call(const Endpoint &endpoint, Token &&token, const Options *options = nullptr) const {
        return detail::asio_begin<false>(home_, detail::AsioWhole<Answer>{begin(endpoint, Mode::kWhole, options)},
                                         std::forward<Token>(token));
    }
    /// Begins a streamed answer. If it cannot begin, its first operation reports why.
    asio_stream stream(const Request &request, const Options *options = nullptr) const {
        return asio_stream(home_, begin(request, Mode::kStream, options));
    }
    /// The same for a call of an endpoint beside messages, whose events are pieces of a body or lines of results.
    asio_stream stream(const Endpoint &endpoint, const Options *options = nullptr) const {
        return asio_stream(home_, begin(endpoint, Mode::kStream, options));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    asio_client(executor_type executor, Client client)
        : asio_client(try_make(std::move(executor), std::move(client)).value()) {}
    /// As async_try_create(): `void(std::exception_ptr, Message)`; the exception is an Error, the message then has
    /// nothing.
    template <class Token>
    auto async_create(const Request &request, Token &&token, const Options *options = nullptr) const {
        return detail::asio_begin<true>(home_, detail::AsioWhole<Message>{begin(request, Mode::kWhole, options)},
                                        std::forward<Token>(token));
    }
    /// As async_try_call(): `void(std::exception_ptr, Answer)`; the exception is an Error, the answer then has nothing.
    template <class Token>
    auto async_call(const Endpoint &endpoint, Token &&token, const Options *options = nullptr) const {
        return detail::asio_begin<true>(home_, detail::AsioWhole<Answer>{begin(endpoint, Mode::kWhole, options)},
                                        std::forward<Token>(token));
    }
#endif

    /// Where handlers run that are bound to no other.
    executor_type get_executor() const { return home_->executor(); }
    /// The client.
    const Client &client() const noexcept PARLOUR_LIFETIMEBOUND { return home_->client; }

private:
    explicit asio_client(std::shared_ptr<detail::AsioHome> home) noexcept : home_(std::move(home)) {}

    template <class Asked>
    std::unique_ptr<detail::Pending> begin(const Asked &asked, Mode mode, const Options *options) const {
        return detail::Pending::start(home_->dispatcher, [&](const Queue &queue, std::uint64_t token) {
            return home_->client.try_submit(queue, asked, mode, token, options);
        });
    }

    std::shared_ptr<detail::AsioHome> home_;
};

}  // namespace parlour

#endif
