/// @file
/// `parlour::Pages`: the pages of a list, and the items on them.
#ifndef PARLOUR_PAGES_HPP
#define PARLOUR_PAGES_HPP

#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "client.hpp"
#include "json.hpp"

namespace parlour {

/// A walk over a list, page by page or item by item: `for (const parlour::Json &item : pages)` asks for the pages as
/// they are needed. The client must live as long. It can be gone through once, by one thread at a time; a failure
/// throws Error (without exceptions the loop ends, and failure() tells), and the same page is asked for by the next
/// step.
///
/// @code
/// for (const parlour::Json &model : parlour::Pages(client, parlour::Endpoint("models.list").query("limit", "100")))
///     std::cout << model["/id"].string() << '\n';
/// @endcode
class Pages {
public:
    /// Goes from item to item.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;    ///< One pass.
        using value_type = Json;                              ///< The element type.
        using difference_type = std::ptrdiff_t;               ///< Needed by std::ranges.
        using pointer = const Json *;                         ///< The result of `->`.
        using reference = const Json &;                       ///< Valid until the next step.

        /// The end of every walk.
        iterator() noexcept = default;
        /// At the next item of a walk.
        explicit iterator(Pages &pages) : pages_(&pages) { step(); }
        /// The item.
        reference operator*() const noexcept { return item_; }
        /// The item.
        pointer operator->() const noexcept { return &item_; }
        /// Goes on, to the next page where this one is read.
        iterator &operator++() {
            step();
            return *this;
        }
        /// Goes on.
        void operator++(int) { step(); }
        /// Whether two are at the end, or neither is.
        friend bool operator==(const iterator &one, const iterator &other) noexcept {
            return one.pages_ == other.pages_;
        }
        /// Whether one of two is at the end.
        friend bool operator!=(const iterator &one, const iterator &other) noexcept { return !(one == other); }

    private:
        void step() {
            item_ = pages_->step();
            if (!item_) {
                pages_ = nullptr;
            }
        }

        Pages *pages_ = nullptr;
        Json item_;
    };

    /// A walk over the list that an endpoint names, which begins with its query. The first step reports a mistake in
    /// it.
    Pages(const Client &client, const Endpoint &list, const Options *options = nullptr)
        : client_(&client), options_(options),
          failure_(list.mistake() || options == nullptr ? list.mistake() : options->mistake()) {
        parlour_pages *handle = nullptr;
        parlour_error *error = nullptr;
        if (failure_) {
            return;
        }
        const parlour_result code = parlour_pages_new(list.get(), &handle, &error);
        handle_.reset(handle);
        if (code != PARLOUR_OK) {
            failure_.emplace(code, error, "list");
        }
    }

    /// Asks for the next page: an object whose "data" has the items; nothing after the last. Items of the previous page
    /// that items() did not return are skipped.
    result<std::optional<Answer>> try_next() {
        using Next = result<std::optional<Answer>>;
        if (handle_ == nullptr) {
            return failure_ ? Next(*failure_) : Next(std::nullopt);
        }
        page_ = Json();
        failure_.reset();
        parlour_answer *answer = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_pages_next(
            handle_.get(), client_->get(), options_ == nullptr ? nullptr : options_->get(), &answer, &error);
        if (code == PARLOUR_OK) {
            return Next(Answer(answer));
        }
        if (code == PARLOUR_END) {
            return Next(std::nullopt);
        }
        failure_.emplace(code, error, "page");
        return Next(*failure_);
    }
#if PARLOUR_EXCEPTIONS
    /// As try_next(); throws Error.
    std::optional<Answer> next() { return try_next().value(); }
#endif

    /// At the next item.
    iterator begin() { return iterator(*this); }
    /// Beyond the last.
    iterator end() const noexcept { return {}; }
    /// Why the last step failed, if it did.
    const std::optional<Error> &failure() const noexcept PARLOUR_LIFETIMEBOUND { return failure_; }

private:
    /// The next item, of a further page where this one is read; none after the last.
    Json step() {
        while (at_ >= page_.size()) {
            auto answer = try_next();
            at_ = 0;
            if (!answer) {
                fail(answer.error());
                return Json();
            }
            if (!*answer) {
                return Json();
            }
            auto read = Json::try_parse((*answer)->body());
            if (!read) {
                fail(read.error());
                return Json();
            }
            page_ = (*read)["/data"];
        }
        return page_.at(at_++);
    }
    void fail(const Error &error) {
        failure_ = error;
#if PARLOUR_EXCEPTIONS
        throw error;
#endif
    }

    detail::Handle<parlour_pages, parlour_pages_free> handle_;
    const Client *client_;
    const Options *options_;
    Json page_;
    std::size_t at_ = 0;
    std::optional<Error> failure_;
};

}  // namespace parlour

#endif
