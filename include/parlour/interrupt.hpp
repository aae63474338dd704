/// @file
/// `parlour::Interrupt`: what ends blocking calls.
#ifndef PARLOUR_INTERRUPT_HPP
#define PARLOUR_INTERRUPT_HPP

#include "result.hpp"

namespace parlour {

/// Ends blocking calls: create() and request() with options that name it fail with the code PARLOUR_INTERRUPTED once it
/// is raised. Any number of calls and threads may share one.
class Interrupt {
public:
    /// A new one, or why there is none: the system gives no descriptor.
    static result<Interrupt> try_make() {
        parlour_interrupt *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_interrupt_new(&made, &error);
        return code == PARLOUR_OK ? result<Interrupt>(Interrupt(made))
                                  : result<Interrupt>(Error(code, error, "interrupt"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_make(); throws Error.
    Interrupt() : Interrupt(try_make().value()) {}
#endif
    /// Takes a handle of parlour.h.
    explicit Interrupt(parlour_interrupt *owned) noexcept : handle_(owned) {}

    /// Ends the calls that name it, those at work and those to come, until reset(). Any thread, and signal handlers.
    void raise() const noexcept { parlour_interrupt_raise(get()); }
    /// Takes that back: calls made from now on run.
    void reset() const noexcept { parlour_interrupt_reset(get()); }
    /// Whether it is raised.
    bool is_raised() const noexcept { return parlour_interrupt_is_raised(get()); }

    /// The handle, borrowed; NULL after a move.
    const parlour_interrupt *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<parlour_interrupt, parlour_interrupt_free> handle_;
};

}  // namespace parlour

#endif
