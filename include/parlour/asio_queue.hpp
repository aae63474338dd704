/// @file
/// `parlour::asio_queue`: a Queue in an asio loop, whose completions are given to a function.
#ifndef PARLOUR_ASIO_QUEUE_HPP
#define PARLOUR_ASIO_QUEUE_HPP

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "asio_base.hpp"

namespace parlour {

/// A Queue whose completions are given to a function on an asio executor. While it is started it keeps the loop's run()
/// from returning. Use it from that executor only; with several threads in the loop, a strand.
class asio_queue {
public:
    /// Passes each completion to `on_completion`. An exception from it leaves the loop's run(), as with any asio
    /// handler; the remaining completions are passed after the next start().
    asio_queue(asio_in_use::any_io_executor executor, std::function<void(Completion &)> on_completion)
        : state_(std::make_shared<State>(std::move(executor), std::move(on_completion))) {}
    /// Stops, and cancels the calls that are bound to the queue.
    ~asio_queue() { stop(); }
    asio_queue(const asio_queue &) = delete;
    asio_queue &operator=(const asio_queue &) = delete;

    /// Where calls are submitted to.
    const Queue &queue() const noexcept { return state_->queue; }
    /// Begins to watch, or goes on with it.
    void start() {
        if (!state_->watching) {
            state_->watching = true;
            ++state_->starts;
            State::serve(state_);
        }
    }
    /// Ends watching: the loop may end. Nothing is lost; start() goes on.
    void stop() {
        state_->watching = false;
        asio_error_code ignored;
        state_->descriptor.cancel(ignored);
    }

private:
    /// The state that waiting handlers keep alive.
    struct State {
        State(asio_in_use::any_io_executor executor, std::function<void(Completion &)> function)
            : descriptor(std::move(executor)), on_completion(std::move(function)) {
            descriptor.assign(queue.fd());
        }
        // The descriptor is the queue's, which closes it.
        ~State() { descriptor.release(); }
        State(const State &) = delete;
        State &operator=(const State &) = delete;

        /// Hands out the available completions, then waits for more.
        static void serve(const std::shared_ptr<State> &state) {
            // A function that throws ends this turn, and with it the watch: start() goes on after it.
            struct Turn {
                State &state;
                bool whole = false;
                ~Turn() { state.watching = state.watching && whole; }
            } turn{*state};
            while (state->watching) {
                if (state->at == state->found.size()) {
                    state->at = 0;
                    state->queue.drain(state->found);
                    if (state->found.empty()) {
                        break;
                    }
                }
                state->on_completion(state->found[state->at++]);
            }
            turn.whole = true;
            if (state->watching) {
                state->descriptor.async_wait(asio_in_use::posix::stream_descriptor::wait_read,
                                             [state, start = state->starts](const asio_error_code &error) {
                                                 if (!error && state->watching && start == state->starts) {
                                                     serve(state);
                                                 }
                                             });
            }
        }

        Queue queue;
        asio_in_use::posix::stream_descriptor descriptor;
        std::function<void(Completion &)> on_completion;
        std::vector<Completion> found;
        std::size_t at = 0;
        bool watching = false;
        // A wait that stop() came too late for belongs to an earlier start.
        unsigned starts = 0;
    };

    std::shared_ptr<State> state_;
};

}  // namespace parlour

#endif
