/// @file
/// Who waits for what on a queue: the ground that coroutine.hpp and asio_client.hpp share. Programs use those.
#ifndef PARLOUR_DISPATCH_HPP
#define PARLOUR_DISPATCH_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "client.hpp"

namespace parlour::detail {

class Pending;

/// A queue, and the calls that wait on it. Any thread may submit and wait; one at a time calls try_dispatch().
class Dispatcher {
public:
    /// Of a queue of its own.
    explicit Dispatcher(Queue queue) noexcept : queue_(std::move(queue)) {}

    /// The queue.
    const Queue &queue() const noexcept { return queue_; }

    /// Takes the completions and calls their waiters on this thread. Never waits. An exception from a waiter passes
    /// through; the remaining completions are handed out by the next call. Returns the number of completions handed
    /// out.
    result<std::size_t> try_dispatch();

private:
    friend class Pending;

    Queue queue_;
    // Completions go by number, not by address: one that comes late finds nobody rather than freed memory.
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, Pending *> pending_;
    std::uint64_t next_ = 1;
    std::vector<Completion> found_;
    std::size_t at_ = 0;
};

/// A call, and its items that were not taken yet. Destroying it cancels the call.
class Pending {
public:
    /// The result of a wait.
    enum class Wait {
        kReady,      ///< There is something already.
        kWaiting,    ///< The function will be called, once.
        kBusy,       ///< Somebody else waits for this call.
    };

    /// Submits a call: `submit` gets the queue and the token. Its failure is the outcome of the call.
    template <class Submit>
    static std::unique_ptr<Pending> start(std::shared_ptr<Dispatcher> home, Submit submit) {
        auto pending = std::unique_ptr<Pending>(new Pending(std::move(home)));
        result<Call> call = submit(pending->home_->queue(), pending->token_);
        // Another thread may have dispatched events of it by now.
        const std::lock_guard<std::mutex> lock(pending->home_->mutex_);
        if (call) {
            pending->call_ = *std::move(call);
        } else {
            pending->failure_ = call.error();
            pending->ended_ = true;
        }
        return pending;
    }
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;
    ~Pending() {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        home_->pending_.erase(token_);
    }

    /// The call.
    const Call &call() const noexcept { return call_; }
    /// Whether there is something to take.
    bool ready() const {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        return is_ready();
    }
    /// Has a function called when there is; it must not throw unless try_dispatch() may.
    Wait wait(std::function<void()> waiter) {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        if (is_ready()) {
            return Wait::kReady;
        }
        if (waiter_) {
            return Wait::kBusy;
        }
        waiter_ = std::move(waiter);
        return Wait::kWaiting;
    }
    /// Ends a wait; false if there is none, or its function has been taken to be called.
    bool give_up_waiting() {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        return std::exchange(waiter_, nullptr) != nullptr;
    }
    /// The next batch, if there is one.
    bool pop(Batch &into) {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        if (batches_.empty()) {
            return false;
        }
        into = std::move(batches_.front());
        batches_.erase(batches_.begin());
        go_on();
        return true;
    }
    /// From here on events are thrown away: only the end counts.
    void await_end() {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        end_alone_ = true;
        batches_.clear();
        go_on();
    }
    /// Why it failed, after its end.
    std::optional<Error> failure() const {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        return failure_;
    }

private:
    friend class Dispatcher;
    // A call that nobody takes from shall hold its server back, not fill the memory.
    static constexpr std::size_t most_batches = 2;

    explicit Pending(std::shared_ptr<Dispatcher> home) : home_(std::move(home)) {
        const std::lock_guard<std::mutex> lock(home_->mutex_);
        token_ = home_->next_++;
        home_->pending_.emplace(token_, this);
    }
    bool is_ready() const noexcept { return ended_ || !batches_.empty(); }
    void go_on() noexcept {
        if (paused_ && batches_.empty()) {
            paused_ = false;
            call_.resume();
        }
    }
    /// Adds the completion; returns the waiter to call.
    std::function<void()> take(Completion &completion) {
        if (completion.is_last()) {
            failure_ = std::move(completion.error);
            ended_ = true;
        } else if (end_alone_ || completion.batch.size() == 0) {
            return nullptr;
        } else {
            batches_.push_back(std::move(completion.batch));
            if (batches_.size() >= most_batches && !paused_ && call_) {
                paused_ = true;
                call_.pause();
            }
        }
        return std::exchange(waiter_, nullptr);
    }

    std::shared_ptr<Dispatcher> home_;
    std::uint64_t token_ = 0;
    Call call_;
    std::vector<Batch> batches_;
    std::optional<Error> failure_;
    std::function<void()> waiter_;
    bool ended_ = false;
    bool paused_ = false;
    bool end_alone_ = false;
};

inline result<std::size_t> Dispatcher::try_dispatch() {
    std::size_t handed = 0;
    if (at_ == found_.size()) {
        at_ = 0;
        if (const result<void> drained = queue_.try_drain(found_); !drained) {
            found_.clear();
            return drained.error();
        }
    }
    // A waiter may dispatch in its turn: it goes on where this is, and this ends with it.
    while (at_ < found_.size()) {
        Completion completion = std::move(found_[at_++]);
        std::function<void()> waiter;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            const auto place = pending_.find(completion.token);
            if (place != pending_.end()) {
                waiter = place->second->take(completion);
            }
        }
        ++handed;
        if (waiter) {
            waiter();
        }
    }
    return handed;
}

/// The events of a call, one by one, out of its batches.
class Reader {
public:
    /// Of a call in Mode::kStream.
    explicit Reader(std::unique_ptr<Pending> pending) noexcept : pending_(std::move(pending)) {}

    /// The call.
    Pending &pending() const noexcept { return *pending_; }
    /// Whether next() has something to tell at once.
    bool ready() const { return at_ < batch_.size() || pending_->ready(); }
    /// The next event, valid until the next call; nothing after the last. Only when ready().
    result<std::optional<Event>> next() {
        using Next = result<std::optional<Event>>;
        if (at_ >= batch_.size()) {
            at_ = 0;
            // The memory of the last one serves the next.
            batch_ = Batch();
            if (!pending_->pop(batch_)) {
                const std::optional<Error> failure = pending_->failure();
                return failure ? Next(*failure) : Next(std::nullopt);
            }
        }
        return Next(Event(batch_.events()[at_++]));
    }
    /// The next batch; the rest of the batch that next() is reading is skipped. Only when ready().
    result<std::optional<Batch>> next_batch() {
        using Next = result<std::optional<Batch>>;
        at_ = 0;
        batch_ = Batch();
        Batch batch;
        if (pending_->pop(batch)) {
            return Next(std::move(batch));
        }
        const std::optional<Error> failure = pending_->failure();
        return failure ? Next(*failure) : Next(std::nullopt);
    }
    /// Ends taking events, for who wants the message alone.
    void await_end() {
        at_ = 0;
        batch_ = Batch();
        pending_->await_end();
    }
    /// The message after the end.
    result<Message> message() const {
        const std::optional<Error> failure = pending_->failure();
        return failure ? result<Message>(*failure) : pending_->call().try_message();
    }

private:
    std::unique_ptr<Pending> pending_;
    Batch batch_;
    std::size_t at_ = 0;
};

}  // namespace parlour::detail

#endif
