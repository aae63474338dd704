/// @file
/// `parlour::Content`: the blocks of a turn, a system prompt or a tool's result, built one by one.
#ifndef PARLOUR_CONTENT_HPP
#define PARLOUR_CONTENT_HPP

#include <cstddef>
#include <string_view>

#include "builder.hpp"

namespace parlour {

/// Blocks in their order. Setters can be chained; their first mistake is reported by the request that takes them.
///
/// @code
/// request.user(parlour::Content().image("image/png", bytes).text("What is this?"));
/// @endcode
class Content : public detail::Builder<Content, parlour_content, parlour_content_free> {
public:
    /// No blocks.
    Content() {
        parlour_content *made = nullptr;
        const parlour_result code = parlour_content_new(&made);
        hold(made);
        did("content", code);
    }
    /// A copy, to be changed on its own; images and documents are shared.
    Content clone() const {
        parlour_content *made = nullptr;
        const parlour_result code = parlour_content_clone(get(), &made);
        Content copy(made);
        copy.did("clone", code);
        copy.inherit(*this);
        return copy;
    }

    /// Adds text, which may not be empty.
    Content &text(std::string_view text) {
        return tried("text",
                     [&](parlour_error **error) { return parlour_content_add_text(raw(), detail::lend(text), error); });
    }
    /// Adds an image of these bytes; `media_type` is "image/png", "image/jpeg", "image/gif" or "image/webp".
    Content &image(std::string_view media_type, std::string_view bytes) {
        return tried("image", [&](parlour_error **error) {
            return parlour_content_add_image(raw(), detail::lend(media_type), detail::lend(bytes), error);
        });
    }
    /// Adds an image that the service fetches.
    Content &image_url(std::string_view url) {
        return tried("image_url", [&](parlour_error **error) {
            return parlour_content_add_image_url(raw(), detail::lend(url), error);
        });
    }
    /// Adds an image that was uploaded.
    Content &image_file(std::string_view file_id) {
        return tried("image_file", [&](parlour_error **error) {
            return parlour_content_add_image_file(raw(), detail::lend(file_id), error);
        });
    }
    /// Adds a document of these bytes; `media_type` is "application/pdf".
    Content &document(std::string_view media_type, std::string_view bytes) {
        return tried("document", [&](parlour_error **error) {
            return parlour_content_add_document(raw(), detail::lend(media_type), detail::lend(bytes), error);
        });
    }
    /// Adds a document that is plain text.
    Content &document_text(std::string_view text) {
        return tried("document_text", [&](parlour_error **error) {
            return parlour_content_add_document_text(raw(), detail::lend(text), error);
        });
    }
    /// Adds a document that the service fetches.
    Content &document_url(std::string_view url) {
        return tried("document_url", [&](parlour_error **error) {
            return parlour_content_add_document_url(raw(), detail::lend(url), error);
        });
    }
    /// Adds a document that was uploaded.
    Content &document_file(std::string_view file_id) {
        return tried("document_file", [&](parlour_error **error) {
            return parlour_content_add_document_file(raw(), detail::lend(file_id), error);
        });
    }
    /// Adds any block as JSON: an object with "type".
    Content &json(std::string_view json) {
        return tried("json",
                     [&](parlour_error **error) { return parlour_content_add_json(raw(), detail::lend(json), error); });
    }
    /// Gives the document that was added last a title.
    Content &title(std::string_view title) {
        return tried("title", [&](parlour_error **error) {
            return parlour_content_set_title(raw(), detail::lend(title), error);
        });
    }
    /// Sets whether the model cites the document that was added last.
    Content &citations(bool enabled) {
        return tried("citations",
                     [&](parlour_error **error) { return parlour_content_set_citations(raw(), enabled, error); });
    }
    /// Ends a cacheable prefix behind the block that was added last; `ttl` is "5m", "1h", or empty for the service's
    /// own choice.
    Content &cache_control(std::string_view ttl = {}) {
        return tried("cache_control", [&](parlour_error **error) {
            return parlour_content_set_cache_control(raw(), detail::lend(ttl), error);
        });
    }

    /// How many blocks there are.
    std::size_t size() const noexcept { return parlour_content_count(get()); }
    /// The blocks as a JSON array, as they would be sent. Lives until the content is changed or destroyed.
    std::string_view to_json() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_content_json(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view to_json() const && = delete;

private:
    explicit Content(parlour_content *owned) noexcept : Builder(owned) {}
};

}  // namespace parlour

#endif
