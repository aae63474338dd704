/// @file
/// `parlour::BatchRequests` and `parlour::BatchRun`: message batches, one or as many as the requests need.
#ifndef PARLOUR_MESSAGE_BATCH_HPP
#define PARLOUR_MESSAGE_BATCH_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "endpoint.hpp"

namespace parlour {

/// The requests of a message batch, each kept as the bytes that are sent. Setters can be chained; their first mistake
/// is reported by the call.
///
/// @code
/// const parlour::Answer batch = client.call(parlour::BatchRequests().add("a", request).add("b", other).endpoint());
/// @endcode
class BatchRequests : public detail::Builder<BatchRequests, parlour_batch_requests, parlour_batch_requests_free> {
public:
    /// No requests.
    BatchRequests() {
        parlour_batch_requests *handle = nullptr;
        const parlour_result code = parlour_batch_requests_new(&handle);
        hold(handle);
        did("requests", code);
    }
    /// Adds a request under an id that is unique in the batch.
    BatchRequests &add(std::string_view custom_id, const Request &request) {
        if (request.mistake()) {
            return fail_with(*request.mistake());
        }
        return tried("add", [&](parlour_error **error) {
            return parlour_batch_requests_add(raw(), detail::lend(custom_id), request.get(), error);
        });
    }
    /// How many there are.
    std::size_t size() const noexcept { return parlour_batch_requests_count(get()); }
    /// The call that creates the batch, "batches.create"; no requests are left here.
    Endpoint endpoint() {
        if (mistake()) {
            return Endpoint::mistaken(*mistake());
        }
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_batch_requests_endpoint(raw(), out, error);
        });
    }
};

/// Settings of a run of batches. Zero or empty selects the library's default.
struct BatchRunSettings {
    /// The file of the journal, by which the run survives the end of the process; none.
    std::string state = {};
    /// At most so many requests in a batch.
    std::size_t requests_per_batch = 0;
    /// At most so many bytes in a batch.
    std::size_t bytes_per_batch = 0;
    /// How the batches are awaited.
    BatchWait wait = {};
};

/// A run of batches: any number of requests, whose results come as those of one batch. Opened again with the same
/// journal and given the same requests, it submits nothing twice. One thread at a time, and one call of it at a time.
///
/// @code
/// parlour::BatchRun run({"run.journal"});
/// for (const auto &[id, request] : requests)
///     if (run.add(id, request)) client.call(run.submit());
/// for (const parlour::Event &line : client.stream(run.results())) ...
/// @endcode
class BatchRun {
public:
    /// Begins a run, or goes on with that of its journal.
    static result<BatchRun> try_open(const BatchRunSettings &settings = {}) {
        parlour_batch_run *run = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_batch_run_open(
            detail::lend(settings.state), settings.requests_per_batch, settings.bytes_per_batch,
            settings.wait.first.count(), settings.wait.longest.count(), settings.wait.limit.count(), &run, &error);
        return code == PARLOUR_OK ? result<BatchRun>(BatchRun(run)) : result<BatchRun>(Error(code, error, "run"));
    }
    /// Takes a handle of parlour.h.
    explicit BatchRun(parlour_batch_run *owned) noexcept : handle_(owned) {}

    /// Adds a request under an id that is unique in the run; true if submit() is to be called before the next one.
    result<bool> try_add(std::string_view custom_id, const Request &request) const {
        if (request.mistake()) {
            return *request.mistake();
        }
        bool full = false;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_batch_run_add(get(), detail::lend(custom_id), request.get(), &full, &error);
        return code == PARLOUR_OK ? result<bool>(full) : result<bool>(Error(code, error, "add"));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_open(); throws Error.
    explicit BatchRun(const BatchRunSettings &settings) : BatchRun(try_open(settings).value()) {}
    /// As try_add(); throws Error.
    bool add(std::string_view custom_id, const Request &request) const { return try_add(custom_id, request).value(); }
#endif
    /// The call that submits full batches; its answer is a JSON array of the ids of the batches so far.
    Endpoint submit() const {
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_batch_run_submit(get(), out, error);
        });
    }
    /// The call that submits the rest, waits, and gives the results line by line, as Endpoint::results() does; made
    /// once.
    Endpoint results() const {
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_batch_run_results(get(), out, error);
        });
    }

    /// The handle, borrowed; NULL after a move.
    const parlour_batch_run *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<parlour_batch_run, parlour_batch_run_free> handle_;
};

}  // namespace parlour

#endif
