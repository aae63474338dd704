/// @file
/// `parlour::Stream`: the events of one answer, taken one by one while they come.
#ifndef PARLOUR_STREAM_HPP
#define PARLOUR_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "call.hpp"

namespace parlour {

/// A streamed answer: `for (const auto &event : stream)`.
///
/// The loop waits for the events and ends with the last one; a failure throws Error, which has the partial message
/// (without exceptions the loop ends, and failure() tells). Events are views: each one is valid until the next step.
/// A stream can be gone through once, by one thread at a time; cancel() may be called from any thread. A loop that was
/// left early is followed by one that goes on with the next event; after the last one, or after message(), another loop
/// throws Error with the code PARLOUR_END (without exceptions it is empty). A second thread gets PARLOUR_BUSY.
/// Destroying it closes the connection of an answer that is still coming.
class Stream {
public:
    /// Goes from event to event.
    template <class T>
    class Steps {
    public:
        using iterator_category = std::input_iterator_tag;    ///< One pass.
        using value_type = T;                                 ///< The element type.
        using difference_type = std::ptrdiff_t;               ///< Needed by std::ranges.
        using pointer = const T *;                            ///< The result of `->`.
        using reference = const T &;                          ///< Valid until the next step.

        /// The end of every stream.
        Steps() noexcept = default;
        /// At the first event of a stream.
        explicit Steps(Stream &stream) : stream_(&stream) { step(); }
        /// The current element.
        reference operator*() const noexcept { return *value_; }
        /// The current element.
        pointer operator->() const noexcept { return &*value_; }
        /// Waits for the next one.
        Steps &operator++() {
            step();
            return *this;
        }
        /// Waits for the next one.
        void operator++(int) { step(); }
        /// Whether two are at the end, or neither is.
        friend bool operator==(const Steps &one, const Steps &other) noexcept {
            return one.stream_ == other.stream_;
        }
        /// Whether one of two is at the end.
        friend bool operator!=(const Steps &one, const Steps &other) noexcept { return !(one == other); }

    private:
        void step() {
            value_.reset();
            while (const std::optional<Event> event = stream_->step()) {
                if (stream_->take(*event, value_)) {
                    return;
                }
            }
            stream_ = nullptr;
        }

        Stream *stream_ = nullptr;
        std::optional<T> value_;
    };
    /// Goes from event to event.
    using iterator = Steps<Event>;

    /// The pieces of text alone, for a loop.
    class Text {
    public:
        /// Of a stream.
        explicit Text(Stream &stream) noexcept : stream_(&stream) {}
        /// Waits for the first.
        Steps<std::string_view> begin() const {
            stream_->check_unread();
            return Steps<std::string_view>(*stream_);
        }
        /// Beyond the last.
        Steps<std::string_view> end() const noexcept { return {}; }

    private:
        Stream *stream_;
    };

    /// A call that was submitted without a queue.
    explicit Stream(Call call) noexcept : call_(std::move(call)) {}

    /// Waits for the first event.
    iterator begin() {
        check_unread();
        return iterator(*this);
    }
    /// Beyond the last.
    iterator end() noexcept { return {}; }
    /// The pieces of text alone: `for (const auto piece : stream.text())`.
    Text text() & noexcept { return Text(*this); }
    /// Not of a stream without a name: `for` would end its life before the first piece.
    Text text() && = delete;

    /// Waits for the next event, and gives nothing after the last. Each further call returns the same end.
    result<std::optional<Event>> try_next() {
        using Next = result<std::optional<Event>>;
        while (!advance()) {
            if (ended_) {
                read_ = true;
                return Next(std::nullopt);
            }
            if (failure_) {
                return Next(*failure_);
            }
            fetch(-1);
        }
        return Next(Event(batch_.events()[at_ - 1]));
    }
    /// Waits until try_next() has something to tell at once, be it an event, the end or a failure; false if that took
    /// longer than the limit, or if a signal handler ran on this thread that was installed without SA_RESTART. No limit
    /// below zero. The other functions wait on when a signal comes.
    bool wait_for(milliseconds limit) {
        while (at_ >= batch_.size() && !ended_ && !failure_) {
            if (!fetch(limit.count() < 0 ? -1 : limit.count())) {
                return false;
            }
        }
        return true;
    }
    /// Waits until the answer has begun, and gives what came around it. No event is lost.
    result<Head> try_head() & {
        const parlour_head *head = nullptr;
        parlour_error *error = nullptr;
        parlour_result code = PARLOUR_INTERRUPTED;
        while (code == PARLOUR_INTERRUPTED) {
            code = parlour_op_wait_head(call_.get(), -1, &head, &error);
        }
        return code == PARLOUR_OK ? result<Head>(Head(head)) : result<Head>(Error(code, error, "head"));
    }
    /// Deleted for rvalues: the view would dangle.
    result<Head> try_head() && = delete;
    /// The whole message. Reads the rest of the stream, which then cannot be gone through any more.
    result<Message> try_message() {
        while (!ended_ && !failure_) {
            fetch(-1);
        }
        at_ = batch_.size();
        read_ = true;
        return failure_ ? result<Message>(*failure_) : call_.try_message();
    }
#if PARLOUR_EXCEPTIONS
    /// As try_next(); throws Error.
    std::optional<Event> next() { return try_next().value(); }
    /// As try_head(); throws Error.
    Head head() & { return try_head().value(); }
    /// Deleted for rvalues: the view would dangle.
    Head head() && = delete;
    /// As try_message(); throws Error.
    Message message() { return try_message().value(); }
#endif

    /// The message with every event of the batches that were taken so far; nothing before it has begun.
    std::optional<Message> snapshot() const noexcept { return call_.snapshot(); }
    /// Why the stream broke, if it did.
    const std::optional<Error> &failure() const noexcept PARLOUR_LIFETIMEBOUND { return failure_; }
    /// Gives the answer up; a thread that waits is woken. Any thread, any number of times.
    void cancel() const noexcept { call_.cancel(); }
    /// The call.
    const Call &call() const noexcept PARLOUR_LIFETIMEBOUND { return call_; }

private:
    /// A loop over a finished stream would look like an empty answer.
    void check_unread() const {
#if PARLOUR_EXCEPTIONS
        if (read_ && !failure_) {
            throw Error(PARLOUR_END, nullptr, "this stream was read to its end before");
        }
#endif
    }
    /// Whether there is another event in the batch, which then is the current one.
    bool advance() noexcept {
        if (at_ >= batch_.size()) {
            return false;
        }
        ++at_;
        return true;
    }
    /// The next event, for loops.
    std::optional<Event> step() {
        auto next = try_next();
#if PARLOUR_EXCEPTIONS
        return std::move(next).value();
#else
        return next ? *next : std::nullopt;
#endif
    }
    static bool take(const Event &event, std::optional<Event> &into) noexcept {
        into.emplace(event);
        return true;
    }
    static bool take(const Event &event, std::optional<std::string_view> &into) noexcept {
        if (event.delta() == DeltaKind::kText) {
            into.emplace(event.text());
        }
        return into.has_value();
    }
    /// Takes the next batch, the end or the failure; false if the time was over before.
    bool fetch(std::int64_t limit) {
        // The memory of the last one serves the next.
        batch_ = Batch();
        at_ = 0;
        parlour_batch *batch = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_op_next(call_.get(), limit, &batch, &error);
        switch (code) {
            case PARLOUR_OK: batch_ = Batch(batch); return true;
            case PARLOUR_END: ended_ = true; return true;
            case PARLOUR_TIMED_OUT: return false;
            case PARLOUR_INTERRUPTED: return false;
            default: failure_.emplace(code, error, "stream"); return true;
        }
    }

    Call call_;
    Batch batch_;
    std::size_t at_ = 0;
    bool ended_ = false;
    bool read_ = false;
    std::optional<Error> failure_;
};

}  // namespace parlour

#endif
