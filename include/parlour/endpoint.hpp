/// @file
/// `parlour::Endpoint`: a call of an endpoint beside messages, to be made by a Client.
#ifndef PARLOUR_ENDPOINT_HPP
#define PARLOUR_ENDPOINT_HPP

#include <cstdint>
#include <string_view>

#include "request.hpp"

namespace parlour {

class Upload;

/// How to wait for the end of a batch. Zero selects the library's default.
struct BatchWait {
    /// The first pause between two looks; 5 s.
    milliseconds first{0};
    /// The longest pause; 60 s.
    milliseconds longest{0};
    /// After so long waiting is given up with an error of Kind::kTimeout, and the batch goes on; no limit.
    milliseconds limit{0};
};

/// A call of an endpoint beside messages, by its name: "models.list", "batches.get", "files.delete",
/// "messages.count_tokens", and so on; the page of resources lists them. Setters can be chained; their first mistake is
/// reported by the call. It may be used for any number of calls.
///
/// @code
/// const parlour::Answer model = client.call(parlour::Endpoint("models.get").id("svc-sonnet-4-5"));
/// for (const parlour::Event &line : client.stream(parlour::Endpoint::results(batch_id))) ...
/// @endcode
class Endpoint : public detail::Builder<Endpoint, parlour_endpoint, parlour_endpoint_free> {
public:
    /// The endpoint of this name.
    explicit Endpoint(std::string_view name) {
        made([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_new(detail::lend(name), out, error);
        });
    }
    /// Takes a handle of parlour.h.
    explicit Endpoint(parlour_endpoint *owned) noexcept : Builder(owned) {}

    /// Any request: a method, and a path below the base URL that starts with "/", query included. It has no body until
    /// it is given JSON by body(), a file by content(), or a form by field() and file(); the last kind that is given
    /// counts.
    static Endpoint request(std::string_view method, std::string_view path) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_request(detail::lend(method), detail::lend(path), out, error);
        });
    }
    /// The results of the batch of this id, by Client::stream(): each event is a line, EventKind::kChunk with the
    /// result as JSON, or EventKind::kBroken for a line that is none.
    static Endpoint results(std::string_view batch_id) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_results(detail::lend(batch_id), out, error);
        });
    }
    /// The results of a batch as the service gave it, from where it says they are; the credential goes to no other
    /// origin.
    static Endpoint results_of(std::string_view batch_json) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_results_of(detail::lend(batch_json), out, error);
        });
    }
    /// Waits for the end of a batch: Client::call() gives the batch that has ended, Client::stream() the batch each
    /// time it was seen.
    static Endpoint wait(std::string_view batch_id, const BatchWait &wait = {}) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_wait(detail::lend(batch_id), wait.first.count(), wait.longest.count(),
                                         wait.limit.count(), out, error);
        });
    }
    /// Lets the running calls of a client end before the program exits; Client::drain() is the short form. See
    /// parlour_endpoint_drain() for the members of the answer.
    static Endpoint drain(std::chrono::milliseconds limit) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_drain(limit.count(), out, error);
        });
    }
    /// Writes the content of a file to a path, whole or not at all, at most `max_bytes` of it (0 for 1 GiB); the answer
    /// is {"size_bytes": ...}.
    static Endpoint download(std::string_view file_id, std::string_view path, std::uint64_t max_bytes = 0) {
        return of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_download_at_most(detail::lend(file_id), detail::lend(path), max_bytes, out, error);
        });
    }

    /// Adds an id of the path, the outer one first.
    Endpoint &id(std::string_view id) {
        return tried("id",
                     [&](parlour_error **error) { return parlour_endpoint_add_id(raw(), detail::lend(id), error); });
    }
    /// Adds a member of the query, unescaped; a name may be repeated.
    Endpoint &query(std::string_view name, std::string_view value) {
        return tried("query", [&](parlour_error **error) {
            return parlour_endpoint_add_query(raw(), detail::lend(name), detail::lend(value), error);
        });
    }
    /// Sets the body: one JSON object, which is sent unchanged.
    Endpoint &body(std::string_view json) {
        return tried(
            "body", [&](parlour_error **error) { return parlour_endpoint_set_body(raw(), detail::lend(json), error); });
    }
    /// Makes a message request the body, for "messages.count_tokens".
    Endpoint &body(const Request &request) {
        if (request.mistake()) {
            return fail_with(*request.mistake());
        }
        return tried("body",
                     [&](parlour_error **error) { return parlour_endpoint_set_request(raw(), request.get(), error); });
    }
    /// Makes the content of an upload the body of any request, of its media type. Upload is in upload.hpp.
    Endpoint &content(const Upload &upload);
    /// Adds a field of text to the form that is the body of any request.
    Endpoint &field(std::string_view name, std::string_view value) {
        return tried("field", [&](parlour_error **error) {
            return parlour_endpoint_add_field(raw(), detail::lend(name), detail::lend(value), error);
        });
    }
    /// Adds a file to the form that is the body of any request; it is read while it is sent.
    Endpoint &file(std::string_view name, const Upload &upload);

private:
    friend class Upload;
    friend class SkillFiles;
    friend class BatchRequests;
    friend class BatchRun;

    Endpoint() = default;
    template <class Make>
    void made(Make make) {
        parlour_endpoint *handle = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = make(&handle, &error);
        hold(handle);
        did("endpoint", code, error);
    }
    template <class Make>
    static Endpoint of(Make make) {
        Endpoint endpoint;
        endpoint.made(make);
        return endpoint;
    }
    /// One that cannot be called.
    static Endpoint mistaken(const Error &mistake) {
        Endpoint endpoint;
        endpoint.fail_with(mistake);
        return endpoint;
    }
};

}  // namespace parlour

#endif
