/// @file
/// `parlour::Queue`: many calls, one descriptor for an event loop.
#ifndef PARLOUR_QUEUE_HPP
#define PARLOUR_QUEUE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "call.hpp"

namespace parlour {

/// A completion: the items that a drain found for one call.
struct Completion {
    /// The kind of a completion.
    enum class Kind : std::uint32_t {
        kBatch = PARLOUR_COMPLETION_BATCH,      ///< Events, in `batch`.
        kEnd = PARLOUR_COMPLETION_END,          ///< The call is complete: its message() or answer() is there. The last.
        kFailed = PARLOUR_COMPLETION_FAILED,    ///< It failed, or was cancelled: `error` says why. The last.
    };

    std::uint64_t token = 0;       ///< The token that was given when the call was submitted.
    Kind kind = Kind::kBatch;       ///< Its kind; ignore unknown ones of a newer library.
    Batch batch;                   ///< Of a batch: the events.
    std::optional<Error> error;    ///< Of a failure: why.

    /// Whether nothing more will come of the call.
    bool is_last() const noexcept { return kind == Kind::kEnd || kind == Kind::kFailed; }
};

/// Where calls announce what came of them. Any number of threads may use it at once; the completions of one call come
/// in their order only if one thread drains. Destroying it cancels the calls that are bound to it.
class Queue {
public:
    /// A new one, or why there is none: the system gives no descriptor.
    static result<Queue> try_make() {
        parlour_queue *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_queue_new(&made, &error);
        return code == PARLOUR_OK ? result<Queue>(Queue(made)) : result<Queue>(Error(code, error, "queue"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    Queue() : Queue(try_make().value()) {}
#endif
    /// Takes a handle of parlour.h.
    explicit Queue(parlour_queue *owned) noexcept : handle_(owned) {}

    /// The descriptor to watch for reading: it is readable when a drain() is due; one that finds nothing is rare. Never
    /// read from it, write to it or close it; take it out of the loop before the queue is destroyed.
    int fd() const noexcept { return parlour_queue_fd(get()); }
    /// Waits until drain() would find something; false if that took longer than the limit, or a signal handler ran on
    /// this thread. No limit below zero.
    bool wait_for(milliseconds limit) const noexcept {
        return parlour_queue_wait(get(), limit.count() < 0 ? -1 : limit.count()) == PARLOUR_OK;
    }
    /// Wakes the waiting thread, whose next drain may then find nothing. Any thread.
    void wake() const noexcept { parlour_queue_wake(get()); }
    /// Replaces the contents of `into` with the available completions, at most `most` (up to 256); never waits. The
    /// memory of `into` is reused from drain to drain.
    result<void> try_drain(std::vector<Completion> &into, std::size_t most = 64) const {
        into.clear();
        into.reserve((std::min)(most, room));
        Taken taken;
        const parlour_result code =
            parlour_queue_drain(get(), taken.rows.data(), (std::min)(most, room), &taken.count);
        if (code != PARLOUR_OK) {
            return Error(code, nullptr, "drain");
        }
        while (taken.at < taken.count) {
            parlour_completion &row = taken.rows[taken.at];
            Completion &completion = into.emplace_back();
            completion.token = row.token;
            completion.kind = static_cast<Completion::Kind>(row.kind);
            completion.batch = Batch(std::exchange(row.batch, nullptr));
            if (row.error != nullptr) {
                completion.error.emplace(PARLOUR_FAILED, std::exchange(row.error, nullptr));
            }
            ++taken.at;
        }
        return {};
    }
#if PARLOUR_EXCEPTIONS
    /// As try_drain(); throws Error.
    void drain(std::vector<Completion> &into, std::size_t most = 64) const { try_drain(into, most).value(); }
#endif

    /// The handle, borrowed; NULL after a move.
    const parlour_queue *get() const noexcept { return handle_.get(); }

private:
    static constexpr std::size_t room = 256;

    /// Objects that the library transferred; frees those that were not handed on.
    struct Taken {
        Taken() = default;
        Taken(const Taken &) = delete;
        Taken &operator=(const Taken &) = delete;
        ~Taken() {
            for (; at < count; ++at) {
                parlour_batch_free(rows[at].batch);
                parlour_error_free(rows[at].error);
            }
        }
        std::array<parlour_completion, room> rows;
        std::size_t count = 0;
        std::size_t at = 0;
    };

    detail::Handle<parlour_queue, parlour_queue_free> handle_;
};

}  // namespace parlour

#endif
