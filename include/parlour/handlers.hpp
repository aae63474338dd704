/// @file
/// `parlour::Handlers`: callbacks for the outcome of a call.
#ifndef PARLOUR_HANDLERS_HPP
#define PARLOUR_HANDLERS_HPP

#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include "call.hpp"

namespace parlour {

/// Callbacks of one call, run on one thread of the library that all such calls share: none of them may block, or other
/// calls wait. They may use the library, cancel the call, and destroy its handle. None of them runs any more when the
/// Call was destroyed outside of them.
///
/// An exception from one of them never leaves this header: the call is cancelled, `on_exception` gets the exception,
/// and `on_done` is still called. Without `on_exception` the program ends (std::terminate), as it does by an exception
/// that leaves any other thread.
struct Handlers {
    /// Events of a stream; both arguments are valid until it returns.
    std::function<void(CallRef call, Events events)> on_events;
    /// The end of the call, once: after success `call.try_message()` or `call.try_answer()` has the result.
    std::function<void(CallRef call, const result<void> &outcome)> on_done;
    /// The exception from another callback. Must not throw.
    std::function<void(CallRef call, std::exception_ptr thrown)> on_exception;
};

namespace detail {

/// The functions that parlour.h calls, for handlers that it was lent as its user pointer.
struct HandlerBridge {
    /// Takes events.
    static void batch(void *user, const parlour_op *op, const parlour_batch *batch) noexcept {
        const auto &handlers = *static_cast<const Handlers *>(user);
        if (handlers.on_events) {
            guarded(handlers, op, [&] { handlers.on_events(CallRef(op), Events(batch)); });
        }
    }
    /// Takes the end.
    static void done(void *user, const parlour_op *op, const parlour_error *error) noexcept {
        const auto &handlers = *static_cast<const Handlers *>(user);
        if (handlers.on_done) {
            guarded(handlers, op, [&] { handlers.on_done(CallRef(op), outcome(error)); });
        }
    }
    /// Ends the life of the handlers.
    static void forget(void *user) noexcept { delete static_cast<Handlers *>(user); }

private:
    static result<void> outcome(const parlour_error *error) {
        if (error == nullptr) {
            return {};
        }
        parlour_error *copy = nullptr;
        const parlour_result code = parlour_error_clone(error, &copy);
        return Error(code == PARLOUR_OK ? PARLOUR_FAILED : code, copy);
    }
    template <class Body>
    static void guarded(const Handlers &handlers, const parlour_op *op, Body body) {
#if PARLOUR_EXCEPTIONS
        try {
            body();
        } catch (...) {
            parlour_op_cancel(op);
            if (!handlers.on_exception) {
                throw;
            }
            handlers.on_exception(CallRef(op), std::current_exception());
        }
#else
        static_cast<void>(handlers);
        static_cast<void>(op);
        body();
#endif
    }
};

}  // namespace detail
}  // namespace parlour

#endif
