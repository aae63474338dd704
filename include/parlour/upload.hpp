/// @file
/// `parlour::Upload` and `parlour::SkillFiles`: files that go to the service.
#ifndef PARLOUR_UPLOAD_HPP
#define PARLOUR_UPLOAD_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "endpoint.hpp"

namespace parlour {

/// Reads the next bytes of a file into a buffer of so many bytes: how many there are, 0 at the end, nothing if it
/// fails, which fails the call; so does an exception. It may block: threads of the library call it, one at a time.
using ReadFunction = std::function<std::optional<std::size_t>(char *buffer, std::size_t size)>;

/// A file to be uploaded. Setters can be chained; their first mistake is reported by the call. The file is never in
/// memory as a whole.
///
/// @code
/// const parlour::Answer file = client.call(parlour::Upload::path("map.pdf").endpoint());
/// @endcode
class Upload : public detail::Builder<Upload, parlour_upload, parlour_upload_free> {
public:
    /// The file at a path, under its last component as name; it is read while it is sent, and again if the request is
    /// repeated.
    static Upload path(std::string_view path) {
        return of([&](parlour_upload **out, parlour_error **error) {
            return parlour_upload_path(detail::lend(path), out, error);
        });
    }
    /// These bytes, which are copied.
    static Upload bytes(std::string_view name, std::string_view content) {
        return of([&](parlour_upload **out, parlour_error **error) {
            return parlour_upload_bytes(detail::lend(name), detail::lend(content), out, error);
        });
    }
    /// Uploads the data that a function reads: sent once, by one call, and not repeated if that fails while sending.
    static Upload reader(std::string_view name, ReadFunction read) {
        auto held = std::make_unique<ReadFunction>(std::move(read));
        return of([&](parlour_upload **out, parlour_error **error) {
            const parlour_result code = parlour_upload_reader(detail::lend(name), *held ? &Upload::read : nullptr,
                                                              held.get(), &Upload::forget, out, error);
            if (code == PARLOUR_OK) {
                // From here on the library frees it.
                static_cast<void>(held.release());
            }
            return code;
        });
    }

    /// Sends it under this name instead. If its end says a media type, that is the file's, unless one was set.
    Upload &name(std::string_view name) {
        return tried("name",
                     [&](parlour_error **error) { return parlour_upload_set_name(raw(), detail::lend(name), error); });
    }
    /// Sends it as this media type instead of the one that the end of its name says.
    Upload &media_type(std::string_view type) {
        return tried("media_type", [&](parlour_error **error) {
            return parlour_upload_set_media_type(raw(), detail::lend(type), error);
        });
    }
    /// How many bytes a reader gives, where it is known.
    Upload &length(std::uint64_t bytes) {
        return tried("length", [&](parlour_error **error) { return parlour_upload_set_length(raw(), bytes, error); });
    }
    /// The service deletes the file by itself after so long: 1 hour to 90 days. For endpoint() alone.
    Upload &expires_in(std::chrono::seconds time) {
        const auto seconds = static_cast<std::uint64_t>(time.count());
        return tried("expires_in",
                     [&](parlour_error **error) { return parlour_upload_set_expires_in(raw(), seconds, error); });
    }

    /// The call that uploads it, "files.upload".
    Endpoint endpoint() const {
        if (mistake()) {
            return Endpoint::mistaken(*mistake());
        }
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_endpoint_upload(get(), out, error);
        });
    }

private:
    template <class Make>
    static Upload of(Make make) {
        parlour_upload *handle = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = make(&handle, &error);
        Upload upload;
        upload.hold(handle);
        upload.did("upload", code, error);
        return upload;
    }
    Upload() = default;

    static void forget(void *user) noexcept { delete static_cast<ReadFunction *>(user); }
    static std::int64_t given(const ReadFunction &function, char *buffer, std::size_t size) {
        const std::optional<std::size_t> count = function(buffer, size);
        return count ? static_cast<std::int64_t>(*count) : -1;
    }
    static std::int64_t read(void *user, char *buffer, std::size_t size) noexcept {
        const auto &function = *static_cast<const ReadFunction *>(user);
#if PARLOUR_EXCEPTIONS
        try {
            return given(function, buffer, size);
        } catch (...) {
            return -1;
        }
#else
        return given(function, buffer, size);
#endif
    }
};

inline Endpoint &Endpoint::content(const Upload &upload) {
    if (upload.mistake()) {
        return fail_with(*upload.mistake());
    }
    return tried("content",
                 [&](parlour_error **error) { return parlour_endpoint_set_content(raw(), upload.get(), error); });
}

inline Endpoint &Endpoint::file(std::string_view name, const Upload &upload) {
    if (upload.mistake()) {
        return fail_with(*upload.mistake());
    }
    return tried("file", [&](parlour_error **error) {
        return parlour_endpoint_add_file(raw(), detail::lend(name), upload.get(), error);
    });
}

/// The files of a skill. Setters can be chained; their first mistake is reported by the call.
class SkillFiles : public detail::Builder<SkillFiles, parlour_skill_files, parlour_skill_files_free> {
public:
    /// No files.
    SkillFiles() {
        parlour_skill_files *handle = nullptr;
        const parlour_result code = parlour_skill_files_new(&handle);
        hold(handle);
        did("files", code);
    }
    /// Adds a file, whose name is its path in the skill, for example "report/SKILL.md".
    SkillFiles &add(const Upload &upload) {
        if (upload.mistake()) {
            return fail_with(*upload.mistake());
        }
        return did("add", parlour_skill_files_add(raw(), upload.get()));
    }
    /// The call that creates a skill of them, "skills.create".
    Endpoint create(std::string_view display_name = {}) const {
        if (mistake()) {
            return Endpoint::mistaken(*mistake());
        }
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_skill_files_create(get(), detail::lend(display_name), out, error);
        });
    }
    /// The call that adds them to a skill as a version, "skills.versions.create".
    Endpoint create_version(std::string_view skill_id) const {
        if (mistake()) {
            return Endpoint::mistaken(*mistake());
        }
        return Endpoint::of([&](parlour_endpoint **out, parlour_error **error) {
            return parlour_skill_files_create_version(get(), detail::lend(skill_id), out, error);
        });
    }
};

}  // namespace parlour

#endif
