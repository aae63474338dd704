/// @file
/// `parlour::Call`: a submitted call.
#ifndef PARLOUR_CALL_HPP
#define PARLOUR_CALL_HPP

#include <cstdint>
#include <optional>
#include <utility>

#include "event.hpp"
#include "message.hpp"

namespace parlour {

/// The form in which a submitted call delivers its answer.
enum class Mode : std::uint32_t {
    kWhole = PARLOUR_MODE_WHOLE,      ///< A whole answer: nothing is handed out before its end.
    kStream = PARLOUR_MODE_STREAM,    ///< Events; of a raw request the chunks of its body.
    kUnread = PARLOUR_MODE_UNREAD,    ///< A whole answer to a message request, its body left unread.
};

/// A call that somebody else owns: a view, valid as long as the owner.
class CallRef {
public:
    /// A view of a call of parlour.h; may be NULL.
    explicit CallRef(const parlour_op *op) noexcept : op_(op) {}

    /// The token that was given when it was submitted.
    std::uint64_t token() const noexcept { return parlour_op_token(op_); }
    /// Cancels it: its consumer gets an error of Kind::kCancelled. Does nothing to a call that has ended. Any thread,
    /// any number of times.
    void cancel() const noexcept { parlour_op_cancel(op_); }
    /// Holds it back, if it is bound to a queue or has functions: nothing more is handed out, so that the service has
    /// to wait. Any thread.
    void pause() const noexcept { parlour_op_pause(op_); }
    /// Ends that. Any thread.
    void resume() const noexcept { parlour_op_resume(op_); }
    /// Status and headers of the answer; empty before its first part was handed out.
    Head head() const noexcept { return Head(parlour_op_head(op_)); }
    /// The message with every event that was handed out so far; nothing before it has begun.
    std::optional<Message> snapshot() const noexcept {
        parlour_message *made = nullptr;
        return parlour_op_snapshot(op_, &made) == PARLOUR_OK ? std::optional<Message>(Message(made)) : std::nullopt;
    }
    /// The message after the end of a call for one, whole or streamed; before that an error with the partial message.
    result<Message> try_message() const {
        parlour_message *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_op_message(op_, &made, &error);
        return code == PARLOUR_OK ? result<Message>(Message(made)) : result<Message>(Error(code, error, "message"));
    }
    /// The answer after the end of a raw request, or of one in Mode::kUnread.
    result<Answer> try_answer() const {
        parlour_answer *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_op_answer(op_, &made, &error);
        return code == PARLOUR_OK ? result<Answer>(Answer(made)) : result<Answer>(Error(code, error, "answer"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_message(); throws Error.
    Message message() const { return try_message().value(); }
    /// As try_answer(); throws Error.
    Answer answer() const { return try_answer().value(); }
#endif

    /// The handle, borrowed; may be NULL.
    const parlour_op *get() const noexcept { return op_; }

protected:
    /// Gives the handle up.
    const parlour_op *release() noexcept { return std::exchange(op_, nullptr); }

private:
    const parlour_op *op_;
};

/// A submitted call. Destroying it gives the call up and closes its connection unless it has ended. Of a call with
/// functions it also waits until none of them runs, or will, so that what they use may be destroyed next: do not hold a
/// lock there that one of them takes. (Destroyed by one of them, it cannot wait: its handler for the end may still
/// run.) One thread at a time takes from it; cancel() may be called from any thread while it lives.
class Call : public CallRef {
public:
    /// None.
    Call() noexcept : CallRef(nullptr) {}
    /// Takes a handle of parlour.h.
    explicit Call(parlour_op *owned) noexcept : CallRef(owned) {}
    /// Leaves an empty one behind.
    Call(Call &&other) noexcept : CallRef(other.release()) {}
    /// Gives its own call up, and leaves an empty one behind.
    Call &operator=(Call &&other) noexcept {
        Call(std::move(other)).swap(*this);
        return *this;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    /// Ends it, as the class says.
    ~Call() {
        if (parlour_op_join(get(), 0) == PARLOUR_TIMED_OUT) {
            cancel();
            while (parlour_op_join(get(), -1) == PARLOUR_INTERRUPTED) {
            }
        }
        // The handle was created as non-const.
        parlour_op_free(const_cast<parlour_op *>(get()));
    }

    /// Status and headers of the answer; empty before its first part was handed out.
    Head head() const & noexcept PARLOUR_LIFETIMEBOUND { return CallRef::head(); }
    /// Deleted for rvalues: the view would dangle.
    Head head() const && = delete;

    /// Waits until none of its functions runs, or will; it does not end the call. False if that took longer than the
    /// limit, if a signal handler ran on this thread, or if this is the thread that calls them. No limit below zero.
    bool join_for(milliseconds limit) const noexcept {
        return parlour_op_join(get(), limit.count() < 0 ? -1 : limit.count()) == PARLOUR_OK;
    }

    /// Changes the calls of two.
    void swap(Call &other) noexcept {
        CallRef &mine = *this;
        CallRef &theirs = other;
        std::swap(mine, theirs);
    }
    /// Whether there is one.
    explicit operator bool() const noexcept { return get() != nullptr; }
};

}  // namespace parlour

#endif
